//! Claims that sums are P in misère play, checked against their moves.

use super::forms::{Form, Forms, NOTHING};
use crate::context::{Context, Stop};
use crate::verify::parts::board::Squares;
use crate::verify::parts::claims::Rules as _;
use crate::verify::parts::positions::Rules;
use crate::verify::parts::sprouts::Land;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::rc::Rc;

/// A part of some game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    Squares(Squares),
    Vertices(u128),
    Land(Land),
}

/// A term of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Atom {
    /// A part of the game of this number.
    Part(u32, Part),
    /// Any game of this form.
    Form(Form),
}

/// Sums as they are written.
pub(super) type Sums = HashSet<Vec<Atom>>;

/// How sums are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    /// Parts of at most so many squares or vertices, or half as many lives, give way to their forms.
    pub small: u32,
    /// Forms that last at most so many moves together give way to the form of their sum.
    pub together: u32,
}

/// What a check does when it meets a limit.
pub(super) const DOING: &str = "checking claims about sums";

/// Bytes of a term of a sum in memory, with what tables leave free.
pub(super) const ATOM_BYTES: u64 = 2 * size_of::<Atom>() as u64;

/// Bytes of a sum besides its terms.
pub(super) const SUM_BYTES: u64 = 64;

/// Lists of options are forgotten when they take so many bytes.
const MAX_LISTED_BYTES: u64 = 1 << 26;

/// Moves in sums, as one thread finds them.
pub(super) struct Moves<'a> {
    games: &'a [Rules],
    written: Written,
    forms: Forms,
    /// The forms of parts; none of those that are not small.
    found: HashMap<(u32, Part), Option<Form>>,
    listed: HashMap<Atom, Rc<[Vec<Atom>]>>,
    listed_bytes: u64,
    /// Options looked at.
    steps: u64,
}

