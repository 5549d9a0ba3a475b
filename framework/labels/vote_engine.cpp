#include "vote_engine.hpp"

#include "fit_votes.hpp"

#include <tamis/framework/labels/fit_memberships.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

constexpr const char* kEngine = "criterion";

const OptionDescriptor* find_noise_model(const Descriptor& criterion) {
  const auto found = std::ranges::find(criterion.options, tamis::detail::Abi<NoiseModel>::kId,
                                       &OptionDescriptor::interface_id);
  return found == criterion.options.end() ? nullptr : &*found;
}

}  // namespace

Plan plan_vote_engine(const Registry& registry, const toml::node* config, const Defaults& defaults) {
  Plan plan = plan_fit(registry, config, kEngine, names_component(config) ? "" : defaults.noise());
  const Descriptor& engine = plan.descriptor();
  const OptionDescriptor* const noise = find_noise_model(engine);
  if (!noise)
    throw ParamError(fmt::format(
        "{} is '{}', which has no noise model among its options and so cannot read the votes of "
        "annotators; leave it to the default, name one that has (`tamis plugins describe ID` lists options), or judge the "
        "class of most votes as if it were the only label: `data.harden = true`",
        kEngine, engine.id));
  const toml::table* const given = config ? config->as_table() : nullptr;
  const bool names_it = given && given->contains(noise->name);
  if (names_it && !plan.parts_of(static_cast<std::size_t>(noise - engine.options.data())).empty())
    return plan;
  toml::table named = given ? *given : toml::table();
  named.insert_or_assign("use", engine.id);
  named.insert_or_assign(noise->name, defaults.votes());
  return plan_fit(registry, &named, kEngine);
}

const Plan& noise_model_of(const Plan& engine) {
  return *std::ranges::find(
      engine.parts, tamis::detail::Abi<NoiseModel>::kId,
      [](const Plan& part) -> const std::string& { return part.descriptor().interface_id; });
}

Plan plan_votes_alone(const Registry& registry, const Plan& engine, const Defaults& defaults) {
  const std::string id = defaults.votes();
  if (const Plan& inside = noise_model_of(engine); inside.descriptor().id == id) return inside;
  const toml::value<std::string> named(id);
  return plan_vote_fit(registry, &named, "noise.votes");
}

}  // namespace tamis::framework
