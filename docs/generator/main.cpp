// tamis_docs FOLDER: writes the reference pages from the manifests of the installed plugins, and from the
// kernel's table of generators.
// tamis_docs --site FOLDER: the same for docs/site, where each component has a page of its own, methods/ID.md, and
// components.md lists them.
#include <tamis/framework/data/generate.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/selection/compatibility.hpp>
#include <tamis/framework/support/write_file.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>

namespace {

using namespace tamis;
using namespace tamis::framework;

const char* kMade =
    "<!-- Written by docs/generator from the plugins' manifests: cmake --build --preset dev --target docs "
    "-->\n\n";

/// A text in a cell of a Markdown table.
std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string traits_of(const Descriptor& d) {
  constexpr const char* kMeasures[] = {"the feature's own quality", "the quality of the subset",
                                       "the loss by a removal", "the gain by an addition"};
  const Traits& t = d.traits;
  std::string out = fmt::format("Measures {}; {} is better.", kMeasures[static_cast<int>(t.measures)],
                                kBetterNames[static_cast<std::size_t>(t.better)]);
  if (t.distances)
    out += " Measures distances between samples: on z-scores unless `data.standardise` says otherwise.";
  if (t.uses_unknown && t.targets != Targets::none) out += " Samples whose target is unknown are left to it.";
  if (t.order_immune != LabelFlips::none)
    out += fmt::format(" With many samples, the order of features is the same {}.", in_words(t.order_immune));
  return out;
}

std::string default_of(const OptionDescriptor& o) {
  const nlohmann::json shown = o.shown_default();
  return shown.is_null() ? "none is named" : fmt::format("`{}`", cell(shown.dump()));
}

std::string options(const Descriptor& d) {
  std::string out = "| option | expected | default | meaning |\n|---|---|---|---|\n";
  for (const OptionDescriptor& o : d.options)
    out += fmt::format("| `{}` | {} | {} | {} |\n", o.name, cell(o.expected()), default_of(o), cell(o.doc));
  return out;
}

std::string component(const Descriptor& d) {
  std::string out = fmt::format("### `{}`\n\n{}.\n", d.id, d.summary);
  if (d.interface_id == "criterion/1") out += "\n" + traits_of(d) + "\n";
  if (!d.citation.empty()) out += fmt::format("\nSource: {}.\n", d.citation);
  if (!d.options.empty()) out += "\n" + options(d);
  return out + "\n";
}

/// The kinds of component, in the order of the pages.
constexpr std::pair<const char*, const char*> kKinds[] = {
    {"criterion/1", "Criteria"},         {"search_strategy/1", "Search strategies"},
    {"noise_model/1", "Noise models"},   {"point_metric/1", "Point metrics"},
    {"class_metric/1", "Class metrics"}, {"distribution_metric/1", "Distribution metrics"}};

std::string components(const Registry& registry) {
  std::string out = std::string(kMade) +
                    "# Components\n\nWhat can stand after `use =` in a config, and the options beside it. "
                    "`tamis plugins describe ID` prints the same.\n\n";
  for (const auto& [interface_id, title] : kKinds) {
    out += fmt::format("## {}\n\n", title);
    for (const RegistryEntry* e : registry.entries())
      if (e->descriptor.interface_id == interface_id) out += component(e->descriptor);
  }
  out.pop_back();
  return out;
}

const char* kTargetNames =
    " a label | label with certainty, votes, probabilities | several labels | real value | none | samples of "
    "unknown target |";

/// What becomes of each of these, as the cells of a table.
std::string target_uses(const Traits& traits) {
  std::string out;
  for (const TargetKind kind :
       {TargetKind::classes, TargetKind::soft, TargetKind::sets, TargetKind::real, TargetKind::none})
    out += fmt::format(" {} |", name_of(target_use(requirements_of(traits), kind)));
  return out + fmt::format(" {} |", traits.targets == Targets::none ? "ignored"
                                    : traits.uses_unknown           ? "left to it"
                                                                    : "dropped");
}

std::string targets(const Registry& registry) {
  std::string out =
      std::string(kMade) +
      "# Criterion x kind of target\n\n"
      "What becomes of the target that you have. *used*: as it is. *one-hot*, *most probable*: converted, "
      "and announced.\n*ignored*: the criterion is unsupervised. *refused*: an error that says what would "
      "work. Labels with a certainty and\nannotators' votes become probabilities when they are read "
      "(docs/config.md), so they share a column;\na label with certainty is not *most probable* but the "
      "label itself, without its certainty.\n\n| criterion |" +
      kTargetNames + "\n|---|---|---|---|---|---|---|\n";
  for (const RegistryEntry* e : registry.entries())
    if (e->descriptor.interface_id == "criterion/1")
      out += fmt::format("| `{}` |{}\n", e->descriptor.id, target_uses(e->descriptor.traits));
  return out;
}

/// What a criterion does with what a table may have beside numbers, as the cells of a table.
std::string input_uses(const Traits& t) {
  const char* const features = !scores_groups(t)                          ? "refused"
                               : properties(t.measures).depends_on_subset ? "as a whole"
                                                                          : "by their members";
  const char* const sparse = t.sparse ? "as they are" : t.discrete ? "as codes" : "made dense";
  const char* const missing = t.missing ? "taken" : t.discrete ? "a code" : "refused";
  return fmt::format(" {} | {} | {} | {} | {} | {} |", t.weights ? "used" : "refused",
                     t.groups ? "used" : "not used", features, missing, sparse,
                     t.discrete ? "codes" : "numbers");
}

std::string inputs(const Registry& registry) {
  std::string out =
      std::string(kMade) +
      "# Criterion x what a table may have\n\n"
      "*Weights of samples* (`data.weights`): refused if the criterion has no weighted form. *Groups of samples*\n"
      "(`data.groups`): if the criterion does not use them, evaluations, stability and `keep = \"auto\"` still keep\n"
      "them whole. *Groups of features* (`data.feature_groups`): scored by their members (best or mean), or as part\n"
      "of a subset, [as a whole](../config.md#groups-of-features). *Missing cells* (`data.missing =\n"
      "\"keep\"`; [what that means for each method](../missing_cells.md)): taken as such, or a code of their own.\n"
      "*Sparse columns* (LIBSVM files, sparse matrices): read as they are, or made dense first. A categorical column is [a group\n"
      "of features](../config.md#groups-of-features), one per\n"
      "value, or, if the criterion cannot score groups, a feature per value.\n\n"
      "| criterion | weights of samples | groups of samples | groups of features | missing cells | sparse columns | "
      "reads |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const RegistryEntry* e : registry.entries())
    if (e->descriptor.interface_id == "criterion/1")
      out += fmt::format("| `{}` |{}\n", e->descriptor.id, input_uses(e->descriptor.traits));
  return out;
}

/// "a", "a or b", "a, b or c".
std::string joined(const std::vector<std::string>& words, std::string_view last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) out += i + 1 < words.size() ? ", " : last;
    out += words[i];
  }
  return out;
}

