/// \file prepared.hpp
/// Noise models with the labels that they were prepared for.
#pragma once

#include "confusion_matrix.hpp"
#include "expert_beta.hpp"
#include "known_rates.hpp"
#include "none.hpp"
#include "per_class_flip.hpp"
#include "pooled_flip.hpp"
#include "under_reported.hpp"
#include "uniform_flip.hpp"

#include <tamis/testing/serial_runtime.hpp>
#include <tamis/testing/table.hpp>

namespace tamis::noise_models::testing {

using namespace tamis::testing;

template <class Model>
auto options_of() {
  if constexpr (requires(Model m) { m.options; })
    return typename Model::Options{};
  else
    return 0;
}

template <class Model>
struct Prepared {
  using Options = decltype(options_of<Model>());

  explicit Prepared(std::vector<std::int32_t> labels, std::uint32_t classes, Options options = {})
      : table(labels.size(), 1) {
    table.with_labels(std::move(labels), classes);
    if constexpr (requires { model.options; }) model.options = options;
    Runtime service = runtime;
    model.prepare(table.view(), service);
  }
  std::vector<double> parameters() const {
    std::vector<double> out(model.parameter_count());
    model.parameters(out);
    return out;
  }
  /// p(y_i | S = s), column-major.
  std::vector<double> likelihood() const {
    std::vector<double> out(table.n * table.classes);
    model.likelihood(Matrix(out.data(), table.n, table.classes));
    return out;
  }
  void update(const std::vector<double>& memberships) {
    model.update(ConstMatrix(memberships.data(), table.n, table.classes));
  }
  struct Corrupted {
    std::vector<std::int32_t> labels;
    std::vector<double> expert;  ///< column-major
  };
  Corrupted corrupt(std::uint64_t seed) const {
    Corrupted c{table.labels, std::vector<double>(table.n * table.classes, -1)};
    model.corrupt(c.labels, table.classes, Matrix(c.expert.data(), table.n, table.classes), seed);
    return c;
  }

  SerialRuntime runtime;
  Table table;
  Model model;
};

/// The labels 0, 1, ..., l - 1 over and over.
inline std::vector<std::int32_t> in_turn(std::size_t n, std::uint32_t classes) {
  std::vector<std::int32_t> y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = static_cast<std::int32_t>(i % classes);
  return y;
}

/// l x l: classes are taken for the next ones, more often the higher they are.
inline std::vector<double> lopsided_matrix(std::uint32_t classes) {
  const std::size_t l = classes;
  std::vector<double> t(l * l);
  for (std::size_t s = 0; s < l; ++s) {
    const double wrong = l == 1 ? 0 : 0.5 * static_cast<double>(s + 1) / static_cast<double>(l);
    t[s * l + s] = 1 - wrong;
    for (std::size_t k = 1; k < l; ++k)
      t[s * l + (s + k) % l] = 2 * wrong * static_cast<double>(k) / static_cast<double>(l * (l - 1));
  }
  return t;
}

}  // namespace tamis::noise_models::testing
