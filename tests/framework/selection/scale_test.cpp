// Long runs (label nightly): sizes at which an n x n matrix, or a copy of the table, would show.
#include "fixture.hpp"

#include <tamis/framework/selection/select.hpp>
#include <tamis/rng.hpp>

#include <sys/resource.h>

using namespace tamis;
using namespace tamis::framework;

namespace {

double peak_megabytes() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

LoadedData random_data(std::size_t n, std::size_t d, TargetKind kind, std::size_t classes) {
  DataTable parts;
  parts.samples = n;
  parts.values = Buffer(n * d);
  Rng rng(n + d);
  for (std::size_t i = 0; i < n * d; ++i) parts.values.data()[i] = rng.uniform();
  for (std::size_t j = 0; j < d; ++j) parts.feature_names.push_back("f" + std::to_string(j));
  TargetColumn& t = parts.target;
  t.kind = kind;
  if (kind == TargetKind::real)
    for (std::size_t i = 0; i < n; ++i) t.real.push_back(rng.uniform());
  if (kind == TargetKind::soft) {
    for (std::size_t s = 0; s < classes; ++s) t.class_names.push_back("c" + std::to_string(s));
    t.soft.assign(n * classes, 1.0 / static_cast<double>(classes));
    for (std::size_t i = 0; i < n; ++i) {  // mass moves from one class to another: rows keep their sum
      const std::size_t from = rng.below(classes), to = rng.below(classes);
      const double moved = 0.5 * t.soft[i + from * n];
      t.soft[i + from * n] -= moved;
      t.soft[i + to * n] += moved;
    }
  }
  return LoadedData(std::move(parts));
}

std::string ranked(const std::string& criterion, std::size_t n, std::size_t d, TargetKind kind, int threads,
                   double& growth) {
  Registry registry(plugin_folders({}));
  Observer silent;
  RuntimeOptions options;
  options.threads = threads;
  const SelectConfig config =
      parse_select_config(toml::parse("criterion = '" + criterion + "'\ndata = { path = 'memory' }"));
  LoadedData data = random_data(n, d, kind, 10);
  const double before = peak_megabytes();
  const std::string text =
      to_json_text(select(registry, Defaults(), config, std::move(data), options, silent));
  growth = peak_megabytes() - before;
  return text;
}

}  // namespace

TEST_CASE("large tables need memory beside the data in n k, and give the same bytes for any threads",
          "[scale]") {
  struct Case {
    const char* criterion;
    std::size_t n, d;
    TargetKind kind;
    double megabytes;  // allowed beside the data; an n x n matrix would be 3 to 80 GB
  };
  // the peak only rises, so the smallest comes first
  const Case cases[] = {{"semi_supervised_laplacian", 30000, 6, TargetKind::real, 120},
                        {"laplacian_score", 20000, 50, TargetKind::none, 60},
                        {"supervised_laplacian", 100000, 100, TargetKind::real, 120},
                        {"weighted_laplacian", 100000, 1000, TargetKind::soft, 60}};
  for (const Case& c : cases) {
    INFO(c.criterion << " " << c.n << " x " << c.d);
    double growth = 0, unused = 0;
    const std::string reference = ranked(c.criterion, c.n, c.d, c.kind, 2, growth);
    CHECK(growth < c.megabytes);
    CHECK(ranked(c.criterion, c.n, c.d, c.kind, 1, unused) == reference);
    CHECK(ranked(c.criterion, c.n, c.d, c.kind, 8, unused) == reference);
  }
}
