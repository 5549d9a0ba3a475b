// tamis-mpi: the runs of tamis on several processes and machines. Each reads the same config and data; the work
// is shared (framework/kernel/team.hpp). The first process prints and writes, what one process would.
#include "memory_reserve.hpp"
#include "mpi_team.hpp"
#include "process.hpp"
#include "process_team.hpp"
#include "program.hpp"
#include "terminal.hpp"

#include <tamis/framework/support/version.hpp>

#include <fmt/format.h>
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace {

using namespace tamis::cli;

constexpr const char* kExamples = R"(Examples
  mpirun -n 4 tamis-mpi rank wide.csv --target class
  mpirun --hostfile hosts tamis-mpi select data.csv --target class -s backward --keep 20 -o result.json
  mpirun -n 8 tamis-mpi experiment sweep.toml

What is found, printed and written is what tamis finds, prints and writes, to the last byte. docs/cluster.md says
what is shared by the processes, and what each does by itself.)";

int run(int argc, char** argv) {
  CLI::App app{"Feature selection when the labels cannot be trusted, on several processes.", "tamis-mpi"};
  app.set_version_flag("--version", std::string("tamis-mpi ") + tamis::framework::version());
  app.require_subcommand(0, 1);
  app.footer(kExamples);
  app.get_formatter()->column_width(34);
  Commands commands;
  const auto add = [&](const Run& run) { commands.emplace_back(app.get_subcommands({}).back(), run); };
  add(add_select(app, false));
  add(add_select(app, true));
  add(add_noise(app));
  add(add_experiment(app));
  return run_command(app, commands, argc, argv);
}

/// With TAMIS_MPI_TRAFFIC in the environment: what the meetings of the first process cost.
void tell_traffic(const tamis::mpi::MpiTeam& processes, double seconds) {
  if (!std::getenv("TAMIS_MPI_TRAFFIC") || !is_first()) return;
  const auto& [meetings, bytes, waited] = processes.traffic();
  say(fmt::format("{} meetings, {} bytes received, {:.3f} of {:.3f} s in them", meetings, bytes, waited,
                  seconds));
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
      return run(argc, argv);
    });
    tell_traffic(processes, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    team = nullptr;
  }
  MPI_Finalize();
  return code;
}
