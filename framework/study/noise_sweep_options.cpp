#include <tamis/framework/study/noise_sweep.hpp>
#include <tamis/framework/support/take_count.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

constexpr const char* kPath = "noise_sweep";

bool takes_numbers(const OptionDescriptor& option) {
  return option.type == TAMIS_T_REAL || option.type == TAMIS_T_INTEGER;
}

std::vector<std::string> models_that_corrupt(const Registry& registry) {
  std::vector<std::string> ids;
  for (const RegistryEntry* entry : registry.entries())
    if (entry->descriptor.interface_id == tamis::detail::Abi<NoiseModel>::kId &&
        entry->descriptor.traits.corrupts)
      ids.push_back(entry->descriptor.id);
  return ids;
}

/// The option that varies, as a place among those of the model.
std::size_t find_varied(const Descriptor& model, const NoiseSweepOptions& options, const Section& section) {
  std::vector<std::string> numbers;
  for (std::size_t i = 0; i < model.options.size(); ++i) {
    if (!takes_numbers(model.options[i])) continue;
    if (model.options[i].name == options.vary) return i;
    numbers.push_back(model.options[i].name);
  }
  if (numbers.empty())
    section.fail("noise", fmt::format("is '{}', which has no option that is a number", model.id));
  section.fail(
      "vary", fmt::format("is {}; expected an option of '{}' that is a number: {}{}", in_quotes(options.vary),
                          model.id, listed(numbers), did_you_mean(options.vary, numbers)));
}

/// As the JSON of a config would have it: whole numbers are integers.
nlohmann::json written(double value) {
  constexpr double kLargest = 9007199254740992.0;  // 2^53
  if (value == std::floor(value) && std::fabs(value) <= kLargest) return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace

NoiseSweepOptions parse_noise_sweep(const toml::table& table) {
  Section section(table, kPath);
  NoiseSweepOptions options;
  options.table = &table;
  if (!section.take_node("noise"))
    section.fail("noise", "is missing; name the noise model that makes labels wrong");
  const auto vary = section.take<std::string>("vary");
  if (vary) options.vary = *vary;
  if (const toml::node* values = section.take_node("values")) {
    const toml::array* list = values->as_array();
    if (!list || list->empty())
      section.fail("values", fmt::format("is {}; expected a list of numbers, as in [0.1, 0.2, 0.3]",
                                         list ? "an empty list" : described(*values)));
    options.values.clear();
    for (const toml::node& item : *list) {
      const auto number = number_of(item);
      if (!number || !std::isfinite(*number))
        section.fail("values", fmt::format("holds {}; expected numbers", described(item)));
      options.values.push_back(*number);
    }
    std::sort(options.values.begin(), options.values.end());
  } else if (vary) {
    section.fail("values", fmt::format("is missing; say which values {} takes", shown(*vary)));
  }
  options.repeats = take_count(section, "repeats", options.repeats);
  section.finish();
  return options;
}

std::vector<Plan> plan_noise_sweep(const Registry& registry, const NoiseSweepOptions& options) {
  const Section section(*options.table, kPath);
  const toml::node* noise = options.table->get("noise");
  Plan plan =
      plan_component(registry, noise, std::string(kPath) + ".noise", tamis::detail::Abi<NoiseModel>::kId);
  const Descriptor& model = plan.descriptor();
  if (!model.traits.corrupts)
    section.fail("noise", fmt::format("is '{}', which fits labels but cannot make them wrong; expected one "
                                      "of {}",
                                      model.id, listed(models_that_corrupt(registry))));
  const std::size_t varied = find_varied(model, options, section);
  if (noise->is_table() && noise->as_table()->contains(options.vary))
    section.fail("noise", fmt::format("sets {0}, which takes the values of noise_sweep.values; leave {0} out",
                                      options.vary));
  std::vector<Plan> plans;
  for (const double value : options.values) {
    plan.values[varied] = written(value);
    if (!model.options[varied].accepts(*plan.values[varied]))
      section.fail("values", fmt::format("holds {}; '{}' takes {} for {}", shortest(value), model.id,
                                         model.options[varied].expected(), options.vary));
    plans.push_back(plan);
  }
  return plans;
}

}  // namespace tamis::framework
