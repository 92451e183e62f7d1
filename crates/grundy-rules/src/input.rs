//! Numbers that are no coordinates: constant arrays, and what is given to rules from outside.

use crate::error::{Kind, RuleError};
use grundy::syntax::Span;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// One value of an input may hold so many numbers.
pub const MAX_INPUT: usize = 1 << 24;

/// What is given from outside: `input m`, `input S[]`, `input adj[][]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: Arc<str>,
    /// What it is.
    pub kind: InputKind,
    /// The name in its declaration.
    pub span: Span,
    /// The declaration.
    pub declaration: Span,
}

/// The kinds of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// `input m`
    Number,
    /// `input S[]`
    Numbers,
    /// `input adj[][]`: rows, each of a length of its own.
    Rows,
}

impl InputKind {
    /// With an article.
    pub const fn describe(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Numbers => "an array of numbers",
            Self::Rows => "an array of rows of numbers",
        }
    }

    /// A value of this kind as it is typed.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Number => "3",
            Self::Numbers => "[2,3]",
            Self::Rows => "[[1],[0,2]]",
        }
    }

    /// How many indices a number of it has.
    pub const fn depth(self) -> usize {
        match self {
            Self::Number => 0,
            Self::Numbers => 1,
            Self::Rows => 2,
        }
    }
}

impl Input {
    /// It has no value: nothing can be asked of the rules yet.
    pub fn missing(&self) -> RuleError {
        let message = format!("{} is an input and has no value", self.name);
        let help = format!(
            "give it {}: --input \"{}={}\"",
            self.kind.describe(),
            self.name,
            self.kind.example()
        );
        RuleError::new(Kind::Input, message, self.span).help(help)
    }

    /// The input as it is declared: `S[]`.
    pub fn signature(&self) -> String {
        format!("{}{}", self.name, "[]".repeat(self.kind.depth()))
    }
}

/// The value of an input.
///
/// ```
/// use grundy_rules::input::InputValue;
/// assert_eq!("3".parse(), Ok(InputValue::Number(3)));
/// assert_eq!("[2, 3]".parse(), Ok(InputValue::Numbers(vec![2, 3])));
/// assert_eq!("[[1],[]]".parse(), Ok(InputValue::Rows(vec![vec![1], vec![]])));
/// let error = "[2, x]".parse::<InputValue>().unwrap_err();
/// assert_eq!(error.to_string(), "a number is expected before \"x]\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputValue {
    /// Of [`InputKind::Number`].
    Number(i64),
    /// Of [`InputKind::Numbers`].
    Numbers(Vec<i64>),
    /// Of [`InputKind::Rows`].
    Rows(Vec<Vec<i64>>),
}

impl InputValue {
    /// What it is; no numbers at all are an array, which may stand for no rows too.
    pub const fn kind(&self) -> InputKind {
        match self {
            Self::Number(_) => InputKind::Number,
            Self::Numbers(_) => InputKind::Numbers,
            Self::Rows(_) => InputKind::Rows,
        }
    }
}

/// Why inputs given as texts have no values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextError {
    /// What is wrong with a text.
    Input {
        /// The text.
        input: String,
        /// What is wrong with it.
        what: String,
    },
    /// The inputs of the program and those given do not fit together.
    Rules(RuleError),
}

/// A text that is no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError(String);

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ValueError {}

impl FromStr for InputValue {
    type Err = ValueError;

    /// Reads `3`, `[2,3]` or `[[1],[0,2]]`. A text stands for the numbers of its characters:
    /// `"abc"` for an array, `["..#","#.."]` for rows.
    fn from_str(text: &str) -> Result<Self, ValueError> {
        let mut reader = Reader { rest: text.trim_start() };
        let value = if let Some(word) = reader.text()? {
            Self::Numbers(word)
        } else if !reader.eats('[') {
            Self::Number(reader.number()?)
        } else if reader.rest.starts_with(['[', '"']) {
            Self::Rows(reader.list(|reader| match reader.text()? {
                Some(row) => Ok(row),
                None if reader.eats('[') => reader.list(Reader::number),
                None => Err(reader.expected("a row in brackets or in quotation marks")),
            })?)
        } else {
            Self::Numbers(reader.list(Reader::number)?)
        };
        match value {
            _ if reader.rest.is_empty() => Ok(value),
            Self::Number(_) if reader.rest.starts_with(',') => Err(ValueError(BRACKETS.into())),
            _ => Err(reader.expected("the end")),
        }
    }
}

/// Where an array is written in another way.
const BRACKETS: &str = "an array is written in brackets, as [1,2]";

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn expected(&self, what: &str) -> ValueError {
        const MAX_SHOWN_CHARS: usize = 20;
        if self.rest.is_empty() {
            return ValueError(format!("{what} is expected at the end"));
        }
        let mut shown: String = self.rest.chars().take(MAX_SHOWN_CHARS).collect();
        if shown.len() < self.rest.len() {
            shown.push('…');
        }
        ValueError(format!("{what} is expected before {shown:?}"))
    }

    fn eats(&mut self, sign: char) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn number(&mut self) -> Result<i64, ValueError> {
        let sign = usize::from(self.rest.starts_with('-'));
        let digits = self.rest[sign..].find(|c: char| !c.is_ascii_digit());
        let end = digits.map_or(self.rest.len(), |digits| sign + digits);
        if end == sign {
            return Err(self.expected("a number"));
        }
        let (number, rest) = self.rest.split_at(end);
        let value = number.parse().map_err(|_| {
            let shown: String = number.chars().take(30).collect();
            ValueError(format!("{shown} is too large: numbers reach from -2^63 to 2^63 - 1"))
        })?;
        self.rest = rest.trim_start();
        Ok(value)
    }

    /// A text in quotation marks as the numbers of its characters, if one stands here.
    fn text(&mut self) -> Result<Option<Vec<i64>>, ValueError> {
        let Some(rest) = self.rest.strip_prefix('"') else { return Ok(None) };
        let Some((text, rest)) = rest.split_once('"') else {
            self.rest = "";
            return Err(self.expected("'\"'"));
        };
        self.rest = rest.trim_start();
        Ok(Some(text.chars().map(|sign| i64::from(u32::from(sign))).collect()))
    }

    /// What stands behind an opening bracket.
    fn list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, ValueError>,
    ) -> Result<Vec<T>, ValueError> {
        let mut list = Vec::new();
        if self.eats(']') {
            return Ok(list);
        }
        loop {
            list.push(item(self)?);
            if self.eats(']') {
                return Ok(list);
            }
            if !self.eats(',') {
                return Err(self.expected("',' or ']'"));
            }
        }
    }
}

