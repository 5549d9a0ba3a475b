#include <tamis/framework/run/team_memory.hpp>

namespace tamis::framework {

TeamMemory::TeamMemory(Team& team, Memory* first, bool holds) : team_(team), first_(first) {
  holds_ = team.all_gather(holds ? "y" : "n", "the checkpoint")[0] == "y";
}

std::optional<std::string> TeamMemory::recall(const MemoryKey& key) {
  if (!holds_) return std::nullopt;
  const std::optional<std::string> mine = first_ ? first_->recall(key) : std::nullopt;
  const std::string found = team_.all_gather(mine ? "y" + *mine : "n", "what is remembered")[0];
  if (found == "n") return std::nullopt;
  return found.substr(1);
}

void TeamMemory::keep(const MemoryKey& key, std::string_view bytes) {
  if (first_) first_->keep(key, bytes);
}

}  // namespace tamis::framework
