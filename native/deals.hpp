// Many running deals of one game, for Python. A game brings its State and
//
//   deal(State&, Seed) and deal(State&, quick seed)   the first state
//   turn(State)                                       whose choice it is; -1 when over
//   count(State, Scratch&)                            how many choices; may leave the list in the scratch
//   step(State&, choice, Scratch&)                    after count() of the same state; trusts its caller
//   playout(State&, Quick&, Scratch&)                 random choices to the end; how many
//   scores(State, out)                                one number per seat, when over
//
// Its functions never throw and never touch Python.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <new>
#include <thread>
#include <vector>

#include "buffers.hpp"
#include "random.hpp"

namespace paiju {

template <class Game>
class Deals {
public:
    using State = typename Game::State;
    using Scratch = typename Game::Scratch;

    Deals(Game game, std::size_t size) : game_(std::move(game)), states_(size) {
        for (State& state : states_) {
            game_.clear(state);
        }
    }

    std::size_t size() const noexcept { return states_.size(); }
    const Game& game() const noexcept { return game_; }
    const State& at(std::size_t i) const {
        if (i >= states_.size()) {
            throw nb::index_error("there is no deal of this number");
        }
        return states_[i];
    }

    // Reference deals: 32 bytes of seed for each.
    void deal(nb::handle seeds, std::size_t threads) {
        const Buffer buffer(seeds, "seeds", false);
        const auto bytes = buffer.as<const std::uint8_t>("Bbc", "bytes");
        if (bytes.size() != 32 * states_.size()) {
            throw nb::value_error("seeds are 32 bytes for each deal");
        }
        forget();
        const nb::gil_scoped_release free;
        spread(threads, [&](std::size_t i, Scratch&) {
            Seed seed;
            std::memcpy(seed.data(), bytes.data() + 32 * i, 32);
            game_.deal(states_[i], seed);
        });
    }

    // Quick deals: word number i of the generator is the seed of deal i.
    void deal_quick(std::uint64_t seed, std::size_t threads) {
        forget();
        const nb::gil_scoped_release free;
        spread(threads, [&](std::size_t i, Scratch&) { game_.deal(states_[i], quick_seed(seed, i)); });
    }

    int turn(std::size_t i) const { return game_.turn(at(i)); }

    std::int64_t count(std::size_t i) {
        const State& state = at(i);
        if (listed_ != i) {
            listed_ = NOTHING;
            counted_ = game_.turn(state) < 0 ? 0 : game_.count(state, scratch_);
            listed_ = i;
        }
        return counted_;
    }

    // Makes a choice; how many there are next.
    std::int64_t step(std::size_t i, std::int64_t choice) {
        const std::int64_t choices = count(i);
        if (choice < 0 || choice >= choices) {
            throw nb::index_error(choices == 0 ? "this deal is over" : "there is no choice of this number");
        }
        forget();
        game_.step(states_[i], choice, scratch_);
        return count(i);
    }

    void turns(nb::handle out) const {
        const Buffer buffer(out, "out", true);
        const auto row = buffer.as<std::int8_t>("bB", "bytes");
        check_size(row.size(), states_.size());
        for (std::size_t i = 0; i < row.size(); ++i) {
            row[i] = static_cast<std::int8_t>(game_.turn(states_[i]));
        }
    }

    void counts(nb::handle out, std::size_t threads) {
        const Buffer buffer(out, "out", true);
        const auto row = buffer.as<std::int64_t>("qQlL", "64-bit integers");
        check_size(row.size(), states_.size());
        const nb::gil_scoped_release free;
        spread(threads, [&](std::size_t i, Scratch& scratch) {
            row[i] = game_.turn(states_[i]) < 0 ? 0 : game_.count(states_[i], scratch);
        });
    }

