// A policy as Python holds it.
#pragma once

#include <memory>
#include <mutex>

#include "climb_policy.hpp"

namespace paiju::climb {

// A policy, and room to think in for each thread that asks it.
template <class Reader>
class Player {
public:
    using P = Policy<Reader>;
    using Scratch = typename P::Scratch;

    Player(nb::dict game, nb::dict table) : policy(game, table) {}

    template <class Use>
    auto with_scratch(const Use& use) {
        std::unique_ptr<Scratch> mine;
        {
            const std::lock_guard lock(mutex_);
            if (!free_.empty()) {
                mine = std::move(free_.back());
                free_.pop_back();
            }
        }
        if (!mine) {
            mine = std::make_unique<Scratch>();
        }
        struct Back {
            Player* player;
            std::unique_ptr<Scratch>& mine;
            ~Back() {
                const std::lock_guard lock(player->mutex_);
                player->free_.push_back(std::move(mine));
            }
        } back{this, mine};
        return use(*mine);
    }

    const P policy;

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Scratch>> free_;
};

}  // namespace paiju::climb
