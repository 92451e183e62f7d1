"""The stubs: complete, and strict mypy passes on what users write."""

import inspect
import os
import pathlib
import re
import subprocess
import sys

import grundy
import pytest
from grundy import _core

HERE = pathlib.Path(__file__).parent
PACKAGE = pathlib.Path(grundy.__file__).parent
STUBS = PACKAGE / "_core.pyi"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}


def test_examples_run():
    done = subprocess.run([sys.executable, HERE / "typed_examples.py"], env=ENVIRONMENT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_mypy_passes(tmp_path):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, "--ignore-missing-imports"]
    command += [HERE / "typed_examples.py"]
    # An installed package is found by its py.typed; another one is named.
    installed = "site-packages" in PACKAGE.parts
    environment = dict(os.environ) if installed else {**os.environ, "MYPYPATH": str(PACKAGE.parent)}
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def _public(item):
    skipped = {"__doc__", "__module__", "__new__", "__weakref__", "__ge__", "__gt__", "__le__", "__lt__",
               "__repr__", "__str__", "__reduce__", "__ne__", "__rpow__"}  # fmt: skip
    return {name for name in vars(item) if name not in skipped}


def test_stubs_are_complete():
    text = STUBS.read_text()
    classes = {match[1]: match[2] for match in re.finditer(r"^class (\w+):\n((?: .*\n|\n)+)", text, re.M)}
    functions = set(re.findall(r"^def (\w+)\(", text, re.M))
    for name, item in vars(_core).items():
        if name.startswith("__"):
            continue
        if not isinstance(item, type):
            assert name in functions, name
            continue
        told = set(re.findall(r"def (\w+)\(", classes[name]))
        assert _public(item) - told == set(), name
        assert {n for n in told - _public(item) if n not in ("__new__", "__iter__", "__ne__")} == set(), name
        for method in told & _public(item):
            found = vars(item)[method]
            if callable(found) and not method.startswith("__") and getattr(found, "__text_signature__", None):
                stub = re.search(rf"def {method}\(([^)]*)\)", classes[name])[1]
                ours = [p for p in re.findall(r"(\w+)\s*:", stub)]
                real = [p for p in inspect.signature(found).parameters if p not in ("self",)]
                assert ours == real, (name, method)
