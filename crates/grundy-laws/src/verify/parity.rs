//! That every tuple of a language has a witness: linear algebra over the field of two elements.
//!
//! Let O be a deterministic automaton over tuples x, and W₁, …, Wₘ deterministic automata over tuples
//! (x, p) with some further tracks p. For a word w over the tracks of x let ρ(w) be the vector with an
//! entry for each state of each automaton: the number of ways, modulo 2, of choosing digits for p such
//! that the automaton is in this state after (w, p). Then ρ(wa) = ρ(w)·M for a matrix M that depends on
//! the letter a only, and there is a linear function f (the sum of the entries of states that accept)
//! such that
//!
//! > f(ρ(w)) = [O accepts w] + the number of p of the length of w with (w, p) in some W, modulo 2.
//!
//! All ρ(w) span a space whose dimension is at most the number of states; it is the least space that has
//! ρ of the first word and is closed under the matrices. If f vanishes on a basis it vanishes for all w,
//! and then every w in O has an odd number of witnesses: at least one. Automata are not determinised:
//! bases are small where sets of states are many. (M. P. Schützenberger, On the definition of a family of
//! automata, 1961; W.-G. Tzeng 1992. That two elements are enough is because a witness that is chosen by
//! a rule is the only one.)
//!
//! A witness may have more digits than its tuple. So words start with some zeros on the tracks of x:
//! O must not leave its first state by zeros, and then it is asked about all tuples of numbers as before.

use grundy::context::{Context, Stop};

use super::automaton::Automaton;

/// A vector over the field of two elements.
type Bits = Vec<u64>;

fn flip(bits: &mut Bits, at: usize) {
    bits[at / 64] ^= 1 << (at % 64);
}

fn ones(bits: &Bits) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(at, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros() as usize;
            (rest != 0).then(|| {
                rest &= rest - 1;
                at * 64 + bit
            })
        })
    })
}

fn add(bits: &mut Bits, other: &Bits) {
    bits.iter_mut().zip(other).for_each(|(a, b)| *a ^= b);
}

