//! A ruleset written in Python as a game of the library.

use super::cache::Told;
use super::code::{Shape, Spot};
use super::core::Core;
use super::values::{LOONY, Values};
use grundy::context::{Context, Stop};
use grundy::game::{AnyGame, Card, Family, Game, Known, Move, Placed, erase};
use grundy::nat::{self, Nat, to_u64};
use grundy::read;
use grundy::ruleset::{Full, Options, Ruleset};
use grundy::syntax::{ArgKind, Args, Component, ReadError};
use pyo3::prelude::*;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// Marks the number of an object in the place of its text; nobody types it.
pub const NUMBERED: char = '\0';

struct PythonGame {
    core: Arc<Core>,
    values: Mutex<Values>,
}

/// A position as it stands in a text.
pub fn shown(core: &Core, spot: Spot) -> String {
    format!("{}({})", core.name, print(core, spot))
}

impl Ruleset for PythonGame {
    type Position = Spot;

    const MAY_LOOP: bool = true;

    const MAY_WIN: bool = true;

    fn options(&self, &spot: &Spot, out: &mut Options<Spot>) -> Result<(), Full> {
        let told = self.core.options(spot).map_err(|()| Full)?;
        match &*told {
            &Told::Range(first, step, count) => {
                (0..count).try_for_each(|i| out.push([Spot(first + i * step)]))
            }
            Told::Single(list) => list.iter().try_for_each(|&spot| out.push([spot])),
            Told::Sums(sums) => sums.iter().try_for_each(|(sum, wins)| {
                let sum = sum.iter().copied();
                if *wins { out.push_win(sum) } else { out.push(sum) }
            }),
        }
    }

    fn is_loopy(&self) -> bool {
        self.core.loopy
    }

    fn pack(&self, &spot: &Spot) -> Option<u64> {
        Some(spot.0)
    }

    fn fault(&self) -> Option<Stop> {
        self.core.failure().map(Stop::Faulty)
    }
}

/// A position as it stands in parentheses.
fn print(core: &Core, spot: Spot) -> String {
    match spot.shape() {
        Shape::Int(n) => n.to_string(),
        Shape::Tuple(ints) => {
            let ints: Vec<String> = ints.iter().map(u64::to_string).collect();
            ints.join(",")
        }
        Shape::Object(_) => {
            let repr = Python::attach(|py| -> PyResult<String> {
                let object = core.decode(py, spot)?;
                // Ints that are too large for a word are still numbers.
                if object.is_exact_instance_of::<pyo3::types::PyInt>() && object.ge(0)? {
                    return Ok(nat::print(&crate::number::from_int(&object)?));
                }
                let text = object.repr()?.to_string();
                Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
            });
            repr.unwrap_or_else(|_| format!("\"{NUMBERED}{}\"", spot.0 & (super::code::END - 1)))
        }
    }
}

impl PythonGame {
    /// The position of these numbers.
    fn numbers(&self, numbers: &[&Nat], args: &Args) -> Result<Spot, ReadError> {
        if let Some(names) = &self.core.arguments
            && names.len() != numbers.len()
        {
            let wanted = format!("expected {}({})", self.core.name, names.join(", "));
            let message = format!("{} takes {} of them", self.core.name, names.len());
            return Err(ReadError::domain(message, args.span).help(wanted));
        }
        let words: Option<Vec<u64>> = numbers.iter().map(|n| to_u64(n)).collect();
        let small = words.and_then(|words| match &*words {
            [only] => Spot::int(*only),
            words => Spot::tuple(words),
        });
        if let Some(spot) = small {
            return Ok(spot);
        }
        Python::attach(|py| -> PyResult<Spot> {
            let numbers: PyResult<Vec<_>> =
                numbers.iter().map(|n| crate::number::to_int(py, n)).collect();
            match &*numbers? {
                [only] => self.core.encode(only),
                numbers => self.core.encode(pyo3::types::PyTuple::new(py, numbers)?.as_any()),
            }
        })
        .map_err(|error| ReadError::domain(error.to_string(), args.span))
    }

