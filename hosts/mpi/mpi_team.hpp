/// \file mpi_team.hpp
/// The processes that mpirun started, as a team.
#pragma once

#include <tamis/framework/kernel/team.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace tamis::mpi {

/// Of MPI_COMM_WORLD, between MPI_Init_thread and MPI_Finalize. Meets on the thread that made it
/// (MPI_THREAD_FUNNELED).
class MpiTeam final : public framework::Team {
 public:
  /// Learns the names of the hosts.
  MpiTeam();

  std::size_t rank() const override { return rank_; }
  std::size_t size() const override { return size_; }
  std::string host(std::size_t rank) const override { return hosts_[rank]; }

  /// What the meetings cost so far: how many, bytes that came in, and the time that passed in them, waiting for
  /// the others included.
  struct Traffic {
    std::uint64_t meetings = 0, bytes = 0;
    double seconds = 0;
  };
  const Traffic& traffic() const { return traffic_; }

 protected:
  /// \throws Error  together they are 2 GB or more, which MPI cannot count.
  std::vector<std::string> exchange(std::string_view mine) override;

 private:
  std::size_t rank_ = 0, size_ = 1;
  std::vector<std::string> hosts_;
  Traffic traffic_;
};

}  // namespace tamis::mpi
