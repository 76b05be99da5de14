// A moment of a table as messages. The twin is paiju/server/telling.py, which says what each of these is for.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "making.hpp"
#include "sheet.hpp"

namespace paiju {
namespace {

using Number = std::optional<std::int64_t>;

Text& operator<<(Text& text, const Number& value) { return value ? text << *value : text << std::string_view("null"); }

// A number of any size, in digits; none for None.
std::optional<std::string> digits(nb::handle value) {
    if (value.is_none()) {
        return std::nullopt;
    }
    if (!PyLong_Check(value.ptr())) {
        throw nb::type_error("chips are a number");
    }
    int is_long = 0;
    const long long found = PyLong_AsLongLongAndOverflow(value.ptr(), &is_long);
    return is_long == 0 ? std::to_string(found) : std::string(text_of(nb::str(value)));
}

// Pieces from one up to another, those that read otherwise among earlier ones, each with a comma before it.
void write_new(Text& text, const Pieces& now, const Pieces& before, std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
        if (i >= before.size() || now[i] != before[i]) {
            text << ',' << now[i];
        }
    }
}

void write_all(Text& text, const Pieces& pieces, std::size_t from, std::size_t to) {
    write_new(text, pieces, {}, from, to);
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
    void facts(Pieces& pieces) const override { take(pieces, nb::object(sheet_.attr("facts")())); }
    void view(Pieces& pieces, Viewer viewer) const override { take(pieces, nb::object(sheet_.attr("view")(viewer))); }

    std::size_t told(Viewer viewer) const override { return nb::cast<std::size_t>(sheet_.attr("told")(viewer)); }

    void events(Text& text, Viewer viewer, std::size_t start) const override {
        text << bytes_of(nb::object(sheet_.attr("events")(viewer, start)));
    }

    Known player(Text& more, std::int64_t seat, Viewer viewer) const override {
        const nb::tuple found = row<3>(sheet_.attr("player")(seat, viewer));
        more << bytes_of(found[2]);
        return {nb::cast<std::optional<std::string>>(found[0]), digits(found[1])};
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
        const nb::tuple found = row<2>(sheet_.attr("question")(decision));
        text << bytes_of(found[0]);
        extra << bytes_of(found[1]);
    }

private:
    nb::handle sheet_;

    template <std::size_t Size>
    static nb::tuple row(const nb::object& found) {
        nb::tuple made(found);
        if (made.size() != Size) {
            throw nb::value_error("a sheet tells more or less than it is asked");
        }
        return made;
    }

    static void take(Pieces& pieces, nb::handle parts) {
        for (const nb::handle part : parts) {
            pieces.text << bytes_of(part);
            pieces.end();
        }
    }
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
        Text& text = pieces_.text;
        rows_.reserve(rows.size());
        pieces_.reserve(16, 768 + 512 * rows.size());
        text << R"("players":[)";
        for (const nb::handle row : rows) {
            if (!PyTuple_Check(row.ptr()) || PyTuple_GET_SIZE(row.ptr()) != 6) {
                throw nb::type_error("a row of a player is a tuple of six values");
            }
            write_row(nb::borrow<nb::tuple>(row), !stage);
        }
        text << ']';
        pieces_.end();
        text << R"("stage":")" << (stage ? *stage : sheet_->stage()) << '"';
        pieces_.end();
        text << R"("deadline":)" << deadline;
        pieces_.end();
        if (sheet_ != nullptr) {
            sheet_->facts(pieces_);
        }
    }

    const Sheet* sheet() const noexcept { return sheet_; }

    std::string_view players() const noexcept { return pieces_[0]; }

    // The same for who sees the deal as this seat; false if it reads as for everybody.
    bool write_players(Text& text, Viewer viewer) const {
        if (!viewer || sheet_ == nullptr || *viewer >= static_cast<std::int64_t>(nb::len(ids))) {
            return false;
        }
        const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Row& one) { return one.seat == *viewer; });
        if (row == rows_.end()) {
            return false;
        }
        const std::string_view all = players();
        const std::size_t begin = text.size();
        text << all.substr(0, row->middle) << ',';
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

    // Everything besides players and the view, with a comma before each part.
    void write_fields(Text& text) const {
        write_all(text, pieces_, 1, pieces_.size());
        for (const nb::handle part : nb::borrow<nb::tuple>(lasting)) {
            text << ',' << bytes_of(part);
        }
    }

    // What of it reads otherwise in an earlier scene. Viewers mostly know the same one.
    std::string_view since(const Scene& before) const {
        if (since_ != before.mark_) {
            Draft news;
            write_news(news.text, before);
            news_ = news.text.read();
            since_ = before.mark_;
        }
        return news_;
    }

