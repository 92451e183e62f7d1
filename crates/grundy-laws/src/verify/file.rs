//! The text of a certificate, read.
//!
//! ```text
//! grundy-law 1
//! claim normal                      normal, misere or values
//! family N
//! system 2                          base b; or "system words 2 zeckendorf": digits, name, and the
//!                                   tables "valid", "next" and "adder" below
//! padding 0                         zeros in front, so that witnesses with more digits fit
//! rules 2                           so many lines of rules follow
//! N(a,b) -> N(v,b) for v in 0..<a
//! N(a,b) -> N(a,v) for v in 0..<b
//! rank N 0 1 1                      what is added, and the weights of the coordinates; one line more
//!                                   for a family is a second part, which decides between equal ones
//! table law N 2 1                   what it is, the family (and the number of the move), tracks, states
//! * 0>0 3>0                         * where words may end, else -; letters with where they lead
//! …
//! end
//! ```
//!
//! A rank that shows that rewriting has an end is given by lines `ends` of the same form. Of laws by a
//! remainder lines `dividend` and `divisor` follow the rules: a constant, then the factors of the coordinates.
//! Their tables and ranks have the multiple of the divisor behind the coordinates.

use std::collections::BTreeMap;

use super::automaton::{Automaton, MAX_LETTERS, MAX_TRACKS};
use super::logic::{Linear, Remainder};

/// The first line.
pub const FIRST: &str = "grundy-law 1";

/// The states of a table.
const MAX_STATES: usize = 1 << 20;

/// The parts of a rank.
const MAX_PARTS: usize = 8;

/// The greatest weight of a rank, or factor of a remainder.
const MAX_WEIGHT: u32 = 1 << 20;

/// The lines of rules.
const MAX_LINES: usize = 1 << 12;

/// The most zeros in front.
pub const MAX_PADDING: usize = 64;

/// What is claimed of all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Which positions are P-positions in normal play.
    Normal,
    /// Which positions are P-positions in misère play.
    Misere,
    /// The Grundy value.
    Values,
}

