//! Tables of surveys: lines, aligned text and comma-separated values.

use super::{Entry, Group};
use hashbrown::HashSet;
use std::fmt::Write as _;

/// The width of a table in text, in characters, unless its numbers alone need more.
const MAX_LINE: usize = 100;

/// The least width of the column of equal games.
const MIN_EQUAL: usize = 12;

/// The columns of a table; the equal games come last.
const HEADS: [&str; 12] = [
    "code",
    "preperiod",
    "period",
    "saltus",
    "proved",
    "max",
    "at",
    "mask",
    "parity",
    "rare",
    "last rare",
    "equal to",
];

/// The place of the saltus and of the parity: columns that are left out of text where they tell nothing.
const RARELY_USED: [(usize, &str); 2] = [(3, "0"), (8, "no")];

/// The cells of a code but that of the games equal to it.
fn row(entry: &Entry) -> [String; 11] {
    let number = |n: Option<u64>| n.map_or_else(String::new, |n| n.to_string());
    let yes = |what: Option<bool>| match what {
        Some(true) => "yes".to_owned(),
        Some(false) => "no".to_owned(),
        None => String::new(),
    };
    [
        entry.code.clone(),
        number(entry.preperiod),
        number(entry.period),
        number(entry.saltus),
        yes(entry.proved),
        entry.max.to_string(),
        entry.max_at.to_string(),
        number(entry.mask.map(u64::from)),
        yes(entry.parity),
        number(entry.rare.map(|rare| rare as u64)),
        number(entry.last_rare),
    ]
}

/// The widths of columns that are printed before the numbers in them are known.
const WIDTHS: [usize; 11] = [10, 9, 9, 6, 6, 5, 9, 5, 6, 5, 9];

/// A line of text for a code, to be printed as soon as it is computed: the columns of [`to_text`] but the
/// equal games. The heads of the columns if no code is given.
///
/// ```
/// use grundy::heap::survey::{entry, to_line};
/// let kayles = entry(&"0.77".parse().unwrap(), 1000, &Default::default()).unwrap();
/// assert!(to_line(None).starts_with("code  "));
/// assert!(to_line(Some(&kayles)).starts_with("0.77  "));
/// ```
pub fn to_line(entry: Option<&Entry>) -> String {
    let cells = entry.map_or_else(
        || HEADS[..11].iter().map(|&head| head.to_owned()).collect(),
        |entry| row(entry).to_vec(),
    );
    let mut line = String::new();
    for (i, (cell, width)) in cells.iter().zip(WIDTHS).enumerate() {
        let _ =
            if i == 0 { write!(line, "{cell:width$}") } else { write!(line, " {cell:>width$}") };
    }
    line.truncate(line.trim_end().len());
    line
}

/// The same as comma-separated values.
pub fn to_csv_line(entry: Option<&Entry>) -> String {
    entry.map_or_else(|| HEADS[..11].join(","), |entry| row(entry).join(","))
}

/// The games equal to the first of a group, as many as fit into `width` characters, and how many more
/// there are: those that are proved equal, then in parentheses those that are compared.
pub(super) fn equal_games(group: &Group, width: usize) -> String {
    let others: Vec<&str> = group.members.iter().skip(1).map(|other| &*other.code).collect();
    let unproved: HashSet<&str> = group.unproved.iter().map(|code| &**code).collect();
    let (compared, proved): (Vec<&str>, Vec<&str>) =
        others.iter().partition(|&&code| unproved.contains(code));
    let list = |codes: &[&str], shown: usize| {
        let mut words = codes[..shown].join(" ");
        let left = codes.len() - shown;
        if left > 0 {
            let and = if shown > 0 { " and " } else { "" };
            let _ = write!(words, "{and}{left} more");
        }
        words
    };
    let text = |shown: usize| {
        let mut words = list(&proved, shown.min(proved.len()));
        if !compared.is_empty() {
            let space = if words.is_empty() { "" } else { " " };
            let shown = shown.saturating_sub(proved.len());
            let _ = write!(words, "{space}(to {}: {})", group.compared, list(&compared, shown));
        }
        words
    };
    let fits = (0..=others.len()).rev().map(text).find(|text| text.chars().count() <= width);
    fits.unwrap_or_else(|| text(0))
}

