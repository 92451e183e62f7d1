//! Edge lists: from files and from expressions.

use super::line_file::{LineError, LineFile, MAX_LINE, too_long};
use crate::context::Context;
use crate::source::{MAX_VERTEX, families, vertex_number};
use crate::syntax::{Arg, ArgKind, ReadError};

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
    /// behind, which means nothing here) are edges. A word `{…}` behind the numbers, which some
    /// programs write for the data of an edge, means nothing either.
    ///
    /// # Complexity
    /// One pass over the bytes on all cores; 8 bytes of memory an edge.
    ///
    /// # Errors
    /// [`ErrorKind::Io`](crate::syntax::ErrorKind::Io) with file and line; past the limits of
    /// memory and time.
    ///
    /// ```
    /// use grundy::context::Context;
    /// use grundy::graph::{EdgeList, LineFile};
    /// let read = |text: &[u8]| {
    ///     EdgeList::read(&LineFile::of("g.txt", text.to_vec(), Default::default()), &Context::default())
    /// };
    /// assert_eq!(read(b"# a path\n1 2\n2 3\n").unwrap().pairs, [(1, 2), (2, 3)]);
    /// let error = read(b"1 2\n3\n").unwrap_err();
    /// assert_eq!(error.message, "g.txt:2: expected two vertex numbers, found \"3\"");
    /// ```
    pub fn read(file: &LineFile, context: &Context<'_>) -> Result<Self, ReadError> {
        // The shortest line of an edge has four bytes; the pairs are held twice for a moment.
        let estimate = file.length() / 4 * 16;
        if estimate > context.limits.memory {
            // Not every line is that short: count before refusing.
            let count = file.each_chunk("counting edges", context, |chunk| {
                let mut count = 0u64;
                lines(chunk.text, |_| count += 1)?;
                Ok(count)
            })?;
            let edges: u64 = count.iter().sum();
            context
                .check_memory(16 * edges, || format!("{}: {edges} edges", file.name()))
                .map_err(|stop| file.stopped(&stop))?;
        }
        let parts = file.each_chunk("reading edges", context, |chunk| {
            let mut pairs = Vec::with_capacity(chunk.text.len() / 12);
            let declared = lines(chunk.text, |pair| pairs.push(pair))?;
            Ok((pairs, declared))
        })?;
        let mut list = Self::default();
        list.pairs.reserve_exact(parts.iter().map(|(pairs, _)| pairs.len()).sum());
        let mut declared = Declared::default();
        for (pairs, part) in parts {
            list.pairs.extend_from_slice(&pairs);
            declared = declared.and(part);
        }
        list.declared = declared.check(file)?;
        Ok(list)
    }

    /// Reads one of the [chunks](LineFile::chunks) of a file: together they are the list of
    /// [`read`](Self::read), except that each tells the vertices that its own line `p edge n m`
    /// declares.
    ///
    /// # Complexity
    /// O(bytes of the chunk); 8 bytes of memory an edge of it.
    ///
    /// # Errors
    /// As [`read`](Self::read); two lines `p edge n m` are seen where they are in one chunk.
    ///
    /// ```
    /// use grundy::graph::{EdgeList, LineFile};
    /// let file = LineFile::of("g.txt", b"1 2\n2 3\n".to_vec(), Default::default());
    /// assert_eq!(file.chunks(), 1);
    /// assert_eq!(EdgeList::read_chunk(&file, 0).unwrap().pairs, [(1, 2), (2, 3)]);
    /// ```
    pub fn read_chunk(file: &LineFile, index: usize) -> Result<Self, ReadError> {
        let (pairs, declared) = file.one_chunk(index, |chunk| {
            let mut pairs = Vec::with_capacity(chunk.text.len() / 12);
            let declared = lines(chunk.text, |pair| pairs.push(pair))?;
            Ok((pairs, declared))
        })?;
        Ok(Self { pairs, declared: declared.check(file)? })
    }

    /// The list `1-2,2-3` or, if `directed`, `1>2,2>3` of an expression. Known graphs may stand in it too:
    /// `path(5)`, `cycle(12)`, `complete(5)`, `bipartite(3,4)`, `star(5)`, `wheel(5)`, `grid(3,4)`, `cube(3)`,
    /// `tree(2,3)`, `petersen`.
    ///
    /// # Errors
    /// If something else stands there, or a vertex number above 2^32-2.
    pub fn inline(list: &[Arg], directed: bool) -> Result<Self, ReadError> {
        let mut pairs = Vec::with_capacity(list.len());
        for arg in list {
            if let Some(edges) = families::edges(arg)? {
                pairs.extend(edges);
                continue;
            }
            let (u, v) = match &arg.kind {
                ArgKind::Arc(u, v) if directed => (u, v),
                ArgKind::Edge(u, v) if !directed => (u, v),
                _ if directed => {
                    return Err(ReadError::domain("this is not an arc", arg.span).help(
                        "expected arcs with their direction, as 1>2, or a graph by its name",
                    ));
                }
                _ => {
                    return Err(ReadError::domain("this is not an edge", arg.span)
                        .help("expected edges, as 1-2, or a graph by its name"));
                }
            };
            pairs.push((vertex_number(u, arg.span)?, vertex_number(v, arg.span)?));
        }
        Ok(Self { pairs, declared: 0 })
    }
}

