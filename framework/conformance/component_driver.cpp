#include "component_driver.hpp"

#include "distributions.hpp"
#include "point_matrix.hpp"
#include "read_only_dataset.hpp"
#include "scoring.hpp"
#include "verdicts.hpp"
#include "walk.hpp"

#include <tamis/framework/run/report.hpp>

#include <numeric>

namespace tamis::framework::conformance {
namespace {

void append(std::vector<double>& to, std::span<const double> more) {
  to.insert(to.end(), more.begin(), more.end());
}

template <class Interface>
class DriverOf : public ComponentDriver {
 public:
  DriverOf(const ComponentUnderTest& subject, Edge edge)
      : subject_(subject), edge_(edge), component_(subject.registry, subject.plan()) {}

 protected:
  const ComponentUnderTest& subject_;
  Edge edge_;
  Composed<Interface> component_;
};

class CriterionDriver final : public DriverOf<Criterion> {
 public:
  using DriverOf::DriverOf;
  void prepare(const Dataset& data, Runtime runtime) override {
    component_->cost(data);
    component_->prepare(data, runtime);
    features_ = data.features();
  }
  std::vector<double> answers() override {
    std::vector<double> all;
    for (const ScoreRequest& request : requests_for(subject_.descriptor.traits, features_))
      append(all, reply_to(*component_, request, edge_).scores);
    ReportSink diagnostics;
    component_->report(diagnostics.sink());
    return all;
  }

 private:
  Feature features_ = 0;
};

class PointMetricDriver final : public DriverOf<PointMetric> {
 public:
  using DriverOf::DriverOf;
  void prepare(const Dataset& data, Runtime runtime) override {
    component_->prepare(data, runtime);
    points_ = PointMatrix(data, 12);
    features_.resize(data.features());
    std::iota(features_.begin(), features_.end(), Feature{0});
  }
  std::vector<double> answers() override {
    component_->geometry();
    const GuardedMatrix from("the points", points_.first(5).view(), edge_),
        to("the points", points_.view(), edge_);
    const GuardedMatrix out("the distances", to.view().cols, from.view().cols, edge_);
    component_->feature_distances(features_, from.view(), to.view(), out.view());
    return out.entries();
  }

 private:
  PointMatrix points_;
  std::vector<Feature> features_;
};

class ClassMetricDriver final : public DriverOf<ClassMetric> {
 public:
  using DriverOf::DriverOf;
  void prepare(const Dataset& data, Runtime runtime) override {
    component_->prepare(data, runtime);
    classes_ = data.target().classes();
  }
  std::vector<double> answers() override {
    component_->shape();
    const GuardedMatrix out("the distances", classes_, classes_, edge_);
    component_->distances(out.view());
    return out.entries();
  }

 private:
  std::uint32_t classes_ = 0;
};

class DistributionMetricDriver final : public DriverOf<DistributionMetric> {
 public:
  using DriverOf::DriverOf;
  void prepare(const Dataset& data, Runtime runtime) override { component_->prepare(data, runtime); }
  std::vector<double> answers() override {
    const GuardedBatch p(Batch::of_masses(drawn_masses(subject_.seed, 6)).view(), edge_),
        q(Batch::of_masses(drawn_masses(subject_.seed + 1, 6)).view(), edge_);
    const Guarded<double> out("the distances", p.size(), edge_);
    component_->distances(p.view(), q.view(), out.span());
    component_->difference_only();
    ReportSink diagnostics;
    component_->report(diagnostics.sink());
    return {out.span().begin(), out.span().end()};
  }
};

class NoiseModelDriver final : public DriverOf<NoiseModel> {
 public:
  using DriverOf::DriverOf;
  void prepare(const Dataset& data, Runtime runtime) override {
    data_ = data;
    component_->prepare(data, runtime);
  }
  std::vector<double> answers() override {
    const std::uint64_t n = data_.samples(), l = data_.target().classes();
    const std::size_t count = component_->parameter_count();
    const Guarded<double> before("the parameters", count, edge_);
    component_->parameters(before.span());
    std::vector<double> all(before.span().begin(), before.span().end());
    const GuardedMatrix likelihood("the likelihood", n, l, edge_);
    component_->likelihood(likelihood.view());
    append(all, likelihood.entries());
    if (subject_.descriptor.traits.corrupts) {
      const std::span<const std::int32_t> clean = data_.target().labels();
      const Guarded<std::int32_t> labels("the labels to corrupt", n, edge_);
      std::copy(clean.begin(), clean.end(), labels.begin());
      const GuardedMatrix expert("the expert's soft labels", n, l, edge_);
      component_->corrupt(labels.span(), static_cast<std::uint32_t>(l), expert.view(), subject_.seed);
      for (const std::int32_t y : labels.span()) all.push_back(y);
      append(all, expert.entries());
    }
    if (subject_.descriptor.traits.fits) {
      component_->start(subject_.seed);
      component_->parameters(before.span());
      append(all, before.span());
      const std::vector<double> even(n * l, 1.0 / static_cast<double>(l));
      const GuardedMatrix memberships("the memberships", ConstMatrix(even.data(), n, l), edge_);
      component_->update(memberships.view());
      component_->parameters(before.span());
      append(all, before.span());
      component_->set_parameters(std::span(all).first(count));  // as it was: another call starts from there
    }
    return all;
  }

