// A metric says how far samples are from each other; criteria that look at neighbours take one as a part.
// This one adds up the differences of all features, none of which counts for more than a limit: one wild
// value cannot put a sample far from all others.
#include <tamis/sdk.hpp>

#include <algorithm>
#include <cmath>

struct @Class@ final : tamis::PointMetric {
  // What a user may set; the initialisers are the defaults.
  struct Options {
    double limit = 3;
  } options;

  // The compiler writes this into the library: tamis lists, checks and documents the method by it, and runs
  // none of its code for that. What else can be said here stands in tamis/describe.hpp.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "Sum of the differences, each at most a limit")
        .option<&Options::limit>("limit", tamis::positive, "the most that one feature can add");
  }

  // out(j, i): from column i of `from` to column j of `to`; a column is a sample, its rows are the features.
  // At least 0, the same in both directions, 0 from a sample to itself. Called from many threads at once.
  void distances(tamis::ConstMatrix from, tamis::ConstMatrix to, tamis::Matrix out) const override {
    for (std::uint64_t i = 0; i < from.cols; ++i)
      for (std::uint64_t j = 0; j < to.cols; ++j) {
        double sum = 0;
        for (std::uint64_t f = 0; f < from.rows; ++f)
          sum += std::min(std::abs(from(f, i) - to(f, j)), options.limit);
        out(j, i) = sum;
      }
  }
};

TAMIS_PLUGIN(@Class@)
