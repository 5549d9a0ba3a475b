/// \file defaults.hpp
/// Which methods are used when the user names none. The names stand in an installed file, never in code.
#pragma once

#include <tamis/traits.hpp>

#include <toml++/toml.h>

#include <filesystem>
#include <string>

namespace tamis::framework {

class Defaults {
 public:
  /// Reads `share/tamis/defaults.toml` of this installation.
  Defaults();
  /// \throws ParamError  when the file is missing or is no TOML.
  explicit Defaults(const std::filesystem::path& file);

  /// The criterion for a kind of target; `partly_unknown` where some samples' target is not known.
  std::string criterion(TargetKind kind, bool partly_unknown) const;
  /// The search for what a criterion measures.
  std::string search(Measures measures) const;

 private:
  std::string look_up(const char* table, const std::string& key) const;

  std::filesystem::path file_;
  toml::table table_;
};

}  // namespace tamis::framework
