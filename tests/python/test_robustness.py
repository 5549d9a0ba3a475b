"""What strangers tried: threads, processes, interruptions, classes written twice, tables of every kind."""

import dataclasses
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
import pytest
from conftest import frame
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline

import tamis


def ran(code: str, timeout: float = 60) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=timeout)


def test_threads_of_a_fresh_process_load_plugins_beside_each_other() -> None:
    code = """
        from concurrent.futures import ThreadPoolExecutor
        import numpy as np, tamis
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(60, 4)), rng.integers(0, 2, 60)
        with ThreadPoolExecutor(6) as pool:
            found = list(pool.map(lambda _: str(tamis.rank(X, y, criterion="mi")), range(30)))
        assert len(set(found)) == 1
    """
    for _ in range(5):
        done = ran(code)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("criterion", ["'lnt_mi'", "Slow()"])
def test_a_process_that_ends_while_a_daemon_thread_works_ends(criterion: str) -> None:
    done = ran(
        f"""
        import threading, time
        import numpy as np, tamis
        class Slow(tamis.Criterion):
            better = "higher"
            def score_feature(self, x, y):
                time.sleep(0.02)
                return x.mean()
        rng = np.random.default_rng(0)
        X, y = rng.normal(size=(600, 40)), rng.integers(0, 2, 600)
        work = lambda: tamis.select(X, y, criterion={criterion}, search="backward", keep=2)
        threading.Thread(target=work, daemon=True).start()
        time.sleep(0.4)
        """
    )
    assert done.returncode == 0 and "terminate" not in done.stderr


@pytest.mark.parametrize("criterion", ["ksg_mi", "mi", "knn_error", "forest_importance", "laplacian_score"])
def test_reads_stay_inside_where_another_thread_writes_into_the_table_of_a_run(criterion: str) -> None:
    code = f"""
        import threading, time, warnings
        import numpy as np, tamis
        warnings.simplefilter("ignore")
        rng = np.random.default_rng(0)
        for value in (np.nan, np.inf, -np.inf):
            for after in range(6):
                X = np.asfortranarray(rng.normal(size=(300, 12)))
                y, done = (X[:, 0] > 0).astype(int), threading.Event()
                def write():
                    time.sleep(0.002 * after)
                    at = np.random.default_rng(1)
                    while not done.is_set():
                        X[at.integers(300), at.integers(12)] = value
                        time.sleep(0.0001)
                writer = threading.Thread(target=write, daemon=True)  # it does not outlive an error
                writer.start()
                try:
                    tamis.select(X, y, criterion={criterion!r}, keep=3, n_jobs=1)
                except ValueError:  # it was seen
                    pass
                done.set()
                writer.join()
        print("still here")
    """
    result = ran(code)
    assert (result.returncode, result.stdout) == (0, "still here\n"), result.stderr


def test_a_run_stops_between_two_features_of_a_criterion_in_python() -> None:
    class Sleeps(tamis.Criterion):
        better = "higher"

        def score_feature(self, x, y) -> float:
            time.sleep(0.3)
            return float(x.mean())

    began = time.monotonic()
    found = tamis.rank(np.random.default_rng(0).normal(size=(20, 40)), criterion=Sleeps(), max_seconds=0.5)
    assert found["status"] == "out_of_budget"
    assert time.monotonic() - began < 5


def test_time_runs_out(noisy) -> None:
    X, y = noisy
    for fit in (tamis.select, tamis.rank):
        assert fit(X, y, criterion="mi", max_seconds=60.0)["status"] == "complete"
    assert tamis.Selector("mi", max_seconds=60.0).fit(X, y).result_["status"] == "complete"
    tamis.find_label_issues(X, y, max_seconds=60.0)


def made(factor: float) -> type[tamis.Criterion]:
    class Named(tamis.Criterion):
        better = "higher"

        def score_feature(self, x, y) -> float:
            return factor

    return Named


