// Deals imagined from what a seat knows, each the likelier the better it explains what the others did.
#pragma once

#include <cmath>

#include "climb_policy.hpp"

namespace paiju::climb {

// What a seat knows, and what else may be so.
struct Known {
    State frame;                             // with the cards that are known
    int seat = 0, pile = 0;                  // who knows it, and how many cards lie in the pile
    std::array<int, MOST_SEATS> missing{};   // unknown cards of each seat
    std::vector<std::uint8_t> unseen;        // by their place in the pack
    std::vector<std::uint16_t> allowed;      // for each of them, the seats that may have it; empty where all may
    struct Deed {
        int seat;
        std::int32_t top;  // -1: it led
        int top_by, passed;
        std::int32_t number;              // of its combo; -1: it passed
        std::vector<std::uint8_t> cards;  // by their place in the pack
    };
    std::vector<Deed> deeds;  // what was done so far, the latest first
};

// How much the deeds seen count: `warmth` thousandths of a turn by which they are unlike the policy make a deal e times less
// likely. Between two deals of a walk so many `steps` are tried.
struct Belief {
    double warmth;
    int steps;
};

// A walk through the deals that may be (Metropolis): cards are exchanged between hidden places, and the exchange is kept by
// how much less the deal is then like what everybody did. Where nothing was done yet, every deal is drawn anew.
template <class Reader>
class Imagined {
public:
    using P = Policy<Reader>;
    using Scratch = typename P::Scratch;

    Imagined(const P& policy, Known known, std::uint64_t seed, Belief belief)
        : policy_(&policy), known_(std::move(known)), quick_(seed), belief_(belief), pile_(policy.seats()), aside_(pile_ + 1) {
        for (int seat = 0; seat < policy.seats(); ++seat) {
            owner_.insert(owner_.end(), at(known_.missing[at(seat)]), static_cast<std::int8_t>(seat));
        }
        hidden_ = owner_.size();
        owner_.insert(owner_.end(), at(known_.pile), static_cast<std::int8_t>(pile_));
        owner_.resize(known_.unseen.size(), static_cast<std::int8_t>(aside_));
        if (owner_.empty() || owner_.front() == owner_.back()) {
            return;  // only one way the cards may lie
        }
        for (const Known::Deed& deed : known_.deeds) {
            if (deed.seat != known_.seat && known_.missing[at(deed.seat)] != 0) {
                doubtful_ |= 1U << deed.seat;
            }
        }
    }

    int seat() const noexcept { return known_.seat; }
    const P& policy() const noexcept { return *policy_; }

    // The next deal.
    const State& next(Scratch& scratch) {
        if (doubtful_ == 0 || belief_.steps == 0) {
            cards_ = drawn();
            return state_ = state_of(cards_);
        }
        if (!begun_) {
            begin(scratch);
        }
        for (int i = 0; i < belief_.steps; ++i) {
            step(scratch);
        }
        return state_;
    }

    // By how much what the others did is unlike what the policy would have done with the cards of the latest deal.
    double doubt(Scratch& scratch) const { return sum(doubts(state_, doubtful_, scratch)); }

private:
    static constexpr int BEGINNINGS = 16;      // deals drawn, the likeliest of which the walk begins with
    static constexpr int MOST_DOUBT = 1500;    // thousandths of a turn by which a deed can make a deal less likely
    static constexpr int MOST_EXCHANGED = 4;   // cards in one step

    using Doubts = std::array<double, MOST_SEATS>;

    static double sum(const Doubts& doubts) {
        double all = 0;
        for (const double one : doubts) {
            all += one;
        }
        return all;
    }

    void begin(Scratch& scratch) {
        double least = 0;
        for (int i = 0; i < BEGINNINGS; ++i) {
            auto cards = drawn();
            const State state = state_of(cards);
            const Doubts found = doubts(state, doubtful_, scratch);
            if (i == 0 || sum(found) < least) {
                least = sum(found);
                cards_ = std::move(cards);
                state_ = state;
                doubts_ = found;
            }
        }
        begun_ = true;
    }

    void step(Scratch& scratch) {
        std::array<std::pair<std::size_t, std::size_t>, MOST_EXCHANGED> exchanged;
        std::size_t number = 0;
        unsigned touched = 0;
        do {
            const std::size_t one = below(hidden_), other = below(cards_.size());
            if (owner_[one] == owner_[other]) {
                continue;  // the same number of pairs is left out of every deal
            }
            std::swap(cards_[one], cards_[other]);
            exchanged[number++] = {one, other};
            touched |= 1U << owner_[one] | 1U << owner_[other];
        } while (number == 0 || (number < MOST_EXCHANGED && (quick_() & 1) != 0));
        bool is_kept = true;
        for (std::size_t i = 0; i < number && is_kept; ++i) {
            is_kept = may_lie(exchanged[i].first) && may_lie(exchanged[i].second);
        }
        if (is_kept) {
            const State state = state_of(cards_);
            const Doubts found = doubts(state, doubtful_ & touched, scratch);
            double worse = 0;
            for (int seat = 0; seat < policy_->seats(); ++seat) {
                if ((doubtful_ & touched) >> seat & 1) {
                    worse += found[at(seat)] - doubts_[at(seat)];
                }
            }
            is_kept = worse <= 0 || static_cast<double>(quick_() >> 11) * 0x1p-53 < std::exp(-worse / belief_.warmth);
            if (is_kept) {
                state_ = state;
                for (int seat = 0; seat < policy_->seats(); ++seat) {
                    if ((doubtful_ & touched) >> seat & 1) {
                        doubts_[at(seat)] = found[at(seat)];
                    }
                }
            }
        }
        while (!is_kept && number > 0) {
            --number;
            std::swap(cards_[exchanged[number].first], cards_[exchanged[number].second]);
        }
    }

