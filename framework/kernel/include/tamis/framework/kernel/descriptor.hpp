/// \file descriptor.hpp
/// The description of a component as read from a manifest: the run-time counterpart of tamis::Description.
#pragma once

#include <tamis/framework/support/json_value.hpp>
#include <tamis/option.hpp>
#include <tamis/traits.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tamis::framework {

/// "if labels of two classes are flipped, ..."; "" for none.
std::string in_words(LabelFlips flips);

/// One option of a component as read from a manifest: the run-time counterpart of tamis::Option.
struct OptionDescriptor {
  std::string name, doc;
  tamis_type type = TAMIS_T_INTEGER;
  JsonValue by_default;      ///< of the type; an id for a component, "" for none; [] for a list of components
  std::string interface_id;  ///< of a component, or of each one of a list
  PartTraits part;           ///< that a component must have
  Range range;
  std::vector<std::string> choices;

  /// "integer", "real", "bool", "choice", "text", "reals", "component" or "components".
  std::string_view type_name() const;
  /// Whether a value has the option's type and lies in its range. Of a component, the id; of a list of them, the ids.
  bool accepts(const nlohmann::json& value) const;
  /// "an integer of at least 1", "one of plain, squared", ...: for messages and lists.
  std::string expected() const;
  /// Whether it names other components.
  bool names_parts() const { return type == TAMIS_T_COMPONENT || type == TAMIS_T_COMPONENTS; }
  /// Why a component with these traits cannot be its part ("which is not fitted to labels"), or "".
  std::string why_no_part(const Traits& traits) const;
  /// Whether it is a component, and none by default, or a list of components.
  bool may_be_left_out() const;
  /// The default, as JSON; null where a component may be left out. For lists and programs.
  nlohmann::json shown_default() const;
  /// As expected(), with the limits that matter to who gave the value `instead_of`.
  std::string expected(const nlohmann::json& instead_of) const;
};

/// One component as read from a manifest: its name, declared properties and options.
struct Descriptor {
  std::string id, interface_id, summary, citation;
  Traits traits;
  std::vector<OptionDescriptor> options;

  /// "criterion", "search strategy", "noise model" or "distance metric".
  std::string kind() const;
  const OptionDescriptor* find_option(std::string_view name) const;
};

/// Whether a criterion with these traits scores the move, or a search with these traits uses it.
inline bool has_move(const Traits& traits, Move move) {
  return (traits.moves >> static_cast<unsigned>(move) & 1u) != 0;
}

/// "criterion/1" -> "criterion", "point_metric/1" -> "point metric".
std::string interface_name(std::string_view interface_id);
/// The interfaces that this kernel knows.
bool knows_interface(std::string_view interface_id);

/// The whole manifest of a library.
struct Manifest {
  int revision = 0;  ///< of the SDK that it was built with
  std::string version, compiler;
  std::vector<Descriptor> components;
  std::string text;  ///< as in the file
};

/// \throws PluginError  with all that is wrong with the text.
Manifest parse_manifest(const std::string& text);

}  // namespace tamis::framework
