//! Laws that depend on a function of n only: f(n) = h(g(n)) and f(n) = a n + h(g(n)).

use super::feature::Feature;
use super::law::Kind;
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;
use hashbrown::HashMap;

/// Entries that a function g is tried on before all others.
const SAMPLE: usize = 2048;
/// Numbers beyond this one are not factored.
pub(super) const FACTORED: i64 = 1 << 24;

/// For each function g of the catalogue, at n, n + 1, n - 1, floor(n / 2) and two others: if equal g go
/// with equal f(n) - a n, h is looked for among linear functions, residues, single numbers and short
/// lists. Here a is 0 or the integers next to the slope of f.
///
/// # Complexity
/// O(2048) for each function, O(n) where a proposal is not refuted soon.
pub(super) fn features(search: &mut Search<'_>) -> Result<(), Stop> {
    let sample: Vec<(i64, i64)> = search.data().known().rev().take(SAMPLE).collect();
    let mut slopes = vec![0];
    if !search.scale.is_binary()
        && let (Some(&(n1, v1)), Some(&(n0, v0))) = (sample.first(), sample.last())
        && let Some(rise) = v1.checked_sub(v0)
        && n1 > n0
    {
        let near = rise.div_euclid(n1 - n0);
        if near.abs() < 1 << 20 {
            slopes.extend((near - 1..=near + 2).filter(|&a| a != 0));
        }
    }
    let mut arguments: Vec<Term> = [0, 1, -1, 2].into_iter().map(|c| Term::n().plus(c)).collect();
    arguments.push(Term::n().over(2));
    arguments.push(Term::n().plus(1).over(2));
    for slope in slopes {
        let rest: Vec<(i64, i64)> = sample
            .iter()
            .filter_map(|&(n, v)| Some((n, v.checked_sub(slope.checked_mul(n)?)?)))
            .collect();
        let rest_varies = rest.iter().any(|&(_, v)| v != rest[0].1);
        if !rest_varies {
            continue;
        }
        for argument in &arguments {
            search.context.look("looking for laws of digits", 0)?;
            for feature in Feature::ALL {
                // A set is looked for as such; great numbers are not factored.
                let set = feature.is_set() && slope == 0 && search.scale.is_binary();
                if set || (feature.factors() && search.data().end() > FACTORED) {
                    continue;
                }
                let g = Term::Feature(feature, argument.clone().into());
                depends(search, &g, &rest, slope);
            }
        }
    }
    Ok(())
}

/// Proposes f(n) = slope n + h(g(n)) if the sample says that there is such an h.
fn depends(search: &mut Search<'_>, g: &Term, sample: &[(i64, i64)], slope: i64) {
    let mut votes: HashMap<i64, (i64, u32), foldhash::fast::FixedState> = HashMap::default();
    let mut conflicts = 0;
    let allowed = 2 * search.scale.quota() + 2;
    for &(n, v) in sample {
        let Some(at) = g.value(&[n]) else { continue };
        let (value, count) = votes.entry(at).or_insert((v, 0));
        if *value == v {
            *count += 1;
        } else {
            conflicts += 1;
            if conflicts > allowed {
                return;
            }
            if *count == 0 {
                (*value, *count) = (v, 1);
            } else {
                *count -= 1;
            }
        }
    }
    let mut table: Vec<(i64, i64, u32)> =
        votes.into_iter().map(|(at, (v, c))| (at, v, c)).collect();
    table.sort_unstable();
    for h in outer(&table, g) {
        let term = match slope {
            0 => h,
            a => match h {
                Term::Difference(c, y) if matches!(*c, Term::Constant(_)) => {
                    let c = c.value(&[]).unwrap_or(0);
                    Term::Difference(Term::n().times(a).plus(c).into(), y)
                }
                h => Term::Sum(Term::n().times(a).into(), h.into()),
            },
        };
        search.propose(Kind::Feature, term);
    }
}

/// Formulas for a table of few entries, each with its number of witnesses.
fn outer(table: &[(i64, i64, u32)], g: &Term) -> Vec<Term> {
    let mut out = Vec::new();
    let mut by_weight = table.to_vec();
    by_weight.sort_by_key(|&(at, _, count)| (std::cmp::Reverse(count), at));
    // Linear, through two entries with many witnesses.
    for pair in by_weight.windows(2).take(3) {
        let ((x, v, _), (y, w, _)) = (pair[0], pair[1]);
        let (Some(run), Some(rise)) = (x.checked_sub(y), v.checked_sub(w)) else { continue };
        if run == 0 || rise == 0 || rise.checked_rem(run) != Some(0) {
            continue;
        }
        let slope = rise / run;
        if let Some(b) = slope.checked_mul(x).and_then(|p| v.checked_sub(p)) {
            out.push(g.clone().affine(slope, b));
        }
    }
    // The residue, and any function of it.
    for m in 2..=6i64 {
        let pattern: Option<Vec<i64>> = (0..m)
            .map(|r| by_weight.iter().find(|e| e.0.rem_euclid(m) == r).map(|e| e.1))
            .collect();
        let Some(pattern) = pattern else { continue };
        // The sum of the digits of x in base b is x modulo every divisor of b - 1, and a shorter pattern
        // tells the same as one that repeats it.
        let plain =
            matches!(g, Term::Feature(Feature::DigitSum(b), _) if (i64::from(*b) - 1) % m == 0);
        let repeats =
            |p| (m as usize).is_multiple_of(p) && pattern[p..] == pattern[..m as usize - p];
        if plain || (1..m as usize).any(repeats) {
            continue;
        }
        let step = pattern[1].wrapping_sub(pattern[0]);
        let residue = g.clone().modulo(m);
        if step != 0
            && (0..m).all(|r| {
                step.checked_mul(r).map(|s| s.wrapping_add(pattern[0])) == Some(pattern[r as usize])
            })
        {
            out.push(residue.affine(step, pattern[0]));
        } else if pattern.iter().any(|&v| v != pattern[0]) {
            let x = g.clone().into();
            out.push(Term::Periodic { first: 0, pattern: pattern.into(), saltus: 0, x });
        }
    }
    // One number.
    if table.iter().all(|e| e.1 == 0 || e.1 == 1) {
        for wanted in [0, 1] {
            let mut members = table.iter().filter(|e| e.1 == wanted);
            if let (Some(&(c, ..)), None) = (members.next(), members.next()) {
                let term = g.clone().equals(Term::Constant(c));
                out.push(if wanted == 1 { term } else { Term::Not(term.into()) });
            }
        }
    }
    // A list.
    if let (Some(&(low, ..)), Some(&(high, ..))) = (table.first(), table.last())
        && high - low < 64
        && table.iter().any(|e| e.1 != table[0].1)
    {
        let mut entries = vec![0; (high - low + 1) as usize];
        for &(at, v, _) in table {
            entries[(at - low) as usize] = v;
        }
        out.push(Term::List { first: low, entries: entries.into(), x: g.clone().into() });
    }
    out
}
