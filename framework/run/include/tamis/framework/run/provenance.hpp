/// \file provenance.hpp
/// Which code and which files a result came from.
#pragma once

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/support/input_file.hpp>

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tamis::framework {

/// Where a component came from. Its effective options stand beside its `use` in the result.
struct ComponentSource {
  std::string id;
  std::string library;  ///< the file's name; "" for a component of the program itself
  std::string version;  ///< of the library
  int sdk_revision = 0;
  std::string sha256;  ///< of the file, in hexadecimal
};

/// Holds no folder of a library, time or host: the same files anywhere give the same bytes.
class Provenance {
 public:
  /// The component of a plan, and its parts.
  void add(const Plan& plan);
  /// A file that the run has read. One that it read twice and that changed in between is listed twice.
  void add(const InputFile& file);
  /// What another one holds.
  void add(const Provenance& other);

  const std::vector<ComponentSource>& components() const { return components_; }  ///< by id, each once
  const std::vector<InputFile>& files() const { return files_; }                  ///< by path

 private:
  std::vector<ComponentSource> components_;
  std::vector<InputFile> files_;
};

nlohmann::json to_json(const Provenance& provenance);

/// SHA-256 in hexadecimal, as `sha256sum` prints it. About 2 GB/s.
/// \throws DataError  the file cannot be read.
std::string sha256_of(const std::filesystem::path& file);

}  // namespace tamis::framework