/// What a component can do beside other components, as its traits say it; nothing for a metric between samples.
std::string role(const Descriptor& d) {
  const Traits& t = d.traits;
  std::vector<std::string> moves;
  for (const auto& [move, name] : {std::pair{Move::add, "additions"}, std::pair{Move::remove, "removals"},
                                   std::pair{Move::whole, "whole subsets"}})
    if ((t.moves & (1u << static_cast<unsigned>(move))) != 0) moves.push_back(name);
  if (d.interface_id == "criterion/1") {
    std::string out = fmt::format("{} Scores {}.", traits_of(d), joined(moves, " and "));
    if (t.discrete) out += " Reads codes.";
    if (t.sparse) out += " Reads sparse features as they come.";
    if (t.weights) out += " Takes weights of samples.";
    if (t.groups) out += " Takes groups of samples.";
    if (t.missing) out += " Takes missing cells.";
    return out;
  }
  if (d.interface_id == "search_strategy/1")
    return fmt::format("Asks for {}{}.{}", joined(moves, t.any_move ? " or " : " and "),
                       t.any_move ? ", whichever the criterion scores" : "",
                       t.subset_only ? " Needs a criterion that measures subsets." : "");
  if (d.interface_id == "noise_model/1")
    return fmt::format("{} {}", t.fits ? "Is fitted to memberships." : "Is not fitted: it stays as given.",
                       t.corrupts ? "Can corrupt labels." : "Cannot corrupt labels.");
  if (t.metric) return "Is symmetric and keeps the triangle inequality.";
  return {};
}

