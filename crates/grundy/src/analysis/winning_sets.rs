//! The moves of a part in rows, and what they win beside where moves may entail.

use super::parts::Parts;
use crate::context::{Context, Stop};
use crate::solve::entailing::WinningSet;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Up to this many moves of a single part are named with their values.
pub const NAMED: usize = 30;

/// The moves of a part, by what each of them wins beside; `None` if there are no moves.
pub fn table(options: &[(String, WinningSet)]) -> Option<String> {
    let mut rows: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (text, set) in options {
        rows.entry(set.to_string()).or_default().push(text);
    }
    if rows.is_empty() {
        return None;
    }
    let mut table =
        "for each move, the values of the other parts beside which it wins:\n".to_owned();
    let width = rows.keys().map(|set| set.chars().count()).max().unwrap_or(1);
    for (set, moves) in &rows {
        write_row(&mut table, &format!("{set:width$}"), moves);
    }
    Some(table)
}

/// Why a part of which moves may entail has its value.
///
/// # Errors
/// [`Stop`] when cancelled; nothing is told past other limits.
pub fn lines(parts: &Parts<'_>, part: usize, context: &Context<'_>) -> Result<Vec<String>, Stop> {
    let (component, i) = parts.place(part);
    let found = component
        .option_sets(i, NAMED, context)
        .and_then(|options| Ok((options, component.winning_set(i, context)?)));
    let (options, set) = match found {
        Ok(found) => found,
        Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => return Err(stop),
        Err(_) => return Ok(Vec::new()),
    };
    let mut lines: Vec<String> = options.as_deref().and_then(table).into_iter().collect();
    lines.push(match set.mex() {
        Some(mex) => format!(
            "some move wins beside parts of a value in {set}; the least number missing is {mex}, so that is the value"
        ),
        None => format!("some move wins beside parts of any value, {set}: the part is loony"),
    });
    Ok(lines)
}

/// A row of moves under a heading, broken into lines.
pub fn write_row(table: &mut String, head: &str, moves: &[&str]) {
    const WIDTH: usize = 70;
    let indent = head.chars().count() + 4;
    let mut at = indent;
    let _ = write!(table, "  {head}  ");
    for (i, text) in moves.iter().enumerate() {
        let end = if i + 1 < moves.len() { ";" } else { "" };
        let length = text.chars().count() + end.len();
        if at > indent && at + 1 + length > WIDTH {
            let _ = write!(table, "\n{}", " ".repeat(indent));
            at = indent;
        }
        if at > indent {
            table.push(' ');
            at += 1;
        }
        let _ = write!(table, "{text}{end}");
        at += length;
    }
    table.push('\n');
}
