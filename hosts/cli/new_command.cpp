#include "commands.hpp"
#include "project.hpp"
#include "terminal.hpp"

#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace tamis::cli {
namespace {

constexpr const char* kUsualBase = "univariate";

struct NewCommand {
  std::string kind, id, folder, base, language = "c++";

  int run() const;
};

void check_kind(const std::string& kind) {
  const std::vector<std::string> kinds = project_kinds();
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw ParamError(fmt::format("there is no template for {}; there are {}{}", framework::in_quotes(kind),
                                 framework::listed(kinds), framework::did_you_mean(kind, kinds)));
}

/// The template that the flags ask for.
TemplateChoice beginning(const NewCommand& command) {
  check_kind(command.kind);
  const std::vector<std::string> bases = project_bases(command.kind);
  if (bases.empty() && !command.base.empty())
    throw ParamError(fmt::format("there is one template for a {}; leave out --base", command.kind));
  const std::string base = bases.empty() || !command.base.empty() ? command.base : kUsualBase;
  if (!bases.empty() && std::find(bases.begin(), bases.end(), base) == bases.end())
    throw ParamError(fmt::format("--base is {}; expected one of {}{}", framework::in_quotes(base),
                                 framework::listed(bases), framework::did_you_mean(base, bases)));
  const std::vector<std::string> languages = project_languages(command.kind, base);
  if (std::find(languages.begin(), languages.end(), command.language) == languages.end())
    throw ParamError(fmt::format("there is no template in {} for a {}{}; there is one in {}",
                                 framework::in_quotes(command.language), command.kind,
                                 base.empty() ? "" : fmt::format(" of the base {}", base),
                                 framework::listed(languages)));
  return {command.kind, base, command.language};
}

/// A folder as an argument of `cd`, whatever is in its name.
std::string for_cd(const std::string& folder) {
  return framework::shell_word(folder.starts_with('-') ? "./" + folder : folder);
}

int NewCommand::run() const {
  const TemplateChoice from = beginning(*this);
  check_third_party_id(id);
  const std::string place = folder.empty() ? last_part(id) : folder;
  const ProjectFiles files = make_project(from, id);
  write_project(files, place);

  std::string text = fmt::format("{} is a project with the {} {}:\n", place, kind, id);
  for (const auto& [file, content] : files) text += fmt::format("  {}\n", file.string());
  print(text + fmt::format(R"(
Build it, validate it, and install it into your own folder of plugins, where tamis finds it:
  cd {} && cmake -B build && cmake --build build
  ctest --test-dir build --output-on-failure
  cmake --install build
)",
                           for_cd(place)));
  return kOk;
}

}  // namespace

Run add_new(CLI::App& app) {
  CLI::App* sub =
      app.add_subcommand("new", "Begin a method of your own: a project that builds and is tested");
  const auto command = std::make_shared<NewCommand>();
  sub->add_option("kind", command->kind,
                  "criterion, search, noise, metric (between samples), class_metric or distribution_metric")
      ->required()
      ->type_name("");
  sub->add_option("id", command->id, "what it is called in a config: org.example.name, the first parts yours")
      ->required()
      ->type_name("");
  sub->add_option(
         "--base", command->base,
         "what a criterion judges: univariate (one feature at a time, the default), features (each one "
         "among all of them), subset, or whole (subsets, with work that candidates share)")
      ->type_name("univariate|features|subset|whole");
  sub->add_option("--language", command->language,
                  "c++ (the default), or c for a criterion that is univariate and for a metric")
      ->type_name("c++|c");
  sub->add_option("--dir", command->folder, "the project's folder; default: the last part of the id")
      ->type_name("DIR");
  return [command] { return command->run(); };
}

}  // namespace tamis::cli
