// A deal of a climbing game: auctions, doubling, tribute, tricks. The twin is paiju.games.climb (game.py, stages.py,
// tribute.py, endings.py); each function here is the one of that name there.
#pragma once

#include "climb_sheet.hpp"
#include "random.hpp"

namespace paiju::climb {

struct State {
    std::array<Hand, MOST_SEATS> hands;
    std::array<Counts, MOST_SEATS> counts;
    std::int64_t multiplier;
    Seed seed;
    std::uint64_t quick;
    std::int32_t top;  // number of the last real play's combo; -1: none yet
    std::int64_t pot;
    std::array<std::int64_t, MOST_SEATS> captured;
    std::array<std::uint8_t, MOST_SEATS> plays, doubles;
    std::array<std::uint8_t, MOST_SEATS> bombs;        // those that are paid for
    std::array<std::uint8_t, MOST_SEATS> spare;        // so many cards a seat may keep and is out all the same
    std::array<std::int8_t, MOST_SEATS> out;
    std::array<std::uint8_t, 2 * MOST_SEATS> answers;  // of the running stage: what was said, in the order asked
    std::array<std::int8_t, 2 * MOST_SEATS> answered;  // by whom
    std::array<std::uint8_t, 64> rest;                 // kitty or pile, cards by their place in the pack; the end is the top
    std::array<std::int8_t, 4> tribute;                // payers, then receivers, the tribute to the first finisher first
    std::array<std::uint8_t, 2> gifts;                 // the cards they paid
    std::uint16_t passed, deal;
    std::int16_t required;                             // the bit of the card that the opening play must hold; -1: none
    std::uint8_t rest_size, out_size, answer_size, tributes, bid, stage;
    std::int8_t turn, top_by, landlord, first;
    std::int8_t wild;  // which of the ranks that may be drawn is wild; -1: none was
    bool leading, is_quick;
};

template <class Reader>
class Climb : public Sheet {
public:
    using State = climb::State;
    using Scratch = Moves;
    static constexpr std::uint64_t CHANCE = std::uint64_t{1} << 32;
    static constexpr std::int64_t MOST_MULTIPLIER = std::int64_t{1} << 44;  // far above what any sheet reaches

    explicit Climb(nb::dict table) : Sheet(table, Reader::STRIDE), reader_(nb::cast<nb::dict>(table["reader"])) {
        for (nb::handle one : nb::cast<nb::sequence>(table["drawn"])) {
            drawn_.emplace_back(nb::cast<nb::dict>(one));
        }
        const bool draws = std::any_of(stages_.begin(), stages_.end(), [](const Stage& one) { return one.kind == DRAW_WILD; });
        if (drawn_.size() > MOST_POINTS || drawn_.empty() == draws) {
            bad_table("what may be drawn to be wild needs a stage, and a stage something to draw");
        }
    }

    const Reader& reader() const noexcept { return reader_; }

    // Lists and takes plays as what was drawn demands; combos have the same numbers in all.
    const Reader& reader(const State& state) const noexcept { return state.wild < 0 ? reader_ : drawn_[at(state.wild)]; }

    void clear(State& state) const noexcept {
        state = State{};
        state.turn = -1;
        state.top = -1;
        state.wild = -1;
        state.stage = static_cast<std::uint8_t>(stages_.size());
    }

    void deal(State& state, const Seed& seed) const noexcept {
        state.seed = seed;
        state.is_quick = false;
        dealt(state, 1);
        begin(state);
    }

    void deal(State& state, std::uint64_t seed) const noexcept {
        state.quick = seed;
        state.is_quick = true;
        dealt(state, 1);
        begin(state);
    }

    int turn(const State& state) const noexcept {
        if (state.stage >= stages_.size()) {
            return -1;
        }
        switch (stages_[state.stage].kind) {
            case DOUBLE: {
                const int waiting = next_farmer(state);
                return waiting >= 0 ? waiting : state.landlord;
            }
            case PAY: return stages_[state.stage].payers[state.answer_size];
            case GIVE_BACK: return state.tribute[at(2 + state.answer_size)];
            default: return state.turn;
        }
    }

    std::int64_t count(const State& state, Scratch& moves) const {
        switch (stages_[state.stage].kind) {
            case ROB:
            case DUEL:
            case DOUBLE:
            case SHOW: return 2;
            case BID: return 4 - highest_bid(state);
            case PAY: return payable(state, moves);
            case GIVE_BACK: return returnable(state, moves);
            default: return plays(state, moves);
        }
    }

