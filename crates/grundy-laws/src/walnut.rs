//! Automata as text in the format of Walnut (H. Mousavi 2016; J. Shallit 2022).
//!
//! The first line names the numeration system of each track, `msd_2 msd_2`, or lists its digits,
//! `{0, 1}`. Then come the states, each as a line `number output` followed by lines
//! `digits -> number`, one digit for each track, `*` for any. The first state is where words start; a
//! transition that is missing leads nowhere. An automaton without tracks is `true` or `false`. What
//! follows `#` is a comment.

use std::fmt::Write;

use hashbrown::HashMap;

use crate::automaton::{Automaton, Budget, TableError};
use crate::numeration::{Name, System};

/// An automaton read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The systems of the tracks; `None` where digits are listed.
    pub systems: Vec<Option<Name>>,
    /// Digits of one track: the most of all tracks.
    pub base: u32,
    /// Transitions: `next[state * base^tracks + letter]`, state 0 first.
    pub next: Vec<u32>,
    /// The outputs of the states.
    pub outputs: Vec<u32>,
}

/// A text that is no automaton.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// A line that does not belong there.
    #[error("line {line}: {expected} expected, `{found}` found")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What could stand there.
        expected: String,
        /// What does.
        found: String,
    },
    /// The table is too large, or no table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// The states without a transition lead to.
const NOWHERE: u32 = u32::MAX;

