//! The parts of a sum and what is found out about each.

use super::{Question, REPORTED};
use crate::answer::{Answer, MoveLine, PartReport, PartValue, WinningMoves, winner};
use crate::context::{Context, LimitKind, Stop};
use crate::expr::print_sum;
use crate::game::Known;
use crate::game::{AnyFound, AnyMove, Component};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use std::borrow::Cow;
use std::sync::Arc;

/// Components with their parts numbered through, from 0 here.
pub struct Parts<'a> {
    pub components: &'a [Arc<dyn Component>],
    /// Component and number in it of every part.
    places: Vec<(u32, u32)>,
    /// The parts that must be answered, ascending.
    entailed: Vec<usize>,
}

/// What was found out about a part.
#[derive(Clone, Debug)]
pub struct Finding {
    pub value: PartValue,
    /// Where the value comes from.
    pub from: From,
    /// Why the value is not known.
    pub stop: Option<Stop>,
    /// A value that search found it not to be.
    pub not: Option<Nat>,
}

impl Finding {
    /// The value as theory has it; `None` where it is not found.
    pub fn as_known(&self) -> Option<Known> {
        match &self.value {
            PartValue::Known(value) => Some(Known::Value(value.clone())),
            PartValue::Loopy(set) => Some(Known::Loopy(set.clone())),
            PartValue::Loony => Some(Known::Loony),
            PartValue::Nonzero | PartValue::Unknown => None,
        }
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// Theory alone.
    Theory,
    /// Search alone.
    Search,
    /// Theory told the outcome, search the value.
    Both,
}

impl Finding {
    /// A value known by theory.
    pub fn known(value: Nat) -> Self {
        Self { value: PartValue::Known(value), from: From::Theory, stop: None, not: None }
    }

    /// Nothing was looked for.
    pub fn unknown() -> Self {
        Self { value: PartValue::Unknown, from: From::Theory, stop: None, not: None }
    }

    /// Whether the value may still be searched for: theory tells none, and met no limit.
    pub fn is_open(&self) -> bool {
        let open = matches!(self.value, PartValue::Nonzero | PartValue::Unknown);
        open && self.from == From::Theory && self.stop.is_none()
    }

