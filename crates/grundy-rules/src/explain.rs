//! Why a position has its value, as a class would work it out: mex sets of small positions below
//! it, in the notation of the rules.

use crate::show;
use crate::state::State;
use crate::typed::Program;
use crate::walk;
use hashbrown::HashMap;
use std::collections::BTreeSet;

/// Up to this many positions below the one asked for are looked at.
const MAX_POSITIONS: usize = 2000;
/// Up to this many moves.
const MAX_MOVES: usize = 20_000;
/// The rules may take up to this many steps for each of them.
const MAX_STEPS_EACH: u64 = 1 << 12;
/// So many small positions are shown.
const MAX_SHOWN: usize = 8;
/// So many of them with longest plays of the same length.
const MAX_OF_ONE_HEIGHT: usize = 2;
/// A mex set with more values is cut short.
const MAX_MEX_SET: usize = 12;

/// The reasoning for a position, in lines.
pub fn why(program: &Program, state: &State) -> Vec<String> {
    let mut lines = Vec::new();
    let typed = state.show(program);
    if let Some(Ok(picture)) = show::lines(program, state) {
        match &*picture {
            [_] => lines.push(format!("{typed} is shown as {}", show::line(program, state))),
            rows => lines.push(format!("{typed} is the position\n  {}", rows.join("\n  "))),
        }
    }
    // Where moves may entail a value is not the mex of the options' values.
    let rows = program.entailing().is_none().then(|| small_positions(program, state)).flatten();
    if let Some(rows) = rows {
        lines.push(
            "the value of a position is the mex of its options, the positions that its moves \
             leave: the least of the numbers 0, 1, 2, … that is not a value of an option"
                .to_owned(),
        );
        lines.push(format!("some small positions, each found from smaller ones:\n{rows}"));
    }
    lines
}

/// A position below the one asked for.
struct Node {
    state: State,
    /// Sums of nodes; nothing for a move that wins at once.
    options: Vec<Option<Vec<usize>>>,
    /// What is found once all options are.
    found: Option<Found>,
}

struct Found {
    /// The length of the longest play.
    height: usize,
    /// Nothing if a move wins at once.
    value: Option<u64>,
    mex_set: BTreeSet<u64>,
}

/// The smallest positions below a position, a row each; nothing if there are too many to look at,
/// or the rules are wrong.
fn small_positions(program: &Program, state: &State) -> Option<String> {
    let mut nodes = below(program, state)?;
    evaluate(&mut nodes)?;
    let mut found: Vec<(&State, &Found)> =
        nodes.iter().filter_map(|node| Some((&node.state, node.found.as_ref()?))).collect();
    let size = |state: &State| state.coords().iter().map(|&c| i128::from(c)).sum::<i128>();
    found.sort_by_key(|(state, found)| (found.height, size(state), *state));
    let mut rows: Vec<(String, String)> = Vec::new();
    for height in found.chunk_by(|a, b| a.1.height == b.1.height) {
        for (state, found) in height.iter().take(MAX_OF_ONE_HEIGHT) {
            rows.push((show::line(program, state), reason(found)));
        }
    }
    rows.truncate(MAX_SHOWN);
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let rows: Vec<String> =
        rows.iter().map(|(name, reason)| format!("  {name:width$}  {reason}")).collect();
    Some(rows.join("\n"))
}

/// "mex{0,1} = 2"
fn reason(found: &Found) -> String {
    let Some(value) = found.value else { return "a move wins at once: no value".to_owned() };
    if found.height == 0 {
        return "no move: mex{} = 0".to_owned();
    }
    let mut set: Vec<String> = found.mex_set.iter().take(MAX_MEX_SET).map(u64::to_string).collect();
    if found.mex_set.len() > MAX_MEX_SET {
        set.push("…".to_owned());
    }
    format!("mex{{{}}} = {value}", set.join(","))
}

/// The normal form of a position and all positions below it, each with its options.
fn below(program: &Program, state: &State) -> Option<Vec<Node>> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut numbers: HashMap<State, usize> = HashMap::new();
    let number = |state: State, nodes: &mut Vec<Node>, numbers: &mut HashMap<State, usize>| {
        *numbers.entry(state).or_insert_with_key(|state| {
            nodes.push(Node { state: state.clone(), options: Vec::new(), found: None });
            nodes.len() - 1
        })
    };
    number(walk::normal_form(program, state).ok()?, &mut nodes, &mut numbers);
    let (mut next, mut moves) = (0, 0);
    while next < nodes.len() {
        let mut reached = Vec::new();
        walk::options(program, &nodes[next].state.clone(), MAX_STEPS_EACH, &mut |option| {
            moves += 1;
            reached.push(option);
            moves <= MAX_MOVES
        })
        .ok()?;
        if moves > MAX_MOVES || nodes.len() > MAX_POSITIONS {
            return None;
        }
        for option in reached {
            let sum = match option.wins {
                true => None,
                false => {
                    let mut sum = Vec::with_capacity(option.sum.len());
                    for part in &option.sum {
                        let form = walk::normal_form(program, part).ok()?;
                        sum.push(number(form, &mut nodes, &mut numbers));
                    }
                    Some(sum)
                }
            };
            nodes[next].options.push(sum);
        }
        next += 1;
    }
    Some(nodes)
}

/// Finds value, mex set and height of every node, without recursion; nothing if play goes round.
fn evaluate(nodes: &mut [Node]) -> Option<()> {
    let mut entered = vec![false; nodes.len()];
    let mut stack = vec![0];
    while let Some(&top) = stack.last() {
        if nodes[top].found.is_some() {
            stack.pop();
            continue;
        }
        let missing = nodes[top].options.iter().flatten().flatten();
        let missing: Vec<usize> =
            missing.copied().filter(|&part| nodes[part].found.is_none()).collect();
        if missing.is_empty() {
            nodes[top].found = Some(found(nodes, top));
            stack.pop();
        } else if std::mem::replace(&mut entered[top], true) {
            return None;
        } else {
            stack.extend(missing);
        }
    }
    Some(())
}

/// What follows from the options of a node.
fn found(nodes: &[Node], number: usize) -> Found {
    let mut mex_set = BTreeSet::new();
    let mut height = 0;
    let mut wins = false;
    for option in &nodes[number].options {
        let Some(sum) = option else {
            wins = true;
            height = height.max(1);
            continue;
        };
        let parts = || sum.iter().filter_map(|&part| nodes[part].found.as_ref());
        height = height.max(1 + parts().map(|part| part.height).sum::<usize>());
        // Sums with a part that can be won at once have no value.
        if let Some(value) = parts().try_fold(0, |sum, part| Some(sum ^ part.value?)) {
            mex_set.insert(value);
        }
    }
    let mex = (0..).zip(&mex_set).take_while(|(least, value)| least == *value).count() as u64;
    let value = (!wins).then_some(mex);
    Found { height, value, mex_set }
}
