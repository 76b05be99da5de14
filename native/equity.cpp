// Equity: who wins how often over all boards, or over random ones. Twins in paiju/solver/equity.py.
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "bindings.hpp"
#include "buffers.hpp"
#include "evaluate.hpp"
#include "random.hpp"

namespace paiju {
namespace {

constexpr int MOST_PLAYERS = 10;

// Ways to choose so many of up to four cards.
constexpr std::array<std::array<std::uint64_t, 5>, 5> CHOOSE{
    {{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 2, 1, 0, 0}, {1, 3, 3, 1, 0}, {1, 4, 6, 4, 1}}};

struct Added {
    Mask cards;
    Sum sum;
};

// All ways to complete a board, suits that look alike taken together.
//
// Two suits look alike when swapping them changes nothing that is known. Boards that differ by such a swap have the
// same result: of a class of alike suits only the orders with non-increasing rank sets are visited, and each counts
// for as many boards as it stands for.
class Boards {
public:
    Boards(Mask available, int cards, const std::array<int, 4>& classes) : cards_(cards) {
        std::array<int, 4> order{0, 1, 2, 3};
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
            return classes[static_cast<std::size_t>(a)] < classes[static_cast<std::size_t>(b)];
        });
        for (std::size_t i = 0; i < 4; ++i) {
            const int suit = order[i];
            alike_[i] = i > 0 && classes[static_cast<std::size_t>(suit)] == classes[static_cast<std::size_t>(order[i - 1])];
            const unsigned held = ranks_of_suit(available, suit);
            for (unsigned ranks = 0; ranks < 1U << 13; ++ranks) {
                const int size = std::popcount(ranks);
                if ((ranks & ~held) == 0 && size <= cards) {
                    Mask mask = 0;
                    for (int rank = 0; rank < 13; ++rank) {
                        mask |= static_cast<Mask>(ranks >> rank & 1) << (rank * 4 + suit);
                    }
                    sets_[i][static_cast<std::size_t>(size)].push_back({mask, part(mask)});
                }
            }
        }
    }

    // Calls visit(first, last, cards, sum, weight) for runs of boards: each of [first, last) added to cards and sum.
    template <class Visit>
    void each(const Visit& visit) const {
        for (int a = 0; a <= cards_; ++a) {
            for (int b = 0; a + b <= cards_ && (!alike_[1] || b <= a); ++b) {
                for (int c = 0; a + b + c <= cards_ && (!alike_[2] || c <= b); ++c) {
                    const int d = cards_ - a - b - c;
                    if (!alike_[3] || d <= c) {
                        split({a, b, c, d}, visit);
                    }
                }
            }
        }
    }

private:
    using Sets = std::vector<Added>;

    template <class Visit>
    void split(const std::array<int, 4>& sizes, const Visit& visit) const {
        const auto set = [&](std::size_t i) -> const Sets& { return sets_[i][static_cast<std::size_t>(sizes[i])]; };
        // Where neighbours are alike and of one size, the later may not come after the earlier in the list.
        const auto bound = [&](std::size_t i, std::size_t before) {
            return alike_[i] && sizes[i] == sizes[i - 1] ? std::min(before + 1, set(i).size()) : set(i).size();
        };
        std::array<bool, 4> same{};
        const auto is_same = [&](std::size_t i, std::size_t at, std::size_t before) {
            return alike_[i] && sizes[i] == sizes[i - 1] && at == before;
        };
        for (std::size_t a = 0; a < set(0).size(); ++a) {
            for (std::size_t b = 0; b < bound(1, a); ++b) {
                same[1] = is_same(1, b, a);
                for (std::size_t c = 0; c < bound(2, b); ++c) {
                    same[2] = is_same(2, c, b);
                    const Added &x = set(0)[a], &y = set(1)[b], &z = set(2)[c];
                    const Mask cards = x.cards | y.cards | z.cards;
                    const Sum sum = x.sum + y.sum + z.sum;
                    const Added* first = set(3).data();
                    const Added* last = first + bound(3, c);
                    const bool ends_equal = alike_[3] && sizes[3] == sizes[2] && last - first == static_cast<std::ptrdiff_t>(c + 1);
                    if (ends_equal) {
                        --last;
                        same[3] = true;
                        visit(last, last + 1, cards, sum, weight(same));
                    }
                    same[3] = false;
                    if (first != last) {
                        visit(first, last, cards, sum, weight(same));
                    }
                }
            }
        }
    }

