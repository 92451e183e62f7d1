//! Whether some numbers fulfil all of several conditions: automata that read the same digits, run side
//! by side.
//!
//! Every machine is deterministic, so the machines together are one deterministic automaton, and the
//! conditions are fulfilled by some numbers exactly when a state that accepts can be reached. Nothing is
//! projected: every number that a condition speaks of has a track of its own.

use grundy::context::{Context, Stop};
use hashbrown::HashMap;

use super::automaton::Automaton;
use super::logic::Bits;

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// a = b
    Equal,
    /// a < b
    Less,
    /// a <= b
    AtMost,
}

/// A deterministic automaton over some of the tracks.
#[derive(Clone, Debug)]
pub enum Machine<'a> {
    /// Σ factor·number + constant is 0, or at least 0: in base b only.
    Sum {
        /// Factors with their tracks.
        terms: Vec<(i64, usize)>,
        /// What is added.
        constant: i64,
        /// Whether it has to be 0.
        zero: bool,
    },
    /// Two words of equal length are compared digit by digit: that is the order of the numbers in every
    /// system.
    Order(Order, [usize; 2]),
    /// A table.
    Table(&'a Automaton, Vec<usize>),
    /// A number made of two others bit by bit.
    Bits(Bits, [usize; 3]),
    /// Zeros, then this word and nothing else.
    Word(Vec<u8>, usize),
    /// A one, then zeros.
    Place(usize),
}

/// A state from which nothing is accepted.
const DEAD: i64 = i64::MIN;

impl Machine<'_> {
    fn tracks(&self) -> Vec<usize> {
        match self {
            Self::Sum { terms, .. } => terms.iter().map(|&(_, track)| track).collect(),
            Self::Order(_, tracks) => tracks.to_vec(),
            Self::Table(_, tracks) => tracks.clone(),
            Self::Bits(_, tracks) => tracks.to_vec(),
            Self::Word(_, track) | Self::Place(track) => vec![*track],
        }
    }

    /// Beyond these a sum keeps its sign and only grows: if s exceeds the sum of the negative factors
    /// then b·s + Σ factor·digit > s.
    fn bounds(terms: &[(i64, usize)], constant: i64) -> (i64, i64) {
        let side = |sign: i64| -> i64 {
            terms.iter().filter(|(factor, _)| factor.signum() == sign).map(|(f, _)| f.abs()).sum()
        };
        let rest = constant.abs();
        (-(side(1).max(rest) + 1), side(-1).max(rest) + 1)
    }

    fn step(&self, state: i64, digits: &[u8], base: u32) -> i64 {
        if state == DEAD {
            return DEAD;
        }
        match self {
            Self::Sum { terms, constant, .. } => {
                let (least, most) = Self::bounds(terms, *constant);
                if state == least || state == most {
                    return state;
                }
                let sum: i64 = terms.iter().map(|&(f, track)| f * i64::from(digits[track])).sum();
                (state * i64::from(base) + sum).clamp(least, most)
            }
            Self::Order(_, [a, b]) => match (state, digits[*a].cmp(&digits[*b])) {
                (0, order) => order as i64,
                (decided, _) => decided,
            },
            Self::Table(automaton, tracks) => {
                let letter = automaton.letter(tracks.iter().map(|&track| digits[track]));
                automaton.step(state as u32, letter).map_or(DEAD, i64::from)
            }
            Self::Bits(bits, tracks) => {
                let [a, b, c] = tracks.map(|track| digits[track]);
                let made = match bits {
                    Bits::Xor => a ^ b,
                    Bits::And => a & b,
                    Bits::Or => a | b,
                };
                if made == c { 0 } else { DEAD }
            }
            Self::Word(word, track) => match (state as usize, digits[*track]) {
                (0, 0) => 0,
                (at, digit) if word.get(at) == Some(&digit) => state + 1,
                _ => DEAD,
            },
            Self::Place(track) => match (state, digits[*track]) {
                (0, 0) => 0,
                (0, 1) | (1, 0) => 1,
                _ => DEAD,
            },
        }
    }

    fn accepts(&self, state: i64) -> bool {
        match self {
            _ if state == DEAD => false,
            Self::Sum { constant, zero: true, .. } => state + constant == 0,
            Self::Sum { constant, .. } => state + constant >= 0,
            Self::Order(Order::Equal, _) => state == 0,
            Self::Order(Order::Less, _) => state < 0,
            Self::Order(Order::AtMost, _) => state <= 0,
            Self::Table(automaton, _) => automaton.accepting[state as usize],
            Self::Bits(..) => true,
            Self::Word(word, _) => state as usize == word.len(),
            Self::Place(_) => state == 1,
        }
    }

    /// Whether it accepts, if that is the same however the words go on.
    fn settled(&self, state: i64) -> Option<bool> {
        match self {
            _ if state == DEAD => Some(false),
            Self::Sum { terms, constant, .. } => {
                let (least, most) = Self::bounds(terms, *constant);
                (state == least || state == most).then(|| self.accepts(state))
            }
            Self::Order(..) => (state != 0).then(|| self.accepts(state)),
            _ => None,
        }
    }
}

