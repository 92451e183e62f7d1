//! Problems about tokens on graphs.

use super::{JudgeError, Problem, Tokens};
use crate::context::{Context, Limits, Stop};
use crate::graph::acyclic::{self, NoValues};
use crate::graph::matching::grown;
use crate::graph::part::Part;
use crate::graph::{Csr, Digraph};
use std::io::Write;

pub(super) const DAG_SUM: Problem = Problem {
    id: "dag-sum",
    title: "Tokens on directed acyclic graphs",
    game: "dag, summed",
    reads: "K; then per graph n m and m arcs u v; the token starts at vertex 1",
    prints: "First or Second",
    sample_input: "2\n3 2\n1 2\n2 3\n4 4\n1 2\n1 3\n2 3\n3 4\n",
    sample_output: "First\n",
    solve: |tokens, out| {
        let mut sum = 0;
        let count = tokens.word("the number of graphs")?;
        for k in 1..=count {
            sum ^= token_value(tokens, k)?;
        }
        writeln!(out, "{}", if sum != 0 { "First" } else { "Second" })?;
        tokens.end()
    },
};

pub(super) const GEOGRAPHY_MOVES: Problem = Problem {
    id: "geography-moves",
    title: "Undirected vertex geography: the winning first moves",
    game: "geography",
    reads: "n m s; then m edges u v; the token starts at vertex s",
    prints: "the number of winning first moves; if there are any, a second line with the vertices",
    sample_input: "5 5 1\n1 2\n1 3\n2 3\n4 1\n5 1\n",
    sample_output: "2\n4 5\n",
    solve: |tokens, out| {
        let n = tokens.word("the number of vertices")?;
        let m = tokens.word("the number of edges")?;
        let s = tokens.word("the vertex of the token")?;
        if !(1..=n).contains(&s) {
            return Err(tokens.unexpected(format_args!("the vertex of the token, from 1 to {n}")));
        }
        let edges = Edges::read(tokens, n, m, s)?;
        let moves = winning_moves(&edges, edges.number(s) as u32)
            .map_err(|stop| tokens.limit(stop.to_string()))?;
        writeln!(out, "{}", moves.len())?;
        for (i, &w) in moves.iter().enumerate() {
            write!(out, "{}{}", if i > 0 { " " } else { "" }, edges.name(w as usize))?;
        }
        if !moves.is_empty() {
            writeln!(out)?;
        }
        tokens.end()
    },
};

/// The vertices to which the token on `s` moves and wins, ascending.
///
/// The player to move from w in a graph wins iff every maximum matching covers w: he moves along
/// one. So moving to w wins iff some maximum matching of the graph without s misses w.
fn winning_moves(edges: &Edges, s: u32) -> Result<Vec<u32>, Stop> {
    let context = Context::new(Limits { memory: u64::MAX, ..Limits::default() });
    let part = Part::around(&Csr::undirected(edges.vertices, &edges.ends), s, &[], &context)?;
    let forest = grown(&part, 1, &context)?;
    let next = part.neighbours(0).iter().filter(|&&w| forest.is_outer(w));
    let mut moves: Vec<u32> = next.map(|&w| part.name(w)).collect();
    moves.sort_unstable();
    Ok(moves)
}

/// How many vertices of a cycle an error names.
const SHOWN: usize = 50;

/// Reads graph `k` of the input; the Grundy value of a token on its vertex 1.
fn token_value(tokens: &mut Tokens<'_>, k: u64) -> Result<u32, JudgeError> {
    let n = tokens.word(format_args!("the number of vertices of graph {k}"))?;
    if n == 0 {
        return Err(tokens.unexpected(format_args!(
            "the number of vertices of graph {k}, from 1 on (the token starts at vertex 1)"
        )));
    }
    let m = tokens.word(format_args!("the number of arcs of graph {k}"))?;
    let edges = Edges::read(tokens, n, m, 1)?;
    if edges.ends.len() >= 1 << 31 {
        return Err(tokens.limit("graphs of fewer than 2^31 arcs are read"));
    }
    let graph = Digraph::new(edges.vertices, &edges.ends);
    let values = acyclic::values(&graph, &Context::default()).map_err(|error| match error {
        NoValues::Stop(stop) => tokens.limit(stop.to_string()),
        NoValues::Cycle(cycle) => {
            let different = cycle.len() - 1;
            let names = cycle.iter().take(different.min(SHOWN));
            let mut names: Vec<_> = names.map(|&v| edges.name(v as usize).to_string()).collect();
            if different > SHOWN {
                names.push(format!("… ({different} vertices in all)"));
            }
            names.push(edges.name(cycle[0] as usize).to_string());
            tokens.invalid(format!(
                "graph {k} has the directed cycle {}, expected none",
                names.join(" -> ")
            ))
        }
    })?;
    Ok(values.get(edges.number(1) as u32))
}

