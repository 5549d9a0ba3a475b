// A metric says how far samples are from each other; criteria that look at neighbours take one as a part.
// This one adds up the differences of all features. One that is small, as by a reading, counts nothing, and
// none counts for more than a limit: one wild value cannot put a sample far from all others.
#include <tamis/sdk.hpp>

#include <algorithm>
#include <cmath>

struct @Class@ final : tamis::PointMetric {
  // What a user may set; the initialisers are the defaults.
  struct Options {
    double least = 0, limit = 3;
  } options;

  // The compiler writes this into the library: tamis lists, checks and documents the method by it, and runs
  // none of its code for that. tamis/describe.hpp has all that can be said here.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "Sum of the differences that count, each at most a limit")
        .option<&Options::least>("least", tamis::at_least(0), "smaller differences are none")
        .option<&Options::limit>("limit", tamis::positive, "the most that one feature can add");
  }

  // Once, when the options are set: the place to refuse those that do not go together, and to work out what
  // hangs on them alone.
  void configured() override {
    if (options.least >= options.limit)
      throw tamis::ParamError("`least` is not below `limit`, so that all distances are 0");
  }

  // out(j, i): from column i of `from` to column j of `to`; a column is a sample, its rows are the features.
  // At least 0, the same in both directions, 0 from a sample to itself. Called from many threads at once.
  void distances(tamis::ConstMatrix from, tamis::ConstMatrix to, tamis::Matrix out) const override {
    for (std::uint64_t i = 0; i < from.cols; ++i)
      for (std::uint64_t j = 0; j < to.cols; ++j) {
        double sum = 0;
        for (std::uint64_t f = 0; f < from.rows; ++f) {
          const double difference = std::abs(from(f, i) - to(f, j));
          if (difference >= options.least) sum += std::min(difference, options.limit);
        }
        out(j, i) = sum;
      }
  }
};

TAMIS_PLUGIN(@Class@)
