// What a sensible player does at a glance, and deals played out by it: the twin of paiju.bots.climb.policy, each function the
// one of that name there.
#pragma once

#include <tuple>

#include "climb_game.hpp"
#include "climb_split.hpp"

namespace paiju::climb {

struct Temper {
    int wide, strong, bomb, bomb_lead, partner, partner_control, partner_bomb, trust, alarm, tempo, last, help, late, near;
};

// An answer and what it leaves to be done: lower is better.
struct Scored {
    int cost;
    bool is_pass;
    Move move;
};

template <class Reader>
class Policy : public Climb<Reader> {
public:
    using Base = Climb<Reader>;
    using Base::give;
    static constexpr int SURE = Splitter::SURE, CONSIDERED = 40, CARRYING = 160, OUT = -99'000, LOOSE = 600, CLOSING = 1200, LOOKED_AT = 400;
    static constexpr std::size_t SUITED = 48, KEPT_SUITED = 2;

    struct Scratch {
        Moves moves;
        MoveList suited;
        Kept kept;
        std::vector<Scored> scored;
    };

    Policy(nb::dict game, nb::dict table)
        : Base(game), splitter_(nb::cast<nb::dict>(table["split"])), temper_(read_temper(nb::cast<nb::tuple>(table["temper"]))) {
        level_ = whole(table, "level", -1, MOST_POINTS - 1);
        suited_bomb_ = whole(table, "suited_bomb", -100'000, 100'000);
        suited_control_ = whole(table, "suited_control", -100'000, 100'000);
        for (nb::handle one : nb::cast<nb::sequence>(table["combos"])) {
            const auto row = fields(one, 3);
            combos_.push_back({whole(row[0], 0, SURE), whole(row[1], 0, SURE), whole<Counts>(row[2], 0, ANY)});
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["bodies"])) {
            const auto row = fields(one, 5);
            bodies_.push_back({whole<Counts>(row[0], 1, ANY), whole(row[1], 0, 100), whole(row[2], 0, 100),
                               whole<std::int32_t>(row[3], 0, 1 << 30), nb::cast<bool>(row[4])});
            if (!this->reader().has(bodies_.back().number)) {
                bad_table("no combo has this number");
            }
        }
        std::sort(bodies_.begin(), bodies_.end());
        for (nb::handle one : nb::cast<nb::sequence>(table["squares"])) {
            squares_.push_back(whole(one, 0, SURE));
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["cubes"])) {
            cubes_.push_back(whole(one, 0, SURE));
        }
        if (squares_.size() != at(splitter_.points()) || cubes_.size() != squares_.size()) {
            bad_table("every point has its worth");
        }
    }

    const Splitter& splitter() const noexcept { return splitter_; }

    // The best answer by its cost, the first of equals.
    Scored choose(const State& state, Scratch& scratch) const {
        score(state, scratch);
        return *std::min_element(scratch.scored.begin(), scratch.scored.end(),
                                 [](const Scored& a, const Scored& b) { return a.cost < b.cost; });
    }

    // The answers worth a thought, in scratch.scored.
    void score(const State& state, Scratch& scratch) const {
        scratch.scored.clear();
        if (this->draws_) {
            for_points(state, scratch);
        } else if (state.leading) {
            leads(state, scratch);
        } else {
            follows(state, scratch);
        }
    }

    // With them every other lead that the rules allow, though it break up the hand: what a search may look at.
    void score_all(const State& state, Scratch& scratch) const {
        score(state, scratch);
        if (this->draws_ || !state.leading || (scratch.scored.size() == 1 && scratch.scored[0].cost == OUT)) {
            return;
        }
        const int seat = state.turn;
        const int wilds = wilds_of(state.hands[at(seat)]);
        const Counts natural = state.counts[at(seat)] - (level_ < 0 ? 0 : static_cast<Counts>(wilds) << 4 * level_);
        const int danger = danger_of(state, seat), helping = partner_nearly_out(state, seat);
        const std::size_t known = scratch.scored.size();
        this->plays(state, scratch.moves);
        const std::size_t size = std::min<std::size_t>(scratch.moves.list.size(), LOOKED_AT);
        for (std::size_t i = 0; i < size; ++i) {
            const Move move = scratch.moves.list[i];
            const auto is_same = [&](const Scored& one) {
                return one.move.body == move.body && one.move.carried == move.carried && one.move.number == move.number;
            };
            if (std::any_of(scratch.scored.begin(), scratch.scored.begin() + static_cast<std::ptrdiff_t>(known), is_same)) {
                continue;
            }
            const Combo combo = this->reader().combo(move.number);
            const Counts rest = natural - taken(move);
            const int used = wilds_taken(move), cards = total(taken(move)) + used;
            const Part part{0, combo.bomb != 0 ? SURE : control_of(move), 0, combo.bomb != 0 ? 4 : 1, 1};
            const int left = splitter_.cost(splitter_.placed(rest, wilds - used, level_, scratch.kept), 0, scratch.kept);
            const bool is_end = rest == 0 && used == wilds;
            scratch.scored.push_back({left + lead_cost(part, cards, is_end, false, danger, helping), false, move});
        }
    }

    void apply(State& state, const Scored& chosen) const noexcept {
        chosen.is_pass ? this->pass(state) : this->play(state, chosen.move);
    }

    // To the end of the deal, everybody playing at a glance; seats of `theirs` by another policy.
    void play_out(State& state, Scratch& scratch, const Policy* other = nullptr, unsigned theirs = 0) const {
        while (this->turn(state) >= 0) {
            const Policy& who = other != nullptr && (theirs >> state.turn & 1) != 0 ? *other : *this;
            apply(state, who.choose(state, scratch));
        }
    }

    // What an end is worth to a seat, from -1 to 1.
    double value(const State& state, int seat) const noexcept {
        std::array<std::int64_t, MOST_SEATS> scores;
        this->scores(state, scores.data());
        if (state.landlord >= 0) {
            return scores[at(seat)] > 0 ? 1.0 : -1.0;
        }
        std::int64_t most = 0;
        for (int other = 0; other < this->seats_; ++other) {
            most = std::max(most, std::abs(scores[at(other)]));
        }
        return static_cast<double>(scores[at(seat)]) / static_cast<double>(1 + most);
    }

