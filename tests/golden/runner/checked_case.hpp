/// \file checked_case.hpp
/// What the newer families of cases share: one tolerance, comparisons, and components composed as any host
/// would.
#pragma once

#include "case.hpp"

#include <tamis/framework/plugins/composer.hpp>
#include <tamis/framework/run/kernel_runtime.hpp>

#include <span>

namespace tamis::golden {

/// A case with one number as its tolerance, and what was found wrong with it.
class CheckedCase {
 public:
  CheckedCase(const Case& c, const framework::KernelRuntime& kernel) : case_(c), runtime_(kernel.runtime()) {}

  const nlohmann::json& params() const { return case_.json.at("params"); }
  const nlohmann::json& expected() const { return case_.expected(); }
  std::string method() const { return case_.method(); }
  Runtime runtime() const { return runtime_; }

  /// |seen - expected| <= tolerance max(1, |expected|).
  void compare(const std::string& what, double seen, const nlohmann::json& expected);
  void compare(const std::string& what, std::span<const double> seen, const nlohmann::json& expected);
  void same(const std::string& what, const nlohmann::json& seen, const nlohmann::json& expected);

  Verdict verdict;

 protected:
  const Case& given() const { return case_; }

 private:
  const Case& case_;
  Runtime runtime_;
};

/// The plugins beside this program.
framework::Registry& registry();

/// A component from TOML ("use = ..."). \param path  how messages call it.
template <class Interface>
framework::Composed<Interface> compose(const std::string& toml, const std::string& path) {
  const toml::table table = toml::parse(toml);
  return {registry(),
          framework::plan_component(registry(), &table, path, tamis::detail::Abi<Interface>::kId)};
}

}  // namespace tamis::golden
