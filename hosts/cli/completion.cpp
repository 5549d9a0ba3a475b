#include "completion.hpp"

#include "project.hpp"

#include <tamis/framework/data/generate.hpp>
#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace tamis::cli {
namespace {

using namespace framework;

/// A word and what it means.
using Candidate = std::pair<std::string, std::string>;

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

const CLI::App* command_in(const CLI::App& app, const std::string& name) {
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    if (sub->get_name() == name) return sub;
  return nullptr;
}

const CLI::Option* flag_in(const CLI::App& app, const std::string& name) {
  for (const CLI::Option* option : app.get_options())
    if (option->nonpositional() && option->check_name(name)) return option;
  return app.get_fallthrough() ? flag_in(*app.get_parent(), name) : nullptr;
}

/// The words before the one that is completed.
class Line {
 public:
  Line(const CLI::App& app, const std::vector<std::string>& words) : command_(&app), word_(words.back()) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      const std::size_t equals = words[i].starts_with("--") ? words[i].find('=') : std::string::npos;
      const CLI::Option* flag =
          words[i].starts_with('-') ? flag_in(*command_, words[i].substr(0, equals)) : nullptr;
      if (const CLI::App* sub = flag ? nullptr : command_in(*command_, words[i])) {
        command_ = sub;
      } else if (flag && takes_value(*flag)) {
        if (equals != std::string::npos)
          given_[flag].push_back(words[i].substr(equals + 1));
        else if (i + 2 < words.size())
          given_[flag].push_back(words[++i]);
        else
          asked_ = flag;
      } else if (!flag) {
        ++positionals_;
        first_ = positionals_ == 1 ? words[i] : first_;
      }
    }
  }

  std::vector<Candidate> candidates() const {
    if (asked_) return values(*asked_, word_);
    const std::size_t equals = word_.find('=');
    if (word_.starts_with("--") && equals != std::string::npos) {
      const std::string name = word_.substr(0, equals);
      const CLI::Option* flag = flag_in(*command_, name);
      std::vector<Candidate> found;
      if (flag && takes_value(*flag))
        for (auto& [value, meaning] : values(*flag, word_.substr(equals + 1)))
          found.emplace_back(name + "=" + value, meaning);
      return found;
    }
    return word_.starts_with('-') ? flags() : words();
  }

 private:
  std::vector<Candidate> flags() const {
    std::vector<Candidate> found;
    for (const CLI::App* app = command_; app; app = app->get_fallthrough() ? app->get_parent() : nullptr)
      for (const CLI::Option* option : app->get_options())
        for (const std::string& name : option->get_lnames())
          found.emplace_back("--" + name, option->get_description());
    return found;
  }

  /// Commands, or values of the first argument without a flag.
  std::vector<Candidate> words() const {
    std::vector<Candidate> found;
    const std::string name = command_->get_name();
    if (positionals_ == 0)
      for (const CLI::App* sub : command_->get_subcommands([](const CLI::App*) { return true; }))
        found.emplace_back(sub->get_name(), sub->get_description());
    if (positionals_ == 0 && name == "describe") return ids("");
    if (positionals_ == 0 && name == "generate")
      for (const Generator& g : generators()) found.emplace_back(g.id, g.summary);
    if (positionals_ == 0 && name == "new")
      for (const std::string& kind : project_kinds()) found.emplace_back(kind, "");
    return found;
  }

  std::vector<Candidate> values(const CLI::Option& flag, const std::string& word) const {
    const std::string type = flag.get_type_name();
    if (type == "ID")
      for (const std::string& name : flag.get_lnames())
        if (std::vector<Candidate> found = ids(name); !found.empty()) return found;
    if (type == "KEY=VALUE") return settings(word);
    if (type == "OPTION=VALUE") return generator_options();
    std::vector<Candidate> found;
    if (type.find('|') == std::string::npos) return found;
    for (std::size_t begin = 0; begin <= type.size();) {
      const std::size_t end = std::min(type.find('|', begin), type.size());
      found.emplace_back(type.substr(begin, end - begin), "");
      begin = end + 1;
    }
    return found;
  }

  /// Of components whose interface begins so: of "search" are those of search_strategy/1.
  std::vector<Candidate> ids(const std::string& interface) const {
    std::vector<Candidate> found;
    for (const RegistryEntry* e : registry().entries())
      if (e->descriptor.interface_id.starts_with(interface))
        found.emplace_back(e->descriptor.id, e->descriptor.summary);
    return found;
  }

  /// KEY= of the options of the components that the line names; behind the "=", the values.
  std::vector<Candidate> settings(const std::string& word) const {
    std::vector<Candidate> found;
    for (const std::string section : {"criterion", "search"}) {
      const CLI::Option* flag = flag_in(*command_, "--" + section);
      if (!flag || !given_.contains(flag)) continue;
      const RegistryEntry* entry = registry().find(given_.at(flag).back());
      if (!entry) continue;
      for (const OptionDescriptor& o : entry->descriptor.options) {
        const std::string key = section + "." + o.name + "=";
        if (!word.starts_with(key)) {
          found.emplace_back(key, o.doc);
          continue;
        }
        for (const std::string& choice : o.choices) found.emplace_back(key + choice, "");
        if (o.type == TAMIS_T_BOOL) found.insert(found.end(), {{key + "true", ""}, {key + "false", ""}});
        if (o.type == TAMIS_T_COMPONENT)
          for (const auto& [id, summary] : ids(o.interface_id)) found.emplace_back(key + id, summary);
      }
    }
    return found;
  }

  std::vector<Candidate> generator_options() const {
    std::vector<Candidate> found;
    for (const Generator& g : generators())
      if (g.id == first_)
        for (const GeneratorOption& o : g.options) found.emplace_back(std::string(o.name) + "=", o.doc);
    return found;
  }

  /// Read where it is needed.
  const Registry& registry() const {
    if (!registry_) {
      std::vector<std::filesystem::path> dirs;
      for (const auto& [flag, values] : given_)
        if (flag->check_name("--plugin-dir")) dirs.assign(values.begin(), values.end());
      registry_.emplace(plugin_folders(dirs), Probe{.wanted = false, .verdicts = {}});
    }
    return *registry_;
  }

  const CLI::App* command_;
  std::string word_, first_;
  std::size_t positionals_ = 0;
  const CLI::Option* asked_ = nullptr;  // the word is its value
  std::map<const CLI::Option*, std::vector<std::string>> given_;
  mutable std::optional<Registry> registry_;
};

}  // namespace

std::string completions(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) return "";
  std::string out;
  for (const auto& [word, meaning] : Line(app, words).candidates())
    if (word.starts_with(words.back())) out += escaped(word) + "\t" + escaped(meaning) + "\n";
  return out;
}

}  // namespace tamis::cli