    void step(State& state, std::int64_t choice, Scratch& moves) const noexcept {
        switch (stages_[state.stage].kind) {
            case ROB: rob(state, choice != 0); break;
            case DUEL: duel(state, choice != 0); break;
            case BID: bid(state, choice == 0 ? 0 : highest_bid(state) + static_cast<int>(choice)); break;
            case DOUBLE: double_up(state, choice != 0); break;
            case SHOW: show(state, choice != 0); break;
            case PAY: pay(state, moves.list[static_cast<std::size_t>(choice)].extra); break;
            case GIVE_BACK: give_back(state, moves.list[static_cast<std::size_t>(choice)].extra); break;
            default:
                if (may_pass(state, moves)) {
                    --choice;
                }
                choice < 0 ? pass(state) : play(state, moves.list[static_cast<std::size_t>(choice)]);
        }
    }

    // Random choices to the end of the deal; how many. Stops where somebody can do nothing.
    std::uint64_t playout(State& state, Quick& quick, Scratch& moves) const {
        std::uint64_t steps = 0;
        while (turn(state) >= 0) {
            if constexpr (!Reader::SUITS_MATTER) {
                if (state.stage + 1U == stages_.size() && !top_single_ && !is_opening(state)) {
                    return steps + random_tricks(state, quick, moves);
                }
            }
            const std::int64_t choices = count(state, moves);
            if (choices <= 0) {
                break;
            }
            step(state, pick(state, choices, quick), moves);
            ++steps;
        }
        return steps;
    }

    std::int64_t pick(const State&, std::int64_t choices, Quick& quick) const noexcept {
        std::uint64_t word = quick();
        return paiju::take(word, static_cast<std::uint32_t>(choices));
    }

    void scores(const State& state, std::int64_t* out) const noexcept {
        std::fill_n(out, seats_, 0);
        if (state.top < 0) {
            return;  // abandoned
        }
        switch (score_) {
            case LANDLORD_SCORE: landlord_score(state, out); break;
            case BIG_TWO_SCORE: big_two_score(state, out); break;
            case THREE_TWO_ONE_SCORE: three_two_one_score(state, out); break;
            case CAPTURE_SCORE: capture_score(state, out); break;
            case LEVEL_SCORE: level_score(state, out); break;
            case SHED_SCORE: shed_score(state, out); break;
        }
    }

    bool is_tricks(const State& state) const noexcept {
        return state.stage < stages_.size() && stages_[state.stage].kind == TRICKS;
    }
    int stage_kind(const State& state) const noexcept {
        return state.stage < stages_.size() ? static_cast<int>(stages_[state.stage].kind) : -1;
    }

    // The exact cards of a seat. Where suits do not matter, cards of a point leave smallest suit first, and only the
    // counts are kept up to date.
    Hand hand(const State& state, int seat) const noexcept {
        Hand hand = state.hands[at(seat)];
        if constexpr (!Reader::SUITS_MATTER) {
            for (int point = 0; point < MOST_POINTS; ++point) {
                int bit = stride_ * point;
                int over = held(hand, point) - static_cast<int>(state.counts[at(seat)] >> 4 * point & 15);
                for (int suit = 0; suit < 4; ++suit, bit += stride_ / 4) {
                    int here = stride_ == 4 ? static_cast<int>(hand.low >> bit & 1)
                                            : static_cast<int>(hand.wide(point) >> 2 * suit & 3);
                    for (; here > 0 && over > 0; --here, --over) {
                        hand.remove(bit);
                    }
                }
            }
        }
        return hand;
    }

    // Whether passing is the first choice, once the plays have been listed.
    bool may_pass(const State& state, const Scratch& moves) const noexcept {
        return !state.leading && (!must_beat_ || moves.list.size() == 0);
    }

    int tricks_stage() const noexcept { return static_cast<int>(stages_.size()) - 1; }

protected:
    // Dealing ------------------------------------------------------------------------------------------------------

    void dealt(State& state, int number) const noexcept {
        const auto stream = static_cast<std::uint64_t>(number - 1);
        if (state.is_quick) {
            dealt(state, number, QuickRng(state.quick, stream));
        } else {
            dealt(state, number, Rng(state.seed, stream));
        }
    }

