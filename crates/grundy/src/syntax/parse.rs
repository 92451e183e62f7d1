//! Recursive descent over the characters of an expression.

use super::{Arg, ArgKind, Args, Component, Head, JoinKind, ReadError, Span, Sum, Tree};
use crate::nat::Nat;

/// The greatest length of an expression in bytes.
pub const MAX_LENGTH: usize = 64 << 20;

/// How deep brackets may be nested.
pub(crate) const MAX_DEPTH: usize = 64;

/// Reads a whole expression.
///
/// # Errors
/// [`ReadError`] with the place and what was expected there.
///
/// ```
/// let sum = grundy::syntax::parse("nim(3,4,5) + wythoff[2](3,5)").unwrap();
/// assert_eq!(sum.len(), 2);
/// let error = grundy::syntax::parse("nim(3,,5)").unwrap_err();
/// assert_eq!(error.at("nim(3,,5)"), Some(7));
/// ```
pub fn parse(source: &str) -> Result<Sum, ReadError> {
    let mut parser = Parser::new(source)?;
    let sum = parser.sum(0)?;
    parser.end()?;
    placed(&sum)?;
    Ok(sum)
}

/// Reads a whole expression: a sum, or sums joined by `and`, `and-all`, `or` or `or-first`.
///
/// A sum of several components stands in parentheses there.
///
/// # Errors
/// [`ReadError`] with the place and what was expected there.
///
/// ```
/// use grundy::syntax::{JoinKind, Tree, parse_tree};
/// let tree = parse_tree("nim(3) and (nim(4) + *2)").unwrap();
/// assert!(matches!(tree, Tree::Join(JoinKind::And, members) if members[1].0.len() == 2));
/// assert!(parse_tree("nim(3) and nim(4) or nim(5)").is_err());
/// ```
pub fn parse_tree(source: &str) -> Result<Tree, ReadError> {
    whole_tree(Parser::new(source)?)
}

/// The tree of a whole text.
pub(super) fn whole_tree(mut parser: Parser<'_>) -> Result<Tree, ReadError> {
    let tree = parser.tree()?;
    parser.end()?;
    match &tree {
        Tree::Sum(sum) => placed(sum)?,
        Tree::Join(_, members) => members.iter().try_for_each(|(sum, _)| placed(sum))?,
    }
    Ok(tree)
}

/// Looks whether every component has a position.
fn placed(sum: &Sum) -> Result<(), ReadError> {
    for component in sum {
        if component.args.is_none() && !matches!(component.head, Head::Star(_)) {
            let at = Span::new(component.span.end, component.span.end);
            return Err(ReadError::parse("the position is missing after the name", at)
                .help("expected '(' and the position, as in nim(3,4,5)"));
        }
    }
    Ok(())
}

/// Reads a game without a position: `wythoff[2]` or `0.77`.
///
/// # Errors
/// [`ReadError`] with the place and what was expected there.
pub fn parse_game(source: &str) -> Result<Component, ReadError> {
    let mut parser = Parser::new(source)?;
    let component = parser.component(0)?;
    parser.end()?;
    match &component.args {
        Some(args) => Err(ReadError::parse("a position is out of place here", args.span)
            .help("name the game alone, as in wythoff[2] or 0.77")),
        None => Ok(component),
    }
}

/// In the arguments of these `-` stands between the ends of an edge.
const JOINING: [&str; 3] = ["edges", "arcs", "hackenbush"];

/// What single letters in the place of numbers mean.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Letters<'a> {
    /// Nothing: they are out of place.
    #[default]
    None,
    /// Numbers: letters and what they stand for.
    Bound(&'a [(char, Nat)]),
}

impl Letters<'_> {
    /// What a letter stands for.
    pub fn number(&self, letter: char) -> Option<&Nat> {
        match self {
            Self::None => None,
            Self::Bound(bound) => {
                bound.iter().find(|(own, _)| *own == letter).map(|(_, number)| number)
            }
        }
    }
}

/// A text and how far it is read.
pub(crate) struct Parser<'a> {
    pub source: &'a str,
    pub at: usize,
    /// Whether `-` stands between the ends of an edge, so that it is no minus.
    pub minus_joins: bool,
    /// How many parentheses of arithmetic are open.
    pub parentheses: usize,
    /// What single letters stand for.
    pub(super) letters: Letters<'a>,
}

