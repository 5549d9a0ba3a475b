/// \file subset_table.hpp
/// The features of a subset in the form that distances are measured on.
#pragma once

#include <tamis/framework/data/prepare.hpp>
#include <tamis/framework/prediction/evaluate_options.hpp>

#include <span>

namespace tamis::framework {

/// Dense columns of all samples in ascending order of their features: with the centre and the scale of the
/// samples that `scales` (FeatureForm::z_scores), or the codes that the cuts of these samples give to all.
/// Without a target. O(n |subset|), codes with a factor of log n.
/// \throws DataError  as centre_and_scale() and fit_bins().
DataTable subset_table(const LoadedData& data, Subset features, std::span<const char> scales,
                       FeatureForm form, const Discretise& cuts);

}  // namespace tamis::framework
