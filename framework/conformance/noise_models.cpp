#include "noise_models.hpp"

namespace tamis::framework::conformance {

TestTable labelled(const ComponentUnderTest& subject, std::uint32_t classes) {
  if (classes == kClasses) return mixed_table(TargetKind::classes, subject.seed);
  return drawn_mixed_table(TargetKind::classes, subject.seed, {.classes = classes});
}

TestTable partly_labelled(const ComponentUnderTest& subject, std::uint32_t classes) {
  TestTable table = labelled(subject, classes);
  for (std::size_t i = 0; i < table.samples(); i += 7) table.target.labels[i] = -1;
  return table;
}

TestTable with_every_label(const TestTable& samples) {
  const std::uint32_t classes = samples.classes();
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < samples.samples(); ++i) rows.insert(rows.end(), classes, i);
  TestTable table = permuted(samples, rows);
  for (std::size_t i = 0; i < table.samples(); ++i)
    table.target.labels[i] = static_cast<std::int32_t>(i % classes);
  return table;
}

TestTable in_truth(const ComponentUnderTest& subject, std::uint32_t classes, std::size_t of_class) {
  const TestTable small = labelled(subject, classes);
  const std::size_t n = of_class * classes;
  TestTable table;
  table.target.kind = TargetKind::classes;
  table.target.class_names = small.target.class_names;
  for (std::size_t i = 0; i < n; ++i) table.target.labels.push_back(static_cast<std::int32_t>(i / of_class));
  for (const std::vector<double>& column : small.columns) {
    auto& longer = table.columns.emplace_back();
    for (std::size_t i = 0; i < n; ++i) longer.push_back(column[i % column.size()]);
  }
  return table;
}

std::vector<std::vector<double>> parameters_of(const ComponentUnderTest& subject, std::uint32_t classes) {
  const PreparedNoiseModel model(subject, labelled(subject, classes));
  std::vector<std::vector<double>> all{model.parameters()};
  if (!subject.descriptor.traits.fits) return all;
  model->start(subject.seed + 1);
  all.push_back(model.parameters());
  return all;
}

}  // namespace tamis::framework::conformance
