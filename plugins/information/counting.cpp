#include "counting.hpp"

#include <tamis/numerics/log.hpp>
#include <tamis/numerics/table_columns.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

namespace tamis::information {
namespace {

/// T(s, y) = p(observed y | true s), read from the likelihood of each sample's label.
/// \throws DataError  samples of one label have different likelihoods.
std::vector<double> flips_of(const NoiseModel& noise, const Target& target) {
  const std::size_t n = target.samples(), l = target.classes();
  std::vector<double> likelihood(n * l), flips(l * l, 0.0);
  const Matrix p(likelihood.data(), n, l);
  noise.likelihood(p);
  std::vector<std::size_t> first(l, n);  // the first sample of each label
  for (std::size_t i = 0; i < n; ++i) {
    if (!target.known(i)) continue;
    const auto y = static_cast<std::size_t>(target.labels()[i]);
    if (first[y] == n) first[y] = i;
    for (std::size_t s = 0; s < l; ++s) {
      if (p(i, s) != p(first[y], s))
        throw DataError(
            "the noise model gives samples of the same label different probabilities, so it is no matrix of p(observed | true "
            "class), which counts can be corrected by; use 'known_rates', say",
            at_sample(i));
      flips[s + y * l] = p(i, s);
    }
  }
  // labels that are not observed share what is left of each row
  const auto unseen = static_cast<double>(std::ranges::count(first, n));
  for (std::size_t s = 0; s < l && unseen > 0; ++s) {
    double rest = 1;
    for (std::size_t y = 0; y < l; ++y) rest -= flips[s + y * l];
    for (std::size_t y = 0; y < l; ++y)
      if (first[y] == n) flips[s + y * l] = std::max(0.0, rest) / unseen;
  }
  return flips;
}

std::int32_t positive_class(const Target& target, std::string_view name) {
  if (name.empty()) return 1;
  for (std::uint32_t c = 0; c < target.classes(); ++c)
    if (target.class_name(c) == name) return static_cast<std::int32_t>(c);
  throw ParamError("option 'positive': no class is called '" + std::string(name) + "'");
}

}  // namespace

CodeTable::CodeTable(const Dataset& data, std::span<const numerics::Sample> samples, const Runtime& runtime,
                     CategoryCodes categories)
    : data_(data), samples_(samples.size()) {
  std::vector<std::vector<Feature>> columns;  // of several values
  if (categories == CategoryCodes::of_value) columns = numerics::table_columns(data);
  std::erase_if(columns, [](const std::vector<Feature>& column) { return column.size() == 1; });
  if (samples_ == data.samples() && columns.empty()) return;
  codes_.resize(samples_ * data.features());
  runtime.parallel_for(data.features(), [&](std::uint64_t j) {
    const std::span<const std::uint8_t> all = data.codes(static_cast<Feature>(j));
    for (std::size_t k = 0; k < samples_; ++k) codes_[j * samples_ + k] = all[samples[k]];
  });
  for (Feature j = 0; j < data.features(); ++j) levels_.push_back(data.levels(j));
  for (const std::vector<Feature>& column : columns)
    for (std::size_t v = 0; v < column.size(); ++v) {
      const std::size_t missing = column.size() + 1;
      for (std::uint8_t& code : std::span(codes_).subspan(column[v] * samples_, samples_))
        code = code == v ? 1 : code == missing ? 2 : 0;
      levels_[column[v]] = data.levels(column[v]) > missing ? 3 : 2;
    }
}

CodeColumn CodeTable::column(Feature j) const {
  const bool has_planes = !first_plane_.empty() && first_plane_[j] < first_plane_[j + 1];
  const std::uint64_t* const planes = has_planes ? planes_.data() + first_plane_[j] : nullptr;
  if (codes_.empty()) return {data_.codes(j), levels(j), planes};
  return {std::span(codes_).subspan(j * samples_, samples_), levels(j), planes};
}

void CodeTable::make_planes(const Runtime& runtime) {
  const numerics::CodePlanes planes(samples_);
  first_plane_.assign(1, 0);
  for (Feature j = 0; j < data_.features(); ++j)
    first_plane_.push_back(first_plane_.back() + planes.words_of(levels(j)));
  planes_.assign(first_plane_.back(), 0);
  runtime.parallel_for(data_.features(), [&](std::uint64_t j) {
    if (first_plane_[j] < first_plane_[j + 1])
      planes.write(column(static_cast<Feature>(j)), planes_.data() + first_plane_[j]);
  });
}

bool CodeTable::is_constant(Feature j) const {
  const auto codes = column(j).codes;
  return std::ranges::all_of(codes, [&](std::uint8_t c) { return c == codes[0]; });
}

PlogP::PlogP(const CountedLabels& labels) {
  constexpr double kLargestTable = 1 << 24;
  if (!labels.are_whole() || labels.total() > kLargestTable) return;
  table_.resize(static_cast<std::size_t>(labels.total()) + 1);
  for (std::size_t c = 0; c < table_.size(); ++c) table_[c] = plain(static_cast<double>(c));
}

double PlogP::plain(double c) { return c > 0 ? c * numerics::logarithm(c) : 0.0; }

void Counting::make_planes(const Runtime& runtime) {
  if (labels_.are_whole() || (!all_rows_ && plain_.are_whole())) codes_.make_planes(runtime);
  if (all_rows_ && plain_.are_whole()) all_codes_.make_planes(runtime);
}

Counting::Counting(const Dataset& data, const Runtime& runtime, const CountingOptions& options,
                   CategoryCodes categories)
    : all_rows_(options.redundancy_rows == RedundancyRows::all) {
  const Target target = data.target();
  numerics::LabelReading how;
  how.unknown = options.unknown;
  if (options.unknown == numerics::UnknownLabels::surrogate) {
    how.positive = positive_class(target, options.positive);
    if (options.prior > 0) how.prior = options.prior;
  }
  labels_ = CountedLabels(target, data.weights(), how);
  codes_ = CodeTable(data, labels_.samples(), runtime, categories);
  plogp_ = PlogP(labels_);
  if (all_rows_) {
    std::vector<numerics::Sample> all(data.samples());
    std::iota(all.begin(), all.end(), numerics::Sample{0});
    plain_ = CountedLabels::without_classes(all, data.weights());
    all_codes_ = CodeTable(data, plain_.samples(), runtime, categories);
  } else {
    plain_ = CountedLabels::without_classes(labels_.samples(), data.weights());
  }
  plain_plogp_ = PlogP(plain_);
  if (!options.noise) return;
  if (target.kind() != TargetKind::classes)
    throw ParamError(
        "a noise model says which labels are observed, so it needs labels; soft labels that already are probabilities of the true "
        "class must not be corrected again: leave out `noise`");
  options.noise->prepare(data, runtime);
  const std::vector<double> flips = flips_of(*options.noise, target);
  const std::size_t l = target.classes();
  correction_ = numerics::FlipCorrection(ConstMatrix(flips.data(), l, l), labels_.mass(),
                                         {options.correction, options.rounds, options.start});
}

}  // namespace tamis::information
