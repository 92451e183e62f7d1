//! From characters to the tree. Powers bind tighter than products, products tighter than sums; powers
//! of powers are read from the right.

use super::tree::{FUNCTIONS, Function, Kind, Tree};
use crate::syntax::{MAX_DEPTH, Parser, ReadError, Span};

/// Reads a whole expression.
pub fn parse(text: &str) -> Result<Tree, ReadError> {
    let mut reader = Reader { parser: Parser::new(text)?, depth: 0 };
    let tree = reader.sum()?;
    match reader.parser.peek() {
        None => Ok(tree),
        Some(_) => Err(reader.parser.unexpected("an operator or the end of the expression")),
    }
}

struct Reader<'a> {
    parser: Parser<'a>,
    /// How many parentheses, functions and exponents are open.
    depth: usize,
}

impl Reader<'_> {
    fn tree(&self, kind: Kind, start: usize) -> Tree {
        Tree { kind, span: Span::new(start, self.parser.last_end()) }
    }

    /// Reads what is nested in what is being read.
    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        if self.depth >= MAX_DEPTH {
            let here = self.parser.here();
            return Err(ReadError::parse("the expression is nested too deep", here)
                .help(format!("at most {MAX_DEPTH} levels are read")));
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    /// A sign, if there is one: whether it is a minus.
    fn sign(&mut self) -> Option<bool> {
        let minus = match self.parser.peek() {
            Some('+') => false,
            Some('-' | '−') => true,
            _ => return None,
        };
        self.parser.bump();
        self.parser.space();
        Some(minus)
    }

    fn sum(&mut self) -> Result<Tree, ReadError> {
        let start = self.parser.at;
        let first_sign = self.sign();
        let mut terms = vec![(first_sign == Some(true), self.product()?)];
        while let Some(minus) = self.sign() {
            terms.push((minus, self.product()?));
        }
        match <[_; 1]>::try_from(terms) {
            Ok([(_, only)]) if first_sign.is_none() => Ok(only),
            Ok(only) => Ok(self.tree(Kind::Sum(only.into()), start)),
            Err(terms) => Ok(self.tree(Kind::Sum(terms), start)),
        }
    }

    fn product(&mut self) -> Result<Tree, ReadError> {
        let start = self.parser.at;
        let mut factors = vec![(false, self.power()?)];
        loop {
            let divides = match self.parser.peek() {
                Some('*' | '×' | '·' | '⊗') => false,
                Some('/' | '÷') => true,
                _ => break,
            };
            self.parser.bump();
            self.parser.space();
            factors.push((divides, self.power()?));
        }
        match <[_; 1]>::try_from(factors) {
            Ok([(_, only)]) => Ok(only),
            Err(factors) => Ok(self.tree(Kind::Product(factors), start)),
        }
    }

    fn power(&mut self) -> Result<Tree, ReadError> {
        let start = self.parser.at;
        let base = self.atom()?;
        if !self.parser.eat('^') {
            return Ok(base);
        }
        let exponent = self.nested(|reader| {
            let start = reader.parser.at;
            match reader.sign() {
                None => reader.power(),
                Some(minus) => {
                    let exponent = reader.power()?;
                    Ok(reader.tree(Kind::Sum(vec![(minus, exponent)]), start))
                }
            }
        })?;
        Ok(self.tree(Kind::Power(Box::new((base, exponent))), start))
    }

    fn atom(&mut self) -> Result<Tree, ReadError> {
        let start = self.parser.at;
        match self.parser.peek() {
            Some('(') => self.parentheses(),
            Some(c) if c.is_ascii_digit() => {
                let number = self.parser.plain_number()?;
                Ok(self.tree(Kind::Number(number), start))
            }
            Some(c) if c.is_alphabetic() => self.call(),
            _ => Err(self.parser.unexpected("a number, a function or '('")),
        }
    }

    fn parentheses(&mut self) -> Result<Tree, ReadError> {
        let open = self.parser.here();
        self.parser.eat('(');
        let inner = self.nested(Self::sum)?;
        self.close(open)?;
        Ok(Tree { span: Span::new(open.start, self.parser.last_end()), ..inner })
    }

    fn close(&mut self, open: Span) -> Result<(), ReadError> {
        if self.parser.eat(')') {
            return Ok(());
        }
        Err(match self.parser.peek() {
            None => {
                ReadError::parse("this '(' is never closed", open).help("expected ')' further on")
            }
            Some(_) => self.parser.unexpected("an operator or ')'"),
        })
    }

    fn call(&mut self) -> Result<Tree, ReadError> {
        let start = self.parser.at;
        let mut name = String::new();
        while let Some(c) = self.parser.peek().filter(|c| c.is_alphanumeric() || *c == '_') {
            name.extend(c.to_lowercase());
            self.parser.bump();
        }
        let span = Span::new(start, self.parser.at);
        self.parser.space();
        let found = FUNCTIONS.iter().find(|(known, _)| *known == name);
        let Some(&(_, function)) = found else {
            let names =
                FUNCTIONS.map(|(name, function)| format!("`{name}{}`", function.arguments()));
            return Err(ReadError::parse("there is no such function", span)
                .help(format!("the functions are {}", names.join(", "))));
        };
        let open = self.parser.here();
        if !self.parser.eat('(') {
            return Err(self.parser.unexpected(&wanted(&name, function)));
        }
        let mut arguments = vec![self.nested(Self::sum)?];
        while self.parser.eat(',') {
            arguments.push(self.nested(Self::sum)?);
        }
        self.close(open)?;
        if arguments.len() != function.arity() {
            let span = Span::new(open.start, self.parser.last_end());
            let message = format!("`{name}` does not take {} arguments", arguments.len());
            return Err(ReadError::parse(message, span)
                .help(format!("expected {}", wanted(&name, function))));
        }
        Ok(self.tree(Kind::Call(function, arguments), start))
    }
}

/// A function as it has to be written.
fn wanted(name: &str, function: Function) -> String {
    format!("`{name}{}`", function.arguments())
}
