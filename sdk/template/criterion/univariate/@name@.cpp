// A criterion says how good features are. This one looks at each feature on its own: how far do its values
// spread when the outermost ones, which may be mistakes, are left out?
#include <tamis/sdk.hpp>

#include <algorithm>
#include <vector>

struct @Class@ final : tamis::UnivariateCriterion {
  // What a user may set; the initialisers are the defaults.
  struct Options {
    double outside = 0.05;
  } options;

  // The compiler writes this into the library: tamis lists, checks and documents the method by it, and runs
  // none of its code for that. tamis/describe.hpp has all that can be said here.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "Spread of a feature without its outermost values")
        .better(tamis::Better::higher)
        .option<&Options::outside>("outside", tamis::between(0, 0.45),
                                   "share of the samples left out at each end");
  }

  // The score of one feature, given its values, one per sample. Called from many threads at once. A criterion
  // that says .targets(...) in describe() finds the labels in `target`.
  tamis::Score score_column(tamis::Column values, const tamis::Target& /*target*/) const override {
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    const auto left_out = static_cast<std::size_t>(options.outside * static_cast<double>(sorted.size()));
    // Where there is no score (0/0, say): return tamis::undefined("the reason in a few words");
    return sorted[sorted.size() - 1 - left_out] - sorted[left_out];
  }
};

TAMIS_PLUGIN(@Class@)