/// The edges or arcs of an input, their ends numbered from 0.
///
/// A vertex without edges costs nothing unless it is asked for, so the memory used is proportional
/// to the input and not to the number of vertices that it announces.
struct Edges {
    /// The vertices that occur, ascending; `None` if vertex v simply has the number v - 1.
    names: Option<Vec<u64>>,
    vertices: usize,
    ends: Vec<(u32, u32)>,
}

impl Edges {
    /// Reads m lines `u v` with ends from 1 to `n`; `start` is known even if it has no edge.
    fn read(tokens: &mut Tokens<'_>, n: u64, m: u64, start: u64) -> Result<Self, JudgeError> {
        let mut lines = Vec::new();
        for i in 1..=m {
            let u = Self::read_end(tokens, n, format_args!("the first end of edge {i} of {m}"))?;
            let v = Self::read_end(tokens, n, format_args!("the second end of edge {i} of {m}"))?;
            lines.push((u, v));
        }
        let mut edges = Self { names: None, vertices: 0, ends: Vec::new() };
        if n <= 4 * lines.len() as u64 + 1000 {
            edges.vertices = n as usize;
        } else {
            let mut names: Vec<u64> = lines.iter().flat_map(|&(u, v)| [u, v]).collect();
            names.push(start);
            names.sort_unstable();
            names.dedup();
            edges.vertices = names.len();
            edges.names = Some(names);
        }
        if u32::try_from(edges.vertices).is_err() {
            return Err(tokens.limit("graphs of fewer than 2^32 vertices are read"));
        }
        edges.ends = lines
            .into_iter()
            .map(|(u, v)| (edges.number(u) as u32, edges.number(v) as u32))
            .collect();
        Ok(edges)
    }

    fn read_end(
        tokens: &mut Tokens<'_>,
        n: u64,
        name: std::fmt::Arguments<'_>,
    ) -> Result<u64, JudgeError> {
        let end = tokens.word(name)?;
        if (1..=n).contains(&end) {
            Ok(end)
        } else {
            Err(tokens.unexpected(format_args!("{name}, from 1 to {n}")))
        }
    }

    /// The number of the vertex called `name` in the input.
    fn number(&self, name: u64) -> usize {
        match &self.names {
            None => (name - 1) as usize,
            Some(names) => names.binary_search(&name).expect("every name was collected"),
        }
    }

