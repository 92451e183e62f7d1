//! Where a graph or a list of words comes from: a file, or a list typed in the expression.

pub(crate) mod families;

use crate::context::Context;
use crate::nat;
use crate::syntax::{Arg, ArgKind, Args, ReadError, Span};
use std::sync::atomic::{AtomicU64, Ordering};

/// The greatest vertex number.
pub const MAX_VERTEX: u32 = u32::MAX - 1;

/// Arguments such as `("g.txt"; 3)`, `(edges(1-2; 1))`, `(edges(1-2); 1)` or `(cycle(5); 1)`, taken apart.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    /// File or list.
    pub origin: Origin<'a>,
    /// Where the origin is named.
    pub span: Span,
    /// The groups behind it.
    pub rest: Vec<&'a [Arg]>,
    /// All arguments, for errors about what is missing.
    pub whole: Span,
}

/// A file, or a list typed in the expression.
#[derive(Clone, Copy, Debug)]
pub enum Origin<'a> {
    /// Its name.
    File(&'a str),
    /// What stands in the list.
    Inline(&'a [Arg]),
}

impl<'a> Source<'a> {
    /// Takes arguments apart; `word` is the name of lists, `form` shows one.
    ///
    /// # Errors
    /// If there is neither a file name nor such a list, or if groups stand both in the list and
    /// behind it.
    pub fn of(args: &'a Args, word: &str, form: &str) -> Result<Self, ReadError> {
        let expected = || format!("expected a quoted file name or {form}");
        let outer = args.groups.get(1..).unwrap_or_default();
        let groups = |groups: &'a [Vec<Arg>]| groups.iter().map(Vec::as_slice).collect();
        let [first] = args.groups.first().map_or(&[][..], Vec::as_slice) else {
            let span = args.groups.first().and_then(|g| g.get(1)).map_or(args.span, |arg| arg.span);
            return Err(
                ReadError::domain("one file or one list belongs here", span).help(expected())
            );
        };
        let source = |origin, rest| Self { origin, span: first.span, rest, whole: args.span };
        if let ArgKind::Text(path) = &first.kind {
            return Ok(source(Origin::File(path), groups(outer)));
        }
        if word != "words" && families::names_graph(first) {
            return Ok(source(Origin::Inline(std::slice::from_ref(first)), groups(outer)));
        }
        let list = first.item().filter(|item| item.name() == Some(word) && item.params.is_none());
        let Some(inner) = list.and_then(|item| item.args.as_ref()) else {
            return Err(ReadError::domain("this is neither a file nor such a list", first.span)
                .help(expected()));
        };
        let list = inner.groups.first().map_or(&[][..], Vec::as_slice);
        let tail = inner.groups.get(1..).unwrap_or_default();
        if !tail.is_empty() && !outer.is_empty() {
            return Err(ReadError::domain(
                format!("after the list something follows both inside and outside {word}(…)"),
                args.span,
            )
            .help(format!("put all of it inside: {form}")));
        }
        let rest = if tail.is_empty() { outer } else { tail };
        Ok(source(Origin::Inline(list), groups(rest)))
    }
}

/// The vertex an argument names.
///
/// # Errors
/// If it is no number from 0 to 2^32-2.
pub fn vertex(arg: &Arg) -> Result<u32, ReadError> {
    let Some(number) = arg.number() else {
        return Err(ReadError::domain("this is not a vertex", arg.span)
            .help(format!("expected a number from 0 to {MAX_VERTEX}")));
    };
    vertex_number(number, arg.span)
}

/// The vertex of this number.
///
/// # Errors
/// If it is above 2^32-2.
pub fn vertex_number(number: &nat::Nat, span: Span) -> Result<u32, ReadError> {
    let small = nat::to_u64(number).and_then(|n| u32::try_from(n).ok());
    small.filter(|&n| n <= MAX_VERTEX).ok_or_else(|| {
        ReadError::domain("this vertex number is too large", span)
            .help(format!("vertices are numbered from 0 to {MAX_VERTEX}"))
    })
}

/// Asks whether a file that an expression names may be read; whoever opens one asks first.
///
/// # Errors
/// If the context forbids it, whether there is such a file or not.
pub fn ask_for_file(name: &str, span: Span, context: &Context<'_>) -> Result<(), ReadError> {
    if context.reads_files() {
        return Ok(());
    }
    let head: String = name.chars().take(100).collect();
    Err(ReadError::io(format!("{}: no files are read here", quoted(&head)), span)
        .help("type the list itself, as edges(0-1,1-2), arcs(1>2) or words(\"ab\",\"ac\")"))
}

/// Text in quotes, as it is typed in expressions.
pub fn quoted(text: &str) -> String {
    Arg { kind: ArgKind::Text(text.to_owned()), span: Span::default() }.to_string()
}

/// The identity of data read from `file`, or of the list `text` typed.
///
/// Short lists are told apart by what they say. A file may have changed since it was last read, so
/// every reading is a thing of its own; so is a list too long to be compared again and again.
pub fn identity(game: &str, file: Option<&str>, text: &str) -> String {
    const MAX_COMPARED_BYTES: usize = 1 << 16;
    static READINGS: AtomicU64 = AtomicU64::new(0);
    if file.is_none() && text.len() <= MAX_COMPARED_BYTES {
        return format!("{game}({text})");
    }
    let reading = READINGS.fetch_add(1, Ordering::Relaxed);
    format!("{game}({}; reading {reading})", quoted(file.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;

    fn groups(text: &str) -> Result<usize, String> {
        let sum = parse(text).unwrap();
        let args = sum[0].args.as_ref().unwrap();
        Source::of(args, "edges", "edges(1-2; 1)").map(|s| s.rest.len()).map_err(|e| e.message)
    }

    #[test]
    fn groups_may_stand_inside_or_outside_the_list() {
        assert_eq!(groups("g(edges(1-2; 1))"), Ok(1));
        assert_eq!(groups("g(edges(1-2); 1; 2)"), Ok(2));
        assert_eq!(groups("g(\"file\"; 1)"), Ok(1));
        assert_eq!(groups("g(edges(; 1))"), Ok(1));
        assert_eq!(groups("g(edges())"), Ok(0));
        for bad in ["g()", "g(3)", "g(edges)", "g(arcs(1>2))", "g(\"a\",\"b\")", "g(edges[1](1-2))"]
        {
            assert!(groups(bad).is_err(), "{bad}");
        }
        assert!(groups("g(edges(1-2; 1); 1)").unwrap_err().contains("both"));
    }

    #[test]
    fn readings_of_files_differ_and_equal_lists_do_not() {
        assert_ne!(identity("g", Some("f"), ""), identity("g", Some("f"), ""));
        assert_eq!(identity("g", None, "1-2"), identity("g", None, "1-2"));
    }

    #[test]
    fn example_of_quoted() {
        assert_eq!(crate::source::quoted("a\"b"), r#""a\"b""#);
    }
}