    // How many boards a visited one stands for: orders of each class that differ.
    std::uint64_t weight(const std::array<bool, 4>& same) const noexcept {
        std::uint64_t orders = 1, size = 1, equal = 1;
        for (std::size_t i = 1; i < 4; ++i) {
            size = alike_[i] ? size + 1 : 1;
            equal = same[i] ? equal + 1 : 1;
            orders = orders * size / equal;
        }
        return orders;
    }

    int cards_;
    std::array<bool, 4> alike_{};
    std::array<std::array<Sets, 6>, 4> sets_;
};

// counts[player][k]: boards on which the player is one of k winners.
using Counts = std::array<std::array<std::uint64_t, MOST_PLAYERS + 1>, MOST_PLAYERS>;

nb::list to_lists(const Counts& counts, std::size_t players) {
    nb::list all;
    for (std::size_t p = 0; p < players; ++p) {
        nb::list one;
        for (std::size_t k = 1; k <= players; ++k) {
            one.append(counts[p][k]);
        }
        all.append(one);
    }
    return all;
}

struct Known {
    std::vector<Mask> holes;
    Mask board, dead;
    int ruling;

    int missing() const noexcept { return 5 - std::popcount(board); }
    Mask available() const noexcept {
        Mask used = board | dead;
        for (const Mask hole : holes) {
            used |= hole;
        }
        return deck_of(ruling) & ~used;
    }
};

// ValueError unless the cards are of the deck, no card is in two places, and enough are left.
void check(const Known& known) {
    check_ruling(known.ruling);
    if (known.holes.size() < 2 || known.holes.size() > MOST_PLAYERS) {
        throw nb::value_error("two to ten players are compared");
    }
    Mask used = 0;
    const auto take_all = [&](Mask cards) {
        if ((cards & ~deck_of(known.ruling)) != 0) {
            throw nb::value_error("a mask names a card that the deck does not have");
        }
        if ((cards & used) != 0) {
            throw nb::value_error("a card is in two places");
        }
        used |= cards;
    };
    take_all(known.board);
    take_all(known.dead);
    for (const Mask hole : known.holes) {
        if (std::popcount(hole) != 2) {
            throw nb::value_error("a player holds two cards");
        }
        take_all(hole);
    }
    if (std::popcount(known.board) > 5) {
        throw nb::value_error("a board has at most five cards");
    }
    if (std::popcount(known.available()) < known.missing()) {
        throw nb::value_error("not enough cards are left for the board");
    }
}

// Adds `weight` to every winner's count.
inline void settle(const unsigned* strengths, std::size_t players, std::uint64_t weight, Counts& counts) noexcept {
    unsigned best = 0;
    std::size_t winners = 0;
    for (std::size_t p = 0; p < players; ++p) {
        if (strengths[p] > best) {
            best = strengths[p];
            winners = 1;
        } else {
            winners += strengths[p] == best;
        }
    }
    for (std::size_t p = 0; p < players; ++p) {
        counts[p][winners] += strengths[p] == best ? weight : 0;
    }
}

