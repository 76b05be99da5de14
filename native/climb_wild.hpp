// Plays where some cards are wild: the twin of paiju.games.climb.wild. Of two decks the cards of one suit are wild, of one
// deck all four of a rank.
//
// A move's body is the pattern of natural cards, `carried` the number of wild ones, `extra` the suits: the lowest held
// (-1), one suit (0 to 3), or not all the same (4).
#pragma once

#include "climb.hpp"

namespace paiju::climb {

class Wild {
public:
    static constexpr int STRIDE = 0;  // either
    static constexpr bool SUITS_MATTER = true, HAS_WILDS = true;

    explicit Wild(nb::dict table) {
        stride_ = whole(table, "stride", 4, 8);
        level_ = whole(table, "level", -1, JOKERS - 1);  // -1: nothing is wild
        if (stride_ != 4 && (stride_ != 8 || level_ < 0)) {
            bad_table("wild cards are of one deck, or a suit of two");
        }
        own_rank_ = yes(table, "own_rank");
        for (int point = 0; point < JOKERS; ++point) {
            if (!own_rank_ || point == level_) {
                alone_ |= Counts{1} << 4 * point;
            }
        }
        wild_suit_ = whole(table, "wild_suit", 0, 3);
        two_high_ = yes(table, "two_high");
        flush_as_straight_ = yes(table, "flush_as_straight");
        for (nb::handle one : nb::cast<nb::sequence>(table["combos"])) {
            const auto row = fields(one, 8);
            Combo combo{};
            combo.number = static_cast<std::int32_t>(combos_.size());
            combo.line = whole<std::int16_t>(row[0], 0, 30000);
            combo.strength = whole<std::int32_t>(row[1], 0, 1 << 30);
            combo.bomb = whole<std::uint8_t>(row[2], 0, 100);
            combo.factor = whole<std::uint8_t>(row[3], 1, 16);
            combo.size = whole<std::uint8_t>(row[4], 1, MOST_CARDS);
            kinds_.push_back(whole<int>(row[5], 0, 1000));
            combo.is_final = nb::cast<bool>(row[6]);
            combo.is_single = nb::cast<bool>(row[7]);
            combos_.push_back(combo);
        }
        const auto combos = static_cast<std::int64_t>(combos_.size());
        path_size_ = 0;
        for (nb::handle point : nb::cast<nb::sequence>(table["path"])) {
            if (path_size_ == MOST_PATH) {
                bad_table("the path is too long");
            }
            path_[at(path_size_)] = whole(point, 0, JOKERS - 1);
            on_path_ |= Counts{1} << 4 * path_[at(path_size_++)];
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
            const auto row = fields(one, 14);
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
            lister.least_wilds = whole(row[9], 0, 4);
            lister.most_wilds = whole(row[10], 0, 8);
            lister.singles = whole(row[11], 0, 4);
            lister.pairs = whole(row[12], 0, 4);
            lister.per_point = nb::cast<bool>(row[13]);
            if (lister.mode == CARRY && (lister.singles == 0) == (lister.pairs == 0)) {
                bad_table("what carries nothing, or singles and pairs, has no wild cards");
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
        held.wilds = wilds_of(hand);
        held.natural = held.wilds == 0 ? counts : counts - (static_cast<Counts>(held.wilds) << 4 * level_);
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

    // How many wild cards a hand has.
    int wilds_of(const Hand& hand) const noexcept {
        if (level_ < 0) {
            return 0;
        }
        return stride_ == 8 ? std::min(2, static_cast<int>(hand.wide(level_) >> 2 * wild_suit_ & 3))
                            : std::popcount(hand.low >> 4 * level_ & 15);
    }

    // The straight flushes of natural cards.
    void suited(const Hand& hand, Counts, MoveList& out) const {
        out.clear();
        Held held{};
        held.wilds = wilds_of(hand);
        held.hand = &hand;
        for (const Lister& lister : bomb_listers_) {
            if (lister.mode != FLUSH) {
                continue;
            }
            const std::array<Counts, 4> of = suits(held);
            for (int suit = 0; suit < 4; ++suit) {
                if (std::popcount(of[at(suit)]) >= lister.low) {
                    fillings(lister, of[at(suit)], 0, [&](Counts pattern, int, int window) {
                        add(out, pattern, 0, lister.combos[at(window)], suit);
                    });
                }
            }
        }
    }

    // Whether a hand has the natural cards of a play of one suit.
    bool keeps(const Hand& hand, const Move& move) const noexcept {
        for (Counts left = move.body; left != 0; left &= left - 1) {
            const int point = std::countr_zero(left) / 4;
            const unsigned held = stride_ == 8 ? hand.wide(point) >> 2 * move.extra & 3 : static_cast<unsigned>(hand.low >> (4 * point + move.extra) & 1);
            if (held == 0) {
                return false;
            }
        }
        return true;
    }

    void take(Hand& hand, Counts& counts, const Move& move) const noexcept {
        counts -= pattern(move);
        const int wilds = wilds_of(hand);
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
            hand.remove(stride_ * cards[i][0] + stride_ / 4 * cards[i][1]);
        }
        for (std::uint64_t i = 0; i < move.carried; ++i) {
            hand.remove(stride_ == 8 ? 8 * level_ + 2 * wild_suit_ : std::countr_zero(hand.low & Counts{15} << 4 * level_));
        }
    }

    bool holds(const Move&, int, int) const noexcept { return true; }
    bool is_highest(const Move&, Counts, const Hand&) const noexcept { return true; }
    Counts pattern(const Move& move) const noexcept {
        return move.carried == 0 ? move.body : move.body + (move.carried << 4 * level_);
    }

private:
    static constexpr int JOKERS = 13, MOST_PATH = 15;  // the first joker's point; the longest path
    static constexpr Counts BOTH = Counts{0x11} << 4 * JOKERS;  // one of each joker
    enum Mode { EXACTLY, STRAIGHT, FLUSH, RUN, CARRY, EQUALS };

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
        int least_wilds, most_wilds;  // of equal cards
        int singles, pairs;           // carried, once or for each point
        bool per_point;
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
        if ((lister.mode == CARRY && lister.high == 1) || lister.mode == EQUALS) {
            const int points = lister.mode == EQUALS && lister.width <= stride_ / 4 ? MOST_POINTS : JOKERS;
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
        if (stride_ == 4) {
            const Counts bits = point == level_ ? 0 : hand.low >> 4 * point;
            return {static_cast<int>(bits & 1), static_cast<int>(bits >> 1 & 1), static_cast<int>(bits >> 2 & 1),
                    static_cast<int>(bits >> 3 & 1)};
        }
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
            case CARRY: carriers(lister, held, top, moves.list); break;
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
        const int over = top.number >= 0 && top.line == combos_[at(lister.combos[0])].line ? top.strength : 0;
        const auto may_hold = [&](int wilds) { return wilds >= lister.least_wilds && wilds <= lister.most_wilds; };
        const std::size_t from = out.size();
        for (int i = 0; i < held.size; ++i) {
            const auto [point, number] = held.points[at(i)];
            if (number + held.wilds < width || strength(point) <= over) {
                continue;
            }
            const std::int32_t combo = lister.combos[at(point)];
            if (number >= width && may_hold(0)) {
                add(out, static_cast<Counts>(width) << 4 * point, 0, combo);
            }
            for (int used = 1; used < std::min(held.wilds + 1, width); ++used) {
                if (width - used <= number && may_hold(used)) {
                    add(out, static_cast<Counts>(width - used) << 4 * point, used, combo);
                }
            }
        }
        if (width == 1 && two_high_) {
            sort(out, from);
        }
        if (width <= stride_ / 4) {
            for (int point = JOKERS; point < MOST_POINTS; ++point) {
                if (count(point) >= width && strength(point) > over) {
                    add(out, static_cast<Counts>(width) << 4 * point, 0, lister.combos[at(point)]);
                }
            }
        }
        if (width <= held.wilds && may_hold(width)) {
            for (Counts bits = alone_; bits != 0; bits &= bits - 1) {
                const int point = std::countr_zero(bits) / 4;
                if (strength(point) > over) {
                    add(out, 0, width, lister.combos[at(point)]);
                }
            }
        }
    }

    // Bodies, weakest first, each with all that it may carry: what needs few wild cards first.
    void carriers(const Lister& lister, const Held& held, const Combo& top, MoveList& out) const {
        const auto use = [&](Counts body, int used, std::int32_t number, Counts points) {
            if (!answers(combo(number), top)) {
                return;
            }
            const Counts rest = held.natural & ~(points * 15);
            const int times = lister.per_point ? bits_of(points) : 1;
            for (int more = 0; more <= held.wilds - used; ++more) {
                carried(lister, points, rest, times, more, [&](Counts pattern) {
                    if ((body | pattern) != 0 || !own_rank_) {
                        add(out, body + pattern, used + more, number);
                    }
                });
            }
        };
        if (lister.high > 1) {
            fillings(lister, held.natural, held.wilds, [&](Counts pattern, int used, int window) {
                use(pattern, used, lister.combos[at(window)], windows_[at(window)].all / 15);
            });
            return;
        }
        for (int point = 0; point < JOKERS; ++point) {
            const int number = static_cast<int>(held.natural >> 4 * point & 15);
            const int most = std::min(held.wilds, lister.width - ((alone_ >> 4 * point & 1) != 0 ? 0 : 1));
            for (int used = std::max(0, lister.width - number); used <= most; ++used) {
                use(static_cast<Counts>(lister.width - used) << 4 * point, used, lister.combos[at(point)], Counts{1} << 4 * point);
            }
        }
    }

    // Calls use(pattern) for the natural cards that a body may carry together with so many wild ones.
    template <class Use>
    void carried(const Lister& lister, Counts points, Counts rest, int times, int wilds, const Use& use) const {
        if (lister.singles != 0) {
            if (wilds <= lister.singles * times) {
                singles(points, rest, 0, lister.singles * times - wilds, 0, use);
            }
            return;
        }
        const int number = lister.pairs * times;
        for (int own = 0; own <= wilds / 2; ++own) {
            const int helped = wilds - 2 * own;
            if (helped + own <= number && may_pair_wilds(own, points)) {
                pairs(rest, 0, number - helped - own, helped, 0, use);
            }
        }
        if (wilds == 0) {
            for (const Counts pair : lister.joker_pairs) {
                if (contains(rest, pair)) {
                    use(pair);
                }
            }
        }
    }

    bool may_pair_wilds(int pairs, Counts points) const noexcept {
        return pairs == 0 || !own_rank_ || (pairs == 1 && (points >> 4 * level_ & 1) == 0);
    }

    template <class Use>
    void singles(Counts points, Counts rest, int start, int number, Counts taken, const Use& use) const {
        if (number == 0) {
            if ((taken & BOTH) != BOTH) {
                use(taken);
            }
            return;
        }
        const Counts beside = (points & (points - 1)) != 0 ? (points << 4 | points >> 4) & on_path_ : 0;
        for (int point = start; point < MOST_POINTS; ++point) {
            const int most = (beside >> 4 * point & 1) != 0 ? 2 : 3;
            for (int many = std::min({static_cast<int>(rest >> 4 * point & 15), most, number}); many > 0; --many) {
                singles(points, rest, point + 1, number - many, taken + (static_cast<Counts>(many) << 4 * point), use);
            }
        }
    }

    template <class Use>
    void pairs(Counts rest, int start, int whole, int helped, Counts taken, const Use& use) const {
        if (whole == 0 && helped == 0) {
            use(taken);
            return;
        }
        for (int point = start; point < JOKERS; ++point) {
            const int have = static_cast<int>(rest >> 4 * point & 15);
            if (whole > 0 && have >= 2) {
                pairs(rest, point + 1, whole - 1, helped, taken + (Counts{2} << 4 * point), use);
            }
            if (helped > 0 && have > 0) {
                pairs(rest, point + 1, whole, helped - 1, taken + (Counts{1} << 4 * point), use);
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

    // A pattern without so many of its cards, in every way; the lowest points first.
    template <class Use>
    static void fewer(Counts pattern, const Window& window, int start, int number, const Use& use) {
        if (number == 0) {
            use(pattern);
            return;
        }
        for (int i = start; i < window.size; ++i) {
            if ((pattern & 15 * window.units[at(i)]) != 0) {
                fewer(pattern - window.units[at(i)], window, i, number - 1, use);
            }
        }
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
                for (int more = 0; more <= wilds - missing; ++more) {
                    fewer(most, window, 0, more, [&](Counts pattern) { use(pattern, missing + more, number); });
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

    int stride_ = 8, level_ = 0, wild_suit_ = 0, path_size_ = 0;
    Counts alone_ = 0, on_path_ = 0;  // one bit a point: what wild cards by themselves may be; where runs go
    bool own_rank_ = true, two_high_ = false, flush_as_straight_ = false;
    std::vector<Combo> combos_;
    std::vector<int> kinds_;
    std::array<int, MOST_PATH> path_{};
    std::vector<Window> windows_;
    std::array<std::array<int, MOST_PATH + 1>, MOST_PATH + 1> ending_{};
    std::vector<Lister> plain_listers_, bomb_listers_;
};

}  // namespace paiju::climb
