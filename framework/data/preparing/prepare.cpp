#include <tamis/framework/data/prepare.hpp>

#include "each_feature.hpp"

#include <tamis/errors.hpp>
#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/data/fill_codes.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tamis::framework {
namespace {

std::string wanted_kinds(const DataRequirements& needs) {
  std::vector<std::string> kinds;
  if (needs.classes) kinds.push_back("classes");
  if (needs.soft) kinds.push_back("soft labels");
  if (needs.real) kinds.push_back("real values");
  if (needs.sets) kinds.push_back("sets of labels");
  return listed(kinds);
}

class Preparation {
 public:
  Preparation(LoadedData& data, const DataRequirements& needs, std::string_view criterion)
      : data_(data), needs_(needs), criterion_("criterion " + in_quotes(criterion)) {}

  void convert_target() {
    const TargetColumn& t = data_.parts().target;
    if (t.kind == TargetKind::none)
      throw DataError(criterion_ + " needs a target (" + wanted_kinds(needs_) +
                      "); name its column with `data.target`, or probabilities with `data.soft`");
    switch (target_use(needs_, t.kind)) {
      case TargetUse::ignored:
      case TargetUse::used:
        return;
      case TargetUse::one_hot:
        return classes_to_soft();
      case TargetUse::most_probable:
        return soft_to_classes();
      case TargetUse::sets_of_one:
        return classes_to_sets();
      case TargetUse::single_label:
        sets_to_classes();
        if (t.kind == TargetKind::classes) return convert_target();  // perhaps on to soft labels
        break;
      case TargetUse::refused:
        break;
    }
    refuse_kind();
  }

  void drop_unknown(DroppedSamples* aside) {
    const DataTable& p = data_.parts();
    std::vector<char> keep(p.samples);
    std::uint64_t known = 0;
    for (std::uint64_t i = 0; i < p.samples; ++i) known += keep[i] = p.target.known(i);
    if (known == 0)
      throw DataError(
          p.target.title() + ": " +
          (p.samples == 1 ? "the only sample is" : "all " + counted(p.samples, "sample") + " are") +
          " unknown; " + criterion_ + " needs some that are known");
    if (known == p.samples) return;
    const std::uint64_t unknown = p.samples - known;
    if (needs_.uses_unknown) {
      data_.notes.push_back(counted(unknown, "sample") + " of unknown target " +
                            (unknown == 1 ? "is" : "are") + " left to " + criterion_);
      return;
    }
    if (known < 2)
      throw DataError(p.target.title() + ": 1 sample of " + std::to_string(p.samples) + " is known; " +
                      criterion_ + " does not use unknown ones and needs at least 2");
    if (aside)
      *aside = data_.set_aside_samples(keep);
    else
      data_.drop_samples(keep);
    data_.notes.push_back(counted(unknown, "sample") + (unknown == 1 ? " was" : " were") +
                          " dropped for an unknown target, which " + criterion_ + " does not use");
  }

  void give_features(const Discretise& how) {
    data_.edit([](DataTable& p) { drop_derived_features(p); });
    if (needs_.discrete) {
      std::string note;
      data_.edit(
          [&](DataTable& p) { note = fill_codes(p, how, [&](std::uint64_t i) { return data_.where(i); }); });
      data_.notes.push_back(criterion_ + " reads codes: " + note);
    } else if (how.given()) {
      data_.notes.push_back("`data.discretise` and `data.bins` have no effect on " + criterion_ +
                            ", which reads no codes");
    }
    if (needs_.missing && data_.parts().filled.kept) data_.edit(mark_missing);
    const bool reads_sparse = needs_.discrete || needs_.sparse;
    if (!data_.parts().sparse.empty() && (!reads_sparse || needs_.distances)) unfold();
  }

