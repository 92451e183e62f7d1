//! A state of the game: a family and its coordinates.

use crate::source::Source;
use crate::typed::{Family, Program};

/// A position of a program's family.
///
/// ```
/// use grundy_rules::{source::Source, state::State, typed::Program};
/// let program = Program::read(Source::new("W", "W(a,b) -> W(a-1,b) if a > 0")).unwrap();
/// assert_eq!(State::new(0, vec![3, 4]).show(&program), "W(3,4)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// The family, with [`ENTAILED`] set if the state must be answered.
    family: u32,
    coords: Box<[i64]>,
}

/// There are far fewer families than this.
const ENTAILED: u32 = 1 << 31;

impl State {
    /// The state of a family, which is below 2^31, with these coordinates.
    pub fn new(family: usize, coords: Vec<i64>) -> Self {
        Self { family: family as u32, coords: coords.into() }
    }

    /// The number of its family.
    pub fn family(&self) -> usize {
        (self.family & !ENTAILED) as usize
    }

    /// Whether it must be answered: the next move is made there.
    pub fn is_entailed(&self) -> bool {
        self.family & ENTAILED != 0
    }

    /// The same state, to be answered or not.
    #[must_use]
    pub fn with_entailed(mut self, entailed: bool) -> Self {
        self.family = self.family & !ENTAILED | if entailed { ENTAILED } else { 0 };
        self
    }

    /// Its coordinates.
    pub fn coords(&self) -> &[i64] {
        &self.coords
    }

    /// What stands in the parentheses of a position.
    pub fn arguments(&self, family: &Family) -> String {
        let coords = &self.coords;
        let numbers = |coords: &[i64]| {
            let coords: Vec<String> = coords.iter().map(i64::to_string).collect();
            coords.join(",")
        };
        if family.params.iter().all(|param| param.shape.is_none()) {
            return numbers(coords);
        }
        let values: Vec<String> = family
            .params
            .iter()
            .map(|param| {
                let from = param.slot as usize;
                match param.shape {
                    Some(shape) => match coords.get(from..from + shape.words()) {
                        // What is no board can only be told as it is.
                        Some(words) if shape.holds(words) => shape.text(words, param.signs),
                        _ => numbers(coords.get(from..).unwrap_or(&[])),
                    },
                    None => numbers(&coords[from..from + param.len.unwrap_or(1)]),
                }
            })
            .collect();
        values.join(",")
    }

    /// As it is written: `W(3,4)`.
    pub fn show(&self, program: &Program) -> String {
        let family = &program.families[self.family()];
        let mark = if self.is_entailed() { "!" } else { "" };
        format!("{}{mark}({})", family.name, self.arguments(family))
    }
}

impl Family {
    /// The parameters as they stand in a head, with defaults: `n, cap = n-1`.
    pub fn signature(&self, source: &Source) -> String {
        let params: Vec<String> = self
            .params
            .iter()
            .map(|param| {
                let len = match (param.shape, param.len) {
                    (Some(shape), _) => format!(": {}", shape.describe()),
                    (None, Some(len)) => format!("[{len}]"),
                    (None, None) => String::new(),
                };
                let default = param
                    .default
                    .as_ref()
                    .map_or(String::new(), |value| format!(" = {}", source.text(value.span)));
                format!("{}{len}{default}", param.name)
            })
            .collect();
        params.join(", ")
    }
}