/// A condition on what machines accept.
#[derive(Clone, Debug)]
pub enum Test {
    /// True or false.
    Constant(bool),
    /// This machine accepts.
    Machine(usize),
    /// It is not so.
    Not(Box<Test>),
    /// All of them.
    All(Vec<Test>),
    /// At least one of them.
    Any(Vec<Test>),
}

impl Test {
    /// By what is known of the machines.
    fn value(&self, of: &dyn Fn(usize) -> Option<bool>) -> Option<bool> {
        let several = |parts: &[Self], end: bool| {
            let mut known = true;
            for part in parts {
                match part.value(of) {
                    Some(value) if value == end => return Some(end),
                    Some(_) => {}
                    None => known = false,
                }
            }
            known.then_some(!end)
        };
        match self {
            Self::Constant(value) => Some(*value),
            Self::Machine(at) => of(*at),
            Self::Not(inner) => inner.value(of).map(|value| !value),
            Self::All(parts) => several(parts, false),
            Self::Any(parts) => several(parts, true),
        }
    }
}

/// Machines side by side.
#[derive(Clone, Debug)]
pub struct Product<'a> {
    /// Digits of one track.
    pub base: u32,
    /// Tracks.
    pub tracks: usize,
    /// The machines, each with whether it has to accept.
    pub machines: Vec<(Machine<'a>, bool)>,
    /// What has to hold besides.
    pub test: Test,
}

/// How the digits of a letter are chosen, one after the other.
enum Step {
    /// A transition of this table: its letter says these digits. A digit that was chosen before must
    /// agree.
    Transition { machine: usize, places: Vec<(usize, usize, bool)> },
    /// Any digit.
    Digit(usize),
    /// All digits of this machine are chosen.
    Machine(usize),
}

/// The transitions of a table, letters as digits.
type Rows = Vec<Vec<(Box<[u8]>, u32)>>;

struct Search<'p> {
    product: &'p Product<'p>,
    steps: Vec<Step>,
    /// The transitions of tables from which letters are chosen.
    rows: Vec<Option<Rows>>,
    numbers: HashMap<Box<[i64]>, u32, foldhash::fast::FixedState>,
    states: Vec<Box<[i64]>>,
    /// From where a state was reached first, and by which digits.
    from: Vec<(u32, Box<[u8]>)>,
    found: Option<u32>,
    digits: Vec<u8>,
    after: Vec<i64>,
    context: &'p Context<'p>,
    /// How many choices of digits and machines were made.
    work: u64,
    stop: Option<Stop>,
}

/// Steps between two looks at the clock.
const STRIDE: u64 = 1 << 14;

