"""Noise models, searches and metrics that are written in Python do what those of C++ do."""

import numpy as np
import pandas as pd
import pytest
import scipy.spatial.distance

import tamis
from tamis import components


class PerClassRates(tamis.NoiseModel):
    """A rate of wrong labels for each true class."""

    def prepare(self, X, y, class_names) -> None:
        super().prepare(X, y, class_names)
        self.rates = np.full(len(class_names), 0.1)

    def parameters(self):
        return self.rates

    def set_parameters(self, values) -> None:
        self.rates = values

    def transitions(self, rates):
        l = len(self.class_names)
        wrong = np.repeat((rates / (l - 1))[:, None], l, axis=1)
        np.fill_diagonal(wrong, 1 - rates)
        return wrong

    def likelihood(self):
        return self.by_label(self.transitions(self.rates))

    def update(self, memberships) -> None:
        known = self.y >= 0
        of_label = memberships[known, self.y[known]]
        right = np.bincount(self.y[known], of_label, minlength=memberships.shape[1])
        self.rates = np.clip(1 - right / memberships[known].sum(axis=0), 0, 1)


class Swap(tamis.NoiseModel):
    """Every label becomes the next class with some probability."""

    def __init__(self, rate: float = 0.2) -> None:
        self.rate = rate

    def likelihood(self):
        l = len(self.class_names)
        return self.by_label((1 - self.rate) * np.eye(l) + self.rate * np.roll(np.eye(l), 1, axis=1))

    def corrupt(self, labels, classes, seed):
        swapped = (np.random.default_rng(seed).random(len(labels)) < self.rate) & (labels >= 0)
        return np.where(swapped, (labels + 1) % classes, labels)


class ForwardInPython(tamis.SearchStrategy):
    """Adds the best feature, one at a time."""

    def run(self, space, goal) -> None:
        subset = list(goal.always)
        outside = [f for f in range(space.features) if f not in subset]
        while len(subset) < goal.keep:
            scores = space.score(subset, "add", outside)
            best = space.choose("add", outside, scores)
            space.accept("add", outside[best])
            subset.append(outside.pop(best))
            if goal.until is not None and not space.better(goal.until, scores[best]):
                return


class CityBlocks(tamis.PointMetric):
    """Sum of absolute differences."""

    def distances(self, A, B):
        return scipy.spatial.distance.cdist(A, B, "cityblock")


class Levels(tamis.ClassMetric):
    """Classes on a line, at their number."""

    def distances(self):
        place = np.array([float(name) for name in self.class_names])
        return np.abs(place[:, None] - place[None, :])


class HalfDifference(tamis.DistributionMetric):
    """Half the sum of absolute differences."""

    metric = True

    def distances(self, P, Q):
        return np.abs(P - Q).sum(axis=1) / 2


def ranking(X, y, criterion, **options) -> list[tuple[str, float]]:
    return [(f["feature"], f["score"]) for f in tamis.rank(X, y, criterion=criterion, **options).ranking]


def same(a: list[tuple[str, float]], b: list[tuple[str, float]]) -> bool:
    return [f for f, _ in a] == [f for f, _ in b] and [s for _, s in a] == pytest.approx([s for _, s in b], rel=1e-9)


class Thrifty(ForwardInPython):
    """Reports what the space shows of the features, and how many scores were left."""

    def run(self, space, goal) -> None:
        self.found = {"names": " ".join(space.feature_name(f) for f in range(space.features))}
        self.found["groups"] = np.array([space.feature_group(f) for f in range(space.features)], dtype=float)
        self.found["cost"] = space.feature_cost(0)
        super().run(space, goal)
        self.found["left"] = -1 if space.evaluations_left is None else space.evaluations_left
        with pytest.raises(tamis.ParamError, match="there is no feature 4"):
            space.feature_name(4)

    def report(self):
        return self.found


