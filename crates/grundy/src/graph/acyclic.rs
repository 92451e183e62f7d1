//! Grundy values of all vertices of a directed acyclic graph.

use super::Digraph;
use super::digraph::Direction;
use super::grundy_values::{GrundyValues, IN_HASH_TABLE};
use crate::context::{Context, Stop};
use crate::outcome::Play;

/// While the values are sought: the vertex was not reached yet, or a path leads through it.
const NEW: u8 = u8::MAX;
const ON_PATH: u8 = u8::MAX - 1;

/// What ended the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoValues {
    /// A directed cycle, its first vertex repeated at the end.
    Cycle(Vec<u32>),
    /// A limit, or cancelled.
    Stop(Stop),
}

/// The Grundy values of all vertices: the value of a vertex is the mex of the values of the
/// vertices its arcs lead to. The greatest is below sqrt(2m) + 1, because a vertex of value g
/// has below it vertices of values 0, …, g-1 with 1 + 2 + … + g arcs in all.
///
/// # Complexity
/// O(n + m): one sweep in the order of the vertices if all arcs agree with it, else one depth-first
/// search without recursion. Space: a byte a vertex, 8 bytes a vertex on the longest path.
///
/// # Errors
/// A directed cycle if there is one.
///
/// # Literature
/// R. Sprague 1935, P. M. Grundy 1939.
pub fn values(graph: &Digraph, context: &Context<'_>) -> Result<GrundyValues, NoValues> {
    values_in(graph, Play::Normal, context)
}

/// The same for misère play: the misère Grundy value of a vertex without arcs is 1, of any other
/// one it is the mex as before. A token is P iff it is 0.
///
/// # Complexity
/// As [`values`].
///
/// # Errors
/// As there.
pub fn misere_values(graph: &Digraph, context: &Context<'_>) -> Result<GrundyValues, NoValues> {
    values_in(graph, Play::Misere, context)
}

fn values_in(graph: &Digraph, play: Play, context: &Context<'_>) -> Result<GrundyValues, NoValues> {
    let n = graph.vertices() as u32;
    let mut values = GrundyValues { bytes: vec![NEW; n as usize], ..GrundyValues::default() };
    let finished = u32::from(play == Play::Misere);
    let mut mex = Mex { finished, met: Vec::new() };
    match graph.direction() {
        Direction::Up => sweep(graph, (0..n).rev(), &mut values, &mut mex, context)?,
        Direction::Down => sweep(graph, 0..n, &mut values, &mut mex, context)?,
        Direction::Mixed => search(graph, &mut values, &mut mex, context)?,
    }
    Ok(values)
}

impl From<Stop> for NoValues {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

/// Values in an order that has every vertex behind those its arcs lead to.
fn sweep(
    graph: &Digraph,
    order: impl Iterator<Item = u32>,
    values: &mut GrundyValues,
    mex: &mut Mex,
    context: &Context<'_>,
) -> Result<(), Stop> {
    for (step, v) in (0..).zip(order) {
        context.tick("finding Grundy values of vertices", step)?;
        let value = mex.of(v, graph.heads(v), values);
        values.set(v, value);
    }
    Ok(())
}

fn search(
    graph: &Digraph,
    values: &mut GrundyValues,
    mex: &mut Mex,
    context: &Context<'_>,
) -> Result<(), NoValues> {
    let mut path: Vec<(u32, u32)> = Vec::new();
    let mut steps = 0;
    for start in 0..graph.vertices() as u32 {
        if values.bytes[start as usize] != NEW {
            continue;
        }
        values.bytes[start as usize] = ON_PATH;
        path.push((start, 0));
        'path: while let Some((vertex, next)) = path.last_mut() {
            steps += 1;
            context.tick("finding Grundy values of vertices", steps)?;
            let vertex = *vertex;
            let heads = graph.heads(vertex);
            for (i, &head) in heads.iter().enumerate().skip(*next as usize) {
                match values.bytes[head as usize] {
                    NEW if graph.heads(head).is_empty() => {
                        values.bytes[head as usize] = mex.finished as u8;
                    }
                    NEW => {
                        *next = i as u32 + 1;
                        values.bytes[head as usize] = ON_PATH;
                        path.push((head, 0));
                        continue 'path;
                    }
                    ON_PATH => {
                        let first = path.iter().position(|&(v, _)| v == head).unwrap_or(0);
                        let cycle = path[first..].iter().map(|&(v, _)| v).chain([head]);
                        return Err(NoValues::Cycle(cycle.collect()));
                    }
                    _ => {}
                }
            }
            let value = mex.of(vertex, heads, values);
            values.set(vertex, value);
            path.pop();
        }
    }
    Ok(())
}

