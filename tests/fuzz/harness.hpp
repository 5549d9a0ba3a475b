/// \file harness.hpp
/// What a harness is, and what it holds a reader to beside its memory.
#pragma once

#include <tamis/errors.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::fuzz {

/// The bytes of one input. The first few choose options of the reader, the others are what it reads.
class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}
  /// The next byte; 0 where there is none.
  unsigned byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    return first;
  }
  /// What was not taken. It ends where the block of memory ends: a sanitizer sees a read beyond.
  std::string_view rest() const { return rest_; }
  /// What stands before the next form feed, which is taken too.
  std::string_view part() {
    const std::size_t end = rest_.find('\f');
    const std::string_view before = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    return before;
  }

 private:
  std::string_view rest_;
};

/// A reader and how it is called. A program has the harnesses that are linked into it.
struct Harness {
  const char* name;  ///< of its folder of kept inputs
  void (*run)(Input);

  Harness(const char* name, void (*run)(Input));
  static const std::vector<Harness>& all();
};

/// Ends the program, which the fuzzer takes for a crash.
[[noreturn]] void fail(const std::string& why);

/// Whether a sentence spans lines by intent.
enum class Lines { one, several };
/// Fails where a person cannot read the sentence of an error, or where it would steer a terminal.
void check_sentence(const std::string& sentence, Lines lines);

/// Calls `read`, which may refuse its input with a tamis::Error and throws nothing else.
/// \returns the sentence; "" when the input was taken.
template <class Read>
std::string refusal(Read&& read, Lines lines = Lines::one) {
  try {
    read();
    return "";
  } catch (const Error& error) {
    check_sentence(error.what(), lines);
    return error.what();
  }
}

/// Whether the text has an index of LIBSVM with five to seven digits: right, and up to a
/// million names each time.
bool has_wide_index(std::string_view text);

/// Takes a value that a reader has made, so that the read of it is not optimised away.
template <class Value>
void use(const Value& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace tamis::fuzz
