// A moment of a table as messages. The twin is paiju/server/telling.py, which says what each of these is for.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "sheet.hpp"

namespace paiju {
namespace {

using Number = std::optional<std::int64_t>;

Text& operator<<(Text& text, const Number& value) { return value ? text << *value : text << std::string_view("null"); }

void write_joined(Text& text, nb::handle parts) {
    bool is_first = true;
    for (const nb::handle part : parts) {
        (is_first ? text : text << ',') << bytes_of(part);
        is_first = false;
    }
}

// Writes something before what comes next, and takes it back if that is nothing.
class After {
public:
    explicit After(Text& text, std::string_view before = ",") : text_(text), begin_(text.size()) {
        text << before;
        end_ = text.size();
    }
    After(const After&) = delete;
    After& operator=(const After&) = delete;

    ~After() {
        if (is_empty()) {
            text_.cut(begin_);
        }
    }

    bool is_empty() const noexcept { return text_.size() == end_; }

private:
    Text& text_;
    std::size_t begin_, end_;
};

// A sheet that is written in Python.
class PythonSheet final : public Sheet {
public:
    explicit PythonSheet(nb::handle sheet) : sheet_(sheet) {}  // whoever makes it keeps that

    std::string stage() const override { return std::string(text_of(nb::object(sheet_.attr("stage")))); }
    void facts(Text& text) const override { write_joined(text, nb::object(sheet_.attr("facts")())); }

    void new_facts(Text& text, nb::handle since) const override {
        text << bytes_of(nb::object(sheet_.attr("new_facts")(since)));
    }

    void view(Text& text, Viewer viewer) const override { write_joined(text, nb::object(sheet_.attr("view")(viewer))); }

    void new_view(Text& text, Viewer viewer, nb::handle since) const override {
        text << bytes_of(nb::object(sheet_.attr("new_view")(viewer, since)));
    }

    std::size_t told(Viewer viewer) const override { return nb::cast<std::size_t>(sheet_.attr("told")(viewer)); }

    void events(Text& text, Viewer viewer, std::size_t start) const override {
        text << bytes_of(nb::object(sheet_.attr("events")(viewer, start)));
    }

    Known player(Text& more, std::int64_t seat, Viewer viewer) const override {
        const nb::tuple found(sheet_.attr("player")(seat, viewer));
        more << bytes_of(found[2]);
        return {nb::cast<std::optional<std::string>>(found[0]), nb::cast<Number>(found[1])};
    }

    bool cards(Text& text, Viewer viewer) const override {
        const nb::object found = sheet_.attr("cards")(viewer);
        if (found.is_none()) {
            return false;
        }
        text << bytes_of(found);
        return true;
    }

    void question(Text& text, Text& extra, nb::handle decision) const override {
        const nb::tuple found(sheet_.attr("question")(decision));
        text << bytes_of(found[0]);
        extra << bytes_of(found[1]);
    }

private:
    nb::handle sheet_;
};

class Scene {
public:
    const nb::object table, told_sheet, ids, head, lasting, plates;

    Scene(nb::object table_, nb::object sheet, nb::tuple ids_, nb::bytes head_, std::optional<std::string> stage, Number deadline,
          nb::tuple lasting_, nb::object plates_, nb::list rows)
        : table(std::move(table_)),
          told_sheet(std::move(sheet)),
          ids(std::move(ids_)),
          head(std::move(head_)),
          lasting(std::move(lasting_)),
          plates(std::move(plates_)),
          mark_(++made_) {
        if (!told_sheet.is_none()) {
            sheet_ = holdem_sheet(told_sheet);
            if (sheet_ == nullptr) {
                owned_ = std::make_unique<const PythonSheet>(told_sheet);
                sheet_ = owned_.get();
            }
        } else if (!stage) {
            throw nb::value_error("a deal in progress has a sheet");
        }
        rows_.reserve(rows.size());
        text_.reserve(64 + 512 * rows.size());
        text_ << R"("stage":")" << (stage ? *stage : sheet_->stage()) << '"';
        stage_end_ = text_.size();
        text_ << R"("deadline":)" << deadline;
        deadline_end_ = text_.size();
        text_ << R"("players":[)";
        for (const nb::handle row : rows) {
            write_row(nb::borrow<nb::tuple>(row), !stage);
        }
        text_ << ']';
    }

