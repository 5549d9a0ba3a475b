"""How missing numbers of new samples are filled, as those of fit were."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._features import Features
from ._kernel import DataError, filled_by_neighbours


class Medians:
    """Fills a missing number with the median of its column."""

    def __init__(self, features: Features, columns: list[int]) -> None:
        values = features.values
        self.columns = [j for j in columns if not np.isnan(values[:, j]).all()]
        self.medians = np.nanmedian(values[:, self.columns], axis=0)

    def __call__(self, values: NDArray[Any]) -> NDArray[Any]:
        out = values.copy()
        out[:, self.columns] = np.where(np.isnan(out[:, self.columns]), self.medians, out[:, self.columns])
        return out


class Neighbours:
    """Fills a missing number with the mean over the 5 nearest samples of fit that know it, by z-scores."""

    def __init__(self, features: Features, columns: list[int]) -> None:
        self.columns = columns
        self.names = [features.names[j] for j in columns]
        self.training = features.values[:, columns]

    def __call__(self, values: NDArray[Any]) -> NDArray[Any]:
        for i, j in np.argwhere(np.isinf(values[:, self.columns]))[:1]:
            raise DataError(
                f"X has an infinite number in the column {self.names[j]!r}, row {i}; give a finite one, or NaN if it is missing"
            )
        out = values.copy()
        out[:, self.columns] = filled_by_neighbours(self.training, values[:, self.columns], self.names)
        return out


FILLS = {"median": Medians, "neighbours": Neighbours}
