// Plays where suits break ties or make flushes: the twin of paiju.games.climb.suits. One deck, four bits per point;
// a higher bit is a greater card.
#pragma once

#include "climb.hpp"

namespace paiju::climb {

class Suits {
public:
    static constexpr int STRIDE = 4;
    static constexpr bool SUITS_MATTER = true, HAS_WILDS = false;
    static constexpr std::int32_t TIER = 1 << 12;  // strengths within one tier are below this

    explicit Suits(nb::dict table) {
        rocket_ = whole<std::uint64_t>(table, "rocket", 0, ANY);
        greatest_head_ = yes(table, "greatest_head");
        a2345_top_ = yes(table, "a2345_top");
        for (nb::handle one : nb::cast<nb::sequence>(table["stretches"])) {
            const auto row = fields(one, 2);
            Stretch stretch{};
            stretch.start = whole<int>(row[0], 0, 64);
            for (nb::handle point : nb::cast<nb::sequence>(row[1])) {
                if (stretch.size == MOST_POINTS) {
                    bad_table("a run is too long");
                }
                const int found = whole<int>(point, 0, MOST_POINTS - 1);
                stretch.points[at(stretch.size++)] = found;
                stretch.need |= Counts{1} << 4 * found;
            }
            if (stretch.size < 1 || std::popcount(stretch.need) != stretch.size) {
                bad_table("a run passes a point twice");
            }
            stretches_.push_back(stretch);
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["shapes"])) {
            const auto row = fields(one, 13);
            Shape shape{};
            shape.place = whole<int>(row[0], 0, 1000);
            shape.size = whole<std::uint8_t>(row[1], 1, 63);
            shape.mode = whole<Mode>(row[2], 0, CARRYING);
            shape.width = whole<int>(row[3], 1, 4);
            shape.tier = whole<int>(row[4], 0, 1000);
            shape.bomb = whole<std::uint8_t>(row[5], 0, 100);
            shape.factor = whole<std::uint8_t>(row[6], 1, 16);
            shape.suited = whole<Suited>(row[7], 0, MIXED);
            shape.pairs = nb::cast<bool>(row[8]);
            shape.jokers = nb::cast<bool>(row[9]);
            shape.rocket_pair = nb::cast<bool>(row[10]);
            shape.final_strength = whole<std::int32_t>(row[11], -1, 1 << 30);
            shape.is_single = nb::cast<bool>(row[12]);
            shapes_.push_back(shape);
        }
        if (shapes_.empty() || shapes_.size() > 1000) {
            bad_table("a sheet has shapes");
        }
    }

    // Numbers are those of the twin: place and size of the shape, then strength within the tier.
    Combo combo(std::int32_t number) const noexcept {
        const Shape& shape = shape_of(number);
        const std::int32_t strength = shape.tier * TIER + number % TIER;
        const auto line = static_cast<std::int16_t>(shape.bomb != 0 ? 0 : shape.size);
        return {number, strength, line, shape.size, shape.bomb, shape.factor, strength == shape.final_strength, shape.is_single};
    }
    bool has(std::int64_t number) const noexcept {
        return number >= 0 && number < INT32_MAX && std::any_of(shapes_.begin(), shapes_.end(), [&](const Shape& shape) {
                   return number / TIER == shape.place * 64 + shape.size;
               });
    }

    bool beats(const Combo& one, const Combo& other) const noexcept {
        return one.line == other.line ? one.strength > other.strength : one.bomb != 0 && other.bomb == 0;
    }

    void list(const Hand& hand, Counts counts, std::int32_t top_number, Moves& moves) const {
        moves.list.clear();
        const bool following = top_number >= 0;
        const Combo top = following ? combo(top_number) : Combo{};
        for (const Shape& shape : shapes_) {
            std::int32_t floor = -1;
            if (following) {
                if (shape.bomb == 0 && (shape.size != top.size || top.bomb != 0)) {
                    continue;
                }
                if ((shape.bomb != 0) == (top.bomb != 0)) {
                    floor = top.strength - shape.tier * TIER;
                }
            }
            if (floor >= TIER) {
                continue;
            }
            switch (shape.mode) {
                case EXACTLY: exactly(shape, hand.low, floor, moves.list); break;
                case LOOSE: flushes(shape, hand.low, floor, moves.list); break;
                case RUN: runs(shape, hand.low, counts, floor, moves.list); break;
                case SET: sets(shape, hand.low, counts, floor, moves.list); break;
                case CARRYING: carrying(shape, hand.low, counts, floor, moves.list); break;
            }
        }
    }

    // Flushes, and runs of one suit.
    void suited(const Hand& hand, Counts counts, MoveList& out) const {
        out.clear();
        for (const Shape& shape : shapes_) {
            if (shape.mode == LOOSE) {
                flushes(shape, hand.low, -1, out);
            } else if (shape.mode == RUN && shape.suited == ONE_SUIT) {
                runs(shape, hand.low, counts, -1, out);
            }
        }
    }

