/// \file diagnostics.hpp
/// Where a component reports what it found besides scores: noise rates, memberships, blankets.
#pragma once

#include <tamis/abi/services.h>
#include <tamis/matrix.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace tamis {

/// What the rows of a table stand for.
enum class Axis : int { other, samples, features, classes };

/// Copies what it is given at once. Names are snake_case; the one that the kernel itself reads is the table
/// "memberships" (samples x classes: estimated p(true class | sample), rows sum to 1 within 1e-9), which can
/// become soft labels.
class Diagnostics {
 public:
  explicit Diagnostics(const tamis_diagnostics* d) : d_(d) {}
  void number(std::string_view name, double value) const { d_->number(d_->self, text_of(name), value); }
  void text(std::string_view name, std::string_view value) const {
    d_->text(d_->self, text_of(name), text_of(value));
  }
  /// \param columns  one name per column of `values`.
  void table(std::string_view name, Axis rows, std::span<const std::string_view> columns,
             ConstMatrix values) const {
    std::vector<tamis_text> names;
    names.reserve(columns.size());
    for (std::string_view c : columns) names.push_back(text_of(c));
    d_->table(d_->self, text_of(name), static_cast<int>(rows), names.data(), values);
  }
  const tamis_diagnostics* raw() const { return d_; }

 private:
  static tamis_text text_of(std::string_view s) { return {s.data(), s.size()}; }
  const tamis_diagnostics* d_;
};

}  // namespace tamis
