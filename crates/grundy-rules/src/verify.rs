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
use grundy::verify::{Problem, TextPart, TextReader, TextRules};
use std::ops::ControlFlow;

/// Coordinates of a position.
const MAX_WIDTH: usize = 2;

/// Families: a part has two bits for its own.
const MAX_FAMILIES: usize = 4;

/// Reads rules of positions with at most two numbers, or one board, whose play has an end.
///
/// ```
/// use grundy::context::Context;
/// use grundy::verify::TextReader;
/// use grundy_rules::verify::Reader;
/// let rules = Reader.read(&["S(n) -> S(n-k*k) for k in 1..=isqrt(n)".to_owned()]).unwrap();
/// let (part, told) = rules.position("s( 7 )", &Context::default()).unwrap();
/// assert_eq!((part.coords, &*told), ([7, 0], "S(7)"));
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
            return Err(
                "rules with loopy families, moves that must be answered or moves that win at \
                        once have no such certificates"
                    .into(),
            );
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
        failure.into_stop(&self.0.source)
    }
}

/// Leaves one of each part that stands in a list an odd number of times: two equal games are a sum of value 0.
fn cancel_pairs(parts: &mut Vec<TextPart>) {
    parts.sort_unstable();
    let (mut kept, mut i) = (0, 0);
    while i < parts.len() {
        let part = parts[i];
        let equal = parts[i..].iter().take_while(|other| **other == part).count();
        if equal % 2 == 1 {
            parts[kept] = part;
            kept += 1;
        }
        i += equal;
    }
    parts.truncate(kept);
}

/// What the coordinates of a family are, as far as they are boards.
fn shapes(family: &Family) -> impl Iterator<Item = (usize, Shape)> {
    family.params.iter().filter_map(|param| Some((param.slot as usize, param.shape?)))
}

impl TextRules for Checked {
    fn families(&self) -> Vec<String> {
        self.0.families.iter().map(|family| family.name.to_string()).collect()
    }

    fn position(&self, text: &str, context: &Context<'_>) -> Result<(TextPart, String), Problem> {
        let program = &self.0;
        let malformed = |why: String| Problem::Malformed(why);
        let none = || Problem::Malformed(format!("{text:?} is not a position of the rules"));
        let sum = syntax::parse(text).map_err(|error| malformed(error.in_one_line()))?;
        let [component] = &*sum else {
            return Err(Problem::Malformed(format!("{text:?} is not one position")));
        };
        let plain = component.params.is_none() && !component.entailed;
        let args = component.args.as_ref().filter(|_| plain).ok_or_else(none)?;
        let is_named = |family: &Family| {
            component.name().is_some_and(|name| name.eq_ignore_ascii_case(&family.name))
        };
        let number = program.families.iter().position(is_named).ok_or_else(none)?;
        let coords = position::coordinates(program, &program.families[number], args)
            .map_err(|error| malformed(error.in_one_line()))?;
        let state = State::new(number, coords);
        match walk::outside(program, &state, MAX_STEPS) {
            Ok(None) => {}
            Ok(Some(_)) => {
                let shown = state.show(program);
                return Err(Problem::Malformed(format!("there is no position {shown}")));
            }
            Err(halt) => return Err(malformed(halt.into_error().to_string())),
        }
        let form = walk::normal_form_within(program, &state, context)
            .map_err(|failure| Problem::Stop(self.stop(failure)))?;
        Ok((Self::part(&form), state.show(program)))
    }

    fn is_position(&self, part: TextPart, context: &Context<'_>) -> Result<bool, Stop> {
        let Some(state) = self.state(part) else { return Ok(false) };
        let family = &self.0.families[state.family()];
        let coords = state.coords();
        let holds =
            shapes(family).all(|(from, shape)| shape.holds(&coords[from..from + shape.words()]));
        if !holds || walk::outside(&self.0, &state, MAX_STEPS) != Ok(None) {
            return Ok(false);
        }
        let form = walk::normal_form_within(&self.0, &state, context);
        form.map(|form| form == state).map_err(|failure| self.stop(failure))
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
            for (i, state) in (0..).zip(&reached.sum) {
                let form = context.tick("listing what a move leaves", i).map_err(Failure::Stop);
                let form = form.and_then(|()| walk::normal_form_within(&self.0, state, context));
                match form {
                    Ok(form) => left.push(Self::part(&form)),
                    Err(failure) => {
                        wrong = Some(failure);
                        return false;
                    }
                }
            }
            if !all {
                cancel_pairs(&mut left);
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
