/// \file study.hpp
/// The run of `tamis select`: a selection, its evaluation, its stability, its noise sweep.
#pragma once

#include <tamis/framework/study/study_config.hpp>
#include <tamis/framework/study/study_result.hpp>

namespace tamis::framework {

/// Selects, and asks of the selection what the config says. An interrupted run, or one whose budget is spent,
/// returns what was finished, with its status.
/// \throws ParamError, DataError, PluginError, NumericError  each with its place.
/// \throws Cancelled, BudgetSpent  when the run is stopped before a search began: while soft labels are
///   fitted, or an evaluation chooses the size.
StudyResult study(Registry& registry, const Defaults& defaults, const StudyConfig& config,
                  const RuntimeOptions& options, Observer& observer);

/// The same on data that the program holds; `config.data` then only says how to prepare it; that
/// its path is not read is a note.
StudyResult study(Registry& registry, const Defaults& defaults, const StudyConfig& config, LoadedData data,
                  const RuntimeOptions& options, Observer& observer);

}  // namespace tamis::framework
