//! Periods of games with a sparse space: a window and a period of values prove them.

use crate::context::{Context, Stop};
use crate::heap::Code;
use crate::heap::code::Shape;
use crate::heap::space::Classes;
use crate::heap::store::Values;

/// The takes that split; `None` for codes of which the theorem does not speak.
fn split_takes(code: &Code) -> Option<Vec<(u64, Shape)>> {
    code.largest_take()?;
    code.most_heaps().filter(|&heaps| heaps <= 2)?;
    let digits = (0..).zip(code.leading());
    Some(digits.filter(|(_, d)| d.allows(2)).map(|(take, d)| (take, d.shape)).collect())
}

/// A period that the window theorem proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WindowProof {
    /// The least heap from which the period holds.
    pub start: u64,
    /// The period.
    pub length: u64,
    /// The last rare heap.
    pub last_rare: u64,
    /// The greatest witness heap needed.
    pub witness: u64,
}

/// The period if the values, to their end, prove it by the window theorem.
///
/// # The theorem
/// Let no move leave more than two heaps or take more than t, and let heaps be rare or common as in
/// [`Classes`]; this is a choice of mask, of which nothing is assumed. A
/// value is rare *at n* if it would make n rare. A move from n that splits has a value that is rare
/// at n if both heaps are rare or both common, and common at n otherwise: the number of ones is
/// additive modulo 2, and so is n + t.
///
/// Let p be a period to be proved (even if parity enters), r a heap, J a number, W = max(r, J) + t,
/// and a - W > max(r, J), such that
///
/// 1. every heap n with r < n < a + p is common,
/// 2. for every n with a <= n < a + p each value below G(n) that is rare at n is that of an option
///    with a heap of at most J, or with only one heap,
/// 3. G(n + p) = G(n) for a - W <= n < a.
///
/// Then G(n + p) = G(n) for all n >= a - W, and all heaps above r are common.
///
/// Proof. Say that n is good if n is common and 2 holds for it. By induction let n >= a be good, let
/// all heaps from r + 1 to n + p - 1 be common, and let the claim hold below n. A split of n or of
/// n + p whose value is common there has a rare heap j, j <= r, and another of size at least
/// n - t - r >= a - W, which p moves into one of the same value, and back (at n + p it is below
/// n + p; it is greater than j, so that no question of equal heaps arises). Options of one heap are
/// moved alike: they are at least n - t. So the same values that are common at n are attained from n
/// and from n + p. A value below G(n) that is rare at n is attained from n by a heap j <= J and
/// another of size at least n - t - J >= a - W, greater than j, or by one heap; moved by p, from
/// n + p. Hence all values below G(n) are attained from n + p. G(n) is common at n, so at n + p; it
/// is not attained from n, so not from n + p by an option common there, nor by one that is rare
/// there. So G(n + p) = G(n), and n + p is common and good. From a on p heaps are good; so all are.
/// The digits for the empty heap play no part: n > t. (Compare Guy and Smith 1956, where values up to
/// twice the start are needed.)
///
/// # Complexity
/// O(number of values) to find the rare heaps, and the search for witnesses for one period: each
/// heap walks through j = 1, 2, … until all rare values below its own are attained.
///
/// # Errors
/// [`Stop`] when cancelled or out of time.
pub fn window_proof(
    code: &Code,
    values: &Values,
    mask: u32,
    parity: bool,
    period: u64,
    context: &Context<'_>,
) -> Result<Option<WindowProof>, Stop> {
    let (Some(classes), Some(splits)) = (Classes::of(code, mask, parity), split_takes(code)) else {
        return Ok(None);
    };
    let (len, most) = (values.len() as u64, code.largest_take().unwrap_or(0));
    if period == 0 || period >= len || parity && !period.is_multiple_of(2) {
        return Ok(None);
    }
    // The last period is the one whose heaps are to be good.
    let a = len - period;
    let run = values.run(values.len(), period as usize, 0, usize::MAX) as u64;
    let Some(last_rare) = last_rare(&classes, values, a.saturating_sub(most) / 2, context)? else {
        return Ok(None);
    };
    if run < last_rare + most || a <= 2 * last_rare + most {
        return Ok(None);
    }
    // What the window and a > 2J + t leave for witnesses.
    let bound = (run - most).min((a - most - 1) / 2);
    let mut search = Search::new(code, classes, splits, values, bound);
    for n in a..len {
        context.tick("finding witnesses", n)?;
        if !search.good(n) {
            return Ok(None);
        }
    }
    let witness = search.greatest;
    debug_assert!(last_rare.max(witness) + most <= run);
    Ok(Some(WindowProof { start: a - run, length: period, last_rare, witness }))
}

/// The last rare heap (0 is one); `None` if it is not below the bound.
fn last_rare(
    classes: &Classes,
    values: &Values,
    bound: u64,
    context: &Context<'_>,
) -> Result<Option<u64>, Stop> {
    let mut end = values.len();
    while end > 0 {
        context.look("looking for rare heaps", end as u64)?;
        let from = end.saturating_sub(1 << 16);
        let piece = values.slice(from, end);
        if let Some(place) =
            (0..piece.len()).rev().find(|&i| classes.rare((from + i) as u64, piece[i]))
        {
            let last = (from + place) as u64;
            return Ok((last < bound).then_some(last));
        }
        end = from;
    }
    Ok((bound > 0).then_some(0))
}

/// The search for witnesses.
struct Search<'a> {
    singles: Vec<u64>,
    splits: Vec<(u64, Shape)>,
    values: &'a Values,
    bound: u64,
    greatest: u64,
    /// The values that are rare at even and at odd heaps, as bits.
    rare: [Vec<u64>; 2],
    missing: Vec<u64>,
}