  void standardise(Standardise mode) {
    if (!needs_.distances) {
      if (mode == Standardise::population || mode == Standardise::sample)
        data_.notes.push_back("`data.standardise` has no effect: " + criterion_ + " measures no distances");
      data_.edit([](DataTable& p) { p.centre.clear(), p.scale.clear(); });
      return;
    }
    if (mode == Standardise::none) {
      data_.edit([](DataTable& p) { p.centre.clear(), p.scale.clear(); });
      data_.notes.push_back("distances are measured on the values as given");
      return;
    }
    const int ddof = mode == Standardise::sample ? 1 : 0;
    data_.edit([&](DataTable& p) { fill_scales(p, ddof); });
    data_.notes.push_back(
        std::string("distances are measured on z-scores (") + (ddof ? "sample" : "population") +
        " standard deviation); `data.standardise = \"none\"` measures on the values as given");
  }

 private:
  [[noreturn]] void refuse_kind() const {
    const TargetColumn& t = data_.parts().target;
    std::string sentence = t.title();
    std::string remedy = "; choose another criterion";
    switch (t.kind) {
      case TargetKind::real:
        sentence += " has real values";
        if (needs_.classes || needs_.soft)
          remedy = "; `data.target_kind = \"class\"` reads each distinct value as a class";
        break;
      case TargetKind::classes:
        sentence += " has classes";
        if (needs_.real) remedy = "; `data.target_kind = \"real\"` reads numbers as real values";
        break;
      case TargetKind::soft:
        sentence += " has soft labels";
        break;
      default:
        sentence += " has sets of labels";
    }
    throw DataError(sentence + ", but " + criterion_ + " needs " + wanted_kinds(needs_) + remedy);
  }

  void soft_to_classes() {
    // A label that is less certain than another class is still what was stated; only `harden` overrules it,
    // when the data are loaded.
    if (!data_.parts().target.labels.empty()) return drop_certainty();
    std::uint64_t ties = 0;
    data_.edit([&](DataTable& p) { ties = take_most_probable(p.target, p.samples); });
    const TargetColumn& t = data_.parts().target;
    data_.notes.push_back("soft labels became their most probable class for " + criterion_ + ": " +
                          class_counts(t.class_names, t.labels) +
                          (ties ? "; of " + counted(ties, "tie") + " the first class was taken" : ""));
  }

  void drop_certainty() {
    data_.edit([](DataTable& p) {
      p.target.soft.clear();
      p.target.soft.shrink_to_fit();
      p.target.kind = TargetKind::classes;
    });
    data_.notes.push_back("labels are used without their certainty for " + criterion_);
  }

  void classes_to_soft() {
    check_soft_size(data_.samples(), data_.parts().target.class_names.size(), data_.parts().target.title());
    data_.edit([](DataTable& p) {
      TargetColumn& t = p.target;
      const std::size_t n = p.samples, l = t.class_names.size();
      t.soft.assign(n * l, 0.0);
      const Matrix soft = t.probabilities();
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t s = 0; s < l; ++s)
          soft(i, s) = t.labels[i] < 0 ? std::numeric_limits<double>::quiet_NaN()
                                       : static_cast<double>(t.labels[i] == static_cast<std::int32_t>(s));
      // With no class there is no row to mark as unknown; the labels say it, and drop_unknown refuses.
      if (l > 0) t.kind = TargetKind::soft;
    });
    data_.notes.push_back("classes became soft labels (probability 1 for the class) for " + criterion_);
  }

  void classes_to_sets() {
    data_.edit([](DataTable& p) {
      TargetColumn& t = p.target;
      t.set_start.assign(1, 0);
      t.set_labels.clear();
      for (const std::int32_t label : t.labels) {
        if (label >= 0) t.set_labels.push_back(label);
        t.set_start.push_back(t.set_labels.size());
      }
      t.labels.clear();
      t.kind = TargetKind::sets;
    });
    data_.notes.push_back("classes became sets of one label for " + criterion_);
  }

