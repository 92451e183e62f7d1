//! The answer for people.

use super::{Answer, PartValue};
use crate::outcome::Play;
use std::fmt::Write as _;

/// How much of an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to print the parts' values and the theory.
    pub why: bool,
    /// Longer texts (positions of a thousand heaps) are cut to this many characters.
    pub width: usize,
}

impl Default for Style {
    fn default() -> Self {
        Self { why: true, width: 400 }
    }
}

/// Columns of the terminal that ordinary answers keep to.
const COLUMNS: usize = 80;

/// In the reasoning numbers longer than this are cut in the middle.
const DIGITS: usize = 24;

impl Answer {
    /// Several lines of text, the last one ended.
    pub fn to_text(&self, style: Style) -> String {
        let mut out = String::new();
        let cut = |text: &str| shorten(text, style.width);
        let _ = writeln!(out, "{}", cut(&self.position));
        let play = match self.play {
            Play::Normal => "normal play",
            Play::Misere => "misère play",
        };
        let who = match (self.outcome.mover_wins(), self.only) {
            (true, None) => "the first player wins".to_owned(),
            (false, None) => "the second player wins".to_owned(),
            (true, Some(part)) => format!("the first player wins, moving in part {part}"),
            (false, Some(part)) => format!("no first move in part {part} wins"),
        };
        let _ = writeln!(out, "  {} in {play}: {who}", self.outcome);
        if let Some(value) = &self.grundy {
            let scope = if self.play == Play::Misere { " (in normal play)" } else { "" };
            let _ = writeln!(out, "  Grundy value {}{scope}", cut(&value.to_string()));
        }
        for note in &self.notes {
            write_wrapped(&mut out, 2, 8, &format!("note: {note}"));
        }
        self.write_moves(&mut out, &cut);
        self.write_replies(&mut out, &cut);
        if style.why {
            out.push('\n');
            self.write_why(&mut out);
        }
        out
    }

    /// The part a line is about, where there is more than one.
    fn part_label(&self, part: usize) -> String {
        if self.part_count > 1 { format!("part {part}: ") } else { String::new() }
    }

    fn write_moves(&self, out: &mut String, cut: &dyn Fn(&str) -> String) {
        let moves = &self.winning_moves;
        let listed = moves.listed.len();
        let headline = match &moves.count {
            Some(count) if count.is_zero() => {
                if self.outcome.mover_wins() {
                    "no move to make: the player who cannot move has won".to_owned()
                } else {
                    "no winning move".to_owned()
                }
            }
            Some(count) => {
                let count = count.to_string();
                let noun = if count == "1" { "winning move" } else { "winning moves" };
                if count == listed.to_string() {
                    format!("{count} {noun}:")
                } else if listed == 0 {
                    format!("{} {noun}", cut(&count))
                } else {
                    format!("{} {noun}, {}:", cut(&count), the_first(listed))
                }
            }
            None if listed > 0 => {
                format!("winning moves (their number is not known), {}:", the_first(listed))
            }
            None => "the winning moves are not known within the limits".to_owned(),
        };
        let _ = writeln!(out, "\n  {headline}");
        let rows = moves.listed.iter().map(|line| {
            let text = format!("{}{}", self.part_label(line.part), cut(&line.text));
            let after = if line.wins { String::new() } else { format!("leaves {}", cut(&line.to)) };
            (text, after)
        });
        write_pairs(out, &rows.collect::<Vec<_>>());
    }

