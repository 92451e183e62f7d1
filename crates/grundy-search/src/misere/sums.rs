//! Sums of parts and forms: how they are numbered, and what their parts lead to.

use super::forms::{Form, Forms, ZERO};
use crate::rules::{Keyed, Sums};
use crate::search::Unfinished;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A part of a game, or the simplest form of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Atom {
    /// Which of the games, or [`FORM`].
    game: u32,
    /// The number of the part, or of the form.
    key: u128,
    /// The number in sums.
    mixed: u128,
}

/// How sums are written that others are to recognise, whatever way they were met on: parts that are small give way
/// to their simplest forms, always, and forms of few moves together to that of their sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Parts of at most so many [cells](Keyed::cells) are small.
    pub cells: u32,
    /// Forms that last at most so many moves together are added up.
    pub birthday: u32,
}

/// The game that forms belong to.
const FORM: u32 = u32::MAX;

/// A permutation of the 64-bit numbers (D. Stafford 2011, his variant 13).
#[inline]
fn stirred(z: u64) -> u64 {
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A permutation of the 128-bit numbers for each game: five rounds of a Feistel network.
#[inline]
fn mixed(game: u32, key: u128) -> u128 {
    let (mut left, mut right) = ((key >> 64) as u64, key as u64);
    for round in 1..=5u64 {
        let round = round << 32 | u64::from(game);
        let salt = round.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (left, right) = (right, left ^ stirred(right.wrapping_add(salt)));
    }
    u128::from(left) << 64 | u128::from(right)
}

impl Atom {
    /// A part of a game.
    #[inline]
    pub fn part(game: u32, key: u128) -> Self {
        Self { game, key, mixed: mixed(game, key) }
    }

    /// A form.
    #[inline]
    pub fn of(form: Form) -> Self {
        Self::part(FORM, form.into())
    }

    /// The number of the game of a part, and its own; `None` for a form.
    pub fn place(&self) -> Option<(u32, u128)> {
        (self.game != FORM).then_some((self.game, self.key))
    }

    /// The form that this is; `None` for a part of a game.
    #[inline]
    pub fn form(&self) -> Option<Form> {
        (self.game == FORM).then_some(self.key as Form)
    }
}

/// The number of a sum.
#[inline]
pub fn number(sum: &[Atom]) -> u128 {
    sum.iter().fold(0, |number, atom| number.wrapping_add(atom.mixed))
}

/// Takes the upper half of a number that is mixed already.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }
    fn write_u128(&mut self, number: u128) {
        self.0 = (number >> 64) as u64;
    }
}

pub(super) type ByNumber<T> = HashMap<u128, T, BuildHasherDefault<AsItIs>>;

/// The different options of a part, each a sum.
#[derive(Debug, Default)]
pub struct Listed {
    atoms: Vec<Atom>,
    ends: Vec<u32>,
}

impl Listed {
    fn bytes(&self) -> u64 {
        (self.atoms.len() * size_of::<Atom>() + self.ends.len() * 4) as u64 + 96
    }

    /// The options.
    pub fn iter(&self) -> impl Iterator<Item = &[Atom]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let option = &self.atoms[start..end as usize];
            start = end as usize;
            option
        })
    }
}

/// Parts of more moves stay as they are. Looking for their forms takes longer than it spares.
const MAX_FORM_MOVES: u32 = 18;

/// Forms are looked for in games that last at most so many moves.
const MAX_FORM_LENGTH: u32 = 64;

/// What is known of parts.
#[derive(Debug, Default)]
pub struct Parts {
    pub forms: Forms,
    /// How sums are written, where that must not depend on what was met before.
    written: Option<Written>,
    /// The forms of small parts, where there are such within the limits.
    found: ByNumber<Option<Form>>,
    listed: ByNumber<Arc<Listed>>,
    listed_bytes: u64,
    /// Options that were listed.
    expanded: u64,
}

/// Bytes of an entry of [`Parts::found`].
const FOUND_BYTES: u64 = 48;

impl Parts {
    /// Sums are written like this.
    pub fn written(written: Written) -> Self {
        Self { forms: Forms::unlimited(), written: Some(written), ..Self::default() }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.forms.bytes() + self.found.len() as u64 * FOUND_BYTES + self.listed_bytes
    }

