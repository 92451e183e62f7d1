//! Tables as text: ten entries a line for one argument, a grid for two.

use super::sheet::{Own, tick};
use std::io::{BufWriter, Write};

const PER_LINE: u64 = 10;

/// So many entries of one argument, called `label`, from the first on, `text` of each; heads every column with its
/// offset.
pub(super) fn line<'a>(
    label: &str,
    (first, count): (u64, usize),
    widest: usize,
    text: impl Fn(usize) -> String + 'a,
) -> Own<'a> {
    let label = label.to_owned();
    Box::new(move |out, context| {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let width = (widest + 1).max(3);
        let last = (first + count as u64).saturating_sub(1);
        let head = last.to_string().len().max(2);
        write!(out, "{label:>head$} |")?;
        for i in 0..PER_LINE {
            write!(out, "{:>width$}", format!("+{i}"))?;
        }
        write!(out, "\n{}-+{}", "-".repeat(head), "-".repeat(width * PER_LINE as usize))?;
        for n in first / PER_LINE * PER_LINE..=last {
            if n % PER_LINE == 0 {
                tick(context, n / PER_LINE)?;
                write!(out, "\n{n:>head$} |")?;
            }
            let place = n.checked_sub(first).map(|place| place as usize);
            match place.filter(|&place| place < count) {
                Some(place) => write!(out, "{:>width$}", text(place))?,
                None => write!(out, "{:>width$}", "")?,
            }
        }
        out.write_all(b"\n")?;
        out.flush()
    })
}

/// Entries of two arguments, the first one down: the least arguments, how many rows and columns, and what stands
/// in the corner.
pub(super) fn square<'a>(
    (first_row, first): (u64, u64),
    (rows, columns): (usize, usize),
    corner: String,
    widest: usize,
    text: impl Fn(usize) -> String + 'a,
) -> Own<'a> {
    Box::new(move |out, context| {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let last = (first + columns as u64).saturating_sub(1);
        let last_row = (first_row + rows as u64).saturating_sub(1);
        let width = widest.max(last.to_string().len()) + 1;
        let head = last_row.to_string().len().max(3);
        write!(out, "{corner:>head$} |")?;
        for b in first..first + columns as u64 {
            write!(out, "{b:>width$}")?;
        }
        writeln!(out, "\n{}-+{}", "-".repeat(head), "-".repeat(width * columns))?;
        for row in 0..rows {
            write!(out, "{:>head$} |", first_row + row as u64)?;
            for column in 0..columns {
                let place = row * columns + column;
                tick(context, place as u64)?;
                write!(out, "{:>width$}", text(place))?;
            }
            out.write_all(b"\n")?;
        }
        out.flush()
    })
}
