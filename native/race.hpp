// Which of two sides runs out first, with open hands: an exact search for games in which suits do not matter, nobody is locked
// out of a trick and nothing is drawn. It answers as endgame.hpp does with the aim FIRST, with far fewer positions; the twin is
// `Plain` in paiju.solver.endgame.
//
// Each hand is worked out once (race_hands.hpp). A position is a few pointers to such hands, who acts, and what is to be beaten.
// It is decided at sight if a leader runs out whatever the others do (race_run.hpp), or was decided before under the same key
// (race_key.hpp). Every shortcut has a switch and leaves the answer as it is.
#pragma once

#include <functional>

#include "race_key.hpp"

namespace paiju::climb {

class Race : public RaceKey {
public:
    Race(const Rules& rules, unsigned side, std::size_t bytes, unsigned shortcuts, int path, std::array<int, 4> shortest,
         unsigned apart)
        : RaceKey(rules, side, shortcuts, path, shortest, apart), decided_(bytes), nexts_(64) {}

    std::uint64_t nodes() const noexcept { return nodes_; }
    std::size_t bytes() const noexcept { return decided_.bytes() + bytes_of_hands(); }

    template <class Look>
    bool wins(const State& state, double seconds, const Look& look) {
        if (state.out_size > 0) {
            return is_ours(state.out[0]);
        }
        const auto start = std::chrono::steady_clock::now();
        check_ = [&] {
            look();
            if (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds) {
                throw OutOfTime{};
            }
        };
        Hands hands{nothing_, nothing_, nothing_, nothing_};
        for (int seat = 0; seat < seats_; ++seat) {
            hands[at(seat)] = known(state.counts[at(seat)]);
        }
        depth_ = 0;
        const auto turn = static_cast<std::uint8_t>(state.turn), owner = static_cast<std::uint8_t>(state.top_by);
        if (state.leading) {
            return wins(hands, {turn, turn, 0, 0, 0, false});
        }
        const Combo top = rules_.reader().combo(state.top);
        const Counts body = rules_.reader().body(state.top);
        note_width(at(top.line), body);
        return wins(hands, asked(hands, turn, {turn, owner, static_cast<std::uint8_t>(top.line), heights_[at(top.number)],
                                               highest(body), top.bomb != 0}));
    }

private:
    static constexpr int FEW = 10;  // with fewer cards left, searching is quicker than looking ahead

    struct Next {  // what comes of an option; of a pass, if there is none
        Next(const Option* made, const Place& asked) : option(made), place(asked) {}

        const Option* option;
        Place place;
        Key key;
    };

    struct Winner {  // the play by which a hand won lately, against one to beat or leading; of a pass, none
        const Known* hand;
        Place top;
        const Option* option;
    };

    // The first seat from this one on that can answer; the owner leads if there is none.
    Place asked(const Hands& hands, int seat, Place top) {
        while (seat != top.owner && !can_beat(*hands[at(seat)], top)) {
            seat = after(seat);
        }
        top.seat = static_cast<std::uint8_t>(seat);
        return top;
    }

    Place asked_after(const Hands& hands, int seat, const Option& option) {
        return asked(hands, after(seat),
                     {0, static_cast<std::uint8_t>(seat), option.line, option.height, option.point, option.line == bombs_});
    }

    // Whether our side wins. Leaves in `is_general_` whether that holds for all positions with the same print.
    bool wins(const Hands& hands, const Place& place) {
        if (const int found = at_sight(hands, place); found >= 0) {
            count_node();
            return found != 0;
        }
        Key key;
        set_key(key, hands, place);
        return looked_up(hands, place, key);
    }

    bool looked_up(const Hands& hands, const Place& place, const Key& key) {
        count_node();
        if (const int found = find(key); found >= 0) {
            return found != 0;
        }
        const std::uint64_t before = nodes_;
        ++depth_;
        if (depth_ == nexts_.size()) {
            nexts_.emplace_back();
        }
        const bool found = tried(hands, place, key);
        --depth_;
        decided_.add(is_general_ ? key.print : exactly(key), found, nodes_ - before + 1);
        return found;
    }

    int find(const Key& key) {
        is_general_ = true;
        int found = decided_.find(key.print);
        if (found < 0 && key.exact != 0) {
            found = decided_.find(exactly(key));
            is_general_ = false;
        }
        return found;
    }

    void count_node() {
        if ((++nodes_ & 0xFFF) == 0) {
            check_();
        }
    }

