/// \file output_place.hpp
/// Where a file that is to be written really lies: found step by step, and held by its folder, so that nobody
/// can put a link in the way later.
#pragma once

#include <tamis/framework/support/open_file.hpp>

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

namespace tamis::framework {

/// The folder and the name of a file that may not be there yet. Links are followed, but for those in folders
/// that others can write to: whoever puts one there would choose which file is replaced.
class OutputPlace {
 public:
  /// \throws DataError  there is no such folder, or such a link on the way.
  explicit OutputPlace(const std::filesystem::path& file);

  int folder() const { return folder_.number(); }    ///< for openat() and its like; cannot be read
  const std::string& name() const { return name_; }  ///< in the folder; "." where a folder was named
  std::optional<struct stat> present() const;        ///< what has the name now, which is no link
  struct stat folder_status() const;

 private:
  OpenFile folder_;
  std::string name_;
};

/// The descriptor that a path stands for (/dev/stdout, /dev/fd/3, /proc/self/fd/3): it is open already,
/// perhaps to what has no name. nullopt: the path names a file.
std::optional<int> open_descriptor(const std::filesystem::path& file);

/// \throws DataError  "r.json: cannot be written (No space left on device)", by errno.
[[noreturn]] void fail_to_write(const std::filesystem::path& file);

}  // namespace tamis::framework