impl<'a> Parser<'a> {
    pub fn new(source: &'a str) -> Result<Self, ReadError> {
        Self::with_letters(source, Letters::None)
    }

    pub(super) fn with_letters(source: &'a str, letters: Letters<'a>) -> Result<Self, ReadError> {
        if source.len() > MAX_LENGTH {
            return Err(ReadError::parse(
                format!("the expression is longer than {MAX_LENGTH} bytes"),
                Span::new(0, 0),
            )
            .help("keep long lists in a file where the game allows it"));
        }
        let mut parser = Self { source, at: 0, minus_joins: false, parentheses: 0, letters };
        parser.space();
        Ok(parser)
    }

    /// The next character with full-width forms read as their ASCII twins.
    pub fn peek(&self) -> Option<char> {
        let byte = *self.source.as_bytes().get(self.at)?;
        if byte.is_ascii() {
            return Some(byte as char);
        }
        self.source[self.at..].chars().next().map(ascii_twin)
    }

    pub fn bump(&mut self) {
        if self.source.as_bytes().get(self.at).is_some_and(u8::is_ascii) {
            self.at += 1;
            return;
        }
        if let Some(c) = self.source[self.at..].chars().next() {
            self.at += c.len_utf8();
        }
    }

    /// Whether the text goes on with these ASCII characters (or their twins).
    fn follows(&self, text: &str) -> bool {
        let mut rest = self.source[self.at..].chars().map(ascii_twin);
        text.chars().all(|c| rest.next() == Some(c))
    }

