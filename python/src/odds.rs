//! The probability that the first player wins among random heaps.

use crate::ask::ask;
use crate::game::Game;
use crate::number::to_int;
use crate::position::play_of;
use crate::trouble::Trouble;
use grundy::odds::{Part, Question, Sizes, odds};
use pyo3::prelude::*;

/// How often each player wins where each of `heaps` heaps has a random size: the fractions (first,
/// second, draw), each None where it is too long to be written out, and as a text.
#[pyfunction]
#[pyo3(signature = (game, heaps, sizes, *, misere=false, exact_digits=2000))]
pub fn odds_of<'py>(
    py: Python<'py>,
    game: &Game,
    heaps: u64,
    sizes: &str,
    misere: bool,
    exact_digits: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let any = game.game(py)?.clone();
    let found = ask(py, &game.names, |context| {
        let sizes = Sizes::parse(sizes).map_err(Trouble::Refused)?;
        let question = Question { play: play_of(misere), exact_digits, ..Question::default() };
        odds(&[Part { game: any, heaps, sizes }], &question, context).map_err(Trouble::from)
    })?;
    let fraction = |chance: &grundy::odds::Chance| -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((over, under)) = &chance.fraction else { return Ok(None) };
        let class = py.import("fractions")?.getattr("Fraction")?;
        class.call1((to_int(py, over)?, to_int(py, under)?)).map(Some)
    };
    let draw = found.draw.as_ref().map(fraction).transpose()?.flatten();
    let decimal = |chance: &grundy::odds::Chance| chance.decimal.as_ref().map(ToString::to_string);
    let class = py.import("grundy._values")?.getattr("Odds")?;
    class.call1((
        fraction(&found.first)?,
        fraction(&found.second)?,
        draw,
        decimal(&found.first),
        decimal(&found.second),
    ))
}
