#include "mpi_team.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <limits>

namespace tamis::mpi {

MpiTeam::MpiTeam() {
  int number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  rank_ = static_cast<std::size_t>(number);
  MPI_Comm_size(MPI_COMM_WORLD, &number);
  size_ = static_cast<std::size_t>(number);
  std::string name(MPI_MAX_PROCESSOR_NAME, '\0');
  MPI_Get_processor_name(name.data(), &number);
  name.resize(static_cast<std::size_t>(number));
  hosts_ = exchange(name);
  traffic_ = {};
}

std::vector<std::string> MpiTeam::exchange(std::string_view mine) {
  const auto start = std::chrono::steady_clock::now();
  const auto size = static_cast<std::uint64_t>(mine.size());
  std::vector<std::uint64_t> sizes(size_);
  MPI_Allgather(&size, 1, MPI_UINT64_T, sizes.data(), 1, MPI_UINT64_T, MPI_COMM_WORLD);
  std::vector<int> counts(size_), begins(size_);
  std::uint64_t all = 0;
  for (std::size_t r = 0; r < size_; ++r) {
    if (sizes[r] > static_cast<std::uint64_t>(std::numeric_limits<int>::max()) - all)
      throw Error(TAMIS_E_OTHER,
                  "what the processes found in one step is more than 2 GB, which they cannot exchange");
    counts[r] = static_cast<int>(sizes[r]);
    begins[r] = static_cast<int>(all);
    all += sizes[r];
  }
  std::string bytes(all, '\0');
  MPI_Allgatherv(mine.data(), static_cast<int>(size), MPI_CHAR, bytes.data(), counts.data(), begins.data(),
                 MPI_CHAR, MPI_COMM_WORLD);
  std::vector<std::string> parts;
  for (std::size_t r = 0; r < size_; ++r)
    parts.push_back(bytes.substr(static_cast<std::size_t>(begins[r]), static_cast<std::size_t>(counts[r])));
  ++traffic_.meetings;
  traffic_.bytes += all - size;
  traffic_.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return parts;
}

}  // namespace tamis::mpi
