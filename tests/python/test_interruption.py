"""Ctrl-C and max_seconds end a run, also where a component in Python does not return."""

import subprocess
import sys
import textwrap
import time
import warnings

import numpy as np
import pytest

import tamis


class Endless(tamis.SearchStrategy):
    """Never comes to an end."""

    def run(self, space, goal) -> None:
        space.score([], "add", [2])
        space.accept("add", 2)
        while True:
            time.sleep(0.01)


class Thinks(tamis.Criterion):
    """Never has a score."""

    better = "higher"

    def score_feature(self, x, y) -> float:
        while True:
            pass


class Waits(tamis.Criterion):
    """Waits for what does not come."""

    better = "higher"

    def score_feature(self, x, y) -> float:
        subprocess.run(["sleep", "60"], check=True)
        return 1.0


class Doubts(tamis.NoiseModel):
    """Never has a likelihood."""

    def likelihood(self):
        while True:
            time.sleep(0.01)


@pytest.mark.parametrize(
    "options, who",
    [
        ({"criterion": "mi", "search": Endless()}, "search strategy 'endless'"),
        ({"criterion": Thinks()}, "criterion 'thinks'"),
        ({"criterion": Waits()}, "criterion 'waits'"),
    ],
    ids=["search", "criterion", "waiting criterion"],
)
def test_a_component_that_does_not_return_ends_with_the_time_and_is_named(noisy, options, who: str) -> None:
    began = time.monotonic()
    with pytest.warns(tamis.TamisWarning, match=f"the time is up, and {who} had not returned") as caught:
        found = tamis.select(*noisy, keep=4, max_seconds=0.5, **options)
    assert time.monotonic() - began < 10
    assert found["status"] == "out_of_budget"
    assert found.selected == (["x2"] if "search" in options else [])
    assert any("keep=4" in str(w.message) and "max_seconds" in str(w.message) for w in caught)


def test_what_interrupts_a_component_is_over_with_its_run(noisy) -> None:
    for criterion in (Waits(), Thinks()) * 2:
        with pytest.warns(tamis.TamisWarning, match="had not returned"):
            tamis.rank(*noisy, criterion=criterion, max_seconds=0.2)
        for _ in range(20):  # nothing is raised here
            time.sleep(0.01)


def test_a_noise_model_that_does_not_return_ends_with_the_time_and_is_named(noisy) -> None:
    with pytest.raises(tamis.Error, match="noise model 'doubts' had not returned"):
        tamis.find_label_issues(*noisy, criterion="lnt_mi", noise=Doubts(), max_seconds=0.5)


@pytest.mark.parametrize(
    "body, options",
    [
        ("class Own(tamis.SearchStrategy):\n def run(self, space, goal):\n  while True: time.sleep(0.01)", "search=Own()"),
        ("class Own(tamis.Criterion):\n better = 'higher'\n def score_feature(self, x, y): time.sleep(60)", "criterion=Own()"),
        ("class Own(tamis.PointMetric):\n def distances(self, A, B): time.sleep(60)", "criterion=tamis.KnnError(metric=Own())"),
    ],
    ids=["search", "criterion", "metric"],
)
def test_ctrl_c_reaches_a_component_that_does_not_return(body: str, options: str) -> None:
    code = f"""
import os, signal, threading, time
import numpy as np, tamis
{body}
X = np.random.default_rng(0).normal(size=(40, 5))
threading.Thread(target=lambda: (time.sleep(1.5), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()
began = time.monotonic()
try:
    tamis.Selector(**{{"criterion": "mi", **dict({options})}}).fit(X, np.arange(40) % 2)
except KeyboardInterrupt:
    print(time.monotonic() - began)
"""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=30
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 4


def test_components_run_on_the_thread_that_began_the_run_with_what_is_set_there(noisy) -> None:
    class Divides(tamis.Criterion):
        better = "higher"

        def score_feature(self, x, y) -> float:
            return float(x.mean() / np.zeros(1)[0])

    X, _ = noisy
    with np.errstate(divide="raise"), pytest.raises(tamis.PluginError, match="FloatingPointError"):
        tamis.rank(X, criterion=Divides())
    with warnings.catch_warnings(record=True) as caught, np.errstate(divide="warn"):
        warnings.simplefilter("always")
        tamis.rank(X, criterion=Divides())
    assert any("divide by zero" in str(w.message) for w in caught)


def test_that_the_time_was_up_before_the_goal_is_said_with_what_is_left() -> None:
    X = np.random.default_rng(0).standard_normal((50, 2000))
    selector = tamis.Selector("lnt_mi", search="backward", n_features_to_select=10, max_seconds=0.5)
    with pytest.warns(tamis.TamisWarning, match="n_features_to_select=10") as caught:
        selector.fit(X, np.arange(50) % 2)
    said = next(str(w.message) for w in caught if "n_features_to_select=10" in str(w.message))
    assert f"{selector.get_support().sum()} of 2000 features are selected" in said
    assert "raise max_seconds" in said
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tamis.Selector("variance", max_seconds=60).fit(X)
    assert not caught
