//! Certificates of laws of counts checked: outcomes in misère play of all sums of the first heaps of a code.
//!
//! Let c_j be how many heaps of kind j a sum has. Counts below the threshold T_j are distinguished individually, larger ones
//! only modulo p_j. The form L is the sum of the counts times their weights w_j; it is distinguished exactly if |L| < M,
//! M >= 1, else by its sign and modulo q. What is distinguished is the *type* of the sum; the file lists the types that
//! are P.
//!
//! *Theorem.* Let R be the most by which a move changes L. If each type with thresholds T_j + 1 and M + R that some sum
//! has is P iff sums of that type have moves, and none to P, then the list is right for all sums. Proof: sums of one type
//! with these thresholds have the same moves, and what these leave has one type with the lower thresholds; so the
//! condition holds for all sums if it does for one of each type, and an induction on the moves that are left does the rest.
//!
//! Which values has L on sums whose counts have given types? L of the least such counts, plus any sum of the w_j p_j of
//! large counts. If there are weights of both signs among these, the sums are all multiples of their greatest common
//! divisor g; else they are sums of numbers of one sign, and contain all multiples of g beyond the square of the
//! greatest absolute value.
//!
//! *The quotient is infinite* if there are weights of both signs and two types that differ in the sign of L alone, L and
//! all counts with a weight being large, the negative one a type of sums, and just one of them P. Proof: let j be a kind of
//! positive weight. In a finite quotient the powers of its element repeat; so there is a number k such that k p_j q heaps
//! of the kind can be added to any sum with enough of them without any change of outcome. A sum of the negative type can have
//! any number of them, with enough heaps of negative weight. Adding k p_j q heaps again and again leads to the positive
//! type, as neither the types of the counts nor L modulo q change.

use super::file::{Problem, fails};
use super::game::{Game, Takes};
use crate::context::Context;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::io::Read;

/// What a certificate of a law of counts begins with.
pub const FIRST_OF_COUNTS: &[u8] = b"grundy-counts 1\n";

/// Bytes of a certificate at most.
const MAX_BYTES: u64 = 1 << 28;

/// The largest heap at most, and the length of a code.
const MAX_HEAP: usize = 1 << 10;

/// Thresholds, periods and weights at most.
const MAX_NUMBER: u64 = 1 << 20;

/// Kinds at most.
const MAX_KINDS: usize = 64;

/// Sums of steps of one sign that are gone through at most.
const MAX_SUMS: u64 = 1 << 20;

/// What a certificate says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Certificate {
    code: String,
    /// The largest heap that a sum may have.
    heap: usize,
    counts: Vec<Kind>,
    form_threshold: u64,
    form_period: u64,
    /// Which types are P: bits as hexadecimal digits, the first type the highest bit of the first digit.
    p: String,
    infinite: Option<Infinite>,
}

/// Heaps with the same options.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    heap: usize,
    equal: Vec<usize>,
    threshold: u64,
    period: u64,
    weight: i64,
}

/// Two types that differ in the sign of the form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Infinite {
    counts: Vec<u64>,
    negative: i64,
    positive: i64,
}

/// A certificate of a law of counts that was found to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedCounts {
    /// The code.
    pub code: String,
    /// The largest heap that a sum may have.
    pub heap: usize,
    /// The number of types.
    pub types: u64,
    /// Whether the misère quotient of these heaps is proved to be infinite.
    pub infinite: bool,
}

/// A law as it is claimed.
struct Law {
    kinds: Vec<Kind>,
    form: (i64, i64),
    /// Hexadecimal digits.
    p: Vec<u8>,
    /// For each kind its options: how the counts change, and by how much the form.
    moves: Vec<Vec<Move>>,
}

struct Move {
    left: Vec<usize>,
    change: i64,
}

