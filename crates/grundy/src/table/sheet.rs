//! A view of a table as columns with names, and the formats it is written in.

use super::note::Note;
use super::operation::Operation;
use crate::context::{Context, Stop};
use crate::json::{Exact, Stream, TableObject, exact};
use crate::nat::{Nat, push_decimal};
use crate::outcome::Play;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;
use std::rc::Rc;

/// How a view is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Aligned columns with headers; long lists are shortened.
    Text,
    /// Comma-separated values with a header; complete, without remarks.
    Csv,
    /// One object: game, play, view, columns, rows, note, period; complete.
    Json,
    /// A table of GitHub's Markdown; long lists are shortened.
    Markdown,
}

/// One field of a row.
pub(super) enum Field {
    None,
    Number(u64),
    Signed(i64),
    Large(Nat),
    Word(Cow<'static, str>),
    Places(Places),
}

/// Some entries of a table, by place.
pub(super) struct Places {
    pub all: Rc<Vec<usize>>,
    pub range: Range<usize>,
    /// The arguments of the first entry, and the number of columns.
    pub first: (u64, Option<u64>),
    pub columns: usize,
}

impl Places {
    /// The arguments of the entries.
    fn iter(&self) -> impl Iterator<Item = (u64, Option<u64>)> {
        let (first_row, first_column) = self.first;
        self.all[self.range.clone()].iter().map(move |&place| {
            let (row, column) = (place / self.columns, place % self.columns);
            (first_row + row as u64, first_column.map(|first| first + column as u64))
        })
    }

    /// As text, up to about `most` characters.
    fn shortened(&self, most: usize) -> String {
        let mut text = String::new();
        for (a, b) in self.iter() {
            let next = b.map_or_else(|| a.to_string(), |b| format!("({a},{b})"));
            if !text.is_empty() {
                if text.len() + next.len() >= most {
                    text.push_str(" …");
                    break;
                }
                text.push(' ');
            }
            text.push_str(&next);
        }
        text
    }
}

/// Lists in text are about so long.
const LIST: usize = 64;

impl Field {
    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::None => "-".into(),
            Self::Number(n) => n.to_string().into(),
            Self::Signed(n) => n.to_string().into(),
            Self::Large(n) => n.to_string().into(),
            Self::Word(word) => Cow::Borrowed(word),
            Self::Places(places) => places.shortened(LIST).into(),
        }
    }

    fn write_csv(&self, out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::None => {}
            Self::Number(n) => push_decimal(out, *n),
            Self::Signed(n) => write!(out, "{n}")?,
            Self::Large(n) => write!(out, "{n}")?,
            Self::Word(word) => quoted(out, word),
            Self::Places(places) => {
                out.push(b'"');
                for (i, (a, b)) in places.iter().enumerate() {
                    if i > 0 {
                        out.push(b' ');
                    }
                    match b {
                        None => push_decimal(out, a),
                        Some(b) => write!(out, "({a},{b})")?,
                    }
                }
                out.push(b'"');
            }
        }
        Ok(())
    }

    /// Whether text is aligned to the left.
    fn is_list(&self) -> bool {
        matches!(self, Self::Places(_))
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_none(),
            Self::Number(n) => exact(*n, serializer),
            Self::Signed(n) => serializer.serialize_i64(*n),
            Self::Large(n) => Exact(n).serialize(serializer),
            Self::Word(word) => serializer.serialize_str(word),
            Self::Places(places) => match places.first.1 {
                None => serializer.collect_seq(places.iter().map(|(a, _)| a)),
                Some(_) => serializer.collect_seq(places.iter()),
            },
        }
    }
}

/// Appends the fields of a row.
pub(super) type Rows<'a> = Box<dyn Fn(usize, &mut Vec<Field>) + 'a>;
/// Writes the body of a text.
pub(super) type Own<'a> = Box<dyn Fn(&mut dyn Write, &Context<'_>) -> io::Result<()> + 'a>;

/// Looks at the clock and the cancel flag now and then; a `Stop` travels inside the error.
pub(super) fn tick(context: &Context<'_>, step: u64) -> io::Result<()> {
    context.tick("writing the table", step).map_err(io::Error::other)
}

