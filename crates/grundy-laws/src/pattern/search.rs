//! Proposals on their way to the scale.

use super::data::{Grid, Meaning, Positions, Sequence};
use super::evidence::{GridScale, SequenceScale};
use super::law::{Kind, Law, Subject};
use super::term::Term;
use super::{GRID, GridRecogniser, Recogniser, SEQUENCE};
use grundy::context::{Context, Stop};

/// The search for laws of a sequence.
pub(super) struct Search<'a> {
    pub scale: SequenceScale<'a>,
    pub context: Context<'a>,
    pub laws: Vec<Law>,
    subject: Subject,
}

/// Fewer entries than this tell nothing.
const MIN_ENTRIES: usize = 8;

impl<'a> Search<'a> {
    /// Weighs a formula and keeps it if it is a law. Whether it is one.
    pub fn propose(&mut self, kind: Kind, term: Term) -> bool {
        let bits = term.bits();
        let Some(weight) = self.scale.weigh(bits, |n| term.value(&[n])) else { return false };
        if kind == Kind::Set && !self.divides(&term, weight.from) {
            return false;
        }
        if self.laws.iter().any(|law| law.kind == kind && law.evidence >= weight.evidence) {
            return true;
        }
        self.laws.retain(|law| law.kind != kind);
        let checked_to = vec![self.scale.data().end() - 1];
        self.laws.push(Law::of_term(kind, self.subject, term, weight, checked_to, &["n"]));
        true
    }

    /// Whether a condition tells some known entries from here on to be in a set, and others not to be: a
    /// set whose members there are exceptions, or none, is no law of the entries.
    fn divides(&self, term: &Term, from: Option<i64>) -> bool {
        let known = self.data().known().filter(|&(n, _)| from.is_none_or(|from| n >= from));
        let mut told = known.filter(|&(n, v)| term.value(&[n]) == Some(v)).map(|(_, v)| v);
        told.next().is_some_and(|first| told.any(|v| v != first))
    }

    /// The same for a condition and its complement, where the data are 0 and 1.
    pub fn propose_condition(&mut self, kind: Kind, term: Term) -> bool {
        self.scale.is_binary()
            && (self.propose(kind, term.clone()) || self.propose(kind, Term::Not(term.into())))
    }

    /// Whether a law of one of these kinds holds from the first entry on without exceptions.
    pub fn has_exact(&self, kinds: &[Kind]) -> bool {
        let exact = |law: &Law| law.exceptions.is_empty() && law.from.is_none();
        self.laws.iter().any(|law| exact(law) && (kinds.is_empty() || kinds.contains(&law.kind)))
    }

    /// The data.
    pub fn data(&self) -> &'a Sequence {
        self.scale.data()
    }
}

/// The laws of a sequence.
pub(super) fn sequence(
    data: &Sequence,
    recognisers: &[Recogniser],
    context: &Context<'_>,
) -> Result<Vec<Law>, Stop> {
    let subject = if data.is_outcomes() { Subject::Outcome } else { Subject::Value };
    run(SequenceScale::new(data), subject, recognisers, context)
}

/// Formulas of a sequence that is part of a larger law: there need not be evidence in the part, the whole
/// is weighed later.
pub(super) fn parts(data: &Sequence, context: &Context<'_>) -> Result<Vec<Law>, Stop> {
    const PART_THRESHOLD_BITS: f64 = -24.0;
    let scale = SequenceScale::new(data).with_threshold(PART_THRESHOLD_BITS);
    let mut search = Search { scale, context: *context, laws: Vec::new(), subject: Subject::Value };
    for recogniser in SEQUENCE {
        recogniser(&mut search)?;
    }
    let mut laws = search.laws;
    laws.sort_by(|a, b| b.evidence.total_cmp(&a.evidence));
    Ok(laws)
}

fn run(
    scale: SequenceScale<'_>,
    subject: Subject,
    recognisers: &[Recogniser],
    context: &Context<'_>,
) -> Result<Vec<Law>, Stop> {
    if scale.known() < MIN_ENTRIES {
        return Ok(Vec::new());
    }
    let mut search = Search { scale, context: *context, laws: Vec::new(), subject };
    for (step, recogniser) in recognisers.iter().enumerate() {
        context.look("looking for laws", step as u64)?;
        recogniser(&mut search)?;
    }
    Ok(search.laws)
}

