//! Heaps as piles of coins that stand on the ground: who clicks a coin takes it and all above it.

use super::{Area, Sketch, ink};
use crate::drawing::{Anchor, Shape, Text, palette};
use crate::nat::{Nat, to_u64};

/// From coin to coin.
const PITCH: f64 = 22.0;
/// The radius of a coin.
const RADIUS: f64 = 9.5;
/// Piles of more coins are not drawn coin by coin.
const MAX_COINS_IN_PILE: u64 = 300;
/// More heaps are not drawn.
const MAX_HEAPS: usize = 40;
/// Rows of piles are not made longer.
const ROW: f64 = 860.0;

/// A pile: where it stands, and the spot of each coin from the ground.
struct Pile {
    spots: Vec<Option<usize>>,
}

/// The size of a pile: columns and rows.
fn sides(coins: u64) -> (u64, u64) {
    let columns = match coins {
        0..=12 => 1,
        13..=60 => 5,
        61..=120 => 10,
        _ => 20,
    };
    (columns, coins.div_ceil(columns).max(1))
}

/// How heaps change: the new sizes of those that become smaller, by number; `None` if the move
/// cannot be made by taking coins off the top.
fn change(from: &[Nat], to: &[Nat]) -> Option<Vec<(usize, Nat)>> {
    let drop = |to: &mut dyn Iterator<Item = &Nat>| {
        let mut changed = Vec::new();
        for (i, heap) in from.iter().enumerate() {
            let left = to.next().cloned().unwrap_or(Nat::ZERO);
            if left > *heap {
                return None;
            }
            if left != *heap {
                changed.push((i, left));
            }
        }
        (to.next().is_none() && !changed.is_empty()).then_some(changed)
    };
    if from.len() == to.len() {
        return drop(&mut to.iter());
    }
    // Heaps that are gone may be left out.
    match (from, to) {
        ([_], []) => drop(&mut [].iter()),
        _ => None,
    }
}

/// The heaps with these moves: what each leaves, `None` where that is no list of heaps. `None` if
/// there are no heaps, too many, or one too large.
pub fn piles(heaps: &[Nat], left: &[Option<Vec<Nat>>]) -> Option<Sketch> {
    if heaps.is_empty() || heaps.len() > MAX_HEAPS {
        return None;
    }
    let sizes: Vec<Option<u64>> =
        heaps.iter().map(|heap| to_u64(heap).filter(|&n| n <= MAX_COINS_IN_PILE)).collect();
    // Moves that take coins from a bag too cannot be clicked.
    let drawn = |change: &Vec<(usize, Nat)>| change.iter().all(|(heap, _)| sizes[*heap].is_some());
    let changes: Vec<_> =
        left.iter().map(|to| to.as_ref().and_then(|to| change(heaps, to)).filter(drawn)).collect();
    let mut wanted: Vec<Vec<bool>> =
        sizes.iter().map(|size| vec![false; size.unwrap_or(0) as usize]).collect();
    for (heap, leaves) in changes.iter().flatten().flatten() {
        let coin = to_u64(leaves).and_then(|coin| wanted[*heap].get_mut(coin as usize));
        if let Some(coin) = coin {
            *coin = true;
        }
    }
    let mut sketch = Sketch::new(0.0, 0.0, left.len());
    let mut piles = Vec::new();
    let (mut x, mut top) = (0.0, 0.0);
    let mut next = 0;
    while next < heaps.len() {
        // As many as fit beside each other; they stand on one ground.
        let wide = |i: usize| match sizes[i] {
            Some(size) => (sides(size).0 as f64 * PITCH).max(66.0),
            None => 150.0,
        };
        let mut end = next;
        let mut length = 0.0;
        while end < heaps.len() && (end == next || length + wide(end) <= ROW) {
            length += wide(end) + 12.0;
            end += 1;
        }
        let high = |i: &usize| sizes[*i].map_or(58.0, |size| sides(size).1 as f64 * PITCH);
        let tallest = (next..end).map(|i| high(&i)).fold(PITCH, f64::max);
        let ground = top + tallest + 2.0;
        for i in next..end {
            let middle = x + wide(i) / 2.0;
            piles.push(match sizes[i] {
                Some(size) => {
                    let name = (heaps.len() > 1).then_some(i + 1);
                    pile(&mut sketch, name, size, (middle, ground), &wanted[i])
                }
                None => {
                    bag(&mut sketch, &heaps[i], (middle, ground));
                    Pile { spots: Vec::new() }
                }
            });
            let name = match (heaps.len(), sizes[i]) {
                (1, Some(size)) => coins(size),
                (1, None) => "coins".to_owned(),
                (_, Some(size)) => format!("heap {}: {size}", i + 1),
                (_, None) => format!("heap {}", i + 1),
            };
            let label = Text::new(middle, ground + 19.0, 13.0, name).anchored(Anchor::Middle);
            sketch.draw(label.coloured(palette::QUIET));
            x += wide(i) + 12.0;
        }
        sketch.draw(Shape::line(&[(0.0, ground), (x - 12.0, ground)], ink::GROUND, 3.0));
        sketch.width = sketch.width.max(x - 12.0);
        sketch.height = ground + 26.0;
        (x, top) = (0.0, sketch.height + 12.0);
        sketch.ground = (end == heaps.len() && next == 0).then_some(ground);
        next = end;
    }
    for (number, change) in changes.into_iter().enumerate() {
        let Some(change) = change else { continue };
        let spot = |(heap, leaves): &(usize, Nat)| {
            let coin = to_u64(leaves)?;
            piles[*heap].spots.get(coin as usize).copied().flatten()
        };
        if let Some(gesture) = change.iter().map(spot).collect::<Option<Vec<usize>>>() {
            sketch.means(number, gesture);
        }
    }
    Some(sketch)
}

