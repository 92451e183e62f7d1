//! What has to hold of a law, question by question.

use std::collections::BTreeMap;

use grundy::context::{Context, Stop};

use super::automaton::Automaton;
use super::file::{Certificate, Claim, Kind, Ranks};
use super::logic::{Bits, Condition, Linear, TooLarge, Var};
use super::numbers::Numbers;
use super::parity::covered;
use super::question::{Definitions, Question, speaks_of_numbers};
use super::rules::{Family, Move, Rules, Target};

/// Why a law is not proved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It does not follow: what fails.
    #[error("{0}")]
    False(String),
    /// What the certificate lacks, or has too much.
    #[error("{0}")]
    Malformed(String),
    /// A limit was reached.
    #[error(transparent)]
    Stop(#[from] Stop),
}

fn no<T>(what: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::False(what.into()))
}

impl From<TooLarge> for Failure {
    fn from(error: TooLarge) -> Self {
        Self::Stop(Stop::Refused(error.to_string()))
    }
}

/// Everything that is asked about.
pub struct Claims<'a> {
    /// The certificate.
    pub certificate: &'a Certificate,
    /// Its rules.
    pub rules: &'a Rules,
    /// Its numbers.
    pub numbers: &'a Numbers,
    /// Limits.
    pub context: &'a Context<'a>,
}

/// The families that moves and rewritings of a family lead to, itself first.
pub fn reached(rules: &Rules, family: usize) -> Vec<usize> {
    let mut all = vec![family];
    let mut at = 0;
    while at < all.len() {
        let family = &rules.families[all[at]];
        let moves = family.moves.iter().flat_map(|own| &own.sum);
        for target in moves.chain(family.rewritings.iter().flatten().map(|run| &run.target)) {
            if !all.contains(&target.family) {
                all.push(target.family);
            }
        }
        at += 1;
    }
    all
}

fn variables(from: Var, count: usize) -> Vec<Linear> {
    (from..).take(count).map(Linear::var).collect()
}

