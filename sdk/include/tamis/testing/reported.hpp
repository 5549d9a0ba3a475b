/// \file reported.hpp
/// What a component reports, by name.
#pragma once

#include <tamis/diagnostics.hpp>

#include <map>
#include <string>
#include <vector>

namespace tamis::testing {

/// Everything that the `report` of a component says.
struct Reported {
  std::map<std::string, double> numbers;
  std::map<std::string, std::string> texts;
  std::map<std::string, std::vector<std::string>> column_names;
  std::map<std::string, std::vector<double>> tables;  ///< one column after another

  /// \param component  anything with a `report(Diagnostics)`.
  template <class C>
  explicit Reported(const C& component) {
    const tamis_diagnostics sink{
        sizeof(tamis_diagnostics), this,
        [](void* to, tamis_text name, double value) { at(to).numbers[string(name)] = value; },
        [](void* to, tamis_text name, tamis_text value) { at(to).texts[string(name)] = string(value); },
        [](void* to, tamis_text name, std::int32_t, const tamis_text* columns, tamis_const_matrix m) {
          const ConstMatrix values(m);
          auto& names = at(to).column_names[string(name)];
          auto& table = at(to).tables[string(name)];
          for (std::size_t c = 0; c < values.cols; ++c) {
            names.push_back(string(columns[c]));
            table.insert(table.end(), values.column(c).begin(), values.column(c).end());
          }
        }};
    component.report(Diagnostics(&sink));
  }

 private:
  static Reported& at(void* to) { return *static_cast<Reported*>(to); }
  static std::string string(tamis_text t) { return {t.data, t.size}; }
};

}  // namespace tamis::testing
