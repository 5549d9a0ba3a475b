/// \file tf_idf.hpp
/// Counts of words as weights: tf-idf, and which words make up the vocabulary. Fitted on some documents,
/// applied to any.
#pragma once

#include <tamis/framework/data/loaded_data.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tamis::framework {

/// ln(N / df) of a word that df of N documents contain; 0 where df = 0.
/// \param counts     its counts, not negative; zeros may be left out.
/// \param documents  N >= counts.size().
double inverse_document_frequency(Column counts, std::uint64_t documents);

/// count * idf, not normalised; in place.
void weigh(std::span<double> counts, double idf);

/// The `size` words with the largest totals, ascending by index; of equal totals the bytewise smaller name,
/// then the smaller index. O(d log d).
std::vector<Feature> vocabulary(std::span<const double> totals, std::span<const std::string> names,
                                std::uint64_t size);

/// Keeps the features with the largest sums over all samples, and announces it; nothing where there are no
/// more than `size`. In place.
/// \throws DataError  a negative value.
void keep_top_terms(LoadedData& data, std::uint64_t size);

/// Turns the counts of all features into tf-idf over all samples, and announces it. In
/// place, O(n d) or O(stored cells).
/// \throws DataError  a negative value.
void to_tf_idf(LoadedData& data);

}  // namespace tamis::framework
