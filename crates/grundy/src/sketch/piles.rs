//! Heaps as piles of coins: a click takes a coin with all above it.

use super::{Area, Gesture, MAX_SPOTS, Sketch, colours, lines, pieces};
use crate::drawing::{Anchor, Shape, Text};
use crate::nat::{Nat, to_u64};

/// From coin to coin.
const PITCH: f64 = 24.0;
/// The radius of a coin.
const RADIUS: f64 = 10.0;
/// The highest pile of one column.
const COLUMN: usize = 12;
/// Between piles.
const GAP: f64 = 26.0;
/// The most coins of a pile.
const MOST: u64 = 144;
/// The most piles in a picture of one position.
const MOST_PILES: usize = 24;

/// Piles, and where their coins are.
pub struct Piles {
    /// The picture so far.
    pub sketch: Sketch,
    /// For each pile its coins as spots, the lowest first; empty if it is drawn as a number.
    pub coins: Vec<Vec<usize>>,
}

/// Whether heaps of these sizes are drawn coin by coin.
pub fn fit(heaps: &[Nat]) -> bool {
    let sizes: Option<Vec<u64>> = heaps.iter().map(to_u64).collect();
    let small = |sizes: Vec<u64>| {
        sizes.iter().all(|&size| size <= MOST) && sizes.iter().sum::<u64>() <= MAX_SPOTS as u64
    };
    heaps.len() <= MOST_PILES && sizes.is_some_and(small)
}

/// One pile with its number below, its coins as spots.
fn pile(count: usize, title: &dyn Fn(usize) -> String, moves: usize) -> (Sketch, Vec<usize>) {
    let columns = if count <= COLUMN { 1 } else { (count as f64).sqrt().ceil() as usize };
    let rows = count.div_ceil(columns).max(1);
    let wide = (columns as f64 * PITCH).max(34.0);
    let high = rows as f64 * PITCH;
    let mut sketch = Sketch::new((wide, high + 26.0), moves);
    let left = (wide - columns as f64 * PITCH) / 2.0;
    let shelf = [(0.0, high + 2.0), (wide, high + 2.0)];
    sketch.back.push(Shape::line(&shelf, colours::GROUND, 3.0));
    let coins = (0..count).map(|i| {
        let (row, column) = (i / columns, i % columns);
        let x = left + (column as f64 + 0.5) * PITCH;
        let y = high - (row as f64 + 0.5) * PITCH;
        sketch.spot(Area::disc(x, y, RADIUS + 1.5), title(i), pieces::coin((x, y), RADIUS))
    });
    let coins = coins.collect();
    let number = Text::new(wide / 2.0, high + 20.0, 13.0, count.to_string());
    sketch.front.push(number.anchored(Anchor::Middle).coloured(colours::QUIET).into());
    (sketch, coins)
}

impl Piles {
    /// Heaps side by side, for so many moves.
    pub fn new(heaps: &[Nat], moves: usize) -> Self {
        let detailed = fit(heaps);
        let mut parts = Vec::new();
        let shown = heaps.len().min(MOST_PILES);
        for (number, heap) in (1..).zip(&heaps[..shown]) {
            let count = to_u64(heap).filter(|_| detailed);
            parts.push(match count {
                Some(count) => {
                    let of_heap =
                        if heaps.len() == 1 { String::new() } else { format!("heap {number}: ") };
                    let title = |i: usize| {
                        let (taken, left) = (count as usize - i, i);
                        format!("{of_heap}take {taken}, leave {left}")
                    };
                    pile(count as usize, &title, moves)
                }
                None => (lines::bar(heap, moves), Vec::new()),
            });
        }
        let high = parts.iter().map(|(part, _)| part.height).fold(0.0, f64::max);
        let mut sketch = Sketch::new((0.0, high), moves);
        let mut coins = Vec::new();
        let mut x = 0.0;
        for (part, places) in parts {
            let first = sketch.spots.len();
            let wide = part.width;
            sketch.put((x, high - part.height), part);
            coins.push(places.into_iter().map(|place| place + first).collect());
            x += wide + GAP;
        }
        if shown < heaps.len() {
            let more = format!("… {} heaps in all", heaps.len());
            let more = Text::new(x, high - 6.0, 13.0, more);
            sketch.width = x + more.width();
            sketch.front.push(more.into());
        }
        Self { sketch, coins }
    }

    /// The coin that is clicked to leave `left` of a heap.
    pub fn coin(&self, heap: usize, left: &Nat) -> Option<usize> {
        let left = usize::try_from(to_u64(left)?).ok()?;
        self.coins.get(heap)?.get(left).copied()
    }

    /// The coins that are clicked to make `after` of `before`: one in each heap that is lowered.
    fn gesture(&self, before: &[Nat], after: &[Nat]) -> Option<Gesture> {
        let lowered: Vec<(usize, Nat)> = lowered(before, after)?;
        lowered.iter().map(|(heap, left)| self.coin(*heap, left)).collect()
    }
}

/// The heaps that are lowered, and to what; `None` if another one grows, whatever the order.
fn lowered(before: &[Nat], after: &[Nat]) -> Option<Vec<(usize, Nat)>> {
    let mut places: Vec<usize> = (0..before.len()).collect();
    let mut after = after.to_vec();
    if after.len() > before.len() {
        return None;
    }
    let fits = |places: &[usize], after: &[Nat]| {
        places.iter().zip(after).all(|(&place, left)| *left <= before[place])
    };
    if after.len() < before.len() || !fits(&places, &after) {
        // Heaps may be listed by their size, and empty ones left out.
        after.resize(before.len(), Nat::ZERO);
        places.sort_by(|&a, &b| before[a].cmp(&before[b]));
        after.sort();
        if !fits(&places, &after) {
            return None;
        }
    }
    let pairs = places.into_iter().zip(after);
    Some(pairs.filter(|(place, left)| before[*place] != *left).collect())
}

/// Heaps, and what each move makes of them: coins to click where heaps are lowered.
///
/// ```
/// use grundy::sketch::piles;
/// let heaps = |sizes: &[u8]| sizes.iter().map(|&size| size.into()).collect::<Vec<grundy::Nat>>();
/// let sketch = piles::sketch(&heaps(&[2, 1]), &[heaps(&[0, 1]), heaps(&[1, 0])]);
/// assert_eq!(sketch.gestures, [vec![vec![0]], vec![vec![1, 2]]]);
/// ```
pub fn sketch(before: &[Nat], after: &[Vec<Nat>]) -> Sketch {
    let mut piles = Piles::new(before, after.len());
    for (number, after) in after.iter().enumerate() {
        if let Some(gesture) = piles.gesture(before, after) {
            piles.sketch.gesture(number, gesture);
        }
    }
    piles.sketch.settled()
}
