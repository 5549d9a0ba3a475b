#include "sample_rows.hpp"

namespace tamis::blanket {

SampleRows::SampleRows(const CodedFeatures& coded)
    : start(coded.samples() + 1), features(coded.listed()), levels(coded.listed()) {
  for (Feature j = 0; j < coded.features(); ++j)
    for (const std::uint32_t row : coded[j].rows) ++start[row + 1];
  for (std::size_t r = 0; r < coded.samples(); ++r) start[r + 1] += start[r];
  std::vector<std::uint64_t> place(start.begin(), start.end() - 1);
  for (Feature j = 0; j < coded.features(); ++j) {
    const CodedFeature& f = coded[j];
    for (std::size_t e = 0; e < f.rows.size(); ++e) {
      const std::uint64_t at = place[f.rows[e]]++;
      features[at] = j;
      levels[at] = f.levels[e];
    }
  }
}

}  // namespace tamis::blanket
