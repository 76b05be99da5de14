// Which of two sides runs out first, with open hands: an exact search for games in which suits do not matter, nobody is locked
// out of a trick and nothing is drawn. It answers as endgame.hpp does with the aim FIRST, with far fewer positions; the twin is
// `Plain` in paiju.solver.endgame.
//
// Each hand is worked out once: what it can play, what that leaves, how many plays it needs at least. A position is a few
// pointers to such hands, who acts, and what is to be beaten. Every shortcut has a switch and leaves the answer as it is.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "climb_game.hpp"
#include "climb_points.hpp"
#include "endgame.hpp"

namespace paiju::climb {

// Room for many values that stay where they are.
template <class T>
class Store {
public:
    T* take(std::size_t size) {
        if (used_ + size > room_ || room_ == 0) {
            room_ = std::max({size, std::size_t{128}, std::min<std::size_t>(2 * room_, 1 << 16)});
            chunks_.push_back(std::make_unique<T[]>(room_));
            bytes_ += room_ * sizeof(T);
            used_ = 0;
        }
        used_ += size;
        return chunks_.back().get() + (used_ - size);
    }
    std::size_t bytes() const noexcept { return bytes_; }

private:
    std::vector<std::unique_ptr<T[]>> chunks_;
    std::size_t used_ = 0, room_ = 0, bytes_ = 0;
};

class Race {
public:
    using Rules = climb::Rules<Points>;
    enum Shortcut : unsigned {
        CHAIN = 1,      // the leader runs out with plays that no opponent can beat
        CONTROLS = 2,   // and with beatable plays for which the hand has an answer
        SQUEEZE = 4,    // ranks are known by their order in the key; a hand's cards that no other separates are the same
        NEEDS = 8,      // plays are tried by how many more the rest needs
        OUT = 16,       // a friend who runs out over the play to beat is let through
        PEEK = 32,      // all next positions are looked at before one is searched
        SOLO = 64,      // a side wins if one of its seats does so alone, the others passing
        PROBE = 128,    // with PEEK: they are also looked up
        ANSWER = 256,   // the owner of a play that can be beaten runs out, with an answer to whatever beats it
        MERGE = 512,    // with SQUEEZE: partners' cards that no opposing card separates are the same in the key
    };

    // `path`: how many of the lowest points runs may go through. `shortest`: of a run of singles, pairs, triples, fours; 0: none.
    // `apart`: points, as bits, that are like no other (jokers).
    Race(const Rules& rules, unsigned side, std::size_t bytes, unsigned shortcuts, int path, std::array<int, 4> shortest,
         unsigned apart)
        : rules_(rules), side_(side), shortcuts_(shortcuts), seats_(rules.seats()), path_(path), shortest_(shortest),
          apart_(apart), decided_(bytes), chains_(1 << 8), ids_(1 << 10), nexts_(64) {
        if (!rules.is_race() || rules.reader().has_lasts() || seats_ > 4) {
            bad_table("this game is no plain race");
        }
        widths_.fill(4);
        rank_combos();
        nothing_ = known(0);
        nothing_->is_listed = true;
    }

    Race(const Race&) = delete;
    Race& operator=(const Race&) = delete;

    const Rules& rules() const noexcept { return rules_; }
    std::uint64_t nodes() const noexcept { return nodes_; }
    std::size_t bytes() const noexcept {
        return decided_.bytes() + hands_.bytes() + options_.bytes() + places_.bytes() + ids_.size() * sizeof(ids_[0]);
    }
    std::size_t hands() const noexcept { return size_; }

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
    static constexpr int LINES = 48, NEVER = 255;
    static constexpr int FEW = 10;  // with fewer cards left, searching is quicker than looking ahead
    struct Known;
    struct Option {  // a play of a hand
        Known* rest;
        std::uint8_t line, height, size, point;  // height: among the combos of its line; point: the highest of its body
        std::int16_t worth;                      // the lower, the sooner it is tried
    };
    struct Known {  // a hand
        Counts counts = 0;
        std::uint64_t lines = 0;               // of its options, as bits
        std::array<std::uint8_t, LINES> best{};  // the greatest height in each line; 0: none
        const Option* options = nullptr;       // by line, each as they are tried
        const std::uint16_t* begins = nullptr;  // where the options of each of its lines begin, and the end
        const std::uint16_t* heads = nullptr;   // the points of the options of each of its lines, as bits
        const std::uint16_t* order = nullptr;  // in which they are tried when leading
        std::uint64_t points = 0;              // those with at least one, two, three, four cards: 16 bits each
        std::uint64_t more = 0;                // those with at least five, six, seven, eight
        std::uint16_t size = 0, runs = 0;      // runs: the points that are part of one
        std::uint8_t cards = 0, needs = 0;     // plays that it needs at least; 0: not worked out
        bool is_listed = false;
    };
    using Hands = std::array<Known*, 4>;
    struct Place {  // who acts, and what is to be beaten; if the owner acts, nothing is
        std::uint8_t seat, owner, line, height, point;
        bool is_bomb;

