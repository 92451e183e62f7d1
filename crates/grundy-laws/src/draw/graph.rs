//! An automaton as a graph: its states without the dead one, and arrows with their letters merged.

use crate::automaton::Automaton;

/// An arrow from a state to another, or to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// The letters, several as one where all digits of a track are possible: `(0,*)`.
    pub letters: Vec<String>,
}

/// States in the order of their numbers, the first one that of the beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The number of each state in the automaton.
    pub numbers: Vec<u32>,
    /// Whether words may end there.
    pub accepting: Vec<bool>,
    /// At most one from each state to each other.
    pub arrows: Vec<Arrow>,
}

impl Graph {
    /// The graph of an automaton; of one that accepts nothing the first state alone.
    ///
    /// # Complexity
    /// O(states · letters · tracks).
    pub fn of(automaton: &Automaton) -> Self {
        let dead = automaton.dead().filter(|&state| state > 0);
        let numbers: Vec<u32> =
            (0..automaton.states() as u32).filter(|&state| Some(state) != dead).collect();
        let place = |state: u32| numbers.binary_search(&state).ok();
        let mut arrows: Vec<Arrow> = Vec::new();
        for (from, &state) in numbers.iter().enumerate() {
            let mut words: Vec<Vec<Cube>> = vec![Vec::new(); numbers.len()];
            for (letter, &target) in automaton.row(state).iter().enumerate() {
                if let Some(to) = place(target)
                    && Some(target) != automaton.dead()
                {
                    let digits = automaton.digits(letter as u32);
                    words[to].push(digits.into_iter().map(Some).collect());
                }
            }
            for (to, cubes) in words.into_iter().enumerate().filter(|(_, cubes)| !cubes.is_empty())
            {
                let letters = merged(cubes, automaton.base());
                arrows.push(Arrow { from, to, letters: letters.iter().map(shown).collect() });
            }
        }
        let accepting = numbers.iter().map(|&state| automaton.accepting(state)).collect();
        Self { numbers, accepting, arrows }
    }
}

/// One digit for each track, nothing for any digit.
type Cube = Vec<Option<u8>>;

/// Fewer cubes with the same letters: where all digits of a track occur they become one.
fn merged(mut cubes: Vec<Cube>, base: u32) -> Vec<Cube> {
    let tracks = cubes.first().map_or(0, Vec::len);
    for track in 0..tracks {
        let mut at = 0;
        while at < cubes.len() {
            let mut any = cubes[at].clone();
            any[track] = None;
            let fits = |cube: &Cube| {
                cube[track].is_some()
                    && cube.iter().zip(&any).enumerate().all(|(i, (a, b))| i == track || a == b)
            };
            if cubes.iter().filter(|cube| fits(cube)).count() == base as usize {
                cubes[at] = any.clone();
                let mut position = 0;
                cubes.retain(|cube| {
                    position += 1;
                    position - 1 == at || !fits(cube)
                });
            }
            at += 1;
        }
    }
    cubes
}

fn shown(cube: &Cube) -> String {
    let digit = |digit: &Option<u8>| digit.map_or("*".to_owned(), |digit| digit.to_string());
    let digits: Vec<String> = cube.iter().map(digit).collect();
    match &digits[..] {
        [one] => one.clone(),
        _ => format!("({})", digits.join(",")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::Budget;
    use crate::numeration::{Name, System};

    #[test]
    fn letters_are_merged_and_the_dead_state_is_left_out() {
        let system = System::new(&Name::Base(2), &Budget::default()).unwrap();
        let graph = Graph::of(system.less());
        assert_eq!(graph.numbers, [0, 1]);
        assert_eq!(graph.accepting, [false, true]);
        let told: Vec<_> =
            graph.arrows.iter().map(|a| (a.from, a.to, a.letters.join(" "))).collect();
        let expected = [(0, 0, "(0,0) (1,1)"), (0, 1, "(0,1)"), (1, 1, "(*,*)")];
        assert_eq!(told, expected.map(|(from, to, letters)| (from, to, letters.to_owned())));
    }

    #[test]
    fn what_accepts_nothing_is_one_state() {
        let none = Automaton::constant(2, 1, false).unwrap();
        let graph = Graph::of(&none);
        assert_eq!((graph.numbers.len(), graph.arrows.len()), (1, 0));
    }
}
