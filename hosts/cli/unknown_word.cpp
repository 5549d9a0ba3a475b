#include "unknown_word.hpp"

#include <tamis/framework/support/text.hpp>

#include <vector>

namespace tamis::cli {
namespace {

/// The innermost command that was named.
const CLI::App& named_command(const CLI::App& app) {
  const std::vector<CLI::App*> named = app.get_subcommands();
  return named.empty() ? app : named_command(*named.back());
}

std::vector<std::string> flags_of(const CLI::App& command) {
  std::vector<std::string> flags;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
  return flags;
}

std::vector<std::string> commands_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands({})) names.push_back(each->get_name());
  return names;
}

}  // namespace

std::string nearest_known(const CLI::App& app) {
  const std::vector<std::string> unread = app.remaining(true);
  if (unread.empty()) return "";
  const std::string word = unread.front().substr(0, unread.front().find('='));
  const CLI::App& command = named_command(app);
  return framework::did_you_mean(word, word.starts_with("-") ? flags_of(command) : commands_of(command));
}

}  // namespace tamis::cli
