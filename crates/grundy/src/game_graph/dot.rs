//! A game graph in the language of Graphviz.

use super::labels::{names, verdict};
use super::svg::colours;
use super::{GameGraph, Target};
use crate::outcome::Play;
use std::fmt::Write;

impl GameGraph {
    /// The graph for Graphviz: `dot -Tsvg` draws it.
    ///
    /// Positions are ranked by the length of the longest play; P-positions are filled, winning
    /// moves are thick, the start has a double border; tooltips give the moves.
    ///
    /// # Complexity
    /// O(output).
    ///
    /// ```
    /// use grundy::game_graph::GameGraph;
    /// let position = grundy::expr::Catalogue::default().read("nim(2)")?;
    /// let graph = GameGraph::explore(&position, Default::default(), 300, &Default::default())?;
    /// assert!(graph.to_dot().contains("n0 -> n2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_dot(&self) -> String {
        let mut dot = String::from("digraph game {\n");
        let title = format!("{}\n{}", self.nodes[0].position, self.summary());
        // Writing to a String cannot fail.
        let _ = writeln!(
            dot,
            "  graph [label={}, labelloc=t, rankdir=TB, bgcolor=white, fontname=\"Helvetica\"];",
            quote(&title)
        );
        let _ = writeln!(
            dot,
            "  node [shape=box, style=\"rounded,filled\", fillcolor=\"{}\", color=\"{}\", \
             fontname=\"Helvetica\", fontsize=12];",
            colours::N_FILL,
            colours::N_LINE
        );
        let _ = writeln!(dot, "  edge [color=\"{}\", arrowsize=0.7];", colours::MOVE);
        for (number, (node, name)) in self.nodes.iter().zip(names(self)).enumerate() {
            let (lead, word) = verdict(node, self.play);
            let label = format!("{}\n{lead}{word}", name.join("\n"));
            let _ = write!(
                dot,
                "  n{number} [label={}, tooltip={}",
                quote(&label),
                quote(&node.position)
            );
            if !node.outcome.mover_wins() {
                let _ = write!(
                    dot,
                    ", fillcolor=\"{}\", color=\"{}\", penwidth=2",
                    colours::P_FILL,
                    colours::P_LINE
                );
            }
            if number == 0 {
                dot.push_str(", peripheries=2");
            }
            dot.push_str("];\n");
        }
        if self.has_immediate_wins() {
            let _ = writeln!(
                dot,
                "  win [label=\"wins at once\", shape=ellipse, fillcolor=\"{}\", color=\"{}\"];",
                colours::WIN_FILL,
                colours::WINNING
            );
        }
        self.ranks(&mut dot);
        for (number, node) in self.nodes.iter().enumerate() {
            for arc in &node.arcs {
                let to = match arc.to {
                    Target::Node(to) => format!("n{to}"),
                    Target::Win => "win".to_owned(),
                };
                let moves = quote(&arc.moves.join("\n"));
                let _ = write!(dot, "  n{number} -> {to} [tooltip={moves}");
                if arc.winning {
                    let _ = write!(dot, ", color=\"{}\", penwidth=2.2", colours::WINNING);
                }
                dot.push_str("];\n");
            }
        }
        dot.push_str("}\n");
        dot
    }

    /// Positions of the same height side by side.
    fn ranks(&self, dot: &mut String) {
        let mut order: Vec<usize> = (0..self.nodes.len()).collect();
        order.sort_by_key(|&node| self.nodes[node].height);
        for rank in order.chunk_by(|&a, &b| self.nodes[a].height == self.nodes[b].height) {
            let _ = write!(dot, "  {{ rank=same;");
            for number in rank {
                let _ = write!(dot, " n{number};");
            }
            if self.nodes[rank[0]].height == 0 && self.has_immediate_wins() {
                dot.push_str(" win;");
            }
            dot.push_str(" }\n");
        }
        debug_assert!(self.play == Play::Normal || !self.has_immediate_wins());
    }
}

/// A quoted string: Graphviz reads escapes with `\` and entities with `&` in it.
fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for char in text.chars() {
        match char {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '&' => quoted.push_str("&amp;"),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push('\u{fffd}'),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quote("a\"b"), r#""a\"b""#);
        assert_eq!(quote("a\\N<&>"), r#""a\\N<&amp;>""#);
        assert_eq!(quote("1\n2\u{7}"), "\"1\\n2\u{fffd}\"");
    }
}