/// A view of a table, ready to be written.
pub struct Sheet<'a> {
    /// The line above, in text and Markdown.
    pub(super) heading: String,
    pub(super) game: String,
    pub(super) play: Play,
    /// The operation, if it is no table of a game.
    pub(super) operation: Option<Operation>,
    /// The view as it is asked for.
    pub(super) view: String,
    pub(super) columns: Vec<Cow<'static, str>>,
    /// The columns and rows of text and Markdown, if they are others.
    pub(super) shown: Option<(Vec<Cow<'static, str>>, Rows<'a>)>,
    pub(super) len: usize,
    /// Appends the fields of a row.
    pub(super) row: Rows<'a>,
    /// The body of the text where it is no list of rows.
    pub(super) own_text: Option<Own<'a>>,
    /// Remarks below, in text and Markdown.
    pub(super) remarks: Vec<String>,
    /// The limit that ended the table before all of its rows were found.
    pub(super) stop: Option<String>,
    /// What was found about repetitions.
    pub(super) note: Option<Note>,
}

/// Bytes gathered before they are written.
const BLOCK: usize = 1 << 16;

/// Writes the block if it is long enough.
fn pass_on(block: &mut Vec<u8>, out: &mut dyn Write, least: usize) -> io::Result<()> {
    if block.len() >= least {
        out.write_all(block)?;
        block.clear();
    }
    Ok(())
}

