// tamis_sizes [--repeats R]: chooses the number of features of problems whose truth is known, with
// keep = "auto", and prints the table of docs/how_many_features.md. The same arguments give the same text.
#include "sizes.hpp"

#include <tamis/errors.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>

namespace {

using tamis::experiments::SizeCase;

const SizeCase kCases[] = {
    {"spheres", 50, 3, "weighted_laplacian", "rank"},
    {"spheres", 50, 3, "mi", "forward"},
    {"spheres", 50, 3, "ksg_mi", "forward"},
    {"spheres", 50, 3, "knn_error", "forward"},
    {"spheres", 100, 20, "weighted_laplacian", "rank"},
    {"spheres", 100, 20, "ksg_mi", "forward"},
    {"squares", 100, 4, "weighted_laplacian", "rank"},
    {"squares", 100, 4, "mi", "forward"},
    {"squares", 100, 4, "ksg_mi", "forward"},
    {"squares", 100, 4, "knn_error", "forward"},
    {"squares", 100, 4, "knn_error", "backward"},
    {"squares", 100, 20, "weighted_laplacian", "rank"},
    {"squares", 100, 20, "ksg_mi", "forward"},
    {"y1", 500, 4, "supervised_laplacian", "rank"},
    {"y1", 500, 4, "ksg_mi", "forward"},
    {"y1", 1000, 4, "supervised_laplacian", "rank"},
    {"chance", 100, 10, "weighted_laplacian", "rank"},
    {"chance", 100, 10, "mi", "forward"},
    {"chance", 100, 10, "ksg_mi", "forward"},
    {"chance", 100, 10, "knn_error", "forward"},
    {"chance", 100, 10, "knn_error", "backward"},
};

/// How many runs of each case; nothing where the arguments make no sense.
std::optional<std::size_t> parse(int argc, char** argv) {
  std::size_t repeats = 100;
  if (argc == 1) return repeats;
  if (argc != 3 || std::string_view(argv[1]) != "--repeats") return std::nullopt;
  const std::string_view value = argv[2];
  const char* const end = value.data() + value.size();
  if (std::from_chars(value.data(), end, repeats).ptr != end || repeats == 0) return std::nullopt;
  return repeats;
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<std::size_t> repeats = parse(argc, argv);
  if (!repeats) {
    fmt::print(stderr, "usage: tamis_sizes [--repeats R]   (R is at least 1)\n");
    return 2;
  }
  try {
    tamis::framework::Registry registry(tamis::framework::plugin_folders({}));
    fmt::print(
        "| source | samples | irrelevant | criterion | search | right number, % | right features, % | too "
        "few, % | too many, % |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const SizeCase& c : kCases) {
      const auto t = tally(registry, c, *repeats);
      const auto percent = [&](std::size_t n) {
        return 100 * static_cast<double>(n) / static_cast<double>(t.trials);
      };
      fmt::print("| `{}` | {} | {} | `{}` | `{}` | {:.0f} | {:.0f} | {:.0f} | {:.0f} |\n", c.source,
                 c.samples, c.irrelevant, c.criterion, c.search, percent(t.right_size),
                 percent(t.right_features), percent(t.too_few), percent(t.too_many));
      std::fflush(stdout);
    }
  } catch (const tamis::Error& e) {
    fmt::print(stderr, "tamis_sizes: {}{}{}\n", e.origin, e.origin.empty() ? "" : ": ", e.what());
    return 1;
  }
}