    fn write_replies(&self, out: &mut String, cut: &dyn Fn(&str) -> String) {
        if self.replies.is_empty() {
            return;
        }
        let headline = match (self.replies_complete, self.replies.len()) {
            (true, 1) => "the reply to the only move:".to_owned(),
            (true, _) => "the reply to every move:".to_owned(),
            (false, 1) => "the reply to one of the moves:".to_owned(),
            (false, count) => format!("the replies to {count} of the moves:"),
        };
        let _ = writeln!(out, "\n  {headline}");
        let rows = self.replies.iter().map(|reply| {
            let text = format!("{}{}", self.part_label(reply.part), cut(&reply.text));
            let answer = match &reply.reply {
                Some(text) if self.part_count > 1 => {
                    format!("reply in part {}: {}", reply.reply_part, cut(text))
                }
                Some(text) => format!("reply {}", cut(text)),
                None => "and the game is over".to_owned(),
            };
            (text, answer)
        });
        write_pairs(out, &rows.collect::<Vec<_>>());
    }

    /// The theory, what is known of the parts, and the reasoning.
    fn write_why(&self, out: &mut String) {
        let mut methods: Vec<&str> = self.parts.iter().map(|part| part.method.as_str()).collect();
        methods.dedup();
        let table = self.part_count > 1 && !self.parts.is_empty();
        let each = table && methods.len() > 1;
        // What the table says of each part is not said twice.
        let method = match self.method.split_once("; parts by ") {
            Some((method, _)) if each => method,
            _ => &self.method,
        };
        write_wrapped(out, 2, 4, &format!("why: {method}"));
        if table {
            self.write_parts(out, each);
        }
        for step in &self.reasoning {
            for (i, line) in step.lines().enumerate() {
                if line.starts_with(' ') {
                    let _ = writeln!(out, "    {line}");
                } else {
                    let hang = if i == 0 { 6 } else { 4 };
                    write_wrapped(out, 4, hang, &shorten_numbers(line));
                }
            }
        }
    }