/// Reads and checks a certificate of a law of counts.
///
/// # Complexity
/// O(heap^2 * takes + types * options).
///
/// # Errors
/// As [`verify`](super::verify()).
pub fn verify_counts(
    file: &mut dyn Read,
    context: &Context<'_>,
) -> Result<VerifiedCounts, Problem> {
    let malformed = |why: &str| Problem::Malformed(why.into());
    let mut text = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut text).map_err(Problem::Io)?;
    context.check_memory(16 * text.len() as u64, || "reading a certificate".into())?;
    let Some(body) = text.strip_prefix(FIRST_OF_COUNTS).filter(|_| text.len() as u64 <= MAX_BYTES)
    else {
        return Err(malformed("this is not a certificate of a law of counts"));
    };
    let claim: Certificate =
        serde_json::from_slice(body).map_err(|error| malformed(&error.to_string()))?;
    let Certificate { code, heap, counts: kinds, form_threshold, form_period, p, infinite } = claim;
    let listed: usize = kinds.iter().map(|kind| kind.equal.len() + 1).sum();
    if heap > MAX_HEAP || listed > heap || code.len() > MAX_HEAP {
        return Err(malformed("the heaps or the code are too large, or heaps are listed twice"));
    }
    let takes = Game::read(&code).map_err(Problem::Malformed)?.takes().ok_or_else(|| {
        malformed("laws of counts are of codes with bounded takes that leave two heaps at most")
    })?;
    let small = |n: u64| n <= MAX_NUMBER;
    let fits = |kind: &Kind| {
        small(kind.threshold)
            && small(kind.period)
            && small(kind.weight.unsigned_abs())
            && kind.period > 0
    };
    let form_fits =
        small(form_threshold) && small(form_period) && form_threshold > 0 && form_period > 0;
    if !kinds.iter().all(fits) || !form_fits || kinds.len() > MAX_KINDS {
        return Err(malformed("a number is too large, or a threshold or period is 0"));
    }
    let sizes = kinds.iter().map(|kind| kind.threshold + kind.period);
    let types = sizes.chain([2 * (form_threshold + form_period) - 1]).try_fold(1, u64::checked_mul);
    let digits = types.map(|types| types.div_ceil(4));
    let Some(types) = types.filter(|_| digits == Some(p.len() as u64)) else {
        return Err(malformed("there are not as many outcomes as types"));
    };
    let p = p.into_bytes();
    if !p.iter().all(u8::is_ascii_hexdigit) {
        return Err(malformed("outcomes are hexadecimal digits"));
    }
    let moves = moves(&kinds, heap, &takes, context)?;
    let law = Law { kinds, form: (form_threshold as i64, form_period as i64), p, moves };
    law.check(context)?;
    if let Some(two) = &infinite {
        law.is_infinite(two)?;
    }
    Ok(VerifiedCounts { code, heap, types, infinite: infinite.is_some() })
}

/// The moves of each kind by the rules; each heap up to the last one has the options of its kind, or none and no kind.
fn moves(
    kinds: &[Kind],
    last: usize,
    takes: &Takes,
    context: &Context<'_>,
) -> Result<Vec<Vec<Move>>, Problem> {
    let malformed = |why: String| Err(Problem::Malformed(why));
    let mut listed: Vec<(usize, usize)> = Vec::new();
    for (number, kind) in kinds.iter().enumerate() {
        listed.extend(kind.equal.iter().chain([&kind.heap]).map(|&heap| (heap, number)));
    }
    listed.sort_unstable();
    if listed.windows(2).any(|two| two[0].0 == two[1].0) || listed.iter().any(|&(n, _)| n > last) {
        return malformed("a heap is listed twice, or is beyond the last one".into());
    }
    let number = |heap: usize| {
        let place = listed.binary_search_by_key(&heap, |&(heap, _)| heap).ok()?;
        Some(listed[place].1)
    };
    let mut options: Vec<Option<BTreeSet<Vec<usize>>>> = kinds.iter().map(|_| None).collect();
    for heap in 0..=last {
        context.look("checking the moves of heaps", heap as u64)?;
        let mut own = BTreeSet::new();
        takes.options(heap, &mut |a, b| {
            let mut left: Vec<usize> = [a, b].into_iter().filter_map(number).collect();
            left.sort_unstable();
            own.insert(left);
        });
        match number(heap) {
            None if own.is_empty() => {}
            None => return fails(format!("heap {heap} has moves, and is not counted")),
            Some(_) if own.is_empty() => {
                return fails(format!("heap {heap} has no moves, and is counted"));
            }
            Some(number) => match &options[number] {
                None => options[number] = Some(own),
                Some(known) if *known == own => {}
                Some(_) => {
                    return fails(format!(
                        "heap {heap} has other moves than those it is counted with"
                    ));
                }
            },
        }
    }
    let weight = |left: &[usize]| left.iter().map(|&i| kinds[i].weight).sum::<i64>();
    let of = |(kind, options): (&Kind, Option<BTreeSet<Vec<usize>>>)| {
        let to_move = |left: Vec<usize>| Move { change: weight(&left) - kind.weight, left };
        options.unwrap_or_default().into_iter().map(to_move).collect()
    };
    Ok(kinds.iter().zip(options).map(of).collect())
}

impl Law {
    /// Whether the type of these counts and this value of the form is P.
    fn is_p(&self, counts: &[u64], value: i64) -> bool {
        let (m, q) = (self.form.0 as u64, self.form.1 as u64);
        let size = clipped(value.unsigned_abs(), m, q);
        let mut place = if value < 0 { m + q - 1 + size } else { size };
        for (kind, &count) in self.kinds.iter().zip(counts).rev() {
            place = place * (kind.threshold + kind.period)
                + clipped(count, kind.threshold, kind.period);
        }
        let digit = char::from(self.p[place as usize / 4]).to_digit(16).unwrap_or(0);
        digit >> (3 - place % 4) & 1 == 1
    }

    /// The form on these counts.
    fn value(&self, counts: &[u64]) -> i64 {
        self.kinds.iter().zip(counts).map(|(kind, &count)| kind.weight * count as i64).sum()
    }

