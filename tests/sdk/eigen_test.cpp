#include <tamis/eigen.hpp>

#include <catch2/catch.hpp>

#include <utility>
#include <vector>

using namespace tamis;

TEST_CASE("a part of a matrix is the same matrix for Eigen, and is written through", "[eigen]") {
  std::vector<double> numbers{1, 2, 3, 4, 5, 6, 7, 8, 9};  // 3 x 3
  const Matrix corner(tamis_matrix{numbers.data() + 1, 2, 2, 3});
  const auto m = map(corner);
  REQUIRE(m.rows() == 2);
  REQUIRE(m.cols() == 2);
  CHECK(m(1, 0) == corner(1, 0));
  CHECK(m(0, 1) == 5);
  map(corner).col(1) *= 10;
  CHECK(numbers == std::vector<double>{1, 2, 3, 4, 50, 60, 7, 8, 9});
  CHECK(map(ConstMatrix(corner)).sum() == 2 + 3 + 50 + 60);
}

TEST_CASE("columns are vectors of Eigen", "[eigen]") {
  std::vector<double> x{3, 4};
  CHECK(map(Column(x)).squaredNorm() == 25);
  map(std::span<double>(x)).array() += 1;
  CHECK(x == std::vector<double>{4, 5});
}

TEST_CASE("a matrix of Eigen is a view of the SDK, and back", "[eigen]") {
  Eigen::MatrixXd m(2, 3);
  m << 1, 2, 3,  //
      4, 5, 6;
  const ConstMatrix seen = view(std::as_const(m));
  CHECK(seen.rows == 2);
  CHECK(seen.cols == 3);
  CHECK(seen(1, 2) == 6);
  view(m)(0, 0) = 7;
  CHECK(m(0, 0) == 7);
  CHECK(map(view(std::as_const(m))) == m);
  CHECK(map(view(Eigen::MatrixXd(0, 0))).size() == 0);
}