// All boards at once, by ranks.
//
// Suits matter only where somebody can have a flush, and of five board cards at most one suit has three. So every
// multiset of ranks is judged once, without suits, for as many boards as have these ranks; then for each suit that
// gives somebody a flush, the boards with enough cards of it are judged again: taken off as they were counted, and
// added with the flush. Boards that differ only by suits that nobody can use are never told apart.
class ByRanks {
public:
    ByRanks(const Known& known, Counts& counts)
        : known_(known), counts_(counts), judge_(known.ruling), players_(known.holes.size()) {
        for (int rank = 0; rank < 13; ++rank) {
            weight_of_[static_cast<std::size_t>(rank)] = static_cast<std::uint32_t>(part(Mask{1} << 4 * rank));
            for (int suit = 0; suit < 4; ++suit) {
                free_[static_cast<std::size_t>(suit)] = ranks_of_suit(known.available(), suit);
            }
        }
        for (std::size_t p = 0; p < players_; ++p) {
            base_[p] = static_cast<std::uint32_t>(part(known.holes[p] | known.board));
        }
    }

    void count() {
        plain_part();
        for (int suit = 0; suit < 4; ++suit) {
            flush_part(suit);
        }
    }

private:
    struct Some {
        std::uint32_t weights;
        std::uint64_t ways;
    };

    // Every multiset of `size` ranks, with the number of ways to choose its cards among the given suits.
    void multisets(int size, unsigned suits, std::vector<Some>& out) const {
        std::array<int, 13> held{};
        for (std::size_t rank = 0; rank < 13; ++rank) {
            for (std::size_t suit = 0; suit < 4; ++suit) {
                held[rank] += static_cast<int>((suits >> suit & 1) & (free_[suit] >> rank & 1));
            }
        }
        const auto choose = [&](const auto& self, std::size_t rank, int left, std::uint32_t weights, std::uint64_t ways) -> void {
            if (left == 0) {
                out.push_back({weights, ways});
                return;
            }
            if (rank == 13) {
                return;
            }
            for (int number = 0; number <= std::min(left, held[rank]); ++number) {
                self(self, rank + 1, left - number, weights + static_cast<std::uint32_t>(number) * weight_of_[rank],
                     ways * CHOOSE[static_cast<std::size_t>(held[rank])][static_cast<std::size_t>(number)]);
            }
        };
        choose(choose, 0, size, 0, 1);
    }

    void plain_part() {
        std::vector<Some> boards;
        multisets(known_.missing(), 15, boards);
        std::array<unsigned, MOST_PLAYERS> strengths{};
        for (const Some& board : boards) {
            for (std::size_t p = 0; p < players_; ++p) {
                strengths[p] = judge_.plain(base_[p] + board.weights);
            }
            settle(strengths.data(), players_, board.ways, counts_);
        }
    }

    void flush_part(int suit) {
        std::array<unsigned, MOST_PLAYERS> own{};  // ranks of this suit in hand or on the board
        int most = 0;
        for (std::size_t p = 0; p < players_; ++p) {
            own[p] = ranks_of_suit(known_.holes[p] | known_.board, suit);
            most = std::max(most, std::popcount(own[p]));
        }
        const unsigned free_ranks = free_[static_cast<std::size_t>(suit)];
        for (int added = std::max(0, 5 - most); added <= known_.missing(); ++added) {
            std::vector<Some> others;
            multisets(known_.missing() - added, 15U & ~(1U << suit), others);
            for (unsigned ranks = 0; ranks < 1U << 13; ++ranks) {
                if ((ranks & ~free_ranks) == 0 && std::popcount(ranks) == added) {
                    judge_again(own, ranks, others);
                }
            }
        }
    }

