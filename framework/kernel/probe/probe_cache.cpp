#include <tamis/errors.hpp>
#include <tamis/framework/kernel/probe.hpp>
#include <tamis/framework/support/version.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/auxv.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

fs::path absolute_from(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value == '/' ? fs::path(value) : fs::path();
}

}  // namespace

std::string identity_of(const fs::path& file) {
  struct stat s {};
  if (::stat(file.c_str(), &s) != 0) return "";
  return fmt::format("{} {} {} {} {}.{:09} {}.{:09}", version(), s.st_dev, s.st_ino, s.st_size,
                     s.st_mtim.tv_sec, s.st_mtim.tv_nsec, s.st_ctim.tv_sec, s.st_ctim.tv_nsec);
}

fs::path Probe::user_verdict_file() {
  if (::getauxval(AT_SECURE) != 0) return {};
  if (const fs::path cache = absolute_from("XDG_CACHE_HOME"); !cache.empty())
    return cache / "tamis/plugins.json";
  if (const fs::path home = absolute_from("HOME"); !home.empty()) return home / ".cache/tamis/plugins.json";
  return {};
}

std::optional<std::string> ProbeCache::find(const fs::path& plugin) {
  if (!is_read_) read();
  const auto found = verdicts_.find(plugin.string());
  if (found == verdicts_.end() || found->second.identity != identity_of(plugin)) return std::nullopt;
  return found->second.reason;
}

void ProbeCache::remember(const fs::path& plugin, const std::string& identity, const std::string& verdict) {
  read();  // what other programs have found in the meantime
  verdicts_[plugin.string()] = {identity, verdict};
  write();
}

void ProbeCache::read() {
  is_read_ = true;
  std::error_code none;
  if (!fs::is_regular_file(storage_, none)) return;
  std::ifstream in(storage_);
  const json stored = json::parse(in, nullptr, false);
  if (!stored.is_object()) return;
  for (const auto& [path, verdict] : stored.items())
    if (verdict.is_array() && verdict.size() == 2 && verdict[0].is_string() && verdict[1].is_string())
      verdicts_[path] = {verdict[0], verdict[1]};
}

void ProbeCache::write() const {
  if (storage_.empty()) return;
  json stored = json::object();
  for (const auto& [path, verdict] : verdicts_)
    if (!identity_of(path).empty())
      stored[path] = {verdict.identity, verdict.reason};  // not of deleted files
  std::error_code failed;
  fs::create_directories(storage_.parent_path(), failed);
  try {
    write_cache(storage_, stored.dump(1, ' ', false, json::error_handler_t::replace) + "\n");
  } catch (const Error&) {  // the next program tries the file again
  }
}

}  // namespace tamis::framework
