//! Formulas read from text.
//!
//! | | |
//! |---|---|
//! | `?msd_fib`, `?zeckendorf`, `?2` in front | the numeration system |
//! | `E x,y …`, `A x …` | there are, for all; as far to the right as possible |
//! | `~`, `&`, `\|`, `=>`, `<=>` | not, and, or, implies, exactly when; the first binds tightest |
//! | `=`, `!=`, `<`, `<=`, `>`, `>=` | comparisons of terms |
//! | `x+2*y-3`, `x/3`, `x mod 3`, `min(x,y)`, `max(x,y)` | terms of integers |
//! | `xor(x,y)`, `and(x,y)`, `or(x,y)` | bit by bit, in base 2 |
//! | `$name(x,y+1)` | a relation of the environment |
//! | `$place(x)` | x is a place value: a power of 2, a Fibonacci number |
//!
//! Variables begin with a small letter.

use super::environment::Environment;
use super::linear::{Linear, Var};
use super::print::Names;
use super::term::{Comparison, Fresh, Term, TermError};
use super::tree::{Formula, RelationId};
use crate::numeration::Name;

/// How deeply formulas and terms may be nested.
const MAX_DEPTH: usize = 100;

/// A formula read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The numeration system, where the text begins with one.
    pub system: Option<Name>,
    /// The formula.
    pub formula: Formula,
    /// The names of its variables.
    pub names: Names,
}

/// A text that is no formula.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at byte {at}: {expected} expected, {found} found")]
pub struct ParseError {
    /// Where in the text, in bytes.
    pub at: usize,
    /// What could stand there.
    pub expected: String,
    /// What does.
    pub found: String,
}

/// Reads a formula, with variables numbered in the order in which they occur.
///
/// # Errors
/// [`ParseError`], which says where, and what could have stood there.
///
/// ```
/// use grundy_laws::formula::{Environment, parse};
/// let parsed = parse("?msd_fib E y x = 2*y & y > 3", &Environment::new()).unwrap();
/// assert_eq!(parsed.system.unwrap().to_string(), "zeckendorf");
/// let error = parse("x + = y", &Environment::new()).unwrap_err();
/// assert_eq!((error.at, &error.expected[..]), (4, "a number, a variable or a function"));
/// ```
pub fn parse(text: &str, environment: &Environment) -> Result<Parsed, ParseError> {
    parse_with(text, Names::default(), environment)
}

