#include "commands.hpp"
#include "config_options.hpp"
#include "terminal.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/file_bytes.hpp>
#include <tamis/framework/report/html_report.hpp>
#include <tamis/framework/run/output_files.hpp>
#include <tamis/framework/support/nesting.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace tamis::cli {
namespace {

using namespace framework;
namespace fs = std::filesystem;

struct ReportCommand {
  std::vector<fs::path> files;
  fs::path file;
  bool force = false;

  int run() const;
};

/// \throws DataError  the file cannot be read, or is no JSON.
nlohmann::json read_json(const fs::path& file) {
  constexpr std::uint64_t kLargest = 1 << 30;
  const FileBytes text = FileBytes::open(file.string(), kLargest).in_memory();
  try {
    return parse_json(text.view());
  } catch (const nlohmann::json::exception&) {
    throw DataError(
        fmt::format("{}: is no JSON; `tamis select ... -o FILE` writes a result", escaped(file.string())));
  }
}

/// The names of the files, with their folders where names alone would be the same.
std::vector<std::string> short_names(const std::vector<fs::path>& files) {
  std::vector<std::string> names;
  for (const fs::path& file : files) {
    const bool is_alone = std::count_if(files.begin(), files.end(), [&](const fs::path& other) {
                            return other.filename() == file.filename();
                          }) == 1;
    names.push_back(escaped(is_alone ? file.filename().string() : file.string()));
  }
  return names;
}

int ReportCommand::run() const {
  check_outputs(std::vector<OutputFile>{{"--output", file}}, files,
                {force, "name another file, or replace it with --force"});
  std::vector<nlohmann::json> values;
  for (const fs::path& each : files) values.push_back(read_json(each));
  std::vector<NamedResult> results;
  const std::vector<std::string> names = short_names(files);
  for (std::size_t k = 0; k < files.size(); ++k) results.push_back({names[k], &values[k]});
  const std::string page = html_report(results);
  if (file.empty()) {
    print_data(page);
    return kOk;
  }
  write_file(file, page);
  say(fmt::format("report written to {}", file.string()));
  return kOk;
}

}  // namespace

Run add_report(CLI::App& app) {
  CLI::App* sub =
      app.add_subcommand("report", "Show results as a page: one of them, or several side by side");
  const auto command = std::make_shared<ReportCommand>();
  sub->add_option(
         "results", command->files,
         "what `tamis select`, `rank` and `noise` wrote with -o, or the summary.json of an experiment")
      ->type_name("RESULT.json")
      ->required();
  sub->add_option("-o,--output", command->file, "write the page here, as HTML (default: to stdout)")
      ->type_name("FILE");
  add_force(*sub, command->force);
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
