#include "commands.hpp"
#include "config_options.hpp"
#include "terminal.hpp"

#include <tamis/framework/data/generate.hpp>
#include <tamis/framework/run/output_files.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>

namespace tamis::cli {
namespace {

using namespace framework;
namespace fs = std::filesystem;

struct GenerateCommand {
  std::string id;
  std::optional<std::int64_t> samples;
  std::int64_t seed = 0;
  std::vector<std::string> sets;
  fs::path file;
  bool force = false;

  int run() const;
  GeneratorConfig config() const;
  fs::path truth_file() const;
  void write(const GeneratorConfig& config, const LoadedData& made) const;
};

std::string list() {
  std::size_t width = 0;
  for (const Generator& g : generators()) width = std::max(width, g.id.size());
  std::string text;
  for (const Generator& g : generators()) {
    text += fmt::format("{:<{}}  {}\n", g.id, width, g.summary);
    for (const GeneratorOption& o : g.options)
      text +=
          fmt::format("{:<{}}    {} = {:g}: {}; {}\n", "", width, o.name, o.by_default, o.doc, o.expected());
  }
  return text;
}

GeneratorConfig GenerateCommand::config() const {
  toml::table table;
  table.insert("use", id);
  if (samples) table.insert("samples", *samples);
  for (const std::string& set : sets) insert_setting(table, set, "OPTION=VALUE, as in irrelevant=100");
  return GeneratorConfig(table);
}

/// Beside the table; "" where that goes into a pipe or a device.
fs::path GenerateCommand::truth_file() const {
  if (file.empty() || is_stream(file)) return {};
  return fs::path(file).replace_extension(".truth.json");
}

/// The table, and beside it what is true of it.
void GenerateCommand::write(const GeneratorConfig& config, const LoadedData& made) const {
  const fs::path truth = truth_file();
  write_file(file, to_csv(made));
  if (truth.empty()) return;
  write_file(truth, nlohmann::json{{"tamis_truth", 1},
                                   {"generate", to_json(config)},
                                   {"seed", seed},
                                   {"relevant", made.parts().relevant_names()}}
                            .dump(2) +
                        "\n");
  say(fmt::format("{} holds the table, {} which features matter", file.string(), truth.string()));
}

int GenerateCommand::run() const {
  if (id.empty()) {
    if (samples || !sets.empty() || !file.empty())
      throw ParamError("no name; `tamis generate` alone lists what can be made");
    print(list());
    return kOk;
  }
  const GeneratorConfig config = this->config();
  check_outputs(std::vector<OutputFile>{{"--output", file}, {"the truth beside it", truth_file()}}, {},
                {force, "name another file, or replace it with --force"});
  const LoadedData made = generate(config, static_cast<std::uint64_t>(seed));
  for (const std::string& note : made.notes) say(note);
  if (file.empty())
    print_data(to_csv(made));
  else
    write(config, made);
  return kOk;
}

}  // namespace

Run add_generate(CLI::App& app) {
  CLI::App* sub = app.add_subcommand("generate", "Make a table whose truth is known, as the papers did");
  const auto command = std::make_shared<GenerateCommand>();
  sub->add_option("name", command->id, "which one; without it, all are listed")->type_name("");
  sub->add_option("--samples", command->samples, "rows of the table")
      ->type_name("N")
      ->check(check_whole_number);
  sub->add_option("--seed", command->seed, "of what is drawn (default 0)")
      ->type_name("N")
      ->check(check_whole_number);
  sub->add_option("--set", command->sets, "any option of it: --set irrelevant=100")
      ->type_name("OPTION=VALUE")
      ->allow_extra_args(false);
  sub->add_option("-o,--output", command->file,
                  "write the table here, as CSV, and the truth beside it (default: the table to stdout)")
      ->type_name("FILE");
  add_force(*sub, command->force);
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
