# awk -f flip.awk -v flips="R>M:1 M>R:3" TABLE.csv: each row ten times; of a row whose last column is R one copy says M, of a row
# of M three say R. So the shares of wrong labels are exact at every value of every feature, and nothing is left to chance.
BEGIN { FS = OFS = ","; n = split(flips, flip, " ") }
NR == 1 { print; next }
{
  class = $NF; right = 10
  for (i = 1; i <= n; ++i) {
    split(flip[i], part, /[>:]/)
    if (part[1] != class) continue
    $NF = part[2]
    for (copies = part[3]; copies > 0; --copies) print
    right -= part[3]
  }
  $NF = class
  while (right-- > 0) print
}
