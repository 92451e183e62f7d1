//! A family of a program as a game: its rules as they are written, its values by the engine.

mod divided;
mod listing;

use crate::certified::Certified;
use crate::divided::Divided;
use crate::engine::{Engine, unpoisoned};
use crate::error::RuleError;
use crate::explain;
use crate::explore::Failure;
use crate::position;
use crate::show;
use crate::state::State;
use crate::stored::{self, Values};
use crate::take_and_break;
use crate::typed::Program;
use crate::walk::{self, MAX_STEPS, Outside};
use grundy::context::{Context, Stop};
use grundy::game::{Apart, Entries, Entry, Found, Game, Known, Line, Move, Offer, Placed};
use grundy::games::take_and_break::TakeAndBreak;
use grundy::heap::{Code, HeapClasses};
use grundy::nat::Nat;
use grundy::outcome::{Outcome, Play};
use grundy::picture;
use grundy::ruleset::{Full, Options, Ruleset};
use grundy::sketch::{Sketch, board, coins};
use grundy::solve::tame::Tame;
use grundy::syntax::{Args, ReadError, Span};
use hashbrown::HashSet;
use listing::Listing;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, OnceLock};

/// The moves of smaller heaps of a code are listed as the rules say them.
const MIN_COUNTED_HEAP: u32 = 1 << 16;

/// A family of a program as a game.
pub struct RuleGame {
    program: Arc<Program>,
    /// Values found so far, of all families together.
    engine: Arc<Mutex<Engine>>,
    family: usize,
    /// By family: the take-and-break game that it is, if it was recognised as one.
    codes: Arc<[Option<TakeAndBreak>]>,
    /// For boards whose moves leave sums.
    divided: Option<Arc<Divided>>,
    /// The rules as proofs rest on them, made when they are asked for; `None` where there are no proofs.
    certified: Arc<OnceLock<Option<Certified>>>,
    /// Values that were computed before.
    values: Option<Arc<dyn Values>>,
    listing: Listing,
    /// The first thing found to be wrong with the rules.
    fault: Mutex<Option<Stop>>,
    /// Why the last list of options was not finished, until it is told.
    stopped: Mutex<Option<Stop>>,
}

/// What is wrong in the rules, for whoever waits for an answer.
fn faulty(program: &Program, error: &RuleError) -> Stop {
    Failure::from(error.clone()).into_stop(&program.source)
}

impl RuleGame {
    /// The family of this number; `engine` is one of the same program.
    pub fn new(program: Arc<Program>, engine: Arc<Mutex<Engine>>, family: usize) -> Self {
        let (fault, stopped) = (Mutex::new(None), Mutex::new(None));
        let (codes, certified) = (Arc::new([]), Arc::default());
        let (divided, values, listing) = (None, None, Listing::default());
        Self { program, engine, family, codes, divided, certified, values, listing, fault, stopped }
    }

    /// The same, with the games of codes that the families are, so that their values come from the
    /// engines for codes.
    #[must_use]
    pub fn with_codes(self, codes: Arc<[Option<TakeAndBreak>]>) -> Self {
        Self { codes, ..self }
    }

    /// The same, with a search of the program for positions that tables cannot hold.
    #[must_use]
    pub fn with_search(self, divided: Option<Arc<Divided>>) -> Self {
        Self { divided, ..self }
    }

    /// The same, with proofs that the families of the program share.
    #[must_use]
    pub fn with_proofs(self, certified: Arc<OnceLock<Option<Certified>>>) -> Self {
        Self { certified, ..self }
    }

    fn certified(&self) -> Option<&Certified> {
        self.certified.get_or_init(|| Certified::new(self.program.clone())).as_ref()
    }

    /// The same, with values that were computed before.
    #[must_use]
    pub fn with_values(self, values: Option<Arc<dyn Values>>) -> Self {
        Self { values, ..self }
    }

    /// The value, if it was computed before.
    fn stored(&self, position: &State) -> Result<Option<Known>, Stop> {
        self.values.as_ref().map_or(Ok(None), |values| values.value(position))
    }

