// Which of two sides runs out first, with open hands: an exact search for games in which suits do not matter, nobody is locked
// out of a trick and nothing is drawn. It answers as endgame.hpp does with the aim FIRST, with far fewer positions; the twin is
// `Plain` in paiju.solver.endgame.
//
// Hands are numbered: what a hand can play, how many plays it needs at least and what beats what is worked out once for
// each. A position is the numbers of the hands, who acts, and what is to be beaten. Every shortcut has a switch (see Rules).
#pragma once

#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "climb_game.hpp"
#include "climb_points.hpp"
#include "endgame.hpp"

namespace paiju::climb {

class Race : public Climb<Points> {
public:
    // Shortcuts, as bits: each leaves the answer as it is.
    enum Shortcut : unsigned {
        CHAIN = 1,      // the leader runs out with plays that no opponent can beat
        CONTROLS = 2,   // and with beatable plays for which the hand has an answer
        SQUEEZE = 4,    // ranks that nobody holds are left out of the key
        NEEDS = 8,      // plays are tried by how many more the rest needs
    };

    // `path`: how many of the lowest points runs may go through. `shortest`: of a run of singles, pairs, triples, fours; 0: none.
    Race(nb::dict table, unsigned side, std::size_t bytes, unsigned shortcuts, int path, std::array<int, 4> shortest)
        : Climb<Points>(table), side_(side), shortcuts_(shortcuts), path_(path), shortest_(shortest), decided_(bytes),
          chains_(1 << 16) {
        if (lock_ != OFF || draws_ || over_ != FIRST_OUT || top_single_ || seats_ > 4) {
            bad_table("this game is no plain race");
        }
        rank_combos();
        number(0);  // the empty hand is number 0
    }

    std::uint64_t nodes() const noexcept { return nodes_; }
    std::size_t bytes() const noexcept { return decided_.bytes(); }
    std::size_t hands() const noexcept { return book_.size(); }

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
        Hands hands{};
        for (int seat = 0; seat < seats_; ++seat) {
            hands[at(seat)] = number(state.counts[at(seat)]);
        }
        if (state.leading) {
            return lead(hands, state.turn);
        }
        return follow(hands, state.turn, state.top_by, reader().combo(state.top));
    }

private:
    using Id = std::uint32_t;
    using Hands = std::array<Id, 4>;
    struct Option {  // a play of a hand
        std::int32_t combo;
        Id rest;
        std::int16_t line;
        std::int16_t height;  // among the combos of its line
        std::uint8_t size, bomb, point;  // the highest point of its body
        std::int16_t worth;  // the lower, the sooner it is tried
    };
    struct Known {  // a hand
        Counts counts = 0;
        std::vector<Option> options;       // by line and height
        std::vector<std::uint16_t> order;  // in which they are tried when leading
        std::uint8_t cards = 0, needs = 0; // plays that it needs at least; 0: not worked out
        std::int8_t bombs = -1;            // height of its best bomb
        bool is_listed = false, is_ordered = false;
    };

    bool is_ours(int seat) const noexcept { return (side_ >> seat & 1) != 0; }
    bool has(Shortcut one) const noexcept { return (shortcuts_ & one) != 0; }

    void rank_combos() {
        std::vector<std::int32_t> numbers;
        for (std::int32_t number = 0; reader().has(number); ++number) {
            numbers.push_back(number);
            lines_ = std::max(lines_, reader().combo(number).line + 1);
        }
        std::stable_sort(numbers.begin(), numbers.end(), [&](int a, int b) {
            return reader().combo(a).strength < reader().combo(b).strength;
        });
        heights_.resize(numbers.size());
        std::vector<int> next(at(lines_), 0), last(at(lines_), -1);
        for (const std::int32_t number : numbers) {  // combos of equal strength have the same height
            const Combo combo = reader().combo(number);
            if (combo.bomb != 0) {
                bomb_line_ = combo.line;
            }
            if (last[at(combo.line)] != combo.strength) {
                last[at(combo.line)] = combo.strength;
                ++next[at(combo.line)];
            }
            heights_[at(number)] = static_cast<std::int16_t>(next[at(combo.line)]);
        }
    }

    // Hands ----------------------------------------------------------------------------------------------------------

