//! How the arguments of a game on a graph are typed: `("file"; 3)` or `(edges(1-2,2-3; 3))`.

use super::{NamedGraph, Vertices};
use crate::source::{Source, quoted};
use crate::syntax::{Arg, Args, ReadError, Span, join};

/// The notation of one game.
#[derive(Clone, Copy, Debug)]
pub struct GraphForm {
    /// The name of lists typed in the expression.
    pub word: &'static str,
    /// What stands between the ends of an edge.
    pub sign: char,
    /// A list with what may stand behind it.
    pub example: &'static str,
    /// How many groups may stand behind the graph.
    pub groups: usize,
    /// What they are, for errors about more of them.
    pub expected: &'static str,
}

impl GraphForm {
    /// Takes the arguments apart: the graph and the groups behind it.
    ///
    /// # Errors
    /// As [`Source::of`], and if there are too many groups.
    pub fn source<'a>(&self, args: &'a Args) -> Result<Source<'a>, ReadError> {
        let source = Source::of(args, self.word, self.example)?;
        let Some(group) = source.rest.get(self.groups) else { return Ok(source) };
        let span = match group {
            [] => source.whole,
            [first, ..] => Span::new(first.span.start, group[group.len() - 1].span.end),
        };
        Err(ReadError::domain("there is no such list here", span).help(self.expected))
    }

    /// The same where every start is asked for.
    ///
    /// # Errors
    /// As [`source`](Self::source), and if a token is named.
    pub fn without_tokens<'a>(&self, args: &'a Args) -> Result<Source<'a>, ReadError> {
        let source = Source::of(args, self.word, self.example)?;
        let first: Option<&Arg> = source.rest.iter().find_map(|group| group.first());
        match first {
            None => Ok(source),
            Some(token) => Err(ReadError::domain("a token is out of place here", token.span)
                .help("a table tells of every start: name the graph alone")),
        }
    }

    /// Arguments as they are typed: the file, or the list in parentheses, with the groups behind.
    pub fn print(&self, file: Option<&str>, list: &str, groups: &[String]) -> String {
        let tail: String = groups.iter().map(|group| format!("; {group}")).collect();
        match file {
            Some(file) => format!("{}{tail}", quoted(file)),
            None => format!("{}({list}{tail})", self.word),
        }
    }
}

/// What the vertices of a game's graph and the graph itself are called.
#[derive(Clone, Debug, Default)]
pub struct GraphNames {
    /// The vertices' own numbers.
    pub vertices: Vertices,
    /// The file the graph comes from.
    file: Option<String>,
    /// The edges as they are typed, if there is no file.
    list: String,
    /// What tells the game on this graph from others.
    pub identity: String,
    /// Remarks for who typed it.
    pub notes: Vec<String>,
}

impl GraphNames {
    /// Those of a graph in the game `title`.
    pub fn of(named: NamedGraph, title: &str, form: &GraphForm) -> Self {
        let (identity, notes) = (named.identity(title), named.notes());
        let list = match &named.file {
            Some(_) => String::new(),
            None => named.list(named.edges.iter().copied(), form.sign),
        };
        Self { vertices: named.vertices, file: named.file, list, identity, notes }
    }

    /// The number of a vertex as text.
    pub fn number(&self, vertex: u32) -> String {
        self.vertices.number(vertex).to_string()
    }

    /// The numbers of vertices, with commas.
    pub fn numbers(&self, vertices: impl IntoIterator<Item = u32>) -> String {
        join(vertices.into_iter().map(|vertex| self.number(vertex)), ",")
    }

    /// The arguments as they are typed.
    pub fn print(&self, form: &GraphForm, groups: &[String]) -> String {
        form.print(self.file.as_deref(), &self.list, groups)
    }
}
