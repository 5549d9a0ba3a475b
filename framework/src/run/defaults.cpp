#include <tamis/framework/run/defaults.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/plugins/folders.hpp>

#include <fmt/format.h>

namespace tamis::framework {

Defaults::Defaults() : Defaults(installed_share_folder() / "defaults.toml") {}

Defaults::Defaults(const std::filesystem::path& file) : file_(file) {
  try {
    table_ = toml::parse_file(file.string());
  } catch (const toml::parse_error& e) {
    throw ParamError(
        fmt::format("the defaults in {} cannot be read ({}); name the criterion and the search, or "
                    "install tamis again",
                    file.string(), e.description()));
  }
}

std::string Defaults::look_up(const char* table, const std::string& key) const {
  if (const auto id = table_[table][key].value<std::string>()) return *id;
  throw ParamError(fmt::format("{} has no {}.{}; name the {} yourself", file_.string(), table, key, table));
}

std::string Defaults::criterion(TargetKind kind, bool partly_unknown) const {
  constexpr const char* kKinds[] = {"none", "classes", "soft", "real", "sets"};
  const std::string key = kKinds[static_cast<int>(kind)];
  const std::string partly = key + "_partly_unknown";
  return look_up("criterion", partly_unknown && table_["criterion"][partly] ? partly : key);
}

std::string Defaults::search(Measures measures) const {
  constexpr const char* kMeasures[] = {"feature", "subset", "loss"};
  return look_up("search", kMeasures[static_cast<int>(measures)]);
}

}  // namespace tamis::framework
