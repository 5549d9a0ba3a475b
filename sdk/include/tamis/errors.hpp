/// \file errors.hpp
/// The exceptions that methods throw, and the information that crosses the boundary with them.
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
  std::int64_t index = -1;                ///< from 0; -1 if there is no subject
};
/// Feature j of the dataset.
constexpr ErrorSubject at_feature(std::uint64_t j) { return {TAMIS_FEATURE, static_cast<std::int64_t>(j)}; }
/// Sample i of the dataset.
constexpr ErrorSubject at_sample(std::uint64_t i) { return {TAMIS_SAMPLE, static_cast<std::int64_t>(i)}; }
/// Class c of the target.
constexpr ErrorSubject at_class(std::uint64_t c) { return {TAMIS_CLASS, static_cast<std::int64_t>(c)}; }

/// The base of all errors: one sentence with the value found, the value expected and the remedy. Throw one of the six types
/// below. Any other exception that leaves a component becomes an Error without a type, with its what(); std::bad_alloc
/// stays std::bad_alloc. Errors may be thrown from any thread of Runtime::parallel_for().
class Error : public std::runtime_error {
 public:
  /// \param code  of the derived type.
  /// \param text  one sentence for the user; at most 1023 bytes of it cross the boundary.
  /// \param at    the feature, sample or class that it is about, if any.
  Error(tamis_code code, const std::string& text, ErrorSubject at = {})
      : std::runtime_error(text), code(code), at(at) {}
  tamis_code code;     ///< what kind of error, as the C contract numbers them
  ErrorSubject at;     ///< the feature, sample or class, if any
  std::string origin;  ///< the component with its file; filled in at the boundary
  std::string step;    ///< the step of the search; filled in by the kernel
};

/// The template of the error types. Throw one of the six types below, not this one.
template <tamis_code kCode>
struct ErrorOf : Error {
  /// \param text  one sentence, for the user.
  /// \param at    which feature, sample or class it is about, if one.
  explicit ErrorOf(const std::string& text, ErrorSubject at = {}) : Error(kCode, text, at) {}
};

/// The data cannot be used: a class without samples, a value out of range, a file that is not a table. Name the column,
/// sample or class (`at`), and what was expected.
struct DataError : ErrorOf<TAMIS_E_DATA> {
  using ErrorOf::ErrorOf;
};

/// An option or a config cannot be used. Name the option, its value and the values that are possible.
struct ParamError : ErrorOf<TAMIS_E_PARAM> {
  using ErrorOf::ErrorOf;
};

/// A computation failed although data and options are valid: no convergence, an overflow. An undefined score is not an
/// error: see Scores::undefined().
struct NumericError : ErrorOf<TAMIS_E_NUMERIC> {
  using ErrorOf::ErrorOf;
};

/// A component broke the contract: a search accepted an impossible move, or a criterion wrote a NaN. The kernel and this
/// SDK throw it; methods do not need to.
struct PluginError : ErrorOf<TAMIS_E_PLUGIN> {
  using ErrorOf::ErrorOf;
};

/// The user stopped the run. Let it propagate: the results so far are kept.
struct Cancelled : ErrorOf<TAMIS_E_CANCELLED> {
  using ErrorOf::ErrorOf;
};

/// A budget of evaluations or of seconds is spent. Let it propagate: the results so far are kept.
struct BudgetSpent : ErrorOf<TAMIS_E_BUDGET> {
  using ErrorOf::ErrorOf;
};

}  // namespace tamis
