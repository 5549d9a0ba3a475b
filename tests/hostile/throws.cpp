// Throws out of its table, from wherever it is told to: an int or a std::exception. Or has no memory to be created in.
#include "hostile.hpp"

#include <stdexcept>

namespace {

using namespace tamis;

enum class From { nowhere, create, prepare, score, loop, report, cost, p_values, destroy };
enum class What { exception, number, memory };

void maybe_throw(From here, From wanted, What what) {
  if (here != wanted) return;
  if (what == What::number) throw 42;
  throw std::runtime_error("thrown by hand");
}

struct Throws final : hostile::FirstValue {
  struct Options {
    From from = From::nowhere;
    What what = What::exception;
  } options;
  static constexpr auto describe() {
    return tamis::describe<Throws>("test.throws", "Throws across the boundary")
        .better(Better::higher)
        .option<&Options::from>(
            "from",
            one_of("nowhere", "create", "prepare", "score", "loop", "report", "cost", "p_values", "destroy"),
            "")
        .option<&Options::what>("what", one_of("exception", "number", "memory"), "");
  }
  void report(const Diagnostics&) const override {}
  Cost cost(const Dataset&) const override { return {}; }
  void p_values(std::span<const Feature>, std::span<double>) const override {}
  void throw_at(From here) const { maybe_throw(here, options.from, options.what); }
  using UnivariateCriterion::runtime;
};

const Throws& at(const void* self) {
  return static_cast<const Throws&>(*static_cast<const Criterion*>(self));
}

constexpr tamis_criterion_1 kHonest = hostile::table_of<Throws>();
constexpr tamis_criterion_1 kTable = {
    sizeof(tamis_criterion_1),
    [](void* self, const tamis_dataset* data, const tamis_runtime* runtime, tamis_error* e) {
      at(self).throw_at(From::prepare);
      return kHonest.prepare(self, data, runtime, e);
    },
    [](void* self, const Feature* subset, std::uint64_t n_subset, std::int32_t move,
       const Feature* candidates, std::uint64_t n, double* scores, tamis_reason* reasons, tamis_error* e) {
      at(self).throw_at(From::score);
      const tamis_runtime* runtime = at(self).runtime().raw();
      const tamis_body body = [](void* context, std::uint64_t, std::uint64_t, tamis_error*) {
        at(context).throw_at(From::loop);
        return std::int32_t{TAMIS_OK};
      };
      if (const std::int32_t code = runtime->parallel_for(runtime->self, 100, 1, body, self, e)) return code;
      return kHonest.score(self, subset, n_subset, move, candidates, n, scores, reasons, e);
    },
    [](const void* self, const tamis_diagnostics* out, tamis_error* e) {
      at(self).throw_at(From::report);
      return kHonest.report(self, out, e);
    },
    [](const void* self, const tamis_dataset* data, tamis_cost* out, tamis_error* e) {
      at(self).throw_at(From::cost);
      return kHonest.cost(self, data, out, e);
    },
    [](const void* self, const Feature* features, std::uint64_t n, double* p, tamis_error* e) {
      at(self).throw_at(From::p_values);
      return kHonest.p_values(self, features, n, p, e);
    },
    nullptr,
    nullptr};

constexpr tamis_component kComponents[] = {[] {
  tamis_component c = hostile::component_of<Throws>(kTable);
  c.create = [](void* context, const tamis_creation* creation, void** self, tamis_error* e) {
    const auto from = static_cast<From>(creation->values[0].as.integer);
    const auto what = static_cast<What>(creation->values[1].as.integer);
    if (from == From::create && what == What::memory) return std::int32_t{TAMIS_E_MEMORY};
    maybe_throw(From::create, from, what);
    return detail::Factory<Throws>::create(context, creation, self, e);
  };
  c.destroy = [](void* self) {
    const From from = at(self).options.from;
    const What what = at(self).options.what;
    detail::Factory<Throws>::destroy(self);
    maybe_throw(From::destroy, from, what);
  };
  return c;
}()};

HOSTILE_NOTE(Throws)

}  // namespace

HOSTILE_SYMBOL(kComponents)