    // 1: our side wins; 0: the other does; -1: a search must tell.
    int at_sight(const Hands& hands, const Place& place) {
        const int seat = place.seat;
        const bool ours = is_ours(seat);
        is_general_ = true;
        if (place.leads()) {
            return runs_out(hands, seat) ? ours : -1;
        }
        if (const Option* last = goes_out(*hands[at(seat)], place); last != nullptr) {
            is_general_ = is_apart(hands, place, seat, *last);
            return ours;
        }
        if (has(OUT) && friend_goes_out(hands, place)) {
            return ours;
        }
        if (has(PEEK) && are_friends(seat, place.owner) && is_kept(hands, place)) {
            return runs_out(hands, place.owner) ? ours : -1;
        }
        if (has(ANSWER) && runs_out(hands, place.owner, place.line)) {
            return is_ours(place.owner);
        }
        return -1;
    }

    // Whether the next seat that can answer after this one is a friend, and runs out by it.
    bool friend_goes_out(const Hands& hands, const Place& place) {
        for (int other = after(place.seat); other != place.owner; other = after(other)) {
            if (can_beat(*hands[at(other)], place)) {
                const Option* last = are_friends(place.seat, other) ? goes_out(*hands[at(other)], place) : nullptr;
                is_general_ = last == nullptr || is_apart(hands, place, other, *last);
                return last != nullptr;
            }
        }
        return false;
    }

    // Whether a seat's answer is to an opponent, or an opposing card tells it from the partner's play.
    bool is_apart(const Hands& hands, const Place& place, int seat, const Option& option) const noexcept {
        if (!has(MERGE) || !are_friends(seat, place.owner) || option.line != place.line) {
            return true;
        }
        std::uint64_t held = 0;
        for (int other = 0; other < seats_; ++other) {
            held |= are_friends(seat, other) ? 0 : hands[at(other)]->points;
        }
        return (held & 0xFFFF & up_to(option.point) & ~(up_to(place.point) >> 1)) != 0;
    }

    // Whether no opponent of its owner can beat a play any more.
    bool is_kept(const Hands& hands, const Place& place) {
        for (int other = place.seat; other != place.owner; other = after(other)) {
            if (!are_friends(place.owner, other) && can_beat(*hands[at(other)], place)) {
                return false;
            }
        }
        return true;
    }

    bool tried(const Hands& hands, const Place& place, const Key& key) {
        const int seat = place.seat;
        const bool ours = is_ours(seat);
        Hands after_it = hands;
        const auto then = [&](const Next& next) -> const Hands& {
            after_it[at(seat)] = next.option == nullptr ? hands[at(seat)] : next.option->rest;
            return after_it;
        };
        const std::size_t depth = depth_;
        list_nexts(hands, place, nexts_[depth]);
        const bool peeks = has(PEEK) && cards_left(hands) >= FEW, probes = peeks && has(PROBE);
        const bool merges = key.exact != 0, over_friend = merges && !place.leads() && are_friends(seat, place.owner);
        const bool is_loose = merges && key.is_close && holds_below(hands, place.owner, key, place.line, place.point);
        bool all_general = true;
        // Whether what a play comes to does not depend on the order of partners' cards in a block.
        const auto holds_for_all = [&](const Next& next, bool is_won) {
            if (!merges || next.option == nullptr) {
                return true;
            }
            const Option& one = *next.option;
            return is_won ? !(over_friend && key.is_close && one.line == place.line && are_near(key, one.point, place.point))
                          : !holds_below(hands, seat, key, one.line, one.point);
        };
        const auto settled = [&](bool winner, bool is_general) {
            is_general_ = is_general && !(is_loose && winner != is_ours(place.owner));
            return winner;
        };
        // Whether one of these is known to be won by the side to act; those known to be lost are dropped.
        const auto sift = [&](const auto& tell) {
            std::vector<Next>& nexts = nexts_[depth];
            std::size_t kept = 0;
            for (Next& next : nexts) {
                const int found = tell(next);
                if (found < 0) {
                    nexts[kept++] = next;
                    continue;
                }
                const bool is_won = found == static_cast<int>(ours), is_general = is_general_ && holds_for_all(next, is_won);
                if (is_won) {
                    all_general = is_general;
                    return true;
                }
                all_general = all_general && is_general;
            }
            nexts.erase(nexts.begin() + static_cast<std::ptrdiff_t>(kept), nexts.end());
            return false;
        };
        if (peeks && sift([&](const Next& next) { return at_sight(then(next), next.place); })) {
            return settled(ours, all_general);
        }
        if (probes) {
            for (Next& next : nexts_[depth]) {
                set_key(next.key, then(next), next.place);
                decided_.prefetch(next.key.print);
                if (next.key.exact != 0) {
                    decided_.prefetch(exactly(next.key));
                }
            }
            if (sift([&](const Next& next) { return find(next.key); })) {
                return settled(ours, all_general);
            }
        }
        if (place.leads() && has(SOLO)) {
            for (int other = 0; other < seats_; ++other) {
                if ((other == seat || !are_friends(seat, other)) && wins_alone(hands, place, other)) {
                    return is_ours(other);
                }
            }
        }
        const Winner here{hands[at(seat)], place.leads() ? Place{} : place, nullptr};
        if (const Winner& last = winner(here); has(AGAIN) && last.hand == here.hand && last.top == here.top) {
            std::vector<Next>& nexts = nexts_[depth];
            const auto same = std::find_if(nexts.begin(), nexts.end(), [&](const Next& next) { return next.option == last.option; });
            if (same != nexts.end()) {
                std::rotate(nexts.begin(), same, same + 1);
            }
        }
        for (std::size_t i = 0; i < nexts_[depth].size(); ++i) {
            const Next next = nexts_[depth][i];
            const bool found = probes ? looked_up(then(next), next.place, next.key) : wins(then(next), next.place);
            const bool is_general = is_general_ && holds_for_all(next, found == ours);
            if (found == ours) {
                if (++noted_ > winners_.size() && winners_.size() < (1 << 16)) {
                    winners_.assign(4 * winners_.size(), {});
                    noted_ = 0;
                }
                winner(here) = {here.hand, here.top, next.option};
                return settled(ours, is_general);
            }
            all_general = all_general && is_general;
        }
        return settled(!ours, all_general);
    }

