"""What y may be."""

import numpy as np
import pandas as pd
import pytest

import tamis


def kind(X, y, **options) -> dict:
    return tamis.rank(X, y, **options)["data"]["target"]


@pytest.mark.parametrize("unknown", [None, np.nan, pd.NA])
def test_unknown_labels(noisy, unknown) -> None:
    X, y = noisy
    labels = [unknown if i < 20 else str(v) for i, v in enumerate(y)]
    assert kind(X, labels, criterion="locality_sensitive_discriminant")["known"] == 100
    assert kind(X, pd.Series(labels, dtype=object), criterion="locality_sensitive_discriminant")["known"] == 100


def test_a_label_that_means_unknown(noisy) -> None:
    X, y = noisy
    y = np.where(np.arange(120) < 20, -1, y)
    found = kind(X, y, unlabelled=-1, criterion="locality_sensitive_discriminant")
    assert found["known"] == 100 and found["classes"] == ["0", "1"]


def test_names_of_classes_are_those_of_a_file(noisy) -> None:
    X, y = noisy
    for labels in (y, y.astype(float), y.astype(object), [int(v) for v in y]):
        assert kind(X, labels, criterion="mi")["classes"] == ["0", "1"]


@pytest.mark.parametrize("labels", [float, object, np.int64])
def test_large_numbers_are_classes_in_digits(noisy, labels) -> None:
    X, y = noisy
    y = (y * 1_000_000 + 100_000).astype(labels)
    assert kind(X, y, criterion="mi")["classes"] == ["100000", "1100000"]
    found = tamis.find_label_issues(X, y, return_all=True)
    assert set(found["label"]) == {100000, 1100000}


def test_numbers_are_what_the_criterion_takes(noisy) -> None:
    X, y = noisy
    many = np.arange(120) // 2  # too many for the classes of a file
    for fit in (tamis.rank, lambda X, y, criterion: tamis.Selector(criterion).fit(X, y).result_):
        assert fit(X, y, criterion="correlation")["data"]["target"]["kind"] == "real"
        assert fit(X, many, criterion="correlation")["data"]["target"]["kind"] == "real"
        assert fit(X, many, criterion="locality_sensitive_discriminant")["data"]["target"]["kind"] == "classes"
        assert fit(X, tuple(y), criterion="correlation")["data"]["target"]["kind"] == "real"


def test_real_values_and_gaps_in_them(noisy) -> None:
    X, _ = noisy
    y = X[:, 0] + 1
    y[:30] = np.nan
    assert kind(X, y) == {"kind": "real", "known": 90}


def test_probabilities(noisy) -> None:
    X, y = noisy
    p = np.stack([0.9 - 0.8 * y, 0.1 + 0.8 * y], axis=1)
    assert kind(X, p)["kind"] == "soft"
    assert kind(X, pd.DataFrame(p, columns=["no", "yes"]))["classes"] == ["no", "yes"]
    with pytest.raises(tamis.DataError, match="sum to"):
        tamis.rank(X, p * 0.9, target="soft")


def test_votes(noisy) -> None:
    X, y = noisy
    votes = np.stack([y, y, np.roll(y, 1)], axis=1)
    assert kind(X, votes, target="votes", criterion="weighted_laplacian")["kind"] == "soft"
    with pytest.raises(tamis.DataError, match="target='votes'"):
        tamis.rank(X, votes)


