#include "temp_files.hpp"

#include <tamis/framework/data/load_data.hpp>
#include <tamis/framework/data/tf_idf.hpp>

#include <catch2/catch.hpp>

#include <cmath>

using namespace tamis::framework;

namespace tf_idf_test {
namespace {

using Values = std::vector<double>;
using Names = std::vector<std::string>;

constexpr const char* kCounts = "bee,ant,cow,dog,y\n2,0,1,0,p\n1,0,1,0,q\n0,3,1,0,p\n0,0,5,0,q\n";

DataOptions counts(const TempFiles& files, const std::string& text = kCounts) {
  DataOptions o;
  o.path = files.write("a.csv", text);
  o.target = "y";
  return o;
}

}  // namespace

TEST_CASE("tf-idf is count times ln(N / df), and 0 for a word that no document has", "[tf_idf]") {
  // ln(64 / 33), from an independent implementation
  Values column(64, 0.0);
  for (int i = 0; i < 33; ++i) column[static_cast<std::size_t>(2 * i % 64)] = 1;
  const auto df = std::count(column.begin(), column.end(), 1.0);
  CHECK(inverse_document_frequency(column, 64) ==
        Approx(std::log(64.0 / static_cast<double>(df))).epsilon(1e-15));
  CHECK(inverse_document_frequency(Values(33, 2.0), 64) == Approx(0.6623755218931916).epsilon(1e-14));
  CHECK(inverse_document_frequency(Values{0, 0}, 2) == 0);
  CHECK(inverse_document_frequency(Values{}, 2) == 0);
  CHECK(inverse_document_frequency(Values{1, 4}, 2) == 0);
  Values test{0, 1, 3};
  weigh(test, 0.5);
  CHECK(test == Values{0, 0.5, 1.5});
}

TEST_CASE("the vocabulary has the largest totals, of equals the name that comes first", "[tf_idf]") {
  const Values totals{3, 5, 3, 3, 1};
  const Names names{"d", "x", "b", "c", "a"};
  CHECK(vocabulary(totals, names, 2) == std::vector<tamis::Feature>{1, 2});
  CHECK(vocabulary(totals, names, 3) == std::vector<tamis::Feature>{1, 2, 3});
  CHECK(vocabulary(totals, names, 9).size() == 5);
}

TEST_CASE("counts of a file become tf-idf of its top terms", "[tf_idf][load_data]") {
  const TempFiles files;
  DataOptions o = counts(files);
  o.tf_idf = true;
  o.top_terms = 3;
  const LoadedData data = load_data(o);
  CHECK(data.parts().feature_names == Names{"bee", "ant", "cow"});
  const double ln2 = std::log(2.0), ln4 = std::log(4.0);
  const Values wanted{2 * ln2, ln2, 0, 0, 0, 0, 3 * ln4, 0, 0, 0, 0, 0};
  for (std::size_t k = 0; k < wanted.size(); ++k)
    CHECK(data.parts().values.data()[k] == Approx(wanted[k]).margin(1e-15));
  const auto& notes = data.notes;
  CHECK(notes[notes.size() - 2] == "top terms: the 3 features with the largest sums of 4 were kept");
  CHECK(notes.back() ==
        "tf-idf: counts were multiplied by ln(samples / samples with the word), over 4 samples");
  o.top_terms = 2;  // cow 8, then ant before bee: 3 each
  o.tf_idf = false;
  CHECK(load_data(o).parts().feature_names == Names{"ant", "cow"});
}

TEST_CASE("sparse counts give the same tf-idf as dense ones", "[tf_idf][sparse]") {
  const TempFiles files;
  DataOptions dense = counts(files, "f1,f2,f3,f4,y\n2,0,1,0,p\n1,0,1,0,q\n0,3,1,0,p\n0,0,5,1,q\n"), sparse;
  sparse.path = files.write("a.svm", "p 1:2 3:1\nq 1:1 3:1\np 2:3 3:1\nq 3:5 4:1\n");
  dense.tf_idf = sparse.tf_idf = true;
  dense.top_terms = sparse.top_terms = 3;
  const LoadedData a = load_data(dense), b = load_data(sparse);
  CHECK(a.parts().feature_names == b.parts().feature_names);
  const SparseColumns& s = b.parts().sparse;
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t e = 0; e < s.rows(j).size(); ++e)
      CHECK(s.values(j)[e] == a.view().column(static_cast<tamis::Feature>(j))[s.rows(j)[e]]);
}

TEST_CASE("a negative count is refused with its place", "[tf_idf][errors]") {
  const TempFiles files;
  DataOptions o = counts(files, "a,b,y\n1,2,p\n3,-1,q\n");
  o.tf_idf = true;
  CHECK(files.data_error([&] { load_data(o); }) ==
        "a.csv:3: feature 'b' is -1, but `data.tf_idf` reads features as counts of words, which are 0 or "
        "more; drop `data.tf_idf`, or `data.ignore` what is no count");
  DataOptions lines;
  lines.path = files.write("a.svm", "1 1:2\n2 2:-3\n");
  lines.top_terms = 1;
  CHECK_THAT(files.data_error([&] { load_data(lines); }),
             Catch::StartsWith("a.svm:2: feature 'f2' is -3, but `data.top_terms`"));
}

}  // namespace tf_idf_test
