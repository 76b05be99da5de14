// Environments for learning: many deals of one game, written as arrays. The twin is TwinLanes in paiju.envs.vector, and
// what is written is defined by paiju.encodings. A coder is a game that can also write:
//
//   Option, Memory                                     a choice as it is kept; what a lane remembers besides its state
//   begin(State, Memory&)                              after dealing
//   options(State, Scratch&, vector<Option>&)          adds the choices of whose turn it is
//   has(State, options, count, action)                 whether this action is possible
//   apply(State&, Memory&, options, action)            makes it
//   observe(State, Memory, planes, facts, tokens)      what the seat to act sees
//   hidden(State, planes)                              what it does not
//   feature(State, Option, row)                        a choice as numbers
//   sizes()                                            of each of these
//
// Its functions never touch Python, and throw only where memory is out.
#pragma once

#include "deals.hpp"

namespace paiju {

struct Sizes {
    std::size_t planes = 0, facts = 0, tokens = 0, hidden = 0, feature = 0, seats = 0;
};

// What happened last, the newest first: rows of numbers in which the first is a seat, counted from 1.
class History {
public:
    void clear(std::size_t length, std::size_t width) {
        length_ = length;
        width_ = width;
        rows_.resize(2 * length * width);
        start_ = length;
        count_ = 0;
        std::fill(rows_.begin() + static_cast<std::ptrdiff_t>(length * width), rows_.end(), std::int16_t{0});
    }

    // A new row, to be filled; its first number is the seat.
    std::int16_t* add(int seat) noexcept {
        if (start_ == 0) {
            std::memcpy(rows_.data() + length_ * width_, rows_.data(), length_ * width_ * sizeof(std::int16_t));
            start_ = length_;
        }
        --start_;
        count_ = std::min(count_ + 1, length_);
        std::int16_t* row = rows_.data() + start_ * width_;
        row[0] = static_cast<std::int16_t>(seat + 1);
        return row + 1;
    }

    // All rows, seats as this viewer counts them.
    void write(std::int16_t* out, int viewer, int seats) const noexcept {
        std::memcpy(out, rows_.data() + start_ * width_, length_ * width_ * sizeof(std::int16_t));
        for (std::size_t i = 0; i < count_; ++i) {
            const int away = out[i * width_] - 1 - viewer;
            out[i * width_] = static_cast<std::int16_t>((away < 0 ? away + seats : away) + 1);
        }
    }

private:
    std::vector<std::int16_t> rows_;
    std::size_t length_ = 0, width_ = 0, start_ = 0, count_ = 0;
};

template <class Coder>
class Lanes {
public:
    using State = typename Coder::State;
    using Option = typename Coder::Option;

    Lanes(Coder coder, std::size_t size, std::size_t threads)
        : coder_(std::move(coder)), sizes_(coder_.sizes()), states_(size), memories_(size), numbers_(size), places_(size),
          offsets_(size + 1), pieces_(std::clamp<std::size_t>(threads, 1, size)) {
        for (std::size_t at = 0; at < pieces_.size(); ++at) {
            for (std::size_t lane = first_of(at); lane < first_of(at + 1); ++lane) {
                places_[lane].piece = at;
            }
        }
    }

    void deal(nb::handle seed) {
        const Buffer buffer(seed, "seed", false);
        const auto bytes = buffer.as<const std::uint8_t>("Bbc", "bytes");
        if (bytes.size() != 32) {
            throw nb::value_error("a seed has 32 bytes");
        }
        std::copy(bytes.begin(), bytes.end(), seed_.begin());
        is_quick_ = false;
        begin();
    }

    void deal_quick(std::uint64_t seed) {
        quick_ = seed;
        is_quick_ = true;
        begin();
    }

    std::size_t observe(nb::handle planes, nb::handle facts, nb::handle tokens, nb::handle hidden, nb::handle seats,
                        nb::handle offsets) {
        check_dealt();
        const Out out(*this, planes, facts, tokens, hidden, seats, offsets);
        {
            const nb::gil_scoped_release free;
            each_piece([&](Piece&, std::size_t from, std::size_t to) {
                for (std::size_t lane = from; lane < to; ++lane) {
                    write(lane, out);
                }
            });
        }
        return finish(out);
    }