    const Sheet* sheet() const noexcept { return sheet_; }

    std::string_view players() const noexcept { return text_.read().substr(deadline_end_); }

    // The same for who sees the deal as this seat; false if it reads as for everybody.
    bool write_players(Text& text, Viewer viewer) const {
        if (!viewer || sheet_ == nullptr || *viewer >= static_cast<std::int64_t>(nb::len(ids))) {
            return false;
        }
        const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Row& one) { return one.seat == *viewer; });
        if (row == rows_.end()) {
            return false;
        }
        const std::string_view all = text_.read();
        const std::size_t begin = text.size();
        text << all.substr(deadline_end_, row->middle - deadline_end_) << ',';
        const std::size_t middle = text.size();
        sheet_->player(text, *viewer, viewer);
        const std::string_view own = text.read().substr(middle), told = all.substr(row->middle, row->end - row->middle);
        if (own == (told.empty() ? told : told.substr(1))) {
            text.cut(begin);
            return false;
        }
        if (own.empty()) {
            text.cut(middle - 1);
        }
        text << all.substr(row->end);
        return true;
    }

    // Everything besides players and the view.
    void write_fields(Text& text) const {
        text << stage() << ',' << deadline();
        if (sheet_ != nullptr) {
            const After comma(text);
            sheet_->facts(text);
        }
        for (const nb::handle part : nb::borrow<nb::tuple>(lasting)) {
            text << ',' << bytes_of(part);
        }
    }

    // What of it reads otherwise in an earlier scene, with a comma before each part. Viewers mostly know the same one.
    std::string_view since(const Scene& before) const {
        if (since_ != before.mark_) {
            Draft news;
            write_new(news.text, before);
            news_ = news.text.read();
            since_ = before.mark_;
        }
        return news_;
    }

private:
    // A player within the text: what the table knows of him, and from the middle on what a viewer may see otherwise.
    struct Row {
        std::int64_t seat;
        std::size_t middle, end;
    };

    static inline std::uint64_t made_ = 0;

    const std::uint64_t mark_;  // names a scene without keeping it
    std::unique_ptr<const PythonSheet> owned_;
    const Sheet* sheet_ = nullptr;
    Text text_;  // the stage, the deadline, the players
    std::size_t stage_end_ = 0, deadline_end_ = 0;
    std::vector<Row> rows_;
    mutable std::uint64_t since_ = 0;
    mutable std::string news_;

    std::string_view stage() const noexcept { return text_.read().substr(0, stage_end_); }
    std::string_view deadline() const noexcept { return text_.read().substr(stage_end_, deadline_end_ - stage_end_); }

    void write_row(const nb::tuple& row, bool is_dealing) {
        const auto seat = nb::cast<std::int64_t>(row[0]);
        std::string_view status = text_of(row[2]);
        Number chips = nb::cast<Number>(row[3]);
        Sheet::Known known;
        Draft more;
        if (nb::cast<bool>(row[5]) && sheet_ != nullptr) {
            known = sheet_->player(more.text, seat, std::nullopt);
            if (known.status && (status == "active" || *known.status != "active")) {
                status = *known.status;
            }
            if (known.chips && is_dealing) {
                chips = known.chips;
            }
        }
        (rows_.empty() ? text_ : text_ << ',') << '{' << bytes_of(row[1]) << R"(,"deadline":)" << nb::cast<Number>(row[4])
                                               << R"(,"status":")" << status << '"';
        if (chips) {
            text_ << R"(,"chips":)" << *chips;
        }
        const std::size_t middle = text_.size();
        if (more.text.size() != 0) {
            text_ << ',' << more.text.read();
        }
        rows_.push_back({seat, middle, text_.size()});
        text_ << '}';
    }

    void write_new(Text& news, const Scene& before) const {
        if (stage() != before.stage()) {
            news << ',' << stage();
        }
        if (deadline() != before.deadline()) {
            news << ',' << deadline();
        }
        if (sheet_ != nullptr && !told_sheet.is(before.told_sheet)) {
            const After comma(news);
            before.sheet_ != nullptr ? sheet_->new_facts(news, before.told_sheet) : sheet_->facts(news);
        }
        if (!lasting.is(before.lasting)) {
            const nb::tuple now(lasting), then(before.lasting);
            if (now.size() != then.size()) {
                throw nb::value_error("the same lasting fields are told in every scene");
            }
            for (std::size_t i = 0; i < now.size(); ++i) {
                if (const std::string_view part = bytes_of(now[i]); part != bytes_of(then[i])) {
                    news << ',' << part;
                }
            }
        }
    }
};

