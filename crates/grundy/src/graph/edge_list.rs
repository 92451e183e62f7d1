//! Edge lists: from files and from expressions.

use crate::source::{MAX_VERTEX, vertex_number};
use crate::syntax::{Arg, ArgKind, ReadError, Span};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};

/// The longest line read.
const MAX_LINE: u64 = 1 << 20;

/// Pairs of vertices by their own numbers, in the order written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeList {
    /// The pairs.
    pub pairs: Vec<(u32, u32)>,
    /// Vertices 1 up to this exist even without edges (a line `p edge n m` says so).
    pub declared: u32,
}

impl EdgeList {
    /// Reads a file: one `u v` a line, numbers from 0 to 2^32-2; lines that start with `#` or `%`
    /// are comments, empty ones are ignored. The lines of DIMACS files are read too: `c …` is a
    /// comment, `p edge n m` names the vertices 1..n, `e u v` and `a u v` (perhaps with a weight
    /// behind, which means nothing here) are edges.
    ///
    /// # Complexity
    /// One pass over the bytes; 8 bytes of memory an edge.
    ///
    /// # Errors
    /// [`ErrorKind::Io`](crate::syntax::ErrorKind::Io) with file and line; `span` is where the
    /// expression names the file.
    pub fn read_file(path: &str, span: Span) -> Result<Self, ReadError> {
        let file =
            File::open(path).map_err(|error| ReadError::io(format!("{path}: {error}"), span))?;
        Self::read(path, file, span)
    }

    /// As [`read_file`](Self::read_file), from anything; `name` stands for it in errors.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use grundy::{graph::EdgeList, syntax::Span};
    /// let list = EdgeList::read("g.txt", &b"# a path\n1 2\n2 3\n"[..], Span::default()).unwrap();
    /// assert_eq!(list.pairs, [(1, 2), (2, 3)]);
    /// let error = EdgeList::read("g.txt", &b"1 2\n3\n"[..], Span::default()).unwrap_err();
    /// assert_eq!(error.message, "g.txt:2: expected two vertex numbers, found \"3\"");
    /// ```
    pub fn read(name: &str, input: impl Read, span: Span) -> Result<Self, ReadError> {
        let mut reader = BufReader::with_capacity(1 << 18, input);
        let mut list = Self::default();
        let mut line = Vec::new();
        let mut number = 0u64;
        let mut problem = false;
        loop {
            line.clear();
            number += 1;
            let error = |what: String| ReadError::io(format!("{name}:{number}: {what}"), span);
            let length = (&mut reader).take(MAX_LINE).read_until(b'\n', &mut line);
            match length.map_err(|e| ReadError::io(format!("{name}: {e}"), span))? {
                0 => return Ok(list),
                length if length as u64 == MAX_LINE && line.last() != Some(&b'\n') => {
                    return Err(error(format!("the line is longer than {MAX_LINE} bytes")));
                }
                _ => {}
            }
            let mut text = &line[..];
            if number == 1 {
                text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
            }
            match parse_line(text.trim_ascii()) {
                Ok(Line::Nothing) => {}
                Ok(Line::Pair(u, v)) => list.pairs.push((u, v)),
                Ok(Line::Problem(_)) if problem => {
                    return Err(error("expected one line \"p edge n m\", found a second".into()));
                }
                Ok(Line::Problem(vertices)) => {
                    problem = true;
                    list.declared = vertices;
                }
                Err(expected) => {
                    let found = String::from_utf8_lossy(text.trim_ascii());
                    let mut short: String = found.chars().take(40).collect();
                    if short.len() < found.len() {
                        short.push('…');
                    }
                    return Err(error(format!("expected {expected}, found {short:?}")));
                }
            }
        }
    }

    /// The list `1-2,2-3` or, if `directed`, `1>2,2>3` of an expression.
    ///
    /// # Errors
    /// If something else stands there, or a vertex number above 2^32-2.
    pub fn inline(list: &[Arg], directed: bool) -> Result<Self, ReadError> {
        let pairs = list.iter().map(|arg| {
            let (u, v) = match &arg.kind {
                ArgKind::Arc(u, v) if directed => (u, v),
                ArgKind::Edge(u, v) if !directed => (u, v),
                _ if directed => {
                    return Err(ReadError::domain("this is no arc", arg.span)
                        .help("expected arcs with their direction, as 1>2"));
                }
                _ => {
                    return Err(ReadError::domain("this is no edge", arg.span)
                        .help("expected edges, as 1-2"));
                }
            };
            Ok((vertex_number(u, arg.span)?, vertex_number(v, arg.span)?))
        });
        Ok(Self { pairs: pairs.collect::<Result<_, _>>()?, declared: 0 })
    }
}

enum Line {
    Nothing,
    Pair(u32, u32),
    /// The number of vertices.
    Problem(u32),
}

