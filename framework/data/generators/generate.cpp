#include <tamis/framework/data/generate.hpp>

#include <tamis/framework/data/classes.hpp>
#include <tamis/framework/data/csv_cell.hpp>
#include <tamis/framework/support/stream_of.hpp>
#include <tamis/framework/support/text.hpp>

namespace tamis::framework {
namespace {

std::string note_of(const TargetColumn& target) {
  return "target '" + target.name + "': " +
         (target.kind == TargetKind::classes ? class_counts(target.class_names, target.labels)
                                             : std::string("real values"));
}

}  // namespace

LoadedData generate(const GeneratorConfig& config, Rng& rng) {
  LoadedData data(config.generator().make(config, rng));
  const DataTable& parts = data.parts();
  const std::vector<std::string> relevant = parts.relevant_names();
  data.notes = {note_of(parts.target),
                "'" + config.generator().id + "' was made: " + counted(parts.samples, "sample") + ", " +
                    counted(parts.feature_names.size(), "feature") + ", of which " +
                    (relevant.size() == 1 ? relevant[0] + " matters" : listed(relevant) + " matter")};
  return data;
}

LoadedData generate(const GeneratorConfig& config, std::uint64_t seed) {
  Rng rng = stream_of(seed, "data.generate");
  return generate(config, rng);
}

std::string to_csv(const LoadedData& made) {
  const DataTable& parts = made.parts();
  const TargetColumn& target = parts.target;
  std::string text;
  for (const std::string& name : parts.feature_names) text += csv_cell(name) + ",";
  text += csv_cell(target.name) + "\n";
  for (std::uint64_t i = 0; i < parts.samples; ++i) {
    for (std::uint64_t j = 0; j < parts.feature_names.size(); ++j)
      text += shortest(parts.values.data()[i + j * parts.samples]) + ",";
    text += target.kind == TargetKind::classes
                ? csv_cell(target.class_names[static_cast<std::size_t>(target.labels[i])])
                : shortest(target.real[i]);
    text += "\n";
  }
  return text;
}

}  // namespace tamis::framework
