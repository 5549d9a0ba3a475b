/// \file tables.hpp
/// Data made up for the tests of meaning: continuous, so that nothing ties unless it is made to.
#pragma once

#include <tamis/detail/tables.hpp>
#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/descriptor.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework::conformance {

/// How far a sum of probabilities may be from 1.
constexpr double kSumRounding = 1e-9;

/// How large a table is, and what is unusual in it.
struct TableShape {
  std::size_t samples = 90;
  Feature features = 7;
  std::uint32_t classes = 3;
  bool uneven = false;     ///< its values tie, its last feature is constant
  bool one_class = false;  ///< all samples are of class 0, as in a fold of a rare one
  /// Whether nothing is: what is asked of the first table can be asked of this one.
  bool is_smooth() const { return !uneven && !one_class; }
};

/// Sizes around the widths of vectors, words and blocks, with two to twelve classes; which ones, the seed
/// draws. Those that cost least stand first.
std::vector<TableShape> drawn_shapes(std::uint64_t seed);

struct TestTable {
  std::vector<std::vector<double>> columns;
  TargetColumn target;
  std::vector<double> weights{};        ///< or empty
  std::vector<std::int32_t> groups{};   ///< or empty
  std::optional<TargetColumn> clean{};  ///< the truth, or none
  std::optional<TableShape> drawn{};    ///< of a table that may be refused, in words
  std::size_t samples() const { return columns.front().size(); }
  Feature features() const { return static_cast<Feature>(columns.size()); }
  /// 0 of real values and of no target.
  std::uint32_t classes() const { return static_cast<std::uint32_t>(target.class_names.size()); }
};

inline constexpr Feature kFeatures = 7;
inline constexpr std::uint32_t kClasses = 3;
inline constexpr std::int32_t kGroups = 5;

/// 90 samples; of seven features number 0 is the most informative on the target, 3 less so, 5 is a worse copy of 0, and the
/// others are noise. Three classes of 40, 30 and 20.
TestTable mixed_table(TargetKind kind, std::uint64_t seed);
/// The same with feature 0 and six of noise.
TestTable plain_table(TargetKind kind, std::uint64_t seed);
/// The same of another shape, as far as it has so many features.
TestTable drawn_mixed_table(TargetKind kind, std::uint64_t seed, const TableShape& shape);
TestTable drawn_plain_table(TargetKind kind, std::uint64_t seed, const TableShape& shape);

/// 0..n-1 in an order that the seed draws.
std::vector<std::size_t> shuffled(std::size_t n, std::uint64_t seed);
/// Sample i is what sample order[i] was, for as many as are listed; some may be listed twice.
TestTable permuted(const TestTable& table, std::span<const std::size_t> order);
/// Class c, with its name, is number becomes[c].
TestTable relabelled(const TestTable& table, std::span<const std::uint32_t> becomes);
/// The labels as soft labels: all mass on one class.
TestTable one_hot(const TestTable& table);
/// The target of `known` samples, which the seed draws; nothing is known of the others.
TestTable partly_known(TestTable table, std::size_t known, std::uint64_t seed);
/// With a weight per sample, drawn between 0.5 and 1.5.
TestTable weighted(TestTable table, std::uint64_t seed);
/// With groups 0..4 of 18 samples.
TestTable grouped(TestTable table);
/// With four times the features: each also with its values shifted by 1, 2 and 3 samples.
TestTable widened(TestTable table);
/// With values on a grid of quarters (and those of a real target), so that values and distances tie.
TestTable tied(TestTable table);

/// The kinds of target that a criterion declares; none where it is unsupervised.
std::vector<TargetKind> kinds_of(const Traits& traits);
/// "with soft labels, some of them unknown", and of a drawn table its size, for sentences.
std::string with(const TestTable& table);

/// As the kernel would prepare it for the component.
/// \param missing  cells that stay missing, or none.
LoadedData data_of(const TestTable& table, const Descriptor& component, const FilledCells& missing = {});

/// The same samples in two ways that mean the same, in the same units and with the same codes.
struct CountedSamples {
  LoadedData plain;     ///< each sample occurs as often as its weight says
  LoadedData weighted;  ///< each sample occurs once
};
/// Every third sample has the weight 2, the others 1.
CountedSamples doubled(const TestTable& table, const Descriptor& criterion);
/// Every third sample has the weight 0, the others 1.
CountedSamples thinned(const TestTable& table, const Descriptor& criterion);

}  // namespace tamis::framework::conformance
