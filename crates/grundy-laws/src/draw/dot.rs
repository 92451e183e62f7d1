//! An automaton as text for Graphviz.

use std::fmt::Write;

use super::graph::Graph;

/// The graph in the language of Graphviz: accepting states have double circles.
pub fn dot(graph: &Graph, title: &str) -> String {
    let mut out = String::from("digraph automaton {\n");
    let _ = writeln!(out, "  label={}; labelloc=t; rankdir=LR;", quoted(title));
    out.push_str("  node [shape=circle, fontname=\"Helvetica\"]; edge [fontname=\"Helvetica\"];\n");
    out.push_str("  start [shape=point, style=invis];\n  start -> 0;\n");
    for (number, accepting) in graph.numbers.iter().zip(&graph.accepting) {
        let shape = if *accepting { "doublecircle" } else { "circle" };
        let _ = writeln!(out, "  {number} [shape={shape}];");
    }
    for arrow in &graph.arrows {
        let (from, to) = (graph.numbers[arrow.from], graph.numbers[arrow.to]);
        let label = quoted(&arrow.letters.join(", "));
        let _ = writeln!(out, "  {from} -> {to} [label={label}];");
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