        bool leads() const noexcept { return seat == owner; }
    };

    bool is_ours(int seat) const noexcept { return (side_ >> seat & 1) != 0; }
    bool are_friends(int one, int other) const noexcept { return is_ours(one) == is_ours(other); }
    bool has(Shortcut one) const noexcept { return (shortcuts_ & one) != 0; }
    int after(int seat) const noexcept { return seat + 1 < seats_ ? seat + 1 : 0; }

    void rank_combos() {
        const Points& reader = rules_.reader();
        std::vector<std::int32_t> numbers;
        for (std::int32_t number = 0; reader.has(number); ++number) {
            numbers.push_back(number);
            if (reader.combo(number).line >= LINES) {
                bad_table("there are too many lines");
            }
        }
        std::sort(numbers.begin(), numbers.end(), [&](int a, int b) { return reader.combo(a).strength < reader.combo(b).strength; });
        heights_.resize(numbers.size());
        std::array<int, LINES> next{}, last;
        last.fill(-1);
        for (const std::int32_t number : numbers) {  // combos of equal strength have the same height
            const Combo combo = reader.combo(number);
            const std::size_t line = at(combo.line);
            if (combo.bomb != 0) {
                bombs_ = line;
            }
            if (last[line] != combo.strength) {
                last[line] = combo.strength;
                if (++next[line] > 255) {
                    bad_table("a line has too many combos");
                }
            }
            heights_[at(number)] = static_cast<std::uint8_t>(next[line]);
        }
    }

    // Hands ----------------------------------------------------------------------------------------------------------

    Known* known(Counts counts) {
        if (2 * size_ > ids_.size()) {
            std::vector<Known*> old(4 * ids_.size());
            old.swap(ids_);
            for (Known* one : old) {
                if (one != nullptr) {
                    slot(one->counts) = one;
                }
            }
        }
        Known*& found = slot(counts);
        if (found == nullptr) {
            ++size_;
            found = hands_.take(1);
            found->counts = counts;
            found->cards = static_cast<std::uint8_t>(total(counts));
            for (int width = 1; width <= 4; ++width) {
                const std::uint64_t held = gathered(at_least(counts, width));
                found->points |= held << 16 * (width - 1);
                if (shortest_[at(width - 1)] != 0) {
                    found->runs |= in_runs(held & ((1U << path_) - 1), shortest_[at(width - 1)]);
                }
            }
            if (at_least(counts, 5) != 0) {
                for (int width = 5; width <= 8; ++width) {
                    found->more |= gathered(at_least(counts, width)) << 16 * (width - 5);
                }
            }
        }
        return found;
    }

    // Those of these points that have so many neighbours in a row.
    static std::uint16_t in_runs(std::uint64_t held, int length) noexcept {
        std::uint64_t starts = held, found = 0;
        for (int i = 1; i < length; ++i) {
            starts &= held >> i;
        }
        for (int i = 0; i < length; ++i) {
            found |= starts << i;
        }
        return static_cast<std::uint16_t>(found);
    }

    static std::uint8_t highest(Counts body) noexcept { return static_cast<std::uint8_t>((63 - std::countl_zero(body)) / 4); }

    // How many cards of a point the plays of a line have at least.
    void note_width(std::size_t line, Counts body) noexcept {
        widths_[line] = std::min(widths_[line], static_cast<std::uint8_t>(body >> 4 * highest(body)));
    }