    Id number(Counts counts) {
        const auto [found, is_new] = ids_.try_emplace(counts, static_cast<Id>(book_.size()));
        if (is_new) {
            book_.emplace_back();
            book_.back().counts = counts;
            book_.back().cards = static_cast<std::uint8_t>(total(counts));
        }
        return found->second;
    }

    void list_options(Id id) {
        if (book_[id].is_listed) {
            return;
        }
        const Counts counts = book_[id].counts;
        list(counts);
        std::vector<Option> options;
        options.reserve(moves_.list.size());
        std::int8_t bombs = -1;
        for (const Move& move : moves_.list) {
            const Combo combo = reader().combo(move.number);
            const std::int16_t height = heights_[at(move.number)];
            if (combo.bomb != 0) {
                bombs = std::max<std::int8_t>(bombs, static_cast<std::int8_t>(height));
            }
            options.push_back({move.number, number(counts - move.body - move.carried), combo.line, height, combo.size,
                               combo.bomb, static_cast<std::uint8_t>((63 - std::countl_zero(move.body)) / 4), 0});
        }
        std::sort(options.begin(), options.end(), [](const Option& a, const Option& b) {
            return a.line != b.line ? a.line < b.line : a.height != b.height ? a.height < b.height : a.rest < b.rest;
        });
        Known& known = book_[id];
        known.options = std::move(options);
        known.bombs = bombs;
        known.is_listed = true;
    }

    void list(Counts counts) { reader().list({}, counts, -1, moves_); }

    // The fewest plays that empty a hand: one of them holds its lowest card.
    int needs(Id id) {
        if (id == 0) {
            return 0;
        }
        if (book_[id].needs != 0) {
            return book_[id].needs;
        }
        list_options(id);
        const Counts counts = book_[id].counts, lowest = Counts{15} << (std::countr_zero(counts) & ~3);
        int best = 255;
        for (std::size_t i = 0; i < book_[id].options.size() && best > 1; ++i) {
            const Id rest = book_[id].options[i].rest;
            if (((counts - book_[rest].counts) & lowest) != 0) {
                best = std::min(best, 1 + needs(rest));
            }
        }
        book_[id].needs = static_cast<std::uint8_t>(best);
        return best;
    }

    const std::vector<std::uint16_t>& order(Id id) {
        if (!book_[id].is_ordered) {
            list_options(id);
            std::vector<std::uint16_t> order(book_[id].options.size());
            for (std::size_t i = 0; i < order.size(); ++i) {
                order[i] = static_cast<std::uint16_t>(i);
                const int more = has(NEEDS) ? needs(book_[id].options[i].rest) : 0;
                Option& option = book_[id].options[i];
                option.worth = static_cast<std::int16_t>(100 * more - 40 * option.size + 4 * option.height +
                                                         (option.bomb != 0 ? 1000 : 0));
            }
            const auto& options = book_[id].options;
            std::stable_sort(order.begin(), order.end(),
                             [&](std::uint16_t a, std::uint16_t b) { return options[a].worth < options[b].worth; });
            book_[id].order = std::move(order);
            book_[id].is_ordered = true;
        }
        return book_[id].order;
    }

    // The options of a hand that are of one line, above a height.
    std::span<const Option> above(Id id, int line, int height) {
        list_options(id);
        const auto& options = book_[id].options;
        const auto first = std::upper_bound(options.begin(), options.end(), std::pair(line, height), [](const auto& key, const Option& one) {
            return key.first != one.line ? key.first < one.line : key.second < one.height;
        });
        auto last = first;
        while (last != options.end() && last->line == line) {
            ++last;
        }
        return {first, last};
    }

    // Height of the lowest option above this one; 0: there is none.
    int answer(Id id, int line, int height) {
        const auto found = above(id, line, height);
        return found.empty() ? 0 : found.front().height;
    }

    int highest(Id id, int line) {
        const auto found = above(id, line, 0);
        return found.empty() ? 0 : found.back().height;
    }

    bool can_beat(Id id, int line, int height, bool is_bomb) {
        if (id == 0) {
            return false;
        }
        list_options(id);
        if (!is_bomb && book_[id].bombs > 0) {
            return true;
        }
        return answer(id, line, height) != 0;
    }

