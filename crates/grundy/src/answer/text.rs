//! The answer for people.

use super::value::infinite;
use super::{Answer, PartValue, WinningMoves};
use crate::outcome::{Outcome, Play};
use crate::translation::{Language, pieces, width};
use std::borrow::Cow;
use std::fmt::Write as _;

/// How much of an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to print the parts' values and the theory.
    pub why: bool,
    /// Longer texts (positions of a thousand heaps) are cut to this many characters.
    pub width: usize,
    /// The language of the sentences; moves and positions stay as they are typed where they are no
    /// sentences.
    pub language: Language,
    /// Whether the reader is to move, in a match against the engine.
    pub to_mover: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { why: true, width: 400, language: Language::English, to_mover: false }
    }
}

/// Columns of the terminal that ordinary answers keep to.
const COLUMNS: usize = 80;

/// In the reasoning numbers longer than this are cut in the middle.
const DIGITS: usize = 24;

impl Answer {
    /// Several lines of text, the last one ended.
    pub fn to_text(&self, style: Style) -> String {
        Page { answer: self, style, out: String::new() }.write()
    }
}

/// An answer while it is written.
struct Page<'a> {
    answer: &'a Answer,
    style: Style,
    out: String,
}

impl Page<'_> {
    fn write(mut self) -> String {
        let answer = self.answer;
        self.line("", &self.cut(&answer.position));
        let play = match answer.play {
            Play::Normal => "normal play",
            Play::Misere => "misère play",
        };
        let who = match (answer.outcome, answer.only) {
            (Outcome::N, None) if self.style.to_mover => "you can win".to_owned(),
            (Outcome::P, None) if self.style.to_mover => "the engine can win".to_owned(),
            (Outcome::N, None) => "the first player wins".to_owned(),
            (Outcome::P, None) => "the second player wins".to_owned(),
            (Outcome::D, None) => "a draw, nobody can force a win".to_owned(),
            // In misère play whoever cannot move wins: the part has no moves, or another one must be answered.
            (Outcome::N, Some(part))
                if answer.winning_moves.count.as_ref().is_some_and(|count| count.is_zero()) =>
            {
                format!("the first player wins, as no move may be made in part {part}")
            }
            (Outcome::N, Some(part)) => format!("the first player wins, moving in part {part}"),
            (Outcome::P, Some(part)) => {
                format!("the second player wins if the first move is in part {part}")
            }
            (Outcome::D, Some(part)) => {
                format!("no first move in part {part} wins, but one keeps the draw")
            }
        };
        self.told("  ", &format!("{} in {play}: {who}", answer.outcome));
        if let Some(value) = &answer.grundy {
            let scope = if answer.play == Play::Misere { " (in normal play)" } else { "" };
            self.told("  ", &format!("Grundy value {}{scope}", self.cut(&value.to_string())));
        }
        for note in &answer.notes {
            let note = self.tell(&format!("note: {note}")).into_owned();
            write_wrapped(&mut self.out, 2, 8, &note);
        }
        if let Some(duration) = &answer.duration {
            let length = match duration.remoteness {
                None => "play goes on for ever if both play well".to_owned(),
                Some(0) => "the game is over".to_owned(),
                Some(1) => "the game ends with the next move if both play well".to_owned(),
                Some(moves) => format!("the game lasts {moves} moves if both play well"),
            };
            self.told("  ", &length);
        }
        self.write_moves();
        self.write_durations();
        self.write_replies();
        if self.style.why {
            self.out.push('\n');
            self.write_why();
        }
        self.out
    }

    fn tell<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.style.language.sentence(text)
    }

    /// Writes a line as it is.
    fn line(&mut self, indent: &str, text: &str) {
        let _ = writeln!(self.out, "{indent}{text}");
    }

    /// Writes a line in the language of the page.
    fn told(&mut self, indent: &str, text: &str) {
        let text = self.tell(text);
        let _ = writeln!(self.out, "{indent}{text}");
    }

    fn cut(&self, text: &str) -> String {
        shorten(text, self.style.width, self.style.language)
    }

    /// A text about a part, which is named where there is more than one.
    fn of_part(&self, part: usize, text: &str) -> String {
        let text = self.cut(text);
        let text = if self.answer.part_count > 1 { format!("part {part}: {text}") } else { text };
        self.tell(&text).into_owned()
    }

    fn write_moves(&mut self) {
        let moves = &self.answer.winning_moves;
        let none = match self.answer.outcome.mover_wins() {
            true => "no move to make: the player who cannot move has won",
            false => "no winning move",
        };
        self.write_list(moves, "winning", none);
        if let Some(moves) = &self.answer.drawing_moves {
            self.write_list(moves, "drawing", "no drawing move");
        }
    }

    fn write_durations(&mut self) {
        let Some(duration) = &self.answer.duration else { return };
        let kind = match (duration.remoteness, self.answer.outcome) {
            (None | Some(0), _) => return,
            (_, Outcome::N) => "fastest winning",
            _ => "slowest",
        };
        self.write_list(&duration.moves, kind, "no such move");
    }

    /// A list of moves of one kind below its headline, which is `none` if there are none.
    fn write_list(&mut self, moves: &WinningMoves, kind: &str, none: &str) {
        let listed = moves.listed.len();
        let headline = match &moves.count {
            Some(count) if count.is_zero() => none.to_owned(),
            Some(count) => {
                let count = count.to_string();
                let noun = if count == "1" { "move" } else { "moves" };
                if count == listed.to_string() {
                    format!("{count} {kind} {noun}:")
                } else if listed == 0 {
                    format!("{} {kind} {noun}", self.cut(&count))
                } else {
                    format!("{} {kind} {noun}, {}:", self.cut(&count), the_first(listed))
                }
            }
            None if listed > 0 => {
                format!("{kind} moves (their number is not known), {}:", the_first(listed))
            }
            None => format!("the {kind} moves are not known within the limits"),
        };
        self.out.push('\n');
        self.told("  ", &headline);
        let rows = moves.listed.iter().map(|line| {
            let text = self.of_part(line.part, &line.text);
            if line.wins {
                return (text, String::new());
            }
            let after = format!("leaves {}", self.cut(&line.to));
            (text, self.tell(&after).into_owned())
        });
        let rows: Vec<_> = rows.collect();
        write_pairs(&mut self.out, &rows);
    }

    fn write_replies(&mut self) {
        let answer = self.answer;
        if answer.replies.is_empty() {
            return;
        }
        let headline = match (answer.replies_complete, answer.replies.len()) {
            (true, 1) => "the reply to the only move:".to_owned(),
            (true, _) => "the reply to every move:".to_owned(),
            (false, 1) => "the reply to one of the moves:".to_owned(),
            (false, count) => format!("the replies to {count} of the moves:"),
        };
        self.out.push('\n');
        self.told("  ", &headline);
        // Numbers of parts are told where there are several.
        if answer.part_count > 1
            && answer.replies.iter().any(|reply| reply.reply_part > answer.part_count)
        {
            self.told(
                "  ",
                "(a move that splits a part changes the numbers of the parts after it)",
            );
        }
        let rows = answer.replies.iter().map(|reply| {
            let text = self.of_part(reply.part, &reply.text);
            let answer = match &reply.reply {
                Some(text) if answer.part_count > 1 => {
                    format!("reply in part {}: {}", reply.reply_part, self.cut(text))
                }
                Some(text) => format!("reply {}", self.cut(text)),
                None => "and the game is over".to_owned(),
            };
            (text, self.tell(&answer).into_owned())
        });
        let rows: Vec<_> = rows.collect();
        write_pairs(&mut self.out, &rows);
    }

    /// The theory, what is known of the parts, and the reasoning.
    fn write_why(&mut self) {
        let answer = self.answer;
        let mut methods: Vec<&str> = answer.parts.iter().map(|part| part.method.as_str()).collect();
        methods.dedup();
        let table = answer.part_count > 1 && !answer.parts.is_empty();
        let each = table && methods.len() > 1;
        // What the table says of each part is not said twice.
        let method = match answer.method.split_once("; parts by ") {
            Some((method, _)) if each => method,
            _ => &answer.method,
        };
        let why = self.tell(&format!("why: {method}")).into_owned();
        write_wrapped(&mut self.out, 2, 4, &why);
        if table {
            self.write_parts(each);
        }
        for step in &answer.reasoning {
            for (i, line) in self.style.language.sentence(step).lines().enumerate() {
                if line.starts_with(' ') {
                    self.line("    ", line);
                } else {
                    let hang = if i == 0 { 6 } else { 4 };
                    let line = shorten_numbers(line, self.style.language);
                    write_wrapped(&mut self.out, 4, hang, &line);
                }
            }
        }
    }

    /// The parts as a table, with the theory of each if `methods` is set.
    fn write_parts(&mut self, methods: bool) {
        let answer = self.answer;
        let language = self.style.language;
        let mut rows: Vec<[String; 3]> = answer
            .parts
            .iter()
            .enumerate()
            .map(|(i, part)| {
                let value = match &part.value {
                    PartValue::Known(value) => {
                        format!("value {}", shorten_numbers(&value.to_string(), language))
                    }
                    PartValue::Nonzero => "value not 0".into(),
                    PartValue::Loony => "loony".into(),
                    PartValue::Loopy(set) => format!("value {}", infinite(set)),
                    PartValue::Unknown => "value unknown".into(),
                };
                let name = format!("part {}", i + 1);
                let position = shorten_numbers(&part.position, language);
                [self.tell(&name).into_owned(), position, self.tell(&value).into_owned()]
            })
            .collect();
        let widest = |rows: &[[String; 3]], column: usize| {
            rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)
        };
        let a = widest(&rows, 0);
        let room = (COLUMNS - 4 - a - 2 - 2).saturating_sub(widest(&rows, 2)).max(20);
        rows.iter_mut()
            .zip(&answer.parts)
            .for_each(|(row, part)| row[1] = fitted(&part.position, room, language));
        let b = widest(&rows, 1);
        let c = if methods { widest(&rows, 2) } else { 0 };
        let told: Vec<String> =
            answer.parts.iter().map(|part| self.tell(&part.method).into_owned()).collect();
        let longest = told.iter().map(|method| width(method)).max().unwrap_or(0);
        let fits = 4 + a + 2 + b + 2 + c + 2 + longest <= COLUMNS;
        for (([part, position, value], report), method) in rows.iter().zip(&answer.parts).zip(&told)
        {
            let row = format!("{}  {}  {}", padded(part, a), padded(position, b), padded(value, c));
            match (methods, fits) {
                (false, _) => self.line("    ", &row),
                (true, true) => self.line("    ", &format!("{row}  {method}")),
                (true, false) => {
                    self.line("    ", row.trim_end());
                    let by = self.tell(&format!("by {}", report.method)).into_owned();
                    write_wrapped(&mut self.out, 4 + a + 2, 4 + a + 2, &by);
                }
            }
        }
        if answer.part_count > rows.len() {
            let more = answer.part_count - rows.len();
            let plural = if more == 1 { "" } else { "s" };
            self.told("    ", &format!("… and {more} more part{plural}"));
        }
    }
}

