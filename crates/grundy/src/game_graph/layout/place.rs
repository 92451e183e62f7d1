//! Where the vertices lie along their layers: short, straight arcs without changing the order.

use super::Layered;
use crate::context::{Context, Stop};

/// Room between two boxes.
const BOX_GAP: f64 = 20.0;
/// Room between a box and an arc that passes it.
const PASSING_GAP: f64 = 14.0;
/// Room between two arcs that pass side by side.
const ARC_GAP: f64 = 10.0;

/// Rounds of placing all layers anew.
const ROUNDS: usize = 80;

/// The x of every vertex; the left edge of the leftmost one is at 0.
///
/// The squares of the horizontal ways of all arc pieces, weighted, are made small: each layer in
/// turn is placed best possible between its neighbours, which is a regression with the order kept
/// (pool adjacent violators, Ayer and others 1955). Pieces between dummies weigh most, so long
/// arcs get straight.
pub fn place(
    graph: &Layered,
    sizes: &[(f64, f64)],
    context: &Context<'_>,
) -> Result<Vec<f64>, Stop> {
    let width = |vertex: usize| if graph.is_box(vertex) { sizes[vertex].0 } else { 0.0 };
    let gap = |a: usize, b: usize| match (graph.is_box(a), graph.is_box(b)) {
        (true, true) => BOX_GAP,
        (false, false) => ARC_GAP,
        _ => PASSING_GAP,
    };
    // The least way of each vertex from the left end of its layer, centre to centre.
    let mut offset = vec![0.0; graph.layer.len()];
    for layer in &graph.order {
        for pair in layer.windows(2) {
            let apart = (width(pair[0]) + width(pair[1])) / 2.0 + gap(pair[0], pair[1]);
            offset[pair[1]] = offset[pair[0]] + apart;
        }
    }
    let mut x = offset.clone();
    for layer in &graph.order {
        if let Some(&last) = layer.last() {
            let middle = offset[last] / 2.0;
            layer.iter().for_each(|&vertex| x[vertex] -= middle);
        }
    }
    let weight = |a: usize, b: usize| match (graph.is_box(a), graph.is_box(b)) {
        (true, true) => 1.0,
        (false, false) => 8.0,
        _ => 2.0,
    };
    let layers = graph.order.len();
    for round in 0..ROUNDS {
        context.look("placing the positions", round as u64)?;
        for i in 0..layers {
            let layer = &graph.order[if round % 2 == 0 { i } else { layers - 1 - i }];
            let wishes: Vec<(f64, f64)> = layer
                .iter()
                .map(|&vertex| {
                    let (mut sum, mut total) = (0.0, 0.0);
                    // At first only what was placed just before is listened to.
                    let (above, below) = match round {
                        0 | 2 => (true, graph.up[vertex].is_empty()),
                        1 | 3 => (graph.down[vertex].is_empty(), true),
                        _ => (true, true),
                    };
                    let up = graph.up[vertex].iter().filter(|_| above);
                    let down = graph.down[vertex].iter().filter(|_| below);
                    for &other in up.chain(down) {
                        let weight = weight(vertex, other);
                        sum += weight * x[other];
                        total += weight;
                    }
                    if total > 0.0 {
                        (sum / total - offset[vertex], total)
                    } else {
                        (x[vertex] - offset[vertex], 0.01)
                    }
                })
                .collect();
            for (&vertex, at) in layer.iter().zip(in_order(&wishes)) {
                x[vertex] = at + offset[vertex];
            }
        }
    }
    let left = (0..x.len()).map(|v| x[v] - width(v) / 2.0).fold(f64::INFINITY, f64::min);
    if left.is_finite() {
        x.iter_mut().for_each(|x| *x -= left);
    }
    Ok(x)
}

/// The numbers in ascending order that are nearest to the wishes, by weighted squares.
fn in_order(wishes: &[(f64, f64)]) -> Vec<f64> {
    // Blocks of equal numbers: mean, weight, how many.
    let mut blocks: Vec<(f64, f64, usize)> = Vec::with_capacity(wishes.len());
    for &(wish, weight) in wishes {
        let mut block = (wish, weight, 1);
        while let Some(&(mean, total, count)) = blocks.last() {
            if mean <= block.0 {
                break;
            }
            blocks.pop();
            let sum = total + block.1;
            block = ((mean * total + block.0 * block.1) / sum, sum, count + block.2);
        }
        blocks.push(block);
    }
    blocks.into_iter().flat_map(|(mean, _, count)| std::iter::repeat_n(mean, count)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_against_the_order_are_pooled() {
        assert_eq!(in_order(&[(1.0, 1.0), (2.0, 1.0)]), [1.0, 2.0]);
        assert_eq!(in_order(&[(3.0, 1.0), (1.0, 1.0)]), [2.0, 2.0]);
        assert_eq!(
            in_order(&[(4.0, 1.0), (1.0, 2.0), (9.0, 1.0), (3.0, 1.0)]),
            [2.0, 2.0, 6.0, 6.0]
        );
    }
}