    // Search ---------------------------------------------------------------------------------------------------------

    int after(int seat) const noexcept { return seat + 1 < seats_ ? seat + 1 : 0; }

    void count_node() {
        if ((++nodes_ & 0xFFF) == 0) {
            check_();
        }
    }

    bool lead(const Hands& hands, int seat) {
        count_node();
        const bool ours = is_ours(seat);
        if (needs(hands[at(seat)]) == 1) {
            return ours;
        }
        if (runs_out(hands, seat)) {
            return ours;
        }
        const Decided::Print print = fingerprint(hands, seat, seat, 0, 0);
        if (const int known = decided_.find(print); known >= 0) {
            return known != 0;
        }
        const std::uint64_t before = nodes_;
        bool found = !ours;
        const Id mine = hands[at(seat)];
        const std::size_t size = order(mine).size();
        for (std::size_t i = 0; i < size; ++i) {
            const Option option = book_[mine].options[book_[mine].order[i]];
            if (play(hands, seat, option) == ours) {
                found = ours;
                break;
            }
        }
        decided_.add(print, found, nodes_ - before + 1);
        return found;
    }

    bool play(const Hands& hands, int seat, const Option& option) {
        if (option.rest == 0) {
            return is_ours(seat);
        }
        Hands next = hands;
        next[at(seat)] = option.rest;
        return asked(next, after(seat), seat, option.line, option.height, option.bomb != 0);
    }

    bool follow(const Hands& hands, int seat, int owner, const Combo& top) {
        return asked(hands, seat, owner, top.line, heights_[at(top.number)], top.bomb != 0);
    }

    // The first seat from this one on that can answer; the owner leads if there is none.
    bool asked(const Hands& hands, int seat, int owner, int line, int height, bool is_bomb) {
        while (seat != owner && !can_beat(hands[at(seat)], line, height, is_bomb)) {
            seat = after(seat);
        }
        return seat == owner ? lead(hands, owner) : respond(hands, seat, owner, line, height, is_bomb);
    }

    bool respond(const Hands& hands, int seat, int owner, int line, int height, bool is_bomb) {
        count_node();
        const bool ours = is_ours(seat), over_friend = is_ours(owner) == ours;
        const Id mine = hands[at(seat)];
        // A play to beat is known by the lowest answer to it.
        int lowest = 0, point = 0;
        for (int other = seat; other != owner; other = after(other)) {
            const auto found = above(hands[at(other)], line, height);
            if (!found.empty() && (lowest == 0 || found.front().height < lowest)) {
                lowest = found.front().height;
                point = found.front().point;
            }
        }
        const Decided::Print print = fingerprint(hands, seat, owner, lowest == 0 && !is_bomb ? lines_ + 1 : line + 1, point);
        if (const int known = decided_.find(print); known >= 0) {
            return known != 0;
        }
        const std::uint64_t before = nodes_;
        const bool found = answer_all(hands, seat, owner, line, height, is_bomb, ours, over_friend, mine);
        decided_.add(print, found, nodes_ - before + 1);
        return found;
    }

    bool answer_all(const Hands& hands, int seat, int owner, int line, int height, bool is_bomb, bool ours, bool over_friend, Id mine) {
        order(mine);
        std::array<Option, 512> options;
        std::size_t size = 0;
        const auto gather = [&](std::span<const Option> some) {
            for (const Option& one : some) {
                if (size < options.size()) {
                    options[size++] = one;
                }
            }
        };
        gather(above(mine, line, height));
        if (!is_bomb && book_[mine].bombs > 0) {
            gather(above(mine, bomb_line_, 0));
        }
        for (std::size_t i = 0; i < size; ++i) {
            if (options[i].rest == 0) {
                return ours;
            }
        }
        std::stable_sort(options.begin(), options.begin() + static_cast<std::ptrdiff_t>(size),
                         [](const Option& a, const Option& b) { return a.worth < b.worth; });
        const auto pass = [&] { return asked(hands, after(seat), owner, line, height, is_bomb); };
        if (over_friend && pass() == ours) {
            return ours;
        }
        for (std::size_t i = 0; i < size; ++i) {
            if (play(hands, seat, options[i]) == ours) {
                return ours;
            }
        }
        return !over_friend && pass() == ours ? ours : !ours;
    }

