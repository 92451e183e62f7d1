//! What a law tells of positions of any size; of a proved one also winning moves.

use grundy::context::{Context, Stop};
use grundy::nat::{self, Nat};
use grundy::outcome::Outcome;
use grundy_rules::state::State;
use grundy_rules::walk::{self, MAX_STEPS};

use super::{LawFormula, Question, Report, Status};
use crate::automaton::{Budget, Overrun};
use crate::formula::DecideError;
use crate::moves::{MoveError, Moves, Position, Step};
use crate::rules::{FindError, Of, Translation, translate};

/// A position asked about, and the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct At {
    /// The coordinates.
    pub position: Vec<Nat>,
    /// Who wins.
    pub outcome: Option<Outcome>,
    /// The Grundy value, if the law tells values.
    pub value: Option<Nat>,
    /// Winning moves, as many as were asked for.
    pub moves: Vec<Move>,
    /// Whether there are more winning moves than these.
    pub more: bool,
    /// Why the law does not tell who wins, or how.
    pub open: Option<String>,
    /// How far the law can be trusted that tells it.
    pub status: Status,
}

impl At {
    /// Nothing is known yet.
    fn unknown(position: &[Nat]) -> Self {
        Self {
            position: position.to_vec(),
            outcome: None,
            value: None,
            moves: Vec::new(),
            more: false,
            open: None,
            status: Status::Proved,
        }
    }
}

/// A move as it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// As it is listed by `solve`: `(13,7) -> (4,7)`.
    pub text: String,
    /// The end of that: `(4,7)`.
    pub short: String,
    /// What is left: `wythoff(4,7)`; nothing where the mover wins at once.
    pub to: Option<String>,
}

/// How positions of a game are written.
#[derive(Clone, Copy, Debug)]
pub struct Notation<'n> {
    /// The title of the game.
    pub game: &'n str,
    /// The number of its family.
    pub family: usize,
    /// The rules.
    pub rules: &'n Translation,
}

impl Notation<'_> {
    fn coords(coords: &[Nat]) -> String {
        coords.iter().map(nat::print).collect::<Vec<_>>().join(",")
    }

    fn is_own_heap(&self, part: &Position) -> bool {
        part.family == self.family && part.coords.len() == 1
    }

    /// A position alone, without the name of the game asked about.
    fn short(&self, part: &Position) -> String {
        match part.family == self.family {
            true if part.coords.len() == 1 => Self::coords(&part.coords),
            true => format!("({})", Self::coords(&part.coords)),
            false => self.long(part),
        }
    }

    fn long(&self, part: &Position) -> String {
        let name = match part.family == self.family {
            true if self.game.ends_with(')') => return placed(self.game, &part.coords),
            true => self.game,
            false => &self.rules.families[part.family].name,
        };
        format!("{name}({})", Self::coords(&part.coords))
    }

    fn step(&self, from: &[Nat], step: &Step) -> Move {
        let from = Position { family: self.family, coords: from.to_vec() };
        let from = self.short(&from);
        if step.wins {
            let short = "wins at once".to_owned();
            return Move { text: format!("{from} -> {short}"), short, to: None };
        }
        let all = |one: &dyn Fn(&Position) -> String, between: &str| {
            step.sum.iter().map(one).collect::<Vec<_>>().join(between)
        };
        let (short, to) = if step.sum.is_empty() {
            ("0".to_owned(), "0".to_owned())
        } else if step.sum.iter().all(|part| self.is_own_heap(part)) {
            let heaps = all(&|part| self.short(part), ",");
            (heaps.clone(), format!("{}({heaps})", self.game))
        } else {
            (all(&|part| self.short(part), " + "), all(&|part| self.long(part), " + "))
        };
        Move { text: format!("{from} -> {short}"), short, to: Some(to) }
    }
}

/// An expression with numbers in the place of its letters, in their order: `bash[7](96)` of `bash[m](n)`.
fn placed(expression: &str, coords: &[Nat]) -> String {
    let chars: Vec<char> = expression.chars().collect();
    let letter = |at: usize| chars.get(at).is_some_and(char::is_ascii_alphabetic);
    let mut known: Vec<char> = Vec::new();
    let mut out = String::new();
    for (at, &char) in chars.iter().enumerate() {
        if !letter(at) || letter(at + 1) || at.checked_sub(1).is_some_and(letter) {
            out.push(char);
            continue;
        }
        if !known.contains(&char) {
            known.push(char);
        }
        let number = known.iter().position(|&own| own == char).and_then(|at| coords.get(at));
        match number {
            Some(number) => nat::write(&mut out, number),
            None => out.push(char),
        }
    }
    out
}

/// Why an answer is open.
fn open(error: MoveError) -> Result<Option<String>, Stop> {
    match error {
        MoveError::Decide(DecideError::Overrun(Overrun::Stop(Stop::Cancelled))) => {
            Err(Stop::Cancelled)
        }
        other => Ok(Some(other.to_string())),
    }
}

