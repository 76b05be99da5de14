// Plays where suits do not matter: the twin of paiju.games.climb.points. Bodies and groups come compiled.
#pragma once

#include "climb.hpp"

namespace paiju::climb {

class Points {
public:
    static constexpr int STRIDE = 0;  // one deck or two
    static constexpr bool SUITS_MATTER = false;

    explicit Points(nb::dict table) {
        both_ = whole<Counts>(table, "both", 0, ANY);
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
            groups_.push_back(group);
        }
        if (groups_.size() > 60000) {
            bad_table("there are too many groups");
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["answers"])) {
            const int first = size_of(listed_);
            for (nb::handle group : nb::cast<nb::sequence>(one)) {
                listed_.push_back(groups_[at(whole<int>(group, 0, size_of(groups_) - 1))]);
            }
            answers_.push_back({first, size_of(listed_)});
        }
        if (answers_.size() != combos_.size() + 1) {
            bad_table("each combo needs its answers, and so does leading");
        }
    }

    Combo combo(std::int32_t number) const noexcept { return combos_[at(number)]; }
    bool has(std::int64_t number) const noexcept { return number >= 0 && number < static_cast<std::int64_t>(combos_.size()); }

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
        const std::array<Counts, 9> known{0,
                                          at_least(counts, 1),
                                          at_least(counts, 2),
                                          at_least(counts, 3),
                                          at_least(counts, 4),
                                          at_least(counts, 5),
                                          at_least(counts, 6),
                                          at_least(counts, 7),
                                          at_least(counts, 8)};
        const Span answers = answers_[at(top + 1)];
        for (int g = answers.first; g < answers.last; ++g) {
            const Group& group = listed_[at(g)];
            const Counts have = known[group.width] & group.reach;
            if (have == 0 || (group.fewest > 1 && bits_of(have) < group.fewest)) {
                continue;
            }
            switch (group.mode) {
                case PLAIN: plain(group, have, moves.list); break;
                case STEP: step(group, have, counts, moves.list); break;
                case CARRY: carry(group, have, counts, moves.list); break;
                case FREE: freely(group, have, counts, moves); break;
            }
        }
    }

    // How many plays `list` would list, and what is needed to name one of them by its number without listing all.
    std::uint32_t tally(Counts counts, std::int32_t top, Moves& moves) const {
        moves.list.clear();
        moves.parts.clear();
        const std::array<Counts, 9> known{0,
                                          at_least(counts, 1),
                                          at_least(counts, 2),
                                          at_least(counts, 3),
                                          at_least(counts, 4),
                                          at_least(counts, 5),
                                          at_least(counts, 6),
                                          at_least(counts, 7),
                                          at_least(counts, 8)};
        const Span answers = answers_[at(top + 1)];
        std::uint32_t total = 0;
        for (int g = answers.first; g < answers.last; ++g) {
            const Group& group = listed_[at(g)];
            const Counts have = known[group.width] & group.reach;
            if (have == 0 || (group.fewest > 1 && bits_of(have) < group.fewest)) {
                continue;
            }
            const auto before = static_cast<std::uint32_t>(moves.list.size());
            std::uint32_t size = 0;
            bool listed = false;
            if (group.points >= 0 && group.mode == PLAIN) {
                size = static_cast<std::uint32_t>(bits_of(have));
            } else if (group.points >= 0 && group.mode == STEP) {
                // A body is itself among the points that could be carried: it has as many cards as it carries, or more.
                size = static_cast<std::uint32_t>(bits_of(have) * (bits_of(known[group.pairs != 0 ? 2 : 1]) - 1));
            } else {
                listed = true;
                switch (group.mode) {
                    case PLAIN: plain(group, have, moves.list); break;
                    case STEP: step(group, have, counts, moves.list); break;
                    case CARRY: carry(group, have, counts, moves.list); break;
                    case FREE: freely(group, have, counts, moves); break;
                }
                size = static_cast<std::uint32_t>(moves.list.size()) - before;
            }
            if (size != 0) {
                moves.parts.push_back({&group, have, size, listed ? static_cast<std::int32_t>(before) : -1});
                total += size;
            }
        }
        return total;
    }

    // The play of this number, after `tally` of the same hand.
    Move named(Counts counts, std::uint32_t number, const Moves& moves) const noexcept {
        for (const Moves::Part& part : moves.parts) {
            if (number >= part.size) {
                number -= part.size;
                continue;
            }
            if (part.from >= 0) {
                return moves.list[static_cast<std::size_t>(part.from) + number];
            }
            const Group& group = *static_cast<const Group*>(part.group);
            const PointRows& rows = by_point_[at(group.points)];
            if (group.mode == PLAIN) {
                const Body& body = rows_[at(rows[at(std::countr_zero(nth(part.have, number)) / 4)])];
                return {body.pattern, 0, body.number, 0};
            }
            const Counts size = group.pairs != 0 ? 2 : 1;
            const Counts loose = at_least(counts, static_cast<int>(size));
            const auto each = static_cast<std::uint32_t>(bits_of(loose) - 1);
            const Body& body = rows_[at(rows[at(std::countr_zero(nth(part.have, number / each)) / 4)])];
            return {body.pattern, nth(loose & ~body.need, number % each) * size, body.number, 0};
        }
        return {};
    }

    // Cards of a point leave smallest suit first, so hands need not be kept up to date: see Climb::hand.
    void take(Hand&, Counts& counts, const Move& move) const noexcept { counts -= move.body + move.carried; }

    bool holds(const Move& move, int point, int) const noexcept { return ((move.body + move.carried) >> 4 * point & 15) != 0; }
    bool is_highest(const Move& move, Counts counts, const Hand&) const noexcept {
        return std::countl_zero(move.body) / 4 == std::countl_zero(counts) / 4;
    }
    Counts pattern(const Move& move) const noexcept { return move.body + move.carried; }

