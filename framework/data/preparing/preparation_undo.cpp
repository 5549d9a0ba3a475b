#include <tamis/framework/data/preparation_undo.hpp>

namespace tamis::framework {

PreparationUndo::PreparationUndo(const LoadedData& data)
    : samples_(data.samples()),
      target_(data.parts().target),
      clean_(data.parts().clean),
      weights_(data.parts().weights),
      groups_(data.parts().groups),
      sample_rows_(data.parts().sample_rows),
      sample_lines_(data.parts().sample_lines) {}

void PreparationUndo::prepare(LoadedData& data, const DataRequirements& needs, const PreparationOptions& how,
                              std::string_view criterion_id) {
  dropped_ = {};
  prepare_data(data, needs, how, criterion_id, &dropped_);
}

void PreparationUndo::restore(LoadedData& data, std::span<const Feature> features) {
  data.edit([&](DataTable& p) {
    std::vector<char> keep(p.feature_names.size(), 0);
    for (const Feature f : features) keep[f] = 1;
    drop_derived_features(p);
    keep_features(p, keep);
    if (p.sparse.empty())
      restore_samples(p.values, dropped_, features);
    else if (!dropped_.kept.empty())
      restore_samples(p.sparse, dropped_.sparse, dropped_.kept, features);
    p.centre.clear();
    p.scale.clear();
    copy_samples_to(p);
  });
  dropped_ = {};
}

LoadedData PreparationUndo::without_features() const {
  LoadedData data;
  data.edit([&](DataTable& p) { copy_samples_to(p); });
  return data;
}

void PreparationUndo::copy_samples_to(DataTable& p) const {
  p.samples = samples_;
  p.target = target_;
  p.clean = clean_;
  p.weights = weights_;
  p.groups = groups_;
  p.sample_rows = sample_rows_;
  p.sample_lines = sample_lines_;
}

}  // namespace tamis::framework
