#include "kernel.hpp"

#include "python_component.hpp"
#include "tables.hpp"
#include "values.hpp"

#include <tamis/framework/data/fill_again.hpp>
#include <tamis/framework/experiment/experiment.hpp>
#include <tamis/framework/experiment/output.hpp>
#include <tamis/framework/labels/label_noise.hpp>
#include <tamis/framework/run/component_json.hpp>
#include <tamis/framework/study/study.hpp>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace tamis::python {
namespace {

namespace py = pybind11;
using namespace framework;
using namespace pybind11::literals;

py::object to_python(const ReportedTable& table) {
  py::dict out;
  out["columns"] = table.columns;
  out["values"] = array_of(table.values, table.rows, table.columns.size());
  return out;
}
py::object to_python(double value) { return py::float_(value); }
py::object to_python(const std::string& value) { return python::to_python(nlohmann::json(value)); }
py::object to_python(const Report& report) {
  py::dict out;
  for (const auto& [name, value] : report)
    out[py::str(name)] = std::visit([](const auto& v) { return to_python(v); }, value);
  return out;
}

HeldTables tables_of(const py::dict& tables) {
  HeldTables held;
  const auto data = tables["data"].cast<py::dict>();
  held.data = table_of(data);
  take_sparse(data, held);
  if (!tables["second"].is_none()) held.second = table_of(tables["second"].cast<py::dict>());
  return held;
}

/// The result with its diagnostics as Python has tables, not as JSON has.
template <class Result>
py::dict result_of(Result& found) {
  const Report diagnostics = std::exchange(found.diagnostics, {});
  Report of_search;
  if constexpr (requires { found.search_diagnostics; })
    of_search = std::exchange(found.search_diagnostics, {});
  py::dict out = python::to_python(to_json(found));
  out["diagnostics"] = to_python(diagnostics);
  if (!of_search.empty()) out["search_diagnostics"] = to_python(of_search);
  return out;
}

/// Runs `work(data, runtime options, observer)`, which gives a result, with the tables loaded first.
template <class Work>
auto run(const py::dict& tables, const py::dict& roles, const RunConfig& config, const py::object& progress,
         WorkEnd& end, const Work& work) {
  const DataOptions options = parse_data_options(to_tree(roles));
  HeldTables held = tables_of(tables);
  ProgressKeeper observer;
  std::atomic<bool> interrupted = false;
  RuntimeOptions runtime = config.runtime_options();
  runtime.interrupted = &interrupted;
  std::optional<std::invoke_result_t<Work, LoadedData, const RuntimeOptions&, Observer&>> found;
  const auto start = std::chrono::steady_clock::now();
  const auto all = [&] {
    LoadedData data = load_data(options, std::move(held));
    found = work(std::move(data), time_left(runtime, start), observer);
  };
  end = run_released(all, interrupted, runtime.max_seconds, observer, progress);
  return std::move(*found);
}

}  // namespace

Kernel::Kernel(const std::string& prefix, const std::vector<std::string>& plugin_dirs,
               const py::list& components)
    : registry_(plugin_folders({plugin_dirs.begin(), plugin_dirs.end()},
                               std::filesystem::path(prefix) / TAMIS_PLUGIN_DIR)),
      defaults_(std::filesystem::path(prefix) / TAMIS_SHARE_DIR / "defaults.toml") {
  for (const py::handle component : components) {
    const auto [line, type] = component.cast<std::pair<std::string, py::object>>();
    add_component(registry_, line, type);
  }
}

py::list Kernel::components() const {
  py::list out;
  for (const RegistryEntry* entry : registry_.entries()) out.append(python::to_python(to_json(*entry)));
  return out;
}

std::vector<std::string> Kernel::refused() const { return refusals(registry_); }

py::tuple Kernel::study(const py::dict& config, const py::dict& tables, const py::dict& roles, bool order_all,
                        const py::object& progress) {
  StudyConfig parsed = parse_study_config(to_tree(config));
  parsed.order_all = order_all;
  WorkEnd end;
  StudyResult found =
      run(tables, roles, parsed, progress, end,
          [&](LoadedData data, const RuntimeOptions& options, Observer& observer) {
            return framework::study(registry_, defaults_, parsed, std::move(data), options, observer);
          });
  return py::make_tuple(result_of(found), end.raised);
}

py::tuple Kernel::label_noise(const py::dict& config, const py::dict& tables, const py::dict& roles,
                              const py::object& progress) {
  const LabelNoiseConfig parsed = parse_label_noise_config(to_tree(config));
  WorkEnd end;
  LabelNoise found =
      run(tables, roles, parsed, progress, end,
          [&](LoadedData data, const RuntimeOptions& options, Observer& observer) {
            return estimate_label_noise(registry_, defaults_, parsed, std::move(data), options, observer);
          });
  py::dict out = result_of(found);
  out["memberships"] = array_of(std::move(found.memberships), found.rows.size(), found.classes.size());
  out["rows"] = found.rows;
  out["labels"] = found.labels;
  return py::make_tuple(out, end.raised);
}