    std::size_t step(nb::handle actions, nb::handle rewards, nb::handle dones, nb::handle planes, nb::handle facts,
                     nb::handle tokens, nb::handle hidden, nb::handle seats, nb::handle offsets) {
        check_dealt();
        const Buffer chosen_buffer(actions, "actions", false), rewards_buffer(rewards, "rewards", true),
            dones_buffer(dones, "dones", true);
        const auto chosen = chosen_buffer.as<const std::int64_t>("qQlL", "64-bit integers");
        const auto scores = rewards_buffer.as<std::int64_t>("qQlL", "64-bit integers");
        const auto ended = dones_buffer.as<std::uint8_t>("bB?", "bytes");
        const std::size_t size = states_.size();
        check_size("actions", chosen.size(), size);
        check_size("rewards", scores.size(), size * sizes_.seats);
        check_size("dones", ended.size(), size);
        const Out out(*this, planes, facts, tokens, hidden, seats, offsets);
        for (std::size_t lane = 0; lane < size; ++lane) {
            const Place& place = places_[lane];
            if (!coder_.has(states_[lane], options_of(lane), place.count, chosen[lane])) {
                throw nb::index_error(
                    ("lane " + std::to_string(lane) + " has no choice number " + std::to_string(chosen[lane])).c_str());
            }
        }
        {
            const nb::gil_scoped_release free;
            each_piece([&](Piece& piece, std::size_t from, std::size_t to) {
                piece.next.clear();
                for (std::size_t lane = from; lane < to; ++lane) {
                    State& state = states_[lane];
                    coder_.apply(state, memories_[lane], options_of(lane), chosen[lane]);
                    std::int64_t* row = scores.data() + lane * sizes_.seats;
                    const bool over = coder_.turn(state) < 0;
                    ended[lane] = over;
                    if (over) {
                        coder_.scores(state, row);
                        next(lane);
                    } else {
                        std::fill_n(row, sizes_.seats, 0);
                    }
                    list(lane, piece);
                    write(lane, out);
                }
                piece.options.swap(piece.next);
            });
        }
        return finish(out);
    }

    void features(nb::handle features) {
        check_dealt();
        const Buffer buffer(features, "features", true);
        const auto rows = buffer.as<std::uint8_t>("bB?", "bytes");
        const auto wanted = static_cast<std::size_t>(offsets_.back());
        if (rows.size() < wanted * sizes_.feature) {
            throw nb::value_error(("features needs " + std::to_string(wanted) + " rows").c_str());
        }
        const nb::gil_scoped_release free;
        each_piece([&](Piece&, std::size_t from, std::size_t to) {
            for (std::size_t lane = from; lane < to; ++lane) {
                std::uint8_t* row = rows.data() + static_cast<std::size_t>(offsets_[lane]) * sizes_.feature;
                const Option* options = options_of(lane);
                for (std::size_t i = 0; i < places_[lane].count; ++i, row += sizes_.feature) {
                    coder_.feature(states_[lane], options[i], row);
                }
            }
        });
    }

    // Writes value(coder, state, options of its lane, number among them, lane) for each of these rows of features.
    template <class Value>
    void each_row(nb::handle rows, nb::handle values, const Value& value) {
        check_dealt();
        const Buffer rows_buffer(rows, "rows", false), values_buffer(values, "values", true);
        const auto wanted = rows_buffer.as<const std::int64_t>("qQlL", "64-bit integers");
        const auto found = values_buffer.as<std::int64_t>("qQlL", "64-bit integers");
        check_size("values", found.size(), wanted.size());
        for (const std::int64_t row : wanted) {
            if (row < 0 || row >= offsets_.back()) {
                throw nb::index_error(("there is no row " + std::to_string(row)).c_str());
            }
        }
        const nb::gil_scoped_release free;
        each_piece([&](Piece& piece, std::size_t, std::size_t) {
            const auto at = static_cast<std::size_t>(&piece - pieces_.data());
            for (std::size_t i = wanted.size() * at / pieces_.size(); i < wanted.size() * (at + 1) / pieces_.size(); ++i) {
                const auto after = std::upper_bound(offsets_.begin(), offsets_.end(), wanted[i]);
                const auto lane = static_cast<std::size_t>(after - offsets_.begin()) - 1;
                found[i] = value(coder_, states_[lane], options_of(lane), wanted[i] - offsets_[lane], lane);
            }
        });
    }