    // One choice for each deal; -1 leaves a deal as it is. All are checked before any is made.
    void step_all(nb::handle choices, std::size_t threads) {
        const Buffer buffer(choices, "choices", false);
        const auto row = buffer.as<const std::int64_t>("qQlL", "64-bit integers");
        check_size(row.size(), states_.size());
        const std::vector<std::int64_t> chosen(row.begin(), row.end());  // a copy: nobody may change them meanwhile
        forget();
        std::vector<std::uint8_t> wrong(states_.size());
        {
            const nb::gil_scoped_release free;
            // Checking lists the choices, and so does stepping: most games list little, and a bad index is rare, so
            // each deal is listed once, stepped on a copy, and the copies are put back if any index was bad.
            std::vector<State> before = states_;
            spread(threads, [&](std::size_t i, Scratch& scratch) {
                if (chosen[i] == -1) {
                    return;
                }
                const std::int64_t size = game_.turn(states_[i]) < 0 ? 0 : game_.count(states_[i], scratch);
                if (chosen[i] < 0 || chosen[i] >= size) {
                    wrong[i] = 1;
                } else {
                    game_.step(states_[i], chosen[i], scratch);
                }
            });
            if (std::find(wrong.begin(), wrong.end(), 1) != wrong.end()) {
                states_ = std::move(before);
            }
        }
        const auto bad = std::find(wrong.begin(), wrong.end(), 1);
        if (bad != wrong.end()) {
            const auto at = static_cast<std::size_t>(bad - wrong.begin());
            throw nb::index_error(("deal " + std::to_string(at) + " has no choice number " + std::to_string(chosen[at])).c_str());
        }
    }

    // Random choices until every deal is over; how many choices that was.
    std::uint64_t playout(std::uint64_t seed, std::size_t threads) {
        forget();
        const nb::gil_scoped_release free;
        std::vector<std::uint64_t> made(std::max<std::size_t>(threads, 1));
        spread(threads, [&](std::size_t i, Scratch& scratch, std::size_t piece) {
            Quick quick(quick_seed(seed, i));
            made[piece] += game_.playout(states_[i], quick, scratch);
        });
        std::uint64_t total = 0;
        for (const std::uint64_t one : made) {
            total += one;
        }
        return total;
    }

    // Sequences of so many choices; a deal that ends sooner counts once.
    std::uint64_t perft(std::size_t i, int depth) const {
        const State& state = at(i);
        if (depth < 0 || depth > 64) {
            throw nb::value_error("a depth is a number from 0 to 64");
        }
        const nb::gil_scoped_release free;
        std::vector<Scratch> scratches(static_cast<std::size_t>(depth));
        return sequences(state, scratches.data(), depth);
    }

    void scores(nb::handle out) const {
        const Buffer buffer(out, "out", true);
        const auto row = buffer.as<std::int64_t>("qQlL", "64-bit integers");
        const auto seats = static_cast<std::size_t>(game_.seats());
        check_size(row.size(), states_.size() * seats);
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (game_.turn(states_[i]) >= 0) {
                std::fill_n(row.data() + i * seats, seats, 0);
            } else {
                game_.scores(states_[i], row.data() + i * seats);
            }
        }
    }

    // For each seat, over the deals that are over: sum and sum of squares of the scores, how many are above 0, and the
    // least and the greatest.
    nb::list tally() const {
        const auto seats = static_cast<std::size_t>(game_.seats());
        struct Sums {
            double sum = 0, squares = 0;
            std::uint64_t above = 0;
            std::int64_t least = 0, most = 0;
        };
        std::vector<Sums> sums(seats);
        {
            const nb::gil_scoped_release free;
            std::vector<std::int64_t> row(seats);
            bool first = true;
            for (const State& state : states_) {
                if (game_.turn(state) >= 0) {
                    continue;
                }
                game_.scores(state, row.data());
                for (std::size_t seat = 0; seat < seats; ++seat) {
                    const auto score = static_cast<double>(row[seat]);
                    Sums& one = sums[seat];
                    one.sum += score;
                    one.squares += score * score;
                    one.above += row[seat] > 0;
                    one.least = first ? row[seat] : std::min(one.least, row[seat]);
                    one.most = first ? row[seat] : std::max(one.most, row[seat]);
                }
                first = false;
            }
        }
        nb::list all;
        for (const Sums& one : sums) {
            all.append(nb::make_tuple(one.sum, one.squares, one.above, one.least, one.most));
        }
        return all;
    }

