//! The reasoning of normal play step by step, with the numbers of the position.

use super::parts::{Finding, Parts};
use super::verdict::Verdict;
use super::winning_sets::{self, NAMED, write_row};
use super::{Question, REPORTED};
use crate::answer::{GrundyValue, PartValue};
use crate::context::{Context, Stop};
use crate::game::{Known, OPTIONS_EXPLAINED, OptionValue, join};
use crate::nat::{BitTest, Nat};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Positions that may be stored to find the values of options: they are not what was asked.
const MAX_OPTION_POSITIONS: u64 = 50_000;
/// Up to this many parts have their options evaluated.
const MAX_EVALUATED_PARTS: usize = 6;
/// Binary columns up to this width fit a terminal with the number beside them.
const COLUMNS: usize = 44;

/// What is to be explained.
pub struct Story<'a> {
    pub parts: &'a Parts<'a>,
    pub findings: &'a [Finding],
    pub verdict: &'a Verdict,
    pub question: &'a Question,
}

impl Story<'_> {
    /// The steps; `counts` are the numbers of winning moves of the parts that have been looked at.
    ///
    /// # Errors
    /// [`Stop`] when cancelled.
    pub fn tell(
        &self,
        counts: &[(usize, Option<Nat>)],
        context: &Context<'_>,
    ) -> Result<Vec<String>, Stop> {
        let mut steps = Vec::new();
        let several = self.parts.len() > 1;
        // What holds of several parts is said once.
        let mut said: Vec<(String, Vec<usize>)> = Vec::new();
        for (part, twins) in self.groups() {
            for line in self.part(part, context)? {
                match said.iter_mut().find(|(known, _)| *known == line) {
                    Some((_, parts)) => parts.extend(&twins),
                    None => said.push((line, twins.clone())),
                }
            }
        }
        steps.extend(said.into_iter().map(|(line, mut parts)| {
            parts.sort_unstable();
            if several { format!("{}: {line}", part_list(&parts)) } else { line }
        }));
        match self.verdict {
            Verdict::Loony(_, part) if several && self.parts.any_entails() => steps.push(format!(
                "part {} is loony: whoever moves wins, whatever else is on the table: N",
                part + 1
            )),
            Verdict::Loony(count, part) if several => steps.push(match count {
                1 => format!(
                    "part {} can be won at once, whatever else is on the table: N",
                    part + 1
                ),
                _ => format!("{count} parts can be won at once, whatever else is on the table: N"),
            }),
            Verdict::Differs(part) if several => {
                let not = self.findings[*part].not.as_ref().filter(|not| !not.is_zero());
                steps.push(match not {
                    None => format!(
                        "part {} alone is N, and the other parts together have the value 0: the sum is N",
                        part + 1
                    ),
                    Some(not) => format!(
                        "the other parts together have the value {not}, and search found that part {} has another: the sum is N",
                        part + 1
                    ),
                });
            }
            Verdict::Value(total) if several => self.sum(total, counts, &mut steps),
            Verdict::Loopy(set, only) if several => steps.push(self.infinite(set, *only)),
            _ => {}
        }
        Ok(steps)
    }

    /// The first parts, equal ones together: the first of each group and all of it.
    fn groups(&self) -> Vec<(usize, Vec<usize>)> {
        let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
        for part in 0..self.parts.len().min(REPORTED) {
            match groups.iter_mut().find(|(first, _)| self.parts.equal(*first, part)) {
                Some((_, group)) => group.push(part),
                None => groups.push((part, vec![part])),
            }
        }
        groups
    }

    /// What there is to say of one part.
    fn part(&self, part: usize, context: &Context<'_>) -> Result<Vec<String>, Stop> {
        let (component, i) = self.parts.place(part);
        let finding = &self.findings[part];
        let mut lines = component.why(i);
        if component.entails() {
            lines.extend(winning_sets::lines(self.parts, part, context)?);
            return Ok(lines);
        }
        let single = self.parts.len() == 1;
        let value = match &finding.value {
            PartValue::Known(value) => GrundyValue::Number(value.clone()),
            PartValue::Loopy(set) => GrundyValue::Loopy(set.clone()),
            _ => return Ok(lines),
        };
        let wanted = finding.searched() || component.by_options(i);
        if self.parts.len() > MAX_EVALUATED_PARTS || !(wanted || single) {
            return Ok(lines);
        }
        let mut modest = *context;
        modest.limits =
            modest.limits.with_positions(modest.limits.positions.min(MAX_OPTION_POSITIONS));
        match component.option_values(i, OPTIONS_EXPLAINED, &modest)? {
            Some(options) => lines.extend(mex_lines(&options, &value, single && wanted)),
            None if finding.searched() => lines.push(format!(
                "the value {value} was found by search: it is the mex (the least number missing) of the values of all options"
            )),
            None if lines.is_empty() => lines.push(format!(
                "some move leads to each value less than {value}, and none to {value} itself"
            )),
            None => {}
        }
        Ok(lines)
    }

    /// What an infinite part makes of the sum.
    fn infinite(&self, set: &[Nat], only: Option<usize>) -> String {
        let Some(part) = only else {
            return "two parts are infinite, and a move changes one of them only: nobody can leave a sum of value 0, so nobody can force a win, and nobody has to lose: D".to_owned();
        };
        let others = self.findings.iter().enumerate().filter(|&(other, _)| other != part);
        let others = others.fold(Nat::ZERO, |sum, (_, finding)| match &finding.value {
            PartValue::Known(value) => sum ^ value,
            _ => sum,
        });
        let (name, options) = (
            part + 1,
            match &self.findings[part].value {
                PartValue::Loopy(own) => crate::answer::infinite(own),
                _ => String::new(),
            },
        );
        match set.iter().any(Nat::is_zero) {
            true => format!(
                "part {name} is infinite, {options}, and the other parts have the nim-sum {others}, which some move there makes of it: that leaves a sum of value 0, so the sum is N"
            ),
            false => format!(
                "part {name} is infinite, {options}, and the other parts have the nim-sum {others}, and no option of that part has this value: nobody can leave a sum of value 0, so the sum is a draw"
            ),
        }
    }

    /// What the values make of the sum.
    fn sum(&self, total: &Nat, counts: &[(usize, Option<Nat>)], steps: &mut Vec<String>) {
        if !self.parts.has_moves() {
            steps.push("no part has a move left: the player to move has lost".into());
            return;
        }
        let (twins, all_twins) = self.twins();
        if !twins.is_empty() {
            let pairs =
                join(twins.iter().take(4).map(|(a, b)| format!("{} and {}", a + 1, b + 1)), ", ");
            let more = if twins.len() > 4 { ", …" } else { "" };
            let are = if twins.len() == 1 { "are equal" } else { "are equal in pairs" };
            steps.push(format!(
                "parts {pairs}{more} {are}: they cancel, as each move in one can be copied in the other{}",
                match (all_twins, self.wins_at_once()) {
                    (true, false) =>
                        "; the second player wins by copying every move (the mirror strategy)",
                    (true, true) =>
                        "; the second player wins by copying every move (the mirror strategy), unless a move lets him win at once",
                    _ => "",
                }
            ));
        }
        if all_twins {
            return;
        }
        let values: Option<Vec<&Nat>> = self
            .findings
            .iter()
            .map(|finding| match &finding.value {
                PartValue::Known(value) => Some(value),
                _ => None,
            })
            .collect();
        let all_zero =
            values.as_ref().is_some_and(|values| values.iter().all(|value| value.is_zero()));
        if let Some(values) = values.as_ref().filter(|_| !all_zero) {
            steps.extend(columns(values, total));
        }
        if total.is_zero() {
            let or =
                if self.wins_at_once() { " (or lets the other player win at once)" } else { "" };
            let sum = match all_zero {
                true => "all parts have the value 0, and so has their sum",
                false => "the nim-sum of the values is 0",
            };
            steps.push(format!(
                "{sum}. A move changes the value of one part, so it makes the nim-sum some s that is not 0{or}; then some part has a 1 in the column of the leading 1 of s, and a move there makes the nim-sum 0 again. So the player to move loses: P"
            ));
            return;
        }
        if values.is_none() {
            steps.push(format!(
                "the nim-sum of the values of the other parts is {total}, not 0, and a move that makes it 0 wins{}",
                if self.question.only.is_none() { ": N" } else { "" }
            ));
        }
        if let Some(values) = values {
            self.movers(total, &values, counts, steps);
        }
    }

    /// Which parts have a winning move, and why just these.
    fn movers(
        &self,
        total: &Nat,
        values: &[&Nat],
        counts: &[(usize, Option<Nat>)],
        steps: &mut Vec<String>,
    ) {
        let top = total.bit_len() - 1;
        let place = if top < 20 { (1u32 << top).to_string() } else { format!("2^{top}") };
        let outcome = if self.question.only.is_none() { ": N" } else { "" };
        steps.push(format!(
            "the nim-sum of the values is {total}, not 0, and a move that makes it 0 wins{outcome}. For that a part of value v has to go to v xor {total}"
        ));
        let list = |chosen: &[usize]| {
            let one = |part: &usize| {
                let value = values[*part];
                format!("part {}: {value} xor {total} = {}", part + 1, value ^ total)
            };
            let more = match chosen.len() {
                0..=8 => String::new(),
                count => format!("; and {} more", count - 8),
            };
            format!("{}{more}", join(chosen.iter().take(8).map(one), "; "))
        };
        let looked_at = || counts.iter().map(|(part, _)| *part);
        let down: Vec<usize> = looked_at().filter(|&part| values[part].bit(top)).collect();
        let up: Vec<usize> = looked_at().filter(|&part| !values[part].bit(top)).collect();
        let column = format!("the leading 1 of {total} is in the column of {place}");
        if !down.is_empty() {
            let which = match (self.question.only, down.len()) {
                (Some(part), _) => {
                    format!("part {part} has a 1 in this column: its value becomes smaller")
                }
                (None, 1) => "one part has a 1 in this column: its value becomes smaller".into(),
                (None, _) => "the parts with a 1 in this column become smaller".into(),
            };
            steps.push(format!(
                "{column}; {which} ({}), and from its value a part has moves to every smaller one",
                list(&down)
            ));
        }
        if up.is_empty() {
            return;
        }
        let can: Vec<usize> = counts
            .iter()
            .filter(|(_, count)| count.as_ref().is_some_and(|count| !count.is_zero()))
            .map(|(part, _)| *part)
            .filter(|part| up.contains(part))
            .collect();
        let unknown = counts.iter().any(|(part, count)| count.is_none() && up.contains(part));
        let others = match (down.is_empty(), up.len()) {
            (true, _) => format!("{column}; part {} has a 0 there and", up[0] + 1),
            (false, 1) => format!("part {} has a 0 there and", up[0] + 1),
            (false, _) => "the other parts have a 0 there and".to_owned(),
        };
        steps.push(match (can.is_empty(), unknown) {
            (false, _) if up.len() == 1 => format!(
                "{others} would have to move to a greater value, which only some rules allow; here it can be done: {} xor {total} = {}",
                values[up[0]],
                values[up[0]] ^ total
            ),
            (false, _) => format!(
                "{others} would have to move to a greater value, which only some rules allow; here it can be done in {}",
                list(&can)
            ),
            (true, false) => {
                format!("{others} would have to move to a greater value, which no move does")
            }
            (true, true) => format!("{others} would have to move to a greater value"),
        });
    }

    /// Whether moves may win at once here (which is also what makes misère play senseless), and
    /// other moves let the other player do so.
    fn wins_at_once(&self) -> bool {
        self.parts.components.iter().any(|component| component.misere_refused().is_some())
    }

    /// Pairs of equal parts, if there are not too many parts to compare, and whether these are all
    /// parts that have moves.
    fn twins(&self) -> (Vec<(usize, usize)>, bool) {
        let mut open: Vec<usize> = Vec::new();
        let mut pairs = Vec::new();
        if self.parts.len() > 64 {
            return (pairs, false);
        }
        for part in 0..self.parts.len() {
            match open.iter().position(|&other| self.parts.equal(other, part)) {
                Some(twin) if self.parts.cancels(part) => {
                    pairs.push((open.remove(twin), part));
                }
                _ if self.parts.has_moves_in(part) => open.push(part),
                _ => {}
            }
        }
        let all = open.is_empty() && !pairs.is_empty();
        (pairs, all)
    }
}