    static int cards_left(const Hands& hands) noexcept {
        return hands[0]->cards + hands[1]->cards + hands[2]->cards + hands[3]->cards;
    }

    // All that may come next, in the order in which it is tried.
    void list_nexts(const Hands& hands, const Place& place, std::vector<Next>& nexts) {
        nexts.clear();
        const int seat = place.seat;
        Known& mine = *hands[at(seat)];
        order(mine);
        const auto add = [&](const Option& option) { nexts.emplace_back(&option, asked_after(hands, seat, option)); };
        if (place.leads()) {
            for (std::size_t i = 0; i < mine.size; ++i) {
                add(mine.options[mine.order[i]]);
            }
            return;
        }
        const bool over_friend = are_friends(seat, place.owner);
        const Next pass{nullptr, asked(hands, after(seat), place)};
        if (over_friend) {
            nexts.push_back(pass);
        }
        for (const Option& option : of_line(mine, place.line)) {
            if (option.height > place.height) {
                add(option);
            }
        }
        if (!place.is_bomb) {
            for (const Option& option : of_line(mine, bombs_)) {
                add(option);
            }
        }
        if (!over_friend) {
            nexts.push_back(pass);
        }
    }

    // Whether this seat beats the other side without its friends, who pass; the leader is this seat or an opponent.
    bool wins_alone(const Hands& hands, const Place& place, int seat) {
        Hands fewer = hands;
        for (int other = 0; other < seats_; ++other) {
            if (other != seat && are_friends(seat, other)) {
                fewer[at(other)] = nothing_;
            }
        }
        return fewer != hands && hands[at(seat)] != nothing_ && wins(fewer, place) == is_ours(seat);
    }

    // Where the winner for a hand and a play to beat is kept.
    Winner& winner(const Winner& one) noexcept {
        const int top = one.top.seat | one.top.owner << 2 | one.top.line << 8 | one.top.height << 16;
        return winners_[mix(one.hand->counts, static_cast<std::uint64_t>(top)) & (winners_.size() - 1)];
    }

    Decided decided_;
    std::vector<Winner> winners_ = std::vector<Winner>(1 << 8);
    std::size_t noted_ = 0;
    bool is_general_ = true;                // see wins
    std::vector<std::vector<Next>> nexts_;  // by depth
    std::size_t depth_ = 0;
    std::function<void()> check_;
    std::uint64_t nodes_ = 0;
};

}  // namespace paiju::climb
