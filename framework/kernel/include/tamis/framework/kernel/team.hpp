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

/// All processes of a team do the whole run: they read the same config and data, and go through the same
/// steps. What is expensive is shared: each does its part, and they all_gather to exchange what they found, so that
/// all of them know all of it and go on alike. The first one speaks to the user and writes.
///
/// They all_gather as long as nothing goes wrong. What fails in one of them fails in all: each throws that error
/// where it meets the others next. One that has come to its end early, as its user stopped it there, ends the
/// others in the same way. After that nobody meets any more, and every process comes to its end by itself.
class Team {
 public:
  virtual ~Team() = default;
  virtual std::size_t rank() const = 0;  ///< of this process, from 0
  virtual std::size_t size() const = 0;
  /// The host on which a process runs, for sentences.
  virtual std::string host(std::size_t rank) const = 0;

  bool is_first() const { return rank() == 0; }
  /// Whether something has failed or ended in one of them, so that nobody meets any more.
  bool is_over() const { return over_.has_value(); }
  /// Gives everybody's bytes, by rank. Not in parallel loops.
  /// \param about  what they all_gather for: ends the run in all where they are not at the same place.
  /// \throws Error  what has failed in the lowest rank that failed; Cancelled or BudgetSpent where another one
  ///                has come to its end.
  std::vector<std::string> all_gather(std::string_view mine, std::string_view about = "");
  /// The same with bytes that are still to be made, so that all hear of what fails meanwhile.
  std::vector<std::string> all_gather(const std::function<std::string()>& make_mine, std::string_view about = "");
  /// The run has come to its end here.
  /// \param stopped  Cancelled or BudgetSpent where it is not complete.
  /// \throws Error  what has failed in another process since the last meeting.
  void end(std::optional<Error> stopped = {});
  /// The run has failed here.
  /// \returns the error that this process tells: this one where the run was over before, as all have heard of
  ///          what it then was; else that of the lowest rank that failed.
  Error fail(const Error& error);

 protected:
  /// Everybody's bytes, by rank: the one thing that a transport does. All call it, each as often.
  virtual std::vector<std::string> exchange(std::string_view mine) = 0;

 private:
  std::vector<std::string> exchange_checked(char kind, std::string_view mine);
  [[noreturn]] void refuse_places(const std::vector<std::string>& all);

  std::optional<Error> over_;  // by what
  bool has_failed_ = false;    // not by an end
};

/// Ends in all processes where they do not have the same text: versions, digests of what was read.
/// \param what  "the version of tamis".
/// \throws DataError  naming a host that differs from the first one, and both texts.
void expect_equal_in(Team& team, const std::string& what, const std::string& text);

}  // namespace tamis::framework
