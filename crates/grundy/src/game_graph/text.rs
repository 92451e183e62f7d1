//! A game graph as lines of text.

use super::labels::{counted, infinite};
use super::{GameGraph, Move, Target};
use crate::outcome::Play;
use crate::sorting::order;
use std::io::{self, Write};

/// With more characters in the line of an arc, its moves are on a line of their own.
const MAX_LINE: usize = 100;

impl GameGraph {
    /// The positions one a line, the start first and those nearer to the end of play further
    /// down, with what the moves lead to and the first moves themselves; a winning move is marked
    /// with `!`.
    ///
    /// # Complexity
    /// O(output), after sorting the positions.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {}", self.nodes[0].position, self.summary())?;
        let height = |node: usize| self.nodes[node].height;
        let order = order(self.nodes.len(), &|a, b| height(b).cmp(&height(a)));
        for number in order {
            let node = &self.nodes[number];
            write!(out, "\n{}  ", node.position)?;
            if !node.picture.is_empty() {
                write!(out, "{}  ", node.picture.join(" / "))?;
            }
            write!(out, "{}", node.outcome)?;
            if self.labelled() == Play::Normal {
                let set: Vec<String> = node.mex_set.iter().map(u64::to_string).collect();
                match node.value {
                    None if node.infinite.is_some() => {
                        let set = node.infinite.as_deref().unwrap_or_default();
                        write!(out, "  value {}", infinite(set))?;
                    }
                    Some(value) => write!(out, "  mex{{{}}} = {value}", set.join(","))?,
                    None if node.entailed => write!(out, "  must be answered")?,
                    None if node.arcs.iter().all(|arc| arc.to != Target::Win) => {
                        write!(out, "  no value: loony")?;
                    }
                    None => write!(out, "  no value: a move wins at once")?,
                }
            }
            writeln!(out)?;
            for arc in &node.arcs {
                let mark = if arc.winning { "!" } else { " " };
                let to = match arc.to {
                    Target::Win => "wins at once".to_owned(),
                    Target::Node(to) => {
                        let to = &self.nodes[to];
                        let verdict = match (self.labelled(), to.value) {
                            (Play::Normal, Some(value)) => value.to_string(),
                            (Play::Normal, None) => match &to.infinite {
                                Some(set) => infinite(set),
                                None if to.entailed => to.outcome.to_string(),
                                None => "no value".to_owned(),
                            },
                            (Play::Misere, _) => to.outcome.to_string(),
                        };
                        format!("-> {}  {verdict}", to.position)
                    }
                };
                let moves = by(&arc.moves);
                let wide = to.chars().count() + moves.chars().count() + 6 > MAX_LINE;
                let between = if wide { "\n       " } else { "  " };
                writeln!(out, "  {mark} {to}{between}{moves}")?;
            }
        }
        Ok(())
    }

    /// The same as a string.
    ///
    /// # Panics
    /// Never: a string takes all that is written.
    pub fn to_text(&self) -> String {
        let mut text = Vec::new();
        self.write_text(&mut text).expect("a list of bytes takes what is written");
        String::from_utf8(text).expect("what is written is text")
    }
}

/// The moves that lead the same way.
fn by(moves: &[Move]) -> String {
    let (shown, more) = counted(moves);
    let mut texts: Vec<&str> = shown.iter().map(|&(text, _)| text).collect();
    if more {
        texts.push("…");
    }
    // A move said once is one move; otherwise it is told how many there are.
    let all = if moves.len() > shown.len() {
        format!("  ({} moves)", moves.len())
    } else {
        String::new()
    };
    format!("by {}{all}", texts.join(", "))
}
