"""The prototype against the Fisher score, where 40 % of the labels are wrong."""
import tamis
from median_gap import MedianGap  # from here on a config may name median_gap

found = tamis.experiment("""
repeats = 30
data = { path = "tests/data/wine.csv", target = "class" }
corrupt = { use = "uniform_flip", rate = 0.4 }
search = { use = "rank", keep = 4 }
evaluate = { sizes = [2, 4] }

[[method]]
name = "Fisher score"
criterion = "fisher_score"

[[method]]
name = "median gap"
criterion = "median_gap"
""")
print(found["table"])
