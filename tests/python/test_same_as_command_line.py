"""The same table gives the same result, to the last bit, from Python and from the command line."""

import numpy as np
import pandas as pd
import pytest
from conftest import DATA, command_line, frame

import tamis

CRITERIA = [c for c in tamis.plugins("criterion") if tamis.describe(c)["file"]]  # the others are Python
CLASSES = [("iris.csv", "class"), ("sonar.csv", "class"), ("wine_wrong_labels.csv", "class")]


def same(found: tamis.Result, expected: dict) -> None:
    for part in ("ranking", "path", "criterion", "search", "goal", "status", "evaluations", "better"):
        assert found[part] == expected[part], part
    assert found.get("selected_score") == expected.get("selected_score")


def takes(criterion: str, kind: str) -> bool:
    return kind in tamis.describe(criterion)["targets"]


@pytest.mark.parametrize("name, target", CLASSES)
@pytest.mark.parametrize("criterion", CRITERIA)
def test_each_criterion_ranks_as_the_command_line_does(criterion: str, name: str, target: str) -> None:
    X, y = frame(name, target)
    features, options = list(X.columns[:8].drop("true_class", errors="ignore")), ["--target-kind", "class"]
    if not takes(criterion, "classes") and takes(criterion, "real"):
        target, options = features.pop(0), ["--target-kind", "real"]
        y = X[target]
    with open(DATA / name, encoding="utf-8") as file:
        columns = file.readline().strip().split(",")
    ignored = [c for c in columns if c not in (*features, target)]
    arguments = ["rank", str(DATA / name), "--target", target, *options, "--criterion", criterion, "--set", "seed=7"]
    expected = command_line(*arguments, *(["--ignore", ",".join(ignored)] if ignored else []))
    same(tamis.rank(X[features], y, criterion=criterion, random_state=7, target=options[1]), expected)


def test_noise_is_that_of_the_command_line() -> None:
    X, y = frame("wine_wrong_labels.csv", "class")
    X = X.drop(columns="true_class")
    expected = command_line(
        "noise", str(DATA / "wine_wrong_labels.csv"), "--target", "class", "--ignore", "true_class"
    )
    issues = tamis.find_label_issues(X, y)
    assert list(issues["row"] + 1) == [s["row"] for s in expected["suspects"]]
    assert list(issues["wrong"]) == [s["wrong"] for s in expected["suspects"]]
    assert list(issues["likelier"]) == [s["likelier"] for s in expected["suspects"]]


def test_votes_are_judged_as_on_the_command_line() -> None:
    X, _ = frame("wine.csv", "class")
    votes = pd.read_csv(DATA / "wine_votes.csv")
    expected = command_line(
        "noise", str(DATA / "wine.csv"), "--target-path", str(DATA / "wine_votes.csv"), "--annotators", "*", "--ignore", "class"
    )
    issues, annotators = tamis.find_label_issues(X, votes, target="votes", return_annotators=True)
    assert list(issues["row"] + 1) == [s["row"] for s in expected["suspects"]]
    for column in ("wrong", "votes", "votes_for_label", "by_votes", "by_votes_probability"):
        assert list(issues[column]) == [s[column] for s in expected["suspects"]]
    assert annotators.to_dict("records") == expected["crowd"]["annotators"]
    assert list(annotators.sort_values("kappa")["annotator"])[:2] == ["flo", "eve"]
    alone = tamis.find_label_issues(X, votes.to_numpy(), target="votes")
    assert alone.equals(issues)


def test_soft_labels_are_read_as_from_a_file() -> None:
    table = pd.read_csv(DATA / "spheres.csv", float_precision="round_trip")
    soft = ["p_a", "p_b", "p_c", "p_d"]
    X, P = table.drop(columns=[*soft, "label"]), table[soft]
    expected = command_line("rank", str(DATA / "spheres.csv"), "--soft", ",".join(soft), "--ignore", "label")
    assert tamis.rank(X, P)["ranking"] == expected["ranking"]
    assert tamis.rank(X, P.to_numpy())["ranking"] == expected["ranking"]


@pytest.mark.parametrize(
    "form",
    [
        lambda X: X.to_numpy(),
        lambda X: np.asfortranarray(X.to_numpy()),
        lambda X: np.ascontiguousarray(X.to_numpy()),
        lambda X: X.to_numpy().tolist(),
        lambda X: X,
    ],
    ids=["array", "fortran", "c", "list", "frame"],
)
def test_the_form_of_a_table_does_not_matter(form, iris) -> None:
    X, y = iris
    expected = [(f["column"], f["score"]) for f in tamis.rank(X, y)["ranking"]]
    assert [(f["column"], f["score"]) for f in tamis.rank(form(X), y)["ranking"]] == expected


def test_the_number_of_threads_changes_nothing(noisy) -> None:
    X, y = noisy
    one, many = (tamis.rank(X, y, criterion="lnt_mi", n_jobs=n) for n in (1, 4))
    assert one["ranking"] == many["ranking"]
