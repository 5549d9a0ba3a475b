/// \file file_bytes.hpp
/// The bytes of a file: read piece by piece where it is a regular file, in memory where it is not, or where
/// they were inflated.
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

/// A file is never mapped: one that another program cuts off would end this one by a signal. All reading is
/// for any number of threads at once.
class FileBytes {
 public:
  /// \param path  any bytes; messages show it escaped().
  /// \param most  of bytes that are taken from what has no size: a pipe, a device.
  /// \throws DataError  when it is missing (with the nearest name in its folder), a folder, a device,
  ///                    unreadable, or gives more than `most`.
  static FileBytes open(const std::string& path, std::uint64_t most);
  /// Takes over a block from malloc.
  static FileBytes adopt(char* block, std::size_t size);
  FileBytes() = default;
  /// Bytes that somebody else holds, for longer than this object and its copies live.
  FileBytes(std::string_view bytes);

  std::size_t size() const { return size_; }
  /// Copies the bytes from `offset` on.
  /// \param to  ends within the file.
  /// \throws DataError
  void read(std::size_t offset, std::span<char> to) const;
  /// Those of [from, to): as they lie in memory, or read into `room`, which must stay as it is while they are
  /// looked at. Both are cut at the end of the file.
  /// \throws DataError
  std::string_view piece(std::size_t from, std::size_t to, std::vector<char>& room) const;
  /// All of them in memory.
  /// \throws DataError, std::bad_alloc
  FileBytes in_memory() const;
  std::string_view view() const { return {memory_.get(), size_}; }  ///< of bytes in memory

  /// Of what was opened, whatever its path names by now.
  /// \throws DataError
  std::string sha256() const;
  /// \throws DataError  when the file has another size, or was written to, since it was opened.
  void check_unchanged() const;

 private:
  struct File;
  std::shared_ptr<const File> file_;  // of what is not in memory
  std::shared_ptr<const char> memory_;
  std::size_t size_ = 0;
};

/// Reads a file by `parse`, and makes its digest at the same time where it is `wanted`. Returns the digest,
/// in hexadecimal, or "".
/// \throws DataError  what `parse` throws; instead, that the file changed while it was read.
std::string read_and_digest(const FileBytes& bytes, bool wanted, const std::function<void()>& parse);

/// "4 GB; unpack it, or allow more with `data.max_gigabytes = 8`".
/// \param remedy  "unpack it".
std::string byte_limit(std::uint64_t most, const std::string& remedy);

/// Whether the file starts as a gzip file does.
bool is_gzip(const FileBytes& bytes);
/// Inflates all members. `path` is for messages.
/// \param most  of bytes that may come out.
/// \throws DataError  when the data are damaged or cut off, or give more than `most`.
FileBytes gunzip(const FileBytes& packed, const std::string& path, std::uint64_t most = kMostUnsized);

}  // namespace tamis::framework
