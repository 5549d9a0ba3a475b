/// \file registry.hpp
/// All components that can be named in a config, from files and from this program.
#pragma once

#include <tamis/framework/kernel/descriptor.hpp>
#include <tamis/framework/kernel/folders.hpp>
#include <tamis/framework/kernel/probe.hpp>
#include <tamis/framework/support/container_abi.hpp>
#include <tamis/plugin.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// A component that can be used.
struct RegistryEntry {
  Descriptor descriptor;
  std::filesystem::path file;  ///< empty for a component of this program
  std::string version;         ///< of the library
  int sdk_revision = 0;        ///< that it was built with
};

/// A file that was found and cannot be used, with all its problems.
struct RefusedFile {
  std::filesystem::path file;
  std::string reason;
};

/// Finds components by their manifests; loads a library when one of its components is first created. Not for
/// use by several threads at once, but for component() of libraries that are loaded.
class Registry {
 public:
  /// An empty registry, for programs that add their own components only.
  Registry() = default;
  /// Reads the manifest of each *.so in the accepted folders; loads no library. A broken or foreign file, or one that failed
  /// its probe, is refused; the others are used.
  explicit Registry(std::vector<PluginFolder> folders, const Probe& probe = {});

  /// Registers a component class of this program: `registry.add<MyCriterion>();`
  /// \throws PluginError  when the id is taken.
  template <class T>
  void add() {
    static_assert(detail::well_formed<T>());
    add(detail::Factory<T>::kComponent, {detail::kLine<T>.data(), detail::kLine<T>.size()});
  }
  /// The same for a component of any origin. `line` is its line of a manifest.
  void add(const tamis_component& component, std::string_view line);

  /// Reads the manifest of one file, in any folder; its components replace others with the same ids.
  /// \throws PluginError  with all problems of the file.
  void prefer(const std::filesystem::path& file);

  /// \throws ParamError  for an unknown id, with the nearest known one and, where no file has a component,
  ///                     the folders.
  /// \throws PluginError  when two files define the id.
  const RegistryEntry& at(std::string_view id) const;
  /// The same without an exception: nullptr for an unknown id.
  const RegistryEntry* find(std::string_view id) const;
  /// Sorted by id.
  std::vector<const RegistryEntry*> entries() const;
  /// The folders that were searched or refused, in order.
  const std::vector<PluginFolder>& folders() const { return folders_; }
  /// Files that look like plugins and are not used.
  const std::vector<RefusedFile>& refused() const { return refused_; }

  /// The component with an id; loads its library if needed, after a probe in a child process if the file was never tried
  /// before. The returned table is valid as long as the process.
  ///
  /// Threads: only one thread may call it while it may have to load a library; for loaded libraries many threads may. So call
  /// it once for each id before starting threads.
  /// \throws ParamError   an unknown id, as at().
  /// \throws PluginError  the file cannot be loaded, or did not pass its probe; names the file.
  /// \throws Cancelled    the probe was interrupted (Probe::interrupted).
  const tamis_component& component(std::string_view id);

 private:
  struct Slot {
    RegistryEntry entry;
    std::size_t manifest = 0;                  ///< in manifests_
    std::optional<tamis_component> component;  ///< once loaded
    std::filesystem::path rival;               ///< another file that defines the same id
  };

  void read(const std::filesystem::path& file);
  /// For a user who named an unknown component: all known components, or the folders that have none.
  std::string where_to_look() const;
  void require_probe(const std::filesystem::path& file, const Manifest& manifest);

  std::map<std::string, Slot, std::less<>> slots_;
  std::vector<Manifest> manifests_;
  std::vector<PluginFolder> folders_;
  std::vector<RefusedFile> refused_;
  Probe probe_;
  ProbeCache cache_{{}};
};

/// One line per file that is not used, and per folder of the user that is not searched.
std::vector<std::string> refusals(const Registry& registry);

}  // namespace tamis::framework
