// Tables of which each process of a team holds some columns.
#include "fixture.hpp"
#include "run/thread_team.hpp"
#include "study/study_json.hpp"
#include "study/test_memory.hpp"

#include <tamis/framework/data/digest.hpp>
#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/run/gathered_columns.hpp>
#include <tamis/framework/run/team_memory.hpp>
#include <tamis/framework/selection/stage.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace tamis;
using namespace tamis::framework;
using test::study_json;
using test::TemporaryFolder;
using test::TestMemory;
using test::ThreadTeam;

namespace divided_table_test {
namespace {

constexpr std::size_t kRows = 40, kColumns = 11;

/// A column that counts the rows, one that never changes, gaps where `gaps`, and others.
double cell(std::size_t row, std::size_t column, bool gaps) {
  if (column == 3) return static_cast<double>(row);
  if (column == 5) return 2.5;
  if (gaps && (row + column) % 13 == 0) return std::numeric_limits<double>::quiet_NaN();
  return static_cast<double>((row * 29 + column * column * 17 + row * column) % 53) / 4;
}

std::string csv(bool gaps, const std::string& separator = ",") {
  std::string text;
  for (std::size_t j = 0; j < kColumns; ++j) text += fmt::format("f{}{}", j, separator);
  text += "y\n";
  for (std::size_t i = 0; i < kRows; ++i) {
    for (std::size_t j = 0; j < kColumns; ++j)
      text += (std::isnan(cell(i, j, gaps)) ? "" : fmt::format("{}", cell(i, j, gaps))) + separator;
    text += i % 9 == 4 ? "\n" : fmt::format("{}\n", "abc"[i % 3]);
  }
  return text;
}

std::string libsvm() {
  std::string text;
  for (std::size_t i = 0; i < kRows; ++i) {
    text += i % 9 == 4 ? "" : fmt::format("{}", i % 3);
    for (std::size_t j = 0; j < kColumns; ++j)
      if ((i + j) % 3 == 0) text += fmt::format(" {}:{}", j + 1, cell(i, j, false));
    text += "\n";
  }
  return text;
}

/// The features alone, and behind them a column of the classes 0, 1, 2.
std::string npy(bool fortran, bool gaps) {
  std::string dictionary = fmt::format("{{'descr': '<f8', 'fortran_order': {}, 'shape': ({}, {}), }}",
                                       fortran ? "True" : "False", kRows, kColumns + 1);
  dictionary.resize(117, ' ');
  std::string bytes("\x93NUMPY\x01\x00\x76\x00", 10);
  bytes += dictionary + "\n";
  const auto add = [&](std::size_t i, std::size_t j) {
    const double value = j == kColumns ? static_cast<double>(i % 3) : cell(i, j, gaps);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  for (std::size_t a = 0; a < (fortran ? kColumns + 1 : kRows); ++a)
    for (std::size_t b = 0; b < (fortran ? kRows : kColumns + 1); ++b) fortran ? add(b, a) : add(a, b);
  return bytes;
}

/// What is said of data: notes, warnings, the target, and the values of the columns that are held.
std::string said_of(const LoadedData& data) {
  std::string text = fmt::format("{} x {}\n", data.samples(), data.features());
  for (const auto& list : {data.notes, data.warnings})
    for (const std::string& one : list) text += one + "\n";
  for (Feature f = 0; f < data.features(); ++f) text += std::string(data.view().feature_name(f)) + " ";
  for (const std::int32_t label : data.parts().target.labels) text += std::to_string(label);
  return text;
}
std::string columns_of(const LoadedData& data, const Share& features) {
  std::string text;
  for (std::size_t f = features.begin; f < features.end; ++f)
    for (const double value : data.view().column(static_cast<Feature>(f))) text += fmt::format("{} ", value);
  return text;
}

/// Loads it divided among n processes; each must hold its share of what one holds alone, and say the same.
void check_divided(const DataOptions& options) {
  INFO(options.path);
  const LoadedData alone = load_data(options);
  REQUIRE(is_divisible(options));
  for (const std::size_t n : {1u, 2u, 3u, 7u, 16u}) {
    const auto found = ThreadTeam::run(n, [&](Team& team) {
      const Division division{team.rank(), n, [&](std::string_view mine) { return team.all_gather(mine); }};
      LoadedData data = load_data(options, 0, nullptr, &division);
      const Share mine = share_of(alone.features(), team.rank(), n);
      const bool is_small = data.parts().values.size() == mine.size() * data.samples();
      return fmt::format("{} {} {}", is_small, said_of(data), columns_of(data, mine));
    });
    for (std::size_t rank = 0; rank < n; ++rank)
      CHECK(found[rank] == fmt::format("true {} {}", said_of(alone),
                                       columns_of(alone, share_of(alone.features(), rank, n))));
  }
}

}  // namespace

TEST_CASE("each process holds its share of a table, and says of it what one process says", "[team][data]") {
  const TemporaryFolder folder;
  DataOptions options;
  options.path = folder.write("t.csv", csv(false));
  options.target = "y";
  check_divided(options);
  options.ignore = {"f0", "f7"};
  check_divided(options);
  options.path = folder.write("gaps.csv", csv(true));
  options.missing = Missing::median;
  check_divided(options);
  options.ignore = {};
  options.target = std::to_string(kColumns + 1);
  options.target_kind = TargetReading::classes;
  for (const bool fortran : {false, true}) {
    options.path = folder.write("t.npy", npy(fortran, false));
    check_divided(options);
    options.path = folder.write("gaps.npy", npy(fortran, true));
    check_divided(options);
    options.target = "2";  // among the features
    check_divided(options);
    options.target = std::to_string(kColumns + 1);
  }
}

TEST_CASE("an ARFF file is held whole by each process, as its attributes may become several features",
          "[team][data]") {
  DataOptions options;
  options.path = "t.arff";
  CHECK_FALSE(is_divisible(options));
}

TEST_CASE("a target in a file of its own is held by each process", "[team][data]") {
  const TemporaryFolder folder;
  DataOptions options;
  options.path = folder.write("x.npy", npy(true, false));
  std::string labels = "y\n";
  for (std::size_t i = 0; i < kRows; ++i) labels += i % 2 ? "u\n" : "v\n";
  options.target_path = folder.write("y.csv", labels);
  check_divided(options);
}

TEST_CASE("a cell that is no number is the same error for all processes", "[team][data][errors]") {
  const TemporaryFolder folder;
  DataOptions options;
  options.target = std::to_string(kColumns + 1);
  const auto check_error = [&](const std::string& path) {
    options.path = path;
    std::string alone;
    try {
      load_data(options);
    } catch (const DataError& e) {
      alone = e.what();
    }
    REQUIRE(alone != "");
    CHECK(ThreadTeam::run(3, [&](Team& team) -> std::string {
            const Division division{team.rank(), 3,
                                    [&](std::string_view mine) { return team.all_gather(mine); }};
            load_data(options, 0, nullptr, &division);
            return "read";
          }) == std::vector<std::string>(3, ": " + alone));
  };
  check_error(folder.write("gaps.npy", npy(true, true)));
  check_error(folder.write("gaps.csv", csv(true)));
  std::string infinite = npy(true, false);
  const double value = std::numeric_limits<double>::infinity();
  std::copy_n(reinterpret_cast<const char*>(&value), sizeof value, infinite.begin() + 128 + 8 * kRows * 10);
  check_error(folder.write("infinite.npy", infinite));
}

TEST_CASE("a team selects from a divided table what one process selects", "[team]") {
  const TemporaryFolder folder;
  const std::string classes =
      fmt::format("[data]\npath = '{}'\ntarget = 'y'\n", folder.write("t.csv", csv(false)).string());
  const std::string sparse = fmt::format("[data]\npath = '{}'\n", folder.write("t.svm", libsvm()).string());
  const std::string numbers = fmt::format("[data]\npath = '{}'\ntarget = 'f3'\nignore = ['y']\n",
                                          folder.write("n.csv", csv(false)).string());
  for (const std::string& config :
       {"criterion = 'fisher_score'\n[search]\nkeep = 4\n" + classes,
        "criterion = 'weighted_laplacian'\n[search]\nkeep = 4\n" + classes,
        "criterion = 'variance'\n[search]\nuse = 'forward'\nkeep = 3\nalways = ['f9']\n" + classes,
        "criterion = 'fisher_score'\n[search]\nuse = 'backward'\nkeep = 2\n" + classes,
        "criterion = 'fisher_score'\n[search]\nkeep = 4\n" + sparse,
        "criterion = 'weighted_laplacian'\n[search]\nkeep = 4\n" + sparse,
        "criterion = 'correlation'\n[search]\nkeep = 4\n" + numbers,
        "criterion = 'supervised_laplacian'\n[search]\nkeep = 4\n" + numbers,
        "criterion = 'knn_error'\n[search]\nuse = 'forward'\nkeep = 5\n" + classes,
        "criterion = 'knn_error'\n[search]\nuse = 'forward'\nkeep = 9\nalways = ['f9', 'f2']\n" + classes,
        "criterion = 'knn_error'\n[search]\nuse = 'rank'\nkeep = 4\nalways = ['f7']\n" + classes,
        "criterion = 'knn_error'\n[search]\nuse = 'forward'\nkeep = 3\n" + numbers,
        "criterion = { use = 'knn_error', metric = 'cosine' }\n[search]\nuse = 'forward'\nkeep = 4\n" +
            classes + "standardise = 'none'\n",
        "criterion = 'knn_error'\n[search]\nuse = 'backward'\nkeep = 5\n" + classes,
        "criterion = 'knn_error'\n[search]\nuse = 'floating_forward'\nkeep = 4\n" + classes,
        "criterion = 'knn_error'\n[search]\nuse = 'exhaustive'\nkeep = 2\n" + classes,
        "criterion = 'knn_error'\n[search]\nuse = 'forward'\nkeep = 4\n" + sparse}) {
    INFO(config);
    const std::string alone = study_json("threads = 1\n" + config);
    for (const std::size_t n : {2u, 3u, 4u, 7u})
      CHECK(ThreadTeam::run(n, [&](Team& team) {
              return study_json("threads = 1\n" + config, {.team = &team});
            }) == std::vector<std::string>(n, alone));
  }
}

TEST_CASE("what a walk on a divided table leaves, any number of processes goes on from", "[team][resumed]") {
  const TemporaryFolder folder;
  const std::string walk = fmt::format(
      "threads = 1\ncriterion = 'knn_error'\n[search]\nuse = 'forward'\nkeep = 6\n"
      "[data]\npath = '{}'\ntarget = 'y'\n",
      folder.write("t.csv", csv(false)).string());
  TestMemory alone;
  const std::string whole = study_json(walk, {.memory = &alone});
  const auto go_on = [&](std::size_t n, TestMemory& memory) {
    return ThreadTeam::run(n, [&](Team& team) {
      TeamMemory shared(team, team.is_first() ? &memory : nullptr, true);
      return study_json(walk, {.team = &team, .memory = &shared});
    });
  };
  TestMemory first;
  CHECK(go_on(3, first) == std::vector<std::string>(3, whole));
  CHECK(first.kept == alone.kept);
  for (const std::size_t n : {2u, 5u})
    for (const std::size_t pieces : {std::size_t{4}, first.kept.size()}) {
      TestMemory memory(first.kept, pieces);
      CHECK(go_on(n, memory) == std::vector<std::string>(n, whole));
      CHECK(memory.recalled == pieces);
    }
}

TEST_CASE("columns of a divided table are sent to all once they are asked for", "[team][data]") {
  const TemporaryFolder folder;
  DataOptions options;
  options.path = folder.write("t.csv", csv(false));
  options.target = "y";
  const DataRequirements needs{.classes = true, .distances = true};
  LoadedData alone = load_data(options);
  prepare_data(alone, needs, options, "c");
  const std::string digest = digest_of(alone.parts());
  const auto said = ThreadTeam::run(4, [&](Team& team) -> std::string {
    const Division division{team.rank(), 4, [&](std::string_view mine) { return team.all_gather(mine); }};
    LoadedData data = load_data(options, 0, nullptr, &division);
    prepare_data(data, needs, options, "c");
    Observer silent;
    TeamMemory memory(team, nullptr, false);
    RuntimeOptions with;
    with.team = &team;
    with.memory = &memory;
    KernelRuntime kernel(with, silent);
    GatheredColumns columns(data, kernel);
    if (digest_of(data.parts()) != digest) return "another digest";
    std::vector<Feature> wanted{10, 0, 5};
    columns.bring(wanted);
    columns.bring(wanted);
    const Share mine = division.of(data.features());
    for (std::size_t f = mine.begin; f < mine.end; ++f) wanted.push_back(static_cast<Feature>(f));
    for (const Feature f : wanted) {
      std::vector<double> got(data.samples()), expected(data.samples());
      data.view().scaled_column(f, got);
      alone.view().scaled_column(f, expected);
      if (got != expected) return fmt::format("another column {}", f);
    }
    return "the same";
  });
  CHECK(said == std::vector<std::string>(4, "the same"));
}

TEST_CASE("a process needs only its columns where the criterion says so and the search adds", "[team]") {
  const Registry registry(plugin_folders({}));
  const auto read = [&](const std::string& criterion, const std::string& search) {
    const std::string use = search.empty() ? "" : fmt::format("[search]\nuse = '{}'\n", search);
    const StudyConfig config =
        parse_study_config(toml::parse(fmt::format("criterion = '{}'\n{}", criterion, use)));
    return columns_read(registry, config.stages[0], Defaults(), false);
  };
  CHECK(read("fisher_score", "") == ColumnsRead::own);
  CHECK(read("fisher_score", "backward") == ColumnsRead::own);
  CHECK(read("laplacian_score", "") == ColumnsRead::all);
  CHECK(read("knn_error", "forward") == ColumnsRead::own_and_selected);
  CHECK(read("knn_error", "rank") == ColumnsRead::own_and_selected);
  CHECK(read("knn_error", "backward") == ColumnsRead::all);
  CHECK(read("knn_error", "floating_forward") == ColumnsRead::all);
  CHECK(read("mi", "forward") == ColumnsRead::all);
}

}  // namespace divided_table_test
