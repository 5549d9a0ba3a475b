#include <tamis/framework/run/consistency.hpp>

#include <tamis/framework/run/provenance.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/version.hpp>
#include <tamis/numerics/simd.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace tamis::framework {
namespace {

struct Named {
  std::string name, digest;
};

/// Compares lists of things with digests, one name at a time, so that a sentence can say which differs.
void expect_same(Team& team, const std::string& what, const std::vector<Named>& mine) {
  std::string names;
  for (const Named& one : mine) names += one.name + '\n';
  expect_equal_in(team, fmt::format("the list of {}", what), names);
  std::string digests;
  for (const Named& one : mine) digests += one.digest + '\n';
  const std::vector<std::string> all = team.all_gather(digests, what);
  for (std::size_t r = 1; r < all.size(); ++r) {
    if (all[r] == all[0]) continue;
    const auto [first, other] = std::ranges::mismatch(all[0], all[r]);
    const auto which = std::min<std::size_t>(
        static_cast<std::size_t>(std::count(all[0].begin(), first, '\n')), mine.size() - 1);
    throw DataError(
        fmt::format("{} is not the same on {} and on {}: its SHA-256 is another one; give all "
                    "hosts the same file",
                    escaped(mine[which].name), team.host(0), team.host(r)));
  }
}

}  // namespace

void check_same_program(Team& team, const Registry& registry) {
  constexpr const char* kLevels[] = {"sse2", "avx2", "avx512"};
  expect_equal_in(team, "the version of tamis", version());
  expect_equal_in(team, "the vector instructions in use (TAMIS_VECTOR_LEVEL)",
                  kLevels[static_cast<int>(numerics::simd_path())]);
  std::vector<Named> libraries;
  std::map<std::filesystem::path, std::string> digests;  // a file may hold many
  for (const RegistryEntry* entry : registry.entries()) {
    std::string& digest = digests[entry->file];
    if (digest.empty() && !entry->file.empty()) digest = sha256_of(entry->file);
    libraries.push_back(
        {fmt::format("'{}' of {}", entry->descriptor.id, entry->file.filename().string()), digest});
  }
  expect_same(team, "components", libraries);
}

void check_same_files(Team& team, const std::vector<InputFile>& files) {
  std::vector<Named> read;
  for (const InputFile& file : files) read.push_back({file.path, file.sha256});
  expect_same(team, "files that were read", read);
}

}  // namespace tamis::framework
