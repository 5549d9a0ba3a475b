"""What scikit-learn asks of an estimator after 1.2, which is what Debian 12 has: small fakes of those interfaces stand for
the newer versions."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
import sklearn.base
from sklearn.utils.validation import check_array

import tamis
from tamis import _selector


@dataclass
class InputTags:
    two_d_array: bool = True
    sparse: bool = False
    allow_nan: bool = False


@dataclass
class TargetTags:
    required: bool = False


@dataclass
class Tags:
    """Those of 1.6 that the package speaks of."""

    input_tags: InputTags = field(default_factory=InputTags)
    target_tags: TargetTags = field(default_factory=TargetTags)


def test_tags_of_1_6(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sklearn.base.BaseEstimator, "__sklearn_tags__", lambda self: Tags(), raising=False)
    for estimator, required, allow_nan in (
        (tamis.Selector(), False, False),
        (tamis.Selector("variance", missing="median"), False, True),
        (tamis.Selector(tamis.LntMi(), missing="drop_rows"), True, True),
        (tamis.Selector({"use": "mi"}), True, False),
        (tamis.Selector("there_is_none"), False, False),
    ):
        tags = estimator.__sklearn_tags__()
        assert (tags.target_tags.required, tags.input_tags.allow_nan) == (required, allow_nan)
        assert tags.input_tags.sparse
        assert estimator._get_tags()["requires_y"] == required  # those of before 1.6 say the same


def test_check_array_of_1_8_has_no_force_all_finite(noisy, monkeypatch: pytest.MonkeyPatch) -> None:
    def of_1_8(X: Any, *, ensure_all_finite: bool = True, **options: Any) -> Any:
        if "force_all_finite" in options:
            raise TypeError("check_array() got an unexpected keyword argument 'force_all_finite'")
        return check_array(X, force_all_finite=ensure_all_finite, **options)

    X, y = noisy
    X[0, 0] = np.nan
    expected = tamis.Selector("mi", missing="median").fit(X, y).scores_
    monkeypatch.setattr(_selector, "check_array", of_1_8)
    assert np.array_equal(tamis.Selector("mi", missing="median").fit(X, y).scores_, expected, equal_nan=True)


def _requests(estimator: type) -> dict[str, Any]:
    """What 1.3 reads for metadata routing: the class attributes that are called __metadata_request__<method>."""
    return {
        name.partition("__metadata_request__")[2]: request
        for base in reversed(estimator.__mro__)
        for name, request in vars(base).items()
        if "__metadata_request__" in name
    }


def test_metadata_routing_of_1_3_is_told_what_fit_takes() -> None:
    assert _requests(tamis.Selector) == {"fit": {"sample_weight": None, "groups": None}}
