#include <tamis/framework/data/reordered.hpp>

#include <catch2/catch.hpp>

using namespace tamis;
using namespace tamis::framework;

namespace reordered_test {
namespace {
const std::vector<std::uint64_t> kFrom{2, 0, 1};
}

TEST_CASE("labels keep their certainty and their votes", "[reordered]") {
  TargetColumn t;
  t.kind = TargetKind::soft;
  t.name = "class";
  t.class_names = {"a", "b"};
  t.annotator_names = {"x", "y"};
  t.labels = {0, 1, -1};
  t.certainty = {0.9, 0.8, 0.7};
  t.soft = {0.9, 0.2, 0.5, 0.1, 0.8, 0.5};
  t.vote_start = {0, 2, 2, 3};
  t.vote_annotators = {0, 1, 1};
  t.vote_labels = {0, 1, 1};
  const TargetColumn r = reordered(t, kFrom);
  CHECK(r.name == "class");
  CHECK(r.class_names == t.class_names);
  CHECK(r.annotator_names == t.annotator_names);
  CHECK(r.labels == std::vector<std::int32_t>{-1, 0, 1});
  CHECK(r.certainty == std::vector<double>{0.7, 0.9, 0.8});
  CHECK(r.soft == std::vector<double>{0.5, 0.9, 0.2, 0.5, 0.1, 0.8});
  CHECK(r.vote_start == std::vector<std::uint64_t>{0, 1, 3, 3});
  CHECK(r.vote_annotators == std::vector<std::uint32_t>{1, 0, 1});
  CHECK(r.vote_labels == std::vector<std::int32_t>{1, 0, 1});
}

TEST_CASE("sets and real values are reordered alike", "[reordered]") {
  TargetColumn sets;
  sets.kind = TargetKind::sets;
  sets.class_names = {"a", "b"};
  sets.set_start = {0, 0, 2, 3};
  sets.set_labels = {0, 1, 1};
  const TargetColumn r = reordered(sets, kFrom);
  CHECK(r.set_start == std::vector<std::uint64_t>{0, 1, 1, 3});
  CHECK(r.set_labels == std::vector<std::int32_t>{1, 0, 1});

  TargetColumn real;
  real.kind = TargetKind::real;
  real.real = {1.5, 2.5, 3.5};
  CHECK(reordered(real, kFrom).real == std::vector<double>{3.5, 1.5, 2.5});
}

}  // namespace reordered_test
