/// \file score_bytes.hpp
/// The answer to a call of a walk, as bytes: for the memory of a run, and for other processes.
#pragma once

#include <tamis/framework/kernel/scorer.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tamis::framework {

/// The scores, then each reason: its place, its length, its text.
std::string score_bytes(std::span<const double> scores, const Reasons& reasons);
/// \param bytes   any; those of as many scores are read.
/// \param scores  unchanged where they are not.
/// \returns the reasons; none where the bytes are of something else.
std::optional<Reasons> read_scores(std::string_view bytes, std::span<double> scores);

}  // namespace tamis::framework
