/// \file journal_file.hpp
/// A file that one process adds to, piece by piece, and that outlives it.
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
/// of the process at once, and a power cut when it is synced: with the first piece that is added a second or
/// more after the last sync, and at the end.
class JournalFile {
 public:
  /// What its sentences say of it.
  struct Words {
    const char* owner;   ///< whose work it keeps: "experiment"
    const char* remedy;  ///< "write to another folder"
  };

  /// Opens the file, or makes it with its folder.
  /// \throws DataError  it is no regular file (a device would be read without an end), or a link; another
  ///                    process is at it; it cannot be written.
  JournalFile(std::filesystem::path file, Words words);
  ~JournalFile();
  JournalFile(const JournalFile&) = delete;
  JournalFile& operator=(const JournalFile&) = delete;

  /// Gives what it holds: `take` says how many bytes at the beginning of a text are whole pieces, and gets the
  /// others again with more behind them. For the beginning, once.
  /// \returns what follows the last whole piece.
  /// \throws DataError  a piece is longer than `longest` bytes; and what `take` throws.
  std::string read(std::size_t longest, const std::function<std::size_t(std::string_view text)>& take);
  /// The same, with lines for pieces; `take` gets each without its end.
  std::string read_lines(std::size_t longest, const std::function<void(std::string_view line)>& take);
  /// Bytes that stand in it.
  /// \throws DataError  it cannot be read, or ends before.
  std::string read_at(std::size_t offset, std::size_t size) const;
  /// Drops what followed the last piece when it was read: a killed process was writing it.
  void drop_unfinished();
  /// \param piece  whole.
  /// \throws DataError  the disk is full, say; then nothing of it was added.
  void add(std::string_view piece);
  /// \throws DataError  the disk failed.
  void sync();

  const std::filesystem::path& path() const { return file_; }
  std::size_t size() const { return size_; }
  /// What a sentence about the file begins with.
  std::string name() const;

 private:
  [[noreturn]] void fail(const char* what, int error) const;

  std::filesystem::path file_;
  Words words_;
  OpenFile open_;
  std::size_t size_ = 0;  // of the pieces that stand in it
  bool unsynced_ = false;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace tamis::framework
