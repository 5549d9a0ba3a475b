/// \file class_tree.hpp
/// Classes whose names are paths in a hierarchy.
#pragma once

#include "tree.hpp"

namespace tamis::class_metrics {

/// D(c, c') = the sum of w_t over the edges between c and c' in the tree of their names, w_t being the weight
/// of the edge above a node of depth t = 1, 2, ... "inbox/legal" has depth 2 and hangs from "inbox", which is
/// a node whether it is a class or not; so is the root, which the empty name means. Classes may be inner
/// nodes. The weights 0.5, 0.2, 0.05 are the paper's (section V).
///
/// Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217.
///
/// Cost: O(l depth log l + l^2 depth).
class ClassTree final : public ClassMetric {
 public:
  static constexpr double kPaperWeights[] = {0.5, 0.2, 0.05};
  struct Options {
    std::span<const double> weights = kPaperWeights;
    std::string_view separator = "/";
  } options;

  static constexpr auto describe() {
    return tamis::describe<ClassTree>("class_tree",
                                      "Tree distance: length of the path between two classes in a hierarchy")
        .cites("Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217")
        .option<&Options::weights>("weights", "length of the edges of each layer, from the root down")
        .option<&Options::separator>("separator", "between the layers in the name of a class");
  }

  /// \throws ParamError  a weight that is negative or not finite, an empty separator.
  void configured() override;
  /// \throws ParamError  fewer weights than a class has layers.
  /// \throws DataError   a name with an empty layer, two classes of one name.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void distances(Matrix out) const override { tree_.distances(out); }
  ClassShape shape() const override { return tree_.shape(); }

 private:
  Tree tree_;
};

}  // namespace tamis::class_metrics
