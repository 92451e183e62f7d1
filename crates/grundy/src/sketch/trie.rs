//! Words that go on letter by letter: the trie below the present word.

use super::board::disc;
use super::{Area, Sketch, ink};
use crate::drawing::{Anchor, Paint, Shape, Text, palette, text};

/// So many letters are drawn at most; below the last ones dots stand for what follows.
const MAX_LETTERS: usize = 48;
/// The letters that may follow at once, if they are drawn as a trie.
const MAX_BRANCHES: usize = 24;
/// So many letters one below the other.
const MAX_LEVELS: usize = 8;
/// The radius of a letter's disc.
const RADIUS: f64 = 14.0;
/// From one branch to the next, and from a level to the one below.
const APART: (f64, f64) = (34.0, 52.0);
/// Where the bar below the word is.
const BAR: f64 = 32.0;
/// The widest heading.
const MAX_HEADING_WIDTH: f64 = 620.0;

/// A letter with what may follow it.
struct Node<P> {
    letter: String,
    position: P,
    level: usize,
    parent: usize,
    below: Vec<usize>,
    /// Letters follow that are not drawn.
    cut: bool,
}

/// The trie below a word: its first letters are the moves, by number. `next` gives the letters that may
/// follow, with the words they lead to. `None` if there is nothing to branch, or too much.
///
/// O(letters drawn · letters that follow one).
pub fn trie<P>(
    word: &str,
    first: Vec<(String, P)>,
    titles: &[&str],
    next: impl Fn(&P) -> Vec<(String, P)>,
) -> Option<Sketch> {
    let moves = first.len();
    if moves == 0 || moves > MAX_BRANCHES || titles.len() != moves {
        return None;
    }
    // Number 0 is the word; letters are found level by level.
    let mut nodes: Vec<Node<P>> = Vec::new();
    let node = |(letter, position), level, parent| Node {
        letter,
        position,
        level,
        parent,
        below: Vec::new(),
        cut: false,
    };
    nodes.extend(first.into_iter().map(|letter| node(letter, 1, usize::MAX)));
    let mut at = 0;
    while at < nodes.len() {
        let (level, more) = (nodes[at].level, next(&nodes[at].position));
        if level == MAX_LEVELS || nodes.len() + more.len() > MAX_LETTERS {
            nodes[at].cut = !more.is_empty();
        } else {
            for letter in more {
                let number = nodes.len();
                nodes[at].below.push(number);
                nodes.push(node(letter, level + 1, at));
            }
        }
        at += 1;
    }
    let places = columns(&nodes, moves);
    let across = places.iter().copied().fold(0.0, f64::max);
    let heading = text::fitting_both_ends(word, 16.0, true, MAX_HEADING_WIDTH);
    let heading = Text::new(0.0, 17.0, 16.0, heading).bold().anchored(Anchor::Middle);
    let half = heading.width() / 2.0;
    let middle = places[..moves].iter().sum::<f64>() / moves as f64;
    let left = (half - middle).max(RADIUS + 4.0);
    let levels = nodes.iter().map(|node| node.level).max().unwrap_or(1);
    let dots = if nodes.iter().any(|node| node.cut) { 16.0 } else { 0.0 };
    let width = left + (across + RADIUS + 4.0).max(middle + half);
    let height = APART.1 * levels as f64 + RADIUS + 4.0 + dots;
    let mut sketch = Sketch::new(width, height, moves);
    let place = |i: usize| {
        let level = nodes[i].level as f64;
        (left + places[i], APART.1 * level)
    };
    let root = (left + middle, 24.0);
    for (i, node) in nodes.iter().enumerate() {
        let at = place(i);
        match node.parent {
            // Below a wide word lines would cross letters: they go along a bar.
            usize::MAX => {
                let bar = [root, (root.0, BAR), (at.0, BAR), at];
                sketch.draw(Shape::line(&bar, ink::TOKEN, 2.0));
            }
            parent => sketch.draw(Shape::line(&[place(parent), at], palette::MOVE, 2.0)),
        }
    }
    sketch.draw(heading_at(heading, root.0));
    for (i, node) in nodes.iter().enumerate() {
        let at = place(i);
        let (fill, line) =
            if i < moves { (ink::OPEN, ink::TOKEN) } else { (palette::PAPER, palette::AXIS) };
        let letter = Text::new(at.0, at.1 + 5.0, 14.0, node.letter.as_str());
        let shapes: [Shape; 2] = [
            disc(at, RADIUS, Paint::fill(fill).edged(line, 1.5)),
            letter.anchored(Anchor::Middle).into(),
        ];
        if node.cut {
            let dots = Text::new(at.0, at.1 + RADIUS + 12.0, 13.0, "…").anchored(Anchor::Middle);
            sketch.draw(dots.coloured(palette::QUIET));
        }
        if i < moves {
            let spot = sketch.spot(titles[i], Area::Disc { at, radius: RADIUS + 1.0 }, shapes);
            sketch.means(i, [spot]);
        } else {
            sketch.shapes.extend(shapes);
        }
    }
    Some(sketch)
}

fn heading_at(mut heading: Text, x: f64) -> Text {
    heading.at.0 = x;
    heading
}

/// Where each letter stands across: those without followers side by side, the others above the middle
/// of what follows them.
fn columns<P>(nodes: &[Node<P>], first: usize) -> Vec<f64> {
    let mut places = vec![0.0; nodes.len()];
    let mut free = 0.0;
    // Followers have greater numbers; a branch is finished before the next one begins.
    let mut open: Vec<(usize, bool)> = (0..first).rev().map(|i| (i, false)).collect();
    while let Some((i, done)) = open.pop() {
        match (&nodes[i].below[..], done) {
            ([], _) => {
                places[i] = free;
                free += APART.0;
            }
            ([one, ..], true) => {
                let last = nodes[i].below[nodes[i].below.len() - 1];
                places[i] = (places[*one] + places[last]) / 2.0;
            }
            (below, false) => {
                open.push((i, true));
                open.extend(below.iter().rev().map(|&j| (j, false)));
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words over a and b of at most this length.
    fn next(length: &usize) -> Vec<(String, usize)> {
        match length {
            0 => Vec::new(),
            _ => ["a", "b"].iter().map(|&letter| (letter.to_owned(), length - 1)).collect(),
        }
    }

    #[test]
    fn letters_of_a_trie_keep_apart() {
        for length in [1, 2, 4, 9] {
            let sketch = trie("word", next(&length), &["append a", "append b"], next).unwrap();
            assert_eq!(sketch.gestures, [[[0]], [[1]]]);
            assert!(!sketch.spots[0].area.overlaps(&sketch.spots[1].area));
            assert!(sketch.width < 1000.0 && sketch.height < 600.0);
            for spot in &sketch.spots {
                let (left, top, right, bottom) = spot.area.bounds();
                assert!(
                    left >= 0.0 && top >= 0.0 && right <= sketch.width && bottom <= sketch.height
                );
            }
        }
        assert!(trie("", next(&0), &[], next).is_none());
    }
}
