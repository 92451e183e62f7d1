//! Proofs taken out of a finished search: sums that are P, with nothing else.

use super::forms::{Form, ZERO};
use super::search::{Misere, room};
use super::sums::{Atom, ByNumber, number};
use crate::rules::Keyed;
use crate::search::{Bounds, Unfinished};
use std::ops::ControlFlow;

/// A sum in a proof, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum {
    /// The number of the game of each part, and its own.
    pub parts: Vec<(u32, u128)>,
    /// The numbers of forms.
    pub forms: Vec<u32>,
}

/// Why a sum is N or P in misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Whether the player to move wins.
    pub wins: bool,
    /// The simplest forms in the sums, each by its options: numbers of those before. Number 0 has none.
    pub forms: Vec<Vec<u32>>,
    /// Sums that are P.
    pub sums: Vec<Sum>,
}

/// After this many sums the limits are looked at.
const STRIDE: u64 = 1 << 6;

/// The sums that are claimed to be P, and what they need.
#[derive(Default)]
struct Claims {
    lost: ByNumber<Vec<Atom>>,
    /// Sums with a move to one of those, or to one that is P at sight.
    answered: ByNumber<()>,
    /// Claims whose moves are to be answered.
    open: Vec<Vec<Atom>>,
    /// Atoms of all claims.
    atoms: u64,
}

/// Bytes of an atom in a claim, which stands in two places, of a claim besides, and of a sum that is answered.
const ATOM_BYTES: u64 = 2 * size_of::<Atom>() as u64;
const CLAIM_BYTES: u64 = 160;
const ANSWERED_BYTES: u64 = 40;

impl Claims {
    fn bytes(&self) -> u64 {
        self.atoms * ATOM_BYTES
            + self.lost.len() as u64 * CLAIM_BYTES
            + self.answered.len() as u64 * ANSWERED_BYTES
    }

    fn claim(&mut self, sum: Vec<Atom>) {
        self.atoms += sum.len() as u64;
        self.lost.insert(number(&sum), sum.clone());
        self.open.push(sum);
    }
}

impl Misere {
    /// Why a sum of parts, and of nim-heaps of these sizes, has its outcome: for a search that was made by
    /// [`Misere::written`].
    ///
    /// # What the sums are good for
    /// A sum is *P at sight* if it is one form that is P, or all its forms are tame and Conway's theorem
    /// ([`forms`](super::forms), theorem 3) says so. Each sum of the proof has moves, and after each of them there is
    /// one to a sum of the proof, or to one that is P at sight, unless what is left is N at sight. So all are P, by
    /// induction on how long play can last. The sum that was asked about is one of them, or P at sight, or has such
    /// an option.
    ///
    /// # Complexity
    /// O(sums · moves²) looks at the table. What it forgot is searched again.
    ///
    /// # Errors
    /// [`Unfinished`]; what was found stays. `room_for` is told now and then how many sums there are and how many
    /// bytes they take, and ends the work by `false`.
    ///
    /// ```
    /// use grundy_search::board::{Board, OnBoards, Pieces, all_parts};
    /// use grundy_search::misere::{Misere, Written};
    /// use grundy_search::{Bounds, Keyed};
    /// let cram = OnBoards(Pieces::dominoes());
    /// let parts: Vec<(u32, u128)> =
    ///     all_parts(&cram.0, Board::full(4, 4).unwrap()).into_iter().map(|part| (0, part)).collect();
    /// let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
    /// let games: [&dyn Keyed; 1] = [&cram];
    /// let mut search = Misere::written(Written { cells: 8, birthday: 8 });
    /// let proof = search.prove(&games, &parts, &[], &bounds, &|_, _| true).unwrap();
    /// assert!(!proof.wins && proof.sums.iter().any(|sum| sum.parts == parts));
    /// ```
    pub fn prove(
        &mut self,
        games: &[&dyn Keyed],
        parts: &[(u32, u128)],
        heaps: &[u32],
        bounds: &Bounds<'_>,
        room_for: &dyn Fn(usize, u64) -> bool,
    ) -> Result<Proof, Unfinished> {
        let mut root: Vec<Atom> = parts.iter().map(|&(game, key)| Atom::part(game, key)).collect();
        for &heap in heaps {
            let form = self.parts.nimber(heap).ok_or(Unfinished::Memory)?;
            root.push(Atom::of(form));
        }
        self.parts.simplify(games, &mut root, room(games, bounds) / 4)?;
        let wins = self.outcome(games, &root, bounds)?;
        let mut proof = Claims::default();
        match self.parts.wins(&root) {
            Some(_) => {}
            None if wins => self.answer(games, &root, bounds, &mut proof)?,
            None => proof.claim(root),
        }
        let mut rounds = 0u64;
        while let Some(sum) = proof.open.pop() {
            rounds += 1;
            if rounds.is_multiple_of(STRIDE) && !room_for(proof.lost.len(), proof.bytes()) {
                return Err(Unfinished::Stopped);
            }
            for option in self.options(games, &sum, bounds)? {
                if self.parts.wins(&option) != Some(true) {
                    self.answer(games, &option, bounds, &mut proof)?;
                }
            }
        }
        let mut lost: Vec<Vec<Atom>> = proof.lost.into_values().collect();
        lost.sort_unstable();
        Ok(self.told(wins, &lost))
    }

