#include "coded_features.hpp"

#include <algorithm>
#include <array>

namespace tamis::blanket {
namespace {

constexpr std::size_t kCodes = 256;

CodedFeature coded(std::span<const std::uint8_t> codes) {
  // four counts at a time: one waits for its last sum where codes repeat
  std::array<std::array<std::uint32_t, kCodes>, 4> counts{};
  for (std::size_t i = 0; i < codes.size(); ++i) ++counts[i % 4][codes[i]];
  std::array<std::uint32_t, kCodes> count{};
  for (const auto& part : counts)
    for (std::size_t c = 0; c < kCodes; ++c) count[c] += part[c];
  const auto mode = static_cast<std::size_t>(std::max_element(count.begin(), count.end()) - count.begin());
  std::array<std::uint8_t, kCodes> level_of{};
  CodedFeature out;
  out.codes.push_back(static_cast<std::uint8_t>(mode));
  for (std::size_t c = 0; c < kCodes; ++c) {
    if (c == mode || count[c] == 0) continue;
    level_of[c] = static_cast<std::uint8_t>(out.codes.size());
    out.codes.push_back(static_cast<std::uint8_t>(c));
  }
  const std::size_t listed = codes.size() - count[mode];
  out.rows.reserve(listed);
  out.levels.reserve(listed);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == mode) continue;
    out.rows.push_back(static_cast<std::uint32_t>(i));
    out.levels.push_back(level_of[codes[i]]);
  }
  return out;
}

}  // namespace

CodedFeatures::CodedFeatures(const Dataset& data, const Runtime& runtime)
    : samples_(data.samples()), features_(data.features()) {
  runtime.parallel_for(
      features_.size(), [&](std::uint64_t j) { features_[j] = coded(data.codes(static_cast<Feature>(j))); },
      16);
  for (const CodedFeature& f : features_) listed_ += f.rows.size();
}

}  // namespace tamis::blanket
