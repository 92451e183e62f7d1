//! Certificates of laws written: the law, and strategies that show it.
//!
//! The form of the text, and what is checked of it, is described in [`verify`]. A strategy
//! is found by projection, as the law was proved: of all kinds of moves the first one that will do, with
//! the least parameters. What is written has been accepted by the checker.

mod error;
mod load;
mod maker;
mod remainder;

pub use error::WriteError;
pub use load::{law, law_by_remainder, numeration};

use std::collections::BTreeMap;
use std::sync::Arc;

use grundy::outcome::Play;
use grundy_rules::typed::Program;

use crate::automaton::{Automaton, Budget, Peak};
use crate::formula::{Formula, Linear, RelationId, Var};
use crate::rules::{Of, ProvedLaw, Rank, RemainderLaw};
use crate::verify::{
    self, Automaton as Table, Certificate, Claim, Kind, Move, Ranks, Remainder, Rules, Var as Name,
};
use maker::{Maker, and, open};

/// Zeros in front that are tried.
const PADDINGS: [usize; 7] = [0, 1, 2, 3, 4, 6, 8];

/// The certificate of a proved law, accepted by the checker.
///
/// # Errors
/// [`WriteError`]: where rules have a part that the checker refuses, or a limit was reached.
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::certificate::certificate;
/// use grundy_laws::rules::{Found, Of, Search, find};
/// use grundy_laws::verify::{verify, write};
/// use grundy_rules::{source::Source, typed::Program};
/// let text = "T(n) -> T(n-k) for k in 1..=min(n,2)";
/// let program = std::sync::Arc::new(Program::read(Source::new("take", text)).unwrap());
/// let found = find(&program, 0, Of::Value, &Search::default(), &Default::default()).unwrap();
/// let Found::Proved(law) = found else { panic!("n mod 3") };
/// let made = certificate(&program, &law, &Budget::default()).unwrap();
/// let checked = verify(write(&made).as_bytes(), &Default::default()).unwrap();
/// assert_eq!(checked.families[0].0, 0);
/// ```
pub fn certificate(
    program: &Arc<Program>,
    law: &ProvedLaw,
    budget: &Budget<'_>,
) -> Result<Certificate, WriteError> {
    written(program, &verify::read_rules(program)?, law, None, budget)
}

/// The certificate of a proved law by a remainder, accepted by the checker.
///
/// # Errors
/// As [`certificate`].
pub fn by_remainder(
    program: &Arc<Program>,
    law: &RemainderLaw,
    budget: &Budget<'_>,
) -> Result<Certificate, WriteError> {
    let remainder::Parts { remainder, rules, law: own, rank } =
        remainder::parts(program, law, budget)?;
    let (number, name) = law.family.clone();
    let whole = ProvedLaw {
        of: law.of,
        system: law.system.clone(),
        families: vec![(number, name, own)],
        rewriting: rank.clone(),
        rank,
        bound: 0,
        refutations: 0,
        peak: Peak::default(),
    };
    written(program, &rules, &whole, Some(remainder), budget)
}

