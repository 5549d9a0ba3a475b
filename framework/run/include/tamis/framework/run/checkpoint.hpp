/// \file checkpoint.hpp
/// The cache of a run in a file, from which a killed run continues.
#pragma once

#include <tamis/framework/kernel/memory.hpp>
#include <tamis/framework/run/journal_file.hpp>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// keep() writes to the file at once if the last write was a hundredth of a second ago or more. So a killed process loses
/// the present step, and results that took no longer than that. An incomplete entry at the end is ignored; entries after a
/// damaged one are not used and computed again.
class Checkpoint final : public Memory {
 public:
  /// The first line of all of them.
  static constexpr std::string_view kFirstLine = "tamis checkpoint 1\n";
  /// When the file is created.
  enum class Begin {
    at_once,        ///< with the first entry
    after_a_minute  ///< of work; results of its first second are not stored
  };

  /// Reads the file if it exists; else it is created later.
  /// \throws DataError  the file is not a checkpoint, and is left unchanged; or another process is using it.
  explicit Checkpoint(std::filesystem::path file, Begin begin = Begin::at_once);
  ~Checkpoint() override;

  bool is_awake() const override;
  std::optional<std::string> recall(const MemoryKey& key) override;
  void keep(const MemoryKey& key, std::string_view bytes) override;

  /// Whether there is a file.
  bool has_file() const;
  /// The number of entries from earlier runs, of lookups so far, and of successful lookups.
  std::size_t found() const { return pieces_.size(); }
  std::size_t asked() const { return asked_; }
  std::size_t recalled() const { return recalled_; }
  /// A sentence on a problem, or "": a part of the file is damaged, or the disk is full and nothing more is stored.
  std::string trouble() const;
  /// Writes pending entries.
  void flush();
  /// Deletes the file, since the run is complete.
  void remove();

 private:
  using Clock = std::chrono::steady_clock;
  struct Piece {
    MemoryKey key;
    std::size_t offset, size;
    bool operator<(const Piece& other) const { return key < other.key; }
  };
  std::vector<Piece> open();
  void write();

  std::filesystem::path path_;
  const Clock::time_point begun_ = Clock::now();
  Begin begin_;
  std::optional<JournalFile> file_;
  std::vector<Piece> pieces_;  // of earlier runs, by key
  std::atomic<std::size_t> asked_{0}, recalled_{0};
  mutable std::mutex mutex_;  // of what follows, and of writing
  std::string pending_;
  Clock::time_point written_;
  std::string trouble_;
  bool is_broken_ = false;
};

}  // namespace tamis::framework