/// "1 coin", "7 coins".
fn coins(count: u64) -> String {
    if count == 1 { "1 coin".to_owned() } else { format!("{count} coins") }
}

/// Draws a pile whose ground has its middle at a place.
fn pile(
    sketch: &mut Sketch,
    name: Option<usize>,
    size: u64,
    (middle, ground): (f64, f64),
    wanted: &[bool],
) -> Pile {
    let (columns, _) = sides(size);
    let left = middle - columns as f64 * PITCH / 2.0;
    let spots = (0..size).map(|coin| {
        let (row, column) = (coin / columns, coin % columns);
        let at = (left + (column as f64 + 0.5) * PITCH, ground - 1.0 - (row as f64 + 0.5) * PITCH);
        let free = wanted.get(coin as usize) == Some(&true);
        let disc = Shape::from(crate::drawing::Form::Circle {
            at,
            radius: RADIUS,
            paint: ink::coin(free),
        });
        if !free {
            sketch.draw(disc);
            return None;
        }
        let heap = name.map(|number| format!("heap {number}, ")).unwrap_or_default();
        let title = match coin {
            0 => format!("{heap}coin 1: leave none"),
            _ => format!("{heap}coin {}: leave {coin}", coin + 1),
        };
        let area = Area::Disc { at, radius: PITCH / 2.0 };
        Some(sketch.spot(title, area, [disc]))
    });
    Pile { spots: spots.collect() }
}

/// A heap too large to be drawn coin by coin: a bag with its number.
fn bag(sketch: &mut Sketch, heap: &Nat, (middle, ground): (f64, f64)) {
    let at = (middle - 70.0, ground - 46.0);
    sketch.draw(Shape::rect(at.0, at.1, 140.0, 45.0, 20.0, ink::coin(true)));
    let number = crate::nat::print(heap);
    let shown = crate::drawing::text::fitting_both_ends(&number, 14.0, true, 122.0);
    sketch.draw(Text::new(middle, ground - 19.0, 14.0, shown).anchored(Anchor::Middle).bold());
}
