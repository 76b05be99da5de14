// Climbing games as arrays. The twin is ClimbEncoder in paiju.encodings.climb, which says what each number is.
#include "bindings.hpp"
#include "climb_player.hpp"
#include "climb_points.hpp"
#include "climb_suits.hpp"
#include "climb_wild.hpp"
#include "lanes.hpp"

namespace paiju {
namespace {

using namespace climb;

// Cards of a hand as far as a plane shows them: with suits, or as counts.
struct Cards {
    Hand hand;
    Counts counts = 0;

    void add(const Cards& other) noexcept {
        hand.low += other.hand.low;
        hand.high += other.hand.high;
        counts += other.counts;
    }
    void remove(const Cards& other) noexcept {
        hand.low -= other.hand.low;
        hand.high -= other.hand.high;
        counts -= other.counts;
    }
};

struct ClimbMemory {
    std::array<Cards, MOST_SEATS> played;
    Cards top;
    History history;
    std::array<std::uint8_t, MOST_SEATS> said;
    std::uint16_t shown;
};

template <class Reader>
class ClimbCoder : public Climb<Reader> {
    using Base = Climb<Reader>;
    using Base::seats_, Base::stride_, Base::kitty_, Base::stages_, Base::pack_, Base::shares_;

public:
    using State = climb::State;
    using Scratch = Moves;
    using Option = Move;
    using Memory = ClimbMemory;
    static constexpr std::int32_t PASS = -1, WORD = -2, GIFT = -3;  // numbers of choices that are no plays
    static constexpr std::size_t TAIL = 7;

    ClimbCoder(nb::dict table, nb::dict encoding) : Base(table) {
        rows_ = whole(encoding, "rows", 1, MOST_POINTS);
        suited_ = yes(encoding, "suited");
        limit_ = whole(encoding, "limit", 0, 1000);
        length_ = whole(encoding, "history", 1, 256);
        has_kitty_ = yes(encoding, "kitty");
        has_doubles_ = yes(encoding, "doubles");
        has_show_ = yes(encoding, "show");
        has_spare_ = yes(encoding, "spare");
        has_bombs_ = yes(encoding, "bombs");
        has_pile_ = yes(encoding, "pile");
        has_wild_ = yes(encoding, "wild");
        shift_ = whole(encoding, "shift", 0, 30);
        for (nb::handle one : nb::cast<nb::sequence>(encoding["combos"])) {
            const auto row = fields(one, 2);
            combos_.push_back({whole<std::uint8_t>(row[0], 0, 255), whole<std::uint8_t>(row[1], 0, 255)});
        }
        if ((suited_ && !Reader::SUITS_MATTER) || combos_.empty()) {
            bad_table("this reader does not know suits, or has no combos");
        }
        for (const Share& share : shares_) {
            deck_.add({share.hand, share.counts});
        }
        for (unsigned i = 0; i < 256; ++i) {
            std::uint64_t bits = 0;
            for (unsigned suit = 0; suit < 4; ++suit) {
                for (unsigned copy = 0; copy < (i >> 2 * suit & 3) && copy < 2; ++copy) {
                    bits |= std::uint64_t{1} << 8 * (2 * suit + copy);
                }
            }
            wide_[i] = bits;
            std::uint32_t narrow = 0;
            for (unsigned suit = 0; suit < 4; ++suit) {
                narrow |= (i >> suit & 1U) << 8 * suit;
            }
            narrow_[i & 15] = narrow;
        }
        for (unsigned count = 0; count < 16; ++count) {
            counted_[count] = count >= 8 ? 0x0101010101010101 : 0x0101010101010101 & ((std::uint64_t{1} << 8 * count) - 1);
        }
    }

    Sizes sizes() const noexcept {
        const std::size_t seats = at(seats_), cells = at(rows_ * stride_);
        Sizes size;
        size.planes = (3 + seats + has_kitty_ + (has_show_ ? seats - 1 : 0)) * cells;
        size.facts = 6 + 1 + seats + 2 + 3 * seats + (has_kitty_ ? 2 * seats + 2 : 0) +
                     (has_doubles_ + has_show_ + has_spare_ + has_bombs_) * seats + (has_pile_ ? seats + 2 : 0) +
                     (has_wild_ ? at(rows_) : 0);
        size.tokens = at(length_) * at(2 + rows_);
        size.hidden = (seats - 1) * cells;
        size.feature = cells + TAIL;
        size.seats = seats;
        return size;
    }

