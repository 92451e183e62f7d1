//! What a move leaves: terms, copies of them, sums of variable length.

use super::{Parsed, Parser};
use crate::token::TokenKind;
use crate::tree::{Expr, FieldText, Left, PartText, Target, TermText};

/// An example to copy from.
const EXAMPLE: &str = "write: sum(S(i) for i in 0..<n)";

impl Parser<'_> {
    pub(super) fn target(&mut self) -> Parsed<Target> {
        let start = self.here();
        let empty = |wins, span| Target { sum: Vec::new(), wins, span };
        match self.peek() {
            TokenKind::Word("wins") => {
                self.at += 1;
                return Ok(empty(true, start));
            }
            TokenKind::Int(0) if !self.is_factor() => {
                self.at += 1;
                return Ok(empty(false, start));
            }
            TokenKind::Int(_) if !self.is_factor() => {
                return Err(self
                    .error("a move leaves a position, not a number", start)
                    .help("write S(n-1), sums as S(a) + S(b), 0 for nothing at all, or wins"));
            }
            TokenKind::Symbol("{" | "[" | "(") if !self.is_factor() => {
                return Err(self
                    .error("a move leaves one position", start)
                    .help("every move has a rule of its own; S(a) + S(b) is a sum"));
            }
            TokenKind::Symbol("*") => {
                return Err(self
                    .error("there are no nim-heaps in rules", start)
                    .help("make them a game of their own: heap(n) -> heap(k) for k in 0..<n"));
            }
            _ => {}
        }
        let sum = self.parts()?;
        Ok(Target { sum, wins: false, span: self.since(start) })
    }

    /// Parts with `+` between.
    fn parts(&mut self) -> Parsed<Vec<PartText>> {
        let mut parts = vec![self.part()?];
        while self.eat_symbol("+") {
            if matches!(self.peek(), TokenKind::Int(_)) && !self.is_factor() {
                return Err(self
                    .error("a position and a number have no sum", self.here())
                    .help("numbers are added inside the parentheses: S(n+1)"));
            }
            parts.push(self.part()?);
        }
        Ok(parts)
    }

    /// `f(x)`, `k * f(x)`, `sum(f(i) for i in …)`
    fn part(&mut self) -> Parsed<PartText> {
        let start = self.here();
        let mut copies: Vec<Expr> = Vec::new();
        while self.is_factor() {
            let game = matches!(self.peek(), TokenKind::Name)
                && matches!(self.peek_at(1), TokenKind::Symbol("("));
            copies.push(self.postfix()?);
            let sign = self.expect_symbol("*", "")?;
            if game && !matches!(self.peek(), TokenKind::Name | TokenKind::Symbol("(")) {
                return Err(self
                    .error("\"*\" stands outside of the parentheses", sign)
                    .help("numbers are counted inside: S(2*n); copies come first: 2 * S(n)"));
            }
        }
        if let "entail" | "entails" | "entailing" = self.source.text(self.here())
            && let (TokenKind::Name, TokenKind::Name) = (self.peek(), self.peek_at(1))
        {
            return Err(self
                .error("a position that must be answered has a '!' behind its name", start)
                .help("write: top(n) -> top!(n-1)"));
        }
        let left = match (self.peek(), self.peek_at(1)) {
            (TokenKind::Name, TokenKind::Symbol("(")) if self.source.text(self.here()) == "sum" => {
                self.deeper(Self::sum)?
            }
            (TokenKind::Name, TokenKind::Name) if self.source.text(self.here()) == "sum" => {
                return Err(self
                    .error("the terms of a sum stand in parentheses, with their clauses", start)
                    .help(EXAMPLE));
            }
            _ => Left::Term(self.term()?),
        };
        Ok(PartText { copies, left })
    }

    fn sum(&mut self) -> Parsed<Left> {
        let word = self.name("sum")?;
        self.expect_symbol("(", "")?;
        let parts = self.parts()?;
        let clauses = self.clauses()?;
        if clauses.is_empty() && self.is_symbol(")") {
            return Err(self
                .error("this sum says nothing of how many terms it has", self.since(word))
                .help(EXAMPLE));
        }
        self.expect_symbol(")", " at the end of the sum")?;
        Ok(Left::Sum { parts, clauses })
    }

    /// Whether a number stands here that `*` follows.
    fn is_factor(&self) -> bool {
        let mut at = match self.peek() {
            TokenKind::Int(_) | TokenKind::Name => 1,
            TokenKind::Symbol("(") => 0,
            _ => return false,
        };
        // Brackets that follow belong to it.
        while let TokenKind::Symbol("(" | "[") = self.peek_at(at) {
            at = self.behind(at);
        }
        self.peek_at(at) == TokenKind::Symbol("*")
    }

    pub(super) fn term(&mut self) -> Parsed<TermText> {
        let name = self.name("a position such as S(n-1), 0 for nothing, or wins")?;
        if let "win" | "won" | "lose" | "loses" | "end" = self.source.text(name)
            && !self.is_symbol("(")
        {
            let word = self.source.text(name);
            return Err(self
                .error(format!("{word:?} is not a position"), name)
                .help("write wins if the mover wins at once, 0 if nothing is left"));
        }
        let mark = self.here();
        let entailed = self.eat_symbol("!").then_some(mark);
        self.expect_symbol("(", " and the position")?;
        let mut term = TermText {
            name,
            entailed,
            rest: None,
            args: Vec::new(),
            fields: Vec::new(),
            span: name,
        };
        if !self.eat_symbol(")") {
            loop {
                self.given(&mut term)?;
                if self.eat_symbol(")") {
                    break;
                }
                if !self.eat_symbol(",") {
                    let error = self.unexpected("',' or ')'");
                    let word = match self.peek() {
                        TokenKind::Name => self.source.text(self.here()),
                        _ => "",
                    };
                    return Err(match word {
                        "div" => error.help("the quotient is written n / 2"),
                        "mod" | "rem" => error.help("the remainder is written n % 2"),
                        "xor" => error.help("write: ^ (exclusive or)"),
                        _ => error,
                    });
                }
            }
        }
        term.span = self.since(name);
        Ok(term)
    }

    /// A value of a term, by its place or its name, or `..`.
    fn given(&mut self, term: &mut TermText) -> Parsed<()> {
        let start = self.here();
        if self.eat_symbol("..") {
            if !term.args.is_empty() || !term.fields.is_empty() || term.rest.is_some() {
                return Err(self
                    .error("'..' stands at the beginning, once", start)
                    .help("write S(.., cap = k): all but cap stays as it is"));
            }
            term.rest = Some(start);
        } else if self.is_field() {
            term.fields.push(self.field()?);
        } else if term.rest.is_some() {
            return Err(self
                .error("behind '..' every value has a name", start)
                .help("write S(.., cap = k), or S(.., x[i] = v)"));
        } else if !term.fields.is_empty() {
            return Err(self
                .error("values without a name come first", start)
                .help("write S(n-k, cap = k)"));
        } else {
            term.args.push(self.expr()?);
        }
        Ok(())
    }

    /// Whether `name =` or `name[…] =` stands here.
    fn is_field(&self) -> bool {
        let behind = match (self.peek(), self.peek_at(1)) {
            (TokenKind::Name, TokenKind::Symbol("=")) => 1,
            (TokenKind::Name, TokenKind::Symbol("[")) => self.behind(1),
            _ => return false,
        };
        self.peek_at(behind) == TokenKind::Symbol("=")
    }

    fn field(&mut self) -> Parsed<FieldText> {
        let name = self.name("the name of a parameter")?;
        let index = self.index()?;
        self.expect_symbol("=", " and the new value")?;
        let value = self.expr()?;
        Ok(FieldText { name, index, value, span: self.since(name) })
    }
}