impl Product<'_> {
    /// Words, one for each track and all of the same length, that fulfil everything; `None` if there are
    /// none.
    ///
    /// # Errors
    /// A limit was reached: each state is counted as a position.
    pub fn find(&self, context: &Context<'_>) -> Result<Option<Vec<Vec<u8>>>, Stop> {
        let (steps, rows) = self.plan();
        let mut search = Search {
            product: self,
            steps,
            rows,
            numbers: HashMap::default(),
            states: Vec::new(),
            from: Vec::new(),
            found: None,
            digits: vec![0; self.tracks],
            after: vec![0; self.machines.len()],
            context,
            work: 0,
            stop: None,
        };
        search.reach(0);
        let mut at = 0;
        while at < search.states.len() && search.found.is_none() && search.stop.is_none() {
            if at % 256 == 0 {
                search.look();
            }
            search.extend(at as u32, 0);
            at += 1;
        }
        match search.stop.take() {
            Some(stop) => Err(stop),
            None => Ok(search.found.map(|state| search.words(state))),
        }
    }

    /// In which order digits are chosen: first by the table with the fewest digits that are still open.
    fn plan(&self) -> (Vec<Step>, Vec<Option<Rows>>) {
        let mut chosen = vec![false; self.tracks];
        let mut waiting: Vec<usize> = (0..self.machines.len()).collect();
        let mut steps = Vec::new();
        let mut rows: Vec<Option<Rows>> = vec![None; self.machines.len()];
        loop {
            let open = |at: &usize, chosen: &[bool]| {
                let mut tracks = self.machines[*at].0.tracks();
                tracks.sort_unstable();
                tracks.dedup();
                tracks.retain(|&track| !chosen[track]);
                tracks
            };
            waiting.retain(|at| {
                let whole = open(at, &chosen).is_empty();
                if whole {
                    steps.push(Step::Machine(*at));
                }
                !whole
            });
            let cost = |at: &usize| {
                let table = matches!(self.machines[*at], (Machine::Table(..), true));
                let word = matches!(self.machines[*at], (Machine::Word(..), true));
                (!word, 2 * open(at, &chosen).len() - usize::from(table), *at)
            };
            let Some(&next) = waiting.iter().min_by_key(|at| cost(at)) else { break };
            if let (Machine::Table(automaton, tracks), true) = &self.machines[next] {
                let mut places = Vec::new();
                for (place, &track) in tracks.iter().enumerate() {
                    places.push((place, track, std::mem::replace(&mut chosen[track], true)));
                }
                let decoded = |&(letter, to): &(u32, u32)| (automaton.digits(letter).into(), to);
                let table = automaton.next.iter().map(|row| row.iter().map(decoded).collect());
                rows[next] = Some(table.collect());
                steps.push(Step::Transition { machine: next, places });
                waiting.retain(|&at| at != next);
            } else {
                let track = open(&next, &chosen)[0];
                chosen[track] = true;
                steps.push(Step::Digit(track));
            }
        }
        // Tracks that no machine reads may have any digits: zeros will do.
        (steps, rows)
    }
}

