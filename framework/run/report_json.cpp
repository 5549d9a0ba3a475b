#include <tamis/framework/run/report_json.hpp>
#include <tamis/framework/support/finite_json.hpp>

#include <nlohmann/json.hpp>

#include <array>

namespace tamis::framework {
namespace {

using nlohmann::json;

json row_json(ConstMatrix m, std::uint64_t i) {
  json row = json::array();
  for (std::uint64_t j = 0; j < m.cols; ++j) row.push_back(finite_or_null(m(i, j)));
  return row;
}

struct Form {
  LongJson& out;
  const std::string& name;

  void operator()(double v) const { out.members[name] = finite_or_null(v); }
  void operator()(const std::string& v) const { out.members[name] = v; }
  void operator()(const ReportedTable& t) const {
    constexpr std::array kAxes{"other", "samples", "features", "classes"};
    auto table = std::make_shared<LongJson>();
    table->members = {{"rows", kAxes[static_cast<std::size_t>(t.axis)]},
                      {"columns", t.columns},
                      {"values", JsonRows{t.rows, [&t](std::size_t i) { return row_json(t.view(), i); }}}};
    out.members[name] = std::move(table);
  }
};

}  // namespace

LongJson long_json(const Report& report) {
  LongJson out;
  for (const auto& [name, value] : report) std::visit(Form{out, name}, value);
  return out;
}

json to_json(const Report& report) { return json::parse(to_text(long_json(report))); }

}  // namespace tamis::framework
