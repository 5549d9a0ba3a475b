#!/usr/bin/env bash
# mistakes_are_sentences.sh COMPILER INCLUDE: what an author gets wrong ends the build with a sentence that says what to
# write instead. (describe_test.cpp has the mistakes; here is what the compiler makes of them.)
set -u
compiler=$1 include=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect SENTENCE OPTIONS DESCRIPTION [FLAG...]: a criterion with OPTIONS in its class, and DESCRIPTION after .better()
expect() {
  cat > "$work/mine.cpp" << EOF
#include <tamis/sdk.hpp>
struct Mine final : tamis::UnivariateCriterion {
  $2
  static constexpr auto describe() {
    return tamis::describe<Mine>("org.example.mine", "").better(tamis::Better::higher)$3;
  }
  tamis::Score score_column(tamis::Column, const tamis::Target&) const override { return 0; }
};
TAMIS_PLUGIN(${components:-Mine})
EOF
  if "$compiler" -std=c++20 -fsyntax-only "${@:4}" -I"$include" "$work/mine.cpp" > "$work/log" 2>&1; then
    echo "FAIL: it compiles: $2"
    failures=$((failures + 1))
  elif grep -qF -- "$1" "$work/log" && ! grep -q 'constant expression' "$work/log"; then
    echo "pass: $1"
  else
    printf 'FAIL: "%s" does not stand in\n' "$1"
    cat "$work/log"
    failures=$((failures + 1))
  fi
}

option='.option<&Options::t>("t", tamis::anything, "")'
digits='at most 15 digits, as numbers from 1e-22 to 1e37'
expect "$digits" 'struct Options { double t = 1e300; } options;' "$option"
expect "$digits" 'struct Options { double t = 1e-30; } options;' "$option"
expect "$digits" 'struct Options { double t = 1; } options;' \
  '.option<&Options::t>("t", tamis::between(0.123456789012345678, 2), "")'
expect 'is outside its range (integers end at 2^63 - 1)' 'struct Options { unsigned long t = -1ul; } options;' "$option"
expect 'a tolerance is 0 or more; write it with at most 15 digits' '' '.tolerance(1e-30)'
expect 'a tolerance is 0 or more' '' '.tolerance(-1)'
components='Mine, Mine' expect 'two components of this library have one id' '' ''
held='describes options, but has no public member called `options`'
expect "$held" 'struct Options { double t = 1; } opts;' "$option"
expect "$held" 'struct Options { double t = 1; }; private: Options options; public:' "$option"
expect "$held" 'struct Options { double t = 1; }; int options = 0;' "$option"
expect 'build it without -fno-exceptions' '' '' -fno-exceptions
[ $failures = 0 ]