/// The answer for a sum of positions of one number each: heaps, whose value is the nim-sum of theirs.
fn heaps(
    moves: &mut Moves<'_>,
    notation: Notation<'_>,
    heaps: &[Nat],
    limit: usize,
    budget: &Budget<'_>,
) -> Result<At, Stop> {
    let mut answer = At::unknown(heaps);
    let one = |heap: &Nat| Position { family: notation.family, coords: vec![heap.clone()] };
    let mut values = Vec::new();
    for heap in heaps {
        match moves.value(&one(heap)) {
            Ok(Some(value)) => values.push(value),
            Ok(None) => {
                answer.open = Some(format!("the law has no value for {}", nat::print(heap)));
                return Ok(answer);
            }
            Err(error) => {
                answer.open = open(error)?;
                return Ok(answer);
            }
        }
    }
    let sum = values.iter().fold(Nat::ZERO, |sum, value| sum ^ value);
    let lost = sum.is_zero();
    answer.outcome = Some(if lost { Outcome::P } else { Outcome::N });
    answer.value = Some(sum.clone());
    if lost {
        return Ok(answer);
    }
    let from = Notation::coords(heaps);
    for (place, (heap, value)) in heaps.iter().zip(&values).enumerate() {
        if answer.more || limit == 0 {
            break;
        }
        // One more tells whether there are more.
        let rest = limit - answer.moves.len() + 1;
        let wanted = value ^ &sum;
        let steps = match moves.to_value(&one(heap), &wanted, rest, budget) {
            Ok(steps) => steps,
            Err(error) => {
                answer.open = open(error)?;
                break;
            }
        };
        let own = |step: &Step| step.sum.iter().all(|part| notation.is_own_heap(part));
        for step in steps.iter().filter(|step| own(step)) {
            let parts = step.sum.iter().map(|part| &part.coords[0]);
            let left: Vec<Nat> =
                heaps[..place].iter().chain(parts).chain(&heaps[place + 1..]).cloned().collect();
            let left = Notation::coords(&left);
            let short = format!("({left})");
            let to = Some(format!("{}({left})", notation.game));
            if answer.moves.len() == limit {
                answer.more = true;
                break;
            }
            answer.moves.push(Move { text: format!("({from}) -> {short}"), short, to });
        }
    }
    Ok(answer)
}

/// The answer for a position of the game, or of several of its heaps, with up to `limit` winning moves, which are those of its
/// normal form; nothing is told of what is no position, or is too large to be written. A position with a
/// move that wins at once has no value.
///
/// # Errors
/// [`Stop`] when cancelled; where other limits leave the moves open, that is said in the answer.
///
/// # Complexity
/// O(digits) for outcomes, O(digits · states) for values, and as [`Moves::winning`] for moves.
pub fn at(
    moves: &mut Moves<'_>,
    of: Of,
    notation: Notation<'_>,
    position: &[Nat],
    limit: usize,
    budget: &Budget<'_>,
) -> Result<At, Stop> {
    if of == Of::Value && position.len() > 1 && notation.rules.families[notation.family].width == 1
    {
        return heaps(moves, notation, position, limit, budget);
    }
    let mut answer = At::unknown(position);
    let asked = Position { family: notation.family, coords: position.to_vec() };
    let asked = match moves.normal_form(&asked, budget) {
        Ok(asked) => asked,
        Err(error) => {
            answer.open = open(error)?;
            return Ok(answer);
        }
    };
    let known = match of {
        Of::Outcome(_) | Of::Blocked(_) => moves.is_lost(&asked).map(|lost| (Some(lost), None)),
        Of::Value => moves.value(&asked).map(|value| (value.as_ref().map(Nat::is_zero), value)),
    };
    match known {
        Ok((lost, value)) => {
            answer.outcome = lost.map(|lost| if lost { Outcome::P } else { Outcome::N });
            answer.value = value;
        }
        Err(error) => {
            answer.open = open(error)?;
            return Ok(answer);
        }
    }
    if answer.outcome == Some(Outcome::P) || (answer.outcome.is_some() && limit == 0) {
        return Ok(answer);
    }
    match moves.winning(&asked, limit.max(1).saturating_add(1), budget) {
        Ok(steps) => {
            // Positions with a move that wins at once have no value.
            if steps.iter().any(|step| step.wins) {
                answer.outcome = Some(Outcome::N);
            } else if answer.outcome.is_none() {
                answer.open = Some("the law has no value for it".into());
            }
            answer.more = limit > 0 && steps.len() > limit;
            let told = steps.iter().take(limit);
            answer.moves = told.map(|step| notation.step(&asked.coords, step)).collect();
        }
        Err(error) => answer.open = open(error)?,
    }
    Ok(answer)
}