    pub fn space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    pub fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.bump();
            self.space();
        }
        found
    }

    pub fn here(&self) -> Span {
        let width = self.source[self.at..].chars().next().map_or(0, char::len_utf8);
        Span::new(self.at, self.at + width)
    }

    /// Where the last thing read ended, without the space after it.
    pub fn last_end(&self) -> usize {
        self.source[..self.at].trim_end().len()
    }

    pub fn unexpected(&self, expected: &str) -> ReadError {
        let message = match self.source[self.at..].chars().next() {
            None => "the expression ends too early".to_owned(),
            Some(c) => format!("{c:?} is out of place here"),
        };
        ReadError::parse(message, self.here()).help(format!("expected {expected}"))
    }

    fn end(&self) -> Result<(), ReadError> {
        match self.peek() {
            None => Ok(()),
            Some('.') => Err(self
                .unexpected("'+' or the end")
                .help("a take-and-break code has exactly one digit before its point, as 0.77")),
            Some('0'..='9') => Err(self
                .unexpected("'+' or the end")
                .help("a position stands in parentheses, as in nim(3,4,5)")),
            Some('{') => Err(self
                .unexpected("'+' or the end")
                .help("parameters stand in square brackets, as in subtraction[1,2](5)")),
            Some(_) => Err(self.unexpected("'+' or the end of the expression")),
        }
    }

    /// A sum, or sums joined by one kind of word.
    fn tree(&mut self) -> Result<Tree, ReadError> {
        let start = self.at;
        let mut bare_sum = None;
        let mut members = Vec::new();
        let mut joined: Option<JoinKind> = None;
        loop {
            let first = self.at;
            let in_parentheses = self.peek() == Some('(');
            let sum = if in_parentheses { self.parenthesised()? } else { self.sum(0)? };
            let span = Span::new(first, self.last_end());
            if !in_parentheses && sum.len() > 1 {
                bare_sum.get_or_insert(span);
            }
            members.push((sum, span));
            let word = self.here();
            let Some(kind) = self.join_word() else { break };
            let word = Span::new(word.start, self.last_end());
            if let Some(other) = joined.filter(|&other| other != kind) {
                let message = format!("`{kind}` stands beside `{other}`");
                return Err(ReadError::parse(message, word)
                    .help("one expression has one kind of join, and no join has another inside"));
            }
            joined = Some(kind);
        }
        let Some(kind) = joined else {
            return match members.swap_remove(0) {
                (_, span) if self.source[start..].starts_with(['(', '（']) => {
                    Err(ReadError::parse("there is nothing to join here", span)
                        .help("leave the parentheses out: they stand around the sums of a join"))
                }
                (sum, _) => Ok(Tree::Sum(sum)),
            };
        };
        match bare_sum {
            Some(span) => Err(ReadError::parse("a sum in a join needs parentheses", span)
                .help(format!("as in (nim(3) + nim(4)) {kind} nim(5)"))),
            None => Ok(Tree::Join(kind, members)),
        }
    }

    /// A sum in parentheses.
    fn parenthesised(&mut self) -> Result<Sum, ReadError> {
        let open = self.here();
        self.eat('(');
        if self.peek() == Some('(') {
            return Err(ReadError::parse("parentheses inside parentheses", self.here())
                .help("one pair around each sum of a join is enough"));
        }
        let sum = self.sum(0)?;
        if !self.eat(')') {
            let inner = self.here();
            return Err(if self.peek().is_none() {
                ReadError::parse("this '(' is never closed", open).help("expected ')' at the end")
            } else if self.join_word().is_some() {
                ReadError::parse("a join stands inside parentheses", inner)
                    .help("no join has another inside: members of a join are sums")
            } else {
                self.unexpected("'+' or ')'")
            });
        }
        Ok(sum)
    }

    /// Reads a word that joins, if one follows.
    fn join_word(&mut self) -> Option<JoinKind> {
        if !self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            return None;
        }
        let before = self.at;
        let kind = JoinKind::of_word(&self.name());
        match kind {
            Some(_) => self.space(),
            None => self.at = before,
        }
        kind
    }

    fn sum(&mut self, depth: usize) -> Result<Sum, ReadError> {
        let mut sum = vec![self.component(depth)?];
        while self.eat('+') {
            sum.push(self.component(depth)?);
        }
        Ok(sum)
    }

    fn component(&mut self, depth: usize) -> Result<Component, ReadError> {
        let start = self.at;
        let head = if self.peek() == Some('*') {
            self.bump();
            self.space();
            Head::Star(self.single_number()?)
        } else if self.code_follows() {
            Head::Code(self.code()?)
        } else if self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
            Head::Name(self.name())
        } else if self.peek().is_some_and(|c| c.is_ascii_digit()) {
            let rest = self.source[self.at..].trim_start_matches(|c: char| c.is_ascii_digit());
            return Err(self.unexpected("a position").help(if rest.starts_with('.') {
                "a take-and-break code has exactly one digit before its point, as 0.77"
            } else {
                "a number alone is not a position: *3 is a nim-heap of 3, nim(3,4,5) are three heaps"
            }));
        } else {
            return Err(self.unexpected("the name of a game, a code such as 0.77, or *n"));
        };
        let head_span = Span::new(start, self.last_end());
        self.space();
        let (mut params, mut args, mut entailed) = (None, None, false);
        let outside = self.minus_joins;
        self.minus_joins = matches!(&head, Head::Name(name) if JOINING.contains(&&**name));
        if !matches!(head, Head::Star(_)) {
            if self.peek() == Some('[') {
                params = Some(self.args('[', ']', depth)?);
            }
            entailed = self.eat('!');
            if self.peek() == Some('(') {
                args = Some(self.args('(', ')', depth)?);
            }
        }
        self.minus_joins = outside;
        Ok(Component {
            head,
            head_span,
            entailed,
            params,
            args,
            span: Span::new(start, self.last_end()),
        })
    }

    pub(super) fn name(&mut self) -> String {
        let mut name = String::new();
        while let Some(c) =
            self.peek().filter(|&c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
        {
            name.push(c.to_ascii_lowercase());
            self.bump();
        }
        name
    }

    /// Whether a take-and-break code starts here: one digit, suffixes, a point that is no range.
    pub(super) fn code_follows(&self) -> bool {
        let mut rest = self.source[self.at..].chars().map(ascii_twin);
        let first = match rest.next() {
            Some('{') => return true,
            Some(c) if c.is_ascii_alphanumeric() => rest.next(),
            _ => return false,
        };
        let mut next = first;
        while next.is_some_and(|c| matches!(c, '!' | '?' | '=')) {
            next = rest.next();
        }
        next == Some('.') && rest.next() != Some('.')
    }

    /// Whether `name =` starts here; `a=.7` is a code.
    fn value_of_name_follows(&self) -> bool {
        let rest = self.source[self.at..].chars().map(ascii_twin);
        let word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
        let mut rest = rest.skip_while(word).skip_while(|c| c.is_whitespace());
        rest.next() == Some('=') && !matches!(rest.next(), Some('.' | '='))
    }

    /// The characters of a code; what they mean is checked where codes are known.
    pub(super) fn code(&mut self) -> Result<String, ReadError> {
        let mut code = String::new();
        while let Some(c) = self.peek() {
            let closing = match c {
                '{' => '}',
                '[' => ']',
                '.' | '!' | '?' | '=' => '\0',
                c if c.is_ascii_alphanumeric() => '\0',
                _ => break,
            };
            let open = self.here();
            code.push(c.to_ascii_uppercase());
            self.bump();
            if closing != '\0' {
                loop {
                    match self.peek() {
                        None => {
                            return Err(ReadError::parse(
                                format!("this {c:?} is never closed"),
                                open,
                            )
                            .help(format!("expected {closing:?} further on")));
                        }
                        Some(c) => {
                            self.bump();
                            if !c.is_whitespace() {
                                code.push(c.to_ascii_uppercase());
                            }
                            if c == closing {
                                break;
                            }
                        }
                    }
                }
            }
        }
        Ok(code)
    }

    fn args(&mut self, open: char, close: char, depth: usize) -> Result<Args, ReadError> {
        let start = self.here();
        if depth >= MAX_DEPTH {
            return Err(ReadError::parse("brackets are nested too deep", start)
                .help(format!("at most {MAX_DEPTH} levels are read")));
        }
        self.eat(open);
        let mut groups = Vec::new();
        loop {
            let mut group = Vec::new();
            if !matches!(self.peek(), Some(c) if c == close || c == ';') {
                loop {
                    group.push(self.arg(depth + 1)?);
                    if !self.eat(',') {
                        break;
                    }
                }
            }
            groups.push(group);
            if self.eat(';') {
                continue;
            }
            if self.peek() == Some(close) {
                self.bump();
                let span = Span::new(start.start, self.at);
                self.space();
                return Ok(Args { groups, span });
            }
            if self.peek().is_none() {
                return Err(ReadError::parse(format!("this {open:?} is never closed"), start)
                    .help(format!("expected {close:?} at the end")));
            }
            return Err(self.unexpected(&format!("',', ';' or {close:?}")));
        }
    }

    fn arg(&mut self, depth: usize) -> Result<Arg, ReadError> {
        let start = self.at;
        let kind = match self.peek() {
            Some('"') => ArgKind::Text(self.text()?),
            Some('[') => {
                let list = self.args('[', ']', depth)?;
                let span = list.span;
                match <[Vec<Arg>; 1]>::try_from(list.groups) {
                    Ok([values]) => ArgKind::List(values),
                    Err(_) => {
                        return Err(ReadError::parse("a list has no ';'", span)
                            .help("expected numbers separated by commas"));
                    }
                }
            }
            Some(c) if c.is_ascii_alphabetic() && self.value_of_name_follows() => {
                let name = self.name();
                self.space();
                self.eat('=');
                if depth >= MAX_DEPTH {
                    return Err(ReadError::parse("values are nested too deep", self.here())
                        .help(format!("at most {MAX_DEPTH} levels are read")));
                }
                ArgKind::Named(name, Box::new(self.arg(depth + 1)?))
            }
            Some(c) if c.is_ascii_digit() && !self.code_follows() => self.numeric()?,
            Some(_) if self.bound_letter().is_some() => self.numeric()?,
            Some(c) if c.is_ascii_alphanumeric() || matches!(c, '*' | '{') => {
                ArgKind::Sum(self.sum(depth)?)
            }
            Some('(') => self.numeric()?,
            Some('-') => return Err(self.negative_sign()),
            _ => return Err(self.unexpected("a number")),
        };
        Ok(Arg { kind, span: Span::new(start, self.last_end()) })
    }

    /// A number, range, edge or arc.
    fn numeric(&mut self) -> Result<ArgKind, ReadError> {
        let first = self.number()?;
        if self.follows("..") {
            self.bump();
            self.bump();
            self.space();
            let to = self.number()?;
            let step = if self.eat(':') { self.number()? } else { Nat::ONE };
            return Ok(ArgKind::Range { from: first, to, step });
        }
        if self.minus_joins && self.eat('-') {
            return Ok(ArgKind::Edge(first, self.number()?));
        }
        if self.eat('>') {
            return Ok(ArgKind::Arc(first, self.number()?));
        }
        Ok(ArgKind::Number(first))
    }

    /// A quoted string; `\"` and `\\` stand for `"` and `\`.
    pub(super) fn text(&mut self) -> Result<String, ReadError> {
        let open = self.here();
        self.at += 1;
        let mut text = String::new();
        let mut chars = self.source[self.at..].char_indices();
        while let Some((i, c)) = chars.next() {
            match c {
                '"' => {
                    self.at += i + 1;
                    self.space();
                    return Ok(text);
                }
                '\\' => match chars.next() {
                    Some((_, c @ ('"' | '\\'))) => text.push(c),
                    _ => {
                        let at = self.at + i;
                        return Err(ReadError::parse(
                            "a lone '\\' in a string",
                            Span::new(at, at + 1),
                        )
                        .help("write \\\\ for a backslash and \\\" for a quote"));
                    }
                },
                c => text.push(c),
            }
        }
        Err(ReadError::parse("this string is never closed", open).help("expected '\"' at its end"))
    }
}