/// "part 2", "parts 1 and 3", "parts 1, 2 and 5", from numbers that start at 0.
pub(super) fn part_list(parts: &[usize]) -> String {
    let names: Vec<String> = parts.iter().map(|part| (part + 1).to_string()).collect();
    match names.as_slice() {
        [one] => format!("part {one}"),
        [init @ .., last] => format!("parts {} and {last}", init.join(", ")),
        [] => String::new(),
    }
}

/// The value of a part as the mex of the values of its options.
fn mex_lines(options: &[OptionValue], value: &GrundyValue, name_them: bool) -> Vec<String> {
    if options.is_empty() {
        return vec!["there is no move, so the value is 0".to_owned()];
    }
    let mut lines = Vec::new();
    let mut by_value: BTreeMap<&Nat, Vec<&str>> = BTreeMap::new();
    let mut losing: Vec<&str> = Vec::new();
    let mut infinite: Vec<&str> = Vec::new();
    for option in options {
        match &option.value {
            Known::Value(value) => by_value.entry(value).or_default().push(&option.text),
            Known::Loopy(_) => infinite.push(&option.text),
            Known::Loony | Known::Nonzero => losing.push(&option.text),
        }
    }
    let named = name_them && options.len() <= NAMED;
    if named {
        let mut table = "the moves, by the value of what they leave:\n".to_owned();
        let width = by_value.keys().map(|value| value.to_string().len()).max().unwrap_or(1);
        for (value, moves) in &by_value {
            write_row(&mut table, &format!("{value:>width$}"), moves);
        }
        if !infinite.is_empty() {
            write_row(&mut table, &format!("{:>width$}", "∞"), &infinite);
        }
        if !losing.is_empty() {
            write_row(&mut table, &format!("{:>width$}", "-"), &losing);
        }
        lines.push(table);
    }
    if by_value.is_empty() && infinite.is_empty() {
        let every = if options.len() == 1 { "the only move" } else { "every move" };
        lines.push(format!("{every} lets the other player win at once, so the value is 0"));
        return lines;
    }
    if !losing.is_empty() {
        let (them, let_) =
            if losing.len() == 1 { ("one move", "lets") } else { ("some moves", "let") };
        let mark = if named { " (-)" } else { "" };
        lines.push(format!(
            "{them}{mark} {let_} the other player win at once; for the value they do not count"
        ));
    }
    let values: Vec<&Nat> = by_value.into_keys().collect();
    let value = match value {
        GrundyValue::Number(value) => value,
        GrundyValue::Loopy(own) => {
            debug_assert!(own.iter().eq(values), "theory and the options differ");
            lines.push(match own.is_empty() {
                true => "no option has a number, so the value is ∞".to_owned(),
                false => format!(
                    "the options have the numbers {} and others are infinite, so the value is {}",
                    set(&own.iter().collect::<Vec<_>>()),
                    crate::answer::infinite(own)
                ),
            });
            return lines;
        }
    };
    debug_assert_eq!(*value, mex(&values), "theory and the options differ");
    let counted = options.len() - losing.len() - infinite.len();
    if !infinite.is_empty() {
        lines.push(if counted > 0 { INFINITE_OPTIONS } else { NO_NUMBERS }.into());
    }
    let whose = match (losing.is_empty() && infinite.is_empty(), counted) {
        (_, 0) => return lines,
        (true, 1) => "the only option has".to_owned(),
        (true, count) => format!("the {count} options have"),
        (false, 1) => "the other option has".to_owned(),
        (false, count) => format!("the other {count} options have"),
    };
    lines.push(match values.as_slice() {
        [one] => {
            format!("{whose} the value {one}, so the value is {value}, the least number missing")
        }
        _ => format!(
            "{whose} the values {}, so the value is {value}, the least number missing",
            set(&values)
        ),
    });
    lines
}

