#include "python_component.hpp"

#include "python_criterion.hpp"

#include <tamis/numerics/label_engine.hpp>

namespace tamis::python {
namespace {

namespace py = pybind11;

/// Judges labels by probabilities that Python has learned from the other samples.
class PythonLabelEngine final : public numerics::LabelEngine {
 public:
  PythonLabelEngine(Made made, const Traits&) : self_(std::move(made)) {
    if (!self_.parts().empty())
      noise_ = std::make_unique<tamis::detail::Abi<NoiseModel>::Adapter>(self_.parts().front());
  }

  void prepare(const Dataset& data, const Runtime& runtime) override {
    LabelEngine::prepare(data, runtime);
    self_.with_python([&] { prepare_in_python(self_, data, runtime, together()); });
  }

 protected:
  std::vector<double> probabilities(Subset subset) override {
    const std::size_t n = data().samples(), l = data().target().classes();
    std::vector<double> found(n * l);
    self_.with_python([&] {
      take_matrix(self_("_probabilities", copy_of(subset)), Matrix(found.data(), n, l), "probabilities()");
    });
    return found;
  }
  /// Nobody knows of how many votes they are the mean; so many bound a probability of 0, as those of a forest of 300
  /// trees do.
  double votes() const override { return 100; }
  NoiseModel* noise() override { return noise_.get(); }

 private:
  /// Samples that must not vouch for each other, copies too, as codes; None: each is a group of its own.
  py::object together() const {
    if (groups().are_single()) return py::none();
    return copy_of(std::span<const std::uint32_t>(groups().group));
  }

  PythonObject self_;
  std::unique_ptr<NoiseModel> noise_;
};

}  // namespace

void become_label_engine(PythonType& type) {
  type.component = component_of<Criterion, PythonLabelEngine>(type);
}

}  // namespace tamis::python
