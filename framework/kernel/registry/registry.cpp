#include <tamis/framework/kernel/registry.hpp>

#include <tamis/framework/kernel/elf_note.hpp>
#include <tamis/framework/kernel/loader.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/trusted_path.hpp>
#include <tamis/framework/support/version.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tamis::framework {
namespace fs = std::filesystem;

Registry::Registry(std::vector<PluginFolder> folders, const Probe& probe)
    : folders_(std::move(folders)), probe_(probe), cache_(probe.verdicts) {
  std::vector<fs::path> seen;
  for (const PluginFolder& folder : folders_) {
    if (!folder.refusal.empty()) continue;
    std::error_code failed;
    const fs::path real = fs::canonical(folder.path, failed);
    if (failed || std::find(seen.begin(), seen.end(), real) != seen.end()) continue;
    seen.push_back(real);
    for (const fs::path& file : libraries_in(real)) read(file);
  }
}

void Registry::read(const fs::path& file) {
  try {
    if (const std::string why = refuse_path(file); !why.empty()) throw PluginError(why);
    Manifest manifest = parse_manifest(read_manifest_note(file));
    if (const auto verdict = probe_.wanted ? cache_.find(file) : std::nullopt; !verdict.value_or("").empty())
      throw PluginError(*verdict);
    for (const Descriptor& d : manifest.components) {
      const auto [slot, is_new] = slots_.try_emplace(
          d.id, Slot{{d, file, manifest.version, manifest.revision}, manifests_.size(), std::nullopt, {}});
      if (is_new) continue;
      slot->second.rival = file;
      refused_.push_back({file, fmt::format("it defines '{}', as {} does; remove one of them", d.id,
                                            escaped(slot->second.entry.file.string()))});
    }
    manifests_.push_back(std::move(manifest));
  } catch (const Error& e) {
    refused_.push_back({file, e.what()});
  }
}

void Registry::add(const tamis_component& component, std::string_view line) {
  Manifest manifest =
      parse_manifest(fmt::format("{{\"tamis\":{}}}\n{}", static_cast<int>(TAMIS_SDK_REVISION), line));
  const Descriptor& d = manifest.components.front();
  const auto [slot, is_new] = slots_.try_emplace(
      d.id, Slot{{d, {}, version(), TAMIS_SDK_REVISION}, manifests_.size(), component, {}});
  if (!is_new)
    throw PluginError(
        fmt::format("a component called '{}' is registered already; give this one another id", d.id));
  manifests_.push_back(std::move(manifest));
}

void Registry::prefer(const fs::path& file) {
  Manifest manifest = parse_manifest(read_manifest_note(file));
  for (const Descriptor& d : manifest.components)
    slots_.insert_or_assign(
        d.id, Slot{{d, file, manifest.version, manifest.revision}, manifests_.size(), std::nullopt, {}});
  manifests_.push_back(std::move(manifest));
}

const RegistryEntry* Registry::find(std::string_view id) const {
  const auto slot = slots_.find(id);
  return slot == slots_.end() ? nullptr : &slot->second.entry;
}

std::string Registry::where_to_look() const {
  if (std::any_of(slots_.begin(), slots_.end(), [](const auto& s) { return !s.second.entry.file.empty(); }))
    return "`tamis plugins` lists those that are";
  std::vector<std::string> folders;
  for (const PluginFolder& folder : folders_)
    folders.push_back(escaped(folder.path.string()) + (folder.refusal.empty() ? "" : ": " + folder.refusal));
  return fmt::format("no plugin was found in {}", folders.empty()
                                                      ? "any folder, as none was named"
                                                      : fmt::format("{}", fmt::join(folders, "; ")));
}

const RegistryEntry& Registry::at(std::string_view id) const {
  const auto slot = slots_.find(id);
  if (slot == slots_.end()) {
    std::vector<std::string> ids;
    for (const auto& [known, unused] : slots_) ids.push_back(known);
    throw ParamError(fmt::format("no component is called {}{} ({})", in_quotes(id), did_you_mean(id, ids),
                                 where_to_look()));
  }
  if (!slot->second.rival.empty())
    throw PluginError(fmt::format("two libraries define '{}': {} and {}; remove one of them", id,
                                  escaped(slot->second.entry.file.string()),
                                  escaped(slot->second.rival.string())));
  return slot->second.entry;
}

std::vector<const RegistryEntry*> Registry::entries() const {
  std::vector<const RegistryEntry*> all;
  for (const auto& [id, slot] : slots_) all.push_back(&slot.entry);
  return all;
}

const tamis_component& Registry::component(std::string_view id) {
  const RegistryEntry& entry = at(id);
  Slot& wanted = slots_.find(id)->second;
  if (!wanted.component) {
    try {
      const Manifest& manifest = manifests_[wanted.manifest];
      require_probe(entry.file, manifest);
      const std::vector<tamis_component> loaded = load_components(entry.file, manifest);
      for (std::size_t i = 0; i < loaded.size(); ++i) {
        Slot& slot = slots_.find(manifest.components[i].id)->second;
        if (slot.entry.file == entry.file) slot.component = loaded[i];
      }
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& e) {
      throw PluginError(fmt::format("{}: {}", escaped(entry.file.string()), e.what()));
    }
  }
  return *wanted.component;
}

void Registry::require_probe(const fs::path& file, const Manifest& manifest) {
  if (!probe_.wanted) return;
  std::optional<std::string> reason = cache_.find(file);
  if (!reason) {
    const std::string identity = identity_of(file);
    const ProbeOutcome outcome = probe_plugin(file, manifest, probe_, probe_program(folders_));
    if (identity_of(file) != identity) throw PluginError("it was changed while it was tried; run again");
    if (outcome.lasts) cache_.remember(file, identity, outcome.reason);
    reason = outcome.reason;
  }
  if (!reason->empty()) throw PluginError(*reason);
}

namespace {

bool is_absent_user_folder(const PluginFolder& folder) {
  std::error_code none;
  return folder.source == "user folder" && !fs::exists(folder.path, none);
}

}  // namespace

std::vector<std::string> refusals(const Registry& registry) {
  std::vector<std::string> lines;
  for (const PluginFolder& folder : registry.folders())
    if (!folder.refusal.empty() && folder.source != "installed" && !is_absent_user_folder(folder))
      lines.push_back(fmt::format("{} is not searched for plugins ({}): {}", escaped(folder.path.string()),
                                  folder.source, folder.refusal));
  for (const RefusedFile& file : registry.refused())
    lines.push_back(fmt::format("{}: {}", escaped(file.file.string()), file.reason));
  return lines;
}

}  // namespace tamis::framework
