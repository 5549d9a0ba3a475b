/// \file journal_file.hpp
/// A file of lines that one process adds to, and that outlives it.
#pragma once

#include <tamis/framework/support/open_file.hpp>

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace tamis::framework {

/// Bytes that it does not know are never changed before the caller says so. What was added survives the end
/// of the process at once, and a power cut when it is synced: with the first line that is added a second or
/// more after the last sync, and at the end.
class JournalFile {
 public:
  /// Opens the file, or makes it with its folder.
  /// \throws DataError  it is no regular file (a device would be read without an end), or a link; another
  ///                    process is at it; it cannot be written.
  explicit JournalFile(std::filesystem::path file);
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  /// Gives each line without its end, then says what follows the last one. For the beginning, once.
  /// \throws DataError  a line is longer than `longest` bytes; and what `take` throws.
  std::string read(std::size_t longest, const std::function<void(std::string_view line)>& take);
  /// Drops what followed the last line when it was read: a killed process was writing it.
  void drop_unfinished();
  /// \param line  with its end.
  /// \throws DataError  the disk is full, say; then nothing of it was added.
  void add(std::string_view line);
  /// \throws DataError  the disk failed.
  void sync();

  const std::filesystem::path& path() const { return file_; }
  /// What a sentence about the file begins with.
  std::string name() const;

 private:
  [[noreturn]] void fail(int error) const;

  std::filesystem::path file_;
  OpenFile open_;
  std::size_t size_ = 0;  // of the lines that stand in it
  bool unsynced_ = false;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace tamis::framework
