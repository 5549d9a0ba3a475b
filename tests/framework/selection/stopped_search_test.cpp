// Searches that find a subset before they walk to it, stopped before they walk.
#include "false_discoveries_fixture.hpp"

#include <algorithm>

using namespace tamis;
using namespace tamis::framework;

namespace stopped_search_test {
namespace {

SelectionResult stopped(const std::string& search) {
  return test::run("criterion = 'knn_error'\nsearch = " + search, test::logistic(80, 8, 3, 2));
}

}  // namespace

TEST_CASE("a beam that is stopped has the best subset of the last complete size", "[stopped_search]") {
  const SelectionResult r = stopped("{ use = 'beam', keep = 6, max_evaluations = 60 }");
  CHECK(r.status == StageResult::Status::out_of_budget);
  CHECK(r.path.empty());
  CHECK(found_something(r));
  REQUIRE(test::selected(r).size() == r.start.size());
  CHECK(r.start.size() >= 1);
  CHECK(r.start.size() < 6);
}

TEST_CASE("a search that took no step and began nowhere has found nothing", "[stopped_search]") {
  for (const char* search : {"{ use = 'forward', keep = 3, max_evaluations = 2 }",
                             "{ use = 'beam', keep = 3, max_evaluations = 2 }",
                             "{ use = 'annealing', keep = 3, always = ['c1'], max_evaluations = 2 }",
                             "{ use = 'backward', keep = 3, max_evaluations = 2 }"})
    CHECK_FALSE(found_something(stopped(search)));
  CHECK(found_something(stopped("{ use = 'forward', keep = 3, max_evaluations = 9 }")));
}

}  // namespace stopped_search_test
