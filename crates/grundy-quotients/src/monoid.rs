//! Finite commutative monoids with misère values, as multiplication tables.

use crate::{Bits, Element};

/// A finite commutative monoid Q with a value for each element; element 0 is the identity.
///
/// Values are misère Grundy values below a bound, the *cap*, which itself stands for all that are not below it.
/// With the cap 1 they are outcomes: the elements of value 0 are the P-portion.
///
/// ```
/// use grundy_quotients::Monoid;
/// // Sums of nim-heaps of size at most 1: {1, a}, a a = 1, and a is P.
/// let monoid = Monoid::new(vec![0, 1, 1, 0], [1]).unwrap();
/// assert_eq!(monoid.order(), 2);
/// assert_eq!(monoid.product(1, 1), 0);
/// assert!(monoid.is_p(1) && monoid.is_reduced() && monoid.is_tame());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    order: usize,
    table: Vec<Element>,
    values: Vec<u8>,
    /// For each value below the cap and each x the z for which x z has that value.
    with_value: Vec<Vec<Bits>>,
}

impl Monoid {
    /// The monoid of a multiplication table, row by row, and its P-portion; `None` unless it is one: a square of at
    /// most 65536 elements in range, commutative, associative, with identity 0.
    ///
    /// # Complexity
    /// O(order^2 * g) for g elements that generate the monoid (Light's test).
    pub fn new(table: Vec<Element>, p: impl IntoIterator<Item = Element>) -> Option<Self> {
        let mut values = vec![1; table.len().isqrt()];
        for x in p {
            *values.get_mut(usize::from(x))? = 0;
        }
        Self::with_values(table, values, 1)
    }

    /// The same with values up to a cap, at least 1.
    ///
    /// # Complexity
    /// O(order^2 * (g + cap / 64)).
    pub fn with_values(table: Vec<Element>, values: Vec<u8>, cap: u8) -> Option<Self> {
        let order = table.len().isqrt();
        if cap == 0 || values.len() != order || values.iter().any(|&value| value > cap) {
            return None;
        }
        if order == 0 || order * order != table.len() || order > 1 << 16 {
            return None;
        }
        if table.iter().any(|&x| usize::from(x) >= order) {
            return None;
        }
        let at = |x: usize, y: usize| usize::from(table[x * order + y]);
        let identity = (0..order).all(|x| at(0, x) == x);
        let commutes = (0..order).all(|x| (0..x).all(|y| at(x, y) == at(y, x)));
        if !identity || !commutes {
            return None;
        }
        // (x g) y = x (g y) for generators g is enough (Light).
        let associates =
            |g: usize| (0..order).all(|x| (0..order).all(|y| at(at(x, g), y) == at(x, at(g, y))));
        if !generators(order, at).into_iter().all(associates) {
            return None;
        }
        Some(Self::trusted(table, values, cap))
    }

    /// The same of a table that is known to be one of a commutative monoid.
    pub(crate) fn trusted(table: Vec<Element>, values: Vec<u8>, cap: u8) -> Self {
        let order = values.len();
        let mut with_value = vec![vec![Bits::new(order); order]; cap.into()];
        for (x, row) in table.chunks(order).enumerate() {
            for (z, &xz) in row.iter().enumerate() {
                if let Some(sets) = with_value.get_mut(usize::from(values[usize::from(xz)])) {
                    sets[x].insert(z as Element);
                }
            }
        }
        Self { order, table, values, with_value }
    }

    /// The monoid of the empty sum alone: every sum of finished positions.
    pub fn trivial(cap: u8) -> Self {
        Self::trusted(vec![0], vec![1], cap)
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The product of two elements.
    #[inline]
    pub fn product(&self, x: Element, y: Element) -> Element {
        self.table[usize::from(x) * self.order + usize::from(y)]
    }

    /// The products of x with all elements.
    pub fn row(&self, x: Element) -> &[Element] {
        &self.table[usize::from(x) * self.order..][..self.order]
    }

    /// All elements.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = Element> + Clone + use<> {
        (0..self.order).map(|x| x as Element)
    }

    /// What stands for all values that are not below it.
    pub fn cap(&self) -> u8 {
        self.with_value.len() as u8
    }

