/// \file corrupt_labels.hpp
/// The labels of an experiment: the truth, and what methods get to see of it.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/noise_model.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace tamis::framework {

/// Which form of the labels a method gets to see.
enum class Labels {
  observed,  ///< one class per sample, some of them wrong; of votes the most frequent one
  soft,      ///< a probability per class: of the experts that a noise model imitates, of votes, of the file
  most_probable,  ///< the class that is most probable in these
  clean           ///< the truth
};

/// The labels of an experiment in all forms that there are: the truth, what was made of it, and how much of
/// it is wrong.
struct LabelForms {
  TargetColumn observed;
  std::optional<TargetColumn> soft, clean;
  /// Share of the known labels that are not the true ones, each label of a set on its own; NaN where the
  /// truth is not known.
  double noise_share = std::numeric_limits<double>::quiet_NaN();

  /// \throws DataError  where there is no such form.
  TargetColumn get(Labels form) const;
};

/// The labels as they were loaded.
LabelForms given_labels(const LoadedData& data);

/// The labels after a noise model has changed them, as LabelForms::observed; soft are those of the
/// experts that it imitates. Each label of a set is changed on its own, and what then stands in it
/// twice counts once. O(n l).
/// \param data   with true labels: classes or sets.
/// \param noise  prepared on nothing yet.
/// \throws DataError  other targets.
LabelForms corrupted_labels(const LoadedData& data, NoiseModel& noise, const Runtime& runtime,
                            std::uint64_t seed);

/// Makes the target of all training samples but `known` of them unknown; which ones stay is drawn class by
/// class, as in draw_sample().
/// \param trains  n.
/// \throws DataError  fewer samples of known target.
void hide_labels(TargetColumn& target, const std::vector<char>& trains, std::uint64_t known,
                 std::uint64_t seed);

}  // namespace tamis::framework