    // Boards with these ranks of the suit, and others that are not of it.
    void judge_again(const std::array<unsigned, MOST_PLAYERS>& own, unsigned ranks, const std::vector<Some>& others) {
        std::uint32_t weights = 0;
        for (std::size_t rank = 0; rank < 13; ++rank) {
            weights += (ranks >> rank & 1) * weight_of_[rank];
        }
        std::array<unsigned, MOST_PLAYERS> flush{};
        for (std::size_t p = 0; p < players_; ++p) {
            flush[p] = std::popcount(own[p] | ranks) >= 5 ? judge_.flush(own[p] | ranks) : 0;
        }
        std::array<unsigned, MOST_PLAYERS> before{}, after{};
        for (const Some& other : others) {
            for (std::size_t p = 0; p < players_; ++p) {
                before[p] = judge_.plain(base_[p] + weights + other.weights);
                after[p] = flush[p] != 0 ? flush[p] : before[p];
            }
            settle(before.data(), players_, std::uint64_t{0} - other.ways, counts_);  // modulo 2**64
            settle(after.data(), players_, other.ways, counts_);
        }
    }

    const Known& known_;
    Counts& counts_;
    Judge judge_;
    std::size_t players_;
    std::array<std::uint32_t, 13> weight_of_{};
    std::array<unsigned, 4> free_{};
    std::array<std::uint32_t, MOST_PLAYERS> base_{};
};

std::vector<Mask> masks_of(nb::sequence row) {
    std::vector<Mask> found;
    for (nb::handle one : row) {
        found.push_back(nb::cast<Mask>(one));
    }
    return found;
}

nb::list enumerate_boards(nb::sequence holes, Mask board, Mask dead, int ruling) {
    const Known known{masks_of(holes), board, dead, ruling};
    check(known);
    Counts counts{};
    {
        const nb::gil_scoped_release free;
        ByRanks(known, counts).count();
    }
    return to_lists(counts, known.holes.size());
}

// One player's range while a board is judged.
struct Weighed {
    std::span<const Mask> holes;
    std::span<const double> weights;
    std::vector<Sum> sums;
};

struct Ranked {
    unsigned strength;
    std::uint8_t a, b;
    double weight;
};

void rank(const Weighed& range, const Judge& judge, Mask board, Sum board_part, std::vector<Ranked>& out) {
    out.clear();
    for (std::size_t i = 0; i < range.holes.size(); ++i) {
        const Mask hole = range.holes[i];
        if ((hole & board) == 0) {
            out.push_back({judge.seven(hole | board, range.sums[i] + board_part),
                           static_cast<std::uint8_t>(std::countr_zero(hole)),
                           static_cast<std::uint8_t>(63 - std::countl_zero(hole)), range.weights[i]});
        }
    }
    std::sort(out.begin(), out.end(), [](const Ranked& x, const Ranked& y) { return x.strength < y.strength; });
}

// Weight of pairs of hands, one from each range, that share no card: won by the first, tied, won by the second.
//
// A sweep from the weakest hand up. Of all hands of the other range below a strength, those that share a card are
// taken off by inclusion and exclusion: total, less those with either card, plus the same hand counted twice.
std::array<double, 3> sweep(const std::vector<Ranked>& ours, const std::vector<Ranked>& theirs) {
    const auto below = [](const std::vector<Ranked>& mine, const std::vector<Ranked>& other, bool equal, double& result) {
        double total = 0;
        std::array<double, 52> by_card{};
        std::size_t j = 0;
        for (const Ranked& hand : mine) {
            while (j < other.size() && (other[j].strength < hand.strength || (equal && other[j].strength == hand.strength))) {
                total += other[j].weight;
                by_card[other[j].a] += other[j].weight;
                by_card[other[j].b] += other[j].weight;
                ++j;
            }
            result += hand.weight * (total - by_card[hand.a] - by_card[hand.b]);
        }
    };
    double first = 0, up_to_equal = 0, second = 0;
    below(ours, theirs, false, first);
    below(ours, theirs, true, up_to_equal);
    below(theirs, ours, false, second);
    // The same two cards in both ranges have one strength: they were taken off twice among the equal ones.
    std::array<std::array<double, 52>, 52> held{};
    for (const Ranked& hand : theirs) {
        held[hand.a][hand.b] = hand.weight;
    }
    for (const Ranked& hand : ours) {
        up_to_equal += hand.weight * held[hand.a][hand.b];
    }
    return {first, up_to_equal - first, second};
}