/// Numbers in order, or rows of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    items: Arc<[i64]>,
    /// Of rows: where each begins, and the end of the last one.
    starts: Option<Arc<[i64]>>,
    least: i64,
    most: i64,
}

impl Numbers {
    /// An array.
    pub fn new(items: Vec<i64>) -> Self {
        Self::made(items, None)
    }

    /// Rows.
    pub fn rows(rows: &[Vec<i64>]) -> Self {
        let mut starts = vec![0];
        let mut items = Vec::with_capacity(rows.iter().map(Vec::len).sum());
        for row in rows {
            items.extend_from_slice(row);
            starts.push(items.len() as i64);
        }
        Self::made(items, Some(starts.into()))
    }

    fn made(items: Vec<i64>, starts: Option<Arc<[i64]>>) -> Self {
        let least = items.iter().copied().min().unwrap_or(0);
        let most = items.iter().copied().max().unwrap_or(0);
        Self { items: items.into(), starts, least, most }
    }

    /// All numbers, row after row.
    pub fn items(&self) -> &Arc<[i64]> {
        &self.items
    }

    /// Of rows: where each begins among [`items`](Self::items), and the end of the last one.
    pub fn starts(&self) -> Option<&Arc<[i64]>> {
        self.starts.as_ref()
    }

    /// An array, or rows.
    pub const fn kind(&self) -> InputKind {
        if self.starts.is_some() { InputKind::Rows } else { InputKind::Numbers }
    }

    /// How many numbers there are, or how many rows.
    pub fn len(&self) -> usize {
        self.starts.as_ref().map_or(self.items.len(), |starts| starts.len() - 1)
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row whose number is below [`len`](Self::len); of an array, all of it.
    pub fn row(&self, number: usize) -> &[i64] {
        match &self.starts {
            None => &self.items,
            Some(starts) => &self.items[starts[number] as usize..starts[number + 1] as usize],
        }
    }

    /// The least and the greatest of all numbers, both 0 if there are none.
    pub const fn bounds(&self) -> (i64, i64) {
        (self.least, self.most)
    }

    /// All numbers once, ascending.
    pub fn set(&self) -> Arc<[i64]> {
        let mut set = self.items.to_vec();
        set.sort_unstable();
        set.dedup();
        set.into()
    }
}

/// Numbers that are looked up by index.
#[derive(Clone, Debug)]
pub enum Table {
    /// They are known.
    Known(Arc<Numbers>),
    /// They will be given.
    Input(Arc<Input>),
}

impl Table {
    /// An array, or rows.
    pub fn kind(&self) -> InputKind {
        match self {
            Self::Known(numbers) => numbers.kind(),
            Self::Input(input) => input.kind,
        }
    }

    /// The numbers, or the input they will be.
    ///
    /// # Errors
    /// The input.
    pub fn known(&self) -> Result<&Arc<Numbers>, &Arc<Input>> {
        match self {
            Self::Known(numbers) => Ok(numbers),
            Self::Input(input) => Err(input),
        }
    }
}

/// A number that an input tells by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Told {
    /// The input, which is a number.
    Value,
    /// How many numbers or rows it has.
    Len,
    /// The sum of its numbers.
    Sum,
    /// The least of them.
    Min,
    /// The greatest of them.
    Max,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_no_values_are_told() {
        for text in [
            "", "[", "[1", "[1,]", "[1 2]", "[[1],2]", "[[1]", "x", "--1", "1]", "[]]", "\"a",
            "[\"a]", "\"a\" 1",
        ] {
            assert!(text.parse::<InputValue>().is_err(), "{text}");
        }
        let large = "99999999999999999999".parse::<InputValue>().unwrap_err();
        assert!(large.to_string().contains("too large"));
        assert_eq!(" [ -1 , 2 ] ".parse(), Ok(InputValue::Numbers(vec![-1, 2])));
        assert_eq!("[]".parse(), Ok(InputValue::Numbers(vec![])));
        assert_eq!("\"aB\"".parse(), Ok(InputValue::Numbers(vec![97, 66])));
        let rows = InputValue::Rows(vec![vec![46, 35], vec![], vec![7]]);
        assert_eq!("[\".#\", \"\", [7]]".parse(), Ok(rows));
    }

    #[test]
    fn rows_are_found_in_the_flat_list() {
        let rows = [vec![1, 2], vec![], vec![-5]];
        let numbers = Numbers::rows(&rows);
        assert_eq!((numbers.len(), numbers.bounds()), (3, (-5, 2)));
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(numbers.row(i), &row[..]);
        }
        assert_eq!(*numbers.set(), [-5, 1, 2]);
        assert!(Numbers::rows(&[]).is_empty());
    }
}
