//! A graph with its trees pruned away, leaf by leaf.

use crate::context::{Context, Stop};

/// A vertex. Once it is pruned, or the core walked through, some fields are used again: a vertex is
/// one memory access, and those are what the work consists of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Node {
    /// The edges left here, without loops; 0 when pruned.
    pub degree: u32,
    /// The xor of the neighbours left: of a leaf, its only neighbour.
    pub below: u32,
    /// The xor of the edges left: of a leaf, its only edge.
    pub by: u32,
    /// The nim-sum of what hangs here: loops and pruned branches.
    pub hung: u32,
}

/// What is left when leaves are taken away until there are none, except the root.
#[derive(Debug, Default)]
pub struct Pruned {
    /// All vertices; `below` and `by` of a pruned one lead towards the root.
    pub nodes: Vec<Node>,
    /// The pruned vertices; what a vertex hangs on comes behind it.
    pub order: Vec<u32>,
    /// The edges that are loops.
    pub loops: Vec<u32>,
    /// How many vertices besides the root have no edge to another.
    pub isolated: usize,
}

impl Pruned {
    /// Prunes the graph of the edges `left`. By the colon principle a branch whose end is worth g
    /// is worth g+1, a loop is worth 1.
    ///
    /// # Complexity
    /// O(n + m), without adjacency: the xor of a vertex's neighbours is its neighbour once there is
    /// but one.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn new(
        vertices: usize,
        edges: &[(u32, u32)],
        left: impl Iterator<Item = u32>,
        root: u32,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        const DOING: &str = "pruning the graph's trees";
        let bytes = (size_of::<Node>() + size_of::<u32>()) * vertices;
        context.check_memory(bytes as u64, || DOING.into())?;
        let mut nodes = vec![Node::default(); vertices];
        let mut loops = Vec::new();
        for (step, e) in (0u64..).zip(left) {
            context.tick(DOING, step)?;
            let (u, v) = edges[e as usize];
            if u == v {
                nodes[u as usize].hung ^= 1;
                loops.push(e);
                continue;
            }
            for (at, to) in [(u, v), (v, u)] {
                let node = &mut nodes[at as usize];
                node.degree += 1;
                node.below ^= to;
                node.by ^= e;
            }
        }
        let alone = |&(v, node): &(u32, &Node)| node.degree == 0 && v != root;
        let isolated = (0..).zip(&nodes).filter(alone).count();
        let mut order = Vec::new();
        for v in 0..vertices as u32 {
            context.tick(DOING, u64::from(v))?;
            let mut leaf = v;
            while nodes[leaf as usize].degree == 1 && leaf != root {
                let Node { below, by, hung, .. } = nodes[leaf as usize];
                nodes[leaf as usize].degree = 0;
                order.push(leaf);
                let node = &mut nodes[below as usize];
                node.degree -= 1;
                node.below ^= leaf;
                node.by ^= by;
                node.hung ^= hung + 1;
                leaf = below;
            }
        }
        Ok(Self { nodes, order, loops, isolated })
    }
}