    // The leader's run -------------------------------------------------------------------------------------------------

    // Whether the leader runs out whatever the opponents do, by plays that they cannot beat, or that the hand itself answers:
    // every beatable play but the last needs an unbeatable one of its line, and no opponent may run out meanwhile, who gets
    // one play for each of them. No opponent may hold a bomb.
    bool runs_out(const Hands& hands, int seat) {
        if (!has(CHAIN)) {
            return false;
        }
        int fewest = 255;
        std::array<Id, 4> against{};
        int others = 0;
        for (int other = 0; other < seats_; ++other) {
            const Id hand = hands[at(other)];
            if (hand != 0 && is_ours(other) != is_ours(seat)) {
                list_options(hand);
                if (book_[hand].bombs > 0) {
                    return false;
                }
                fewest = std::min(fewest, needs(hand));
                against[at(others++)] = hand;
            }
        }
        std::uint64_t key = hands[at(seat)];
        for (const Id hand : against) {
            key = key * 0x9E3779B97F4A7C15 ^ (hand + 0x7F4A7C15);
        }
        key ^= key >> 29;
        Chained& slot = chains_[key & (chains_.size() - 1)];
        if (slot.hand == hands[at(seat)] && slot.against == against) {
            return slot.wins;
        }
        tops_.assign(at(lines_), 0);
        for (int i = 0; i < others; ++i) {
            for (const Option& option : book_[against[at(i)]].options) {
                tops_[at(option.line)] = std::max<int>(tops_[at(option.line)], option.height);
            }
        }
        balance_.assign(at(lines_), 0);
        budget_ = 400;
        const bool wins = split(hands[at(seat)], 0, 0, has(CONTROLS) ? std::min(fewest, 5) : 1);
        slot = {hands[at(seat)], against, wins};
        return wins;
    }

