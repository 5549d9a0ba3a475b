// docs/reference/targets.md, cell by cell: what the table says of a criterion and a kind of
// target is what happens.
#include "fixture.hpp"

#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/selection/select.hpp>

#include <nlohmann/json.hpp>

#include <cmath>

using namespace tamis;
using namespace tamis::framework;

namespace target_table_test {
namespace {

constexpr std::size_t kSamples = 12;

TargetColumn target_of(TargetKind kind, bool partly_unknown) {
  TargetColumn t;
  t.kind = kind;
  if (kind == TargetKind::classes || kind == TargetKind::soft) t.class_names = {"a", "b"};
  if (kind == TargetKind::soft) t.soft.resize(2 * kSamples);
  for (std::size_t i = 0; i < kSamples; ++i) {
    const bool unknown = partly_unknown && i % 4 == 3;
    const double nan = std::nan("");
    if (kind == TargetKind::classes) t.labels.push_back(unknown ? -1 : static_cast<std::int32_t>(i % 2));
    if (kind == TargetKind::real) t.real.push_back(unknown ? nan : std::sin(static_cast<double>(i)));
    if (kind == TargetKind::soft) {
      const double p = i % 2 ? 0.25 : 0.875;
      t.soft[i] = unknown ? nan : p;
      t.soft[i + kSamples] = unknown ? nan : 1 - p;
    }
  }
  return t;
}

LoadedData data_of(TargetKind kind, bool partly_unknown) {
  std::vector<std::vector<double>> columns(3, std::vector<double>(kSamples));
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t i = 0; i < kSamples; ++i) columns[j][i] = std::cos(static_cast<double>(i * (j + 2)));
  return LoadedData::from_columns(columns, {}, target_of(kind, partly_unknown));
}

std::vector<const RegistryEntry*> criteria(const Registry& registry) {
  std::vector<const RegistryEntry*> found;
  for (const RegistryEntry* e : registry.entries())
    if (e->descriptor.interface_id == "criterion/1") found.push_back(e);
  return found;
}

TargetKind kind_after(TargetUse use, TargetKind given) {
  if (use == TargetUse::one_hot) return TargetKind::soft;
  if (use == TargetUse::most_probable) return TargetKind::classes;
  return given;
}

constexpr TargetKind kKinds[] = {TargetKind::classes, TargetKind::soft, TargetKind::real, TargetKind::none};

}  // namespace

TEST_CASE("each criterion takes, converts or refuses each kind of target as the table says", "[targets]") {
  const Registry registry(plugin_folders({}));
  REQUIRE(criteria(registry).size() >= 8);
  for (const RegistryEntry* entry : criteria(registry))
    for (TargetKind kind : kKinds) {
      const Descriptor& d = entry->descriptor;
      INFO(d.id << " x kind " << static_cast<int>(kind));
      const DataRequirements needs = requirements_of(d.traits);
      const TargetUse use = target_use(needs, kind);
      LoadedData data = data_of(kind, false);
      if (use == TargetUse::refused) {
        CHECK_THROWS_AS(prepare_data(data, needs, Standardise::automatic, d.id), DataError);
        continue;
      }
      prepare_data(data, needs, Standardise::automatic, d.id);
      CHECK(data.view().target().kind() == kind_after(use, kind));
      const bool converted = use == TargetUse::one_hot || use == TargetUse::most_probable;
      const bool announced = std::any_of(data.notes.begin(), data.notes.end(), [](const std::string& n) {
        return n.find(" became ") != std::string::npos;
      });
      CHECK(announced == converted);
    }
}

TEST_CASE("each criterion scores every target that it does not refuse, also when some are unknown",
          "[targets]") {
  Registry registry(plugin_folders({}));
  Observer silent;
  for (const RegistryEntry* entry : criteria(registry))
    for (TargetKind kind : kKinds)
      for (bool unknown : {false, true}) {
        const Descriptor& d = entry->descriptor;
        if (target_use(requirements_of(d.traits), kind) == TargetUse::refused) continue;
        INFO(d.id << " x kind " << static_cast<int>(kind) << (unknown ? ", partly unknown" : ""));
        const SelectConfig config =
            parse_select_config(toml::parse("criterion = '" + d.id + "'\n[data]\npath = 'memory'"));
        const SelectionResult r = select(registry, Defaults(), config, data_of(kind, unknown), {}, silent);
        CHECK(r.ranking.size() == 3);
        const bool drops = unknown && kind != TargetKind::none && d.traits.targets != Targets::none &&
                           !d.traits.uses_unknown;
        CHECK(r.data["samples"] == (drops ? 9 : 12));
      }
}

TEST_CASE("a target that nobody knows is refused by every criterion that needs one", "[targets][errors]") {
  const Registry registry(plugin_folders({}));
  for (const RegistryEntry* entry : criteria(registry)) {
    const DataRequirements needs = requirements_of(entry->descriptor.traits);
    if (!needs.needs_target()) continue;
    TargetColumn nothing;
    nothing.kind = needs.classes ? TargetKind::classes : TargetKind::real;
    if (needs.classes)
      nothing.labels.assign(kSamples, -1), nothing.class_names = {"a"};
    else
      nothing.real.assign(kSamples, std::nan(""));
    LoadedData data = LoadedData::from_columns(
        std::vector<std::vector<double>>(2, std::vector<double>(kSamples, 1.0)), {}, nothing);
    INFO(entry->descriptor.id);
    CHECK(test::message_of<DataError>([&] {
            prepare_data(data, needs, Standardise::automatic, entry->descriptor.id);
          }).find("all 12 samples are unknown") != std::string::npos);
  }
}

}  // namespace target_table_test