/// The table as aligned text, within 100 columns: of many equal games some are named and the others
/// counted. [`to_csv`] and JSON have them all.
pub fn to_text(groups: &[Group]) -> String {
    let rows: Vec<(&Group, [String; 11])> =
        groups.iter().filter_map(|group| Some((group, row(group.members.first()?)))).collect();
    let shown: Vec<usize> = (0..11)
        .filter(|&i| {
            let idle = RARELY_USED.iter().find(|(place, _)| *place == i);
            idle.is_none_or(|(_, idle)| {
                rows.iter().any(|(_, row)| !row[i].is_empty() && row[i] != *idle)
            })
        })
        .collect();
    let width =
        |i: usize| rows.iter().map(|(_, row)| row[i].len()).max().unwrap_or(0).max(HEADS[i].len());
    let widths: Vec<usize> = shown.iter().map(|&i| width(i)).collect();
    let used: usize = widths.iter().map(|width| width + 2).sum();
    let rest = MAX_LINE.saturating_sub(used).max(MIN_EQUAL);
    let mut text = String::new();
    let mut line = |cells: &dyn Fn(usize) -> String, equal: &str| {
        let mut line = String::new();
        for (&i, width) in shown.iter().zip(&widths) {
            let cell = cells(i);
            let _ = match i {
                0 => write!(line, "{cell:width$}  "),
                _ => write!(line, "{cell:>width$}  "),
            };
        }
        line.push_str(equal);
        text.push_str(line.trim_end());
        text.push('\n');
    };
    line(&|i| HEADS[i].to_owned(), HEADS[11]);
    for (group, row) in &rows {
        line(&|i| row[i].clone(), &equal_games(group, rest));
    }
    if groups.iter().any(|group| !group.proved) {
        text.push_str(
            "(to N: CODES): equal as far as N values were compared; beyond nothing is proved\n",
        );
    }
    text
}

/// The table as comma-separated values, with all equal games.
pub fn to_csv(groups: &[Group]) -> String {
    let mut text = HEADS.join(",") + "\n";
    for group in groups {
        let Some(row) = group.members.first().map(row) else { continue };
        let equal = equal_games(group, usize::MAX);
        for cell in row.into_iter().chain([equal]) {
            let cell = if cell.contains(',') { format!("\"{cell}\"") } else { cell };
            text.push_str(&cell);
            text.push(',');
        }
        text.pop();
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::survey;
    use super::*;

    #[test]
    fn tables_fit_a_terminal_and_name_or_count_all_equal_games() {
        let groups = survey("0.???", 600);
        let text = to_text(&groups);
        let longest = text.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(longest <= MAX_LINE, "{longest}");
        assert!(text.lines().next().unwrap().ends_with("equal to"));
        let csv = to_csv(&groups);
        let lines = text.lines().skip(1).zip(csv.lines().skip(1));
        for ((short, full), group) in lines.zip(&groups) {
            let others = &group.members[1..];
            assert!(others.iter().all(|other| full.contains(&other.code)), "{full}");
            // Each one is named or counted.
            let between = |c: char| c.is_whitespace() || "():".contains(c);
            let words: Vec<&str> = short.split(between).filter(|word| !word.is_empty()).collect();
            let more = (0..words.len()).filter(|&at| words[at] == "more");
            let counted = more.map(|at| words[at - 1].parse::<usize>().unwrap()).sum::<usize>();
            let named = others.iter().filter(|other| words[1..].contains(&&*other.code)).count();
            assert_eq!(named + counted, others.len(), "{short}");
        }
    }

    #[test]
    fn lines_have_the_facts_of_the_table() {
        let groups = survey("0.1?", 3000);
        let csv = to_csv(&groups);
        for (group, line) in groups.iter().zip(csv.lines().skip(1)) {
            let first = &group.members[0];
            assert!(line.starts_with(&format!("{},", to_csv_line(Some(first)))), "{line}");
            let (text, cells) = (to_line(Some(first)), to_csv_line(Some(first)));
            let cells = cells.split(',').filter(|cell| !cell.is_empty());
            assert!(text.split_whitespace().eq(cells), "{text}");
        }
        assert!(csv.starts_with(&to_csv_line(None)));
        assert!(groups.iter().all(|group| to_line(Some(&group.members[0])).len() <= MAX_LINE));
    }

    #[test]
    fn tables_have_a_row_for_each_group() {
        let groups = survey("0.0?", 500);
        let noted = usize::from(groups.iter().any(|group| !group.proved));
        assert_eq!(to_text(&groups).lines().count(), groups.len() + 1 + noted);
        assert_eq!(to_csv(&groups).lines().count(), groups.len() + 1);
        let entry = &groups[0].members[0];
        let text = serde_json::to_string(entry).unwrap();
        assert_eq!(&serde_json::from_str::<Entry>(&text).unwrap(), entry);
    }
}
