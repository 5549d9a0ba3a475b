#include "python_component.hpp"

#include <tamis/text.hpp>

#include <algorithm>
#include <limits>

namespace tamis::python {
namespace {

namespace py = pybind11;

/// What experts state who never doubt: the labels that were observed.
void write_certain(std::span<const std::int32_t> labels, Matrix out) {
  for (std::uint64_t i = 0; i < out.rows; ++i)
    for (std::uint64_t c = 0; c < out.cols; ++c)
      out(i, c) = labels[i] < 0 ? std::numeric_limits<double>::quiet_NaN()
                                : static_cast<double>(labels[i] == static_cast<std::int32_t>(c));
}

class PythonNoiseModel final : public NoiseModel {
 public:
  PythonNoiseModel(Made self, const Traits&) : self_(std::move(self)) {}

  void prepare(const Dataset& data, const Runtime&) override {
    self_.with_python([&] {
      self_("prepare", features_of(data), target_of(data.target()), class_names_of(data.target()));
      count_ = py::len(self_("parameters"));
    });
  }
  std::size_t parameter_count() const override { return count_; }
  void parameters(std::span<double> out) const override {
    self_.with_python([&] { take_numbers(self_("parameters"), out, "parameters()", "as many as at first"); });
  }
  void set_parameters(std::span<const double> values) override {
    if (values.size() != count_)
      throw ParamError("it has " + std::to_string(count_) + " parameters, not " +
                       std::to_string(values.size()));
    self_.with_python([&] { self_("set_parameters", copy_of(values)); });
  }
  void likelihood(Matrix out) const override {
    self_.with_python([&] { take_matrix(self_("likelihood"), out, "likelihood()"); });
    for (std::uint64_t s = 0; s < out.cols; ++s)
      for (const double v : out.column(s))
        if (!(v >= 0 && v <= 1))
          throw PluginError("its likelihood() gave " + text_of(v) + "; expected probabilities, from 0 to 1");
  }
  void start(std::uint64_t seed) override {
    self_.with_python([&] { self_("start", seed); });
  }
  void update(ConstMatrix memberships) override {
    self_.with_python([&] { self_("update", copy_of(memberships)); });
  }
  void corrupt(std::span<std::int32_t> labels, std::uint32_t classes, Matrix expert,
               std::uint64_t seed) const override {
    self_.with_python([&] {
      std::vector<double> observed(labels.size());
      take_numbers(self_("corrupt", copy_of(std::span<const std::int32_t>(labels)), classes, seed), observed,
                   "corrupt()", "one per label");
      for (std::size_t i = 0; i < labels.size(); ++i) {
        const bool is_label =
            observed[i] >= -1 && observed[i] < classes && std::trunc(observed[i]) == observed[i];
        if (!is_label || (observed[i] < 0) != (labels[i] < 0))
          throw PluginError("its corrupt() gave " + text_of(observed[i]) + " in the place of label " +
                            std::to_string(labels[i]) + "; expected a class, and -1 where it is unknown");
        labels[i] = static_cast<std::int32_t>(observed[i]);
      }
    });
    if (expert.data) write_certain(labels, expert);
  }

 private:
  PythonObject self_;
  std::size_t count_ = 0;
};

}  // namespace

void become_noise_model(PythonType& type) {
  type.component = component_of<NoiseModel, PythonNoiseModel>(type);
}

}  // namespace tamis::python
