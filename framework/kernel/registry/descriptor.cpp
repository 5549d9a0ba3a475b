#include <tamis/framework/kernel/descriptor.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/json_words.hpp>
#include <tamis/framework/support/nesting.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

using nlohmann::json;

constexpr std::string_view kCriterion = "criterion/1", kSearchStrategy = "search_strategy/1",
                           kNoiseModel = "noise_model/1";
constexpr std::array<std::string_view, 6> kInterfaces{kCriterion,       kSearchStrategy,
                                                      kNoiseModel,      "point_metric/1",
                                                      "class_metric/1", "distribution_metric/1"};
constexpr std::array<std::string_view, 8> kTypes{"integer", "real",  "bool",      "choice",
                                                 "text",    "reals", "component", "components"};

/// A text for people, fit to be shown; "" where there is none.
std::string said(const json& j, const char* key) { return shown(j.value(key, std::string()), kLongestSaid); }

/// The place of a word among those that this kernel knows.
/// \throws PluginError  for another one: dropping it would change what the component is taken for.
std::size_t place_of(const json& word, std::span<const std::string_view> words, const char* what) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (word == words[i]) return i;
  throw PluginError(
      fmt::format("its manifest says {} {}, which this tamis does not know (it knows {}); install a newer "
                  "tamis, or mend the manifest",
                  what, shown(word.dump()), fmt::join(words, ", ")));
}

unsigned bits(const json& list, std::span<const std::string_view> words, const char* what) {
  unsigned mask = 0;
  for (const json& word : list) mask |= 1u << place_of(word, words, what);
  return mask;
}

Traits parse_traits(const json& j, bool is_criterion) {
  const auto flag = [&](const char* name) { return j.value(name, false); };
  Traits t;
  t.moves = bits(j.value("moves", json::array()), kMoveNames, "move");
  if (is_criterion) {
    t.measures = static_cast<Measures>(place_of(j.at("measures"), kMeasuresNames, "measures"));
    t.better = static_cast<Better>(place_of(j.at("better"), kBetterNames, "better"));
    if (t.moves == 0 || t.better == Better::unsaid)
      throw PluginError(
          "its manifest lacks the \"moves\" that a criterion scores, or which scores are \"better\"; add "
          "them");
  }
  t.targets = static_cast<Targets>(bits(j.value("targets", json::array()), kTargetKindNames, "target"));
  t.uses_unknown = flag("uses_unknown");
  t.distances = flag("distances");
  t.discrete = flag("discrete");
  t.sparse = flag("sparse");
  t.own_column = flag("own_column");
  t.prepares_from_target = flag("prepares_from_target");
  t.monotone = flag("monotone");
  t.diminishing_gains = flag("diminishing_gains");
  t.weights = flag("weights");
  t.groups = flag("groups");
  t.missing = flag("missing");
  t.size_biased = flag("size_biased");
  t.order_immune = static_cast<LabelFlips>(
      bits(j.value("order_immune", json::array()), kLabelFlipsNames, "kind of label error"));
  t.tolerance = j.value("tolerance", 0.0);
  if (t.tolerance < 0)
    throw PluginError(fmt::format(
        "its manifest says that scores within {} of each other are equal; a tolerance is 0 or more",
        t.tolerance));
  t.any_move = flag("any_move");
  t.subset_only = flag("subset_only");
  t.fits = flag("fits");
  t.corrupts = flag("corrupts");
  t.metric = flag("metric");
  return t;
}

/// The data are prepared for the criterion that a config names, and its moves are checked against the search:
/// neither holds for a criterion or a search inside another component.
bool can_be_part(std::string_view interface_id) {
  return interface_id != kCriterion && interface_id != kSearchStrategy;
}

/// Parts see the data as the criterion that uses them gets them.
/// \throws PluginError  it asks for others.
void check_asks_for_no_data(const json& j) {
  for (const std::string_view key :
       {"targets", "uses_unknown", "distances", "discrete", "sparse", "weights", "groups", "missing"}) {
    if (key == "weights" && j.at("interface") == kNoiseModel) continue;
    if (const auto said = j.find(key); said != j.end() && *said != false && !said->empty())
      throw PluginError(fmt::format(
          "its manifest says \"{}\" of {} {}, but what the data must be is said of criteria only: "
          "others see the data as the criterion that uses them gets them; leave it out",
          key, shown(interface_name(j.at("interface").get<std::string>())), shown(j.at("id").dump())));
  }
}

