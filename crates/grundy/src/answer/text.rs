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
            let _ = writeln!(out, "  note: {note}");
        }
        self.write_moves(&mut out, &cut);
        self.write_replies(&mut out, &cut);
        if style.why {
            out.push('\n');
            let write = |out: &mut String, text: &str| {
                for (i, line) in wrap(text, 76).iter().enumerate() {
                    let _ = writeln!(out, "  {}{line}", if i == 0 { "" } else { "  " });
                }
            };
            write(&mut out, &format!("why: {}", self.method));
            self.write_parts(&mut out, &cut);
            self.reasoning.iter().for_each(|step| write(&mut out, step));
        }
        out
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
                    format!("{} {noun}, the first {listed}:", cut(&count))
                }
            }
            None if listed > 0 => format!("winning moves (their number is not known), {listed}:"),
            None => "the winning moves are not known within the limits".to_owned(),
        };
        let _ = writeln!(out, "\n  {headline}");
        for line in &moves.listed {
            let _ = write!(out, "    part {}: {}", line.part, cut(&line.text));
            let _ = writeln!(out, "   leaves {}", cut(&line.to));
        }
    }

    fn write_replies(&self, out: &mut String, cut: &dyn Fn(&str) -> String) {
        if self.replies.is_empty() {
            return;
        }
        let which = if self.replies_complete { "every move" } else { "moves, the first of them" };
        let _ = writeln!(out, "\n  the reply to {which}:");
        for reply in &self.replies {
            let _ = write!(out, "    part {}: {}   ", reply.part, cut(&reply.text));
            let _ = match &reply.reply {
                Some(text) => writeln!(out, "reply in part {}: {}", reply.reply_part, cut(text)),
                None => writeln!(out, "and the game is over"),
            };
        }
    }

    fn write_parts(&self, out: &mut String, cut: &dyn Fn(&str) -> String) {
        let rows: Vec<[String; 4]> = self
            .parts
            .iter()
            .enumerate()
            .map(|(i, part)| {
                let value = match &part.value {
                    PartValue::Known(value) => format!("value {}", cut(&value.to_string())),
                    PartValue::Nonzero => "value not 0".into(),
                    PartValue::Loony => "loony".into(),
                    PartValue::Unknown => "value unknown".into(),
                };
                [format!("part {}", i + 1), cut(&part.position), value, part.method.clone()]
            })
            .collect();
        let width = |column: usize| {
            rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).min(40)
        };
        let widths = [width(0), width(1), width(2)];
        for [part, position, value, method] in &rows {
            let [a, b, c] = widths;
            let _ = writeln!(out, "    {part:a$}  {position:b$}  {value:c$}  {method}");
        }
        if !rows.is_empty() && self.part_count > rows.len() {
            let _ = writeln!(out, "    … and {} more parts", self.part_count - rows.len());
        }
    }
}

/// Cuts a long text in the middle.
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

/// Breaks a text into lines of at most `width` characters where it has spaces. Lines that the
/// text already has are kept.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        if paragraph.starts_with(' ') {
            lines.push(paragraph.to_owned());
            continue;
        }
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
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
    fn wrapping_keeps_words_and_tables() {
        assert_eq!(wrap("aaa bbb ccc", 7), ["aaa bbb", "ccc"]);
        assert_eq!(wrap("x\n   1 0 1\n", 4), ["x", "   1 0 1"]);
    }
}
