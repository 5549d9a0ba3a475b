/// \file target.hpp
/// The target, one type for every kind of doubtful label.
#pragma once

#include <tamis/abi/data.h>
#include <tamis/matrix.hpp>

#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tamis {

/// The form of a target. `soft` also covers votes and certainties, which the host turns into probabilities.
enum class TargetKind : int { none, classes, soft, real, sets };
/// The names of TargetKind, in its order, as in manifests, results and defaults.toml.
inline constexpr std::string_view kTargetKindNames[] = {"none", "classes", "soft", "real", "sets"};

/// The target of n samples, with l classes if it has classes. A view; copy it freely. Only the members of its kind() are
/// filled; the others are empty.
class Target {
 public:
  /// For the SDK and for tests; `t` outlives this object.
  explicit Target(const tamis_target* t) : t_(t) {}
  /// Which of labels(), soft(), real() and label_set() is filled.
  TargetKind kind() const { return static_cast<TargetKind>(t_->kind); }
  /// n.
  std::uint64_t samples() const { return t_->samples; }
  /// l; 0 for real values and without a target.
  std::uint32_t classes() const { return t_->classes; }
  /// Kind classes: n labels 0..l-1, or -1 if unknown.
  std::span<const std::int32_t> labels() const { return {t_->labels, t_->labels ? samples() : 0}; }
  /// Kind soft: n x l, rows sum to 1 within 1e-9; a row of NaN is unknown.
  ConstMatrix soft() const { return t_->soft; }
  /// Kind real: n values, NaN if unknown.
  Column real() const { return {t_->real, t_->real ? samples() : 0}; }
  /// Kind sets only: the labels of sample i, ascending; an empty set is unknown.
  std::span<const std::int32_t> label_set(std::uint64_t i) const {
    return {t_->sets.labels + t_->sets.start[i], t_->sets.start[i + 1] - t_->sets.start[i]};
  }
  /// The probability that labels()[i] is right, n of them; empty if none were given.
  std::span<const double> certainty() const { return {t_->certainty, t_->certainty ? samples() : 0}; }
  /// The annotators' votes from which soft labels or classes were derived; start == nullptr: none.
  const tamis_votes& votes() const { return t_->votes; }
  /// The name of class c, for reports; or "".
  std::string_view class_name(std::uint32_t c) const {
    return t_->class_names ? std::string_view{t_->class_names[c].data, t_->class_names[c].size}
                           : std::string_view{};
  }

  /// The samples whose target is known, ascending. O(n).
  std::vector<std::uint32_t> known_samples() const {
    std::vector<std::uint32_t> known;
    for (std::uint64_t i = 0; i < samples(); ++i)
      if (this->known(i)) known.push_back(static_cast<std::uint32_t>(i));
    return known;
  }
  /// Whether the target of sample i is known. O(1).
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
  /// The target as it crosses the boundary.
  const tamis_target* raw() const { return t_; }

 private:
  const tamis_target* t_;
};

}  // namespace tamis