/// Reads a formula whose variables have names already.
///
/// # Errors
/// As [`parse`].
pub fn parse_with(
    text: &str,
    mut names: Names,
    environment: &Environment,
) -> Result<Parsed, ParseError> {
    let (mut system, mut from) = (None, text.len() - text.trim_start().len());
    if let Some(rest) = text[from..].strip_prefix('?') {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let name = rest[..end].parse::<Name>().map_err(|error| ParseError {
            at: from + 1,
            expected: "a numeration system (2 to 36, zeckendorf, ostrowski[a,b], …)".into(),
            found: format!("`{}`", error.0),
        })?;
        system = Some(name);
        from += 1 + end;
    }
    let tokens = tokens(text, from)?;
    for (token, _) in &tokens {
        if let Token::Word(word) = token
            && !KEYWORDS.contains(word)
        {
            names.var(word);
        }
    }
    let fresh = Fresh::from(names.next());
    let mut parser = Parser { tokens, at: 0, names, fresh, environment, furthest: None, depth: 0 };
    let formula = parser.formula().and_then(|formula| {
        parser.end()?;
        Ok(formula)
    });
    let formula = formula.map_err(|error| match parser.furthest.take() {
        Some(further) if further.at > error.at => further,
        _ => error,
    })?;
    let next = parser.fresh.var().0;
    parser.names.reserve(next);
    Ok(Parsed { system, formula, names: parser.names })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    Number(&'t str),
    Relation(&'t str),
    Exists,
    Forall,
    Sign(&'t str),
    End,
}

const KEYWORDS: [&str; 9] = ["true", "false", "min", "max", "xor", "and", "or", "mod", "div"];

const SIGNS: [&str; 20] = [
    "<=>", "=>", "<=", ">=", "!=", "<", ">", "=", "&", "|", "~", "(", ")", ",", "+", "-", "*", "/",
    "%", "!",
];

fn tokens(text: &str, from: usize) -> Result<Vec<(Token<'_>, usize)>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = from;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = |skip: usize, inside: fn(char) -> bool| {
            &rest[..skip + rest[skip..].find(|c| !inside(c)).unwrap_or(rest.len() - skip)]
        };
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (token, length) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() {
            let number = run(0, |c| c.is_ascii_digit());
            (Token::Number(number), number.len())
        } else if first == 'E' {
            (Token::Exists, 1)
        } else if first == 'A' {
            (Token::Forall, 1)
        } else if first.is_ascii_lowercase() {
            let name = run(0, word);
            (Token::Word(name), name.len())
        } else if first == '$' {
            let sharp = usize::from(rest[1..].starts_with('#'));
            let name = run(1 + sharp, word);
            (Token::Relation(&name[1..]), name.len())
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Token::Sign(sign), sign.len())
        } else {
            let expected = "a formula".into();
            return Err(ParseError { at, expected, found: format!("`{first}`") });
        };
        tokens.push((token, at));
        at += length;
    }
    tokens.push((Token::End, text.len()));
    Ok(tokens)
}

struct Parser<'t> {
    tokens: Vec<(Token<'t>, usize)>,
    at: usize,
    names: Names,
    fresh: Fresh,
    environment: &'t Environment,
    /// The error furthest to the right on a way that was given up.
    furthest: Option<ParseError>,
    depth: usize,
}

type Read<T> = Result<T, ParseError>;

