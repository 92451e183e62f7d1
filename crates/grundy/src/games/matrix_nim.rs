//! matrix-nim: take from heaps of one row or one column of a matrix.

use super::hypergraph_nim::{shape_method, shape_why};
use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Placed, erase, join};
use crate::nat::{Nat, print};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::complex::{Complex, Told};
use crate::theory::tuples;
use std::borrow::Cow;
use std::sync::Arc;

/// Nim on a matrix of heaps: any numbers are taken from the heaps of one row or one column, at least
/// one in all.
///
/// It is Nim on the simplicial complex whose facets are the rows and the columns
/// (`theory/complex.rs`). So a row or a column alone has its sum as value; rows and columns that
/// share no heap any more are summands; and four heaps are P iff those of both diagonals are equal.
/// Elsewhere values are searched for.
///
/// # Complexity
/// As in the complex; a search of the product of the a+1 positions.
///
/// # Literature
/// R. B. Eggleton, A. S. Fraenkel, B. Rothschild, *Two-dimensional Nim*, told in A. S. Fraenkel,
/// *Combinatorial games: selected bibliography*, Electronic Journal of Combinatorics DS2 (1994);
/// R. Ehrenborg, E. Steingrímsson 1996.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatrixNim;

/// A matrix of heaps, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Matrix {
    /// The length of a row.
    pub columns: usize,
    /// The heaps.
    pub heaps: Vec<Nat>,
}

/// A heap is a bit of a word.
const MAX_HEAPS: usize = 64;

/// Up to this many options are looked at one by one for all winning moves.
const MAX_LISTED_OPTIONS: u64 = 200_000;

impl Matrix {
    /// The rows and columns as sets of heaps.
    fn lines(&self) -> Complex {
        let rows = self.heaps.len() / self.columns.max(1);
        let row =
            |i: usize| (0..self.columns).fold(0u64, |set, j| set | 1 << (i * self.columns + j));
        let column = |j: usize| (0..rows).fold(0u64, |set, i| set | 1 << (i * self.columns + j));
        Complex::new((0..rows).map(row).chain((0..self.columns).map(column)))
    }

    fn with(&self, heaps: Vec<Nat>) -> Self {
        Self { columns: self.columns, heaps }
    }

    fn rows(&self) -> impl Iterator<Item = &[Nat]> {
        self.heaps.chunks(self.columns.max(1))
    }
}

impl Ruleset for MatrixNim {
    type Position = Matrix;

    fn options(&self, matrix: &Matrix, out: &mut Options<Matrix>) -> Result<(), Full> {
        let lines = matrix.lines();
        lines.each_move(&matrix.heaps, &mut |heaps| out.push([matrix.with(heaps)]))
    }

    fn stand_in(&self, matrix: &Matrix) -> Option<Matrix> {
        // Rows and columns without heaps are left out.
        let rows: Vec<&[Nat]> =
            matrix.rows().filter(|row| row.iter().any(|heap| !heap.is_zero())).collect();
        let full = |j: &usize| rows.iter().any(|row| !row[*j].is_zero());
        let columns: Vec<usize> = (0..matrix.columns).filter(full).collect();
        let heaps: Vec<Nat> =
            rows.iter().flat_map(|row| columns.iter().map(|&j| row[j].clone())).collect();
        let same = Matrix { columns: columns.len(), heaps };
        (same != *matrix).then_some(same)
    }

    fn heap_bytes(&self, matrix: &Matrix) -> usize {
        tuples::bytes(&matrix.heaps)
    }
}

