#include "neighbour_flip.hpp"

#include "prepared.hpp"

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::noise_models;
using namespace tamis::noise_models::testing;

namespace {

using Lists = std::vector<std::vector<std::size_t>>;

/// Listed classes are at distance `near`, others at 1.
class Listed final : public ClassMetric {
 public:
  explicit Listed(Lists neighbours, double near = 0.2) : neighbours_(std::move(neighbours)), near_(near) {}
  void prepare(const Dataset& data, const Runtime&) override {
    if (data.target().classes() != neighbours_.size()) throw DataError("another number of classes");
    prepared_ = true;
  }
  void distances(Matrix out) const override {
    if (!prepared_) throw DataError("not prepared");
    for (std::size_t i = 0; i < neighbours_.size(); ++i)
      for (std::size_t j = 0; j < neighbours_.size(); ++j)
        out(i, j) = i == j ? 0.0 : std::ranges::find(neighbours_[i], j) != neighbours_[i].end() ? near_ : 1.0;
  }

 private:
  Lists neighbours_;
  double near_;
  bool prepared_ = false;
};

NeighbourFlip::Options options_with(ClassMetric& ground, double rate, double radius = 0.2) {
  NeighbourFlip::Options options;
  options.ground = ground;
  options.rate = rate, options.radius = radius;
  return options;
}

const Lists kMail{{1, 4}, {0, 2, 3}, {1, 3}, {1, 2}, {0}, {6}, {5}, {}, {}, {10}, {9}};

}  // namespace

TEST_CASE("labels become those of the reference for its seed", "[neighbour_flip][golden]") {
  // case knn_multilabel: labels, neighbours within 0.2, seed 42
  const std::vector<std::int32_t> y{7, 8, 3,  6, 1, 2, 3, 6, 6, 0, 8, 3, 8, 7, 8,  0, 2,  5,  6, 0, 8,
                                    2, 0, 10, 8, 2, 0, 1, 8, 2, 3, 3, 5, 3, 6, 9,  2, 2,  4,  1, 6, 3,
                                    6, 3, 3,  3, 4, 7, 2, 3, 3, 7, 9, 1, 3, 5, 10, 6, 10, 10, 8};
  const std::vector<std::int32_t> at_0_2{7, 8, 2, 6, 1, 2, 3, 6, 5, 4, 8, 3, 8, 7, 8,  0, 2,  5,  5, 0, 8,
                                         2, 0, 9, 8, 2, 1, 3, 8, 2, 3, 3, 5, 3, 6, 9,  3, 2,  0,  1, 5, 3,
                                         6, 3, 3, 3, 0, 7, 2, 3, 3, 7, 9, 1, 3, 6, 10, 6, 10, 10, 8};
  const std::vector<std::int32_t> at_0_4{7, 8, 2, 5, 2, 1, 3, 6, 5, 4, 8, 3, 8, 7, 8, 0, 2, 5,  5, 0, 8,
                                         3, 0, 9, 8, 1, 1, 3, 8, 2, 2, 3, 6, 3, 6, 9, 3, 2, 0,  2, 5, 1,
                                         6, 3, 3, 3, 0, 7, 2, 3, 3, 7, 9, 2, 2, 6, 9, 5, 9, 10, 8};
  Listed ground(kMail);
  CHECK(Prepared<NeighbourFlip>(y, 11, options_with(ground, 0)).corrupt(42).labels == y);
  CHECK(Prepared<NeighbourFlip>(y, 11, options_with(ground, 0.2)).corrupt(42).labels == at_0_2);
  CHECK(Prepared<NeighbourFlip>(y, 11, options_with(ground, 0.4)).corrupt(42).labels == at_0_4);
}

