#include <tamis/framework/run/provenance.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/text.hpp>
#include <tamis/framework/version.hpp>

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>

namespace tamis::framework {
namespace {

/// Inserts where the order by `key` wants it, unless it is there.
template <class T>
void insert_once(std::vector<T>& sorted, T value, std::string T::*key) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value,
                                   [key](const T& a, const T& b) { return a.*key < b.*key; });
  if (at == sorted.end() || (*at).*key != value.*key) sorted.insert(at, std::move(value));
}

}  // namespace

void Provenance::add(const Plan& plan) {
  const RegistryEntry& entry = *plan.entry;
  insert_once(components_,
              {entry.descriptor.id, entry.file.filename().string(), entry.version, entry.sdk_revision,
               entry.file.empty() ? "" : sha256_of(entry.file)},
              &ComponentSource::id);
  for (const Plan& part : plan.parts) add(part);
}

void Provenance::add_file(const std::filesystem::path& file) {
  insert_once(files_, {escaped(file.string()), sha256_of(file)}, &InputFile::path);
}

void Provenance::add(const Provenance& other) {
  for (const ComponentSource& component : other.components_)
    insert_once(components_, component, &ComponentSource::id);
  for (const InputFile& file : other.files_) insert_once(files_, file, &InputFile::path);
}

nlohmann::json to_json(const Provenance& provenance) {
  nlohmann::json components = nlohmann::json::array(), files = nlohmann::json::array();
  for (const ComponentSource& c : provenance.components()) {
    components.push_back({{"id", c.id}, {"version", c.version}, {"sdk_revision", c.sdk_revision}});
    if (!c.library.empty()) components.back().update({{"library", c.library}, {"sha256", c.sha256}});
  }
  for (const InputFile& f : provenance.files()) files.push_back({{"path", f.path}, {"sha256", f.sha256}});
  return {{"tamis", version()}, {"components", std::move(components)}, {"files", std::move(files)}};
}

std::string sha256_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  bool fine = in && digest && EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) == 1;
  std::vector<char> buffer(std::size_t{1} << 20);
  while (fine && in) {
    in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    fine = !in.bad() &&
           EVP_DigestUpdate(digest.get(), buffer.data(), static_cast<std::size_t>(in.gcount())) == 1;
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  if (!fine || EVP_DigestFinal_ex(digest.get(), bytes.data(), &size) != 1)
    throw DataError(
        fmt::format("{}: cannot be read for its digest, which the result records", file.string()));
  std::string text;
  for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

}  // namespace tamis::framework
