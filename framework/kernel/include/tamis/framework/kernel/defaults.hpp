/// \file defaults.hpp
/// Which methods are used when the user names none. The names stand in an installed file, never in code.
#pragma once

#include <tamis/framework/kernel/folders.hpp>
#include <tamis/traits.hpp>

#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace tamis::framework {

/// Which component is used where the user names none: the table of share/tamis/defaults.toml. No such choice
/// stands in code.
class Defaults {
 public:
  /// The file is read when a default is asked for: a program that names everything needs none.
  explicit Defaults(std::filesystem::path file = installed_share_folder() / "defaults.toml")
      : file_(std::move(file)) {}

  /// The criterion for a kind of target; `partly_unknown` where some samples' target is not known.
  /// \param rule  what chooses how many features stay ("knockoffs"); its table of the file comes first. May be empty.
  /// \throws ParamError  (as search()) when the file is missing, is no TOML or has no such default.
  std::string criterion(TargetKind kind, bool partly_unknown, std::string_view rule = {}) const;
  /// Why this criterion is a default, and what it does not see; empty where the file does not say.
  std::string because(const std::string& criterion) const;
  /// The search for what a criterion measures; `order_all`: that of a ranking, which scores each feature by itself
  /// where the criterion can.
  std::string search(Measures measures, bool order_all) const;
  /// The criterion whose memberships tell of label noise.
  std::string noise() const;
  /// The noise model of annotators' votes, where their majority is judged.
  std::string votes() const;

 private:
  toml::table read() const;
  std::string look_up(const char* table, const std::string& key) const;

  std::filesystem::path file_;
};

}  // namespace tamis::framework