    fn text(&self, text: &str, args: &Args) -> Result<Spot, ReadError> {
        if let Some(number) = text.strip_prefix(NUMBERED)
            && let Ok(number) = number.parse()
            && self.core.has(number)
        {
            return Ok(Spot::object(number));
        }
        let found = Python::attach(|py| self.core.by_repr(py, text))
            .map_err(|error| ReadError::domain(error.to_string(), args.span))?;
        match &*found {
            [only] => Ok(*only),
            [] => Err(ReadError::domain("no position with this repr was met", args.span)
                .help(format!("call {} with the position itself", self.core.name))),
            _ => Err(ReadError::domain("several positions have this repr", args.span)
                .help("give positions that differ a repr that differs")),
        }
    }
}

impl Game for PythonGame {
    fn title(&self) -> String {
        self.core.name.clone()
    }

    fn identity(&self) -> String {
        format!("python {:p}", Arc::as_ptr(&self.core))
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let Some(group) = args.single().filter(|group| !group.is_empty()) else {
            let message =
                "a position of this game is one int, ints between commas, or a repr in quotes";
            return Err(ReadError::domain(message, args.span));
        };
        let spot = match group {
            [only] if matches!(only.kind, ArgKind::Text(_)) => match &only.kind {
                ArgKind::Text(text) => self.text(text, args)?,
                _ => unreachable!("a text was matched"),
            },
            group => {
                let numbers: Result<Vec<&Nat>, ReadError> =
                    group.iter().map(read::number).collect();
                self.numbers(&numbers?, args)?
            }
        };
        Ok(Placed::new(self, vec![spot]))
    }

    fn known(&self, &spot: &Spot, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        // Where play may go on for ever the theory of loopy values decides.
        if self.core.loopy {
            return Ok(None);
        }
        let mut values = self.values.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Some(match values.value(&self.core, spot, context)? {
            LOONY => Known::Loony,
            value => Known::Value(value.into()),
        }))
    }

    fn by_options(&self, _: &Spot) -> bool {
        true
    }

    fn print(&self, &spot: &Spot) -> String {
        print(&self.core, spot)
    }

    fn print_move(&self, from: &Spot, to: &Move<Spot>) -> String {
        let shown = |spot: &Spot| match spot.shape() {
            Shape::Int(_) => self.print(spot),
            _ => format!("({})", self.print(spot)),
        };
        let left: Vec<String> = to.sum.iter().map(shown).collect();
        let left = if left.is_empty() { "nothing".to_owned() } else { left.join(" + ") };
        format!("{} -> {left}", shown(from))
    }

    fn method(&self, _: &Spot) -> Cow<'static, str> {
        "search over the rules, which are written in Python".into()
    }

    fn argument_names(&self) -> Vec<String> {
        self.core.arguments.clone().unwrap_or_default()
    }
}

/// A ruleset written in Python as a row of the catalogue.
pub struct PythonFamily {
    core: Arc<Core>,
    /// One game for all positions: they share what is found out.
    game: Arc<dyn AnyGame>,
}

impl PythonFamily {
    /// The row.
    pub fn new(core: Core) -> Self {
        let core = Arc::new(core);
        Self { game: erase(PythonGame { core: core.clone(), values: Mutex::default() }), core }
    }

    /// The ruleset.
    pub fn core(&self) -> &Arc<Core> {
        &self.core
    }
}

impl Family for PythonFamily {
    fn card(&self) -> Card<'_> {
        Card {
            name: &self.core.name,
            params: "",
            position: "(position)",
            rules: &self.core.told,
            theorem: "Grundy values by search over the rules.",
            source: "written in Python",
            cost: "O(positions and moves that can be reached)",
            examples: &[],
        }
    }

    fn owns(&self, component: &Component) -> bool {
        component.name().is_some_and(|name| name.eq_ignore_ascii_case(&self.core.name))
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(self.game.clone())
    }

    fn small(&self) -> Vec<String> {
        Vec::new()
    }
}