/// Reads an automaton, with no more states than the budget allows.
///
/// # Errors
/// [`ReadError`]: least significant digit first and several successors are not read.
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::walnut;
/// let text = "msd_2\n0 0\n0 -> 0\n1 -> 1\n1 1\n0 -> 1\n1 -> 0\n";
/// let odious = walnut::read(text, &Budget::default()).unwrap();
/// let automaton = odious.automaton(&Budget::default()).unwrap();
/// assert!(automaton.accepts(&[[1, 1, 1]]));
/// let system = odious.systems[0].clone().unwrap();
/// assert_eq!(walnut::write(&system.to_string(), &automaton), text);
/// ```
pub fn read(text: &str, budget: &Budget<'_>) -> Result<Document, ReadError> {
    let lines = text
        .lines()
        .enumerate()
        .map(|(at, line)| (at + 1, line.split('#').next().unwrap_or_default().trim()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty());
    let wrong = |line: usize, expected: &str, found: &str| ReadError::Line {
        line,
        expected: expected.to_owned(),
        found: found.to_owned(),
    };
    let (line, head) = lines.next().ok_or_else(|| wrong(1, "numeration systems", ""))?;
    if head == "true" || head == "false" {
        let outputs = vec![u32::from(head == "true")];
        return Ok(Document { systems: Vec::new(), base: 2, next: vec![0], outputs });
    }
    let (mut systems, mut base) = (Vec::new(), 1);
    let mut rest = head;
    while !rest.is_empty() {
        let track = if let Some(listed) = rest.strip_prefix('{') {
            let (digits, after) =
                listed.split_once('}').ok_or_else(|| wrong(line, "digits and `}`", rest))?;
            rest = after.trim_start();
            for digit in digits.split(',') {
                let digit = digit.trim().parse::<u8>();
                let digit = digit.map_err(|_| wrong(line, "digits 0 to 255", digits))?;
                base = base.max(u32::from(digit) + 1);
            }
            None
        } else {
            let (name, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            rest = after.trim_start();
            let name = name.parse::<Name>().map_err(|_| {
                wrong(line, "a numeration system, most significant digit first", name)
            })?;
            base = base.max(name.base());
            Some(name)
        };
        systems.push(track);
    }
    let tracks = systems.len();
    let letters = Budget::letters(base, tracks).map_err(TableError::from)?;
    let mut numbers = HashMap::<u32, u32>::new();
    let (mut next, mut outputs): (Vec<u32>, Vec<Option<u32>>) = (Vec::new(), Vec::new());
    let mut state = None;
    for (line, content) in lines {
        let mut number = |text: &str, expected: &str| -> Result<u32, ReadError> {
            let name = text.trim().parse::<u32>().map_err(|_| wrong(line, expected, content))?;
            let new = numbers.len() as u32;
            let state = *numbers.entry(name).or_insert(new);
            if state == new {
                budget
                    .state("reading an automaton", new as usize + 1, letters, tracks)
                    .map_err(TableError::from)?;
                next.resize(next.len() + letters, NOWHERE);
                outputs.push(None);
            }
            Ok(state)
        };
        let Some((digits, to)) = content.split_once("->") else {
            let (name, output) = content
                .split_once(char::is_whitespace)
                .ok_or_else(|| wrong(line, "`state output` or `digits -> state`", content))?;
            let own = number(name, "the number of a state")?;
            let output = output.trim().parse().map_err(|_| wrong(line, "an output", content))?;
            if outputs[own as usize].replace(output).is_some() {
                return Err(wrong(line, "a state that was not given before", content));
            }
            state = Some(own);
            continue;
        };
        let from = state.ok_or_else(|| wrong(line, "a state and its output", content))?;
        let to = number(to, "one state")?;
        let mut all = vec![0u32];
        let mut read = 0;
        for digit in digits.split_whitespace() {
            read += 1;
            let range = match digit.parse::<u32>() {
                Ok(digit) if digit < base => digit..digit + 1,
                _ if digit == "*" => 0..base,
                _ => return Err(wrong(line, &format!("digits below {base}"), content)),
            };
            if read > tracks {
                break;
            }
            all = all.iter().flat_map(|&l| range.clone().map(move |d| l * base + d)).collect();
        }
        if read != tracks {
            return Err(wrong(line, &format!("{tracks} digits"), content));
        }
        for letter in all {
            let place = &mut next[from as usize * letters + letter as usize];
            if *place != NOWHERE && *place != to {
                return Err(wrong(line, "one successor for each letter", content));
            }
            *place = to;
        }
    }
    if outputs.is_empty() {
        return Err(wrong(line, "a state after the systems", head));
    }
    if let Some(at) = outputs.iter().position(Option::is_none) {
        let name = numbers.iter().find(|&(_, &state)| state as usize == at);
        let name = name.map_or(String::new(), |(name, _)| name.to_string());
        return Err(wrong(
            text.lines().count(),
            &format!("state {name} and its output"),
            "the end",
        ));
    }
    let mut outputs: Vec<u32> = outputs.into_iter().flatten().collect();
    if next.contains(&NOWHERE) {
        let nowhere = outputs.len() as u32;
        outputs.push(0);
        next.resize(next.len() + letters, nowhere);
        next.iter_mut().filter(|to| **to == NOWHERE).for_each(|to| *to = nowhere);
    }
    Ok(Document { systems, base, next, outputs })
}

impl Document {
    /// The words that end in a state whose output is not 0.
    ///
    /// # Errors
    /// [`TableError`].
    pub fn automaton(&self, budget: &Budget<'_>) -> Result<Automaton, TableError> {
        let accepting = self.outputs.iter().map(|&output| output != 0).collect();
        Automaton::new(self.base, self.systems.len(), self.next.clone(), accepting, budget)
    }

    /// The words that end in a state with this output.
    ///
    /// # Errors
    /// [`TableError`].
    pub fn with_output(&self, output: u32, budget: &Budget<'_>) -> Result<Automaton, TableError> {
        let accepting = self.outputs.iter().map(|&own| own == output).collect();
        Automaton::new(self.base, self.systems.len(), self.next.clone(), accepting, budget)
    }
}

/// Walnut's name of a system, where it has one.
pub fn system_name(system: &System) -> String {
    match system.kind() {
        Some(Name::Base(base)) => format!("msd_{base}"),
        Some(Name::Zeckendorf) => "msd_fib".to_owned(),
        Some(name) if name.to_string() == "ostrowski[2]" => "msd_pell".to_owned(),
        _ => system.name().to_owned(),
    }
}

/// Writes an automaton, with the same system for all tracks; a number alone is a base. The state
/// without a way to acceptance is left out.
pub fn write(system: &str, automaton: &Automaton) -> String {
    let base = system.bytes().all(|byte| byte.is_ascii_digit());
    let system = if base { format!("msd_{system}") } else { system.to_owned() };
    if automaton.tracks() == 0 {
        return if automaton.is_universal() { "true\n" } else { "false\n" }.to_owned();
    }
    let mut text = vec![system; automaton.tracks()].join(" ");
    text.push('\n');
    let dead = automaton.dead().filter(|&dead| dead > 0);
    // The dead state's number is not used: those after it move up.
    let name = |state: u32| state - u32::from(dead.is_some_and(|dead| dead < state));
    for state in (0..automaton.states() as u32).filter(|&state| Some(state) != dead) {
        let _ = writeln!(text, "{} {}", name(state), u8::from(automaton.accepting(state)));
        for (letter, &to) in automaton.row(state).iter().enumerate() {
            if Some(to) != dead {
                let digits: Vec<String> =
                    automaton.digits(letter as u32).iter().map(u8::to_string).collect();
                let _ = writeln!(text, "{} -> {}", digits.join(" "), name(to));
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let budget = Budget::default();
        for name in ["2", "3", "zeckendorf", "ostrowski[2]", "narayana"] {
            let system = System::new(&name.parse().unwrap(), &budget).unwrap();
            let all = [
                system.adder().clone(),
                system.less().clone(),
                system.valid().clone(),
                system.constant(1000, &budget).unwrap(),
                Automaton::constant(system.base(), 2, false).unwrap(),
                Automaton::constant(system.base(), 1, true).unwrap(),
            ];
            for automaton in all {
                let text = write(&system_name(&system), &automaton);
                let read = read(&text, &budget).unwrap();
                assert_eq!(read.systems[0].as_ref(), system.kind(), "{text}");
                assert_eq!(read.automaton(&budget).unwrap(), automaton, "{text}");
            }
        }
        for value in [true, false] {
            let sentence = Automaton::constant(2, 0, value).unwrap();
            let read = read(&write("2", &sentence), &budget).unwrap();
            assert_eq!(read.automaton(&budget).unwrap(), sentence);
        }
    }

    #[test]
    fn foreign_texts_are_read_and_wrong_ones_refused() {
        let budget = Budget::default();
        // Listed digits, states in any order, outputs, stars, comments.
        let text =
            "{0, 1} {0,1,2} # two tracks\n\n7 2\n* 1 -> 3\n0 0 -> 7\n\n3 5\n1 * -> 3 # stay\n";
        let read_it = read(text, &budget).unwrap();
        assert_eq!((read_it.base, read_it.systems), (3, vec![None, None]));
        assert_eq!(read_it.outputs, [2, 5, 0]);
        for (bad, line) in [
            ("", 1),
            ("lsd_2\n0 0\n", 1),
            ("msd_2\n", 1),
            ("msd_2\n0 -> 0\n", 2),
            ("msd_2\n0 0\n2 -> 0\n", 3),
            ("msd_2\n0 0\n0 0 -> 0\n", 3),
            ("msd_2\n0 0\n0 -> 0 1\n", 3),
            ("msd_2\n0 0\n0 -> 0\n0 -> 1\n1 0\n", 4),
            ("msd_2\n0 0\n0 -> 1\n", 3),
            ("msd_2\n0 0\n0 1\n", 3),
            ("{0,300}\n0 0\n", 1),
            ("{0 1\n0 0\n", 1),
        ] {
            match read(bad, &budget) {
                Err(ReadError::Line { line: at, .. }) => assert_eq!(at, line, "{bad:?}"),
                other => panic!("{bad:?}: {other:?}"),
            }
        }
        let wide = ["msd_10"; 9].join(" ");
        assert!(matches!(read(&wide, &budget), Err(ReadError::Table(_))));
    }
}
