/// Level 4, criteria: what a criterion reads of the data.
#include "changed_tables.hpp"
#include "read_only_dataset.hpp"

#include <tamis/framework/run/report.hpp>

namespace tamis::framework::conformance {
namespace reading {

/// Each candidate in a request of its own.
std::vector<ScoreRequest> one_by_one(const std::vector<ScoreRequest>& requests) {
  std::vector<ScoreRequest> out;
  for (const ScoreRequest& request : requests) {
    if (request.move == Move::whole) out.push_back(request);
    for (const Feature f : request.candidates) out.push_back({request.move, request.subset, {f}});
  }
  return out;
}

bool claims_own_column(const Descriptor& d) { return is_a<Criterion>(d) && d.traits.own_column; }

void reads_its_own_column_only(const ComponentUnderTest& subject) {
  for (const TestTable& table : tables_for(subject, subject.seed)) {
    const LoadedData data = data_of(table, subject.descriptor);
    ReadOnlyDataset sealed(data.view(), Edge::end);
    const Services services(subject.seed);
    const Composed<Criterion> criterion(subject.registry, subject.plan());
    criterion->prepare(sealed.view(), services.runtime());
    for (const ScoreRequest& request : one_by_one(requests_of(subject, table))) {
      std::vector<Feature> read = request.candidates;
      if (properties(subject.descriptor.traits.measures).depends_on_subset)
        read.insert(read.end(), request.subset.begin(), request.subset.end());
      sealed.read_only_features(read);
      reply_to(*criterion, request);  // the pages speak for themselves
      sealed.read_all();
    }
  }
}

bool claims_to_prepare_from_target(const Descriptor& d) {
  return is_a<Criterion>(d) && d.traits.prepares_from_target;
}

void prepares_from_the_target(const ComponentUnderTest& subject) {
  for (const TestTable& table : tables_for(subject, subject.seed)) {
    const LoadedData data = data_of(table, subject.descriptor);
    ReadOnlyDataset sealed(data.view(), Edge::end);
    const Services services(subject.seed);
    const Composed<Criterion> criterion(subject.registry, subject.plan());
    sealed.read_no_feature("read a feature while it prepared");  // the pages speak for themselves
    criterion->prepare(sealed.view(), services.runtime());
    sealed.read_no_feature("read a feature in cost()");
    criterion->cost(sealed.view());
    sealed.read_all();
    reply_to(*criterion, *request_of_all(subject.descriptor.traits, kFeatures));
    sealed.read_no_feature("read a feature while it reported");
    ReportSink sink;
    criterion->report(sink.sink());
    sealed.read_all();
  }
}

bool reads_codes(const Descriptor& d) { return is_a<Criterion>(d) && d.traits.discrete; }

void codes_are_enough(const ComponentUnderTest& subject) {
  for_each_table(subject, all_tables(subject), [&](const TestTable& table) {
    Scorer both(subject, subject.plan(), table);
    tamis_dataset codes_only = *both.data().view().raw();
    codes_only.dense = {};
    const Services services(subject.seed);
    const Composed<Criterion> criterion(subject.registry, subject.plan());
    criterion->prepare(Dataset(&codes_only), services.runtime());
    for (const ScoreRequest& request : requests_of(subject, table))
      expect_equal(subject, request, both(request), reply_to(*criterion, request),
                   fmt::format("changes when the codes alone are there, {}", with(table)));
  });
}

bool reads_sparse(const Descriptor& d) { return is_a<Criterion>(d) && d.traits.sparse; }

/// Two of three cells become 0, but for one feature, which stays as it was.
TestTable with_zeros(TestTable table) {
  for (std::size_t j = 0; j < table.columns.size(); ++j)
    for (std::size_t i = 0; i < table.samples(); ++i)
      if (j != 1 && (i + j) % 3 != 0) table.columns[j][i] = 0;
  return table;
}

/// The features as lists of what is not 0, and nothing else where the criterion measures no distances.
void list_cells(DataTable& parts, const TestTable& table, bool keep_dense) {
  parts.sparse.start = {0};
  for (const std::vector<double>& column : table.columns) {
    for (std::uint32_t i = 0; i < table.samples(); ++i)
      if (column[i] != 0) parts.sparse.row.push_back(i), parts.sparse.value.push_back(column[i]);
    parts.sparse.start.push_back(parts.sparse.row.size());
  }
  if (!keep_dense) parts.values = {};
}

void sparse_columns_are_enough(const ComponentUnderTest& subject) {
  for_each_table(subject, smooth_tables(subject), [&](const TestTable& full) {
    const TestTable table = with_zeros(full);
    Scorer of_dense(subject, subject.plan(), table);
    LoadedData listed = data_of(table, subject.descriptor);
    listed.edit([&](DataTable& parts) { list_cells(parts, table, subject.descriptor.traits.distances); });
    Scorer of_sparse(subject, subject.plan(), std::move(listed));
    for (const ScoreRequest& request : requests_of(subject, table))
      expect_equal(subject, request, of_dense(request), of_sparse(request),
                   fmt::format("differs between dense columns and sparse ones, {}", with(table)));
  });
}

bool takes_missing_cells(const Descriptor& d) { return is_a<Criterion>(d) && d.traits.missing; }

/// A quarter of the cells, but for one feature, which is complete.
FilledCells some_cells(const TestTable& table) {
  FilledCells cells;
  cells.kept = true;
  for (Feature j = 0; j < table.features(); ++j)
    for (std::uint64_t i = 0; i < table.samples(); ++i)
      if (j != 1 && (i + j) % 4 == 0) {
        cells.feature.push_back(j);
        cells.sample.push_back(i);
      }
  return cells;
}

void missing_cells_are_not_read(const ComponentUnderTest& subject) {
  for_each_table(subject, smooth_tables(subject), [&](TestTable table) {
    const FilledCells cells = some_cells(table);
    const auto scorer_with = [&](double value) {
      for (std::size_t c = 0; c < cells.feature.size(); ++c)
        table.columns[cells.feature[c]][cells.sample[c]] = value;
      return Scorer(subject, subject.plan(), data_of(table, subject.descriptor, cells));
    };
    Scorer one = scorer_with(0.5), other = scorer_with(7.5);
    for (const ScoreRequest& request : requests_of(subject, table))
      expect_equal(subject, request, one(request), other(request),
                   fmt::format("depends on the values that stand in missing cells, {}", with(table)));
  });
}

constexpr ComponentTest kTests[] = {
    {4, "reads_its_own_column_only", false, claims_own_column, reads_its_own_column_only},
    {4, "prepares_from_the_target", false, claims_to_prepare_from_target, prepares_from_the_target},
    {4, "codes_are_enough", false, reads_codes, codes_are_enough},
    {4, "sparse_columns_are_enough", false, reads_sparse, sparse_columns_are_enough},
    {4, "missing_cells_are_not_read", false, takes_missing_cells, missing_cells_are_not_read}};

}  // namespace reading

std::span<const ComponentTest> reading_tests() { return reading::kTests; }

}  // namespace tamis::framework::conformance
