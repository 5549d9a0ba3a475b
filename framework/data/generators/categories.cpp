// A table as registers and surveys have them: columns of categories beside numbers. The model is ours.
#include "generators.hpp"
#include "synthetic_table.hpp"

#include <tamis/numerics/exp.hpp>
#include <tamis/numerics/random.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tamis::framework {
namespace {

constexpr std::uint64_t kRelevantColumns = 3, kRelevantNumbers = 2;

/// A column of categories: a value per sample, drawn with probabilities in proportion to 1, 1/2, 1/3, ..., as most registers
/// have a few frequent values and many rare ones.
struct CategoryColumn {
  std::vector<std::uint8_t> values;
  std::vector<std::uint8_t> occurring;  ///< ascending

  CategoryColumn(std::uint64_t samples, std::uint64_t levels, Rng& rng) {
    std::vector<double> below{0};
    for (std::uint64_t v = 1; v <= levels; ++v) below.push_back(below.back() + 1 / static_cast<double>(v));
    std::vector<char> seen(levels);
    for (std::uint64_t i = 0; i < samples; ++i) {
      const double at = rng.uniform() * below.back();
      std::uint8_t v = 0;
      while (v + 1u < levels && at >= below[v + 1u]) ++v;
      values.push_back(v);
      seen[v] = 1;
    }
    for (std::uint64_t v = 0; v < levels; ++v)
      if (seen[v]) occurring.push_back(static_cast<std::uint8_t>(v));
  }
};

/// Writes features one after the other.
class FeatureWriter {
 public:
  FeatureWriter(DataTable& table, std::size_t features) : table_(table) {
    table_.values.resize(features * table_.samples);
    table_.feature_groups.assign(features, -1);
  }
  /// \param value  of a sample.
  template <class Value>
  void add(std::string name, bool relevant, std::int32_t group, Value&& value) {
    const std::size_t j = table_.feature_names.size();
    for (std::uint64_t i = 0; i < table_.samples; ++i)
      table_.values.data()[j * table_.samples + i] = value(i);
    table_.feature_names.push_back(std::move(name));
    table_.relevant.push_back(relevant);
    table_.feature_groups[j] = group;
  }

 private:
  DataTable& table_;
};

}  // namespace

/// P(yes) = 1 / (1 + exp(-strength u / 2)), where u is the sum of two numbers and of an effect of the value of each of three
/// columns; numbers and effects are standard normal, effects less their mean over the samples. Every second irrelevant column,
/// beginning with the first, is one of categories. What is irrelevant is drawn after the target.
DataTable make_categories(const GeneratorConfig& config, Rng& rng) {
  const std::uint64_t n = config.count("samples"), irrelevant = config.count("irrelevant"),
                      levels = config.count("levels");
  const std::uint64_t numbers = kRelevantNumbers + irrelevant / 2;
  const std::uint64_t columns = kRelevantColumns + irrelevant - irrelevant / 2;
  check_size(n, numbers + columns * levels);
  std::vector<double> u(n, 0.0);
  std::vector<std::vector<double>> number(numbers, std::vector<double>(n));
  std::vector<CategoryColumn> category;
  const auto fill = [&](std::vector<double>& values) {
    for (double& x : values) x = numerics::normal(rng);
  };
  for (std::uint64_t j = 0; j < kRelevantNumbers; ++j) {
    fill(number[j]);
    for (std::uint64_t i = 0; i < n; ++i) u[i] += number[j][i];
  }
  for (std::uint64_t j = 0; j < kRelevantColumns; ++j) {
    category.emplace_back(n, levels, rng);
    std::vector<double> effect(levels);
    fill(effect);
    double mean = 0;
    for (const std::uint8_t v : category[j].values) mean += effect[v] / static_cast<double>(n);
    for (std::uint64_t i = 0; i < n; ++i) u[i] += effect[category[j].values[i]] - mean;
  }
  DataTable table;
  table.samples = table.table_rows = n;
  table.target.kind = TargetKind::classes;
  table.target.name = "class";
  table.target.class_names = {"no", "yes"};
  for (const double of_sample : u)
    table.target.labels.push_back(
        rng.uniform() * (1 + numerics::exponential(-config.number("strength") / 2 * of_sample)) < 1);
  for (std::uint64_t j = kRelevantNumbers; j < numbers; ++j) fill(number[j]);
  for (std::uint64_t j = kRelevantColumns; j < columns; ++j) category.emplace_back(n, levels, rng);

  std::size_t features = numbers;
  for (const CategoryColumn& column : category) features += column.occurring.size();
  FeatureWriter out(table, features);
  for (std::uint64_t j = 0; j < numbers; ++j)
    out.add("n" + std::to_string(j + 1), j < kRelevantNumbers, -1,
            [&](std::uint64_t i) { return number[j][i]; });
  for (std::uint64_t j = 0; j < columns; ++j) {
    table.category_columns.push_back("c" + std::to_string(j + 1));
    for (const std::uint8_t v : category[j].occurring)
      out.add(table.category_columns.back() + "=" + static_cast<char>('a' + v), j < kRelevantColumns,
              static_cast<std::int32_t>(j),
              [&](std::uint64_t i) { return category[j].values[i] == v ? 1.0 : 0.0; });
  }
  return table;
}

}  // namespace tamis::framework