Weighed weighed(const Buffer& holes, const Buffer& weights, Mask used, int ruling) {
    Weighed range{holes.as<const Mask>("QqLl", "64-bit masks"), weights.as<const double>("d", "doubles"), {}};
    if (range.holes.size() != range.weights.size() || range.holes.empty()) {
        throw nb::value_error("a range has one weight for each hand, and at least one hand");
    }
    for (std::size_t i = 0; i < range.holes.size(); ++i) {
        const Mask hole = range.holes[i];
        if (std::popcount(hole) != 2 || (hole & ~deck_of(ruling)) != 0 || (hole & used) != 0) {
            throw nb::value_error("a range holds hands of two free cards of the deck");
        }
        if (!(range.weights[i] > 0) || range.weights[i] > 1e9) {
            throw nb::value_error("weights are positive numbers");
        }
        range.sums.push_back(read(hole));
    }
    return range;
}

nb::tuple enumerate_ranges(nb::handle holes_a, nb::handle weights_a, nb::handle holes_b, nb::handle weights_b,
                           Mask board, Mask dead, std::array<int, 4> classes, int ruling) {
    check_ruling(ruling);
    if (((board | dead) & ~deck_of(ruling)) != 0 || (board & dead) != 0 || std::popcount(board) > 5) {
        throw nb::value_error("board and dead cards are different cards of the deck, at most five on the board");
    }
    const Buffer buffers[] = {{holes_a, "holes_a", false}, {weights_a, "weights_a", false},
                              {holes_b, "holes_b", false}, {weights_b, "weights_b", false}};
    const Weighed a = weighed(buffers[0], buffers[1], board | dead, ruling);
    const Weighed b = weighed(buffers[2], buffers[3], board | dead, ruling);
    const Mask available = deck_of(ruling) & ~(board | dead);
    const int missing = 5 - std::popcount(board);
    if (std::popcount(available) < missing) {
        throw nb::value_error("not enough cards are left for the board");
    }
    double first = 0, ties = 0, second = 0;
    {
        const nb::gil_scoped_release free;
        const Judge judge(ruling);
        std::vector<Ranked> ours, theirs;
        const Sum board_sum = part(board);
        Boards(available, missing, classes).each(
            [&](const Added* from, const Added* to, Mask cards, Sum sum, std::uint64_t weight) {
                for (const Added* it = from; it != to; ++it) {
                    const Mask whole = board | cards | it->cards;
                    const Sum whole_sum = board_sum + sum + it->sum;
                    rank(a, judge, whole, whole_sum, ours);
                    rank(b, judge, whole, whole_sum, theirs);
                    const auto [won, tied, lost] = sweep(ours, theirs);
                    first += won * static_cast<double>(weight);
                    ties += tied * static_cast<double>(weight);
                    second += lost * static_cast<double>(weight);
                }
            });
    }
    return nb::make_tuple(first, ties, second);
}

// Hands drawn together: rows of holes, one per player of the group, with an alias table over the rows.
struct Group {
    std::size_t players;
    std::span<const Mask> holes;
    std::span<const std::uint64_t> keep;
    std::span<const std::uint32_t> other;
    bool any;  // all hands alike: redrawn alone, after the others, since as many hands are left whatever those hold
};

constexpr int DIGITS = 6;           // cards taken from one random word
constexpr int MOST_TRIES = 1 << 20; // draws of all hands before the ranges are called impossible

