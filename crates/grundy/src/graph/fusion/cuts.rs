//! The edges of a Hackenbush graph whose cutting leaves a wanted value.

use super::arms::beginnings;
use super::pairs::Classes;
use super::walk::Step;
use super::{Fusion, NONE};
use crate::context::{Context, Stop};

/// An edge to cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cut {
    /// The least edge that falls, once it is known.
    least: u32,
    /// Of bridges, their place in an order from the ground up; [`NONE`] of other edges, with which
    /// nothing else falls.
    rank: u32,
    edge: u32,
}

impl Cut {
    fn alone(edge: u32) -> Self {
        Self { least: NONE, rank: NONE, edge }
    }

    /// The edge.
    pub fn edge(&self) -> u32 {
        self.edge
    }

    /// Whether other edges may fall with it.
    pub fn is_bridge(&self) -> bool {
        self.rank != NONE
    }
}

/// The edges whose cutting leaves a wanted value.
#[derive(Debug)]
pub struct Cuts<'a, L> {
    fusion: Fusion<'a, L>,
    cuts: Vec<Cut>,
}

const DOING: &str = "finding the edges to cut";

impl<'a, L: Iterator<Item = u32> + Clone> Cuts<'a, L> {
    /// The edges whose cutting makes the whole worth `target`.
    pub(super) fn new(
        mut fusion: Fusion<'a, L>,
        target: u32,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let mut cuts = Vec::new();
        if !fusion.walk.steps.is_empty() && target != NONE {
            let needed = Needed::new(&fusion, target, &mut cuts, context)?;
            if needed.somewhere(&fusion.walk.steps) {
                needed.cut_cycles(&fusion, &mut cuts, context)?;
            }
            needed.pass_on(&mut fusion, &mut cuts, context)?;
        }
        Ok(Self { fusion, cuts })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.cuts.len()
    }

    /// The edges, in no order.
    pub fn edges(&self) -> impl Iterator<Item = u32> {
        self.cuts.iter().map(|cut| cut.edge)
    }

    /// The first `max` by what is left: of two sets of edges the one that lacks the first edge they
    /// do not share, then by edge. `taken` is the edge really taken away for one that is no bridge.
    ///
    /// What falls with two edges is disjoint, or one contains the other: the least edge that falls
    /// decides, and where that is the same, more falls from the edge nearer to the ground.
    ///
    /// # Complexity
    /// O(n + m + max log max).
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn first(
        &self,
        max: usize,
        taken: impl Fn(u32) -> u32,
        context: &Context<'_>,
    ) -> Result<Vec<Cut>, Stop> {
        if max == 0 || self.cuts.is_empty() {
            return Ok(Vec::new());
        }
        let mut cuts = self.cuts.clone();
        let bridges = cuts.iter().any(Cut::is_bridge);
        let least = if bridges { self.least(context)? } else { Vec::new() };
        for cut in &mut cuts {
            cut.least = match cut.is_bridge() {
                true => least[self.above(cut.rank) as usize],
                false => taken(cut.edge),
            };
        }
        if max < cuts.len() {
            cuts.select_nth_unstable(max);
            cuts.truncate(max);
        }
        cuts.sort_unstable();
        Ok(cuts)
    }

    /// The vertex that a bridge leads to, seen from the ground.
    fn above(&self, rank: u32) -> u32 {
        let Fusion { walk, pruned, .. } = &self.fusion;
        match walk.steps.get(rank as usize) {
            Some(step) => step.vertex,
            None => pruned.order[walk.steps.len() + pruned.order.len() - 1 - rank as usize],
        }
    }

    /// The least edge that falls with the edge towards the ground, for the vertices behind bridges.
    fn least(&self, context: &Context<'_>) -> Result<Vec<u32>, Stop> {
        let Fusion { graph, walk, pruned } = &self.fusion;
        context.check_memory(4 * graph.vertices as u64, || DOING.into())?;
        let mut least = vec![NONE; graph.vertices];
        let lower = |least: &mut u32, edge: u32| *least = edge.min(*least);
        for &e in &pruned.loops {
            lower(&mut least[graph.edges[e as usize].0 as usize], e);
        }
        for back in &walk.backs {
            lower(&mut least[walk.steps[back.bottom as usize].vertex as usize], back.edge);
        }
        for (step, &v) in (0u64..).zip(&pruned.order) {
            context.tick(DOING, step)?;
            let node = &pruned.nodes[v as usize];
            lower(&mut least[v as usize], node.by);
            let here = least[v as usize];
            lower(&mut least[node.below as usize], here);
        }
        for (i, step) in walk.steps.iter().enumerate().skip(1).rev() {
            context.tick(DOING, i as u64)?;
            lower(&mut least[step.vertex as usize], step.by);
            let here = least[step.vertex as usize];
            lower(&mut least[walk.steps[step.parent as usize].vertex as usize], here);
        }
        Ok(least)
    }