/// Why options of infinite value do not count.
const INFINITE_OPTIONS: &str = "from every infinite option (∞) a move leads back to this value, nearer to the end of play; for the value such options do not count";

/// The same where there are no others.
const NO_NUMBERS: &str = "no option has a number, and from every infinite one (∞) a move leads back to value 0, nearer to the end of play; so the value is 0";

/// The least number missing from a sorted set.
fn mex(values: &[&Nat]) -> Nat {
    let present = (0usize..).zip(values).take_while(|&(n, value)| **value == Nat::from(n)).count();
    Nat::from(present)
}

/// A sorted set of numbers with its runs drawn together: {0 to 5, 7}.
fn set(values: &[&Nat]) -> String {
    const SHOWN: usize = 12;
    let mut runs: Vec<(&Nat, &Nat, usize)> = Vec::new();
    for &value in values {
        match runs.last_mut() {
            Some((_, last, length)) if *last + 1u8 == *value => {
                (*last, *length) = (value, *length + 1);
            }
            _ => runs.push((value, value, 1)),
        }
    }
    let mut items = Vec::new();
    for (first, last, length) in runs {
        if length > 5 {
            items.push(format!("{first} to {last}"));
        } else {
            items.extend((0..length).map(|i| (first + i).to_string()));
        }
    }
    let more = if items.len() > SHOWN { ", …" } else { "" };
    items.truncate(SHOWN);
    format!("{{{}{more}}}", items.join(", "))
}

