//! A game graph in the language of Graphviz.

use super::labels::{moves_label, names, verdict};
use super::{GameGraph, Target};
use crate::drawing::{Rgb, palette};
use crate::outcome::{Outcome, Play};
use crate::sorting::order;
use std::io::{self, Write};

impl GameGraph {
    /// The graph for Graphviz: `dot -Tsvg` draws it.
    ///
    /// Positions are ranked by the length of the longest play; P-positions are filled, winning
    /// moves are thick, the start has a double border. Labels of arcs give the first moves,
    /// tooltips all of them.
    ///
    /// # Complexity
    /// O(output).
    ///
    /// # Errors
    /// Those of `out`.
    ///
    /// ```
    /// use grundy::game_graph::GameGraph;
    /// let position = grundy::expr::Catalogue::default().read("nim(2)")?;
    /// let graph = GameGraph::explore(&position, Default::default(), 300, &Default::default())?;
    /// assert!(graph.to_dot().contains("n0 -> n2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_dot(&self, dot: &mut dyn Write) -> io::Result<()> {
        dot.write_all(b"digraph game {\n")?;
        let title = format!("{}\n{}", self.nodes[0].position, self.summary());
        writeln!(
            dot,
            "  graph [label={}, labelloc=t, rankdir=TB, bgcolor=white, fontname=\"Helvetica\"];",
            quote(&title)
        )?;
        writeln!(
            dot,
            "  node [shape=box, style=\"rounded,filled\", fillcolor=\"{}\", color=\"{}\", \
             fontname=\"Helvetica\", fontsize=12];",
            hex(palette::N_FILL),
            hex(palette::N_LINE)
        )?;
        writeln!(
            dot,
            "  edge [color=\"{}\", arrowsize=0.7, fontname=\"Helvetica\", fontsize=9];",
            hex(palette::MOVE)
        )?;
        for (number, (node, name)) in self.nodes.iter().zip(names(self)).enumerate() {
            let (lead, word) = verdict(node, self.labelled());
            let label = format!("{}\n{lead}{word}", name.join("\n"));
            write!(dot, "  n{number} [label={}, tooltip={}", quote(&label), quote(&node.position))?;
            if node.outcome == Outcome::D {
                let (fill, line) = (hex(palette::D_FILL), hex(palette::D_LINE));
                write!(
                    dot,
                    ", fillcolor=\"{fill}\", color=\"{line}\", style=\"rounded,filled,dashed\""
                )?;
            } else if !node.outcome.mover_wins() {
                write!(
                    dot,
                    ", fillcolor=\"{}\", color=\"{}\", penwidth=2",
                    hex(palette::P_FILL),
                    hex(palette::P_LINE)
                )?;
            }
            if number == 0 {
                dot.write_all(b", peripheries=2")?;
            }
            dot.write_all(b"];\n")?;
        }
        if self.has_immediate_wins() {
            writeln!(
                dot,
                "  win [label=\"wins at once\", shape=ellipse, fillcolor=\"{}\", color=\"{}\"];",
                hex(palette::WIN_FILL),
                hex(palette::WINNING)
            )?;
        }
        self.ranks(dot)?;
        for (number, node) in self.nodes.iter().enumerate() {
            for arc in &node.arcs {
                let to = match arc.to {
                    Target::Node(to) => format!("n{to}"),
                    Target::Win => "win".to_owned(),
                };
                let (label, moves) = (quote(&moves_label(&arc.moves)), quote(&arc.lines()));
                write!(dot, "  n{number} -> {to} [label={label}, tooltip={moves}")?;
                if arc.winning {
                    write!(dot, ", color=\"{}\", penwidth=2.2", hex(palette::WINNING))?;
                }
                dot.write_all(b"];\n")?;
            }
        }
        dot.write_all(b"}\n")
    }

    /// The same as a string.
    ///
    /// # Panics
    /// Never: a string takes all that is written.
    pub fn to_dot(&self) -> String {
        let mut text = Vec::new();
        self.write_dot(&mut text).expect("a list of bytes takes what is written");
        String::from_utf8(text).expect("what is written is text")
    }

    /// Positions of the same height side by side.
    fn ranks(&self, dot: &mut dyn Write) -> io::Result<()> {
        let height = |node: usize| self.nodes[node].height;
        let order = order(self.nodes.len(), &|a, b| height(a).cmp(&height(b)));
        for rank in order.chunk_by(|&a, &b| self.nodes[a].height == self.nodes[b].height) {
            write!(dot, "  {{ rank=same;")?;
            for number in rank {
                write!(dot, " n{number};")?;
            }
            if self.nodes[rank[0]].height == 0 && self.has_immediate_wins() {
                dot.write_all(b" win;")?;
            }
            dot.write_all(b" }\n")?;
        }
        debug_assert!(self.play == Play::Normal || !self.has_immediate_wins());
        Ok(())
    }
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
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
