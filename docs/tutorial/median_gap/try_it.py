"""The prototype on a table with wrong labels."""
import pandas

import tamis
from median_gap import MedianGap

table = pandas.read_csv("tests/data/wine_wrong_labels.csv").drop(columns="true_class")
print(tamis.select(table, table.pop("class"), criterion=MedianGap(), keep=4))
