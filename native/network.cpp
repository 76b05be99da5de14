// Small networks of whole numbers that rate the choices of a decision. The twin is paiju.encodings.network.
#include "bindings.hpp"
#include "buffers.hpp"

#include <nanobind/stl/vector.h>

#include <algorithm>
#include <vector>

namespace paiju {
namespace {

class Network {
public:
    // Weights of a layer stand input by input, those of the second output by output.
    Network(std::size_t state, std::size_t feature, std::size_t first, std::size_t second, nb::handle weights,
            const std::vector<std::int32_t>& biases, int first_shift, int second_shift)
        : state_(state), feature_(feature), first_(first), second_(second), biases_(biases), first_shift_(first_shift),
          second_shift_(second_shift) {
        const Buffer buffer(weights, "weights", false);
        const auto row = buffer.as<const std::int8_t>("bBc", "bytes");
        if (std::max({state, feature, first, second}) > 1U << 16 || first_shift < 0 || first_shift > 24 || second_shift < 0 ||
            second_shift > 24) {
            throw nb::value_error("a layer or a shift of the network is too large");
        }
        if (row.size() != (state + feature) * first + first * second + second || biases.size() != first + second + 1) {
            throw nb::value_error("the weights do not fit the layers");
        }
        weights_.assign(row.begin(), row.end());
    }

    std::vector<std::int32_t> rate(nb::handle state, nb::handle rows) const {
        const Buffer state_buffer(state, "state", false), rows_buffer(rows, "rows", false);
        const auto seen = state_buffer.as<const std::int8_t>("bBc", "bytes");
        const auto choices = rows_buffer.as<const std::int8_t>("bBc", "bytes");
        if (seen.size() != state_ || feature_ == 0 || choices.size() % feature_ != 0) {
            throw nb::value_error("the numbers do not fit the network");
        }
        std::vector<std::int32_t> found;
        found.reserve(choices.size() / feature_);
        std::vector<std::int32_t> base(biases_.begin(), biases_.begin() + static_cast<std::ptrdiff_t>(first_)), sums(first_);
        std::vector<std::int16_t> hidden(first_);
        add(base, seen.data(), state_, weights_.data());
        const std::int8_t* own = weights_.data() + state_ * first_;
        const std::int8_t* next = own + feature_ * first_;
        const std::int8_t* last = next + first_ * second_;
        for (const std::int8_t* row = choices.data(); row != choices.data() + choices.size(); row += feature_) {
            sums = base;
            add(sums, row, feature_, own);
            for (std::size_t i = 0; i < first_; ++i) {
                hidden[i] = static_cast<std::int16_t>(std::clamp(sums[i] >> first_shift_, 0, 127));
            }
            std::int32_t total = biases_.back();
            for (std::size_t j = 0; j < second_; ++j) {
                const std::int8_t* from = next + j * first_;
                std::int32_t sum = biases_[first_ + j];
                for (std::size_t i = 0; i < first_; ++i) {
                    sum += hidden[i] * from[i];
                }
                total += std::clamp(sum >> second_shift_, 0, 127) * last[j];
            }
            found.push_back(total);
        }
        return found;
    }

private:
    void add(std::vector<std::int32_t>& sums, const std::int8_t* inputs, std::size_t size, const std::int8_t* weights) const {
        for (std::size_t at = 0; at < size; ++at) {
            const std::int32_t input = inputs[at];
            if (input != 0) {
                const std::int8_t* from = weights + at * first_;
                for (std::size_t i = 0; i < first_; ++i) {
                    sums[i] += input * from[i];
                }
            }
        }
    }

    std::size_t state_, feature_, first_, second_;
    std::vector<std::int8_t> weights_;
    std::vector<std::int32_t> biases_;
    int first_shift_, second_shift_;
};

}  // namespace

void bind_network(nb::module_& module) {
    nb::class_<Network>(module, "Network", "A small network of whole numbers: see paiju.encodings.network.")
        .def(nb::init<std::size_t, std::size_t, std::size_t, std::size_t, nb::handle, const std::vector<std::int32_t>&, int, int>())
        .def("rate", &Network::rate);
}

}  // namespace paiju