OptionDescriptor parse_option(const json& j) {
  OptionDescriptor o;
  o.name = j.at("name");
  o.doc = said(j, "doc");
  o.type = static_cast<tamis_type>(TAMIS_T_INTEGER + place_of(j.at("type"), kTypes, "type"));
  o.by_default = j.at("default");
  o.interface_id = j.value("interface", "");
  const unsigned part = bits(j.value("part", json::array()), kPartTraitNames, "part");
  o.part = {(part & 1u) != 0, (part & 2u) != 0, (part & 4u) != 0, (part & 8u) != 0};
  if (!can_be_part(o.interface_id))
    throw PluginError(fmt::format(
        "its manifest makes option {} a {}, which no component may contain: data and moves are "
        "those of the component that the user chose; an option may name a noise model or a metric",
        in_quotes(o.name), interface_name(o.interface_id)));
  if (j.contains("min")) o.range.low = j.at("min");
  if (j.contains("above")) o.range.low = j.at("above"), o.range.open = true;
  if (j.contains("max")) o.range.high = j.at("max");
  o.choices = j.value("choices", std::vector<std::string>{});
  if (o.type == TAMIS_T_COMPONENTS && !o.by_default->empty())
    throw PluginError(
        fmt::format("its manifest gives option {}, a list of components, the default {}; only [] is possible",
                    in_quotes(o.name), shown(o.by_default->dump())));
  if (!o.accepts(*o.by_default))
    throw PluginError(fmt::format("its manifest gives option {} the default {}; expected {}",
                                  in_quotes(o.name), shown(o.by_default->dump()), o.expected()));
  return o;
}

/// This revision has no such words; a later one may, and a library that cannot do without the features that they name.
/// \throws PluginError  the library, or this component of it, needs one.
void check_needs(const json& line, const std::string& whose) {
  for (const json& word : line.value("needs", json::array()))
    throw PluginError(
        fmt::format("{} needs {} of its host, which this tamis does not know; install a newer tamis", whose,
                    shown(word.dump())));
}

/// nlohmann's own conversion of a number that no int can hold has no meaning.
int revision_of(const json& header) {
  const json& said = header.at("tamis");
  const bool fits = said.is_number_integer() && said >= 0 && said <= std::numeric_limits<int>::max();
  if (!fits)
    throw PluginError(
        fmt::format("its manifest names the SDK revision {}; build the plugin again", said.dump()));
  return said.get<int>();
}

Descriptor parse_component(const json& j) {
  Descriptor d;
  d.id = j.at("id");
  if (!tamis::detail::is_id(d.id))
    throw PluginError(
        fmt::format("its manifest has the id {}; an id is snake_case, with dots between parts: "
                    "org.example.name",
                    shown(j.at("id").dump())));
  check_needs(j, "'" + d.id + "'");
  d.interface_id = j.at("interface");
  d.summary = said(j, "summary");
  d.citation = said(j, "cites");
  const bool is_criterion = d.interface_id == kCriterion;
  if (!is_criterion) check_asks_for_no_data(j);
  d.traits = parse_traits(j, is_criterion);
  for (const json& o : j.at("options")) {
    OptionDescriptor option = parse_option(o);
    if (d.find_option(option.name))
      throw PluginError(fmt::format("its manifest gives '{}' two options called {}; rename one of them", d.id,
                                    in_quotes(option.name)));
    d.options.push_back(std::move(option));
  }
  return d;
}

}  // namespace

std::string in_words(LabelFlips flips) {
  constexpr const char* kKinds[] = {
      "if labels of two classes are flipped, whatever the rates",
      "if each label becomes any other one with the same probability",
      "if each label becomes any other one with the same probability and classes are equally frequent",
      "if labels are wrong in any way that does not depend on the features given the class"};
  std::vector<std::string> kinds;
  for (unsigned bit = 0; bit < std::size(kKinds); ++bit)
    if (static_cast<unsigned>(flips) >> bit & 1u) kinds.emplace_back(kKinds[bit]);
  return fmt::format("{}", fmt::join(kinds, ", and "));
}

std::string_view OptionDescriptor::type_name() const {
  return kTypes[static_cast<std::size_t>(type - TAMIS_T_INTEGER)];
}

bool OptionDescriptor::accepts(const json& value) const {
  const auto number = [this](const json& v) {
    return v.is_number() && std::isfinite(v.get<double>()) && range.holds(v.get<double>());
  };
  switch (type) {
    case TAMIS_T_INTEGER:
      return value.is_number_integer() && number(value);
    case TAMIS_T_REAL:
      return number(value);
    case TAMIS_T_BOOL:
      return value.is_boolean();
    case TAMIS_T_CHOICE:
      return std::find(choices.begin(), choices.end(), value) != choices.end();
    case TAMIS_T_TEXT:
      return value.is_string();
    case TAMIS_T_COMPONENT:
      return value.is_string();
    case TAMIS_T_COMPONENTS:
      return value.is_array() && std::ranges::all_of(value, [](const json& v) { return v.is_string(); });
    case TAMIS_T_REALS:
      return value.is_array() && std::all_of(value.begin(), value.end(), number);
  }
  return false;
}

