"""A citizen of scikit-learn."""

import pickle
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from conftest import frame
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.utils import estimator_checks
from sklearn.utils.estimator_checks import check_estimator

import tamis
from tamis import Selector

CRITERIA = [None, *(c for c in tamis.plugins("criterion") if tamis.describe(c)["file"])]


@pytest.mark.parametrize("criterion", CRITERIA)
def test_check_estimator(criterion) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_estimator(Selector(criterion))


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize(
    "check",
    [
        "check_dataframe_column_names_consistency",
        "check_get_feature_names_out_error",
        "check_global_ouptut_transform_pandas",
        "check_n_features_in_after_fitting",
        "check_param_validation",
        "check_set_output_transform",
        "check_set_output_transform_pandas",
        "check_transformer_get_feature_names_out",
        "check_transformer_get_feature_names_out_pandas",
    ],
)
def test_checks_that_check_estimator_leaves_out(criterion, check: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", tamis.TamisWarning)
        getattr(estimator_checks, check)("Selector", Selector(criterion))


def test_a_pipeline_finds_the_features_that_matter(noisy) -> None:
    X, y = noisy
    model = make_pipeline(Selector("mi", n_features_to_select=3), KNeighborsClassifier())
    assert cross_val_score(model, X, y, cv=4).mean() > 0.8
    assert set(model.fit(X, y)[0].get_support(indices=True)) == {0, 1, 2}


def test_grid_search_goes_over_criteria_and_over_options_inside(noisy) -> None:
    X, y = noisy
    model = make_pipeline(Selector(tamis.LntMi(), search="backward", n_features_to_select=3), KNeighborsClassifier())
    criteria = GridSearchCV(model, {"selector__criterion": ["mi", "fisher_score"]}, cv=3).fit(X, y)
    assert criteria.best_params_["selector__criterion"] in ("mi", "fisher_score")
    options = GridSearchCV(
        model,
        {"selector__criterion__neighbours": [4, 8], "selector__criterion__noise": [tamis.UniformFlip(), "none"]},
        cv=2,
    ).fit(X, y)
    assert options.best_params_["selector__criterion__neighbours"] in (4, 8)


def test_parallel_searches_give_the_same(noisy) -> None:
    X, y = noisy
    model = make_pipeline(Selector("mi", n_features_to_select=2), KNeighborsClassifier())
    grid = {"selector__n_features_to_select": [1, 2, 3]}
    scores = [
        GridSearchCV(model, grid, cv=3, n_jobs=n).fit(X, y).cv_results_["mean_test_score"].tolist() for n in (1, 2)
    ]
    assert scores[0] == scores[1]


def test_a_column_transformer_takes_it(iris) -> None:
    X, y = iris
    parts = ColumnTransformer([("petals", Selector(n_features_to_select=1), ["petal_length", "petal_width"])])
    assert parts.fit_transform(X, y).shape == (150, 1)


def test_pickles_and_clones_are_the_same(noisy) -> None:
    X, y = noisy
    fitted = Selector(tamis.LntMi(noise=tamis.KnownRates(rates=(0.1, 0.1))), n_features_to_select=2).fit(X, y)
    again = pickle.loads(pickle.dumps(fitted))
    assert (again.transform(X) == fitted.transform(X)).all()
    assert again.criterion == fitted.criterion
    fresh = clone(fitted)
    assert not hasattr(fresh, "result_")
    assert fresh.criterion == fitted.criterion and fresh.criterion is not fitted.criterion
    assert fresh.fit(X, y).result_["ranking"] == fitted.result_["ranking"]


def test_attributes_say_what_was_found(noisy) -> None:
    X, y = noisy
    fitted = Selector("laplacian_score", n_features_to_select=2).fit(X)
    assert fitted.scores_.shape == fitted.ranking_.shape == (6,)
    assert sorted(fitted.ranking_) == [1, 2, 3, 4, 5, 6]
    assert (np.argsort(fitted.scores_, kind="stable") + 1).tolist() == np.argsort(fitted.ranking_).__add__(1).tolist()
    assert fitted.get_support().sum() == 2
    backward = Selector("mi", search="backward", n_features_to_select=4).fit(X, y)
    assert [s["move"] for s in backward.path_] == ["remove", "remove"]
    assert backward.inverse_transform(backward.transform(X)).shape == X.shape


def test_sparse_stays_sparse(noisy) -> None:
    X, y = noisy
    X = np.where(np.abs(X) > 1, X, 0.0)
    dense = Selector("weighted_laplacian", n_features_to_select=3).fit(X, y)
    for form in (scipy.sparse.csr_matrix, scipy.sparse.csc_matrix, scipy.sparse.coo_matrix):
        sparse = Selector("weighted_laplacian", n_features_to_select=3).fit(form(X), y)
        assert sparse.scores_ == pytest.approx(dense.scores_, rel=1e-12)
        assert scipy.sparse.issparse(sparse.transform(form(X)))


def test_a_sparse_matrix_of_the_user_is_not_changed() -> None:
    indices, starts = np.array([1, 0, 1, 1]), np.array([0, 2, 4])
    doubled = scipy.sparse.csc_matrix((np.array([1.0, 2, 3, 4]), indices, starts), shape=(120, 2))
    found = tamis.rank(doubled, criterion="variance")
    assert doubled.nnz == 4 and doubled.indices.tolist() == [1, 0, 1, 1] and doubled.data.tolist() == [1, 2, 3, 4]
    dense = tamis.rank(doubled.toarray(), criterion="variance")
    assert [f["score"] for f in found.ranking] == pytest.approx([f["score"] for f in dense.ranking])


def test_categories_and_gaps_of_a_frame(iris) -> None:
    X, y = iris
    X = X.assign(colour=pd.Categorical(np.where(y == "setosa", "red", "blue")))
    X.loc[3, "sepal_width"] = np.nan
    with pytest.raises(ValueError, match=r"X:4:2 \(sepal_width\): the cell is missing"):
        Selector().fit(X, y)
    fitted = Selector("mi", n_features_to_select=5, missing="median").set_output(transform="pandas").fit(X, y)
    out = fitted.transform(X)
    assert list(out.columns) == [*X.columns[:4], "colour=red"]
    assert out["colour=red"].tolist() == (y == "setosa").astype(float).tolist()
    assert out.loc[3, "sepal_width"] == X["sepal_width"].median()
    assert fitted.n_features_in_ == 5
    dropped = Selector(n_features_to_select=2, missing="drop_rows").fit(X, y)
    assert dropped.result_["data"]["samples"] == 149


def test_the_noise_model_says_which_labels_look_wrong() -> None:
    X, y = frame("wine_wrong_labels.csv", "class")
    truth = X.pop("true_class")
    fitted = Selector("lnt_mi", search="backward", n_features_to_select=5).fit(X, y)
    noise = fitted.noise_
    assert noise.memberships.shape == (178, 3)
    assert noise.memberships.sum(axis=1) == pytest.approx(np.ones(178))
    wrong = np.flatnonzero(y != truth)
    assert len(np.intersect1d(noise.suspects, wrong)) > 0.8 * len(noise.suspects) > 0
    issues = tamis.find_label_issues(X, y, criterion="lnt_mi", features=fitted.get_feature_names_out())
    assert noise.suspects.tolist() == issues["row"].tolist()
    assert set(noise.rates) == set(y)
    assert Selector("mi").fit(X, y).noise_ is None


def test_a_fit_takes_no_memory_of_the_size_of_its_table() -> None:
    code = """
import resource
import numpy as np
import tamis
X = np.asfortranarray(np.random.default_rng(0).standard_normal((400, 50_000)).T)
y = np.arange(50_000) % 3
tamis.Selector("weighted_laplacian").fit(X[:100], y[:100])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
tamis.Selector("weighted_laplacian").fit(X, y)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 / X.nbytes)
"""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert float(done.stdout) < 0.5


def test_ctrl_c_stops_within_a_second_and_keeps_the_path() -> None:
    code = """
import signal
import threading
import time
import numpy as np
import tamis
X = np.random.default_rng(0).standard_normal((1500, 60))
y = np.arange(1500) % 2
selector = tamis.Selector("lnt_mi", search="backward", n_features_to_select=1)
turns = 0
def count():
    global turns
    while True:
        turns += 1
        time.sleep(0.01)
threading.Thread(target=count, daemon=True).start()
def stop():
    time.sleep(3)
    global stopped
    stopped = time.monotonic()
    signal.raise_signal(signal.SIGINT)
threading.Thread(target=stop, daemon=True).start()
try:
    selector.fit(X, y)
    print("finished")
except KeyboardInterrupt:
    print(time.monotonic() - stopped, turns, selector.result_["status"], len(selector.path_))
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, capture_output=True, text=True)
    seconds, turns, status, steps = done.stdout.split()
    assert float(seconds) < 1
    assert int(turns) > 50  # other threads of Python went on
    assert status == "interrupted" and int(steps) < 59


def test_numbers_may_be_categories(iris) -> None:
    X, y = iris
    X = X.assign(site=np.arange(150) % 3)
    fitted = Selector("mi", n_features_to_select=5, categorical=["site"]).fit(X, y)
    assert list(fitted.get_feature_names_out())[4:] == ["site=0", "site=1", "site=2"]
    assert fitted.transform(X)[:4, 4:].tolist() == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0]]


def test_large_numbers_may_be_categories(iris) -> None:
    X, y = iris
    frame = X.assign(code=y.map({"setosa": 100_000, "versicolor": 200_000, "virginica": 1e20}).astype(float))
    fitted = tamis.Selector("variance", n_features_to_select=5, categorical=["code"]).fit(frame)
    assert list(fitted.get_feature_names_out()[4:]) == ["code=100000", "code=200000", "code=1e+20"]
    assert (fitted.transform(frame)[:, 4:].sum(axis=1) == 1).all()


def test_rows_that_are_dropped_take_their_categories_with_them(iris) -> None:
    X, y = iris
    X = X.assign(colour=np.where(y == "setosa", "red", "blue"), site=np.where(np.arange(150) < 75, "a", "b"))
    X.loc[3, "colour"] = "green"
    X.loc[3, "sepal_width"] = np.nan
    fitted = Selector("lnt_mi", search="backward", n_features_to_select=5, missing="drop_rows").fit(X, y)
    assert len(fitted.noise_.memberships) == 149
    names = list(fitted.get_feature_names_out())
    assert "colour=green" not in names
    for name in ("colour=red", "site=b"):
        if name in names:
            column, value = name.split("=")
            assert fitted.transform(X)[:, names.index(name)].tolist() == (X[column] == value).astype(float).tolist()


def test_integers_with_gaps_of_pandas(noisy) -> None:
    X, y = noisy
    gappy = pd.Series(y, dtype="Int64")
    gappy[:10] = pd.NA
    for criterion in ("mi", "locality_sensitive_discriminant", "correlation"):
        assert Selector(criterion).fit(X, gappy).result_["data"]["target"]["known"] == 110
    frame = pd.DataFrame(X).assign(many=pd.Series(range(120), dtype="Int64"))
    frame.columns = [f"f{j}" for j in range(7)]
    assert Selector("variance", n_features_to_select=1).fit(frame).get_feature_names_out() == ["f6"]


def test_a_group_of_features_is_selected_as_one(iris) -> None:
    X, y = iris
    X = X.assign(site=np.array(["a", "b", "c"])[np.arange(150) % 3])
    groups = {"petal": "petal_*", "site": ["site"]}
    fitted = Selector("fisher_score", n_features_to_select=1, feature_groups=groups).fit(X, y)
    assert list(fitted.get_feature_names_out()) == ["petal_length", "petal_width"]
    assert fitted.support_.tolist() == [False, False, True, True, False]
    assert fitted.scores_[2] == fitted.scores_[3]
    assert fitted.transform(X).shape == (150, 2)
    assert [f["feature"] for f in fitted.result_.ranking][0] == "petal"
    assert sorted(fitted.result_.selected) == ["petal_length", "petal_width"]
    all_but_one = Selector("fisher_score", n_features_to_select=4, feature_groups={"site": ["site"]}).fit(X, y)
    assert all_but_one.transform(X).shape == (150, 4)
    assert not all_but_one.support_[4]
    named = tamis.rank(X, y, criterion="fisher_score", data={"feature_groups": groups})
    assert len(named.ranking) == 4


def test_a_budget_selects_what_it_allows_and_one_from_each_one_of_a_group(iris, tmp_path) -> None:
    X, y = iris
    costs = {"petal_*": 3, "sepal_length": 2}
    fitted = Selector("fisher_score", feature_cost=costs, max_cost=5).fit(X, y)
    assert sorted(fitted.get_feature_names_out()) == ["petal_length", "sepal_length"]
    assert fitted.result_["cost"] == 5
    assert {f["feature"]: f["cost"] for f in fitted.result_.ranking}["sepal_width"] == 1
    assert tamis.select(X, y, criterion="fisher_score", max_cost=5, data={"feature_cost": costs}).selected == [
        "petal_length",
        "sepal_length",
    ]
    in_a_file = tmp_path / "costs.csv"
    in_a_file.write_text("feature,cost\npetal_*,3\nsepal_length,2\n")
    assert Selector("fisher_score", feature_cost=str(in_a_file), max_cost=5).fit(X, y).result_["cost"] == 5
    one = {"feature_groups": {"petal": "petal_*"}, "one_from_each": True}
    assert "petal_width" not in tamis.select(X, y, criterion="fisher_score", data=one).selected
    with pytest.raises(tamis.ParamError, match="max_cost limits what is selected, and n_features_to_select leaves"):
        Selector("fisher_score", n_features_to_select="auto", max_cost=2).fit(X, y)


def test_a_column_of_categories_is_one_feature_unless_its_values_are_asked_for(iris) -> None:
    X, y = iris
    X = X.assign(site=np.array(["a", "b", "c"])[np.arange(150) % 3])
    assert [f["feature"] for f in tamis.rank(X, y, criterion="fisher_score").ranking][-1] == "site"
    separate = Selector("fisher_score", n_features_to_select=6, data={"categories": "separate"}).fit(X, y)
    assert separate.transform(X).shape == (150, 6)
    assert len(separate.result_.ranking) == 7


def test_a_mistake_in_groups_names_the_parameter(iris) -> None:
    X, y = iris
    with pytest.raises(tamis.ParamError, match="group 'g' of feature_groups names 'petal', which is the name of no feature"):
        Selector("fisher_score", feature_groups={"g": ["petal"]}).fit(X, y)


def test_gaps_are_filled_from_neighbours_as_by_scikit_learn() -> None:
    from sklearn.impute import KNNImputer
    from sklearn.preprocessing import StandardScaler

    rng = np.random.default_rng(3)
    X = rng.standard_normal((80, 5)) * [1, 10, 0.1, 3, 5] + 7
    X[:, 1] += 8 * X[:, 0]
    gappy = X.copy()
    gappy[rng.random(X.shape) < 0.15] = np.nan
    scaler = StandardScaler().fit(gappy)
    filled = scaler.inverse_transform(KNNImputer(n_neighbors=5).fit_transform(scaler.transform(gappy)))
    ours = tamis.rank(gappy, criterion="variance", missing="neighbours").ranking
    theirs = tamis.rank(filled, criterion="variance").ranking
    assert [f["feature"] for f in ours] == [f["feature"] for f in theirs]
    assert [f["score"] for f in ours] == pytest.approx([f["score"] for f in theirs], rel=1e-9)


def test_transform_fills_gaps_from_the_neighbours_that_were_fitted() -> None:
    from sklearn.impute import KNNImputer
    from sklearn.preprocessing import StandardScaler

    rng = np.random.default_rng(4)
    X, y = pd.DataFrame(rng.normal(size=(150, 4)), columns=list("abcd")), np.arange(150) % 3  # nothing is equally far
    gappy = X.mask(rng.random(X.shape) < 0.1)
    fitted = Selector("fisher_score", n_features_to_select=2, missing="neighbours").fit(gappy[:100], y[:100])
    scaler = StandardScaler().fit(gappy[:100])
    imputer = KNNImputer(n_neighbors=5).fit(scaler.transform(gappy[:100]))
    filled = scaler.inverse_transform(imputer.transform(scaler.transform(gappy)))
    assert fitted.transform(gappy) == pytest.approx(filled[:, fitted.support_], rel=1e-12)
    assert Selector("variance", missing="neighbours").fit(gappy.to_numpy()).transform(gappy.to_numpy()).shape == (150, 2)
    gappy.iloc[:, 2] = gappy.iloc[:, 2].where(np.arange(150) != 7, np.inf)
    gappy.iloc[5, :] = np.nan
    with pytest.raises(tamis.DataError, match="X has an infinite number in the column 'c', row 7; give a finite one"):
        fitted.transform(gappy)


def test_missing_cells_can_stay_missing(iris) -> None:
    X, y = iris
    gappy = X.copy()
    gappy.iloc[::3, 2] = np.nan
    fitted = Selector("fisher_score", n_features_to_select=2, missing="keep").fit(gappy, y)
    known = gappy.iloc[:, 2].notna()
    alone = Selector("fisher_score", n_features_to_select=2).fit(X[known], y[known])
    assert fitted.scores_[2] == pytest.approx(alone.scores_[2], rel=1e-12)
    assert np.isnan(fitted.transform(gappy)).sum() == 50
    assert tamis.rank(gappy, y, missing="keep").ranking[0]["feature"] in ("petal_length", "petal_width")
    with pytest.raises(ValueError, match="'mi' does not take missing cells"):
        Selector("mi", missing="keep").fit(gappy, y)


def test_a_missing_category_is_a_value_of_its_own(iris) -> None:
    X, y = iris
    colour = np.array(["red", "blue", "green"], dtype=object)[np.arange(150) % 3]
    colour[y == "setosa"] = None
    X = X.assign(colour=colour)
    fitted = Selector("fisher_score", n_features_to_select=5, missing="median").fit(X, y)
    names = list(fitted.get_feature_names_out())
    assert names[4:] == ["colour=blue", "colour=green", "colour=missing", "colour=red"]
    assert fitted.transform(X)[:, 6].tolist() == (y == "setosa").astype(float).tolist()
