"""Criteria that are written in Python."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

import tamis


class Spread(tamis.Criterion):
    """Variance of each feature, to a power."""

    better = "higher"

    def __init__(self, power: float = 1.0) -> None:
        self.power = power

    def score_feature(self, x, y) -> float:
        return float("nan") if x[0] == x.min() == x.max() else x.var(ddof=1) ** self.power

    def report(self) -> dict:
        return {"power": self.power, "means": self.X.mean(axis=0)}


class Separation(tamis.Criterion):
    """Squared distance between the means of two classes."""

    id = "org.example.separation"
    better = "higher"
    targets = ("classes",)

    def score_subset(self, X, y) -> float:
        return float(((X[y == 0].mean(axis=0) - X[y == 1].mean(axis=0)) ** 2).sum())


def scores(X, y=None, **options) -> dict[int, float]:
    return {f["column"]: f["score"] for f in tamis.rank(X, y, **options)["ranking"]}


def test_a_criterion_in_python_is_one_like_any_other(noisy) -> None:
    X, _ = noisy
    ours = scores(X, criterion="variance")
    assert scores(X, criterion=Spread()) == pytest.approx(ours, rel=1e-12)
    assert scores(X, criterion="spread") == scores(X, criterion=Spread())
    assert scores(X, criterion=Spread(power=0.5)) == pytest.approx({k: v**0.5 for k, v in ours.items()})
    assert tamis.describe("spread")["options"][0]["default"] == 1.0
    found = tamis.rank(X, criterion=Spread(2.0))["diagnostics"]
    assert found["power"] == 2.0
    assert found["means"]["values"][:, 0] == pytest.approx(X.mean(axis=0))


class Known(tamis.Criterion):
    """Variance of the known cells."""

    better = "higher"
    takes_missing = True
    order_immune = "any"

    def score_feature(self, x, y) -> float:
        return float(np.nanvar(x, ddof=1))


def test_cells_that_are_kept_missing_are_nan(noisy) -> None:
    X = noisy[0].copy()
    X[::7, 1] = np.nan
    found = scores(X, criterion=Known(), missing="keep")
    assert found == pytest.approx(dict(enumerate(np.nanvar(X, axis=0, ddof=1))), rel=1e-12)
    assert found == pytest.approx(scores(X, criterion="variance", missing="keep"), rel=1e-12)
    with pytest.raises(tamis.Error, match="missing"):
        tamis.rank(X, criterion=Spread(), missing="keep")


def test_under_which_errors_its_order_stays_is_described() -> None:
    assert tamis.describe("known")["order_immune"] == ["any"]
    with pytest.raises(tamis.Error, match="some"):
        type("Wrongly", (Known,), {"order_immune": ("some",)})


@pytest.mark.parametrize("search", ["forward", "backward", "floating_forward", "exhaustive", "beam", "annealing"])
def test_any_search_goes_with_it(noisy, search: str) -> None:
    X, y = noisy
    selector = tamis.Selector(Separation(), search=search, n_features_to_select=3).fit(X, y)
    assert set(selector.get_support(indices=True)) == {0, 1, 2}
    assert all(s["score"] == pytest.approx(_after(X, y, selector.path_, i)) for i, s in enumerate(selector.path_))


def _after(X, y, path, step: int) -> float:
    subset = set() if path[0]["move"] == "add" else set(range(6))
    for s in path[: step + 1]:
        subset ^= {s["column"]}
    chosen = sorted(subset)
    return float(((X[y == 0][:, chosen].mean(axis=0) - X[y == 1][:, chosen].mean(axis=0)) ** 2).sum())


def test_it_is_cloned_pickled_and_set(noisy) -> None:
    X, y = noisy
    selector = tamis.Selector(Spread(power=3.0), n_features_to_select=2)
    assert clone(selector).criterion == Spread(power=3.0)
    assert pickle.loads(pickle.dumps(selector)).criterion.power == 3.0
    assert selector.set_params(criterion__power=0.5).fit(X, y).result_["criterion"] == {"use": "spread", "power": 0.5}


def test_what_python_raises_is_an_error_with_its_sentence(noisy) -> None:
    class Broken(tamis.Criterion):
        better = "lower"

        def __init__(self, how: str = "raises") -> None:
            self.how = how

        def score_feature(self, x, y) -> float:
            if self.how == "raises":
                raise RuntimeError("no luck")
            raise ValueError("x is too large")

        def score(self, subset, move, candidates):
            if self.how == "few":
                return [1.0]
            if self.how == "text":
                return "none"
            return super().score(subset, move, candidates)

    X, _ = noisy
    for how, kind, sentence in (
        ("raises", tamis.PluginError, "RuntimeError: no luck"),
        ("refuses", tamis.DataError, "x is too large"),
        ("few", tamis.PluginError, "gave 1 number; expected 6 numbers, one per candidate"),
        ("text", tamis.PluginError, "gave a str; expected 6 numbers"),
    ):
        with pytest.raises(kind, match=sentence):
            tamis.rank(X, criterion=Broken(how=how))


class Weighted(tamis.Criterion):
    """Weighted difference of means between known and unknown samples, by groups."""

    better = "higher"
    targets = ("classes",)
    uses_unknown = uses_weights = uses_groups = distances = True

    def score_feature(self, x, y) -> float:
        w = self.sample_weight
        known, unknown = (np.average(x[at], weights=w[at]) for at in (y >= 0, y < 0))
        return abs(known - unknown) * len(set(self.groups))


def test_it_gets_what_it_says_it_uses(noisy) -> None:
    X, y = noisy
    y = np.where(np.arange(120) < 40, -1, y)
    w = 1.0 + np.arange(120) % 3
    groups = np.arange(120) // 30
    options = {"criterion": Weighted(), "unlabelled": -1, "sample_weight": w, "groups": groups}
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    expected = 4 * np.abs(np.average(Z[40:], axis=0, weights=w[40:]) - np.average(Z[:40], axis=0, weights=w[:40]))
    found = scores(X, y, **options)
    assert [found[j] for j in range(6)] == pytest.approx(expected)
    fitted = tamis.Selector(Weighted(), unlabelled=-1, n_features_to_select=2).fit(X, y, sample_weight=w, groups=groups)
    assert fitted.scores_ == pytest.approx(expected)
    with pytest.raises(tamis.DataError, match="does not use weights"):
        scores(X, criterion=Spread(), sample_weight=w)


@pytest.mark.parametrize("reported, sentence", [([1], "gave no dict"), ({"model": object()}, "has 'model' that is no")])
def test_what_no_diagnostics_can_hold_is_refused(noisy, reported, sentence: str) -> None:
    class Talkative(Spread):
        def report(self):
            return reported

    with pytest.raises(tamis.PluginError, match=sentence):
        tamis.rank(noisy[0], criterion=Talkative())


def test_undefined_scores_come_last(noisy) -> None:
    X = noisy[0].copy()
    X[:, 4] = 1
    ranking = tamis.rank(X, criterion=Spread())["ranking"]
    assert ranking[-1]["column"] == 4 and ranking[-1]["score"] is None


def test_a_class_that_is_written_again_takes_the_place_of_the_first(noisy) -> None:
    X, _ = noisy
    for factor in (1.0, 2.0):

        class Again(tamis.Criterion):
            better = "higher"

            def score_feature(self, x, y, factor: float = factor) -> float:
                return factor * x.max()

        assert scores(X, criterion="again") == pytest.approx({j: factor * X[:, j].max() for j in range(6)})


def test_an_option_that_no_config_can_hold_is_refused() -> None:
    with pytest.raises(tamis.ParamError, match="option weights has the default"):

        class Bad(tamis.Criterion):
            better = "higher"

            def __init__(self, weights=(1, 2)) -> None:
                self.weights = weights

            def score_feature(self, x, y) -> float:
                return 0.0


def test_the_error_of_a_model_of_scikit_learn_is_a_criterion(noisy) -> None:
    X, y = noisy
    model = tamis.ModelError(KNeighborsClassifier(3), cv=4)
    selector = tamis.Selector(model, search="forward", n_features_to_select=2).fit(X, y)
    assert set(selector.get_support(indices=True)) <= {0, 1, 2}
    assert 0 < selector.path_[-1]["score"] < 0.4
    other = tamis.Selector(tamis.ModelError(KNeighborsClassifier(15), cv=4), search="forward", n_features_to_select=2)
    assert other.fit(X, y).path_ != selector.path_
    assert np.isfinite(clone(selector).set_params(criterion__cv=3).fit(X, y).path_[0]["score"])


def test_runs_go_on_beside_each_other_and_within_each_other(noisy) -> None:
    X, y = noisy
    inner = make_pipeline(tamis.Selector("mi", n_features_to_select=1), KNeighborsClassifier())
    selector = tamis.Selector(tamis.ModelError(inner, cv=3), search="forward", n_features_to_select=2).fit(X, y)
    assert set(selector.get_support(indices=True)) <= set(range(6))
    expected = scores(X, y, criterion="mi")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: scores(X, y, criterion="mi"), range(12)))
    assert all(f == expected for f in found)
