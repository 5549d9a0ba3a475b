/// \file errors.hpp
/// What methods throw, and what crosses the boundary with it.
#pragma once

#include <tamis/abi/types.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#ifndef __cpp_exceptions
#error \
    "tamis: a method says what is wrong by an exception, which ends at its library's boundary: build it without -fno-exceptions"
#endif

namespace tamis {

/// What an error is about, so that the host can name the column, row or class.
struct ErrorSubject {
  tamis_subject subject = TAMIS_NOTHING;  ///< what `index` counts
  std::int64_t index = -1;                ///< from 0; -1 where there is no subject
};
/// Feature j of the dataset.
constexpr ErrorSubject at_feature(std::uint64_t j) { return {TAMIS_FEATURE, static_cast<std::int64_t>(j)}; }
/// Sample i of the dataset.
constexpr ErrorSubject at_sample(std::uint64_t i) { return {TAMIS_SAMPLE, static_cast<std::int64_t>(i)}; }
/// Class c of the target.
constexpr ErrorSubject at_class(std::uint64_t c) { return {TAMIS_CLASS, static_cast<std::int64_t>(c)}; }

/// The base of all errors: one sentence with the value seen, the value wanted and the remedy. Throw one of
/// the six types below; any other exception that leaves a component arrives as an Error without a type, with
/// its what(), and std::bad_alloc as itself. An error may be thrown from any thread that
/// Runtime::parallel_for() runs.
class Error : public std::runtime_error {
 public:
  /// \param code  the type's.
  /// \param text  one sentence, which ends up before the user; at most 1023 bytes of it cross the boundary.
  /// \param at    which feature, sample or class it is about, if one.
  Error(tamis_code code, const std::string& text, ErrorSubject at = {})
      : std::runtime_error(text), code(code), at(at) {}
  tamis_code code;     ///< what kind of error, as the C contract numbers them
  ErrorSubject at;     ///< which feature, sample or class, if one
  std::string origin;  ///< which component, with its file; filled in on the way out
  std::string step;    ///< where in the search; filled in by the kernel
};

/// One kind of error: an Error whose code is the type's. Throw one of the six below, not this.
template <tamis_code kCode>
struct ErrorOf : Error {
  /// \param text  one sentence, for the user.
  /// \param at    which feature, sample or class it is about, if one.
  explicit ErrorOf(const std::string& text, ErrorSubject at = {}) : Error(kCode, text, at) {}
};

/// The data cannot be used: a class without samples, a value out of range, a file that is no table. Say which
/// column, sample or class is at fault (`at`), and what was expected of it.
struct DataError : ErrorOf<TAMIS_E_DATA> {
  using ErrorOf::ErrorOf;
};

/// An option or a config cannot be used. Name the option, the value and what would do.
struct ParamError : ErrorOf<TAMIS_E_PARAM> {
  using ErrorOf::ErrorOf;
};

/// A computation failed on data and options that were in order: no convergence, an overflow. A score that
/// does not exist is no error: see Scores::undefined().
struct NumericError : ErrorOf<TAMIS_E_NUMERIC> {
  using ErrorOf::ErrorOf;
};

/// A component broke the contract: a search accepted a move that is not possible, a criterion wrote a NaN.
/// The kernel and this SDK throw it; a method has no need to.
struct PluginError : ErrorOf<TAMIS_E_PLUGIN> {
  using ErrorOf::ErrorOf;
};

/// The user stopped the run. Let it pass: what was found until then stands.
struct Cancelled : ErrorOf<TAMIS_E_CANCELLED> {
  using ErrorOf::ErrorOf;
};

/// A budget of evaluations or of seconds is spent. Let it pass: what was found until then stands.
struct BudgetSpent : ErrorOf<TAMIS_E_BUDGET> {
  using ErrorOf::ErrorOf;
};

}  // namespace tamis