fn the_first(count: usize) -> String {
    if count == 1 { "the first".to_owned() } else { format!("the first {count}") }
}

/// A text with spaces up to a width.
fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Two columns, or two lines for each pair where the columns would be too wide.
fn write_pairs(out: &mut String, rows: &[(String, String)]) {
    let left = rows.iter().map(|(left, _)| width(left)).max().unwrap_or(0);
    let right = rows.iter().map(|(_, right)| width(right)).max().unwrap_or(0);
    let fits = 4 + left + 3 + right <= COLUMNS;
    for (text, beside) in rows {
        let _ = if fits {
            writeln!(out, "{}", format!("    {}   {beside}", padded(text, left)).trim_end())
        } else if beside.is_empty() {
            writeln!(out, "    {text}")
        } else {
            writeln!(out, "    {text}\n      {beside}")
        };
    }
}

/// Writes a text in lines that keep to the terminal's width where it has spaces or Chinese.
fn write_wrapped(out: &mut String, indent: usize, hang: usize, text: &str) {
    let mut line = " ".repeat(indent);
    let mut empty = true;
    let mut at = indent;
    for (mut space, piece) in pieces(text) {
        let length = width(piece);
        if !empty && at + space + length > COLUMNS {
            let _ = writeln!(out, "{line}");
            line = " ".repeat(hang);
            (at, space) = (hang, 0);
        }
        line.push_str(&" "[..space]);
        line.push_str(piece);
        at += space + length;
        empty = false;
    }
    let _ = writeln!(out, "{line}");
}