/// The nim-sum as binary columns, if that is readable.
pub fn columns(values: &[&Nat], total: &Nat) -> Option<String> {
    let width = values.iter().map(|value| value.bit_len()).max()?.max(1);
    if values.len() > REPORTED || width > COLUMNS {
        return None;
    }
    let digits = values.iter().chain([&total]).map(|v| v.to_string().len()).max()?;
    let mut text =
        "the values in binary, and 1 below each column with an odd number of 1s:\n".to_owned();
    for (part, value) in values.iter().enumerate() {
        let binary = format!("{value:b}");
        let _ = writeln!(text, "  {binary:>width$}  {value:>digits$}  part {}", part + 1);
    }
    let _ = writeln!(text, "  {}", "-".repeat(width));
    let _ = writeln!(text, "  {:>width$}  {total:>digits$}  the nim-sum", format!("{total:b}"));
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_a_set_are_drawn_together() {
        let numbers: Vec<Nat> = [0u8, 1, 2, 3, 4, 5, 7, 8, 11].map(Nat::from).to_vec();
        assert_eq!(set(&numbers.iter().collect::<Vec<_>>()), "{0 to 5, 7, 8, 11}");
        assert_eq!(set(&[]), "{}");
    }

    #[test]
    fn parts_are_named_in_plain_words() {
        assert_eq!(part_list(&[0]), "part 1");
        assert_eq!(part_list(&[0, 2, 4]), "parts 1, 3 and 5");
    }

    #[test]
    fn columns_line_up() {
        let values = [3u8, 4, 5].map(Nat::from);
        let text = columns(&values.iter().collect::<Vec<_>>(), &Nat::from(2u8)).unwrap();
        assert!(text.ends_with("  101  5  part 3\n  ---\n   10  2  the nim-sum\n"), "{text}");
    }
}
