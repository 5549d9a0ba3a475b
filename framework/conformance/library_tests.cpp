/// Level 1: the file loads, and is what it says.
#include "exported_symbols.hpp"
#include "tests.hpp"
#include "verdicts.hpp"

#include <tamis/framework/kernel/loader.hpp>
#include <tamis/framework/support/text.hpp>

#include <dlfcn.h>

#include <chrono>

namespace tamis::framework::conformance {
namespace libraries {

namespace fs = std::filesystem;

/// Hundreds of libraries are loaded where a plugin is looked for; none should be felt. Nor is a slow one tried
/// further, since every test loads it again.
constexpr std::chrono::seconds kLongestLoad{1};

void open_bare(const fs::path& file) {
  if (!::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE))
    fail("it does not load: {}; link the library that defines what is missing", ::dlerror());
}

void loads(const fs::path& file, const Manifest&) { open_bare(file); }

void loads_quickly(const fs::path& file, const Manifest&) {
  const auto start = std::chrono::steady_clock::now();
  open_bare(file);
  if (std::chrono::steady_clock::now() - start > kLongestLoad)
    fail("it takes more than {} s to load; do the work in prepare(), not in the constructors of globals",
         kLongestLoad.count());
}

void exports_one_symbol(const fs::path& file, const Manifest&) {
  std::vector<std::string> exported = exported_symbols(file);
  if (exported == std::vector<std::string>{"tamis_plugin_1"}) return;
  if (std::erase(exported, "tamis_plugin_1") == 0) fail("it does not export tamis_plugin_1");
  fail(
      "it exports {} beside tamis_plugin_1, which may clash with those of other plugins ({}); hide them as "
      "tamis_add_plugin does",
      counted(exported.size(), "symbol"), listed(exported, 4));
}

void manifest_equals_table(const fs::path& file, const Manifest& manifest) {
  try {
    load_components(file, manifest);
  } catch (const PluginError& e) {
    fail("{}", e.what());
  }
}

void loads_again_after_closing(const fs::path& file, const Manifest& manifest) {
  void* first = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!first || ::dlclose(first) != 0) fail("it cannot be closed: {}", ::dlerror());
  manifest_equals_table(file, manifest);
}

constexpr LibraryTest kTests[] = {{1, "loads", true, loads},
                                  {1, "loads_quickly", true, loads_quickly},
                                  {1, "exports_one_symbol", false, exports_one_symbol},
                                  {1, "manifest_equals_table", true, manifest_equals_table},
                                  {1, "loads_again_after_closing", false, loads_again_after_closing}};

}  // namespace libraries

std::span<const LibraryTest> library_tests() { return libraries::kTests; }

}  // namespace tamis::framework::conformance