def test_votes_whose_majority_is_judged(noisy) -> None:
    X, y = noisy
    votes = np.stack([y, y, np.where(np.arange(120) % 4 == 1, -1, 1 - y)], axis=1)
    issues, annotators = tamis.find_label_issues(X, votes, target="votes", unlabelled=-1, return_annotators=True)
    assert list(annotators["annotator"]) == ["annotator1", "annotator2", "annotator3"]
    assert list(annotators["votes"]) == [120, 120, 90]
    assert annotators["kappa"][2] < 0 < annotators["kappa"][0]
    assert set(issues["votes"]) <= {2, 3} and set(issues["votes_for_label"]) <= {2}
    hardened = tamis.find_label_issues(X, votes, target="votes", unlabelled=-1, data={"harden": True})
    assert "by_votes" not in hardened.columns
    for y_of_labels, more in ((y, {}), (votes, {"target": "votes", "data": {"harden": True}})):
        with pytest.raises(tamis.ParamError, match="return_annotators is about votes"):
            tamis.find_label_issues(X, y_of_labels, return_annotators=True, **more)


def test_sets_of_labels(noisy) -> None:
    X, y = noisy
    sets = [["odd", "any"] if v else ["any"] for v in y]
    assert kind(X, sets, criterion="markov_blanket")["classes"] == ["any", "odd"]
    assert kind(X, [set(s) for s in sets], criterion="markov_blanket")["kind"] == "sets"


def test_collections_of_labels_of_any_kind(noisy) -> None:
    X, y = noisy
    sets = [{"a", "b"} if v else {"b"} for v in y]
    expected = tamis.rank(X, sets, target="sets").ranking
    for form in (np.array, tuple, sorted):
        assert tamis.rank(X, [form(sorted(s)) for s in sets], target="sets").ranking == expected


def test_hard_labels_and_their_probabilities_are_the_same(noisy) -> None:
    X, y = noisy
    scores = [
        [f["score"] for f in tamis.rank(X, t, criterion="weighted_laplacian")["ranking"]] for t in (y, np.eye(2)[y])
    ]
    assert scores[0] == scores[1]


@pytest.mark.parametrize(
    "y, sentence",
    [
        (np.zeros(3), "expected one per sample"),
        (np.zeros((120, 2, 2)), "y has 3 dimensions"),
        (np.full(120, np.inf), "y is infinite at sample 0"),
        (np.ones((120, 2), dtype=complex), "complex"),
    ],
)
def test_what_is_no_target(noisy, y, sentence: str) -> None:
    with pytest.raises(tamis.DataError, match=sentence):
        tamis.rank(noisy[0], y)


def test_errors_are_value_errors_with_our_sentences(noisy) -> None:
    X, y = noisy
    with pytest.raises(ValueError, match="did you mean 'lnt_mi'"):
        tamis.rank(X, y, criterion="lnt_m")
    with pytest.raises(ValueError, match="criterion.neighbours is 0, an integer; expected an integer of at least 1"):
        tamis.rank(X, y, criterion=tamis.LntMi(neighbours=0))
    with pytest.raises(ValueError, match="does not use weights"):
        tamis.rank(X, y, criterion="ksg_mi", sample_weight=np.ones(120))
    with pytest.raises(TypeError, match="has no option 'neighbors'"):
        tamis.LntMi(neighbors=3)
    X[5, 2] = np.inf
    with pytest.raises(ValueError, match=r"X:6:3 \(x2\)"):
        tamis.rank(X, y)


def test_a_warning_points_to_the_line_that_began_the_run(noisy) -> None:
    X, y = noisy
    for run in (lambda: tamis.rank(X, y, criterion="lnt_mi"), lambda: tamis.Selector("lnt_mi").fit(X, y)):
        with pytest.warns(tamis.TamisWarning, match="no feature is in yet") as caught:
            run()
        assert caught[0].filename == __file__


def test_groups_do_not_vouch_for_their_labels(noisy) -> None:
    X, y = noisy
    each_alone = tamis.find_label_issues(X, y, groups=np.arange(120))
    assert each_alone.equals(tamis.find_label_issues(X, y))
    assert not each_alone.equals(tamis.find_label_issues(X, y, groups=np.arange(120) // 10))
    with pytest.raises(tamis.DataError, match="nothing uses the groups"):
        tamis.find_label_issues(X, y, criterion="lnt_mi", groups=np.arange(120))