  // Only where no sample has two labels; else nothing changes.
  void sets_to_classes() {
    const TargetColumn& given = data_.parts().target;
    for (std::size_t i = 0; i + 1 < given.set_start.size(); ++i)
      if (given.set_start[i + 1] - given.set_start[i] > 1) return;
    data_.edit([](DataTable& p) {
      TargetColumn& t = p.target;
      t.labels.assign(p.samples, -1);
      for (std::size_t i = 0; i < p.samples; ++i)
        if (t.set_start[i] != t.set_start[i + 1]) t.labels[i] = t.set_labels[t.set_start[i]];
      t.set_start.clear();
      t.set_labels.clear();
      t.kind = TargetKind::classes;
    });
    data_.notes.push_back("sets of one label became classes for " + criterion_);
  }

  static void mark_missing(DataTable& p) {
    p.missing.assign(p.samples * p.feature_names.size(), 0);
    for (std::size_t c = 0; c < p.filled.feature.size(); ++c)
      p.missing[p.filled.feature[c] * p.samples + p.filled.sample[c]] = 1;
  }

  // A dense table of sparse features.
  void unfold() {
    data_.edit([](DataTable& p) {
      const std::size_t first = p.first_column();
      p.values.resize(p.samples * p.columns());
      for_each_feature(p.columns(), [&](std::size_t place) {
        const std::size_t j = first + place;
        double* column = p.values.data() + place * p.samples;
        std::fill(column, column + p.samples, 0.0);
        const std::span<const std::uint32_t> rows = p.sparse.rows(j);
        for (std::size_t e = 0; e < rows.size(); ++e) column[rows[e]] = p.sparse.values(j)[e];
      });
    });
    const double cells = static_cast<double>(data_.samples()) * data_.features();
    const double megabytes = std::round(cells * 8e-5) / 10;
    data_.notes.push_back("sparse features became a table of " + counted(data_.samples(), "sample") + " x " +
                          counted(data_.features(), "feature") + " (" + shortest(megabytes) + " MB) for " +
                          criterion_);
  }

  /// What is not missing of column x, feature j: perhaps nothing, in the samples that were not dropped.
  static std::vector<double> without_missing(const DataTable& p, std::size_t j, Column x) {
    std::vector<double> known;
    for (std::size_t i = 0; i < p.samples; ++i)
      if (!p.missing[j * p.samples + i]) known.push_back(x[i]);
    return known;
  }

  static void fill_scales(DataTable& p, int ddof) {
    const std::size_t d = p.feature_names.size();
    std::vector<double> centre(d, 0.0), scale(d, 1.0);
    const std::size_t first = p.first_column();
    for_each_feature(p.columns(), [&](std::size_t place) {
      const std::size_t j = first + place;
      const Column x(std::as_const(p).values.data() + place * p.samples, p.samples);
      const std::vector<double> known = p.missing.empty() ? std::vector<double>() : without_missing(p, j, x);
      const CentreAndScale cs = centre_and_scale(known.empty() ? x : Column(known), ddof, p.feature_names[j]);
      centre[j] = cs.centre;
      scale[j] = cs.scale;
    });
    p.centre = std::move(centre);
    p.scale = std::move(scale);
  }

  LoadedData& data_;
  const DataRequirements& needs_;
  std::string criterion_;
};

}  // namespace

void prepare_data(LoadedData& data, const DataRequirements& needs, const PreparationOptions& how,
                  std::string_view criterion_id, DroppedSamples* aside) {
  Preparation preparation(data, needs, criterion_id);
  if (needs.needs_target()) {
    preparation.convert_target();
    preparation.drop_unknown(aside);
  } else if (data.parts().target.kind != TargetKind::none) {
    data.notes.push_back("criterion " + in_quotes(criterion_id) + " does not look at the target");
  }
  preparation.give_features(how.discretise);
  preparation.standardise(how.standardise);
}

}  // namespace tamis::framework
