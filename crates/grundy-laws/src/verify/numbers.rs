//! The numeration system of a certificate: base b, or words in order with an adder that is proved again.
//!
//! In base b a word is what it always was, and linear conditions are read off its digits.
//!
//! In every other system the numbers are the words of a language V in their order: shorter ones first,
//! then by the first digit that differs, leading zeros left out. V is infinite and has finitely many
//! words of each length, so this is the order of the natural numbers, and the empty word is 0. The
//! certificate has tables for V, for a relation S and a relation A. It is proved that
//!
//! 1. S(x,y) implies x < y with both in V and nothing of V between, and each x has such a y: y = x + 1;
//! 2. A(x,0,x) for all x;
//! 3. A(x,y,z), S(y,v) and S(z,w) imply A(x,v,w);
//! 4. A(x,y,z) and A(x,y,w) imply z = w, and A speaks of words in V only.
//!
//! By induction on y, from 2 and 3, A(x, y, x + y); by 4 nothing else is related.

use grundy::context::{Context, Stop};

use super::automaton::Automaton;
use super::parity::covered;
use super::product::{Machine, Order, Product, Test};

/// A numeration system.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// Digits of one track.
    pub base: u32,
    /// What it is called.
    pub name: String,
    /// The tables, if it is not base b.
    pub words: Option<Words>,
}

/// Words in order.
#[derive(Clone, Debug)]
pub struct Words {
    /// The words that are numbers.
    pub valid: Automaton,
    /// x and x + 1.
    pub next: Automaton,
    /// x, y and x + y.
    pub adder: Automaton,
}

/// What of a system is not so.
pub type Wrong = &'static str;

/// A relation of the proof: a table that accepts, or does not.
type Side<'a> = (&'a Automaton, Vec<usize>, bool);

impl Words {
    /// Proves that the tables are what they are said to be.
    ///
    /// # Errors
    /// A limit was reached. The inner error names what does not hold.
    pub fn prove(&self, context: &Context<'_>) -> Result<Result<(), Wrong>, Stop> {
        let Self { valid, next, adder } = self;
        let zeros = [valid, next, adder].iter().all(|table| table.ignores_zeros());
        if !zeros || !valid.accepting[0] || [valid.tracks, next.tracks, adder.tracks] != [1, 2, 3] {
            return Ok(Err("0 is a number and leading zeros do not matter"));
        }
        let none = |tables: Vec<Side<'_>>, orders: &[(Order, [usize; 2])], zero: Option<usize>| {
            let mut tests = Vec::new();
            let mut machines: Vec<(Machine<'_>, bool)> = Vec::new();
            for (table, tracks, holds) in tables {
                if !holds {
                    tests.push(Test::Not(Box::new(Test::Machine(machines.len()))));
                }
                machines.push((Machine::Table(table, tracks), holds));
            }
            machines.extend(orders.iter().map(|&(order, of)| (Machine::Order(order, of), true)));
            machines.extend(zero.map(|track| (Machine::Word(Vec::new(), track), true)));
            let tracks = 1 + machines
                .iter()
                .flat_map(|(machine, _)| match machine {
                    Machine::Table(_, tracks) => tracks.clone(),
                    _ => Vec::new(),
                })
                .max()
                .unwrap_or(0);
            let test = Test::All(tests);
            Ok::<bool, Stop>(
                Product { base: valid.base, tracks, machines, test }.find(context)?.is_none(),
            )
        };
        let yes = |table, tracks: &[usize]| (table, tracks.to_vec(), true);
        let not = |table, tracks: &[usize]| (table, tracks.to_vec(), false);
        // Words that are no numbers, and numbers in the wrong order.
        for track in 0..2 {
            if !none(vec![yes(next, &[0, 1]), not(valid, &[track])], &[], None)? {
                return Ok(Err("successors are numbers"));
            }
        }
        if !none(vec![yes(next, &[0, 1])], &[(Order::AtMost, [1, 0])], None)? {
            return Ok(Err("a successor is greater"));
        }
        let between = [(Order::Less, [0, 2]), (Order::Less, [2, 1])];
        if !none(vec![yes(next, &[0, 1]), yes(valid, &[2])], &between, None)? {
            return Ok(Err("nothing is between a number and its successor"));
        }
        if !covered(valid, &[next], 1, context)? {
            return Ok(Err("every number has a successor"));
        }
        for track in 0..3 {
            if !none(vec![yes(adder, &[0, 1, 2]), not(valid, &[track])], &[], None)? {
                return Ok(Err("sums are of numbers"));
            }
        }
        if !none(vec![yes(valid, &[0]), not(adder, &[0, 1, 0])], &[], Some(1))? {
            return Ok(Err("x + 0 = x"));
        }
        let sums = vec![yes(adder, &[0, 1, 2]), yes(next, &[1, 3]), yes(next, &[2, 4])];
        if !none([sums, vec![not(adder, &[0, 3, 4])]].concat(), &[], None)? {
            return Ok(Err("x + (y + 1) = (x + y) + 1"));
        }
        let two = vec![yes(adder, &[0, 1, 2]), yes(adder, &[0, 1, 3])];
        if !none(two, &[(Order::Less, [2, 3])], None)? {
            return Ok(Err("a sum is one number"));
        }
        Ok(Ok(()))
    }

