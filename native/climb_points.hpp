// Plays where suits do not matter: the twin of paiju.games.climb.points. Bodies and groups come compiled.
#pragma once

#include <iterator>
#include <span>

#include "climb.hpp"

namespace paiju::climb {

class Points {
public:
    static constexpr int STRIDE = 0;  // one deck or two
    static constexpr bool SUITS_MATTER = false, HAS_WILDS = false;

    explicit Points(nb::dict table) {
        both_ = whole<Counts>(table, "both", 0, ANY);
        if ((both_ & ~ONES) != 0 || (both_ != 0 && bits_of(both_) != 2)) {
            bad_table("the jokers are two points");
        }
        jokers_ = both_ != 0 ? both_ : Counts{1} << 63;
        lower_readings_ = yes(table, "lower_readings");
        for (nb::handle one : nb::cast<nb::sequence>(table["combos"])) {
            const auto row = fields(one, 8);
            Combo combo{};
            combo.number = static_cast<std::int32_t>(combos_.size());
            combo.line = whole<std::int16_t>(row[0], 0, 30000);
            combo.strength = whole<std::int32_t>(row[1], 0, 1 << 30);
            combo.bomb = whole<std::uint8_t>(row[2], 0, 100);
            combo.factor = whole<std::uint8_t>(row[3], 1, 16);
            combo.size = whole<std::uint8_t>(row[4], 1, MOST_CARDS);
            combo.is_final = nb::cast<bool>(row[5]);
            combo.is_single = nb::cast<bool>(row[6]);
            std::vector<std::int16_t> also;
            for (nb::handle line : nb::cast<nb::sequence>(row[7])) {
                also.push_back(whole<std::int16_t>(line, 0, 30000));
            }
            combos_.push_back(combo);
            also_.push_back(std::move(also));
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["bodies"])) {
            const auto row = fields(one, 5);
            bodies_.push_back({whole<Counts>(row[0], 1, ANY), whole<Counts>(row[1], 1, ANY), whole<Counts>(row[2], 0, ANY),
                               whole<std::int32_t>(row[3], 0, size_of(combos_) - 1), whole<int>(row[4], 1, MOST_POINTS)});
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["chains"])) {
            const int first = size_of(rows_);
            for (nb::handle body : nb::cast<nb::sequence>(one)) {
                rows_.push_back(bodies_[at(whole<int>(body, 0, size_of(bodies_) - 1))]);
            }
            if (first == size_of(rows_)) {
                bad_table("a chain has bodies");
            }
            chains_.push_back({rows_[at(first)].need, first, size_of(rows_)});
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["groups"])) {
            const auto row = fields(one, 9);
            Group group{};
            group.width = whole<std::uint8_t>(row[0], 1, 8);
            group.fewest = whole<std::uint8_t>(row[1], 1, MOST_POINTS);
            group.reach = whole<Counts>(row[2], 0, ANY);
            group.mode = whole<Mode>(row[3], 0, FREE);
            group.singles = whole<std::uint8_t>(row[4], 0, 20);
            group.pairs = whole<std::uint8_t>(row[5], 0, 20);
            group.per_point = nb::cast<bool>(row[6]);
            group.first = whole<int>(row[7], 0, size_of(chains_));
            group.last = whole<int>(row[8], group.first, size_of(chains_));
            complete(group);
            widest_ = std::max<int>(widest_, group.width);
            groups_.push_back(group);
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["lasts"])) {
            std::vector<Body> row;
            for (nb::handle body : nb::cast<nb::sequence>(one)) {
                row.push_back(bodies_[at(whole<int>(body, 0, size_of(bodies_) - 1))]);
            }
            if (row.empty()) {
                bad_table("a last play has bodies");
            }
            lasts_.push_back(std::move(row));
        }
        if (groups_.size() > 60000) {
            bad_table("there are too many groups");
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["answers"])) {
            std::vector<Group> all;
            for (nb::handle group : nb::cast<nb::sequence>(one)) {
                all.push_back(groups_[at(whole<int>(group, 0, size_of(groups_) - 1))]);
            }
            if (all.size() > Moves().ends.size()) {
                bad_table("a play has too many answers");
            }
            for (const bool both : {false, true}) {
                for (int width = 1; width <= 8; ++width) {
                    const Span span{size_of(listed_), 0};
                    std::copy_if(all.begin(), all.end(), std::back_inserter(listed_), [&](const Group& group) {
                        return group.width <= width && (both || !group.needs_both);
                    });
                    answers_.push_back({span.first, size_of(listed_)});
                    // Another kind of hand has so many answers only if it has the same.
                    const Span before = answers_[answers_.size() - (width > 1 ? 2 : 1)];
                    if (width > 1 && before.last - before.first == size_of(listed_) - span.first) {
                        listed_.resize(at(span.first));
                        answers_.back() = before;
                    }
                }
            }
        }
        if (answers_.size() != (combos_.size() + 1) * KINDS) {
            bad_table("each combo needs its answers, and so does leading");
        }
    }

    Combo combo(std::int32_t number) const noexcept { return combos_[at(number)]; }
    bool has(std::int64_t number) const noexcept { return number >= 0 && number < static_cast<std::int64_t>(combos_.size()); }

    // The body of a combo.
    Counts body(std::int32_t number) const noexcept {
        const auto found = std::find_if(bodies_.begin(), bodies_.end(), [&](const Body& one) { return one.number == number; });
        return found == bodies_.end() ? 0 : found->pattern;
    }

    bool beats(const Combo& one, const Combo& other) const noexcept {
        if (one.line == other.line) {
            return one.strength > other.strength;
        }
        if (one.bomb != 0) {
            return other.bomb == 0;
        }
        const auto& also = also_[at(one.number)];
        return std::find(also.begin(), also.end(), other.line) != also.end() && one.strength > other.strength;
    }

    // Every play that beats `top` (-1: any), in the order of the twin.
    void list(const Hand&, Counts counts, std::int32_t top, Moves& moves) const {
        moves.list.clear();
        for (const Group& group : answers(top, counts, moves)) {
            const Counts have = moves.known[group.width] & group.reach;
            if (have != 0 && bits_of(have) >= group.fewest) {
                list_group(group, have, counts, moves);
            }
        }
        if (!lasts_.empty()) {
            if (const Move last = last_play(counts, top); last.number >= 0) {
                const bool listed = std::any_of(moves.list.begin(), moves.list.end(), [&](const Move& move) {
                    return move.body + move.carried == counts;
                });
                if (!listed) {
                    moves.list.push_back(last);
                }
            }
        }
    }

    bool has_lasts() const noexcept { return !lasts_.empty(); }

    // How many plays `list` would list; `named` names one of them by its number, and lists no more than its group.
    [[gnu::always_inline]] std::uint32_t tally(Counts counts, std::int32_t top, Moves& moves) const {
        if (!lasts_.empty() && last_play(counts, top).number >= 0) [[unlikely]] {
            moves.groups = nullptr;  // all of them are listed
            list({}, counts, top, moves);
            return static_cast<std::uint32_t>(moves.list.size());
        }
        const std::span<const Group> groups = answers(top, counts, moves);
        moves.groups = groups.data();
        std::uint32_t* end = moves.ends.data();
        std::uint32_t total = 0;
        for (const Group& group : groups) {
            const Counts have = moves.known[group.width] & group.reach;
            switch (group.tally) {
                case POINTS: total += static_cast<std::uint32_t>(bits_of(have)); break;
                case POINTS_AND_ONE:
                    // A body is itself among the points that could be carried: it has as many cards as it carries, or more.
                    total += static_cast<std::uint32_t>(bits_of(have) * (bits_of(moves.known[group.pairs != 0 ? 2 : 1]) - 1));
                    break;
                case WHOLE: total += have == group.reach; break;
                default:
                    if (starts_of(group, have) != 0) [[unlikely]] {
                        total += longer_tally(group, have, counts, moves);
                    }
                    break;
            }
            *end++ = total;
        }
        return total;
    }

    // The play of this number, after `tally` of the same hand.
    [[gnu::always_inline]] Move named(Counts counts, std::uint32_t number, Moves& moves) const {
        if (!lasts_.empty() && moves.groups == nullptr) [[unlikely]] {
            return moves.list[number];
        }
        const std::uint32_t* end = moves.ends.data();
        const auto* place = static_cast<const Group*>(moves.groups);
        std::uint32_t before = 0;
        for (; number >= *end; ++place) {
            before = *end++;
        }
        number -= before;
        const Group& group = *place;
        const Counts have = moves.known[group.width] & group.reach;
        if (group.tally == POINTS) {
            const Body& body = body_at(group, nth(have, number));
            return {body.pattern, 0, body.number, 0};
        }
        if (group.tally == POINTS_AND_ONE) {
            const std::size_t size = group.pairs != 0 ? 2 : 1;
            const Counts loose = moves.known[size];
            const auto each = static_cast<std::uint32_t>(bits_of(loose) - 1);
            const Body& body = body_at(group, nth(have, number / each));
            return {body.pattern, nth(loose & ~body.need, number % each) * size, body.number, 0};
        }
        return named_in(group, have, counts, number, moves);
    }

    // Cards of a point leave smallest suit first, so hands need not be kept up to date: see Climb::hand.
    void take(Hand&, Counts& counts, const Move& move) const noexcept { counts -= move.body + move.carried; }

    bool holds(const Move& move, int point, int) const noexcept { return ((move.body + move.carried) >> 4 * point & 15) != 0; }
    bool is_highest(const Move& move, Counts counts, const Hand&) const noexcept {
        return std::countl_zero(move.body) / 4 == std::countl_zero(counts) / 4;
    }
    Counts pattern(const Move& move) const noexcept { return move.body + move.carried; }

