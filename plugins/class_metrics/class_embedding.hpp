/// \file class_embedding.hpp
/// Classes as points: vectors of words, places on a scale, or the means of their samples.
#pragma once

#include "ground_distances.hpp"

namespace tamis::class_metrics {

/// D(c, c') = |v_c - v_c'|, the Euclidean distance of the classes' vectors. From a file they are scaled to
/// unit length, as the paper's tag vectors are, unless `normalise` is off. Without a file v_c is the centroid
/// of the class's samples in the units of distances, which is never scaled to unit length: from where the
/// origin of the data happens to be, direction says little. In one dimension and unscaled, classes lie on a
/// line, which distances between distributions make use of.
///
/// Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217.
///
/// Cost: O(l^2 d) for d dimensions, classes in parallel; and O(n d) for centroids.
class ClassEmbedding final : public ClassMetric {
 public:
  struct Options {
    std::string_view path = "";
    bool normalise = true;
  } options;

  static constexpr auto describe() {
    return tamis::describe<ClassEmbedding>("class_embedding",
                                           "Euclidean distance between embedding vectors of two classes")
        .cites("Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217")
        .option<&Options::path>("path",
                                "CSV file of the vectors, a class's name and then its numbers, with or "
                                "without a header; empty: the classes' centroids in the data")
        .option<&Options::normalise>("normalise",
                                     "scale the vectors of the file to unit length; centroids stay");
  }

  /// \throws DataError  the file cannot be read, a class has no vector or one that is not of numbers, a zero
  ///                    vector that is to be scaled, a class without samples, distances that overflow.
  void prepare(const Dataset& data, const Runtime& runtime) override;
  void distances(Matrix out) const override { map(out) = ground_; }
  ClassShape shape() const override {
    return line_.empty() ? ClassShape{} : ClassShape{Shape::line, line_, {}, {}, {}};
  }

 private:
  Eigen::MatrixXd ground_;
  std::vector<double> line_;
};

}  // namespace tamis::class_metrics
