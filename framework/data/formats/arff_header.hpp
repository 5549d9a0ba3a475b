/// \file arff_header.hpp
/// The words of an ARFF line, and what comes before @data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// Takes the words of one line, from left to right.
struct ArffLine {
  std::string place;      ///< "a.arff:12", for messages
  std::string_view rest;  ///< trimmed

  struct Word {
    std::string text;
    bool quoted = false;
  };
  /// The next word: in single or double quotes with backslash escapes, else up to a character of `stops`,
  /// trimmed. Leaves `rest` at what follows it.
  /// \throws DataError  a quote that is never closed.
  Word take(std::string_view stops);
  /// Steps over `mark` if it comes next.
  bool skip(char mark);
  [[noreturn]] void fail(const std::string& what) const;
};

enum class ArffType { numeric, nominal, text, hierarchical };

struct ArffAttribute {
  std::string name;
  ArffType type = ArffType::numeric;
  std::vector<std::string> values;  ///< of a nominal or hierarchical one
};

struct ArffHeader {
  std::vector<ArffAttribute> attributes;
  std::string_view data;   ///< what follows the line @data
  std::uint64_t line = 0;  ///< its first line, from 1
};

/// Whether a trimmed line says nothing.
inline bool is_arff_comment(std::string_view line) { return line.empty() || line.front() == '%'; }

/// \throws DataError
ArffHeader read_arff_header(std::string_view text, const std::string& path);

}  // namespace tamis::framework
