#include "python_criterion.hpp"

namespace tamis::python {
namespace {

namespace py = pybind11;

template <class T>
py::object or_none(std::span<const T> values) {
  return values.empty() ? py::none() : copy_of(values);
}

py::object feature_names_of(const Dataset& data) {
  py::list names;
  for (Feature f = 0; f < data.features(); ++f) names.append(std::string(data.feature_name(f)));
  return names;
}

class PythonCriterion final : public Criterion {
 public:
  PythonCriterion(Made self, const Traits& traits) : self_(std::move(self)), better_(traits.better) {}

  void prepare(const Dataset& data, const Runtime& runtime) override {
    runtime_ = runtime;
    self_.with_python([&] { prepare_in_python(self_, data, runtime, or_none(data.groups())); });
  }

  void score(Subset subset, Move move, std::span<const Feature> candidates, Scores& scores) override {
    std::vector<double> found(scores.size());
    try {
      self_.with_python([&] {
        const char* name = kMoveNames[static_cast<std::size_t>(move)].data();
        take_numbers(self_("score", copy_of(subset), name, copy_of(candidates)), found, "score()",
                     "one per candidate");
      });
    } catch (const Error& e) {
      if (e.code == TAMIS_E_BUDGET || e.code == TAMIS_E_CANCELLED) throw;
      runtime_.check_cancelled();  // whose error came through Python as another one
      throw;
    }
    const Scores out(scores.values(), scores.reasons(), tamis::detail::Abi<Criterion>::worst(better_));
    for (std::size_t i = 0; i < found.size(); ++i)
      out.write(i, std::isnan(found[i]) ? undefined("no score") : Score(found[i]));
  }

  void report(const Diagnostics& out) const override { report_in_python(self_, out); }

  void memberships(Subset subset, Matrix out) override {
    self_.with_python([&] {
      const py::object found = self_("memberships", copy_of(subset));
      if (!found.is_none()) take_matrix(found, out, "memberships()");
    });
  }

 private:
  PythonObject self_;
  Runtime runtime_;
  Better better_;
};

}  // namespace

void prepare_in_python(PythonObject& self, const Dataset& data, const Runtime& runtime,
                       const py::object& groups) {
  self.set("_check", py::cpp_function([runtime] { runtime.check_cancelled(); }));
  self.set("sample_weight", or_none(data.weights()));
  self.set("groups", groups);
  self.set("feature_names", feature_names_of(data));
  self("prepare", features_of(data), target_of(data.target()), class_names_of(data.target()));
}

void become_criterion(PythonType& type) { type.component = component_of<Criterion, PythonCriterion>(type); }

}  // namespace tamis::python
