#include "generators.hpp"

#include <tamis/framework/data/generate.hpp>

namespace tamis::framework {
namespace {

const char* const kWeighted =
    "Doquire, Verleysen. Handling imprecise labels in feature selection with graph Laplacian. ICPRAM 2012, "
    "section 5.2, DOI 10.5220/0003712101620169";
const char* const kSemiSupervised =
    "Doquire, Verleysen. Graph Laplacian for semi-supervised feature selection in regression problems. IWANN "
    "2011, section 3.2";
const char* const kLabelNoise =
    "Frenay, Doquire, Verleysen. Estimating mutual information for feature selection in the presence of "
    "label noise. CSDA 71 (2014) 832-848, sections 3.2 and 4.5";
const char* const kWasserstein =
    "after the Enron e-mails of Li. Feature Selection Based on Wasserstein Distance. arXiv 2411.07217; the "
    "model is ours";

const char* const kOurs = "the model is ours, after tables such as the Adult census data";

GeneratorOption whole(const char* name, double by_default, double lowest, double highest, const char* doc) {
  return {name, by_default, lowest, highest, true, doc};
}
GeneratorOption real(const char* name, double by_default, double lowest, double highest, const char* doc) {
  return {name, by_default, lowest, highest, false, doc};
}

/// The two options of every generator, then its own.
std::vector<GeneratorOption> options(double samples, double irrelevant,
                                     std::vector<GeneratorOption> own = {}) {
  std::vector<GeneratorOption> all{
      whole("samples", samples, 2, 1e7, "rows of the table"),
      whole("irrelevant", irrelevant, 0, 1e6, "features that are independent of the target")};
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

}  // namespace

const std::vector<Generator>& generators() {
  static const std::vector<Generator> all{
      {"spheres", "points in four spheres, each a class; 3 features matter", kWeighted,
       options(50, 3, {real("radius", 0.25, 0.05, 0.25, "of the spheres")}), make_spheres},
      {"squares", "points in four squares, each a class; 2 features matter", kWeighted, options(100, 4),
       make_squares},
      {"circle", "inside or outside of a circle; 2 features matter", kWeighted,
       options(500, 4, {real("ring", 0.05, 0, 0.1, "width of the ring around the circle that is left out")}),
       make_circle},
      {"y4", "a product of cosines and exponentials, by rank; 4 features matter", kWeighted,
       options(300, 6, {whole("classes", 3, 2, 10, "of equal size, by the rank of the value")}), make_y4},
      {"y5", "a sum of a sine, a square and lines, by rank; 5 features matter", kWeighted,
       options(300, 5,
               {whole("classes", 2, 2, 10, "of equal size, by the rank of the value"),
                real("range", 1, 0.5, 2, "features are uniform from 0 to this")}),
       make_y5},
      {"y1", "a product of a cosine and a sine, real values; 4 features matter", kSemiSupervised,
       options(1000, 4), make_y1},
      {"y2", "a quotient of squares, real values; 2 features matter", kSemiSupervised, options(1000, 2),
       make_y2},
      {"two_gaussians", "two normal classes beside each other; 1 feature matters", kLabelNoise,
       options(40, 0, {real("centre", 1.5, 0, 100, "the classes are centred at minus and plus this")}),
       make_two_gaussians},
      {"words", "counts of words in texts whose topics form a tree; the words of topics matter", kWasserstein,
       options(1648, 144,
               {whole("layers", 3, 1, 3, "of topics below the root"),
                whole("branches", 3, 2, 9, "topics below each topic"),
                whole("words", 4, 1, 1000, "that each topic has of its own"),
                whole("length", 60, 1, 10000, "words of a text"),
                real("topical", 0.3, 0.01, 1, "share of a text's words that are of its topic")}),
       make_words},
      {"categories", "columns of categories beside numbers, two classes; 3 columns and 2 numbers matter",
       kOurs,
       options(
           1000, 12,
           {whole("levels", 8, 3, 26, "values of a column of categories, the first ones the most frequent"),
            real("strength", 1, 0, 10, "of what a value adds to the log-odds of the class")}),
       make_categories}};
  return all;
}

}  // namespace tamis::framework
