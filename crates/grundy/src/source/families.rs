//! Graphs of known families: `cycle(12)` in the place of a list of edges.

use super::MAX_VERTEX;
use crate::nat::{Nat, to_u64};
use crate::syntax::{Arg, ArgKind, Component, ReadError, Span};

/// Families of graphs that can be named in lists of edges.
///
/// The vertices are numbered from 1. Where arcs are asked for, each goes from the smaller number to the larger
/// one, except the last one of a cycle, which leads back to its first vertex.
///
/// | text | graph |
/// |---|---|
/// | `path(n)`, `path(a..b)` | 1-2-…-n, or a-…-b |
/// | `cycle(n)`, `cycle(a..b)` | the path with its ends joined; at least 3 vertices |
/// | `complete(n)`, `complete(a..b)` | every two vertices joined |
/// | `bipartite(m,n)` | every one of 1…m joined to every one of m+1…m+n |
/// | `star(n)` | 1 joined to 2…n+1 |
/// | `wheel(n)` | 1 joined to every vertex of a cycle 2…n+1 |
/// | `grid(m,n)` | m rows of n vertices, row by row, neighbours joined |
/// | `cube(d)` | the 2^d words of d bits; v stands for the word of v-1; words that differ in one bit are joined |
/// | `tree(b,h)` | a root 1, every vertex above depth h with b children, numbered level by level |
/// | `petersen` | 1…5 a cycle, 6…10 a pentagram, v joined to v+5 |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GraphFamily {
    Path,
    Cycle,
    Complete,
    Bipartite,
    Star,
    Wheel,
    Grid,
    Cube,
    Tree,
    Petersen,
}

use GraphFamily::*;

/// The families by name, with an example of each.
const FAMILIES: [(&str, GraphFamily, &str); 10] = [
    ("path", Path, "path(5)"),
    ("cycle", Cycle, "cycle(5)"),
    ("complete", Complete, "complete(5)"),
    ("bipartite", Bipartite, "bipartite(3,4)"),
    ("star", Star, "star(5)"),
    ("wheel", Wheel, "wheel(5)"),
    ("grid", Grid, "grid(3,4)"),
    ("cube", Cube, "cube(3)"),
    ("tree", Tree, "tree(2,3)"),
    ("petersen", Petersen, "petersen"),
];

/// A graph of a family has at most so many edges.
const MAX_EDGES: u64 = 10_000_000;

/// Whether the argument names a graph of a family.
pub(crate) fn names_graph(arg: &Arg) -> bool {
    arg.item().and_then(family).is_some()
}

fn family(item: &Component) -> Option<(GraphFamily, &'static str)> {
    let name = item.name()?;
    let found = FAMILIES.iter().find(|(own, ..)| *own == name);
    found.map(|&(_, family, example)| (family, example))
}

/// The edges of the graph that an argument names; `None` if it names none.
///
/// # Complexity
/// O(edges) time and space.
///
/// # Errors
/// [`ReadError`]: other numbers belong there, or there are more than 10^7 edges.
pub(crate) fn edges(arg: &Arg) -> Result<Option<Vec<(u32, u32)>>, ReadError> {
    let Some((item, (family, example))) = arg.item().and_then(|item| Some((item, family(item)?)))
    else {
        return Ok(None);
    };
    let expected = || {
        let name = item.name().unwrap_or_default();
        ReadError::domain(format!("{name} takes {}", family.takes()), arg.span)
            .help(format!("expected {example}"))
    };
    if item.params.is_some() || item.entailed {
        return Err(expected());
    }
    let list = match &item.args {
        None => &[],
        Some(args) => args.single().ok_or_else(expected)?,
    };
    let numbers = family.numbers(list, arg.span)?.ok_or_else(expected)?;
    let fits = family.size(&numbers).filter(|&(vertices, edges)| {
        vertices <= u128::from(MAX_VERTEX) && edges <= u128::from(MAX_EDGES)
    });
    if fits.is_none() {
        return Err(ReadError::limit("this graph has too many edges", arg.span)
            .help("graphs of a family have at most 10^7 edges; larger ones are read from files"));
    }
    Ok(Some(family.list(&numbers)))
}

