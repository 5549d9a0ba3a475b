// The user's cache of what probes of plugins found: damage is an empty memory. IDENTITY in an input is that
// of the folder "/", so that a verdict can be found.
#include "harness.hpp"
#include "memory_file.hpp"

#include <tamis/framework/kernel/probe.hpp>

namespace {

using namespace tamis::framework;

std::string with_identity(std::string text) {
  constexpr std::string_view kWord = "IDENTITY";
  const std::size_t at = text.find(kWord);
  return at == std::string::npos ? text : text.replace(at, kWord.size(), identity_of("/"));
}

const tamis::fuzz::Harness verdicts("verdicts", [](tamis::fuzz::Input input) {
  const tamis::fuzz::MemoryFile file(with_identity(std::string(input.rest())));
  if (const auto verdict = ProbeCache(file.path()).find("/")) tamis::fuzz::use(*verdict);
});

}  // namespace