/// Is told a sum that a move leaves; a break ends the telling.
type Tell<'t, 'a> = dyn FnMut(&mut Moves<'a>, &[Atom]) -> Result<ControlFlow<()>, Stop> + 't;

impl<'a> Moves<'a> {
    pub fn new(games: &'a [Rules], written: Written, forms: Forms) -> Self {
        let (found, listed) = (HashMap::new(), HashMap::new());
        Self { games, written, forms, found, listed, listed_bytes: 0, steps: 0 }
    }

    /// The form of a nim-heap.
    pub fn nimber(&mut self, heap: u32) -> Form {
        let mut smaller = Vec::new();
        for _ in 0..heap {
            let next = self.forms.of_options(smaller.clone());
            smaller.push(next);
        }
        self.forms.of_options(smaller)
    }

    /// The parts that each move in a part leaves.
    fn options_of(&self, game: u32, part: Part) -> Vec<Vec<Part>> {
        fn tell<P: Copy>(
            out: &mut Vec<Vec<Part>>,
            parts: &[P],
            of: fn(P) -> Part,
        ) -> ControlFlow<()> {
            out.push(parts.iter().map(|&part| of(part)).collect());
            ControlFlow::Continue(())
        }
        let mut out = Vec::new();
        match (&self.games[game as usize], part) {
            (Rules::Board(rules), Part::Squares(part)) => {
                rules.options(part, &mut |parts| tell(&mut out, parts, Part::Squares));
            }
            (Rules::Graph(rules), Part::Vertices(part)) => {
                rules.options(part, &mut |parts| tell(&mut out, parts, Part::Vertices));
            }
            (Rules::Drawings(rules), Part::Land(part)) => {
                rules.options(part, &mut |parts| tell(&mut out, parts, Part::Land));
            }
            _ => {}
        }
        out
    }

    fn is_small(&self, game: u32, part: Part) -> bool {
        let cells = match (&self.games[game as usize], part) {
            (Rules::Board(rules), Part::Squares(part)) => rules.cells(part),
            (Rules::Graph(rules), Part::Vertices(part)) => rules.cells(part),
            (Rules::Drawings(rules), Part::Land(part)) => rules.cells(part),
            _ => u32::MAX,
        };
        cells <= self.written.small
    }

    /// The form of a part if it is small, or has no moves.
    fn form(&mut self, game: u32, part: Part) -> Option<Form> {
        if let Some(&found) = self.found.get(&(game, part)) {
            return found;
        }
        let form = if self.is_small(game, part) {
            let options = self.options_of(game, part).into_iter().map(|parts| {
                // What a move leaves is smaller still.
                let sum = |all: Option<Form>, part| {
                    let form = self.form(game, part);
                    all.zip(form).map(|(all, form)| self.forms.plus(all, form))
                };
                parts.into_iter().fold(Some(NOTHING), sum)
            });
            let options: Option<Vec<Form>> = options.collect();
            options.map(|options| self.forms.of_options(options))
        } else {
            self.options_of(game, part).is_empty().then_some(NOTHING)
        };
        self.found.insert((game, part), form);
        form
    }

    /// A sum as it is written.
    ///
    /// # Theorem
    /// What stands there is equal to the sum in misère play, and lasts no longer. For equal games may be put for each other in
    /// sums; no game equal to a simplest form is shorter than that; and *1 + *1 is equal to the game without moves.
    pub fn write(&mut self, sum: &mut Vec<Atom>) {
        let mut forms = Vec::new();
        let atoms = std::mem::take(sum);
        for atom in atoms {
            let form = match atom {
                Atom::Form(form) => Some(form),
                Atom::Part(game, part) => self.form(game, part),
            };
            match form {
                Some(form) => forms.push(form),
                None => sum.push(atom),
            }
        }
        forms.retain(|&form| form != NOTHING);
        forms.sort_unstable();
        let lasts = forms.iter().map(|&form| u64::from(self.forms.lasts(form))).sum::<u64>();
        if lasts <= self.written.together.into() {
            let all = forms.iter().fold(NOTHING, |all, &form| self.forms.plus(all, form));
            forms = vec![all];
            forms.retain(|&form| form != NOTHING);
        } else {
            let is_one = |form: &Form| self.forms.options(*form) == [NOTHING];
            let ones = forms.iter().filter(|form| is_one(form)).count();
            let mut spare = ones / 2 * 2;
            forms.retain(|form| {
                let left_out = spare > 0 && is_one(form);
                spare -= usize::from(left_out);
                !left_out
            });
        }
        sum.extend(forms.into_iter().map(Atom::Form));
        sum.sort_unstable();
    }

    /// What moves in a term leave, each as it is written by itself.
    fn options(&mut self, atom: Atom) -> Rc<[Vec<Atom>]> {
        if let Some(listed) = self.listed.get(&atom) {
            return listed.clone();
        }
        let mut options: Vec<Vec<Atom>> = match atom {
            Atom::Form(form) => {
                self.forms.options(form).iter().map(|&option| vec![Atom::Form(option)]).collect()
            }
            Atom::Part(game, part) => {
                let options = self.options_of(game, part).into_iter();
                options
                    .map(|parts| parts.into_iter().map(|p| Atom::Part(game, p)).collect())
                    .collect()
            }
        };
        options.iter_mut().for_each(|option| self.write(option));
        options.sort_unstable();
        options.dedup();
        let atoms: u64 = options.iter().map(|option| option.len() as u64).sum();
        let bytes = SUM_BYTES + options.len() as u64 * 32 + atoms * size_of::<Atom>() as u64;
        if self.listed_bytes + bytes > MAX_LISTED_BYTES {
            self.listed.clear();
            self.listed_bytes = 0;
        }
        let options: Rc<[Vec<Atom>]> = options.into();
        self.listed_bytes += bytes;
        self.listed.insert(atom, options.clone());
        options
    }

    /// Whether the player to move wins, where that is seen at once.
    pub fn at_sight(&self, sum: &[Atom]) -> Option<bool> {
        let form = |atom: &Atom| match atom {
            Atom::Form(form) => Some(*form),
            Atom::Part(..) => None,
        };
        let forms: Option<Vec<Form>> = sum.iter().map(form).collect();
        forms.and_then(|forms| self.forms.wins(&forms))
    }

    /// Tells every sum that a move leaves, until a break.
    fn each(
        &mut self,
        sum: &[Atom],
        context: &Context<'_>,
        option: &mut Tell<'_, 'a>,
    ) -> Result<ControlFlow<()>, Stop> {
        for (i, &atom) in sum.iter().enumerate() {
            if sum[..i].contains(&atom) {
                continue;
            }
            for left in self.options(atom).iter() {
                self.steps += 1;
                self.look(context)?;
                let others = sum[..i].iter().chain(&sum[i + 1..]);
                let mut all: Vec<Atom> = others.chain(left).copied().collect();
                self.write(&mut all);
                if option(self, &all)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn look(&self, context: &Context<'_>) -> Result<(), Stop> {
        context.tick(DOING, self.steps)?;
        if !self.steps.is_multiple_of(1 << 12) {
            return Ok(());
        }
        let found = self.found.len() as u64 * (2 * size_of::<(u32, Part)>() as u64 + 16);
        let games: u64 = self.games.iter().map(Rules::bytes).sum();
        let bytes = found + self.forms.bytes() + self.listed_bytes + games;
        context.check_memory(bytes, || DOING.into())
    }

    /// Whether some move leaves a sum that is P at sight, or one of `lost`.
    pub fn reaches(
        &mut self,
        sum: &[Atom],
        lost: &Sums,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let found = self.each(sum, context, &mut |moves, left| {
            let is_lost = moves.at_sight(left) == Some(false) || lost.contains(left);
            Ok(if is_lost { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        Ok(found?.is_break())
    }

    /// Whether a sum is P if all of `lost` are that last less long.
    ///
    /// # Theorem
    /// Let this hold of each sum of `lost`. Then all of them are P, by induction on how long play lasts at most: who moves in one
    /// of them leaves a sum that is N, at sight or since its next move leaves one that is P, and there is a move. (Who cannot move wins.)
    pub fn is_lost(
        &mut self,
        sum: &[Atom],
        lost: &Sums,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let mut moves = 0u64;
        let failed = self.each(sum, context, &mut |all, left| {
            moves += 1;
            let wins = match all.at_sight(left) {
                Some(wins) => wins,
                None => all.reaches(left, lost, context)?,
            };
            Ok(if wins { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(failed.is_continue() && moves > 0)
    }

    /// A sum in words.
    pub fn told(&self, sum: &[Atom]) -> String {
        let told = |atom: &Atom| match atom {
            Atom::Form(form) => self.told_form(*form),
            Atom::Part(game, part) => match (&self.games[*game as usize], part) {
                (Rules::Board(rules), Part::Squares(part)) => rules.told(*part),
                (Rules::Graph(rules), Part::Vertices(part)) => rules.told(*part),
                (Rules::Drawings(rules), Part::Land(part)) => rules.told(*part),
                _ => String::new(),
            },
        };
        sum.iter().map(told).collect::<Vec<_>>().join(" + ")
    }

    /// A form in words; of one that is no nim-heap the options, the first of them.
    fn told_form(&self, form: Form) -> String {
        let heap = |form: Form| self.forms.heap(form).map(|heap| format!("*{heap}"));
        heap(form).unwrap_or_else(|| {
            let options = self.forms.options(form).iter().take(12);
            let told: Vec<String> = options.map(|&o| heap(o).unwrap_or("…".into())).collect();
            format!("the form {{{}}}", told.join(","))
        })
    }
}
