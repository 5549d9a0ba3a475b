#include "sizes.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/rng.hpp>

#include <fmt/format.h>

namespace tamis::experiments {
namespace {

using namespace framework;

/// Uniform features and two classes of equal size that know nothing of each other.
LoadedData chance(const SizeCase& problem, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::vector<double>> columns(problem.irrelevant, std::vector<double>(problem.samples));
  for (auto& column : columns)
    for (double& x : column) x = rng.uniform();
  TargetColumn target;
  target.kind = TargetKind::classes;
  target.class_names = {"a", "b"};
  for (std::size_t i = 0; i < problem.samples; ++i) target.labels.push_back(static_cast<std::int32_t>(i % 2));
  return LoadedData::from_columns(columns, {}, target);
}

SelectConfig config_of(const SizeCase& problem, std::uint64_t seed) {
  const std::string data =
      problem.source == "chance"
          ? "data = {}\n"
          : fmt::format("data.generate = {{ use = '{}', samples = {}, irrelevant = {} }}\n", problem.source,
                        problem.samples, problem.irrelevant);
  return parse_select_config(
      toml::parse(fmt::format("seed = {}\n{}criterion = '{}'\nsearch = {{ use = '{}', keep = 'auto' }}", seed,
                              data, problem.criterion, problem.search)));
}

}  // namespace

SizeTally tally(Registry& registry, const SizeCase& problem, std::size_t trials) {
  SizeTally t;
  Observer silent;
  for (std::uint64_t seed = 0; seed < trials; ++seed) {
    SelectConfig config = config_of(problem, seed);
    config.digest_inputs = false;
    LoadedData data =
        problem.source == "chance" ? chance(problem, seed) : load_data(config.data, config.seed);
    std::vector<char> relevant = data.parts().relevant;
    relevant.resize(data.features());
    const SelectionResult found =
        select(registry, Defaults(), config, std::move(data), config.runtime_options(), silent);
    std::size_t wanted = 0, kept = 0, right = 0;
    for (const RankedFeature& f : found.ranking) {
      const bool matters = relevant[f.feature] != 0;
      wanted += matters;
      kept += f.selected;
      right += matters && f.selected;
    }
    ++t.trials;
    t.right_size += kept == wanted;
    t.right_features += kept == wanted && right == wanted;
    t.too_few += kept < wanted;
    t.too_many += kept > wanted;
  }
  return t;
}

}  // namespace tamis::experiments