/// The folder of plugins/ that a component comes from.
std::string family_of(const RegistryEntry& e) { return e.file.stem().string(); }

/// A page of one component; links are those of docs/reference/methods/ID.md.
std::string method(const RegistryEntry& e) {
  const Descriptor& d = e.descriptor;
  std::string out = fmt::format("# `{}`\n\n*{}* of the family [{}](../../../plugins/{}/README.md)\n\n{}.\n",
                                d.id, interface_name(d.interface_id), family_of(e), family_of(e), d.summary);
  if (const std::string facts = role(d); !facts.empty()) out += "\n" + facts + "\n";
  if (d.interface_id == "criterion/1")
    out += fmt::format(
        "\n## What becomes of the target\n\n|{}\n|---|---|---|---|---|---|\n|{}\n\n"
        "[What the words mean](../targets.md).\n",
        kTargetNames, target_uses(d.traits));
  out += "\n## Options\n\n";
  out += d.options.empty() ? "None.\n" : options(d);
  if (!d.citation.empty()) out += fmt::format("\n## Source\n\n{}.\n", d.citation);
  return out;
}

std::string list_of_methods(const Registry& registry) {
  std::string out =
      "# Methods\n\nWhat can stand after `use =` in a config, and a page for each. Which of them suits what you "
      "have: [choosing](../choosing.md). What each criterion does with each kind of target: "
      "[targets](targets.md). What it does with weights, groups and sparse columns: [inputs](inputs.md).\n";
  std::string pages;  // in the same order, for the navigation
  for (const auto& [interface_id, title] : kKinds) {
    out += fmt::format("\n## {}\n\n| id | what it is | family |\n|---|---|---|\n", title);
    for (const RegistryEntry* e : registry.entries()) {
      if (e->descriptor.interface_id != interface_id) continue;
      pages += fmt::format("methods/{}\n", e->descriptor.id);
      out += fmt::format("| [`{0}`](methods/{0}.md) | {1} | [{2}](../../plugins/{2}/README.md) |\n",
                         e->descriptor.id, cell(e->descriptor.summary), family_of(*e));
    }
  }
  return out + "\n```{toctree}\n:hidden:\n" + pages + "```\n";
}

std::string made_data() {
  std::string out =
      "<!-- Written by docs/generator from the kernel's table: cmake --build --preset dev --target docs "
      "-->\n\n"
      "# Data that are made\n\nWhat can stand after `use =` in `data.generate`, and the options beside it. "
      "`tamis "
      "generate` prints the same.\nFeatures are called `f1`, `f2`, ... (`w1`, ... of words), those that "
      "matter "
      "first; `categories` has numbers `n1`, ... and columns of categories `c1`, ....\n";
  for (const Generator& g : generators()) {
    out += fmt::format(
        "\n## `{}`\n\nMakes {}.\n\nSource: {}.\n\n| option | expected | default | meaning "
        "|\n|---|---|---|---|\n",
        g.id, g.summary, g.citation);
    for (const GeneratorOption& o : g.options)
      out += fmt::format("| `{}` | {} | `{:g}` | {} |\n", o.name, o.expected(), o.by_default, o.doc);
  }
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const bool site = argc == 3 && std::string_view(argv[1]) == "--site";
  if (argc != 2 && !site) {
    fmt::print(stderr, "usage: tamis_docs [--site] FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[argc - 1];
  const Registry registry(plugin_folders({}));
  write_file(folder / "components.md", site ? list_of_methods(registry) : components(registry));
  write_file(folder / "targets.md", targets(registry));
  write_file(folder / "inputs.md", inputs(registry));
  write_file(folder / "generators.md", made_data());
  if (site) {
    std::filesystem::create_directories(folder / "methods");
    for (const RegistryEntry* e : registry.entries())
      write_file(folder / "methods" / (e->descriptor.id + ".md"), method(*e));
  }
  return 0;
}