    /// The value of an element.
    #[inline]
    pub fn value(&self, x: Element) -> u8 {
        self.values[usize::from(x)]
    }

    /// The P-portion.
    pub fn p_portion(&self) -> &Bits {
        &self.with_value[0][0]
    }

    /// Whether an element is in the P-portion.
    #[inline]
    pub fn is_p(&self, x: Element) -> bool {
        self.value(x) == 0
    }

    /// The elements z for which x z has this value, which must be below the cap.
    pub fn with_value(&self, x: Element, value: u8) -> &Bits {
        &self.with_value[usize::from(value)][usize::from(x)]
    }

    /// The product of x with itself n times.
    ///
    /// # Complexity
    /// O(log n).
    pub fn power(&self, x: Element, mut n: u64) -> Element {
        let (mut result, mut square) = (0, x);
        while n > 0 {
            if n & 1 == 1 {
                result = self.product(result, square);
            }
            square = self.product(square, square);
            n >>= 1;
        }
        result
    }

    /// The powers x, x^2, … up to the first that came before.
    pub fn powers(&self, x: Element) -> Vec<Element> {
        let mut powers = vec![x];
        loop {
            let next = self.product(*powers.last().expect("x is there"), x);
            if powers.contains(&next) {
                return powers;
            }
            powers.push(next);
        }
    }

    /// Whether any two elements x, y are told apart by some z: x z and y z have other values.
    pub fn is_reduced(&self) -> bool {
        let rows = self.elements().map(|x| self.row(x).iter().map(|&xz| self.value(xz)).collect());
        let mut seen: Vec<Vec<u8>> = rows.collect();
        seen.sort_unstable();
        seen.windows(2).all(|two| two[0] != two[1])
    }

    /// The idempotents, e e = e, ascending.
    pub fn idempotents(&self) -> Vec<Element> {
        self.elements().filter(|&x| self.product(x, x) == x).collect()
    }

    /// The kernel: the least ideal, which is a group; its identity first.
    pub fn kernel(&self) -> Vec<Element> {
        let identity =
            self.idempotents().into_iter().fold(0, |product, e| self.product(product, e));
        let mut kernel = vec![identity];
        let mut rest: Vec<Element> = self.row(identity).to_vec();
        rest.sort_unstable();
        rest.dedup();
        kernel.extend(rest.into_iter().filter(|&x| x != identity));
        kernel
    }

    /// Whether this is the quotient by outcomes of nim-heaps of sizes below some power of two: {1}, {1, a}, or
    /// {1, a} and a group K of exponent 2 with |K| = 2^n, n >= 2 (the sums with a heap larger than 1),
    /// with P-portion {a, e}, e the identity of K.
    pub fn is_tame(&self) -> bool {
        if self.order <= 2 {
            return self.order == 1 && !self.is_p(0)
                || self.order == 2 && self.product(1, 1) == 0 && !self.is_p(0) && self.is_p(1);
        }
        let kernel = self.kernel();
        let e = kernel[0];
        let Some(a) = self.elements().find(|x| *x != 0 && !kernel.contains(x)) else {
            return false;
        };
        let two = |x: Element| self.product(x, x) == e;
        kernel.len() + 2 == self.order
            && kernel.len() >= 4
            && self.product(a, a) == 0
            && self.product(a, e) != e
            && kernel.iter().all(|&x| two(x))
            && self.elements().all(|x| self.is_p(x) == (x == a || x == e))
    }
}

/// Elements that generate a commutative monoid, found greedily.
fn generators(order: usize, at: impl Fn(usize, usize) -> usize) -> Vec<usize> {
    let (mut found, mut reached) = (Vec::new(), vec![false; order]);
    reached[0] = true;
    for g in 0..order {
        if reached[g] {
            continue;
        }
        found.push(g);
        let mut open: Vec<usize> = (0..order).filter(|&x| reached[x]).collect();
        while let Some(x) = open.pop() {
            for &by in &found {
                let y = at(x, by);
                if !reached[y] {
                    reached[y] = true;
                    open.push(y);
                }
            }
        }
    }
    found
}