    // One bit of each four.
    static std::uint64_t gathered(Counts ones) noexcept {
        ones = (ones | ones >> 3) & 0x0303030303030303;
        ones = (ones | ones >> 6) & 0x000F000F000F000F;
        ones = (ones | ones >> 12) & 0x000000FF000000FF;
        return (ones | ones >> 24) & 0xFFFF;
    }

    Known*& slot(Counts counts) noexcept {
        std::size_t place = counts * 0x9E3779B97F4A7C15 >> 20;
        for (;; ++place) {
            Known*& found = ids_[place & (ids_.size() - 1)];
            if (found == nullptr || found->counts == counts) {
                return found;
            }
        }
    }

    void list(Known& hand) {
        if (hand.is_listed) {
            return;
        }
        rules_.reader().list({}, hand.counts, -1, moves_);
        made_.clear();
        for (const Move& move : moves_.list) {
            const Combo combo = rules_.reader().combo(move.number);
            made_.push_back({known(hand.counts - move.body - move.carried), static_cast<std::uint8_t>(combo.line),
                             heights_[at(move.number)], combo.size, highest(move.body), 0});
            note_width(at(combo.line), move.body);
        }
        hand.is_listed = true;
        const std::size_t size = made_.size();
        for (Option& one : made_) {
            hand.lines |= std::uint64_t{1} << one.line;
            hand.best[one.line] = std::max(hand.best[one.line], one.height);
        }
        std::sort(made_.begin(), made_.end(), [](const Option& a, const Option& b) {
            return a.line != b.line ? a.line < b.line : a.height != b.height ? a.height < b.height : a.rest->counts > b.rest->counts;
        });
        Option* options = options_.take(size);
        std::copy(made_.begin(), made_.end(), options);
        const auto lines = static_cast<std::size_t>(std::popcount(hand.lines));
        std::uint16_t *begins = places_.take(lines + 1), *heads = places_.take(lines);
        hand.begins = begins;
        hand.heads = heads--;
        for (std::size_t i = 0; i < size; ++i) {
            if (i == 0 || options[i].line != options[i - 1].line) {
                *begins++ = static_cast<std::uint16_t>(i);
                *++heads = 0;
            }
            *heads = static_cast<std::uint16_t>(*heads | 1 << options[i].point);
        }
        *begins = static_cast<std::uint16_t>(size);
        hand.size = static_cast<std::uint16_t>(size);
        hand.options = options;
    }

    // The fewest plays that empty a hand: one of them holds its lowest card.
    int needs(Known& hand) {
        if (hand.needs != 0 || hand.cards == 0) {
            return hand.needs;
        }
        list(hand);
        const Counts lowest = Counts{15} << (std::countr_zero(hand.counts) & ~3), here = hand.counts & lowest;
        int best = NEVER;
        for (const Option& one : std::span(hand.options, hand.size)) {
            if (one.size == hand.cards) {
                best = 1;
                break;
            }
        }
        for (std::size_t i = hand.size; i-- > 0 && best > 2;) {
            const Option& option = hand.options[i];
            if ((option.rest->counts & lowest) != here) {
                best = std::min(best, 1 + needs(*option.rest));
            }
        }
        hand.needs = static_cast<std::uint8_t>(best);
        return best;
    }

    // Puts the options in the order in which they are tried.
    void order(Known& hand) {
        if (hand.order != nullptr) {
            return;
        }
        list(hand);
        auto* options = const_cast<Option*>(hand.options);
        for (Option& one : std::span(options, hand.size)) {
            const int more = has(NEEDS) ? needs(*one.rest) : 0;
            one.worth = static_cast<std::int16_t>(100 * more - 40 * one.size + 4 * one.height + (one.line == bombs_ ? 1000 : 0));
        }
        const auto sooner = [](const Option& a, const Option& b) { return a.worth < b.worth; };
        const int lines = std::popcount(hand.lines);
        for (int line = 0; line < lines; ++line) {
            std::stable_sort(options + hand.begins[line], options + hand.begins[line + 1], sooner);
        }
        std::uint16_t* places = places_.take(hand.size + std::size_t{1});
        for (std::size_t i = 0; i < hand.size; ++i) {
            places[i] = static_cast<std::uint16_t>(i);
        }
        std::stable_sort(places, places + hand.size, [&](std::size_t a, std::size_t b) { return sooner(options[a], options[b]); });
        hand.order = places;
    }

