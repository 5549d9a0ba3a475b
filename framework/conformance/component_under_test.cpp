#include "component_under_test.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace tamis::framework::conformance {
namespace {

/// What a config calls the place of a component of this interface.
std::string place_of(const Descriptor& d) {
  return d.interface_id.substr(0, d.interface_id.find_first_of("_/"));
}

void still(Plan& plan, const toml::table* given) {
  constexpr const char* kJitter = "jitter";
  std::size_t next = 0;
  for (std::size_t i = 0; i < plan.values.size(); ++i) {
    const OptionDescriptor& option = plan.descriptor().options[i];
    const std::size_t named = plan.parts_of(i).size();
    const toml::table* const of_part =
        given && option.type == TAMIS_T_COMPONENT ? given->get_as<toml::table>(option.name) : nullptr;
    for (std::size_t k = 0; k < named; ++k) still(plan.parts[next++], of_part);
    if (named == 0 && option.name == kJitter && option.accepts(0) && !(given && given->contains(kJitter)))
      plan.values[i] = nlohmann::json(0);
  }
}

std::filesystem::path start() {
  std::error_code gone;
  return std::filesystem::current_path(gone);
}
const std::filesystem::path kStart = start();

}  // namespace

RuntimeOptions files_from_start(RuntimeOptions options) {
  options = with_files(std::move(options));
  options.read_cells = [read = options.read_cells](const std::string& path) {
    return read((kStart / path).string());
  };
  return options;
}

Plan ComponentUnderTest::plan() const { return plan_at(place_of(descriptor)); }

Plan ComponentUnderTest::plan_at(const std::string& path) const {
  toml::table config = settings;
  config.insert_or_assign("use", descriptor.id);
  return plan_component(registry, &config, path, descriptor.interface_id);
}

Plan ComponentUnderTest::plan_without_jitter() const {
  Plan still_one = plan();
  still(still_one, &settings);
  return still_one;
}

bool ComponentUnderTest::jitters() const { return plan().effective() != plan_without_jitter().effective(); }

}  // namespace tamis::framework::conformance