/// Whether each tuple that `all` accepts is accepted by an odd number of ways by the witnesses, and no
/// other tuple is. `all` must stay in its first state while it reads zeros.
///
/// # Complexity
/// O(d² n/64) for each letter, for n states and a space of d dimensions.
///
/// # Errors
/// A limit was reached.
pub fn covered(
    all: &Automaton,
    witnesses: &[&Automaton],
    padding: usize,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    let mut first = vec![0];
    // For each state, letters of the tuple with the states they lead to.
    let mut next: Vec<Vec<(u32, usize)>> = Vec::new();
    let mut accepting = Vec::new();
    for automaton in std::iter::once(&all).chain(witnesses) {
        let from = next.len();
        let rest = all.base.pow((automaton.tracks - all.tracks) as u32);
        let reduced = |&(letter, to): &(u32, u32)| (letter / rest, from + to as usize);
        next.extend(automaton.next.iter().map(|row| row.iter().map(reduced).collect::<Vec<_>>()));
        accepting.extend(&automaton.accepting);
        first.push(next.len());
    }
    let words = next.len().div_ceil(64);
    let mut finals: Bits = vec![0; words];
    accepting
        .iter()
        .enumerate()
        .filter(|(_, accepts)| **accepts)
        .for_each(|(at, _)| flip(&mut finals, at));
    let step = |vector: &Bits, letter: u32| {
        let mut after = vec![0; words];
        for state in ones(vector) {
            // The letters of a row ascend.
            let row = &next[state];
            let begin = row.partition_point(|&(own, _)| own < letter);
            let here = row[begin..].iter().take_while(|&&(own, _)| own == letter);
            here.for_each(|&(_, to)| flip(&mut after, to));
        }
        after
    };
    let mut start: Bits = vec![0; words];
    first[1..first.len() - 1].iter().for_each(|&at| flip(&mut start, at));
    for _ in 0..padding {
        start = step(&start, 0);
    }
    flip(&mut start, 0);
    // A basis in echelon form: for each bit the vector that begins with it; and those vectors whose
    // letters are still to be gone through, with the letter after the last one. What letters make is
    // looked at one by one: an alphabet may be larger than any memory.
    let mut basis: Vec<Option<Bits>> = vec![None; next.len()];
    let mut waiting: Vec<(usize, u32)> = Vec::new();
    let (mut dimension, mut steps) = (0u64, 0u64);
    let mut made = Some(start);
    loop {
        if let Some(mut vector) = made.take() {
            let common: u32 = vector.iter().zip(&finals).map(|(a, b)| (a & b).count_ones()).sum();
            if common % 2 == 1 {
                return Ok(false);
            }
            let lead = loop {
                let Some(lead) = ones(&vector).next() else { break None };
                match &basis[lead] {
                    Some(known) => add(&mut vector, known),
                    None => break Some(lead),
                }
            };
            steps += 1;
            if steps % 64 == 0 || words > 1 << 10 {
                context.look("counting witnesses", dimension)?;
            }
            if let Some(lead) = lead {
                dimension += 1;
                let bytes = dimension * (8 * words as u64 + 32) + 24 * next.len() as u64;
                context.check_memory(bytes, || "counting witnesses".into())?;
                basis[lead] = Some(vector);
                waiting.push((lead, 0));
            }
        }
        let Some((lead, from)) = waiting.pop() else { break };
        let Some(vector) = &basis[lead] else { continue };
        // Letters by which no state is left lead to 0.
        let least = ones(vector).filter_map(|state| {
            let row = &next[state];
            row.get(row.partition_point(|&(own, _)| own < from)).map(|&(letter, _)| letter)
        });
        if let Some(letter) = least.min() {
            made = Some(step(vector, letter));
            waiting.push((lead, letter + 1));
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with counting by enumeration, for random automata.
    #[test]
    fn as_by_enumeration() {
        let context = Context::default();
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut yes, mut no) = (0, 0);
        for round in 0..3000 {
            let states = rng.u32(1..4);
            let mut automaton = |tracks: usize, loops: bool| {
                let letters = 1u32 << tracks;
                let mut next: Vec<Vec<(u32, u32)>> = Vec::new();
                for _ in 0..states {
                    let row = (0..letters).filter(|_| rng.u8(0..4) > 0);
                    next.push(
                        row.collect::<Vec<_>>().iter().map(|&l| (l, rng.u32(0..states))).collect(),
                    );
                }
                if loops {
                    next[0].retain(|&(letter, _)| letter > 0);
                    next[0].insert(0, (0, 0));
                }
                let accepting = (0..states).map(|_| rng.bool()).collect();
                Automaton { base: 2, tracks, next, accepting }
            };
            let mut all = automaton(1, true);
            let witness = automaton(2, false);
            if round % 2 == 0 {
                // What the witness covers an odd number of times, if one bit decides it.
                all = Automaton {
                    base: 2,
                    tracks: 1,
                    next: witness.next.iter().map(|_| vec![(0, 0), (1, 0)]).collect(),
                    accepting: vec![rng.bool(); witness.next.len()],
                };
            }
            let padding = round % 3;
            let said = covered(&all, &[&witness], padding, &context).unwrap();
            let right = (0..=8usize).all(|length| {
                (0..1u32 << length).all(|word| {
                    let digits: Vec<u8> =
                        (0..length).rev().map(|i| (word >> i & 1) as u8).collect();
                    let padded: Vec<u8> = std::iter::repeat_n(0, padding).chain(digits).collect();
                    // How many words of the second track lead to each state.
                    let mut paths = vec![0u64; witness.next.len()];
                    paths[0] = 1;
                    for &digit in &padded {
                        let mut after = vec![0; paths.len()];
                        for (state, &count) in (0..).zip(&paths) {
                            for other in 0..2 {
                                let letter = witness.letter([digit, other]);
                                if let Some(to) = witness.step(state, letter) {
                                    after[to as usize] += count;
                                }
                            }
                        }
                        paths = after;
                    }
                    let ends = paths.iter().zip(&witness.accepting).filter(|end| *end.1);
                    let count: u64 = ends.map(|end| end.0).sum();
                    (count % 2 == 1) == all.accepts(&[padded])
                })
            });
            assert_eq!(said, right, "{all:?} {witness:?} {padding}");
            if right { yes += 1 } else { no += 1 }
        }
        assert!(yes > 50 && no > 50, "{yes} {no}");
    }
}
