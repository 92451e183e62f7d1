//! Laws by the remainder of one number of a position by another: rules with one more coordinate.
//!
//! Let N and D be linear in the coordinates of a position x. Write q(x) for the multiple of D(x) with
//! q <= N(x) < q + D(x). A law by a remainder is a set L of pairs (x,q), and claims that x is a P-position
//! exactly if (x,q(x)) is in L; a law of values has triples (x,q,g).
//!
//! **Theorem.** Let D(x) >= 1 and N(x) >= 0 for all positions, and let each move lead from x to a y with
//! D(y) = D(x) and q - 2D <= N(y) < q + 2D. Let (x,q) have a move to (y, q + tD) for each t from -2 to 1 with
//! q + tD <= N(y) < q + (t + 1)D. If what is asked of laws is true of L and these moves at all (x,q) with
//!
//! > q = 0 or q = D or q >= 2D, and q <= N(x) < q + D,
//!
//! q a multiple of D or not, then L is the law.
//!
//! *Proof.* The pairs (x,q(x)) are among these. A move from x to y leads from (x,q(x)) to (y,q(y)), and to no
//! other pair with y: q(y) is a multiple of D(x) as well, and t is one of four numbers. So what is asked is true
//! of the positions with their multiples, and they are won as the positions are. ∎

use super::claims::Failure;
use super::logic::{Condition, Linear, Remainder, TooLarge, Var};
use super::rules::{Family, Move, Rules, Target};

/// How many divisors the multiple of an option may be from that of its position.
const TURNS: std::ops::RangeInclusive<i64> = -2..=1;

/// A move may leave a sum of so many positions.
const MAX_PARTS: usize = 3;

/// What has to be true besides: where all that is given holds, this holds.
pub(super) struct Asked {
    pub given: Vec<Condition>,
    pub holds: Condition,
    pub what: &'static str,
}

impl Remainder {
    /// The rules of positions with their multiples, and what has to be true besides.
    ///
    /// # Errors
    /// [`Failure`]: the rules are of another kind, or numbers too large.
    pub(super) fn extended(
        &self,
        rules: &Rules,
        number: usize,
    ) -> Result<(Rules, Vec<Asked>), Failure> {
        let malformed = |what: &str| Err(Failure::Malformed(what.into()));
        let family = &rules.families[number];
        let terms = self.dividend.terms.iter().chain(&self.divisor.terms);
        if terms.clone().any(|&(_, var)| var as usize >= family.width) {
            return malformed("a remainder of more numbers than a position has");
        }
        if !family.rewritings.is_empty() || rules.places.is_some() {
            return malformed("a remainder needs rules that do not rewrite positions");
        }
        let mut targets = family.moves.iter().flat_map(|own| &own.sum);
        if targets.any(|target| target.family != number) {
            return malformed("a remainder needs moves that stay in one family");
        }
        let multiple = family.width as Var;
        // The variables behind the coordinates make room for one.
        let shift = |var: Var| if var < multiple { var } else { var + 1 };
        let (q, n, d) = (Linear::var(multiple), &self.dividend, &self.divisor);
        let domain = family.domain.named(&shift);
        let positive = Condition::natural(d.plus(-1, &1.into())?);
        let mut asked = vec![Asked {
            given: vec![domain.clone()],
            holds: Condition::all([positive, Condition::natural(n.clone())]),
            what: "a positive divisor and a natural dividend",
        }];
        let some = Condition::any([
            Condition::zero(q.clone()),
            Condition::equal(&q, d)?,
            Condition::at_least(&q, &d.times(2)?, 0)?,
        ]);
        let domain = Condition::all([domain, within(n, &q, d)?]);
        let mut moves = Vec::new();
        for own in &family.moves {
            let guard: Vec<Condition> = own.guard.iter().map(|part| part.named(&shift)).collect();
            let sum: Vec<Vec<Linear>> = own
                .sum
                .iter()
                .map(|target| target.coords.iter().map(|coord| coord.named(&shift)).collect())
                .collect();
            if sum.len() > MAX_PARTS {
                return malformed("a remainder needs moves that leave few positions");
            }
            for coords in &sum {
                let (there, divisor) = (substituted(n, coords)?, substituted(d, coords)?);
                let low = Condition::at_least(&there, &q.plus(*TURNS.start(), d)?, 0)?;
                let end = q.plus(*TURNS.end() + 1, d)?;
                let high = Condition::at_least(&end, &there, 1)?;
                let mut given = vec![domain.clone(), some.clone()];
                given.extend(guard.iter().cloned());
                asked.push(Asked {
                    given,
                    holds: Condition::all([Condition::equal(&divisor, d)?, low, high]),
                    what: "moves that change no divisor and the dividend by little",
                });
            }
            let params: Vec<Var> = own.params.iter().map(|&var| shift(var)).collect();
            let all = Move { params, guard, sum: Vec::new(), wins: own.wins, span: own.span };
            moves.extend(self.turned(number, &all, &sum, &q)?);
        }
        let faults = family.faults.iter();
        let faults = faults.map(|(fault, span)| (fault.named(&shift), *span)).collect();
        let definitions = rules.definitions.iter();
        let definitions = definitions.map(|(&var, own)| (shift(var), own.named(&shift))).collect();
        let mut families = rules.families.clone();
        families[number] = Family {
            name: family.name.clone(),
            width: family.width + 1,
            domain,
            asked: some,
            rewritings: Vec::new(),
            moves,
            faults,
        };
        let next = rules.next + 1;
        Ok((Rules { families, definitions, next, places: None }, asked))
    }

    /// The move with each choice of the multiples of what it leaves.
    fn turned(
        &self,
        number: usize,
        own: &Move,
        sum: &[Vec<Linear>],
        q: &Linear,
    ) -> Result<Vec<Move>, Failure> {
        let mut all = vec![own.clone()];
        for coords in sum {
            let there = substituted(&self.dividend, coords)?;
            let mut more = Vec::new();
            for (before, turn) in all.iter().flat_map(|own| TURNS.map(move |turn| (own, turn))) {
                let mut own = before.clone();
                let multiple = q.plus(turn, &self.divisor)?;
                own.guard.extend(Condition::natural(multiple.clone()).parts());
                own.guard.extend(within(&there, &multiple, &self.divisor)?.parts());
                let coords = coords.iter().cloned().chain([multiple]).collect();
                own.sum.push(Target { family: number, coords });
                more.push(own);
            }
            all = more;
        }
        Ok(all)
    }
}

/// q <= n < q + d.
fn within(n: &Linear, q: &Linear, d: &Linear) -> Result<Condition, TooLarge> {
    let below = Condition::at_least(n, q, 0)?;
    Ok(Condition::all([below, Condition::at_least(&q.plus(1, d)?, n, 1)?]))
}

/// The term with these numbers for the coordinates.
fn substituted(own: &Linear, coords: &[Linear]) -> Result<Linear, TooLarge> {
    let start = Linear::from(own.constant);
    own.terms.iter().try_fold(start, |sum, &(factor, var)| sum.plus(factor, &coords[var as usize]))
}