def test_a_search_knows_the_features_and_its_budget_and_reports() -> None:
    X = pd.DataFrame({"a": [1.0, 2, 3, 4], "b": ["x", "y", "z", "x"]}).astype({"b": "category"})
    separate = {"categories": "separate"}
    for budget, left in (({}, -1), ({"max_evaluations": 10}, 6)):
        search = {**Thrifty().config(), **budget}
        found = tamis.select(X, [0, 0, 1, 1], criterion="fisher_score", search=search, keep=2, data=separate)["search_diagnostics"]
        assert found["names"] == "a b=x b=y b=z"
        assert found["groups"]["values"].ravel().tolist() == [-1, 0, 0, 0]
        assert found["cost"] == 1
        assert found["left"] == left


def test_a_noise_model_is_fitted_as_that_of_cpp(noisy) -> None:
    X, y = noisy
    options = {"starts": [0.2, 0.3], "restarts": 1}
    ours = components.LntMi(**options, noise=PerClassRates())
    theirs = components.LntMi(**options, noise="per_class_flip")
    assert same(ranking(X, y, ours, search="backward"), ranking(X, y, theirs, search="backward"))
    found = tamis.Selector(ours, search="backward").fit(X, y).noise_
    expected = tamis.Selector(theirs, search="backward").fit(X, y).noise_
    assert found.rates == pytest.approx(expected.rates)
    issues = [tamis.find_label_issues(X, y, criterion=c) for c in (ours, theirs)]
    pd.testing.assert_frame_equal(*issues, rtol=1e-9)


def test_a_noise_model_of_an_id_corrupts_labels_of_an_experiment() -> None:
    def share_of_wrong(rate: float) -> float:
        found = tamis.experiment(
            f"""
            repeats = 4
            search.keep = 1
            [data.generate]
            use = "spheres"
            samples = 300
            [corrupt]
            use = "swap"
            rate = {rate}
            [criterion]
            use = "mi"
            """
        )
        return next(float(row.split(",")[-1]) for row in found["raw"].splitlines() if ",wrong_labels," in row)

    assert share_of_wrong(0.0) == 0
    assert share_of_wrong(0.3) == pytest.approx(0.3, abs=0.1)


@pytest.mark.parametrize("criterion", ["ksg_mi", "mi", "knn_error", "fisher_score", "weighted_laplacian"])
def test_a_search_goes_the_way_of_that_of_cpp(noisy, criterion: str) -> None:
    X, y = noisy
    options = {"criterion": criterion, "keep": 4, "always": ["x4"]}
    if criterion == "ksg_mi":
        y = X[:, 0] + X[:, 1] ** 2
    ours = tamis.select(X, y, search="forward_in_python", **options)
    theirs = tamis.select(X, y, search="forward", **options)
    assert ours.path == theirs.path and ours.selected == theirs.selected


def test_a_search_stops_where_it_is_told_to(noisy) -> None:
    X, y = noisy
    for stop in ({"search": {"use": "forward_in_python", "until": 0.2}}, {"search": ForwardInPython(), "keep": 2}):
        theirs = {**stop, "search": {**stop["search"], "use": "forward"} if "keep" not in stop else "forward"}
        ours = tamis.select(X, y, criterion="knn_error", **stop)
        assert 0 < len(ours.path) < 6
        assert ours.path == tamis.select(X, y, criterion="knn_error", **theirs).path


def test_a_search_that_is_cut_short_keeps_its_path(noisy) -> None:
    X, y = noisy

    class Stubborn(ForwardInPython):
        """Goes on whatever is raised."""

        def run(self, space, goal) -> None:
            try:
                super().run(space, goal)
            except BaseException:
                super().run(space, goal)

    for search in (ForwardInPython(), Stubborn()):
        cut = tamis.select(X, y, criterion="mi", search={**search.config(), "max_evaluations": 8}, keep=6)
        assert cut["status"] == "out_of_budget" and len(cut.path) == 1


def test_point_metrics(noisy) -> None:
    X, y = noisy
    for make in (lambda m: components.KnnError(metric=m), lambda m: components.LaplacianScore(metric=m)):
        assert same(ranking(X, y, make(CityBlocks())), ranking(X, y, make("manhattan")))