    /// Whether the numbers are Zeckendorf's words: ones and zeros, no two ones together. The word 10…0
    /// of n digits is then the number F(n + 1), since F(n + 1) words of V have fewer digits.
    ///
    /// # Errors
    /// A limit was reached.
    pub fn is_zeckendorf(&self, context: &Context<'_>) -> Result<bool, Stop> {
        let next = vec![vec![(0, 0), (1, 1)], vec![(0, 0)]];
        let own = Automaton { base: 2, tracks: 1, next, accepting: vec![true, true] };
        if self.valid.base != 2 {
            return Ok(false);
        }
        for (one, other) in [(&own, &self.valid), (&self.valid, &own)] {
            let machines =
                vec![(Machine::Table(one, vec![0]), true), (Machine::Table(other, vec![0]), false)];
            let test = Test::Not(Box::new(Test::Machine(1)));
            if (Product { base: 2, tracks: 1, machines, test }).find(context)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How many words lead from each state to acceptance, by their length.
    fn counts(&self, last: &[u64]) -> Vec<u64> {
        let sum = |row: &Vec<(u32, u32)>| {
            row.iter().fold(0u64, |sum, &(_, to)| sum.saturating_add(last[to as usize]))
        };
        self.valid.next.iter().map(sum).collect()
    }

    /// The word of a number.
    fn word(&self, number: u64) -> Option<Vec<u8>> {
        let mut counts =
            vec![self.valid.accepting.iter().map(|&a| u64::from(a)).collect::<Vec<_>>()];
        // There are more words of each length than of the one before, or as many.
        while counts[counts.len() - 1][0] <= number {
            if counts.len() > 1 << 12 || counts.len() * self.valid.next.len() > 1 << 22 {
                return None;
            }
            counts.push(self.counts(&counts[counts.len() - 1]));
        }
        let (mut state, mut rest, mut word) = (0u32, number, Vec::new());
        for after in counts.iter().rev().skip(1) {
            let mut row = self.valid.next[state as usize].iter();
            let (digit, to) = loop {
                let &(digit, to) = row.next()?;
                match rest.checked_sub(after[to as usize]) {
                    None => break (digit, to),
                    Some(left) => rest = left,
                }
            };
            word.push(digit as u8);
            state = to;
        }
        Some(word)
    }
}

impl Numbers {
    /// Base b.
    pub fn positional(base: u32) -> Self {
        Self { base, name: base.to_string(), words: None }
    }

    /// The word of a number without leading zeros; `None` if it is far too long.
    pub fn word(&self, number: u64) -> Option<Vec<u8>> {
        if let Some(words) = &self.words {
            return words.word(number);
        }
        let base = u64::from(self.base);
        let mut rest = number;
        let mut word = Vec::new();
        while rest > 0 {
            word.push((rest % base) as u8);
            rest /= base;
        }
        word.reverse();
        Some(word)
    }
}
