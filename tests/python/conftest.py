"""Tables and the command line, for all tests."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

SOURCE = Path(__file__).resolve().parents[2]
DATA = SOURCE / "tests" / "data"
TAMIS = os.environ.get("TAMIS_PROGRAM", "tamis")


def command_line(*arguments: str) -> dict:
    """What `tamis ... --json` finds."""
    done = subprocess.run([TAMIS, *arguments, "--json", "--quiet"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def frame(name: str, target: str) -> tuple[pd.DataFrame, pd.Series]:
    table = pd.read_csv(DATA / name, float_precision="round_trip")  # else the last bit may be another
    return table.drop(columns=target), table[target]


@pytest.fixture
def iris() -> tuple[pd.DataFrame, pd.Series]:
    return frame("iris.csv", "class")


@pytest.fixture
def noisy() -> tuple[np.ndarray, np.ndarray]:
    """Two classes in three of six features; every tenth label is wrong."""
    rng = np.random.default_rng(1)
    y = np.arange(120) % 2
    X = rng.normal(size=(120, 6))
    X[:, :3] += 2.0 * y[:, None]
    return X, np.where(np.arange(120) % 10 == 3, 1 - y, y)
