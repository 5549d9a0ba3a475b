#include "man_pages.hpp"

#include <tamis/framework/support/version.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tamis::cli {
namespace {

/// Text of roff: a backslash, and a dot or an apostrophe at the beginning of a line, would be commands, and a
/// plain minus is a hyphen.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((out.empty() || out.back() == '\n') && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

std::string names_of(const CLI::Option& option) {
  std::string out;
  for (const std::string& name : option.get_snames()) out += (out.empty() ? "" : ", ") + roff("-" + name);
  for (const std::string& name : option.get_lnames()) out += (out.empty() ? "" : ", ") + roff("--" + name);
  return out;
}

std::string entry(const CLI::Option& option) {
  const bool has_name = option.nonpositional();
  const std::string type = roff(option.get_type_name());
  std::string head =
      has_name ? "\\fB" + names_of(option) + "\\fR" : "\\fI" + roff(upper(option.get_single_name())) + "\\fR";
  if (has_name && option.get_items_expected_max() > 0 && !type.empty()) head += " \\fI" + type + "\\fR";
  return fmt::format(".TP\n{}\n{}\n", head, roff(option.get_description()));
}

/// Options group by group, in the order of the help.
std::string options_of(const CLI::App& command, const std::string& heading) {
  std::string out;
  std::vector<std::string> groups = command.get_groups();
  for (const std::string& group : groups) {
    const std::vector<const CLI::Option*> options = command.get_options([&](const CLI::Option* o) {
      return o->get_group() == group && o->nonpositional() && !group.empty();
    });
    if (options.empty()) continue;
    if (!out.empty() || group != "Options") out += fmt::format(".SS {}\n", roff(group));
    for (const CLI::Option* option : options) out += entry(*option);
  }
  return out.empty() ? out : fmt::format(".SH {}\n{}", heading, out);
}

std::string arguments_of(const CLI::App& command) {
  std::string out;
  for (const CLI::Option* option :
       command.get_options([](const CLI::Option* o) { return o->get_positional(); }))
    out += entry(*option);
  return out.empty() ? out : ".SH ARGUMENTS\n" + out;
}

std::string synopsis(const CLI::App& command, const std::string& name) {
  std::string out = ".B " + roff(name) + "\n";
  for (const CLI::Option* option :
       command.get_options([](const CLI::Option* o) { return o->get_positional(); }))
    out += fmt::format(fmt::runtime(option->get_required() ? ".I {}\n" : ".RI [ {} ]\n"),
                       roff(upper(option->get_single_name())));
  return out + ".RI [ options ]\n";
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::string page(const CLI::App& app, const std::string& name, const std::string& also) {
  std::string dashed = name;
  std::replace(dashed.begin(), dashed.end(), ' ', '-');
  std::string out =
      fmt::format(".TH {} 1 \"\" \"tamis {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}",
                  roff(upper(dashed)), framework::version(), roff(dashed), roff(app.get_description()),
                  synopsis(app, name));
  out += arguments_of(app) + options_of(app, "OPTIONS");
  if (!subcommands_of(app).empty()) out += ".SH COMMANDS\n";
  for (const CLI::App* sub : subcommands_of(app)) {
    out += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(sub->get_name()), roff(sub->get_description()));
  }
  if (!app.get_footer().empty()) out += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", roff(app.get_footer()));
  return out + ".SH SEE ALSO\n" + also;
}

}  // namespace

void write_man_page(const CLI::App& app, const std::filesystem::path& folder) {
  std::string also = app.get_name() == "tamis" ? "" : ".BR tamis (1) ,\n";
  for (const CLI::App* command : subcommands_of(app))
    also += fmt::format(".BR {} (1){}\n", roff("tamis-" + command->get_name()),
                        command == subcommands_of(app).back() ? "" : " ,");
  framework::write_file(folder / (app.get_name() + ".1"), page(app, app.get_name(), also));
}

void write_man_pages(const CLI::App& app, const std::filesystem::path& folder) {
  write_man_page(app, folder);
  for (const CLI::App* command : subcommands_of(app))
    framework::write_file(folder / ("tamis-" + command->get_name() + ".1"),
                          page(*command, "tamis " + command->get_name(), ".BR tamis (1)\n"));
}

}  // namespace tamis::cli
