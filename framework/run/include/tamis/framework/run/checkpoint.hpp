/// \file checkpoint.hpp
/// The memory of a run in a file: a process that was killed goes on from there.
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

/// What was kept is in the file when keep() returns, where a hundredth of a second has passed since the last
/// time; so a process that is killed loses the step at hand, and what took no longer than that. A piece that
/// was not finished is dropped; what stands behind a damaged one is not used and computed again.
class Checkpoint final : public Memory {
 public:
  /// The first line of all of them.
  static constexpr std::string_view kFirstLine = "tamis checkpoint 1\n";
  /// When a file is begun.
  enum class Begin {
    at_once,        ///< with the first thing that is kept
    after_a_minute  ///< of work; what was computed in its first second is not kept
  };

  /// Reads what there is; where there is nothing, the file is made later.
  /// \throws DataError  the file is no checkpoint, and was left as it is; another process is at it.
  explicit Checkpoint(std::filesystem::path file, Begin begin = Begin::at_once);
  ~Checkpoint() override;

  bool is_awake() const override;
  std::optional<std::string> recall(const MemoryKey& key) override;
  void keep(const MemoryKey& key, std::string_view bytes) override;

  /// Whether there is a file.
  bool has_file() const;
  /// Pieces that an earlier run has left, how often this one has asked for one so far, and has found it.
  std::size_t found() const { return pieces_.size(); }
  std::size_t asked() const { return asked_; }
  std::size_t recalled() const { return recalled_; }
  /// What went wrong, in a sentence, or "": a part was damaged, or the disk is full and nothing more is kept.
  std::string trouble() const;
  /// Writes what is still in memory.
  void flush();
  /// The run is complete: no file is left.
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
