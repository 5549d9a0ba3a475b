// Label-noise-tolerant mutual information: which case is checked how.
#include "lntmi_case.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/run/cell_reader.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <map>

namespace tamis::golden {
namespace {

using namespace tamis::framework;
using nlohmann::json;

const std::map<std::string, std::vector<void (*)(LntMiCase&)>> kLntMiChecks{
    {"kl_entropy", {check_entropy}},
    {"gomez_mi", {check_gomez, check_gomez_entropies}},
    {"alg1", {check_spheres}},
    {"lnt_mi", {check_information}},
    {"em_step", {check_em_step}},
    {"em", {check_em, check_gomez_beside}},
    {"lnt_backward", {check_backward}},
    {"lnt_forward", {check_forward}},
    {"gomez_backward", {check_backward}},
    {"gomez_forward", {check_forward}},
    {"ross_mi", {check_ross}},
};

}  // namespace

LntMiCase::LntMiCase(const Case& c, const KernelRuntime& kernel, Verdict& verdict)
    : CheckedCase(c, kernel, verdict) {
  const LoadedData data = load();
  for (Feature f = 0; f < data.features(); ++f) all_.push_back(f);
}

LoadedData LntMiCase::load() const {
  DataOptions options;
  options.path = (given().folder / "X.csv").string();
  options.target_path = (given().folder / "target.csv").string();
  options.target = "y";
  options.target_kind = TargetReading::classes;
  options.unknown = {"-1"};
  LoadedData data = load_data(options);
  prepare_data(data, {.classes = true, .uses_unknown = true}, Standardise::none, method());
  return data;
}

std::vector<double> LntMiCase::memberships() const {
  DataOptions options;
  options.path = (given().folder / "memberships.csv").string();
  const LoadedData data = load_data(options);
  const std::span<const double> values = data.parts().values.span();
  return {values.begin(), values.end()};
}

std::vector<std::size_t> LntMiCase::neighbours() const {
  const json& k = param("k");
  if (k.is_array()) return k.get<std::vector<std::size_t>>();
  return {k.get<std::size_t>()};
}

void LntMiCase::compare_rows(const std::string& what, ConstMatrix seen, const json& expected) {
  same(what + ": rows", seen.rows, expected.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(seen.rows, expected.size()); ++i)
    for (std::size_t s = 0; s < expected[i].size(); ++s)
      compare(fmt::format("{}[{}][{}]", what, i, s), seen(i, s), expected[i][s]);
}

bool knows_lntmi(const Case& c) { return kLntMiChecks.contains(c.method()); }

void check_lntmi(const Case& c, Verdict& verdict) {
  Observer silent;
  const KernelRuntime kernel(with_files({}), silent);
  LntMiCase lntmi(c, kernel, verdict);
  check_conventions(lntmi);
  for (const auto check : kLntMiChecks.at(c.method())) check(lntmi);
}

}  // namespace tamis::golden
