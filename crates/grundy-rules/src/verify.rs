//! Rules as the checker of certificates reads them: by the reference evaluator, which no search uses.

use crate::error::Failure;
use crate::position;
use crate::shape::Shape;
use crate::source::Source;
use crate::state::State;
use crate::typed::{Family, Program};
use crate::walk::{self, MAX_STEPS};
use grundy::context::{Context, Stop};
use grundy::syntax;
use grundy::verify::{TextPart, TextReader, TextRules};
use std::ops::ControlFlow;

/// Coordinates of a position.
const MAX_WIDTH: usize = 2;

/// Families: a part has two bits for its own.
const MAX_FAMILIES: usize = 4;

/// Reads rules of positions with at most two numbers, or one board, whose play has an end.
///
/// ```
/// use grundy::verify::TextReader;
/// use grundy_rules::verify::Reader;
/// let rules = Reader.read(&["S(n) -> S(n-k*k) for k in 1..=isqrt(n)".to_owned()]).unwrap();
/// assert_eq!(rules.position("S(7)").unwrap().coords, [7, 0]);
/// assert!(Reader.read(&["S(n) -> S(n-1)".to_owned(), "S(".to_owned()]).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader;

impl TextReader for Reader {
    fn read(&self, texts: &[String]) -> Result<Box<dyn TextRules>, String> {
        let mut source = Source::default();
        for (i, text) in (1..).zip(texts) {
            source.add(format!("text {i} of the rules"), text);
        }
        let program = Program::read(source.clone()).map_err(|error| error.render(&source))?;
        program.check_bound().map_err(|error| error.render(&source))?;
        if program.is_loopy() || program.entailing().is_some() || program.wins() {
            return Err("rules that loop, entail or win at once have no such certificates".into());
        }
        let families = &program.families;
        if families.len() > MAX_FAMILIES || families.iter().any(|of| of.width > MAX_WIDTH) {
            return Err(format!(
                "there are at most {MAX_FAMILIES} families, of at most {MAX_WIDTH} numbers each"
            ));
        }
        Ok(Box::new(Checked(program)))
    }
}

struct Checked(Program);

impl Checked {
    fn state(&self, part: TextPart) -> Option<State> {
        let family = self.0.families.get(part.family as usize)?;
        let (own, others) = part.coords.split_at(family.width);
        others.iter().all(|&coord| coord == 0).then(|| State::new(part.family as usize, own.into()))
    }

    fn part(state: &State) -> TextPart {
        let mut coords = [0; MAX_WIDTH];
        coords[..state.coords().len()].copy_from_slice(state.coords());
        TextPart { family: state.family() as u32, coords }
    }

    fn stop(&self, failure: Failure) -> Stop {
        match failure {
            Failure::Stop(stop) => stop,
            Failure::Rules(error) => {
                Stop::Faulty(format!("the rules are wrong\n  {}", error.render(&self.0.source)))
            }
        }
    }
}

/// What the coordinates of a family are, as far as they are boards.
fn shapes(family: &Family) -> impl Iterator<Item = (usize, Shape)> {
    family.params.iter().filter_map(|param| Some((param.slot as usize, param.shape?)))
}

impl TextRules for Checked {
    fn families(&self) -> Vec<String> {
        self.0.families.iter().map(|family| family.name.to_string()).collect()
    }

    fn position(&self, text: &str) -> Result<TextPart, String> {
        let program = &self.0;
        let sum = syntax::parse(text).map_err(|error| error.in_one_line())?;
        let [component] = &*sum else {
            return Err(format!("{text} is not one position"));
        };
        let Some(args) =
            component.args.as_ref().filter(|_| component.params.is_none() && !component.entailed)
        else {
            return Err(format!("{text} is no position of the rules"));
        };
        let named = |family: &&Family| {
            component.name().is_some_and(|name| name.eq_ignore_ascii_case(&family.name))
        };
        let Some(family) = program.families.iter().find(named) else {
            return Err(format!("{text} is no position of the rules"));
        };
        let number = program.families.iter().position(|other| other.name == family.name);
        let coords =
            position::coordinates(program, family, args).map_err(|error| error.in_one_line())?;
        let state = State::new(number.unwrap_or(0), coords);
        match walk::outside(program, &state, MAX_STEPS) {
            Ok(None) => {}
            Ok(Some(_)) => return Err(format!("there is no position {text}")),
            Err(halt) => return Err(halt.into_error().to_string()),
        }
        let form = walk::normal_form(program, &state).map_err(|error| error.to_string())?;
        Ok(Self::part(&form))
    }

    fn is_position(&self, part: TextPart) -> bool {
        let Some(state) = self.state(part) else { return false };
        let family = &self.0.families[state.family()];
        let coords = state.coords();
        shapes(family).all(|(from, shape)| shape.holds(&coords[from..from + shape.words()]))
            && walk::outside(&self.0, &state, MAX_STEPS) == Ok(None)
            && walk::normal_form(&self.0, &state).is_ok_and(|form| form == state)
    }

    fn cells(&self, part: TextPart) -> u32 {
        let Some(state) = self.state(part) else { return u32::MAX };
        let family = &self.0.families[state.family()];
        let on_board = |place: usize| {
            shapes(family).any(|(from, shape)| (from..from + shape.words()).contains(&place))
        };
        let cells = state.coords().iter().enumerate().map(|(place, &word)| match on_board(place) {
            true => word.count_ones(),
            false => u32::try_from(word).unwrap_or(u32::MAX),
        });
        cells.fold(0, u32::saturating_add)
    }

    fn told(&self, part: TextPart) -> String {
        self.state(part).map_or_else(|| "no position".into(), |state| state.show(&self.0))
    }

    fn options(
        &self,
        part: TextPart,
        all: bool,
        context: &Context<'_>,
        option: &mut dyn FnMut(&[TextPart]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let Some(state) = self.state(part) else { return Ok(()) };
        let mut wrong = None;
        let mut each = |reached: walk::Reached| {
            let mut left = Vec::with_capacity(reached.sum.len());
            for state in &reached.sum {
                match walk::normal_form_within(&self.0, state, context) {
                    Ok(form) => left.push(Self::part(&form)),
                    Err(failure) => {
                        wrong = Some(failure);
                        return false;
                    }
                }
            }
            option(&left).is_continue()
        };
        let walked = if all {
            walk::options_within(&self.0, &state, MAX_STEPS, context, &mut each)
        } else {
            walk::values_within(&self.0, &state, MAX_STEPS, context, &mut each)
        };
        walked.and(wrong.map_or(Ok(()), Err)).map_err(|failure| self.stop(failure))
    }
}
