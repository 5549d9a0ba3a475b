#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/text.hpp>

#include <nlohmann/json.hpp>

namespace tamis::framework {
namespace {

using nlohmann::json;

json texts(const std::vector<std::string>& list) {
  json out = json::array();
  for (const std::string& text : list) out.push_back(escaped(text));
  return out;
}

json discretise_of(const Discretise& d) {
  if (d.binning == Binning::edges) return {{"edges", d.edges}};
  return name_of(d.binning, kBinningNames);
}

json header_of(HeaderMode mode) {
  if (mode == HeaderMode::automatic) return "auto";
  return mode == HeaderMode::yes;
}

json delimiter_of(char delimiter) {
  if (delimiter == '\0') return nullptr;
  return delimiter == '\t' ? "tab" : delimiter == kBlanks ? "blanks" : std::string(1, delimiter);
}

json votes_of(const VoteTable& votes) {
  json out = {{"path", escaped(votes.path)},
              {"sample", escaped(votes.sample)},
              {"annotator", escaped(votes.annotator)},
              {"label", escaped(votes.label)}};
  if (!votes.id.empty()) out["id"] = escaped(votes.id);
  if (votes.first_row) out["first_row"] = *votes.first_row;
  return out;
}

}  // namespace

json to_json(const DataOptions& o) {
  json out = {{"format", name_of(o.format, kFormatNames)},
              {"target_kind", name_of(o.target_kind, kTargetReadingNames)},
              {"merge_spellings", o.merge_spellings},
              {"harden", o.harden},
              {"unknown", texts(o.unknown)},
              {"ignore", texts(o.ignore)},
              {"categorical", texts(o.categorical)},
              {"categories", name_of(o.categories, kCategoriesNames)},
              {"nominal", name_of(o.nominal, kNominalNames)},
              {"missing", name_of(o.missing, kMissingNames)},
              {"header", header_of(o.header)},
              {"delimiter", delimiter_of(o.delimiter)},
              {"decimal", name_of(o.decimal, kDecimalNames)},
              {"standardise", name_of(o.standardise, kStandardiseNames)},
              {"discretise", discretise_of(o.discretise)},
              {"ancestors", o.ancestors},
              {"tf_idf", o.tf_idf}};
  if (!o.dates.empty()) {
    out["dates"] = texts(o.dates);
    out["date_order"] = name_of(o.date_order, kDateOrderNames);
  }
  if (!o.path.empty()) out["path"] = escaped(o.path);
  if (o.generate) out["generate"] = to_json(*o.generate);
  const auto name = [&](const char* key, const std::optional<std::string>& text) {
    if (text) out[key] = escaped(*text);
  };
  for (const ClassMerger& merger : o.merge) out["merge"][escaped(merger.name)] = texts(merger.members);
  for (const FeatureGroup& group : o.feature_groups)
    out["feature_groups"][escaped(group.name)] = texts(group.members);
  if (o.one_from_each) out["one_from_each"] = true;
  for (const FeatureCost& given : o.feature_cost) out["feature_cost"][escaped(given.features)] = given.cost;
  name("target", o.target);
  name("target_path", o.target_path);
  name("certainty", o.certainty);
  name("clean", o.clean);
  name("weights", o.weights);
  name("groups", o.groups);
  name("label_separator", o.label_separator);
  if (!o.label_columns.empty()) out["label_columns"] = texts(o.label_columns);
  if (o.discretise.binning != Binning::integers && o.discretise.binning != Binning::edges)
    out["bins"] = o.discretise.bins_or_default();
  if (o.top_terms) out["top_terms"] = *o.top_terms;
  if (o.sample) out["sample"] = *o.sample;
  if (!o.soft.empty()) out["soft"] = texts(o.soft);
  if (!o.annotators.empty()) out["annotators"] = texts(o.annotators);
  if (o.votes) out["annotators"] = votes_of(*o.votes);
  return out;
}

}  // namespace tamis::framework