private:
    enum Mode : std::uint8_t { PLAIN, ONE, CARRY, FREE };
    // How the plays of a group are counted: by the points held, which are its bodies; by those times what each may carry;
    // one, if all its points are held; by where runs begin; body by body, by what each may carry; by listing them.
    enum Tally : std::uint8_t { POINTS, POINTS_AND_ONE, WHOLE, RUNS, WINGS, LISTED };
    struct Body {
        Counts need, pattern, beside;
        std::int32_t number;
        int run;
    };
    struct Span {
        int first, last;
    };
    struct Chain {
        Counts need;  // of its first body
        int first, last;
    };
    struct Group {
        Counts reach;
        int first, last;      // chains
        std::int16_t points;  // where every body is one point: which table has the row of each; -1 elsewhere
        std::uint8_t width, singles, pairs;
        std::uint8_t fewest, longest;  // points of a body
        std::array<std::uint8_t, 3> shifts;  // see starts_of
        Mode mode;
        Tally tally;
        bool per_point;
        bool needs_both;  // jokers, for any of its bodies
    };
    static constexpr std::size_t KINDS = 16;  // of hands: the most cards of a point, without and with both jokers
    using PointRows = std::array<std::int16_t, MOST_POINTS + 1>;
    struct Item {
        Counts unit;
        int most;
    };

    // Plays must be part of the hand, and wings so few that they can be listed.
    static void check(const Group& group, const Body& body) {
        if ((body.need & ~ONES) != 0 || body.pattern != body.need * static_cast<Counts>(group.width)) {
            bad_table("a body does not have the width of its shape");
        }
        if ((group.singles + group.pairs) * (group.per_point ? body.run : 1) > 12 || group.singles + group.pairs > 12) {
            bad_table("a body carries too much");
        }
        if (group.mode != PLAIN && group.singles + group.pairs == 0) {
            bad_table("a body carries nothing");
        }
        if (group.mode == ONE && group.width < (group.pairs != 0 ? 2 : 1)) {
            bad_table("a body is narrower than what it carries");
        }
    }

    // Checks a group, and finds out how its plays can be counted.
    void complete(Group& group) {
        std::vector<Counts> bodies;
        PointRows rows;
        rows.fill(-1);
        Counts reach = 0, last = 0;
        int longest = 0;
        bool are_runs = true;
        group.needs_both = both_ != 0;
        bool by_point = size_of(rows_) < 30000 && by_point_.size() < 30000;
        for (int c = group.first; c < group.last; ++c) {
            const Chain& chain = chains_[at(c)];
            for (int r = chain.first; r < chain.last; ++r) {
                const Body& body = rows_[at(r)];
                check(group, body);
                const int size = bits_of(body.need);
                const Counts before = rows_[at(std::max(r - 1, chain.first))].need;
                are_runs = are_runs && size >= group.fewest && (body.need & before) == before &&
                           body.need >> std::countr_zero(body.need) == run_of(size);
                longest = std::max(longest, size);
                group.needs_both = group.needs_both && (body.need & both_) == both_;
                reach |= body.need;
                bodies.push_back(body.need);
            }
            // One point each, lowest first: listing them is going through the points that are held.
            by_point = by_point && chain.last - chain.first == 1 && std::has_single_bit(chain.need) && chain.need > last;
            last = chain.need;
            rows[at(std::countr_zero(chain.need) / 4)] = static_cast<std::int16_t>(chain.first);
        }
        if (reach != group.reach) {
            bad_table("a group does not reach what its bodies need");
        }
        // Whether the bodies are all runs of neighbouring points in reach, from the fewest to the longest, each once.
        std::size_t runs = 0;
        for (Counts size = 1, starts = reach; size <= at(longest); ++size, starts &= starts >> 4) {
            runs += size >= group.fewest ? at(bits_of(starts)) : 0;
        }
        std::sort(bodies.begin(), bodies.end());
        const bool distinct = std::adjacent_find(bodies.begin(), bodies.end()) == bodies.end();
        are_runs = are_runs && distinct && runs == bodies.size();

        group.longest = static_cast<std::uint8_t>(longest);
        set_shifts(group, are_runs);
        group.points = -1;
        if (by_point) {
            const auto same = std::find(by_point_.begin(), by_point_.end(), rows);
            group.points = static_cast<std::int16_t>(same - by_point_.begin());
            if (same == by_point_.end()) {
                by_point_.push_back(rows);
            }
        }
        group.tally = by_point && group.mode == PLAIN   ? POINTS
                      : by_point && group.mode == ONE   ? POINTS_AND_ONE
                      : bodies.size() == 1 && group.mode == PLAIN ? WHOLE
                      : are_runs && group.mode == PLAIN ? RUNS
                      : group.mode == CARRY             ? WINGS
                                                        : LISTED;
    }

    // All of a hand as a play that is only for last cards; the number is -1 if it is none that beats `top`.
    Move last_play(Counts counts, std::int32_t top) const noexcept {
        Move found{0, 0, -1, 0};
        const int size = total(counts);
        const Counts triples = at_least(counts, 3);
        if (triples == 0) {
            return found;
        }
        for (const std::vector<Body>& row : lasts_) {  // of one kind and line, the strongest first
            for (const Body& body : row) {
                const Combo& combo = combos_[at(body.number)];
                if (combo.size == size && (triples & body.need) == body.need) {
                    const bool fits = top < 0 || beats(combo, combos_[at(top)]);
                    if (fits && (found.number < 0 || body.number < found.number)) {
                        found = {body.pattern, counts - body.pattern, body.number, 0};
                    }
                    break;
                }
            }
        }
        return found;
    }

    static Counts run_of(int size) noexcept { return ONES & ((Counts{1} << 4 * size) - 1); }

    // Where a body may begin; 0: there is none. Runs of up to twice a length begin where two of that length begin near
    // each other; three such steps tell runs of up to eight points exactly, and are a good guess for longer ones.
    [[gnu::always_inline]] static Counts starts_of(const Group& group, Counts have) noexcept {
        have &= have >> group.shifts[0];
        have &= have >> group.shifts[1];
        return have & have >> group.shifts[2];
    }

    static void set_shifts(Group& group, bool are_runs) noexcept {
        int length = 1;
        for (std::uint8_t& shift : group.shifts) {
            const int more = are_runs ? std::min<int>(length, group.fewest - length) : 0;
            shift = static_cast<std::uint8_t>(4 * more);
            length += more;
        }
    }

    [[gnu::noinline]] std::uint32_t longer_tally(const Group& group, Counts have, Counts counts, Moves& moves) const {
        std::uint32_t total = 0;
        if (group.tally == RUNS) {
            Counts starts = have;
            for (int size = 1; size < group.fewest; ++size) {
                starts &= starts >> 4;
            }
            for (int size = group.fewest; starts != 0 && size <= group.longest; ++size, starts &= starts >> 4) {
                total += static_cast<std::uint32_t>(bits_of(starts));
            }
        } else if (bits_of(have) < group.fewest) {
            return 0;
        } else if (group.tally == WINGS) {
            held(group, have, [&](const Body& body) { total += wings(group, body, counts, moves); });
        } else {
            moves.list.clear();
            list_group(group, have, counts, moves);
            total = static_cast<std::uint32_t>(moves.list.size());
        }
        return total;
    }

    [[gnu::noinline]] Move named_in(const Group& group, Counts have, Counts counts, std::uint32_t number, Moves& moves) const {
        if (group.tally != WINGS) {
            moves.list.clear();
            list_group(group, have, counts, moves);
            return moves.list[number];
        }
        Move found{};
        std::uint32_t before = 0;
        bool is_found = false;
        held(group, have, [&](const Body& body) {
            const std::uint32_t size = is_found ? 0 : wings(group, body, counts, moves);
            if (number - before < size) {
                found = winged(group, body, counts, number - before, moves);
                is_found = true;
            }
            before += size;
        });
        return found;
    }

    // What a body may carry, if that is one or two things of a kind: the points that have one, those that have two.
    struct Wings {
        int number;  // 0: more, or of two kinds
        Counts once, twice;
        bool both;  // the two jokers could be carried, but not together
    };

    Wings wings_of(const Group& group, const Body& body, const Moves& moves) const noexcept {
        const int number = (group.singles + group.pairs) * (group.per_point ? body.run : 1);
        if (number > 2 || (group.singles != 0 && group.pairs != 0)) {
            return {};
        }
        const Counts once = moves.known[group.pairs != 0 ? 2 : 1] & ~body.need;
        return {number, once, group.pairs != 0 ? 0 : moves.known[2] & ~body.need,
                number == 2 && both_ != 0 && (once & both_) == both_};
    }

    // How many plays `kickers` lists for a body, and the one of this number.
    std::uint32_t wings(const Group& group, const Body& body, Counts counts, Moves& moves) const {
        const Wings wings = wings_of(group, body, moves);
        const int size = bits_of(wings.once);
        if (wings.number == 1) {
            return static_cast<std::uint32_t>(size);
        }
        if (wings.number == 2) {
            return static_cast<std::uint32_t>(size * (size - 1) / 2 + bits_of(wings.twice) - wings.both);
        }
        moves.list.clear();
        kickers(group, body, counts, false, moves.list);
        return static_cast<std::uint32_t>(moves.list.size());
    }

    Move winged(const Group& group, const Body& body, Counts counts, std::uint32_t number, Moves& moves) const {
        const Wings wings = wings_of(group, body, moves);
        const Counts unit = group.pairs != 0 ? 2 : 1;
        const auto from_above = [](Counts bits, std::uint32_t place) {
            return nth(bits, static_cast<std::uint32_t>(bits_of(bits)) - 1 - place);
        };
        if (wings.number == 1) {
            return {body.pattern, unit * from_above(wings.once, number), body.number, 0};
        }
        // The greater the lower of the two, the earlier; then the greater the other; two of a point come last.
        for (Counts rest = wings.once; wings.number == 2 && rest != 0;) {
            const Counts lower = Counts{1} << (63 - std::countl_zero(rest));
            Counts others = wings.once & ~(2 * lower - 1);
            others &= wings.both && (lower & both_) != 0 ? ~both_ : ~Counts{0};
            const auto size = static_cast<std::uint32_t>(bits_of(others));
            if (number < size) {
                return {body.pattern, unit * (lower + from_above(others, number)), body.number, 0};
            }
            number -= size;
            if ((wings.twice & lower) != 0 && number-- == 0) {
                return {body.pattern, 2 * lower, body.number, 0};
            }
            rest ^= lower;
        }
        moves.list.clear();
        kickers(group, body, counts, false, moves.list);
        return moves.list[number];
    }

    // The groups that may beat a play: none that needs more cards of a point than the hand has of any, none that needs
    // two jokers which are not there. Leaves the points with at least so many cards in `moves`.
    [[gnu::always_inline]] std::span<const Group> answers(std::int32_t top, Counts counts, Moves& moves) const noexcept {
        auto& known = moves.known;
        const Counts twos = counts >> 1, four = counts >> 2 | counts >> 3;  // as at_least has it
        known[1] = (counts | twos | four) & ONES;
        known[2] = (twos | four) & ONES;
        known[3] = ((counts & twos) | four) & ONES;
        known[4] = four & ONES;
        std::size_t kind = (known[1] & jokers_) == jokers_ ? 8 : 0;
        kind += (known[2] != 0) + (known[3] != 0) + (known[4] != 0);
        if (widest_ > 4) {
            for (int width = 5; width <= widest_; ++width) {
                known[at(width)] = at_least(counts, width);
                kind += known[at(width)] != 0;
            }
        }
        const Span span = answers_[at(top + 1) * KINDS + kind];
        return {listed_.data() + span.first, listed_.data() + span.last};
    }

    const Body& body_at(const Group& group, Counts point) const noexcept {
        return rows_[at(by_point_[at(group.points)][at(std::countr_zero(point) / 4)])];
    }

    void list_group(const Group& group, Counts have, Counts counts, Moves& moves) const {
        switch (group.mode) {
            case PLAIN: plain(group, have, moves.list); break;
            case ONE: one(group, have, counts, moves.list); break;
            case CARRY: carry(group, have, counts, moves.list); break;
            case FREE: freely(group, have, counts, moves); break;
        }
    }

    template <class T>
    static int size_of(const std::vector<T>& row) noexcept {
        return static_cast<int>(row.size());
    }

    // Calls use(body) for every body of the group that the hand has; within a chain the first missing one ends it.
    template <class Use>
    void held(const Group& group, Counts have, const Use& use) const {
        if (group.points >= 0) {
            const PointRows& rows = by_point_[at(group.points)];
            for (; have != 0; have &= have - 1) {
                use(rows_[at(rows[at(std::countr_zero(have) / 4)])]);
            }
            return;
        }
        for (int c = group.first; c < group.last; ++c) {
            const Chain& chain = chains_[at(c)];
            if ((have & chain.need) != chain.need) {
                continue;
            }
            use(rows_[at(chain.first)]);
            for (int r = chain.first + 1; r < chain.last && (have & rows_[at(r)].need) == rows_[at(r)].need; ++r) {
                use(rows_[at(r)]);
            }
        }
    }

    void plain(const Group& group, Counts have, MoveList& out) const {
        held(group, have, [&](const Body& body) { out.push_back({body.pattern, 0, body.number, 0}); });
    }

    // One single or one pair of another point.
    void one(const Group& group, Counts have, Counts counts, MoveList& out) const {
        const Counts size = group.pairs != 0 ? 2 : 1;
        const Counts loose = at_least(counts, static_cast<int>(size));
        held(group, have, [&](const Body& body) {
            for (Counts bits = loose & ~body.need; bits != 0; bits &= bits - 1) {
                out.push_back({body.pattern, (bits & (~bits + 1)) * size, body.number, 0});
            }
        });
    }

    void carry(const Group& group, Counts have, Counts counts, MoveList& out) const {
        held(group, have, [&](const Body& body) { kickers(group, body, counts, false, out); });
    }

    // Where wings are free, one pattern may come from several bodies: the strongest is the reading.
    void freely(const Group& group, Counts have, Counts counts, Moves& moves) const {
        MoveList& found = moves.spare;
        found.clear();
        std::array<const Body*, 256> bodies;
        std::size_t size = 0;
        held(group, have, [&](const Body& body) {
            if (size < bodies.size()) {
                bodies[size++] = &body;
            }
        });
        std::stable_sort(bodies.begin(), bodies.begin() + static_cast<std::ptrdiff_t>(size), [&](const Body* a, const Body* b) {
            return combos_[at(a->number)].strength > combos_[at(b->number)].strength;
        });
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t before = found.size();
            kickers(group, *bodies[i], counts, true, found);
            if (lower_readings_) {
                continue;
            }
            found.cut(std::remove_if(found.begin() + before, found.end(), [&](const Move& move) {
                for (std::size_t j = 0; j < i; ++j) {
                    if (combos_[at(bodies[j]->number)].size == combos_[at(move.number)].size &&
                        could_be(group, *bodies[j], move.body + move.carried)) {
                        return true;
                    }
                }
                return false;
            }));
        }
        for (std::size_t i = found.size(); i-- > 0;) {
            moves.list.push_back(found[i]);
        }
    }

    // Whether a pattern of the right size is this body with free wings.
    static bool could_be(const Group& group, const Body& body, Counts pattern) noexcept {
        if ((at_least(pattern, group.width) & body.need) != body.need) {
            return false;
        }
        const Counts rest = pattern - body.pattern;
        if (group.pairs != 0 && group.singles == 0) {
            return (rest & ONES) == 0;
        }
        return group.pairs == 0 || at_least(rest, 2) != 0;
    }

    bool holds_both(Counts pattern) const noexcept { return both_ != 0 && (at_least(pattern, 1) & both_) == both_; }

    void kickers(const Group& group, const Body& body, Counts counts, bool is_free, MoveList& out) const {
        const int times = group.per_point ? body.run : 1;
        const Counts rest = is_free ? counts - body.pattern : counts & ~(body.need * 15);
        if (group.singles != 0 && group.pairs != 0) {
            for (Counts twos = at_least(rest, 2); twos != 0; twos &= twos - 1) {
                const Counts pair = 2 * (twos & (~twos + 1));
                for (Counts ones = at_least(rest - pair, 1); ones != 0; ones &= ones - 1) {
                    out.push_back({body.pattern, pair + (ones & (~ones + 1)), body.number, 0});
                }
            }
            return;
        }
        const int size = group.pairs != 0 ? 2 : 1;
        const int number = (group.pairs != 0 ? group.pairs : group.singles) * times;
        std::array<Item, MOST_POINTS + 1> items{};
        int count = 0, capacity = 0;
        for (Counts bits = at_least(rest, size); bits != 0; bits &= bits - 1) {
            const Counts unit = bits & (~bits + 1);
            int most = static_cast<int>(rest / unit & 15) / size;
            if (!is_free) {
                most = std::min(most, size == 2 ? 1 : (unit & body.beside) != 0 ? 2 : 3);
            }
            most = std::min(most, number);
            items[at(count++)] = {unit * static_cast<Counts>(size), most};
            capacity += most;
        }
        const std::size_t before = out.size();
        choose(items.data(), items.data() + count, capacity, number, 0, body, out);
        if (both_ != 0 && !is_free && number > 1 && holds_both(rest)) {
            out.cut(std::remove_if(out.begin() + before, out.end(), [&](const Move& move) { return holds_both(move.carried); }));
        }
    }

    // Sums of exactly `number` items, each used at most so many times: without the first item, then with one of it …
    static void choose(const Item* item, const Item* end, int capacity, int number, Counts sum, const Body& body,
                       MoveList& out) {
        if (number == 0) {
            out.push_back({body.pattern, sum, body.number, 0});
            return;
        }
        if (capacity < number) {
            return;
        }
        const int rest = capacity - item->most;
        for (int times = std::max(0, number - rest); times <= std::min(item->most, number); ++times) {
            choose(item + 1, end, rest, number - times, sum + static_cast<Counts>(times) * item->unit, body, out);
        }
    }

    Counts both_ = 0;    // the points of the two jokers, if they may not be carried together
    Counts jokers_ = 0;  // the same, or something that no hand has
    int widest_ = 4;
    bool lower_readings_ = false;
    std::vector<std::vector<Body>> lasts_;  // plays for the last cards of a hand
    std::vector<Combo> combos_;
    std::vector<std::vector<std::int16_t>> also_;
    std::vector<Body> bodies_, rows_;  // each once, and in the order of the chains
    std::vector<Chain> chains_;
    std::vector<PointRows> by_point_;
    std::vector<Group> groups_;
    std::vector<Group> listed_;  // groups to try, those that answer one play side by side
    std::vector<Span> answers_;  // by what is to be beaten, nothing first; whether both jokers are there; the most of a point
};

}  // namespace paiju::climb
