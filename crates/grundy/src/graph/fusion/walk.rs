//! A depth-first walk through the core of a pruned graph: which of its edges are bridges.

use super::NONE;
use super::pruned::Pruned;
use crate::context::{Context, Stop};

/// A vertex of the core, by its number in the order of discovery.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The vertex in the graph.
    pub vertex: u32,
    /// The number of the vertex it was found from; of the root [`NONE`].
    pub parent: u32,
    /// The edge it was found by.
    pub by: u32,
    /// How many other edges join the vertices found from here on (itself among them) with earlier
    /// ones: if there are none, `by` is a bridge.
    pub crossing: u32,
    /// The nim-sum of what hangs on this vertex and on those fused with it above.
    pub hung: u32,
}

/// An edge of the core that the walk did not take. Its ends are numbers of vertices: `top` was found
/// first, and on the way to `bottom`.
#[derive(Clone, Copy, Debug)]
pub struct Back {
    pub bottom: u32,
    pub top: u32,
    pub edge: u32,
}

/// The walk.
#[derive(Debug, Default)]
pub struct Walk {
    /// The vertices in the order of discovery; the root is there even if it has no edge.
    pub steps: Vec<Step>,
    /// The edges not taken, if they were asked for.
    pub backs: Vec<Back>,
    /// How many they are.
    pub back_count: usize,
    /// Whether two edges join the same two vertices.
    pub parallel: bool,
}

/// A vertex on the way back to the root.
struct Visit {
    number: u32,
    /// Where its edges are looked at next, and where they end.
    next: u32,
    end: u32,
}

const DOING: &str = "walking through the graph";

impl Walk {
    /// Walks from `root` through what is not pruned. From here on `by` of the vertices found is
    /// their number, from 1, and 0 of those not found.
    ///
    /// # Complexity
    /// O(n + m).
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn new(
        pruned: &mut Pruned,
        edges: &[(u32, u32)],
        left: impl Iterator<Item = u32>,
        root: u32,
        keep_backs: bool,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut walk = Self::default();
        if root as usize >= pruned.nodes.len() {
            return Ok(walk);
        }
        let mut arcs = arcs(pruned, edges, left, context)?;
        // The way back to the root, and for every vertex on it the edges still to be taken.
        let mut path = Vec::new();
        path.extend(walk.enter(pruned, &mut arcs, root, NONE, NONE, keep_backs));
        let mut looked_at = 0u64;
        while let Some(visit) = path.last_mut() {
            if visit.next == visit.end {
                path.pop();
                continue;
            }
            looked_at += 1;
            context.tick(DOING, looked_at)?;
            let (v, e) = arcs[visit.next as usize];
            visit.next += 1;
            if pruned.nodes[v as usize].by == 0 {
                let from = visit.number;
                path.extend(walk.enter(pruned, &mut arcs, v, from, e, keep_backs));
            }
        }
        walk.fuse(context)?;
        Ok(walk)
    }

    /// Finds a vertex. All its edges are looked at once, together: those to vertices found already
    /// are done with, the others stay, as they may lead on.
    fn enter(
        &mut self,
        pruned: &mut Pruned,
        arcs: &mut [(u32, u32)],
        vertex: u32,
        parent: u32,
        by: u32,
        keep_backs: bool,
    ) -> Option<Visit> {
        let number = self.steps.len() as u32;
        let node = &mut pruned.nodes[vertex as usize];
        let (start, end) = (node.below - node.degree, node.below);
        node.by = number + 1;
        // From now on `degree` is the last vertex found that has an edge to here.
        node.degree = NONE;
        let mut step = Step { vertex, parent, by, crossing: 0, hung: node.hung };
        if let Some(below) = self.steps.get(parent as usize) {
            pruned.nodes[below.vertex as usize].degree = number;
        }
        let mut kept = start;
        for i in start..end {
            let (v, edge) = arcs[i as usize];
            let node = &mut pruned.nodes[v as usize];
            if node.by == 0 {
                arcs[kept as usize] = (v, edge);
                kept += 1;
            } else if edge != by {
                // Whatever was found already and not from here lies on the way here.
                let top = node.by - 1;
                self.parallel |= node.degree == number;
                node.degree = number;
                step.crossing += 1;
                step.hung ^= 1;
                let crossing = &mut self.steps[top as usize].crossing;
                *crossing = crossing.wrapping_sub(1);
                self.back_count += 1;
                if keep_backs {
                    self.backs.push(Back { bottom: number, top, edge });
                }
            }
        }
        self.steps.push(step);
        (kept > start).then_some(Visit { number, next: start, end: kept })
    }

    /// Sums up `crossing` and `hung` towards the root.
    ///
    /// Fusion principle: the ends of an edge that is no bridge may be made one vertex, the edge a
    /// loop of value 1. Colon principle: a bridge to a vertex of value g is worth g+1.
    fn fuse(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        for v in (1..self.steps.len()).rev() {
            context.tick(DOING, v as u64)?;
            let Step { parent, crossing, hung, .. } = self.steps[v];
            let below = &mut self.steps[parent as usize];
            below.crossing = below.crossing.wrapping_add(crossing);
            below.hung ^= if crossing == 0 { hung + 1 } else { hung ^ 1 };
        }
        Ok(())
    }
}

/// The edges at each vertex that is not pruned: those of v end before `below` of v and are `degree`
/// of v in number. Also sets `by` to 0, for a vertex not found yet.
fn arcs(
    pruned: &mut Pruned,
    edges: &[(u32, u32)],
    left: impl Iterator<Item = u32>,
    context: &Context<'_>,
) -> Result<Vec<(u32, u32)>, Stop> {
    let mut total = 0u32;
    let mut core = 0;
    for node in &mut pruned.nodes {
        if node.degree > 0 {
            node.below = total;
            node.by = 0;
            total += node.degree;
            core += 1;
        }
    }
    let bytes = 8 * u64::from(total) + 36 * core + 6 * u64::from(total);
    context.check_memory(bytes, || DOING.into())?;
    let mut arcs = vec![(0, 0); total as usize];
    if total == 0 {
        return Ok(arcs);
    }
    for (step, e) in (0u64..).zip(left) {
        context.tick(DOING, step)?;
        let (u, v) = edges[e as usize];
        let there = |x: u32| pruned.nodes[x as usize].degree > 0;
        if u == v || !there(u) || !there(v) {
            continue;
        }
        for (at, to) in [(u, v), (v, u)] {
            let next = &mut pruned.nodes[at as usize].below;
            arcs[*next as usize] = (to, e);
            *next += 1;
        }
    }
    Ok(arcs)
}
