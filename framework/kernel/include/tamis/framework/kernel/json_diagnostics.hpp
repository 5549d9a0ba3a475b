/// \file json_diagnostics.hpp
/// Collects what components report, as JSON.
#pragma once

#include <tamis/diagnostics.hpp>
#include <tamis/framework/support/finite_json.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <exception>
#include <string>

namespace tamis::framework {

/// Takes what a component reports, as a JSON object of its names. Not for several threads.
class JsonDiagnostics {
 public:
  JsonDiagnostics() = default;
  JsonDiagnostics(const JsonDiagnostics&) = delete;
  JsonDiagnostics& operator=(const JsonDiagnostics&) = delete;

  Diagnostics sink() const { return Diagnostics(&table_); }
  /// \throws std::bad_alloc  what was reported did not fit into memory.
  const nlohmann::json& collected() const {
    if (failure_) std::rethrow_exception(failure_);
    return collected_;
  }

 private:
  using json = nlohmann::json;
  static JsonDiagnostics& at(void* self) { return *static_cast<JsonDiagnostics*>(self); }
  static std::string string(tamis_text t) { return {t.data, t.size}; }

  void add_table(const std::string& name, std::int32_t axis, const tamis_text* columns, ConstMatrix m) {
    constexpr const char* kAxes[] = {"other", "samples", "features", "classes"};
    json names = json::array(), rows = json::array();
    for (std::uint64_t j = 0; j < m.cols; ++j) names.push_back(string(columns[j]));
    for (std::uint64_t i = 0; i < m.rows; ++i) {
      json row = json::array();
      for (std::uint64_t j = 0; j < m.cols; ++j) row.push_back(finite_or_null(m(i, j)));
      rows.push_back(std::move(row));
    }
    collected_[name] = {{"rows", axis >= 0 && axis < 4 ? kAxes[axis] : "other"},
                        {"columns", std::move(names)},
                        {"values", std::move(rows)}};
  }

  /// Nothing is thrown into the component that reports.
  template <class Add>
  static void keep(void* self, Add&& add) noexcept {
    try {
      add(at(self));
    } catch (...) {
      at(self).failure_ = std::current_exception();
    }
  }
  static void keep_number(void* self, tamis_text name, double v) noexcept {
    keep(self, [&](JsonDiagnostics& to) { to.collected_[string(name)] = finite_or_null(v); });
  }
  static void keep_text(void* self, tamis_text name, tamis_text v) noexcept {
    keep(self, [&](JsonDiagnostics& to) { to.collected_[string(name)] = string(v); });
  }
  static void keep_table(void* self, tamis_text name, std::int32_t axis, const tamis_text* columns,
                         tamis_const_matrix m) noexcept {
    keep(self, [&](JsonDiagnostics& to) { to.add_table(string(name), axis, columns, m); });
  }

  json collected_ = json::object();
  std::exception_ptr failure_;
  tamis_diagnostics table_{sizeof(tamis_diagnostics), this, keep_number, keep_text, keep_table};
};

}  // namespace tamis::framework