    template <class Random>
    void dealt(State& state, int number, Random random) const noexcept {
        std::array<std::uint8_t, MOST_CARDS> deck;
        const int size = pack_size();
        for (int i = 0; i < size; ++i) {
            deck[at(i)] = static_cast<std::uint8_t>(i);
        }
        if (clumps_) {
            clump(random, deck, size);
        } else {
            random.shuffle(deck.data(), static_cast<std::uint32_t>(size), static_cast<std::uint32_t>(size));
        }
        state.hands.fill({});
        state.counts.fill(0);
        for (int seat = 0; seat < seats_; ++seat) {
            Share all;
            for (const std::uint8_t place : places_[at(seat)]) {
                all.add(shares_[deck[place]]);
            }
            state.hands[at(seat)] = all.hand;
            state.counts[at(seat)] = all.counts;
        }
        state.rest_size = static_cast<std::uint8_t>(kitty_ > 0 ? at(kitty_) : places_.back().size());
        for (std::size_t i = 0; i < state.rest_size; ++i) {
            state.rest[i] = deck[places_.back()[i]];
        }
        int first = number == 1 ? first_ : -1;
        if (opening_landlord_ && first < 0) {
            first = face_up_ ? static_cast<int>(random.below(static_cast<std::uint32_t>(hand_ * seats_))) / hand_
                             : static_cast<int>(random.below(static_cast<std::uint32_t>(seats_)));
        }
        state.required = -1;
        state.turn = static_cast<std::int8_t>(std::max(first, 0));
        if (opening_smallest_ && first < 0) {
            int lowest = 1000;
            for (int seat = 0; seat < seats_; ++seat) {
                const Hand& hand = state.hands[at(seat)];
                const int bit = hand.low != 0 ? std::countr_zero(hand.low) : 64 + std::countr_zero(hand.high);
                if (bit < lowest) {
                    lowest = bit;
                    state.turn = static_cast<std::int8_t>(seat);
                }
            }
            state.required = static_cast<std::int16_t>(lowest);
        }
        if (opening_bit_ >= 0 && first < 0) {
            for (int seat = 0; seat < seats_; ++seat) {
                if ((state.hands[at(seat)].low >> opening_bit_ & 1) != 0) {
                    state.turn = static_cast<std::int8_t>(seat);
                    state.required = static_cast<std::int16_t>(opening_plays_it_ ? opening_bit_ : -1);
                }
            }
        }
        state.first = state.turn;
        state.deal = static_cast<std::uint16_t>(number);
        state.multiplier = 1;
        state.top = -1;
        state.top_by = state.landlord = state.wild = -1;
        state.pot = 0;
        state.captured.fill(0);
        state.plays.fill(0);
        state.doubles.fill(0);
        state.bombs.fill(0);
        state.spare.fill(0);
        state.out_size = state.answer_size = state.tributes = state.bid = state.stage = 0;
        state.passed = 0;
        state.leading = true;
    }

    // The deck as it was gathered, cut, broken into clumps of two to five cards that are shuffled, and cut again: the twin
    // is `clumped` in paiju.cards.rng.
    template <class Random>
    static void clump(Random& random, std::array<std::uint8_t, MOST_CARDS>& deck, int size) noexcept {
        std::array<std::uint8_t, MOST_CARDS> row, order;
        std::array<std::pair<std::uint8_t, std::uint8_t>, MOST_CARDS> clumps;
        const auto cut = [&](std::array<std::uint8_t, MOST_CARDS>& cards) {
            std::rotate(cards.begin(), cards.begin() + random.below(static_cast<std::uint32_t>(size)), cards.begin() + size);
        };
        row = deck;
        cut(row);
        std::uint32_t number = 0;
        for (int from = 0; from < size;) {
            const int to = std::min(size, from + 2 + static_cast<int>(random.below(4)));
            clumps[number++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)};
            from = to;
        }
        for (std::uint32_t i = 0; i < number; ++i) {
            order[i] = static_cast<std::uint8_t>(i);
        }
        random.shuffle(order.data(), number, number);
        std::size_t next = 0;
        for (std::uint32_t i = 0; i < number; ++i) {
            for (std::size_t place = clumps[order[i]].first; place < clumps[order[i]].second; ++place) {
                deck[next++] = row[place];
            }
        }
        cut(deck);
    }

    void give(State& state, int seat, int card) const noexcept {
        Share share{state.hands[at(seat)], state.counts[at(seat)]};
        share.add(shares_[at(card)]);
        state.hands[at(seat)] = share.hand;
        state.counts[at(seat)] = share.counts;
    }

    std::uint32_t chance(const State& state, std::uint32_t n) const noexcept {
        return state.is_quick ? QuickRng(state.quick, CHANCE).below(n) : Rng(state.seed, CHANCE).below(n);
    }

    // Stages -------------------------------------------------------------------------------------------------------

    void advance(State& state) const noexcept {
        ++state.stage;
        begin(state);
    }