    /// The value by all positions that can be reached.
    fn value_by_table(&self, position: &State, context: &Context<'_>) -> Result<Known, Stop> {
        match unpoisoned(&self.engine).value(position, context) {
            Ok(value) => {
                let number = value.number().map(Nat::from);
                Ok(number.map_or(Known::Loony, Known::Value))
            }
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::Rules(error)) => {
                self.fails(&error);
                Err(faulty(&self.program, &error))
            }
        }
    }

    /// The game of a code that the family of a position is, and its heap.
    fn heap(&self, position: &State) -> Option<(&TakeAndBreak, Nat)> {
        let code = self.codes.get(position.family())?.as_ref()?;
        Some((code, Nat::from(u64::try_from(*position.coords().first()?).ok()?)))
    }

    /// Remembers what is wrong; whoever asked for options is told to stop.
    fn fails(&self, error: &RuleError) -> Full {
        unpoisoned(&self.fault).get_or_insert_with(|| faulty(&self.program, error));
        Full
    }

    fn check_domain(&self, state: &State, span: Span) -> Result<(), ReadError> {
        let shown = state.show(&self.program);
        match walk::outside(&self.program, state, MAX_STEPS) {
            Ok(None) => Ok(()),
            Ok(Some(Outside::Negative)) => {
                Err(ReadError::domain(format!("{shown} has a negative number"), span)
                    .help("write all numbers out: this one comes from a default"))
            }
            Ok(Some(Outside::Condition(condition))) => {
                let condition = self.program.source.text(condition);
                Err(ReadError::domain(format!("there is no position {shown}"), span)
                    .help(format!("expected one where {condition}")))
            }
            Err(halt) => Err(ReadError::domain(
                halt.into_error().in_state(shown).render(&self.program.source),
                span,
            )),
        }
    }
}

impl Ruleset for RuleGame {
    type Position = State;

    const MAY_LOOP: bool = true;

    const MAY_ENTAIL: bool = true;

    const MAY_WIN: bool = true;

    fn options(&self, position: &State, out: &mut Options<State>) -> Result<(), Full> {
        self.options_within(position, out, &Context::default())
    }

    fn options_within(
        &self,
        position: &State,
        out: &mut Options<State>,
        context: &Context<'_>,
    ) -> Result<(), Full> {
        let program = &*self.program;
        let ends = |failure: Failure| match failure {
            Failure::Rules(error) => self.fails(&error),
            Failure::Stop(stop) => {
                *unpoisoned(&self.stopped) = Some(stop);
                Full
            }
        };
        match self.listing.push(program, position, out, context) {
            Ok(Some(pushed)) => return pushed,
            // The reference tells, and says what is wrong.
            Ok(None) => {}
            Err(stop) => return Err(ends(stop.into())),
        }
        let state = walk::normal_form_within(program, position, context).map_err(ends)?;
        let mut seen = HashSet::new();
        let mut full = Ok(());
        walk::options_within(program, &state, MAX_STEPS, context, &mut |option| {
            // Choices with the same result are one move, in whatever order the parts are named.
            let mut sum = option.sum.clone();
            sum.sort();
            if seen.insert((sum, option.wins)) {
                full = if option.wins { out.push_win(option.sum) } else { out.push(option.sum) };
            }
            full.is_ok()
        })
        .map_err(ends)?;
        full
    }

    fn stand_in(&self, position: &State) -> Option<State> {
        if self.program.families[position.family()].same.is_empty() {
            return None;
        }
        if let Some(form) = self.listing.form(&self.program, position) {
            return (form != *position).then_some(form);
        }
        match walk::normal_form(&self.program, position) {
            Ok(form) => (form != *position).then_some(form),
            // Its options will not be found either.
            Err(error) => {
                self.fails(&error);
                None
            }
        }
    }

    fn is_loopy(&self) -> bool {
        self.program.is_loopy()
    }

    fn entails(&self) -> bool {
        self.program.entailing().is_some()
    }

    fn is_entailed(&self, position: &State) -> bool {
        position.is_entailed()
    }

    fn fault(&self) -> Option<Stop> {
        let fault = unpoisoned(&self.fault).clone();
        fault.or_else(|| unpoisoned(&self.stopped).take())
    }

