// What happened in a hand of hold'em, as events of the wire. The twin is paiju.games.holdem.telling.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "holdem_hand.hpp"

namespace paiju {

// Pots once they are paid: the kind of hand that won each, and what it was.
struct Winning {
    std::string word, best;
};

class HoldemLog {
public:
    // `order`: who shows after whom, where hands are turned up before the board is complete.
    HoldemLog(const HoldemHand& hand, const reading::State& state, const std::vector<int>& order,
              const std::vector<Winning>& winnings)
        : hand_(hand), winnings_(winnings), result_(state.result ? &*state.result : nullptr), chips_(hand.setup.stacks) {
        using reading::Did;
        lines_.reserve(state.history.size() + 8);
        add(Kind::started);
        if (hand.is_bomb_pot) {
            add(Kind::bomb_pot).amount = hand.setup.ante;
        }
        posted_ = lines_.size();
        bool is_tabled = false;
        for (const reading::Entry& entry : state.history) {
            if (reading::is_act(entry.did)) {
                act(entry);
            } else if (reading::is_post(entry.did)) {
                post(entry);
            } else if (entry.did == Did::deal || entry.did == Did::second) {
                const bool is_first = entry.did == Did::deal;
                if (is_first) {
                    bets_.fill(0);
                    high_ = 0;
                }
                Line& line = add(is_first ? Kind::dealt : Kind::second, -1, &entry);
                line.cards = is_first ? board(entry.amount) : entry.cards;
            } else if (entry.did == Did::once || entry.did == Did::twice) {
                add(Kind::answered, entry.seat, &entry);
            } else if (entry.did == Did::table) {
                is_tabled = true;
                show(order);
            } else if (entry.did == Did::leave) {
                add(Kind::left, entry.seat);
            }
        }
        if (result_ != nullptr) {
            end(state, is_tabled);
        }
    }

    // How many lines a viewer's log has. Who has cards that he knows was told them, after the forced bets.
    std::size_t size(bool is_dealt_in) const noexcept { return lines_.size() + (is_dealt_in ? 1 : 0); }

    // The lines from one on; `viewer` is -1 for who has no cards.
    void write(Text& text, int viewer, std::size_t start) const {
        Line own{Kind::hole_cards, viewer};
        const std::size_t count = size(viewer >= 0);
        for (std::size_t at = start; at < count; ++at) {
            if (at != start) {
                text << ',';
            }
            if (viewer >= 0 && at == posted_) {
                own.cards = hand_.setup.holes[reading::at(viewer)];
                write(text, own);
            } else {
                write(text, lines_[viewer >= 0 && at > posted_ ? at - 1 : at]);
            }
        }
    }

    // What a seat did last, as `HoldemExtras.moved` says it; false where it has not acted.
    bool write_last(Text& text, std::int64_t seat) const {
        const auto found = std::find_if(lines_.rbegin(), lines_.rend(), [seat](const Line& line) {
            return line.kind == Kind::acted && line.seat == seat;
        });
        if (found == lines_.rend()) {
            return false;
        }
        text << R"("action":")" << (found->all_in ? "all_in" : verb(found->did)) << R"(","amount":)" << found->amount
             << R"(,"totalBet":)" << found->total << R"(,"chips":)" << found->chips << R"(,"pot":)" << found->pot;
        return true;
    }

    static std::string_view verb(reading::Did did) noexcept {
        return did == reading::Did::raise_to ? "raise" : reading::DID[static_cast<std::size_t>(did)];
    }

private:
    enum class Kind {
        started, bomb_pot, hole_cards, posted, acted, dealt, second, answered, shown, left, refund, mucked, won,
    };

    struct Line {
        Kind kind;
        int seat = -1;
        reading::Did did{};
        bool all_in = false, opening = false;
        reading::Chips amount = 0, total = 0, chips = 0, pot = 0;
        reading::Cards cards{};
        std::size_t won = 0;
    };

    const HoldemHand& hand_;
    const std::vector<Winning>& winnings_;
    const reading::Result* result_;
    std::vector<Line> lines_;
    std::size_t posted_ = 0;  // hole cards are dealt after so many lines
    reading::Row chips_, bets_{};
    reading::Chips pot_ = 0, high_ = 0;

    Line& add(Kind kind, int seat = -1, const reading::Entry* entry = nullptr) {
        Line& line = lines_.emplace_back(Line{kind, seat});
        if (entry != nullptr) {
            line.did = entry->did;
            line.amount = entry->amount;
            line.total = entry->total;
        }
        return line;
    }

    void pay(const reading::Entry& entry, Line& line) {
        const std::size_t seat = reading::at(entry.seat);
        chips_[seat] -= entry.amount;
        pot_ += entry.amount;
        bets_[seat] = entry.total;
        line.chips = chips_[seat];
        line.pot = pot_;
    }

    void act(const reading::Entry& entry) {
        Line& line = add(Kind::acted, entry.seat, &entry);
        pay(entry, line);
        line.opening = high_ == 0;
        line.all_in = line.chips == 0 && entry.amount > 0;
        high_ = std::max(high_, entry.total);
    }

    void post(const reading::Entry& entry) {
        pay(entry, add(Kind::posted, entry.seat, &entry));
        high_ = std::max({high_, hand_.setup.big_blind, *std::max_element(bets_.begin(), bets_.end())});
        posted_ = lines_.size();
    }

    void show(const std::vector<int>& seats) {
        for (const int seat : seats) {
            if (!hand_.setup.unknown.has(seat)) {
                add(Kind::shown, seat).cards = hand_.setup.holes[reading::at(seat)];
            }
        }
    }