nb::list sample_boards(nb::sequence groups, Mask board, Mask dead, int ruling, std::uint64_t samples, std::uint64_t seed) {
    check_ruling(ruling);
    if (((board | dead) & ~deck_of(ruling)) != 0 || (board & dead) != 0 || std::popcount(board) > 5) {
        throw nb::value_error("board and dead cards are different cards of the deck, at most five on the board");
    }
    std::vector<std::unique_ptr<Buffer>> buffers;
    std::vector<Group> drawn;
    std::size_t players = 0;
    const auto hold = [&](nb::handle owner, const char* name) -> const Buffer& {
        return *buffers.emplace_back(std::make_unique<Buffer>(owner, name, false));
    };
    for (nb::handle one : groups) {
        const auto fields = nb::cast<nb::tuple>(one);
        if (fields.size() != 5) {
            throw nb::value_error("a group is its number of players, its holes, its alias table in two arrays, and any");
        }
        const Group group{nb::cast<std::size_t>(fields[0]), hold(fields[1], "holes").as<const Mask>("QqLl", "64-bit masks"),
                          hold(fields[2], "keep").as<const std::uint64_t>("QqLl", "64-bit integers"),
                          hold(fields[3], "other").as<const std::uint32_t>("IiLl", "32-bit integers"),
                          nb::cast<bool>(fields[4])};
        const std::size_t rows = group.keep.size();
        if (group.players < 1 || group.players > MOST_PLAYERS || rows < 1 || rows > 1U << 24 ||
            group.holes.size() != rows * group.players || group.other.size() != rows) {
            throw nb::value_error("a group has one row of holes for each entry of its alias table");
        }
        for (std::size_t row = 0; row < rows; ++row) {
            Mask used = board | dead;
            for (std::size_t p = 0; p < group.players; ++p) {
                const Mask hole = group.holes[row * group.players + p];
                if (std::popcount(hole) != 2 || (hole & ~deck_of(ruling)) != 0 || (hole & used) != 0) {
                    throw nb::value_error("a range holds hands of two free cards of the deck");
                }
                used |= hole;
            }
            if (group.other[row] >= rows) {
                throw nb::value_error("an alias points outside its table");
            }
        }
        drawn.push_back(group);
        players += group.players;
    }
    if (players < 2 || players > MOST_PLAYERS) {
        throw nb::value_error("two to ten players are compared");
    }
    const int missing = 5 - std::popcount(board);
    const Mask available = deck_of(ruling) & ~(board | dead);
    if (std::popcount(available) < missing + 2 * static_cast<int>(players)) {
        throw nb::value_error("not enough cards are left for the board");
    }
    Counts counts{};
    bool stuck = false;
    {
        const nb::gil_scoped_release free;
        const Judge judge(ruling);
        Quick quick(seed);
        std::array<std::uint8_t, 52> deck{};
        std::uint32_t size = 0;
        std::array<Sum, 52> parts{};
        const bool fixed = std::all_of(drawn.begin(), drawn.end(), [](const Group& one) { return one.keep.size() == 1; });
        Mask never = 0;  // fixed holes need not be in the deck that boards are drawn from
        if (fixed) {
            for (const Group& group : drawn) {
                for (const Mask hole : group.holes) {
                    stuck |= (never & hole) != 0;
                    never |= hole;
                }
            }
        }
        for (std::uint8_t at = 0; at < 52; ++at) {
            parts[at] = part(Mask{1} << at);
            if (((available & ~never) >> at & 1) != 0) {
                deck[size++] = at;
            }
        }
        const Sum board_sum = part(board);
        std::array<Mask, MOST_PLAYERS> holes{};
        std::array<Sum, MOST_PLAYERS> sums{};
        std::array<unsigned, MOST_PLAYERS> strengths{};
        std::array<std::uint64_t, 3> duel{};  // of two players: lost, tied, won by the first; counted without a branch
        for (std::uint64_t sample = 0; sample < samples && !stuck; ++sample) {
            Mask used = board;
            if (!fixed || sample == 0) {
                int tries = 0;
                const auto draw = [&](const Group& group, std::size_t p) {
                    std::uint32_t row = 0;
                    if (group.keep.size() > 1) {
                        std::uint64_t fraction = quick();
                        row = take(fraction, static_cast<std::uint32_t>(group.keep.size()));
                        row = fraction < group.keep[row] ? row : group.other[row];
                    }
                    Mask drawn_cards = 0;
                    for (std::size_t i = 0; i < group.players; ++i) {
                        holes[p + i] = group.holes[row * group.players + i];
                        drawn_cards |= holes[p + i];
                    }
                    const bool free_cards = (used & drawn_cards) == 0;
                    used |= free_cards ? drawn_cards : 0;
                    return free_cards;
                };
                bool apart = false;
                while (!apart && tries++ < MOST_TRIES) {
                    apart = true;
                    used = board;
                    std::size_t p = 0;
                    for (const Group& group : drawn) {
                        apart = apart && (group.any || draw(group, p));
                        p += group.players;
                    }
                }
                std::size_t first = 0;
                for (const Group& group : drawn) {
                    while (apart && group.any && !draw(group, first)) {
                        apart = tries++ < MOST_TRIES;
                    }
                    first += group.players;
                }
                if (!apart) {
                    stuck = true;
                    break;
                }
                for (std::size_t p = 0; p < players; ++p) {
                    sums[p] = read(holes[p]) + board_sum;
                }
            } else {
                used = board | never;
            }
            Mask cards = board;
            Sum sum = 0;
            std::uint64_t fraction = 0;
            for (int left = missing, digits = 0; left > 0;) {
                if (digits == 0) {
                    fraction = quick();
                    digits = DIGITS;
                }
                --digits;
                const std::uint8_t at = deck[take(fraction, size)];
                if ((used >> at & 1) == 0) {
                    used |= Mask{1} << at;
                    cards |= Mask{1} << at;
                    sum += parts[at];
                    --left;
                }
            }
            for (std::size_t p = 0; p < players; ++p) {
                strengths[p] = judge.seven(holes[p] | cards, sums[p] + sum);
            }
            if (players == 2) {
                ++duel[1 + (strengths[0] > strengths[1]) - (strengths[0] < strengths[1])];
            } else {
                settle(strengths.data(), players, 1, counts);
            }
        }
        if (players == 2) {
            counts[0][1] = duel[2];
            counts[1][1] = duel[0];
            counts[0][2] = counts[1][2] = duel[1];
        }
    }
    if (stuck) {
        throw nb::value_error("the ranges leave no way to deal every player a hand");
    }
    return to_lists(counts, players);
}

}  // namespace

