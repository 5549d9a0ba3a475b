/// \file team_memory.hpp
/// The memory of a run that several processes make.
#pragma once

#include <tamis/framework/kernel/memory.hpp>
#include <tamis/framework/kernel/team.hpp>

namespace tamis::framework {

/// What the first process remembers, all recall: they meet for it, so each asks for the same things in the
/// same order. The first one alone keeps.
class TeamMemory final : public Memory {
 public:
  /// \param first  the memory of the first process; null in the others.
  /// \param holds  whether there is something in it: else nobody meets. The first one's word counts.
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