impl Search<'_> {
    /// Looks at the clock and at the memory.
    fn look(&mut self) {
        let doing = "checking a certificate";
        let each = 120 + 16 * self.after.len() + self.digits.len();
        let bytes = (self.states.len() * each) as u64;
        let seen = self.context.look(doing, self.states.len() as u64);
        let seen = seen.and_then(|()| self.context.check_memory(bytes, || doing.into()));
        self.stop = self.stop.take().or(seen.err());
    }

    /// Chooses the digits of a letter from this step on, in all ways. One state may have more letters
    /// than any time is enough for.
    fn extend(&mut self, state: u32, step: usize) {
        if self.found.is_some() || self.stop.is_some() {
            return;
        }
        self.work += 1;
        if self.work >= STRIDE {
            self.work = 0;
            self.look();
        }
        let base = self.product.base;
        // There may be thousands of machines: no recursion for them.
        let mut step = step;
        while let Some(&Step::Machine(at)) = self.steps.get(step) {
            let (machine, must) = &self.product.machines[at];
            let after = machine.step(self.states[state as usize][at], &self.digits, base);
            if *must && machine.settled(after) == Some(false) {
                return;
            }
            self.after[at] = after;
            self.work += 1;
            step += 1;
        }
        match self.steps.get(step) {
            None => self.reach(state),
            Some(Step::Digit(track)) => {
                let track = *track;
                for digit in 0..base {
                    self.digits[track] = digit as u8;
                    self.extend(state, step + 1);
                }
            }
            // Gone through above.
            Some(Step::Machine(_)) => {}
            Some(Step::Transition { machine, .. }) => {
                let machine = *machine;
                let own = self.states[state as usize][machine] as usize;
                let rows = self.rows[machine].take().expect("a table to choose from");
                'next: for (letter, to) in &rows[own] {
                    let Some(Step::Transition { places, .. }) = self.steps.get(step) else { break };
                    for &(place, track, known) in places {
                        if !known {
                            self.digits[track] = letter[place];
                        } else if self.digits[track] != letter[place] {
                            continue 'next;
                        }
                    }
                    self.after[machine] = i64::from(*to);
                    self.extend(state, step + 1);
                }
                self.rows[machine] = Some(rows);
            }
        }
    }

    /// The machines are in the states `after`, reached from this state.
    fn reach(&mut self, from: u32) {
        let machines = &self.product.machines;
        let settled = |at: usize| machines[at].0.settled(self.after[at]);
        if self.product.test.value(&settled) == Some(false)
            || self.numbers.contains_key(&self.after[..])
        {
            return;
        }
        let state: Box<[i64]> = self.after.clone().into();
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.from.push((from, self.digits.clone().into()));
        let accepts = |at: usize| machines[at].0.accepts(self.after[at]);
        let all = (0..machines.len()).all(|at| !machines[at].1 || accepts(at));
        if all && self.product.test.value(&|at| Some(accepts(at))) == Some(true) {
            self.found = Some(number);
        }
    }

    fn words(&self, state: u32) -> Vec<Vec<u8>> {
        let mut letters = Vec::new();
        let mut at = state;
        while at != 0 {
            let (from, digits) = &self.from[at as usize];
            letters.push(digits);
            at = *from;
        }
        let track = |track: usize| letters.iter().rev().map(|digits| digits[track]).collect();
        (0..self.product.tracks).map(track).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All tuples of words of a length.
    fn tuples(base: u32, tracks: usize, length: usize) -> Vec<Vec<Vec<u8>>> {
        let mut all = vec![vec![Vec::new(); tracks]];
        for _ in 0..length {
            for track in 0..tracks {
                let longer = |words: Vec<Vec<u8>>| {
                    (0..base as u8).map(move |digit| {
                        let mut words = words.clone();
                        words[track].push(digit);
                        words
                    })
                };
                all = all.into_iter().flat_map(longer).collect();
            }
        }
        all
    }

    fn number(base: u32, word: &[u8]) -> i64 {
        word.iter().fold(0, |n, &digit| n * i64::from(base) + i64::from(digit))
    }

    #[test]
    fn sums_and_orders_as_numbers() {
        for (base, constant, zero) in [
            (2, 0, true),
            (2, -3, true),
            (2, 2, false),
            (3, -1, false),
            (3, 4, true),
            (2, -5, false),
        ] {
            for factors in [[1i64, -1], [2, -3], [-1, -1], [3, 1], [-5, 2]] {
                let terms: Vec<(i64, usize)> = factors.iter().copied().zip(0..).collect();
                let machine = Machine::Sum { terms, constant, zero };
                for words in tuples(base, 2, 4) {
                    let mut state = 0;
                    for at in 0..4 {
                        state = machine.step(state, &[words[0][at], words[1][at]], base);
                        if let Some(value) = machine.settled(state) {
                            let rest = (at + 1..4).fold(state, |state, at| {
                                machine.step(state, &[words[0][at], words[1][at]], base)
                            });
                            assert_eq!(machine.accepts(rest), value);
                        }
                    }
                    let sum = factors[0] * number(base, &words[0])
                        + factors[1] * number(base, &words[1])
                        + constant;
                    let right = if zero { sum == 0 } else { sum >= 0 };
                    assert_eq!(machine.accepts(state), right, "{factors:?} {constant} {words:?}");
                }
            }
        }
    }

    #[test]
    fn the_shortest_solution_is_found() {
        let context = Context::default();
        let sum = |terms: &[(i64, usize)], constant, zero| {
            (Machine::Sum { terms: terms.to_vec(), constant, zero }, true)
        };
        // x = 3y + 1, x > 20, and not x = y + 15.
        let product = Product {
            base: 2,
            tracks: 2,
            machines: vec![
                sum(&[(1, 0), (-3, 1)], -1, true),
                sum(&[(1, 0)], -21, false),
                (sum(&[(1, 0), (-1, 1)], -15, true).0, false),
            ],
            test: Test::Not(Box::new(Test::Machine(2))),
        };
        let words = product.find(&context).unwrap().unwrap();
        let (x, y) = (number(2, &words[0]), number(2, &words[1]));
        assert!(x == 3 * y + 1 && x > 20 && x != y + 15 && x < 32, "{x} {y}");
        // 2x = 2y + 1 has no solution.
        let none = Product {
            base: 2,
            tracks: 2,
            machines: vec![sum(&[(2, 0), (-2, 1)], -1, true)],
            test: Test::Constant(true),
        };
        assert_eq!(none.find(&context).unwrap(), None);
    }
}
