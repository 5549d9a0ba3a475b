#include <tamis/framework/kernel/probe.hpp>

#include "stand_ins.hpp"

#include <tamis/framework/kernel/composer.hpp>
#include <tamis/framework/kernel/loader.hpp>
#include <tamis/framework/support/child_process.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>

namespace tamis::framework {
namespace fs = std::filesystem;
namespace {

// What the child says: a line when it begins something, so that a crash can be placed, or an error.
constexpr std::string_view kDoing = "doing ", kError = "error ";

/// With a stand-in for each part: those of other files have probes of their own.
toml::table defaults_of(const Descriptor& component, bool with_optional_parts) {
  toml::table config{{"use", component.id}};
  for (const OptionDescriptor& option : component.options)
    if (option.names_parts() && (with_optional_parts || !option.may_be_left_out())) {
      const std::string part = stand_in_for(option.interface_id);
      if (option.type == TAMIS_T_COMPONENT)
        config.insert(option.name, part);
      else
        config.insert(option.name, toml::array{part, part});
    }
  return config;
}

/// The rest of the last line that begins with `key`.
std::string last(const std::string& said, std::string_view key) {
  const std::size_t at = said.rfind("\n" + std::string(key));
  const std::size_t begin = at != std::string::npos ? at + 1 : said.starts_with(key) ? 0 : std::string::npos;
  if (begin == std::string::npos) return "";
  return said.substr(begin + key.size(), said.find('\n', begin) - begin - key.size());
}

}  // namespace

void probe_in_process(const fs::path& file, const Manifest& manifest, const ChildPipe& channel) {
  const auto begin = [&](const std::string& what) { channel.say(fmt::format("{}{}\n", kDoing, what)); };
  try {
    begin("it was loaded");
    load_components(file, manifest);
    Registry alone({}, {.wanted = false, .verdicts = {}});
    add_stand_ins(alone);
    alone.prefer(file);
    const auto create = [&](const Descriptor& d, bool with_optional_parts, const std::string& how) {
      begin(fmt::format("'{}' was created {}", d.id, how));
      const toml::table config = defaults_of(d, with_optional_parts);
      try {
        std::optional<detail::ComponentInstance> instance(
            std::in_place, alone, plan_component(alone, &config, d.id, d.interface_id));
        begin(fmt::format("'{}' was destroyed", d.id));
        instance.reset();
      } catch (const PluginError& e) {
        throw PluginError(fmt::format("when '{}' was created {}: {}", d.id, how, e.what()));
      } catch (const std::bad_alloc&) {
        throw PluginError(fmt::format("there was too little memory when '{}' was created {}", d.id, how));
      } catch (const Error&) {  // it may need an option without a default, which is reported to whoever uses it
      }
    };
    for (const Descriptor& d : manifest.components) {
      create(d, true, "with its defaults");
      if (std::ranges::any_of(d.options, &OptionDescriptor::may_be_left_out))
        create(d, false, "without its optional parts");
    }
    begin("the process went on");
  } catch (const Error& e) {
    channel.say(fmt::format("{}{}\n", kError, e.what()));
  }
}

fs::path probe_program(const std::vector<PluginFolder>& folders) {
  for (const PluginFolder& folder : folders)
    if (folder.source == "installed") return folder.path.parent_path() / "tamis_probe";
  return {};
}

ProbeOutcome probe_plugin(const fs::path& file, const Manifest& manifest, const Probe& probe,
                          const fs::path& program) {
  const TimeLimit limit{probe.seconds, probe.interrupted};
  const bool apart = ::access(program.c_str(), X_OK) == 0;
  const ChildOutcome outcome =
      apart
          ? run_program(program, {file.string()}, limit)
          : run_in_child([&](const ChildPipe& channel) { probe_in_process(file, manifest, channel); }, limit);
  if (outcome.interrupted)
    throw Cancelled(fmt::format("interrupted while {} was tried", escaped(file.string())));
  if (outcome.finished()) {
    const std::string error = shown(last(outcome.output, kError), kLongestSaid);
    return {error, error.empty()};
  }
  // a copy of a process with threads may also wait for a lock that nobody holds
  const bool lasts = apart || !outcome.failure.starts_with("did not");
  return {fmt::format("it {} when {}, in a process made to try it; rebuild it or ask its author (it is tried "
                      "again when the file changes, or by `tamis plugins --why-not {}`)",
                      outcome.failure, last(outcome.output, kDoing), shell_word(file.string())),
          lasts};
}

}  // namespace tamis::framework