impl GraphFamily {
    /// What belongs into its parentheses.
    const fn takes(self) -> &'static str {
        match self {
            Path | Complete => "two vertices at least",
            Cycle => "three vertices at least",
            Star | Cube => "a number from 1 on",
            Wheel => "a number from 3 on",
            Bipartite | Tree => "two numbers from 1 on",
            Grid => "two numbers from 1 on, not both 1",
            Petersen => "no numbers",
        }
    }

    /// The numbers of the argument: first and last vertex, or sizes; `None` if others belong there.
    fn numbers(self, list: &[Arg], span: Span) -> Result<Option<Vec<u64>>, ReadError> {
        let number = |n: &Nat| {
            let small = to_u64(n).filter(|&n| n <= u64::from(MAX_VERTEX));
            small.ok_or_else(|| ReadError::limit("this graph is too large", span))
        };
        let mut numbers = Vec::new();
        for arg in list {
            match &arg.kind {
                ArgKind::Number(n) => numbers.push(number(n)?),
                ArgKind::Range { from, to, step } if *step == Nat::ONE && list.len() == 1 => {
                    numbers = vec![number(from)?, number(to)?];
                    let vertices = (numbers[1] + 1).saturating_sub(numbers[0]);
                    let fits = match self {
                        Path | Complete => vertices >= 2,
                        Cycle => vertices >= 3,
                        _ => false,
                    };
                    return Ok(fits.then_some(numbers));
                }
                _ => return Ok(None),
            }
        }
        Ok(match (self, &*numbers) {
            (Path | Complete, &[n]) if n >= 2 => Some(vec![1, n]),
            (Cycle, &[n]) if n >= 3 => Some(vec![1, n]),
            (Star | Cube, &[n]) if n >= 1 => Some(numbers),
            (Wheel, &[n]) if n >= 3 => Some(numbers),
            (Bipartite | Tree, &[m, n]) if m >= 1 && n >= 1 => Some(numbers),
            (Grid, &[m, n]) if m >= 1 && n >= 1 && m.max(n) >= 2 => Some(numbers),
            (Petersen, []) => Some(numbers),
            _ => None,
        })
    }

    /// The greatest vertex and how many edges there are; `None` for far too many.
    fn size(self, numbers: &[u64]) -> Option<(u128, u128)> {
        let [a, b] = [0, 1].map(|i| u128::from(numbers.get(i).copied().unwrap_or(0)));
        Some(match self {
            Path => (b, b - a),
            Cycle => (b, b - a + 1),
            Complete => (b, (b - a + 1) * (b - a) / 2),
            Bipartite => (a + b, a * b),
            Star => (a + 1, a),
            Wheel => (a + 1, 2 * a),
            Grid => (a * b, a * (b - 1) + (a - 1) * b),
            Cube if a < 32 => (1 << a, a << (a - 1)),
            Cube => return None,
            Tree => {
                let mut level: u128 = 1;
                let mut vertices: u128 = 1;
                for _ in 0..b.min(64) {
                    level = level.checked_mul(a)?;
                    vertices = vertices.checked_add(level)?;
                }
                if b > 64 && a > 1 {
                    return None;
                }
                if a == 1 {
                    vertices = b + 1;
                }
                (vertices, vertices - 1)
            }
            Petersen => (10, 15),
        })
    }

    /// The edges, the smaller number first except where a cycle closes.
    fn list(self, numbers: &[u64]) -> Vec<(u32, u32)> {
        let [a, b] = [0, 1].map(|i| numbers.get(i).copied().unwrap_or(0) as u32);
        let path = |from: u32, to: u32| (from..to).map(|v| (v, v + 1));
        let all =
            |from: u32, to: u32| (from..=to).flat_map(move |u| (u + 1..=to).map(move |v| (u, v)));
        match self {
            Path => path(a, b).collect(),
            Cycle => path(a, b).chain([(b, a)]).collect(),
            Complete => all(a, b).collect(),
            Bipartite => (1..=a).flat_map(|u| (a + 1..=a + b).map(move |v| (u, v))).collect(),
            Star => (2..=a + 1).map(|v| (1, v)).collect(),
            Wheel => {
                (2..=a + 1).map(|v| (1, v)).chain(path(2, a + 1)).chain([(a + 1, 2)]).collect()
            }
            Grid => (1..=a * b)
                .flat_map(|v| {
                    let beside = ((v - 1) % b + 1 < b).then_some((v, v + 1));
                    let below = (v + b <= a * b).then_some((v, v + b));
                    beside.into_iter().chain(below)
                })
                .collect(),
            Cube => (0..1u32 << a)
                .flat_map(|v| {
                    let free = (0..a).filter(move |bit| v >> bit & 1 == 0);
                    free.map(move |bit| (v + 1, (v | 1 << bit) + 1))
                })
                .collect(),
            // The children of v are a*(v-1)+2 … a*v+1.
            Tree => (2..=self.size(numbers).map_or(1, |(vertices, _)| vertices as u32))
                .map(|v| ((v - 2) / a + 1, v))
                .collect(),
            Petersen => {
                let star = [(6, 8), (7, 9), (8, 10), (9, 6), (10, 7)];
                let outer = path(1, 5).chain([(5, 1)]);
                outer.chain(star).chain((1..=5).map(|v| (v, v + 5))).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;
    use std::collections::BTreeSet;

    fn of(text: &str) -> Result<Option<Vec<(u32, u32)>>, ReadError> {
        let sum = parse(&format!("g(edges({text}))")).unwrap();
        let list = sum[0].args.as_ref().unwrap().groups[0][0].item().unwrap().args.clone();
        edges(&list.unwrap().groups[0][0])
    }

    /// The number of vertices, the degrees with how often each occurs, and the length of a shortest cycle.
    fn invariants(text: &str) -> (usize, Vec<(usize, usize)>, Option<usize>) {
        let edges = of(text).unwrap().unwrap();
        let vertices: BTreeSet<u32> = edges.iter().flat_map(|&(u, v)| [u, v]).collect();
        let distinct: BTreeSet<(u32, u32)> =
            edges.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
        assert_eq!(distinct.len(), edges.len(), "{text}: an edge stands twice");
        let near = |v: u32| {
            distinct.iter().filter_map(move |&(a, b)| match v {
                _ if v == a => Some(b),
                _ if v == b => Some(a),
                _ => None,
            })
        };
        let mut degrees: Vec<usize> = vertices.iter().map(|&v| near(v).count()).collect();
        degrees.sort_unstable();
        let degrees = degrees.chunk_by(|a, b| a == b).map(|run| (run[0], run.len())).collect();
        // The shortest way between the ends of an edge without the edge itself.
        let girth = distinct.iter().filter_map(|&(a, b)| {
            let mut seen = vec![(a, 0, 0)];
            let mut at = 0;
            while at < seen.len() {
                let (v, from, far) = seen[at];
                at += 1;
                for next in near(v) {
                    if (v, next) == (a, b) || next == from {
                        continue;
                    }
                    if next == b {
                        return Some(far + 2);
                    }
                    if seen.iter().all(|&(old, ..)| old != next) {
                        seen.push((next, v, far + 1));
                    }
                }
            }
            None
        });
        (vertices.len(), degrees, girth.min())
    }

    #[test]
    fn graphs_have_the_degrees_and_cycles_of_their_family() {
        for (text, vertices, degrees, girth) in [
            ("path(5)", 5, vec![(1, 2), (2, 3)], None),
            ("path(0..5)", 6, vec![(1, 2), (2, 4)], None),
            ("cycle(7)", 7, vec![(2, 7)], Some(7)),
            ("cycle(4..9)", 6, vec![(2, 6)], Some(6)),
            ("complete(2)", 2, vec![(1, 2)], None),
            ("complete(6)", 6, vec![(5, 6)], Some(3)),
            ("bipartite(3,4)", 7, vec![(3, 4), (4, 3)], Some(4)),
            ("star(5)", 6, vec![(1, 5), (5, 1)], None),
            ("wheel(5)", 6, vec![(3, 5), (5, 1)], Some(3)),
            ("grid(3,4)", 12, vec![(2, 4), (3, 6), (4, 2)], Some(4)),
            ("grid(1,4)", 4, vec![(1, 2), (2, 2)], None),
            ("grid(4,1)", 4, vec![(1, 2), (2, 2)], None),
            ("cube(1)", 2, vec![(1, 2)], None),
            ("cube(4)", 16, vec![(4, 16)], Some(4)),
            ("tree(2,3)", 15, vec![(1, 8), (2, 1), (3, 6)], None),
            ("tree(1,70)", 71, vec![(1, 2), (2, 69)], None),
            ("tree(3,2)", 13, vec![(1, 9), (3, 1), (4, 3)], None),
            ("petersen", 10, vec![(3, 10)], Some(5)),
        ] {
            assert_eq!(invariants(text), (vertices, degrees, girth), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_refused_with_what_belongs_there() {
        for (text, message, help) in [
            ("cycle(2)", "cycle takes three vertices at least", "expected cycle(5)"),
            ("cycle(3,4)", "cycle takes three vertices at least", "expected cycle(5)"),
            ("path", "path takes two vertices at least", "expected path(5)"),
            ("path(5..5)", "path takes two vertices at least", "expected path(5)"),
            ("path(9..2)", "path takes two vertices at least", "expected path(5)"),
            ("grid(1,1)", "grid takes two numbers from 1 on, not both 1", "expected grid(3,4)"),
            ("grid(1..4)", "grid takes two numbers from 1 on, not both 1", "expected grid(3,4)"),
            ("petersen(5)", "petersen takes no numbers", "expected petersen"),
            ("star[2](5)", "star takes a number from 1 on", "expected star(5)"),
        ] {
            let error = of(text).unwrap_err();
            assert_eq!((&*error.message, error.help.as_deref()), (message, Some(help)), "{text}");
        }
        for text in ["complete(10^5)", "cube(40)", "tree(2,100)", "path(10^30)", "grid(10^5,10^5)"]
        {
            assert_eq!(of(text).unwrap_err().kind, crate::syntax::ErrorKind::Limit, "{text}");
        }
        assert_eq!(of("nim(3)"), Ok(None));
        assert_eq!(of("path(10^6)").unwrap().unwrap().len(), 999_999);
    }
}
