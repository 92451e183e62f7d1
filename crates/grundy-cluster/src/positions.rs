//! All positions of families of rules in boxes, as the vertices of a graph.

use crate::Trouble;
use grundy_rules::error::RuleError;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk::{self, MAX_STEPS};

/// The most cells of all boxes: messages have a bit beside each number.
const MAX_CELLS: u64 = 1 << 62;

/// The positions of some families of a program whose coordinates are within bounds.
///
/// The cells of the boxes are numbered, the last coordinate first; the vertices are the cells that belong to their
/// domain and are their own normal form.
#[derive(Debug)]
pub(crate) struct Positions {
    program: Program,
    /// By family.
    boxes: Vec<Option<Cells>>,
    cells: u64,
}

/// The cells of the box of a family.
#[derive(Clone, Debug)]
struct Cells {
    first: u64,
    count: u64,
    /// How many values each coordinate has.
    sizes: Vec<u64>,
}

impl Positions {
    /// Reads rules, and takes families with the greatest of each coordinate.
    pub fn read(text: &str, boxes: &[(String, Vec<u64>)]) -> Result<Self, Trouble> {
        let source = Source::new("rules", text);
        let program = Program::read(source.clone())
            .map_err(|error| Trouble::Question(error.render(&source)))?;
        let told = |error: RuleError| Trouble::Question(error.render(&program.source));
        program.check_bound().map_err(told)?;
        program.check_free("a run over many processes").map_err(told)?;
        let mut found = vec![None; program.families.len()];
        let mut cells = 0u64;
        for (name, greatest) in boxes {
            let Some(family) = program.family(name) else {
                let known: Vec<&str> =
                    program.families.iter().map(|family| &*family.name).collect();
                return Err(Trouble::Question(format!(
                    "the rules have no family {name}, only {}",
                    known.join(", ")
                )));
            };
            let width = program.families[family].width;
            if greatest.len() != width {
                return Err(Trouble::Question(format!(
                    "{name} has {width} coordinates, {} bounds are given",
                    greatest.len()
                )));
            }
            let sizes: Vec<u64> = greatest.iter().map(|&to| to.saturating_add(1)).collect();
            let count = sizes.iter().fold(1u64, |count, &size| count.saturating_mul(size));
            if found[family].replace(Cells { first: cells, count, sizes }).is_some() {
                return Err(Trouble::Question(format!("{name} is given two boxes")));
            }
            cells = cells.saturating_add(count);
            if cells > MAX_CELLS {
                return Err(Trouble::Limit("the boxes have more than 2^62 cells".into()));
            }
        }
        Ok(Self { program, boxes: found, cells })
    }

    /// Whether some move wins at once.
    pub fn wins(&self) -> bool {
        self.program.wins()
    }

    /// The number of a state that is its own normal form.
    pub fn number(&self, state: &State) -> Result<u64, Trouble> {
        let outside = |help: String| {
            Trouble::Question(format!(
                "{} is outside of the boxes: {help}",
                state.show(&self.program)
            ))
        };
        let family = &self.program.families[state.family()].name;
        if self.boxes[state.family()].is_none() {
            return Err(outside(format!("give {family} one, as --also {family}=N,M…")));
        }
        self.cell(state.family(), state.coords())
            .ok_or_else(|| outside(format!("raise the bounds of {family}")))
    }

    /// The number of a cell, if there is one.
    pub fn cell(&self, family: usize, coords: &[i64]) -> Option<u64> {
        let Cells { first, sizes, .. } = self.boxes[family].as_ref()?;
        let mut number = 0;
        for (&coord, &size) in coords.iter().zip(sizes) {
            let coord = u64::try_from(coord).ok().filter(|&coord| coord < size)?;
            number = number * size + coord;
        }
        Some(first + number)
    }

    /// The state of a number below that of the cells.
    pub fn state(&self, number: u64) -> State {
        let mut coords = Vec::new();
        let family = self.decode(number, &mut coords);
        State::new(family, coords)
    }

    /// The family and the coordinates of a number below that of the cells.
    pub fn decode(&self, number: u64, coords: &mut Vec<i64>) -> usize {
        coords.clear();
        let holds =
            |cells: &Cells| number.checked_sub(cells.first).is_some_and(|n| n < cells.count);
        let family = self.boxes.iter().position(|cells| cells.as_ref().is_some_and(holds));
        let Some((family, cells)) =
            family.and_then(|family| Some((family, self.boxes[family].as_ref()?)))
        else {
            return 0;
        };
        let mut rest = number - cells.first;
        coords.resize(cells.sizes.len(), 0);
        for (coord, &size) in coords.iter_mut().zip(&cells.sizes).rev() {
            *coord = (rest % size) as i64;
            rest /= size;
        }
        family
    }

    /// A state as it is written.
    pub fn show(&self, number: u64) -> String {
        self.state(number).show(&self.program)
    }