/// Finds least excluded values: by the bits of a word, by marks from 64 on.
struct Mex {
    /// The value of a vertex without arcs.
    finished: u32,
    /// For each value the vertex that met it last, plus 1: nothing is ever cleared.
    met: Vec<u32>,
}

impl Mex {
    #[inline]
    fn of(&mut self, vertex: u32, heads: &[u32], values: &GrundyValues) -> u32 {
        if heads.is_empty() {
            return self.finished;
        }
        let mut set = 0u64;
        for &head in heads {
            let value = values.bytes[head as usize];
            if value < 64 {
                set |= 1 << value;
            }
        }
        if set != u64::MAX { set.trailing_ones() } else { self.large(vertex, heads, values) }
    }

    #[cold]
    fn large(&mut self, vertex: u32, heads: &[u32], values: &GrundyValues) -> u32 {
        for &head in heads {
            let value = match values.bytes[head as usize] {
                IN_HASH_TABLE => values.large[&head] as usize,
                byte => byte as usize,
            };
            // No value above the number of arcs is ever missed.
            if value <= heads.len() {
                if self.met.len() <= value {
                    self.met.resize(value + 1, 0);
                }
                self.met[value] = vertex + 1;
            }
        }
        self.met.iter().take_while(|&&by| by == vertex + 1).count() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values by the definition, from the greatest vertex down in an order given.
    fn plain(n: u32, arcs: &[(u32, u32)], order: &[u32]) -> Vec<u32> {
        let mut values = vec![0; n as usize];
        for &v in order {
            let met: Vec<u32> =
                arcs.iter().filter(|arc| arc.0 == v).map(|arc| values[arc.1 as usize]).collect();
            values[v as usize] = (0..).find(|value| !met.contains(value)).unwrap();
        }
        values
    }

    #[test]
    fn values_are_those_of_the_definition_in_every_direction() {
        let mut rng = fastrand::Rng::with_seed(7);
        let mut random = move |below: u32| rng.u32(..below);
        for round in 0..300 {
            let n = 2 + random(30);
            // A random order of the vertices, or the order of their numbers up or down.
            let mut order: Vec<u32> = (0..n).collect();
            match round % 3 {
                0 => (1..n).for_each(|i| order.swap(i as usize, random(i + 1) as usize)),
                1 => order.reverse(),
                _ => {}
            }
            let arcs: Vec<(u32, u32)> = (0..random(4 * n))
                .map(|_| (random(n), random(n)))
                .filter(|(i, j)| i != j)
                .map(|(i, j)| (order[i.max(j) as usize], order[i.min(j) as usize]))
                .collect();
            let graph = Digraph::new(n as usize, &arcs);
            let values = values(&graph, &Context::default()).unwrap();
            assert!(values.iter().eq(plain(n, &arcs, &order)), "{arcs:?}");
        }
    }

    #[test]
    fn large_values_are_found() {
        let arcs: Vec<(u32, u32)> = (0..400).flat_map(|v| (0..v).map(move |w| (v, w))).collect();
        let graph = Digraph::new(400, &arcs);
        assert!(values(&graph, &Context::default()).unwrap().iter().eq(0..400));
        // The same with numbers mixed, so that the search does it.
        let mixed = |v: u32| v * 171 % 400;
        let arcs: Vec<_> = arcs.iter().map(|&(v, w)| (mixed(v), mixed(w))).collect();
        let graph = Digraph::new(400, &arcs);
        let values = values(&graph, &Context::default()).unwrap();
        assert!((0..400).all(|v| values.get(mixed(v)) == v));
    }

    #[test]
    fn a_cycle_is_returned() {
        for (arcs, cycle) in [
            (vec![(0, 0)], vec![0, 0]),
            (vec![(0, 1), (1, 2), (2, 1)], vec![1, 2, 1]),
            (vec![(3, 1), (1, 0), (0, 3)], vec![0, 3, 1, 0]),
        ] {
            let graph = Digraph::new(4, &arcs);
            let error = values(&graph, &Context::default()).unwrap_err();
            assert_eq!(error, NoValues::Cycle(cycle));
        }
    }

    #[test]
    fn example_of_values() {
        use crate::context::Context;
        use crate::graph::{Digraph, acyclic};
        let graph = Digraph::new(3, &[(0, 1), (1, 2), (0, 2)]);
        let values = acyclic::values(&graph, &Context::default()).unwrap();
        assert!(values.iter().eq([2, 1, 0]));
    }
}
