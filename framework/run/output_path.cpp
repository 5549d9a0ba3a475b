#include <tamis/framework/run/output_path.hpp>

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

/// Whether a path leads below a folder, links and .. followed.
bool is_below(const fs::path& folder, const fs::path& path) {
  std::error_code none;
  const fs::path top = fs::weakly_canonical(fs::absolute(folder, none), none),
                 end = fs::weakly_canonical(fs::absolute(path, none), none);
  return std::mismatch(top.begin(), top.end(), end.begin(), end.end()).first == top.end();
}

}  // namespace

fs::path take_output(Section& section, std::string_view key) {
  const std::optional<std::string> named = section.take<std::string>(key);
  if (!named || named->empty()) return {};
  const toml::source_path_ptr source = section.take_node(key)->source().path;
  std::error_code none;
  if (!source || !fs::is_regular_file(*source, none)) return *named;
  const fs::path folder = fs::path(*source).parent_path(), file = folder / *named;
  if (!is_below(folder.empty() ? "." : folder, file))
    section.fail(
        key, fmt::format("is {}, which is not below the folder of the config; name the file where the run "
                         "is started, or one below that folder here",
                         in_quotes(*named)));
  return file;
}

}  // namespace tamis::framework
