#include "column_of.hpp"
#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>

#include <catch2/catch.hpp>

#include "data/loading/dates.hpp"

using namespace tamis::framework;

namespace dates_test {
namespace {

using Names = std::vector<std::string>;
using Values = std::vector<double>;

DataOptions dates_in(const TempFiles& files, const std::string& text, Names dates = {"when"}) {
  DataOptions o;
  o.path = files.write("t.csv", text);
  o.dates = std::move(dates);
  return o;
}

}  // namespace

TEST_CASE("dates are read in each form, and what no calendar has is no date", "[dates]") {
  const auto day = [](const char* text, DateOrder order = DateOrder::day_first) {
    const auto moment = read_date(text, order);
    return moment ? moment->day : -1;
  };
  CHECK(day("1970-01-01") == 0);
  CHECK(day("2000-03-01") == 11017);  // date -d 2000-03-01 +%s, by 86400
  CHECK(day("2024-02-29") == 19782);
  for (const char* text : {"29.2.2024", "29/2/24", "29-02-2024", "2024/2/29", "2024.02.29", "29.2.24 13:45",
                           "2024-02-29T13:45:10Z", "2024-02-29 13:45:10.5"})
    CHECK(day(text) == 19782);
  CHECK(day("2/29/2024", DateOrder::month_first) == 19782);
  CHECK(day("1.1.70") == 0);
  CHECK(day("1.1.68") == 35794);
  CHECK(read_date("2024-02-29 18:30:36", DateOrder::day_first)->hours == Approx(18.51));
  for (const char* text : {"2023-02-29", "31.4.2024", "1.13.2024", "0.1.2024", "2024-1", "2024-01-01x",
                           "1/2-2024", "2024-01-01 25:00", "2024-01-01 10:60", "2024-01-01 10",
                           "2024-01-01T10:00:60", "12345-1-1", "1.2.345", "", "-1-2-2024"})
    CHECK_FALSE(read_date(text, DateOrder::day_first));

  const Moment friday{19782 + 1, 0};
  CHECK(friday.month() == 3);
  CHECK(friday.weekday() == 5);
}

TEST_CASE("a column of dates becomes days, month and weekday, and hours where there are times", "[dates]") {
  const TempFiles files;
  const LoadedData data = load_data(dates_in(files, "when,a\n2024-02-29,1\n2024-03-01,2\n2024-03-02,3\n"));
  CHECK(data.parts().feature_names == Names{"a", "when.days", "when.month", "when.weekday"});
  CHECK(column_of(data, 1) == Values{19782, 19783, 19784});
  CHECK(column_of(data, 2) == Values{2, 3, 3});
  CHECK(column_of(data, 3) == Values{4, 5, 6});
  CHECK(contains(
      data.notes,
      "dates 'when': 3 features (days since 1970-01-01, month from 1 (January), weekday from 1 (Monday))"));

  const LoadedData times =
      load_data(dates_in(files, "when,a\n2024-02-29 06:00,1\n2024-02-29T18:00,2\n", {"*"}));
  CHECK(times.parts().feature_names == Names{"a", "when.days", "when.hour"});
  CHECK(column_of(times, 1) == Values{19782.25, 19782.75});
  CHECK(column_of(times, 2) == Values{6, 18});
}

TEST_CASE("all texts of a table have a use: dates and categories by *", "[dates]") {
  const TempFiles files;
  DataOptions o = dates_in(files, "when,kind,a\n1.2.24,x,1\n13.2.24,y,2\n5.3.24,z,3\n", {"*"});
  o.categorical = {"*"};
  const LoadedData data = load_data(o);
  CHECK(data.parts().feature_names ==
        Names{"a", "when.days", "when.month", "when.weekday", "kind=x", "kind=y", "kind=z"});
  CHECK(data.parts().feature_groups == std::vector<std::int32_t>{-1, -1, -1, -1, 0, 0, 0});
}

TEST_CASE("a missing date is an error, a dropped row or the median", "[dates][missing]") {
  const TempFiles files;
  const std::string text = "when,a\n2024-01-01,1\n,2\n2024-01-03,3\n2024-01-08,4\n";
  CHECK(
      files.data_error([&] { load_data(dates_in(files, text)); }) ==
      "t.csv:3:1 (when): the cell is missing; 1 cell is missing in 1 feature; use `data.missing = \"median\"`, "
      "`data.missing = \"keep\"` (for criteria that take missing cells), `data.missing = \"drop_rows\"`, or `data.ignore = [\"when\"]`");
  DataOptions o = dates_in(files, text);
  o.missing = Missing::median;
  const LoadedData filled = load_data(o);
  CHECK(column_of(filled, 1) == Values{19723, 19725, 19725, 19730});
  CHECK(contains(filled.notes, "missing: 1 cell of dates 'when' is filled with the median date"));
  o.missing = Missing::drop_rows;
  CHECK(load_data(o).samples() == 3);
}

TEST_CASE("whether the day or the month is first is found, said, or asked", "[dates][errors]") {
  const TempFiles files;
  const auto days = [&](const std::string& cells, DateOrder order = DateOrder::automatic) {
    DataOptions o = dates_in(files, "when,a\n" + cells);
    o.date_order = order;
    return column_of(load_data(o), 1);
  };
  CHECK(days("1/2/2024,1\n13/2/2024,2\n") == Values{19754, 19766});
  CHECK(days("2/1/2024,1\n2/13/2024,2\n") == Values{19754, 19766});
  CHECK(days("1.2.2024,1\n2.2.2024,2\n") == Values{19754, 19755});
  CHECK(days("1/2/2024,1\n2/2/2024,2\n", DateOrder::day_first) == Values{19754, 19755});
  CHECK(days("2/1/2024,1\n2/2/2024,2\n", DateOrder::month_first) == Values{19754, 19755});
  CHECK(files.data_error([&] { days("1/2/2024,1\n2/2/2024,2\n"); }) ==
        "dates 'when': all can be read with the day or the month first; say which by `data.date_order = "
        "\"day_first\"` or `data.date_order = \"month_first\"`");
  CHECK(
      files.data_error([&] { days("1/13/2024,1\n13/1/2024,2\n"); }) ==
      "dates 'when': some can be read with the day first only, and others with the month first only; correct them, "
      "or use `data.ignore = [\"when\"]`");
  CHECK(
      files.data_error([&] { days("2024-01-01,1\n2024-02-30,2\n"); }) ==
      "t.csv:3:1 (when): '2024-02-30' is no date such as 2024-01-31, 31.1.2024 or 1/31/2024, alone or with a time "
      "such as 13:45; correct the cell, or use `data.ignore = [\"when\"]`");
  DataOptions o = dates_in(files, "when,a\n2024-01-01,1\n2024-02-02,2\n", {});
  o.date_order = DateOrder::day_first;
  CHECK_THROWS_WITH(check(o),
                    "data.date_order says how the columns in data.dates are read, but none is named; name "
                    "them, or drop it");
}

TEST_CASE("dates that are all the same make no feature", "[dates][degenerate]") {
  const TempFiles files;
  const LoadedData data = load_data(dates_in(files, "when,a\n2024-01-01,1\n2024-01-01,2\n"));
  CHECK(data.parts().feature_names == Names{"a"});
  CHECK(contains(data.notes, "dates 'when': no feature, as all are the same"));
}

}  // namespace dates_test