    void begin(State& state) const noexcept {
        state.answer_size = 0;
        switch (stages_[state.stage].kind) {
            case ROB:
            case DUEL:
            case BID: state.turn = state.first; break;
            case SHOW: state.turn = state.landlord; break;
            case LEAD_DRAW: lead_draw(state); break;
            case LEAD_RANDOM: lead(state, static_cast<int>(chance(state, static_cast<std::uint32_t>(seats_)))); break;
            case LEAD_SEAT: lead(state, stages_[state.stage].seat); break;
            case PAY: begin_tribute(state); break;
            case DRAW_WILD:
                state.wild = static_cast<std::int8_t>(chance(state, static_cast<std::uint32_t>(drawn_.size())));
                advance(state);
                break;
            case GIVE_BACK:
                if (state.tributes == 0) {
                    advance(state);
                }
                break;
            default: break;
        }
    }

    void answer(State& state, int seat, int said) const noexcept {
        state.answered[state.answer_size] = static_cast<std::int8_t>(seat);
        state.answers[state.answer_size++] = static_cast<std::uint8_t>(said);
    }

    void rob(State& state, bool wants) const noexcept {
        const int seat = state.turn;
        answer(state, seat, wants);
        state.turn = static_cast<std::int8_t>(after(seat));
        if (state.answer_size < seats_) {
            return;
        }
        int wanting = 0, first = -1, last = -1;
        for (std::size_t i = 0; i < state.answer_size; ++i) {
            if (state.answers[i] != 0) {
                ++wanting;
                last = state.answered[i];
                first = first < 0 ? last : first;
            }
        }
        if (wanting == 0) {
            nobody(state);
        } else if (state.answer_size == seats_ && wanting > 1) {
            state.turn = static_cast<std::int8_t>(first);
        } else {
            landlord(state, last, wanting - 1, 1);
        }
    }

    // Two seats call and rob in turn until one of them says no, or no more robs are allowed.
    void duel(State& state, bool wants) const noexcept {
        const Stage& stage = stages_[state.stage];
        const int seat = state.turn;
        answer(state, seat, wants);
        state.turn = static_cast<std::int8_t>(after(seat));
        int wanting = 0, last = -1;
        for (std::size_t i = 0; i < state.answer_size; ++i) {
            if (state.answers[i] != 0) {
                ++wanting;
                last = state.answered[i];
            }
        }
        if (wanting == 0) {
            if (state.answer_size == seats_) {
                nobody(state);
            }
        } else if (wanting < state.answer_size || wanting > stage.robs) {  // somebody said no, or nobody may rob any more
            landlord(state, last, wanting - 1, 1);
        }
    }

    int highest_bid(const State& state) const noexcept {
        int highest = 0;
        for (std::size_t i = 0; i < state.answer_size; ++i) {
            highest = std::max<int>(highest, state.answers[i]);
        }
        return highest;
    }

    void bid(State& state, int said) const noexcept {
        const int seat = state.turn;
        answer(state, seat, said);
        state.turn = static_cast<std::int8_t>(after(seat));
        if (said == 3) {
            landlord(state, seat, 0, 3);
        } else if (state.answer_size == seats_) {
            const int highest = highest_bid(state);
            if (highest == 0) {
                nobody(state);
                return;
            }
            for (std::size_t i = 0; i < state.answer_size; ++i) {
                if (state.answers[i] == highest) {
                    landlord(state, state.answered[i], 0, highest);
                    return;
                }
            }
        }
    }

    void nobody(State& state) const noexcept {
        const Stage& stage = stages_[state.stage];
        if (state.deal < stage.deals) {
            dealt(state, state.deal + 1);
            state.turn = state.first;
        } else if (stage.abandon) {
            state.turn = -1;
            state.stage = static_cast<std::uint8_t>(stages_.size());
        } else {
            landlord(state, state.first, 0, 1);
        }
    }

    void landlord(State& state, int seat, int robs, int said) const noexcept {
        for (int i = 0; i < state.rest_size; ++i) {
            give(state, seat, state.rest[at(i)]);
        }
        state.turn = state.landlord = static_cast<std::int8_t>(seat);
        const Stage& stage = stages_[state.stage];
        state.multiplier = std::int64_t{1} << (stage.doubles ? robs : 0);
        for (int other = 0; other < seats_; ++other) {
            state.spare[at(other)] = static_cast<std::uint8_t>(other == seat ? 0 : stage.starts + stage.lets * robs);
        }
        state.bid = static_cast<std::uint8_t>(said);
        state.doubles.fill(0);
        advance(state);
    }

    // The next farmer who has not answered; -1: all have.
    int next_farmer(const State& state) const noexcept {
        const int seat = state.answer_size + (state.answer_size >= state.landlord ? 1 : 0);
        return state.answer_size < seats_ - 1 ? seat : -1;
    }

