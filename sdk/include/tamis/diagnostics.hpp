/// \file diagnostics.hpp
/// Results of a component besides scores: noise rates, blankets, paths of coefficients.
#pragma once

#include <tamis/abi/services.h>
#include <tamis/matrix.hpp>

#include <span>
#include <string_view>
#include <vector>

namespace tamis {

/// What the rows of a table correspond to.
enum class Axis : int { other, samples, features, classes };

/// Receives the report of a component and copies it at once; valid during the call. Names are snake_case. The name
/// "memberships" is reserved: the kernel writes the result of Criterion::memberships() under it.
///
/// The report of a run draws a table whose name ends in "_path" and that has at least two rows as a line chart over its
/// first column: one line for each of the next twenty columns, labelled at its end. The first row is at the left. The scale
/// of the first column is logarithmic if all its values are above 0. A number with the name of the first column is marked on
/// the axis. A text with the name of the table followed by "_caption" becomes the caption. For example, a table
/// "coefficient_path" with the columns "lambda", "x1", "x2", a number "lambda" and a text "coefficient_path_caption" make a
/// chart. A text of a criterion whose name ends in "_note", of one sentence or a few, is shown below the ranking.
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
  /// \param rows     what its rows correspond to: samples, features or classes, in their order; or other.
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