private:
    enum Mode : std::uint8_t { PLAIN, STEP, CARRY, FREE };
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
    // Small and few: the groups that answer one play lie together in the fastest cache.
    struct Group {
        Counts reach;
        int first, last;      // chains
        std::int16_t points;  // where every body is one point: which table has the row of each; -1 elsewhere
        std::uint8_t width, fewest, singles, pairs;
        Mode mode;
        bool per_point;
    };
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
        if (group.mode == STEP && group.width < (group.pairs != 0 ? 2 : 1)) {
            bad_table("a body is narrower than what it carries");
        }
    }

    void complete(Group& group) {
        bool by_point = size_of(rows_) < 30000 && by_point_.size() < 30000;
        PointRows found;
        found.fill(-1);
        Counts reach = 0, last = 0;
        for (int c = group.first; c < group.last; ++c) {
            const Chain& chain = chains_[at(c)];
            for (int r = chain.first; r < chain.last; ++r) {
                check(group, rows_[at(r)]);
                reach |= rows_[at(r)].need;
            }
            // One point each, lowest first: listing them is going through the points that are held.
            by_point = by_point && chain.last - chain.first == 1 && std::has_single_bit(chain.need) && chain.need > last;
            last = chain.need;
            if (by_point) {
                found[at(std::countr_zero(chain.need) / 4)] = static_cast<std::int16_t>(chain.first);
            }
        }
        if (reach != group.reach) {
            bad_table("a group does not reach what its bodies need");
        }
        group.points = -1;
        if (by_point) {
            const auto same = std::find(by_point_.begin(), by_point_.end(), found);
            group.points = static_cast<std::int16_t>(same - by_point_.begin());
            if (same == by_point_.end()) {
                by_point_.push_back(found);
            }
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
    void step(const Group& group, Counts have, Counts counts, MoveList& out) const {
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

    // The bit of this number, counted from the lowest.
    static Counts nth(Counts bits, std::uint32_t number) noexcept {
        for (; number > 0; --number) {
            bits &= bits - 1;
        }
        return bits & (~bits + 1);
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

    Counts both_ = 0;
    bool lower_readings_ = false;
    std::vector<Combo> combos_;
    std::vector<std::vector<std::int16_t>> also_;
    std::vector<Body> bodies_, rows_;  // each once, and in the order of the chains
    std::vector<Chain> chains_;
    std::vector<PointRows> by_point_;
    std::vector<Group> groups_;
    std::vector<Group> listed_;   // groups to try, those that answer one play side by side
    std::vector<Span> answers_;   // by what is to be beaten: nothing first, then each combo
};

}  // namespace paiju::climb