    void double_up(State& state, bool wants) const noexcept {
        const int farmer = next_farmer(state);
        if (farmer >= 0) {
            answer(state, farmer, wants);
            state.doubles[at(farmer)] = wants;
            if (state.answer_size < seats_ - 1) {
                return;
            }
            if (std::any_of(state.doubles.begin(), state.doubles.end(), [](int times) { return times != 0; })) {
                return;
            }
        } else if (wants) {
            for (std::uint8_t& times : state.doubles) {
                times = static_cast<std::uint8_t>(2 * times);
            }
        }
        advance(state);
    }

    void show(State& state, bool wants) const noexcept {
        answer(state, state.turn, wants);
        state.multiplier = std::min(state.multiplier << wants, MOST_MULTIPLIER);
        state.turn = static_cast<std::int8_t>((state.turn + 1) % seats_);
        if (state.answer_size == seats_) {
            state.turn = state.landlord;
            advance(state);
        }
    }

    void lead(State& state, int seat) const noexcept {
        state.turn = state.first = static_cast<std::int8_t>(seat);
        advance(state);
    }

    void lead_draw(State& state) const noexcept {
        std::array<std::int8_t, MOST_CARDS> places;
        std::uint32_t size = 0;
        for (int seat = 0; seat < seats_; ++seat) {
            each_card(state.hands[at(seat)], [&](const Card& card) {
                if (!card.is_joker && !card.is_wild && size < places.size()) {
                    places[size++] = static_cast<std::int8_t>(seat);
                }
            });
        }
        lead(state, size == 0 ? 0 : places[chance(state, size)]);
    }

    // Tribute ------------------------------------------------------------------------------------------------------

    static constexpr int BIG_JOKER = MOST_POINTS - 1;

    void begin_tribute(State& state) const noexcept {
        const Stage& stage = stages_[state.stage];
        int big = 0;
        for (const int seat : stage.payers) {
            big += static_cast<int>(state.counts[at(seat)] >> 4 * BIG_JOKER & 15);
        }
        if (big == 2) {
            state.first = static_cast<std::int8_t>(stage.finish[0]);
            state.turn = state.first;
            advance(state);
        }
    }

    // Lists cards in the order in which they are offered; `extra` of a move is the bit of a card.
    void offer(Scratch& moves, const std::array<bool, 120>& allowed) const {
        moves.list.clear();
        for (int bit = 0; bit < 120; ++bit) {
            if (allowed[at(bit)]) {
                moves.list.push_back({0, 0, 0, bit});
            }
        }
        std::stable_sort(moves.list.begin(), moves.list.end(), [&](const Move& a, const Move& b) {
            const Card &x = by_bit_[at(a.extra)], &y = by_bit_[at(b.extra)];
            return x.order != y.order ? x.order < y.order : x.suit < y.suit;
        });
    }

    std::int64_t payable(const State& state, Scratch& moves) const {
        const int seat = stages_[state.stage].payers[state.answer_size];
        int best = -1;
        each_card(state.hands[at(seat)], [&](const Card& card) { best = card.is_wild ? best : std::max(best, card.order); });
        std::array<bool, 120> allowed{};
        each_card(state.hands[at(seat)], [&](const Card& card) {
            allowed[at(card.bit)] = !card.is_wild && card.order == best;
        });
        offer(moves, allowed);
        return static_cast<std::int64_t>(moves.list.size());
    }

    void pay(State& state, int bit) const noexcept {
        const Stage& stage = stages_[state.stage];
        answer(state, stage.payers[state.answer_size], bit);
        if (state.answer_size < stage.payers.size()) {
            return;
        }
        const int first = stage.finish[0], second = stage.finish[1];
        if (stage.payers.size() == 1) {
            state.tribute = {state.answered[0], 0, static_cast<std::int8_t>(first), 0};
            state.gifts[0] = state.answers[0];
        } else {
            // In turn order after the first finisher.
            std::size_t near = (state.answered[0] - first + 4) % 4 < (state.answered[1] - first + 4) % 4 ? 0 : 1;
            const int one = by_bit_[state.answers[near]].order, other = by_bit_[state.answers[1 - near]].order;
            if (one < other || (one == other && stage.equal_by_chance && chance(state, 2) != 0)) {
                near = 1 - near;
            }
            state.tribute = {state.answered[near], state.answered[1 - near], static_cast<std::int8_t>(first),
                             static_cast<std::int8_t>(second)};
            state.gifts = {state.answers[near], state.answers[1 - near]};
        }
        state.tributes = static_cast<std::uint8_t>(stage.payers.size());
        for (std::size_t i = 0; i < state.tributes; ++i) {
            move(state, state.tribute[i], state.tribute[2 + i], state.gifts[i]);
        }
        state.first = state.turn = state.tribute[0];
        advance(state);
    }

