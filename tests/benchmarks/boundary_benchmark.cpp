// What the boundary costs: the same objects called directly, by their virtual functions, and through their
// tables of C functions, as the kernel calls a plugin.
#include <tamis/sdk.hpp>

#include <benchmark/benchmark.h>

#include <memory>
#include <vector>

namespace {

using namespace tamis;

/// As little work as a score can be.
struct Trivial final : Criterion {
  struct Options {
    int offset = 1;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Trivial>("test.trivial", "The feature's number")
        .better(Better::higher)
        .option<&Options::offset>("offset", at_least(0), "");
  }
  void prepare(const Dataset&, const Runtime&) override {}
  void score(Subset, Move, std::span<const Feature> candidates, Scores& scores) override {
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = candidates[i] + options.offset;
  }
};

/// Of points with one coordinate.
struct Line final : PointMetric {
  static constexpr auto describe() { return tamis::describe<Line>("test.line", "|a - b|"); }
  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override {
    for (std::uint64_t i = 0; i < from.cols; ++i)
      for (std::uint64_t j = 0; j < to.cols; ++j) out(j, i) = std::abs(from(0, i) - to(0, j));
  }
};

/// An object as its interface, directly or by its table.
template <class T, bool kByTable>
class Called {
  using Interface = detail::InterfaceOf<T>;

 public:
  Interface& operator*() {
    Interface* it = kByTable ? static_cast<Interface*>(&adapter_) : &object_;
    benchmark::DoNotOptimize(it);  // or the compiler would see whose function it is
    return *it;
  }

 private:
  T object_;
  typename detail::Abi<Interface>::Adapter adapter_{
      {&detail::Factory<T>::kTable, static_cast<Interface*>(&object_), "criterion = test"}};
};

template <bool kByTable>
void score(benchmark::State& state) {
  const auto n = static_cast<std::size_t>(state.range(0));
  const std::vector<Feature> candidates(n, 3);
  std::vector<double> values(n);
  std::vector<tamis_reason> reasons(n);
  Called<Trivial, kByTable> criterion;
  Scores scores(values, reasons.data(), 0);
  for (auto _ : state) {
    (*criterion).score({}, Move::add, candidates, scores);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(score<false>)->Name("score/direct")->Arg(1)->Arg(16)->Arg(1000);
BENCHMARK(score<true>)->Name("score/table")->Arg(1)->Arg(16)->Arg(1000);

template <bool kByTable>
void distances(benchmark::State& state) {
  const auto n = static_cast<std::uint64_t>(state.range(0));
  const std::vector<double> points(n, 1.5);
  std::vector<double> out(n * n);
  Called<Line, kByTable> metric;
  for (auto _ : state) {
    (*metric).distances(ConstMatrix(points.data(), 1, n), ConstMatrix(points.data(), 1, n),
                        Matrix(out.data(), n, n));
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0) * state.range(0));
}
BENCHMARK(distances<false>)->Name("distances/direct")->Arg(1)->Arg(64);
BENCHMARK(distances<true>)->Name("distances/table")->Arg(1)->Arg(64);

void create_direct(benchmark::State& state) {
  for (auto _ : state) {
    std::unique_ptr<Criterion> object = std::make_unique<Trivial>();
    object->set_path("criterion");
    benchmark::DoNotOptimize(object);
  }
}
BENCHMARK(create_direct)->Name("create/direct");

void create_table(benchmark::State& state) {
  const tamis_component component = detail::Factory<Trivial>::kComponent;
  tamis_value option{};
  option.type = TAMIS_T_INTEGER;
  option.as.integer = 2;
  const tamis_creation creation{sizeof creation, {"criterion", 9}, &option, 1};
  for (auto _ : state) {
    void* self = nullptr;
    detail::call("", component.create, component.context, &creation, &self);
    benchmark::DoNotOptimize(self);
    component.destroy(self);
  }
}
BENCHMARK(create_table)->Name("create/table");

}  // namespace
