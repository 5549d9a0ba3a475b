#include "journal_lines.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <zlib.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

namespace tamis::framework {
namespace {

using nlohmann::json;

constexpr const char* kHeader = "tamis_experiment";
constexpr const char* kUnit = "unit";
constexpr int kDeepest = 300;  // values within values; a config may hold 256
constexpr double kValueBytes = 128;
constexpr double kWarningBytes = 1 << 26;

std::string framed(const char* kind, std::string_view body) {
  const auto sum = ::crc32_z(0, reinterpret_cast<const unsigned char*>(body.data()), body.size());
  return fmt::format("{{\"crc32\":\"{:08x}\",\"{}\":{}}}", sum, kind, body);
}

/// What framed() was given, where that made this line.
std::optional<std::string_view> body_of(const char* kind, std::string_view line) {
  const std::size_t around = framed(kind, "").size();
  if (line.size() < around) return std::nullopt;
  const std::string_view body = line.substr(around - 1, line.size() - around);
  return line == framed(kind, body) ? std::optional(body) : std::nullopt;
}

/// \throws DataError  values within values within values cost memory that the line does not show.
json parsed(std::string_view text) {
  return json::parse(text, [](int depth, json::parse_event_t, const json&) {
    if (depth > kDeepest) throw DataError("its values are nested too deeply");
    return true;
  });
}

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);  // a path need not be UTF-8
}

[[noreturn]] void fail_to_fit() { throw DataError("it does not fit the experiment"); }

/// nlohmann's own conversion takes any number for a count.
std::uint64_t count_of(const json& value) {
  if (!value.is_number_unsigned()) fail_to_fit();
  return value.get<std::uint64_t>();
}

/// The measures that each method of a repeat has, whatever it selects.
std::vector<std::string> certain_measures(const RepeatShape& shape) {
  std::vector<std::string> measures;
  if (shape.relevant) measures = {"all_relevant_first", "relevant_share"};
  if (shape.clean) measures.emplace_back("wrong_labels");
  return measures;
}

Measurement measurement_of(const json& value) {
  if (!value.is_array() || value.size() != 5 || !(value[4].is_number() || value[4].is_null())) fail_to_fit();
  return {count_of(value[0]), value[1].get<std::string>(), count_of(value[2]), count_of(value[3]),
          value[4].is_null() ? std::numeric_limits<double>::quiet_NaN() : value[4].get<double>()};
}

/// The numbers of a repeat stand in this order, so none can stand twice.
auto place_of(const Measurement& m) {
  return std::tuple(m.method, m.measure != kLoss, m.split, m.features, std::string_view(m.measure));
}

void check(const RepeatResult& repeat, const RepeatShape& shape) {
  const std::vector<std::string> certain = certain_measures(shape);
  std::size_t found = 0;
  const Measurement* before = nullptr;
  for (const Measurement& m : repeat.measurements) {
    const bool is_certain = std::find(certain.begin(), certain.end(), m.measure) != certain.end();
    const bool fits =
        m.measure == kLoss
            ? m.features >= 1 && m.features <= shape.features && m.split >= 1 && m.split <= shape.splits
            : (is_certain || m.measure == "score") && m.features == 0 && m.split == 0;
    if (!fits || m.method >= shape.methods || (before && !(place_of(*before) < place_of(m)))) fail_to_fit();
    found += is_certain;
    before = &m;
  }
  if (found != certain.size() * shape.methods) throw DataError("its repeat was not finished");
}

/// What of two identities is not the same, for people.
std::string difference(const json& before, const json& now) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : now.items())
    if (!before.contains(key) || before.at(key) != value) parts.push_back(key);
  return listed(parts);
}

}  // namespace

std::string header_line(const json& identity) { return framed(kHeader, dumped(identity)) + '\n'; }

std::string repeat_line(RepeatKey key, const RepeatResult& repeat) {
  json values = json::array();
  for (const Measurement& m : repeat.measurements)
    values.push_back(
        {m.method, m.measure, m.features, m.split, std::isnan(m.value) ? json(nullptr) : json(m.value)});
  json body{{"point", key.point}, {"repeat", key.repeat}, {"values", std::move(values)}};
  if (!repeat.warnings.empty()) body["warnings"] = repeat.warnings;
  return framed(kUnit, dumped(body)) + '\n';
}

void check_header(std::string_view line, const json& identity) {
  const auto body = body_of(kHeader, line);
  if (!body)
    throw DataError(
        "is no journal of this version of tamis, or its first line is damaged, and was left as it is; name "
        "another folder, or remove the file to begin anew");
  if (*body == dumped(identity)) return;
  std::string other = "config, code or data";
  try {
    other = difference(parsed(*body), parsed(dumped(identity)));
  } catch (const json::exception&) {  // NOLINT(bugprone-empty-catch): it is another one all the same
  }
  throw DataError(fmt::format(
      "belongs to an experiment with another {}; name another folder, or remove this one to begin anew",
      other));
}

std::pair<RepeatKey, RepeatResult> read_repeat(std::string_view line, std::span<const RepeatShape> points) {
  const auto body = body_of(kUnit, line);
  if (!body) throw DataError("its checksum is wrong");
  return repeat_of(*body, points);
}

std::pair<RepeatKey, RepeatResult> repeat_of(std::string_view body, std::span<const RepeatShape> points) {
  try {
    const json read = parsed(body);
    const RepeatKey key{count_of(read.at("point")), count_of(read.at("repeat"))};
    if (key.point >= points.size()) fail_to_fit();
    if (!read.at("values").is_array()) fail_to_fit();
    RepeatResult repeat;
    for (const json& value : read.at("values")) repeat.measurements.push_back(measurement_of(value));
    if (read.contains("warnings")) repeat.warnings = read.at("warnings").get<std::vector<std::string>>();
    check(repeat, points[key.point]);
    return {key, std::move(repeat)};
  } catch (const json::exception&) {
    fail_to_fit();
  }
}

std::size_t longest_line(std::span<const RepeatShape> points) {
  double longest = 0;
  for (const RepeatShape& shape : points) {
    const double per_method = static_cast<double>(shape.splits) * static_cast<double>(shape.features) + 4;
    longest = std::max(longest, static_cast<double>(shape.methods) * per_method * kValueBytes);
  }
  return static_cast<std::size_t>(std::min(longest + kWarningBytes, 1e18));
}

}  // namespace tamis::framework
