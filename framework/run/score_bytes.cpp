#include <tamis/framework/run/score_bytes.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace tamis::framework {
namespace {

std::optional<Reasons> read_reasons(std::string_view bytes, std::size_t n) {
  Reasons reasons;
  while (!bytes.empty()) {
    std::uint64_t numbers[2];
    if (bytes.size() < sizeof numbers) return std::nullopt;
    std::memcpy(numbers, bytes.data(), sizeof numbers);
    bytes.remove_prefix(sizeof numbers);
    if (numbers[0] >= n || numbers[1] > bytes.size()) return std::nullopt;
    reasons[numbers[0]] = bytes.substr(0, numbers[1]);
    bytes.remove_prefix(numbers[1]);
  }
  return reasons;
}

}  // namespace

std::string score_bytes(std::span<const double> scores, const Reasons& reasons) {
  std::string bytes(reinterpret_cast<const char*>(scores.data()), scores.size_bytes());
  for (const auto& [i, reason] : reasons) {
    for (const std::uint64_t number : {std::uint64_t{i}, std::uint64_t{reason.size()}})
      bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    bytes += reason;
  }
  return bytes;
}

std::optional<Reasons> read_scores(std::string_view bytes, std::span<double> scores) {
  if (bytes.size() < scores.size_bytes()) return std::nullopt;
  std::optional<Reasons> reasons = read_reasons(bytes.substr(scores.size_bytes()), scores.size());
  std::vector<double> read(scores.size());
  if (!read.empty()) std::memcpy(read.data(), bytes.data(), scores.size_bytes());
  if (!reasons || std::ranges::any_of(read, [](double v) { return std::isnan(v); })) return std::nullopt;
  std::ranges::copy(read, scores.begin());
  return reasons;
}

}  // namespace tamis::framework
