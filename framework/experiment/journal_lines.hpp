/// \file journal_lines.hpp
/// The lines of a journal, as text: {"crc32":"0d4a1185","unit":{...}}. A line is input: what was damaged on
/// its way, or does not fit the experiment, is reported and never used.
#pragma once

#include "repeat_result.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tamis::framework {

/// The first line, with its end.
/// \param identity  what the numbers depend on: config, code, data.
std::string header_line(const nlohmann::json& identity);
/// The line of a repeat, with its end.
std::string repeat_line(RepeatKey key, const RepeatResult& repeat);

/// \param line  the first one of a file, without its end; any bytes.
/// \throws DataError  "is no journal ...", "belongs to an experiment with another config ..."
void check_header(std::string_view line, const nlohmann::json& identity);

/// The repeat of a line. The checksum finds what happened by accident; what was forged is still one that the
/// experiment could have written. O(length), in time and memory.
/// \param line    without its end; any bytes.
/// \param points  the shape of the repeats of each point.
/// \throws DataError  what is wrong with the line, for a sentence that says which.
std::pair<RepeatKey, RepeatResult> read_repeat(std::string_view line, std::span<const RepeatShape> points);

/// The same for what follows "unit":, whatever its checksum was.
/// \throws DataError  as read_repeat().
std::pair<RepeatKey, RepeatResult> repeat_of(std::string_view body, std::span<const RepeatShape> points);

/// No line of such repeats is longer, in bytes.
std::size_t longest_line(std::span<const RepeatShape> points);

}  // namespace tamis::framework