void bind_equity(nb::module_& module) {
    module.def("enumerate_boards", &enumerate_boards, nb::arg("holes"), nb::arg("board"), nb::arg("dead"),
               nb::arg("ruling") = 0,
               "For each player, on how many of all boards they are one of 1, 2, ... winners.");
    module.def(
        "enumerate_ranges",
        [](nb::handle holes_a, nb::handle weights_a, nb::handle holes_b, nb::handle weights_b, Mask board, Mask dead,
           int c, int d, int h, int s, int ruling) {
            return enumerate_ranges(holes_a, weights_a, holes_b, weights_b, board, dead, {c, d, h, s}, ruling);
        },
        nb::arg("holes_a"), nb::arg("weights_a"), nb::arg("holes_b"), nb::arg("weights_b"), nb::arg("board"),
        nb::arg("dead"), nb::arg("c"), nb::arg("d"), nb::arg("h"), nb::arg("s"), nb::arg("ruling") = 0,
        "Two weighted ranges over all boards: weight won by the first, tied, won by the second. c, d, h and s number "
        "the suits; suits with one number may be swapped without changing either range.");
    module.def("sample_boards", &sample_boards, nb::arg("groups"), nb::arg("board"), nb::arg("dead"),
               nb::arg("ruling"), nb::arg("samples"), nb::arg("seed"),
               "The same counts as enumerate_boards over random hands and boards.");
}

}  // namespace paiju
