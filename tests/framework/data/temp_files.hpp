/// \file temp_files.hpp
/// A folder of small files for one test, and the messages of what it throws.
#pragma once

#include <tamis/errors.hpp>

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Whether a string of the list has the part.
inline bool contains(const std::vector<std::string>& list, const std::string& part) {
  for (const std::string& item : list)
    if (item.find(part) != std::string::npos) return true;
  return false;
}

class TempFiles {
 public:
  TempFiles() {
    std::string pattern = (std::filesystem::temp_directory_path() / "tamis_data_XXXXXX").string();
    if (!::mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
    folder_ = pattern;
  }
  ~TempFiles() { std::filesystem::remove_all(folder_); }
  TempFiles(const TempFiles&) = delete;
  TempFiles& operator=(const TempFiles&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

  /// The message of the tamis error that `act` throws, without the folder; "" when it throws none.
  template <class Error, class Act>
  std::string message(Act&& act) const {
    try {
      act();
    } catch (const Error& error) {
      std::string text = error.what();
      for (std::size_t at; (at = text.find(folder_ + "/")) != std::string::npos;)
        text.erase(at, folder_.size() + 1);
      return text;
    }
    return "";
  }
  template <class Act>
  std::string data_error(Act&& act) const {
    return message<tamis::DataError>(act);
  }
  template <class Act>
  std::string param_error(Act&& act) const {
    return message<tamis::ParamError>(act);
  }

 private:
  std::string folder_;
};
