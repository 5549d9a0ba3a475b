#include <tamis/framework/kernel/composer.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/framework/support/tree_json.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

using nlohmann::json;

[[noreturn]] void refuse(const toml::node& node, const std::string& path, const std::string& why) {
  throw ParamError(fmt::format("{}{} {}", place_prefix(node), path, why));
}

/// A value that an option does not accept: of a list, the element that is at fault.
[[noreturn]] void refuse_value(const toml::node& given, const std::string& key,
                               const OptionDescriptor& option) {
  if (const toml::array* list = option.type == TAMIS_T_REALS ? given.as_array() : nullptr) {
    OptionDescriptor one = option;
    one.type = TAMIS_T_REAL;
    for (std::size_t i = 0; i < list->size(); ++i)
      if (!one.accepts(to_json((*list)[i]))) refuse_value((*list)[i], fmt::format("{}[{}]", key, i), one);
  }
  refuse(given, key, fmt::format("is {}; expected {}", described(given), option.expected(to_json(given))));
}

/// Nobody nests by hand as deep as a component that is, over some corners, its own default.
constexpr auto kDeepest = 16;

}  // namespace

json Plan::effective() const {
  json out{{"use", descriptor().id}};
  std::size_t part = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const OptionDescriptor& option = descriptor().options[i];
    if (has_part(i))
      out[option.name] = parts[part++].effective();
    else if (option.type != TAMIS_T_COMPONENT)
      out[option.name] = *values[i];
  }
  return out;
}

bool Plan::has_part(std::size_t option) const {
  return descriptor().options[option].type == TAMIS_T_COMPONENT && values[option]->is_null();
}

bool names_component(const toml::node* config) {
  return config && (!config->is_table() || config->as_table()->contains("use"));
}

Plan plan_component(const Registry& registry, const toml::node* config, const std::string& path,
                    std::string_view interface_id, const std::string& by_default,
                    std::span<const std::string> foreign_keys) {
  const toml::table* table = config ? config->as_table() : nullptr;
  const toml::value<std::string> fallback(by_default);
  const toml::node* use = !names_component(config) ? &fallback : table ? table->get("use") : config;
  if (use == &fallback && by_default.empty())
    refuse(config ? *config : fallback, path,
           "names no component; add use = \"...\" (`tamis plugins` lists them)");
  const auto id = use->value_exact<std::string>();
  if (!id)
    refuse(*use, path,
           fmt::format("is {}; expected the id of a {}", described(*use), interface_name(interface_id)));

  if (std::count(path.begin(), path.end(), '.') > kDeepest)
    throw PluginError(fmt::format(
        "{} is nested too deep, as a component that is its own default is; name another one there: {}",
        shown(*id), path));

  Plan plan;
  plan.path = plan.stream_path = path;
  try {
    plan.entry = &registry.at(*id);
  } catch (const ParamError& e) {
    throw ParamError(fmt::format("{}{}: {}", place_prefix(*use), path, e.what()));
  }
  const Descriptor& d = plan.descriptor();
  if (d.interface_id != interface_id)
    refuse(*use, path,
           fmt::format("is '{}', a {}; expected a {}", *id, interface_name(d.interface_id),
                       interface_name(interface_id)));

  if (table)
    for (const auto& [key, node] : *table) {
      const std::string name(key.str());
      if (name == "use" || d.find_option(name) ||
          std::find(foreign_keys.begin(), foreign_keys.end(), name) != foreign_keys.end())
        continue;
      std::vector<std::string> known(foreign_keys.begin(), foreign_keys.end());
      for (const OptionDescriptor& o : d.options) known.push_back(o.name);
      refuse(node, path + "." + shown(name),
             fmt::format("is no option of '{}'{} (`tamis plugins describe {}` lists them)", *id,
                         did_you_mean(name, known), *id));
    }

  for (const OptionDescriptor& option : d.options) {
    const toml::node* given = table ? table->get(option.name) : nullptr;
    const std::string key = path + "." + option.name;
    if (option.type == TAMIS_T_COMPONENT) {
      // a table without `use` is most likely a forgotten one: only what was left out gets the default
      const std::string by_default = option.by_default->get<std::string>();
      if (given && !names_component(given))
        refuse(*given, key,
               by_default.empty()
                   ? "names no component; add use = \"...\" (`tamis plugins` lists them)"
                   : fmt::format("names no component; add use = \"{}\", the default, or another (`tamis "
                                 "plugins` lists them)",
                                 by_default));
      const bool is_left_out = given ? given->value_exact<std::string>() == "" : true;
      if (is_left_out && by_default.empty()) {
        plan.values.push_back(option.by_default);
        continue;
      }
      plan.parts.push_back(
          plan_component(registry, given, key, option.interface_id, given ? "" : by_default));
      plan.values.emplace_back();
    } else if (given) {
      plan.values.push_back(to_json(*given));
      if (!option.accepts(*plan.values.back())) refuse_value(*given, key, option);
    } else {
      plan.values.push_back(option.by_default);
    }
  }
  return plan;
}

