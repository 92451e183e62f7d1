//! What is written on the nodes: short names of positions, and what becomes of them.

use super::{GameGraph, Node};
use crate::outcome::Play;

/// A line of a name has at most so many characters.
const LINE: usize = 34;

/// Lists that are longer are left out of the names if all positions share them.
const SHARED: usize = 10;

/// At most so many numbers of a mex set are written.
const MOST_VALUES: usize = 9;

/// `text` with at most `most` characters, the middle replaced by … if need be.
pub fn shorten(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let head = most / 2;
    let tail = most.saturating_sub(head + 1);
    let begin: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(count - tail).collect();
    format!("{begin}…{end}")
}

/// For each node the lines of its name; different positions have different names.
pub fn names(graph: &GameGraph) -> Vec<Vec<String>> {
    let shared = shared_lists(graph);
    let mut names: Vec<Vec<String>> = graph
        .nodes
        .iter()
        .map(|node| {
            let mut text = node.position.clone();
            for list in &shared {
                for end in [';', ')'] {
                    text = text.replace(&format!("{list}{end}"), &format!("(…{end}"));
                }
            }
            wrap(&text)
        })
        .collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| names[a].cmp(&names[b]));
    let same = order.chunk_by(|&a, &b| names[a] == names[b]).filter(|group| group.len() > 1);
    for node in same.flatten().copied().collect::<Vec<_>>() {
        names[node].push(format!("(position {})", node + 1));
    }
    names
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
                    && at - first > SHARED
                {
                    lists.push(start[first..at].to_owned());
                }
            }
            _ => {}
        }
    }
    lists.sort();
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

/// Lines of at most [`LINE`] characters, broken between components.
fn wrap(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for component in text.split(" + ") {
        let component = shorten(component, LINE - 2);
        match lines.last_mut() {
            None => lines.push(component),
            Some(line) if line.chars().count() + component.chars().count() + 3 <= LINE => {
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
    if shown.len() > MOST_VALUES {
        shown.truncate(MOST_VALUES);
        shown.push("…".into());
    }
    format!("{{{}}}", shown.join(","))
}

/// What becomes of a position: a lead and the word that matters, to be written bold.
///
/// In normal play the mex set and the value, in misère play why it is P or N.
pub fn verdict(node: &Node, play: Play) -> (String, String) {
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
    fn long_names_are_shortened_in_the_middle() {
        assert_eq!(shorten("nim(1,2)", 8), "nim(1,2)");
        assert_eq!(shorten("nim(1,2,3)", 8), "nim(…,3)");
        assert_eq!(shorten("蛙蛙蛙蛙", 3), "蛙…蛙");
        let lines = wrap(
            "nim(1,2,3) + wythoff(10,12) + kayles(5) + chomp(2,3) + hackenbush(edges(0-1,1-2,2-3,3-4))",
        );
        assert!(
            lines.len() <= 3 && lines.iter().all(|l| l.chars().count() <= LINE + 2),
            "{lines:?}"
        );
    }

    #[test]
    fn sets_show_runs() {
        assert_eq!(set(&[]), "{}");
        assert_eq!(set(&[0, 1, 2, 3]), "{0,1,2,3}");
        assert_eq!(set(&[0, 1, 2, 3, 4, 7]), "{0,1,…,4,7}");
        assert_eq!(set(&(0..40).map(|v| 2 * v).collect::<Vec<_>>()), "{0,2,4,6,8,10,12,14,16,…}");
    }
}
