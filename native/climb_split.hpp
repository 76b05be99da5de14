// How good a hand is: the twin of paiju.bots.climb.split. Whole thousandths of a turn, so that both come to the same.
#pragma once

#include "climb.hpp"

namespace paiju::climb {

// One play of a split: counts of its body, how sure it is to win a trick, what it costs, how wide and long it is.
struct Part {
    Counts body;
    int control, cost, width, run;
};

// What hands cost, as far as it was asked for lately: a place for each, and the last asked for has it.
class Kept {
public:
    Kept() : costs_(SIZE), places_(SIZE) {}

    bool find(Counts counts, int riders, int& cost) const noexcept {
        const Entry& entry = costs_[place(counts, riders)];
        cost = entry.cost;
        return entry.counts == counts && entry.riders == riders;
    }
    void keep(Counts counts, int riders, int cost) noexcept { costs_[place(counts, riders)] = {counts, riders, cost}; }

    bool find_placed(Counts natural, int wilds, Counts& placed) const noexcept {
        const Place& entry = places_[place(natural, wilds)];
        placed = entry.placed;
        return entry.natural == natural && entry.wilds == wilds;
    }
    void keep_placed(Counts natural, int wilds, Counts placed) noexcept {
        places_[place(natural, wilds)] = {natural, placed, wilds};
    }

private:
    static constexpr std::size_t SIZE = 1 << 16;
    struct Entry {
        Counts counts = ~Counts{0};
        std::int32_t riders = 0, cost = 0;
    };
    struct Place {
        Counts natural = ~Counts{0}, placed = 0;
        int wilds = 0;
    };

    static std::size_t place(Counts counts, int more) noexcept {
        return (counts + static_cast<Counts>(more) * 0xD6E8FEB86659FD93) * 0x9E3779B97F4A7C15 >> 48;
    }

    std::vector<Entry> costs_;
    std::vector<Place> places_;
};

class Splitter {
public:
    static constexpr int SURE = 1000;