    nb::object score(std::size_t i) const {
        const State& state = at(i);
        if (game_.turn(state) >= 0) {
            return nb::none();
        }
        std::vector<std::int64_t> row(static_cast<std::size_t>(game_.seats()));
        game_.scores(state, row.data());
        nb::list all;
        for (const std::int64_t one : row) {
            all.append(one);
        }
        return nb::tuple(all);
    }

    static std::uint64_t quick_seed(std::uint64_t seed, std::size_t i) noexcept {
        return Quick(seed + static_cast<std::uint64_t>(i) * 0x9E3779B97F4A7C15)();
    }

    Scratch& scratch() noexcept { return scratch_; }

private:
    static constexpr std::size_t NOTHING = static_cast<std::size_t>(-1);

    std::uint64_t sequences(const State& state, Scratch* scratch, int depth) const {
        if (depth == 0 || game_.turn(state) < 0) {
            return 1;
        }
        const std::int64_t choices = game_.count(state, *scratch);
        if (depth == 1) {
            return static_cast<std::uint64_t>(choices);
        }
        std::uint64_t total = 0;
        for (std::int64_t choice = 0; choice < choices; ++choice) {
            State next = state;
            game_.step(next, choice, *scratch);
            total += sequences(next, scratch + 1, depth - 1);
        }
        return total;
    }

    void forget() noexcept { listed_ = NOTHING; }

    static void check_size(std::size_t given, std::size_t wanted) {
        if (given != wanted) {
            throw nb::value_error(("the array must have " + std::to_string(wanted) + " places, not " + std::to_string(given)).c_str());
        }
    }

    // Calls work(i, scratch[, piece]) for every deal, in even pieces, one per thread.
    template <class Work>
    void spread(std::size_t threads, const Work& work) {
        const std::size_t size = states_.size();
        threads = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(size, 1));
        std::atomic<bool> full = false;  // out of memory: the only thing that can go wrong in a thread
        const auto piece = [&](std::size_t at) noexcept {
            try {
                Scratch scratch;
                for (std::size_t i = size * at / threads, end = size * (at + 1) / threads; i < end; ++i) {
                    if constexpr (std::is_invocable_v<Work, std::size_t, Scratch&, std::size_t>) {
                        work(i, scratch, at);
                    } else {
                        work(i, scratch);
                    }
                }
            } catch (const std::exception&) {
                full = true;
            }
        };
        std::vector<std::thread> helpers;
        std::size_t started = 1;
        try {
            helpers.reserve(threads - 1);
            for (; started < threads; ++started) {
                helpers.emplace_back(piece, started);
            }
        } catch (const std::exception&) {  // no more threads to be had: do the rest here
        }
        piece(0);
        for (std::size_t at = started; at < threads; ++at) {
            piece(at);
        }
        for (std::thread& helper : helpers) {
            helper.join();
        }
        if (full) {
            throw std::bad_alloc();
        }
    }

    Game game_;
    std::vector<State> states_;
    Scratch scratch_;
    std::size_t listed_ = NOTHING;  // the deal whose choices are in scratch_
    std::int64_t counted_ = 0;
};

// The methods that all games share.
template <class Game>
nb::class_<Deals<Game>> bind_deals(nb::module_& module, const char* name, const char* doc) {
    using D = Deals<Game>;
    return nb::class_<D>(module, name, doc)
        .def("__len__", &D::size)
        .def("deal", &D::deal, nb::arg("seeds"), nb::arg("threads") = 1)
        .def("deal_quick", &D::deal_quick, nb::arg("seed"), nb::arg("threads") = 1)
        .def("turn", &D::turn)
        .def("count", &D::count)
        .def("step", &D::step)
        .def("turns", &D::turns)
        .def("counts", &D::counts, nb::arg("out"), nb::arg("threads") = 1)
        .def("step_all", &D::step_all, nb::arg("choices"), nb::arg("threads") = 1)
        .def("playout", &D::playout, nb::arg("seed"), nb::arg("threads") = 1)
        .def("scores", &D::scores)
        .def("score", &D::score)
        .def("tally", &D::tally)
        .def("perft", &D::perft);
}

}  // namespace paiju
