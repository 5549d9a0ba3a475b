"""The prototype and the plugin, side by side."""
import sys

import pandas

import tamis
from median_gap import MedianGap

table = pandas.read_csv("tests/data/wine_wrong_labels.csv").drop(columns="true_class")
y = table.pop("class")
prototype = tamis.rank(table, y, criterion=MedianGap())
plugin = tamis.rank(table, y, criterion="org.example.median_gap", plugin_dirs=sys.argv[1:])
print("the same ranking and scores:", prototype.ranking == plugin.ranking)
