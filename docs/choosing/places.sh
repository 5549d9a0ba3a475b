# places.sh A.csv B.csv [options of tamis rank]: how many places of the ranking of A hold another feature in that of B.
# Warnings about the tables do not matter here.
order() { tamis rank "$@" --target class --rows 1000 --quiet 2> >(grep -v '^warning' >&2) | awk 'NR > 1 { print $1, $2 }'; }
a=$1 b=$2
shift 2
echo "$(diff <(order "$a" "$@") <(order "$b" "$@") | grep -c '^<') of $(order "$a" "$@" | wc -l) places"