/// Lines `p edge n m` met so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Declared {
    count: usize,
    vertices: u32,
}

impl Declared {
    /// Those of two stretches of lines.
    pub(super) fn and(self, next: Self) -> Self {
        let vertices = if self.count > 0 { self.vertices } else { next.vertices };
        Self { count: self.count + next.count, vertices }
    }

    /// The number of vertices declared in the whole file; 0 if there was no such line.
    pub(super) fn check(self, file: &LineFile) -> Result<u32, ReadError> {
        match self.count {
            0 | 1 => Ok(self.vertices),
            count => Err(file.error(format!("expected one line \"p edge n m\", found {count}"))),
        }
    }
}

/// Hands the pair of every line to `each`.
pub(super) fn lines(text: &[u8], mut each: impl FnMut((u32, u32))) -> Result<Declared, LineError> {
    let mut declared = Declared::default();
    let mut at = 0;
    while at < text.len() {
        if let Some((pair, next)) = plain_line(text, at) {
            each(pair);
            at = next;
            continue;
        }
        let end = text[at..].iter().position(|&byte| byte == b'\n');
        let end = end.map_or(text.len(), |length| at + length);
        let line = &text[at..end];
        let error = |message| LineError { at, message };
        if line.len() > MAX_LINE {
            return Err(error(too_long()));
        }
        match parse_line(line.trim_ascii()) {
            Ok(Line::Nothing) => {}
            Ok(Line::Pair(u, v)) => each((u, v)),
            Ok(Line::Problem(vertices)) => {
                declared = declared.and(Declared { count: 1, vertices });
            }
            Err(expected) => {
                let found = String::from_utf8_lossy(line.trim_ascii());
                let mut short: String = found.chars().take(40).collect();
                if short.len() < found.len() {
                    short.push('…');
                }
                return Err(error(format!("expected {expected}, found {short:?}")));
            }
        }
        at = end + 1;
    }
    Ok(declared)
}

/// The pair of a line that is two numbers of up to eight digits with one character of white space
/// between and the line's end behind, and where the next line starts. Nearly all lines are such.
#[inline(always)]
fn plain_line(text: &[u8], at: usize) -> Option<((u32, u32), usize)> {
    // Two numbers of eight digits, a separator, and two bytes for the line's end.
    let window: &[u8; 20] = text.get(at..at + 20)?.try_into().ok()?;
    let (u, length) = short_number(window[..8].try_into().ok()?)?;
    if !matches!(window[length], b' ' | b'\t') {
        return None;
    }
    let start = length + 1;
    let (v, length) = short_number(window.get(start..start + 8)?.try_into().ok()?)?;
    let end = start + length;
    match window[end] {
        b'\n' => Some(((u, v), at + end + 1)),
        b'\r' if window[end + 1] == b'\n' => Some(((u, v), at + end + 2)),
        _ => None,
    }
}

