"""The examples of all docstrings, those of the engine included."""

import doctest
import importlib
import pkgutil

import grundy
from grundy import _core

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def _run(name, found):
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    finder = doctest.DocTestFinder(exclude_empty=True)
    count = 0
    for test in finder.find(found, name, module=False, globs={}):
        count += len(test.examples)
        runner.run(test)
    return runner.failures, count


def test_examples_run():
    failures = count = 0
    for info in pkgutil.iter_modules(grundy.__path__):
        if info.name == "_core":
            continue
        module = importlib.import_module(f"grundy.{info.name}")
        failed, seen = _run(module.__name__, module)
        failures, count = failures + failed, count + seen
        for name, item in vars(module).items():
            if getattr(item, "__module__", None) == module.__name__ and callable(item):
                failed, seen = _run(f"{module.__name__}.{name}", item)
                failures, count = failures + failed, count + seen
    for name, item in vars(_core).items():
        if not name.startswith("__"):
            failed, seen = _run(f"grundy._core.{name}", item)
            failures, count = failures + failed, count + seen
    failed, seen = _run("grundy", grundy)
    assert failures + failed == 0
    assert count + seen > 60


def test_everything_public_is_documented():
    for name in grundy.__all__:
        item = getattr(grundy, name)
        if isinstance(item, type) or callable(item):
            assert (item.__doc__ or "").strip(), name
