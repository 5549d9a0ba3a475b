#include "python_component.hpp"

#include <tamis/text.hpp>

#include <algorithm>

namespace tamis::python {
namespace {

namespace py = pybind11;

/// \throws PluginError  one is negative or no number.
void check_distances(std::span<const double> distances) {
  for (const double v : distances)
    if (!(v >= 0)) throw PluginError("its distances() gave " + text_of(v) + "; expected 0 or more");
}

class PythonPointMetric final : public PointMetric {
 public:
  PythonPointMetric(Made self, const Traits&) : self_(std::move(self)) {}

  void distances(ConstMatrix from, ConstMatrix to, Matrix out) const override {
    self_.with_python([&] {
      // points are rows in Python
      const py::object found = self_("distances", copy_of(to).attr("T"), copy_of(from).attr("T"));
      take_matrix(found, out, "distances()");
    });
    for (std::uint64_t j = 0; j < out.cols; ++j) check_distances(out.column(j));
  }

 private:
  PythonObject self_;
};

class PythonClassMetric final : public ClassMetric {
 public:
  PythonClassMetric(Made self, const Traits&) : self_(std::move(self)) {}

  void prepare(const Dataset& data, const Runtime&) override {
    self_.with_python([&] {
      self_("prepare", features_of(data), target_of(data.target()), class_names_of(data.target()));
    });
  }
  void distances(Matrix out) const override {
    self_.with_python([&] { take_matrix(self_("distances"), out, "distances()"); });
    for (std::uint64_t a = 0; a < out.cols; ++a) {
      check_distances(out.column(a));
      for (std::uint64_t b = 0; b < a; ++b)
        if (out(a, b) != out(b, a) || out(a, a) != 0)
          throw PluginError("its distances() are not symmetric with a diagonal of 0, as a ground metric is");
    }
  }

 private:
  PythonObject self_;
};

class PythonDistributionMetric final : public DistributionMetric {
 public:
  PythonDistributionMetric(Made self, const Traits&) : self_(std::move(self)) {}

  void prepare(const Dataset& data, const Runtime&) override {
    classes_ = data.target().classes();
    self_.with_python([&] { self_("prepare", class_names_of(data.target())); });
  }
  void distances(const Distributions& p, const Distributions& q, std::span<double> out) const override {
    constexpr std::size_t kBlock = 4096;  // dense ones of many classes take memory
    self_.with_python([&] {
      for (std::size_t first = 0; first < out.size(); first += kBlock) {
        const std::size_t count = std::min(kBlock, out.size() - first);
        take_numbers(self_("distances", dense(p, first, count), dense(q, first, count)),
                     out.subspan(first, count), "distances()", "one per pair of rows");
      }
    });
    check_distances(out);
  }

 private:
  py::object dense(const Distributions& d, std::size_t first, std::size_t count) const {
    py::array_t<double> rows({count, static_cast<std::size_t>(classes_)});
    auto at = rows.mutable_unchecked<2>();
    std::fill_n(rows.mutable_data(), rows.size(), 0.0);
    for (std::size_t b = 0; b < count; ++b)
      for (std::uint64_t e = d.start[first + b]; e < d.start[first + b + 1]; ++e)
        at(static_cast<py::ssize_t>(b), d.classes[e]) =
            d.counts.empty() ? d.masses[e]
                             : static_cast<double>(d.counts[e]) / static_cast<double>(d.totals[first + b]);
    return rows;
  }

  PythonObject self_;
  std::uint32_t classes_ = 0;
};

}  // namespace

void become_point_metric(PythonType& type) {
  type.component = component_of<PointMetric, PythonPointMetric>(type);
}
void become_class_metric(PythonType& type) {
  type.component = component_of<ClassMetric, PythonClassMetric>(type);
}
void become_distribution_metric(PythonType& type) {
  type.component = component_of<DistributionMetric, PythonDistributionMetric>(type);
}

}  // namespace tamis::python
