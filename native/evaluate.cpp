// Evaluation for Python. Single hands are evaluated from Python loops, where nanobind's generic dispatch would cost
// more than the evaluation itself, so those are plain C functions; arrays go through nanobind.
#include "evaluate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "bindings.hpp"
#include "buffers.hpp"
#include "evaluate_block.hpp"

namespace paiju {
namespace {

constexpr std::size_t NONE = static_cast<std::size_t>(-1);

PyObject* refuse(const char* why) {
    PyErr_SetString(PyExc_ValueError, why);
    return nullptr;
}

PyObject* refuse_count(unsigned cards) {
    return PyErr_Format(PyExc_ValueError, "five to seven cards are needed, not %u", cards);
}

// A fresh integer each time: a table of ready-made ones costs more in cache misses than the allocation does.
PyObject* number(unsigned strength) { return PyLong_FromLong(static_cast<long>(strength)); }

template <int R>
PyObject* judged(Mask cards) {
    const Sum sum = read(cards);
    if (count(sum) - 5 > 2) {
        return refuse_count(count(sum));
    }
    return number(Judge(R)(cards, sum));
}

// A card by its place in a mask; 64, which no deck has, when it is none and an exception is set.
unsigned place(PyObject* item) {
    const long value = PyLong_AsLong(item);
    if (value < 0 || value > 51) {
        if (PyErr_Occurred() == nullptr || PyErr_ExceptionMatches(PyExc_OverflowError) != 0) {
            PyErr_SetString(PyExc_ValueError, "a card is a number from 0 to 51");
        }
        return 64;
    }
    return static_cast<unsigned>(value);
}

template <int R>
bool add(Mask& cards, unsigned at) {
    if (at > 51 || (deck_of(R) >> at & 1) == 0) {
        PyErr_SetString(PyExc_ValueError, at > 51 ? "a card is a number from 0 to 51" : "a short deck has no cards below six");
        return false;
    }
    if ((cards >> at & 1) != 0) {
        PyErr_SetString(PyExc_ValueError, "a card is in the hand twice");
        return false;
    }
    cards |= Mask{1} << at;
    return true;
}

template <int R>
PyObject* evaluate_bytes(const unsigned char* at, Py_ssize_t size) {
    if (size < 5 || size > 7) {
        return refuse_count(static_cast<unsigned>(std::min<Py_ssize_t>(size, 1000)));
    }
    Mask cards = 0;
    for (Py_ssize_t i = 0; i < size; ++i) {
        if (!add<R>(cards, at[i])) {
            return nullptr;
        }
    }
    return judged<R>(cards);
}

template <int R>
PyObject* evaluate_mask(PyObject* argument) {
    static_assert(sizeof(std::size_t) == 8, "a mask needs 64 bits");
    const std::size_t cards = PyLong_AsSize_t(argument);
    if (cards == NONE && PyErr_Occurred() != nullptr) {
        return PyErr_ExceptionMatches(PyExc_OverflowError) != 0 ? refuse("a mask has bits 0 to 51 only") : nullptr;
    }
    if ((cards & ~deck_of(R)) != 0) {
        return refuse(cards > ALL_CARDS ? "a mask has bits 0 to 51 only" : "a short deck has no cards below six");
    }
    return judged<R>(cards);
}

// One mask, one bytes object, or five to seven integers.
template <int R>
PyObject* evaluate(PyObject*, PyObject* const* arguments, Py_ssize_t size) {
    if (size == 1) {
        if (PyLong_Check(arguments[0])) {
            return evaluate_mask<R>(arguments[0]);
        }
        if (PyBytes_Check(arguments[0])) {
            return evaluate_bytes<R>(reinterpret_cast<const unsigned char*>(PyBytes_AS_STRING(arguments[0])),
                                     PyBytes_GET_SIZE(arguments[0]));
        }
        if (PyIndex_Check(arguments[0]) != 0) {  // as NumPy's integers
            PyObject* mask = PyNumber_Index(arguments[0]);
            PyObject* found = mask == nullptr ? nullptr : evaluate_mask<R>(mask);
            Py_XDECREF(mask);
            return found;
        }
        PyErr_SetString(PyExc_TypeError, "a hand is a mask, a bytes object, or five to seven integers");
        return nullptr;
    }
    if (size < 5 || size > 7) {
        return refuse_count(static_cast<unsigned>(std::min<Py_ssize_t>(size, 1000)));
    }
    Mask cards = 0;
    for (Py_ssize_t i = 0; i < size; ++i) {
        const unsigned at = place(arguments[i]);
        if (at > 51 || !add<R>(cards, at)) {
            return nullptr;
        }
    }
    return judged<R>(cards);
}

PyObject* evaluate7(PyObject*, PyObject* argument) {
    const std::size_t cards = PyLong_AsSize_t(argument);
    if (cards == NONE && PyErr_Occurred() != nullptr) {
        return PyErr_ExceptionMatches(PyExc_OverflowError) != 0 ? refuse("a mask has bits 0 to 51 only") : nullptr;
    }
    if (cards > ALL_CARDS) {
        return refuse("a mask has bits 0 to 51 only");
    }
    const Sum sum = read(cards);
    if (count(sum) != 7) {
        return PyErr_Format(PyExc_ValueError, "seven cards are needed, not %u", count(sum));
    }
    return number(Judge(STANDARD).seven(cards, sum));
}

template <int R>
PyCFunction fast() {
    return reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(evaluate<R>));
}

PyMethodDef methods[] = {
    {"evaluate7", evaluate7, METH_O,
     "evaluate7($module, mask, /)\n--\n\nStrength of seven cards, 1 to 7462; higher wins, equal ties."},
    {"evaluate", fast<STANDARD>(), METH_FASTCALL,
     "Strength of the best five of five to seven cards: one mask, one bytes object, or the cards as integers."},
    {"evaluate_short", fast<SHORT>(), METH_FASTCALL, "The same with the short deck."},
    {"evaluate_short_trips", fast<SHORT_TRIPS>(), METH_FASTCALL,
     "The same with the short deck and three of a kind above a straight."},
    {nullptr, nullptr, 0, nullptr}};

// The first hand that is none, or NONE.
std::size_t judge_masks(JudgeBlock judge_block, const Mask* hands, std::uint16_t* out, std::size_t size, int ruling) noexcept {
    const Judge judge(ruling);
    const Mask deck = deck_of(ruling);
    for (std::size_t start = 0; start < size; start += BLOCK) {
        const std::size_t end = std::min(size, start + BLOCK);
        if (judge_block(judge, deck, hands + start, out + start, end - start)) [[likely]] {
            continue;
        }
        for (std::size_t i = start; i < end; ++i) {
            const Sum sum = read(hands[i]);
            if ((hands[i] & ~deck) != 0 || count(sum) - 5 > 2) {
                return i;
            }
            out[i] = static_cast<std::uint16_t>(judge(hands[i], sum));
        }
    }
    return NONE;
}

// The same where a hand is a row of bytes.
std::size_t judge_rows(JudgeBlock judge_block, const std::uint8_t* hands, std::size_t width, std::uint16_t* out,
                       std::size_t size, int ruling) noexcept {
    std::array<Mask, BLOCK> masks;
    for (std::size_t start = 0; start < size; start += BLOCK) {
        const std::size_t end = std::min(size, start + BLOCK);
        for (std::size_t i = start; i < end; ++i) {
            Mask cards = 0;
            unsigned wrong = 0;
            for (std::size_t j = 0; j < width; ++j) {
                const unsigned at = hands[i * width + j];
                wrong |= at & ~63U;
                cards |= Mask{1} << (at & 63);
            }
            if (wrong != 0 || static_cast<std::size_t>(std::popcount(cards)) != width) [[unlikely]] {
                cards = 0;
            }
            masks[i - start] = cards;
        }
        const std::size_t wrong = judge_masks(judge_block, masks.data(), out + start, end - start, ruling);
        if (wrong != NONE) {
            return start + wrong;
        }
    }
    return NONE;
}

// Cut the work in even pieces, one per thread; the least index that any piece complains of.
template <class Work>
std::size_t in_pieces(std::size_t size, std::size_t threads, const Work& work) {
    threads = std::clamp<std::size_t>(threads, 1, size / 4096 + 1);
    std::vector<std::size_t> wrong(threads, NONE);
    const auto piece = [&](std::size_t i) {
        const std::size_t begin = size * i / threads, end = size * (i + 1) / threads;
        const std::size_t at = work(begin, end);
        wrong[i] = at == NONE ? NONE : begin + at;
    };
    std::vector<std::thread> helpers;
    helpers.reserve(threads - 1);
    std::size_t started = 1;
    try {
        for (; started < threads; ++started) {
            helpers.emplace_back(piece, started);
        }
    } catch (const std::system_error&) {  // no more threads to be had: do the rest here
    }
    piece(0);
    for (std::size_t i = started; i < threads; ++i) {
        piece(i);
    }
    for (std::thread& helper : helpers) {
        helper.join();
    }
    return *std::min_element(wrong.begin(), wrong.end());
}

void evaluate_many(nb::handle hands, nb::handle out, int ruling, std::size_t threads, bool wide) {
    check_ruling(ruling);
    if (threads < 1 || threads > 256) {
        throw nb::value_error("threads is a number from 1 to 256");
    }
    const Buffer input(hands, "hands", false);
    const Buffer output(out, "out", true);
    const auto strengths = output.as<std::uint16_t>("Hh", "16-bit integers");
    if (input.overlaps(output)) {
        throw nb::value_error("hands and out must not overlap");
    }
    const JudgeBlock judge_block = block_judge(wide);
    std::size_t wrong = NONE;
    if (input.holds(1, "Bbc")) {
        if (input.dimensions() != 2 || input.shape(1) < 5 || input.shape(1) > 7) {
            throw nb::value_error("bytes come as rows of five, six or seven cards");
        }
        const std::size_t width = input.shape(1);
        const auto cards = input.as<const std::uint8_t>("Bbc", "bytes");
        if (strengths.size() != input.shape(0)) {
            throw nb::value_error("out must have one place for each hand");
        }
        const nb::gil_scoped_release free;
        wrong = in_pieces(strengths.size(), threads, [&](std::size_t begin, std::size_t end) {
            return judge_rows(judge_block, cards.data() + begin * width, width, strengths.data() + begin, end - begin, ruling);
        });
    } else {
        const auto masks = input.as<const Mask>("QqLl", "64-bit masks, or rows of bytes");
        if (strengths.size() != masks.size()) {
            throw nb::value_error("out must have one place for each hand");
        }
        const nb::gil_scoped_release free;
        wrong = in_pieces(strengths.size(), threads, [&](std::size_t begin, std::size_t end) {
            return judge_masks(judge_block, masks.data() + begin, strengths.data() + begin, end - begin, ruling);
        });
    }
    if (wrong != NONE) {
        throw nb::value_error(("hand " + std::to_string(wrong) + " is not five to seven different cards of the deck").c_str());
    }
}

// Every hand of so many cards once, in order; how often each strength comes up.
template <int Left, bool Seven>
void enumerate(const Judge& judge, const Sum* parts, const int* places, int below, Mask cards, Sum sum,
               std::uint32_t* counts) noexcept {
    for (int i = Left - 1; i < below; ++i) {
        const Mask next = cards | Mask{1} << places[i];
        if constexpr (Left == 1) {
            // Neighbours often have the same strength: two rows of counters, so that one need not wait for the other.
            const unsigned strength = Seven ? judge.seven(next, sum + parts[i]) : judge(next, sum + parts[i]);
            ++counts[(i & 1) * 8192 + static_cast<int>(strength)];
        } else {
            enumerate<Left - 1, Seven>(judge, parts, places, i, next, sum + parts[i], counts);
        }
    }
}

nb::list frequencies(int cards, int ruling) {
    check_ruling(ruling);
    if (cards < 5 || cards > 7) {
        throw nb::value_error("hands have five to seven cards");
    }
    std::vector<std::uint32_t> counts(2 * 8192);
    {
        const nb::gil_scoped_release free;
        Sum parts[52];
        int places[52], size = 0;
        for (int at = 0; at < 52; ++at) {
            if ((deck_of(ruling) >> at & 1) != 0) {
                places[size] = at;
                parts[size++] = part(Mask{1} << at);
            }
        }
        const Judge judge(ruling);
        const Sum none = tables::BIAS;
        switch (cards) {
            case 5: enumerate<5, false>(judge, parts, places, size, 0, none, counts.data()); break;
            case 6: enumerate<6, false>(judge, parts, places, size, 0, none, counts.data()); break;
            default: enumerate<7, true>(judge, parts, places, size, 0, none, counts.data()); break;
        }
    }
    nb::list found;
    for (std::size_t strength = 0; strength <= tables::BEST[ruling]; ++strength) {
        found.append(static_cast<std::uint64_t>(counts[strength]) + counts[8192 + strength]);
    }
    return found;
}

}  // namespace

void check_ruling(int ruling) {
    if (ruling < 0 || ruling >= tables::RULINGS) {
        throw nb::value_error("the ruling is 0 (standard), 1 (short deck) or 2 (short deck, trips beat a straight)");
    }
}

void bind_evaluate(nb::module_& module) {
    if (PyModule_AddFunctions(module.ptr(), methods) != 0) {
        nb::raise_python_error();
    }
    module.def("evaluate_many", &evaluate_many, nb::arg("hands"), nb::arg("out"), nb::arg("ruling") = 0,
               nb::arg("threads") = 1, nb::arg("wide") = true,
               "Strengths of many hands, as 64-bit masks or as rows of five to seven bytes, into 16-bit integers.");
    module.def("frequencies", &frequencies, nb::arg("cards"), nb::arg("ruling") = 0,
               "How many hands of so many cards have each strength; place 0 is unused.");
}

}  // namespace paiju
