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

/// Takes what a component reports, and copies it at once; valid during the call that got it. Names are
/// snake_case. A table "memberships" is what Criterion::memberships() says, and the kernel writes it.
///
/// The report of a run draws a table whose name ends in "_path", two rows at least, as lines over its first column: one
/// line for each of the next twenty columns, with its name at its end. The first row stands at the left. The scale of the
/// first column is logarithmic where it is above 0. A number that has the name of the first column is marked there. A text
/// with the name of the table and "_caption" says what is to be seen. So "coefficient_path" with the columns "lambda", "x1",
/// "x2", the number "lambda" and the text "coefficient_path_caption" make a chart.
class Diagnostics {
 public:
  /// For the SDK.
  explicit Diagnostics(const tamis_diagnostics* d) : d_(d) {}
  /// One number.
  void number(std::string_view name, double value) const { d_->number(d_->self, text_of(name), value); }
  /// One text.
  void text(std::string_view name, std::string_view value) const {
    d_->text(d_->self, text_of(name), text_of(value));
  }
  /// A table of numbers.
  /// \param rows     what its rows stand for: one per sample, feature or class, in their order; or other.
  /// \param columns  one name per column of `values`.
  void table(std::string_view name, Axis rows, std::span<const std::string_view> columns,
             ConstMatrix values) const {
    std::vector<tamis_text> names;
    names.reserve(columns.size());
    for (std::string_view c : columns) names.push_back(text_of(c));
    d_->table(d_->self, text_of(name), static_cast<int>(rows), names.data(), values);
  }
  /// The sink as it crosses the boundary.
  const tamis_diagnostics* raw() const { return d_; }

 private:
  static tamis_text text_of(std::string_view s) { return {s.data(), s.size()}; }
  const tamis_diagnostics* d_;
};

}  // namespace tamis