impl Game for MatrixNim {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        const FORM: &str = "expected rows of one length, as in (3,1,4; 1,5,9)";
        let rows: Vec<Vec<Nat>> =
            args.groups.iter().map(|group| read::number_list(group)).collect::<Result<_, _>>()?;
        let columns = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != columns) {
            let what = "the rows of a matrix have one length";
            return Err(ReadError::domain(what, args.span).help(FORM));
        }
        if rows.len() * columns > MAX_HEAPS {
            let what = format!("this matrix has {} heaps", rows.len() * columns);
            return Err(ReadError::limit(what, args.span)
                .help(format!("matrices of up to {MAX_HEAPS} heaps are read here")));
        }
        Ok(Placed::new(self, vec![Matrix { columns, heaps: rows.concat() }]))
    }

    fn print(&self, matrix: &Matrix) -> String {
        join(matrix.rows().map(|row| join(row.iter().map(print), ",")), "; ")
    }

    fn heaps(&self, matrix: &Matrix) -> Vec<Nat> {
        matrix.heaps.clone()
    }

    fn picture(&self, matrix: &Matrix) -> Vec<String> {
        let texts: Vec<Vec<String>> =
            matrix.rows().map(|row| row.iter().map(print).collect()).collect();
        let width = texts.iter().flatten().map(String::len).max().unwrap_or(0);
        if matrix.columns * (width + 2) > 78 || texts.len() > picture::HIGHEST {
            return Vec::new();
        }
        texts
            .iter()
            .map(|row| join(row.iter().map(|heap| format!("{heap:>width$}")), "  "))
            .collect()
    }

    fn known(&self, matrix: &Matrix, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(match matrix.lines().known(&matrix.heaps) {
            Told::Value(value) => Some(Known::Value(value)),
            Told::Nonzero => Some(Known::Nonzero),
            Told::Open => None,
        })
    }

    fn moves_to(
        &self,
        matrix: &Matrix,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Matrix>>, Stop> {
        if tuples::count_below(&matrix.heaps) <= Nat::from(MAX_LISTED_OPTIONS) {
            return Ok(None);
        }
        let lines = matrix.lines();
        if lines.known(&matrix.heaps) == Told::Value(target.clone()) {
            return Ok(Some(Found::default()));
        }
        let one = lines.one_move(&matrix.heaps, target);
        let one = one.map(|to| Move { sum: vec![matrix.with(to)], tag: 0 });
        Ok(Some(Found { count: None, listed: one.into_iter().take(max).collect() }))
    }

    fn method(&self, matrix: &Matrix) -> Cow<'static, str> {
        shape_method(&matrix.lines().on(&matrix.heaps).shape()).into()
    }

    fn why(&self, matrix: &Matrix) -> Vec<String> {
        shape_why(&matrix.lines(), &matrix.heaps).into_iter().collect()
    }

    fn reachable(&self, matrix: &Matrix) -> Option<Nat> {
        // All matrices below: rows are lowered one after the other.
        Some(tuples::count_below(&matrix.heaps))
    }
}

/// The registry's row.
pub struct MatrixNimFamily;

static CARD: Card<'static> = Card {
    name: "matrix-nim",
    params: "",
    position: "(a1,…,an; b1,…,bn; …), the rows of a matrix",
    rules: "Take any numbers from the heaps of one row or of one column, at least one in all.",
    theorem: "Nim on the simplicial complex of rows and columns: one line has its sum as value, lines without common heaps are summands, and four heaps are P iff both diagonals have equal heaps. Otherwise by search.",
    source: "R. B. Eggleton, A. S. Fraenkel and B. Rothschild 1994, R. Ehrenborg and E. Steingrímsson 1996",
    cost: "O(n) operations on numbers by theory; by search of the product of the a+1",
    examples: &[
        "matrix-nim(3,5; 5,4)",
        "matrix-nim(1,2,0; 0,1,1) + nim(3)",
        "matrix-nim(10^18, 7; 0, 10^20)",
    ],
};

impl Family for MatrixNimFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(MatrixNim))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["matrix-nim()".to_owned(), "matrix-nim(2,1,1)".to_owned()];
        all.extend(
            (0..54).map(|n| {
                format!("matrix-nim({},{}; {},{})", n / 27 + 1, n / 9 % 3, n / 3 % 3, n % 3)
            }),
        );
        all.extend((0..64).map(|n| {
            let bit = |i: u32| n >> i & 1;
            let (a, b, c) = (bit(0), bit(1), bit(2));
            format!("matrix-nim({a},{b},{c}; {},{},{})", bit(3), bit(4), 2 * bit(5))
        }));
        all.extend(["matrix-nim(1; 2; 1)", "matrix-nim(1,1; 1,1; 1,1)"].map(str::to_owned));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let matrix = |columns: usize, heaps: &[usize]| Matrix {
            columns,
            heaps: heaps.iter().copied().map(Nat::from).collect(),
        };
        let mut all = vec![matrix(0, &[]), matrix(3, &[2, 3, 1]), matrix(1, &[2, 3, 1])];
        all.extend((0..256).map(|n| matrix(2, &[n / 64, n / 16 % 4, n / 4 % 4, n % 4])));
        all.extend((0..64).map(|n| {
            let bit = |i: usize| n >> i & 1;
            matrix(3, &[bit(0), bit(1), 2 * bit(2), bit(3), bit(4), bit(5)])
        }));
        all.extend(
            (0..512).step_by(7).map(|n| matrix(3, &(0..9).map(|i| n >> i & 1).collect::<Vec<_>>())),
        );
        testing::check_theory(&MatrixNim, all, 4);
        testing::check_round_trip(&MatrixNimFamily);
    }

    #[test]
    fn rows_have_one_length() {
        assert_eq!(
            testing::read_error(&MatrixNimFamily, "matrix-nim(1,2; 3)"),
            "the rows of a matrix have one length (11)"
        );
    }
}
