#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>

#include <catch2/catch.hpp>

#include <limits>
#include <numeric>

using namespace tamis::framework;
using tamis::TargetKind;

namespace held_tables_test {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// Numbers that somebody else owns.
struct Owner {
  std::vector<double> values;
  std::shared_ptr<const double> lent{values.data(), [this](const double*) { given_back = true; }};
  bool given_back = false;
};

Table table_of(const std::string& name, const std::vector<std::string>& columns, Buffer values) {
  Table table;
  table.path = name;
  table.header = true;
  table.rows = values.size() / columns.size();
  for (const std::string& column : columns) table.columns.emplace_back().name = column;
  table.values = std::move(values);
  return table;
}
Table table_of(const std::string& name, const std::vector<std::string>& columns,
               const std::vector<double>& values) {
  Buffer own(values.size());
  std::copy(values.begin(), values.end(), own.data());
  return table_of(name, columns, std::move(own));
}

HeldTables held(Table data, std::optional<Table> second = {}) {
  return {std::move(data), std::move(second), {}, {}};
}

std::string error_of(const DataOptions& options, HeldTables tables) {
  return TempFiles().data_error([&] { load_data(options, std::move(tables)); });
}

}  // namespace

TEST_CASE("a table that is lent stays where it is, and is given back", "[held_tables]") {
  Owner owner{{1, 2, 3, 4, 6, 5}};
  const double* where = owner.values.data();
  {
    LoadedData data = load_data({}, held(table_of("X", {"a", "b"}, Buffer::lent(std::move(owner.lent), 6))));
    CHECK(data.view().column(1).data() == where + 3);
    CHECK(data.samples() == 3);
    CHECK_FALSE(owner.given_back);
    const std::vector<char> keep{1, 0, 1};
    data.drop_samples(keep);  // in a copy
    CHECK(data.view().column(0)[1] == 3);
    CHECK(owner.values == std::vector<double>{1, 2, 3, 4, 6, 5});
    CHECK(owner.given_back);
  }
}

TEST_CASE("a table beside it holds what is known of the samples", "[held_tables]") {
  Table y = table_of("y", {"label", "weight"}, {kNaN, kNaN, kNaN, kNaN, 1, 2, 1, 1});
  y.columns[0].texts = {"no", "yes", "", "yes"};
  DataOptions options;
  options.target = "label";
  options.weights = "weight";
  const LoadedData data = load_data(options, held(table_of("X", {"a"}, {1, 5, 2, 6}), std::move(y)));
  CHECK(data.parts().target.kind == TargetKind::classes);
  CHECK(data.parts().target.labels == std::vector<std::int32_t>{0, 1, -1, 1});
  CHECK(data.parts().weights == std::vector<double>{1, 2, 1, 1});
  CHECK(data.where(1) == "X:2");
}

TEST_CASE("texts are categories, and gaps are what the options say", "[held_tables]") {
  Table table = table_of("X", {"a", "colour"}, {1, kNaN, 3, kNaN, kNaN, kNaN});
  table.columns[1].texts = {"red", "blue", "red"};
  DataOptions options;
  options.categorical = {"colour"};
  options.missing = Missing::median;
  const LoadedData data = load_data(options, held(std::move(table)));
  CHECK(data.parts().feature_names == std::vector<std::string>{"a", "colour=red"});
  CHECK(data.view().column(0)[1] == 2);
  CHECK(data.view().column(1)[2] == 1);
}

TEST_CASE("sparse features of a program", "[held_tables]") {
  HeldTables tables = held(table_of("X", {"a"}, {0, 0, 0}));
  tables.data.columns.clear();
  tables.data.values.resize(0);
  tables.sparse = {{0, 1, 3}, {2, 0, 1}, {7, 8, 9}};
  tables.sparse_names = {"f", "g"};
  const LoadedData data = load_data({}, std::move(tables));
  CHECK(data.features() == 2);
  CHECK(data.parts().sparse.values(1)[1] == 9);
}

TEST_CASE("what no table is says where", "[held_tables]") {
  CHECK(
      error_of({}, held(table_of("X", {"a", "b"}, {1, 2, 3, kNaN}))) ==
      "X:2:2 (b): the cell is missing; 1 cell is missing in 1 feature; use `data.missing = \"median\"`, "
      "`data.missing = \"keep\"` (for criteria that take missing cells), `data.missing = \"drop_rows\"`, or `data.ignore = [\"b\"]`");
  CHECK(error_of({}, held(table_of("X", {"a", "b"}, {1, -kInf, 3, 4}))) ==
        "X:2:1 (a): '-inf' is not a finite number; correct the cell, use `data.ignore = [\"a\"]`, or "
        "`data.unknown = [\"-inf\"]` if it means missing");
  Table text = table_of("X", {"a"}, {1, kNaN});
  text.columns[0].texts = {"1", "high"};
  CHECK(error_of({}, held(std::move(text))).starts_with("X:2:1 (a): 'high' is not a number"));
  DataOptions labelled;
  labelled.target = "t";
  CHECK(error_of(labelled, held(table_of("X", {"a"}, {1, 2}), table_of("y", {"t"}, {1, 2, 3}))) ==
        "y has 3 rows, X has 2; expected one row of targets per sample");
  Table ragged = table_of("X", {"a", "b"}, {1, 2, 3, 4});
  ragged.rows = 3;
  CHECK(error_of({}, held(std::move(ragged))) == "X holds 4 values; expected 3 x 2");
}

TEST_CASE("numbers are classes, votes and categories by what they are written as", "[held_tables]") {
  DataOptions options;
  options.target = "t";
  options.target_kind = TargetReading::classes;
  options.categorical = {"b"};
  options.missing = Missing::drop_rows;
  const LoadedData data = load_data(options, held(table_of("X", {"a", "b"}, {1, 5, 2, 6, 1e6, 2, kNaN, 1e6}),
                                                  table_of("y", {"t"}, {0.5, 3e5, 1, kNaN})));
  CHECK(data.parts().target.class_names == std::vector<std::string>{"0.5", "300000"});
  CHECK(data.parts().target.labels == std::vector<std::int32_t>{0, 1, -1});
  CHECK(data.parts().feature_names == std::vector<std::string>{"a", "b=1000000"});

  DataOptions votes;
  votes.annotators = {"ann", "ben"};
  const LoadedData voted =
      load_data(votes, held(table_of("X", {"a"}, {1, 5}), table_of("y", {"ann", "ben"}, {1, kNaN, 2, 1})));
  CHECK(voted.parts().target.class_names == std::vector<std::string>{"1", "2"});
  CHECK(voted.parts().target.soft == std::vector<double>{0.5, 1, 0.5, 0});
}

}  // namespace held_tables_test
