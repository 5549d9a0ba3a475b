#include "date_features.hpp"

#include "dates.hpp"
#include "naming.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace tamis::framework {
namespace {

struct DatePart {
  const char* name;
  const char* meaning;
  double (*of)(const Moment&);
};

constexpr double kHoursOfDay = 24;
constexpr DatePart kDateParts[] = {
    {"days", "since 1970-01-01",
     [](const Moment& m) { return static_cast<double>(m.day) + m.hours / kHoursOfDay; }},
    {"month", "from 1 (January)", [](const Moment& m) { return static_cast<double>(m.month()); }},
    {"weekday", "from 1 (Monday)", [](const Moment& m) { return static_cast<double>(m.weekday()); }},
    {"hour", "since midnight", [](const Moment& m) { return m.hours; }}};

/// \throws DataError  as take_dates().
DateOrder resolved(DateOrder order, std::span<const std::string> texts, const ColumnAt& at,
                   std::span<const std::uint64_t> kept) {
  const std::string name = in_quotes(at.column().name);
  const bool is_open = order == DateOrder::automatic;
  if (is_open) {
    const std::optional<DateOrder> found = order_of_dates(texts);
    if (found == DateOrder::automatic)
      throw DataError("dates " + name +
                      ": all can be read with the day or the month first; say which by `data.date_order = "
                      "\"day_first\"` or `data.date_order = \"month_first\"`");
    if (found) return *found;
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string& text = texts[i];
    const bool is_date =
        is_open ? read_date(text, DateOrder::day_first) || read_date(text, DateOrder::month_first)
                : read_date(text, order).has_value();
    if (!is_date && !text.empty())
      throw DataError(
          at.where(kept[i]) + ": " + in_quotes(text) +
          " is no date such as 2024-01-31, 31.1.2024 or 1/31/2024, alone or with a time such as 13:45; "
          "correct the cell, or use " +
          Naming(*at.table)("data.ignore", at.j));
  }
  if (is_open)
    throw DataError(
        "dates " + name +
        ": some can be read with the day first only, and others with the month first only; correct "
        "them, or use " +
        Naming(*at.table)("data.ignore", at.j));
  return order;
}

/// The median of those that are known stands for missing ones.
std::vector<Moment> moments_of(std::span<const std::string> texts, DateOrder order) {
  std::vector<Moment> moments, known;
  for (const std::string& text : texts) {
    moments.push_back(read_date(text, order).value_or(Moment{}));
    if (!text.empty()) known.push_back(moments.back());
  }
  const auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
  std::ranges::nth_element(known, middle, {}, [](const Moment& m) { return std::pair(m.day, m.hours); });
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].empty()) moments[i] = *middle;
  return moments;
}

}  // namespace

void take_dates(const Sources& sources, std::size_t j, DateOrder order, std::span<const std::uint64_t> kept,
                DataTable& parts, ReadNotes& remarks) {
  const ColumnAt at{&sources.data, j};
  const std::string& name = at.column().name;
  const std::vector<std::string> texts = at.texts(kept);
  const auto gaps = static_cast<std::size_t>(std::ranges::count(texts, ""));
  if (gaps == texts.size())
    throw DataError("dates " + in_quotes(name) + ": all cells are missing; use " +
                    Naming(sources.data)("data.ignore", j));
  const std::vector<Moment> moments = moments_of(texts, resolved(order, texts, at, kept));
  std::vector<std::string> made;
  for (const DatePart& part : kDateParts) {
    std::vector<double> values;
    for (const Moment& moment : moments) values.push_back(part.of(moment));
    if (std::ranges::all_of(values, [&](double v) { return v == values[0]; })) continue;
    const std::size_t old = parts.values.size();
    parts.values.resize(old + values.size());
    std::ranges::copy(values, parts.values.data() + old);
    parts.feature_names.push_back(name + "." + part.name);
    made.push_back(fmt::format("{} {}", part.name, part.meaning));
  }
  remarks.notes.push_back(
      fmt::format("dates {}: {}", in_quotes(name),
                  made.empty() ? "no feature, as all are the same"
                               : fmt::format("{} ({})", counted(made.size(), "feature"), listed(made))));
  if (gaps == 0) return;
  parts.filled.features = 0;  // all that was filled can be filled again, or nothing
  for (std::size_t f = parts.feature_names.size() - made.size(); f < parts.feature_names.size(); ++f)
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (texts[i].empty()) {
        parts.filled.feature.push_back(static_cast<Feature>(f));
        parts.filled.sample.push_back(i);
      }
  remarks.notes.push_back(fmt::format("missing: {} of dates {} {}", counted(gaps, "cell"), in_quotes(name),
                                      parts.filled.kept ? gaps == 1 ? "stays missing" : "stay missing"
                                      : gaps == 1       ? "is filled with the median date"
                                                        : "are filled with the median date"));
}

}  // namespace tamis::framework
