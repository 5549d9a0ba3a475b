/// \file file_bytes.hpp
/// The bytes of a file: read piece by piece if it is a regular file, else, or after decompression, in memory.
#pragma once

#include <tamis/framework/data/read_table.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// A file is never mapped, since this process would be ended by a signal if another program truncated it. Reading is safe from
/// many threads at once.
class FileBytes {
 public:
  /// \param path  any bytes; messages show it escaped().
  /// \param most  the maximum number of bytes from an input without a size: a pipe, a device.
  /// \throws DataError  if it is missing (with the nearest name in its folder), a folder, a device,
  ///                    unreadable, or gives more than `most`.
  static FileBytes open(const std::string& path, std::uint64_t most);
  /// Takes ownership of a block from malloc.
  static FileBytes adopt(char* block, std::size_t size);
  FileBytes() = default;
  /// Borrowed bytes, which outlive this object and its copies.
  FileBytes(std::string_view bytes);

  std::size_t size() const { return size_; }
  /// Copies the bytes from `offset` on.
  /// \param to  ends within the file.
  /// \throws DataError
  void read(std::size_t offset, std::span<char> to) const;
  /// The bytes [from, to), cut at the end of the file: a view of memory, or read into `room`, which must not change while they
  /// are used.
  /// \throws DataError
  std::string_view piece(std::size_t from, std::size_t to, std::vector<char>& room) const;
  /// All bytes in memory.
  /// \throws DataError, std::bad_alloc
  FileBytes in_memory() const;
  std::string_view view() const { return {memory_.get(), size_}; }  ///< of bytes in memory

  /// The identity of the opened file, even if its path names another one by now.
  /// \throws DataError
  std::string sha256() const;
  /// \throws DataError  if the file changed its size or was written to since it was opened.
  void check_unchanged() const;

 private:
  struct File;
  std::shared_ptr<const File> file_;  // of what is not in memory
  std::shared_ptr<const char> memory_;
  std::size_t size_ = 0;
};

/// Reads a file by `parse`, and computes its digest at the same time if `wanted`. Returns the digest,
/// in hexadecimal, or "".
/// \throws DataError  as `parse`; or, instead, that the file changed while it was read.
std::string read_and_digest(const FileBytes& bytes, bool wanted, const std::function<void()>& parse);

/// "4 GB; unpack it, or allow more with `data.max_gigabytes = 8`".
/// \param remedy  "unpack it".
std::string byte_limit(std::uint64_t most, const std::string& remedy);

/// Whether the file starts as a gzip file does.
bool is_gzip(const FileBytes& bytes);
/// Decompresses all members. `path` is for messages.
/// \param most  the maximum number of decompressed bytes.
/// \throws DataError  if the data are damaged or truncated, or give more than `most` bytes.
FileBytes gunzip(const FileBytes& packed, const std::string& path, std::uint64_t most = kMostUnsized);

}  // namespace tamis::framework
