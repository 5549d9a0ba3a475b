#include "project.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/kernel/folders.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/write_file.hpp>
#include <tamis/option.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>

namespace tamis::cli {
namespace fs = std::filesystem;
namespace {

/// The folder of what all kinds share, beside those of the kinds; likewise of what the bases of a kind do.
constexpr const char* kCommon = "common";

struct Language {
  const char *name, *extension, *of_cmake;
};
constexpr Language kLanguages[] = {{"c++", ".cpp", "CXX"}, {"c", ".c", "C"}};
/// What the source is called in a template: that of each language.
constexpr const char* kSource = "@name@";

fs::path template_folder() { return framework::installed_share_folder() / "template"; }

/// Sorted, without the common one.
std::vector<std::string> folders_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (entry.is_directory() && entry.path().filename() != kCommon)
      names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

/// In the order in which their files continue each other.
std::vector<fs::path> folders_of(const TemplateChoice& from) {
  const fs::path kind = template_folder() / from.kind;
  if (from.base.empty()) return {template_folder() / kCommon, kind};
  return {template_folder() / kCommon, kind / from.base, kind / kCommon};
}

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

std::vector<std::string> parts_of(std::string_view id) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= id.size();) {
    const std::size_t end = std::min(id.find('.', begin), id.size());
    parts.emplace_back(id.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// The last part names a class, in which the SDK wants a struct Options.
bool names_a_class(const std::string& part) { return is_letter(part.front()) && part != "options"; }

bool is_third_party_id(const std::string& id) {
  const std::vector<std::string> parts = parts_of(id);
  return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), detail::is_snake) &&
         names_a_class(parts.back());
}

std::string nearest_id(const std::string& id) {
  std::vector<std::string> parts;
  for (std::string part : parts_of(id)) {
    for (char& c : part) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      if (!detail::is_snake({&c, 1})) c = '_';
    }
    part.erase(0, part.find_first_not_of('_'));
    part.erase(part.find_last_not_of('_') + 1);
    if (!part.empty()) parts.push_back(std::move(part));
  }
  if (parts.empty()) parts.emplace_back("mine");
  if (!names_a_class(parts.back())) parts.back() = "my_" + parts.back();
  if (parts.size() == 1) parts.insert(parts.begin(), {"org", "example"});
  return fmt::format("{}", fmt::join(parts, "."));
}

/// fisher_score -> FisherScore
std::string class_name(std::string_view name) {
  std::string out;
  bool begins = true;
  for (const char c : name) {
    if (c != '_') out += begins && is_letter(c) ? static_cast<char>(c - 'a' + 'A') : c;
    begins = c == '_';
  }
  return out;
}

std::string filled(std::string text, const std::map<std::string, std::string>& values) {
  for (const auto& [placeholder, value] : values)
    for (std::size_t at = 0; (at = text.find(placeholder, at)) != std::string::npos; at += value.size())
      text.replace(at, placeholder.size(), value);
  return text;
}

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

[[noreturn]] void fail_to_make(const fs::path& folder, const std::string& why) {
  throw ParamError(fmt::format("the folder {} cannot be made ({})", folder.string(), why));
}

}  // namespace

std::vector<std::string> project_kinds() {
  std::vector<std::string> kinds = folders_in(template_folder());
  if (kinds.empty())
    throw ParamError(
        fmt::format("no templates were found in {}; they are installed with the headers of tamis (on Debian "
                    "in libtamis-dev)",
                    template_folder().string()));
  return kinds;
}

std::vector<std::string> project_bases(const std::string& kind) {
  const fs::path folder = template_folder() / kind;
  return fs::is_directory(folder / kCommon) ? folders_in(folder) : std::vector<std::string>();
}

std::vector<std::string> project_languages(const std::string& kind, const std::string& base) {
  std::vector<std::string> names;
  for (const Language& language : kLanguages)
    if (fs::exists(template_folder() / kind / base / (std::string(kSource) + language.extension)))
      names.emplace_back(language.name);
  return names;
}

void check_third_party_id(const std::string& id) {
  if (!is_third_party_id(id))
    throw ParamError(fmt::format(
        "{} cannot be the id of a method of your own: that is two or more words of a-z, 0-9 and _ with dots "
        "between them, the last one beginning with a letter and other than options (ids without a dot are "
        "tamis' own); '{}' would do",
        framework::in_quotes(id), nearest_id(id)));
}

std::string last_part(const std::string& id) { return parts_of(id).back(); }

ProjectFiles make_project(const TemplateChoice& from, const std::string& id) {
  const std::string name = last_part(id);
  const Language& language =
      *std::find_if(std::begin(kLanguages), std::end(kLanguages),
                    [&](const Language& known) { return known.name == from.language; });
  const std::map<std::string, std::string> values{{"@id@", id},
                                                  {"@name@", name},
                                                  {"@Class@", class_name(name)},
                                                  {"@source@", name + language.extension},
                                                  {"@language@", language.of_cmake}};
  const auto is_of_another_language = [&](const fs::path& file) {
    return file.stem() == kSource && file.extension() != language.extension;
  };
  ProjectFiles files;
  // Where two folders have a file, the later one continues it.
  for (const fs::path& folder : folders_of(from))
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && !is_of_another_language(entry.path()))
        files[filled(entry.path().lexically_relative(folder).string(), values)] +=
            filled(read(entry.path()), values);
  return files;
}

void write_project(const ProjectFiles& files, const fs::path& folder) {
  std::error_code failed;
  const bool is_there = fs::exists(fs::symlink_status(folder, failed));  // a link to nothing is something
  if (is_there && !(fs::is_directory(folder, failed) && fs::is_empty(folder, failed)))
    throw ParamError(
        fmt::format("{} exists and is not an empty folder; name another one with --dir", folder.string()));
  if (!is_there && !fs::create_directory(folder, failed)) fail_to_make(folder, failed.message());
  try {
    for (const auto& [file, text] : files) {
      fs::create_directories((folder / file).parent_path());
      framework::write_file(folder / file, text);
    }
  } catch (const std::exception& e) {
    for (const auto& [file, text] : files) fs::remove_all(folder / *file.begin(), failed);
    if (!is_there) fs::remove(folder, failed);
    fail_to_make(folder, e.what());
  }
}

}  // namespace tamis::cli
