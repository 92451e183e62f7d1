//! Tables of small positions.

use crate::answer::told_outcome;
use crate::array::{interface, place as place_of};
use crate::ask::ask_plain;
use crate::number::to_int;
use crate::picture::Picture;
use crate::trouble::{Trouble, refused};
use grundy::Outcome;
use grundy::plot::{Colours, Plot};
use grundy::table::{Cell, Format, View};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyTuple};
use std::sync::OnceLock;

/// Grundy values or outcomes of all small positions of a game.
///
/// >>> import grundy
/// >>> t = grundy.wythoff.table(5)
/// >>> t[1, 2], t[3, 5], t.shape
/// (0, 0, (6, 6))
/// >>> [int(v) for v in grundy.subtraction[1, 3, 4].table(10)]
/// [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1]
#[pyclass(frozen, module = "grundy")]
pub struct Table {
    table: grundy::Table,
    entries: OnceLock<Entries>,
}

/// Entries in the form of an array, where they are not words of the table itself.
enum Entries {
    /// Values, with negative numbers for what is none.
    Signed(Vec<i64>),
    /// Outcomes as characters.
    Letters(Vec<u32>),
    /// Some value has more than 63 bits.
    Large,
}

/// There is no such position.
const NONE: i64 = -1;
/// A move wins at once.
const LOONY: i64 = -2;
/// The value is infinite.
const INFINITE: i64 = -3;

impl Table {
    pub fn new(table: grundy::Table) -> Self {
        Self { table, entries: OnceLock::new() }
    }

    /// All entries, row by row.
    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let columns = self.table.columns();
        (0..self.table.rows())
            .flat_map(move |row| (0..columns).map(move |column| self.table.cell(row, column)))
    }

    fn entries(&self) -> &Entries {
        self.entries.get_or_init(|| {
            if !self.table.has_values() {
                let letter = |cell| match cell {
                    Cell::Outcome(Outcome::P) => 'P',
                    Cell::Outcome(Outcome::N) => 'N',
                    Cell::Outcome(Outcome::D) => 'D',
                    _ => '-',
                };
                return Entries::Letters(
                    self.cells().map(|cell| u32::from(letter(cell))).collect(),
                );
            }
            let number = |cell| match cell {
                Cell::Value(value) => i64::try_from(&value).ok(),
                Cell::Loony => Some(LOONY),
                Cell::Loopy(_) => Some(INFINITE),
                Cell::None | Cell::Outcome(_) => Some(NONE),
            };
            let numbers: Option<Vec<i64>> = self.cells().map(number).collect();
            numbers.map_or(Entries::Large, Entries::Signed)
        })
    }

    fn told<'py>(&self, py: Python<'py>, row: usize, column: usize) -> PyResult<Bound<'py, PyAny>> {
        if let Some(small) = self.table.small_value(row, column) {
            return Ok(small.into_pyobject(py)?.into_any());
        }
        match self.table.cell(row, column) {
            Cell::Value(value) => to_int(py, &value),
            Cell::Outcome(outcome) => told_outcome(py, outcome),
            Cell::None | Cell::Loony => Ok(py.None().into_bound(py)),
            Cell::Loopy(set) => {
                let numbers: PyResult<Vec<_>> = set.iter().map(|n| to_int(py, n)).collect();
                let set = PyFrozenSet::new(py, numbers?)?;
                py.import("grundy._values")?.getattr("Infinite")?.call1((set,))
            }
        }
    }

    fn sizes(&self) -> Vec<usize> {
        match self.table.first_column {
            None => vec![self.table.rows()],
            Some(_) => vec![self.table.rows(), self.table.columns()],
        }
    }

    fn written(&self, py: Python<'_>, view: View, format: Format) -> PyResult<String> {
        ask_plain(py, |context| {
            let mut bytes = Vec::new();
            let sheet = self.table.sheet(view, context)?;
            sheet
                .write(format, &mut bytes, context)
                .map_err(|error| Trouble::Refused(error.to_string()))?;
            String::from_utf8(bytes).map_err(|error| Trouble::Refused(error.to_string()))
        })
    }
}

/// The place of an argument among those of the table.
fn place(index: &Bound<'_, PyAny>, first: u64, count: usize) -> PyResult<usize> {
    let n: i64 = index
        .extract()
        .map_err(|_| PyTypeError::new_err("positions are chosen by ints: table[3, 5]"))?;
    let place = u64::try_from(n).ok().and_then(|n| n.checked_sub(first));
    place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < count).ok_or_else(
        || {
            let last = first as i128 + count as i128 - 1;
            PyIndexError::new_err(format!(
                "{n} is not in the table, which goes from {first} to {last}"
            ))
        },
    )
}

#[pymethods]
impl Table {
    /// The game.
    #[getter]
    fn game(&self) -> &str {
        &self.table.title
    }