    bool keeps(const Hand& hand, const Move& move) const noexcept { return (hand.low & move.body) == move.body; }

    void take(Hand& hand, Counts& counts, const Move& move) const noexcept {
        hand.low &= ~(move.body | move.carried);
        counts -= pattern(move);
    }

    bool holds(const Move& move, int, int bit) const noexcept { return ((move.body | move.carried) >> bit & 1) != 0; }
    bool is_highest(const Move& move, Counts, const Hand& hand) const noexcept {
        return std::countl_zero(move.body) == std::countl_zero(hand.low);
    }
    Counts pattern(const Move& move) const noexcept {
        std::uint64_t bits = move.body | move.carried;
        bits = (bits & 0x5555555555555555) + (bits >> 1 & 0x5555555555555555);
        return (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    }

private:
    enum Mode { EXACTLY, LOOSE, RUN, SET, CARRYING };
    enum Suited { EITHER, ONE_SUIT, MIXED };
    struct Shape {
        int place, width, tier;
        std::uint8_t size, bomb, factor;
        Mode mode;
        Suited suited;
        bool pairs, jokers, rocket_pair, is_single;
        std::int32_t final_strength;
    };
    struct Stretch {
        int start, size;
        Counts need;
        std::array<int, MOST_POINTS> points;
    };

    static int top_bit(std::uint64_t bits) noexcept { return 63 - std::countl_zero(bits); }
    static std::int32_t number(const Shape& shape, int order) noexcept { return (shape.place * 64 + shape.size) * TIER + order; }

    const Shape& shape_of(std::int32_t number) const noexcept {
        for (const Shape& shape : shapes_) {
            if (number / TIER == shape.place * 64 + shape.size) {
                return shape;
            }
        }
        return shapes_[0];
    }

    void exactly(const Shape& shape, std::uint64_t hand, int floor, MoveList& out) const {
        if (rocket_ != 0 && (hand & rocket_) == rocket_ && top_bit(rocket_) > floor) {
            out.push_back({rocket_, 0, number(shape, top_bit(rocket_)), 0});
        }
    }

    // Calls use(body) for equal cards, every choice of suits, headed by a card above `floor`.
    template <class Use>
    static void equal(std::uint64_t hand, Counts counts, int width, int floor, const Use& use) {
        const int low = floor > 0 ? floor & ~3 : 0;
        for (Counts bits = at_least(counts, width) >> low << low; bits != 0; bits &= bits - 1) {
            const int shift = std::countr_zero(bits);
            const auto held = static_cast<unsigned>(hand >> shift & 15);
            for (const std::uint8_t some : SUBSETS[held][static_cast<std::size_t>(width)]) {
                if (some == 0) {
                    break;
                }
                const std::uint64_t body = static_cast<std::uint64_t>(some) << shift;
                if (top_bit(body) > floor) {
                    use(body);
                }
            }
        }
    }

    void sets(const Shape& shape, std::uint64_t hand, Counts counts, int floor, MoveList& out) const {
        equal(hand, counts, shape.width, floor,
              [&](std::uint64_t body) { out.push_back({body, 0, number(shape, top_bit(body)), 0}); });
    }

    void carrying(const Shape& shape, std::uint64_t hand, Counts counts, int floor, MoveList& out) const {
        std::array<std::uint64_t, 96> others;
        std::size_t size = 0;
        bool listed = false;
        equal(hand, counts, shape.width, floor, [&](std::uint64_t body) {
            if (!listed) {
                listed = true;
                const auto add = [&](std::uint64_t carried) {
                    if ((shape.jokers || (carried & rocket_) == 0) && size < others.size()) {
                        others[size++] = carried;
                    }
                };
                if (shape.pairs) {
                    equal(hand, counts, 2, -1, add);
                } else {
                    for (std::uint64_t bits = hand; bits != 0; bits &= bits - 1) {
                        add(bits & (~bits + 1));
                    }
                }
                if (shape.rocket_pair && rocket_ != 0 && (hand & rocket_) == rocket_ && size < others.size()) {
                    others[size++] = rocket_;
                }
            }
            const std::uint64_t around = std::uint64_t{15} << (top_bit(body) & ~3);
            const std::int32_t combo = number(shape, top_bit(body));
            for (std::size_t i = 0; i < size; ++i) {
                if ((others[i] & around) == 0) {
                    out.push_back({body, others[i], combo, 0});
                }
            }
        });
    }

    // Strength of a run within its tier: by its greatest card, or by its top and then that card's suit.
    int run_order(std::uint64_t body, const Stretch& stretch) const noexcept {
        int head = top_bit(body), order = head;
        if (!greatest_head_) {
            head = top_bit(body & std::uint64_t{15} << 4 * stretch.points[at(stretch.size - 1)]);
            order = 4 * stretch.start + head % 4;
        }
        if (a2345_top_) {
            order = 4 * (stretch.start < 2 ? 98 - stretch.start : stretch.start) + head % 4;
        }
        return order;
    }

    static void sort(MoveList& out, std::size_t from) {
        std::stable_sort(out.begin() + from, out.end(),
                         [](const Move& a, const Move& b) { return a.number < b.number; });
    }

    void runs(const Shape& shape, std::uint64_t hand, Counts counts, int floor, MoveList& out) const {
        const Counts have = at_least(counts, 1);
        if (std::popcount(have) < shape.size) {
            return;
        }
        const std::size_t from = out.size();
        for (const Stretch& stretch : stretches_) {
            if (stretch.size != shape.size || (have & stretch.need) != stretch.need) {
                continue;
            }
            const auto add = [&](std::uint64_t body) {
                const int order = run_order(body, stretch);
                if (order > floor) {
                    out.push_back({body, 0, number(shape, order), 0});
                }
            };
            const auto is_flush = [&](std::uint64_t body) {
                return body == stretch.need || body == stretch.need << 1 || body == stretch.need << 2 || body == stretch.need << 3;
            };
            if (shape.suited == ONE_SUIT) {
                for (int suit = 0; suit < 4; ++suit) {
                    if ((hand & stretch.need << suit) == stretch.need << suit) {
                        add(stretch.need << suit);
                    }
                }
                continue;
            }
            // Every choice of suits, the last point's changing fastest.
            const auto choose = [&](const auto& self, int i, std::uint64_t body) -> void {
                if (i == stretch.size) {
                    if (shape.suited == EITHER || !is_flush(body)) {
                        add(body);
                    }
                    return;
                }
                for (std::uint64_t bits = hand & std::uint64_t{15} << 4 * stretch.points[at(i)]; bits != 0; bits &= bits - 1) {
                    self(self, i + 1, body | (bits & (~bits + 1)));
                }
            };
            choose(choose, 0, 0);
        }
        sort(out, from);
    }

    void flushes(const Shape& shape, std::uint64_t hand, int floor, MoveList& out) const {
        const std::size_t from = out.size();
        for (int suit = 0; suit < 4; ++suit) {
            const std::uint64_t own = hand & ONES << suit & ~rocket_;
            if (std::popcount(own) < shape.size || top_bit(own) <= floor) {
                continue;
            }
            const auto is_run = [&](std::uint64_t body) {
                return std::any_of(stretches_.begin(), stretches_.end(), [&](const Stretch& stretch) {
                    return stretch.size == shape.size && stretch.need << suit == body;
                });
            };
            // Choices of `size` cards, in the order of their lowest, then their second lowest ...
            const auto choose = [&](const auto& self, std::uint64_t bits, int left, std::uint64_t body) -> void {
                if (left == 0) {
                    if (top_bit(body) > floor && !is_run(body)) {
                        out.push_back({body, 0, number(shape, top_bit(body)), 0});
                    }
                    return;
                }
                for (; std::popcount(bits) >= left; bits &= bits - 1) {
                    self(self, bits & (bits - 1), left - 1, body | (bits & (~bits + 1)));
                }
            };
            choose(choose, own, shape.size, 0);
        }
        sort(out, from);
    }

    // For each set of suits and each size, the subsets in the order of itertools.combinations; 0 ends a row.
    using Row = std::array<std::uint8_t, 7>;
    static constexpr std::array<std::array<Row, 5>, 16> subsets() {
        std::array<std::array<Row, 5>, 16> found{};
        for (unsigned held = 0; held < 16; ++held) {
            // Combinations of ascending bits, lowest first, are subsets by lowest differing bit: compare reversed bits.
            for (unsigned width = 1; width <= 4; ++width) {
                std::size_t size = 0;
                for (unsigned mirrored = 16; mirrored-- > 0;) {
                    unsigned some = 0;
                    for (unsigned bit = 0; bit < 4; ++bit) {
                        some |= (mirrored >> bit & 1) << (3 - bit);
                    }
                    if ((some & ~held) == 0 && static_cast<unsigned>(std::popcount(some)) == width) {
                        found[held][width][size++] = static_cast<std::uint8_t>(some);
                    }
                }
            }
        }
        return found;
    }
    static const std::array<std::array<Row, 5>, 16> SUBSETS;

    std::uint64_t rocket_ = 0;
    bool greatest_head_ = false, a2345_top_ = false;
    std::vector<Stretch> stretches_;
    std::vector<Shape> shapes_;
};

inline const std::array<std::array<Suits::Row, 5>, 16> Suits::SUBSETS = Suits::subsets();

}  // namespace paiju::climb
