#include <tamis/framework/kernel/why_not.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/kernel/elf_note.hpp>
#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/trusted_path.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

std::vector<fs::path> files_in(const std::vector<PluginFolder>& folders) {
  std::vector<fs::path> files;
  for (const PluginFolder& folder : folders)
    for (fs::path& file : libraries_in(folder.path)) files.push_back(std::move(file));
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  return files;
}

std::vector<std::string> ids_of(const Manifest& manifest) {
  std::vector<std::string> ids;
  for (const Descriptor& d : manifest.components) ids.push_back(d.id);
  return ids;
}

std::vector<std::string> ids_in(const fs::path& file) {
  try {
    return ids_of(parse_manifest(read_manifest_note(file)));
  } catch (const Error&) {  // it is reported when the file itself is asked for
    return {};
  }
}

/// A link that leads nowhere is kept as it is; what is wrong with it is reported later.
fs::path real_path(const fs::path& file) {
  std::error_code failed;
  const fs::path real = fs::canonical(file, failed);
  return failed ? fs::absolute(file, failed) : real;
}

std::vector<fs::path> meant_by(const std::string& wanted, const std::vector<PluginFolder>& folders) {
  std::error_code none;
  if (fs::is_regular_file(wanted, none)) return {real_path(wanted)};
  std::vector<fs::path> meant;
  std::vector<std::string> known;
  for (const fs::path& file : files_in(folders)) {
    std::vector<std::string> ids = ids_in(file);
    ids.push_back(file.filename().string());
    if (std::find(ids.begin(), ids.end(), wanted) != ids.end()) meant.push_back(real_path(file));
    known.insert(known.end(), ids.begin(), ids.end());
  }
  if (meant.empty())
    throw ParamError(
        fmt::format("no file is called '{}', nor does one in the folders of plugins offer it{} (`tamis "
                    "plugins --paths` lists the folders)",
                    shown(wanted, kLongestSaid), did_you_mean(wanted, known)));
  return meant;
}

/// What passed; a check that fails throws.
class Checks {
 public:
  Checks(const fs::path& file, const std::vector<PluginFolder>& folders, const Probe& probe)
      : file_(file), folders_(folders), probe_(probe) {}

  std::string folder() const {
    for (const PluginFolder& folder : folders_) {
      std::error_code none;
      if (!fs::equivalent(folder.path, file_.parent_path(), none)) continue;
      if (!folder.refusal.empty())
        throw PluginError(
            fmt::format("{} ({}): {}", escaped(folder.path.string()), folder.source, folder.refusal));
      return fmt::format("{} is searched ({})", escaped(folder.path.string()), folder.source);
    }
    throw PluginError(fmt::format(
        "{} is not searched; name it as a folder of plugins (--plugin-dir of the command line), or add it to "
        "TAMIS_PLUGIN_PATH",
        escaped(file_.parent_path().string())));
  }

  std::string permissions() const {
    if (const std::string why = refuse_path(file_); !why.empty()) throw PluginError(why);
    return "nobody else can change it";
  }

  std::string manifest() {
    manifest_ = parse_manifest(read_manifest_note(file_));
    return fmt::format("version {}, SDK revision {} (ours is {}), built by {}; it offers {}",
                       manifest_->version, manifest_->revision, static_cast<int>(TAMIS_SDK_REVISION),
                       manifest_->compiler, listed(ids_of(*manifest_)));
  }

  std::string names() const {
    Probe untried = probe_;
    untried.wanted = false;
    const Registry registry(folders_, untried);
    for (const RefusedFile& refused : registry.refused())
      if (refused.file == file_) throw PluginError(refused.reason);
    for (const std::string& id : ids_of(*manifest_)) registry.at(id);
    return "no other file offers the same";
  }

  std::string probe() const {
    const std::string identity = identity_of(file_);
    const ProbeOutcome outcome = probe_plugin(file_, *manifest_, probe_, probe_program(folders_));
    if (outcome.lasts) ProbeCache(probe_.verdicts).remember(file_, identity, outcome.reason);
    if (!outcome.reason.empty()) throw PluginError(outcome.reason);
    return "its library was loaded and its components created in a process of their own, just now";
  }

 private:
  const fs::path& file_;
  const std::vector<PluginFolder>& folders_;
  const Probe& probe_;
  std::optional<Manifest> manifest_;
};

PluginFindings check(const fs::path& file, const std::vector<PluginFolder>& folders, const Probe& probe) {
  Checks checks(file, folders, probe);
  PluginFindings found{file, {}};
  const auto passes = [&](const char* name, auto check) {
    try {
      found.findings.push_back({name, true, (checks.*check)()});
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& e) {
      found.findings.push_back({name, false, e.what()});
    }
    return found.findings.back().passed;
  };
  passes("folder", &Checks::folder);
  const bool trusted = passes("permissions", &Checks::permissions);
  if (!passes("manifest", &Checks::manifest)) return found;
  passes("names", &Checks::names);
  if (trusted) passes("trial", &Checks::probe);  // what others may have changed is not run
  return found;
}

}  // namespace

std::vector<PluginFindings> why_not(const std::vector<PluginFolder>& folders, const std::string& wanted,
                                    const Probe& probe) {
  std::vector<PluginFindings> all;
  for (const fs::path& file : meant_by(wanted, folders)) all.push_back(check(file, folders, probe));
  return all;
}

}  // namespace tamis::framework