def test_an_object_runs_its_own_class_though_another_one_has_its_name(noisy) -> None:
    first, second = made(1.0), made(2.0)
    for criterion, expected in ((first(), 1.0), (second(), 2.0), (first(), 1.0), ("named", 1.0)):
        assert tamis.rank(noisy[0], criterion=criterion).ranking[0]["score"] == expected


def test_options_may_be_written_by_a_decorator_or_be_empty_texts_or_numbers_of_numpy(noisy) -> None:
    @dataclasses.dataclass
    class Written(tamis.Criterion):
        factor: float = 1.0
        text: str = ""
        thing: object = None

        better = "higher"

        def score_feature(self, x, y) -> float:
            assert self.text == "" and (self.thing is None or self.thing == 3)
            return float(self.factor * x.mean())

    X, _ = noisy
    assert Written(factor=-1.0).get_params() == {"factor": -1.0, "text": "", "thing": None}
    by_factor = [tamis.rank(X, criterion=Written(factor=f)).selected for f in (1.0, -1.0)]
    assert by_factor[0] == by_factor[1][::-1]
    assert tamis.rank(X, criterion=Written(factor=np.float64(2), thing=3)).selected == by_factor[0]


def test_grids_go_over_estimators_inside_and_over_folds(noisy) -> None:
    X, y = noisy
    model = tamis.ModelError(KNeighborsClassifier(3), cv=KFold(3, shuffle=True, random_state=0))
    steps = Pipeline([("s", tamis.Selector(model, search="forward", n_features_to_select=2)), ("k", KNeighborsClassifier())])
    search = GridSearchCV(steps, {"s__criterion__estimator__n_neighbors": [3, 7]}, cv=2).fit(X, y)
    assert set(search.best_params_) == {"s__criterion__estimator__n_neighbors"}


def test_a_class_that_cannot_be_a_component_says_so_where_it_is_written(noisy) -> None:
    with pytest.raises(tamis.ParamError, match="class Wrong: .*bigger"):

        class Wrong(tamis.Criterion):
            better = "bigger"

            def score_feature(self, x, y) -> float:
                return 0.0

    class Unfinished(tamis.Criterion):
        def score_feature(self, x, y) -> float:
            return 0.0

    with pytest.raises(tamis.ParamError, match="Unfinished is no criterion yet: set better"):
        tamis.rank(noisy[0], criterion=Unfinished())
    with pytest.raises(tamis.ParamError, match="there is a component 'mi' already"):

        class Mi(tamis.SearchStrategy):
            def run(self, space, goal) -> None: ...

    assert tamis.rank(noisy[0], criterion="variance").selected  # nothing of it stays


def test_what_a_component_raised_is_the_cause_with_its_line(noisy) -> None:
    class Fails(tamis.Criterion):
        better = "higher"

        def score_feature(self, x, y) -> float:
            return {}["key"]  # here

    with pytest.raises(tamis.PluginError, match="KeyError") as caught:
        tamis.rank(noisy[0], criterion=Fails())
    cause = caught.value.__cause__
    assert isinstance(cause, KeyError)
    last = cause.__traceback__
    while last.tb_next is not None:
        last = last.tb_next
    assert last.tb_frame.f_code.co_name == "score_feature"


def test_what_a_component_is_shown_cannot_be_changed(noisy) -> None:
    class Sorts(tamis.Criterion):
        better = "higher"
        targets = "classes"

        def score_feature(self, x, y) -> float:
            y.sort()
            return 0.0

    with pytest.raises(tamis.DataError, match="read-only"):
        tamis.rank(*noisy, criterion=Sorts())


def test_keys_of_data_that_transform_must_know_are_refused(noisy) -> None:
    X, y = noisy
    for key, value in (("ignore", ["x0"]), ("missing", "median"), ("categorical", ["x0"])):
        with pytest.raises(tamis.ParamError, match=f"data has the key '{key}', of which transform must know"):
            tamis.Selector("mi", data={key: value}).fit(X, y)
    with pytest.raises(tamis.ParamError, match="which is for files"):
        tamis.rank(X, y, data={"unknown": ["?"]})
    assert "x0" not in [f["feature"] for f in tamis.rank(X, y, criterion="mi", data={"ignore": ["x0"]}).ranking]


