#include <tamis/errors.hpp>
#include <tamis/framework/data/generate.hpp>
#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/text.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tamis::framework {
namespace {

const Generator& find_generator(const toml::node& node, const std::string& key) {
  std::vector<std::string> ids;
  for (const Generator& g : generators()) ids.push_back(g.id);
  const auto id = node.value_exact<std::string>();
  const auto at = std::find(ids.begin(), ids.end(), id.value_or(""));
  if (at != ids.end()) return generators()[static_cast<std::size_t>(at - ids.begin())];
  throw ParamError(place_prefix(node) + key + " is " + described(node) + "; expected " +
                   listed(ids, ids.size()) + (id ? did_you_mean(*id, ids) : std::string{}));
}

/// A number as users write it.
std::string shown_value(const GeneratorOption& option, double number) {
  return option.whole ? std::to_string(static_cast<std::int64_t>(number)) : shortest(number);
}

double take_number(Section& section, const GeneratorOption& option) {
  std::optional<double> number;
  if (!option.whole)
    number = section.take<double>(option.name);
  else if (const auto count = section.take<std::int64_t>(option.name))
    number = static_cast<double>(*count);
  if (!number) return option.by_default;
  if (*number < option.lowest || *number > option.highest)
    section.fail(option.name, "is " + shown_value(option, *number) + "; expected " + option.expected());
  return *number;
}

}  // namespace

std::string GeneratorOption::expected() const {
  return (whole ? "a whole number, " : "a number, ") + shown_value(*this, lowest) + " to " +
         shown_value(*this, highest);
}

GeneratorConfig::GeneratorConfig(const toml::node& node, const std::string& path) {
  const toml::table* table = node.as_table();
  if (!table) {
    generator_ = &find_generator(node, path);
    for (const GeneratorOption& option : generator_->options) numbers_.push_back(option.by_default);
    return;
  }
  Section section(*table, path);
  const toml::node* use = section.take_node("use");
  if (!use)
    section.fail("use", "is missing; name the generator, as in { use = \"" + generators()[0].id + "\" }");
  generator_ = &find_generator(*use, section.full("use"));
  for (const GeneratorOption& option : generator_->options) numbers_.push_back(take_number(section, option));
  section.finish();
}

double GeneratorConfig::number(std::string_view option) const {
  const auto at = std::find_if(generator_->options.begin(), generator_->options.end(),
                               [&](const GeneratorOption& o) { return o.name == option; });
  return numbers_.at(static_cast<std::size_t>(at - generator_->options.begin()));
}

std::uint64_t GeneratorConfig::count(std::string_view option) const {
  return static_cast<std::uint64_t>(number(option));
}

nlohmann::json to_json(const GeneratorConfig& config) {
  nlohmann::json out{{"use", config.generator().id}};
  for (const GeneratorOption& option : config.generator().options) {
    if (option.whole)
      out[option.name] = config.count(option.name);
    else
      out[option.name] = config.number(option.name);
  }
  return out;
}

}  // namespace tamis::framework