    // Splits what is left of the hand. `beatable` plays so far, `open` of them without an answer; fewer than `most` may be answered.
    bool split(Id id, int beatable, int open, int most) {
        if (id == 0) {
            return open <= 1 && beatable - 1 < most;
        }
        if (--budget_ < 0) {
            return false;
        }
        list_options(id);
        const Counts counts = book_[id].counts, lowest = Counts{15} << (std::countr_zero(counts) & ~3);
        const std::size_t size = book_[id].options.size();
        for (std::size_t i = size; i-- > 0;) {
            const Option option = book_[id].options[i];
            if (((counts - book_[option.rest].counts) & lowest) == 0) {
                continue;
            }
            int& balance = balance_[at(option.line)];
            if (option.height > tops_[at(option.line)]) {
                ++balance;
                const bool found = split(option.rest, beatable, open - (balance <= 0), most);
                --balance;
                if (found) {
                    return true;
                }
            } else if (beatable < most) {
                --balance;
                // An answer may still come from the rest, so only more open plays than the rest has plays are hopeless.
                const bool found = split(option.rest, beatable + 1, open + (balance < 0), most);
                ++balance;
                if (found) {
                    return true;
                }
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

    // What the rest depends on. `point` is that of the lowest answer; 0 with line 0: the seat leads.
    Decided::Print fingerprint(const Hands& hands, int seat, int owner, int line, int point) const noexcept {
        std::array<Counts, 4> counts{};
        for (int one = 0; one < seats_; ++one) {
            counts[at(one)] = book_[hands[at(one)]].counts;
        }
        if (has(SQUEEZE) && !squeeze_all(counts, point)) {
            squeeze(counts, point);
        }
        std::uint64_t low = static_cast<std::uint64_t>(seat | owner << 2 | line << 4 | point << 16), high = low + 1;
        for (int one = 0; one < seats_; ++one) {
            low = mix(low, counts[at(one)]);
            high = mix(counts[at(one)] + 0x452821E638D01377, high);
        }
        return {low, high};
    }

    // Where runs of the shortest length begin, as bits of one point each.
    static Counts runs(Counts held, int length) noexcept {
        for (int more = 1; more < length; ++more) {
            held &= held >> 4;
        }
        return held;
    }

    // Leaves out all points of the path that nobody holds; false, and nothing is done, if that would make a run.
    bool squeeze_all(std::array<Counts, 4>& counts, int& point) const noexcept {
        const Counts low = (Counts{1} << 4 * path_) - 1;
        const Counts live = at_least(counts[0] | counts[1] | counts[2] | counts[3], 1) & low;
        if (live * 15 == (Counts{1} << 4 * bits_of(live)) - 1) {
            return true;  // no gap
        }
        std::array<Counts, 4> made{};
        int to = 0, moved = point;
        for (Counts left = live; left != 0; left &= left - 1, to += 4) {
            const int from = std::countr_zero(left);
            for (std::size_t one = 0; one < made.size(); ++one) {
                made[one] |= (counts[one] >> from & 15) << to;
            }
            moved = from == 4 * point ? to / 4 : moved;
        }
        for (std::size_t one = 0; one < made.size(); ++one) {
            for (int width = 1; width <= 4; ++width) {
                const int length = shortest_[at(width - 1)];
                if (length == 0) {
                    continue;
                }
                const Counts now = at_least(made[one], width);
                if (now == 0) {
                    break;
                }
                const Counts starts = runs(now, length);
                if (starts != 0 && bits_of(starts) != bits_of(runs(at_least(counts[one] & low, width), length))) {
                    return false;
                }
            }
        }
        for (std::size_t one = 0; one < made.size(); ++one) {
            counts[one] = (counts[one] & ~low) | made[one];
        }
        point = moved;
        return true;
    }

    // Leaves out the points of the path that nobody holds, but for one where closing the gap would make a run.
    void squeeze(std::array<Counts, 4>& counts, int& point) const noexcept {
        Counts live = 0;
        for (const Counts one : counts) {
            live |= at_least(one, 1);
        }
        std::array<Counts, 4> made{};
        std::array<std::array<int, 4>, 4> reach{};  // by hand and width: points in a row up to here
        int to = 0, moved = point;
        bool is_gap = false;
        for (int from = 0; from < path_; ++from) {
            if ((live >> 4 * from & 1) == 0) {
                is_gap = true;
                continue;
            }
            if (is_gap) {
                is_gap = false;
                if (to > 0 && joins(counts, reach, from)) {
                    ++to;
                    reach = {};
                }
            }
            for (std::size_t one = 0; one < counts.size(); ++one) {
                const Counts here = counts[one] >> 4 * from & 15;
                made[one] |= here << 4 * to;
                for (int width = 1; width <= 4; ++width) {
                    int& row = reach[one][at(width - 1)];
                    row = here >= static_cast<Counts>(width) ? row + 1 : 0;
                }
            }
            if (from == point) {
                moved = to;
            }
            ++to;
        }
        const Counts low = (Counts{1} << 4 * path_) - 1;
        for (std::size_t one = 0; one < counts.size(); ++one) {
            counts[one] = (counts[one] & ~low) | made[one];
        }
        point = moved;
    }

    // Whether some hand would have a run across a gap before this point that it does not have now.
    bool joins(const std::array<Counts, 4>& counts, const std::array<std::array<int, 4>, 4>& reach, int from) const noexcept {
        for (std::size_t one = 0; one < counts.size(); ++one) {
            for (int width = 1; width <= 4; ++width) {
                const int before = reach[one][at(width - 1)], least = shortest_[at(width - 1)];
                if (before == 0 || least == 0) {
                    continue;
                }
                int length = before;
                for (int next = from; next < path_ && (counts[one] >> 4 * next & 15) >= static_cast<Counts>(width); ++next) {
                    ++length;
                }
                if (length > before && length >= least) {
                    return true;
                }
            }
        }
        return false;
    }

    struct Chained {
        Id hand = 0;
        std::array<Id, 4> against{};
        bool wins = false;
    };

    unsigned side_, shortcuts_;
    int path_;
    std::array<int, 4> shortest_;
    int lines_ = 0, bomb_line_ = -1, budget_ = 0;
    std::vector<std::int16_t> heights_;  // of each combo
    std::vector<Known> book_;
    std::unordered_map<Counts, Id> ids_;
    Moves moves_;
    Decided decided_;
    std::vector<Chained> chains_;
    std::vector<int> tops_, balance_;
    std::function<void()> check_;
    std::uint64_t nodes_ = 0;
};

}  // namespace paiju::climb
