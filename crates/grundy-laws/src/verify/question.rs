//! Questions of the form "do some numbers fulfil all of this?", put together from conditions.
//!
//! In base b a linear condition is a machine of its own. In other systems sums are made by the adder: for
//! each sum on the way there is a track for its value, which always exists and is the only one, so it
//! does not matter on which side of a "not" it is spoken of.

use std::collections::BTreeMap;

use grundy::context::{Context, Stop};

use super::automaton::Automaton;
use super::logic::{Condition, Linear, Var};
use super::numbers::Numbers;
use super::product::{Machine, Order, Product, Test};

/// Numbers that are made of others: each is the only one that fulfils its condition, and there is one
/// whatever the others are.
pub type Definitions = BTreeMap<Var, Condition>;

/// The tracks that a question may have.
const MAX_TRACKS: usize = 40;

/// Conditions on numbers.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    numbers: &'a Numbers,
    definitions: &'a Definitions,
    tracks: BTreeMap<Var, usize>,
    /// Sums, and constants as sums of nothing, by their parts: factors with tracks, and a constant.
    sums: BTreeMap<(Vec<(i64, usize)>, i64), usize>,
    count: usize,
    machines: Vec<(Machine<'a>, bool)>,
    tests: Vec<Test>,
    unfit: Option<String>,
}

impl<'a> Question<'a> {
    /// Nothing is asked yet.
    pub fn new(numbers: &'a Numbers, definitions: &'a Definitions) -> Self {
        Self {
            numbers,
            definitions,
            tracks: BTreeMap::new(),
            sums: BTreeMap::new(),
            count: 0,
            machines: Vec::new(),
            tests: Vec::new(),
            unfit: None,
        }
    }

    fn fresh(&mut self) -> usize {
        let track = self.count;
        self.count += 1;
        if let Some(words) = &self.numbers.words {
            self.machines.push((Machine::Table(&words.valid, vec![track]), true));
        }
        track
    }

    fn track(&mut self, var: Var) -> usize {
        if let Some(&track) = self.tracks.get(&var) {
            return track;
        }
        let track = self.fresh();
        self.tracks.insert(var, track);
        if let Some(definition) = self.definitions.get(&var) {
            self.require(definition);
        }
        track
    }

    /// The condition has to hold.
    pub fn require(&mut self, condition: &Condition) {
        match condition {
            Condition::All(parts) => parts.iter().for_each(|part| self.require(part)),
            Condition::Constant(true) => {}
            Condition::Constant(false) | Condition::Not(_) | Condition::Any(_) => {
                let test = self.test(condition);
                self.tests.push(test);
            }
            _ => match self.machine(condition) {
                Ok(machine) => self.machines.push((machine, true)),
                Err(test) => self.tests.push(test),
            },
        }
    }

    /// The condition must not hold.
    pub fn refuse(&mut self, condition: &Condition) {
        self.require(&condition.clone().negated());
    }

    /// The table has to accept these numbers.
    pub fn require_table(&mut self, table: &'a Automaton, of: &[Linear]) {
        let tracks = of.iter().map(|number| self.number(number)).collect();
        self.machines.push((Machine::Table(table, tracks), true));
    }

    /// The table must not accept these numbers. They have to be natural numbers wherever the rest is
    /// fulfilled.
    pub fn refuse_table(&mut self, table: &'a Automaton, of: &[Linear]) {
        let tracks = of.iter().map(|number| self.number(number)).collect();
        self.tests.push(Test::Not(Box::new(Test::Machine(self.machines.len()))));
        self.machines.push((Machine::Table(table, tracks), false));
    }

    /// The track of a number; it has to be a natural number.
    fn number(&mut self, number: &Linear) -> usize {
        if let Some(var) = number.as_var() {
            return self.track(var);
        }
        if number.is_natural() && self.numbers.words.is_some() {
            let parts = number.terms.iter().map(|&(f, var)| (f, self.track(var))).collect();
            return self.sum(parts, number.constant);
        }
        let key: Vec<(i64, usize)> =
            number.terms.iter().map(|&(f, var)| (f, self.track(var))).collect();
        let key = (key, number.constant);
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        let track = self.fresh();
        let (mut terms, constant) = key.clone();
        self.sums.insert(key, track);
        terms.push((-1, track));
        match self.linear(terms, constant, true) {
            Ok(machine) => self.machines.push((machine, true)),
            Err(test) => self.tests.push(test),
        }
        track
    }