class Picture {
public:
    const nb::object told_scene;
    const Viewer seat;

    Picture(nb::handle_t<Scene> scene, Viewer seat_, Viewer viewer, nb::object player, nb::handle asked, const Picture* old)
        : told_scene(nb::borrow<nb::object>(scene)), seat(seat_), scene_(nb::cast<const Scene&>(told_scene)) {
        const Sheet* const sheet = scene_.sheet();
        told_ = sheet != nullptr ? sheet->told(seat) : 0;
        text_.reserve(1536);
        scene_.write_players(text_, seat);
        players_end_ = text_.size();
        write_you(player, viewer);
        you_end_ = text_.size();
        if (asked.is_none() || sheet == nullptr) {
            text_ << R"("decision":null)";
            return;
        }
        static const nb::object DECISION = nb::steal(PyUnicode_InternFromString("decision"));
        static const nb::object DEADLINE = nb::steal(PyUnicode_InternFromString("deadline"));
        static const nb::object SINCE = nb::steal(PyUnicode_InternFromString("since"));
        decision_ = asked.attr(DECISION);
        deadline_ = nb::cast<Number>(asked.attr(DEADLINE));
        if (old != nullptr && old->decision_.is(decision_) && old->deadline_ == deadline_) {
            text_ << old->fields()[2];
            return;
        }
        Draft extra;
        text_ << R"("decision":{)";
        sheet->question(text_, extra.text, decision_);
        text_ << R"(,"deadline":)" << deadline_ << R"(,"since":)" << nb::cast<std::int64_t>(asked.attr(SINCE));
        (extra.text.size() != 0 ? text_ << ',' : text_) << extra.text.read() << '}';
    }

    nb::bytes full(std::int64_t seq, std::int64_t time) const {
        Draft draft;
        Text& text = draft.text;
        begin(text) << R"("seq":)" << seq << R"(,"full":true,"time":)" << time << ',';
        scene_.write_fields(text);
        for (const std::string_view part : fields()) {
            text << ',' << part;
        }
        write_view(text);
        text << R"(,"events":[)";
        write_events(text, 0);
        text << "]}}";
        return bytes(text.read());
    }

    nb::object delta(const Picture& old, std::int64_t base, std::int64_t seq, std::int64_t time) const {
        const Scene& before = old.scene_;
        Draft draft;
        Text& text = draft.text;
        begin(text) << R"("seq":)" << seq << R"(,"full":false,"base":)" << base << R"(,"time":)" << time;
        const std::size_t empty = text.size();
        text << scene_.since(before);
        const auto now = fields(), then = old.fields();
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (now[i] != then[i]) {
                text << ',' << now[i];
            }
        }
        if (scene_.sheet() != nullptr && (!scene_.told_sheet.is(before.told_sheet) || seat != old.seat)) {
            write_news(text, old);
        }
        if (text.size() == empty) {
            return nb::none();
        }
        text << "}}";
        return bytes(text.read());
    }

