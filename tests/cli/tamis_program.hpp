/// \file tamis_program.hpp
/// Runs the program under test, and what its tests share.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace fs = std::filesystem;

struct Ran {
  int code = -1;
  std::string out, err;
};

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "tamis-cli-XXXXXX").string();
    if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return at(name);
  }
  std::string at(const std::string& name) const { return (path_ / name).string(); }
  std::string read(const std::string& name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

 private:
  fs::path path_;
};

inline Ran tamis(const std::string& arguments) {
  const Folder folder;
  const std::string command = std::string("'" TAMIS_PROGRAM "' ") + arguments + " >'" + folder.at("out") +
                              "' 2>'" + folder.at("err") + "' </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, folder.read("out"), folder.read("err")};
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline const std::string kIris = TAMIS_TEST_DATA "/iris.csv";
inline const std::string kSonar = TAMIS_TEST_DATA "/sonar.csv";