    void move(State& state, int giver, int taker, int bit) const noexcept {
        const Counts unit = Counts{1} << 4 * by_bit_[at(bit)].point;
        state.hands[at(giver)].remove(bit);
        state.counts[at(giver)] -= unit;
        state.hands[at(taker)].add(bit);
        state.counts[at(taker)] += unit;
    }

    std::int64_t returnable(const State& state, Scratch& moves) const {
        const Stage& stage = stages_[state.stage];
        const std::size_t i = state.answer_size;
        const int receiver = state.tribute[2 + i], payer = state.tribute[i];
        Hand others = state.hands[at(receiver)];
        others.remove(state.gifts[i]);
        const bool capped = stage.capped || (stage.own_side_only && payer % 2 == receiver % 2);
        int least = 1000;
        bool any_low = false;
        each_card(others, [&](const Card& card) {
            least = std::min(least, card.order);
            any_low = any_low || card.is_low;
        });
        std::array<bool, 120> allowed{};
        each_card(others, [&](const Card& card) {
            allowed[at(card.bit)] = !capped || (any_low ? card.is_low : card.order == least);
        });
        offer(moves, allowed);
        return static_cast<std::int64_t>(moves.list.size());
    }

    void give_back(State& state, int bit) const noexcept {
        answer(state, state.tribute[2 + at(state.answer_size)], bit);
        if (state.answer_size < state.tributes) {
            return;
        }
        for (std::size_t i = 0; i < state.tributes; ++i) {
            move(state, state.tribute[2 + i], state.tribute[i], state.answers[i]);
        }
        state.turn = state.first;
        advance(state);
    }

    // Tricks -------------------------------------------------------------------------------------------------------

    // Whether the play must hold a certain card.
    static bool is_opening(const State& state) noexcept { return state.leading && state.top < 0 && state.required >= 0; }

    // The same as listing, picking and stepping to the end of the deal, without listing what is not taken.
    std::uint64_t random_tricks(State& state, Quick& quick, Scratch& moves) const {
        std::uint64_t steps = 0;
        for (; state.turn >= 0; ++steps) {
            const Counts counts = state.counts[at(state.turn)];
            const std::int32_t top = state.leading ? -1 : state.top;
            const std::uint32_t plays = reader_.tally(counts, top, moves);
            const std::uint32_t passes = state.leading || (must_beat_ && plays > 0) ? 0 : 1;
            if (plays + passes == 0) {
                break;
            }
            std::uint64_t word = quick();
            const std::uint32_t choice = paiju::take(word, plays + passes);
            choice < passes ? pass(state) : play(state, reader_.named(counts, choice - passes, moves));
        }
        return steps;
    }

    std::int64_t plays(const State& state, Scratch& moves) const {
        const int seat = state.turn;
        reader(state).list(state.hands[at(seat)], state.counts[at(seat)], state.leading ? -1 : state.top, moves);
        const bool required = is_opening(state);
        const bool top_single = top_single_ && total(state.counts[at(after(seat))]) == 1;
        if (required || top_single) {
            const int bit = state.required;
            moves.list.cut(std::remove_if(moves.list.begin(), moves.list.end(), [&](const Move& move) {
                return (required && !reader(state).holds(move, bit / stride_, bit)) ||
                       (top_single && reader_.combo(move.number).is_single &&
                        !reader(state).is_highest(move, state.counts[at(seat)], state.hands[at(seat)]));
            }));
        }
        return static_cast<std::int64_t>(moves.list.size()) + (may_pass(state, moves) ? 1 : 0);
    }

    void pass(State& state) const noexcept {
        state.passed = static_cast<std::uint16_t>(state.passed | 1U << state.turn);
        next(state, state.turn);
    }