    /// An atom as a machine, or as a test if it is not one machine.
    fn machine(&mut self, atom: &Condition) -> Result<Machine<'a>, Test> {
        match atom {
            Condition::Zero(term) | Condition::Natural(term) => {
                let terms = term.terms.iter().map(|&(f, var)| (f, self.track(var))).collect();
                self.linear(terms, term.constant, matches!(atom, Condition::Zero(_)))
            }
            Condition::Bits(bits, of) => {
                if self.numbers.base != 2 || self.numbers.words.is_some() {
                    self.unfit = Some("numbers are combined bit by bit, but not in base 2".into());
                }
                Ok(Machine::Bits(*bits, of.map(|var| self.track(var))))
            }
            Condition::Place(var) => Ok(Machine::Place(self.track(*var))),
            other => Err(self.test(other)),
        }
    }

    /// Σ factor·number + constant = 0, or >= 0.
    fn linear(
        &mut self,
        terms: Vec<(i64, usize)>,
        constant: i64,
        zero: bool,
    ) -> Result<Machine<'a>, Test> {
        // A number may have come up under several names.
        let mut merged: BTreeMap<usize, i64> = BTreeMap::new();
        for (factor, track) in terms {
            *merged.entry(track).or_default() += factor;
        }
        merged.retain(|_, factor| *factor != 0);
        let terms: Vec<(i64, usize)> = merged.into_iter().map(|(t, f)| (f, t)).collect();
        if terms.is_empty() {
            return Err(Test::Constant(if zero { constant == 0 } else { constant >= 0 }));
        }
        let Some(words) = &self.numbers.words else {
            return Ok(Machine::Sum { terms, constant, zero });
        };
        let side = |sign: i64| -> (Vec<(i64, usize)>, i64) {
            let own = terms.iter().filter(|(factor, _)| factor.signum() == sign);
            let rest = if constant.signum() == sign { constant.abs() } else { 0 };
            (own.map(|&(factor, track)| (factor.abs(), track)).collect(), rest)
        };
        let (left, right) = (side(1), side(-1));
        if zero {
            // a + b = c is the adder itself.
            for (sum, whole) in [(&left, &right), (&right, &left)] {
                if let ([(1, a), (1, b)], 0, [(1, c)], 0) =
                    (&sum.0[..], sum.1, &whole.0[..], whole.1)
                {
                    return Ok(Machine::Table(&words.adder, vec![*a, *b, *c]));
                }
                if let ([(2, a)], 0, [(1, c)], 0) = (&sum.0[..], sum.1, &whole.0[..], whole.1) {
                    return Ok(Machine::Table(&words.adder, vec![*a, *a, *c]));
                }
            }
        }
        let (left, right) = (self.sum(left.0, left.1), self.sum(right.0, right.1));
        Ok(Machine::Order(if zero { Order::Equal } else { Order::AtMost }, [right, left]))
    }

    /// The track of a sum of multiples, all positive.
    fn sum(&mut self, terms: Vec<(i64, usize)>, constant: i64) -> usize {
        if let ([(1, track)], 0) = (&terms[..], constant) {
            return *track;
        }
        let key = (terms, constant);
        if let Some(&known) = self.sums.get(&key) {
            return known;
        }
        let (mut terms, constant) = key.clone();
        let track = match terms.pop() {
            None => {
                let track = self.fresh();
                match self.numbers.word(constant.unsigned_abs()) {
                    Some(word) => self.machines.push((Machine::Word(word, track), true)),
                    None => self.unfit = Some(format!("{constant} has too many digits")),
                }
                track
            }
            // All the rest, and one multiple.
            Some(last) if !terms.is_empty() || constant > 0 => {
                let (rest, last) = (self.sum(terms, constant), self.sum(vec![last], 0));
                self.added(rest, last)
            }
            Some((factor, own)) => {
                let half = self.sum(vec![(factor / 2, own)], 0);
                let double = self.added(half, half);
                if factor % 2 == 0 { double } else { self.added(double, own) }
            }
        };
        self.sums.insert(key, track);
        track
    }

    fn added(&mut self, a: usize, b: usize) -> usize {
        let sum = self.fresh();
        if let Some(words) = &self.numbers.words {
            self.machines.push((Machine::Table(&words.adder, vec![a, b, sum]), true));
        }
        sum
    }

    fn test(&mut self, condition: &Condition) -> Test {
        match condition {
            Condition::Constant(value) => Test::Constant(*value),
            Condition::Not(inner) => Test::Not(Box::new(self.test(inner))),
            Condition::All(parts) => Test::All(parts.iter().map(|part| self.test(part)).collect()),
            Condition::Any(parts) => Test::Any(parts.iter().map(|part| self.test(part)).collect()),
            atom => match self.machine(atom) {
                Err(test) => test,
                Ok(machine) => {
                    self.machines.push((machine, false));
                    Test::Machine(self.machines.len() - 1)
                }
            },
        }
    }

    /// Whether no numbers fulfil everything; else some that do, as words, with their variables.
    ///
    /// # Errors
    /// A limit was reached, or the question is too large.
    pub fn none(mut self, context: &Context<'_>) -> Result<Option<BTreeMap<Var, Vec<u8>>>, Stop> {
        if let Some(why) = self.unfit {
            return Err(Stop::Refused(why));
        }
        if self.count > MAX_TRACKS {
            let what = format!("a question of {} numbers; {MAX_TRACKS} are possible", self.count);
            return Err(Stop::Refused(what));
        }
        if let Test::Constant(false) = simple(&self.tests) {
            return Ok(None);
        }
        let test = Test::All(std::mem::take(&mut self.tests));
        let (base, tracks) = (self.numbers.base, self.count);
        let machines = std::mem::take(&mut self.machines);
        let found = Product { base, tracks, machines, test }.find(context)?;
        let named = |words: Vec<Vec<u8>>| {
            self.tracks.iter().map(|(&var, &track)| (var, words[track].clone())).collect()
        };
        Ok(found.map(named))
    }
}

/// Whether all tracks of the words that a table accepts are numbers.
///
/// # Errors
/// A limit was reached.
pub fn speaks_of_numbers(
    table: &Automaton,
    numbers: &Numbers,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    let Some(words) = &numbers.words else { return Ok(true) };
    for track in 0..table.tracks {
        let all = Machine::Table(table, (0..table.tracks).collect());
        let valid = Machine::Table(&words.valid, vec![track]);
        let machines = vec![(all, true), (valid, false)];
        let test = Test::Not(Box::new(Test::Machine(1)));
        let product = Product { base: numbers.base, tracks: table.tracks, machines, test };
        if product.find(context)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// False if one of them is.
fn simple(tests: &[Test]) -> Test {
    let never = tests.iter().any(|test| matches!(test, Test::Constant(false)));
    Test::Constant(!never)
}