impl Claim {
    /// All of them, by their names in a certificate.
    pub const ALL: [(&'static str, Self); 3] =
        [("normal", Self::Normal), ("misere", Self::Misere), ("values", Self::Values)];
}

/// What a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The words that are numbers.
    Valid,
    /// A number and the next one.
    Next,
    /// Two numbers and their sum.
    Adder,
    /// The law of a family: its P-positions, or its positions with their values.
    Law,
    /// Positions that are to be won: all that are no P-positions.
    Open,
    /// A winning move, by its parameters.
    Win,
    /// Positions without a move.
    Stuck,
    /// Positions that must have a move: all P-positions in misère play.
    Held,
    /// Some move, by its parameters.
    Go,
    /// Positions with a value.
    Valued,
    /// Positions with a number less than their value.
    Below,
    /// A move to a position of this value, by its parameters.
    Reach,
}

impl Kind {
    /// All of them, by their names in a certificate.
    pub const ALL: [(&'static str, Self); 12] = [
        ("valid", Self::Valid),
        ("next", Self::Next),
        ("adder", Self::Adder),
        ("law", Self::Law),
        ("open", Self::Open),
        ("win", Self::Win),
        ("stuck", Self::Stuck),
        ("held", Self::Held),
        ("go", Self::Go),
        ("valued", Self::Valued),
        ("below", Self::Below),
        ("reach", Self::Reach),
    ];

    /// Its name in a certificate.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// Whether it belongs to a family, and whether to one of its moves.
    pub const fn belongs(self) -> (bool, bool) {
        match self {
            Self::Valid | Self::Next | Self::Adder => (false, false),
            Self::Win | Self::Go | Self::Reach => (true, true),
            _ => (true, false),
        }
    }
}

/// A table by what it is, the name of its family, and the number of the move.
pub type Key = (Kind, String, usize);

/// Parts of a rank, the first one first: what is added, and the weights of the coordinates.
pub type Ranks = BTreeMap<String, Vec<(u32, Vec<u32>)>>;

/// A certificate as it is written; nothing is believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What is claimed.
    pub claim: Claim,
    /// Of which family.
    pub family: String,
    /// Digits of one track.
    pub base: u32,
    /// The name of the system, if it is not base b.
    pub system: Option<String>,
    /// Zeros in front of words.
    pub padding: usize,
    /// The text of the rules.
    pub rules: String,
    /// The remainder by which the law is told, if it is.
    pub remainder: Option<Remainder>,
    /// What falls with every move.
    pub rank: Ranks,
    /// What falls with every rewriting whose result is rewritten again.
    pub ends: Ranks,
    /// The tables.
    pub tables: BTreeMap<Key, Automaton>,
}

impl Certificate {
    /// What a file that was read never has; a certificate made by hand may have it.
    pub fn fault(&self) -> Option<&'static str> {
        let most = if self.system.is_some() { 256 } else { 36 };
        if !(2..=most).contains(&self.base) {
            return Some("there are no numbers in this base");
        }
        if self.padding > MAX_PADDING {
            return Some("too many zeros in front");
        }
        if self.system.as_ref().is_some_and(|name| !is_name(name)) {
            return Some("this cannot be the name of a numeration system");
        }
        if self.rules.lines().any(|line| line.chars().any(hides)) {
            return Some("the rules have characters that hide others");
        }
        if let Some(Remainder { dividend, divisor }) = &self.remainder {
            let ascend = |own: &Linear| {
                own.terms.windows(2).all(|pair| pair[0].1 < pair[1].1)
                    && own.terms.iter().all(|&(factor, _)| factor != 0)
            };
            if !ascend(dividend) || !ascend(divisor) {
                return Some("a remainder whose coordinates do not ascend");
            }
            let factors = dividend.terms.iter().chain(&divisor.terms).map(|&(factor, _)| factor);
            let mut all = factors.chain([dividend.constant, divisor.constant]);
            if all.any(|factor| factor.unsigned_abs() > MAX_WEIGHT.into()) {
                return Some("a factor of a remainder is too large");
            }
        }
        let parts = self.rank.values().chain(self.ends.values());
        for part in parts.clone().flatten() {
            if part.0 > MAX_WEIGHT || part.1.iter().any(|&weight| weight > MAX_WEIGHT) {
                return Some("a weight of a rank is too large");
            }
        }
        if parts.clone().any(|parts| parts.len() > MAX_PARTS) {
            return Some("too many parts of a rank");
        }
        for table in self.tables.values() {
            let states = table.next.len();
            if table.base != self.base
                || states == 0
                || states > MAX_STATES
                || table.accepting.len() != states
            {
                return Some("a table of another base, or without states");
            }
            let Some(letters) = letters(table.base, table.tracks) else {
                return Some("too many tracks");
            };
            for row in &table.next {
                let ascend = row.windows(2).all(|pair| pair[0].0 < pair[1].0);
                let known = |&(letter, to): &(u32, u32)| {
                    u64::from(letter) < letters && (to as usize) < states
                };
                if !ascend || !row.iter().all(known) {
                    return Some("a row of a table whose letters do not ascend, or lead nowhere");
                }
            }
        }
        None
    }
}

/// How many letters a table has, if it may have them.
fn letters(base: u32, tracks: usize) -> Option<u64> {
    let tracks = u32::try_from(tracks).ok().filter(|&tracks| tracks as usize <= MAX_TRACKS)?;
    u64::from(base).checked_pow(tracks).filter(|&letters| letters <= MAX_LETTERS)
}

/// Whether a character makes a text look other than it is: it moves the place where a terminal writes,
/// or turns the direction of writing.
fn hides(c: char) -> bool {
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    turns || c.is_control() && c != '\t'
}

/// Whether this can be told as the name of a system that is not base b: no number, and nothing that
/// could be taken for more than a name.
fn is_name(name: &str) -> bool {
    name.len() <= 100
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_graphic() || b == b' ')
}

/// What is wrong with a file, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Malformed {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

struct Lines<'t> {
    lines: std::str::Lines<'t>,
    line: usize,
}

impl<'t> Lines<'t> {
    fn wrong<T>(&self, what: impl Into<String>) -> Result<T, Malformed> {
        Err(Malformed { line: self.line, what: what.into() })
    }

