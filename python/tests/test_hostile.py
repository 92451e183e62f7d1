"""Hostile arguments, threads, signals, subinterpreters: errors as exceptions, and nothing else."""

import importlib.util
import os
import random
import subprocess
import sys
import textwrap
import threading
import time

import grundy
import pytest
from grundy import _core

STRANGE = [
    None, True, -1, 0, 2**64, 10**400, -(10**30), 1.5, float("nan"), "", "nim(3)", "\0", "((((", "nim" * 1000,
    "a" * 70, b"x", [], [1, [2, [3]]], {}, {1: 2}, set(), object(), int, len, range(5), range(0, -9, -1),
    slice(None), (1, 2), ("x",), ..., grundy.nim(3), grundy.nim, grundy.Outcome.N, iter([1]),
]  # fmt: skip


def _objects():
    rules = grundy.rules("S(n) -> S(n - k) for k in 1..=min(n,2)")
    yield from (grundy.nim(3, 4), grundy.wythoff, grundy.kayles.table(5), grundy.kayles.sequence(5))
    yield from (grundy.nim(1, 2).graph(), grundy.nim(1).draw(), grundy.nim(3, 4).solve(), grundy.Nimber(5))
    yield from (grundy.nim(3).moves()[0], rules, rules.S, grundy.quotient("0.3", 5), grundy.law([1, 2, 3, 4]))


ALLOWED = (
    grundy.Error, TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError, OSError,
    ZeroDivisionError, NotImplementedError, ImportError,
)  # fmt: skip


def test_strange_arguments_raise_and_never_panic(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = random.Random(20261123)
    methods = []
    for item in _objects():
        for name in dir(item):
            if name.startswith("__") and name not in ("__add__", "__getitem__", "__mul__", "__eq__", "__hash__",
                                                       "__pow__", "__truediv__", "__call__", "__reduce__"):
                continue
            methods.append((type(item).__name__, name, lambda item=item, name=name: getattr(item, name)))
    for name, item in vars(_core).items():
        if callable(item):
            methods.append(("_core", name, lambda item=item: item))
    for name in grundy.__all__:
        if name not in ("limits",):
            methods.append(("grundy", name, lambda name=name: getattr(grundy, name)))
    count = 0
    with grundy.limits(time=0.2, positions=5000, value_positions=5000, progress=False):
        for owner, name, get in methods:
            for _ in range(6):
                arguments = [rng.choice(STRANGE) for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 5]))]
                count += 1
                try:
                    found = get()
                    if callable(found):
                        found(*arguments)
                except ALLOWED:
                    pass
                except BaseException as error:  # PanicException is no Exception
                    pytest.fail(f"{owner}.{name}{arguments!r} raised {type(error).__name__}: {error}")
    assert count > 1500


def test_errors_have_place_and_help():
    with pytest.raises(grundy.ReadError) as caught:
        grundy.parse("nim(3,4) + wytoff(3,5)")
    error = caught.value
    assert error.source[error.start : error.end] == "wytoff" and error.help == "did you mean wythoff?"
    assert "^" in str(error) and error.kind == "domain" and isinstance(error, ValueError)
    with pytest.raises(grundy.ReadError) as caught:
        grundy.wythoff(1, 2, 3)
    assert "wythoff(1, 2, 3)" in str(caught.value)
    with pytest.raises(grundy.ReadError, match="bash needs a parameter"):
        grundy.bash(3)
    with pytest.raises(ValueError, match="negative"):
        grundy.nim(-1)
    with pytest.raises(TypeError):
        grundy.nim(1.5)
    with pytest.raises(grundy.LimitError) as caught:
        grundy.nim(10**30).moves()
    assert caught.value.kind == "moves" and "limit=" in str(caught.value)
    with grundy.limits(positions=100, value_positions=100):
        with pytest.raises(grundy.LimitError) as caught:
            grundy.parse("node-kayles(edges(1-2,2-3,3-4,4-5,5-6,6-7,7-8,8-9,9-1,1-5,2-7)) + cram(5,6)").grundy
    assert "limits(" in str(caught.value) and "--" not in str(caught.value)


