#include <tamis/framework/run/provenance.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/sha256.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/version.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <tuple>

namespace tamis::framework {
namespace {

/// Inserts where the order by `key` wants it, unless it is there.
template <class T, class Key>
void insert_once(std::vector<T>& sorted, T value, const Key& key) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value,
                                   [&](const T& a, const T& b) { return key(a) < key(b); });
  if (at == sorted.end() || key(*at) != key(value)) sorted.insert(at, std::move(value));
}

const std::string& id_of(const ComponentSource& component) { return component.id; }

}  // namespace

void Provenance::add(const Plan& plan) {
  const RegistryEntry& entry = *plan.entry;
  insert_once(components_,
              {entry.descriptor.id, entry.file.filename().string(), entry.version, entry.sdk_revision,
               entry.file.empty() ? "" : sha256_of(entry.file)},
              id_of);
  for (const Plan& part : plan.parts) add(part);
}

void Provenance::add(const InputFile& file) {
  insert_once(files_, file, [](const InputFile& f) { return std::tie(f.path, f.sha256); });
}

void Provenance::add(const Provenance& other) {
  for (const ComponentSource& component : other.components_) insert_once(components_, component, id_of);
  for (const InputFile& file : other.files_) add(file);
}

nlohmann::json to_json(const Provenance& provenance) {
  nlohmann::json components = nlohmann::json::array(), files = nlohmann::json::array();
  for (const ComponentSource& c : provenance.components()) {
    components.push_back({{"id", c.id}, {"version", c.version}, {"sdk_revision", c.sdk_revision}});
    if (!c.library.empty()) components.back().update({{"library", c.library}, {"sha256", c.sha256}});
  }
  for (const InputFile& f : provenance.files())
    files.push_back({{"path", is_utf8(f.path) ? f.path : escaped(f.path)}, {"sha256", f.sha256}});
  return {{"tamis", version()}, {"components", std::move(components)}, {"files", std::move(files)}};
}

std::string sha256_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  Sha256 digest;
  std::vector<char> buffer(std::size_t{1} << 20);
  bool fine = in.is_open();
  while (fine && in) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    fine = !in.bad();
    digest.add({buffer.data(), static_cast<std::size_t>(in.gcount())});
  }
  if (!fine)
    throw DataError(
        fmt::format("{}: cannot be read for its digest, which the result records", escaped(file.string())));
  return digest.text();
}

}  // namespace tamis::framework
