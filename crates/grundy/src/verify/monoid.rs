//! What every certificate of a misère quotient claims: a monoid with a P-portion, checked against sums.

use super::file::{Problem, fails};
use super::game::Game;
use crate::context::Context;
use std::collections::{BTreeSet, VecDeque};

/// A commutative monoid with a P-portion, as it is claimed; element 0 is the identity.
pub(super) struct Monoid {
    table: Vec<Vec<usize>>,
    p: Vec<bool>,
}

/// Parts of sums by what the theorem sees of them: each element with the elements of the options, where there
/// are any.
pub(super) type Kinds = BTreeSet<(usize, BTreeSet<usize>)>;

impl Monoid {
    /// A table with the elements of the P-portion; `None` if they do not fit each other.
    pub fn new(table: Vec<Vec<usize>>, p_portion: &[usize]) -> Option<Self> {
        let order = table.len();
        let in_range = |list: &[usize]| list.iter().all(|&x| x < order);
        let square = table.iter().all(|row| row.len() == order && in_range(row));
        if !square || order == 0 || !in_range(p_portion) {
            return None;
        }
        let mut p = vec![false; order];
        p_portion.iter().for_each(|&x| p[x] = true);
        Some(Self { table, p })
    }

    pub fn order(&self) -> usize {
        self.table.len()
    }

    /// The product of elements that are there.
    pub fn product(&self, elements: impl IntoIterator<Item = usize>) -> usize {
        elements.into_iter().fold(0, |x, y| self.table[x][y])
    }

    /// Checks that this is a commutative monoid, that each element is the product of the parts that are named
    /// for it, given by their elements, and that no two elements are alike.
    pub fn check(&self, named: &[Vec<usize>], context: &Context<'_>) -> Result<(), Problem> {
        let (table, order) = (&self.table, self.order());
        for (x, parts) in named.iter().enumerate() {
            if table[0][x] != x {
                return fails(format!("element 0 times {x} is not {x}"));
            }
            if let Some(y) = (0..x).find(|&y| table[x][y] != table[y][x]) {
                return fails(format!("the elements {x} and {y} do not commute"));
            }
            let product = self.product(parts.iter().copied());
            if product != x {
                return fails(format!("what is named for element {x} has the product {product}"));
            }
        }
        // (x g) y = x (g y) for generators g is enough (Light's test).
        let generators: BTreeSet<usize> = named.iter().flatten().copied().collect();
        for g in generators {
            for x in 0..order {
                context.look("checking a multiplication table", x as u64)?;
                if let Some(y) =
                    (0..order).find(|&y| table[table[x][g]][y] != table[x][table[g][y]])
                {
                    return fails(format!("the elements {x}, {g}, {y} do not associate"));
                }
            }
        }
        let mut seen = BTreeSet::new();
        for (x, row) in table.iter().enumerate() {
            let outcomes: Vec<bool> = row.iter().map(|&xz| self.p[xz]).collect();
            if !seen.insert(outcomes) {
                return fails(format!("element {x} has the outcomes of another one in all sums"));
            }
        }
        Ok(())
    }

    /// Checks that no move leads from P to P, and that from every sum with moves that is not P a move leads to
    /// P.
    pub fn outcomes(&self, kinds: &Kinds, context: &Context<'_>) -> Result<(), Problem> {
        let (table, p) = (&self.table, &self.p);
        if p[0] {
            return fails("the empty sum is P");
        }
        for (x, options) in kinds {
            for &d in options {
                if let Some(z) = (0..p.len()).find(|&z| p[table[*x][z]] && p[table[d][z]]) {
                    return fails(format!("with {z}, a move from {x} to {d} leads from P to P"));
                }
            }
        }
        // Sums as their elements with those of their options; one with more options than another is covered
        // by it.
        let mut least: Vec<Vec<BTreeSet<usize>>> = vec![Vec::new(); p.len()];
        let mut open: VecDeque<(usize, BTreeSet<usize>)> = kinds.iter().cloned().collect();
        let mut steps = 0;
        while let Some((x, options)) = open.pop_front() {
            steps += 1;
            context.tick("checking sums", steps)?;
            if least[x].iter().any(|less| less.is_subset(&options)) {
                continue;
            }
            if !p[x] && !options.iter().any(|&d| p[d]) {
                return fails(format!("a sum that is element {x} is not P, and has no move to P"));
            }
            least[x].retain(|more| !options.is_subset(more));
            least[x].push(options.clone());
            for (y, others) in kinds {
                let mut sum: BTreeSet<usize> = options.iter().map(|&d| table[d][*y]).collect();
                sum.extend(others.iter().map(|&e| table[x][e]));
                if !least[table[x][*y]].iter().any(|less| less.is_subset(&sum)) {
                    open.push_back((table[x][*y], sum));
                }
            }
        }
        Ok(())
    }

    /// Adds the kinds of heaps 0, 1, … of a code with these elements; heaps without moves are checked to be the
    /// identity.
    pub fn heaps(
        &self,
        game: &Game,
        f: &[usize],
        kinds: &mut Kinds,
        context: &Context<'_>,
    ) -> Result<(), Problem> {
        let Some(takes) = game.takes() else {
            return Err(Problem::Malformed(
                "certificates are of codes with bounded takes that leave two heaps at most".into(),
            ));
        };
        for n in 0..f.len() {
            context.tick("checking the options of heaps", n as u64)?;
            let mut options = BTreeSet::new();
            takes.options(n, &mut |a, b| {
                options.insert(self.table[f[a]][f[b]]);
            });
            if !options.is_empty() {
                kinds.insert((f[n], options));
            } else if f[n] != 0 {
                return fails(format!("heap {n} has no moves, and is not the identity"));
            }
        }
        Ok(())
    }
}

/// The elements of heaps repeat as claimed, from the least heap on and at the least distance, as far as
/// the theorem needs.
pub(super) fn periodic(f: &[usize], game: &Game, start: u64, length: u64) -> Result<(), Problem> {
    let heaps = game.most_heaps().unwrap_or(u64::MAX).max(1);
    let take = game.greatest_take().unwrap_or(u64::MAX);
    let needed = heaps
        .checked_mul(start.max(1))
        .and_then(|n| n.checked_add(heaps.checked_mul(length)?)?.checked_add(take));
    let restricted = game.once.iter().any(|digit| digit.restricted());
    if restricted || length == 0 || needed.is_none_or(|needed| needed > f.len() as u64) {
        return fails(format!("{} heaps do not prove the period", f.len()));
    }
    let (from, p) = (start as usize, length as usize);
    let holds = |from: usize, p: usize| (from..f.len() - p).all(|n| f[n] == f[n + p]);
    if !holds(from, p) {
        return fails("the elements of heaps do not repeat as claimed");
    }
    if from > 0 && holds(from - 1, p) || (1..p).any(|q| p.is_multiple_of(q) && holds(from, q)) {
        return fails("a less preperiod or period holds");
    }
    Ok(())
}

/// What a certificate claims of a period, if it does.
pub(super) fn claimed_period(
    preperiod: Option<u64>,
    period: Option<u64>,
    theorem: Option<&str>,
) -> Result<Option<(u64, u64)>, Problem> {
    match (preperiod, period, theorem) {
        (None, None, None) => Ok(None),
        (Some(start), Some(length), Some("guy-smith")) => Ok(Some((start, length))),
        _ => Err(Problem::Malformed("preperiod, period and theorem go together".into())),
    }
}