py::tuple Kernel::experiment(const std::string& text, const std::string& name, const std::string& data_dir,
                             int threads, const std::string& journal, const py::object& progress) {
  const ExperimentConfig config = parse_experiment([&] { return parse_config(text, name); }, data_dir);
  ProgressKeeper observer;
  std::atomic<bool> interrupted = false;
  RuntimeOptions options;
  options.threads = threads > 0 ? threads : config.threads;
  options.interrupted = &interrupted;
  ExperimentResult found;
  const WorkEnd end =
      run_released([&] { found = run_experiment(registry_, defaults_, config, options, observer, journal); },
                   interrupted, options.max_seconds, observer, progress);
  py::dict out;
  out["complete"] = found.done == found.repeats.size();
  out["warnings"] = found.warnings;
  out["table"] = found.done > 0 ? to_table(config, found) : "";
  if (out["complete"].cast<bool>()) {
    out["summary"] = python::to_python(to_json(config, found));
    out["raw"] = to_csv(config, found);
    out["figure"] = to_svg(config, found);
  }
  return py::make_tuple(out, end.raised);
}

py::tuple label_noise_of(const py::object& memberships, const std::vector<std::int32_t>& labels,
                         const std::vector<double>& weights, const std::vector<std::string>& classes,
                         double none) {
  const auto array = memberships.cast<py::array_t<double, py::array::f_style | py::array::forcecast>>();
  if (array.ndim() != 2 || static_cast<std::size_t>(array.shape(0)) != labels.size() ||
      static_cast<std::size_t>(array.shape(1)) != classes.size())
    throw DataError("memberships, labels and classes do not fit each other");
  const ConstMatrix matrix(array.data(), labels.size(), classes.size());
  py::dict rates;
  for (const ClassNoise& c : class_noise(matrix, labels, weights, classes)) rates[py::str(c.name)] = c.flip_rate;
  py::array_t<std::int32_t> likelier(array.shape(0));
  py::array_t<double> wrong(array.shape(0)), wrong_if_any(array.shape(0)), probability(array.shape(0));
  py::array_t<bool> suspect(array.shape(0));
  std::fill_n(likelier.mutable_data(), labels.size(), -1);
  std::fill_n(wrong.mutable_data(), labels.size(), std::numeric_limits<double>::quiet_NaN());
  std::fill_n(wrong_if_any.mutable_data(), labels.size(), std::numeric_limits<double>::quiet_NaN());
  std::fill_n(probability.mutable_data(), labels.size(), std::numeric_limits<double>::quiet_NaN());
  std::fill_n(suspect.mutable_data(), labels.size(), false);
  for (const Suspect& s : judge_labels(matrix, labels, none)) {
    likelier.mutable_data()[s.sample] = static_cast<std::int32_t>(s.likelier);
    wrong.mutable_data()[s.sample] = s.wrong;
    wrong_if_any.mutable_data()[s.sample] = s.wrong_if_any;
    probability.mutable_data()[s.sample] = s.probability;
    suspect.mutable_data()[s.sample] = s.is_suspect;
  }
  return py::make_tuple(rates,
                        py::dict("likelier"_a = likelier, "wrong"_a = wrong, "wrong_if_any"_a = wrong_if_any,
                                 "probability"_a = probability, "suspect"_a = suspect));
}

py::object filled_by_neighbours(const py::object& training, const py::object& rows,
                                const std::vector<std::string>& names) {
  using Matrix = py::array_t<double, py::array::f_style | py::array::forcecast>;
  const auto known = training.cast<Matrix>(), asked = rows.cast<Matrix>();
  const std::size_t d = names.size();
  if (known.ndim() != 2 || asked.ndim() != 2 || static_cast<std::size_t>(known.shape(1)) != d ||
      static_cast<std::size_t>(asked.shape(1)) != d)
    throw DataError("the rows to fill have other columns than the ones that they are filled from");
  const auto n = static_cast<std::size_t>(known.shape(0)), m = static_cast<std::size_t>(asked.shape(0));
  std::vector<std::vector<double>> columns(d);
  FilledCells gaps;
  gaps.features = d;
  for (std::size_t j = 0; j < d; ++j) {
    columns[j].assign(known.data(0, 0) + j * n, known.data(0, 0) + (j + 1) * n);
    columns[j].insert(columns[j].end(), asked.data(0, 0) + j * m, asked.data(0, 0) + (j + 1) * m);
    for (std::size_t i = 0; i < n + m; ++i)
      if (std::isnan(columns[j][i])) {
        columns[j][i] = 0;
        gaps.feature.push_back(static_cast<Feature>(j));
        gaps.sample.push_back(i);
      }
  }
  std::vector<char> learnt_from(n + m, 1);
  std::fill_n(learnt_from.begin() + static_cast<std::ptrdiff_t>(n), m, char{0});
  Matrix out({m, d});
  const py::gil_scoped_release others_run;
  LoadedData data = LoadedData::from_columns(columns, names);
  data.edit([&](DataTable& table) {
    table.filled = std::move(gaps);
    fill_again(Missing::neighbours, learnt_from, table);
    for (std::size_t j = 0; j < d; ++j)
      std::copy_n(table.values.data() + j * (n + m) + n, m, out.mutable_data(0, 0) + j * m);
  });
  return out;
}

}  // namespace tamis::python
