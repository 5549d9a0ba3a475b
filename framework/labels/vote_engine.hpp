/// \file vote_engine.hpp
/// Which engine judges the majority of votes, and which noise model reads the votes.
#pragma once

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/run/defaults.hpp>

namespace tamis::framework {

/// Plans the criterion that judges a majority: the one that is named, or Defaults::noise(), with its noise
/// model as named, or Defaults::votes(), which reads all votes where the majority is one label.
/// \param config  the node "criterion"; null: nothing was said.
/// \throws ParamError  also when the criterion has no noise model among its options.
Plan plan_vote_engine(const Registry& registry, const toml::node* config, const Defaults& defaults);

/// The noise model inside an engine of plan_vote_engine().
const Plan& noise_model_of(const Plan& engine);

/// The noise model that is fitted to the votes alone: Defaults::votes(), with the options that it has inside
/// `engine` if it is named there.
/// \throws ParamError
Plan plan_votes_alone(const Registry& registry, const Plan& engine, const Defaults& defaults);

}  // namespace tamis::framework
