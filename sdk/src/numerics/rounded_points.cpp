#include "kernels.hpp"

#include <algorithm>
#include <cmath>
#include <tamis/numerics/rounded_points.hpp>

namespace tamis::numerics {

RoundedPoints::RoundedPoints(ConstMatrix coordinates, std::span<const std::uint32_t> classes)
    : features_(coordinates.cols), error_(coordinates.rows, 0.0) {
  static_assert(kPanel == kStepCandidates);
  arrange(classes);
  steps_ = Aligned<std::uint16_t>(panels() * kPanel * features_);
  total_.assign(panels() * kPanel, 0);
  std::vector<std::uint16_t> column(size());
  for (std::size_t f = 0; f < features_; ++f) {
    for (std::size_t i = 0; i < size(); ++i) {
      const double exact = kSteps * coordinates(i, f), whole = std::floor(exact + 0.5);
      column[i] = static_cast<std::uint16_t>(whole);
      error_[i] += std::abs(exact - whole);
    }
    for (std::size_t p = 0; p < panels(); ++p) {
      const auto here = points(p);
      std::uint16_t* const to = steps_.data() + (p * features_ + f) * kPanel;
      // the rest repeats the last point, which does not change the least distance
      for (std::size_t lane = 0; lane < kPanel; ++lane) {
        to[lane] = column[here[std::min(lane, here.size() - 1)]];
        total_[p * kPanel + lane] += to[lane];
      }
    }
  }
  for (double& e : error_) {
    e = e * (1 + 1e-9) + 1e-9 * static_cast<double>(features_);  // they are rounded themselves
    largest_error_ = std::max(largest_error_, e);
  }
}

void RoundedPoints::arrange(std::span<const std::uint32_t> classes) {
  std::vector<std::vector<std::uint32_t>> of_class(
      classes.empty() ? 1 : std::ranges::max(classes) + std::size_t{1});
  for (std::size_t i = 0; i < size(); ++i)
    of_class[classes.empty() ? 0 : classes[i]].push_back(static_cast<std::uint32_t>(i));
  place_.resize(size());
  for (const std::vector<std::uint32_t>& members : of_class) {
    first_panel_.push_back(panel_start_.size());
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (k % kPanel == 0) panel_start_.push_back(order_.size());
      place_[members[k]] = static_cast<std::uint32_t>((panel_start_.size() - 1) * kPanel + k % kPanel);
      order_.push_back(members[k]);
    }
  }
  first_panel_.push_back(panel_start_.size());
  panel_start_.push_back(order_.size());
}

void RoundedPoints::distances(std::size_t first, std::size_t count, std::span<std::uint32_t> sums,
                              std::span<std::uint32_t> least) const {
  // A query's step stands in both halves of a number: registers are filled by 32 bits.
  const std::size_t groups = (count + kStepQueries - 1) / kStepQueries;
  Aligned<std::uint32_t> queries(groups * features_ * kStepQueries), of_query(groups * kStepQueries);
  for (std::size_t q = 0; q < count; ++q) {
    const std::size_t place = place_[first + q];
    const std::uint16_t* const steps = steps_.data() + place / kPanel * features_ * kPanel + place % kPanel;
    std::uint32_t* const to = queries.data() + q / kStepQueries * features_ * kStepQueries + q % kStepQueries;
    of_query[q] = total_[place];
    for (std::size_t f = 0; f < features_; ++f) to[f * kStepQueries] = steps[f * kPanel] * 0x10001u;
  }
  alignas(64) std::uint32_t tile[kStepQueries * kPanel], least_of[kStepQueries];
  for (std::size_t p = 0; p < panels(); ++p)
    for (std::size_t g = 0; g < groups; ++g) {
      kernels().step_tile({queries.data() + g * features_ * kStepQueries,
                           steps_.data() + p * features_ * kPanel, features_,
                           of_query.data() + g * kStepQueries, total_.data() + p * kPanel, tile, least_of});
      for (std::size_t q = g * kStepQueries; q < std::min(count, (g + 1) * kStepQueries); ++q) {
        std::copy_n(tile + q % kStepQueries * kPanel, kPanel, sums.data() + (q * panels() + p) * kPanel);
        least[q * panels() + p] = least_of[q % kStepQueries];
      }
    }
}

}  // namespace tamis::numerics
