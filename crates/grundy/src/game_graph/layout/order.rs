//! The order of the vertices in each layer: few crossings by sweeps and by swaps of neighbours.

use super::Layered;
use crate::context::{Context, Stop};
use crate::sorting;

/// Sweeps down and up from one beginning.
const SWEEPS: usize = 20;

/// Graphs with so many arc pieces are begun in one way only, and swept less often.
const MIN_PIECES_FOR_ONE_START: usize = 6000;

/// Graphs with at most so many arc pieces are also begun in shuffled orders.
const MAX_PIECES_FOR_SHUFFLES: usize = 600;

/// How many shuffled orders are tried.
const SHUFFLES: u64 = 12;

/// Sorts the layers of `graph`.
///
/// A vertex goes to the mean or the median place of its neighbours in the layer swept before
/// (Sugiyama 1981; Eades and Wormald 1994); then neighbours are swapped as long as that helps
/// (Gansner and others 1993). The best order met is kept.
pub fn order(graph: &mut Layered, context: &Context<'_>) -> Result<(), Stop> {
    let segments = graph.segments();
    let sweeps =
        (SWEEPS * MIN_PIECES_FOR_ONE_START / segments.max(MIN_PIECES_FOR_ONE_START)).max(4);
    let mut best: Option<(usize, Vec<Vec<usize>>)> = None;
    let mut search = Search { graph, context, sweeps, best: &mut best };
    search.begin(walk(search.graph, false));
    search.sweep(false)?;
    if segments < MIN_PIECES_FOR_ONE_START {
        search.begin(walk(search.graph, true));
        search.sweep(true)?;
        search.begin(walk(search.graph, true));
        search.sweep(false)?;
    }
    if segments <= MAX_PIECES_FOR_SHUFFLES {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        for _ in 0..SHUFFLES {
            if search.best.as_ref().is_some_and(|best| best.0 == 0) {
                break;
            }
            let mut order = walk(search.graph, false);
            order.iter_mut().for_each(|layer| shuffle(layer, &mut state));
            search.begin(order);
            search.sweep(state & 1 == 0)?;
        }
    }
    if let Some((_, order)) = best {
        graph.order = order;
    }
    Ok(())
}

/// The layers in the order of a depth-first walk from the top; branches are taken from the left
/// or from the right.
fn walk(graph: &Layered, from_right: bool) -> Vec<Vec<usize>> {
    let mut order = vec![Vec::new(); graph.order.len()];
    let mut seen = vec![false; graph.layer.len()];
    let layer = &graph.layer;
    let roots = sorting::order(layer.len(), &|a, b| layer[a].cmp(&layer[b]));
    for root in roots {
        let mut stack = vec![root];
        while let Some(vertex) = stack.pop() {
            if std::mem::replace(&mut seen[vertex], true) {
                continue;
            }
            order[graph.layer[vertex]].push(vertex);
            if from_right {
                stack.extend(&graph.down[vertex]);
            } else {
                stack.extend(graph.down[vertex].iter().rev());
            }
        }
    }
    order
}

/// Fisher and Yates with the steps of xorshift (Marsaglia 2003): the same order on every machine.
fn shuffle(layer: &mut [usize], state: &mut u64) {
    for i in (1..layer.len()).rev() {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        layer.swap(i, (*state % (i as u64 + 1)) as usize);
    }
}

struct Search<'a, 'c> {
    graph: &'a mut Layered,
    context: &'a Context<'c>,
    sweeps: usize,
    best: &'a mut Option<(usize, Vec<Vec<usize>>)>,
}

impl Search<'_, '_> {
    fn begin(&mut self, order: Vec<Vec<usize>>) {
        self.graph.order = order;
        self.keep();
    }

    /// Remembers the present order if it is the best so far; tells its crossings.
    fn keep(&mut self) -> usize {
        let crossings = crossings(self.graph);
        if self.best.as_ref().is_none_or(|best| crossings < best.0) {
            *self.best = Some((crossings, self.graph.order.clone()));
        }
        crossings
    }

    fn sweep(&mut self, median: bool) -> Result<(), Stop> {
        let layers = self.graph.order.len();
        let (mut least, mut idle) = (usize::MAX, 0);
        for sweep in 0..self.sweeps {
            self.context.look("looking for few crossings", sweep as u64)?;
            let mut positions = self.graph.positions();
            let down = sweep % 2 == 0;
            let fixed_first = if down { 1..layers } else { 0..layers.saturating_sub(1) };
            for i in fixed_first {
                let layer = if down { i } else { layers - 2 - i };
                let graph = &mut *self.graph;
                let neighbours = if down { &graph.up } else { &graph.down };
                let mut keyed: Vec<(f64, usize)> = graph.order[layer]
                    .iter()
                    .map(|&vertex| {
                        let place = middle(&neighbours[vertex], &positions, median);
                        (place.unwrap_or(positions[vertex] as f64), vertex)
                    })
                    .collect();
                // Stable, but every other pair of sweeps turns equal ones round.
                if sweep % 4 >= 2 {
                    keyed.reverse();
                }
                sorting::sort_measured(&mut keyed);
                for (position, &(_, vertex)) in keyed.iter().enumerate() {
                    graph.order[layer][position] = vertex;
                    positions[vertex] = position;
                }
            }
            swap_neighbours(self.graph, &mut positions, self.context)?;
            let crossings = self.keep();
            idle = if crossings < least { 0 } else { idle + 1 };
            least = least.min(crossings);
            if crossings == 0 || idle >= 6 {
                break;
            }
        }
        Ok(())
    }
}

