/// \file file_bytes.hpp
/// The bytes of a file: mapped when it is a regular file, read into memory otherwise, inflated when gzipped.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace tamis::framework {

class FileBytes {
 public:
  /// \param path  any bytes; messages show it escaped().
  /// \throws DataError  when it is missing (with the nearest name in its folder), a folder or unreadable.
  static FileBytes open(const std::string& path);
  /// Takes over a block from malloc.
  static FileBytes adopt(char* block, std::size_t size);

  std::string_view view() const { return view_; }
  /// Copies the bytes from `offset` on. Those of a regular file are read, not taken from its map: a reader
  /// that looks at each byte once has no second copy of the file among its pages, and a file that another
  /// program cuts off meanwhile is an error, not a signal. For any number of threads at once.
  /// \param to  ends within view().
  /// \throws DataError
  void read(std::size_t offset, std::span<char> to) const;

 private:
  struct File;
  std::shared_ptr<const File> file_;  // of a map
  std::shared_ptr<const char> owner_;
  std::string_view view_;
};

/// Whether the bytes start as a gzip file does.
bool is_gzip(std::string_view bytes);
/// Inflates all members. `path` is for messages. \throws DataError when the data are damaged or cut off.
FileBytes gunzip(const FileBytes& packed, const std::string& path);

}  // namespace tamis::framework
