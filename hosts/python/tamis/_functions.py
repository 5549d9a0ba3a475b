"""Runs for those who want no object."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np

from ._budget import budget_warning
from ._components import config_of
from ._degenerate import degenerate_warnings
from ._features import read_features
from ._frames import frame_of
from ._kernel import DataError, ParamError
from ._kernel_home import description_of, descriptions, folders, ids_in_python, kernel
from ._label_engine import GivenProbabilities, as_engine
from ._label_noise import ANNOTATOR, LabelNoise, VotesOfRows, label_noise_in
from ._progress import bar_if, warn
from ._result import Result
from ._run import Tables, component_config, run, seed_of, tables_of, targets_of, threads_of, with_noise

__all__ = ["describe", "experiment", "find_label_issues", "plugins", "rank", "select"]


def study(
    tables: Tables,
    *,
    criterion: Any,
    search: Any = None,
    keep: Any = None,
    fdr: float | None = None,
    max_cost: float | None = None,
    always: Any = (),
    data: dict[str, Any] | None = None,
    evaluate: Any = None,
    stability: Any = None,
    max_seconds: float | None = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    verbose: Any = False,
    plugin_dirs: Any = (),
    order_all: bool = False,
    of_selector: bool = False,
) -> tuple[Result, BaseException | None]:
    """The run behind `Selector`, `select` and `rank`, and what a signal raised meanwhile."""
    data = {**(data or {}), **tables.kinds()}
    config = {
        "criterion": component_config(criterion, "criterion"),
        "search": {
            **(component_config(search, "search strategy") or {}),
            "keep": keep.item() if hasattr(keep, "item") else keep,
            "fdr": None if fdr is None else float(fdr),
            "max_cost": None if max_cost is None else float(max_cost),
            "always": list(always) or None,
        },
        "data": data,
        "evaluate": config_of(evaluate),
        "stability": stability,
        "seed": seed_of(random_state),
        "threads": threads_of(n_jobs),
        "max_time": max_seconds,
    }
    members, raised = run("study", config, tables, folders(plugin_dirs), verbose, of_selector, order_all=order_all)
    asked = f"{'n_features_to_select' if of_selector else 'keep'}={keep!r}"
    if too_early := budget_warning(members, "" if order_all else asked):
        warn(too_early)
    for line in degenerate_warnings(members, tables.features, targets_of(members["criterion"], folders(plugin_dirs))):
        warn(line)
    noise = label_noise_in(members, tables, (data or {}).get("missing") == "drop_rows")
    return Result(members, noise), raised


def _select(
    X: Any,
    y: Any,
    criterion: Any,
    noise: Any,
    target: str,
    unlabelled: Any,
    sample_weight: Any,
    groups: Any,
    categorical: Any,
    missing: str,
    data: dict[str, Any] | None,
    plugin_dirs: Any,
    **options: Any,
) -> Result:
    chosen = component_config(with_noise(criterion, noise, folders(plugin_dirs)), "criterion")
    tables = tables_of(
        read_features(X),
        y,
        targets_of(chosen, folders(plugin_dirs)),
        target=target,
        unlabelled=unlabelled,
        categorical=categorical,
        sample_weight=sample_weight,
        groups=groups,
    )
    data = {"missing": missing, **(data or {})}
    result, raised = study(tables, criterion=chosen, data=data, plugin_dirs=plugin_dirs, **options)
    if raised is not None:
        raise raised
    return result


def rank(
    X: Any,
    y: Any = None,
    *,
    criterion: Any = None,
    search: Any = None,
    noise: Any = None,
    always: Any = (),
    target: str = "auto",
    unlabelled: Any = None,
    sample_weight: Any = None,
    groups: Any = None,
    categorical: Any = "auto",
    missing: str = "error",
    data: dict[str, Any] | None = None,
    evaluate: Any = None,
    max_seconds: float | None = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    verbose: Any = False,
    plugin_dirs: Any = (),
) -> Result:
    """Orders all features, best first, as ``tamis rank`` does.

    Parameters
    ----------
    search : str, component or None
        None: each feature is scored by itself, where the criterion can; one that measures losses walks through subsets.
    X, y, criterion, noise, always, target, unlabelled, categorical, missing, evaluate
        As for `Selector`.
    max_seconds, random_state, n_jobs, verbose, plugin_dirs
        As for `Selector`.
    sample_weight, groups : arrays of shape (n,)
        For criteria that use them; others refuse them.
    data : dict or None
        Further keys of [data], as ``{"ignore": ["id"]}``.
    """
    return _select(order_all=True, **locals())


def select(
    X: Any,
    y: Any = None,
    *,
    keep: Any = None,
    fdr: float | None = None,
    max_cost: float | None = None,
    criterion: Any = None,
    search: Any = None,
    noise: Any = None,
    always: Any = (),
    target: str = "auto",
    unlabelled: Any = None,
    sample_weight: Any = None,
    groups: Any = None,
    categorical: Any = "auto",
    missing: str = "error",
    data: dict[str, Any] | None = None,
    evaluate: Any = None,
    stability: dict[str, Any] | None = None,
    max_seconds: float | None = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    verbose: Any = False,
    plugin_dirs: Any = (),
) -> Result:
    """Chooses features, as ``tamis select`` does.

    Parameters
    ----------
    keep : int, float, str or None
        How many: a number, a share, or a rule ("auto", "p_values", "knockoffs"); None: all, unless the search stops before.
    fdr : float or None
        The largest share of false ones that is wanted among the selected: by p values of single features, or with
        ``keep="knockoffs"`` beside all other features.
    max_cost : float or None
        The most that the selected features cost together, with ``data={"feature_cost": {"age": 1, "blood_*": 20}}``.
    stability : dict or None
        The keys of [stability], see `tamis.stability`.
    X, y, criterion, search, noise, always, target, unlabelled, sample_weight, groups, categorical, missing, data
        As for `rank`.
    evaluate, max_seconds, random_state, n_jobs, verbose, plugin_dirs
        As for `rank`.
    """
    return _select(**locals())


def find_label_issues(
    X: Any,
    y: Any,
    *,
    criterion: Any = None,
    noise: Any = None,
    target: str = "auto",
    unlabelled: Any = None,
    pred_probs: Any = None,
    sample_weight: Any = None,
    groups: Any = None,
    categorical: Any = "auto",
    missing: str = "error",
    features: Any = None,
    return_all: bool = False,
    return_annotators: bool = False,
    data: dict[str, Any] | None = None,
    max_seconds: float | None = None,
    random_state: Any = None,
    n_jobs: int | None = None,
    verbose: Any = False,
    plugin_dirs: Any = (),
) -> Any:
    """The labels that look wrong, as ``tamis noise`` finds them.

    Parameters
    ----------
    criterion : str, component, classifier or None
        What judges labels, the engine: an id (``"neighbour_labels"``), a component, or a classifier of scikit-learn with
        ``predict_proba``, by its probabilities out of fold (`ClassifierLabels`). None: a random forest.
    pred_probs : array of shape (n, l), frame, or None
        The probability of each class for each sample by a classifier of your own that has not seen its label, in the
        place of an engine: columns in the sorted order of the classes, or of a frame named by them; rows of NaN where it
        cannot say. X may then be None.
    groups : array of shape (n,), or None
        Of samples that do not vouch for each other's labels (a patient's), for criteria that use them.
    features : names of features, or None
        On which the labels are judged; None: all. Best those that a selection kept.
    return_all : bool
        Whether each sample of X is listed, in their order, not only those whose label looks wrong.
    return_annotators : bool
        Whether to give the annotators too, of whom y holds the votes (``target="votes"``).
    noise : id or component, or None
        The noise model of the engine, of the default one where `criterion` is None.
    X, y, target, unlabelled, sample_weight, categorical, missing, data, max_seconds, random_state, n_jobs, verbose, plugin_dirs
        As for `rank`. Of votes the majority is judged, by a noise model that reads all of them unless another is named.

    Returns
    -------
    frame (a list of dicts without pandas)
        row (of X, from 0), label, likelier (both as y has them), wrong (the probability that the label is wrong) and
        probability (of the likelier class), the most likely wrong first. With `return_all` a row per sample of X, and
        suspect (whether another class is likelier than the label), as `LabelNoise.table` has them. Its ``attrs`` have
        rate, rate_low, rate_high and none, as `LabelNoise` has them; with the default noise model wrong_if_any is the
        probability given that some label is wrong. Of votes also their
        number on the row (votes) and how many of them are for the label (votes_for_label), the likeliest class by the
        votes alone, without features (by_votes), and its probability (by_votes_probability).
    annotators : frame (a list of dicts without pandas), with ``return_annotators=True``
        annotator (the column of y), votes (how many), right (the share of them that name the true class, by the
        estimate) and kappa (Cohen's, between votes and estimated classes: 0 where the votes tell nothing, negative
        where they contradict the truth), in the order of y.

    Raises
    ------
    tamis.ParamError
        Annotators are asked for, and y holds no votes; or pred_probs are given beside a criterion.
    tamis.DataError
        pred_probs do not fit the samples or the classes, or the classifier fails.
    """
    if features is not None and not list(features):
        raise ParamError("features names none; leave it out to judge labels by all features")
    if pred_probs is not None and criterion is not None:
        raise ParamError("pred_probs take the place of a criterion; leave one of them out")
    data = {"missing": missing, **(data or {})}
    criterion = as_engine(criterion) if pred_probs is None else GivenProbabilities()
    if X is None and pred_probs is not None:
        X = np.arange(len(pred_probs), dtype=float)[:, None]  # no row is the copy of another
    chosen: dict[str, Any] | None
    if criterion is None and noise is not None:
        chosen = {"noise": component_config(noise, "noise model")}  # of the default engine
    else:
        chosen = component_config(with_noise(criterion, noise, folders(plugin_dirs)), "criterion")
    takes = targets_of(chosen, folders(plugin_dirs)) or ["classes"]
    tables = tables_of(
        read_features(X),
        y,
        takes,
        target=target,
        unlabelled=unlabelled,
        categorical=categorical,
        sample_weight=sample_weight,
        groups=groups,
    )
    if pred_probs is not None:
        tables.pred_probs = _of_used_rows(pred_probs, tables, data["missing"] == "drop_rows")
    if return_annotators and ("annotators" not in tables.roles or data.get("harden")):
        raise ParamError("return_annotators is about votes, and y is judged as labels; for votes say target='votes'")
    config = {
        "criterion": chosen,
        "noise": {"features": None if features is None else list(features), "all": "annotators" in tables.roles},
        "data": {**data, **tables.kinds()},
        "seed": seed_of(random_state),
        "threads": threads_of(n_jobs),
        "max_time": max_seconds,
    }
    members, raised = run("label_noise", config, tables, folders(plugin_dirs), verbose)
    if raised is not None:
        raise raised
    classes = [c["class"] for c in members["classes"]]
    crowd: Any = members.get("crowd")
    votes = VotesOfRows(members["all"], classes) if crowd else None
    found = LabelNoise(
        members["memberships"],
        members["labels"],
        classes,
        np.array(members["rows"]) - 1,
        tables,
        members["diagnostics"],
        votes,
    )
    issues = found.table if return_all else found.issues
    return (issues, frame_of(crowd["annotators"], ANNOTATOR)) if return_annotators else issues


def _of_used_rows(pred_probs: Any, tables: Tables, without_gaps: bool) -> Any:
    """Those of the samples that are judged, in their order."""
    values = pred_probs if hasattr(pred_probs, "columns") else np.asarray(pred_probs, dtype=float)
    if len(values) != tables.features.rows:
        raise DataError(f"pred_probs has {len(values)} rows, X has {tables.features.rows}; expected one per sample")
    return values[~tables.features.gaps()] if without_gaps else values


def experiment(
    config: Any,
    *,
    data_dir: Any = "",
    journal: Any = "",
    n_jobs: int | None = None,
    verbose: Any = False,
    plugin_dirs: Any = (),
) -> dict[str, Any]:
    """Compares methods over data, noise and repeats, as ``tamis experiment`` does.

    Parameters
    ----------
    config : path of a TOML file, or its text
    data_dir : where relative paths of data begin
    journal : a file from which a run that was stopped goes on; "": none

    Returns
    -------
    dict
        "table" and "raw" (CSV) as texts, "summary" as values, "figure" as SVG, "complete".
    """
    is_file = isinstance(config, Path) or "\n" not in str(config) and str(config).endswith(".toml")
    text = Path(config).read_text(encoding="utf-8") if is_file else str(config)
    for component_id in ids_in_python() if journal else ():
        if re.search(rf"(?<![\w.]){re.escape(component_id)}(?![\w.])", text):
            raise ParamError(
                f"a journal keeps what was computed, and cannot know whether the class behind {component_id!r} has changed; "
                "leave the journal out"
            )
    with bar_if(verbose) as bar, kernel(plugin_dirs) as own:
        for line in own.refused():
            warn(line)
        found, raised = own.experiment(
            text, str(config) if is_file else "config", str(data_dir), threads_of(n_jobs) or 0, str(journal), bar
        )
    for line in found.pop("warnings"):
        warn(line)
    if raised is not None:
        raise raised
    return dict(found)


def plugins(kind: str | None = None, *, plugin_dirs: Any = ()) -> list[str]:
    """The ids of all components, or of those of a kind: "criterion", "search strategy", "noise model" or "distance
    metric"."""
    known = descriptions(folders(plugin_dirs))
    kinds = sorted({str(d["kind"]) for d in known.values()})
    if kind is not None and kind not in kinds:
        raise ParamError(f"there is no kind {kind!r}; expected one of {', '.join(kinds)}")
    return [i for i, d in known.items() if kind is None or d["kind"] == kind]


def describe(component_id: str, *, plugin_dirs: Any = ()) -> dict[str, Any]:
    """What a component says of itself: summary, options with their defaults, source.

    Raises
    ------
    tamis.ParamError
        There is no such component.
    """
    return deepcopy(description_of(component_id, folders(plugin_dirs)))
