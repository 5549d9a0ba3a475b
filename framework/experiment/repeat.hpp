/// \file repeat.hpp
/// One repeat of one point: the same data, labels and splits for all methods.
#pragma once

#include "repeat_result.hpp"

#include <tamis/framework/experiment/experiment_config.hpp>
#include <tamis/framework/kernel/composer.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tamis::framework {

/// The noise model of a point that has one.
/// \throws ParamError  as plan_component().
Plan plan_noise(const Registry& registry, const PointConfig& point);

/// \param loaded   the data of the point where they are the same in every repeat (a file); else null: they
///                 are made with `seed`.
/// \param seed     of the repeat.
/// \param options  threads and who interrupts.
/// \throws Cancelled, and what select() throws.
RepeatResult run_repeat(Registry& registry, const Defaults& defaults, const PointConfig& point,
                        const LoadedData* loaded, std::uint64_t seed, const RuntimeOptions& options);

struct CheckedRepeat {
  RepeatShape shape;
  std::vector<InputFile> files;  ///< that the noise model and the evaluation read
};

/// Throws what run_repeat() would before its first search: what is wrong with the data, their
/// labels, or the evaluation.
CheckedRepeat check_repeat(Registry& registry, const Defaults& defaults, const PointConfig& point,
                           const LoadedData* loaded, std::uint64_t seed, const RuntimeOptions& options);

}  // namespace tamis::framework
