#include <tamis/errors.hpp>
#include <tamis/framework/data/data_options.hpp>
#include <tamis/framework/support/text.hpp>

#include <algorithm>
#include <cmath>

namespace tamis::framework {
namespace {

/// "data.KEY why".
[[noreturn]] void fail(const std::string& key, const std::string& why) {
  throw DataOptionError(key, "data." + key + " " + why);
}

bool gives_soft(const DataOptions& o) { return !o.soft.empty(); }

void check_one_outcome(const DataOptions& o) {
  std::vector<std::string> given;
  if (o.target) given.emplace_back("target");
  if (gives_soft(o)) given.emplace_back("soft");
  if (o.gives_votes()) given.emplace_back("annotators");
  if (!o.label_columns.empty()) given.emplace_back("label_columns");
  if (given.size() > 1)
    throw DataOptionError(
        given[1], "data: both " + given[0] + " and " + given[1] +
                      " are given; keep the one that is the outcome and list the other's columns in ignore");
}

void check_certainty(const DataOptions& o) {
  if (!o.certainty) return;
  if (!o.target && !(o.target_path && !gives_soft(o) && !o.gives_votes()))
    fail("certainty", "needs the labels it speaks of; name their column with target");
  if (o.target_kind == TargetReading::real)
    fail("certainty", "speaks of class labels, but target_kind is \"real\"; drop one of them");
  if (o.target_kind == TargetReading::sets)
    fail("certainty", "speaks of one label per sample, but target_kind is \"sets\"; drop one of them");
}

void check_clean(const DataOptions& o) {
  if (!o.clean) return;
  const auto refuse = [](const std::string& why) { fail("clean", why); };
  if (gives_soft(o) || !o.label_columns.empty())
    refuse("holds the true classes beside those of target, but the target is no column of classes; drop it");
  if (!o.target && !o.target_path && !o.gives_votes())
    refuse(
        "holds the true labels beside the observed ones; name the column of those with target, or "
        "annotators");
  if (o.certainty) refuse("compares classes, but certainty makes the target soft labels; drop one of them");
  if (o.target_kind == TargetReading::real || o.target_kind == TargetReading::sets || o.ancestors)
    refuse("compares one class per sample with another, but the target is " +
           std::string(o.target_kind == TargetReading::real ? "real values" : "sets of labels") +
           "; drop one of them");
}

void check_sets(const DataOptions& o) {
  const bool sets = o.target_kind == TargetReading::sets;
  if (o.label_separator) {
    if (o.label_separator->empty())
      fail("label_separator", "is empty; expected the text that separates the labels of a cell");
    if (!sets || !o.label_columns.empty())
      fail("label_separator",
           "separates the labels of a cell; name the column with target and say "
           "target_kind = \"sets\"");
  }
  if (!o.label_columns.empty() && o.target_kind != TargetReading::automatic && !sets)
    fail("label_columns", "gives sets of labels, but target_kind says something else; drop one of them");
  if (!o.ancestors) return;
  if (gives_soft(o) || o.gives_votes() || o.certainty || o.target_kind == TargetReading::real)
    fail("ancestors",
         "adds labels to labels, but the target is " +
             std::string(o.target_kind == TargetReading::real ? "real values" : "probabilities") +
             "; drop one of them");
  if (!o.has_target() && !o.is_libsvm() && !o.generate)
    fail("ancestors", "adds labels to labels, but there are none; name them with target");
}

void check_fit(const DataOptions& o) {
  const auto refuse = [](const std::string& why) { throw DataOptionError("soft", "data.soft.from " + why); };
  if (o.certainty) refuse("estimates how sure each label is, but certainty states it; keep one");
  if (!o.path.empty() && !o.target && !o.target_path && !o.gives_votes() && !o.is_libsvm())
    refuse("is fitted to the labels that were observed; name their column with target, or annotators");
  if (o.target_kind == TargetReading::real)
    refuse("is fitted to class labels, but target_kind is \"real\"; drop one of them");
  if (o.target_kind == TargetReading::sets || !o.label_columns.empty() || o.ancestors)
    refuse("is fitted to one label per sample, but the target is sets of labels; drop one of them");
}

void check_discretise(const Discretise& d) {
  if (d.bins && (*d.bins < 2 || *d.bins > kMostLevels))
    fail("bins", "is " + std::to_string(*d.bins) + "; expected 2 to " + std::to_string(kMostLevels));
  if (d.bins && (d.binning == Binning::integers || d.binning == Binning::edges))
    fail("bins", std::string("has no meaning where discretise ") +
                     (d.binning == Binning::edges ? "lists the edges" : "takes the values as codes") +
                     "; drop one of them");
  if (d.binning != Binning::edges) return;
  if (d.edges.empty() || d.edges.size() >= kMostLevels)
    throw DataOptionError("discretise", "data.discretise.edges holds " + counted(d.edges.size(), "value") +
                                            "; expected 1 to " + std::to_string(kMostLevels - 1));
  for (std::size_t b = 0; b < d.edges.size(); ++b)
    if (!std::isfinite(d.edges[b]) || (b > 0 && d.edges[b] <= d.edges[b - 1]))
      throw DataOptionError("discretise",
                            "data.discretise.edges: " + shortest(d.edges[b]) +
                                " does not ascend; expected finite numbers, each above the one before");
}

/// Refuses keys that mean nothing for the data at hand.
/// \param why  "for ...; drop it".
auto refusing(const std::string& why) {
  return [why](bool given, const char* key) {
    if (given) fail(key, "means nothing " + why);
  };
}

/// The keys that speak of columns and cells.
void check_no_columns(const DataOptions& o, const std::string& why) {
  const auto refuse = refusing(why);
  refuse(o.target.has_value(), "target");
  refuse(o.target_path.has_value(), "target_path");
  refuse(gives_soft(o), "soft");
  refuse(o.certainty.has_value(), "certainty");
  refuse(o.clean.has_value(), "clean");
  refuse(o.gives_votes(), "annotators");
  refuse(!o.label_columns.empty(), "label_columns");
  refuse(o.label_separator.has_value(), "label_separator");
  refuse(!o.ignore.empty(), "ignore");
  refuse(!o.categorical.empty(), "categorical");
  refuse(!o.dates.empty(), "dates");
  refuse(o.nominal != Nominal::category, "nominal");
  refuse(o.missing != Missing::error, "missing");
  refuse(o.header != HeaderMode::automatic, "header");
  refuse(o.delimiter != '\0', "delimiter");
  refuse(o.decimal != Decimal::automatic, "decimal");
  refuse(o.weights.has_value(), "weights");
  refuse(o.groups.has_value(), "groups");
}

void check_generate(const DataOptions& o) {
  if (!o.path.empty()) fail("path", "names a file, but data.generate makes the data; drop one of them");
  const std::string why = "where data.generate makes the table and its target; drop it";
  check_no_columns(o, why);
  const auto refuse = refusing(why);
  refuse(o.format != Format::automatic, "format");
  refuse(o.target_kind != TargetReading::automatic, "target_kind");
  refuse(!o.unknown.empty(), "unknown");
}

}  // namespace

bool DataOptions::is_libsvm() const {
  return format == Format::libsvm || (format == Format::automatic && format_of(path) == Format::libsvm);
}

bool DataOptions::is_arff() const {
  return format == Format::arff || (format == Format::automatic && format_of(path) == Format::arff);
}

void check_path(const DataOptions& o) {
  if (o.path.empty() && !o.generate)
    fail("path",
         "is missing; name the CSV, TSV, NPY, ARFF or LIBSVM file to read, or data to make with "
         "data.generate");
}

void check(const DataOptions& o) {
  if (o.generate) check_generate(o);
  if (o.has_target()) check_path(o);
  if (o.is_libsvm())
    check_no_columns(
        o,
        "for a LIBSVM file, whose lines are labels and index:value pairs; drop it, or convert the "
        "file to CSV or ARFF");
  check_one_outcome(o);
  if (!o.annotators.empty() && o.votes) fail("annotators", "is both a list of columns and a table; keep one");
  if (o.all_annotators() && !o.target_path)
    fail("annotators",
         "= \"*\" takes every column of the file in target_path, which is not named; name it, "
         "or list the columns");
  if (o.soft.size() == 1)
    fail("soft", "names one column; expected one column of probabilities per class, at least two");
  check_certainty(o);
  check_clean(o);
  if (o.harden && !gives_soft(o) && !o.gives_votes() && !o.certainty && !o.soft_from)
    fail("harden",
         "turns soft labels into classes, but there are none; drop it, or name soft, "
         "certainty or annotators");
  if (o.soft_from) check_fit(o);
  if ((gives_soft(o) || o.gives_votes()) && o.target_kind != TargetReading::automatic)
    fail("target_kind",
         "says how a target column is read, but the target is soft labels or votes; drop "
         "it");
  if (o.date_order != DateOrder::automatic && o.dates.empty())
    fail("date_order",
         "says how the columns in data.dates are read, but none is named; name them, or drop it");
  if (o.one_from_each && o.feature_groups.empty())
    fail(
        "one_from_each",
        "selects at most one feature of each group in data.feature_groups, which names none; name them, or drop it");
  check_sets(o);
  check_discretise(o.discretise);
}

}  // namespace tamis::framework
