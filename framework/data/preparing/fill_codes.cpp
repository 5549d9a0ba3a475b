#include <tamis/framework/data/fill_codes.hpp>

#include "each_feature.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/support/text.hpp>
#include <tamis/numerics/table_columns.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace tamis::framework {
namespace {

/// The samples in which feature j stays missing, ascending.
std::span<const std::uint64_t> missing_samples(const FilledCells& filled, std::size_t j) {
  if (!filled.kept) return {};
  const auto [first, last] =
      std::equal_range(filled.feature.begin(), filled.feature.end(), static_cast<Feature>(j));
  return {filled.sample.data() + (first - filled.feature.begin()), static_cast<std::size_t>(last - first)};
}

/// One feature, dense or sparse, without the cells that stay missing.
struct CodedCells {
  Column stored;
  std::span<const std::uint32_t> rows;  // of the stored values; empty: all
  std::uint64_t zeros = 0;              // that are not stored

  explicit CodedCells(Column all) : stored(all) {}
  CodedCells(const DataTable& p, std::size_t j) {
    const std::span<const std::uint64_t> missing = missing_samples(p.filled, j);
    if (p.sparse.empty()) {
      stored = {p.values.data() + j * p.samples, p.samples};
      if (!missing.empty()) leave_out(missing);
    } else {
      stored = p.sparse.values(j);
      rows = p.sparse.rows(j);
      zeros = p.samples - stored.size();
    }
  }
  CodedCells(const CodedCells&) = delete;  // its spans may show its own members
  CodedCells& operator=(const CodedCells&) = delete;
  std::uint64_t sample(std::size_t e) const { return rows.empty() ? e : rows[e]; }

 private:
  void leave_out(std::span<const std::uint64_t> missing) {
    for (std::uint32_t i = 0; i < stored.size(); ++i) {
      if (!missing.empty() && missing.front() == i) {
        missing = missing.subspan(1);
        continue;
      }
      known_values_.push_back(stored[i]);
      known_rows_.push_back(i);
    }
    stored = known_values_;
    rows = known_rows_;
  }