    // The options of a hand that are of one line.
    static std::span<const Option> of_line(const Known& hand, std::size_t line) noexcept {
        if ((hand.lines >> line & 1) == 0) {
            return {};
        }
        const int place = line_of(hand, line);
        return {hand.options + hand.begins[place], hand.options + hand.begins[place + 1]};
    }

    // Which of its lines this one is.
    static int line_of(const Known& hand, std::size_t line) noexcept {
        return std::popcount(hand.lines & ((std::uint64_t{1} << line) - 1));
    }

    bool can_beat(Known& hand, const Place& top) {
        list(hand);
        return hand.best[top.line] > top.height || (!top.is_bomb && hand.best[bombs_] != 0);
    }

    // The play that the hand is and that beats this one; none if there is no such play.
    const Option* goes_out(Known& hand, const Place& top) {
        if (needs(hand) != 1) {
            return nullptr;
        }
        for (const auto& [line, above] : {std::pair(at(top.line), int{top.height}), std::pair(bombs_, top.is_bomb ? NEVER : 0)}) {
            for (const Option& one : of_line(hand, line)) {
                if (one.rest == nothing_ && one.height > above) {
                    return &one;
                }
            }
        }
        return nullptr;
    }

    // Search ---------------------------------------------------------------------------------------------------------

    // What the rest depends on. `exact` tells those apart that are the same but for the order of partners' cards in a block:
    // a stretch of points in which one side alone holds cards, and none of a run.
    struct Key {
        Decided::Print print;
        std::uint64_t exact;
        std::uint16_t starts, fixed;  // the lowest points of the blocks; those of the blocks of one point
        bool is_close;                // a partner may answer by a card of the block of the play to beat
    };

    struct Next {  // what comes of an option; of a pass, if there is none
        const Option* option;
        Place place;
        Key key;
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

    static Hands with(Hands hands, int seat, Known* rest) noexcept {
        hands[at(seat)] = rest;
        return hands;
    }

