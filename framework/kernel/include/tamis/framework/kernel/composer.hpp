/// \file composer.hpp
/// From a config tree to live components: first a plan, checked against manifests with no library loaded,
/// then the objects.
#pragma once

#include <tamis/detail/tables.hpp>
#include <tamis/framework/kernel/registry.hpp>

#include <toml++/toml.h>
#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// A component as a config names it, every option filled in and checked.
struct Plan {
  const RegistryEntry* entry = nullptr;
  std::string path;               ///< "criterion.noise"
  std::string stream_path;        ///< the key of the component's random streams: its path
  /// One per option, of its type; null for a component, "" for one left out, the ids of a list of components.
  std::vector<JsonValue> values;
  std::vector<Plan> parts;  ///< the components among the options, in order

  const Descriptor& descriptor() const { return entry->descriptor; }
  /// The components that this option names; none if it is no component, or one that is left out.
  std::span<const Plan> parts_of(std::size_t option) const;
  /// {"use": id, option: value, ...} with every default written out.
  nlohmann::json effective() const;
};

/// \param config       `{ use = "id", option = ... }`, or just the id as a string; null: not given.
/// \param path         its place in the config, for messages and random streams: "criterion".
/// \param by_default   the id if `config` names none; "": that is an error.
/// \param foreign_keys keys of the same table that are not options of the component (those of the goal in [search]).
/// \throws ParamError  with file:line:column, the key, what was expected and the nearest valid name.
Plan plan_component(const Registry& registry, const toml::node* config, const std::string& path,
                    std::string_view interface_id, const std::string& by_default = "",
                    std::span<const std::string> foreign_keys = {});

/// Keys the random streams of a plan and its parts as if its place in the config were `path`, so that the same computation in
/// two places draws the same numbers.
void key_streams_by(Plan& plan, const std::string& path);

/// Whether a node says which component to use (a table may hold options only).
bool names_component(const toml::node* config);

namespace detail {

class ComponentInstance;

/// The values of a plan as create() takes them, with the texts, lists and parts that they point at.
class OptionValues {
 public:
  /// Creates the parts.
  /// \throws Error  as Composed.
  OptionValues(Registry& registry, const Plan& plan);
  ~OptionValues();
  OptionValues(const OptionValues&) = delete;
  OptionValues& operator=(const OptionValues&) = delete;
  const std::vector<tamis_value>& values() const { return values_; }

 private:
  tamis_handle make_part(Registry& registry, const Plan& plan);

  std::vector<std::string> texts_;
  std::vector<std::vector<double>> lists_;
  std::vector<std::vector<tamis_handle>> handles_;
  std::vector<std::unique_ptr<ComponentInstance>> parts_;
  std::vector<tamis_value> values_;
};

/// A created component with the values of its options; destroyed before its parts.
class ComponentInstance {
 public:
  ComponentInstance(Registry& registry, const Plan& plan);
  ~ComponentInstance();
  ComponentInstance(const ComponentInstance&) = delete;
  ComponentInstance& operator=(const ComponentInstance&) = delete;
  tamis_handle handle() const { return handle_; }

 private:
  void destroy(void* self) const;

  std::string origin_, path_;
  OptionValues options_;
  tamis_component component_;
  tamis_handle handle_{};
};

}  // namespace detail

/// Owns a composed component and gives it as its interface.
template <class Interface>
class Composed {
 public:
  /// Loads libraries as needed.
  /// \throws PluginError, and what the components throw on their options.
  Composed(Registry& registry, const Plan& plan)
      : instance_(std::make_unique<detail::ComponentInstance>(registry, plan)),
        adapter_(std::make_unique<typename tamis::detail::Abi<Interface>::Adapter>(instance_->handle())) {}
  Interface* operator->() const { return adapter_.get(); }
  Interface& operator*() const { return *adapter_; }
  /// "criterion = laplacian_score (file)", as errors show it.
  const char* origin() const { return instance_->handle().origin; }

 private:
  std::unique_ptr<detail::ComponentInstance> instance_;
  std::unique_ptr<typename tamis::detail::Abi<Interface>::Adapter> adapter_;
};

}  // namespace tamis::framework