/// Witnesses are searched for values below this.
const MAX_VALUE: u32 = 1 << 16;

impl<'a> Search<'a> {
    fn new(
        code: &Code,
        classes: Classes,
        splits: Vec<(u64, Shape)>,
        values: &'a Values,
        bound: u64,
    ) -> Self {
        let rare = [0, 1].map(|n| {
            let mut words = vec![0u64; (MAX_VALUE / 64) as usize];
            for value in (0..MAX_VALUE).filter(|&value| classes.rare(n, value)) {
                words[(value / 64) as usize] |= 1 << (value % 64);
            }
            words
        });
        let singles = (0..).zip(code.leading()).filter(|(_, digit)| digit.allows(1));
        let singles = singles.map(|(take, _)| take).collect();
        let splits = splits.into_iter().filter(|(_, shape)| *shape != Shape::AllEqual).collect();
        Self { singles, splits, values, bound, greatest: 0, rare, missing: Vec::new() }
    }

    /// Whether each rare value below that of n has a witness.
    fn good(&mut self, n: u64) -> bool {
        let value = self.values.get(n as usize);
        if value >= MAX_VALUE {
            return false;
        }
        let words = (value / 64) as usize;
        self.missing.clear();
        self.missing.extend_from_slice(&self.rare[(n % 2) as usize][..=words]);
        self.missing[words] &= (1 << (value % 64)) - 1;
        let mut left: u32 = self.missing.iter().map(|word| word.count_ones()).sum();
        let mut attain = |missing: &mut [u64], value: u32| {
            if let Some(word) = missing.get_mut((value / 64) as usize)
                && *word >> (value % 64) & 1 == 1
            {
                *word &= !(1 << (value % 64));
                left -= 1;
            }
            left == 0
        };
        if attain(&mut self.missing, u32::MAX) {
            return true;
        }
        for &take in &self.singles {
            if attain(&mut self.missing, self.values.get((n - take) as usize)) {
                return true;
            }
        }
        for j in 1..=self.bound {
            let small = self.values.get(j as usize);
            for &(take, _) in &self.splits {
                let sum = small ^ self.values.get((n - take - j) as usize);
                if attain(&mut self.missing, sum) {
                    self.greatest = self.greatest.max(j);
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::proof::{guy_smith_period, holds_from};
    use crate::heap::{engine, space};

    #[test]
    fn windows_prove_what_guy_and_smith_prove() {
        // All octal codes of up to three digits, and some with splits of the whole heap.
        let codes = (1..512).map(|digits| format!("0.{digits:03o}"));
        let more = ["4.0", "4.1", "4.3", "4!.2", "4!.12", "4?.3", "0.0107", "0.1337", "4.307"];
        let (mut proved, mut sooner) = (0, 0);
        let context = Context::default();
        for text in codes.chain(more.map(str::to_owned)) {
            let code: Code = text.parse().unwrap();
            let mut values = Values::default();
            engine::choose(&code)
                .extend(3000, &context, &mut |piece| values.extend(piece))
                .unwrap();
            let list = values.slice(0, values.len());
            let Some(known) = guy_smith_period(&code, &list) else { continue };
            let Some(found) = space::find(&code, &values) else { continue };
            // The fewest values, roughly, that the window theorem needs.
            let mut len = known.length as usize + 2;
            while len < list.len() {
                let mut part = Values::default();
                part.extend(&list[..len]);
                let Classes { mask, parity, .. } = found.classes;
                let proof =
                    window_proof(&code, &part, mask, parity, known.length, &context).unwrap();
                if let Some(proof) = proof {
                    assert_eq!(
                        (proof.start, proof.length),
                        (known.preperiod, known.length),
                        "{text}"
                    );
                    let needed = holds_from(&code, known.preperiod, known.length).unwrap();
                    proved += 1;
                    sooner += u32::from((len as u64) < needed);
                    break;
                }
                len += 1 + len / 16;
            }
        }
        assert!(proved > 60 && sooner > 10, "{proved} proved, {sooner} of them sooner");
    }

    #[test]
    fn no_period_is_proved_that_is_none() {
        // Periods claimed of ends of sequences that are not periodic there, or only seem so.
        let context = Context::default();
        for text in ["0.16", "0.77", "0.137", "0.376", "0.06", "0.104", "4.3", "4!.0"] {
            let code: Code = text.parse().unwrap();
            let mut values = Values::default();
            engine::choose(&code)
                .extend(1200, &context, &mut |piece| values.extend(piece))
                .unwrap();
            let list = values.slice(0, values.len());
            for mask in 0..64 {
                for parity in [false, true] {
                    for len in (20..400).step_by(47) {
                        let mut part = Values::default();
                        part.extend(&list[..len]);
                        for period in 1..40u64 {
                            let proof = window_proof(&code, &part, mask, parity, period, &context);
                            if let Some(proof) = proof.unwrap() {
                                let p = period as usize;
                                let holds = (proof.start as usize..list.len() - p)
                                    .all(|n| list[n + p] == list[n]);
                                assert!(holds, "{text}, mask {mask}, {len}: {proof:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn example_of_window_proof() {
        use crate::heap::{Code, engine, proof::window_proof, store::Values};
        let code: Code = "0.137".parse().unwrap();
        let mut values = Values::default();
        let context = Default::default();
        engine::choose(&code).extend(160, &context, &mut |piece| values.extend(piece)).unwrap();
        // Guy and Smith's theorem asks for 175 values.
        let proof = window_proof(&code, &values, 6, false, 34, &context).unwrap();
        assert!(proof.is_none_or(|proof| proof.start == 52));
    }
}