private:
    // A player within the first piece: what the table knows of him, and from the middle on what a viewer may see otherwise.
    struct Row {
        std::int64_t seat;
        std::size_t middle, end;
    };

    static inline std::uint64_t made_ = 0;

    const std::uint64_t mark_;  // names a scene without keeping it
    std::unique_ptr<const PythonSheet> owned_;
    const Sheet* sheet_ = nullptr;
    Pieces pieces_;  // players, stage, deadline, facts
    std::vector<Row> rows_;
    mutable std::uint64_t since_ = 0;
    mutable std::string news_;

    void write_row(const nb::tuple& row, bool is_dealing) {
        const auto seat = nb::cast<std::int64_t>(row[0]);
        std::string_view status = text_of(row[2]);
        std::optional<std::string> chips = digits(row[3]);
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
        Text& text = pieces_.text;
        (rows_.empty() ? text : text << ',') << '{' << bytes_of(row[1]) << R"(,"deadline":)" << nb::cast<Number>(row[4])
                                             << R"(,"status":")" << status << '"';
        if (chips) {
            text << R"(,"chips":)" << *chips;
        }
        const std::size_t middle = text.size();
        if (more.text.size() != 0) {
            text << ',' << more.text.read();
        }
        rows_.push_back({seat, middle, text.size()});
        text << '}';
    }

    void write_news(Text& news, const Scene& before) const {
        write_new(news, pieces_, before.pieces_, 1, pieces_.size());
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
        Text& text = pieces_.text;
        pieces_.reserve(32, 3072);
        scene_.write_players(text, seat);
        pieces_.end();
        write_you(player, viewer);
        pieces_.end();
        write_question(asked, old);
        pieces_.end();
        if (sheet != nullptr) {
            sheet->view(pieces_, seat);
        }
    }

    nb::bytes full(std::int64_t seq, std::int64_t time) const {
        Draft draft;
        Text& text = draft.text;
        begin(text) << R"("seq":)" << seq << R"(,"full":true,"time":)" << time;
        scene_.write_fields(text);
        text << ',' << players();
        write_all(text, pieces_, 1, VIEW);
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
        if (players() != old.players()) {
            text << ',' << players();
        }
        write_new(text, pieces_, old.pieces_, 1, VIEW);
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
    static constexpr std::size_t VIEW = 3;  // where its fields begin

    const Scene& scene_;
    std::size_t told_ = 0;  // lines of the log
    Pieces pieces_;         // players ("": as for everybody), you, decision, the view
    nb::object decision_;
    Number deadline_;

    std::string_view players() const noexcept { return pieces_[0].empty() ? scene_.players() : pieces_[0]; }

    void write_you(nb::handle player, Viewer viewer) {
        Text& text = pieces_.text;
        if (player.is_none()) {
            text << R"("you":null)";
            return;
        }
        text << R"("you":{"id":)";
        text.quote(text_of(player)) << R"(,"seat":)" << viewer.value_or(0);
        if (scene_.sheet() != nullptr) {
            const After name(text, R"(,"holeCards":)");
            scene_.sheet()->cards(text, seat);
        }
        text << '}';
    }

    void write_question(nb::handle asked, const Picture* old) {
        Text& text = pieces_.text;
        if (asked.is_none() || scene_.sheet() == nullptr) {
            text << R"("decision":null)";
            return;
        }
        static const nb::handle DECISION = interned("decision").release();  // for ever
        static const nb::handle DEADLINE = interned("deadline").release();
        static const nb::handle SINCE = interned("since").release();
        decision_ = asked.attr(DECISION);
        deadline_ = nb::cast<Number>(asked.attr(DEADLINE));
        if (old != nullptr && old->decision_.is(decision_) && old->deadline_ == deadline_) {
            text << old->pieces_[2];
            return;
        }
        Draft extra;
        text << R"("decision":{)";
        scene_.sheet()->question(text, extra.text, decision_);
        text << R"(,"deadline":)" << deadline_ << R"(,"since":)" << nb::cast<std::int64_t>(asked.attr(SINCE));
        (extra.text.size() != 0 ? text << ',' : text) << extra.text.read() << '}';
    }

    Text& begin(Text& text) const {
        return text << R"({"type":"game_state","payload":{)" << bytes_of(scene_.head) << ',';
    }

    void write_view(Text& text) const {
        if (scene_.sheet() == nullptr) {
            text << R"(,"view":null)";
        } else {
            text << R"(,"view":{)" << pieces_[VIEW];
            write_all(text, pieces_, VIEW + 1, pieces_.size());
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
            const After name(text, R"(,"view":)");
            const std::size_t begin = text.size();
            write_new(text, pieces_, old.pieces_, VIEW, pieces_.size());
            if (!name.is_empty()) {
                text.set(begin, '{');  // in place of the first comma
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