    [[gnu::always_inline]] void play(State& state, const Move& move) const noexcept {
        const int seat = state.turn;
        const Combo combo = reader_.combo(move.number);
        if (draws_) {
            const Counts pattern = reader(state).pattern(move);
            for (Counts bits = at_least(pattern, 1); bits != 0; bits &= bits - 1) {
                const int shift = std::countr_zero(bits);
                state.pot += static_cast<int>(pattern >> shift & 15) * point_worth(shift / 4);
            }
        }
        if constexpr (!Reader::SUITS_MATTER) {
            if (is_opening(state)) {
                state.hands[at(seat)].remove(state.required);  // it need not be the smallest of its point
            }
        }
        reader(state).take(state.hands[at(seat)], state.counts[at(seat)], move);
        ++state.plays[at(seat)];
        if (combo.bomb != 0 && bombs_paid_ != NO_BOMBS) {
            ++state.bombs[at(seat)];
            if (bombs_paid_ == UNBEATEN_BOMBS && !state.leading && state.top >= 0 && reader_.combo(state.top).bomb != 0) {
                --state.bombs[at(state.top_by)];
            }
        }
        state.multiplier = std::min(state.multiplier * combo.factor, MOST_MULTIPLIER);
        if (lock_ == OFF || (state.leading && !(state.top_by == seat && state.top >= 0 && self_cover_ &&
                                                reader_.beats(combo, reader_.combo(state.top))))) {
            state.passed = 0;
        }
        state.top = combo.number;
        state.top_by = static_cast<std::int8_t>(seat);
        if (is_done(state, seat) && (!draws_ || state.rest_size == 0)) {
            add_out(state, seat);
            if (over(state)) {
                end(state);
                return;
            }
        }
        if (combo.is_final) {
            trick_ends(state);
        } else {
            next(state, seat);
        }
    }

    // The next seat that may answer; if the turn comes round to the owner of the top play, the trick is over.
    void next(State& state, int seat) const noexcept {
        state.leading = false;
        for (int turn = after(seat); turn != state.top_by; turn = after(turn)) {
            if (state.counts[at(turn)] != 0 && (state.passed >> turn & 1) == 0) {
                state.turn = static_cast<std::int8_t>(turn);
                return;
            }
        }
        trick_ends(state);
    }

    void trick_ends(State& state) const noexcept {
        const int winner = state.top_by;
        if (lock_ != ROUND) {
            state.passed = 0;
        }
        if (draws_) {
            capture_and_draw(state);
            if (state.rest_size == 0) {
                for (int i = 0; i < seats_; ++i) {
                    const int seat = (winner + i) % seats_;
                    if (state.counts[at(seat)] == 0 && !is_out(state, seat)) {
                        add_out(state, seat);
                    }
                }
                if (over(state)) {
                    end(state);
                    return;
                }
            }
        }
        int leader = winner;
        if (state.counts[at(leader)] == 0) {
            if (to_partner_) {
                leader = (winner + seats_ / 2) % seats_;
            }
            for (int i = 0; i < seats_ && state.counts[at(leader)] == 0; ++i) {
                leader = (leader + 1) % seats_;
            }
        }
        state.turn = static_cast<std::int8_t>(leader);
        state.leading = true;
    }

    void capture_and_draw(State& state) const noexcept {
        const int winner = state.top_by;
        state.captured[at(winner)] += state.pot;
        state.pot = 0;
        const auto room = [&](int seat) { return draw_hand_ - total(state.counts[at(seat)]); };
        const auto draw = [&](int seat) { give(state, seat, state.rest[--state.rest_size]); };
        if (winner_fills_first_) {
            for (int i = 0; i < seats_; ++i) {
                const int seat = (winner + i) % seats_;
                while (state.rest_size > 0 && room(seat) > 0) {
                    draw(seat);
                }
            }
            return;
        }
        for (bool drew = true; drew && state.rest_size > 0;) {
            drew = false;
            for (int i = 0; i < seats_; ++i) {
                const int seat = (winner + i) % seats_;
                if (state.rest_size > 0 && room(seat) > 0) {
                    draw(seat);
                    drew = true;
                }
            }
        }
    }

    static bool is_done(const State& state, int seat) noexcept {
        return state.counts[at(seat)] == 0 || (state.spare[at(seat)] != 0 && total(state.counts[at(seat)]) <= state.spare[at(seat)]);
    }

    static void add_out(State& state, int seat) noexcept {
        if (state.out_size < MOST_SEATS) {
            state.out[state.out_size++] = static_cast<std::int8_t>(seat);
        }
    }

    static bool is_out(const State& state, int seat) noexcept {
        return std::find(state.out.begin(), state.out.begin() + state.out_size, seat) != state.out.begin() + state.out_size;
    }

    bool over(const State& state) const noexcept {
        switch (over_) {
            case FIRST_OUT: return state.out_size > 0;
            case LAST_HOLDER: {
                int holding = 0;
                for (int seat = 0; seat < seats_; ++seat) {
                    holding += state.counts[at(seat)] != 0;
                }
                return holding <= 1;
            }
            default:
                for (int i = 0; i < state.out_size; ++i) {
                    if (is_out(state, (state.out[at(i)] + seats_ / 2) % seats_)) {
                        return true;
                    }
                }
                return false;
        }
    }

