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
        stage_ << R"("stage":")" << (stage ? *stage : sheet_->stage()) << '"';
        deadline_ << R"("deadline":)" << deadline;
        players_.reserve(512 * rows.size());
        players_ << R"("players":[)";
        for (const nb::handle row : rows) {
            write_row(nb::borrow<nb::tuple>(row), !stage);
        }
        players_ << ']';
    }

    const Sheet* sheet() const noexcept { return sheet_; }

    std::string_view players() const noexcept { return players_.read(); }

    // The same for who sees the deal as this seat; false if it reads as for everybody.
    bool write_players(Text& text, Viewer viewer) const {
        if (!viewer || sheet_ == nullptr || *viewer >= static_cast<std::int64_t>(nb::len(ids))) {
            return false;
        }
        const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Row& one) { return one.seat == *viewer; });
        if (row == rows_.end()) {
            return false;
        }
        Text own;
        sheet_->player(own, *viewer, viewer);
        const std::string_view all = players();
        const std::string_view more = all.substr(row->middle, row->end - row->middle);
        if (own.read() == (more.empty() ? more : more.substr(1))) {
            return false;
        }
        text << all.substr(0, row->middle);
        if (own.size() != 0) {
            text << ',' << own.read();
        }
        text << all.substr(row->end);
        return true;
    }

    // Everything besides players and the view.
    void write_fields(Text& text) const {
        text << stage_.read() << ',' << deadline_.read();
        if (sheet_ != nullptr) {
            Text facts;
            sheet_->facts(facts);
            (facts.size() != 0 ? text << ',' : text) << facts.read();
        }
        for (const nb::handle part : nb::borrow<nb::tuple>(lasting)) {
            text << ',' << bytes_of(part);
        }
    }

    // What of it reads otherwise in an earlier scene, with a comma before each part. Viewers mostly know the same one.
    std::string_view since(const Scene& before) const {
        if (since_ != before.mark_) {
            Text news;
            write_new(news, before);
            news_ = std::move(news);
            since_ = before.mark_;
        }
        return news_.read();
    }

private:
    // A player within `players_`: what the table knows of him, and from the middle on what a viewer may see otherwise.
    struct Row {
        std::int64_t seat;
        std::size_t middle, end;
    };

    static inline std::uint64_t made_ = 0;

    const std::uint64_t mark_;  // names a scene without keeping it
    std::unique_ptr<const PythonSheet> owned_;
    const Sheet* sheet_ = nullptr;
    Text stage_, deadline_, players_;
    std::vector<Row> rows_;
    mutable std::uint64_t since_ = 0;
    mutable Text news_;

    void write_row(const nb::tuple& row, bool is_dealing) {
        const auto seat = nb::cast<std::int64_t>(row[0]);
        std::string_view status = text_of(row[2]);
        Number chips = nb::cast<Number>(row[3]);
        Sheet::Known known;
        Text more;
        if (nb::cast<bool>(row[5]) && sheet_ != nullptr) {
            known = sheet_->player(more, seat, std::nullopt);
            if (known.status && (status == "active" || *known.status != "active")) {
                status = *known.status;
            }
            if (known.chips && is_dealing) {
                chips = known.chips;
            }
        }
        (rows_.empty() ? players_ : players_ << ',') << '{' << bytes_of(row[1]) << R"(,"deadline":)"
                                                     << nb::cast<Number>(row[4]) << R"(,"status":")" << status << '"';
        if (chips) {
            players_ << R"(,"chips":)" << *chips;
        }
        const std::size_t middle = players_.size();
        if (more.size() != 0) {
            players_ << ',' << more.read();
        }
        rows_.push_back({seat, middle, players_.size()});
        players_ << '}';
    }

    void write_new(Text& news, const Scene& before) const {
        for (const auto part : {&Scene::stage_, &Scene::deadline_}) {
            if ((this->*part).read() != (before.*part).read()) {
                news << ',' << (this->*part).read();
            }
        }
        if (sheet_ != nullptr && !told_sheet.is(before.told_sheet)) {
            Text facts;
            before.sheet_ != nullptr ? sheet_->new_facts(facts, before.told_sheet) : sheet_->facts(facts);
            (facts.size() != 0 ? news << ',' : news) << facts.read();
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
        has_own_players_ = scene_.write_players(players_, seat);
        write_you(player, viewer);
        if (asked.is_none() || sheet == nullptr) {
            question_ << R"("decision":null)";
            return;
        }
        static const nb::object DECISION = nb::steal(PyUnicode_InternFromString("decision"));
        static const nb::object DEADLINE = nb::steal(PyUnicode_InternFromString("deadline"));
        static const nb::object SINCE = nb::steal(PyUnicode_InternFromString("since"));
        decision_ = asked.attr(DECISION);
        deadline_ = nb::cast<Number>(asked.attr(DEADLINE));
        if (old != nullptr && old->decision_.is(decision_) && old->deadline_ == deadline_) {
            question_ << old->question_.read();
            return;
        }
        Text extra;
        question_ << R"("decision":{)";
        sheet->question(question_, extra, decision_);
        question_ << R"(,"deadline":)" << deadline_ << R"(,"since":)" << nb::cast<std::int64_t>(asked.attr(SINCE));
        (extra.size() != 0 ? question_ << ',' : question_) << extra.read() << '}';
    }

    nb::bytes full(std::int64_t seq, std::int64_t time) const {
        Text text;
        text.reserve(8192);
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
        Text text;
        text.reserve(4096);
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
    bool has_own_players_ = false;
    Text players_, you_, question_;
    nb::object decision_;
    Number deadline_;

    std::array<std::string_view, 3> fields() const noexcept {
        return {has_own_players_ ? players_.read() : scene_.players(), you_.read(), question_.read()};
    }

    void write_you(nb::handle player, Viewer viewer) {
        if (player.is_none()) {
            you_ << R"("you":null)";
            return;
        }
        you_ << R"("you":{"id":)";
        you_.quote(text_of(player)) << R"(,"seat":)" << viewer.value_or(0);
        Text cards;
        if (scene_.sheet() != nullptr && scene_.sheet()->cards(cards, seat)) {
            you_ << R"(,"holeCards":)" << cards.read();
        }
        you_ << '}';
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
            Text view;
            scene_.sheet()->new_view(view, seat, old.scene_.told_sheet);
            if (view.size() != 0) {
                text << R"(,"view":{)" << view.read() << '}';
            }
        }
        Text events;
        write_events(events, is_same ? old.told_ : 0);
        if (events.size() != 0) {
            text << R"(,"events":[)" << events.read() << ']';
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