/// Full-width forms and the ideographic space as ASCII; everything else unchanged.
pub(crate) fn ascii_twin(c: char) -> char {
    match c as u32 {
        0x3000 => ' ',
        0xff01..=0xff5e => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        0x3001 => ',',
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(source: &str) -> (usize, String) {
        let error = parse(source).unwrap_err();
        (error.at(source).unwrap(), error.message)
    }

    #[test]
    fn what_is_wrong_is_said_where_it_stands() {
        for (source, at) in [
            ("", 1),
            ("nim", 4),
            ("nim(3", 4),
            ("nim(3,,4)", 7),
            ("nim(3))", 7),
            ("nim(3) + ", 10),
            ("nim(3) nim(4)", 8),
            ("nim(-3)", 5),
            ("nim(3x)", 6),
            ("nim(2^3^4)", 8),
            ("nim(9^9999999999)", 5),
            ("0.{1,2(5)", 3),
            ("prefix-word(words(\"ab))", 19),
            ("nim(1__2)", 5),
            ("nim(0x)", 5),
            ("nim(0b2)", 7),
            ("nim(0b102)", 9),
            ("nim(0xfg)", 8),
            ("nim(0x_f)", 5),
        ] {
            assert_eq!(error(source).0, at, "{source}: {}", error(source).1);
        }
    }

    #[test]
    fn full_width_brackets_commas_and_plus_signs_are_ascii_twins() {
        let twin = parse("nim（3，4）＋nim（5）").unwrap();
        assert_eq!(twin.len(), 2);
        assert_eq!(twin[0].args.as_ref().unwrap().single().unwrap().len(), 2);
    }

    #[test]
    fn deep_nesting_is_refused_not_overflowed() {
        let source = "repeat[1](".repeat(100_000);
        assert!(parse(&source).unwrap_err().message.contains("nested too deep"));
    }

    #[test]
    fn codes_ranges_and_powers_are_told_apart() {
        let sum = parse("4!.0(3) + 0.[3](5) + 0.{2+}3=(1)").unwrap();
        let codes: Vec<_> = sum.iter().map(|c| c.head.clone()).collect();
        assert_eq!(codes, ["4!.0", "0.[3]", "0.{2+}3="].map(|code| Head::Code(code.to_owned())));
        let sum = parse("subtraction[1..9:2, 2^3](10)").unwrap();
        let params = sum[0].params.as_ref().unwrap().single().unwrap();
        assert!(matches!(params[0].kind, ArgKind::Range { .. }));
        assert_eq!(params[1].number(), Some(&Nat::from(8u8)));
    }
}
