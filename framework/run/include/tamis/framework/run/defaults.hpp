/// \file defaults.hpp
/// The methods that are used if the user names none. Their names are in an installed file, never in code.
#pragma once

#include <tamis/framework/kernel/folders.hpp>
#include <tamis/traits.hpp>

#include <toml++/toml.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace tamis::framework {

/// The table of share/tamis/defaults.toml: the component that is used if the user names none.
class Defaults {
 public:
  /// The file is read when the first default is needed: a program that names every component needs no file.
  explicit Defaults(std::filesystem::path file = installed_share_folder() / "defaults.toml")
      : file_(std::move(file)) {}

  /// The criterion for a kind of target.
  /// \param rule  the rule that chooses the number of features ("knockoffs"); its own table of the file comes first. May be
  ///              empty.
  /// \throws ParamError  (as search()) if the file is missing, is not TOML or has no such default.
  std::string criterion(TargetKind kind, std::string_view rule = {}) const;
  /// Why this criterion is a default, and what it cannot detect; empty if the file does not say.
  std::string because(const std::string& criterion) const;
  /// The search for what a criterion measures; with `order_all` the search of a ranking, which scores single features if
  /// the criterion can.
  std::string search(Measures measures, bool order_all) const;
  /// The criterion from whose memberships label noise is estimated.
  std::string noise() const;
  /// The noise model of annotators' votes, if their majority is judged.
  std::string votes() const;

 private:
  toml::table read() const;
  std::string look_up(const char* table, const std::string& key) const;

  std::filesystem::path file_;
};

}  // namespace tamis::framework
