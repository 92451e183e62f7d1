//! Boards of chomp: their two forms, what a choice leaves of them, and how they are typed.

use crate::nat::{self, Nat, to_usize};
use crate::read;
use crate::ruleset::{Full, Options};
use crate::syntax::{Arg, ReadError, Span};

/// A board that still has its square (1,1), in one form only.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Board {
    /// Up to [`MAX_ROWS`] rows below 2^16: their lengths, lowest first, never increasing.
    Small(Box<[u16]>),
    /// Any other board: lengths, strictly decreasing, and how many rows have each.
    Large(Box<[Run]>),
}

/// A length and a number of rows.
pub type Run = (Nat, Nat);

/// The greatest number of rows held one by one.
pub const MAX_ROWS: usize = 1000;

impl Board {
    /// The board with so many rows of each length; empty rows may be among them.
    pub(super) fn from_runs(mut runs: Vec<Run>) -> Self {
        runs.retain(|(length, count)| !length.is_zero() && !count.is_zero());
        runs.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += &next.1;
            }
            same
        });
        let rows: Nat = runs.iter().map(|(_, count)| count).sum();
        let longest = runs.first().map_or(Nat::ZERO, |(length, _)| length.clone());
        if rows > Nat::from(MAX_ROWS) || longest > Nat::from(u16::MAX) {
            return Self::Large(runs.into());
        }
        let row = |(length, count): &Run| {
            let length = u16::try_from(length).expect("compared with the bound above");
            std::iter::repeat_n(length, to_usize(count).expect("compared with the bound above"))
        };
        Self::Small(runs.iter().flat_map(row).collect())
    }

    /// Lengths, strictly decreasing, and how many rows have each.
    pub(super) fn runs(&self) -> Vec<Run> {
        match self {
            Self::Large(runs) => runs.to_vec(),
            Self::Small(rows) => rows
                .chunk_by(|a, b| a == b)
                .map(|run| (Nat::from(run[0]), Nat::from(run.len())))
                .collect(),
        }
    }

    /// The board with rows and columns exchanged.
    pub(super) fn transposed(&self) -> Self {
        let mut runs = Vec::new();
        let mut rows = Nat::ZERO;
        let all = self.runs();
        for (i, (length, count)) in all.iter().enumerate() {
            rows += count;
            let next = all.get(i + 1).map_or(Nat::ZERO, |(next, _)| next.clone());
            // That many columns reach up to just this row.
            runs.push((rows.clone(), length - next));
        }
        runs.reverse();
        Self::from_runs(runs)
    }
}

pub(super) fn small_options(rows: &[u16], out: &mut Options<Board>) -> Result<(), Full> {
    for (y, &row) in rows.iter().enumerate() {
        // The poisoned square, in the lowest row, stays.
        for x in u16::from(y == 0)..row {
            let end = if x == 0 { y } else { rows.len() };
            let left = rows[..y].iter().copied().chain(rows[y..end].iter().map(|&r| r.min(x)));
            out.push([Board::Small(left.collect())])?;
        }
    }
    Ok(())
}

pub(super) fn large_options(runs: &[Run], out: &mut Options<Board>) -> Result<(), Full> {
    for (i, (length, count)) in runs.iter().enumerate() {
        for below in nat::range(Nat::ZERO, count.clone()) {
            let first = u8::from(i == 0 && below.is_zero());
            for x in nat::range(first.into(), length.clone()) {
                let mut left = runs[..i].to_vec();
                left.push((length.clone(), below.clone()));
                left.push((x.clone(), count - &below));
                let cut = |(r, rows): &Run| (r.min(&x).clone(), rows.clone());
                left.extend(runs[i + 1..].iter().map(cut));
                out.push([Board::from_runs(left)])?;
            }
        }
    }
    Ok(())
}

pub(super) fn no_board(what: &str, span: Span) -> ReadError {
    ReadError::domain(what, span)
        .help("expected (m,n) with m, n >= 1, or (rows(r1,r2,…)) with the lowest row first")
}

/// `rows(r1,…,rk)`, or `rows(r1,…,rk; c1,…,ck)` for c1 rows of r1 squares, c2 rows of r2, ….
pub(super) fn read_rows(arg: &Arg) -> Result<Vec<Run>, ReadError> {
    let rows = arg.item().filter(|item| item.name() == Some("rows") && item.params.is_none());
    let Some(args) = rows.and_then(|rows| rows.args.as_ref()) else {
        return Err(no_board("this is not a board", arg.span));
    };
    let (lengths, counts) = match &*args.groups {
        [lengths] => {
            let lengths = read::number_list(lengths)?;
            let counts = vec![Nat::ONE; lengths.len()];
            (lengths, counts)
        }
        [lengths, counts] => (read::number_list(lengths)?, read::number_list(counts)?),
        _ => return Err(no_board("there is no third list here", args.span)),
    };
    if lengths.len() != counts.len() {
        return Err(no_board("there must be as many counts as lengths", args.span));
    }
    if let Some(rise) = lengths.windows(2).find(|pair| pair[0] < pair[1]) {
        return Err(ReadError::domain(
            format!("a row of {} squares cannot lie on a row of {}", rise[1], rise[0]),
            args.span,
        )
        .help("expected the lengths in non-increasing order, the lowest row first"));
    }
    Ok(lengths.into_iter().zip(counts).collect())
}

/// The square (row, column), from 1, whose choice leads from one board to the other.
pub(super) fn chosen(from: &[Run], left: &[Run]) -> (Nat, Nat) {
    // The first row that became shorter: it keeps the columns before the chosen one.
    let mut row = Nat::ONE;
    let mut left = left.iter();
    for (length, count) in from {
        match left.next() {
            Some((same, rows)) if same == length && rows == count => row += count,
            Some((same, rows)) if same == length => {
                let kept = left.next().map_or(Nat::ZERO, |(length, _)| length.clone());
                return (row + rows, kept + 1u8);
            }
            Some((kept, _)) => return (row, kept + 1u8),
            None => return (row, Nat::ONE),
        }
    }
    (row, Nat::ONE)
}