bool OptionDescriptor::may_be_left_out() const {
  return type == TAMIS_T_COMPONENTS || (type == TAMIS_T_COMPONENT && *by_default == "");
}

std::string OptionDescriptor::why_no_part(const Traits& traits) const {
  if (part.fits && !traits.fits) return "which cannot be fitted to labels";
  if (part.corrupts && !traits.corrupts) return "which cannot corrupt labels";
  if (part.given && traits.fits)
    return "which is fitted to labels, and here nothing fits it; name one that is given";
  if (part.metric && !traits.metric)
    return "which is no metric: not symmetric, or without the triangle inequality";
  return "";
}

json OptionDescriptor::shown_default() const { return may_be_left_out() ? json(nullptr) : *by_default; }

std::string OptionDescriptor::expected() const { return expected(nullptr); }

std::string OptionDescriptor::expected(const json& instead_of) const {
  const auto number = [&](std::string_view noun) {
    // the limits of an int are no news but to who is beyond them
    const double given = instead_of.is_number() ? instead_of.get<double>() : 0;
    const bool low =
        std::isfinite(range.low) && (range.low != std::numeric_limits<int>::min() || given < range.low);
    const bool high =
        std::isfinite(range.high) && (range.high != std::numeric_limits<int>::max() || given > range.high);
    const char* than = range.open ? "above" : "of at least";
    if (low && high) return fmt::format("{} {} {} and at most {}", noun, than, range.low, range.high);
    if (low) return fmt::format("{} {} {}", noun, than, range.low);
    if (high) return fmt::format("{} of at most {}", noun, range.high);
    return std::string(noun);
  };
  switch (type) {
    case TAMIS_T_INTEGER:
      return number("an integer");
    case TAMIS_T_REAL:
      return number("a number");
    case TAMIS_T_BOOL:
      return "true or false";
    case TAMIS_T_CHOICE:
      return fmt::format("one of {}", listed(choices, choices.size()));
    case TAMIS_T_TEXT:
      return "a text";
    case TAMIS_T_REALS:
      return "a list of numbers";
    case TAMIS_T_COMPONENT:
      return fmt::format("a {}", interface_name(interface_id));
    case TAMIS_T_COMPONENTS:
      return fmt::format("a list of {}s", interface_name(interface_id));
  }
  return "a value";
}

std::string Descriptor::kind() const {
  const std::string name = interface_name(interface_id);
  return name.ends_with("metric") ? "distance metric" : name;
}

const OptionDescriptor* Descriptor::find_option(std::string_view name) const {
  for (const OptionDescriptor& o : options)
    if (o.name == name) return &o;
  return nullptr;
}

std::string interface_name(std::string_view interface_id) {
  std::string name(interface_id.substr(0, interface_id.find('/')));
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

bool knows_interface(std::string_view interface_id) {
  return std::find(kInterfaces.begin(), kInterfaces.end(), interface_id) != kInterfaces.end();
}

Manifest parse_manifest(const std::string& text) {
  Manifest m;
  m.text = text;
  std::vector<std::string> wrong;
  std::size_t number = 0;
  try {
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++number;
      const json line = parse_json(std::string_view(text).substr(begin, end - begin));
      if (begin == 0) {
        m.revision = revision_of(line);
        m.version = said(line, "version");
        m.compiler = said(line, "compiler");
        check_needs(line, "the library");
      } else {
        Descriptor d = parse_component(line);
        if (std::ranges::find(m.components, d.id, &Descriptor::id) != m.components.end())
          throw PluginError(fmt::format(
              "its manifest lists two components called '{}'; give one of them another id", d.id));
        if (!knows_interface(d.interface_id))
          wrong.push_back(fmt::format("'{}' offers the interface {}, which this tamis does not know", d.id,
                                      shown(d.interface_id)));
        m.components.push_back(std::move(d));
      }
      begin = end + 1;
    }
  } catch (const json::exception& e) {
    throw PluginError(fmt::format("line {} of its manifest is damaged ({}); build the plugin again", number,
                                  json_words(e)));
  }
  if (m.revision < 1) wrong.emplace_back("its manifest names no SDK revision");
  if (m.components.empty()) wrong.emplace_back("its manifest lists no component");
  if (!wrong.empty())
    throw PluginError(fmt::format(
        "{}; it was built for SDK revision {} by {}, we offer revision {}: {}", fmt::join(wrong, "; "),
        m.revision, m.compiler.empty() ? "an unnamed compiler" : m.compiler,
        static_cast<int>(TAMIS_SDK_REVISION),
        m.revision > TAMIS_SDK_REVISION ? "install a newer tamis" : "rebuild the plugin"));
  return m;
}

}  // namespace tamis::framework