/// What a formula tells of a position, or of several heaps where it tells the values of one.
fn by_formula(law: &LawFormula, position: &[Nat]) -> At {
    let status = if law.theorem.is_some() { Status::Proved } else { Status::Checked };
    let mut answer = At { status, ..At::unknown(position) };
    let one = |arguments: &[Nat]| law.at_any(arguments);
    let heaps = law.values && law.least.len() == 1;
    let parts: Vec<Option<Nat>> =
        if heaps { position.chunks(1).map(one).collect() } else { vec![one(position)] };
    let Some(parts) = parts.into_iter().collect::<Option<Vec<Nat>>>() else {
        answer.open = Some("the formula does not reach there, or its numbers leave 64 bits".into());
        return answer;
    };
    let sum = parts.iter().fold(Nat::ZERO, |sum, part| sum ^ part);
    let lost = if law.values { sum == Nat::ZERO } else { sum == Nat::ONE };
    answer.outcome = Some(if lost { Outcome::P } else { Outcome::N });
    answer.value = law.values.then_some(sum);
    if !lost {
        answer.open = Some("a formula knows no moves; `grundy solve` lists them".to_owned());
    }
    answer
}

/// Whether the rules say that there is no such position, or no such heap where several are asked about.
fn is_outside(question: &Question<'_>, position: &[Nat]) -> bool {
    let Some((program, family)) = &question.program else { return false };
    let width = program.families[*family].width;
    let coord = |n: &Nat| i64::try_from(nat::to_u64(n)?).ok();
    let Some(coords) = position.iter().map(coord).collect::<Option<Vec<i64>>>() else {
        return false;
    };
    coords.chunks(if width == 1 { 1 } else { coords.len() }).any(|part| {
        part.len() == width && {
            let state = State::new(*family, part.to_vec());
            matches!(walk::outside(program, &state, MAX_STEPS), Ok(Some(_)))
        }
    })
}

/// The positions asked about, where no automaton is proved.
pub(super) fn by_formulas(question: &Question<'_>, report: &Report) -> Option<Vec<At>> {
    if (report.proof.is_some() || report.remainder_law.is_some()) && question.program.is_some() {
        return None;
    }
    let unproved = report.unproved.as_ref().filter(|_| question.unproved);
    let by = report.formula.as_ref().or(unproved);
    let none = |position: &Vec<Nat>| {
        let why = match (&report.unproved, report.laws.is_empty()) {
            (Some(_), _) => "nothing is proved; --unproved answers by the law that is checked",
            (None, true) => "no law is found",
            (None, false) => {
                "nothing is proved, and no law that is found is a formula to compute by"
            }
        };
        At { open: Some(why.to_owned()), ..At::unknown(position) }
    };
    let one = |position: &Vec<Nat>| match by {
        None => none(position),
        Some(_) if is_outside(question, position) => At {
            open: Some("this is not a position of the rules".to_owned()),
            ..At::unknown(position)
        },
        Some(law) => by_formula(law, position),
    };
    Some(question.at.iter().map(one).collect())
}

/// The positions asked about.
pub(super) fn answers(
    question: &Question<'_>,
    report: &Report,
    context: &Context<'_>,
) -> Result<Vec<At>, FindError> {
    if let Some(answers) = by_formulas(question, report) {
        return Ok(answers);
    }
    let Some((program, family)) = &question.program else { return Ok(Vec::new()) };
    if question.at.is_empty() {
        return Ok(Vec::new());
    }
    let rules = translate(program)?;
    let budget = Budget::new(question.search.proof_states, *context);
    if let Some(law) = &report.remainder_law {
        let (system, relation) = (law.system.clone(), law.relation.clone());
        let laws = [(*family, relation)];
        let mut moves = Moves::with_parameter(&rules, system, question.of, laws, &budget)
            .expect("the law was proved of this family, in this system");
        let notation = Notation { game: question.game, family: *family, rules: &rules };
        let one = |position: &Vec<Nat>| {
            // What is no position has no multiple perhaps, and is refused by its domain.
            moves.set_parameter(law.remainder.multiple(position).unwrap_or_default());
            at(&mut moves, question.of, notation, position, question.moves, &budget)
        };
        return Ok(question.at.iter().map(one).collect::<Result<_, _>>()?);
    }
    let Some(law) = report.proof.as_deref() else { return Ok(Vec::new()) };
    let families = law.families.iter().map(|(family, _, relation)| (*family, relation.clone()));
    let mut moves = Moves::new(&rules, law.system.clone(), law.of, families, &budget)
        .expect("the law was proved of these families, in this system");
    let notation = Notation { game: question.game, family: *family, rules: &rules };
    let one =
        |position: &Vec<Nat>| at(&mut moves, law.of, notation, position, question.moves, &budget);
    Ok(question.at.iter().map(one).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_numbers() {
        let placed = |text, coords: &[u64]| {
            placed(text, &coords.iter().map(|&n| Nat::from(n)).collect::<Vec<_>>())
        };
        assert_eq!(placed("bash[m](n)", &[7, 96]), "bash[7](96)");
        assert_eq!(placed("subtraction[1,m,2*m](n)", &[3, 10]), "subtraction[1,3,2*3](10)");
        assert_eq!(placed("Bash[ M ](k)", &[2, 5]), "Bash[ 2 ](5)");
    }
}
