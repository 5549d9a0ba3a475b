/// \file guarded_memory.hpp
/// Memory whose edges are watched: a step over them ends the test with a sentence that says whose they were.
#pragma once

#include <tamis/framework/support/child_process.hpp>
#include <tamis/matrix.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework::conformance {

/// From now on a fault in guarded memory says through the channel that the test failed, and why, and ends
/// this process. Other faults crash it as ever.
void report_faults(const ChildPipe& channel);

/// At which edge of its pages a block lies: where the page before or after it is, nobody may go, and once it is
/// gone nobody may go where it was. none: all around is room for those who do, and what tests of other things
/// measure goes on.
enum class Edge { none, begin, end };

class GuardedMemory {
 public:
  /// \param name  for the sentence: "the scores".
  GuardedMemory(std::string name, std::size_t bytes, Edge edge);
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  ~GuardedMemory();

  std::byte* data() const { return data_; }
  void make_read_only();
  /// Whole pages of `bytes` from `offset` on may not even be read; `why` is the rest of
  /// the sentence "it ...".
  void forbid(std::size_t offset, std::size_t bytes, std::string why);
  /// The same for ever: they lie outside, as the pages around all do.
  void fence(std::size_t offset, std::size_t bytes);

  /// Why nobody may go there any more.
  static std::string complaint_of_gone(const std::byte* address);
  /// Why this address must not be touched, or "" where it is none of ours.
  const std::string& complaint(const std::byte* address) const;

 private:
  /// \param how  as of mprotect().
  void protect(std::span<std::byte> pages, int how);

  std::string name_, outside_, inside_;
  Edge edge_;
  bool is_protected_ = false;
  std::byte *pages_, *data_;
  std::size_t size_;                          ///< of the pages between the guards
  std::vector<std::span<std::byte>> fences_;  ///< among them
};

/// n values of T in guarded memory. T is plain data.
template <class T>
class Guarded {
 public:
  Guarded(std::string name, std::size_t n, Edge edge)
      : memory_(std::move(name), n * sizeof(T), edge), n_(n) {}
  /// A copy that nobody may write to, where edges are watched.
  Guarded(std::string name, std::span<const T> values, Edge edge)
      : Guarded(std::move(name), values.size(), edge) {
    std::copy(values.begin(), values.end(), begin());
    if (edge != Edge::none) memory_.make_read_only();
  }
  T* begin() const { return reinterpret_cast<T*>(memory_.data()); }
  std::span<T> span() const { return {begin(), n_}; }
  GuardedMemory& memory() { return memory_; }

 private:
  GuardedMemory memory_;
  std::size_t n_;
};

/// A matrix to be written, with room between its columns that must stay as it is.
class GuardedMatrix {
 public:
  GuardedMatrix(std::string name, std::uint64_t rows, std::uint64_t cols, Edge edge);
  /// A copy of a matrix that nobody may write to.
  GuardedMatrix(std::string name, ConstMatrix values, Edge edge);
  Matrix view() const { return view_; }
  /// All entries, column after column.
  /// \throws Failure  when something was written between the columns.
  std::vector<double> entries() const;

 private:
  std::string name_;
  Edge edge_;
  Guarded<double> values_;
  Matrix view_;
};

}  // namespace tamis::framework::conformance
