/// \file shared_draws.hpp
/// Work that is done again and again with other random numbers, by a team in turn.
#pragma once

#include <tamis/framework/kernel/team.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tamis::framework {

/// Draws that are numbered, each of which gives some numbers. Of a team each process makes one of those that
/// follow, and all have them.
class SharedDraws {
 public:
  /// \param team  none: this process makes all.
  /// \param most  draws that are asked for.
  /// \param about what they are, for a meeting: "a permutation".
  SharedDraws(Team* team, std::uint32_t most, std::string about)
      : team_(team), most_(most), about_(std::move(about)) {}

  /// What draw `number` gives: `size` numbers.
  /// \param number  below `most`; of a team in ascending order.
  /// \param make    a draw by its number; the same in all processes.
  /// \throws Error  what `make` throws, in any of them.
  std::vector<double> of(std::uint32_t number, std::size_t size,
                         const std::function<std::vector<double>(std::uint32_t)>& make);
  /// The draws that follow are others, and begin with 0.
  void begin() { ahead_.clear(); }

 private:
  Team* team_;
  std::uint32_t most_;
  std::string about_;
  std::uint32_t first_ = 0;
  std::vector<std::vector<double>> ahead_;  // of draws from first_ on
};

}  // namespace tamis::framework
