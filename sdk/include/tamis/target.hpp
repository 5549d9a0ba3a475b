/// \file target.hpp
/// What is known of the outcome, one type for every kind of doubt.
#pragma once

#include <tamis/abi/data.h>
#include <tamis/matrix.hpp>

#include <cmath>
#include <string_view>

namespace tamis {

/// How a target was given. `soft` also carries votes and certainties, turned into probabilities by the host.
enum class TargetKind : int { none, classes, soft, real, sets };
/// As manifests, results and defaults.toml write them.
inline constexpr std::string_view kTargetKindNames[] = {"none", "classes", "soft", "real", "sets"};

/// A view; copy it freely. n samples, l classes.
class Target {
 public:
  explicit Target(const tamis_target* t) : t_(t) {}
  TargetKind kind() const { return static_cast<TargetKind>(t_->kind); }
  std::uint64_t samples() const { return t_->samples; }
  /// l; 0 for real values.
  std::uint32_t classes() const { return t_->classes; }
  /// Kind classes: 0..l-1, or -1 where unknown.
  std::span<const std::int32_t> labels() const { return {t_->labels, t_->labels ? samples() : 0}; }
  /// Kind soft: n x l, rows sum to 1 within 1e-9; a row of NaN is unknown.
  ConstMatrix soft() const { return t_->soft; }
  /// Kind real: NaN where unknown.
  Column real() const { return {t_->real, t_->real ? samples() : 0}; }
  /// Kind sets: the labels of sample i, ascending; none is unknown.
  std::span<const std::int32_t> label_set(std::uint64_t i) const {
    return {t_->sets.labels + t_->sets.start[i], t_->sets.start[i + 1] - t_->sets.start[i]};
  }
  /// Probability that labels()[i] is right; empty where nobody said.
  std::span<const double> certainty() const { return {t_->certainty, t_->certainty ? samples() : 0}; }
  /// The annotators' votes behind soft labels, or behind classes made of them; start == nullptr: none.
  const tamis_votes& votes() const { return t_->votes; }
  std::string_view class_name(std::uint32_t c) const {
    return t_->class_names ? std::string_view{t_->class_names[c].data, t_->class_names[c].size}
                           : std::string_view{};
  }

  /// Whether anything is known of sample i. O(1).
  bool known(std::uint64_t i) const {
    switch (kind()) {
      case TargetKind::none:
        return false;
      case TargetKind::classes:
        return t_->labels[i] >= 0;
      case TargetKind::soft:
        return !std::isnan(t_->soft.data[i]);
      case TargetKind::real:
        return !std::isnan(t_->real[i]);
      case TargetKind::sets:
        return t_->sets.start[i] != t_->sets.start[i + 1];
    }
    return false;
  }
  const tamis_target* raw() const { return t_; }

 private:
  const tamis_target* t_;
};

}  // namespace tamis