    // Writes value(coder, state, options, how many) for each lane.
    template <class Value>
    void each_lane(nb::handle values, const Value& value) {
        check_dealt();
        const Buffer buffer(values, "values", true);
        const auto found = buffer.as<std::int64_t>("qQlL", "64-bit integers");
        check_size("values", found.size(), states_.size());
        const nb::gil_scoped_release free;
        each_piece([&](Piece&, std::size_t from, std::size_t to) {
            for (std::size_t lane = from; lane < to; ++lane) {
                found[lane] = value(coder_, states_[lane], options_of(lane), places_[lane].count);
            }
        });
    }

    std::size_t size() const noexcept { return states_.size(); }

private:
    static constexpr int IDLE_DEALS = 1000;

    struct Place {
        std::size_t first = 0, count = 0, piece = 0;  // whose options it has
    };

    // The lanes of one thread.
    struct Piece {
        typename Coder::Scratch scratch;
        std::vector<Option> options, next;  // of all its lanes, now and after the step
        bool failed = false;
    };

    struct Out {
        Out(const Lanes& lanes, nb::handle planes, nb::handle facts, nb::handle tokens, nb::handle hidden, nb::handle seats,
            nb::handle offsets)
            : planes_(planes, "planes", true), facts_(facts, "facts", true), tokens_(tokens, "tokens", true),
              hidden_(hidden.is_none() ? planes : hidden, "hidden", true), seats_(seats, "seats", true),
              offsets_(offsets, "offsets", true) {
            const std::size_t n = lanes.states_.size();
            const Sizes& size = lanes.sizes_;
            planes_of = row<std::uint8_t>(planes_, "planes", "bB?", "bytes", n * size.planes);
            facts_of = row<std::int32_t>(facts_, "facts", "ilIL", "32-bit integers", n * size.facts);
            tokens_of = row<std::int16_t>(tokens_, "tokens", "hH", "16-bit integers", n * size.tokens);
            if (!hidden.is_none()) {
                hidden_of = row<std::uint8_t>(hidden_, "hidden", "bB?", "bytes", n * size.hidden);
            }
            seats_of = row<std::int8_t>(seats_, "seats", "bB", "bytes", n);
            ends = row<std::int64_t>(offsets_, "offsets", "qQlL", "64-bit integers", n + 1);
        }

        template <class T>
        static T* row(const Buffer& buffer, const char* name, const char* letters, const char* wanted, std::size_t size) {
            const auto found = buffer.as<T>(letters, wanted);
            check_size(name, found.size(), size);
            return found.data();
        }

        Buffer planes_, facts_, tokens_, hidden_, seats_, offsets_;
        std::uint8_t *planes_of = nullptr, *hidden_of = nullptr;
        std::int32_t* facts_of = nullptr;
        std::int16_t* tokens_of = nullptr;
        std::int8_t* seats_of = nullptr;
        std::int64_t* ends = nullptr;
    };

    static void check_size(const char* name, std::size_t given, std::size_t wanted) {
        if (given != wanted) {
            throw nb::value_error(
                (std::string(name) + " must have " + std::to_string(wanted) + " places, not " + std::to_string(given)).c_str());
        }
    }

    void check_dealt() const {
        if (!is_dealt_) {
            throw nb::value_error("nothing has been dealt yet");
        }
    }

    void begin() {
        is_dealt_ = false;
        {
            const nb::gil_scoped_release free;
            each_piece([&](Piece& piece, std::size_t from, std::size_t to) {
                piece.next.clear();
                for (std::size_t lane = from; lane < to; ++lane) {
                    numbers_[lane] = lane;
                    next(lane);
                    list(lane, piece);
                }
                piece.options.swap(piece.next);
            });
        }
        is_dealt_ = true;
        count_offsets();
    }

    // The next deal of a lane in which somebody is asked something.
    void next(std::size_t lane) {
        State& state = states_[lane];
        for (int i = 0; i < IDLE_DEALS; ++i) {
            const std::uint64_t number = numbers_[lane];
            numbers_[lane] += states_.size();
            if (is_quick_) {
                coder_.deal(state, Deals<Coder>::quick_seed(quick_, number));
            } else {
                Seed seed = seed_;
                unsigned carry = 0;
                for (std::size_t at = 32; at-- > 0;) {
                    const unsigned digit = 31 - at < 8 ? static_cast<unsigned>(number >> 8 * (31 - at) & 255) : 0;
                    const unsigned sum = seed[at] + digit + carry;
                    seed[at] = static_cast<std::uint8_t>(sum);
                    carry = sum >> 8;
                }
                coder_.deal(state, seed);
            }
            if (coder_.turn(state) >= 0) {
                coder_.begin(state, memories_[lane]);
                return;
            }
        }
        throw std::bad_alloc();  // nobody is ever asked anything
    }

