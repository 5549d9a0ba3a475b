/// \file team_memory.hpp
/// The memory of a run that several processes make.
#pragma once

#include <tamis/framework/kernel/memory.hpp>
#include <tamis/framework/kernel/team.hpp>

namespace tamis::framework {

/// The first process alone stores; what it finds is sent to all. So recall() is a collective call, and all processes call
/// it with the same keys in the same order.
class TeamMemory final : public Memory {
 public:
  /// \param first  the memory of the first process; null in the others.
  /// \param holds  whether the memory holds anything; if not, nothing is exchanged. The value of the first process counts.
  /// \throws Error  as Team::all_gather(). Both outlive this object.
  TeamMemory(Team& team, Memory* first, bool holds);

  bool is_awake() const override { return holds_ || first_; }
  std::optional<std::string> recall(const MemoryKey& key) override;
  void keep(const MemoryKey& key, std::string_view bytes) override;

 private:
  Team& team_;
  Memory* first_;
  bool holds_;
};

}  // namespace tamis::framework