    /// A number that grows with the work done.
    pub fn work(&self) -> u64 {
        self.forms.work() + self.expanded
    }

    /// Whether forms take half of what all this may take. Then no more are looked for: parts may stand as they
    /// are in one sum and as their forms in another.
    ///
    /// # Errors
    /// [`Unfinished::Memory`] where they may not.
    fn is_full(&mut self, room: u64) -> Result<bool, Unfinished> {
        let full = self.forms.bytes() + self.found.len() as u64 * FOUND_BYTES > room / 2;
        if full && self.written.is_some() {
            return Err(Unfinished::Memory);
        }
        if full {
            self.forms.close();
        }
        Ok(full)
    }

    /// The form of a nim-heap; `None` beyond the limits.
    pub fn nimber(&mut self, heap: u32) -> Option<Form> {
        let mut smaller = Vec::new();
        for _ in 0..heap {
            let next = self.forms.of_options(&mut smaller.clone())?;
            smaller.push(next);
        }
        self.forms.of_options(&mut smaller)
    }

    /// Lists the options of a part.
    fn list(
        &mut self,
        game: &dyn Keyed,
        part: u128,
        sums: &mut Sums<u128>,
    ) -> Result<(), Unfinished> {
        let listed = match self.written {
            Some(_) => game.named_options(part, sums),
            None => game.all_options(part, sums),
        };
        self.expanded += sums.len() as u64;
        if listed { Ok(()) } else { Err(Unfinished::Stopped) }
    }

    /// The form of a part, if it is small; `room` is how many bytes all this may take.
    fn form_of(
        &mut self,
        games: &[&dyn Keyed],
        part: Atom,
        (room, depth): (u64, u32),
    ) -> Result<Option<Form>, Unfinished> {
        if let Some(&found) = self.found.get(&part.mixed) {
            return Ok(found);
        }
        let game = games[part.game as usize];
        let full = self.is_full(room)?;
        let small = match self.written {
            Some(written) => game.cells(part.key) <= written.cells,
            None => !full && depth <= MAX_FORM_LENGTH && game.size(part.key) <= MAX_FORM_MOVES,
        };
        if !small {
            return Ok(None);
        }
        let mut sums = Sums::default();
        self.list(game, part.key, &mut sums)?;
        let mut options = Vec::with_capacity(sums.len());
        for i in 0..sums.len() {
            let mut total = Some(ZERO);
            for &key in sums.option(i).0 {
                let part = Atom::part(part.game, key);
                let form = self.form_of(games, part, (room, depth + 1))?;
                self.forms.refuel();
                total = total.zip(form).and_then(|(total, form)| self.forms.plus(total, form));
                if total.is_none() {
                    break;
                }
            }
            let Some(total) = total else {
                self.found.insert(part.mixed, None);
                return Ok(None);
            };
            options.push(total);
        }
        let form = self.forms.of_options(&mut options);
        self.found.insert(part.mixed, form);
        Ok(form)
    }

    /// Puts forms for small parts, adds forms up where that is little work, and sorts.
    pub fn simplify(
        &mut self,
        games: &[&dyn Keyed],
        sum: &mut Vec<Atom>,
        room: u64,
    ) -> Result<(), Unfinished> {
        self.is_full(room)?;
        let mut forms: Vec<Form> = Vec::new();
        let mut left = 0;
        for i in 0..sum.len() {
            let atom = sum[i];
            let form = match atom.form() {
                Some(form) => Some(form),
                None => self.form_of(games, atom, (room, 0))?,
            };
            match form {
                Some(form) if self.written.is_some() => forms.push(form),
                Some(form) => self.add(&mut forms, form),
                None => {
                    sum[left] = atom;
                    left += 1;
                }
            }
        }
        sum.truncate(left);
        if let Some(written) = self.written {
            self.put_together(&mut forms, written)?;
        }
        sum.extend(forms.into_iter().map(Atom::of));
        sum.sort_unstable();
        Ok(())
    }

