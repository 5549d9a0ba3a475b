/// \file study_config.hpp
/// A selection, and what is asked of it: how well it predicts, how stable it is, what wrong labels do to it.
#pragma once

#include <tamis/framework/prediction/evaluate_options.hpp>
#include <tamis/framework/selection/select.hpp>
#include <tamis/framework/study/noise_sweep.hpp>
#include <tamis/framework/study/stability.hpp>

#include <toml++/toml.h>

#include <optional>

namespace tamis::framework {

/// A config as in docs/config.md.
struct StudyConfig : SelectConfig {
  std::optional<EvaluateOptions> evaluate;       ///< [evaluate]
  std::optional<StabilityOptions> stability;     ///< [stability]
  std::optional<NoiseSweepOptions> noise_sweep;  ///< [noise_sweep]
};

/// \throws ParamError  with file:line:column, the key, and the nearest valid name.
StudyConfig parse_study_config(toml::table config);

/// Whether the last stage keeps as many features as an evaluation says.
bool sized_by_evaluation(const SelectConfig& config);

}  // namespace tamis::framework
