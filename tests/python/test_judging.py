"""How stable a selection is and how well it predicts, from Python."""

import json
import math

import numpy as np
import pytest
from conftest import DATA, command_line, frame

import tamis


def test_stability_is_that_of_the_command_line(tmp_path) -> None:
    X, y = frame("iris.csv", "class")
    config = tmp_path / "c.toml"
    config.write_text(
        'criterion = "mi"\nsearch.keep = 2\n[data]\n'
        f'path = {json.dumps(str(DATA / "iris.csv"))}\ntarget = "class"\n[stability]\nresamples = 8\nshare = 0.4\n'
    )
    expected = command_line("select", str(config))["stability"]
    found = tamis.stability(X, y, criterion="mi", keep=2, resamples=8, share=0.4)
    assert (found.index, list(found.interval)) == (expected["index"], expected["interval"])
    assert found.features["feature"].tolist() == [f["feature"] for f in expected["features"]]
    for key in ("selected_in", "rank_median", "rank_low", "rank_high"):
        assert found.features[key].tolist() == [f[key] for f in expected["features"]]
    assert (found.resamples, found.mean_selected) == (8, 2)
    assert found.result.selected == tamis.select(X, y, criterion="mi", keep=2).selected
    assert repr(found).startswith(f"stability {found.index:.2f}")


def test_stability_that_is_undefined_says_why(noisy) -> None:
    found = tamis.stability(*noisy, criterion="mi", keep=6, resamples=3)  # all features
    assert math.isnan(found.index) and found.reason and repr(found).startswith("stability undefined")


def test_evaluation_is_that_of_select(noisy) -> None:
    X, y = noisy
    asked = {"neighbours": 3, "folds": 4, "repeats": 2, "loss": "balanced_error"}
    expected = tamis.select(X, y, criterion="mi", evaluate=asked)["evaluation"]
    found = tamis.evaluate(X, y, criterion="mi", neighbours=3, folds=4, repeats=2, options={"loss": "balanced_error"})
    assert found.loss == "balanced error rate" and found.splits == 8
    assert found.curve["features"].tolist() == [at["features"] for at in expected["curve"]]
    assert found.curve["mean"].tolist() == [at["mean"] for at in expected["curve"]]
    assert found.size == expected["one_standard_error_size"]
    assert repr(found).startswith("balanced error rate over 8 splits, least")


def test_a_criterion_that_models_the_classes_predicts(noisy) -> None:
    forest = tamis.components.Forest(trees=40)
    found = tamis.evaluate(*noisy, criterion="mi", classifier=forest, folds=3, options={"sizes": [3]})
    expected = tamis.evaluate(
        *noisy, criterion="mi", classifier={"use": "forest", "trees": 40}, folds=3, options={"sizes": [3]}
    )
    assert found.curve["mean"].tolist() == expected.curve["mean"].tolist()
    assert found.curve["mean"][0] < 0.4


def test_any_criterion_is_judged(noisy) -> None:
    X, y = noisy
    names = np.where(y == 1, "yes", "no")
    found = tamis.stability(X, names, criterion=lambda X, y: X[y == "yes"].mean(axis=0), keep=3, resamples=4)
    assert found.features["feature"].tolist()[:3] == ["x0", "x1", "x2"]


def test_parameters_out_of_range_are_refused(noisy) -> None:
    with pytest.raises(tamis.ParamError, match="resamples is 1"):
        tamis.stability(*noisy, criterion="mi", keep=2, resamples=1)
    with pytest.raises(TypeError, match="kep"):
        tamis.stability(*noisy, kep=2)
