#!/usr/bin/env bash
# check_test.sh PYTHON: check.py passes a small site, and finds each fault that is put into it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
site=$(mktemp -d)
trap 'rm -rf "$site"' EXIT
failures=0

# expect CODE NAME LINE-OF-HTML [LINE-OF-CSS]
expect() {
  echo '<h1 id="top">b</h1><a href="index.html">a</a>' > "$site/b.html"
  echo "$3" > "$site/index.html"
  echo "${4:-}" > "$site/style.css"
  "$python" "$here/check.py" "$site" > /dev/null
  local code=$?
  if [ $code = "$1" ]; then echo "pass: $2"; else echo "FAIL: $2 (exit $code)"; failures=1; fi
}

python=$1
expect 0 'a site with links to pages, anchors and the web' '<a href="b.html#top">b</a> <a href="https://example.org/x">web</a>'
expect 1 'a link leads nowhere' '<a href="c.html">c</a>'
expect 1 'an anchor is not there' '<a href="b.html#bottom">b</a>'
expect 1 'an image is not there' '<img src="figure.svg">'
expect 1 'a script comes from the network' '<script src="https://example.org/x.js"></script>'
expect 1 'a style comes from the network' '<link rel="stylesheet" href="//example.org/x.css">'
expect 1 'a font comes from the network' '<a href="b.html">b</a>' '@font-face { src: url("https://example.org/x.woff"); }'
expect 1 'a style comes from the root of a server' '<a href="b.html">b</a>' '@import url(/style.css);'
exit $failures
