// A class metric says how far classes are from each other; a distance between distributions over the classes
// takes one as its ground. Here classes whose names begin with the same letter are near to each other.
#include <tamis/sdk.hpp>

struct @Class@ final : tamis::ClassMetric {
  // What a user may set; the initialisers are the defaults.
  struct Options {
    double within = 0.5;
  } options;

  // The compiler writes this into the library: tamis lists, checks and documents the method by it, and runs
  // none of its code for that. tamis/describe.hpp has all that can be said here.
  static constexpr auto describe() {
    return tamis::describe<@Class@>("@id@", "Classes with the same first letter are near to each other")
        .option<&Options::within>("within", tamis::between(0, 1),
                                  "distance of such classes; that of others is 1");
  }

  void prepare(const tamis::Dataset& data, const tamis::Runtime&) override { target_ = data.target(); }

  // l x l, for the l classes of the target: at least 0, the same in both directions, 0 on the diagonal.
  void distances(tamis::Matrix out) const override {
    const auto initial = [&](std::uint64_t c) {
      return target_.class_name(static_cast<std::uint32_t>(c)).substr(0, 1);
    };
    for (std::uint64_t a = 0; a < out.cols; ++a)
      for (std::uint64_t b = 0; b < out.rows; ++b)
        out(b, a) = a == b ? 0.0 : initial(a) == initial(b) ? options.within : 1.0;
  }

 private:
  tamis::Target target_{nullptr};
};

TAMIS_PLUGIN(@Class@)
