/// \file label_flips.hpp
/// Labels of a real set are flipped, and a fit that does not know which is asked for the suspects.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/framework/kernel/registry.hpp>
#include <tamis/numerics/neighbours.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace tamis::experiments {

/// How well an order of samples, the most suspect first, finds the m that were flipped.
struct Found {
  double precision = 0;          ///< share of the first m that were flipped: 1 is perfect, m / n is chance
  double average_precision = 0;  ///< mean over the flipped ones of the precision at the place of each
};
/// \param flipped  one per sample. Where none is, both are 0.
Found found(const std::vector<std::size_t>& order, const std::vector<char>& flipped);

struct Trial {
  std::vector<char> flipped;  ///< which labels were, one per sample
  std::vector<double> wrong;  ///< the fit's probability that a label is wrong, 1 - gamma(y_i|i)
  Found by_fit, by_neighbours;

  double true_rate() const;       ///< share of the labels that were flipped
  double estimated_rate() const;  ///< mean of `wrong`
};

/// A set of the data folder, DIR/name/name.csv or .csv.gz with the column `target`, all features on z-scores.
class LabelFlips {
 public:
  LabelFlips(const std::filesystem::path& data_dir, const std::string& name);

  std::size_t samples() const { return clean_.samples(); }
  std::size_t features() const { return clean_.features(); }
  std::size_t classes() const { return clean_.parts().target.class_names.size(); }

  /// Each label is flipped with probability `rate` to one of the other classes (uniform_flip); of one seed, a
  /// larger rate flips those of a smaller one and more. Then the samples are ordered twice, ties by index:
  /// * by_fit: lnt_mi with its defaults, the least membership of the observed class first;
  /// * by_neighbours: the largest share of the 10 nearest samples that carry another label first, ties by the
  ///   share of them weighted by 1 / distance.
  /// The same for any number of threads; it uses one.
  Trial run(framework::Registry& registry, double rate, std::uint64_t seed) const;

 private:
  std::vector<std::size_t> order_by_neighbours(std::span<const std::int32_t> labels) const;

  std::string name_;
  std::filesystem::path file_;
  framework::LoadedData clean_;
  numerics::NeighbourLists neighbours_;
};

}  // namespace tamis::experiments