impl Sheet<'_> {
    /// Writes the view.
    ///
    /// # Complexity
    /// O(entries); text is laid out in a second pass. Nothing is held but the longest row.
    ///
    /// # Errors
    /// Those of `out`; at the limit of time or when cancelled one that holds the [`Stop`](crate::context::Stop).
    pub fn write(
        &self,
        format: Format,
        out: &mut dyn Write,
        context: &Context<'_>,
    ) -> io::Result<()> {
        match format {
            Format::Text => self.write_text(out, context),
            Format::Csv => self.write_csv(out, context),
            Format::Json => self.write_json(out, context),
            Format::Markdown => self.write_markdown(out, context),
        }
    }

    /// The same as a text, without limits.
    pub fn to_text(&self, format: Format) -> String {
        let mut out = Vec::new();
        self.write(format, &mut out, &Context::default()).expect("memory takes everything");
        String::from_utf8(out).expect("only text is written")
    }

    /// Adds a line below, in text and Markdown.
    pub fn remark(&mut self, text: String) {
        self.remarks.push(text);
    }

    /// Says that a limit ended the table before all of its rows were found: a line below in text and Markdown,
    /// the key `stop` in JSON.
    pub fn ends_early(&mut self, stop: &Stop) {
        let stop = stop.to_string();
        self.remark(format!("the table ends here: {stop}"));
        self.stop = Some(stop);
    }

    fn write_csv(&self, out: &mut dyn Write, context: &Context<'_>) -> io::Result<()> {
        let (mut block, mut fields) = (Vec::with_capacity(BLOCK + 64), Vec::new());
        for (i, name) in self.columns.iter().enumerate() {
            if i > 0 {
                block.push(b',');
            }
            quoted(&mut block, name);
        }
        block.push(b'\n');
        for i in 0..self.len {
            tick(context, i as u64)?;
            fields.clear();
            (self.row)(i, &mut fields);
            for (j, field) in fields.iter().enumerate() {
                if j > 0 {
                    block.push(b',');
                }
                field.write_csv(&mut block)?;
            }
            block.push(b'\n');
            pass_on(&mut block, out, BLOCK)?;
        }
        pass_on(&mut block, out, 0)
    }

    fn write_json(&self, out: &mut dyn Write, context: &Context<'_>) -> io::Result<()> {
        let row = |i: usize, fields: &mut Vec<Field>| {
            tick(context, i as u64)?;
            fields.clear();
            (self.row)(i, fields);
            Ok(())
        };
        let object = TableObject {
            game: self.operation.is_none().then_some(&*self.game),
            play: self.operation.is_none().then_some(self.play),
            operation: self.operation.map(Operation::sign),
            view: &self.view,
            columns: &self.columns,
            rows: Stream::new(self.len, row),
            note: self.note.as_ref().map(Note::text),
            period: self.note.as_ref().map(Note::facts),
            stop: self.stop.as_deref(),
        };
        object.write(out)
    }

    /// The columns and rows for people.
    fn shown(&self) -> (&[Cow<'static, str>], &Rows<'_>) {
        match &self.shown {
            Some((columns, row)) => (columns, row),
            None => (&self.columns, &self.row),
        }
    }

    fn write_markdown(&self, out: &mut dyn Write, context: &Context<'_>) -> io::Result<()> {
        let (columns, row) = self.shown();
        let (mut block, mut fields) = (Vec::with_capacity(BLOCK + 64), Vec::new());
        writeln!(block, "**{}**\n", self.heading)?;
        let mut lists = vec![false; columns.len()];
        if self.len > 0 {
            row(0, &mut fields);
            lists = fields.iter().map(Field::is_list).collect();
        }
        block.push(b'|');
        for name in columns {
            write!(block, " {} |", escaped(name))?;
        }
        block.extend_from_slice(b"\n|");
        for list in lists {
            block.extend_from_slice(if list { b":---|" } else { b"---:|" });
        }
        block.push(b'\n');
        for i in 0..self.len {
            tick(context, i as u64)?;
            fields.clear();
            row(i, &mut fields);
            block.push(b'|');
            for field in &fields {
                write!(block, " {} |", escaped(&field.text()))?;
            }
            block.push(b'\n');
            pass_on(&mut block, out, BLOCK)?;
        }
        for line in self.remarks.iter().cloned().chain(self.note.iter().map(Note::text)) {
            writeln!(block, "\n{}", escaped(&line))?;
        }
        pass_on(&mut block, out, 0)
    }

    fn write_text(&self, out: &mut dyn Write, context: &Context<'_>) -> io::Result<()> {
        writeln!(out, "{}", self.heading)?;
        match &self.own_text {
            Some(own) => own(out, context)?,
            None if self.len == 0 => writeln!(out, "there are none between these bounds")?,
            None => self.write_aligned(out, context)?,
        }
        for line in self.remarks.iter().cloned().chain(self.note.iter().map(Note::text)) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn write_aligned(&self, out: &mut dyn Write, context: &Context<'_>) -> io::Result<()> {
        let (columns, row) = self.shown();
        let mut widths: Vec<usize> = columns.iter().map(|name| name.chars().count()).collect();
        let mut lists = vec![false; columns.len()];
        let mut fields = Vec::new();
        for i in 0..self.len {
            tick(context, i as u64)?;
            fields.clear();
            row(i, &mut fields);
            for (j, field) in fields.iter().enumerate() {
                widths[j] = widths[j].max(field.text().chars().count());
                lists[j] = field.is_list();
            }
        }
        let mut block = Vec::with_capacity(BLOCK + 64);
        let mut line = |cells: &mut dyn Iterator<Item = Cow<'_, str>>| {
            for (j, cell) in cells.enumerate() {
                let width = widths[j];
                if j > 0 {
                    block.extend_from_slice(b"  ");
                }
                match lists[j] {
                    false => write!(block, "{cell:>width$}")?,
                    true => block.extend_from_slice(cell.as_bytes()),
                }
            }
            block.push(b'\n');
            pass_on(&mut block, out, BLOCK)
        };
        line(&mut columns.iter().map(|name| Cow::Borrowed(&**name)))?;
        line(&mut widths.iter().map(|&width| "-".repeat(width).into()))?;
        for i in 0..self.len {
            tick(context, i as u64)?;
            fields.clear();
            row(i, &mut fields);
            line(&mut fields.iter().map(Field::text))?;
        }
        pass_on(&mut block, out, 0)
    }
}

/// Text for a field of comma-separated values.
fn quoted(out: &mut Vec<u8>, text: &str) {
    if !text.contains([',', '"', '\n', '\r']) {
        return out.extend_from_slice(text.as_bytes());
    }
    out.push(b'"');
    out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}

/// Text for Markdown: what would be a sign is not one.
fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['|', '*', '<', '_', '\\', '`']) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for char in text.chars() {
        if matches!(char, '|' | '*' | '<' | '_' | '\\' | '`') {
            escaped.push('\\');
        }
        escaped.push(char);
    }
    escaped.into()
}
