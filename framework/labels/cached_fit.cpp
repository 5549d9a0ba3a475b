#include "cached_fit.hpp"

#include <nlohmann/json.hpp>

#include <cstring>

namespace tamis::framework {
namespace {

using nlohmann::json;

constexpr std::uint64_t kFit = 0x666974;  // a name apart from those of scores

struct Damaged : std::exception {};

// CBOR keeps the bits of a double, infinities and NaN too; columns go as bytes.
json bytes_of(const std::vector<double>& values) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
  return json::binary({bytes, bytes + values.size() * sizeof(double)});
}

std::vector<double> doubles_of(const json& value) {
  const json::binary_t& bytes = value.get_binary();
  std::vector<double> values(bytes.size() / sizeof(double));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
  return values;
}

json stored(const ReportedTable& table) {
  return {{"axis", static_cast<int>(table.axis)},
          {"columns", table.columns},
          {"rows", table.rows},
          {"values", bytes_of(table.values)}};
}

ReportedTable to_table(const json& value) {
  ReportedTable table{static_cast<Axis>(value.at("axis").get<int>()), value.at("columns"), value.at("rows"),
                      doubles_of(value.at("values"))};
  const std::size_t columns = table.columns.size(), cells = table.values.size();
  if (table.axis < Axis::other || table.axis > Axis::classes ||
      (columns == 0 ? cells != 0 : cells % columns != 0 || table.rows != cells / columns))
    throw Damaged();
  return table;
}

json stored(const Report& report) {
  json out = json::object();
  for (const auto& [name, reported] : report)
    std::visit(
        [&, &name = name](const auto& value) {
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, ReportedTable>)
            out[name] = stored(value);
          else
            out[name] = value;
        },
        reported);
  return out;
}

Report to_report(const json& value) {
  Report report;
  for (const auto& [name, reported] : value.items()) {
    if (reported.is_object())
      report[name] = to_table(reported);
    else if (reported.is_string())
      report[name] = reported.get<std::string>();
    else
      report[name] = reported.get<double>();
  }
  return report;
}

}  // namespace

std::optional<MembershipFit> read_fit(std::string_view bytes, std::uint64_t samples, std::uint64_t classes) {
  try {
    const json kept = json::from_cbor(bytes);
    MembershipFit fit;
    fit.samples = samples;
    fit.values = doubles_of(kept.at("memberships"));
    if (fit.values.size() != samples * classes) return std::nullopt;
    fit.score = {kept.at("score"), kept.at("reason")};
    fit.diagnostics = to_report(kept.at("report"));
    return fit;
  } catch (const json::exception&) {
    return std::nullopt;
  } catch (const Damaged&) {
    return std::nullopt;
  }
}

CachedFit::CachedFit(const Plan& criterion, const LoadedData& data, Subset features,
                     const KernelRuntime& kernel)
    : kernel_(kernel),
      samples_(data.samples()),
      classes_(data.view().target().classes()),
      warnings_(kernel.warnings_given()),
      key_(ScoreCache(criterion, data, kernel).name()) {
  if (!key_) return;
  key_ = key_->with(kFit);
  for (const Feature f : features) key_ = key_->with(f);
}

std::optional<MembershipFit> CachedFit::recall() const {
  const std::optional<std::string> bytes = key_ ? kernel_.memory()->recall(*key_) : std::nullopt;
  return bytes ? read_fit(*bytes, samples_, classes_) : std::nullopt;
}

void CachedFit::keep(const MembershipFit& fit) const {
  if (!key_ || warnings_ != kernel_.warnings_given()) return;
  const auto bytes = json::to_cbor(json{{"memberships", bytes_of(fit.values)},
                                        {"score", fit.score.value},
                                        {"reason", fit.score.reason},
                                        {"report", stored(fit.diagnostics)}});
  kernel_.memory()->keep(*key_, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace tamis::framework
