#include <tamis/errors.hpp>
#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/section.hpp>
#include <tamis/framework/text.hpp>

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
  // Characters that cells are made of would tear numbers and names apart.
  if (text->size() == 1 && std::string_view(",;\t|:!~^&").find((*text)[0]) != std::string_view::npos)
    return (*text)[0];
  section.fail("delimiter",
               "is " + in_quotes(*text, '"') + R"(; expected "auto", ",", ";", "tab", "|" or ":")");
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
  section.finish();
  return out;
}

const toml::node* take_fit(const toml::table& table, const std::string& path) {
  Section section(table, path);
  const toml::node* from = section.take_node("from");
  if (!from)
    section.fail("from",
                 "is missing; name the criterion whose memberships become the soft labels: from = { use = "
                 "\"...\" }");
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

void take_target_keys(Section& section, DataOptions& out) {
  out.target = section.take_column("target");
  out.target_path = section.take<std::string>("target_path");
  if (const auto kind = section.take_choice("target_kind", {"auto", "class", "real"}))
    out.target_kind = *kind == "class"  ? TargetReading::classes
                      : *kind == "real" ? TargetReading::real
                                        : TargetReading::automatic;
  if (const toml::node* node = section.take_node("soft"); node && node->is_table())
    out.soft_from = take_fit(*node->as_table(), section.full("soft"));
  else
    out.soft = section.take_columns("soft").value_or(std::vector<std::string>{});
  out.certainty = section.take_column("certainty");
  if (const toml::node* node = section.take_node("annotators"); node && node->is_table()) {
    out.votes = read_votes(*node->as_table(), section.full("annotators"));
  } else {
    out.annotators = section.take_columns("annotators").value_or(std::vector<std::string>{});
  }
  out.harden = section.take<bool>("harden").value_or(false);
}

void check_fit(const DataOptions& o) {
  const auto refuse = [](const std::string& why) { throw ParamError("data.soft.from " + why); };
  if (o.certainty) refuse("estimates how sure each label is, but certainty states it; keep one");
  if (!o.annotators.empty() || o.votes)
    refuse("is fitted to the labels of a target column, but annotators are given; keep one");
  if (!o.target && !o.target_path)
    refuse("is fitted to the labels that were observed; name their column with target");
  if (o.target_kind == TargetReading::real)
    refuse("is fitted to class labels, but target_kind is \"real\"; drop one of them");
}

}  // namespace

void check(const DataOptions& o) {
  if (o.path.empty()) throw ParamError("data.path is missing; name the CSV, TSV or NPY file to read");
  const bool soft = !o.soft.empty(), votes = !o.annotators.empty() || o.votes;
  if ((o.target && soft) || (o.target && votes) || (soft && votes)) {
    const std::string first = o.target ? "target" : "soft";
    const std::string second = soft && first != "soft" ? "soft" : "annotators";
    throw ParamError("data: both " + first + " and " + second +
                     " are given; keep the one that is the outcome and list the other's columns in ignore");
  }
  if (!o.annotators.empty() && o.votes)
    throw ParamError("data.annotators is both a list of columns and a table; keep one");
  if (o.soft.size() == 1)
    throw ParamError(
        "data.soft names one column; expected one column of probabilities per class, at least two");
  if (o.certainty && !o.target && !(o.target_path && !soft && !votes))
    throw ParamError("data.certainty needs the labels it speaks of; name their column with target");
  if (o.certainty && o.target_kind == TargetReading::real)
    throw ParamError("data.certainty speaks of class labels, but target_kind is \"real\"; drop one of them");
  if (o.harden && !soft && !votes && !o.certainty && !o.soft_from)
    throw ParamError(
        "data.harden turns soft labels into classes, but there are none; drop it, or name soft, "
        "certainty or annotators");
  if (o.soft_from) check_fit(o);
  if ((soft || votes) && o.target_kind != TargetReading::automatic)
    throw ParamError(
        "data.target_kind tells how a target column is read, but the target is soft labels or votes; drop "
        "it");
}

DataOptions parse_data_options(const toml::table& table, std::string_view key_path) {
  Section section(table, std::string(key_path));
  DataOptions out;
  if (const auto path = section.take<std::string>("path")) out.path = *path;
  take_target_keys(section, out);
  out.unknown = take_unknown(section);
  out.ignore = section.take_columns("ignore").value_or(std::vector<std::string>{});
  out.categorical = section.take_columns("categorical").value_or(std::vector<std::string>{});
  if (const auto missing = section.take_choice("missing", {"error", "drop_rows", "median"}))
    out.missing = *missing == "drop_rows" ? Missing::drop_rows
                  : *missing == "median"  ? Missing::median
                                          : Missing::error;
  out.header = take_header(section);
  out.sample = take_sample(section);
  out.delimiter = take_delimiter(section);
  out.weights = section.take_column("weights");
  out.groups = section.take_column("groups");
  out.standardise = take_standardise(section);
  section.finish();
  try {
    check(out);
  } catch (const ParamError& error) {
    throw ParamError(place_prefix(table) + error.what());
  }
  return out;
}

}  // namespace tamis::framework