    bool may_lie(std::size_t place) const {
        return known_.allowed.empty() || owner_[place] >= pile_ || (known_.allowed[cards_[place]] >> owner_[place] & 1) != 0;
    }

    // For each of these seats, how unlike the policy it played with these cards.
    Doubts doubts(const State& imagined, unsigned seats, Scratch& scratch) const {
        Doubts found{};
        State past = imagined;
        past.required = -1;
        for (const Known::Deed& deed : known_.deeds) {
            for (const std::uint8_t card : deed.cards) {
                policy_->give(past, deed.seat, card);
            }
            if ((seats >> deed.seat & 1) == 0) {
                continue;
            }
            past.turn = static_cast<std::int8_t>(deed.seat);
            past.leading = deed.top < 0;
            past.top = deed.top;
            past.top_by = static_cast<std::int8_t>(deed.top < 0 ? deed.seat : deed.top_by);
            past.passed = static_cast<std::uint16_t>(deed.passed);
            policy_->score(past, scratch);
            int best = 1 << 30, mine = 1 << 30;
            for (const Scored& one : scratch.scored) {
                best = std::min(best, one.cost);
                if (one.is_pass ? deed.number < 0 : one.move.number == deed.number) {
                    mine = std::min(mine, one.cost);
                }
            }
            found[at(deed.seat)] += std::min(MOST_DOUBT, mine - best);
        }
        return found;
    }

    std::size_t below(std::size_t n) {
        std::uint64_t word = quick_();
        return paiju::take(word, static_cast<std::uint32_t>(n));
    }

    State state_of(const std::vector<std::uint8_t>& cards) const {
        State state = known_.frame;
        for (std::size_t place = 0; place < cards.size(); ++place) {
            const std::uint8_t card = known_.unseen[cards[place]];
            if (owner_[place] < pile_) {
                policy_->give(state, owner_[place], card);
            } else if (owner_[place] == pile_) {
                state.rest[state.rest_size++] = card;
            }
        }
        return state;
    }

    // The unseen cards in hidden places, any way that is allowed: cards that not everybody may have come first, and each
    // takes one of the free places open to it.
    std::vector<std::uint8_t> drawn() {
        const std::size_t size = known_.unseen.size();
        std::vector<std::uint8_t> order(size);
        for (std::size_t i = 0; i < size; ++i) {
            order[i] = static_cast<std::uint8_t>(i);
        }
        for (std::size_t i = size; i > 1; --i) {
            std::swap(order[i - 1], order[below(i)]);
        }
        if (known_.allowed.empty()) {
            return order;
        }
        const auto everybody = static_cast<std::uint16_t>((1U << policy_->seats()) - 1);
        std::stable_partition(order.begin(), order.end(),
                              [&](std::uint8_t card) { return (known_.allowed[card] & everybody) != everybody; });
        std::vector<std::uint8_t> cards(size);
        std::vector<bool> is_taken(size);
        for (const std::uint8_t card : order) {
            std::vector<std::size_t> open, free;
            for (std::size_t place = 0; place < size; ++place) {
                if (!is_taken[place]) {
                    free.push_back(place);
                    if (owner_[place] >= pile_ || (known_.allowed[card] >> owner_[place] & 1) != 0) {
                        open.push_back(place);
                    }
                }
            }
            const auto& places = open.empty() ? free : open;  // those who may have it are full
            const std::size_t place = places[below(places.size())];
            cards[place] = card;
            is_taken[place] = true;
        }
        return cards;
    }

    const P* policy_;
    Known known_;
    Quick quick_;
    Belief belief_;
    int pile_, aside_;                   // who owns the places of the pile, and of cards that lie aside
    std::vector<std::int8_t> owner_;     // of every hidden place: a seat's come first
    std::size_t hidden_ = 0;             // places in hands
    unsigned doubtful_ = 0;              // seats that did something and hold cards that are not known
    std::vector<std::uint8_t> cards_;    // what lies in each place, by its number among the unseen
    State state_;
    Doubts doubts_{};
    bool begun_ = false;
};

}  // namespace paiju::climb
