/// \file score_log.hpp
/// Every score of a run, for other tools.
#pragma once

#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/kernel/observer.hpp>
#include <tamis/framework/support/open_file.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace tamis::framework {

/// A CSV file with a row per score, in the order in which they were asked for: `call`, from 1; `subset`, the
/// names that the move starts from, with ; between them; `move`, add, remove or whole; `feature`, "" of
/// whole; `score`, which may be inf or -inf; `reason`. All rows of a call have the same subset, which stands
/// in the first one alone, so that the file grows by the scores and not by the square of the features.
///
/// The rows of a run that is stopped are there, but for those of its last second.
class ScoreLog {
 public:
  /// The first line of all of them.
  static constexpr std::string_view kHeader = "call,subset,move,feature,score,reason\n";

  /// The file is begun anew with the first score.
  explicit ScoreLog(std::filesystem::path file, CsvFor reader = CsvFor::program)
      : path_(std::move(file)), reader_(reader) {}
  ~ScoreLog();
  ScoreLog(const ScoreLog&) = delete;
  ScoreLog& operator=(const ScoreLog&) = delete;

  /// A file that cannot be written is told by close(): the run goes on.
  void add(const ScoredCall& call);
  /// Writes what is left.
  /// \throws DataError  not all could be written.
  void close();

 private:
  void flush();

  std::filesystem::path path_;
  CsvFor reader_;
  OpenFile file_;
  std::string pending_{kHeader};
  std::uint64_t calls_ = 0;
  std::chrono::steady_clock::time_point written_ = std::chrono::steady_clock::now();
  int error_ = 0;
  bool is_closed_ = false;
};

}  // namespace tamis::framework