    void begin(const State&, Memory& memory) const {
        memory.played.fill({});
        memory.top = {};
        memory.history.clear(at(length_), at(2 + rows_));
        memory.said.fill(0);
        memory.shown = 0;
    }

    void options(const State& state, Scratch& moves, std::vector<Move>& out) const {
        const std::int64_t count = this->count(state, moves);
        switch (stages_[state.stage].kind) {
            case PAY:
            case GIVE_BACK:
                for (const Move& move : moves.list) {
                    out.push_back({0, 0, GIFT, move.extra});
                }
                return;
            case TRICKS:
                if (this->may_pass(state, moves)) {
                    out.push_back({0, 0, PASS, 0});
                }
                out.insert(out.end(), moves.list.begin(), moves.list.end());
                return;
            default: {
                const int above = stages_[state.stage].kind == BID ? this->highest_bid(state) : 0;
                for (std::int32_t choice = 0; choice < count; ++choice) {
                    out.push_back({0, 0, WORD, choice == 0 ? 1 : 1 + above + choice});
                }
            }
        }
    }

    bool has(const State&, const Move*, std::size_t count, std::int64_t action) const noexcept {
        return action >= 0 && static_cast<std::size_t>(action) < count;
    }

    void apply(State& state, Memory& memory, const Move* options, std::int64_t action) const noexcept {
        const Move& move = options[action];
        const int seat = this->turn(state);
        const int deal = state.deal;
        const bool yes = move.extra > 1;
        switch (stages_[state.stage].kind) {
            case ROB: say(memory, seat, move); this->rob(state, yes); break;
            case DUEL: say(memory, seat, move); this->duel(state, yes); break;
            case BID: say(memory, seat, move); this->bid(state, move.extra - 1); break;
            case DOUBLE: this->double_up(state, yes); break;
            case SHOW:
                memory.shown = static_cast<std::uint16_t>(memory.shown | (yes ? 1U << seat : 0U));
                this->show(state, yes);
                break;
            case PAY: this->pay(state, move.extra); break;
            case GIVE_BACK: this->give_back(state, move.extra); break;
            default:
                if (move.number == PASS) {
                    token(memory.history.add(seat), 0);
                    this->pass(state);
                } else {
                    memory.top = cards_of(state, move);
                    memory.played[at(seat)].add(memory.top);
                    token(memory.history.add(seat), memory.top.counts);
                    this->play(state, move);
                }
        }
        if (state.deal != deal) {  // nobody called: dealt anew
            memory.said.fill(0);
        }
    }