    /// Puts the form of the sum for forms of few moves together; else pairs of *1, whose sum is 0, are left out.
    fn put_together(&mut self, forms: &mut Vec<Form>, written: Written) -> Result<(), Unfinished> {
        forms.retain(|&form| form != ZERO);
        forms.sort_unstable();
        let birthday =
            forms.iter().fold(0u32, |all, &f| all.saturating_add(self.forms.birthday(f)));
        if birthday <= written.birthday {
            let sum = forms.iter().try_fold(ZERO, |sum, &form| self.forms.plus(sum, form));
            *forms = vec![sum.ok_or(Unfinished::Memory)?];
            forms.retain(|&form| form != ZERO);
            return Ok(());
        }
        let is_one = |form: &Form| self.forms.options(*form) == [ZERO];
        if let Some(first) = forms.iter().position(is_one) {
            let ones = forms[first..].iter().take_while(|&form| is_one(form)).count();
            forms.drain(first..first + ones / 2 * 2);
        }
        Ok(())
    }

    /// Adds a form to others, in one form with one of them where that is found.
    fn add(&mut self, forms: &mut Vec<Form>, mut form: Form) {
        while form != ZERO {
            self.forms.refuel();
            let together = |i: &usize| self.forms.plus(forms[*i], form).map(|sum| (*i, sum));
            let Some((i, sum)) = (0..forms.len()).collect::<Vec<_>>().iter().find_map(together)
            else {
                forms.push(form);
                return;
            };
            forms.swap_remove(i);
            form = sum;
        }
    }

    /// Whether the player to move wins a simplified sum, if that is seen at once.
    pub fn wins(&self, sum: &[Atom]) -> Option<bool> {
        // Forms come last.
        if sum.first().is_some_and(|atom| atom.form().is_none()) {
            return None;
        }
        match sum {
            [only] => only.form().map(|form| !self.forms.is_p(form)),
            _ => self.forms.wins(sum.iter().filter_map(Atom::form)),
        }
    }

    /// Tells the sums that the moves in a sum leave, each as it is [simplified](Self::simplify), until that is
    /// answered by a break. Moves in equal parts are told once.
    pub fn each_option(
        &mut self,
        games: &[&dyn Keyed],
        sum: &[Atom],
        room: u64,
        mut option: impl FnMut(&mut Self, &[Atom]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Unfinished> {
        let mut left: Vec<Atom> = Vec::new();
        for (i, &atom) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == atom {
                continue;
            }
            for listed in self.options(games, atom, room)?.iter() {
                left.clear();
                left.extend_from_slice(&sum[..i]);
                left.extend_from_slice(&sum[i + 1..]);
                left.extend_from_slice(listed);
                self.simplify(games, &mut left, room)?;
                if option(self, &left).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// About how many moves a sum has.
    pub fn moves(&self, games: &[&dyn Keyed], sum: &[Atom]) -> u32 {
        let moves = |atom: &Atom| match atom.form() {
            Some(form) => self.forms.options(form).len() as u32,
            None => games[atom.game as usize].size(atom.key),
        };
        sum.iter().fold(0, |all, atom| moves(atom).saturating_add(all))
    }

    /// The options of a part or a form.
    pub fn options(
        &mut self,
        games: &[&dyn Keyed],
        atom: Atom,
        room: u64,
    ) -> Result<Arc<Listed>, Unfinished> {
        if let Some(listed) = self.listed.get(&atom.mixed) {
            return Ok(listed.clone());
        }
        let mut listed = Listed::default();
        if let Some(form) = atom.form() {
            for &option in self.forms.options(form) {
                if option != ZERO {
                    listed.atoms.push(Atom::of(option));
                }
                listed.ends.push(listed.atoms.len() as u32);
            }
        } else {
            let mut sums = Sums::default();
            self.list(games[atom.game as usize], atom.key, &mut sums)?;
            let mut seen: ByNumber<()> = ByNumber::default();
            let mut sum: Vec<Atom> = Vec::new();
            for i in 0..sums.len() {
                sum.clear();
                sum.extend(sums.option(i).0.iter().map(|&key| Atom::part(atom.game, key)));
                self.simplify(games, &mut sum, room)?;
                if seen.insert(number(&sum), ()).is_none() {
                    listed.atoms.extend_from_slice(&sum);
                    listed.ends.push(listed.atoms.len() as u32);
                }
            }
        }
        let bytes = listed.bytes();
        if self.listed_bytes + bytes > room / 2 {
            self.listed.clear();
            self.listed_bytes = 0;
        }
        let listed = Arc::new(listed);
        if bytes <= room / 2 {
            self.listed.insert(atom.mixed, listed.clone());
            self.listed_bytes += bytes;
        }
        Ok(listed)
    }
}
