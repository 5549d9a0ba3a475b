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

/// A column of a file: a feature, or the values of a categorical column.
struct FileColumn {
  std::string name;
  std::vector<std::size_t> features;
  bool is_categorical = false;
};

std::vector<FileColumn> file_columns(const DataTable& parts) {
  std::vector<FileColumn> columns;
  for (std::size_t j = 0; j < parts.feature_names.size(); ++j) {
    const std::int32_t group = parts.feature_groups.empty() ? -1 : parts.feature_groups[j];
    if (group < 0) {
      columns.push_back({parts.feature_names[j], {j}});
      continue;
    }
    const std::string& name = parts.category_columns[static_cast<std::size_t>(group)];
    if (columns.empty() || columns.back().name != name) columns.push_back({name, {}, true});
    columns.back().features.push_back(j);
  }
  return columns;
}

std::string cell_of(const DataTable& parts, const FileColumn& column, std::uint64_t sample) {
  const auto value = [&](std::size_t j) { return parts.values.data()[sample + j * parts.samples]; };
  if (!column.is_categorical) return shortest(value(column.features[0]));
  for (const std::size_t j : column.features)
    if (value(j) != 0) return csv_cell(parts.feature_names[j].substr(column.name.size() + 1));
  return "";  // no generator makes such a row
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
  const std::vector<FileColumn> columns = file_columns(parts);
  std::string text;
  for (const FileColumn& column : columns) text += csv_cell(column.name) + ",";
  text += csv_cell(target.name) + "\n";
  for (std::uint64_t i = 0; i < parts.samples; ++i) {
    for (const FileColumn& column : columns) text += cell_of(parts, column, i) + ",";
    text += target.kind == TargetKind::classes
                ? csv_cell(target.class_names[static_cast<std::size_t>(target.labels[i])])
                : shortest(target.real[i]);
    text += "\n";
  }
  return text;
}

}  // namespace tamis::framework