    fn heap_bytes(&self, position: &State) -> usize {
        size_of_val(position.coords())
    }
}

impl Game for RuleGame {
    fn title(&self) -> String {
        self.program.families[self.family].name.to_string()
    }

    fn identity(&self) -> String {
        // All families of a program are one game: positions name their family.
        format!("rules {:p}", Arc::as_ptr(&self.program))
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let state = State::new(
            self.family,
            position::coordinates(&self.program, &self.program.families[self.family], args)?,
        );
        self.check_domain(&state, args.span)?;
        let mut notes = Vec::new();
        if let Some(Err(halt)) = show::lines(&self.program, &state) {
            let error = halt.into_error();
            notes.push(format!("{} has no picture here: {error}", state.show(&self.program)));
        }
        Ok(Placed { game: self, parts: vec![state], notes })
    }

    fn print(&self, position: &State) -> String {
        position.arguments(&self.program.families[position.family()])
    }

    fn print_all(&self, parts: &[State]) -> String {
        if parts.is_empty() {
            return "nim()".to_owned();
        }
        let shown: Vec<String> = parts.iter().map(|part| part.show(&self.program)).collect();
        shown.join(" + ")
    }

    fn print_move(&self, from: &State, to: &Move<State>) -> String {
        let line = |state: &State| show::line(&self.program, state);
        let left = match &*to.sum {
            [] => "nothing".to_owned(),
            sum => sum.iter().map(line).collect::<Vec<_>>().join(" + "),
        };
        format!("{} -> {left}", line(from))
    }

    fn shown(&self, position: &State) -> Option<String> {
        show::shown(&self.program, position)
    }

    fn picture(&self, position: &State) -> Vec<String> {
        match show::lines(&self.program, position) {
            Some(Ok(lines)) => lines,
            _ => picture::heaps(&picture::numbers(&self.print(position))),
        }
    }

    fn sketch(&self, position: &State, moves: &[Offer<'_, State>]) -> Option<Sketch> {
        let Some((rows, around)) = show::board(&self.program, position) else {
            return coins::piles(&self.heaps(position), &self.heaps_left(moves));
        };
        let after = |offer: &Offer<'_, State>| match &*offer.to.sum {
            [only] => show::board(&self.program, only).map(|(rows, _)| rows),
            _ => None,
        };
        board::signs(&rows, &around, &moves.iter().map(after).collect::<Vec<_>>())
    }

    fn heaps(&self, position: &State) -> Vec<Nat> {
        // What is drawn in a way of its own is no heap.
        match show::lines(&self.program, position) {
            Some(Ok(_)) => Vec::new(),
            _ => picture::numbers(&self.print(position)),
        }
    }