    /// The parts as a table, with the theory of each if `methods` is set.
    fn write_parts(&self, out: &mut String, methods: bool) {
        let mut rows: Vec<[String; 3]> = self
            .parts
            .iter()
            .enumerate()
            .map(|(i, part)| {
                let value = match &part.value {
                    PartValue::Known(value) => {
                        format!("value {}", shorten_numbers(&value.to_string()))
                    }
                    PartValue::Nonzero => "value not 0".into(),
                    PartValue::Loony => "loony".into(),
                    PartValue::Unknown => "value unknown".into(),
                };
                [format!("part {}", i + 1), shorten_numbers(&part.position), value]
            })
            .collect();
        let width = |rows: &[[String; 3]], column: usize| {
            rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let a = width(&rows, 0);
        let room = (COLUMNS - 4 - a - 2 - 2).saturating_sub(width(&rows, 2)).max(20);
        rows.iter_mut()
            .zip(&self.parts)
            .for_each(|(row, part)| row[1] = fitted(&part.position, room));
        let b = width(&rows, 1);
        let c = if methods { width(&rows, 2) } else { 0 };
        let longest = self.parts.iter().map(|part| part.method.chars().count()).max().unwrap_or(0);
        let fits = 4 + a + 2 + b + 2 + c + 2 + longest <= COLUMNS;
        for ([part, position, value], report) in rows.iter().zip(&self.parts) {
            let row = format!("    {part:a$}  {position:b$}  {value:c$}");
            let _ = match (methods, fits) {
                (false, _) => writeln!(out, "{row}"),
                (true, true) => writeln!(out, "{row}  {}", report.method),
                (true, false) => {
                    let _ = writeln!(out, "{}", row.trim_end());
                    write_wrapped(out, 4 + a + 2, 4 + a + 2, &format!("by {}", report.method));
                    Ok(())
                }
            };
        }
        if self.part_count > rows.len() {
            let more = self.part_count - rows.len();
            let _ = writeln!(out, "    … and {more} more part{}", if more == 1 { "" } else { "s" });
        }
    }
}

fn the_first(count: usize) -> String {
    if count == 1 { "the first".to_owned() } else { format!("the first {count}") }
}

/// Two columns, or two lines for each pair where the columns would be too wide.
fn write_pairs(out: &mut String, rows: &[(String, String)]) {
    let width = rows.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
    let right = rows.iter().map(|(_, right)| right.chars().count()).max().unwrap_or(0);
    let fits = 4 + width + 3 + right <= COLUMNS;
    for (left, right) in rows {
        let _ = if fits {
            writeln!(out, "{}", format!("    {left:width$}   {right}").trim_end())
        } else if right.is_empty() {
            writeln!(out, "    {left}")
        } else {
            writeln!(out, "    {left}\n      {right}")
        };
    }
}

/// Writes a text in lines that keep to the terminal's width where it has spaces.
fn write_wrapped(out: &mut String, indent: usize, hang: usize, text: &str) {
    let mut line = " ".repeat(indent);
    let mut empty = true;
    let mut at = indent;
    for word in text.split(' ') {
        let length = word.chars().count();
        if !empty && at + 1 + length > COLUMNS {
            let _ = writeln!(out, "{line}");
            line = " ".repeat(hang);
            (at, empty) = (hang, true);
        }
        if !empty {
            line.push(' ');
            at += 1;
        }
        line.push_str(word);
        (at, empty) = (at + length, false);
    }
    let _ = writeln!(out, "{line}");
}

/// Cuts every long number of a text in the middle.
fn shorten_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end > DIGITS {
            let side = DIGITS / 3;
            let _ = write!(out, "{}…{}", &rest[..side], &rest[end - side..end]);
            let _ = write!(out, "[{end} digits]");
        } else {
            out.push_str(&rest[..end]);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// A text of at most `width` characters: with its long numbers cut in the middle if that is enough,
/// else cut in the middle as a whole; never both.
fn fitted(text: &str, width: usize) -> String {
    let short = shorten_numbers(text);
    if short.chars().count() <= width { short } else { cut_middle(text, width) }
}

/// A text of at most `width` characters, with … for what is left out in the middle.
fn cut_middle(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let tail = (width - 1) / 2;
    let head: String = text.chars().take(width - 1 - tail).collect();
    head + "…" + &text.chars().skip(length - tail).collect::<String>()
}

/// Cuts a long text in the middle and tells its length.
fn shorten(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width.max(20) {
        return text.to_owned();
    }
    let side = (width.max(20) - 10) / 2;
    let head: String = text.chars().take(side).collect();
    let tail: String = text.chars().skip(length - side).collect();
    format!("{head} … {tail} ({length} characters)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_in_the_middle_and_say_so() {
        let text = "1".repeat(1000);
        let short = shorten(&text, 50);
        assert!(short.len() < 80 && short.ends_with("(1000 characters)"), "{short}");
        assert_eq!(shorten("abc", 50), "abc");
    }

    #[test]
    fn long_numbers_are_cut_and_short_ones_are_not() {
        let text = format!("G({}) = 7, {}", "12".repeat(20), "9".repeat(24));
        assert_eq!(
            shorten_numbers(&text),
            format!("G(12121212…12121212[40 digits]) = 7, {}", "9".repeat(24))
        );
        assert_eq!(shorten_numbers("no number"), "no number");
    }

    #[test]
    fn what_is_cut_is_cut_once() {
        let number = "7".repeat(31);
        let fits = format!("nim({number})");
        assert_eq!(fitted(&fits, 40), "nim(77777777…77777777[31 digits])");
        let tight = format!("wythoff({number},{number})");
        for width in 20..70 {
            let cut = fitted(&tight, width);
            assert!(cut.chars().count() <= width, "{cut}");
            let marks = cut.matches('…').count();
            assert!(marks == 1 || marks == 2 && cut.matches("[31 digits]").count() == 2, "{cut}");
        }
    }

    #[test]
    fn lines_keep_to_the_width_and_words_are_whole() {
        let mut out = String::new();
        write_wrapped(&mut out, 2, 6, &"word ".repeat(40));
        assert!(out.lines().all(|line| line.chars().count() <= COLUMNS));
        assert_eq!(out.matches("word").count(), 40);
        assert!(out.lines().nth(1).unwrap().starts_with("      word"));
    }
}
