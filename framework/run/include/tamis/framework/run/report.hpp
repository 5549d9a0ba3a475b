/// \file report.hpp
/// What a component reports besides scores, as it was reported: numbers, texts and tables.
#pragma once

#include <tamis/diagnostics.hpp>

#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tamis::framework {

/// A table of numbers with names for its columns.
struct ReportedTable {
  tamis::Axis axis = tamis::Axis::other;  ///< what its rows are
  std::vector<std::string> columns;
  std::uint64_t rows = 0;
  std::vector<double> values;  ///< rows x columns, column-major

  ConstMatrix view() const { return {values.data(), rows, columns.size()}; }
};

/// By name; what is reported twice is what was reported last.
using Report = std::map<std::string, std::variant<double, std::string, ReportedTable>>;

/// Takes the report of a component. Not for several threads.
class ReportSink {
 public:
  ReportSink() = default;
  ReportSink(const ReportSink&) = delete;
  ReportSink& operator=(const ReportSink&) = delete;

  Diagnostics sink() const { return Diagnostics(&table_); }
  /// \throws std::bad_alloc  what was reported did not fit into memory.
  Report take() {
    if (failure_) std::rethrow_exception(failure_);
    return std::move(report_);
  }

 private:
  static std::string string(tamis_text t) { return {t.data, t.size}; }

  /// Nothing is thrown into the component that reports.
  template <class Make>
  static void keep(void* self, tamis_text name, const Make& make) noexcept {
    auto& to = *static_cast<ReportSink*>(self);
    try {
      to.report_.insert_or_assign(string(name), make());
    } catch (...) {
      to.failure_ = std::current_exception();
    }
  }
  static void keep_number(void* self, tamis_text name, double v) noexcept {
    keep(self, name, [&] { return v; });
  }
  static void keep_text(void* self, tamis_text name, tamis_text v) noexcept {
    keep(self, name, [&] { return string(v); });
  }
  static void keep_table(void* self, tamis_text name, std::int32_t axis, const tamis_text* columns,
                         tamis_const_matrix c) noexcept {
    keep(self, name, [&] {
      const ConstMatrix m = c;
      ReportedTable table{
          axis >= 0 && axis < 4 ? static_cast<tamis::Axis>(axis) : tamis::Axis::other, {}, m.rows, {}};
      for (std::uint64_t j = 0; j < m.cols; ++j) {
        table.columns.push_back(string(columns[j]));
        table.values.insert(table.values.end(), m.column(j).begin(), m.column(j).end());
      }
      return table;
    });
  }

  Report report_;
  std::exception_ptr failure_;
  tamis_diagnostics table_{sizeof(tamis_diagnostics), this, keep_number, keep_text, keep_table};
};

}  // namespace tamis::framework
