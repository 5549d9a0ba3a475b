/// \file evaluated_selection.hpp
/// A selection with its evaluation, which may choose its size.
#pragma once

#include <tamis/framework/study/study_config.hpp>
#include <tamis/framework/study/study_result.hpp>

namespace tamis::framework {

/// \param evaluate  null: it is not evaluated.
/// \param data  as they were loaded.
/// \throws Error  as study().
StudyResult select_and_evaluate(Registry& registry, const Defaults& defaults, const SelectConfig& config,
                                const EvaluateOptions* evaluate, LoadedData data,
                                const RuntimeOptions& options, Observer& observer);

/// What is found beside a selection and was cut short makes the whole run one that did not come to its end.
/// \param part  "evaluation".
void note_end(StudyResult& result, const char* part, bool finished, const RuntimeOptions& options);

}  // namespace tamis::framework
