/// \file noise_sweep.hpp
/// The table [noise_sweep] of a config, and what it asks for: which features are still selected when more and
/// more labels are wrong.
#pragma once

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/support/json_value.hpp>

#include <nlohmann/json_fwd.hpp>
#include <toml++/toml.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tamis::framework {

/// The keys of a noise sweep: selections are repeated from labels that are made wrong more and more often.
struct NoiseSweepOptions {
  /// As it was written, for its `noise`: in the tree that was parsed, which must outlive the options.
  const toml::table* table = nullptr;
  std::string vary = "rate";  ///< the option of the noise model that takes the values
  std::vector<double> values{0.05, 0.1, 0.2, 0.3, 0.4};  ///< ascending
  std::uint64_t repeats = 10;
};

/// \throws ParamError  with file:line:column, the key, and the nearest valid name.
NoiseSweepOptions parse_noise_sweep(const toml::table& table);

/// The noise model at each of the values.
/// \throws ParamError  as plan_component(), and where the model cannot corrupt labels, has no such option of
///                     numbers, or refuses a value of it.
std::vector<Plan> plan_noise_sweep(const Registry& registry, const NoiseSweepOptions& options);

/// One number per finished repeat each; NaN where it is undefined.
struct NoiseLevel {
  double value = 0;               ///< of the option
  std::vector<double> changed;    ///< share of the known labels that the noise changed
  std::vector<double> agreement;  ///< with the selection from the labels as given; see agreement.hpp
  std::vector<double> by_chance;
};

/// What became of the selection as labels were made wrong.
struct NoiseSweep {
  JsonValue options;  ///< every default written out
  std::string noise, vary;
  std::vector<NoiseLevel> levels;
  std::uint64_t finished = 0, wanted = 0;  ///< selections
};

nlohmann::json to_json(const NoiseSweep& sweep);
/// For people: value, labels changed, agreement with its interval, and what chance gives.
std::string to_table(const NoiseSweep& sweep);

}  // namespace tamis::framework
