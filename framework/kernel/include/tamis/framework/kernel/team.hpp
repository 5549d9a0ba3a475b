/// \file team.hpp
/// Several processes that make one run together.
#pragma once

#include <tamis/errors.hpp>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// The processes that make one run together. Each of them does the whole run: it reads the same config and data and takes
/// the same steps. Expensive work is divided: each process does its part, and an all-gather then gives every process all
/// parts, so that all continue with the same state. The first process talks to the user and writes the files.
///
/// An error in one process is thrown in all of them, by their next all-gather. A process that its user stopped ends the
/// others in the same way. After that there are no more collective calls.
class Team {
 public:
  virtual ~Team() = default;
  virtual std::size_t rank() const = 0;  ///< of this process, from 0
  virtual std::size_t size() const = 0;
  /// The host on which a process runs, for sentences.
  virtual std::string host(std::size_t rank) const = 0;

  bool is_first() const { return rank() == 0; }
  /// Whether one process has failed or ended, so that there are no more collective calls.
  bool is_over() const { return over_.has_value(); }
  /// Gathers the bytes of all processes, by rank. A collective call; not in parallel loops.
  /// \param about  what is gathered. If it differs between the processes, they are at different places, and the run ends
  ///               in all of them.
  /// \throws Error  the error of the lowest rank that failed; Cancelled or BudgetSpent if another process has ended.
  std::vector<std::string> all_gather(std::string_view mine, std::string_view about = "");
  /// The same with a function that computes the bytes, so that an error in it reaches all processes.
  std::vector<std::string> all_gather(const std::function<std::string()>& make_mine,
                                      std::string_view about = "");
  /// Declares that the run has ended in this process.
  /// \param stopped  Cancelled or BudgetSpent if the run is not complete.
  /// \throws Error  the error of another process since the last collective call.
  void end(std::optional<Error> stopped = {});
  /// Declares that the run has failed in this process.
  /// \returns the error that this process should report: `error` if the run was already over, since all processes know the
  ///          earlier one; else the error of the lowest rank that failed.
  Error fail(const Error& error);

 protected:
  /// The bytes of all processes, by rank: the one function of a transport. A collective call.
  virtual std::vector<std::string> exchange(std::string_view mine) = 0;

 private:
  std::vector<std::string> exchange_checked(char kind, std::string_view mine);
  [[noreturn]] void refuse_places(const std::vector<std::string>& all);

  std::optional<Error> over_;  // the error or the early end
  bool has_failed_ = false;    // by an error
};

/// Checks that all processes have the same text: a version, or a digest of what was read. A collective call.
/// \param what  for the error: "the version of tamis".
/// \throws DataError  with a host that differs from the first one, and both texts.
void expect_equal_in(Team& team, const std::string& what, const std::string& text);

}  // namespace tamis::framework