    fn options(
        &mut self,
        games: &[&dyn Keyed],
        sum: &[Atom],
        bounds: &Bounds<'_>,
    ) -> Result<Vec<Vec<Atom>>, Unfinished> {
        let (mut options, mut seen) = (Vec::new(), ByNumber::default());
        let option = |_: &mut _, left: &[Atom]| {
            if seen.insert(number(left), ()).is_none() {
                options.push(left.to_vec());
            }
            ControlFlow::Continue(())
        };
        let _ = self.parts.each_option(games, sum, room(games, bounds) / 4, option)?;
        Ok(options)
    }

    /// Claims a sum that is left by some move in `sum`, which is N, to be P, unless such a one is claimed or P at
    /// sight.
    fn answer(
        &mut self,
        games: &[&dyn Keyed],
        sum: &[Atom],
        bounds: &Bounds<'_>,
        proof: &mut Claims,
    ) -> Result<(), Unfinished> {
        if proof.answered.insert(number(sum), ()).is_some() {
            return Ok(());
        }
        let mut options = self.options(games, sum, bounds)?;
        let lost = &proof.lost;
        let answered = |option: &Vec<Atom>| {
            lost.contains_key(&number(option)) || self.parts.wins(option) == Some(false)
        };
        if options.iter().any(answered) {
            return Ok(());
        }
        options.sort_by_cached_key(|option| self.parts.moves(games, option));
        let is_lost = |search: &Self, option: &Vec<Atom>| search.known(option) == Some(false);
        let mut found = options.iter().position(|option| is_lost(self, option));
        if found.is_none() {
            self.search(games, sum, bounds)?;
            found = options.iter().position(|option| is_lost(self, option));
        }
        // The table may have forgotten it.
        let mut next = 0;
        while found.is_none() && next < options.len() {
            let wins = self.outcome(games, &options[next], bounds)?;
            found = (!wins).then_some(next);
            next += 1;
        }
        let found = found.ok_or(Unfinished::False)?;
        proof.claim(options.swap_remove(found));
        Ok(())
    }

    /// The proof with forms by new numbers.
    fn told(&self, wins: bool, lost: &[Vec<Atom>]) -> Proof {
        let forms = &self.parts.forms;
        let mut needed = vec![false; forms.len()];
        let mut open: Vec<Form> = lost.iter().flatten().filter_map(Atom::form).collect();
        open.push(ZERO);
        while let Some(form) = open.pop() {
            if !std::mem::replace(&mut needed[form as usize], true) {
                open.extend_from_slice(forms.options(form));
            }
        }
        let (mut numbers, mut told) = (vec![0u32; forms.len()], Vec::new());
        for form in (0..forms.len()).filter(|&form| needed[form]) {
            numbers[form] = told.len() as u32;
            let options = forms.options(form as Form);
            told.push(options.iter().map(|&option| numbers[option as usize]).collect());
        }
        let sum = |atoms: &Vec<Atom>| Sum {
            parts: atoms.iter().filter_map(Atom::place).collect(),
            forms: atoms.iter().filter_map(Atom::form).map(|f| numbers[f as usize]).collect(),
        };
        Proof { wins, forms: told, sums: lost.iter().map(sum).collect() }
    }
}