    // Whether our side wins. Leaves in `is_general_` whether that holds for all positions with the same print.
    bool wins(const Hands& hands, const Place& place) {
        if (const int found = at_sight(hands, place); found >= 0) {
            count_node();
            return found != 0;
        }
        return looked_up(hands, place, key_of(hands, place));
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

    static Decided::Print exactly(const Key& key) noexcept {
        return {mix(key.print.low, key.exact), mix(key.exact + 1, key.print.high)};
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

    static std::uint64_t up_to(int point) noexcept { return (std::uint64_t{2} << point) - 1; }

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
        const auto then = [&](const Next& next) { return next.option == nullptr ? hands : with(hands, seat, next.option->rest); };
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
            nexts.resize(kept);
            return false;
        };
        if (peeks && sift([&](const Next& next) { return at_sight(then(next), next.place); })) {
            return settled(ours, all_general);
        }
        if (probes) {
            for (Next& next : nexts_[depth]) {
                next.key = key_of(then(next), next.place);
                decided_.prefetch(next.key.print);
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
        for (std::size_t i = 0; i < nexts_[depth].size(); ++i) {
            const Next next = nexts_[depth][i];
            const bool found = probes ? looked_up(then(next), next.place, next.key) : wins(then(next), next.place);
            const bool is_general = is_general_ && holds_for_all(next, found == ours);
            if (found == ours) {
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
        const auto add = [&](const Option& option) { nexts.push_back({&option, asked_after(hands, seat, option), {}}); };
        if (place.leads()) {
            for (std::size_t i = 0; i < mine.size; ++i) {
                add(mine.options[mine.order[i]]);
            }
            return;
        }
        const bool over_friend = are_friends(seat, place.owner);
        const Next pass{nullptr, asked(hands, after(seat), place), {}};
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

    // The leader's run -------------------------------------------------------------------------------------------------

    // Whether the leader runs out whatever the opponents do, by plays that they cannot beat, or that the hand itself answers:
    // every beatable play but the last needs an unbeatable one of its line, and no opponent may run out meanwhile, who gets
    // one play for each of them. No opponent may hold a bomb. With `owed`, a play of that line was made and may be beaten: it
    // needs its answer too, and cannot be the last.
    bool runs_out(const Hands& hands, int seat, int owed = -1) {
        Known& mine = *hands[at(seat)];
        if (owed < 0 ? needs(mine) <= 1 : mine.best[at(owed)] == 0) {
            return owed < 0;
        }
        if (!has(CHAIN)) {
            return false;
        }
        int others = 0;
        std::array<Known*, 3> against{};
        for (int other = 0; other < seats_; ++other) {
            Known& hand = *hands[at(other)];
            if (&hand != nothing_ && !are_friends(seat, other)) {
                const int fewest = needs(hand);
                if (hand.best[bombs_] != 0 || (owed >= 0 && (fewest < 2 || hand.best[at(owed)] >= mine.best[at(owed)]))) {
                    return false;
                }
                against[at(others++)] = &hand;
            }
        }
        if (others == 0) {
            return needs(mine) < NEVER;
        }
        std::uint64_t key = mine.counts, mark = ~mine.counts + static_cast<std::uint64_t>(owed + 1);
        key += static_cast<std::uint64_t>(owed + 1) << 58;
        for (int i = 0; i < others; ++i) {
            key = mix(key, against[at(i)]->counts);
            mark = mix(against[at(i)]->counts, mark);
        }
        mark &= ~std::uint64_t{1};
        if (++chained_ > chains_.size() && chains_.size() < (1 << 20)) {
            chains_.assign(4 * chains_.size(), 0);
            chained_ = 0;
        }
        std::uint64_t& known = chains_[key & (chains_.size() - 1)];
        if ((known & ~std::uint64_t{1}) == mark) {
            --chained_;
            return (known & 1) != 0;
        }
        tops_ = against[0]->best;
        for (int i = 1; i < others; ++i) {
            for (std::size_t line = 0; line < tops_.size(); ++line) {
                tops_[line] = std::max(tops_[line], against[at(i)]->best[line]);
            }
        }
        balance_.fill(0);
        budget_ = 400;
        against_ = std::span(against.data(), at(others));
        owed_ = owed;
        Run run{0, 0, owed < 0};
        if (owed >= 0) {
            balance_[at(owed)] = -1;
            run = {1, 1, false};
        }
        const bool wins = split(mine, run);
        known = mark | (wins ? 1 : 0);
        return wins;
    }

    struct Run {  // the plays of a split so far that can be beaten
        int number, open;  // open: those for which there is no answer
        bool is_paid;      // there is an answer to what was played before
    };

    // Whether no opponent runs out meanwhile. The last play needs no answer, so that one may be left out.
    bool is_in_time(const Run& run) const noexcept {
        return std::all_of(against_.begin(), against_.end(), [&](const Known* hand) {
            return hand->needs >= run.number;
        });
    }

    // Splits what is left of the hand.
    bool split(Known& hand, const Run& run) {
        if (hand.cards == 0) {
            return run.open <= 1 && run.is_paid;
        }
        if (--budget_ < 0) {
            return false;
        }
        list(hand);
        const Counts lowest = Counts{15} << (std::countr_zero(hand.counts) & ~3), here = hand.counts & lowest;
        for (std::size_t i = hand.size; i-- > 0;) {
            const Option& option = hand.options[i];
            if ((option.rest->counts & lowest) == here) {
                continue;
            }
            int& balance = balance_[option.line];
            Run next = run;
            bool found = false;
            if (option.height > tops_[option.line]) {
                ++balance;
                next.open -= balance <= 0;
                next.is_paid = next.is_paid || option.line == owed_;
                found = split(*option.rest, next);
                --balance;
            } else if (run.number < (has(CONTROLS) ? 5 : 1)) {
                --balance;  // an answer may still come from the rest
                next.open += balance < 0;
                ++next.number;
                found = is_in_time(next) && split(*option.rest, next);
                ++balance;
            }
            if (found) {
                return true;
            }
        }
        return false;
    }

    // Keys -------------------------------------------------------------------------------------------------------------

    static std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
        __extension__ using Wide = unsigned __int128;
        const Wide product = static_cast<Wide>(a ^ 0x9E3779B97F4A7C15) * (b ^ 0xD1B54A32D192ED03);
        return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    }

    static constexpr std::uint64_t LANES = 0x0001000100010001;

    // How many bits each 16 have.
    static std::uint64_t bits_by_lane(std::uint64_t x) noexcept {
        x -= x >> 1 & 0x5555555555555555;
        x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
        x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F;
        return (x + (x >> 8)) & 0x000F000F000F000F;
    }

    // Whether two points are in one block.
    static bool are_near(const Key& key, int one, int other) noexcept {
        const std::uint64_t between = up_to(std::max(one, other)) & ~up_to(std::min(one, other));
        return (key.starts & between) == 0 && !is_fixed(key, one);
    }

    static bool is_fixed(const Key& key, int point) noexcept {
        const std::uint64_t below = key.starts & up_to(point);
        return below == 0 || (key.fixed >> (63 - std::countl_zero(below)) & 1) != 0;
    }

    // Whether a partner of the seat holds cards of a play's block that are not above it: elsewhere in the block they would be.
    bool holds_below(const Hands& hands, int seat, const Key& key, std::size_t line, int point) const noexcept {
        if (is_fixed(key, point)) {
            return false;
        }
        const int start = 63 - std::countl_zero(key.starts & up_to(point));
        const std::uint64_t below = up_to(point) & ~(up_to(start) >> 1);
        for (int other = 0; other < seats_; ++other) {
            if (other != seat && are_friends(seat, other) && (hands[at(other)]->points >> 16 * (widths_[line] - 1) & below) != 0) {
                return true;
            }
        }
        return false;
    }

    // A play to beat is known by the lowest answer to it.
    Key key_of(const Hands& hands, const Place& place) const noexcept {
        int line = 0, size = 0, answer = -1, lowest = 256;
        if (!place.leads()) {
            std::uint32_t points = 0;
            for (int other = place.seat; other != place.owner; other = after(other)) {
                const Known& hand = *hands[at(other)];
                if (hand.best[place.line] <= place.height) {
                    continue;
                }
                if (!place.is_bomb) {  // a higher point is a higher play
                    points |= hand.heads[line_of(hand, place.line)] & ~static_cast<std::uint32_t>(up_to(place.point));
                    continue;
                }
                for (const Option& one : of_line(hand, place.line)) {
                    if (one.height > place.height && one.height < lowest) {
                        lowest = one.height;
                        answer = one.point;
                        size = one.size;
                    }
                }
            }
            answer = points != 0 ? std::countr_zero(points) : answer;
            line = answer < 0 ? LINES + 1 : place.line + 1;  // LINES + 1: only bombs beat it, and all of them do
        }
        Key key{};
        std::uint64_t low = 0, high = 0x452821E638D01377, head = static_cast<std::uint64_t>(place.seat | place.owner << 2 | line << 4 | size << 16);
        if (has(SQUEEZE)) {
            blocks(hands, place, answer, key, low, high, head);
        } else {
            head |= static_cast<std::uint64_t>(answer + 1) << 24;
            for (int one = 0; one < seats_; ++one) {
                low = mix(low, hands[at(one)]->counts);
                high = mix(hands[at(one)]->counts + 0x452821E638D01377, high);
            }
        }
        key.print = {mix(low, head), mix(head + 1, high)};
        return key;
    }

    // Writes the hands from the lowest point up, block by block; ranks that nobody holds are left out, but for a gap between
    // two points of runs.
    void blocks(const Hands& hands, const Place& place, int answer, Key& key, std::uint64_t& low, std::uint64_t& high,
                std::uint64_t& head) const noexcept {
        std::array<std::uint32_t, 2> sides{};
        std::array<int, 2> active{};
        std::uint32_t runs = 0;
        std::uint64_t more = 0;
        for (int one = 0; one < seats_; ++one) {
            const Known& hand = *hands[at(one)];
            sides[is_ours(one)] |= static_cast<std::uint32_t>(hand.points & 0xFFFF);
            active[is_ours(one)] += &hand != nothing_;
            runs |= hand.runs;
            more |= hand.more;
        }
        if (answer >= 0) {
            sides[is_ours(place.owner)] |= 1U << place.point;
        }
        const std::uint32_t held = sides[0] | sides[1];
        std::uint32_t fixed = (sides[0] & sides[1]) | (held & (runs | apart_));
        for (std::size_t side = 0; side < 2; ++side) {
            if (active[side] > 1 && !has(MERGE)) {
                fixed |= sides[side];
            }
        }
        // The points that are held next above each of these.
        const auto next_to = [&](std::uint32_t some) { return ((some << 1) + (~held & 0xFFFF)) & held; };
        const std::uint32_t first = sides[0] & ~fixed, second = sides[1] & ~fixed;
        const std::uint32_t starts = fixed | (first & next_to(second | fixed)) | (second & next_to(first | fixed)) | (held & (~held + 1));
        key.starts = static_cast<std::uint16_t>(starts);
        key.fixed = static_cast<std::uint16_t>(fixed);

        const bool merges = has(MERGE) && (active[0] > 1 || active[1] > 1);
        int number = 0, before = -2;
        for (std::uint32_t rest = starts; rest != 0;) {
            const int start = std::countr_zero(rest);
            rest &= rest - 1;
            const int end = rest != 0 ? std::countr_zero(rest) : 16;
            const std::uint64_t all = held & ((1U << end) - (1U << start));
            const bool is_one = (all & (all - 1)) == 0;
            const auto code = [&](std::uint64_t Known::*lanes) {
                std::uint64_t found = 0;
                for (int one = 0; one < seats_; ++one) {
                    const std::uint64_t points = hands[at(one)]->*lanes;
                    found |= (is_one ? points >> start & LANES : bits_by_lane(points & all * LANES)) << 4 * one;
                }
                return found;
            };
            const std::uint64_t cards = code(&Known::points);
            if (cards == 0) {
                continue;  // the play to beat
            }
            if (merges && !is_one && active[(sides[1] >> start & 1) != 0] > 1) {
                for (std::uint64_t ones = all; ones != 0; ones &= ones - 1) {
                    std::uint64_t column = 0;
                    for (int one = 0; one < seats_; ++one) {
                        column |= (hands[at(one)]->points >> std::countr_zero(ones) & LANES) << 4 * one;
                    }
                    key.exact = column != 0 ? mix(key.exact, column) : key.exact;
                }
            }
            const bool in_run = (runs >> start & 1) != 0, is_apart = (apart_ >> start & 1) != 0;
            const std::uint64_t kind = 1 + (in_run ? 1 : 0) + (in_run && before >= 0 && before + 1 != start ? 2 : 0) + (is_apart ? 4 : 0);
            before = in_run ? start : -2;
            low = mix(low + kind, cards);
            high = mix(cards ^ 0x452821E638D01377, high + kind);
            if (more != 0) {
                low = mix(low, code(&Known::more));
                high = mix(code(&Known::more) + 1, high);
            }
            ++number;
            if (answer >= start && answer < end) {
                head |= static_cast<std::uint64_t>(number) << 24;
            }
        }
        if (merges) {
            key.is_close = answer >= 0 && are_near(key, answer, place.point);
            head |= static_cast<std::uint64_t>(key.is_close) << 32;
            if (key.is_close) {  // how many of the points above it are held
                key.exact = mix(key.exact, static_cast<std::uint64_t>(std::popcount(held & ~up_to(place.point))));
            }
            key.exact |= 1;
        }
    }

    const Rules& rules_;
    unsigned side_, shortcuts_;
    int seats_, path_;
    std::array<int, 4> shortest_;
    unsigned apart_;
    std::array<std::uint8_t, LINES> widths_;  // of the plays of each line; 4 for more
    bool is_general_ = true;             // see wins
    std::vector<std::uint8_t> heights_;  // of each combo
    std::size_t bombs_ = LINES - 1;      // their line
    Store<Known> hands_;
    Store<Option> options_;
    Store<std::uint16_t> places_;
    std::vector<Option> made_;
    Moves moves_;
    Decided decided_;
    std::vector<std::uint64_t> chains_;  // what runs_out found, under a fingerprint of its own
    std::size_t chained_ = 0;
    std::vector<Known*> ids_;  // hands by a hash of their cards
    std::size_t size_ = 0;
    Known* nothing_ = nullptr;
    std::span<Known* const> against_;
    std::array<std::uint8_t, LINES> tops_;
    std::array<int, LINES> balance_;
    int budget_ = 0, owed_ = -1;
    std::vector<std::vector<Next>> nexts_;  // by depth
    std::size_t depth_ = 0;
    std::function<void()> check_;
    std::uint64_t nodes_ = 0;
};

}  // namespace paiju::climb
