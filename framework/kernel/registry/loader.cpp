#include <tamis/framework/kernel/loader.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#define BOOST_DLL_USE_STD_FS  // std::filesystem instead of the compiled boost_filesystem
#include <boost/dll/shared_library.hpp>

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cfenv>
#include <cstddef>
#include <cstring>
#include <deque>
#include <mutex>

namespace tamis::framework {
namespace dll = boost::dll;
namespace {

/// Puts back the rounding mode, the exception masks and (on x86) flush-to-zero.
class KeepFloatingPoint {
 public:
  KeepFloatingPoint() { std::fegetenv(&kept_); }
  KeepFloatingPoint(const KeepFloatingPoint&) = delete;
  KeepFloatingPoint& operator=(const KeepFloatingPoint&) = delete;
  ~KeepFloatingPoint() { std::fesetenv(&kept_); }

 private:
  std::fenv_t kept_{};
};

/// The structs as far as version 1 had them: what later versions add, a plugin need not have.
constexpr auto kLeastPlugin =
    offsetof(tamis_plugin, component_stride) + sizeof(tamis_plugin::component_stride);
constexpr auto kLeastComponent = offsetof(tamis_component, destroy) + sizeof(tamis_component::destroy);

/// What dlerror() said, without the words that Boost.DLL puts around it.
std::string_view said_by_system(std::string_view words) {
  constexpr std::string_view kBefore = "dlerror system message: ", kBehind = "): Bad file descriptor";
  if (const auto end = words.rfind(kBehind); end != words.npos) words = words.substr(0, end);
  if (const auto at = words.find(kBefore); at != words.npos) words.remove_prefix(at + kBefore.size());
  return words;
}

dll::shared_library& open_for_good(const std::filesystem::path& file) {
  // never destroyed: destruction would unmap libraries while other destructors may still need them
  static auto& kept = *new std::deque<dll::shared_library>;
  static std::mutex keeping;  // registries on several threads may load at once
  const auto mode = static_cast<dll::load_mode::type>(
      static_cast<unsigned>(dll::load_mode::rtld_now | dll::load_mode::rtld_local) | RTLD_NODELETE);
  const KeepFloatingPoint restore;
  try {
    const std::lock_guard lock(keeping);
    return kept.emplace_back(file, mode);
  } catch (const std::exception& e) {
    throw PluginError(fmt::format("it does not load: {}; `ldd -r` on it lists what it lacks",
                                  shown(said_by_system(e.what()), kLongestSaid)));
  }
}

}  // namespace

std::vector<tamis_component> load_components(const std::filesystem::path& file, const Manifest& manifest) {
  dll::shared_library& library = open_for_good(file);
  if (!library.has("tamis_plugin_1"))
    throw PluginError(
        "it does not export tamis_plugin_1; build it with tamis_add_plugin, or make the symbol visible");
  const auto& plugin = library.get<const tamis_plugin>("tamis_plugin_1");

  // the library on disk may have changed between reading its manifest and loading it
  if (plugin.size < kLeastPlugin || !plugin.manifest.data || !plugin.components ||
      plugin.component_stride < kLeastComponent)
    throw PluginError(
        "its tamis_plugin_1 is incomplete: a manifest, components and the sizes of both structs belong "
        "there; build it again");
  if (std::string_view(plugin.manifest.data, plugin.manifest.size) != manifest.text)
    throw PluginError("the manifest in the file is not the one in the loaded library; build it again");
  if (plugin.n_components != manifest.components.size())
    throw PluginError(
        fmt::format("its manifest lists {} components, but the library offers {}; build it again",
                    manifest.components.size(), plugin.n_components));
  std::vector<tamis_component> components(plugin.n_components);
  for (std::size_t i = 0; i < components.size(); ++i) {
    std::memcpy(&components[i],
                reinterpret_cast<const char*>(plugin.components) + i * plugin.component_stride,
                std::min<std::size_t>(plugin.component_stride, sizeof(tamis_component)));
    const tamis_component& c = components[i];
    const Descriptor& promised = manifest.components[i];
    if (c.size < kLeastComponent || !c.id || !c.interface_id || !c.table || !c.create || !c.destroy)
      throw PluginError(fmt::format(
          "its component '{}' lacks a name, table, create or destroy; fill in all of tamis_component",
          promised.id));
    if (promised.id != c.id || promised.interface_id != c.interface_id)
      throw PluginError(
          fmt::format("its manifest promises {} '{}', but the library offers {} '{}'; build it again",
                      promised.interface_id, promised.id, shown(c.interface_id), shown(c.id)));
  }
  return components;
}

}  // namespace tamis::framework
