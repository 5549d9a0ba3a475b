import numpy as np
import tamis


class MedianGap(tamis.Criterion):
    "Largest gap between the medians of two classes, in median deviations within classes"
    better = "higher"
    targets = ("classes",)

    def score_feature(self, x, y):
        classes, code = np.unique(y, return_inverse=True)
        medians = np.array([np.median(x[y == c]) for c in classes])
        deviation = np.median(np.abs(x - medians[code]))
        return (medians.max() - medians.min()) / deviation if deviation > 0 else np.nan