/// The mean or the median place of some vertices; `None` if there are none.
fn middle(vertices: &[usize], positions: &[usize], median: bool) -> Option<f64> {
    let count = vertices.len();
    if count == 0 {
        return None;
    }
    if !median {
        let sum: usize = vertices.iter().map(|&vertex| positions[vertex]).sum();
        return Some(sum as f64 / count as f64);
    }
    let mut places: Vec<usize> = vertices.iter().map(|&vertex| positions[vertex]).collect();
    places.sort_unstable();
    Some((places[(count - 1) / 2] + places[count / 2]) as f64 / 2.0)
}

/// Swaps neighbours in the layers as long as that lessens the crossings.
fn swap_neighbours(
    graph: &mut Layered,
    positions: &mut [usize],
    context: &Context<'_>,
) -> Result<(), Stop> {
    for _ in 0..8 {
        let mut changed = false;
        for layer in 0..graph.order.len() {
            context.look("swapping neighbours", layer as u64)?;
            for i in 1..graph.order[layer].len() {
                let (a, b) = (graph.order[layer][i - 1], graph.order[layer][i]);
                let count = |neighbours: &[Vec<usize>]| {
                    pair_crossings(&neighbours[a], &neighbours[b], positions)
                };
                let ((up, up_swapped), (down, down_swapped)) =
                    (count(&graph.up), count(&graph.down));
                if up_swapped + down_swapped < up + down {
                    graph.order[layer].swap(i - 1, i);
                    positions[a] = i;
                    positions[b] = i - 1;
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    Ok(())
}

/// Crossings of the arcs of two vertices if the first stands left, and if it stands right.
fn pair_crossings(a: &[usize], b: &[usize], positions: &[usize]) -> (usize, usize) {
    let (mut left, mut right) = (0, 0);
    for &x in a {
        for &y in b {
            left += usize::from(positions[x] > positions[y]);
            right += usize::from(positions[x] < positions[y]);
        }
    }
    (left, right)
}

/// The crossings between neighbouring layers: inversions, counted by a Fenwick tree.
fn crossings(graph: &Layered) -> usize {
    let positions = graph.positions();
    let mut count = 0;
    for pair in graph.order.windows(2) {
        let mut tree = vec![0usize; pair[1].len() + 1];
        let mut seen = 0;
        for &vertex in &pair[0] {
            let mut ends: Vec<usize> = graph.down[vertex].iter().map(|&v| positions[v]).collect();
            ends.sort_unstable();
            for &end in &ends {
                // Earlier arcs that end at `end` or further left do not cross this one.
                let (mut i, mut apart) = (end + 1, 0);
                while i > 0 {
                    apart += tree[i];
                    i &= i - 1;
                }
                count += seen - apart;
            }
            for end in ends {
                seen += 1;
                let mut i = end + 1;
                while i < tree.len() {
                    tree[i] += 1;
                    i += i & i.wrapping_neg();
                }
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_graph::layout::Diagram;

    fn layered(layers: Vec<usize>, arcs: Vec<(usize, usize)>) -> Layered {
        let diagram = Diagram { sizes: vec![(10.0, 10.0); layers.len()], layers, arcs };
        let mut graph = Layered::new(&diagram, 0, &Context::default()).unwrap();
        graph.order = walk(&graph, false);
        graph
    }

    #[test]
    fn crossings_are_counted() {
        let all = (0..3).flat_map(|a| (3..6).map(move |b| (a, b))).collect();
        let mut graph = layered(vec![0, 0, 0, 1, 1, 1], all);
        assert_eq!(crossings(&graph), 9);
        order(&mut graph, &Context::default()).unwrap();
        assert_eq!(crossings(&graph), 9);
    }

    #[test]
    fn crossings_that_can_be_avoided_are() {
        // A path that zigzags between two layers, its vertices numbered at random.
        let arcs = vec![(2, 5), (0, 5), (0, 7), (3, 7), (3, 4), (1, 4), (1, 6)];
        let mut graph = layered(vec![0, 0, 0, 0, 1, 1, 1, 1], arcs);
        order(&mut graph, &Context::default()).unwrap();
        assert_eq!(crossings(&graph), 0);
        let mut all: Vec<usize> = graph.order.concat();
        all.sort_unstable();
        assert_eq!(all, (0..8).collect::<Vec<_>>());
    }
}