TEST_CASE("a label is wrong with the rate, and equally likely each of its neighbours", "[neighbour_flip]") {
  Listed ground({{1, 2}, {0}, {0, 1, 3}, {}});
  const Prepared<NeighbourFlip> p({0, 1, 2, 3}, 4, options_with(ground, 0.3));
  const auto t = p.likelihood();  // of label i under class s
  const std::vector<double> rows{0.7, 0.15, 0.15, 0, /**/ 0.3, 0.7, 0, 0, /**/ 0.1, 0.1, 0.7, 0.1, /**/
                                 0,   0,    0,    1};
  for (std::size_t k = 0; k < 16; ++k) CHECK(t[k] == Approx(rows[k]).margin(1e-16));

  const std::size_t each = 20000;
  const auto y = in_turn(4 * each, 4);
  const auto c = Prepared<NeighbourFlip>(y, 4, options_with(ground, 0.3)).corrupt(1);
  std::vector<double> count(16);
  for (std::size_t i = 0; i < y.size(); ++i) count[static_cast<std::size_t>(y[i] * 4 + c.labels[i])] += 1;
  for (std::size_t k = 0; k < 16; ++k)
    CHECK(count[k] == Approx(each * rows[k]).margin(5 * std::sqrt(each * rows[k] * (1 - rows[k]))));
  CHECK(c.expert == one_hot(c.labels, 4));
}

TEST_CASE("neighbours are within the radius, up to rounding", "[neighbour_flip]") {
  const auto flips = [](double distance, double radius) {
    Listed ground({{1}, {0}}, distance);
    return Prepared<NeighbourFlip>({0, 1}, 2, options_with(ground, 1, radius)).corrupt(1).labels ==
           std::vector<std::int32_t>{1, 0};
  };
  CHECK(flips(0.2, 0.2));
  CHECK(flips(0.2 + 9e-10, 0.2));
  CHECK_FALSE(flips(0.2 + 2e-9, 0.2));
  CHECK(flips(0, 0));
  CHECK_FALSE(flips(0.5, 0));
}

TEST_CASE("what was wrong at a low rate stays so at a higher one, and unknown labels draw too",
          "[neighbour_flip][property]") {
  Listed ground(kMail);
  auto y = random_labels(500, 11, 3);
  const auto at = [&](double rate) {
    return Prepared<NeighbourFlip>(y, 11, options_with(ground, rate)).corrupt(7).labels;
  };
  const auto some = at(0.1), more = at(0.5);
  CHECK(some != more);
  for (std::size_t i = 0; i < y.size(); ++i)
    if (some[i] != y[i]) CHECK(more[i] == some[i]);
  for (std::size_t i = 0; i < y.size(); i += 2) y[i] = -1;
  const auto half = at(0.5);
  for (std::size_t i = 0; i < y.size(); ++i) CHECK(half[i] == (i % 2 == 0 ? -1 : more[i]));
}

TEST_CASE("the rate is the one parameter, and a fit leaves it", "[neighbour_flip]") {
  Listed ground({{1}, {0}, {}});
  Prepared<NeighbourFlip> p({0, 1, 2}, 3, options_with(ground, 0.25));
  p.model.start(1);
  p.update(std::vector<double>(9, 1.0 / 3));
  CHECK(p.parameters() == std::vector<double>{0.25});
  const double all[] = {1.0};
  p.model.set_parameters(all);
  CHECK(p.corrupt(1).labels == std::vector<std::int32_t>{1, 0, 2});
}

TEST_CASE("rates, labels and ground metrics that do not go with the classes are refused",
          "[neighbour_flip][errors]") {
  Listed ground({{1}, {0}, {}});
  Prepared<NeighbourFlip> p({0, 1, 2}, 3, options_with(ground, 0.25));
  const double beyond[] = {1.5};
  CHECK_THROWS_AS(p.model.set_parameters(beyond), ParamError);
  std::vector<std::int32_t> labels{0, 3};
  CHECK_THROWS_AS(p.model.corrupt(labels, 3, {}, 1), DataError);
  CHECK_THROWS_AS(p.model.corrupt(labels, 4, {}, 1), ParamError);
  CHECK_THROWS_WITH(Prepared<NeighbourFlip>({0, 1}, 2, options_with(ground, 0.25)),
                    Catch::Matchers::Contains("another number of classes"));
}