private:
    struct Combos {
        int control, share;  // how sure to win; the same where cards are drawn again
        Counts points;       // of the body, one bit each
    };
    struct Body {
        Counts pattern;
        int singles, pairs;  // that it carries
        std::int32_t number;
        bool is_last;  // only as all that a hand still holds

        friend bool operator<(const Body& a, const Body& b) noexcept {
            return a.pattern != b.pattern   ? a.pattern < b.pattern
                   : a.singles != b.singles ? a.singles < b.singles
                                            : a.pairs < b.pairs;
        }
    };
    // A lead that is thought of: what its body and what it carries are made of, and what it costs.
    struct Wanted {
        Counts body, carried, rest;
        int singles, pairs, cost, left;  // `left`: what the rest of the hand costs
        bool is_found;
        Move move;
        Counts key, more;  // what a listed move must be
    };

    // A flush or a straight flush, which no count of ranks shows.
    struct Suited {
        Part part;
        Move move;
    };
    struct Suits {
        std::array<Suited, KEPT_SUITED> list;
        std::size_t size = 0;
    };

    static Temper read_temper(const nb::tuple& row) {
        if (row.size() != 14) {
            bad_table("a temper has fourteen numbers");
        }
        std::array<int, 14> all;
        for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = whole(row[i], -100'000, 100'000);
        }
        return std::bit_cast<Temper>(all);
    }

    static std::int32_t top_point(Counts counts) noexcept { return (63 - std::countl_zero(counts)) / 4; }

    // Counts without the wild cards, and how many they are.
    int wilds_of(const Hand& hand) const noexcept {
        if constexpr (Reader::HAS_WILDS) {
            return this->reader().wilds_of(hand);
        }
        return 0;
    }

    // What a move takes: counts of natural cards; wild cards.
    Counts taken(const Move& move) const noexcept { return level_ < 0 ? this->reader().pattern(move) : move.body; }
    int wilds_taken(const Move& move) const noexcept { return level_ < 0 ? 0 : static_cast<int>(move.carried); }

    int control_of(const Move& move) const noexcept {
        if constexpr (Reader::STRIDE == 4) {
            const Counts body = this->reader().pattern({move.body, 0, move.number, 0});
            int width = 1;
            while (width < 3 && at_least(body, width + 1) != 0) {
                ++width;
            }
            return splitter_.control(top_point(body), width, bits_of(at_least(body, 1)));
        } else {
            return combos_[at(move.number)].control;
        }
    }
    int share_of(const Move& move) const noexcept {
        if constexpr (Reader::STRIDE == 4) {
            return squares_[at(top_point(this->reader().pattern({move.body, 0, move.number, 0})))];
        } else {
            return combos_[at(move.number)].share;
        }
    }

    void for_points(const State& state, Scratch& scratch) const {
        this->plays(state, scratch.moves);
        if (!state.leading) {
            scratch.scored.push_back({static_cast<int>(500 * state.pot), true, {}});
        }
        const int scarce = state.rest_size > 0 ? 12 : 5;
        const std::size_t size = std::min<std::size_t>(scratch.moves.list.size(), CONSIDERED);
        for (std::size_t i = 0; i < size; ++i) {
            const Move& move = scratch.moves.list[i];
            const Combo combo = this->reader().combo(move.number);
            const int control = combo.is_final ? SURE : std::min(980, share_of(move) + 120 * (combo.size - 1));
            int points = 0, spent = 0;
            for (Counts left = taken(move); left != 0;) {
                const int shift = std::countr_zero(left) & ~3, number = static_cast<int>(left >> shift & 15);
                points += number * this->point_worth(shift / 4);
                spent += number * cubes_[at(shift / 4)];
                left &= ~(Counts{15} << shift);
            }
            const int cost = scarce * spent - control * (static_cast<int>(state.pot) + points + 3) + (SURE - control) * points / 2;
            scratch.scored.push_back({cost - 8 * SURE * combo.size, false, move});
        }
    }

    // The plays of one suit that save a hand most turns, the best first.
    Suits suited(const Hand& hand, Counts counts, Counts natural, int wilds, Scratch& scratch) const {
        Suits found;
        if constexpr (Reader::SUITS_MATTER) {
            this->reader().suited(hand, counts, scratch.suited);
            std::array<int, KEPT_SUITED> costs{};
            const std::size_t size = std::min<std::size_t>(scratch.suited.size(), SUITED);
            for (std::size_t i = 0; i < size; ++i) {
                const Move& move = scratch.suited[i];
                const Combo combo = this->reader().combo(move.number);
                const Counts body = taken(move);
                Suited one{{body, SURE, suited_bomb_, combo.size, 1}, move};
                if (combo.bomb == 0) {
                    const int control = std::min(980, control_of(move) + suited_control_);
                    one.part = {body, control, splitter_.turn() + SURE - control, 1, combo.size};
                }
                int cost = splitter_.cost(splitter_.placed(natural - body, wilds, level_, scratch.kept), 0, scratch.kept) + one.part.cost;
                for (std::size_t k = 0; k < KEPT_SUITED; ++k) {
                    if (k == found.size) {
                        found.list[k] = one;
                        costs[k] = cost;
                        ++found.size;
                        break;
                    }
                    if (cost < costs[k]) {
                        std::swap(cost, costs[k]);
                        std::swap(one, found.list[k]);
                    }
                }
            }
        }
        return found;
    }

    // By how much one of these plays makes a hand cheaper that costs so much without, as far as it is still there.
    int kept_gain(const Suits& suits, const Hand& hand, Counts rest, int wilds, int cost, Scratch& scratch) const {
        int best = cost;
        if constexpr (Reader::SUITS_MATTER) {
            for (std::size_t k = 0; k < suits.size; ++k) {
                const Suited& one = suits.list[k];
                if (this->reader().keeps(hand, one.move)) {
                    const Counts left = splitter_.placed(rest - one.part.body, wilds, level_, scratch.kept);
                    best = std::min(best, splitter_.cost(left, 0, scratch.kept) + one.part.cost);
                }
            }
        }
        return best - cost;
    }

    // A hand after a move.
    Hand without(const Hand& hand, Counts counts, const Move& move) const noexcept {
        Hand left = hand;
        this->reader().take(left, counts, move);
        return left;
    }

    int lead_cost(const Part& part, int cards, bool is_end, bool closing, int danger, int helping) const noexcept {
        int cost = -part.control - temper_.wide * cards;
        cost += closing ? -(60 * part.control / SURE) : temper_.strong * part.control / SURE;
        if (part.width >= 4 && !is_end) {
            cost += temper_.bomb_lead;
        }
        if (danger != 0 && cards <= danger && !is_end) {
            cost += (SURE - part.control) * (cards == danger ? 1200 : 500) / SURE;
        }
        if (helping != 0 && cards == helping) {
            cost -= temper_.help * (SURE - part.control) / SURE;
        }
        return cost;
    }

    void leads(const State& state, Scratch& scratch) const {
        const int seat = state.turn;
        const Hand& hand = state.hands[at(seat)];
        const int wilds = wilds_of(hand);
        const Counts natural = state.counts[at(seat)] - (level_ < 0 ? 0 : static_cast<Counts>(wilds) << 4 * level_);
        const Counts counts = splitter_.placed(natural, wilds, level_, scratch.kept);
        std::array<std::array<Part, 32>, 2> splits;  // where a suit saves turns, the one around it comes first
        std::array<std::size_t, 2> sizes{splitter_.split(counts, scratch.kept, splits[0]), 0};
        std::array<Counts, 2> wholes{counts, counts};  // that are split: wild cards stand where they help there
        const Suits suits = suited(hand, state.counts[at(seat)], natural, wilds, scratch);
        int losers = 0;
        if (suits.size != 0) {
            const Part& one = suits.list[0].part;
            const Counts around = splitter_.placed(natural - one.body, wilds, level_, scratch.kept);
            if (splitter_.cost(around, 0, scratch.kept) + one.cost < splitter_.cost(counts, 0, scratch.kept)) {
                splits[1] = splits[0];
                sizes = {splitter_.split(around, scratch.kept, splits[0]), sizes[0]};
                wholes[0] = around + one.body;
                losers = SURE - one.control;
            }
        }
        for (std::size_t i = 0; i < sizes[0]; ++i) {
            losers += SURE - splits[0][i].control;
        }
        const bool closing = losers < CLOSING;
        const int danger = danger_of(state, seat), helping = partner_nearly_out(state, seat);
        std::array<Wanted, 96> wanted;
        std::size_t number = 0;
        for (std::size_t which = 0; which < 2; ++which) {
            const std::array<Part, 32>& parts = splits[which];
            const std::size_t size = sizes[which];
            for (std::size_t i = 0; i < size; ++i) {
                const Part& part = parts[i];
                dressed(part, parts, size, [&](Counts carried, int singles, int pairs) {
                    for (std::size_t k = 0; k < number; ++k) {
                        if (wanted[k].body + wanted[k].carried == part.body + carried) {
                            return;
                        }
                    }
                    if (number == wanted.size()) {
                        return;
                    }
                    const Counts rest = wholes[which] - part.body - carried;
                    const int left = splitter_.cost(rest, 0, scratch.kept);
                    const int cost = lead_cost(part, total(part.body + carried), rest == 0, closing, danger, helping);
                    wanted[number++] = {part.body, carried, rest, singles, pairs, left + cost, left, false, {}, 0, 0};
                });
            }
        }
        find(state, hand, natural, wilds, wanted.data(), number, scratch.moves);
        for (std::size_t k = 0; k < number; ++k) {
            if (!wanted[k].is_found) {
                continue;
            }
            const Counts rest = wanted[k].rest;
            if (rest != 0 && is_out_with(state, seat, rest)) {
                scratch.scored.clear();
                scratch.scored.push_back({OUT, false, wanted[k].move});
                return;
            }
            int cost = wanted[k].cost;
            if (suits.size != 0) {
                cost += kept_gain(suits, without(hand, state.counts[at(seat)], wanted[k].move), rest, 0, wanted[k].left, scratch);
            }
            scratch.scored.push_back({cost, false, wanted[k].move});
        }
        for (std::size_t k = 0; k < suits.size; ++k) {
            const Suited& one = suits.list[k];
            if (this->is_opening(state) && !this->reader().holds(one.move, state.required / this->stride_, state.required)) {
                continue;
            }
            const Counts rest = splitter_.placed(natural - one.part.body, wilds, level_, scratch.kept);
            const int cost = lead_cost(one.part, total(one.part.body), rest == 0, closing, danger, helping);
            scratch.scored.push_back({splitter_.cost(rest, 0, scratch.kept) + cost, false, one.move});
        }
        if (scratch.scored.empty()) {
            this->plays(state, scratch.moves);
            scratch.scored.push_back({0, false, scratch.moves.list[0]});
        }
    }

    template <class Use>
    void dressed(const Part& part, const std::array<Part, 32>& parts, std::size_t size, const Use& use) const {
        if (part.width == 4 && splitter_.four_carries) {
            for (std::size_t i = 0; i < size; ++i) {
                if (parts[i].width == 1 && parts[i].run == 1) {
                    use(parts[i].body, 1, 0);
                    return;
                }
            }
        }
        use(Counts{0}, 0, 0);
        if (part.width != 3) {
            return;
        }
        if (splitter_.two_each) {
            carrying_two(part, parts, size, use);
            return;
        }
        const Counts points = at_least(part.body, 1);
        std::array<Counts, 3> sums{};   // of the first so many singles, and pairs
        std::array<int, 3> found{};
        Counts first_pair = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const Part& other = parts[i];
            if (other.run != 1 || other.control >= LOOSE || other.width > 2 || (at_least(other.body, 1) & points) != 0) {
                continue;
            }
            if (other.width == 2 && first_pair == 0) {
                first_pair = other.body;
            }
            if (found[at(other.width)] < part.run) {
                ++found[at(other.width)];
                sums[at(other.width)] += other.body;
            }
        }
        const bool single = part.run > 1 ? splitter_.wings : splitter_.carries_single;
        const bool pair = part.run > 1 ? splitter_.pair_wings : splitter_.carries_pair;
        if (single && found[1] == part.run) {
            use(sums[1], part.run, 0);
        } else if (single && part.run == 2 && first_pair != 0) {
            use(first_pair, 2, 0);
        }
        if (pair && found[2] == part.run) {
            use(sums[2], 0, part.run);
        }
    }

    // Any two cards for each triple: loose small cards and pairs first, then high ones, then runs and bombs.
    template <class Use>
    void carrying_two(const Part& part, const std::array<Part, 32>& parts, std::size_t size, const Use& use) const {
        std::array<const Part*, 32> others;
        std::size_t number = 0;
        for (std::size_t i = 0; i < size; ++i) {
            if (&parts[i] != &part) {
                others[number++] = &parts[i];
            }
        }
        const auto clinging = [](const Part& one) {
            return std::tuple(one.width >= 3 || one.run > 1, one.control >= LOOSE, one.control);
        };
        std::stable_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(number),
                         [&](const Part* a, const Part* b) { return clinging(*a) < clinging(*b); });
        Counts carried = 0;
        int places = 2 * part.run;
        for (std::size_t i = 0; i < number && places > 0; ++i) {
            for (Counts left = others[i]->body; left != 0 && places > 0; --places) {
                const Counts unit = Counts{1} << (std::countr_zero(left) & ~3);
                carried += unit;
                left -= unit;
            }
        }
        use(carried, 2 * part.run - places, 0);
    }

    // The moves that are wanted, as far as the rules allow them.
    void find(const State& state, const Hand& hand, Counts natural, int wilds, Wanted* wanted, std::size_t number, Moves& moves) const {
        if constexpr (!Reader::SUITS_MATTER) {
            const bool only_top = this->top_single_ && total(state.counts[at(this->after(state.turn))]) == 1;
            for (std::size_t k = 0; k < number; ++k) {
                Wanted& one = wanted[k];
                const Body key{one.body, one.singles, one.pairs, 0, false};
                const auto place = std::lower_bound(bodies_.begin(), bodies_.end(), key);
                if (place == bodies_.end() || key < *place || (place->is_last && one.body + one.carried != natural)) {
                    continue;
                }
                if (only_top && this->reader().combo(place->number).is_single && top_point(one.body) != top_point(natural)) {
                    continue;
                }
                one.move = {one.body, one.carried, place->number, 0};
                one.is_found = !this->is_opening(state) || this->reader().holds(one.move, state.required / this->stride_, state.required);
            }
            return;
        }
        std::uint64_t known = 0;
        const auto bit = [](Counts key) { return std::uint64_t{1} << (key * 0x9E3779B97F4A7C15 >> 58); };
        for (std::size_t k = 0; k < number; ++k) {
            Wanted& one = wanted[k];
            if constexpr (Reader::STRIDE == 4) {
                one.key = lowest(hand, one.body);
                one.more = lowest(hand, one.carried);
            } else {
                Counts pattern = one.body + one.carried;
                int missing = 0;
                for (Counts left = pattern; left != 0;) {
                    const int shift = std::countr_zero(left) & ~3;
                    const int lacking = static_cast<int>(left >> shift & 15) - static_cast<int>(natural >> shift & 15);
                    if (lacking > 0) {
                        missing += lacking;
                        pattern -= static_cast<Counts>(lacking) << shift;
                    }
                    left &= ~(Counts{15} << shift);
                }
                if (missing > wilds) {
                    continue;
                }
                one.key = pattern;
                one.more = static_cast<Counts>(missing);
            }
            known |= bit(one.key);
        }
        this->plays(state, moves);
        for (const Move& move : moves.list) {
            if ((known & bit(move.body)) == 0) {
                continue;
            }
            for (std::size_t k = 0; k < number; ++k) {
                Wanted& one = wanted[k];
                if (move.body != one.key || move.carried != one.more || (one.key == 0 && one.more == 0)) {
                    continue;
                }
                if constexpr (Reader::STRIDE == 4) {
                    if (!one.is_found || move.number > one.move.number) {
                        one.move = move;
                        one.is_found = true;
                    }
                } else {
                    // Mixed suits where there are some; then the strongest reading that is a bomb or has the body's points.
                    const Counts points = at_least(one.body, 1);
                    const bool fits = this->reader().combo(move.number).bomb != 0 ||
                                      (combos_[at(move.number)].points & points) == points;
                    const auto rank = [](const Move& m) { return (std::int64_t{m.extra == 4} << 32) + m.number; };
                    if (fits && (!one.is_found || rank(move) > rank(one.move))) {
                        one.move = move;
                        one.is_found = true;
                    }
                }
            }
        }
    }

    // The smallest suits of a hand for a pattern of counts, one deck.
    static std::uint64_t lowest(const Hand& hand, Counts pattern) noexcept {
        std::uint64_t found = 0;
        for (; pattern != 0;) {
            const int shift = std::countr_zero(pattern) & ~3;
            std::uint64_t here = hand.low & std::uint64_t{15} << shift;
            for (int number = static_cast<int>(pattern >> shift & 15); number > 0; --number, here &= here - 1) {
                found |= here & (~here + 1);
            }
            pattern &= ~(Counts{15} << shift);
        }
        return found;
    }

    void follows(const State& state, Scratch& scratch) const {
        const int seat = state.turn;
        const int wilds = wilds_of(state.hands[at(seat)]);
        const Counts natural = state.counts[at(seat)] - (level_ < 0 ? 0 : static_cast<Counts>(wilds) << 4 * level_);
        const bool by_partner = partners(state, seat, state.top_by);
        const Hand& hand = state.hands[at(seat)];
        const Suits suits = suited(hand, state.counts[at(seat)], natural, wilds, scratch);
        int passing = splitter_.cost(splitter_.placed(natural, wilds, level_, scratch.kept), 0, scratch.kept);
        if (suits.size != 0) {
            passing += kept_gain(suits, hand, natural, wilds, passing, scratch);
        }
        const int left = total(state.counts[at(state.top_by)]);
        if (by_partner) {
            passing -= temper_.trust + (left <= 2 ? 600 : 0);
        } else {
            passing += is_last(state, seat) ? temper_.last : temper_.tempo;
            if (left <= temper_.near || danger_of(state, seat) != 0) {
                passing += temper_.alarm;
            }
        }
        scratch.scored.push_back({passing, true, {}});
        this->plays(state, scratch.moves);
        const std::size_t size = std::min<std::size_t>(scratch.moves.list.size(), splitter_.two_each ? CARRYING : CONSIDERED);
        if (this->must_beat_ && size != 0) {
            scratch.scored.clear();  // nobody may pass who can beat it
        }
        for (std::size_t i = 0; i < size; ++i) {
            const Move move = scratch.moves.list[i];
            const Combo combo = this->reader().combo(move.number);
            const Counts rest = natural - taken(move);
            const int used = wilds_taken(move);
            if (used == wilds && is_out_with(state, seat, rest)) {
                scratch.scored.clear();
                scratch.scored.push_back({OUT, false, move});
                return;
            }
            const int control = combo.bomb != 0 ? SURE : control_of(move);
            int cost = splitter_.cost(splitter_.placed(rest, wilds - used, level_, scratch.kept), 0, scratch.kept);
            if (suits.size != 0) {
                cost += kept_gain(suits, without(hand, state.counts[at(seat)], move), rest, wilds - used, cost, scratch);
            }
            cost += temper_.late * control / SURE - control;
            if (by_partner) {
                cost += temper_.partner + temper_.partner_control * control / SURE;
            }
            if (combo.bomb != 0) {
                cost += temper_.bomb + (by_partner ? temper_.partner_bomb : 0);
            }
            scratch.scored.push_back({cost, false, move});
        }
    }

    bool partners(const State& state, int one, int other) const noexcept {
        if (one == other) {
            return true;
        }
        if (state.landlord >= 0) {
            return state.landlord != one && state.landlord != other;
        }
        return this->over_ == TEAM_OUT && (one - other) % 2 == 0;
    }

    static bool is_out_with(const State& state, int seat, Counts rest) noexcept {
        return rest == 0 || total(rest) <= state.spare[at(seat)];
    }

    bool is_last(const State& state, int seat) const noexcept {
        for (int turn = this->after(seat); turn != state.top_by; turn = this->after(turn)) {
            if (state.counts[at(turn)] != 0 && (state.passed >> turn & 1) == 0) {
                return false;
            }
        }
        return true;
    }

    int danger_of(const State& state, int seat) const noexcept {
        int least = 99;
        for (int other = 0; other < this->seats_; ++other) {
            if (state.counts[at(other)] != 0 && !partners(state, seat, other)) {
                least = std::min(least, total(state.counts[at(other)]) - state.spare[at(other)]);
            }
        }
        return least <= temper_.near ? least : 0;
    }

    int partner_nearly_out(const State& state, int seat) const noexcept {
        const int following = this->after(seat);
        if (following == seat || !partners(state, seat, following)) {
            return 0;
        }
        const int left = total(state.counts[at(following)]);
        return left <= 2 ? left : 0;
    }

    Splitter splitter_;
    Temper temper_;
    int level_ = -1, suited_bomb_ = 0, suited_control_ = 0;
    std::vector<Combos> combos_;
    std::vector<Body> bodies_;
    std::vector<int> squares_, cubes_;
};

}  // namespace paiju::climb
