// tamis-mpi: the runs of tamis on several processes and machines. Each reads the same config and data; the work
// is shared (framework/kernel/team.hpp). The first process prints and writes, what one process would.
#include "man_pages.hpp"
#include "memory_reserve.hpp"
#include "mpi_team.hpp"
#include "process.hpp"
#include "process_team.hpp"
#include "program.hpp"
#include "terminal.hpp"

#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace tamis::cli;

constexpr const char* kExamples = R"(Examples
  mpirun -n 4 tamis-mpi rank wide.csv --target class
  mpirun --hostfile hosts tamis-mpi select data.csv --target class -s backward --keep 20 -o result.json
  mpirun -n 8 tamis-mpi experiment sweep.toml

What is found, printed and written is what tamis finds, prints and writes, to the last byte. docs/cluster.md says
what is shared by the processes, and what each does by itself.)";

void add_commands(Program& program) {
  CLI::App& app = program.app;
  program.add(add_select(app, false));
  program.add(add_select(app, true));
  program.add(add_noise(app));
  program.add(add_experiment(app));
}

/// With TAMIS_MPI_TRAFFIC in the environment: what the meetings of the first process cost.
void tell_traffic(const tamis::mpi::MpiTeam& processes, double seconds) {
  if (!std::getenv("TAMIS_MPI_TRAFFIC") || !is_first()) return;
  const auto& [meetings, bytes, waited] = processes.traffic();
  say(fmt::format("{} meetings, {} bytes received, {:.3f} of {:.3f} s in them", meetings, bytes, waited,
                  seconds));
}

/// A signal stops the process that it reaches: the others, which hear of the end alone, end with the same code.
int code_of_all(int mine) {
  int highest = mine;
  MPI_Allreduce(&mine, &highest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return mine == kInterrupted ? highest : mine;
}

/// Everybody says the same: the first one is enough.
void silence() {
  (void)!std::freopen("/dev/null", "w", stdout);
  (void)!std::freopen("/dev/null", "w", stderr);
}

}  // namespace

int main(int argc, char** argv) {
  prepare_process();
  believe_in_no_terminal();
  Program program("tamis-mpi", "Feature selection when the labels cannot be trusted, on several processes.",
                  kExamples);
  add_commands(program);
  if (argc == 3 && std::string_view(argv[1]) == "man-pages")  // for the build, which has no mpirun
    return said([&] {
      write_man_page(program.app, argv[2]);
      return static_cast<int>(kOk);
    });
  int threads = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  int code = 0;
  {
    tamis::mpi::MpiTeam processes;
    team = &processes;
    if (!is_first()) silence();
    reserve_memory();
    const auto start = std::chrono::steady_clock::now();
    code = said([&] {
      if (threads < MPI_THREAD_FUNNELED)
        throw tamis::Error(TAMIS_E_OTHER, "this MPI does not go together with threads (MPI_THREAD_FUNNELED)");
      return run_command(program, argc, argv);
    });
    tell_traffic(processes, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    team = nullptr;
  }
  code = code_of_all(code);
  MPI_Finalize();
  return code;
}
