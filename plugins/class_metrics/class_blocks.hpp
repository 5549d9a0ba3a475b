/// \file class_blocks.hpp
/// Groups of classes: near inside, far between.
#pragma once

#include "tree.hpp"

namespace tamis::class_metrics {

/// D(c, c') = 0 for c = c', `within` for two classes of one group, `between` for two of different groups.
/// With between >= within it is a tree: each class hangs from its group by within / 2, each group from the
/// root by (between - within) / 2. The triangle inequality holds while within <= 2 between.
///
/// 0.2 and 1 are the paper's for the 20 newsgroups (section V), whose groups are what begins alike.
///
/// Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217.
///
/// Cost: O(l^2); O(l^3) for between < within.
class ClassBlocks final : public ClassMetric {
 public:
  struct Options {
    double within = 0.2;
    double between = 1.0;
    std::string_view path = "";
    std::string_view separator = ".";
  } options;

  static constexpr auto describe() {
    return tamis::describe<ClassBlocks>(
               "class_blocks",
               "Groups of classes: a short distance within a group, a long one between groups")
        .cites("Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217")
        .option<&Options::within>("within", at_least(0), "distance of two classes of one group")
        .option<&Options::between>("between", at_least(0), "distance of two classes of different groups")
        .option<&Options::path>(
            "path", "CSV file of the groups, class,group; empty: the group is what begins a class's name")
        .option<&Options::separator>("separator", "without a file: the group ends before the first of these");
  }

  /// Warns when the triangle inequality fails and when no class shares its group.
  /// \throws ParamError  an empty separator.
  /// \throws DataError   the file cannot be read, or says nothing of a class; with the place.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void distances(Matrix out) const override;
  ClassShape shape() const override;

 private:
  std::vector<std::uint32_t> group_;  // of each class
  Tree tree_;
};

}  // namespace tamis::class_metrics
