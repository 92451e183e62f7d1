//! A game graph as lines of text.

use super::{GameGraph, Target};
use crate::outcome::Play;
use std::fmt::Write;

impl GameGraph {
    /// The positions one a line, the start first and those nearer to the end of play further
    /// down, with what the moves lead to; a winning move is marked with `!`.
    ///
    /// # Complexity
    /// O(output), after sorting the positions.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}: {}\n", self.nodes[0].position, self.summary());
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| std::cmp::Reverse(self.nodes[node].height));
        for number in order {
            let node = &self.nodes[number];
            // Writing to a String cannot fail.
            let _ = write!(text, "\n{}  {}", node.position, node.outcome);
            if self.play == Play::Normal {
                let set: Vec<String> = node.mex_set.iter().map(u64::to_string).collect();
                let _ = match node.value {
                    Some(value) => write!(text, "  mex{{{}}} = {value}", set.join(",")),
                    None => write!(text, "  no value: a move wins at once"),
                };
            }
            text.push('\n');
            for arc in &node.arcs {
                let mark = if arc.winning { "!" } else { " " };
                let times = if arc.moves.len() > 1 {
                    format!("  ({} moves)", arc.moves.len())
                } else {
                    String::new()
                };
                let _ = match arc.to {
                    Target::Win => writeln!(text, "  {mark} wins at once{times}"),
                    Target::Node(to) => {
                        let to = &self.nodes[to];
                        let verdict = match (self.play, to.value) {
                            (Play::Normal, Some(value)) => value.to_string(),
                            (Play::Normal, None) => "no value".to_owned(),
                            (Play::Misere, _) => to.outcome.to_string(),
                        };
                        writeln!(text, "  {mark} -> {}  {verdict}{times}", to.position)
                    }
                };
            }
        }
        text
    }
}
