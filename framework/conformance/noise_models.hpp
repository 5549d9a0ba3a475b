/// \file noise_models.hpp
/// What the tests of noise models ask: models on tables, and tables whose truth is known.
#pragma once

#include "tables.hpp"
#include "tests.hpp"

#include <tamis/errors.hpp>

#include <fmt/format.h>

#include <cmath>

namespace tamis::framework::conformance {

/// A model prepared on a table.
class PreparedNoiseModel {
 public:
  PreparedNoiseModel(const ComponentUnderTest& subject, const TestTable& table)
      : data_(data_of(table, subject.descriptor)),
        services_(subject.seed),
        model_(subject.registry, subject.plan()) {
    model_->prepare(data_.view(), services_.runtime());
  }
  NoiseModel* operator->() const { return &*model_; }
  std::uint64_t samples() const { return data_.samples(); }
  std::uint32_t classes() const { return data_.view().target().classes(); }
  /// p(y_i | S = s) at i + s * samples().
  std::vector<double> likelihood() const {
    std::vector<double> out(samples() * classes(), std::nan(""));
    model_->likelihood(Matrix(out.data(), samples(), classes()));
    return out;
  }
  std::vector<double> parameters() const {
    std::vector<double> out(model_->parameter_count());
    model_->parameters(out);
    return out;
  }

 private:
  LoadedData data_;
  Services services_;
  Composed<NoiseModel> model_;
};

TestTable labelled(const ComponentUnderTest& subject, std::uint32_t classes);

/// Calls body(classes). Other numbers of classes than that of the first table may be refused in words.
template <class Body>
void for_each_number_of_classes(const ComponentUnderTest& subject, Body body) {
  for (const std::uint32_t classes : {kClasses, 2u, 4u, 12u}) {
    subject.pace.at(fmt::format("with {} classes", classes));
    try {
      body(classes);
    } catch (const DataError&) {
      if (classes == kClasses) throw;
    } catch (const ParamError&) {
      if (classes == kClasses) throw;
    }
  }
}

/// The labels of every seventh sample are unknown.
TestTable partly_labelled(const ComponentUnderTest& subject, std::uint32_t classes);
/// Each sample once for each class, which differ in nothing but their labels.
TestTable with_every_label(const TestTable& samples);
/// `of_class` samples of each true class, in order, with the rows of a table over and over and
/// the truth as labels.
TestTable in_truth(const ComponentUnderTest& subject, std::uint32_t classes, std::size_t of_class);

/// The parameters with which it begins, and those that its start() draws.
std::vector<std::vector<double>> parameters_of(const ComponentUnderTest& subject, std::uint32_t classes);

}  // namespace tamis::framework::conformance
