//! What is known of a number in terms of the state it is computed in: that it is at most one of
//! the state's own coordinates, plus something. A look at the table then needs no check.

/// Of so many coordinates something is known.
pub const COORDINATES: usize = 4;

/// No bound.
const NONE: i64 = i64::MAX;

/// Bounds by the state's own coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Below {
    /// At most the coordinate plus this.
    most: [i64; COORDINATES],
    /// Exactly that coordinate plus what `most` says.
    equal: Option<u8>,
    /// It is not negative, and its square is at most that coordinate.
    root: Option<u8>,
    /// Twice the number is at most that coordinate.
    half: Option<u8>,
}

impl Below {
    /// Nothing is known.
    pub const UNKNOWN: Self =
        Self { most: [NONE; COORDINATES], equal: None, root: None, half: None };

    /// The coordinate itself.
    pub const fn coordinate(number: usize) -> Self {
        let mut this = Self::UNKNOWN;
        if number < COORDINATES {
            this.most[number] = 0;
            this.equal = Some(number as u8);
        }
        this
    }

    fn map(self, f: impl Fn(i64) -> Option<i64>) -> Self {
        let most = self.most.map(|most| if most == NONE { NONE } else { f(most).unwrap_or(NONE) });
        Self { most, equal: None, root: None, half: None }
    }

    /// Of a number that is at most this one.
    pub fn smaller(self) -> Self {
        Self { equal: None, root: None, ..self }
    }

    /// The same for numbers of which it is known that they are not negative; a number between 0
    /// and this one.
    pub fn between(self) -> Self {
        Self { equal: None, ..self }
    }

    /// Of this number plus a constant.
    pub fn plus(self, constant: i64) -> Self {
        let equal = self.equal.filter(|&k| self.most[k as usize].checked_add(constant).is_some());
        Self { equal, ..self.map(|most| most.checked_add(constant)) }
    }

    /// Of this number less another one that is at least `least`.
    pub fn minus(self, least: i64) -> Self {
        self.map(|most| most.checked_sub(least))
    }

    /// The least that this number less `other` can be.
    pub fn least_difference(self, other: Self) -> Option<i64> {
        let k = usize::from(self.equal?);
        if other.most[k] == NONE { None } else { self.most[k].checked_sub(other.most[k]) }
    }

    /// Of a number of which both is known.
    pub fn both(self, other: Self) -> Self {
        let most = std::array::from_fn(|k| self.most[k].min(other.most[k]));
        let keeps = |this: Self| this.equal.filter(|&k| most[k as usize] == this.most[k as usize]);
        let equal = keeps(self).or(keeps(other));
        Self { most, equal, root: self.root.or(other.root), half: self.half.or(other.half) }
    }

    /// Of a number of which one or the other is known.
    pub fn either(self, other: Self) -> Self {
        let most = std::array::from_fn(|k| self.most[k].max(other.most[k]));
        let same = |a: Option<u8>, b: Option<u8>| if a == b { a } else { None };
        let equal = same(self.equal, other.equal)
            .filter(|&k| self.most[k as usize] == other.most[k as usize]);
        let (root, half) = (same(self.root, other.root), same(self.half, other.half));
        Self { most, equal, root, half }
    }

    /// Of the square root, rounded down, of a number that is not negative.
    pub fn square_root(self) -> Self {
        let root = self.most.iter().position(|&most| most <= 0).map(|k| k as u8);
        Self { root, ..self.smaller() }
    }

    /// Of at most half of a number that is not negative, rounded down.
    pub fn halved(self) -> Self {
        let half = self.most.iter().position(|&most| most <= 0).map(|k| k as u8);
        Self { half, ..self.smaller() }
    }

    /// Of this number if it is at least `least`.
    pub fn at_least(mut self, least: i64) -> Self {
        if let Some(k) = self.half
            && least > 0
        {
            // The other half is no smaller.
            let most = &mut self.most[k as usize];
            *most = (*most).min(-least);
        }
        self
    }

    /// Of the product of two numbers.
    pub fn product(self, other: Self) -> Self {
        let mut this = Self::UNKNOWN;
        if let (Some(a), Some(b)) = (self.root, other.root)
            && a == b
        {
            this.most[a as usize] = 0;
        }
        this
    }

    /// A coordinate that the number is at most, `first` if it may be chosen.
    pub fn own(self, first: usize) -> Option<usize> {
        let is = |&k: &usize| self.most.get(k).is_some_and(|&most| most <= 0);
        Some(first).filter(is).or_else(|| (0..COORDINATES).find(is))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bound_holds_for_all_small_numbers() {
        // Numbers made from coordinates in all ways, with their bounds.
        for a in 0..12i64 {
            for b in 0..12i64 {
                let mut all = vec![(a, Below::coordinate(0)), (b, Below::coordinate(1))];
                for round in 0..2 {
                    let old = all.clone();
                    for &(x, p) in old.iter().take(12) {
                        all.push((x + 3, p.plus(3)));
                        all.push((x - 2, p.plus(-2)));
                        if x >= 0 {
                            all.push((x.isqrt(), p.square_root()));
                            all.push((x / 2, p.halved()));
                            all.push((x / 3, p.halved().at_least(x / 3)));
                            all.push((x / 2, p.halved().at_least(1.min(x / 2))));
                        }
                        for &(y, q) in old.iter().take(12 - round) {
                            all.push((x.min(y), p.smaller().both(q.smaller())));
                            all.push((x.max(y), p.either(q)));
                            all.push((x * y, p.product(q)));
                            if y >= 1 {
                                all.push((x - y, p.minus(1)));
                            }
                            if let Some(least) = p.least_difference(q) {
                                assert!(x - y >= least, "{x} {p:?} - {y} {q:?}");
                            }
                        }
                    }
                }
                for (x, p) in all {
                    for (k, coordinate) in [a, b].into_iter().enumerate() {
                        let most = p.most[k];
                        assert!(most == NONE || x <= coordinate + most, "{a} {b}: {x} {p:?}");
                        if p.equal == Some(k as u8) {
                            assert_eq!(x, coordinate + most, "{a} {b}: {x} {p:?}");
                        }
                        if p.half == Some(k as u8) {
                            assert!(2 * x <= coordinate, "{a} {b}: {x} {p:?}");
                        }
                        if p.root == Some(k as u8) {
                            assert!(x >= 0 && x * x <= coordinate, "{a} {b}: {x} {p:?}");
                        }
                    }
                }
            }
        }
    }
}