def test_frames_of_every_kind() -> None:
    X, y = frame("iris.csv", "class")
    numbered = X.assign(kind=np.where(X["petal_width"] > 1, "u", "v")).set_axis(range(5), axis=1)
    fitted = tamis.Selector("mi", n_features_to_select=4).fit(numbered, y)
    assert fitted.transform(numbered).shape == (150, 4)
    gap = numbered.copy()
    gap.loc[3, 2] = np.nan
    if 2 in fitted.get_support(indices=True):
        with pytest.raises(tamis.DataError, match="missing cell in the column '2'"):
            fitted.transform(gap)
    with pytest.raises(tamis.DataError, match="'how_long' holds durations"):
        tamis.rank(X.assign(how_long=pd.timedelta_range("1 hour", periods=150)), y)


def test_targets_of_every_kind(noisy) -> None:
    X, _ = noisy
    codes = pd.Series(np.arange(120) % 40)
    kind = tamis.rank(X, codes.astype("category"), criterion="fisher_score")["data"]["target"]
    assert kind["kind"] == "classes" and len(kind["classes"]) == 40
    one = tamis.rank(X, codes.to_frame(), criterion="fisher_score")["data"]["target"]
    assert one["kind"] == "classes"
    with pytest.raises(tamis.DataError, match="'ab' at sample 0; expected a collection of labels"):
        tamis.rank(X, ["ab", "bc"] * 60, target="sets")
    groups = [None, *("g" for _ in range(119))]
    with pytest.raises(tamis.DataError, match="missing|group"):
        tamis.select(X, codes % 2, criterion="mi", groups=groups, keep=2, evaluate={"neighbours": 3})


def test_half_a_surrogate_pair_is_told_where_it_stands(noisy) -> None:
    X, y = np.asarray(noisy[0])[:20, :3], np.array(["a", "b"] * 10, dtype=object)
    half, says = "\ud800", r"'\\ud800', which is no text in Unicode"
    with pytest.raises(tamis.ParamError, match="a cell of 'y' is " + says):
        tamis.rank(X, np.where(np.arange(20) == 3, half, y))
    with pytest.raises(tamis.ParamError, match="the name of a column is " + says):
        tamis.rank(pd.DataFrame(X, columns=["a", half, "c"]), y)
    with pytest.raises(tamis.ParamError, match=says):
        tamis.rank(X, y, criterion=half)
    with pytest.raises(tamis.ParamError, match=r"ignore\[0\] is " + says):
        tamis.rank(X, y, data={"ignore": [half]})


def test_arguments_that_are_no_such_thing(noisy) -> None:
    X, y = noisy
    with pytest.raises(tamis.ParamError, match="no kind 'criteria'; expected one of criterion"):
        tamis.plugins("criteria")
    with pytest.raises(TypeError, match="keep"):
        tamis.rank(X, y, keep=2)
    made(1.0)()
    with pytest.raises(tamis.ParamError, match="cannot know whether the class behind 'named'"):
        tamis.experiment('repeats = 1\ncriterion = "named"\n', journal="j")
    assert tamis.plugins("criterion", plugin_dirs="/nowhere") == tamis.plugins("criterion")


def test_descriptions_and_results_are_copies_and_compare(noisy) -> None:
    tamis.describe("lnt_mi")["options"].clear()
    assert tamis.describe("lnt_mi")["options"]
    result = tamis.rank(*noisy, criterion="lnt_mi", search="backward")
    assert result == result and result != tamis.rank(*noisy, criterion="mi")


def test_threads_run_components_in_python_beside_each_other(noisy) -> None:
    X, _ = noisy
    criterion = made(3.0)()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: tamis.rank(X, criterion=criterion).ranking[0]["score"], range(12)))
    assert found == [3.0] * 12