 private:
  Dataset data_;
};

class SearchDriver final : public ComponentDriver {
 public:
  explicit SearchDriver(const ComponentUnderTest& subject)
      : subject_(subject), measures_(measures_for(subject.registry, subject.descriptor)) {}
  void prepare(const Dataset&, Runtime) override {}
  std::vector<double> answers() override {
    std::vector<double> all;
    for (const PathStep& step : walk(subject_, {.landscape = {measures_}}).path) {
      all.push_back(step.feature);
      all.push_back(step.score);
    }
    return all;
  }

 private:
  const ComponentUnderTest& subject_;
  Measures measures_;
};

}  // namespace

std::unique_ptr<ComponentDriver> drive(const ComponentUnderTest& subject, Edge edge) {
  using tamis::detail::Abi;
  if (subject.is(Abi<Criterion>::kId)) return std::make_unique<CriterionDriver>(subject, edge);
  if (subject.is(Abi<PointMetric>::kId)) return std::make_unique<PointMetricDriver>(subject, edge);
  if (subject.is(Abi<ClassMetric>::kId)) return std::make_unique<ClassMetricDriver>(subject, edge);
  if (subject.is(Abi<DistributionMetric>::kId))
    return std::make_unique<DistributionMetricDriver>(subject, edge);
  if (subject.is(Abi<NoiseModel>::kId)) return std::make_unique<NoiseModelDriver>(subject, edge);
  return std::make_unique<SearchDriver>(subject);
}

bool learns_from_unknown(const Descriptor& component) {
  return component.traits.uses_unknown && component.traits.targets != Targets::none;
}

std::vector<TestTable> tables_for(const ComponentUnderTest& subject, std::uint64_t seed) {
  if (!subject.is(tamis::detail::Abi<Criterion>::kId)) return {mixed_table(TargetKind::classes, seed)};
  const Traits& traits = subject.descriptor.traits;
  std::vector<TestTable> tables;
  for (const TargetKind kind : kinds_of(traits)) {
    const TestTable known = mixed_table(kind, seed);
    tables.push_back(known);
    if (learns_from_unknown(subject.descriptor))
      tables.push_back(partly_known(known, known.samples() * 2 / 3, seed));
  }
  const TestTable plain = tables.front();
  if (traits.weights) tables.push_back(weighted(plain, seed));
  if (traits.groups) tables.push_back(grouped(plain));
  return tables;
}

std::vector<TestTable> drawn_tables_for(const ComponentUnderTest& subject) {
  if (subject.is(tamis::detail::Abi<SearchStrategy>::kId)) return {};
  const bool is_criterion = subject.is(tamis::detail::Abi<Criterion>::kId);
  const Traits& traits = subject.descriptor.traits;
  const std::vector<TargetKind> kinds =
      is_criterion ? kinds_of(traits) : std::vector<TargetKind>{TargetKind::classes};
  const std::vector<TableShape> shapes = drawn_shapes(subject.seed);
  std::vector<TestTable> tables;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    // the batches of distributions are of kClasses classes
    if (subject.is(tamis::detail::Abi<DistributionMetric>::kId) && shapes[i].classes < kClasses) continue;
    tables.push_back(drawn_mixed_table(kinds[0], subject.seed, shapes[i]));
    if (i > 0 && i < kinds.size()) tables.push_back(drawn_mixed_table(kinds[i], subject.seed, shapes[i]));
  }
  if (!is_criterion) return tables;
  const TestTable few = tables[0], many = tables[1];
  if (learns_from_unknown(subject.descriptor))
    for (const TestTable& known : {few, many})
      tables.push_back(partly_known(known, known.samples() * 2 / 3, subject.seed));
  if (traits.weights) tables.push_back(weighted(many, subject.seed));
  if (traits.groups) tables.push_back(grouped(few));
  return tables;
}

namespace {

std::vector<double> answers_of(const ComponentUnderTest& subject, const Dataset& data, Runtime runtime,
                               Edge edge) {
  const auto driver = drive(subject, edge);
  driver->prepare(data, runtime);
  return driver->answers();
}

}  // namespace

std::vector<double> answers_on(const ComponentUnderTest& subject, const TestTable& table, int threads) {
  const LoadedData data = data_of(table, subject.descriptor);
  return answers_of(subject, data.view(), Services(subject.seed, threads).runtime(), Edge::none);
}

std::vector<double> guarded_answers_on(const ComponentUnderTest& subject, const TestTable& table, Edge edge) {
  const LoadedData data = data_of(table, subject.descriptor);
  const ReadOnlyDataset sealed(data.view(), edge);
  return answers_of(subject, sealed.view(), Services(subject.seed).runtime(), edge);
}

}  // namespace tamis::framework::conformance