    void end(State& state) const noexcept {
        if (rank_rest_) {
            const int last = state.out_size > 0 ? state.out[at(state.out_size - 1)] : 0;
            for (int i = 1; i <= seats_; ++i) {
                const int seat = (last + i) % seats_;
                if (!is_out(state, seat)) {
                    add_out(state, seat);
                }
            }
        }
        if (draws_) {
            if (final_trick_scored_) {
                state.captured[at(state.top_by)] += state.pot;
            }
            state.pot = 0;
            for (int seat = 0; seat < seats_ && leftover_ != 0; ++seat) {
                const int owner = leftover_ == 1 ? state.out[0] : seat;
                for (int point = 0; point < MOST_POINTS; ++point) {
                    state.captured[at(owner)] += static_cast<int>(state.counts[at(seat)] >> 4 * point & 15) * point_worth(point);
                }
            }
        }
        state.turn = -1;
        state.leading = false;
        state.stage = static_cast<std::uint8_t>(stages_.size());
    }

    // Scores -------------------------------------------------------------------------------------------------------

    void landlord_score(const State& state, std::int64_t* out) const noexcept {
        const int landlord = state.landlord;
        const bool wins = state.out_size > 0 && state.out[0] == landlord;
        bool farmer_played = false;
        for (int seat = 0; seat < seats_; ++seat) {
            farmer_played = farmer_played || (seat != landlord && state.plays[at(seat)] != 0);
        }
        const bool spring = wins && !farmer_played, anti_spring = !wins && state.plays[at(landlord)] == 1;
        const std::int64_t stake = (base_ * std::max<int>(state.bid, 1) * state.multiplier) << (spring || anti_spring);
        for (int seat = 0; seat < seats_; ++seat) {
            if (seat != landlord) {
                const std::int64_t amount = stake << state.doubles[at(seat)];
                out[seat] = wins ? -amount : amount;
                out[landlord] -= out[seat];
            }
        }
    }

    void big_two_score(const State& state, std::int64_t* out) const noexcept {
        std::int64_t sum = 0;
        for (int seat = 0; seat < seats_; ++seat) {
            const int left = total(state.counts[at(seat)]);
            std::int64_t amount = left * (left < 8 ? 1 : left < 10 ? 2 : left < 13 ? 3 : 4);
            each_card(hand(state, seat), [&](const Card& card) { amount += card.penalty; });
            if (doubling_bit_ >= 0 && left >= 8 && (hand(state, seat).low >> doubling_bit_ & 1) != 0) {
                amount *= 2;
            }
            out[seat] = amount;
            sum += amount;
        }
        for (int seat = 0; seat < seats_; ++seat) {
            out[seat] = sum - seats_ * out[seat];
        }
    }

    void shed_score(const State& state, std::int64_t* out) const noexcept {
        const int winner = state.out[0];
        for (int seat = 0; seat < seats_; ++seat) {
            const int left = total(state.counts[at(seat)]);
            if (seat != winner) {
                const std::int64_t times = state.plays[at(seat)] == 0 ? shed_shut_ : 1;
                const std::int64_t cost = base_ * (left == 1 && shed_last_free_ ? 0 : left) * times;
                out[seat] -= cost;
                out[winner] += cost;
            }
            const std::int64_t pay = base_ * shed_bomb_ * state.bombs[at(seat)];
            for (int other = 0; other < seats_; ++other) {
                out[other] += other == seat ? pay * (seats_ - 1) : -pay;
            }
        }
    }

    void three_two_one_score(const State& state, std::int64_t* out) const noexcept {
        std::int64_t sum = 0;
        for (int seat = 0; seat < seats_; ++seat) {
            const int left = total(state.counts[at(seat)]);
            out[seat] = -(left < 2 ? 0 : left < 6 ? 1 : left < 10 ? 2 : left < 13 ? 3 : 5);
            sum -= out[seat];
        }
        out[state.out[0]] = sum;
    }

    void capture_score(const State& state, std::int64_t* out) const noexcept {
        std::int64_t sum = 0;
        for (int seat = 0; seat < seats_; ++seat) {
            sum += state.captured[at(seat)];
        }
        for (int seat = 0; seat < seats_; ++seat) {
            out[seat] = zero_sum_ ? seats_ * state.captured[at(seat)] - sum : state.captured[at(seat)];
        }
    }

    void level_score(const State& state, std::int64_t* out) const noexcept {
        const int first = state.out[0];
        int place = 1;
        while (place < 3 && state.out[at(place)] != (first + 2) % 4) {
            ++place;
        }
        for (int seat = 0; seat < seats_; ++seat) {
            out[seat] = seat % 2 == first % 2 ? 4 - place : place - 4;
        }
    }

private:
    Reader reader_;
    std::vector<Reader> drawn_;
};

}  // namespace paiju::climb
