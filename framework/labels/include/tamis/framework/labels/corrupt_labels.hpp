/// \file corrupt_labels.hpp
/// The labels of an experiment: the true ones, and the observed ones.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>
#include <tamis/noise_model.hpp>

#include <cstdint>
#include <limits>
#include <optional>

namespace tamis::framework {

/// The form of the labels that a method gets.
enum class Labels {
  observed,  ///< one class per sample, some of them wrong; of votes the most frequent one
  soft,      ///< a probability per class: of the experts that a noise model imitates, of votes, of the file
  most_probable,  ///< the class that is most probable in these
  clean           ///< the truth
};

/// The labels of an experiment in all available forms: the true labels, the corrupted ones, and the share of wrong ones.
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

/// The labels after corruption by a noise model, as LabelForms::observed; the soft labels are those of the experts that it
/// imitates. Each label of a set is changed by itself, and duplicates in the set then count once. O(n l).
/// \param data   with true labels: classes or sets.
/// \param noise  not prepared yet.
/// \throws DataError  other targets.
LabelForms corrupted_labels(const LoadedData& data, NoiseModel& noise, const Runtime& runtime,
                            std::uint64_t seed);

/// Makes the target unknown for all training samples but `known` of them, which are drawn class by class as in draw_sample().
/// \param trains  n.
/// \throws DataError  fewer samples of known target.
void hide_labels(TargetColumn& target, const std::vector<char>& trains, std::uint64_t known,
                 std::uint64_t seed);

}  // namespace tamis::framework
