#include <tamis/framework/data/data_options.hpp>

#include <tamis/errors.hpp>
#include <tamis/framework/support/section.hpp>
#include <tamis/framework/support/text.hpp>

#include <fmt/format.h>

#include <cmath>

namespace tamis::framework {
namespace {

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> out;
  for (;;) {
    const std::size_t comma = text.find(',');
    if (const std::string_view token = trimmed(text.substr(0, comma)); !token.empty())
      out.emplace_back(token);
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

std::vector<std::string> take_unknown(Section& section) {
  const toml::node* node = section.take_node("unknown");
  if (!node) return {};
  if (const auto text = node->value_exact<std::string>()) return split_at_commas(*text);
  std::vector<std::string> out;
  // Tokens may be numbers, as in unknown = ["NA", -999].
  const auto tokens = section.take_columns("unknown");
  for (const std::string& token : *tokens) out.emplace_back(trimmed(token));
  return out;
}

HeaderMode take_header(Section& section) {
  const toml::node* node = section.take_node("header");
  if (!node) return HeaderMode::automatic;
  const auto text = node->value_exact<std::string>();
  const auto flag = node->value_exact<bool>();
  if (flag || text == "true" || text == "false")
    return flag.value_or(text == "true") ? HeaderMode::yes : HeaderMode::no;
  if (text != "auto") section.fail("header", "is " + described(*node) + "; expected true, false or \"auto\"");
  return HeaderMode::automatic;
}

char take_delimiter(Section& section) {
  const auto text = section.take<std::string>("delimiter");
  if (!text || *text == "auto") return '\0';
  if (*text == "tab" || *text == "\\t") return '\t';
  if (*text == "comma") return ',';
  if (*text == "semicolon") return ';';
  if (*text == "blanks" || *text == " ") return kBlanks;
  // Characters that cells are made of would tear numbers and names apart.
  if (text->size() == 1 && std::string_view(",;\t|:!~^&").find((*text)[0]) != std::string_view::npos)
    return (*text)[0];
  section.fail("delimiter",
               "is " + in_quotes(*text, '"') + R"(; expected "auto", ",", ";", "tab", "blanks", "|" or ":")");
}

Standardise take_standardise(Section& section) {
  const toml::node* node = section.take_node("standardise");
  if (!node) return Standardise::automatic;
  const auto text = node->value_exact<std::string>();
  const auto flag = node->value_exact<bool>();
  if (text == "auto") return Standardise::automatic;
  if (flag == true || text == "true" || text == "population") return Standardise::population;
  if (text == "sample") return Standardise::sample;
  if (flag == false || text == "false" || text == "none") return Standardise::none;
  const std::vector<std::string> names{"population", "sample", "none", "auto"};
  section.fail("standardise", "is " + described(*node) +
                                  R"(; expected true, false, "population", "sample", "none" or "auto")" +
                                  (text ? did_you_mean(*text, names) : std::string{}));
}

VoteTable read_votes(const toml::table& table, const std::string& path) {
  Section section(table, path);
  VoteTable out;
  const auto needed = [&](const char* key, std::optional<std::string> value) {
    if (!value || value->empty())
      section.fail(key, "is missing; a table of votes needs path, sample, annotator and label");
    return *value;
  };
  out.path = needed("path", section.take<std::string>("path"));
  out.sample = needed("sample", section.take_column("sample"));
  out.annotator = needed("annotator", section.take_column("annotator"));
  out.label = needed("label", section.take_column("label"));
  out.id = section.take_column("id").value_or("");
  out.first_row = section.take<std::int64_t>("first_row");
  if (out.first_row && *out.first_row != 0 && *out.first_row != 1)
    section.fail("first_row", "is " + std::to_string(*out.first_row) +
                                  "; expected 0 or 1, the number that the first row of the data has");
  if (out.first_row && !out.id.empty())
    section.fail("first_row", "says how rows are numbered, but id finds samples by a column; keep one");
  section.finish();
  return out;
}

const toml::node* take_fit(const toml::table& table, const std::string& path) {
  Section section(table, path);
  const toml::node* from = section.take_node("from");
  if (!from)
    section.fail("from",
                 "is missing; name the criterion, or of votes the noise model, whose memberships become the "
                 "soft labels: from = { use = \"...\" }");
  section.finish();
  return from;
}

std::optional<std::uint64_t> take_sample(Section& section) {
  const auto size = section.take<std::int64_t>("sample");
  if (!size) return std::nullopt;
  if (*size < 2)
    section.fail("sample", "is " + std::to_string(*size) + "; expected a number of samples of at least 2");
  return static_cast<std::uint64_t>(*size);
}

/// \return bytes.
std::uint64_t take_max_gigabytes(Section& section) {
  constexpr double kGigabyte = 1e9, kMost = 1e9;
  const auto size = section.take<double>("max_gigabytes");
  if (!size) return kMostUnsized;
  if (!(*size > 0 && *size <= kMost))
    section.fail("max_gigabytes",
                 "is " + shortest(*size) + "; expected a number above 0, of 10^9 bytes each");
  return static_cast<std::uint64_t>(*size * kGigabyte);
}

std::vector<double> take_edges(const toml::table& table, const std::string& path) {
  Section section(table, path);
  const toml::node* node = section.take_node("edges");
  if (!node || !node->is_array())
    section.fail("edges", (node ? "is " + described(*node) : std::string("is missing")) +
                              "; expected the values at which features are cut: { edges = [0.5, 1.5] }");
  std::vector<double> edges;
  for (const toml::node& edge : *node->as_array()) {
    const auto number = number_of(edge);
    if (!number) section.fail("edges", "holds " + described(edge) + "; expected numbers");
    edges.push_back(*number);
  }
  section.finish();
  return edges;
}

Discretise take_discretise(Section& section) {
  Discretise out;
  if (const toml::node* node = section.take_node("discretise"); node && node->is_table()) {
    out.binning = Binning::edges;
    out.edges = take_edges(*node->as_table(), section.full("discretise"));
  } else {
    out.binning = section.take_enum<Binning>("discretise", kBinningNames).value_or(out.binning);
  }
  if (const auto bins = section.take<std::int64_t>("bins")) {
    if (*bins < 2 || *bins > std::int64_t{kMostLevels})
      section.fail("bins", "is " + std::to_string(*bins) + "; expected 2 to " + std::to_string(kMostLevels));
    out.bins = static_cast<std::uint32_t>(*bins);
  }
  return out;
}

std::optional<std::uint64_t> take_top_terms(Section& section) {
  const auto terms = section.take<std::int64_t>("top_terms");
  if (!terms) return std::nullopt;
  if (*terms < 1)
    section.fail("top_terms",
                 "is " + std::to_string(*terms) + "; expected a number of features of at least 1");
  return static_cast<std::uint64_t>(*terms);
}

/// merge = { name = ["a", "b"], ... }
std::vector<ClassMerger> take_merge(Section& section) {
  std::vector<ClassMerger> mergers;
  const toml::node* node = section.take_node("merge");
  if (!node) return mergers;
  const toml::table* table = node->as_table();
  if (!table)
    section.fail("merge", fmt::format("is {}; expected a table of classes to take for one, as in {{ soft = "
                                      "[\"a\", \"b\"] }}",
                                      described(*node)));
  for (const auto& [name, members] : *table) {
    const toml::array* list = members.as_array();
    if (!list || list->size() < 2 || !list->is_homogeneous<std::string>())
      section.fail("merge", fmt::format("has {} = {}; expected a list of at least two names of classes",
                                        shown(name.str()), described(members)));
    mergers.push_back({std::string(name.str()), {}});
    for (const toml::node& member : *list) mergers.back().members.push_back(*member.value<std::string>());
  }
  return mergers;
}

/// feature_groups = { name = ["a", "b"] or "a*", ... }
std::vector<FeatureGroup> take_feature_groups(Section& section) {
  std::vector<FeatureGroup> groups;
  const toml::node* node = section.take_node("feature_groups");
  if (!node) return groups;
  const toml::table* table = node->as_table();
  if (!table)
    section.fail("feature_groups",
                 fmt::format("is {}; expected a table of groups, as in {{ size = [\"height\", \"weight\"], "
                             "genes = \"gene_*\" }}",
                             described(*node)));
  for (const auto& [name, members] : *table) {
    FeatureGroup group{std::string(name.str()), {}};
    if (const auto one = members.value_exact<std::string>())
      group.members.push_back(*one);
    else if (const toml::array* list = members.as_array();
             list && !list->empty() && list->is_homogeneous<std::string>())
      for (const toml::node& member : *list) group.members.push_back(*member.value<std::string>());
    else
      section.fail("feature_groups",
                   fmt::format("has {} = {}; expected names of features, or a pattern such as \"gene_*\"",
                               shown(name.str()), described(members)));
    groups.push_back(std::move(group));
  }
  return groups;
}

/// feature_cost = { age = 1, "blood_*" = 20 }, or a file of such costs
std::vector<FeatureCost> take_feature_cost(Section& section) {
  std::vector<FeatureCost> costs;
  const toml::node* node = section.take_node("feature_cost");
  if (!node) return costs;
  if (const auto file = node->value_exact<std::string>()) return read_feature_costs(*file);
  const toml::table* table = node->as_table();
  if (!table)
    section.fail(
        "feature_cost",
        fmt::format("is {}; expected a table of costs, as in {{ age = 1, \"blood_*\" = 20 }}, or a file "
                    "with a column of names and one of costs",
                    described(*node)));
  for (const auto& [name, cost] : *table) {
    const std::optional<double> number = number_of(cost);
    if (!number || !(*number > 0) || std::isinf(*number))
      section.fail("feature_cost", fmt::format("has {} = {}; expected a finite number above 0",
                                               shown(name.str()), described(cost)));
    costs.push_back({std::string(name.str()), *number});
  }
  return costs;
}

void take_target_keys(Section& section, DataOptions& out) {
  out.target = section.take_column("target");
  out.target_path = section.take<std::string>("target_path");
  out.target_kind =
      section.take_enum<TargetReading>("target_kind", kTargetReadingNames).value_or(TargetReading::automatic);
  out.label_separator = section.take<std::string>("label_separator");
  out.label_columns = section.take_columns("label_columns").value_or(std::vector<std::string>{});
  out.ancestors = section.take<bool>("ancestors").value_or(false);
  if (const toml::node* node = section.take_node("soft"); node && node->is_table())
    out.soft_from = take_fit(*node->as_table(), section.full("soft"));
  else
    out.soft = section.take_columns("soft").value_or(std::vector<std::string>{});
  out.certainty = section.take_column("certainty");
  out.clean = section.take_column("clean");
  if (const toml::node* node = section.take_node("annotators"); node && node->is_table()) {
    out.votes = read_votes(*node->as_table(), section.full("annotators"));
  } else {
    out.annotators = section.take_columns("annotators").value_or(std::vector<std::string>{});
  }
  out.merge = take_merge(section);
  out.merge_spellings = section.take<bool>("merge_spellings").value_or(false);
  out.harden = section.take<bool>("harden").value_or(false);
}

}  // namespace

DataOptions parse_data_options(const toml::table& table, std::string_view key_path) {
  Section section(table, std::string(key_path));
  DataOptions out;
  if (const auto path = section.take<std::string>("path")) out.path = *path;
  if (const toml::node* node = section.take_node("generate"))
    out.generate.emplace(*node, section.full("generate"));
  out.format = section.take_enum<Format>("format", kFormatNames).value_or(Format::automatic);
  take_target_keys(section, out);
  out.unknown = take_unknown(section);
  out.ignore = section.take_columns("ignore").value_or(std::vector<std::string>{});
  out.categorical = section.take_columns("categorical").value_or(std::vector<std::string>{});
  out.categories =
      section.take_enum<Categories>("categories", kCategoriesNames).value_or(Categories::automatic);
  out.dates = section.take_columns("dates").value_or(std::vector<std::string>{});
  out.date_order = section.take_enum<DateOrder>("date_order", kDateOrderNames).value_or(DateOrder::automatic);
  out.nominal = section.take_enum<Nominal>("nominal", kNominalNames).value_or(Nominal::category);
  out.missing = section.take_enum<Missing>("missing", kMissingNames).value_or(Missing::error);
  out.header = take_header(section);
  out.max_bytes = take_max_gigabytes(section);
  out.sample = take_sample(section);
  out.delimiter = take_delimiter(section);
  out.decimal = section.take_enum<Decimal>("decimal", kDecimalNames).value_or(Decimal::automatic);
  out.weights = section.take_column("weights");
  out.groups = section.take_column("groups");
  out.standardise = take_standardise(section);
  out.discretise = take_discretise(section);
  out.tf_idf = section.take<bool>("tf_idf").value_or(false);
  out.top_terms = take_top_terms(section);
  out.feature_groups = take_feature_groups(section);
  out.one_from_each = section.take<bool>("one_from_each").value_or(false);
  out.feature_cost = take_feature_cost(section);
  section.finish();
  try {
    check(out);
  } catch (const DataOptionError& error) {
    const toml::node* key = table.get(error.key);
    throw ParamError(place_prefix(key ? *key : table) + error.what());
  }
  return out;
}

std::vector<std::string> input_files(const DataOptions& options) {
  std::vector<std::string> files;
  if (!options.path.empty()) files.push_back(options.path);
  if (options.target_path) files.push_back(*options.target_path);
  if (options.votes) files.push_back(options.votes->path);
  return files;
}

}  // namespace tamis::framework