impl<'t> Parser<'t> {
    fn token(&self) -> Token<'t> {
        self.tokens[self.at].0
    }

    fn take(&mut self, sign: &str) -> bool {
        let found = self.token() == Token::Sign(sign);
        self.at += usize::from(found);
        found
    }

    fn error(&self, expected: impl Into<String>) -> ParseError {
        let (token, at) = self.tokens[self.at];
        let found = match token {
            Token::Word(text) | Token::Number(text) | Token::Sign(text) => format!("`{text}`"),
            Token::Relation(text) => format!("`${text}`"),
            Token::Exists => "`E`".to_owned(),
            Token::Forall => "`A`".to_owned(),
            Token::End => "the end".to_owned(),
        };
        ParseError { at, expected: expected.into(), found }
    }

    fn expect(&mut self, sign: &str) -> Read<()> {
        if self.take(sign) { Ok(()) } else { Err(self.error(format!("`{sign}`"))) }
    }

    fn end(&self) -> Read<()> {
        match self.token() {
            Token::End => Ok(()),
            _ => Err(self.error("`&`, `|`, `=>`, `<=>` or the end")),
        }
    }

    /// Runs a part one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(format!("at most {MAX_DEPTH} levels of nesting")));
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    fn formula(&mut self) -> Read<Formula> {
        self.nested(|parser| {
            let mut left = parser.implication()?;
            while parser.take("<=>") {
                left = left.iff(parser.implication()?);
            }
            Ok(left)
        })
    }

    fn implication(&mut self) -> Read<Formula> {
        let left = self.disjunction()?;
        if !self.take("=>") {
            return Ok(left);
        }
        let right = self.nested(Self::implication)?;
        Ok(left.implies(right))
    }

    fn disjunction(&mut self) -> Read<Formula> {
        let mut parts = vec![self.conjunction()?];
        while self.take("|") {
            parts.push(self.conjunction()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::Or(parts) })
    }

    fn conjunction(&mut self) -> Read<Formula> {
        let mut parts = vec![self.unary()?];
        while self.take("&") {
            parts.push(self.unary()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Formula::And(parts) })
    }

    fn unary(&mut self) -> Read<Formula> {
        match self.token() {
            Token::Sign("~") => {
                self.at += 1;
                let inner = self.nested(Self::unary)?;
                Ok(Formula::Not(Box::new(inner)))
            }
            token @ (Token::Exists | Token::Forall) => {
                self.at += 1;
                let mut vars = vec![self.variable()?];
                while self.take(",") {
                    vars.push(self.variable()?);
                }
                let inner = self.formula()?;
                Ok(match token {
                    Token::Exists => Formula::exists(vars, inner),
                    _ => Formula::forall(vars, inner),
                })
            }
            Token::Sign("(") => {
                // A term in brackets, or a formula.
                let (from, fresh) = (self.at, self.fresh.clone());
                match self.comparison() {
                    Ok(comparison) => return Ok(comparison),
                    Err(error) => {
                        if self.furthest.as_ref().is_none_or(|known| known.at < error.at) {
                            self.furthest = Some(error);
                        }
                    }
                }
                (self.at, self.fresh) = (from + 1, fresh);
                let inner = self.formula()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Word("true") => {
                self.at += 1;
                Ok(Formula::Constant(true))
            }
            Token::Word("false") => {
                self.at += 1;
                Ok(Formula::Constant(false))
            }
            Token::Relation(name) => self.relation(name),
            _ => self.comparison(),
        }
    }

    fn variable(&mut self) -> Read<Var> {
        match self.token() {
            Token::Word(name) if !KEYWORDS.contains(&name) => {
                self.at += 1;
                Ok(self.names.var(name))
            }
            _ => Err(self.error("a variable")),
        }
    }

    fn relation(&mut self, name: &str) -> Read<Formula> {
        let numbered = name.strip_prefix('#').and_then(|n| n.parse().ok()).map(RelationId::Given);
        let id =
            numbered.or_else(|| RelationId::built_in(name)).or_else(|| self.environment.find(name));
        let known = id.and_then(|id| Some((id, self.environment.arity(id)?)));
        let Some((id, arity)) = known else { return Err(self.error("a relation that is defined")) };
        self.at += 1;
        let from = self.at;
        self.expect("(")?;
        let mut terms = Vec::new();
        if !self.take(")") {
            terms.push(self.sum()?);
            while self.take(",") {
                terms.push(self.sum()?);
            }
            self.expect(")")?;
        }
        if terms.len() != arity {
            self.at = from;
            let found = format!("{} arguments", terms.len());
            return Err(ParseError { found, ..self.error(format!("{arity} arguments")) });
        }
        Term::relate(id, &terms, &mut self.fresh).map_err(|error| self.faulty(from, error))
    }

    fn faulty(&self, from: usize, error: TermError) -> ParseError {
        let at = self.tokens[from].1;
        ParseError { at, expected: "another term".into(), found: error.to_string() }
    }

    fn comparison(&mut self) -> Read<Formula> {
        let from = self.at;
        let left = self.sum()?;
        let how = match self.token() {
            Token::Sign("=") => Comparison::Equal,
            Token::Sign("!=") => Comparison::Unequal,
            Token::Sign("<") => Comparison::Less,
            Token::Sign("<=") => Comparison::AtMost,
            Token::Sign(">") => Comparison::Greater,
            Token::Sign(">=") => Comparison::AtLeast,
            _ => return Err(self.error("an operator or a comparison")),
        };
        self.at += 1;
        let right = self.sum()?;
        left.compare(how, &right, &mut self.fresh).map_err(|error| self.faulty(from, error))
    }

    fn sum(&mut self) -> Read<Term> {
        self.nested(|parser| {
            let from = parser.at;
            let mut sum = parser.product()?;
            loop {
                let sign = match parser.token() {
                    Token::Sign("+") => 1,
                    Token::Sign("-") => -1,
                    _ => return Ok(sum),
                };
                parser.at += 1;
                let next = parser.product()?;
                sum = match (sum, next) {
                    (Term::Linear(a), Term::Linear(b)) => b
                        .times(sign)
                        .and_then(|b| a.plus(&b))
                        .map(Term::Linear)
                        .ok_or_else(|| parser.faulty(from, TermError::Overflow))?,
                    (a, b) => Term::Sum(vec![(1, a), (sign, b)]),
                };
            }
        })
    }

    fn product(&mut self) -> Read<Term> {
        let from = self.at;
        let mut product = self.factor()?;
        loop {
            match self.token() {
                Token::Sign("*") => {
                    self.at += 1;
                    let right = self.factor()?;
                    let constant = |term: &Term| match term {
                        Term::Linear(linear) if linear.terms().is_empty() => {
                            Some(linear.constant())
                        }
                        _ => None,
                    };
                    let (factor, term) = match (constant(&product), constant(&right)) {
                        (Some(factor), _) => (factor, right),
                        (None, Some(factor)) => (factor, product),
                        (None, None) => {
                            let found = "a product of variables".to_owned();
                            let at = self.tokens[from].1;
                            return Err(ParseError { at, expected: "a linear term".into(), found });
                        }
                    };
                    product = match term {
                        Term::Linear(linear) => linear
                            .times(factor)
                            .map(Term::Linear)
                            .ok_or_else(|| self.faulty(from, TermError::Overflow))?,
                        other => Term::Sum(vec![(factor, other)]),
                    };
                }
                Token::Sign("/") | Token::Word("div") => {
                    self.at += 1;
                    product = Term::Div(Box::new(product), self.number()?);
                }
                Token::Sign("%") | Token::Word("mod") => {
                    self.at += 1;
                    product = Term::Mod(Box::new(product), self.number()?);
                }
                _ => return Ok(product),
            }
        }
    }

    fn number(&mut self) -> Read<i64> {
        match self.token() {
            Token::Number(text) => {
                let number = text.parse().map_err(|_| self.error("a number below 2^63"))?;
                self.at += 1;
                Ok(number)
            }
            _ => Err(self.error("a constant")),
        }
    }

    fn factor(&mut self) -> Read<Term> {
        match self.token() {
            Token::Number(_) => Ok(Term::from(self.number()?)),
            Token::Sign("-") => {
                let from = self.at;
                self.at += 1;
                match self.nested(Self::factor)? {
                    Term::Linear(linear) => linear
                        .times(-1)
                        .map(Term::Linear)
                        .ok_or_else(|| self.faulty(from, TermError::Overflow)),
                    other => Ok(Term::Sum(vec![(-1, other)])),
                }
            }
            Token::Sign("(") => {
                self.at += 1;
                let inner = self.sum()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Word(name @ ("min" | "max" | "xor" | "and" | "or")) => {
                let from = self.at;
                self.at += 1;
                self.expect("(")?;
                let mut parts = vec![self.sum()?];
                while self.take(",") {
                    parts.push(self.sum()?);
                }
                self.expect(")")?;
                if name == "min" || name == "max" {
                    return Ok(if name == "min" { Term::Min(parts) } else { Term::Max(parts) });
                }
                let Ok([a, b]) = <[Term; 2]>::try_from(parts).map(|parts| parts.map(Box::new))
                else {
                    self.at = from;
                    return Err(self.error(format!("`{name}` of two terms")));
                };
                Ok(match name {
                    "xor" => Term::Xor(a, b),
                    "and" => Term::BitAnd(a, b),
                    _ => Term::BitOr(a, b),
                })
            }
            Token::Word(name) if !KEYWORDS.contains(&name) => {
                Ok(Term::Linear(Linear::from(self.variable()?)))
            }
            _ => Err(self.error("a number, a variable or a function")),
        }
    }
}
