#include <tamis/framework/run/defaults.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

namespace tamis::framework {

toml::table Defaults::read() const {
  try {
    return toml::parse_file(file_.string());
  } catch (const toml::parse_error& e) {
    throw ParamError(
        fmt::format("the defaults in {} cannot be read ({}); name the criterion and the search, or "
                    "install tamis again",
                    escaped(file_.string()), e.description()));
  }
}

std::string Defaults::look_up(const char* table, const std::string& key) const {
  if (const auto id = read()[table][key].value<std::string>()) return *id;
  const std::string what = std::string_view(table) == "rank" ? "search"
                           : key == "criterion"              ? key
                           : key == "votes"                  ? "noise model"
                                                             : table;
  throw ParamError(
      fmt::format("{} has no {}.{}; name the {} yourself", escaped(file_.string()), table, key, what));
}

std::string Defaults::criterion(TargetKind kind, std::string_view rule) const {
  const std::string key(kTargetKindNames[static_cast<std::size_t>(kind)]);
  if (const auto id = read()[rule][key].value<std::string>()) return *id;
  return look_up("criterion", key);
}

std::string Defaults::because(const std::string& criterion) const {
  return read()["because"][criterion].value_or(std::string());
}

std::string Defaults::search(Measures measures, bool order_all) const {
  return look_up(order_all ? "rank" : "search",
                 std::string(kMeasuresNames[static_cast<std::size_t>(measures)]));
}

std::string Defaults::noise() const { return look_up("noise", "criterion"); }

std::string Defaults::votes() const { return look_up("noise", "votes"); }

}  // namespace tamis::framework