def test_limits_belong_to_their_block_and_thread():
    assert "time=0.5" in repr(_core.Limits(time=0.5))
    seen = []
    with grundy.limits(positions=10, value_positions=10):
        thread = threading.Thread(target=lambda: seen.append(grundy.parse("cram(3,4)").grundy))
        thread.start()
        thread.join()
        with pytest.raises(grundy.LimitError):
            grundy.parse("cram(4,5)").grundy
    assert len(seen) == 1
    for wrong in ({"time": -1}, {"threads": 0}, {"progress": 5}, {"time": float("nan")}):
        with pytest.raises(ValueError):
            _core.Limits(**wrong)


def test_progress_is_told():
    told = []
    with grundy.limits(progress=lambda *facts: told.append(facts)):
        grundy.ruleset(lambda n: (time.sleep(0.001), [n - 1] if n else [])[1], name="slow")(150).grundy
    assert all(len(facts) == 4 for facts in told)

    def stop(*facts):
        raise RuntimeError("enough")

    @grundy.ruleset
    def long(n):
        return [n - k for k in range(1, 30) if k <= n]

    with grundy.limits(progress=stop), pytest.raises(RuntimeError, match="enough"):
        for n in range(50_000, 500_000, 50_000):
            long(n).grundy


def test_threads_share_positions():
    @grundy.ruleset
    def shared(a, b):
        return [(a - 1, b)] * (a > 0) + [(a, b - 1)] * (b > 0)

    position = shared(30, 31) + grundy.nim(5) + grundy.kayles(12)
    found, errors = [], []

    def work():
        try:
            for n in range(20):
                found.append((position + grundy.nim(n)).grundy ^ n)
                hash(position), str(position), position.moves(), position.outcome()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not errors and len(set(found)) == 1 and len(found) == 120


def test_the_interpreter_is_free_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    start = time.perf_counter()
    with grundy.limits(time=0.3, progress=False):
        with pytest.raises(grundy.LimitError) as caught:
            grundy.parse("cram(9,9)").grundy
    done.set()
    thread.join()
    assert caught.value.kind in ("time", "positions", "value_positions")
    if time.perf_counter() - start > 0.2:
        assert len(ticks) > 10


def _python(source, **options):
    source = textwrap.dedent(source)
    options.setdefault("cwd", os.path.dirname(os.path.dirname(grundy.__file__)))
    return subprocess.run(
        [sys.executable, "-c", source], capture_output=True, text=True, timeout=60, **options
    )


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("work, threads", [
    ("grundy.sequence('0.007', 4_000_000)", 1),
    ("endless(0).grundy", 1),
    ("grundy.parse('cram(9,9)').outcome()", 2),
])
def test_ctrl_c_ends_long_work(work, threads):
    source = f"""
        import grundy, os, signal, threading, time
        # Whoever starts the tests in the background has Ctrl-C ignored in all that they start.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        @grundy.ruleset
        def endless(n):
            return [n + 1]
        def interrupt():
            time.sleep(0.7)
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt).start()
        try:
            with grundy.limits(progress=False, threads={threads}, positions=10**12, value_positions=10**12):
                {work}
        except KeyboardInterrupt:
            print("stopped", grundy.nim(3, 4).grundy)
    """
    assert _python(source).stdout == "stopped 7\n"


def test_subinterpreters_are_refused():
    modules = [name for name in ("_interpreters", "_xxsubinterpreters") if importlib.util.find_spec(name)]
    if not modules:
        pytest.skip("no subinterpreters here")
    source = f"""
        import {modules[0]} as interpreters
        inner = interpreters.create()
        import sys
        code = f"import sys; sys.path[:] = {{sys.path!r}}" + '''
        try:
            import grundy
        except ImportError as error:
            print("refused:", error)
        '''
        import grundy
        interpreters.run_string(inner, code)
        print(grundy.nim(3).grundy)
    """
    done = _python(source)
    assert done.returncode == 0, done.stderr
    assert "refused:" in done.stdout and "subinterpreter" in done.stdout and done.stdout.endswith("3\n")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_forks_work():
    grundy.parse("cram(4,4)").grundy
    child = os.fork()
    if child == 0:
        os._exit(0 if grundy.parse("cram(4,4) + nim(3)").grundy == grundy.parse("nim(3)").grundy else 1)
    assert os.waitpid(child, 0)[1] == 0
