#include "class_embedding.hpp"

#include "centroids.hpp"

#include <tamis/numerics/lanes.hpp>

namespace tamis::class_metrics {
namespace {

/// What v is to be multiplied by, as a power of two, so that squares neither overflow nor underflow.
int exponent_for(const Eigen::MatrixXd& v) {
  const double largest = v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff();
  return largest == 0 ? 0 : -std::ilogb(largest);
}

Eigen::MatrixXd scaled(const Eigen::MatrixXd& v, int exponent) {
  return v.unaryExpr([&](double x) { return std::scalbn(x, exponent); });
}

double length(const Eigen::VectorXd& v) {
  numerics::LaneSum squares;
  for (Eigen::Index f = 0; f < v.size(); ++f) squares.add(f, v[f] * v[f]);
  return std::sqrt(squares.total());
}

/// One column per class.
Eigen::MatrixXd read_vectors(const Cells& cells, const NamedClasses& classes, bool normalise) {
  const auto rows = rows_of(classes, cells);
  if (cells.cols() < 2)
    throw DataError(std::string(cells.path()) +
                    " has 1 column; expected the name of a class and then the numbers of its vector");
  Eigen::MatrixXd vectors(cells.cols() - 1, rows.size());
  for (std::size_t c = 0; c < rows.size(); ++c) {
    auto v = vectors.col(c);
    for (std::size_t f = 0; f + 1 < cells.cols(); ++f) v[f] = cells.number(rows[c], f + 1);
    if (!normalise) continue;
    v = scaled(v, exponent_for(v));
    const double whole = length(v);
    if (whole == 0)
      throw DataError(cells.where(rows[c], 0) + ": the vector of class " + in_quotes(cells(rows[c], 0)) +
                      " is zero, so it has no direction; give another one, or set normalise = false");
    v /= whole;
  }
  return vectors;
}

/// |v_c - v_c'| for the columns of `vectors`.
Eigen::MatrixXd euclidean(const Eigen::MatrixXd& vectors, const NamedClasses& classes,
                          const Runtime& runtime) {
  const std::uint32_t l = classes.count();
  const int exponent = exponent_for(vectors);
  const Eigen::MatrixXd v = scaled(vectors, exponent);
  Eigen::MatrixXd ground = Eigen::MatrixXd::Zero(l, l);
  runtime.parallel_for(l, [&](std::uint64_t c) {
    for (std::uint64_t other = c + 1; other < l; ++other)
      ground(c, other) = ground(other, c) = std::scalbn(length(v.col(c) - v.col(other)), -exponent);
  });
  check(view(ground), classes, [](std::uint32_t, std::uint32_t, const std::string& fault) {
    throw DataError("the vectors of classes are too long: " + fault);
  });
  return ground;
}

}  // namespace

void ClassEmbedding::prepare(const Dataset& data, const Runtime& runtime) {
  const NamedClasses classes(data.target());
  const bool from_file = !options.path.empty();
  const Eigen::MatrixXd vectors =
      from_file ? read_vectors(runtime.read_cells(options.path), classes, options.normalise)
                : centroids(data, classes, runtime);
  line_.clear();
  if (vectors.rows() == 1 && !(from_file && options.normalise))
    line_.assign(vectors.data(), vectors.data() + vectors.size());
  ground_ = euclidean(vectors, classes, runtime);
}

}  // namespace tamis::class_metrics