    /// Tells `fall` for every bridge among `chosen`, by its index there, each edge that falls with
    /// it, itself among them.
    ///
    /// # Complexity
    /// O(n + m) and one call for every edge that falls with one.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn fallen(
        &self,
        chosen: &[Cut],
        mut fall: impl FnMut(usize, u32),
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let mut bridges: Vec<(u32, usize)> = (0..)
            .zip(chosen)
            .filter(|(_, cut)| cut.is_bridge())
            .map(|(i, c)| (c.rank, i))
            .collect();
        if bridges.is_empty() {
            return Ok(());
        }
        bridges.sort_unstable();
        let Fusion { graph, walk, pruned } = &self.fusion;
        context.check_memory(4 * graph.vertices as u64, || DOING.into())?;
        // For each vertex the number of the chosen bridge it falls with, from 1, the nearest to it;
        // for each of these the next one towards the ground. Nearer to the ground is less.
        let mut label = vec![0u32; graph.vertices];
        let mut below = vec![0u32];
        let walked = walk.steps.iter().map(|step| {
            (step.vertex, walk.steps.get(step.parent as usize).map_or(step.vertex, |s| s.vertex))
        });
        let hanging = pruned.order.iter().rev().map(|&v| (v, pruned.nodes[v as usize].below));
        for (rank, (v, from)) in (0u32..).zip(walked.chain(hanging)) {
            context.tick(DOING, u64::from(rank))?;
            let under = label[from as usize];
            label[v as usize] = under;
            if bridges.get(below.len() - 1).is_some_and(|&(next, _)| next == rank) {
                label[v as usize] = below.len() as u32;
                below.push(under);
            }
        }
        let mut told = 0u64;
        for e in graph.left.clone() {
            let (u, v) = graph.edges[e as usize];
            let mut falls = label[u as usize].max(label[v as usize]);
            context.tick(DOING, told)?;
            told += 1;
            while falls != 0 {
                fall(bridges[falls as usize - 1].1, e);
                falls = below[falls as usize];
                told += 1;
            }
        }
        Ok(())
    }
}

/// What the vertices of the walk would have to be worth.
struct Needed {
    /// The first vertex found of those that each vertex is fused with.
    fused: Vec<u32>,
    /// For such a first vertex what the fused ones would have to be worth together, or [`NONE`].
    values: Vec<u32>,
}

/// What a vertex behind a bridge would have to be worth, `NONE` if cutting the bridge does it or
/// nothing does: it is worth `above`, those below the bridge are worth `below` and need `needed`.
fn behind_bridge(above: u32, below: u32, needed: u32) -> (u32, bool) {
    if needed == NONE {
        return (NONE, false);
    }
    match below ^ (above + 1) ^ needed {
        0 => (NONE, true),
        bridge => (bridge - 1, false),
    }
}

impl Needed {
    /// From the root up through the walk; bridges to cut are added to `cuts`.
    fn new<L>(
        fusion: &Fusion<'_, L>,
        target: u32,
        cuts: &mut Vec<Cut>,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let steps = &fusion.walk.steps;
        context.check_memory(8 * steps.len() as u64, || DOING.into())?;
        let mut needed = Self { fused: vec![0; steps.len()], values: vec![NONE; steps.len()] };
        needed.values[0] = target;
        for (v, step) in steps.iter().enumerate().skip(1) {
            context.tick(DOING, v as u64)?;
            let from = needed.fused[step.parent as usize];
            needed.fused[v] = from;
            if step.crossing == 0 {
                let (below, needs) = (steps[from as usize].hung, needed.values[from as usize]);
                let (value, wins) = behind_bridge(step.hung, below, needs);
                if wins {
                    cuts.push(Cut { least: NONE, rank: v as u32, edge: step.by });
                }
                needed.fused[v] = v as u32;
                needed.values[v] = value;
            }
        }
        Ok(needed)
    }

    /// Whether any fused vertices can do it.
    fn somewhere(&self, steps: &[Step]) -> bool {
        let mut on_cycles = steps.iter().zip(&self.fused).filter(|(step, _)| step.crossing > 0);
        on_cycles.any(|(_, &fused)| self.values[fused as usize] != NONE)
    }

