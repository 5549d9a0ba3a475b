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
  for (std::size_t i = 0; i < values.size(); ++i) {
    const OptionDescriptor& option = descriptor().options[i];
    const std::span<const Plan> named = parts_of(i);
    if (option.type == TAMIS_T_COMPONENTS) {
      out[option.name] = json::array();
      for (const Plan& part : named) out[option.name].push_back(part.effective());
    } else if (!named.empty()) {
      out[option.name] = named[0].effective();
    } else if (option.type != TAMIS_T_COMPONENT) {
      out[option.name] = *values[i];
    }
  }
  return out;
}

std::span<const Plan> Plan::parts_of(std::size_t option) const {
  const auto count = [this](std::size_t i) -> std::size_t {
    switch (descriptor().options[i].type) {
      case TAMIS_T_COMPONENT:
        return values[i]->is_null() ? 1 : 0;
      case TAMIS_T_COMPONENTS:
        return values[i]->size();
      default:
        return 0;
    }
  };
  std::size_t first = 0;
  for (std::size_t i = 0; i < option; ++i) first += count(i);
  return std::span(parts).subspan(first, count(option));
}

bool names_component(const toml::node* config) {
  return config && (!config->is_table() || config->as_table()->contains("use"));
}

namespace {

/// A component that an option names.
Plan plan_part(const Registry& registry, const OptionDescriptor& option, const toml::node* given,
               const std::string& path, const std::string& by_default) {
  Plan part = plan_component(registry, given, path, option.interface_id, by_default);
  const std::string why_not = option.why_no_part(part.descriptor().traits);
  if (why_not.empty()) return part;
  std::vector<std::string> others;
  for (const RegistryEntry* entry : registry.entries())
    if (entry->descriptor.interface_id == option.interface_id &&
        option.why_no_part(entry->descriptor.traits).empty())
      others.push_back(fmt::format("'{}'", entry->descriptor.id));
  throw ParamError(fmt::format(
      "{}{} is '{}', {}; {}", given ? place_prefix(*given) : "", path, part.descriptor().id, why_not,
      others.empty() ? "none of the components found can be used there" : "use " + alternatives(others)));
}

/// The components that a list names, as parts of `plan`.
void plan_list(const Registry& registry, const OptionDescriptor& option, const toml::node* given,
               const std::string& path, Plan& plan) {
  json ids = json::array();
  if (given && !given->is_array())
    refuse(*given, path,
           fmt::format("is {}; expected {}, as [\"...\", {{ use = \"...\" }}]", described(*given),
                       option.expected()));
  for (std::size_t i = 0; given && i < given->as_array()->size(); ++i) {
    plan.parts.push_back(
        plan_part(registry, option, given->as_array()->get(i), fmt::format("{}[{}]", path, i), ""));
    ids.push_back(plan.parts.back().descriptor().id);
  }
  plan.values.emplace_back(std::move(ids));
}

}  // namespace

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
    if (option.type == TAMIS_T_COMPONENTS) {
      plan_list(registry, option, given, key, plan);
    } else if (option.type == TAMIS_T_COMPONENT) {
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
      plan.parts.push_back(plan_part(registry, option, given, key, given ? "" : by_default));
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
  handles_.reserve(values_.size());
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
      case TAMIS_T_COMPONENT: {
        const std::span<const Plan> named = plan.parts_of(i);
        to.as.component = {};
        if (!named.empty()) to.as.component = make_part(registry, named[0]);
        break;
      }
      case TAMIS_T_COMPONENTS: {
        std::vector<tamis_handle>& kept = handles_.emplace_back();
        for (const Plan& part : plan.parts_of(i)) kept.push_back(make_part(registry, part));
        to.as.components.data = kept.data();
        to.as.components.size = kept.size();
        break;
      }
    }
  }
}

OptionValues::~OptionValues() = default;

tamis_handle OptionValues::make_part(Registry& registry, const Plan& plan) {
  parts_.push_back(std::make_unique<ComponentInstance>(registry, plan));
  return parts_.back()->handle();
}

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
  // A failure can harm nothing any more, and there is nobody to report it to; `tamis validate` reports it to
  // the author.
  tamis_error ignored;
  tamis::detail::enter(&ignored, [&](tamis_error*) {
    component_.destroy(self);
    return std::int32_t{TAMIS_OK};
  });
}

}  // namespace detail
}  // namespace tamis::framework