    /// Whether search took part in finding the value.
    pub fn searched(&self) -> bool {
        self.from != From::Theory
    }
}

/// How values are found where play may go on for ever.
const LOOPY_SEARCH: &str =
    "loopy nim-values of the positions that can be reached (Smith, Fraenkel and Perl)";

impl<'a> Parts<'a> {
    pub fn new(components: &'a [Arc<dyn Component>]) -> Self {
        let mut places = Vec::new();
        for (c, component) in components.iter().enumerate() {
            places.extend((0..component.parts()).map(|p| (c as u32, p as u32)));
        }
        let mut parts = Self { components, places, entailed: Vec::new() };
        if parts.any_entails() {
            parts.entailed = (0..parts.len()).filter(|&part| parts.is_entailed(part)).collect();
        }
        parts
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The component of a part and the part's number in it.
    pub fn place(&self, part: usize) -> (&'a dyn Component, usize) {
        let (c, p) = self.places[part];
        (&*self.components[c as usize], p as usize)
    }

    pub fn print(&self) -> String {
        print_sum(self.components)
    }

    /// The components after a move in the component of `part`.
    pub fn after(&self, part: usize, after: &Arc<dyn Component>) -> Vec<Arc<dyn Component>> {
        let mut components = self.components.to_vec();
        components[self.places[part].0 as usize] = after.clone();
        components
    }

    pub fn equal(&self, a: usize, b: usize) -> bool {
        let ((x, i), (y, j)) = (self.place(a), self.place(b));
        x.equal(i, y.position(j)) && x.identity() == y.identity()
    }

    /// Whether the part has a number as its value, known or not: play in it ends, and no move wins at once or has
    /// to be answered.
    pub fn is_worth_a_number(&self, part: usize) -> bool {
        let (component, i) = self.place(part);
        !component.is_loopy() && !component.entails() && !component.may_win_at_once(i)
    }

    /// Whether the part and an equal one are worth 0 together, whatever their value: each move in one can
    /// be copied in the other, unless it wins at once. (Moves to parts that can win at once lose at once, beside
    /// any sum.)
    pub fn cancels(&self, part: usize) -> bool {
        self.is_worth_a_number(part)
    }

    /// Whether play in some part may go on for ever.
    pub fn any_loopy(&self) -> bool {
        self.components.iter().any(|component| component.is_loopy())
    }

    /// Nothing, where the rules of all parts end; `theory` is what has a meaning for such rules only.
    ///
    /// # Errors
    /// [`Stop::Refused`].
    pub fn refuse_endless(&self, theory: &str) -> Result<(), Stop> {
        if !self.any_loopy() {
            return Ok(());
        }
        Err(Stop::Refused(format!(
            "these rules let play go on for ever, and {theory} are those of rules that end: write a digraph \
             without cycles as dag, and leave `loopy` out of rules that end"
        )))
    }

    /// Whether an outcome search has no prospect either where the values were not found: theory
    /// itself met a limit, or more positions are known to be reachable than may be stored.
    pub fn hopeless(&self, findings: &[Finding], context: &Context<'_>) -> bool {
        findings.iter().enumerate().filter(|(_, f)| f.stop.is_some()).any(|(part, finding)| {
            let (component, i) = self.place(part);
            finding.from == From::Theory && finding.value == PartValue::Unknown
                || component
                    .reachable(i)
                    .is_some_and(|bound| bound > Nat::from(context.limits.positions))
        })
    }

    pub fn has_moves(&self) -> bool {
        (0..self.len()).any(|part| self.may_move(part) && self.has_moves_in(part))
    }

    /// Whether moves may entail in some part.
    pub fn any_entails(&self) -> bool {
        self.components.iter().any(|component| component.entails())
    }

    /// Whether a part must be answered.
    pub fn is_entailed(&self, part: usize) -> bool {
        let (component, i) = self.place(part);
        component.is_entailed(i)
    }

    /// The parts that must be answered, ascending.
    pub fn entailed(&self) -> &[usize] {
        &self.entailed
    }

    /// Whether a move may be made in a part: in any, or in the entailed ones if there are some.
    pub fn may_move(&self, part: usize) -> bool {
        self.entailed.is_empty() || self.entailed.binary_search(&part).is_ok()
    }

    pub fn has_moves_in(&self, part: usize) -> bool {
        let (component, i) = self.place(part);
        component.has_moves(i)
    }

    /// What theory tells of a part.
    ///
    /// # Errors
    /// Only when cancelled or when play can go round in a circle.
    pub fn theory(&self, part: usize, context: &Context<'_>) -> Result<Finding, Stop> {
        let (component, i) = self.place(part);
        let (value, stop) = match component.known(i, context) {
            Ok(Some(Known::Value(value))) => (PartValue::Known(value), None),
            Ok(Some(Known::Loony)) => (PartValue::Loony, None),
            Ok(Some(Known::Nonzero)) => (PartValue::Nonzero, None),
            Ok(Some(Known::Loopy(set))) => (PartValue::Loopy(set), None),
            Ok(None) => (PartValue::Unknown, None),
            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
            Err(stop) => (PartValue::Unknown, Some(stop)),
        };
        Ok(Finding { value, from: From::Theory, stop, not: None })
    }

    /// The value of a part of which theory tells none, by search as far as limits allow.
    ///
    /// # Errors
    /// Only when cancelled or when play can go round in a circle.
    pub fn search(
        &self,
        part: usize,
        theory: Finding,
        context: &Context<'_>,
    ) -> Result<Finding, Stop> {
        if !theory.is_open() {
            return Ok(theory);
        }
        let (component, i) = self.place(part);
        let nonzero = theory.value == PartValue::Nonzero;
        let from = if nonzero { From::Both } else { From::Search };
        let not = theory.not;
        let found = |value| Ok(Finding { value, from, stop: None, not: None });
        match component.search(i, context) {
            Ok(Known::Value(value)) => found(PartValue::Known(value)),
            Ok(Known::Loopy(set)) => found(PartValue::Loopy(set)),
            Ok(_) => found(PartValue::Loony),
            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => Err(stop),
            Err(stop) => {
                let from = if nonzero { From::Theory } else { From::Search };
                Ok(Finding { value: theory.value, from, stop: Some(stop), not })
            }
        }
    }

    /// As [`search`](Self::search), within the limits of a value that nothing else depends on.
    ///
    /// # Errors
    /// As there.
    pub fn search_for_value_alone(
        &self,
        part: usize,
        theory: Finding,
        context: &Context<'_>,
    ) -> Result<Finding, Stop> {
        let (component, i) = self.place(part);
        let limits = context.limits;
        // What exceeds the wider limit as well is told of that one.
        let reachable = component.reachable(i);
        if reachable.is_some_and(|bound| bound > Nat::from(limits.positions)) {
            return self.search(part, theory, context);
        }
        let mut found = self.search(part, theory, &context.for_value_alone())?;
        if let Some(Stop::Limit { kind: kind @ LimitKind::Positions, .. }) = &mut found.stop
            && limits.value_positions < limits.positions
        {
            *kind = LimitKind::ValuePositions;
        }
        Ok(found)
    }

    /// How many moves the sum lasts in every well-played game, where only one part has moves and
    /// theory tells that.
    pub fn fixed_length(&self, play: Play) -> Option<Nat> {
        if self.any_entails() {
            return None;
        }
        let mut open = (0..self.len()).filter(|&part| self.has_moves_in(part));
        match (open.next(), open.next()) {
            (None, _) => Some(Nat::ZERO),
            (Some(part), None) => {
                let (component, i) = self.place(part);
                component.fixed_length(i, play)
            }
            _ => None,
        }
    }

    pub fn method(&self, part: usize, finding: &Finding) -> Cow<'static, str> {
        let (component, i) = self.place(part);
        match finding.from {
            From::Theory => match &finding.value {
                PartValue::Known(value) if !value.is_zero() && component.values_by_table() => {
                    format!("{}; value by a table", component.method(i)).into()
                }
                _ => component.method(i),
            },
            From::Search if component.is_loopy() => LOOPY_SEARCH.into(),
            From::Search if component.is_divided() => component.method(i),
            From::Search if component.entails() => component.method(i),
            From::Search => "search over the rules".into(),
            From::Both => format!("{}; value by search", component.method(i)).into(),
        }
    }

