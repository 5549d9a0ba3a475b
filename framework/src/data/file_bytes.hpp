/// \file file_bytes.hpp
/// The bytes of a file: mapped when it is a regular file, read into memory otherwise, inflated when gzipped.
#pragma once

#include <memory>
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

 private:
  std::shared_ptr<const char> owner_;
  std::string_view view_;
};

/// Whether the bytes start as a gzip file does.
bool is_gzip(std::string_view bytes);
/// Inflates all members. `path` is for messages. \throws DataError when the data are damaged or cut off.
FileBytes gunzip(const FileBytes& packed, const std::string& path);

}  // namespace tamis::framework
