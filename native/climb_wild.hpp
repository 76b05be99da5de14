// Plays where some cards are wild: the twin of paiju.games.climb.wild. Two decks, eight bits per point.
//
// A move's body is the pattern of natural cards, `carried` the number of wild ones, `extra` the suits: the lowest held
// (-1), one suit (0 to 3), or not all the same (4).
#pragma once

#include "climb.hpp"

namespace paiju::climb {

class Wild {
public:
    static constexpr int STRIDE = 8;
    static constexpr bool SUITS_MATTER = true;

    explicit Wild(nb::dict table) {
        level_ = whole(table, "level", 0, JOKERS - 1);
        wild_suit_ = whole(table, "wild_suit", 0, 3);
        two_high_ = yes(table, "two_high");
        flush_as_straight_ = yes(table, "flush_as_straight");
        for (nb::handle one : nb::cast<nb::sequence>(table["combos"])) {
            const auto row = fields(one, 6);
            Combo combo{};
            combo.number = static_cast<std::int32_t>(combos_.size());
            combo.line = whole<std::int16_t>(row[0], 0, 30000);
            combo.strength = whole<std::int32_t>(row[1], 0, 1 << 30);
            combo.bomb = whole<std::uint8_t>(row[2], 0, 100);
            combo.factor = whole<std::uint8_t>(row[3], 1, 16);
            combo.size = whole<std::uint8_t>(row[4], 1, MOST_CARDS);
            combos_.push_back(combo);
            kinds_.push_back(whole<int>(row[5], 0, 1000));
        }
        const auto combos = static_cast<std::int64_t>(combos_.size());
        path_size_ = 0;
        for (nb::handle point : nb::cast<nb::sequence>(table["path"])) {
            if (path_size_ == MOST_PATH) {
                bad_table("the path is too long");
            }
            path_[at(path_size_++)] = whole(point, 0, JOKERS - 1);
        }
        for (auto& row : ending_) {
            row.fill(-1);
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["windows"])) {
            const auto row = fields(one, 2);
            Window window{};
            const int top = whole(row[0], 1, MOST_PATH);
            for (nb::handle point : nb::cast<nb::sequence>(row[1])) {
                if (window.size == MOST_PATH) {
                    bad_table("a window is too long");
                }
                const Counts unit = Counts{1} << 4 * whole(point, 0, JOKERS - 1);
                window.units[at(window.size++)] = unit;
                window.all |= unit * 15;
            }
            if (window.size < 1 || window.size > top) {
                bad_table("a window does not fit the path");
            }
            ending_[at(top)][at(window.size)] = static_cast<int>(windows_.size());
            windows_.push_back(window);
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["listers"])) {
            const auto row = fields(one, 9);
            Lister lister{};
            lister.mode = whole<Mode>(row[0], 0, EQUALS);
            lister.kind = whole(row[1], 0, 1000);
            lister.bomb = whole(row[2], 0, 100);
            lister.least = whole(row[3], 0, 20);
            lister.width = whole(row[4], 1, 10);
            lister.low = whole(row[5], 1, MOST_PATH);
            lister.high = whole(row[6], 1, MOST_PATH);
            lister.combos.assign(std::max<std::size_t>(windows_.size(), MOST_POINTS), -1);
            for (nb::handle pair : nb::cast<nb::sequence>(row[7])) {
                const auto two = fields(pair, 2);
                const auto combo = whole<std::int32_t>(two[1], 0, combos - 1);
                if (lister.mode == EXACTLY) {
                    lister.patterns.push_back({jokers(two[0]), combo});
                } else {
                    lister.combos[whole<std::size_t>(two[0], 0, static_cast<std::int64_t>(lister.combos.size()) - 1)] = combo;
                }
            }
            for (nb::handle pattern : nb::cast<nb::sequence>(row[8])) {
                lister.joker_pairs.push_back(jokers(pattern));
            }
            complete(lister);
            (lister.bomb != 0 ? bomb_listers_ : plain_listers_).push_back(std::move(lister));
        }
    }

    Combo combo(std::int32_t number) const noexcept { return combos_[at(number)]; }
    bool has(std::int64_t number) const noexcept { return number >= 0 && number < static_cast<std::int64_t>(combos_.size()); }
    bool beats(const Combo& one, const Combo& other) const noexcept {
        return one.line == other.line ? one.strength > other.strength : one.bomb != 0 && other.bomb == 0;
    }

    void list(const Hand& hand, Counts counts, std::int32_t top_number, Moves& moves) const {
        moves.list.clear();
        Held held{};
        held.wilds = std::min(2, static_cast<int>(hand.wide(level_) >> 2 * wild_suit_ & 3));
        held.natural = counts - static_cast<Counts>(held.wilds) * (Counts{1} << 4 * level_);
        held.hand = &hand;
        for (int point = 0; point < JOKERS; ++point) {
            const int number = static_cast<int>(held.natural >> 4 * point & 15);
            if (number != 0) {
                held.points[at(held.size++)] = {point, number};
                held.most = std::max(held.most, number);
            }
        }
        held.most += held.wilds;
        const Combo top = top_number < 0 ? Combo{-1, 0, -1, 0, 0, 1, false, false} : combo(top_number);
        if (top.bomb == 0) {
            for (const Lister& lister : plain_listers_) {
                if (top_number < 0 || lister.kind == kinds_[at(top_number)]) {
                    plays(lister, held, top, moves);
                }
            }
        }
        for (const Lister& lister : bomb_listers_) {
            if (lister.bomb >= top.bomb && lister.least <= held.most) {
                plays(lister, held, top, moves);
            }
        }
    }

    void take(Hand& hand, Counts& counts, const Move& move) const noexcept {
        counts -= pattern(move);
        const int wild_bit = 8 * level_ + 2 * wild_suit_;
        const int wilds = std::min(2, static_cast<int>(hand.wide(level_) >> 2 * wild_suit_ & 3));
        // The cards of the pattern, greatest first.
        std::array<std::array<int, 2>, MOST_CARDS> cards;  // point and suit
        std::size_t size = 0;
        unsigned suits = 0;
        for (int point = MOST_POINTS - 1; point >= 0; --point) {
            int number = static_cast<int>(move.body >> 4 * point & 15);
            std::array<int, 4> held = by_suit(hand, point, wilds);
            for (int suit = 0; suit < 4 && number > 0; ++suit) {
                if (move.extra >= 0 && move.extra < 4 && suit != move.extra) {
                    continue;
                }
                for (; held[at(suit)] > 0 && number > 0; --held[at(suit)], --number) {
                    if (size < cards.size()) {
                        cards[size++] = {point, suit};
                    }
                    suits |= 1U << suit;
                }
            }
        }
        if (move.extra == 4 && std::has_single_bit(suits)) {
            mix(hand, wilds, cards.data(), size);
        }
        for (std::size_t i = 0; i < size; ++i) {
            hand.remove(8 * cards[i][0] + 2 * cards[i][1]);
        }
        for (std::uint64_t i = 0; i < move.carried; ++i) {
            hand.remove(wild_bit);
        }
    }

    bool holds(const Move&, int, int) const noexcept { return true; }
    bool is_highest(const Move&, Counts, const Hand&) const noexcept { return true; }
    Counts pattern(const Move& move) const noexcept { return move.body + (move.carried << 4 * level_); }