    /// How many entries there are, by argument.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.sizes())
    }

    /// The least arguments.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let first = [self.table.first_row].into_iter().chain(self.table.first_column);
        PyTuple::new(py, first.collect::<Vec<_>>())
    }

    /// How the arguments are called.
    #[getter]
    fn arguments(&self) -> Vec<String> {
        let names = self.table.argument_names();
        names.into_iter().take(self.sizes().len()).collect()
    }

    /// What the entries are: "grundy" or "outcome".
    #[getter]
    fn content(&self) -> &'static str {
        if self.table.has_values() { "grundy" } else { "outcome" }
    }

    /// Whether it is about misère play.
    #[getter]
    fn misere(&self) -> bool {
        self.table.play() == grundy::Play::Misere
    }

    /// How the entries repeat, if it is proved or can be seen; else None.
    #[getter]
    fn note(&self) -> Option<String> {
        self.table.note.as_ref().map(grundy::table::Note::text)
    }

    fn __len__(&self) -> usize {
        self.table.rows()
    }

    /// The entry of a position: `table[12]`, `table[3, 5]`; a row of a table of two arguments: `table[3]`.
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(first_column) = self.table.first_column else {
            return self.told(py, place(index, self.table.first_row, self.table.rows())?, 0);
        };
        let row = |index: &Bound<'_, PyAny>| place(index, self.table.first_row, self.table.rows());
        match index.cast::<PyTuple>() {
            Ok(pair) if pair.len() == 2 => {
                let column = place(&pair.get_item(1)?, first_column, self.table.columns())?;
                self.told(py, row(&pair.get_item(0)?)?, column)
            }
            Ok(_) => Err(PyIndexError::new_err("a table of two arguments has entries table[a, b]")),
            Err(_) => Ok(self.row(py, row(index)?)?.into_any()),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let rows = 0..self.table.rows();
        let items: PyResult<Vec<Bound<'py, PyAny>>> = match self.table.first_column {
            None => rows.map(|row| self.told(py, row, 0)).collect(),
            Some(_) => rows.map(|row| Ok(self.row(py, row)?.into_any())).collect(),
        };
        PyTuple::new(py, items?)?.into_any().call_method0("__iter__")
    }

    /// The entries as an array of numpy that is not copied: values as unsigned ints; as ints with -1
    /// where there is no such position, -2 where a move wins at once and -3 for infinite values, if
    /// there are such; outcomes as letters. Where a value is too large, an array of Python ints.
    fn numpy<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("grundy._arrays")?.call_method1("array", (slf,))
    }

    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let sizes = self.sizes();
        if let Some(words) = self.table.values() {
            return interface(py, place_of(words), &sizes, 'u');
        }
        match self.entries() {
            Entries::Signed(numbers) => interface(py, place_of(numbers), &sizes, 'i'),
            Entries::Letters(letters) => interface(py, place_of(letters), &sizes, 'U'),
            Entries::Large => Err(pyo3::exceptions::PyAttributeError::new_err(
                "a value has more than 63 bits: numpy() gives an array of Python ints",
            )),
        }
    }

    /// One dict for each position, for pandas.DataFrame.
    fn records<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let names = self.arguments();
        let mut records = Vec::new();
        for row in 0..self.table.rows() {
            for column in 0..self.table.columns() {
                let record = PyDict::new(py);
                record.set_item(&names[0], self.table.first_row + row as u64)?;
                if let Some(first) = self.table.first_column {
                    record.set_item(&names[1], first + column as u64)?;
                }
                record.set_item(self.content(), self.told(py, row, column)?)?;
                records.push(record);
            }
        }
        Ok(records)
    }

    /// A pandas.DataFrame with the arguments as index and, for two of them, as columns.
    fn to_pandas<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("grundy._arrays")?.call_method1("frame", (slf,))
    }

    /// The table as text: view "table", "by-value" or "differences"; format "text", "csv", "json" or
    /// "markdown".
    #[pyo3(signature = (*, view="table", format="text"))]
    fn to_text(&self, py: Python<'_>, view: &str, format: &str) -> PyResult<String> {
        let view = match view.parse() {
            Ok(grundy::table::AnyView::Of(view)) => view,
            Ok(grundy::table::AnyView::PPositions) => {
                return Err(refused(py, "game.p_positions(...) lists P-positions"));
            }
            Err(what) => return Err(PyValueError::new_err(format!("view={view:?}: {what}"))),
        };
        let format = match format {
            "text" => Format::Text,
            "csv" => Format::Csv,
            "json" => Format::Json,
            "markdown" => Format::Markdown,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "format={format:?}: text, csv, json or markdown"
                )));
            }
        };
        self.written(py, view, format)
    }

    /// A heat map, or a curve for one argument. `colours` is "value", "lowest-bit" or "highest-bit".
    #[pyo3(signature = (*, colours="value"))]
    fn draw(&self, py: Python<'_>, colours: &str) -> PyResult<Picture> {
        let colours = match colours {
            "value" => Colours::Value,
            "lowest-bit" => Colours::LowestBit,
            "highest-bit" => Colours::HighestBit,
            _ => {
                let message = format!("colours={colours:?}: value, lowest-bit or highest-bit");
                return Err(PyValueError::new_err(message));
            }
        };
        let plot = ask_plain(py, |context| {
            Plot::of(&self.table, colours, context).map_err(Trouble::from)
        })?;
        Ok(Picture::new(plot.drawing))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.draw(py, "value")?.svg())
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.written(py, View::Entries, Format::Text)?.trim_end().to_owned())
    }

    fn __repr__(&self) -> String {
        let sizes: Vec<String> = self.sizes().iter().map(ToString::to_string).collect();
        format!(
            "<Table of {}: {} {}>",
            self.table.title,
            sizes.join(" by "),
            self.table.value_name()
        )
    }
}

impl Table {
    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyTuple>> {
        let cells: PyResult<Vec<_>> =
            (0..self.table.columns()).map(|column| self.told(py, row, column)).collect();
        PyTuple::new(py, cells?)
    }
}
