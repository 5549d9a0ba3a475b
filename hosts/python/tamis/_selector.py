"""A selection of features as an estimator of scikit-learn."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils._param_validation import Interval, StrOptions
from sklearn.utils.validation import check_array, check_is_fitted

from ._components import Component
from ._dates import DATE_PARTS, date_part
from ._features import Features, as_frame, holds_truth_values, numbers_of, read_features
from ._functions import study
from ._gaps import FILLS
from ._kernel import DataError, ParamError
from ._kernel_home import folders
from ._progress import warn
from ._result import Result
from ._run import Tables, component_config, tables_of, targets_of, with_noise
from ._target import READINGS, text_of

__all__ = ["Selector"]


class Selector(SelectorMixin, BaseEstimator):  # type: ignore[misc]  # scikit-learn has no types
    """Selects features by any criterion and any search of tamis.

    Parameters
    ----------
    criterion : str, component, callable or None
        What makes a feature or a subset good: an id (``"lnt_mi"``; ``tamis.plugins()`` lists them) or an object
        with its options (``tamis.components.LntMi(neighbours=8)``). A callable scores all features as those of
        scikit-learn do (`FeatureScores`). None: the default for the target.
    search : str, component or None
        How subsets are gone through. None: the default for the criterion.
    noise : str, component or None
        The noise model of the criterion, where it has one.
    n_features_to_select : int, float, str or None
        How many features are kept: their number, a share of them between 0 and 1, or a rule ("auto", "p_values",
        "knockoffs", by ``evaluate``; see search.keep in the documentation of configs). None: half of them, or those that
        the criterion confirms, where it decides (``"boruta"``).
    fdr : float or None
        The largest share of false ones that is wanted among the selected. Alone: by p values of single features; with
        ``n_features_to_select="knockoffs"``: of features that tell nothing of y beside all others.
    always : sequence of str
        Names of features in every subset.
    target : {"auto", "class", "real", "soft", "votes", "sets"}
        What y is. "auto" distinguishes classes, real values, probabilities (a column per class) and sets of labels;
        where the criterion takes real values only, numbers are such.
    unlabelled : label or None
        A label that means unknown besides None and NaN, -1 say.
    missing : {"error", "drop_rows", "median", "neighbours", "keep"}
        What is done with missing cells. "median" fills numbers with the median of their column, "neighbours" with the mean
        over the 5 nearest samples that know it, both of the data that were fitted; "keep" leaves them missing for criteria that
        take missing cells, and in what `transform` returns. With these three, a missing category is a value of its own,
        "missing".
    categorical : "auto" or list of str
        The columns of a frame that are one-hot encoded; "auto": those that are no numbers and no dates. Such a column is
        selected as one feature, with ``data={"categories": "separate"}`` value by value.
        Columns of dates are always features of their parts: ``when.days`` (since 1970), ``when.month``, ``when.weekday``
        (1 is Monday) and ``when.hour``, but for parts that are the same in all rows.
    feature_groups : dict or None
        Features that are selected as one: ``{"size": ["height", "weight"], "genes": "gene_*", "colour": ["colour"]}``. The
        name of a column of categories is that of all its values. A group counts as one feature in ``n_features_to_select``;
        in `support_` and `transform` it is all its columns. With ``data={"one_from_each": True}`` at most one feature of each
        group is selected instead.
    feature_cost : dict, str or None
        What features cost: ``{"age": 1, "blood_*": 20}``, or a file with a column of names and one of costs; what is not named
        costs 1.
    max_cost : float or None
        The most that the selected features cost together. Without `n_features_to_select` as many features are selected as
        this allows.
    standardise : {"auto", "none", "population", "sample"}
        The units of distances between samples.
    data : dict or None
        Further keys of [data], as ``{"discretise": "quantile", "bins": 4}``.
    evaluate : dict or None
        The keys of [evaluate]: how well the selected features predict.
    max_seconds : float or None
        When the search stops with what it has.
    random_state : int, generator or None
        None is 0: the same data give the same result.
    n_jobs : int or None
        Threads; None and -1: one per core. Changes no result.
    verbose : bool
        Shows progress and what was done to the data, on stderr.
    plugin_dirs : sequence of str
        Folders where plugins are looked for first.

    Attributes
    ----------
    support_ : array of bool, shape (columns of X,)
        Which columns of X are selected, as `get_support` says; one of categories, or of dates, is where any of them is.
    n_features_ : int
        How many these are.
    scores_ : array of shape (columns of X,)
        Of each column of X, its own score or that of the step which decided about it; NaN where there is none, as of those
        that a backward search keeps. A column of categories has that of its best one, a column of a group that
        of the group.
    greater_is_better_ : bool
        The direction of `scores_`: False where the lowest is best.
    ranking_ : array of int, shape (columns of X,)
        The place of each column of X, 1 for the best, whatever the direction of scores.
    p_values_ : array of shape (columns of X,), or None
        Where p values chose: of each column of X, the least of its features; NaN where there is none.
    w_ : array of shape (columns of X,), or None
        Where knockoffs chose: how much more the criterion sees in the column than in its knockoff, the most of its features.
    path_ : list of dict
        The steps of the search, in order.
    noise_ : LabelNoise or None
        What the criterion found out about the labels.
    result_ : Result
        All of it.
    n_features_in_, feature_names_in_
        As everywhere in scikit-learn.
    """

    def __init__(
        self,
        criterion: Any = None,
        *,
        search: Any = None,
        noise: Any = None,
        n_features_to_select: Any = None,
        fdr: float | None = None,
        always: Any = (),
        target: str = "auto",
        unlabelled: Any = None,
        missing: str = "error",
        categorical: Any = "auto",
        feature_groups: Any = None,
        feature_cost: Any = None,
        max_cost: float | None = None,
        standardise: str = "auto",
        data: Any = None,
        evaluate: Any = None,
        max_seconds: float | None = None,
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: Any = False,
        plugin_dirs: Any = (),
    ) -> None:
        self.criterion = criterion
        self.search = search
        self.noise = noise
        self.n_features_to_select = n_features_to_select
        self.fdr = fdr
        self.always = always
        self.target = target
        self.unlabelled = unlabelled
        self.missing = missing
        self.categorical = categorical
        self.feature_groups = feature_groups
        self.feature_cost = feature_cost
        self.max_cost = max_cost
        self.standardise = standardise
        self.data = data
        self.evaluate = evaluate
        self.max_seconds = max_seconds
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose
        self.plugin_dirs = plugin_dirs

    _parameter_constraints = {
        "criterion": [str, dict, Component, callable, None],
        "search": [str, dict, Component, None],
        "noise": [str, dict, Component, None],
        "n_features_to_select": [
            Interval(Integral, 1, None, closed="left"),
            Interval(Real, 0, 1, closed="neither"),
            str,
            dict,
            None,
        ],
        "fdr": [Interval(Real, 0, 1, closed="neither"), None],
        "always": ["array-like"],
        "target": [StrOptions(set(READINGS))],
        "unlabelled": "no_validation",
        "missing": [StrOptions({"error", "drop_rows", "median", "neighbours", "keep"})],
        "categorical": [StrOptions({"auto"}), "array-like"],
        "feature_groups": [dict, None],
        "feature_cost": [dict, str, None],
        "max_cost": [Interval(Real, 0, None, closed="neither"), None],
        "standardise": [StrOptions({"auto", "none", "population", "sample"})],
        "data": [dict, None],
        "evaluate": [dict, None],
        "max_seconds": [Interval(Real, 0, None, closed="neither"), None],
        "random_state": ["random_state", np.random.Generator],
        "n_jobs": [Integral, None],
        "verbose": ["verbose"],
        "plugin_dirs": ["array-like"],
    }

    # Not in the signature of fit, as most criteria refuse them; metadata routing asks here.
    __metadata_request__fit = {"sample_weight": None, "groups": None}

    def fit(self, X: Any, y: Any = None, **of_samples: Any) -> Selector:
        """Selects features of X.

        Parameters
        ----------
        X : array, sparse matrix or frame of shape (n, d)
            A float64 array in Fortran order is not copied.
        y : None, array of shape (n,) or (n, l), frame, or list of collections
            What is known of the samples; None, NaN and pandas.NA are unknown.
        **of_samples : sample_weight, groups
            Arrays of shape (n,), for criteria that use them; others refuse them.

        Raises
        ------
        tamis.DataError, tamis.ParamError, tamis.PluginError, tamis.NumericError
            All are ValueErrors, with the place and the remedy.
        KeyboardInterrupt
            After Ctrl-C; ``path_`` and ``result_`` hold what was found until then.
        """
        for unknown in of_samples.keys() - {"sample_weight", "groups"}:
            raise TypeError(f"fit takes X, y, sample_weight and groups, not {unknown!r}")
        self._validate_params()
        for key, remedy in _OF_TRANSFORM.items():
            if key in (self.data or {}):
                raise ParamError(f"data has the key {key!r}, of which transform must know: {remedy}")
        features = read_features(_checked(X))
        self._remember_columns(features)
        criterion = component_config(with_noise(self.criterion, self.noise, folders(self.plugin_dirs)), "criterion")
        takes = targets_of(criterion, folders(self.plugin_dirs))
        if y is None and takes:
            raise DataError(
                f"This {type(self).__name__} estimator requires y to be passed, but the target y is None: criterion "
                f"'{criterion['use']}' takes {' or '.join(takes)}"  # type: ignore[index]
            )
        tables = tables_of(
            features,
            y,
            takes,
            target=self.target,
            unlabelled=self.unlabelled,
            categorical=self.categorical,
            **of_samples,
        )
        keep = self.n_features_to_select
        by_default = keep is None and self.fdr is None and self.max_cost is None
        try:
            result, raised = study(
                tables,
                criterion=criterion,
                search=self.search,
                keep=0.5 if by_default else keep,
                fdr=self.fdr,
                max_cost=self.max_cost,
                always=self.always,
                data={
                    "missing": self.missing,
                    "standardise": self.standardise,
                    "feature_groups": self.feature_groups,
                    "feature_cost": self.feature_cost,
                    **(self.data or {}),
                },
                evaluate=self.evaluate,
                max_seconds=self.max_seconds,
                random_state=self.random_state,
                n_jobs=self.n_jobs,
                verbose=self.verbose,
                plugin_dirs=self.plugin_dirs,
                of_selector=True,
            )
        except DataError as error:
            if "the cell is missing" in str(error):
                raise DataError(f"Input X contains NaN: {error}") from None
            raise
        if by_default:
            result.keep_confirmed(self.always)
            if not result.selected and result["status"] == "complete":
                warn(f"criterion '{result['criterion']['use']}' confirms no feature, so none is selected")
        self._take(result, tables)
        if raised is not None:
            raise raised
        return self

    def _remember_columns(self, features: Features) -> None:
        self.n_features_in_ = len(features.names)
        self._input_names = features.names
        self.__dict__.pop("feature_names_in_", None)
        if features.named:
            self.feature_names_in_: NDArray[Any] = np.array(features.names, dtype=object)

    def _evidence(self, ranking: list[dict[str, Any]], key: str, best: Any) -> NDArray[Any] | None:
        """What a rule chose by, of each column of X; None where it did not."""
        if not any(key in f for f in ranking):
            return None
        found = np.full(self.n_features_in_, np.nan)
        for (j, _), f in zip(self._columns, ranking):
            found[j] = best(found[j], f.get(key, np.nan))
        return found

    def _take(self, result: Result, tables: Tables) -> None:
        self.result_ = result
        ranking = sorted((f for place in result.ranking for f in _features_of(place)), key=lambda f: int(f["column"]))
        self._names = np.array([f["feature"] for f in ranking], dtype=object)
        self._chosen = np.array([f["selected"] for f in ranking], dtype=bool)
        self._columns = _columns_behind(self._names, tables)
        self.greater_is_better_ = result["better"] == "higher"
        self.support_ = np.zeros(self.n_features_in_, dtype=bool)
        self.support_[[j for (j, _), chosen in zip(self._columns, self._chosen) if chosen]] = True
        self.n_features_ = int(self.support_.sum())
        self.scores_ = np.full(self.n_features_in_, np.nan)
        places = np.full(self.n_features_in_, len(ranking) + 1)
        for k in sorted(range(len(ranking)), key=lambda k: -int(ranking[k]["rank"])):  # the best one of a column is last
            j = self._columns[k][0]
            self.scores_[j], places[j] = _score(ranking[k]), ranking[k]["rank"]
        self.ranking_ = np.argsort(np.argsort(places, kind="stable"), kind="stable") + 1
        self.p_values_ = self._evidence(ranking, "p_value", np.fmin)
        self.w_ = self._evidence(ranking, "w", np.fmax)
        self.path_ = result.path
        plain = [j for j, value in self._columns if value is None]
        fills = self.missing in FILLS and tables.features.sparse is None
        self._fill = FILLS[self.missing](tables.features, plain) if fills else None
        self._dates = tables.features.dates
        self.noise_ = result.noise

    def _get_support_mask(self) -> NDArray[Any]:
        check_is_fitted(self, "result_")
        return self.support_

    def _is_encoded(self) -> bool:
        return bool(self._dates) or any(value is not None for _, value in self._columns)

    def transform(self, X: Any) -> Any:
        """The selected features, in the order of X; categories as columns of 0 and 1, dates as their parts."""
        check_is_fitted(self, "result_")
        X = as_frame(X)
        if not self._is_encoded() and self._fill is None and not _has_truth_values(X):
            return super().transform(X)
        if not hasattr(X, "iloc"):
            if self._is_encoded():
                raise DataError("X is no data frame, but the one that was fitted had columns of categories or dates")
            return self._filled(np.array(super().transform(X), dtype=np.float64), X)
        if list(map(str, X.columns)) != list(self._input_names):
            raise DataError(
                f"X has the columns {', '.join(map(str, X.columns))}; expected those of fit, "
                f"{', '.join(self._input_names)}"
            )
        out = np.empty((len(X), int(self._chosen.sum())), order="F")
        gap = "X has a missing cell in the column {!r}; fill it, or fit with missing='median', 'neighbours', 'keep' or 'drop_rows'"
        for to, (j, value) in enumerate(self._columns[k] for k in np.flatnonzero(self._chosen)):
            column = X.iloc[:, j]
            if value is None:
                out[:, to] = numbers_of(column)
            elif isinstance(value, _DatePart):
                out[:, to] = date_part(column, value.name, self._dates[j] if self._fill is not None else None)
            else:
                texts = numbers_of(column) if holds_truth_values(column) else column
                out[:, to] = [text_of(v) == value for v in texts]
            if self.missing == "error" and column.isna().any():
                raise DataError(gap.format(str(X.columns[j])))
        return self._filled(out, X)

    def _filled(self, values: NDArray[Any], X: Any) -> NDArray[Any]:
        if self._fill is None or not np.isnan(values).any():
            return values
        filled = self._fill(read_features(X).values)
        for to, k in enumerate(np.flatnonzero(self._chosen)):
            j, value = self._columns[k]
            if value is None:
                gaps = np.isnan(values[:, to])
                values[gaps, to] = filled[gaps, j]
        return values

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """The names of the selected features, in the order of X; a category is called column=value, a part of a date
        column.part."""
        check_is_fitted(self, "result_")
        if self._is_encoded():
            return np.asarray(self._names[self._chosen])
        return np.asarray(super().get_feature_names_out(input_features))

    def inverse_transform(self, X: Any) -> Any:
        """The columns of X where they were selected from, and zeros elsewhere."""
        if self._is_encoded():
            raise DataError("some features are categories or parts of dates, from which their columns cannot be recovered")
        return super().inverse_transform(X)

    def _more_tags(self) -> dict[str, Any]:
        return {
            "allow_nan": self.missing != "error",
            "requires_y": self._requires_y(),
            "X_types": ["2darray", "sparse"],
        }

    def __sklearn_tags__(self) -> Any:  # from scikit-learn 1.6 on
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = self.missing != "error"
        tags.input_tags.sparse = True
        tags.target_tags.required = self._requires_y()
        return tags

    def _requires_y(self) -> bool:
        try:
            return bool(targets_of(component_config(self.criterion, "criterion"), folders(self.plugin_dirs)))
        except (ParamError, TypeError):  # fit says what is wrong with them
            return False


_OF_TRANSFORM = {
    "ignore": "leave these columns out of X, by a ColumnTransformer say",
    "categorical": "use the parameter categorical",
    "missing": "use the parameter missing",
}


def _checked(X: Any) -> Any:
    """Shapes that no table has are refused in the words of scikit-learn; values are left to the kernel."""
    if hasattr(X, "iloc") or hasattr(X, "__dataframe__"):
        return X
    shapes = {"accept_sparse": "csc", "dtype": None, "ensure_min_samples": 2}
    try:
        return check_array(X, force_all_finite=False, **shapes)
    except TypeError as error:  # it was renamed in 1.6
        if "force_all_finite" not in str(error):
            raise
        return check_array(X, ensure_all_finite=False, **shapes)


def _features_of(place: dict[str, Any]) -> list[dict[str, Any]]:
    """A feature of the ranking; of a group, each of its features, with the score and the rank of the group."""
    if "members" not in place:
        return [place]
    return [{**place, "feature": name, "column": j} for name, j in zip(place["members"], place["columns"])]


def _score(feature: dict[str, Any]) -> float:
    if feature.get("infinite"):
        return float(f"{feature['infinite']}inf")
    return float("nan") if feature.get("score") is None else float(feature["score"])


def _has_truth_values(X: Any) -> bool:
    return hasattr(X, "iloc") and any(holds_truth_values(X.iloc[:, j]) for j in range(X.shape[1]))


class _DatePart(NamedTuple):
    """What a feature is of a column of dates."""

    name: str


def _columns_behind(names: NDArray[Any], tables: Tables) -> list[tuple[int, str | _DatePart | None]]:
    """For each feature the column that it is made of, and its category or part of a date: plain columns come first, then
    the parts of the dates of one column after the other, then the categories."""
    features = tables.features
    encoded = [j for j, name in enumerate(features.names) if name in tables.categorical]
    made = {*encoded, *features.dates}
    behind: list[tuple[int, str | _DatePart | None]] = [(j, None) for j in range(len(features.names)) if j not in made]
    for j in [*features.dates, *encoded]:
        name = features.names[j]
        values: dict[str, str | _DatePart] = {f"{name}.{part}": _DatePart(part) for part in DATE_PARTS}
        if j in encoded:
            values = {f"{name}={text}": text for text in features.texts_of(j)}
            values.setdefault(f"{name}=missing", "")
        while len(behind) < len(names) and names[len(behind)] in values:
            behind.append((j, values[names[len(behind)]]))
    return behind