    /// The value needed where a vertex is fused, and the value of what it is fused with.
    fn at(&self, steps: &[Step], v: u32) -> (u32, u32) {
        let fused = self.fused[v as usize] as usize;
        (self.values[fused], steps[fused].hung)
    }

    /// Finds the edges on cycles, loops excepted.
    fn cut_cycles<L: Iterator<Item = u32> + Clone>(
        &self,
        fusion: &Fusion<'_, L>,
        cuts: &mut Vec<Cut>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let walk = &fusion.walk;
        let steps = &walk.steps;
        let classes = Classes::new(walk, context)?;
        let mut closes = vec![false; steps.len()];
        let left = (fusion.pruned.order.len() + steps.len() + walk.back_count) as u64
            + fusion.pruned.loops.len() as u64;
        let bits = left.ilog2() + 1;
        let (mut chain, mut pieces) = (Vec::new(), Vec::new());
        for (step, &head) in (0u64..).zip(&classes.heads) {
            context.tick(DOING, step)?;
            let closing = classes.closing(walk, head);
            if closing.is_some() {
                closes[classes.bottom(head) as usize] = true;
            }
            let (needed, value) = self.at(steps, head);
            if needed == NONE {
                continue;
            }
            if classes.next[head as usize] == NONE && closing.is_none() {
                if value ^ 1 == needed {
                    cuts.push(Cut::alone(steps[head as usize].by));
                }
                continue;
            }
            // The ring: the root's bead, then between each edge and the next what is found from
            // the one on but not from the other, with the edges inside as loops.
            chain.clear();
            pieces.clear();
            let mut v = head;
            while v != NONE {
                chain.push(steps[v as usize].by);
                let next = classes.next[v as usize];
                let hung = steps[v as usize].hung ^ 1;
                match (next, closing) {
                    (NONE, None) => {}
                    (NONE, Some(_)) => pieces.push(hung),
                    (next, _) => pieces.push(hung ^ steps[next as usize].hung),
                }
                v = next;
            }
            chain.extend(closing);
            // What all beads are worth as nim-sum, with the edges between them as loops: the value.
            let others = pieces.iter().fold(0, |sum, piece| sum ^ piece);
            let root = value ^ others ^ (chain.len() as u32 & 1);
            let up = beginnings(&pieces, bits, context)?;
            pieces.reverse();
            let down = beginnings(&pieces, bits, context)?;
            for (&edge, (up, down)) in chain.iter().zip(up.iter().zip(down.iter().rev())) {
                if root ^ up ^ down == needed {
                    cuts.push(Cut::alone(edge));
                }
            }
        }
        for (step, back) in (0u64..).zip(&walk.backs) {
            context.tick(DOING, step)?;
            let (needed, value) = self.at(steps, back.bottom);
            let in_class =
                closes[back.bottom as usize] && classes.leads_farthest(back.bottom, back.edge);
            if needed != NONE && !in_class && value ^ 1 == needed {
                cuts.push(Cut::alone(back.edge));
            }
        }
        Ok(())
    }

    /// Goes on through the pruned trees, and to the loops.
    fn pass_on<L>(
        self,
        fusion: &mut Fusion<'_, L>,
        cuts: &mut Vec<Cut>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        // From here on `hung` of a vertex is what it is worth, and `degree` what it has to be.
        let Fusion { graph, walk, pruned } = fusion;
        for node in &mut pruned.nodes {
            node.degree = NONE;
        }
        for (v, step) in (0u32..).zip(&walk.steps) {
            context.tick(DOING, u64::from(v))?;
            let node = &mut pruned.nodes[step.vertex as usize];
            (node.degree, node.hung) = self.at(&walk.steps, v);
        }
        for (rank, &v) in (walk.steps.len() as u32..).zip(pruned.order.iter().rev()) {
            context.tick(DOING, u64::from(rank))?;
            let node = pruned.nodes[v as usize];
            let below = pruned.nodes[node.below as usize];
            let (value, wins) = behind_bridge(node.hung, below.hung, below.degree);
            pruned.nodes[v as usize].degree = value;
            if wins {
                cuts.push(Cut { least: NONE, rank, edge: node.by });
            }
        }
        for (step, &e) in (0u64..).zip(&pruned.loops) {
            context.tick(DOING, step)?;
            let node = pruned.nodes[graph.edges[e as usize].0 as usize];
            if node.degree != NONE && node.hung ^ 1 == node.degree {
                cuts.push(Cut::alone(e));
            }
        }
        Ok(())
    }
}