    /// The condition of the theorem.
    fn check(&self, context: &Context<'_>) -> Result<(), Problem> {
        let changes = self.moves.iter().flatten().map(|step| step.change.abs());
        let far = self.form.0 + changes.max().unwrap_or(0);
        let mut counts = vec![0u64; self.kinds.len()];
        let mut steps = 0u64;
        loop {
            let of_large = |(kind, &count): (&Kind, &u64)| match count > kind.threshold {
                true => kind.weight * kind.period as i64,
                false => 0,
            };
            let added: Vec<i64> = self.kinds.iter().zip(&counts).map(of_large).collect();
            for value in values(self.value(&counts), &added, far, self.form.1)? {
                self.check_type(&counts, value, &mut steps, context)?;
            }
            // The next counts.
            let Some(j) = (0..counts.len())
                .find(|&j| counts[j] < self.kinds[j].threshold + self.kinds[j].period)
            else {
                return Ok(());
            };
            counts[..j].fill(0);
            counts[j] += 1;
        }
    }

    /// A sum with these counts and this value of the form is P iff it has moves, and none to P.
    fn check_type(
        &self,
        counts: &[u64],
        value: i64,
        steps: &mut u64,
        context: &Context<'_>,
    ) -> Result<(), Problem> {
        let (mut moved, mut won) = (false, false);
        *steps += 1;
        context.tick("checking types of sums", *steps)?;
        for (j, moves) in self.moves.iter().enumerate().filter(|&(j, _)| counts[j] > 0) {
            for step in moves {
                *steps += 1;
                context.tick("checking types of sums", *steps)?;
                let mut after = counts.to_vec();
                after[j] -= 1;
                step.left.iter().for_each(|&i| after[i] += 1);
                moved = true;
                won = won || self.is_p(&after, value + step.change);
            }
        }
        if self.is_p(counts, value) == (moved && !won) {
            return Ok(());
        }
        let outcome = if moved && !won { "P" } else { "N" };
        fails(format!("sums with the counts {counts:?} and the form {value} are {outcome}"))
    }

    /// The two types show that the quotient is infinite.
    fn is_infinite(&self, two: &Infinite) -> Result<(), Problem> {
        let Infinite { counts, negative, positive } = two;
        let (m, q) = self.form;
        let weights = || self.kinds.iter().map(|kind| kind.weight);
        let bounded = counts.iter().all(|&count| count <= 2 * MAX_NUMBER);
        let near = |value: i64| value.unsigned_abs() <= MAX_SUMS * MAX_NUMBER;
        if counts.len() != self.kinds.len() || !bounded || !near(*negative) || !near(*positive) {
            return Err(Problem::Malformed("the counts of the two types do not fit".into()));
        }
        let large = |(kind, &count): (&Kind, &u64)| kind.weight == 0 || count >= kind.threshold;
        let g = self.kinds.iter().fold(0, |g, kind| divisor(g, kind.weight * kind.period as i64));
        let shown = weights().any(|weight| weight > 0)
            && weights().any(|weight| weight < 0)
            && self.kinds.iter().zip(counts).all(large)
            && *negative <= -m
            && *positive >= m
            && (negative - self.value(counts)) % g == 0
            && (positive - negative) % q == 0
            && self.is_p(counts, *negative) != self.is_p(counts, *positive);
        match shown {
            true => Ok(()),
            false => fails("the two types do not show that the quotient is infinite"),
        }
    }
}

/// The least number of the same type.
fn clipped(number: u64, threshold: u64, period: u64) -> u64 {
    match number < threshold {
        true => number,
        false => threshold + (number - threshold) % period,
    }
}

fn divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { divisor(b, a % b) }
}

/// At least one value for each type, with threshold `far` and period q, of the base and sums of the numbers `added`.
fn values(base: i64, added: &[i64], far: i64, q: i64) -> Result<Vec<i64>, Problem> {
    let g = added.iter().fold(0, |g, &n| divisor(g, n));
    if g == 0 {
        return Ok(vec![base]);
    }
    let large = || Problem::Malformed("thresholds and weights are too large to be checked".into());
    let checked = |limit: Option<i64>| limit.filter(|&n| n <= MAX_SUMS as i64).ok_or_else(large);
    let round = g.checked_mul(q).and_then(|round| round.checked_add(far));
    let (up, down) = (added.iter().any(|&n| n > 0), added.iter().any(|&n| n < 0));
    if up && down {
        let end = checked(round)?;
        let first = 1 - end + (base - (1 - end)).rem_euclid(g);
        return Ok((first..end).step_by(g as usize).collect());
    }
    let greatest = added.iter().map(|n| n.abs()).max().unwrap_or(0);
    let dense = greatest.checked_mul(greatest).and_then(|n| n.checked_add(base.abs() + g));
    let end = checked(dense.zip(round).and_then(|(dense, round)| dense.checked_add(round)))?;
    let mut reached = vec![false; end as usize + 1];
    reached[0] = true;
    for n in 1..reached.len() {
        let from = |step: &i64| *step != 0 && n as i64 >= step.abs();
        reached[n] =
            added.iter().any(|step| from(step) && reached[n - step.unsigned_abs() as usize]);
    }
    let sums = (0..=end).filter(|&n| reached[n as usize]);
    Ok(sums.map(|n| if up { base + n } else { base - n }).collect())
}