    void list(std::size_t lane, Piece& piece) {
        Place& place = places_[lane];
        place.first = piece.next.size();
        coder_.options(states_[lane], piece.scratch, piece.next);
        place.count = piece.next.size() - place.first;
    }

    const Option* options_of(std::size_t lane) const noexcept {
        const Place& place = places_[lane];
        return pieces_[place.piece].options.data() + place.first;
    }

    std::size_t first_of(std::size_t piece) const noexcept { return states_.size() * piece / pieces_.size(); }

    void write(std::size_t lane, const Out& out) const noexcept {
        const State& state = states_[lane];
        out.seats_of[lane] = static_cast<std::int8_t>(coder_.turn(state));
        coder_.observe(state, memories_[lane], out.planes_of + lane * sizes_.planes, out.facts_of + lane * sizes_.facts,
                       out.tokens_of + lane * sizes_.tokens);
        if (out.hidden_of != nullptr) {
            coder_.hidden(state, out.hidden_of + lane * sizes_.hidden);
        }
    }

    void count_offsets() noexcept {
        offsets_[0] = 0;
        for (std::size_t lane = 0; lane < states_.size(); ++lane) {
            offsets_[lane + 1] = offsets_[lane] + static_cast<std::int64_t>(places_[lane].count);
        }
    }

    std::size_t finish(const Out& out) noexcept {
        count_offsets();
        std::copy(offsets_.begin(), offsets_.end(), out.ends);
        return static_cast<std::size_t>(offsets_.back());
    }

    // Calls work(piece, from, to) for each piece in a thread of its own.
    template <class Work>
    void each_piece(const Work& work) {
        const auto one = [&](std::size_t at) noexcept {
            try {
                work(pieces_[at], first_of(at), first_of(at + 1));
            } catch (const std::exception&) {  // out of memory, or nothing to be dealt
                pieces_[at].failed = true;
            }
        };
        std::vector<std::thread> helpers;
        std::size_t started = 1;
        try {
            helpers.reserve(pieces_.size() - 1);
            for (; started < pieces_.size(); ++started) {
                helpers.emplace_back(one, started);
            }
        } catch (const std::exception&) {  // no more threads to be had: do the rest here
        }
        one(0);
        for (std::size_t at = started; at < pieces_.size(); ++at) {
            one(at);
        }
        for (std::thread& helper : helpers) {
            helper.join();
        }
        for (Piece& piece : pieces_) {
            if (piece.failed) {
                piece.failed = false;
                is_dealt_ = false;
                throw std::runtime_error("nobody is ever asked anything in these deals, or memory is out");
            }
        }
    }

    Coder coder_;
    Sizes sizes_;
    std::vector<State> states_;
    std::vector<typename Coder::Memory> memories_;
    std::vector<std::uint64_t> numbers_;
    std::vector<Place> places_;
    std::vector<std::int64_t> offsets_;
    std::vector<Piece> pieces_;
    Seed seed_{};
    std::uint64_t quick_ = 0;
    bool is_quick_ = false, is_dealt_ = false;
};

template <class Coder>
nb::class_<Lanes<Coder>> bind_lanes(nb::module_& module, const char* name) {
    using L = Lanes<Coder>;
    return nb::class_<L>(module, name, "Many deals of one game as arrays: see paiju.envs.vector.")
        .def("__len__", &L::size)
        .def("deal", &L::deal)
        .def("deal_quick", &L::deal_quick)
        .def("observe", &L::observe, nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg())
        .def("step", &L::step, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::arg(),
             nb::arg())
        .def("features", &L::features);
}

// The numbers of the encoding that every coder needs.
inline void check_lanes(std::size_t size, std::size_t threads) {
    if (size < 1 || size > 1U << 22 || threads < 1 || threads > 256) {
        throw nb::value_error("that many lanes or threads do not fit");
    }
}

}  // namespace paiju
