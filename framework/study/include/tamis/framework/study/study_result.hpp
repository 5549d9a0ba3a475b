/// \file study_result.hpp
/// What a selection found, and what was found out about it.
#pragma once

#include <tamis/framework/selection/result.hpp>
#include <tamis/framework/study/evaluation.hpp>
#include <tamis/framework/study/noise_sweep.hpp>
#include <tamis/framework/study/recovery.hpp>
#include <tamis/framework/study/stability.hpp>

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <utility>

namespace tamis::framework {

/// The status is that of all of it: a part that was cut short makes the whole run one that did not come to
/// its end.
struct StudyResult : SelectionResult {
  StudyResult() = default;
  explicit StudyResult(SelectionResult selection) : SelectionResult(std::move(selection)) {}

  std::optional<Evaluation> evaluation;   ///< where [evaluate] asked for one
  std::optional<Stability> stability;     ///< where [stability] asked for it
  std::optional<NoiseSweep> noise_sweep;  ///< where [noise_sweep] asked for it
  std::optional<Recovery> recovery;       ///< where it is known which features matter
};

/// As of a SelectionResult, with a member for each part.
std::string to_json_text(const StudyResult& result);
nlohmann::json to_json(const StudyResult& result);
/// As of a SelectionResult, with what else was asked.
std::string to_table(const StudyResult& result, std::size_t most_rows, std::size_t most_columns = 0);

}  // namespace tamis::framework
