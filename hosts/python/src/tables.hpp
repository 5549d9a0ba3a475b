/// \file tables.hpp
/// Python's arrays as the tables of the framework.
#pragma once

#include <tamis/framework/data/load_data.hpp>

#include <pybind11/pybind11.h>

namespace tamis::python {

/// A table from {"name": "X", "columns": [names], "values": array, "texts": {column: [texts]}}. The array is n x d
/// of float64 in Fortran order, and stays where it is: it must not change while the table is used, and is
/// released, on any thread, with the last look at it.
framework::Table table_of(const pybind11::dict& parts);

/// The features of a table whose "sparse" is the (indptr, indices, data) of compressed columns, and their names.
/// They are copied.
void take_sparse(const pybind11::dict& parts, framework::HeldTables& tables);

/// n x l, column by column, as an array of its own.
pybind11::object array_of(std::vector<double> values, std::size_t rows, std::size_t columns);

}  // namespace tamis::python