private:
    static constexpr int JOKERS = 13, MOST_PATH = 15;  // the first joker's point; the longest path
    enum Mode { EXACTLY, STRAIGHT, FLUSH, RUN, HOUSE, EQUALS };

    struct Window {
        int size;
        Counts all;
        std::array<Counts, MOST_PATH> units;
    };
    struct Exact {
        Counts pattern;
        std::int32_t combo;
    };
    struct Lister {
        Mode mode;
        int kind, bomb, least, width, low, high;
        std::vector<std::int32_t> combos;  // by point or by window
        std::vector<Exact> patterns;
        std::vector<Counts> joker_pairs;
    };
    struct Point {
        int point, number;
    };
    struct Held {
        const Hand* hand;
        Counts natural;
        int wilds, size, most;
        std::array<Point, JOKERS> points;
    };

    // A pattern of jokers only.
    static Counts jokers(nb::handle from) {
        const auto pattern = whole<Counts>(from, 1, ANY);
        if ((pattern & ((Counts{1} << 4 * JOKERS) - 1)) != 0) {
            bad_table("only jokers are named exactly");
        }
        return pattern;
    }

    // A table that leaves out a combo which listing may ask for is refused.
    void complete(const Lister& lister) const {
        if (lister.mode == HOUSE || lister.mode == EQUALS) {
            const int points = lister.mode == EQUALS && lister.width <= 2 ? MOST_POINTS : JOKERS;
            for (int point = 0; point < points; ++point) {
                if (lister.combos[at(point)] < 0) {
                    bad_table("a point has no combo");
                }
            }
        } else if (lister.mode != EXACTLY) {
            for (std::size_t i = 0; i < windows_.size(); ++i) {
                if (windows_[i].size >= lister.low && windows_[i].size <= lister.high && lister.combos[i] < 0) {
                    bad_table("a window has no combo");
                }
            }
        }
    }

    std::array<int, 4> by_suit(const Hand& hand, int point, int wilds) const noexcept {
        const unsigned wide = hand.wide(point);
        std::array<int, 4> held{static_cast<int>(wide & 3), static_cast<int>(wide >> 2 & 3), static_cast<int>(wide >> 4 & 3),
                                static_cast<int>(wide >> 6 & 3)};
        if (point == level_) {
            held[at(wild_suit_)] -= wilds;
        }
        return held;
    }

    // Cards of one suit that must not be: the lowest that can be of another suit is, the smallest other held.
    void mix(const Hand& hand, int wilds, std::array<int, 2>* cards, std::size_t size) const noexcept {
        for (std::size_t place = size; place-- > 0;) {
            const std::array<int, 4> held = by_suit(hand, cards[place][0], wilds);
            for (int suit = 0; suit < 4; ++suit) {
                if (held[at(suit)] > 0 && suit != cards[place][1]) {
                    cards[place][1] = suit;
                    return;
                }
            }
        }
    }

    static bool contains(Counts counts, Counts pattern) noexcept {
        for (int point = JOKERS; point < MOST_POINTS; ++point) {
            if ((pattern >> 4 * point & 15) > (counts >> 4 * point & 15)) {
                return false;
            }
        }
        return true;
    }

    void plays(const Lister& lister, const Held& held, const Combo& top, Moves& moves) const {
        switch (lister.mode) {
            case EXACTLY: exactly(lister, held, top, moves.list); break;
            case STRAIGHT: straights(lister, held, top, moves.list); break;
            case FLUSH: flushes(lister, held, top, moves.list); break;
            case RUN: runs(lister, held, top, moves.list); break;
            case HOUSE: houses(lister, held, top, moves.list); break;
            case EQUALS: equals(lister, held, top, moves.list); break;
        }
    }

    bool answers(const Combo& combo, const Combo& top) const noexcept { return top.number < 0 || beats(combo, top); }

    static void add(MoveList& out, Counts pattern, int wilds, std::int32_t combo, int suit = -1) {
        out.push_back({pattern, static_cast<std::uint64_t>(wilds), combo, suit});
    }

    void exactly(const Lister& lister, const Held& held, const Combo& top, MoveList& out) const {
        if (held.natural >> 4 * JOKERS == 0) {
            return;
        }
        for (const Exact& one : lister.patterns) {
            if (answers(combo(one.combo), top) && contains(held.natural, one.pattern)) {
                add(out, one.pattern, 0, one.combo);
            }
        }
    }

    void equals(const Lister& lister, const Held& held, const Combo& top, MoveList& out) const {
        const int width = lister.width;
        const auto strength = [&](int point) { return combos_[at(lister.combos[at(point)])].strength; };
        const auto count = [&](int point) { return static_cast<int>(held.natural >> 4 * point & 15); };
        const int over = top.number >= 0 && top.line == combos_[at(lister.combos[at(level_)])].line ? top.strength : 0;
        const std::size_t from = out.size();
        for (int i = 0; i < held.size; ++i) {
            const auto [point, number] = held.points[at(i)];
            if (number + held.wilds < width || strength(point) <= over) {
                continue;
            }
            const std::int32_t combo = lister.combos[at(point)];
            if (number >= width) {
                add(out, static_cast<Counts>(width) << 4 * point, 0, combo);
            }
            for (int used = 1; used < std::min(held.wilds + 1, width); ++used) {
                if (width - used <= number) {
                    add(out, static_cast<Counts>(width - used) << 4 * point, used, combo);
                }
            }
        }
        if (width == 1 && two_high_) {
            sort(out, from);
        }
        if (width <= 2) {
            for (int point = JOKERS; point < MOST_POINTS; ++point) {
                if (count(point) >= width && strength(point) > over) {
                    add(out, static_cast<Counts>(width) << 4 * point, 0, lister.combos[at(point)]);
                }
            }
        }
        if (width <= held.wilds && strength(level_) > over) {
            add(out, 0, width, lister.combos[at(level_)]);
        }
    }

    void houses(const Lister& lister, const Held& held, const Combo& top, MoveList& out) const {
        struct Pair {
            int point;
            Counts pattern;
            int wilds;
        };
        std::array<Pair, 2 * JOKERS + 16> pairs;
        std::array<std::size_t, 3> within{};  // how many of them use at most 0, 1, 2 wild cards
        std::size_t size = 0;
        for (int i = 0; i < held.size; ++i) {
            if (held.points[at(i)].number >= 2) {
                pairs[size++] = {held.points[at(i)].point, Counts{2} << 4 * held.points[at(i)].point, 0};
            }
        }
        for (std::size_t i = 0; i < lister.joker_pairs.size() && i < 8; ++i) {
            if (contains(held.natural, lister.joker_pairs[i])) {
                pairs[size++] = {-1, lister.joker_pairs[i], 0};
            }
        }
        within[0] = size;
        for (int i = 0; i < held.size; ++i) {
            pairs[size++] = {held.points[at(i)].point, Counts{1} << 4 * held.points[at(i)].point, 1};
        }
        within[1] = size;
        pairs[size++] = {level_, 0, 2};
        within[2] = size;
        const int over = top.number >= 0 && top.bomb == 0 ? top.strength : 0;
        for (int i = 0; i < held.size; ++i) {
            const auto [point, number] = held.points[at(i)];
            const std::int32_t combo = lister.combos[at(point)];
            if (combos_[at(combo)].strength <= over) {
                continue;
            }
            for (int used = std::max(0, 3 - number); used <= held.wilds; ++used) {
                const Counts body = static_cast<Counts>(3 - used) << 4 * point;
                for (std::size_t p = 0; p < within[at(held.wilds - used)]; ++p) {
                    if (pairs[p].point != point) {
                        add(out, body + pairs[p].pattern, used + pairs[p].wilds, combo);
                    }
                }
            }
        }
    }

    static Counts clipped(Counts counts, int width) noexcept {
        counts &= (Counts{1} << 4 * JOKERS) - 1;
        Counts found = at_least(counts, 1);
        if (width > 1) {
            found += at_least(counts, 2);
        }
        if (width > 2) {
            found += at_least(counts, 3);
        }
        return found;
    }

    // Calls use(pattern, wilds, window) for every way to make a run of this shape, weakest run first.
    template <class Use>
    void fillings(const Lister& lister, Counts natural, int wilds, const Use& use) const {
        const Counts have = clipped(natural, lister.width);
        for (int end = lister.low - 1; end < path_size_; ++end) {
            int missing = 0;
            for (int length = 1; length <= std::min(lister.high, end + 1); ++length) {
                missing += lister.width - static_cast<int>(have >> 4 * path_[at(end - length + 1)] & 15);
                if (missing > wilds) {
                    break;
                }
                const int number = length >= lister.low ? ending_[at(end + 1)][at(length)] : -1;
                if (number < 0) {
                    continue;
                }
                const Window& window = windows_[at(number)];
                const Counts most = window.all & have;
                use(most, missing, number);
                if (wilds > missing) {
                    for (int i = 0; i < window.size; ++i) {
                        if ((most & 15 * window.units[at(i)]) != 0) {
                            use(most - window.units[at(i)], missing + 1, number);
                        }
                    }
                }
                if (wilds > missing + 1) {
                    for (int i = 0; i < window.size; ++i) {
                        if ((most & 15 * window.units[at(i)]) == 0) {
                            continue;
                        }
                        const Counts fewer = most - window.units[at(i)];
                        for (int j = i; j < window.size; ++j) {
                            if ((fewer & 15 * window.units[at(j)]) != 0) {
                                use(fewer - window.units[at(j)], missing + 2, number);
                            }
                        }
                    }
                }
            }
        }
    }

    void runs(const Lister& lister, const Held& held, const Combo& top, MoveList& out) const {
        fillings(lister, held.natural, held.wilds, [&](Counts pattern, int used, int window) {
            const std::int32_t number = lister.combos[at(window)];
            if (answers(combo(number), top)) {
                add(out, pattern, used, number);
            }
        });
    }

    // For each suit one card of every point of which the hand has a natural card of that suit.
    std::array<Counts, 4> suits(const Held& held) const noexcept {
        std::array<Counts, 4> found{};
        for (int point = 0; point < JOKERS; ++point) {
            const std::array<int, 4> here = by_suit(*held.hand, point, held.wilds);
            for (std::size_t suit = 0; suit < 4; ++suit) {
                found[suit] |= static_cast<Counts>(here[suit] > 0) << 4 * point;
            }
        }
        return found;
    }

    void straights(const Lister& lister, const Held& held, const Combo& top, MoveList& out) const {
        if (held.size + held.wilds < lister.low) {
            return;
        }
        const std::array<Counts, 4> of = suits(held);
        const Counts several = (of[0] & of[1]) | ((of[0] | of[1]) & of[2]) | ((of[0] | of[1] | of[2]) & of[3]);
        fillings(lister, held.natural, held.wilds, [&](Counts pattern, int used, int window) {
            const std::int32_t number = lister.combos[at(window)];
            if (!answers(combo(number), top)) {
                return;
            }
            if ((pattern & several) == 0 && ((pattern & of[0]) == pattern || (pattern & of[1]) == pattern ||
                                             (pattern & of[2]) == pattern || (pattern & of[3]) == pattern)) {
                return;  // whatever cards are taken, they are of one suit: a straight flush
            }
            add(out, pattern, used, number, 4);
        });
        if (flush_as_straight_ && held.wilds > 0) {
            for (int suit = 0; suit < 4; ++suit) {
                fillings(lister, of[at(suit)], held.wilds, [&](Counts pattern, int used, int window) {
                    const std::int32_t number = lister.combos[at(window)];
                    if (used != 0 && answers(combo(number), top)) {
                        add(out, pattern, used, number, suit);
                    }
                });
            }
        }
    }

    void flushes(const Lister& lister, const Held& held, const Combo& top, MoveList& out) const {
        if (held.size + held.wilds < lister.low) {
            return;
        }
        const int over = top.number >= 0 && top.bomb != 0 ? top.strength : 0;
        const std::array<Counts, 4> of = suits(held);
        const std::size_t from = out.size();
        for (int suit = 0; suit < 4; ++suit) {
            if (std::popcount(of[at(suit)]) + held.wilds < lister.low) {
                continue;
            }
            fillings(lister, of[at(suit)], held.wilds, [&](Counts pattern, int used, int window) {
                const std::int32_t number = lister.combos[at(window)];
                if (combos_[at(number)].strength > over) {
                    add(out, pattern, used, number, suit);
                }
            });
        }
        sort(out, from);
    }

    void sort(MoveList& out, std::size_t from) const {
        std::stable_sort(out.begin() + from, out.end(), [&](const Move& a, const Move& b) {
            return combos_[at(a.number)].strength < combos_[at(b.number)].strength;
        });
    }

    int level_ = 0, wild_suit_ = 0, path_size_ = 0;
    bool two_high_ = false, flush_as_straight_ = false;
    std::vector<Combo> combos_;
    std::vector<int> kinds_;
    std::array<int, MOST_PATH> path_{};
    std::vector<Window> windows_;
    std::array<std::array<int, MOST_PATH + 1>, MOST_PATH + 1> ending_{};
    std::vector<Lister> plain_listers_, bomb_listers_;
};

}  // namespace paiju::climb
