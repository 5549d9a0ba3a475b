// tamis_docs FOLDER: writes the reference pages from the manifests of the installed plugins, and from the
// kernel's table of generators.
#include <tamis/framework/data/generate.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/kernel/registry.hpp>
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
                                       "the loss by a removal"};
  const Traits& t = d.traits;
  std::string out = fmt::format("Measures {}; {} is better.", kMeasures[static_cast<int>(t.measures)],
                                kBetterNames[static_cast<std::size_t>(t.better)]);
  if (t.distances)
    out += " Measures distances between samples: on z-scores unless `data.standardise` says otherwise.";
  if (t.uses_unknown && t.targets != Targets::none) out += " Samples whose target is unknown are left to it.";
  return out;
}

std::string component(const Descriptor& d) {
  std::string out = fmt::format("### `{}`\n\n{}.\n", d.id, d.summary);
  if (d.interface_id == "criterion/1") out += "\n" + traits_of(d) + "\n";
  if (!d.citation.empty()) out += fmt::format("\nSource: {}.\n", d.citation);
  if (!d.options.empty()) {
    out += "\n| option | expected | default | meaning |\n|---|---|---|---|\n";
    for (const OptionDescriptor& o : d.options)
      out += fmt::format("| `{}` | {} | `{}` | {} |\n", o.name, cell(o.expected()), cell(o.by_default->dump()),
                         cell(o.doc));
  }
  return out + "\n";
}

std::string components(const Registry& registry) {
  std::string out = std::string(kMade) +
                    "# Components\n\nWhat can stand after `use =` in a config, and the options beside it. "
                    "`tamis plugins describe ID` prints the same.\n\n";
  for (const char* interface_id : {"criterion/1", "search_strategy/1", "noise_model/1", "point_metric/1",
                                   "class_metric/1", "distribution_metric/1"}) {
    std::string part;
    for (const RegistryEntry* e : registry.entries())
      if (e->descriptor.interface_id == interface_id) part += component(e->descriptor);
    if (part.empty()) continue;
    std::string title = interface_name(interface_id) + "s";
    if (title == "criterions") title = "criteria";
    if (title == "search strategys") title = "search strategies";
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    out += fmt::format("## {}\n\n{}", title, part);
  }
  out.pop_back();
  return out;
}

std::string targets(const Registry& registry) {
  constexpr std::pair<const char*, TargetKind> kKinds[] = {
      {"a label", TargetKind::classes},
      {"label with certainty, votes, probabilities", TargetKind::soft},
      {"several labels", TargetKind::sets},
      {"real value", TargetKind::real},
      {"none", TargetKind::none}};
  std::string out =
      std::string(kMade) +
      "# Criterion x kind of target\n\n"
      "What becomes of the target that you have. *used*: as it is. *one-hot*, *most probable*: converted, "
      "and announced.\n*ignored*: the criterion is unsupervised. *refused*: an error that says what would "
      "work. Labels with a certainty and\nannotators' votes become probabilities when they are read "
      "(docs/config.md), so they share a column;\na label with certainty is not *most probable* but the "
      "label itself, without its certainty.\n\n| criterion |";
  for (const auto& [name, kind] : kKinds) out += fmt::format(" {} |", name);
  out += " samples of unknown target |\n|---|";
  for (std::size_t i = 0; i <= std::size(kKinds); ++i) out += "---|";
  out += "\n";
  for (const RegistryEntry* e : registry.entries()) {
    const Descriptor& d = e->descriptor;
    if (d.interface_id != "criterion/1") continue;
    out += fmt::format("| `{}` |", d.id);
    for (const auto& [name, kind] : kKinds)
      out += fmt::format(" {} |", name_of(target_use(requirements_of(d.traits), kind)));
    out += fmt::format(" {} |\n", d.traits.targets == Targets::none ? "ignored"
                                  : d.traits.uses_unknown           ? "left to it"
                                                                    : "dropped");
  }
  return out;
}

std::string made_data() {
  std::string out =
      "<!-- Written by docs/generator from the kernel's table: cmake --build --preset dev --target docs "
      "-->\n\n"
      "# Data that are made\n\nWhat can stand after `use =` in `data.generate`, and the options beside it. "
      "`tamis "
      "generate` prints the same.\nFeatures are called `f1`, `f2`, ... (`w1`, ... of words), those that "
      "matter "
      "first.\n";
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
  if (argc != 2) {
    fmt::print(stderr, "usage: tamis_docs FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  const Registry registry(plugin_folders({}));
  write_file(folder / "components.md", components(registry));
  write_file(folder / "targets.md", targets(registry));
  write_file(folder / "generators.md", made_data());
  return 0;
}
