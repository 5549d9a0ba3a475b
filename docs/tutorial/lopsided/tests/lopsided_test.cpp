#include "../lopsided.cpp"

#include <tamis/testing/score_all.hpp>

#include <cstdio>

int main() {
  using namespace tamis::testing;
  Table table = Table::of({{"late", {0, 0, 0, 4}}, {"even", {0, 1, 3, 4}}, {"same", {2, 2, 2, 2}}});
  Lopsided method;
  const Scored scored = score_all(method, table.view());
  const bool right = scored.of("late") == 0.25 && scored.of("even") == 0 && scored.why("same") == "constant";
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
