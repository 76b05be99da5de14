// What a deal must know of its rule sheet: the twin is paiju.games.climb.compiled, which writes the table that is read here.
#pragma once

#include "climb.hpp"

namespace paiju::climb {

enum StageKind { ROB, BID, DOUBLE, SHOW, TRICKS, LEAD_DRAW, LEAD_RANDOM, LEAD_SEAT, PAY, GIVE_BACK, DUEL };
enum ScoreKind { LANDLORD_SCORE, BIG_TWO_SCORE, THREE_TWO_ONE_SCORE, CAPTURE_SCORE, LEVEL_SCORE, SHED_SCORE };
enum OverKind { FIRST_OUT, LAST_HOLDER, TEAM_OUT };
enum Lock { OFF, TRICK, ROUND };
enum Paid { NO_BOMBS, EVERY_BOMB, UNBEATEN_BOMBS };

struct Card {
    int bit, point;
    int points;      // worth when captured
    int penalty;     // for holding it at the end
    int order;       // what it is worth by itself where tribute is paid
    int suit;        // 0 to 3 as tribute lists them
    int code;        // equal for equal cards
    bool is_joker, is_wild, is_low;
};

// Some cards of the pack, as a hand and as counts.
struct Share {
    Hand hand;
    Counts counts = 0;

    void add(const Share& other) noexcept {
        hand.low += other.hand.low;
        hand.high += other.hand.high;
        counts += other.counts;
    }
};

struct Stage {
    StageKind kind = TRICKS;
    int deals = 3;             // auctions: deals until one must be played
    bool abandon = false;      // and then: nobody plays
    int robs = 0;              // DUEL: at most so many
    int lets = 0, starts = 0;  // and the cards that the farmer is let: for each rob, and without any
    bool doubles = true;       // whether a rob doubles the stakes
    int seat = 0;              // LEAD_SEAT
    std::array<int, 4> finish{};  // PAY: the order of the deal before
    std::vector<int> payers;
    bool equal_by_chance = false;
    bool own_side_only = false, capped = true;  // GIVE_BACK
};

class Sheet {
public:
    // `stride` is the one that the reader of plays demands; 0: any.
    explicit Sheet(nb::dict table, int stride) {
        seats_ = whole(table, "seats", 2, MOST_SEATS);
        hand_ = whole(table, "hand", 1, MOST_CARDS);
        stride_ = whole(table, "stride", 4, 8);
        if ((stride_ != 4 && stride_ != 8) || (stride != 0 && stride_ != stride)) {
            bad_table("a hand has four bits for each point with one deck, eight with two");
        }
        clumps_ = yes(table, "clumps");
        must_beat_ = yes(table, "must_beat");
        bombs_paid_ = whole<Paid>(table, "bombs_paid", NO_BOMBS, UNBEATEN_BOMBS);
        opening_bit_ = whole(table, "opening_bit", -1, 59);
        opening_plays_it_ = yes(table, "opening_plays_it");
        opening_smallest_ = yes(table, "opening_smallest");
        opening_landlord_ = yes(table, "opening_landlord");
        face_up_ = yes(table, "face_up");
        first_ = whole(table, "first", -1, seats_ - 1);
        lock_ = whole<Lock>(table, "lock", OFF, ROUND);
        self_cover_ = yes(table, "self_cover");
        rank_rest_ = yes(table, "rank_rest");
        to_partner_ = yes(table, "to_partner");
        top_single_ = yes(table, "top_single");
        kitty_ = whole(table, "kitty", 0, 64);
        draws_ = yes(table, "draws");
        draw_hand_ = whole(table, "draw_hand", 0, MOST_CARDS);
        winner_fills_first_ = yes(table, "winner_fills_first");
        final_trick_scored_ = yes(table, "final_trick_scored");
        leftover_ = whole(table, "leftover", 0, 2);
        over_ = whole<OverKind>(table, "over", FIRST_OUT, TEAM_OUT);
        score_ = whole<ScoreKind>(table, "score", LANDLORD_SCORE, SHED_SCORE);
        base_ = whole<std::int64_t>(table, "base", 1, 1'000'000);
        zero_sum_ = yes(table, "zero_sum");
        doubling_bit_ = whole(table, "doubling_bit", -1, 59);
        shed_last_free_ = yes(table, "last_free");
        shed_shut_ = whole<std::int64_t>(table, "shut", 1, 1000);
        shed_bomb_ = whole<std::int64_t>(table, "bomb", 0, 1'000'000);
        read_pack(nb::cast<nb::sequence>(table["pack"]));
        read_places(nb::cast<nb::sequence>(table["places"]));
        for (nb::handle one : nb::cast<nb::sequence>(table["stages"])) {
            read_stage(nb::cast<nb::dict>(one));
        }
        if (stages_.empty() || stages_.size() > 20 || stages_.back().kind != TRICKS) {
            bad_table("a deal ends with tricks");
        }
        const bool partners = over_ == TEAM_OUT || score_ == LEVEL_SCORE || to_partner_;
        if (partners && seats_ % 2 != 0) {
            bad_table("partners need an even number of seats");
        }
        if (score_ == LEVEL_SCORE && (seats_ != 4 || !rank_rest_)) {
            bad_table("levels are for four seats, all of them ranked");
        }
        const bool auctioned = is_auction(stages_[0].kind);
        if (score_ == LANDLORD_SCORE && !auctioned) {
            bad_table("a landlord is found in an auction");
        }
    }

