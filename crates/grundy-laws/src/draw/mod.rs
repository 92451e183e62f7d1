//! Automata as pictures: a drawing, or text for Graphviz.
//!
//! A state where words may end has a double circle, the state from which nothing can be accepted is left
//! out, and an arrow without a beginning points at the first state. An arrow tells the digits that are
//! read, one for each number; `*` stands for any digit.

mod dot;
mod geometry;
mod graph;
mod picture;
mod place;

use grundy::drawing::Drawing;

use crate::automaton::Automaton;
use graph::Graph;

/// Automata with more states are not drawn.
pub const MAX_STATES: usize = 150;

/// An automaton that is too large to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the automaton has {0} states: up to {MAX_STATES} are drawn")]
pub struct TooLarge(pub usize);

/// The picture of an automaton, with a title and lines below it.
///
/// # Errors
/// [`TooLarge`].
///
/// # Complexity
/// O(arrows²) for each of at most 40,000 steps that look for a good arrangement, fewer for more arrows.
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::draw::drawing;
/// use grundy_laws::numeration::{Name, System};
/// let system = System::new(&Name::Zeckendorf, &Budget::default()).unwrap();
/// let picture = drawing(system.valid(), "no two ones in a row", &[]).unwrap();
/// assert!(picture.to_svg().contains("no two ones in a row"));
/// ```
pub fn drawing(automaton: &Automaton, title: &str, about: &[String]) -> Result<Drawing, TooLarge> {
    if automaton.live_states() > MAX_STATES {
        return Err(TooLarge(automaton.live_states()));
    }
    Ok(picture::draw(&Graph::of(automaton), title, about))
}

/// The automaton in the language of Graphviz. O(states · letters).
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::numeration::{Name, System};
/// let system = System::new(&Name::Zeckendorf, &Budget::default()).unwrap();
/// let text = grundy_laws::draw::graphviz(system.valid(), "valid words");
/// assert!(text.contains("0 -> 1 [label=\"1\"]"));
/// ```
pub fn graphviz(automaton: &Automaton, title: &str) -> String {
    dot::dot(&Graph::of(automaton), title)
}
