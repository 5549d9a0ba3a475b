/// \file journal.hpp
/// What an experiment has done so far, on disk.
#pragma once

#include "repeat_result.hpp"

#include <tamis/framework/run/journal_file.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tamis::framework {

/// One line per repeat, added when it is complete: a process that is killed loses the repeats that it was at.
/// A line that was not finished is dropped; one that is damaged costs its repeat.
class Journal {
 public:
  /// Reads what there is, and makes the folder where there is none.
  /// \param file  "": nothing is kept.
  /// \param identity  what the numbers depend on: config, code, data.
  /// \param points  the shape of the repeats of each point.
  /// \throws DataError  the file is no journal, or that of something else, and was left as it is; or it
  ///                    cannot be written.
  Journal(const std::filesystem::path& file, nlohmann::json identity, const std::vector<RepeatShape>& points);

  const std::map<RepeatKey, RepeatResult>& repeats() const { return repeats_; }
  /// Which lines were not used and why, in a sentence; "" where all were.
  std::string damage() const;
  /// Adds a repeat, in memory and on disk. One call at a time.
  /// \throws DataError  the disk is full, say.
  void add(RepeatKey key, RepeatResult repeat);
  /// From here on a power cut takes nothing away.
  /// \throws DataError
  void sync();
  /// Puts the lines in the order of the repeats: the same experiment leaves the same bytes. The last call.
  void sort();

 private:
  void read(const std::vector<RepeatShape>& points);

  nlohmann::json identity_;
  std::optional<JournalFile> file_;
  std::map<RepeatKey, RepeatResult> repeats_;
  std::size_t damaged_ = 0;
  std::string first_damage_;
};

}  // namespace tamis::framework
