/// \file checked_case.hpp
/// What the newer families of cases share: one tolerance, comparisons, and components composed
/// as any host would.
#pragma once

#include "case.hpp"

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/kernel_runtime.hpp>

#include <nlohmann/json.hpp>

#include <span>

namespace tamis::golden {

/// A case with one number as its tolerance, and the verdict on it.
class CheckedCase {
 public:
  CheckedCase(const Case& c, const framework::KernelRuntime& kernel, Verdict& v)
      : verdict(v), case_(c), runtime_(kernel.runtime()) {}

  /// A parameter, which is used thereby.
  const nlohmann::json& param(const std::string& key) const { return use(case_.json.at("params").at(key)); }
  /// A parameter that is no option of ours, if there is one: what it says is so with us, too.
  /// \param with_us  the value, or a list of such as mean the same.
  void holds(const std::string& key, const nlohmann::json& with_us);
  const nlohmann::json& expected() const { return case_.expected(); }
  const nlohmann::json& use(const nlohmann::json& value) const { return verdict.use(value); }
  std::string method() const { return case_.method(); }
  Runtime runtime() const { return runtime_; }

  /// |seen - expected| <= tolerance max(1, |expected|).
  void compare(const std::string& what, double seen, const nlohmann::json& expected);
  void compare(const std::string& what, std::span<const double> seen, const nlohmann::json& expected);
  void same(const std::string& what, const nlohmann::json& seen, const nlohmann::json& expected);

  Verdict& verdict;

 protected:
  const Case& given() const { return case_; }

 private:
  const Case& case_;
  Runtime runtime_;
};

/// The plugins beside this program.
framework::Registry& registry();

/// A component from TOML ("use = ...").
/// \param path  how messages call it.
template <class Interface>
framework::Composed<Interface> compose(const std::string& toml, const std::string& path) {
  const toml::table table = toml::parse(toml);
  return {registry(),
          framework::plan_component(registry(), &table, path, tamis::detail::Abi<Interface>::kId)};
}

}  // namespace tamis::golden
