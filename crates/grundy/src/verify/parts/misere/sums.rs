//! Claims that sums are P in misère play, checked against their moves.

use super::forms::{Form, Forms, NOTHING};
use crate::context::{Context, Stop};
use crate::verify::parts::board::Squares;
use crate::verify::parts::claims::Rules as _;
use crate::verify::parts::crosses::Crossed;
use crate::verify::parts::positions::Rules;
use crate::verify::parts::sprouts::Land;
use crate::verify::parts::texts::TextPart;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A part of some game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Part {
    Squares(Squares),
    Crossed(Crossed),
    Vertices(u128),
    Land(Land),
    Text(TextPart),
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
    games: &'a [Rules<'a>],
    written: Written,
    context: &'a Context<'a>,
    /// Bytes that all threads hold, and of those this one.
    held: &'a AtomicU64,
    own: u64,
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

/// After so many options the limits are looked at.
const LOOKS: u64 = 1 << 10;

/// Bytes of a part or an atom with its form, in a table that is half full.
const FOUND_BYTES: u64 = 2 * size_of::<(u32, Part)>() as u64 + 16;

impl<'a> Moves<'a> {
    /// `held` counts the bytes of all threads.
    pub fn new(
        games: &'a [Rules<'a>],
        written: Written,
        forms: Forms,
        context: &'a Context<'a>,
        held: &'a AtomicU64,
    ) -> Self {
        let (found, listed) = (HashMap::new(), HashMap::new());
        let (own, listed_bytes, steps) = (0, 0, 0);
        Self { games, written, context, held, own, forms, found, listed, listed_bytes, steps }
    }

    /// The form of a nim-heap.
    pub fn nimber(&mut self, heap: u32) -> Result<Form, Stop> {
        let mut smaller = Vec::new();
        for _ in 0..heap {
            let next = self.forms.of_options(smaller.clone(), self.context)?;
            smaller.push(next);
        }
        self.forms.of_options(smaller, self.context)
    }

    /// Tells the parts that each move in a part leaves, until a break.
    fn each_option_of(
        &self,
        game: u32,
        part: Part,
        option: &mut dyn FnMut(Vec<Part>) -> ControlFlow<()>,
    ) {
        fn all<P: Copy>(parts: &[P], of: fn(P) -> Part) -> Vec<Part> {
            parts.iter().map(|&part| of(part)).collect()
        }
        match (&self.games[game as usize], part) {
            (Rules::Board(rules), Part::Squares(part)) => {
                rules.options(part, &mut |parts| option(all(parts, Part::Squares)));
            }
            (Rules::Crosses(rules), Part::Crossed(part)) => {
                rules.options(part, &mut |parts| option(all(parts, Part::Crossed)));
            }
            (Rules::Graph(rules), Part::Vertices(part)) => {
                rules.options(part, &mut |parts| option(all(parts, Part::Vertices)));
            }
            (Rules::Drawings(rules), Part::Land(part)) => {
                rules.options(part, &mut |parts| option(all(parts, Part::Land)));
            }
            (Rules::Texts(rules), Part::Text(part)) => {
                rules.options(part, &mut |parts| option(all(parts, Part::Text)));
            }
            _ => {}
        }
    }

    /// The parts that each move in a part leaves, each sum once.
    fn options_of(&mut self, game: u32, part: Part) -> Result<Vec<Vec<Part>>, Stop> {
        let (mut options, mut stopped): (Vec<Vec<Part>>, _) = (Vec::new(), Ok(()));
        let (mut steps, mut bytes) = (self.steps, 0);
        self.each_option_of(game, part, &mut |left| {
            steps += 1;
            bytes += 32 + (left.len() * size_of::<Part>()) as u64;
            options.push(left);
            if steps.is_multiple_of(LOOKS) {
                stopped = self.look(steps, bytes);
            }
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        stopped?;
        self.steps = steps;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    fn has_moves(&self, game: u32, part: Part) -> bool {
        let mut any = false;
        self.each_option_of(game, part, &mut |_| {
            any = true;
            ControlFlow::Break(())
        });
        any
    }

    fn is_small(&self, game: u32, part: Part) -> bool {
        let cells = match (&self.games[game as usize], part) {
            (Rules::Board(rules), Part::Squares(part)) => rules.cells(part),
            (Rules::Crosses(rules), Part::Crossed(part)) => rules.cells(part),
            (Rules::Graph(rules), Part::Vertices(part)) => rules.cells(part),
            (Rules::Drawings(rules), Part::Land(part)) => rules.cells(part),
            (Rules::Texts(rules), Part::Text(part)) => rules.cells(part),
            _ => u32::MAX,
        };
        cells <= self.written.small
    }

    /// The form of a part if it is small, or has no moves.
    fn form(&mut self, game: u32, part: Part) -> Result<Option<Form>, Stop> {
        if let Some(&found) = self.found.get(&(game, part)) {
            return Ok(found);
        }
        let form = if self.is_small(game, part) {
            let mut options = Vec::new();
            for parts in self.options_of(game, part)? {
                let mut sum = NOTHING;
                for part in parts {
                    // What a move leaves is smaller still, and so has a form.
                    let form = self.form(game, part)?.unwrap_or(NOTHING);
                    sum = self.forms.plus(sum, form, self.context)?;
                }
                options.push(sum);
            }
            Some(self.forms.of_options(options, self.context)?)
        } else {
            (!self.has_moves(game, part)).then_some(NOTHING)
        };
        self.found.insert((game, part), form);
        Ok(form)
    }

    /// A sum as it is written.
    ///
    /// # Theorem
    /// What stands there is equal to the sum in misère play, and lasts no longer. For equal games may be put for each
    /// other in sums; no game equal to a simplest form is shorter than that; and *1 + *1 is equal to the game without
    /// moves.
    pub fn write(&mut self, sum: &mut Vec<Atom>) -> Result<(), Stop> {
        let mut forms = Vec::new();
        let atoms = std::mem::take(sum);
        for atom in atoms {
            let form = match atom {
                Atom::Form(form) => Some(form),
                Atom::Part(game, part) => self.form(game, part)?,
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
            let mut all = NOTHING;
            for &form in &forms {
                all = self.forms.plus(all, form, self.context)?;
            }
            forms = vec![all];
            forms.retain(|&form| form != NOTHING);
        } else {
            let is_one = |form: &Form| self.forms.heap(*form) == Some(1);
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
        Ok(())
    }

    /// What moves in a term leave, each as it is written by itself.
    fn options(&mut self, atom: Atom) -> Result<Rc<[Vec<Atom>]>, Stop> {
        if let Some(listed) = self.listed.get(&atom) {
            return Ok(listed.clone());
        }
        let mut options: Vec<Vec<Atom>> = match atom {
            Atom::Form(form) => {
                self.forms.options(form).iter().map(|&option| vec![Atom::Form(option)]).collect()
            }
            Atom::Part(game, part) => {
                let atoms = |parts: Vec<Part>| {
                    parts.into_iter().map(|part| Atom::Part(game, part)).collect()
                };
                self.options_of(game, part)?.into_iter().map(atoms).collect()
            }
        };
        for option in &mut options {
            self.steps += 1;
            if self.steps.is_multiple_of(LOOKS) {
                self.look_now()?;
            }
            self.write(option)?;
        }
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
        Ok(options)
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

    /// Tells every sum that a move leaves, until a break. Moves in equal terms, which stand side by side, are told
    /// once.
    fn each(&mut self, sum: &[Atom], option: &mut Tell<'_, 'a>) -> Result<ControlFlow<()>, Stop> {
        for (i, &atom) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == atom {
                continue;
            }
            for left in self.options(atom)?.iter() {
                self.steps += 1;
                if self.steps.is_multiple_of(LOOKS) {
                    self.look_now()?;
                }
                let others = sum[..i].iter().chain(&sum[i + 1..]);
                let mut all: Vec<Atom> = others.chain(left).copied().collect();
                self.write(&mut all)?;
                if option(self, &all)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn bytes(&self) -> u64 {
        self.found.len() as u64 * FOUND_BYTES + self.forms.bytes() + self.listed_bytes
    }

    /// Looks at the limits, beside so many bytes that are not counted yet.
    fn look(&self, steps: u64, more: u64) -> Result<(), Stop> {
        self.context.look(DOING, steps)?;
        let games: u64 = self.games.iter().map(Rules::bytes).sum();
        let others = self.held.load(Ordering::Relaxed).saturating_sub(self.own);
        let bytes = others + self.bytes() + games + more;
        self.context.check_memory(bytes, || DOING.into())
    }

    /// The same, and tells the other threads what this one holds.
    fn look_now(&mut self) -> Result<(), Stop> {
        let bytes = self.bytes();
        self.held.fetch_add(bytes, Ordering::Relaxed);
        self.held.fetch_sub(self.own, Ordering::Relaxed);
        self.own = bytes;
        self.look(self.steps, 0)
    }

    /// Whether some move leaves a sum that is P at sight, or one of `lost`.
    pub fn reaches(&mut self, sum: &[Atom], lost: &Sums) -> Result<bool, Stop> {
        let found = self.each(sum, &mut |moves, left| {
            let is_lost = moves.at_sight(left) == Some(false) || lost.contains(left);
            Ok(if is_lost { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        Ok(found?.is_break())
    }

    /// Whether a sum is P if all shorter sums of `lost` are.
    ///
    /// # Theorem
    /// Let this hold of each sum of `lost`. Then all of them are P, by induction on how long play lasts at most: who
    /// moves in one of them leaves a sum that is N, at sight or since its next move leaves one that is P, and there
    /// is a move. (Whoever cannot move wins.)
    pub fn is_lost(&mut self, sum: &[Atom], lost: &Sums) -> Result<bool, Stop> {
        let mut moves = 0u64;
        let failed = self.each(sum, &mut |all, left| {
            moves += 1;
            let wins = match all.at_sight(left) {
                Some(wins) => wins,
                None => all.reaches(left, lost)?,
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
                (Rules::Crosses(rules), Part::Crossed(part)) => rules.told(*part),
                (Rules::Graph(rules), Part::Vertices(part)) => rules.told(*part),
                (Rules::Drawings(rules), Part::Land(part)) => rules.told(*part),
                (Rules::Texts(rules), Part::Text(part)) => rules.told(*part),
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