/// The search for laws of a table.
pub(super) struct GridSearch<'a> {
    pub scale: GridScale<'a>,
    pub context: Context<'a>,
    pub laws: Vec<Law>,
    subject: Subject,
}

impl<'a> GridSearch<'a> {
    /// Weighs a formula and keeps it if it is a law. Whether it is one.
    pub fn propose(&mut self, kind: Kind, term: Term) -> bool {
        let bits = term.bits();
        let Some(weight) = self.scale.weigh(bits, |x| term.value(x)) else { return false };
        if self.laws.iter().any(|law| law.kind == kind && law.evidence >= weight.evidence) {
            return true;
        }
        self.laws.retain(|law| law.kind != kind);
        let data = self.scale.data();
        let law = Law::of_term(kind, self.subject, term, weight, data.last(), &data.names());
        self.laws.push(law);
        true
    }

    /// The same for a condition and its complement, where the data are 0 and 1.
    pub fn propose_condition(&mut self, kind: Kind, term: Term) -> bool {
        self.scale.is_binary()
            && (self.propose(kind, term.clone()) || self.propose(kind, Term::Not(term.into())))
    }

    /// The data.
    pub fn data(&self) -> &'a Grid {
        self.scale.data()
    }
}

/// The laws of a table.
pub(super) fn grid(
    data: &Grid,
    recognisers: &[GridRecogniser],
    context: &Context<'_>,
) -> Result<Vec<Law>, Stop> {
    let subject = if data.is_outcomes() { Subject::Outcome } else { Subject::Value };
    let scale = GridScale::new(data);
    if scale.known() < 2 * MIN_ENTRIES {
        return Ok(Vec::new());
    }
    let mut search = GridSearch { scale, context: *context, laws: Vec::new(), subject };
    for (step, recogniser) in recognisers.iter().enumerate() {
        context.look("looking for laws", step as u64)?;
        recogniser(&mut search)?;
    }
    Ok(search.laws)
}

/// Tables of P-positions have at most so many entries; of a longer list a smaller table is made.
const MAX_ENTRIES: u64 = 4_000_000;

/// The laws of a list of P-positions: of single heaps as a set and as a sequence, of several heaps as a
/// table.
pub(super) fn positions(data: &Positions, context: &Context<'_>) -> Result<Vec<Law>, Stop> {
    if data.arity() == 1 {
        return single(data, context);
    }
    let arity = data.arity() as u32;
    let mut side = data.bound().saturating_add(1) as u64;
    while side.checked_pow(arity).is_none_or(|entries| entries > MAX_ENTRIES) {
        side -= (side / 16).max(1);
    }
    let sizes = vec![side as usize; data.arity()];
    // A list of which all positions are in order is one half of a table.
    let sorted = data.list().iter().all(|x| x.is_sorted());
    let mut inside = hashbrown::HashSet::new();
    inside.extend(data.list().iter().filter(|x| x.iter().all(|&c| (c as u64) < side)).cloned());
    let table = Grid::of(&sizes, |x| {
        if sorted && !x.is_sorted() {
            let mut y = x.to_vec();
            y.sort_unstable();
            return i64::from(inside.contains(&y));
        }
        i64::from(inside.contains(x))
    });
    grid(&table.meaning(Meaning::Outcomes), GRID, context)
}

/// Sets with greater members are looked at as sequences only.
const MAX_MEMBER: i64 = 4_000_000;

fn single(data: &Positions, context: &Context<'_>) -> Result<Vec<Law>, Stop> {
    let members = data.list().iter().map(|x| x[0]).collect();
    let members = Sequence::new(0, members);
    let mut scale = SequenceScale::new(&members);
    let mut laws = Vec::new();
    if data.bound() < MAX_MEMBER {
        let mut bits = vec![0; data.bound() as usize + 1];
        for x in data.list() {
            bits[x[0] as usize] = 1;
        }
        let set = Sequence::new(0, bits).meaning(Meaning::Outcomes);
        laws = sequence(&set, SEQUENCE, context)?;
        // Both tell the same data: the shorter code of them without a law is what laws are weighed with.
        scale = scale.with_baseline_at_most(SequenceScale::new(&set).baseline());
    }
    laws.extend(run(scale, Subject::Member, SEQUENCE, context)?);
    Ok(laws)
}
