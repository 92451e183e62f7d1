//! A game graph as lines of text.

use super::{GameGraph, Target};
use crate::outcome::Play;
use std::io::{self, Write};

impl GameGraph {
    /// The positions one a line, the start first and those nearer to the end of play further
    /// down, with what the moves lead to; a winning move is marked with `!`.
    ///
    /// # Complexity
    /// O(output), after sorting the positions.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}: {}", self.nodes[0].position, self.summary())?;
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| std::cmp::Reverse(self.nodes[node].height));
        for number in order {
            let node = &self.nodes[number];
            write!(out, "\n{}  ", node.position)?;
            if !node.picture.is_empty() {
                write!(out, "{}  ", node.picture.join(" / "))?;
            }
            write!(out, "{}", node.outcome)?;
            if self.play == Play::Normal {
                let set: Vec<String> = node.mex_set.iter().map(u64::to_string).collect();
                match node.value {
                    Some(value) => write!(out, "  mex{{{}}} = {value}", set.join(","))?,
                    None => write!(out, "  no value: a move wins at once")?,
                }
            }
            writeln!(out)?;
            for arc in &node.arcs {
                let mark = if arc.winning { "!" } else { " " };
                let times = if arc.moves.len() > 1 {
                    format!("  ({} moves)", arc.moves.len())
                } else {
                    String::new()
                };
                match arc.to {
                    Target::Win => writeln!(out, "  {mark} wins at once{times}")?,
                    Target::Node(to) => {
                        let to = &self.nodes[to];
                        let verdict = match (self.play, to.value) {
                            (Play::Normal, Some(value)) => value.to_string(),
                            (Play::Normal, None) => "no value".to_owned(),
                            (Play::Misere, _) => to.outcome.to_string(),
                        };
                        writeln!(out, "  {mark} -> {}  {verdict}{times}", to.position)?;
                    }
                }
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
