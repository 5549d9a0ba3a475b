#include <tamis/errors.hpp>
#include <tamis/numerics/simd.hpp>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <optional>
#include <string>

using namespace tamis::numerics;

namespace {

/// TAMIS_VECTOR_LEVEL as a test wants it, and afterwards as it was.
class Level {
 public:
  Level() {
    if (const char* value = std::getenv(kName)) before_ = value;
  }
  ~Level() {
    before_ ? ::setenv(kName, before_->c_str(), 1) : ::unsetenv(kName);
    release_simd_path();
  }
  SimdPath path_with(const char* word) const {
    ::setenv(kName, word, 1);
    release_simd_path();
    return simd_path();
  }

 private:
  static constexpr const char* kName = "TAMIS_VECTOR_LEVEL";
  std::optional<std::string> before_;
};

}  // namespace

TEST_CASE("TAMIS_VECTOR_LEVEL lowers the vector level and never raises it", "[numerics][simd]") {
  const Level level;
  const SimdPath widest = level.path_with("");
  CHECK(level.path_with("sse2") == SimdPath::sse2);
  CHECK(level.path_with("avx2") == (simd_supported(SimdPath::avx2) ? SimdPath::avx2 : SimdPath::sse2));
  CHECK(level.path_with("avx512") == widest);
  CHECK(simd_supported(widest));
}

TEST_CASE("a test may force a path that TAMIS_VECTOR_LEVEL leaves out", "[numerics][simd]") {
  const Level level;
  const SimdPath widest = level.path_with("");
  REQUIRE(level.path_with("sse2") == SimdPath::sse2);
  force_simd_path(widest);
  CHECK(simd_path() == widest);
}

TEST_CASE("an unknown TAMIS_VECTOR_LEVEL is refused with the words that are known",
          "[numerics][simd][errors]") {
  const Level level;
  for (const char* word : {"avx", "AVX2", "sse2 ", "1"})
    CHECK_THROWS_WITH(level.path_with(word), Catch::Contains("sse2, avx2, avx512"));
}