private:
    const Scene& scene_;
    std::size_t told_ = 0;  // lines of the log
    Text text_;  // the players, where they read otherwise than for everybody; himself; the question
    std::size_t players_end_ = 0, you_end_ = 0;
    nb::object decision_;
    Number deadline_;

    std::array<std::string_view, 3> fields() const noexcept {
        const std::string_view all = text_.read();
        return {players_end_ != 0 ? all.substr(0, players_end_) : scene_.players(), all.substr(players_end_, you_end_ - players_end_),
                all.substr(you_end_)};
    }

    void write_you(nb::handle player, Viewer viewer) {
        if (player.is_none()) {
            text_ << R"("you":null)";
            return;
        }
        text_ << R"("you":{"id":)";
        text_.quote(text_of(player)) << R"(,"seat":)" << viewer.value_or(0);
        if (scene_.sheet() != nullptr) {
            const After name(text_, R"(,"holeCards":)");
            scene_.sheet()->cards(text_, seat);
        }
        text_ << '}';
    }

    Text& begin(Text& text) const {
        return text << R"({"type":"game_state","payload":{)" << bytes_of(scene_.head) << ',';
    }

    void write_view(Text& text) const {
        text << R"(,"view":)";
        if (scene_.sheet() == nullptr) {
            text << "null";
        } else {
            text << '{';
            scene_.sheet()->view(text, seat);
            text << '}';
        }
    }

    void write_events(Text& text, std::size_t start) const {
        if (start < told_) {
            scene_.sheet()->events(text, seat, start);
        }
    }

    // Of the view and the log; a new deal sends its view whole.
    void write_news(Text& text, const Picture& old) const {
        const bool is_same = scene_.ids.is(old.scene_.ids) && old.scene_.sheet() != nullptr;
        if (!is_same || seat != old.seat) {
            write_view(text);
        } else {
            const After name(text, R"(,"view":{)");
            scene_.sheet()->new_view(text, seat, old.scene_.told_sheet);
            if (!name.is_empty()) {
                text << '}';
            }
        }
        const After name(text, R"(,"events":[)");
        write_events(text, is_same ? old.told_ : 0);
        if (!name.is_empty()) {
            text << ']';
        }
    }
};

}  // namespace

void bind_telling(nb::module_& module) {
    nb::class_<Scene>(module, "Scene", "What everybody is told of a table.", nb::is_final())
        .def(nb::init<nb::object, nb::object, nb::tuple, nb::bytes, std::optional<std::string>, Number, nb::tuple, nb::object,
                      nb::list>(),
             nb::arg("table"), nb::arg("sheet").none(), nb::arg("ids"), nb::arg("head"), nb::arg("stage").none(),
             nb::arg("deadline").none(), nb::arg("lasting"), nb::arg("plates"), nb::arg("rows"))
        .def_prop_ro("table", [](const Scene& self) { return self.table; })
        .def_prop_ro("sheet", [](const Scene& self) { return self.told_sheet; })
        .def_prop_ro("ids", [](const Scene& self) { return self.ids; })
        .def_prop_ro("head", [](const Scene& self) { return self.head; })
        .def_prop_ro("lasting", [](const Scene& self) { return self.lasting; })
        .def_prop_ro("plates", [](const Scene& self) { return self.plates; });

    nb::class_<Picture>(module, "Picture", "All that one viewer may know.", nb::is_final())
        .def(nb::init<nb::handle_t<Scene>, Viewer, Viewer, nb::object, nb::handle, const Picture*>(), nb::arg("scene"),
             nb::arg("seat").none(), nb::arg("viewer").none(), nb::arg("player").none(), nb::arg("asked").none(),
             nb::arg("old").none() = nb::none())
        .def_prop_ro("scene", [](const Picture& self) { return self.told_scene; })
        .def_prop_ro("seat", [](const Picture& self) { return self.seat; })
        .def("full", &Picture::full, nb::arg("seq"), nb::arg("time"))
        .def("delta", &Picture::delta, nb::arg("old"), nb::arg("base"), nb::arg("seq"), nb::arg("time"));
}

}  // namespace paiju