def test_metrics_of_classes_and_of_distributions() -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(0, 4, 400)
    X = (y[:, None] + rng.integers(0, 3, (400, 5)) * np.arange(5)) // 2
    places = [abs(a - b) for a in range(4) for b in range(4)]

    def blanket(divergence) -> list[tuple[str, float]]:
        return ranking(X, y, components.MarkovBlanket(divergence=divergence), target="class")

    theirs = components.WassersteinExact(ground={"use": "class_matrix", "rows": places})
    assert same(blanket(components.WassersteinExact(ground=Levels())), blanket(theirs))
    assert same(blanket(HalfDifference()), blanket("total_variation"))


def test_sentences_name_the_method_that_is_wrong(noisy) -> None:
    X, y = noisy

    class Narrow(tamis.PointMetric):
        """Gives too few distances."""

        def distances(self, A, B):
            return np.zeros((len(A), 1)) if len(B) > 1 else np.zeros(3)

    class Astray(tamis.SearchStrategy):
        """Accepts what it never asked for."""

        def __init__(self, how: str = "twice") -> None:
            self.how = how

        def run(self, space, goal) -> None:
            if self.how == "move":
                space.score([], "swap", [0])
            if self.how == "empty":
                space.choose("add", [], [])
            if self.how == "kept":
                Astray.kept = space
                space.accept("add", 0)
                return
            space.accept("add", 0)
            space.accept("add", 0)

    class Silent(tamis.NoiseModel):
        """Says nothing."""

        def likelihood(self):
            return None

    def refused(**options) -> str:
        with pytest.raises(tamis.Error) as caught:
            tamis.select(X, y, keep=1, **{"criterion": "mi", **options})
        return str(caught.value)

    assert "its distances() gave an array of shape" in refused(criterion=components.KnnError(metric=Narrow()))
    assert "'swap'; expected 'add', 'remove' or 'whole'" in refused(search=Astray(how="move"))
    assert "0 candidates and 0 scores" in refused(search=Astray(how="empty"))
    assert "feature 0" in refused(search=Astray())
    assert "its likelihood() gave" in refused(
        criterion=components.LntMi(noise=Silent(), first_memberships="all_features"), search="forward"
    )
    tamis.select(X, y, keep=1, criterion="mi", search=Astray(how="kept"))
    with pytest.raises(tamis.ParamError, match="is over"):
        Astray.kept.score([], "add", [0])


class NearestMean(tamis.Criterion):
    """Gaussian classes of one spread, fitted to the labels as they are."""

    better = "higher"
    targets = ("classes",)

    def score_subset(self, X, y):
        return float(np.log(self.of(X, y)[np.arange(len(y)), y]).mean())

    def memberships(self, subset):
        return self.of(self.X[:, subset], self.y)

    def of(self, X, y):
        means = np.array([X[y == c].mean(axis=0) for c in range(len(self.class_names))])
        squares = ((X[:, None, :] - means) ** 2).sum(axis=2) if X.shape[1] else np.zeros((len(X), len(means)))
        p = np.exp(-squares / 2)
        return p / p.sum(axis=1, keepdims=True)


def test_a_criterion_in_python_finds_wrong_labels_by_its_memberships():
    rng = np.random.default_rng(3)
    truth = np.repeat([0, 1], 40)
    X = rng.normal(size=(80, 2)) + 6 * truth[:, None]
    y = truth.copy()
    y[[5, 17, 60]] = 1 - y[[5, 17, 60]]
    issues = tamis.find_label_issues(X, y, criterion=NearestMean())
    assert sorted(issues.row) == [5, 17, 60]
    assert list(issues.likelier) == list(truth[issues.row])


def test_memberships_of_another_shape_are_refused():
    class Narrow(NearestMean):
        def memberships(self, subset):
            return np.ones((len(self.y), 1))

    with pytest.raises(tamis.Error, match=r"its memberships\(\) gave"):
        tamis.find_label_issues(np.arange(20.0)[:, None], np.repeat([0, 1], 10), criterion=Narrow())