    void observe(const State& state, const Memory& memory, std::uint8_t* planes, std::int32_t* facts,
                 std::int16_t* tokens) const noexcept {
        const int me = this->turn(state);
        const int kind = this->stage_kind(state);
        const bool tricks = kind == TRICKS, follows = tricks && !state.leading;
        const auto around = [&](int step) { return me + step < seats_ ? me + step : me + step - seats_; };

        const Cards own = held_by(state, me);
        Cards unseen = deck_;
        unseen.remove(own);
        for (int seat = 0; seat < seats_; ++seat) {
            unseen.remove(memory.played[at(seat)]);
        }
        planes = plane(planes, own);
        planes = plane(planes, unseen);
        planes = plane(planes, follows ? memory.top : Cards{});
        for (int step = 0; step < seats_; ++step) {
            planes = plane(planes, memory.played[at(around(step))]);
        }
        if (has_kitty_) {
            Cards kitty;
            for (std::size_t i = 0; state.landlord >= 0 && i < state.rest_size; ++i) {
                const Share& share = shares_[state.rest[i]];
                kitty.add({share.hand, share.counts});
            }
            planes = plane(planes, kitty);
        }
        for (int step = 1; has_show_ && step < seats_; ++step) {
            const int seat = around(step);
            planes = plane(planes, (memory.shown >> seat & 1) != 0 ? held_by(state, seat) : Cards{});
        }

        const auto put = [&](std::int64_t value) { *facts++ = static_cast<std::int32_t>(value); };
        const auto each = [&](const auto& value) {
            for (int step = 0; step < seats_; ++step) {
                put(value(around(step)));
            }
        };
        static constexpr std::array<int, 12> STAGES{0, 0, 1, 2, 5, -1, -1, -1, 3, 4, 0, -1};  // by StageKind
        for (int stage = 0; stage < 6; ++stage) {
            put(STAGES[at(kind)] == stage);
        }
        put(tricks && state.leading);
        each([&](int seat) { return follows && seat == state.top_by; });
        put(follows ? total(memory.top.counts) : 0);
        put(follows ? this->reader().combo(state.top).bomb : 0);
        each([&](int seat) {
            const int left = total(state.counts[at(seat)]);
            return seat == me || left <= limit_ || (memory.shown >> seat & 1) != 0 ? left : -1;
        });
        each([&](int seat) { return state.passed >> seat & 1; });
        each([&](int seat) {
            int place = 0;
            for (int i = 0; i < state.out_size; ++i) {
                place = state.out[at(i)] == seat ? i + 1 : place;
            }
            return place;
        });
        if (has_kitty_) {
            each([&](int seat) { return seat == state.landlord; });
            each([&](int seat) { return memory.said[at(seat)]; });
            put(std::max<int>(state.bid, 1));
            put(std::min<std::int64_t>(state.multiplier, 1 << 30));
        }
        if (has_doubles_) {
            each([&](int seat) { return tricks && state.top >= 0 ? state.doubles[at(seat)] : 0; });
        }
        if (has_show_) {
            each([&](int seat) { return memory.shown >> seat & 1; });
        }
        if (has_spare_) {
            each([&](int seat) { return state.spare[at(seat)]; });
        }
        if (has_bombs_) {
            each([&](int seat) { return state.bombs[at(seat)]; });
        }
        if (has_pile_) {
            each([&](int seat) { return state.captured[at(seat)]; });
            put(state.pot);
            put(state.rest_size);
        }
        for (int point = 0; has_wild_ && point < rows_; ++point) {
            put(state.wild == point);
        }
        memory.history.write(tokens, me, seats_);
    }

    void hidden(const State& state, std::uint8_t* planes) const noexcept {
        const int me = this->turn(state);
        for (int step = 1; step < seats_; ++step) {
            planes = plane(planes, held_by(state, (me + step) % seats_));
        }
    }

    void feature(const State& state, const Move& move, std::uint8_t* row) const noexcept {
        if (move.number >= 0) {
            row = plane(row, cards_of(state, move));
            const Combo combo = this->reader().combo(move.number);
            const auto& [kind, head] = combos_[std::min(static_cast<std::size_t>(move.number >> shift_), combos_.size() - 1)];
            row[0] = row[1] = row[2] = 0;
            row[3] = combo.size;
            row[4] = combo.bomb;
            row[5] = kind;
            row[6] = head;
            return;
        }
        std::memset(row, 0, at(rows_ * stride_) + TAIL);
        std::uint8_t* tail = row + rows_ * stride_;
        if (move.number == PASS) {
            tail[0] = 1;
        } else if (move.number == WORD) {
            tail[1] = static_cast<std::uint8_t>(move.extra);
        } else {
            row[move.extra] = 1;
            tail[2] = stages_[state.stage].kind == PAY ? 1 : 2;
        }
    }

    // The choice that a policy takes of these; -1 where it is asked for no cards, or thinks of none of them.
    template <class P>
    std::int64_t glance(const State& state, const Move* options, std::size_t count, const P& policy,
                        typename P::Scratch& scratch) const {
        if (!this->is_tricks(state)) {
            return -1;
        }
        const Scored chosen = policy.choose(state, scratch);
        const Move wanted = chosen.is_pass ? Move{0, 0, PASS, 0} : chosen.move;
        for (std::size_t i = 0; i < count; ++i) {
            const Move& one = options[i];
            if (one.number == wanted.number && one.body == wanted.body && one.carried == wanted.carried &&
                one.extra == wanted.extra) {
                return static_cast<std::int64_t>(i);
            }
        }
        return -1;
    }

    // The score of whose turn it is, if it makes this choice, everything else is said and given at random, and everybody
    // then plays by the policy.
    template <class P>
    std::int64_t play_out(State state, const Move* options, std::int64_t action, Quick quick, const P& policy,
                          typename P::Scratch& scratch) const {
        const int seat = this->turn(state);
        Memory memory;
        begin(state, memory);
        apply(state, memory, options, action);
        while (this->turn(state) >= 0 && !this->is_tricks(state)) {
            const std::int64_t choices = this->count(state, scratch.moves);
            this->step(state, this->pick(state, choices, quick), scratch.moves);
        }
        policy.play_out(state, scratch);
        std::array<std::int64_t, MOST_SEATS> scores;
        this->scores(state, scores.data());
        return scores[at(seat)];
    }

private:
    Cards held_by(const State& state, int seat) const noexcept {
        return {suited_ ? state.hands[at(seat)] : Hand{}, state.counts[at(seat)]};
    }

