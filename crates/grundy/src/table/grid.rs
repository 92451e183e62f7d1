//! Tables as text: ten entries a line for one argument, a grid for two.

use super::Table;
use super::operation::Operation;
use super::sheet::{Own, tick};
use std::io::{BufWriter, Write};

const PER_LINE: u64 = 10;

/// The entries of a table of one argument, `text` of each; heads every column with its offset.
pub(super) fn line<'a>(
    table: &'a Table,
    widest: usize,
    text: impl Fn(usize) -> String + 'a,
) -> Own<'a> {
    Box::new(move |out, context| {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let width = (widest + 1).max(3);
        let last = table.last_row();
        let head = last.to_string().len().max(2);
        write!(out, "{:>head$} |", "n")?;
        for i in 0..PER_LINE {
            write!(out, "{:>width$}", format!("+{i}"))?;
        }
        write!(out, "\n{}-+{}", "-".repeat(head), "-".repeat(width * PER_LINE as usize))?;
        for n in table.first_row / PER_LINE * PER_LINE..=last {
            if n % PER_LINE == 0 {
                tick(context, n / PER_LINE)?;
                write!(out, "\n{n:>head$} |")?;
            }
            let place = n.checked_sub(table.first_row).map(|place| place as usize);
            match place.filter(|&place| place < table.cells.len()) {
                Some(place) => write!(out, "{:>width$}", text(place))?,
                None => write!(out, "{:>width$}", "")?,
            }
        }
        out.write_all(b"\n")?;
        out.flush()
    })
}

/// A table of two arguments, the first one down.
pub(super) fn square(table: &Table, first: u64) -> Own<'_> {
    Box::new(move |out, context| {
        let mut out = BufWriter::with_capacity(1 << 16, out);
        let columns = table.columns;
        let last = (first + columns as u64).saturating_sub(1);
        let width = table.cells.widest().max(last.to_string().len()) + 1;
        let head = table.last_row().to_string().len().max(3);
        write!(out, "{:>head$} |", table.operation.map_or("a/b", Operation::formula))?;
        for b in first..first + columns as u64 {
            write!(out, "{b:>width$}")?;
        }
        writeln!(out, "\n{}-+{}", "-".repeat(head), "-".repeat(width * columns))?;
        for (row, a) in (table.first_row..=table.last_row()).enumerate() {
            write!(out, "{a:>head$} |")?;
            for column in 0..columns {
                tick(context, (row * columns + column) as u64)?;
                write!(out, "{:>width$}", table.cells.get(row * columns + column).text())?;
            }
            out.write_all(b"\n")?;
        }
        out.flush()
    })
}