    fn next(&mut self) -> Result<&'t str, Malformed> {
        self.line += 1;
        match self.lines.next() {
            Some(line) => Ok(line),
            None => self.wrong("the file ends here"),
        }
    }

    /// The rest of a line that begins with this word.
    fn after(&mut self, word: &str) -> Result<&'t str, Malformed> {
        let line = self.next()?;
        match line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' ')) {
            Some(rest) => Ok(rest),
            None => self.wrong(format!("a line that begins with {word:?} is expected")),
        }
    }

    fn number<N: TryFrom<u64>>(&self, text: &str, most: u64) -> Result<N, Malformed> {
        let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let number = text.parse::<u64>().ok().filter(|&n| plain && n <= most);
        match number.and_then(|n| N::try_from(n).ok()) {
            Some(number) => Ok(number),
            None => self.wrong(format!("a number up to {most} is expected, not {text:?}")),
        }
    }

    fn automaton(
        &mut self,
        base: u32,
        tracks: usize,
        states: usize,
    ) -> Result<Automaton, Malformed> {
        let Some(letters) = letters(base, tracks) else {
            return self.wrong("too many tracks");
        };
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        for _ in 0..states {
            let line = self.next()?;
            let mut words = line.split(' ');
            accepting.push(match words.next() {
                Some("*") => true,
                Some("-") => false,
                _ => return self.wrong("* or - is expected"),
            });
            let mut row: Vec<(u32, u32)> = Vec::new();
            for word in words {
                let Some((letter, to)) = word.split_once('>') else {
                    return self.wrong(format!("a transition like 3>1 is expected, not {word:?}"));
                };
                let letter = self.number(letter, letters - 1)?;
                if row.last().is_some_and(|&(before, _)| before >= letter) {
                    return self.wrong("letters ascend");
                }
                row.push((letter, self.number(to, states as u64 - 1)?));
            }
            next.push(row);
        }
        Ok(Automaton { base, tracks, next, accepting })
    }

    /// A constant and the factors of the coordinates.
    fn linear(&self, line: &str) -> Result<Linear, Malformed> {
        let signed = |text: &str| {
            let (sign, size) = match text.strip_prefix('-') {
                Some(size) => (-1, size),
                None => (1, text),
            };
            Ok(sign * i64::from(self.number::<u32>(size, MAX_WEIGHT.into())?))
        };
        let numbers: Vec<i64> = line.split(' ').map(signed).collect::<Result<_, _>>()?;
        let terms = numbers[1..].iter().copied().zip(0..).filter(|&(factor, _)| factor != 0);
        Ok(Linear { terms: terms.collect(), constant: numbers[0] })
    }

    fn rank(&self, line: &str, ranks: &mut Ranks) -> Result<(), Malformed> {
        let mut words = line.split(' ');
        let family = words.next().unwrap_or_default();
        let numbers: Vec<u32> =
            words.map(|word| self.number(word, MAX_WEIGHT.into())).collect::<Result<_, _>>()?;
        let Some((&offset, weights)) = numbers.split_first() else {
            return self.wrong("what is added is missing");
        };
        let parts = ranks.entry(family.into()).or_default();
        parts.push((offset, weights.to_vec()));
        if parts.len() > MAX_PARTS {
            return self.wrong("too many parts of a rank");
        }
        Ok(())
    }
}