void key_streams_by(Plan& plan, const std::string& path) {
  for (Plan& part : plan.parts) key_streams_by(part, path + part.path.substr(plan.path.size()));
  plan.stream_path = path;
}

namespace detail {

OptionValues::OptionValues(Registry& registry, const Plan& plan) : values_(plan.values.size()) {
  texts_.reserve(values_.size());  // the values point into these
  lists_.reserve(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const OptionDescriptor& option = plan.descriptor().options[i];
    const json& from = *plan.values[i];
    tamis_value& to = values_[i];
    to.type = option.type;
    switch (option.type) {
      case TAMIS_T_INTEGER:
        to.as.integer = from.get<std::int64_t>();
        break;
      case TAMIS_T_REAL:
        to.as.real = from.get<double>();
        break;
      case TAMIS_T_BOOL:
        to.as.integer = from.get<bool>() ? 1 : 0;
        break;
      case TAMIS_T_CHOICE:
        to.as.integer = std::find(option.choices.begin(), option.choices.end(), from.get<std::string>()) -
                        option.choices.begin();
        break;
      case TAMIS_T_TEXT: {
        const std::string& kept = texts_.emplace_back(from.get<std::string>());
        to.as.text = {kept.data(), kept.size()};
        break;
      }
      case TAMIS_T_REALS: {
        const std::vector<double>& kept = lists_.emplace_back(from.get<std::vector<double>>());
        to.as.reals.data = kept.data();
        to.as.reals.size = kept.size();
        break;
      }
      case TAMIS_T_COMPONENT:
        to.as.component = {};
        if (!plan.has_part(i)) break;
        parts_.push_back(std::make_unique<ComponentInstance>(registry, plan.parts[parts_.size()]));
        to.as.component = parts_.back()->handle();
        break;
    }
  }
}

OptionValues::~OptionValues() = default;

ComponentInstance::ComponentInstance(Registry& registry, const Plan& plan)
    : origin_(fmt::format("{} = {}", plan.path, plan.descriptor().id)),
      path_(plan.stream_path),
      options_(registry, plan),
      component_(registry.component(plan.descriptor().id)) {
  if (!plan.entry->file.empty()) origin_ += fmt::format(" ({})", escaped(plan.entry->file.string()));
  const std::vector<tamis_value>& values = options_.values();
  const tamis_creation creation{sizeof creation, {path_.data(), path_.size()}, values.data(), values.size()};
  void* self = nullptr;
  std::int32_t created = TAMIS_E_OTHER;
  const auto create = [&](tamis_error* e) {
    return created = component_.create(component_.context, &creation, &self, e);
  };
  try {
    tamis::detail::call(origin_.c_str(), create);
  } catch (...) {
    // made, but refused for what else it did: only where `create` itself failed is nothing left to destroy
    if (created == TAMIS_OK) destroy(self);
    throw;
  }
  if (!self) {
    PluginError error("create() reports success, but gives no instance");
    error.origin = origin_;
    throw error;
  }
  handle_ = {component_.table, self, origin_.c_str()};
}

ComponentInstance::~ComponentInstance() { destroy(handle_.self); }

void ComponentInstance::destroy(void* self) const {
  if (!self) return;
  // Nothing is left that a failure could harm, and nobody who could be told: `tamis
  // validate` tells the author.
  tamis_error ignored;
  tamis::detail::enter(&ignored, [&](tamis_error*) {
    component_.destroy(self);
    return std::int32_t{TAMIS_OK};
  });
}

}  // namespace detail
}  // namespace tamis::framework