    // The cards of a play of the seat to act.
    Cards cards_of(const State& state, const Move& move) const noexcept {
        const Reader& reader = this->reader(state);
        Cards found{{}, reader.pattern(move)};
        if constexpr (Reader::SUITS_MATTER) {
            if (suited_) {
                const Hand& before = state.hands[at(state.turn)];
                Hand after = before;
                Counts counts = state.counts[at(state.turn)];
                reader.take(after, counts, move);
                found.hand = {before.low - after.low, before.high - after.high};
            }
        }
        return found;
    }

    std::uint8_t* plane(std::uint8_t* out, const Cards& cards) const noexcept {
        if (stride_ == 4) {
            for (int point = 0; point < rows_; ++point, out += 4) {
                const std::uint32_t cells = suited_ ? narrow_[cards.hand.low >> 4 * point & 15]
                                                    : static_cast<std::uint32_t>(counted_[cards.counts >> 4 * point & 15]);
                std::memcpy(out, &cells, 4);
            }
            return out;
        }
        for (int point = 0; point < rows_; ++point, out += 8) {
            const std::uint64_t cells = suited_ ? wide_[cards.hand.wide(point)] : counted_[cards.counts >> 4 * point & 15];
            std::memcpy(out, &cells, 8);
        }
        return out;
    }

    void token(std::int16_t* row, Counts counts) const noexcept {
        *row++ = static_cast<std::int16_t>(total(counts));
        for (int point = 0; point < rows_; ++point) {
            *row++ = static_cast<std::int16_t>(counts >> 4 * point & 15);
        }
    }

    static void say(Memory& memory, int seat, const Move& move) noexcept {
        memory.said[at(seat)] = static_cast<std::uint8_t>(move.extra);
    }

    int rows_ = 0, limit_ = 0, length_ = 0, shift_ = 0;
    bool suited_ = false, has_kitty_ = false, has_doubles_ = false, has_show_ = false, has_spare_ = false, has_bombs_ = false,
         has_pile_ = false, has_wild_ = false;
    std::vector<std::pair<std::uint8_t, std::uint8_t>> combos_;  // kind and head
    Cards deck_;
    std::array<std::uint64_t, 256> wide_{};    // cells of a point's eight bits
    std::array<std::uint32_t, 16> narrow_{};   // cells of a point's four bits
    std::array<std::uint64_t, 16> counted_{};  // cells of a number of cards
};

template <class Reader>
void bind_reader(nb::module_& module, const char* name) {
    using Coder = ClimbCoder<Reader>;
    bind_lanes<Coder>(module, name)
        .def("__init__", [](Lanes<Coder>* self, nb::dict table, nb::dict encoding, std::size_t size, std::size_t threads) {
            check_lanes(size, threads);
            new (self) Lanes<Coder>(Coder(table, encoding), size, threads);
        })
        .def("glances", [](Lanes<Coder>& self, Player<Reader>& player, nb::handle values) {
            self.each_lane(values, [&](const Coder& coder, const State& state, const Move* options, std::size_t count) {
                return player.with_scratch(
                    [&](auto& scratch) { return coder.glance(state, options, count, player.policy, scratch); });
            });
        })
        .def("play_outs", [](Lanes<Coder>& self, Player<Reader>& player, nb::handle rows, std::uint64_t seed, nb::handle scores) {
            self.each_row(rows, scores, [&](const Coder& coder, const State& state, const Move* options, std::int64_t action,
                                            std::size_t lane) {
                return player.with_scratch([&](auto& scratch) {
                    return coder.play_out(state, options, action, Quick(seed + lane * 0x9E3779B97F4A7C15), player.policy, scratch);
                });
            });
        });
}

}  // namespace

void bind_climb_lanes(nb::module_& module) {
    bind_reader<Points>(module, "PointLanes");
    bind_reader<Suits>(module, "SuitLanes");
    bind_reader<Wild>(module, "WildLanes");
}

}  // namespace paiju
