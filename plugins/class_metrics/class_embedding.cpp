#include "class_embedding.hpp"

#include "centroids.hpp"

#include <tamis/numerics/lanes.hpp>

namespace tamis::class_metrics {
namespace {

/// What v is to be multiplied by, as a power of two, so that squares neither overflow nor underflow.
int exponent_for(std::span<const double> v) {
  double largest = 0;
  for (const double x : v) largest = std::max(largest, std::abs(x));
  return largest == 0 ? 0 : -std::ilogb(largest);
}

void scale(std::span<double> v, int exponent) {
  for (double& x : v) x = std::scalbn(x, exponent);
}

double length(std::span<const double> v) {
  numerics::LaneSum squares;
  for (std::size_t f = 0; f < v.size(); ++f) squares.add(f, v[f] * v[f]);
  return std::sqrt(squares.total());
}

double distance(std::span<const double> u, std::span<const double> v) {
  numerics::LaneSum squares;
  for (std::size_t f = 0; f < u.size(); ++f) squares.add(f, (u[f] - v[f]) * (u[f] - v[f]));
  return std::sqrt(squares.total());
}

/// One column per class.
std::vector<double> read_vectors(const Cells& cells, const Classes& classes, bool normalise) {
  const auto rows = rows_of(classes, cells);
  if (cells.cols() < 2)
    throw DataError(std::string(cells.path()) +
                    " has 1 column; expected the name of a class and then the numbers of its vector");
  const std::size_t d = cells.cols() - 1;
  std::vector<double> vectors;
  for (const std::uint64_t row : rows) {
    for (std::size_t f = 0; f < d; ++f) vectors.push_back(cells.number(row, f + 1));
    if (!normalise) continue;
    const std::span<double> v(vectors.end() - static_cast<std::ptrdiff_t>(d), vectors.end());
    scale(v, exponent_for(v));
    const double whole = length(v);
    if (whole == 0)
      throw DataError(cells.where(row, 0) + ": the vector of class " + quoted(cells(row, 0)) +
                      " is zero, so it has no direction; give another one, or set normalise = false");
    for (double& x : v) x /= whole;
  }
  return vectors;
}

/// |v_c - v_c'| for the columns of `vectors`.
Ground euclidean(std::vector<double> vectors, const Classes& classes, const Runtime& runtime) {
  const std::uint32_t l = classes.count();
  const std::size_t d = vectors.size() / l;
  const int exponent = exponent_for(vectors);
  scale(vectors, exponent);
  const auto of = [&](std::size_t c) { return std::span<const double>(vectors).subspan(c * d, d); };
  Ground ground(l);
  runtime.parallel_for(l, [&](std::uint64_t c) {
    for (std::size_t other = c + 1; other < l; ++other)
      ground(c, other) = ground(other, c) = std::scalbn(distance(of(c), of(other)), -exponent);
  });
  check(ground.view(), classes, [](std::uint32_t, std::uint32_t, const std::string& fault) {
    throw DataError("the vectors of classes are too long: " + fault);
  });
  return ground;
}

}  // namespace

void ClassEmbedding::prepare(const Dataset& data, Runtime& runtime) {
  const Classes classes(data.target());
  const bool from_file = !options.path.empty();
  std::vector<double> vectors =
      from_file ? read_vectors(runtime.read_cells(options.path), classes, options.normalise)
                : centroids(data, classes, runtime);
  const bool on_line = vectors.size() == classes.count() && !(from_file && options.normalise);
  line_ = on_line ? vectors : std::vector<double>();
  ground_ = euclidean(std::move(vectors), classes, runtime);
}

}  // namespace tamis::class_metrics