  std::vector<double> known_values_;
  std::vector<std::uint32_t> known_rows_;
};

Bins fit_uniform(const CodedCells& x, std::uint32_t bins, const std::string& name) {
  double low = 0, high = 0;
  if (!x.stored.empty()) {
    const auto [least, most] = std::minmax_element(x.stored.begin(), x.stored.end());
    low = x.zeros ? std::min(*least, 0.0) : *least;
    high = x.zeros ? std::max(*most, 0.0) : *most;
  }
  if (!std::isfinite(high - low))
    throw DataError(
        "feature " + in_quotes(name) + " ranges from " + shortest(low) + " to " + shortest(high) +
        ", more than a double can hold; divide it by a constant, or use `data.discretise = \"quantile\"`");
  return uniform_bins(low, high, bins);
}

Bins fit_integers(const CodedCells& x, const std::string& name,
                  const std::function<std::string(std::uint64_t)>& where) {
  Bins out;
  out.rule = Binning::integers;
  for (std::size_t e = 0; e < x.stored.size(); ++e) {
    const double v = x.stored[e];
    if (v >= 0 && v < kMostLevels && v == std::floor(v)) {
      out.levels = std::max(out.levels, static_cast<std::uint32_t>(v) + 1);
      continue;
    }
    throw DataError(where(x.sample(e)) + ": feature " + in_quotes(name) + " is " + shortest(v) +
                    "; `data.discretise = \"integers\"` expects codes, whole numbers from 0 to 255; use "
                    "`data.discretise = \"quantile\"` or \"uniform\" to make some");
  }
  return out;
}

// `by_value` is set where each value keeps a code of its own.
Bins fit(const CodedCells& x, const Discretise& how, const std::string& name,
         const std::function<std::string(std::uint64_t)>& where, char& by_value) {
  const std::uint32_t bins = how.bins_or_default();
  switch (how.binning) {
    case Binning::uniform:
      return fit_uniform(x, bins, name);
    case Binning::integers:
      return fit_integers(x, name, where);
    case Binning::edges: {
      Bins out;
      out.edges = how.edges;
      out.levels = static_cast<std::uint32_t>(how.edges.size()) + 1;
      return out;
    }
    case Binning::quantile:
      return quantile_bins(SortedColumn(x.stored, x.zeros), bins);
    case Binning::automatic:
      break;
  }
  const std::optional<Bins> values = value_bins(x.stored, x.zeros > 0, bins);
  by_value = values.has_value();
  return values ? *values : quantile_bins(SortedColumn(x.stored, x.zeros), bins);
}

/// Missing cells are a value of their own, behind all others.
std::uint8_t code_of_missing(const Bins& bins, const std::string& name) {
  if (bins.levels == kMostLevels)
    throw DataError(
        "feature " + in_quotes(name) + " has " + std::to_string(kMostLevels) +
        " codes, so none is left for its missing cells; make fewer with `data.bins`, or fill them "
        "(`data.missing`)");
  return static_cast<std::uint8_t>(bins.levels);
}

/// Gives the values of each categorical column that is selected as one its codes: which value it is, in the order of the features, and
/// behind them that it is none, and that it is missing.
/// \param is_coded  of each feature; set for these values.
/// \returns how many columns these are.
std::size_t code_categorical_columns(DataTable& p, std::vector<char>& is_coded) {
  std::map<std::int32_t, std::vector<std::size_t>> columns;
  for (std::size_t j = 0; j < p.feature_names.size(); ++j)
    if (const auto f = static_cast<Feature>(j); p.is_of_categorical_unit(f))
      columns[p.unit_of(f)].push_back(j);
  std::size_t coded = 0;
  for (const auto& [unit, values] : columns) {
    if (values.size() > numerics::kMostCategories) continue;
    std::vector<std::uint8_t> codes(p.samples, static_cast<std::uint8_t>(values.size()));
    std::uint32_t levels = 0;
    for (std::size_t v = 0; v < values.size(); ++v) {
      const CodedCells x(p, values[v]);
      for (std::size_t e = 0; e < x.stored.size(); ++e)
        if (x.stored[e] != 0) codes[x.sample(e)] = static_cast<std::uint8_t>(v);
    }
    for (const std::uint64_t i : missing_samples(p.filled, values[0]))
      codes[i] = static_cast<std::uint8_t>(values.size() + 1);
    for (const std::uint8_t code : codes) levels = std::max(levels, code + 1u);
    for (const std::size_t j : values) {
      std::ranges::copy(codes, p.codes.begin() + static_cast<std::ptrdiff_t>(j * p.samples));
      p.levels[j] = levels;
      is_coded[j] = 1;
    }
    ++coded;
  }
  return coded;
}

std::string cuts_in_words(const Discretise& how, std::size_t d, std::size_t by_value) {
  const std::string bins = std::to_string(how.bins_or_default());
  const std::string features = counted(d, "feature");
  switch (how.binning) {
    case Binning::uniform:
      return features + (d == 1 ? " is" : " are") + " cut into " + bins + " bins of equal width";
    case Binning::integers:
      return features + (d == 1 ? " is" : " are") + " taken as the codes that they hold";
    case Binning::edges:
      return features + (d == 1 ? " is" : " are") + " cut at " + counted(how.edges.size(), "given edge");
    case Binning::quantile:
      return features + (d == 1 ? " is" : " are") + " cut into " + bins + " quantile bins";
    case Binning::automatic:
      break;
  }
  std::vector<std::string> parts;
  if (by_value > 0)
    parts.push_back(counted(by_value, "feature") + " of at most " + bins + " values " +
                    (by_value == 1 ? "keeps" : "keep") + " one code per value");
  if (by_value < d)
    parts.push_back(counted(d - by_value, "feature") + (d - by_value == 1 ? " is" : " are") + " cut into " +
                    bins + " quantile bins");
  return listed(parts) + "; `data.discretise` and `data.bins` choose otherwise";
}

}  // namespace

Bins fit_bins(Column x, const Discretise& how, const std::string& name,
              const std::function<std::string(std::uint64_t)>& where) {
  char by_value = 0;
  return fit(CodedCells(x), how, name, where, by_value);
}

std::string fill_codes(DataTable& p, const Discretise& how,
                       const std::function<std::string(std::uint64_t)>& where) {
  const std::size_t d = p.feature_names.size(), n = p.samples;
  p.codes.resize(n * d);
  p.levels.assign(d, 1);
  std::vector<char> by_value(d, 0);
  for_each_feature(n > 0 ? d : 0, [&](std::size_t j) {
    const CodedCells x(p, j);
    const Bins bins = fit(x, how, p.feature_names[j], where, by_value[j]);
    p.levels[j] = bins.levels;
    std::uint8_t* codes = p.codes.data() + j * n;
    if (x.zeros) std::fill(codes, codes + n, bins.code(0));
    const std::vector<std::uint8_t> stored = codes_of(bins, x.stored);
    for (std::size_t e = 0; e < x.stored.size(); ++e) codes[x.sample(e)] = stored[e];
    if (const auto missing = missing_samples(p.filled, j); !missing.empty()) {
      const std::uint8_t code = code_of_missing(bins, p.feature_names[j]);
      for (const std::uint64_t i : missing) codes[i] = code;
      p.levels[j] = std::uint32_t{code} + 1;
    }
  });
  std::vector<char> is_coded(d, 0);
  const std::size_t columns = code_categorical_columns(p, is_coded);
  std::size_t others = 0, of_others = 0;
  for (std::size_t j = 0; j < d; ++j) {
    others += !is_coded[j];
    of_others += !is_coded[j] && by_value[j];
  }
  std::string said;
  if (columns > 0)
    said =
        counted(columns, "categorical column") + (columns == 1 ? " keeps" : " keep") + " one code per value";
  if (others > 0) said += (columns > 0 ? ", " : "") + cuts_in_words(how, others, of_others);
  return said;
}

}  // namespace tamis::framework
