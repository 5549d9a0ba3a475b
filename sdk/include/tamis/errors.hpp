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
struct At {
  tamis_subject subject = TAMIS_NOTHING;
  std::int64_t index = -1;
};
constexpr At at_feature(std::uint64_t j) { return {TAMIS_FEATURE, static_cast<std::int64_t>(j)}; }
constexpr At at_sample(std::uint64_t i) { return {TAMIS_SAMPLE, static_cast<std::int64_t>(i)}; }
constexpr At at_class(std::uint64_t c) { return {TAMIS_CLASS, static_cast<std::int64_t>(c)}; }

/// The base of all errors: one sentence with the value seen, the value wanted and the remedy.
/// `origin` (which component) and `step` (where in the search) are filled in on the way out.
class Error : public std::runtime_error {
 public:
  Error(tamis_code code, const std::string& text, At at = {})
      : std::runtime_error(text), code(code), at(at) {}
  tamis_code code;
  At at;
  std::string origin, step;
};

template <tamis_code kCode>
struct ErrorOf : Error {
  explicit ErrorOf(const std::string& text, At at = {}) : Error(kCode, text, at) {}
};
struct DataError : ErrorOf<TAMIS_E_DATA> {
  using ErrorOf::ErrorOf;
};  ///< the data cannot be used
struct ParamError : ErrorOf<TAMIS_E_PARAM> {
  using ErrorOf::ErrorOf;
};  ///< an option or config cannot
struct NumericError : ErrorOf<TAMIS_E_NUMERIC> {
  using ErrorOf::ErrorOf;
};  ///< a computation failed
struct PluginError : ErrorOf<TAMIS_E_PLUGIN> {
  using ErrorOf::ErrorOf;
};  ///< the contract was broken
struct Cancelled : ErrorOf<TAMIS_E_CANCELLED> {
  using ErrorOf::ErrorOf;
};  ///< the user stopped the run
struct BudgetSpent : ErrorOf<TAMIS_E_BUDGET> {
  using ErrorOf::ErrorOf;
};  ///< evaluations or time ran out

}  // namespace tamis
