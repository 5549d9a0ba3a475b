/// \file open_file.hpp
/// What is done with descriptors of files that are written: the one place for it.
#pragma once

#include <string_view>
#include <utility>

namespace tamis::framework {

/// An open file or folder, closed with this object.
class OpenFile {
 public:
  explicit OpenFile(int number = -1) : number_(number) {}
  OpenFile(OpenFile&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  OpenFile& operator=(OpenFile&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~OpenFile();
  int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// Closes it now.
  /// \returns whether all that was written has arrived.
  bool close();

 private:
  int number_;
};

/// \returns false, with errno, where not all was written.
bool write_all(int file, std::string_view text);

/// \returns false, with errno, where what was written may not be on the disk. File systems that have nothing
///   to sync are fine.
bool sync_file(int file);

/// The same of the names in a folder. One that cannot be opened for reading is fine, too.
/// \param folder  may be opened by O_PATH, or AT_FDCWD.
bool sync_folder(int folder);

}  // namespace tamis::framework