    int seats() const noexcept { return seats_; }
    int pack_size() const noexcept { return static_cast<int>(pack_.size()); }

protected:
    static bool is_auction(StageKind kind) noexcept { return kind == ROB || kind == BID || kind == DUEL; }
    int after(int seat) const noexcept { return seat + 1 < seats_ ? seat + 1 : 0; }
    int point_worth(int point) const noexcept { return by_bit_[at(stride_ * point)].points; }

    int held(const Hand& hand, int point) const noexcept {
        if (stride_ == 4) {
            return std::popcount(hand.low >> 4 * point & 15);
        }
        const unsigned wide = hand.wide(point);
        return static_cast<int>((wide & 3) + (wide >> 2 & 3) + (wide >> 4 & 3) + (wide >> 6 & 3));
    }

    // Cards of a hand, greatest first, as Layout.cards lists them.
    template <class Use>
    void each_card(const Hand& hand, const Use& use) const {
        for (int point = MOST_POINTS - 1; point >= 0; --point) {
            for (int suit = 3; suit >= 0; --suit) {
                const int bit = stride_ * point + stride_ / 4 * suit;
                int here = bit >= 120 ? 0
                           : stride_ == 4 ? static_cast<int>(hand.low >> bit & 1)
                                          : static_cast<int>(hand.wide(point) >> 2 * suit & 3);
                for (; here > 0; --here) {
                    use(by_bit_[at(bit)]);
                }
            }
        }
    }

    int seats_ = 0, hand_ = 0, stride_ = 4, first_ = -1, draw_hand_ = 0, leftover_ = 0, doubling_bit_ = -1, kitty_ = 0;
    int opening_bit_ = -1;
    bool clumps_ = false, must_beat_ = false, opening_plays_it_ = true, shed_last_free_ = true;
    Paid bombs_paid_ = NO_BOMBS;
    std::int64_t shed_shut_ = 1, shed_bomb_ = 0;
    std::vector<std::vector<std::uint8_t>> places_;  // of the shuffled deck: each hand's, then those left over
    bool opening_smallest_ = false, opening_landlord_ = false, face_up_ = false, self_cover_ = false;
    bool rank_rest_ = false, to_partner_ = false, top_single_ = false, draws_ = false;
    bool winner_fills_first_ = true, final_trick_scored_ = true, zero_sum_ = false;
    Lock lock_ = OFF;
    OverKind over_ = FIRST_OUT;
    ScoreKind score_ = LANDLORD_SCORE;
    std::int64_t base_ = 1;
    std::vector<Card> pack_;
    std::vector<Share> shares_;  // of each card of the pack
    std::array<Card, 128> by_bit_{};
    std::vector<Stage> stages_;

private:
    void read_pack(nb::sequence rows) {
        for (nb::handle one : rows) {
            const auto row = fields(one, 9);
            Card card{};
            card.point = whole(row[0], 0, MOST_POINTS - 1);
            card.suit = whole(row[1], 0, 3);  // place within the point, lowest first
            card.bit = stride_ * card.point + stride_ / 4 * card.suit;
            card.points = whole(row[2], 0, 1000);
            card.penalty = whole(row[3], 0, 1000);
            card.order = whole(row[4], 0, 100);
            card.is_joker = nb::cast<bool>(row[5]);
            card.is_wild = nb::cast<bool>(row[6]);
            card.is_low = nb::cast<bool>(row[7]);
            card.code = card.bit;
            card.suit = whole(row[8], 0, 3);
            pack_.push_back(card);
            Share share{{}, Counts{1} << 4 * card.point};
            share.hand.add(card.bit);
            shares_.push_back(share);
        }
        const int size = pack_size();
        const int rest = size - hand_ * seats_;
        if (size > MOST_CARDS || rest < 0 || rest > 64) {
            bad_table("the deck does not fit the hands");
        }
        std::array<int, 120> copies{};
        for (const Card& card : pack_) {
            if (++copies[at(card.bit)] > stride_ / 4) {
                bad_table("a card is in the pack too often");
            }
        }
        for (int point = 0; point < MOST_POINTS; ++point) {
            for (const Card& card : pack_) {
                if (card.point == point) {
                    by_bit_[at(card.bit)] = card;
                }
            }
        }
    }