/// What a line says, or what was expected instead.
fn parse_line(line: &[u8]) -> Result<Line, &'static str> {
    const PAIR: &str = "two vertex numbers";
    let Some(&first) = line.first() else { return Ok(Line::Nothing) };
    if first.is_ascii_digit() {
        return pair(line, false).map(|(u, v)| Line::Pair(u, v));
    }
    let alone = line.get(1).is_none_or(u8::is_ascii_whitespace);
    match first {
        b'#' | b'%' => Ok(Line::Nothing),
        b'c' if alone => Ok(Line::Nothing),
        b'e' | b'a' if alone => {
            pair(line[1..].trim_ascii_start(), true).map(|(u, v)| Line::Pair(u, v))
        }
        b'p' if alone => {
            const PROBLEM: &str = "\"p edge n m\" with numbers n and m";
            let mut words = line[1..].trim_ascii().split(u8::is_ascii_whitespace);
            let mut words = words.by_ref().filter(|word| !word.is_empty());
            let (Some(_), Some(n), Some(m), None) =
                (words.next(), words.next(), words.next(), words.next())
            else {
                return Err(PROBLEM);
            };
            match (digits(n), m.iter().all(u8::is_ascii_digit)) {
                (Some((n, [])), true) if n <= u64::from(MAX_VERTEX) => Ok(Line::Problem(n as u32)),
                _ => Err(PROBLEM),
            }
        }
        _ => Err(PAIR),
    }
}

/// Two vertex numbers, with nothing or (where allowed) one more number behind.
fn pair(line: &[u8], weight: bool) -> Result<(u32, u32), &'static str> {
    const PAIR: &str = "two vertex numbers";
    const RANGE: &str = "vertex numbers from 0 to 4294967294";
    let (u, rest) = digits(line).ok_or(PAIR)?;
    let (v, rest) = spaced(rest).and_then(digits).ok_or(PAIR)?;
    if u > u64::from(MAX_VERTEX) || v > u64::from(MAX_VERTEX) {
        return Err(RANGE);
    }
    match rest {
        [] => Ok((u as u32, v as u32)),
        _ if weight && matches!(spaced(rest).and_then(digits), Some((_, []))) => {
            Ok((u as u32, v as u32))
        }
        _ => Err(PAIR),
    }
}

/// What follows white space of at least one character.
fn spaced(text: &[u8]) -> Option<&[u8]> {
    text.first().filter(|byte| byte.is_ascii_whitespace()).map(|_| text.trim_ascii_start())
}

/// The decimal at the start (2^63 or more as some number above all vertices), and the rest.
fn digits(text: &[u8]) -> Option<(u64, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if length == 0 {
        return None;
    }
    let (digits, rest) = text.split_at(length);
    let number = digits.iter().fold(0u64, |number, digit| {
        number.saturating_mul(10).saturating_add(u64::from(digit - b'0'))
    });
    Some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<EdgeList, String> {
        EdgeList::read("g", text.as_bytes(), Span::default()).map_err(|error| error.message)
    }

    #[test]
    fn plain_and_dimacs_lines_are_read() {
        let text = "\u{feff}# comment\n% comment\n\n 1\t2 \r\n007 4294967294\nc\nc any 1 2\n\
                    p edge 9 3\ne 3 4\na 5 6\na 5 7 100\n0 0";
        let list = read(text).unwrap();
        let pairs = [(1, 2), (7, 4_294_967_294), (3, 4), (5, 6), (5, 7), (0, 0)];
        assert_eq!(list.pairs, pairs);
        assert_eq!(list.declared, 9);
        assert_eq!(read("").unwrap(), EdgeList::default());
    }

    #[test]
    fn malformed_lines_are_named() {
        for (text, message) in [
            ("1 2\nx", "g:2: expected two vertex numbers, found \"x\""),
            ("1 2 3", "g:1: expected two vertex numbers, found \"1 2 3\""),
            ("1 -2", "g:1: expected two vertex numbers, found \"1 -2\""),
            ("1,2", "g:1: expected two vertex numbers, found \"1,2\""),
            ("1 2x", "g:1: expected two vertex numbers, found \"1 2x\""),
            ("e", "g:1: expected two vertex numbers, found \"e\""),
            (
                "1 4294967295",
                "g:1: expected vertex numbers from 0 to 4294967294, found \"1 4294967295\"",
            ),
            (
                "99999999999999999999999 1",
                "g:1: expected vertex numbers from 0 to 4294967294, found \"99999999999999999999999 1\"",
            ),
            ("p edge 3", "g:1: expected \"p edge n m\" with numbers n and m, found \"p edge 3\""),
            ("p edge 1 1\np edge 1 1", "g:2: expected one line \"p edge n m\", found a second"),
        ] {
            assert_eq!(read(text).unwrap_err(), message);
        }
        let long = "1".repeat(2 << 20);
        assert_eq!(read(&long).unwrap_err(), "g:1: the line is longer than 1048576 bytes");
        let short = read(&"y".repeat(100)).unwrap_err();
        assert_eq!(short.chars().filter(|&c| c == 'y').count(), 40);
    }

    #[test]
    fn a_missing_file_is_an_error_of_its_kind() {
        let error = EdgeList::read_file("no/such/file", Span::new(1, 2)).unwrap_err();
        assert_eq!(error.kind, crate::syntax::ErrorKind::Io);
        assert!(error.message.starts_with("no/such/file: "));
    }
}
