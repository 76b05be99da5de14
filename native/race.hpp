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
        SQUEEZE = 4,    // ranks that nobody holds are left out of the key
        NEEDS = 8,      // plays are tried by how many more the rest needs
        OUT = 16,       // a friend who runs out over the play to beat is let through
        PEEK = 32,      // all next positions are looked at before one is searched
        SOLO = 64,      // a side wins if one of its seats does so alone, the others passing
        PROBE = 128,    // with PEEK: they are also looked up
    };

    // `path`: how many of the lowest points runs may go through. `shortest`: of a run of singles, pairs, triples, fours; 0: none.
    Race(const Rules& rules, unsigned side, std::size_t bytes, unsigned shortcuts, int path, std::array<int, 4> shortest)
        : rules_(rules), side_(side), shortcuts_(shortcuts), seats_(rules.seats()), path_(path), shortest_(shortest),
          decided_(bytes), chains_(1 << 8), ids_(1 << 10), nexts_(64) {
        if (!rules.is_race() || rules.reader().has_lasts() || seats_ > 4) {
            bad_table("this game is no plain race");
        }
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
            return wins(hands, {turn, turn, 0, 0, false});
        }
        const Combo top = rules_.reader().combo(state.top);
        return wins(hands, asked(hands, turn, {turn, owner, static_cast<std::uint8_t>(top.line), heights_[at(top.number)], top.bomb != 0}));
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
        const std::uint16_t* order = nullptr;  // in which they are tried when leading
        std::uint64_t points = 0;              // those with at least one, two, three, four cards: 16 bits each
        std::uint16_t size = 0;
        std::uint8_t cards = 0, needs = 0;     // plays that it needs at least; 0: not worked out
        bool is_listed = false;
    };
    using Hands = std::array<Known*, 4>;
    struct Place {  // who acts, and what is to be beaten; if the owner acts, nothing is
        std::uint8_t seat, owner, line, height;
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
                found->points |= gathered(at_least(counts, width)) << 16 * (width - 1);
            }
        }
        return found;
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
                             heights_[at(move.number)], combo.size, static_cast<std::uint8_t>((63 - std::countl_zero(move.body)) / 4), 0});
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
        std::uint16_t* begins = places_.take(static_cast<std::size_t>(std::popcount(hand.lines)) + 1);
        hand.begins = begins;
        for (std::size_t i = 0; i < size; ++i) {
            if (i == 0 || options[i].line != options[i - 1].line) {
                *begins++ = static_cast<std::uint16_t>(i);
            }
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
        const int place = std::popcount(hand.lines & ((std::uint64_t{1} << line) - 1));
        return {hand.options + hand.begins[place], hand.options + hand.begins[place + 1]};
    }

    bool can_beat(Known& hand, const Place& top) {
        list(hand);
        return hand.best[top.line] > top.height || (!top.is_bomb && hand.best[bombs_] != 0);
    }

    // Whether the hand is one play that beats this one.
    bool goes_out(Known& hand, const Place& top) {
        if (needs(hand) != 1) {
            return false;
        }
        const auto is_it = [&](std::span<const Option> some, int above) {
            return std::any_of(some.begin(), some.end(), [&](const Option& one) { return one.rest == nothing_ && one.height > above; });
        };
        return is_it(of_line(hand, top.line), top.height) || (!top.is_bomb && is_it(of_line(hand, bombs_), 0));
    }

    // Search ---------------------------------------------------------------------------------------------------------

    struct Next {  // what comes of an option; of a pass, if there is none
        const Option* option;
        Place place;
        Decided::Print print;
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
        return asked(hands, after(seat), {0, static_cast<std::uint8_t>(seat), option.line, option.height, option.line == bombs_});
    }

    static Hands with(Hands hands, int seat, Known* rest) noexcept {
        hands[at(seat)] = rest;
        return hands;
    }

    // Whether our side wins.
    bool wins(const Hands& hands, const Place& place) {
        if (const int found = at_sight(hands, place); found >= 0) {
            count_node();
            return found != 0;
        }
        return looked_up(hands, place, fingerprint(hands, place));
    }

    bool looked_up(const Hands& hands, const Place& place, const Decided::Print& print) {
        count_node();
        if (const int found = decided_.find(print); found >= 0) {
            return found != 0;
        }
        const std::uint64_t before = nodes_;
        ++depth_;
        if (depth_ == nexts_.size()) {
            nexts_.emplace_back();
        }
        const bool found = tried(hands, place);
        --depth_;
        decided_.add(print, found, nodes_ - before + 1);
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
        if (place.leads()) {
            return runs_out(hands, seat) ? ours : -1;
        }
        if (goes_out(*hands[at(seat)], place)) {
            return ours;
        }
        if (has(OUT) && friend_goes_out(hands, place)) {
            return ours;
        }
        if (has(PEEK) && are_friends(seat, place.owner) && is_kept(hands, place) && runs_out(hands, place.owner)) {
            return ours;
        }
        return -1;
    }

    // Whether the next seat that can answer after this one is a friend, and runs out by it.
    bool friend_goes_out(const Hands& hands, const Place& place) {
        for (int other = after(place.seat); other != place.owner; other = after(other)) {
            if (can_beat(*hands[at(other)], place)) {
                return are_friends(place.seat, other) && goes_out(*hands[at(other)], place);
            }
        }
        return false;
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

    bool tried(const Hands& hands, const Place& place) {
        const int seat = place.seat;
        const bool ours = is_ours(seat);
        const auto then = [&](const Next& next) { return next.option == nullptr ? hands : with(hands, seat, next.option->rest); };
        const std::size_t depth = depth_;
        list_nexts(hands, place, nexts_[depth]);
        const bool peeks = has(PEEK) && cards_left(hands) >= FEW, probes = peeks && has(PROBE);
        const auto peek = [&](Next& next) {
            const Hands later = then(next);
            const int found = at_sight(later, next.place);
            if (found < 0 && probes) {
                next.print = fingerprint(later, next.place);
                decided_.prefetch(next.print);
            }
            return found;
        };
        if (peeks && sift(nexts_[depth], ours, peek)) {
            return ours;
        }
        if (probes && sift(nexts_[depth], ours, [&](const Next& next) { return decided_.find(next.print); })) {
            return ours;
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
            if ((probes ? looked_up(then(next), next.place, next.print) : wins(then(next), next.place)) == ours) {
                return ours;
            }
        }
        return !ours;
    }

    // Whether one of these is known to be won by the side to act, `ours`; those known to be lost are dropped.
    template <class Tell>
    static bool sift(std::vector<Next>& nexts, bool ours, const Tell& tell) {
        std::size_t kept = 0;
        for (Next& next : nexts) {
            const int found = tell(next);
            if (found == static_cast<int>(ours)) {
                return true;
            }
            if (found < 0) {
                nexts[kept++] = next;
            }
        }
        nexts.resize(kept);
        return false;
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
    // one play for each of them. No opponent may hold a bomb.
    bool runs_out(const Hands& hands, int seat) {
        Known& mine = *hands[at(seat)];
        if (needs(mine) <= 1) {
            return true;
        }
        if (!has(CHAIN)) {
            return false;
        }
        int others = 0;
        std::array<Known*, 3> against{};
        for (int other = 0; other < seats_; ++other) {
            Known& hand = *hands[at(other)];
            if (&hand != nothing_ && !are_friends(seat, other)) {
                needs(hand);
                if (hand.best[bombs_] != 0) {
                    return false;
                }
                against[at(others++)] = &hand;
            }
        }
        if (others == 0) {
            return needs(mine) < NEVER;
        }
        std::uint64_t key = mine.counts, mark = ~mine.counts;
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
        const bool wins = split(mine, {});
        known = mark | (wins ? 1 : 0);
        return wins;
    }

    struct Run {  // the plays of a split so far that can be beaten
        int number = 0, open = 0;  // open: those for which there is no answer
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
            return run.open <= 1;
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

    // What the rest depends on. A play to beat is known by the lowest answer to it.
    Decided::Print fingerprint(const Hands& hands, const Place& place) const noexcept {
        int line = 0, point = 0, size = 0;
        if (!place.leads()) {
            int lowest = 256;
            for (int other = place.seat; other != place.owner; other = after(other)) {
                if (hands[at(other)]->best[place.line] > place.height) {
                    for (const Option& one : of_line(*hands[at(other)], place.line)) {
                        if (one.height > place.height && one.height < lowest) {
                            lowest = one.height;
                            point = one.point;
                            size = one.size;
                        }
                    }
                }
            }
            line = lowest == 256 ? LINES + 1 : place.line + 1;  // LINES + 1: only bombs beat it, and all of them do
        }
        std::array<Counts, 4> counts;
        for (std::size_t one = 0; one < 4; ++one) {
            counts[one] = hands[one]->counts;
        }
        if (has(SQUEEZE)) {
            squeeze(hands, counts, point);
        }
        std::uint64_t low = static_cast<std::uint64_t>(place.seat | place.owner << 2 | line << 4 | point << 16 | size << 24);
        std::uint64_t high = low + 1;
        for (int one = 0; one < seats_; ++one) {
            low = mix(low, counts[at(one)]);
            high = mix(counts[at(one)] + 0x452821E638D01377, high);
        }
        return {low, high};
    }

    // Leaves out the points of the path that nobody holds, but for one where closing the gap would make a run.
    void squeeze(const Hands& hands, std::array<Counts, 4>& counts, int& point) const noexcept {
        constexpr std::uint64_t LANES = 0x0001000100010001;
        std::array<std::uint64_t, 4> points;  // 16 bits for each width
        std::uint64_t live = 0;
        const std::uint64_t path = ((std::uint64_t{1} << path_) - 1) * LANES;
        for (std::size_t one = 0; one < 4; ++one) {
            points[one] = hands[one]->points & path;
            live |= points[one];
        }
        live &= 0xFFFF;
        int to = std::countr_one(live), top = point;
        while (live >> to != 0) {
            int gap = std::countr_zero(live >> to);
            if (to > 0 && joins(points, to, gap)) {
                ++to;
                --gap;
            }
            if (gap > 0) {
                const std::uint64_t below = (std::uint64_t{1} << to) - 1, lanes = below * LANES;
                const std::uint64_t above = (0xFFFF >> gap & ~below) * LANES;
                live = (live & below) | (live >> gap & ~below);
                const Counts low = (Counts{1} << 4 * to) - 1, high = ((Counts{1} << 4 * (path_ - gap)) - 1) & ~low;
                const Counts beyond = ~((Counts{1} << 4 * path_) - 1);
                for (std::size_t one = 0; one < 4; ++one) {
                    points[one] = (points[one] & lanes) | (points[one] >> gap & above);
                    counts[one] = (counts[one] & (low | beyond)) | (counts[one] >> 4 * gap & high);
                }
                top -= top >= to && top < path_ ? gap : 0;
            }
            to += std::countr_one(live >> to);
        }
        point = top;
    }

    // Whether some hand would have a run across this gap that it does not have now.
    bool joins(const std::array<std::uint64_t, 4>& points, int to, int gap) const noexcept {
        for (const std::uint64_t all : points) {
            if ((all >> (to - 1) & all >> (to + gap) & 1) == 0) {
                continue;
            }
            for (std::size_t width = 0; width < 4; ++width) {
                const std::uint64_t held = all >> 16 * width & 0xFFFF;
                const int before = std::countl_one(held << (64 - to)), behind = std::countr_one(held >> (to + gap));
                if (before > 0 && behind > 0 && shortest_[width] != 0 && before + behind >= shortest_[width]) {
                    return true;
                }
            }
        }
        return false;
    }

    const Rules& rules_;
    unsigned side_, shortcuts_;
    int seats_, path_;
    std::array<int, 4> shortest_;
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
    int budget_ = 0;
    std::vector<std::vector<Next>> nexts_;  // by depth
    std::size_t depth_ = 0;
    std::function<void()> check_;
    std::uint64_t nodes_ = 0;
};

}  // namespace paiju::climb