    void end(const reading::State& state, bool is_tabled) {
        if (result_->refund) {
            add(Kind::refund, result_->refund->seat).amount = result_->refund->chips;
        }
        if (!is_tabled) {
            show(result_->shown);
        }
        for (const int seat : result_->mucked) {
            add(Kind::mucked, seat);
        }
        const auto first = static_cast<std::ptrdiff_t>(lines_.size());
        for (std::size_t i = 0; i < result_->won.size(); ++i) {
            add(Kind::won).won = i;
        }
        // Side pots first, the last to begin with.
        std::stable_sort(lines_.begin() + first, lines_.end(), [this](const Line& one, const Line& other) {
            const reading::Won &a = result_->won[one.won], &b = result_->won[other.won];
            return a.number != b.number ? a.number > b.number : a.run < b.run;
        });
        for (const reading::Entry& entry : state.history) {
            if (entry.did == reading::Did::show) {
                add(Kind::shown, entry.seat).cards = entry.cards;
            }
        }
    }

    reading::Cards board(reading::Chips street) const {
        return hand_.setup.board.first(reading::BOARD_CARDS[static_cast<std::size_t>(street)]);
    }

    void write(Text& text, const Line& line) const {
        const auto begin = [&](std::string_view name) {
            text << R"({"type":")" << name << R"(","key":"holdem.)" << name << R"(","args":{)";
        };
        const auto begin_of = [&](std::string_view name) {
            begin(name);
            text << R"("seat":)" << line.seat;
        };
        const std::string_view did = reading::DID[static_cast<std::size_t>(line.did)];
        switch (line.kind) {
            case Kind::started: {
                std::vector<int> seats = hand_.setup.order;
                std::sort(seats.begin(), seats.end());
                begin("game_started");
                text << R"("button":)" << hand_.setup.button << R"(,"seats":)";
                text.list(seats);
                break;
            }
            case Kind::bomb_pot:
                begin("bomb_pot");
                text << R"("amount":)" << line.amount;
                break;
            case Kind::hole_cards:
                begin_of("hole_cards");
                write_list(text, line);
                break;
            case Kind::shown:
                begin_of("shown");
                write_list(text, line);
                break;
            case Kind::posted:
                begin_of("posted");
                text << R"(,"what":"holdem.post.)" << did << R"(","amount":)" << line.amount << R"(,"chips":)" << line.chips
                     << R"(,"pot":)" << line.pot;
                break;
            case Kind::acted:
                begin_of("player_acted");
                write_act(text, line);
                break;
            case Kind::dealt:
            case Kind::second: {
                const std::string_view street = reading::STREETS[static_cast<std::size_t>(line.amount)];
                begin(line.kind == Kind::dealt ? "cards_dealt" : "second_dealt");
                text << R"("stage":")" << street << '"';
                write_list(text, line);
                text << R"(,"what":"holdem.stage.)" << street << '"';
                break;
            }
            case Kind::answered:
                begin_of("answered");
                text << R"(,"answer":")" << did << R"(","what":"holdem.did.)" << did << '"';
                break;
            case Kind::left:
                begin_of("left");
                break;
            case Kind::refund:
                begin_of("refund");
                text << R"(,"amount":)" << line.amount;
                break;
            case Kind::mucked:
                begin_of("mucked");
                break;
            case Kind::won:
                begin("pot_won");
                write_won(text, result_->won[line.won], winnings_[line.won]);
                break;
        }
        text << '}';
        if (hand_.has_id(line.seat)) {
            text << R"(,"seat":)" << line.seat << R"(,"playerId":)";
            hand_.write_id(text, line.seat);
        }
        text << '}';
    }

    static void write_list(Text& text, const Line& line) {
        text << R"(,"cards":)";
        write_cards(text, line.cards);
    }

    static void write_act(Text& text, const Line& line) {
        text << R"(,"action":")" << verb(line.did) << R"(","amount":)" << line.amount << R"(,"total":)" << line.total
             << R"(,"chips":)" << line.chips << R"(,"pot":)" << line.pot << R"(,"all_in":)" << line.all_in << R"(,"what":)";
        if (line.all_in) {
            text << R"({"key":"holdem.did.all_in","args":{"what":)";
        }
        if (line.did == reading::Did::call) {
            text << R"({"key":"holdem.did.call","args":{"amount":)" << line.amount;
        } else if (line.did == reading::Did::raise_to) {
            text << R"({"key":"holdem.did.)" << (line.opening ? "bet" : "raise") << R"(","args":{"total":)" << line.total;
        } else {
            text << R"({"key":"holdem.did.)" << verb(line.did) << R"(","args":{)";
        }
        text << (line.all_in ? "}}}}" : "}}");
    }

    static void write_won(Text& text, const reading::Won& won, const Winning& winning) {
        text << R"("seats":)";
        text.list(won.shares, [&](const reading::Share& share) { text << share.seat; });
        text << R"(,"amount":)" << won.pot.amount << R"(,"hand":)";
        text.quote(winning.word) << R"(,"pot":)" << won.number << R"(,"shares":)";
        text.list(won.shares, [&](const reading::Share& share) { text << '[' << share.seat << ',' << share.chips << ']'; });
        text << R"(,"best":)" << winning.best << R"(,"what":)";
        const std::string_view what = won.number == 0 ? R"("holdem.pot.main")" : R"("holdem.pot.side")";
        if (won.run == 0) {
            text << what;
        } else {
            text << R"({"key":"holdem.pot.of_run","args":{"what":)" << what << R"(,"run":)" << won.run << R"(}},"run":)"
                 << won.run;
        }
    }
};

}  // namespace paiju