/// The certificate of a law of these rules, which are those of the program, or made of them for a law by a
/// remainder.
fn written(
    program: &Arc<Program>,
    rules: &Rules,
    law: &ProvedLaw,
    remainder: Option<Remainder>,
    budget: &Budget<'_>,
) -> Result<Certificate, WriteError> {
    let maker = Maker::new(&law.system, rules, budget);
    let mut writer = Writer { maker, rules, tables: BTreeMap::new() };
    let family = law.families.first().ok_or(WriteError::Families)?;
    for (number, name, automaton) in &law.families {
        writer.maker.give_law(*number, automaton.clone())?;
        writer.table(Kind::Law, name, 0, automaton);
    }
    for (number, name, automaton) in &law.families {
        match law.of {
            Of::Outcome(play) => writer.outcomes(*number, name, automaton, play)?,
            Of::Blocked(_) => return Err(WriteError::Blocked),
            Of::Value => writer.values(*number, name)?,
        }
    }
    let mut system = None;
    if !law.system.valid().is_universal() {
        system = Some(law.system.name().to_owned());
        writer.table(Kind::Valid, "", 0, law.system.valid());
        writer.table(Kind::Next, "", 0, law.system.successor());
        writer.table(Kind::Adder, "", 0, law.system.adder());
    }
    let ranks = |rank: &Rank| {
        let mut all = Ranks::new();
        let mut part = Some(rank);
        while let Some(rank) = part {
            for (number, name, _) in &law.families {
                let own = (rank.offsets[*number], rank.weights[*number].clone());
                all.entry(name.clone()).or_default().push(own);
            }
            part = rank.then.as_deref();
        }
        all
    };
    let rewrites = rules.families.iter().any(|family| !family.rewritings.is_empty());
    let mut certificate = Certificate {
        claim: match law.of {
            Of::Outcome(Play::Normal) => Claim::Normal,
            Of::Outcome(Play::Misere) => Claim::Misere,
            Of::Blocked(_) => return Err(WriteError::Blocked),
            Of::Value => Claim::Values,
        },
        family: family.1.clone(),
        base: law.system.base(),
        system,
        padding: 0,
        rules: program.texts().iter().map(|text| text.trim_end().to_owned() + "\n").collect(),
        remainder,
        rank: ranks(&law.rank),
        ends: if rewrites { ranks(&law.rewriting) } else { Ranks::new() },
        tables: writer.tables,
    };
    let mut last = Ok(());
    for padding in PADDINGS {
        certificate.padding = padding;
        match verify::prove(&certificate, &budget.context) {
            Ok(_) => return Ok(certificate),
            Err(error) => last = Err(error.into()),
        }
    }
    last.map(|()| certificate)
}

struct Writer<'a> {
    maker: Maker<'a>,
    rules: &'a Rules,
    tables: BTreeMap<verify::Key, Table>,
}

