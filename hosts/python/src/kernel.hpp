/// \file kernel.hpp
/// What Python asks of the framework: the components that there are, and the runs.
#pragma once

#include "work.hpp"

#include <tamis/framework/kernel/registry.hpp>
#include <tamis/framework/run/defaults.hpp>

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

namespace tamis::python {

/// A registry with the runs on it, for one run at a time: the interpreter's lock is released while one goes on.
class Kernel {
 public:
  /// \param prefix       below which the plugins and the defaults of this package are installed.
  /// \param plugin_dirs  folders that are searched first.
  /// \param components   (line, class) of components in Python, see add_component().
  Kernel(const std::string& prefix, const std::vector<std::string>& plugin_dirs,
         const pybind11::list& components);

  /// Each component as `tamis plugins --json` has it.
  pybind11::list components() const;
  /// A line for each file and folder that is not used.
  std::vector<std::string> refused() const;

  /// The run of `tamis select` on tables in memory.
  /// \param config    as a config file; [data] says how the tables are prepared.
  /// \param tables    {"data": X, "second": y or None}, see tables.hpp.
  /// \param roles     [data] once more, with the roles of the columns.
  /// \param order_all  as `tamis rank` does.
  /// \param progress  listener(what, done, total), or None.
  /// \return (result, raised): the result as JSON has it, its diagnostics with tables as arrays; and what a
  ///         signal raised meanwhile, or None.
  /// \throws Error
  pybind11::tuple study(const pybind11::dict& config, const pybind11::dict& tables,
                        const pybind11::dict& roles, bool order_all, const pybind11::object& progress);
  /// The run of `tamis noise`, likewise; with "memberships", n x l, "rows" from 1, and "labels" as codes.
  pybind11::tuple label_noise(const pybind11::dict& config, const pybind11::dict& tables,
                              const pybind11::dict& roles, const pybind11::object& progress);
  /// The run of `tamis experiment`.
  /// \param journal  a file, or "".
  /// \return (result, raised): {"summary", "table", "raw", "figure", "complete", "warnings"}.
  pybind11::tuple experiment(const std::string& text, const std::string& name, const std::string& data_dir,
                             int threads, const std::string& journal, const pybind11::object& progress);

 private:
  framework::Registry registry_;
  framework::Defaults defaults_;
};

/// (flip rates by class, {likelier, wrong, wrong_if_any, probability, suspect}: an array each, of n), from memberships
/// (n x l), the codes of the labels, -1 unknown, and the weights of the samples, which may be empty; see class_noise() and
/// judge_labels(). Of an unknown label
/// likelier is -1, and the probabilities are NaN.
pybind11::tuple label_noise_of(const pybind11::object& memberships, const std::vector<std::int32_t>& labels,
                               const std::vector<double>& weights, const std::vector<std::string>& classes,
                               double none);

/// New rows (m x d) whose missing cells are filled as `missing = "neighbours"` fills those of a table: from the rows of
/// `training` (n x d) that are nearest. Missing cells are NaN. See fill_again().
pybind11::object filled_by_neighbours(const pybind11::object& training, const pybind11::object& rows,
                                      const std::vector<std::string>& names);

}  // namespace tamis::python
