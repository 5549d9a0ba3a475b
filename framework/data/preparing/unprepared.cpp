#include <tamis/framework/data/unprepared.hpp>

namespace tamis::framework {

Unprepared::Unprepared(const LoadedData& data)
    : samples_(data.samples()),
      target_(data.parts().target),
      clean_(data.parts().clean),
      weights_(data.parts().weights),
      groups_(data.parts().groups),
      sample_rows_(data.parts().sample_rows),
      sample_lines_(data.parts().sample_lines) {}

void Unprepared::prepare(LoadedData& data, const Needs& needs, const Preparing& how,
                         std::string_view criterion_id) {
  aside_ = {};
  prepare_for(data, needs, how, criterion_id, &aside_);
}

void Unprepared::restore(LoadedData& data, std::span<const Feature> features) {
  data.edit([&](DataParts& p) {
    std::vector<char> keep(p.feature_names.size(), 0);
    for (const Feature f : features) keep[f] = 1;
    drop_derived_features(p);
    keep_features(p, keep);
    if (p.sparse.empty())
      put_back(p.values, aside_, features);
    else if (!aside_.kept.empty())
      put_back(p.sparse, aside_.sparse, aside_.kept, features);
    p.centre.clear();
    p.scale.clear();
    give_samples(p);
  });
  aside_ = {};
}

LoadedData Unprepared::without_features() const {
  LoadedData data;
  data.edit([&](DataParts& p) { give_samples(p); });
  return data;
}

void Unprepared::give_samples(DataParts& p) const {
  p.samples = samples_;
  p.target = target_;
  p.clean = clean_;
  p.weights = weights_;
  p.groups = groups_;
  p.sample_rows = sample_rows_;
  p.sample_lines = sample_lines_;
}

}  // namespace tamis::framework