impl Writer<'_> {
    fn table(&mut self, kind: Kind, family: &str, number: usize, automaton: &Automaton) {
        self.tables.insert((kind, family.to_owned(), number), sparse(automaton));
    }

    fn guard(own: &Move) -> Formula {
        and(own.guard.iter().map(open).collect())
    }

    fn outcomes(
        &mut self,
        number: usize,
        name: &str,
        law: &Automaton,
        play: Play,
    ) -> Result<(), WriteError> {
        let family = &self.rules.families[number];
        let coords: Vec<Name> = (0..family.width as Name).collect();
        let normal = self.maker.automaton(open(&family.normal()), &coords)?;
        let own = self.maker.define(law.clone())?;
        let normal = self.maker.define(normal)?;
        let is_normal = || Maker::relation(normal, &coords);
        let mut lost = vec![Maker::relation(own, &coords)];
        if play == Play::Misere {
            let mut any = Vec::new();
            for own in &family.moves {
                let full = [&coords[..], &own.params].concat();
                let made = self.maker.automaton(Self::guard(own), &full)?;
                let made = self.maker.define(made)?;
                let params = own.params.iter().map(|&var| Var(var));
                any.push(Formula::exists(params, Maker::relation(made, &full)));
            }
            let stuck = and(vec![is_normal(), Formula::Or(any).negated()]);
            let stuck = self.maker.automaton(stuck, &coords)?;
            self.table(Kind::Stuck, name, 0, &stuck);
            let stuck = self.maker.define(stuck)?;
            lost.push(Maker::relation(stuck, &coords));
            let held = and(vec![is_normal(), Maker::relation(own, &coords)]);
            let held = self.maker.automaton(held, &coords)?;
            self.table(Kind::Held, name, 0, &held);
            let moves = family.moves.iter().enumerate();
            let moves = moves.map(|(number, own)| (number, own, Self::guard(own)));
            for (number, table) in self.maker.strategies(&held, &coords, moves)? {
                self.table(Kind::Go, name, number, &table);
            }
        }
        let won = and(vec![is_normal(), Formula::Or(lost).negated()]);
        let won = self.maker.automaton(won, &coords)?;
        self.table(Kind::Open, name, 0, &won);
        let mut moves = Vec::new();
        for (number, own) in family.moves.iter().enumerate() {
            let right = match (&own.sum[..], play) {
                ([], Play::Misere) => continue,
                ([], Play::Normal) => Self::guard(own),
                ([target], _) => and(vec![Self::guard(own), self.maker.law(target, None)?]),
                _ => return Err(WriteError::Families),
            };
            moves.push((number, own, right));
        }
        for (number, table) in self.maker.strategies(&won, &coords, moves.into_iter())? {
            self.table(Kind::Win, name, number, &table);
        }
        Ok(())
    }

    fn values(&mut self, number: usize, name: &str) -> Result<(), WriteError> {
        let family = &self.rules.families[number];
        let coords: Vec<Name> = (0..family.width as Name).collect();
        let (value, smaller) = (self.rules.next, self.rules.next + 1);
        let coord_terms: Vec<verify::Linear> =
            coords.iter().map(|&var| verify::Linear::var(var)).collect();
        let itself = verify::Target { family: number, coords: coord_terms };
        let law = self.maker.law(&itself, Some(value))?;
        // Positions with a value, also such as are rewritten.
        let valued = Formula::exists([Var(value)], law.clone());
        let valued = self.maker.automaton(valued, &coords)?;
        self.table(Kind::Valued, name, 0, &valued);
        let normal = open(&family.normal());
        let with = [&coords[..], &[smaller]].concat();
        let less = Linear::new([(1, Var(value)), (-1, Var(smaller))], -1).expect("small");
        let below = and(vec![law, Formula::AtLeast(less)]);
        let below = and(vec![normal.clone(), Formula::exists([Var(value)], below)]);
        let below = self.maker.automaton(below, &with)?;
        self.table(Kind::Below, name, 0, &below);
        let mut moves = Vec::new();
        for (number, own) in family.moves.iter().enumerate().filter(|(_, own)| !own.wins) {
            let mut all = vec![Self::guard(own)];
            let mut parts = Vec::new();
            let mut next = self.rules.next + 16;
            let mut total = None;
            for (at, target) in own.sum.iter().enumerate() {
                let part = if own.sum.len() == 1 { smaller } else { next };
                next += 1;
                all.push(self.maker.law(target, Some(part))?);
                total = Some(match total {
                    None => part,
                    Some(before) => {
                        let last = at + 1 == own.sum.len();
                        let now = if last { smaller } else { next };
                        next += 1;
                        all.push(Maker::relation(RelationId::Xor, &[before, part, now]));
                        parts.push(before);
                        parts.push(part);
                        now
                    }
                });
            }
            if total.is_none() {
                all.push(Formula::Equal(Var(smaller).into()));
            }
            parts.sort_unstable();
            parts.dedup();
            let right = Formula::exists(parts.into_iter().map(Var), and(all));
            moves.push((number, own, right));
        }
        for (number, table) in self.maker.strategies(&below, &with, moves.into_iter())? {
            self.table(Kind::Reach, name, number, &table);
        }
        let id = self.maker.define(valued)?;
        let open_positions = and(vec![normal, Maker::relation(id, &coords).negated()]);
        let open_positions = self.maker.automaton(open_positions, &coords)?;
        if open_positions.is_empty() {
            return Ok(());
        }
        self.table(Kind::Open, name, 0, &open_positions);
        let moves = family.moves.iter().enumerate().filter(|(_, own)| own.wins);
        let moves = moves.map(|(number, own)| (number, own, Self::guard(own)));
        for (number, table) in self.maker.strategies(&open_positions, &coords, moves)? {
            self.table(Kind::Win, name, number, &table);
        }
        Ok(())
    }
}

/// The automaton without the state from which nothing is accepted.
fn sparse(automaton: &Automaton) -> Table {
    let (base, tracks) = (automaton.base(), automaton.tracks());
    let dead = automaton.dead();
    if dead == Some(0) {
        // Nothing is accepted; zeros in front make no difference to that.
        return Table { base, tracks, next: vec![vec![(0, 0)]], accepting: vec![false] };
    }
    let after = |state: u32| state - u32::from(dead.is_some_and(|dead| dead < state));
    let live = (0..automaton.states() as u32).filter(|&state| Some(state) != dead);
    let row = |state: u32| {
        let row = automaton.row(state).iter().zip(0u32..);
        row.filter(|(to, _)| Some(**to) != dead).map(|(&to, letter)| (letter, after(to))).collect()
    };
    let accepting = live.clone().map(|state| automaton.accepting(state)).collect();
    Table { base, tracks, next: live.map(row).collect(), accepting }
}
