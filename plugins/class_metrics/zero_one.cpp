#include "zero_one.hpp"

#include "classes.hpp"

namespace tamis::class_metrics {

void ZeroOne::prepare(const Dataset& data, const Runtime& runtime) {
  const NamedClasses classes(data.target());
  std::uint32_t paths = 0;
  for (std::uint32_t c = 0; c < classes.count(); ++c)
    if (classes[c].find('/') != std::string_view::npos) ++paths;
  if (2 * paths > classes.count())
    runtime.warn("class names look like paths; ground = 'class_tree' would use their hierarchy");
}

void ZeroOne::distances(Matrix out) const {
  for (std::uint64_t j = 0; j < out.cols; ++j)
    for (std::uint64_t i = 0; i < out.rows; ++i) out(i, j) = i == j ? 0.0 : 1.0;
}

}  // namespace tamis::class_metrics