    explicit Splitter(nb::dict table) {
        turn_ = whole(table, "turn", 0, 10'000);
        rocket_cost_ = whole(table, "rocket_cost", -10'000, 10'000);
        breadth_ = whole<std::size_t>(table, "breadth", 1, 50);
        worthwhile_ = whole(table, "worthwhile", 0, 10'000);
        rocket_ = whole<Counts>(table, "rocket", 0, ANY);
        four_jokers_ = whole<Counts>(table, "four_jokers", 0, ANY);
        wings = yes(table, "wings");
        pair_wings = yes(table, "pair_wings");
        carries_single = yes(table, "carries_single");
        carries_pair = yes(table, "carries_pair");
        four_carries = yes(table, "four_carries");
        two_each = yes(table, "two_each");
        triple_places_ = whole(table, "triple_places", 0, 2);
        pair_takes_ = whole(table, "pair_takes", 1, 2);
        four_places_ = whole(table, "four_places", 0, 1);
        rides_ = {yes(table, "ride_singles"), yes(table, "ride_pairs")};
        for (nb::handle one : nb::cast<nb::sequence>(table["equal"])) {
            if (points_ == MOST_POINTS) {
                bad_table("there are too many points");
            }
            std::size_t number = 0;
            for (nb::handle cell : nb::cast<nb::sequence>(one)) {
                const auto row = fields(cell, 3);
                if (number >= equal_[0].size()) {
                    bad_table("there are too many equal cards");
                }
                equal_[at(points_)][number++] = {whole(row[0], 0, SURE), whole(row[1], -100'000, 100'000), nb::cast<bool>(row[2])};
            }
            ++points_;
        }
        for (nb::handle point : nb::cast<nb::sequence>(table["path"])) {
            if (path_size_ == MOST_POINTS) {
                bad_table("the path is too long");
            }
            path_[at(path_size_)] = whole(point, 0, points_ - 1);
            on_path_ |= Counts{1} << 4 * path_[at(path_size_++)];
        }
        for (nb::handle point : nb::cast<nb::sequence>(table["plain"])) {
            plain_ |= Counts{1} << 4 * whole(point, 0, points_ - 1);
        }
        for (nb::handle one : nb::cast<nb::sequence>(table["runs"])) {
            const auto row = fields(one, 4);
            runs_.push_back({whole(row[0], 1, 3), whole(row[1], 1, MOST_POINTS), whole(row[2], 1, MOST_POINTS), whole(row[3], 0, SURE)});
        }
        std::size_t width = 0;
        for (nb::handle one : nb::cast<nb::sequence>(table["lowest"])) {
            if (width < lowest_.size()) {
                lowest_[width++] = whole(one, 0, SURE);
            }
        }
    }

    bool wings, pair_wings, carries_single, carries_pair, four_carries, two_each;

    // What the cheapest split of a hand costs; `riders` small cards may ride along with planes taken out before.
    int cost(Counts counts, int riders, Kept& kept) const {
        int found = 0;
        if (kept.find(counts, riders, found)) {
            return found;
        }
        found = bare(counts, riders);
        Runs runs;
        const std::size_t size = runs_in(counts, runs);
        for (std::size_t i = 0; i < size; ++i) {
            const Run& run = runs[i];
            found = std::min(found, cost(counts - run.body, riders + riding(run), kept) + run.price);
        }
        kept.keep(counts, riders, found);
        return found;
    }

    // The cheapest split itself; how many parts it has.
    std::size_t split(Counts counts, Kept& kept, std::array<Part, 32>& parts) const {
        std::size_t size = 0;
        for (int riders = 0;;) {
            int best = bare(counts, riders);
            const Run* chosen = nullptr;
            Runs runs;
            const std::size_t number = runs_in(counts, runs);
            for (std::size_t i = 0; i < number; ++i) {
                const int found = cost(counts - runs[i].body, riders + riding(runs[i]), kept) + runs[i].price;
                if (found < best) {
                    best = found;
                    chosen = &runs[i];
                }
            }
            if (chosen == nullptr || size + MOST_POINTS + 1 >= parts.size()) {
                break;
            }
            parts[size++] = {chosen->body, chosen->control, chosen->price, chosen->width, chosen->run};
            counts -= chosen->body;
            riders += riding(*chosen);
        }
        if (rocket_ != 0 && (counts & rocket_) == rocket_) {
            parts[size++] = {rocket_, SURE, rocket_cost_, 1, 1};
            counts -= rocket_;
        } else if (four_jokers_ != 0 && (counts & four_jokers_) == four_jokers_) {
            parts[size++] = {four_jokers_, SURE, rocket_cost_, 2, 1};
            counts -= four_jokers_;
        }
        for (; counts != 0;) {
            const int shift = std::countr_zero(counts) & ~3, number = static_cast<int>(counts >> shift & 15);
            const Equal& equal = equal_[at(shift / 4)][at(number)];
            parts[size++] = {static_cast<Counts>(number) << shift, equal.control, equal.cost, number, 1};
            counts &= ~(Counts{15} << shift);
        }
        return size;
    }

    // Counts with each wild card standing where it helps most.
    Counts placed(Counts natural, int wilds, int level, Kept& kept) const {
        Counts found = natural;
        if (wilds == 0 || kept.find_placed(natural, wilds, found)) {
            return found;
        }
        found = natural;
        for (int i = 0; i < wilds; ++i) {
            found = place_one(found, level, kept);
        }
        kept.keep_placed(natural, wilds, found);
        return found;
    }

    int control(int point, int width, int run) const noexcept {
        if (run > 1) {
            return std::min(980, lowest_[at(width - 1)] + 500 * point / std::max(1, path_size_));
        }
        return equal_[at(point)][at(width)].control;
    }

    int points() const noexcept { return points_; }
    int turn() const noexcept { return turn_; }

private:
    struct Equal {
        int control, cost;
        bool light;
    };
    struct Kind {
        int width, low, high, extra;
    };
    struct Run {
        int less;  // price less gain
        Counts body;
        int control, price, width, run;

        friend bool operator<(const Run& a, const Run& b) noexcept {
            return a.less != b.less   ? a.less < b.less
                   : a.body != b.body ? a.body < b.body
                   : a.control != b.control ? a.control < b.control
                                            : a.width != b.width ? a.width < b.width : a.run < b.run;
        }
    };
    using Runs = std::array<Run, 128>;

    int riding(const Run& run) const noexcept { return run.width == 3 && wings ? run.run * pair_takes_ : 0; }

    std::size_t runs_in(Counts counts, Runs& found) const noexcept {
        std::size_t size = 0;
        for (const Kind& kind : runs_) {
            if (bits_of(at_least(counts, kind.width) & on_path_) < kind.low) {
                continue;
            }
            int length = 0;
            std::array<int, MOST_POINTS> saved;
            for (int place = 0; place < path_size_; ++place) {
                const int point = path_[at(place)], number = static_cast<int>(counts >> 4 * point & 15);
                if (number < kind.width) {
                    length = 0;
                    continue;
                }
                const auto& row = equal_[at(point)];
                saved[at(length++)] = row[at(number)].cost - row[at(number - kind.width)].cost;
                if (length < kind.low) {
                    continue;
                }
                const int control = std::min(980, kind.extra + 500 * place / path_size_);
                const int price = turn_ + SURE - control;
                int gain = 0;
                Counts body = 0;
                for (int run = 1; run <= std::min(length, kind.high); ++run) {
                    gain += saved[at(length - run)];
                    body += static_cast<Counts>(kind.width) << 4 * path_[at(place - run + 1)];
                    if (run >= kind.low && gain - price > worthwhile_ && size < found.size()) {
                        found[size++] = {price - gain, body, control, price, kind.width, run};
                    }
                }
            }
        }
        if (size > breadth_) {
            std::partial_sort(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(breadth_),
                              found.begin() + static_cast<std::ptrdiff_t>(size));
            size = breadth_;
        }
        return size;
    }

    int bare(Counts counts, int riders) const noexcept {
        int cost = 0, places = riders;
        if (rocket_ != 0 && (counts & rocket_) == rocket_) {
            cost = rocket_cost_;
            counts -= rocket_;
        } else if (four_jokers_ != 0 && (counts & four_jokers_) == four_jokers_) {
            cost = rocket_cost_;
            counts -= four_jokers_;
        }
        std::array<int, MOST_POINTS + 1> small;  // twice the cost, one more for a pair
        std::size_t size = 0;
        while (counts != 0) {
            const int shift = std::countr_zero(counts) & ~3;
            const auto number = static_cast<int>(counts >> shift & 15);
            const Equal& equal = equal_[at(shift / 4)][at(number)];
            cost += equal.cost;
            if (number == 3) {
                places += triple_places_;
            } else if (number >= 4) {
                places += four_places_;
            } else if (equal.light) {
                small[size++] = 2 * equal.cost + (number == 2);
            }
            counts &= ~(Counts{15} << shift);
        }
        if (places > 0 && size > 0) {
            std::sort(small.begin(), small.begin() + static_cast<std::ptrdiff_t>(size), std::greater<>());
            for (std::size_t i = 0; i < size && places > 0; ++i) {
                if (rides_[small[i] & 1]) {
                    cost -= small[i] >> 1;
                    places -= (small[i] & 1) != 0 ? pair_takes_ : 1;
                }
            }
        }
        return cost;
    }

    Counts place_one(Counts counts, int level, Kept& kept) const {
        // The level, the two points that one card more makes cheapest, and gaps of one in five neighbours.
        std::array<int, 5> options{level, 0, 0, 0, 0};
        std::size_t size = 1;
        std::array<std::array<int, 2>, 2> best{{{1 << 20, 0}, {1 << 20, 0}}};
        for (Counts bits = plain_; bits != 0; bits &= bits - 1) {
            const int shift = std::countr_zero(bits), point = shift / 4, number = static_cast<int>(counts >> shift & 15);
            if (number > 0 && number < 9) {
                const auto& row = equal_[at(point)];
                const int gain = row[at(number + 1)].cost - row[at(number)].cost;
                if (gain < best[0][0]) {
                    best[1] = best[0];
                    best[0] = {gain, point};
                } else if (gain < best[1][0]) {
                    best[1] = {gain, point};
                }
            }
        }
        for (const auto& [gain, point] : best) {
            if (gain < 1 << 20) {
                options[size++] = point;
            }
        }
        for (int start = 0; start + 5 <= path_size_ && size < options.size(); ++start) {
            int missing = 0, gap = 0;
            for (int place = start + 4; place >= start; --place) {
                if ((counts >> 4 * path_[at(place)] & 15) == 0) {
                    ++missing;
                    gap = path_[at(place)];
                }
            }
            if (missing == 1 && std::find(options.begin(), options.begin() + static_cast<std::ptrdiff_t>(size), gap) ==
                                    options.begin() + static_cast<std::ptrdiff_t>(size)) {
                options[size++] = gap;
            }
        }
        Counts found = 0;
        int least = 1 << 30;
        for (std::size_t i = 0; i < size; ++i) {
            const Counts tried = counts + (Counts{1} << 4 * options[i]);
            const int here = cost(tried, 0, kept);
            if (here < least) {
                least = here;
                found = tried;
            }
        }
        return found;
    }

    int turn_ = 0, rocket_cost_ = 0, worthwhile_ = 0, triple_places_ = 0, pair_takes_ = 1, four_places_ = 0, points_ = 0, path_size_ = 0;
    std::size_t breadth_ = 5;
    Counts rocket_ = 0, four_jokers_ = 0, on_path_ = 0, plain_ = 0;
    std::array<bool, 2> rides_{};
    std::array<std::array<Equal, 16>, MOST_POINTS> equal_{};
    std::array<int, MOST_POINTS> path_{};
    std::array<int, 3> lowest_{};
    std::vector<Kind> runs_;
};

}  // namespace paiju::climb
