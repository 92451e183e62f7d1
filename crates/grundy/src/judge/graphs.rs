//! Problems about tokens on graphs.

use super::{JudgeError, Problem, Tokens};
use std::io::Write;

pub(super) const DAG_SUM: Problem = Problem {
    id: "dag-sum",
    title: "Tokens on directed acyclic graphs",
    game: "dag, summed",
    reads: "K; then per graph n m and m arcs u v; the token starts at vertex 1",
    prints: "First or Second",
    sample_input: "2\n3 2\n1 2\n2 3\n4 4\n1 2\n1 3\n2 3\n3 4\n",
    sample_output: "Second\n",
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
    let edges = Edges::read(tokens, n, &[1])?;
    let graph = Arcs::new(&edges);
    let values = graph.grundy_values().map_err(|cycle| {
        let names = cycle.iter().take(SHOWN).map(|&v| edges.name(v as usize).to_string());
        let mut names: Vec<_> = names.collect();
        if cycle.len() > SHOWN {
            names.push(format!("… ({} vertices in all)", cycle.len()));
        }
        names.push(edges.name(cycle[0] as usize).to_string());
        tokens.invalid(format!(
            "graph {k} has the directed cycle {}, expected none",
            names.join(" -> ")
        ))
    })?;
    Ok(values[edges.number(1)])
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
    /// Reads m and m lines `u v` with ends from 1 to `n`; `wanted` are vertices to be known even
    /// if they have no edge.
    fn read(tokens: &mut Tokens<'_>, n: u64, wanted: &[u64]) -> Result<Self, JudgeError> {
        let m = tokens.word("the number of edges")?;
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
            names.extend(wanted);
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

/// A directed graph by its arcs, sorted by their tails.
struct Arcs {
    /// The arcs of v are `heads[first[v]..first[v + 1]]`.
    first: Vec<usize>,
    heads: Vec<u32>,
}

impl Arcs {
    fn new(edges: &Edges) -> Self {
        let mut first = vec![0; edges.vertices + 1];
        for &(u, _) in &edges.ends {
            first[u as usize + 1] += 1;
        }
        for v in 0..edges.vertices {
            first[v + 1] += first[v];
        }
        let (mut free, mut heads) = (first.clone(), vec![0; edges.ends.len()]);
        for &(u, v) in &edges.ends {
            heads[free[u as usize]] = v;
            free[u as usize] += 1;
        }
        Self { first, heads }
    }

    /// The Grundy value of a token on each vertex, or a directed cycle. O(vertices + arcs), by a
    /// depth-first search without recursion.
    fn grundy_values(&self) -> Result<Vec<u32>, Vec<u32>> {
        const NEW: u32 = u32::MAX;
        const OPEN: u32 = u32::MAX - 1;
        let vertices = self.first.len() - 1;
        let mut values = vec![NEW; vertices];
        let mut next = self.first[..vertices].to_vec();
        // seen[g] is the last vertex (from 1) with an option of value g.
        let mut seen: Vec<u32> = Vec::new();
        let mut path: Vec<u32> = Vec::new();
        for start in 0..vertices {
            if values[start] != NEW {
                continue;
            }
            values[start] = OPEN;
            path.push(start as u32);
            while let Some(&v) = path.last() {
                let (v, end) = (v as usize, self.first[v as usize + 1]);
                if next[v] < end {
                    let head = self.heads[next[v]];
                    next[v] += 1;
                    match values[head as usize] {
                        NEW => {
                            values[head as usize] = OPEN;
                            path.push(head);
                        }
                        OPEN => {
                            let from = path.iter().position(|&x| x == head).unwrap_or(0);
                            return Err(path.split_off(from));
                        }
                        _ => {}
                    }
                    continue;
                }
                for &head in &self.heads[self.first[v]..end] {
                    let value = values[head as usize] as usize;
                    if value >= seen.len() {
                        seen.resize(value + 1, 0);
                    }
                    seen[value] = v as u32 + 1;
                }
                let mex = seen.iter().position(|&last| last != v as u32 + 1);
                values[v] = mex.unwrap_or(seen.len()) as u32;
                path.pop();
            }
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::super::brute::{refusal, run, wins};
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
