//! What is written on the nodes: short names of positions, and what becomes of them.

use super::{GameGraph, Move, Node};
use crate::drawing::text::shorten;
use crate::outcome::{Outcome, Play};
use crate::sorting::{order, sort};
use crate::syntax::join;

/// A line of a name has at most so many characters.
const MAX_LINE: usize = 34;

/// Lists that are longer are left out of the names if all positions share them.
const MAX_SHARED: usize = 10;

/// At most so many numbers of a mex set are written.
const MAX_VALUES: usize = 9;

/// At most so many moves are written beside an arc.
const MAX_MOVES: usize = 3;

/// For each node the lines of its name; different positions have different names.
pub fn names(graph: &GameGraph) -> Vec<Vec<String>> {
    let shared = shared_lists(graph);
    let common = common_game(graph);
    let mut names: Vec<Vec<String>> = graph
        .nodes
        .iter()
        .map(|node| {
            if !node.picture.is_empty() {
                return node.picture.clone();
            }
            let mut text = node.position.clone();
            for list in &shared {
                for end in [';', ')'] {
                    text = text.replace(&format!("{list}{end}"), &format!("(…{end}"));
                }
            }
            wrap(inside(&text, common.as_deref()))
        })
        .collect();
    let order = order(names.len(), &|a, b| names[a].cmp(&names[b]));
    let same = order.chunk_by(|&a, &b| names[a] == names[b]).filter(|group| group.len() > 1);
    for node in same.flatten().copied().collect::<Vec<_>>() {
        names[node].push(format!("(position {})", node + 1));
    }
    names
}

/// `kayles` where every position is `kayles(…)`: then only what stands in the brackets is written.
pub fn common_game(graph: &GameGraph) -> Option<String> {
    if graph.nodes.iter().any(|node| !node.picture.is_empty()) {
        return None;
    }
    let (game, _) = graph.nodes[0].position.split_once('(')?;
    let all = |node: &Node| {
        let inner = node.position.strip_prefix(game).and_then(|rest| rest.strip_prefix('('));
        inner.and_then(|rest| rest.strip_suffix(')')).is_some_and(|inner| {
            !inner.is_empty() && !inner.contains(" + ") && !inner.starts_with([',', ' '])
        })
    };
    (graph.nodes.len() > 1 && graph.nodes.iter().all(all)).then(|| game.to_owned())
}

/// What stands in the brackets after the name of the game.
fn inside<'t>(text: &'t str, game: Option<&str>) -> &'t str {
    let inner = game.and_then(|game| text.strip_prefix(game)?.strip_prefix('(')?.strip_suffix(')'));
    inner.unwrap_or(text)
}

/// The first moves along an arc with commas between, equal ones once: `3→1, 2→0 ×2, …`.
pub fn moves_label(moves: &[Move]) -> String {
    let (counted, more) = counted(moves);
    let mut shown: Vec<String> = counted
        .into_iter()
        .map(|(text, count)| {
            let text = shorten(text, MAX_LINE).replace(" -> ", "→");
            if count > 1 { format!("{text} ×{count}") } else { text }
        })
        .collect();
    if more {
        shown.push("…".into());
    }
    shown.join(", ")
}

/// The first [`MAX_MOVES`] different moves, each with how often it comes; whether there are more.
pub fn counted(moves: &[Move]) -> (Vec<(&str, usize)>, bool) {
    let mut counted: Vec<(&str, usize)> = Vec::new();
    let mut more = false;
    for to in moves {
        match counted.iter().position(|(text, _)| *text == to.text) {
            Some(place) => counted[place].1 += 1,
            None if counted.len() == MAX_MOVES => more = true,
            None => counted.push((&to.text, 1)),
        }
    }
    (counted, more)
}

/// Beginnings of brackets, `(list` before `;` or `)`, that stand in the name of every position: the graph or
/// the words played on.
fn shared_lists(graph: &GameGraph) -> Vec<String> {
    let Some(start) = graph.nodes.first().map(|node| &*node.position) else { return Vec::new() };
    let mut open = None;
    let mut quoted = false;
    let mut escaped = false;
    let mut lists: Vec<String> = Vec::new();
    for (at, char) in start.char_indices() {
        if quoted {
            quoted = char != '"' || escaped;
            escaped = char == '\\' && !escaped;
            continue;
        }
        match char {
            '"' => quoted = true,
            '(' => open = Some(at),
            ';' | ')' => {
                if let Some(first) = open.take()
                    && at - first > MAX_SHARED
                {
                    lists.push(start[first..at].to_owned());
                }
            }
            _ => {}
        }
    }
    sort(&mut lists);
    lists.dedup();
    lists.retain(|list| {
        let holds = |text: &str| {
            let mut places = text.match_indices(list.as_str());
            places.any(|(at, _)| text[at + list.len()..].starts_with([';', ')']))
        };
        graph.nodes.len() > 1 && graph.nodes.iter().all(|node| holds(&node.position))
    });
    lists
}

