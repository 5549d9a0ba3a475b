/// \file journal.hpp
/// What an experiment has done so far, on disk.
#pragma once

#include <tamis/framework/experiment/measurement.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace tamis::framework {

/// One line per unit, added when it is complete: a process that is killed loses the units that it was at. A
/// line that was not finished is dropped.
class Journal {
 public:
  struct Unit {
    std::vector<Measurement> measurements;
    std::vector<std::string> warnings;
  };
  /// Points and repeats stay what they are when more repeats are asked for later.
  struct Key {
    std::uint64_t point = 0, repeat = 0;
    auto operator<=>(const Key&) const = default;
  };

  /// Reads what there is, and makes the folder where there is none. \param identity  what the numbers depend
  /// on: config, code, data. \param file  "": nothing is kept. \throws DataError  the file is the journal of
  /// something else, is damaged, or cannot be written.
  Journal(std::filesystem::path file, const nlohmann::json& identity);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::map<Key, Unit>& units() const { return units_; }
  /// Adds a unit, in memory and on disk. One call at a time. \throws DataError  the disk is full, say.
  void add(Key key, Unit unit);
  /// Puts the lines in the order of the units: the same experiment leaves the same bytes.
  void sort();

 private:
  void read();
  void append(const std::string& line);

  std::filesystem::path file_;
  std::string header_;
  std::map<Key, Unit> units_;
  int descriptor_ = -1;
};

}  // namespace tamis::framework