impl<'a> Claims<'a> {
    /// Proves the law of all these families.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn prove(&self, families: &[usize]) -> Result<(), Failure> {
        for &number in families {
            let family = &self.rules.families[number];
            self.inside(family)?;
            self.faultless(family)?;
            self.rewritten(family)?;
            self.falls(family)?;
            match self.certificate.claim {
                Claim::Normal | Claim::Misere => self.outcomes(family)?,
                Claim::Values => self.values(family)?,
            }
        }
        Ok(())
    }

    /// Proves that under these conditions another one holds.
    ///
    /// # Errors
    /// [`Failure`].
    pub fn ask(
        &self,
        family: &Family,
        given: &[Condition],
        holds: &Condition,
        what: &str,
    ) -> Result<(), Failure> {
        let mut question = self.question();
        given.iter().for_each(|part| question.require(part));
        question.refuse(holds);
        self.none(question, family, what)
    }

    fn question(&self) -> Question<'a> {
        Question::new(self.numbers, &self.rules.definitions)
    }

    /// Nothing fulfils all of it.
    fn none(&self, question: Question<'_>, family: &Family, what: &str) -> Result<(), Failure> {
        let Some(words) = question.none(self.context)? else { return Ok(()) };
        // In a base the number itself is told.
        let base = Some(self.numbers.base).filter(|base| self.numbers.name == base.to_string());
        let word = |var: Var| {
            let digits = words.get(&var).map_or(&[][..], |word| &word[..]);
            let number = |base: u128| {
                digits
                    .iter()
                    .try_fold(0u128, |n, &digit| n.checked_mul(base)?.checked_add(digit.into()))
            };
            if let Some(number) = base.and_then(|base| number(base as u128)) {
                return number.to_string();
            }
            let zeros = digits.iter().take_while(|&&digit| digit == 0).count();
            let digits: Vec<String> = digits[zeros..].iter().map(u8::to_string).collect();
            let between = if self.numbers.base > 10 { "." } else { "" };
            if digits.is_empty() { "0".into() } else { digits.join(between) }
        };
        let mut coords: Vec<String> = (0..family.width as Var).map(word).collect();
        // Rules know nothing of the multiple.
        let multiple = self.certificate.remainder.as_ref().and_then(|_| coords.pop());
        let multiple = multiple.map_or(String::new(), |q| format!(" with q = {q}"));
        let written = match base {
            Some(_) => String::new(),
            None => format!(", in digits of {}", self.numbers.name),
        };
        let coords = coords.join(",");
        no(format!("{what} fails at {}({coords}){multiple}{written}", family.name))
    }

    /// A table of a family; its tracks are as many as they should be, and zeros in front do not matter.
    fn table(
        &self,
        kind: Kind,
        family: &Family,
        number: usize,
        tracks: usize,
    ) -> Result<&'a Automaton, Failure> {
        match self.optional(kind, family, number, tracks)? {
            Some(table) => Ok(table),
            None => Err(Failure::Malformed(format!("no table {} of {}", kind.name(), family.name))),
        }
    }

    fn optional(
        &self,
        kind: Kind,
        family: &Family,
        number: usize,
        tracks: usize,
    ) -> Result<Option<&'a Automaton>, Failure> {
        let Some(table) = self.certificate.tables.get(&(kind, family.name.clone(), number)) else {
            return Ok(None);
        };
        let whole = table.tracks == tracks
            && table.ignores_zeros()
            && speaks_of_numbers(table, self.numbers, self.context)?;
        let what = || {
            format!(
                "the table {} of {} must be over {tracks} numbers, with any zeros in front",
                kind.name(),
                family.name
            )
        };
        if whole { Ok(Some(table)) } else { Err(Failure::Malformed(what())) }
    }

    /// A table over the coordinates alone.
    fn over(&self, kind: Kind, family: &Family) -> Result<&'a Automaton, Failure> {
        self.table(kind, family, 0, family.width)
    }

    fn law(&self, family: &Family) -> Result<&'a Automaton, Failure> {
        let value = usize::from(self.certificate.claim == Claim::Values);
        self.table(Kind::Law, family, 0, family.width + value)
    }

    /// The law speaks of positions only.
    fn inside(&self, family: &Family) -> Result<(), Failure> {
        let law = self.law(family)?;
        let mut of = variables(0, family.width);
        of.extend((law.tracks > family.width).then(|| Linear::var(self.rules.next)));
        let mut question = self.question();
        question.require_table(law, &of);
        question.refuse(&family.domain);
        self.none(question, family, "the law speaks of positions only; this")
    }

    fn faultless(&self, family: &Family) -> Result<(), Failure> {
        for (fault, _) in &family.faults {
            let mut question = self.question();
            question.require(fault);
            self.none(question, family, "rules that can be played: this")?;
        }
        Ok(())
    }

    /// Coordinates and, if values are told, this one.
    fn with_value(&self, coords: &[Linear], value: Var) -> Vec<Linear> {
        let value = (self.certificate.claim == Claim::Values).then(|| Linear::var(value));
        coords.iter().cloned().chain(value).collect()
    }

    /// The law agrees on both forms of a position, and rewriting has an end.
    fn rewritten(&self, family: &Family) -> Result<(), Failure> {
        let value = self.rules.next;
        let law = self.law(family)?;
        let own = self.with_value(&variables(0, family.width), value);
        for (rule, runs) in family.rewritings.iter().enumerate() {
            for run in runs {
                let there = &self.rules.families[run.target.family];
                let other = self.law(there)?;
                let target = self.with_value(&run.target.coords, value);
                let applies = Condition::all([
                    family.domain.clone(),
                    family.rewritten(rule).negated(),
                    run.when.clone(),
                ]);
                for here in [true, false] {
                    let mut question = self.question();
                    question.require(&applies);
                    if here {
                        question.require_table(law, &own);
                        question.refuse_table(other, &target);
                    } else {
                        question.refuse_table(law, &own);
                        question.require_table(other, &target);
                    }
                    self.none(question, family, "the same law for both forms of a position")?;
                }
                let again = there.rewritten(there.rewritings.len());
                if again == Condition::Constant(false) {
                    continue;
                }
                let mut definitions = self.rules.definitions.clone();
                let mut next = value + 1;
                let mut names = BTreeMap::new();
                let again = self.renamed(&again, &mut names, &mut definitions, &mut next);
                let mut question = Question::new(self.numbers, &definitions);
                question.require(&applies);
                question.require(&again);
                for (at, coord) in run.target.coords.iter().enumerate() {
                    if let Some(&name) = names.get(&(at as Var)) {
                        question.require(&Condition::equal(coord, &Linear::var(name))?);
                    }
                }
                let below = self.below(&self.certificate.ends, &run.target, family, true)?;
                question.refuse(&below);
                self.none(question, family, "an end of rewriting")?;
            }
        }
        Ok(())
    }

    /// The condition with other names for all its variables.
    fn renamed(
        &self,
        condition: &Condition,
        names: &mut BTreeMap<Var, Var>,
        definitions: &mut Definitions,
        next: &mut Var,
    ) -> Condition {
        let mut name = |var: Var| {
            if let Some(&name) = names.get(&var) {
                return name;
            }
            let name = *next;
            *next += 1;
            names.insert(var, name);
            if let Some(definition) = self.rules.definitions.get(&var) {
                let renamed = self.renamed(definition, names, definitions, next);
                definitions.insert(name, renamed);
            }
            name
        };
        let mut linear = |term: &Linear| {
            let mut terms: Vec<(i64, Var)> =
                term.terms.iter().map(|&(f, var)| (f, name(var))).collect();
            terms.sort_by_key(|&(_, var)| var);
            Linear { terms, constant: term.constant }
        };
        match condition {
            Condition::Constant(value) => Condition::Constant(*value),
            Condition::Zero(term) => Condition::Zero(linear(term)),
            Condition::Natural(term) => Condition::Natural(linear(term)),
            Condition::Bits(bits, of) => Condition::Bits(*bits, of.map(name)),
            Condition::Place(var) => Condition::Place(name(*var)),
            Condition::Not(inner) => {
                Condition::Not(Box::new(self.renamed(inner, names, definitions, next)))
            }
            Condition::All(parts) => Condition::All(
                parts.iter().map(|part| self.renamed(part, names, definitions, next)).collect(),
            ),
            Condition::Any(parts) => Condition::Any(
                parts.iter().map(|part| self.renamed(part, names, definitions, next)).collect(),
            ),
        }
    }

    /// The rank of a target is below that of the position, or not above it.
    fn below(
        &self,
        ranks: &Ranks,
        target: &Target,
        family: &Family,
        strictly: bool,
    ) -> Result<Condition, Failure> {
        let of = |family: &Family| match ranks.get(&family.name) {
            None => Err(Failure::Malformed(format!("no rank of {}", family.name))),
            Some(parts) if parts.iter().any(|(_, weights)| weights.len() != family.width) => {
                let what = format!("a rank of {} needs {} weights", family.name, family.width);
                Err(Failure::Malformed(what))
            }
            Some(parts) => Ok(parts),
        };
        let there = &self.rules.families[target.family];
        let (new, old) = (of(there)?, of(family)?);
        if new.len() != old.len() {
            return Err(Failure::Malformed("ranks of families have different lengths".into()));
        }
        let own = variables(0, family.width);
        let value = |(offset, weights): &(u32, Vec<u32>), coords: &[Linear]| {
            let start = Linear::from(i64::from(*offset));
            weights.iter().zip(coords).try_fold(start, |sum, (&w, coord)| sum.plus(w.into(), coord))
        };
        // From the last part to the first.
        let mut below = Condition::Constant(!strictly);
        for (new, old) in new.iter().zip(old).rev() {
            let (new, old) = (value(new, &target.coords)?, value(old, &own)?);
            let less = Condition::at_least(&old, &new, 1)?;
            let same = Condition::equal(&new, &old)?;
            below = Condition::any([less, Condition::all([same, below])]);
        }
        Ok(below)
    }

    fn falls(&self, family: &Family) -> Result<(), Failure> {
        for own in &family.moves {
            for target in &own.sum {
                let below = self.below(&self.certificate.rank, target, family, true)?;
                let mut question = self.question();
                question.require(&family.normal());
                own.guard.iter().for_each(|part| question.require(part));
                question.refuse(&below);
                self.none(question, family, "a rank that falls with every move")?;
            }
        }
        for run in family.rewritings.iter().flatten() {
            let below = self.below(&self.certificate.rank, &run.target, family, false)?;
            let mut question = self.question();
            question.require(&family.domain);
            question.require(&run.when);
            question.refuse(&below);
            self.none(question, family, "a rank that no rewriting raises")?;
        }
        Ok(())
    }

    /// Every tuple of the table `all` has a witness among the tables of this kind.
    fn witnessed(
        &self,
        family: &Family,
        all: &Automaton,
        kind: Kind,
        which: impl Fn(&Move) -> bool,
        what: &str,
    ) -> Result<Vec<(&'a Automaton, usize)>, Failure> {
        let mut found = Vec::new();
        for (number, own) in family.moves.iter().enumerate().filter(|(_, own)| which(own)) {
            let tracks = all.tracks + own.params.len();
            if let Some(table) = self.optional(kind, family, number, tracks)? {
                found.push((table, number));
            }
        }
        let tables: Vec<&Automaton> = found.iter().map(|&(table, _)| table).collect();
        if covered(all, &tables, self.certificate.padding, self.context)? {
            return Ok(found);
        }
        no(format!("{what}: not every position of {} has exactly one", family.name))
    }

    /// Whatever the table accepts is a move: its coordinates, numbers `more`, and the parameters.
    fn are_moves(
        &self,
        family: &Family,
        table: &'a Automaton,
        of: &[Linear],
        own: &Move,
    ) -> Result<(), Failure> {
        for part in &own.guard {
            let mut question = self.question();
            question.require_table(table, of);
            question.refuse(part);
            self.none(question, family, "a strategy that makes moves")?;
        }
        Ok(())
    }

    fn outcomes(&self, family: &Family) -> Result<(), Failure> {
        let misere = self.certificate.claim == Claim::Misere;
        let law = self.law(family)?;
        let own_coords = variables(0, family.width);
        // No P-position has a move to one.
        for own in &family.moves {
            let winning = match (&own.sum[..], own.wins) {
                (_, true) if misere => {
                    return no("misère play of rules with moves that win at once has no meaning");
                }
                ([], false) if misere => continue,
                ([], _) => None,
                ([target], _) => Some(target),
                _ => return no("outcomes of the parts do not decide that of a sum"),
            };
            let mut question = self.question();
            question.require_table(law, &own_coords);
            question.require(&family.normal());
            Self::made(&mut question, own, &winning.into_iter().collect::<Vec<_>>());
            if let Some(target) = winning {
                let there = self.law(&self.rules.families[target.family])?;
                question.require_table(there, &target.coords);
            }
            self.none(question, family, "no move from a P-position to a P-position")?;
        }
        // Every other position has one.
        let open = self.over(Kind::Open, family)?;
        let stuck = if misere { Some(self.over(Kind::Stuck, family)?) } else { None };
        let mut question = self.question();
        question.require(&family.normal());
        question.refuse_table(law, &own_coords);
        question.refuse_table(open, &own_coords);
        stuck.into_iter().for_each(|stuck| question.refuse_table(stuck, &own_coords));
        self.none(question, family, "a strategy for all positions to be won")?;
        let which = |own: &Move| !(misere && own.sum.is_empty());
        for (table, number) in self.witnessed(family, open, Kind::Win, which, "a winning move")? {
            let own = &family.moves[number];
            let mut of = own_coords.clone();
            of.extend(own.params.iter().map(|&var| Linear::var(var)));
            self.are_moves(family, table, &of, own)?;
            if let Some(target) = own.sum.first() {
                let mut question = self.question();
                question.require_table(table, &of);
                let there = self.law(&self.rules.families[target.family])?;
                question.refuse_table(there, &target.coords);
                self.none(question, family, "a strategy that leaves P-positions")?;
            }
        }
        let Some(stuck) = stuck else { return Ok(()) };
        // Misère play: positions without a move are won, so P-positions have one.
        for own in &family.moves {
            let mut question = self.question();
            question.require_table(stuck, &own_coords);
            question.require(&family.normal());
            own.guard.iter().for_each(|part| question.require(part));
            self.none(question, family, "no move from positions that are said to have none")?;
        }
        let held = self.over(Kind::Held, family)?;
        let mut question = self.question();
        question.require(&family.normal());
        question.require_table(law, &own_coords);
        question.refuse_table(held, &own_coords);
        self.none(question, family, "a move from all P-positions")?;
        for (table, number) in self.witnessed(family, held, Kind::Go, |_| true, "some move")? {
            let own = &family.moves[number];
            let mut of = own_coords.clone();
            of.extend(own.params.iter().map(|&var| Linear::var(var)));
            self.are_moves(family, table, &of, own)?;
        }
        Ok(())
    }

    /// The move is made, and the values of what it leaves have this nim-sum.
    fn leaves(
        &self,
        question: &mut Question<'a>,
        own: &Move,
        value: Var,
        mut next: Var,
    ) -> Result<(), Failure> {
        let mut before: Option<Var> = None;
        for (at, target) in own.sum.iter().enumerate() {
            let law = self.law(&self.rules.families[target.family])?;
            let mut name = |wanted: bool| {
                next += 1;
                if wanted { value } else { next - 1 }
            };
            let last = at + 1 == own.sum.len();
            let part = name(last && at == 0);
            question.require_table(law, &self.with_value(&target.coords, part));
            before = Some(match before {
                None => part,
                Some(before) => {
                    let now = name(last);
                    question.require(&Condition::Bits(Bits::Xor, [before, part, now]));
                    now
                }
            });
        }
        if before.is_none() {
            question.require(&Condition::zero(Linear::var(value)));
        }
        Ok(())
    }

    /// The conditions of a move, but those that numbers are natural which have tracks anyway.
    fn made(question: &mut Question<'a>, own: &Move, tracks: &[&Target]) {
        let known = |part: &&Condition| {
            let has = |term: &Linear| tracks.iter().any(|target| target.coords.contains(term));
            matches!(part, Condition::Natural(term) if has(term))
        };
        own.guard.iter().filter(|part| !known(part)).for_each(|part| question.require(part));
    }

    fn values(&self, family: &Family) -> Result<(), Failure> {
        let law = self.law(family)?;
        let own_coords = variables(0, family.width);
        let (value, smaller, next) = (self.rules.next, self.rules.next + 1, self.rules.next + 2);
        let itself = self.with_value(&own_coords, value);
        // No option has the same value, and no position with a value has a move that wins at once.
        for own in &family.moves {
            let mut question = self.question();
            question.require_table(law, &itself);
            question.require(&family.normal());
            Self::made(&mut question, own, &own.sum.iter().collect::<Vec<_>>());
            if !own.wins {
                self.leaves(&mut question, own, value, next)?;
            }
            self.none(question, family, "no option of the same value")?;
        }
        // Every smaller value is that of an option.
        let below = self.table(Kind::Below, family, 0, family.width + 1)?;
        let mut question = self.question();
        question.require_table(law, &itself);
        question.require(&family.normal());
        question.require(&Condition::at_least(&Linear::var(value), &Linear::var(smaller), 1)?);
        question.refuse_table(below, &self.with_value(&own_coords, smaller));
        self.none(question, family, "an option of each smaller value")?;
        let plays = |own: &Move| !own.wins;
        for (table, number) in self.witnessed(family, below, Kind::Reach, plays, "an option")? {
            let own = &family.moves[number];
            let mut of = self.with_value(&own_coords, smaller);
            of.extend(own.params.iter().map(|&var| Linear::var(var)));
            self.are_moves(family, table, &of, own)?;
            for target in &own.sum {
                let there = &self.rules.families[target.family];
                let mut question = self.question();
                question.require_table(table, &of);
                question.refuse_table(self.over(Kind::Valued, there)?, &target.coords);
                self.none(question, family, "options that have values")?;
            }
            let mut question = self.question();
            question.require_table(table, &of);
            self.leaves(&mut question, own, next, next + 1)?;
            question.refuse(&Condition::equal(&Linear::var(next), &Linear::var(smaller))?);
            self.none(question, family, "options of the right values")?;
        }
        // Every position has a value or a move that wins at once.
        let valued = self.over(Kind::Valued, family)?;
        if !covered(valued, &[law], self.certificate.padding, self.context)? {
            return no(format!("a value: not every position of {} has exactly one", family.name));
        }
        let open = self.optional(Kind::Open, family, 0, family.width)?;
        let mut question = self.question();
        question.require(&family.normal());
        question.refuse_table(valued, &own_coords);
        open.into_iter().for_each(|open| question.refuse_table(open, &own_coords));
        self.none(question, family, "a value for every position")?;
        let Some(open) = open else { return Ok(()) };
        for (table, number) in self.witnessed(family, open, Kind::Win, |own| own.wins, "a win")? {
            let own = &family.moves[number];
            let mut of = own_coords.clone();
            of.extend(own.params.iter().map(|&var| Linear::var(var)));
            self.are_moves(family, table, &of, own)?;
        }
        Ok(())
    }
}