/// Lines of at most [`MAX_LINE`] characters, broken between components.
fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for component in text.split(" + ") {
        let component = shorten(component, MAX_LINE - 2);
        match lines.last_mut() {
            None => lines.push(component),
            Some(line) if line.chars().count() + component.chars().count() + 3 <= MAX_LINE => {
                line.push_str(" + ");
                line.push_str(&component);
            }
            Some(line) => {
                line.push_str(" +");
                lines.push(component);
            }
        }
    }
    if lines.len() > 3 {
        lines.splice(2..lines.len() - 1, []);
        lines[1] = "… +".to_owned();
    }
    lines
}

/// "{0,1,3}"; runs and long sets are shortened.
fn set(values: &[u64]) -> String {
    let mut shown: Vec<String> = Vec::new();
    for run in values.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [first, second, _, _, .., last] => {
                let ends = [first.to_string(), second.to_string(), "…".into(), last.to_string()];
                shown.extend(ends);
            }
            _ => shown.extend(run.iter().map(u64::to_string)),
        }
    }
    if shown.len() > MAX_VALUES {
        shown.truncate(MAX_VALUES);
        shown.push("…".into());
    }
    format!("{{{}}}", shown.join(","))
}

/// An infinite value: ∞(0,2), or ∞.
pub fn infinite(numbers: &[u64]) -> String {
    match numbers {
        [] => "∞".into(),
        numbers => format!("∞({})", join(numbers.iter().map(u64::to_string), ",")),
    }
}

/// What becomes of a position: a lead and the word that matters, to be written bold.
///
/// In normal play the mex set and the value, in misère play why it is P or N.
pub fn verdict(node: &Node, play: Play) -> (String, String) {
    if let (Play::Normal, Some(set)) = (play, &node.infinite) {
        return ("value ".into(), infinite(set));
    }
    if node.outcome == Outcome::D {
        return ("no move wins: ".into(), "D".into());
    }
    if node.entailed {
        return ("must be answered: ".into(), node.outcome.to_string());
    }
    match (play, node.value) {
        (Play::Normal, Some(value)) => (format!("mex{} = ", set(&node.mex_set)), value.to_string()),
        (Play::Normal, None) => ("no value: ".into(), "loony".into()),
        (Play::Misere, _) => {
            let moves = |arcs: &mut dyn Iterator<Item = &super::Arc>| -> usize {
                arcs.map(|arc| arc.moves.len()).sum()
            };
            let all = moves(&mut node.arcs.iter());
            let winning = moves(&mut node.arcs.iter().filter(|arc| arc.winning));
            let lead = match (winning, all) {
                (_, 0) => "no move: ".to_owned(),
                (0, 1) => "the only move loses: ".to_owned(),
                (0, 2) => "both moves lose: ".to_owned(),
                (0, _) => format!("all {all} moves lose: "),
                (1, 1) => "the only move wins: ".to_owned(),
                (2, 2) => "both moves win: ".to_owned(),
                (1, _) => format!("1 of {all} moves wins: "),
                (_, _) if winning == all => format!("all {all} moves win: "),
                _ => format!("{winning} of {all} moves win: "),
            };
            (lead, node.outcome.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_broken_into_lines() {
        let lines = wrap(
            "nim(1,2,3) + wythoff(10,12) + kayles(5) + chomp(2,3) + hackenbush(edges(0-1,1-2,2-3,3-4))",
        );
        assert!(
            lines.len() <= 3 && lines.iter().all(|l| l.chars().count() <= MAX_LINE + 2),
            "{lines:?}"
        );
    }

    #[test]
    fn moves_of_an_arc_are_counted_and_the_first_are_shown() {
        let to = |text: &str| Move { part: Some(1), text: text.into() };
        assert_eq!(moves_label(&[to("3 -> 1")]), "3→1");
        assert_eq!(moves_label(&[to("1 -> 0"), to("1 -> 0")]), "1→0 ×2");
        let many: Vec<Move> = (0..5).map(|n| to(&format!("9 -> {n}"))).collect();
        assert_eq!(moves_label(&many), "9→0, 9→1, 9→2, …");
    }

    #[test]
    fn sets_show_runs() {
        assert_eq!(set(&[]), "{}");
        assert_eq!(set(&[0, 1, 2, 3]), "{0,1,2,3}");
        assert_eq!(set(&[0, 1, 2, 3, 4, 7]), "{0,1,…,4,7}");
        assert_eq!(set(&(0..40).map(|v| 2 * v).collect::<Vec<_>>()), "{0,2,4,6,8,10,12,14,16,…}");
    }
}
