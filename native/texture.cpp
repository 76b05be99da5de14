// A board as all hole cards see it: strengths on its run-outs, and one hand against a weighted range. The twins are in
// paiju/bots/holdem/texture.py; sums run in the same order there, so that both give the same bits.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "bindings.hpp"
#include "buffers.hpp"
#include "evaluate.hpp"

namespace paiju {

namespace nb = nanobind;

namespace {

constexpr std::size_t STRENGTHS = 8192;

void judge_runouts(nb::handle holes_in, nb::handle runouts_in, Mask board, int ruling, nb::handle strengths_out,
                   nb::handle scores_out) {
    check_ruling(ruling);
    const Buffer held(holes_in, "holes", false), drawn(runouts_in, "runouts", false);
    const Buffer judged(strengths_out, "strengths", true), scored(scores_out, "scores", true);
    const auto holes = held.as<const Mask>("QqLl", "64-bit masks");
    const auto runouts = drawn.as<const Mask>("QqLl", "64-bit masks");
    const auto strengths = judged.as<std::uint16_t>("Hh", "16-bit integers");
    const auto scores = scored.as<double>("d", "doubles");
    if (strengths.size() != holes.size() * runouts.size() || scores.size() != holes.size()) {
        throw nb::value_error("strengths has a place for each hand on each run-out, scores one for each hand");
    }
    const Mask left = deck_of(ruling) & ~board;
    if (std::any_of(holes.begin(), holes.end(), [&](Mask one) { return (one & ~left) != 0 || std::popcount(one) != 2; })) {
        throw nb::value_error("hands are two cards that the board leaves");
    }
    if ((board & ~deck_of(ruling)) != 0 || std::any_of(runouts.begin(), runouts.end(), [&](Mask one) {
            return (one & ~left) != 0 || std::popcount(one | board) != 5;
        })) {
        throw nb::value_error("a board and a run-out are five cards of the deck");
    }
    const nb::gil_scoped_release free;
    const Judge judge(ruling);
    std::vector<std::uint32_t> same(STRENGTHS);
    std::vector<double> places(STRENGTHS), totals(holes.size());
    std::vector<std::uint32_t> counted(holes.size());
    for (std::size_t r = 0; r < runouts.size(); ++r) {
        std::uint16_t* row = strengths.data() + r * holes.size();
        std::fill(same.begin(), same.end(), 0);
        std::uint32_t number = 0;
        for (std::size_t i = 0; i < holes.size(); ++i) {
            const bool live = (holes[i] & runouts[r]) == 0;
            row[i] = live ? static_cast<std::uint16_t>(judge(holes[i] | board | runouts[r])) : std::uint16_t{0};
            if (live) {
                ++same[row[i]];
                ++number;
            }
        }
        std::uint32_t below = 0;
        for (std::size_t strength = 0; strength < STRENGTHS; ++strength) {
            if (same[strength] != 0) {
                places[strength] = (below + (same[strength] - 1) / 2.0) / number;
                below += same[strength];
            }
        }
        for (std::size_t i = 0; i < holes.size(); ++i) {
            if (row[i] != 0) {
                totals[i] += places[row[i]];
                ++counted[i];
            }
        }
    }
    for (std::size_t i = 0; i < holes.size(); ++i) {
        scores[i] = totals[i] / std::max<std::uint32_t>(1, counted[i]);
    }
}

nb::list beaten(nb::handle strengths_in, nb::handle holes_in, nb::handle runouts_in, std::size_t me, nb::handle weights_in) {
    const Buffer judged(strengths_in, "strengths", false), held(holes_in, "holes", false);
    const Buffer drawn(runouts_in, "runouts", false), weighed(weights_in, "weights", false);
    const auto strengths = judged.as<const std::uint16_t>("Hh", "16-bit integers");
    const auto holes = held.as<const Mask>("QqLl", "64-bit masks");
    const auto runouts = drawn.as<const Mask>("QqLl", "64-bit masks");
    const auto weights = weighed.as<const double>("d", "doubles");
    if (strengths.size() != holes.size() * runouts.size() || weights.size() != holes.size() || me >= holes.size()) {
        throw nb::value_error("strengths has a place for each hand on each run-out, weights one for each hand");
    }
    std::vector<double> shares;
    {
        const nb::gil_scoped_release free;
        std::vector<std::size_t> counting;
        for (std::size_t i = 0; i < holes.size(); ++i) {
            if (weights[i] > 0.002 && (holes[i] & holes[me]) == 0) {
                counting.push_back(i);
            }
        }
        for (std::size_t r = 0; r < runouts.size(); ++r) {
            if ((runouts[r] & holes[me]) != 0) {
                continue;
            }
            const std::uint16_t* row = strengths.data() + r * holes.size();
            double won = 0, lost = 0;
            for (const std::size_t i : counting) {
                if (row[i] > row[me]) {
                    lost += weights[i];
                } else if (row[i] == row[me]) {
                    won += weights[i] / 2;
                    lost += weights[i] / 2;
                } else if (row[i] != 0) {
                    won += weights[i];
                }
            }
            const double both = won + lost;
            shares.push_back(both != 0 ? won / both : 0.5);
        }
    }
    nb::list found;
    for (const double share : shares) {
        found.append(share);
    }
    return found;
}

}  // namespace

void bind_texture(nb::module_& module) {
    module.def("judge_runouts", &judge_runouts, nb::arg("holes"), nb::arg("runouts"), nb::arg("board"), nb::arg("ruling"),
               nb::arg("strengths"), nb::arg("scores"),
               "Strengths of hands on every run-out of a board, 0 where they share a card, and each hand's share of pots.");
    module.def("beaten", &beaten, nb::arg("strengths"), nb::arg("holes"), nb::arg("runouts"), nb::arg("me"),
               nb::arg("weights"), "On each run-out that leaves a hand: the share of a range's weight that it beats.");
}

}  // namespace paiju
