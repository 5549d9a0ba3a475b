#include "rate_in_words.hpp"

#include "suspect_list.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace {

constexpr double kNoSign = 0.005;  // a rate below which is none
constexpr double kMuch = 0.05;     // a rate which is not next to nothing

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string no_sign(const std::string& what) {
  return fmt::format("No sign of {} that are wrong at random.", what);
}

/// Whether it reaches from next to nothing to much.
bool is_open(const LabelNoise::Range& range) { return range.low < kNoSign && range.high > kMuch; }

std::string of_range(const LabelNoise& noise, const LabelNoise::Range& range) {
  const std::string what = judged(noise);
  if (tells_nothing(noise))
    return fmt::format(
        "The data are not informative enough to judge {}: perhaps none is wrong, perhaps up to {} are.", what,
        percent(highest_rate(noise)));
  if (noise.has_two_readings() && !noise.suspects.empty())
    return fmt::format("With probability {:.2f} no {} is wrong; otherwise about {} of them are.", *noise.none,
                       judged_one(noise), percent(noise.rate / (1 - *noise.none)));
  // a mean may lie above the range that holds nearly all
  if (std::min(noise.rate, range.high) < kNoSign) return no_sign(what);
  return fmt::format("About {} of the {} are wrong, with probability 0.9 between {} and {}.",
                     percent(noise.rate), what, percent(range.low), percent(range.high));
}

}  // namespace

bool tells_nothing(const LabelNoise& noise) {
  return noise.range && is_open(*noise.range) && noise.suspects.empty();
}

double highest_rate(const LabelNoise& noise) {
  return std::max({noise.rate, noise.range ? noise.range->high : 0, noise.disagreement.value_or(0)});
}

std::vector<std::string> rate_in_words(const LabelNoise& noise) {
  const std::string what = judged(noise);
  std::vector<std::string> out{noise.range ? of_range(noise, *noise.range)
                               : noise.rate < kNoSign
                                   ? no_sign(what)
                                   : fmt::format("About {} of the {} are wrong.", percent(noise.rate), what)};
  const double highest = highest_rate(noise);
  if (!tells_nothing(noise) && highest > std::max(noise.rate, noise.range ? noise.range->high : 0))
    out.push_back(fmt::format(
        "Up to {} may be: so many differ from the labels of similar samples, and errors that depend on the features cannot be distinguished from hard cases.",
        percent(highest)));
  return out;
}

}  // namespace tamis::framework