    pub fn report(&self, part: usize, finding: &Finding) -> PartReport {
        let (component, i) = self.place(part);
        PartReport {
            position: component.print_part(i),
            value: finding.value.clone(),
            method: self.method(part, finding).into_owned(),
        }
    }

    pub fn line(&self, part: usize, to: &AnyMove) -> MoveLine {
        MoveLine {
            part: part + 1,
            text: to.text.clone(),
            to: print_sum(&self.after(part, &to.after)),
            wins: to.wins,
        }
    }

    /// The frame of an answer, to be filled in.
    pub fn frame(&self, question: &Question, outcome: Outcome, findings: &[Finding]) -> Answer {
        let reported = if question.report { REPORTED.min(findings.len()) } else { 0 };
        Answer {
            position: self.print(),
            play: question.play,
            only: question.only,
            outcome,
            winner: winner(outcome),
            grundy: None,
            winning_moves: WinningMoves::default(),
            drawing_moves: None,
            duration: None,
            method: String::new(),
            exact: true,
            notes: Vec::new(),
            reasoning: Vec::new(),
            replies: Vec::new(),
            replies_complete: false,
            parts: (0..reported).map(|part| self.report(part, &findings[part])).collect(),
            part_count: self.len(),
        }
    }
}

/// Winning moves gathered part by part.
pub struct Gathered {
    pub count: Option<Nat>,
    pub listed: Vec<MoveLine>,
    room: usize,
}

impl Gathered {
    pub fn new(room: usize) -> Self {
        Self { count: Some(Nat::ZERO), listed: Vec::new(), room }
    }

    /// How many more moves are to be listed.
    pub fn room(&self) -> usize {
        self.room - self.listed.len()
    }

    pub fn add(&mut self, parts: &Parts<'_>, part: usize, found: &AnyFound) {
        let room = self.room();
        self.listed.extend(found.listed.iter().take(room).map(|to| parts.line(part, to)));
        self.count = match (self.count.take(), &found.count) {
            (Some(sum), Some(count)) => Some(sum + count),
            _ => None,
        };
    }

    /// The moves of a part cannot be found out.
    pub fn add_unknown(&mut self) {
        self.count = None;
    }

    /// Whether a winning move is known to exist, or known not to.
    pub fn decides(&self) -> Option<bool> {
        match &self.count {
            Some(count) => Some(!count.is_zero()),
            None => (!self.listed.is_empty()).then_some(true),
        }
    }

    pub fn into_moves(self) -> WinningMoves {
        WinningMoves { count: self.count, listed: self.listed }
    }
}

/// Which parts the first move may be made in.
pub fn allowed(question: &Question, parts: &Parts<'_>) -> impl Iterator<Item = usize> + use<> {
    let asked = match question.only {
        Some(part) => part - 1..part,
        None => 0..parts.len(),
    };
    let entailed = parts.entailed.clone();
    asked.filter(move |part| entailed.is_empty() || entailed.binary_search(part).is_ok())
}

/// The outcome once the first move is restricted, from the moves found there.
pub fn restricted(
    question: &Question,
    parts: &Parts<'_>,
    outcome: Outcome,
    gathered: &Gathered,
    draws: Option<&Gathered>,
) -> Result<Outcome, Stop> {
    let Some(part) = question.only else { return Ok(outcome) };
    let (component, i) = parts.place(part - 1);
    let closed = !component.has_moves(i) || !parts.may_move(part - 1);
    if question.play == Play::Misere && closed {
        // Nothing may be moved: that is what wins in misère play.
        return Ok(Outcome::N);
    }
    let drawn = match draws {
        Some(draws) => draws.decides(),
        None => Some(false),
    };
    let outcome = match (gathered.decides(), drawn) {
        (Some(true), _) => Some(Outcome::N),
        (Some(false), Some(true)) => Some(Outcome::D),
        (Some(false), Some(false)) => Some(Outcome::P),
        _ => None,
    };
    outcome.ok_or_else(|| {
        Stop::Refused(format!("whether a first move in part {part} wins was not found out"))
    })
}