    fn moves_to(
        &self,
        position: &State,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<State>>, Stop> {
        let heap = self.heap(position).filter(|(_, heap)| *heap >= Nat::from(MIN_COUNTED_HEAP));
        let Some((code, heap)) = heap else { return Ok(None) };
        let found = code.moves_to(&heap, target, max, context)?;
        Ok(take_and_break::in_family(position.family(), found))
    }

    fn moves_by_class(
        &self,
        position: &State,
        classes: &HeapClasses<&dyn Fn(u64) -> u32>,
        keep: &dyn Fn(&[u32]) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<State>>, Stop> {
        let Some((code, heap)) = self.heap(position) else { return Ok(None) };
        if heap >= Nat::from(MIN_COUNTED_HEAP) {
            let found = code.moves_by_class(&heap, classes, keep, max, context)?;
            return Ok(take_and_break::in_family(position.family(), found));
        }
        let mut options = Options::default();
        if self.options_within(position, &mut options, context).is_err() {
            return self.fault().map_or(Ok(None), Err);
        }
        let (mut listed, mut left) = (Vec::<Move<State>>::new(), Vec::new());
        for (step, option) in options.iter().enumerate() {
            context.tick("counting winning moves", step as u64)?;
            left.clear();
            for part in option.sum {
                let Some((_, heap)) = self.heap(part) else { return Ok(None) };
                left.push(classes.at(&heap));
            }
            if keep(&left) {
                listed.push(option.into());
            }
        }
        let count = Some(Nat::from(listed.len()));
        listed.sort_by(|a, b| (&a.sum, a.tag).cmp(&(&b.sum, b.tag)));
        listed.truncate(max);
        Ok(Some(Found { count, listed }))
    }

    fn heap_of_code(&self, position: &State) -> Option<Nat> {
        (position.family() == self.family).then(|| self.heap(position))?.map(|(_, heap)| heap)
    }

    fn code(&self) -> Option<(&Code, u64)> {
        self.codes.get(self.family)?.as_ref()?.code()
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        /// Up to here the rules are asked as well, so that no value depends on one engine alone.
        const MAX_COMPARED: u64 = 1 << 12;
        let Some(Some(code)) = self.codes.get(self.family) else { return Ok(None) };
        let Some(line) = code.values_to(to, context)? else { return Ok(None) };
        let last = to.min(MAX_COMPARED);
        let Some(entries) = self.entries_to(&[last], context)? else { return Ok(None) };
        for n in 0..=last as usize {
            let told = line.values.get(n);
            if !matches!(entries(n), Entry::Value(value) if Some(&value) == told) {
                return Err(Stop::Refused(format!(
                    "internal error: the rules and the code {} differ at {n}; please report it",
                    code.title()
                )));
            }
        }
        Ok(Some(line))
    }

    fn known(&self, position: &State, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        if let Some((code, heap)) = self.heap(position) {
            return code.known(&heap, context);
        }
        if self.program.is_loopy() || self.program.entailing().is_some() {
            return Ok(None);
        }
        if let Some(known) = self.stored(position)? {
            return Ok(Some(known));
        }
        if let Some(placement) = self.placement(position) {
            return Ok(placement.is_answered(position).then_some(Known::Value(Nat::ZERO)));
        }
        match &self.divided {
            Some(divided) if divided.searches(position.family()) => {
                self.value_by_small_table(position, context)
            }
            _ => self.value_by_table(position, context).map(Some),
        }
    }

    fn divided(&self) -> Option<&dyn grundy::game::Divided<State>> {
        self.divided.as_ref().is_some_and(|divided| divided.searches(self.family)).then_some(self)
    }

    fn proving(&self) -> Option<&dyn grundy::game::Divided<State>> {
        self.certified().is_some().then_some(self)
    }

    fn apart(&self) -> Option<&dyn Apart<State>> {
        self.divided.as_deref()?.apart()
    }

    fn proving_apart(&self) -> Option<&dyn Apart<State>> {
        self.certified().map(|certified| certified as _)
    }

    fn argument_names(&self) -> Vec<String> {
        let params = self.program.families[self.family].params.iter();
        let names = params.flat_map(|param| match param.len {
            None => vec![param.name.to_string()],
            Some(len) => (0..len).map(|i| format!("{}[{i}]", param.name)).collect(),
        });
        names.collect()
    }

    fn table_hint(&self) -> Option<String> {
        let family = &self.program.families[self.family];
        if family.width < 3 || family.params.iter().any(|param| param.shape.is_some()) {
            return None;
        }
        let mut names = ["a", "b"].into_iter();
        let mut next = || names.next().unwrap_or("0");
        let args: Vec<String> = family
            .params
            .iter()
            .map(|param| match param.len {
                None => next().to_owned(),
                Some(len) => {
                    let items: Vec<&str> = (0..len).map(|_| next()).collect();
                    format!("[{}]", items.join(","))
                }
            })
            .collect();
        let args = args.join(",");
        Some(format!("for a slice of it give the other numbers: {}({args})", family.name))
    }

    fn entries_to(&self, to: &[u64], context: &Context<'_>) -> Result<Option<Entries>, Stop> {
        if self.program.is_loopy() || self.program.entailing().is_some() {
            return Ok(None);
        }
        let bounds: Option<Vec<i64>> = to.iter().map(|&to| i64::try_from(to).ok()).collect();
        let width = self.program.families[self.family].width;
        let Some(bounds) = bounds.filter(|bounds| bounds.len() == width) else { return Ok(None) };
        if let Some(values) = &self.values {
            let of = (&*self.program, self.family);
            if let Some(entries) = stored::entries(&**values, of, &bounds, context)? {
                return Ok(Some(Box::new(move |place| {
                    entries.get(place).copied().unwrap_or(Entry::None)
                })));
            }
        }
        match unpoisoned(&self.engine).table(self.family, &bounds, context) {
            Ok(table) => Ok(Some(Box::new(move |place| match table.at(place) {
                None => Entry::None,
                Some(value) => match value.number().and_then(|value| u32::try_from(value).ok()) {
                    Some(value) => Entry::Value(value),
                    None => Entry::Loony,
                },
            }))),
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::Rules(error)) => {
                self.fails(&error);
                Err(faulty(&self.program, &error))
            }
        }
    }

    fn outcomes_to(
        &self,
        to: &[u64],
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Entries>, Stop> {
        /// A box may have so many positions for each that is asked for, or so many in all.
        const MAX_POSITIONS_EACH: u64 = 16;
        const MAX_POSITIONS: u64 = 1 << 20;
        let family = &self.program.families[self.family];
        if !self.program.is_loopy() || to.len() != family.width {
            return Ok(None);
        }
        let asked = to.iter().fold(1u64, |all, &to| all.saturating_mul(to.saturating_add(1)));
        let most = asked.saturating_mul(MAX_POSITIONS_EACH).max(MAX_POSITIONS);
        let Some(found) = unpoisoned(&self.engine).backwards(play, most, context)? else {
            return Ok(None);
        };
        let (number, to) = (self.family, to.to_vec());
        Ok(Some(Box::new(move |place| {
            let mut rest = place as u64;
            let mut coords = vec![0; to.len()];
            for (coord, to) in coords.iter_mut().zip(&to).rev() {
                *coord = (rest % (to + 1)) as i64;
                rest /= to + 1;
            }
            found.outcome(&State::new(number, coords)).map_or(Entry::None, Entry::Outcome)
        })))
    }

    fn is_boxed(&self) -> bool {
        self.program.is_boxed()
    }

    fn boxed(
        &self,
        position: &State,
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Outcome>, Stop> {
        let found = unpoisoned(&self.engine).backwards(play, u64::MAX, context)?;
        Ok(found.and_then(|found| found.outcome(position)))
    }

    fn tame(&self, position: &State, context: &Context<'_>) -> Result<Option<Tame>, Stop> {
        // Nothing is proved, but rules that are wrong below are told before a search that does
        // not know how to tell it.
        match self.known(position, context) {
            Ok(_) | Err(Stop::Limit { .. } | Stop::Refused(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    fn method(&self, position: &State) -> Cow<'static, str> {
        match self.heap(position) {
            Some((code, heap)) => code.method(&heap),
            None if matches!(self.stored(position), Ok(Some(_))) => {
                self.values.as_ref().map_or(String::new(), |values| values.method()).into()
            }
            None if self.program.is_loopy() => {
                "loopy nim-values of all positions that can be reached (Smith, Fraenkel and Perl)"
                    .into()
            }
            None if self.program.entailing().is_some() => {
                "search over the rules with entailing moves (Winning Ways)".into()
            }
            None if let Some(placement) = self.placement(position) => placement.method(position),
            None if self.divided.is_some() && !unpoisoned(&self.engine).knows(position) => {
                "proof-number search over parts and nimbers".into()
            }
            None => "search over the rules".into(),
        }
    }

    fn why(&self, position: &State) -> Vec<String> {
        let mut why = explain::why(&self.program, position);
        if let Some((code, _)) = self.heap(position) {
            let name = &self.program.families[position.family()].name;
            why.insert(0, format!("the rules of {name} are those of the code {}", code.title()));
        }
        if let Some(placement) = self.placement(position) {
            why.extend(placement.why(position));
        }
        why
    }

    fn by_options(&self, position: &State) -> bool {
        self.heap(position).is_none_or(|(code, heap)| code.by_options(&heap))
    }

    fn entailed(&self, position: &State) -> Option<State> {
        self.program.entailing()?;
        Some(position.clone().with_entailed(true))
    }

    fn misere_refused(&self) -> Option<&'static str> {
        self.program
            .wins()
            .then_some("these rules have moves that win at once: misère play has no meaning")
    }
}