/// The number of up to eight digits at the start of eight bytes, and how many digits it has.
///
/// All eight bytes are looked at in one word: the digits are moved to its upper end, zeros before
/// them, and joined to pairs, fours and the whole by three multiplications.
#[inline(always)]
fn short_number(bytes: [u8; 8]) -> Option<(u32, usize)> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let digits = u64::from_le_bytes(bytes) ^ (0x30 * ONES);
    // The upper bit of each byte that is no digit; a carry disturbs only bytes behind the first.
    let others = (digits.wrapping_add(0x76 * ONES) | digits) & (0x80 * ONES);
    let length = others.trailing_zeros() / 8;
    if length == 0 {
        return None;
    }
    let digits = digits << (64 - 8 * length);
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff_00ff_00ff;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_ffff_0000_ffff;
    let whole = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) as u32;
    Some((whole, length as usize))
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
        _ if spaced(rest).is_some_and(|data| data.starts_with(b"{") && data.ends_with(b"}")) => {
            Ok((u as u32, v as u32))
        }
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
    use crate::syntax::Span;

    fn read(text: &str) -> Result<EdgeList, String> {
        let file = LineFile::of("g", text.as_bytes().to_vec(), Span::default());
        EdgeList::read(&file, &Context::default()).map_err(|error| error.message)
    }

    #[test]
    fn plain_and_dimacs_lines_are_read() {
        let text = "\u{feff}# comment\n% comment\n\n 1\t2 \r\n007 4294967294\nc\nc any 1 2\n\
                    p edge 9 3\ne 3 4\na 5 6\na 5 7 100\n0 0 {}";
        let list = read(text).unwrap();
        let pairs = [(1, 2), (7, 4_294_967_294), (3, 4), (5, 6), (5, 7), (0, 0)];
        assert_eq!(list.pairs, pairs);
        assert_eq!(list.declared, 9);
        assert_eq!(read("").unwrap(), EdgeList::default());
    }

    #[test]
    fn lines_of_every_length_are_read() {
        let numbers =
            [0, 7, 10, 99, 123, 4567, 89_012, 345_678, 9_012_345, 67_890_123, 456_789_012];
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for u in numbers {
            pairs.extend(numbers.iter().flat_map(|&v| [(u, v), (u, 4_294_967_294)]));
        }
        for (between, end) in [(" ", "\n"), ("\t", "\r\n"), ("  ", " \n"), (" 000", "\n")] {
            let lines = pairs.iter().map(|(u, v)| format!("{u}{between}{v}{end}"));
            assert_eq!(read(&lines.collect::<String>()).unwrap().pairs, pairs);
        }
        for bad in ["1:2\n", "12345678:1\n", "1 /\n", "1 :\n", "\u{b9} 1\n"] {
            assert!(read(&bad.repeat(9)).is_err(), "{bad}");
        }
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
            ("p edge 1 1\np edge 1 1", "g: expected one line \"p edge n m\", found 2"),
        ] {
            assert_eq!(read(text).unwrap_err(), message);
        }
        let long = "1".repeat(2 << 20);
        assert_eq!(read(&long).unwrap_err(), "g:1: the line is longer than 1048576 bytes");
        let short = read(&"y".repeat(100)).unwrap_err();
        assert_eq!(short.chars().filter(|&c| c == 'y').count(), 40);
    }

    #[test]
    fn chunks_are_together_the_list() {
        let mut text = "p edge 9 0\n".to_owned();
        (0..700_000u32).for_each(|i| text += &format!("{i} {}\n", i / 3));
        let file = |text: &str| LineFile::of("g", text.as_bytes().to_vec(), Span::default());
        let whole = EdgeList::read(&file(&text), &Context::default()).unwrap();
        let chunks = |file: &LineFile| -> Result<Vec<EdgeList>, ReadError> {
            (0..file.chunks()).map(|index| EdgeList::read_chunk(file, index)).collect()
        };
        let parts = chunks(&file(&text)).unwrap();
        assert!(parts.len() > 1 && parts[0].declared == 9 && parts[1].declared == 0);
        assert!(parts.iter().flat_map(|part| &part.pairs).eq(&whole.pairs));
        // An error far behind has the line of the whole file.
        text += "x";
        let error = chunks(&file(&text)).unwrap_err();
        assert_eq!(error.message, "g:700002: expected two vertex numbers, found \"x\"");
    }

    #[test]
    fn a_missing_file_is_an_error_of_its_kind() {
        let error = LineFile::open("no/such/file", Span::new(1, 2), &Context::default());
        let error = error.err().unwrap();
        assert_eq!(error.kind, crate::syntax::ErrorKind::Io);
        assert!(error.message.starts_with("no/such/file: "));
    }
}
