/// \file score_log.hpp
/// A log of every score of a run, for other tools.
#pragma once

#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/kernel/observer.hpp>
#include <tamis/framework/support/open_file.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace tamis::framework {

/// A CSV file with a row per score, in the order of the calls: `call`, from 1; `subset`, the names of the features from which
/// the move starts, separated by semicolons; `move`, add, remove or whole; `feature`, "" for whole; `score`, which may be inf or -inf;
/// `reason`. All rows of a call have the same subset, which is written in the first row only, so that the file grows with the
/// number of scores and not with the square of the features.
///
/// After an interruption the file has all rows but those of the last second.
class ScoreLog {
 public:
  /// The first line of all of them.
  static constexpr std::string_view kHeader = "call,subset,move,feature,score,reason\n";

  /// The file is overwritten with the first score.
  explicit ScoreLog(std::filesystem::path file, CsvFor reader = CsvFor::program)
      : path_(std::move(file)), reader_(reader) {}
  ~ScoreLog();
  ScoreLog(const ScoreLog&) = delete;
  ScoreLog& operator=(const ScoreLog&) = delete;

  /// Does not throw, so that the run continues; close() reports write errors.
  void add(const ScoredCall& call);
  /// Writes the pending rows.
  /// \throws DataError  rows could not be written.
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
