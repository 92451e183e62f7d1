"""The notebooks run, say what is stored in them, and pictures are pictures; the magic and the bars."""

import io
import pathlib
import sys

import grundy
import pytest
from grundy import _progress

NOTEBOOKS = sorted((pathlib.Path(__file__).parent.parent / "notebooks").glob("*.ipynb"))


def _told(cell):
    """The results of a cell as text; pictures, and what depends on the machine, are left out."""
    for output in cell.get("outputs", []):
        if output.output_type == "stream" and output.name == "stdout":
            yield output.text
        elif output.output_type == "execute_result":
            yield output.data["text/plain"]
        elif output.output_type == "error":
            yield f"{output.ename}: {output.evalue}"


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["first_tour", "research", "table_to_law"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    for needed in ("ipykernel", "numpy", "pandas", "matplotlib"):
        pytest.importorskip(needed)
    stored = nbformat.read(path, 4)
    run = nbformat.read(path, 4)
    client.NotebookClient(run, timeout=120, kernel_name="python3").execute()
    for before, after in zip(stored.cells, run.cells):
        assert list(_told(after)) == list(_told(before)), before.source
    pictures = [output.data["image/svg+xml"] for cell in run.cells for output in cell.get("outputs", [])
                if "image/svg+xml" in output.get("data", {})]  # fmt: skip
    assert all(picture.startswith("<svg") for picture in pictures)
    assert pictures or path.stem == "research"


def test_the_magic():
    shell = type("Shell", (), {"names": {}, "magic": {}})()
    shell.push = shell.names.update
    shell.register_magic_function = lambda call, magic_kind, magic_name: shell.magic.update({magic_name: call})
    grundy.load_ipython_extension(shell)
    shell.magic["rules"]("mine", "S(n) -> S(n - k) for k in 1..=min(n,2)")
    assert shell.names["mine"].S(5).grundy == 2
    shell.magic["rules"]("", "T(n) -> T(n - 1) if n > 0")
    assert shell.names["T"](3).grundy == 1
    with pytest.raises(ValueError):
        shell.magic["rules"]("no name", "S(n) -> S(n - 1) if n > 0")


def test_bars(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    assert _progress.bar() is None or sys.stderr.isatty()
    for with_tqdm in (True, False):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        find = lambda name, found=with_tqdm: found or None  # noqa: E731
        monkeypatch.setattr(_progress.importlib.util, "find_spec", find)
        if with_tqdm:
            pytest.importorskip("tqdm")
        bar = _progress.bar()
        bar("searching", 5, 10, "steps")
        bar("searching", 7, 10, "steps")
        bar("counting", 1, None, "values")
        bar.close()
        assert "searching" in terminal.getvalue() and "counting" in terminal.getvalue()


def test_cards_and_tables_in_html():
    assert "Bouton" in grundy.nim._repr_html_() and "&lt;" in grundy.bash._repr_html_() + "&lt;"
    assert "<details>" in grundy.sequence("0.77", 100)._repr_html_()
    assert "<table>" in grundy.law([n % 3 for n in range(30)])._repr_html_()
    assert "<b>S</b>" in grundy.rules("S(n) -> S(n - 1) if n > 0")._repr_html_()


def test_plots():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    from grundy import plotting

    axes = plotting.heat_map(grundy.wythoff.table(10))
    assert axes.images[0].get_array().shape == (11, 11)
    assert plotting.heat_map(grundy.wythoff.table(5, outcomes=True)).images
    assert len(plotting.curve(grundy.kayles.sequence(30)).lines[0].get_ydata()) == 31
    with pytest.raises(ValueError):
        plotting.curve(grundy.wythoff.table(3))
    with pytest.raises(ValueError):
        plotting.heat_map(grundy.kayles.table(3))
