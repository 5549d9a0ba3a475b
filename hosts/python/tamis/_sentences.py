"""Sentences of the framework in terms of Python: what they advise in backticks, keys of a config, as parameters."""

from __future__ import annotations

__all__ = ["in_python"]

# Keys of a config that are parameters everywhere; in the functions the others of [data] go into data=.
_PARAMETERS = {
    "criterion": "criterion",
    "data.categorical": "categorical",
    "data.groups": "groups",
    "data.missing": "missing",
    "data.target": "y",
    "data.target_kind": "target",
    "data.weights": "sample_weight",
    "max_time": "max_seconds",
    "noise.features": "features",
    "search.always": "always",
    "search.fdr": "fdr",
    "search.max_cost": "max_cost",
    "seed": "random_state",
    "threads": "n_jobs",
}
_OF_SELECTOR = {
    "data.feature_cost": "feature_cost",
    "data.feature_groups": "feature_groups",
    "data.standardise": "standardise",
    "search.keep": "n_features_to_select",
}
_OF_FUNCTIONS = {"search.keep": "keep"}
_TABLES = ("data", "search", "evaluate", "stability")


def in_python(sentence: str, of_selector: bool) -> str:
    """The sentence with its advice for whoever called: a `Selector`, or a function."""
    out = ""
    while (opened := sentence.find("`")) >= 0 and (closed := sentence.find("`", opened + 1)) >= 0:
        advice = _advice(sentence[opened + 1 : closed], of_selector)
        out += sentence[:opened] + (advice or "`")
        # a backtick that opens no setting may stand in a name: the next one opens anew
        sentence = sentence[closed + 1 if advice else opened + 1 :]
    return out + sentence


def _advice(setting: str, of_selector: bool) -> str:
    key, _, value = setting.partition(" = ")
    value = {"true": "True", "false": "False"}.get(value, value)
    if key == "data.unknown":
        return "None or NaN in its place" if value else "None or NaN"
    if key == "data.ignore" and of_selector:
        return f"X without the column {value[1:-1]}" if value else "X without"
    if key in ("data.soft", "data.annotators") and not value:
        return "y with target='soft'" if key == "data.soft" else "y with target='votes'"
    parameters = {**_PARAMETERS, **(_OF_SELECTOR if of_selector else _OF_FUNCTIONS)}
    if key in parameters:
        return f"{parameters[key]}={value}" if value else parameters[key]
    table, _, name = key.partition(".")
    if table not in _TABLES or not name.isidentifier():
        return ""
    return f'{table}={{"{name}": {value or "..."}}}'