/// Reads the text of a certificate.
///
/// # Errors
/// [`Malformed`].
pub fn read(text: &str) -> Result<Certificate, Malformed> {
    let mut lines = Lines { lines: text.lines(), line: 0 };
    if lines.next()? != FIRST {
        return lines.wrong(format!("{FIRST:?} is expected"));
    }
    let claim = lines.after("claim")?;
    let Some(&(_, claim)) = Claim::ALL.iter().find(|(name, _)| *name == claim) else {
        return lines.wrong("normal, misere or values is expected");
    };
    let family = lines.after("family")?.to_owned();
    let system = lines.after("system")?;
    let (base, system) = match system.strip_prefix("words ") {
        None => (lines.number(system, 36)?, None),
        Some(words) => match words.split_once(' ') {
            Some((base, name)) if is_name(name) => {
                (lines.number(base, 256)?, Some(name.to_owned()))
            }
            Some((_, name)) => return lines.wrong(format!("{name:?} names no system")),
            None => return lines.wrong("the number of digits and a name are expected"),
        },
    };
    if base < 2 {
        return lines.wrong("at least two digits are expected");
    }
    let padding = lines.after("padding")?;
    let padding = lines.number(padding, MAX_PADDING as u64)?;
    let count = lines.after("rules")?;
    let mut rules = String::new();
    for _ in 0..lines.number(count, MAX_LINES as u64)? {
        let line = lines.next()?;
        if line.chars().any(hides) {
            return lines.wrong("a character that hides others, or what is after it");
        }
        rules += line;
        rules.push('\n');
    }
    let (mut rank, mut ends) = (Ranks::new(), Ranks::new());
    let (mut remainder, mut tables) = (None, BTreeMap::new());
    loop {
        let line = lines.next()?;
        match line.split_once(' ') {
            Some(("dividend", rest)) if remainder.is_none() => {
                let dividend = lines.linear(rest)?;
                let divisor = lines.after("divisor")?;
                let divisor = lines.linear(divisor)?;
                remainder = Some(Remainder { dividend, divisor });
            }
            Some(("rank", rest)) => lines.rank(rest, &mut rank)?,
            Some(("ends", rest)) => lines.rank(rest, &mut ends)?,
            Some(("table", rest)) => {
                let mut words = rest.split(' ');
                let mut word = || words.next().unwrap_or_default();
                let name = word();
                let Some(&(_, kind)) = Kind::ALL.iter().find(|(own, _)| *own == name) else {
                    return lines.wrong(format!("there is no kind of table {name:?}"));
                };
                let (of_family, of_move) = kind.belongs();
                let family = if of_family { word().to_owned() } else { String::new() };
                let number = if of_move { lines.number(word(), 1 << 16)? } else { 0 };
                let tracks = lines.number(word(), MAX_TRACKS as u64)?;
                let states: usize = lines.number(word(), MAX_STATES as u64)?;
                if states == 0 || words.next().is_some() {
                    return lines.wrong("tracks and states are expected, then nothing");
                }
                let table = lines.automaton(base, tracks, states)?;
                if tables.insert((kind, family, number), table).is_some() {
                    return lines.wrong("this table is there twice");
                }
            }
            _ if line == "end" => break,
            _ => return lines.wrong("dividend, rank, ends, table or end is expected"),
        }
    }
    if lines.lines.next().is_some() {
        lines.line += 1;
        return lines.wrong("nothing is expected after the end");
    }
    Ok(Certificate { claim, family, base, system, padding, rules, remainder, rank, ends, tables })
}

/// The text of a certificate.
pub fn write(certificate: &Certificate) -> String {
    use std::fmt::Write as _;
    let Certificate { claim, family, base, system, padding, rules, remainder, rank, ends, tables } =
        certificate;
    let claim = Claim::ALL.iter().find(|(_, own)| own == claim).map_or("", |(name, _)| name);
    let system = match system {
        None => base.to_string(),
        Some(name) => format!("words {base} {name}"),
    };
    let mut text = format!("{FIRST}\nclaim {claim}\nfamily {family}\nsystem {system}\n");
    let _ = writeln!(text, "padding {padding}\nrules {}", rules.lines().count());
    for line in rules.lines() {
        let _ = writeln!(text, "{line}");
    }
    if let Some(own) = remainder {
        for (word, linear) in [("dividend", &own.dividend), ("divisor", &own.divisor)] {
            let _ = write!(text, "{word} {}", linear.constant);
            let width = linear.terms.last().map_or(0, |&(_, var)| var + 1);
            for var in 0..width {
                let _ = write!(text, " {}", linear.factor(var));
            }
            text.push('\n');
        }
    }
    for (word, ranks) in [("rank", rank), ("ends", ends)] {
        for (family, parts) in ranks {
            for (offset, weights) in parts {
                let _ = write!(text, "{word} {family} {offset}");
                weights.iter().for_each(|weight| text += &format!(" {weight}"));
                text.push('\n');
            }
        }
    }
    for ((kind, family, number), table) in tables {
        let _ = write!(text, "table {}", kind.name());
        let (of_family, of_move) = kind.belongs();
        if of_family {
            let _ = write!(text, " {family}");
        }
        if of_move {
            let _ = write!(text, " {number}");
        }
        let _ = writeln!(text, " {} {}", table.tracks, table.next.len());
        for (row, &accepting) in table.next.iter().zip(&table.accepting) {
            text.push(if accepting { '*' } else { '-' });
            row.iter().for_each(|(letter, to)| text += &format!(" {letter}>{to}"));
            text.push('\n');
        }
    }
    text + "end\n"
}