/// Cuts every long number of a text in the middle.
fn shorten_numbers(text: &str, language: Language) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if end > DIGITS {
            let side = DIGITS / 3;
            let _ = write!(out, "{}…{}", &rest[..side], &rest[end - side..end]);
            out.push_str(&language.sentence(&format!("[{end} digits]")));
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
fn fitted(text: &str, width: usize, language: Language) -> String {
    let short = shorten_numbers(text, language);
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
fn shorten(text: &str, width: usize, language: Language) -> String {
    let length = text.chars().count();
    if length <= width.max(20) {
        return text.to_owned();
    }
    let side = (width.max(20) - 10) / 2;
    let head: String = text.chars().take(side).collect();
    let tail: String = text.chars().skip(length - side).collect();
    let told = language.sentence(&format!("({length} characters)")).into_owned();
    format!("{head} … {tail} {told}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_in_the_middle_and_say_so() {
        let text = "1".repeat(1000);
        let short = shorten(&text, 50, Language::English);
        assert!(short.len() < 80 && short.ends_with("(1000 characters)"), "{short}");
        assert_eq!(shorten("abc", 50, Language::English), "abc");
    }

    #[test]
    fn long_numbers_are_cut_and_short_ones_are_not() {
        let text = format!("G({}) = 7, {}", "12".repeat(20), "9".repeat(24));
        assert_eq!(
            shorten_numbers(&text, Language::English),
            format!("G(12121212…12121212[40 digits]) = 7, {}", "9".repeat(24))
        );
        assert_eq!(shorten_numbers("no number", Language::English), "no number");
    }

    #[test]
    fn what_is_cut_is_cut_once() {
        let number = "7".repeat(31);
        let fits = format!("nim({number})");
        assert_eq!(fitted(&fits, 40, Language::English), "nim(77777777…77777777[31 digits])");
        let tight = format!("wythoff({number},{number})");
        for width in 20..70 {
            let cut = fitted(&tight, width, Language::English);
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

    #[test]
    fn chinese_is_wrapped_by_columns_and_no_line_begins_with_a_comma() {
        let mut out = String::new();
        write_wrapped(&mut out, 2, 4, &"没有制胜步，值为 12；后手赢（P）。".repeat(9));
        for line in out.lines() {
            assert!(width(line) <= COLUMNS, "{line}");
            let first = line.trim_start().chars().next().unwrap();
            assert!(!"，。；：）".contains(first), "{line}");
        }
        assert_eq!(out.lines().map(str::trim).collect::<String>().matches("制胜步").count(), 9);
    }
}