    void read_places(nb::sequence rows) {
        std::vector<bool> used(pack_.size());
        for (nb::handle one : rows) {
            std::vector<std::uint8_t> row;
            for (nb::handle place : nb::cast<nb::sequence>(one)) {
                row.push_back(whole<std::uint8_t>(place, 0, pack_size() - 1));
                if (used[row.back()]) {
                    bad_table("a card is dealt twice");
                }
                used[row.back()] = true;
            }
            places_.push_back(std::move(row));
        }
        if (places_.size() != at(seats_) + 1 || places_.back().size() > 64 ||
            std::any_of(places_.begin(), places_.end() - 1, [&](const auto& row) { return row.size() != at(hand_); })) {
            bad_table("each seat needs the places of its hand, and what is left over its own");
        }
        if (kitty_ > static_cast<int>(places_.back().size())) {
            bad_table("the kitty is larger than what is left over");
        }
    }

    void read_stage(nb::dict row) {
        Stage stage;
        stage.kind = whole<StageKind>(row, "kind", ROB, DUEL);
        if (is_auction(stage.kind)) {
            stage.deals = whole(row, "deals", 1, 1000);
            stage.abandon = yes(row, "abandon");
            if (stage.kind == DUEL) {
                stage.robs = whole(row, "robs", 0, 12);
                stage.lets = whole(row, "lets", 0, 8);
                stage.starts = whole(row, "starts", 0, 16);
                stage.doubles = yes(row, "doubles");
                if (seats_ != 2) {
                    bad_table("a duel is for two seats");
                }
            }
            if (!stages_.empty() || kitty_ == 0) {
                bad_table("an auction comes first, and is for a kitty");
            }
        } else if (stage.kind == LEAD_SEAT) {
            stage.seat = whole(row, "seat", 0, seats_ - 1);
        } else if (stage.kind == DOUBLE || stage.kind == SHOW) {
            if (stages_.empty() || !is_auction(stages_[0].kind)) {
                bad_table("doubling needs a landlord");
            }
        } else if (stage.kind == PAY) {
            if (seats_ != 4) {
                bad_table("tribute is for four seats");
            }
            std::size_t i = 0;
            for (nb::handle seat : nb::cast<nb::sequence>(row["finish"])) {
                if (i < 4) {
                    stage.finish[i++] = whole(seat, 0, 3);
                }
            }
            for (nb::handle seat : nb::cast<nb::sequence>(row["payers"])) {
                stage.payers.push_back(whole(seat, 0, 3));
            }
            if (i != 4 || stage.payers.empty() || stage.payers.size() > 2) {
                bad_table("one or two seats pay tribute after a deal of four");
            }
            stage.equal_by_chance = yes(row, "equal_by_chance");
        } else if (stage.kind == GIVE_BACK) {
            stage.capped = yes(row, "capped");
            stage.own_side_only = yes(row, "own_side_only");
            if (stages_.empty() || stages_.back().kind != PAY) {
                bad_table("only tribute is given back");
            }
        }
        stages_.push_back(std::move(stage));
    }
};

}  // namespace paiju::climb