    /// The number of a position that is typed as `(n,m)` or `NAME(n,m)`; in another form than its normal one too.
    pub fn typed(&self, text: &str) -> Result<u64, Trouble> {
        let bad =
            || Trouble::Question(format!("{text} is not a position: expected numbers, as (3,5)"));
        let (name, rest) = text.split_once('(').ok_or_else(bad)?;
        let list = rest.trim_end().strip_suffix(')').ok_or_else(bad)?;
        let family = match name.trim() {
            "" => self.boxes.iter().position(Option::is_some).ok_or_else(bad)?,
            name => self
                .program
                .family(name)
                .ok_or_else(|| Trouble::Question(format!("the rules have no family {name}")))?,
        };
        let coords = list.split(',').map(|number| number.trim().parse().map_err(|_| bad()));
        let coords = coords.collect::<Result<Vec<i64>, _>>()?;
        let family_of = &self.program.families[family];
        if coords.len() != family_of.width {
            return Err(Trouble::Question(format!(
                "{} has {} coordinates",
                family_of.name, family_of.width
            )));
        }
        let state = State::new(family, coords);
        if !self.inside(&state)? {
            return Err(Trouble::Question(format!(
                "there is no position {}",
                state.show(&self.program)
            )));
        }
        self.number(&self.normal(&state)?)
    }

    fn told(&self, error: &RuleError) -> Trouble {
        Trouble::Question(format!("the rules are wrong\n  {}", error.render(&self.program.source)))
    }

    pub fn inside(&self, state: &State) -> Result<bool, Trouble> {
        match walk::outside(&self.program, state, MAX_STEPS) {
            Ok(why) => Ok(why.is_none()),
            Err(halt) => Err(self.told(&halt.into_error().in_state(state.show(&self.program)))),
        }
    }

    pub fn normal(&self, state: &State) -> Result<State, Trouble> {
        walk::normal_form(&self.program, state).map_err(|error| self.told(&error))
    }

    /// The rules.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// What can be done in a vertex, by the reference.
    pub fn options(&self, state: &State) -> Result<Options, Trouble> {
        let mut options = Options::default();
        let mut left: Vec<State> = Vec::new();
        let mut sums: Vec<Vec<State>> = Vec::new();
        walk::options(&self.program, state, MAX_STEPS, &mut |option| {
            if option.wins {
                options.wins = true;
            }
            match option.sum.len() {
                _ if option.wins => {}
                0 => options.ends += 1,
                1 => left.extend(option.sum),
                _ => sums.push(option.sum),
            }
            true
        })
        .map_err(|error| self.told(&error))?;
        for to in &left {
            options.heads.push(self.number(&self.normal(to)?)?);
        }
        for sum in &sums {
            let number = |part| self.number(&self.normal(part)?);
            options.sums.push(sum.iter().map(number).collect::<Result<_, _>>()?);
        }
        options.sort();
        Ok(options)
    }

    /// How many cells there are.
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// Whether play must end, as the rules say.
    pub fn ends(&self) -> bool {
        !self.program.is_loopy()
    }

    /// Refuses sums where they say nothing.
    pub fn check_sums(&self, vertex: u64, outcomes: bool) -> Result<(), Trouble> {
        if !outcomes && self.ends() {
            return Ok(());
        }
        let from = self.show(vertex);
        Err(Trouble::Question(if self.ends() {
            format!(
                "a move from {from} leaves a sum of several positions, whose remoteness does not follow from that of \
                 its parts: ask for --find values (a position is P if and only if its value is 0)"
            )
        } else {
            format!(
                "a move from {from} leaves a sum of several positions: rules declared loopy must not do that here"
            )
        }))
    }
}

/// What can be done in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// The positions that moves leave, ascending, each once.
    pub heads: Vec<u64>,
    /// The sums of several positions that moves leave, each once.
    pub sums: Vec<Vec<u64>>,
    /// How many moves leave nothing.
    pub ends: u32,
    /// Whether a move wins at once.
    pub wins: bool,
}

impl Options {
    /// Puts everything in order, and each once.
    pub fn sort(&mut self) {
        self.heads.sort_unstable();
        self.heads.dedup();
        self.sums.iter_mut().for_each(|sum| sum.sort_unstable());
        self.sums.sort_unstable();
        self.sums.dedup();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_states_are_inverse_and_bounds_are_kept() {
        let text = "W(a,b) -> W(a-1,b) if a > 0  W(a,b) -> V(b) if a == 0  V(n) -> V(n-1) if n > 0";
        let boxes = vec![("W".to_owned(), vec![3, 4]), ("V".to_owned(), vec![9])];
        let positions = Positions::read(text, &boxes).unwrap();
        assert_eq!(positions.cells(), 4 * 5 + 10);
        for number in 0..30 {
            assert_eq!(positions.number(&positions.state(number)).unwrap(), number);
            assert_eq!(positions.typed(&positions.show(number)).unwrap(), number);
        }
        assert_eq!(positions.typed("(0,4)").unwrap(), 4);
        assert_eq!(positions.options(&State::new(0, vec![0, 4])).unwrap().heads, [24]);
        for (text, boxes, told) in [
            (text, &boxes[..1], "give V one"),
            (text, &[("X".to_owned(), vec![1])], "no family X, only W, V"),
            (text, &[("W".to_owned(), vec![1])], "2 coordinates, 1 bounds"),
            ("L(n -> L(n)", &[("L".to_owned(), vec![5])], "rules:1"),
        ] {
            let listed = Positions::read(text, boxes).and_then(|positions| {
                (0..positions.cells())
                    .try_for_each(|i| positions.options(&positions.state(i)).map(drop))
            });
            let error = listed.unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }
}