    /// What the vertex of this number is called in the input.
    fn name(&self, number: usize) -> u64 {
        self.names.as_ref().map_or(number as u64 + 1, |names| names[number])
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{plain, refusal, run, wins};
    use super::*;
    use std::collections::HashMap;

    /// All graphs on `n` vertices; `pairs` are the possible edges.
    fn all_graphs(pairs: &[(u64, u64)]) -> Vec<Vec<(u64, u64)>> {
        (0..1u32 << pairs.len())
            .map(|mask| (0..pairs.len()).filter(|i| mask >> i & 1 == 1).map(|i| pairs[i]).collect())
            .collect()
    }

    fn lines(edges: &[(u64, u64)]) -> String {
        edges.iter().map(|(u, v)| format!("{u} {v}\n")).collect()
    }

    #[test]
    fn sums_of_all_small_dags_follow_the_rules() {
        // All graphs whose arcs respect one of two orders of the vertices 1..4.
        for order in [[1, 2, 3, 4], [3, 1, 4, 2]] {
            let pairs: Vec<(u64, u64)> =
                (0..4).flat_map(|i| (i + 1..4).map(move |j| (order[i], order[j]))).collect();
            let graphs = all_graphs(&pairs);
            for (i, x) in graphs.iter().enumerate() {
                let y = &graphs[(i * 37 + 11) % graphs.len()];
                let options = |&(a, b): &(u64, u64)| {
                    let from_a = x.iter().filter(|arc| arc.0 == a).map(|arc| (arc.1, b));
                    let from_b = y.iter().filter(|arc| arc.0 == b).map(|arc| (a, arc.1));
                    from_a.chain(from_b).collect::<Vec<_>>()
                };
                let first = wins(&(1, 1), false, &options, &mut HashMap::new());
                // The arcs of the first graph are doubled: parallel arcs are one move.
                let input = format!(
                    "2\n4 {}\n{}{}4 {}\n{}",
                    2 * x.len(),
                    lines(x),
                    lines(x),
                    y.len(),
                    lines(y)
                );
                let expected = if first { "First\n" } else { "Second\n" };
                assert_eq!(run(&DAG_SUM, &input), expected, "{input}");
            }
        }
        assert_eq!(run(&DAG_SUM, "0\n"), "Second\n");
        assert_eq!(run(&DAG_SUM, "1\n1 0\n"), "Second\n");
    }

    /// Moves from (visited vertices, vertex of the token) in undirected vertex geography.
    fn walks(edges: &[(u64, u64)], (visited, v): (u32, u64)) -> Vec<(u32, u64)> {
        let mut next: Vec<(u32, u64)> = edges
            .iter()
            .filter_map(|&(a, b)| if a == v { Some(b) } else { (b == v).then_some(a) })
            .filter(|w| visited >> w & 1 == 0)
            .map(|w| (visited | 1 << w, w))
            .collect();
        next.sort_unstable();
        next.dedup();
        next
    }

    fn check_geography(n: u64, edges: &[(u64, u64)]) {
        let mut memo = HashMap::new();
        for s in 1..=n {
            let moves: Vec<u64> = walks(edges, (1 << s, s))
                .into_iter()
                .filter(|next| !wins(next, false, &|&position| walks(edges, position), &mut memo))
                .map(|next| next.1)
                .collect();
            let mut expected = format!("{}\n", moves.len());
            if !moves.is_empty() {
                expected += &(plain(&moves) + "\n");
            }
            let input = format!("{n} {} {s}\n{}", edges.len(), lines(edges));
            assert_eq!(run(&GEOGRAPHY_MOVES, &input), expected, "{input}");
        }
    }

    #[test]
    fn geography_on_all_graphs_of_five_vertices_follows_the_rules() {
        for n in 1..=5u64 {
            let pairs: Vec<_> = (1..=n).flat_map(|v| (1..v).map(move |u| (v, u))).collect();
            for edges in all_graphs(&pairs) {
                check_geography(n, &edges);
            }
        }
        // Loops and parallel edges are harmless.
        check_geography(3, &[(1, 1), (1, 2), (2, 1), (2, 3), (3, 3), (3, 2)]);
    }

    #[test]
    fn geography_on_larger_graphs_with_odd_cycles_follows_the_rules() {
        let mut numbers = fastrand::Rng::with_seed(3);
        let mut random = |below: u64| numbers.u64(..below);
        for round in 0..60 {
            let n = 7 + round % 3;
            let edges: Vec<_> =
                (0..n + random(4)).map(|_| (1 + random(n), 1 + random(n))).collect();
            check_geography(n, &edges);
        }
    }

    #[test]
    fn geography_on_scarce_vertices_and_its_refusals() {
        let far = u64::MAX;
        assert_eq!(run(&GEOGRAPHY_MOVES, &format!("{far} 1 {far}\n{far} 5\n")), "1\n5\n");
        assert_eq!(run(&GEOGRAPHY_MOVES, &format!("{far} 1 8\n{far} 5\n")), "0\n");
        assert_eq!(
            refusal(&GEOGRAPHY_MOVES, "3 1 4\n1 2\n"),
            "line 1: expected the vertex of the token, from 1 to 3, found \"4\""
        );
        let star: String = (2..=50_000).map(|v| format!("1 {v}\n")).collect();
        let output = run(&GEOGRAPHY_MOVES, &format!("50000 49999 1\n{star}"));
        assert!(output.starts_with("49999\n2 3 4 ") && output.ends_with(" 49999 50000\n"));
    }

    #[test]
    fn cycles_are_named_wherever_they_are() {
        assert_eq!(
            refusal(&DAG_SUM, "1\n5 4\n1 2\n4 5\n5 3\n3 4\n"),
            "line 6: graph 1 has the directed cycle 3 -> 4 -> 5 -> 3, expected none"
        );
        assert_eq!(
            refusal(&DAG_SUM, "2\n1 0\n900000 1\n77777 77777\n"),
            "line 4: graph 2 has the directed cycle 77777 -> 77777, expected none"
        );
        let ring: String = (1..=200).map(|v| format!("{v} {}\n", v % 200 + 1)).collect();
        let message = refusal(&DAG_SUM, &format!("1 200 200\n{ring}"));
        assert!(
            message.ends_with("50 -> … (200 vertices in all) -> 1, expected none"),
            "{message}"
        );
    }

    #[test]
    fn long_paths_and_scarce_vertices_are_fine() {
        let n = 100_000u64;
        let path: String = (1..n).map(|v| format!("{v} {}\n", v + 1)).collect();
        assert_eq!(run(&DAG_SUM, &format!("1\n{n} {}\n{path}", n - 1)), "First\n");
        let far = u64::MAX;
        assert_eq!(run(&DAG_SUM, &format!("1\n{far} 2\n1 {far}\n{far} 7\n")), "Second\n");
        assert_eq!(run(&DAG_SUM, &format!("1\n{far} 1\n5 {far}\n")), "Second\n");
        assert_eq!(
            refusal(&DAG_SUM, "1\n2 1\n1 3\n"),
            "line 3: expected the second end of edge 1 of 1, from 1 to 2, found \"3\""
        );
        refusal(&DAG_SUM, "1\n0 0\n");
        refusal(&DAG_SUM, "1\n999999999999 5\n1 2\n");
    }
}
