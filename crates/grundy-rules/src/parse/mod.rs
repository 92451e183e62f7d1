//! From tokens to the tree: items, rules and blocks.

mod declaration;
mod expr;
mod iter;
mod show;
mod target;

use crate::error::{Kind, RuleError};
use crate::source::Source;
use crate::token::{Token, TokenKind, tokens};
use crate::tree::{Clause, Head, Item, IterText, Names, ParamKind, ParamText, Stmt};
use grundy::syntax::Span;

/// Brackets, blocks and expressions are nested up to this many levels.
pub const MAX_DEPTH: usize = 100;

/// Reads all items of a source.
pub(crate) fn parse(source: &Source) -> Result<Vec<Item>, RuleError> {
    let tokens = tokens(source)?;
    let mut parser = Parser { source, tokens: &tokens, at: 0, depth: 0, brackets: 0 };
    let mut items = Vec::new();
    while parser.at < tokens.len() {
        if parser.peek() == TokenKind::End {
            parser.at += 1;
        } else {
            items.push(parser.item()?);
        }
    }
    Ok(items)
}

struct Parser<'a> {
    source: &'a Source,
    tokens: &'a [Token],
    at: usize,
    depth: usize,
    /// How many brackets of arrays are open: `:=` has its place there.
    brackets: usize,
}

type Parsed<T> = Result<T, RuleError>;

impl Parser<'_> {
    fn peek(&self) -> TokenKind {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> TokenKind {
        self.tokens.get(self.at + ahead).map_or(TokenKind::End, |token| token.kind)
    }

    /// Where the next token stands.
    fn here(&self) -> Span {
        match self.tokens.get(self.at).or(self.tokens.last()) {
            Some(token) => token.span,
            None => Span::default(),
        }
    }

    /// Where the last token taken ends.
    fn last_end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.tokens[last].span.end)
    }

    fn since(&self, start: Span) -> Span {
        Span::new(start.start, self.last_end())
    }

    fn eat_symbol(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Symbol(s) if s == symbol);
        self.at += usize::from(found);
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), TokenKind::Word(w) if w == word);
        self.at += usize::from(found);
        found
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), TokenKind::Symbol(s) if s == symbol)
    }

    /// How far ahead it is behind the bracket that opens so far ahead.
    fn behind(&self, ahead: usize) -> usize {
        let (mut at, mut open) = (ahead, 0);
        loop {
            match self.peek_at(at) {
                TokenKind::Symbol("(" | "[" | "{") => open += 1,
                TokenKind::Symbol(")" | "]" | "}") => open -= 1,
                TokenKind::End => return at,
                _ => {}
            }
            at += 1;
            if open <= 0 {
                return at;
            }
        }
    }

    /// Whether a name with a bracket behind it is the head of a rule.
    fn begins_rule(&self) -> bool {
        let before = self.source.text(Span::new(self.last_end(), self.here().start));
        matches!(
            self.peek_at(self.behind(1)),
            TokenKind::Symbol("->" | "->?" | "{") | TokenKind::Word("where")
        ) || before.contains('\n')
    }

    fn error(&self, message: impl Into<String>, span: Span) -> RuleError {
        RuleError::new(Kind::Parse, message, span)
    }

    /// What stands here is not what was expected.
    fn unexpected(&self, expected: &str) -> RuleError {
        let span = self.here();
        let message = match self.peek() {
            TokenKind::End => "the text ends here".to_owned(),
            TokenKind::Word(word) => format!("{word:?} is a word of the language"),
            _ => format!("{:?} does not belong here", self.source.text(span)),
        };
        self.error(message, span).help(format!("expected {expected}"))
    }

    fn expect_symbol(&mut self, symbol: &str, why: &str) -> Parsed<Span> {
        let span = self.here();
        if self.eat_symbol(symbol) {
            return Ok(span);
        }
        Err(self.unexpected(&format!("'{symbol}'{why}")))
    }

    fn expect_word(&mut self, word: &str, why: &str) -> Parsed<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        Err(self.unexpected(&format!("'{word}'{why}")))
    }

    fn name(&mut self, what: &str) -> Parsed<Span> {
        let span = self.here();
        if self.peek() == TokenKind::Name {
            self.at += 1;
            return Ok(span);
        }
        Err(self.unexpected(what))
    }

    /// Goes one level deeper for as long as `inner` reads.
    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep(self.here()));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    fn too_deep(&self, span: Span) -> RuleError {
        RuleError::new(Kind::Size, "this is nested too deep", span)
            .help(format!("up to {MAX_DEPTH} levels are read; name parts of it with let"))
    }

    fn item(&mut self) -> Parsed<Item> {
        let start = self.here();
        if self.eat_word("const") {
            return self.constant();
        }
        if self.declares("input") {
            return self.input();
        }
        if self.declares("loopy") {
            return self.loopy();
        }
        if self.peek() != TokenKind::Name {
            return Err(self.unexpected(
                "a rule such as S(n) -> S(n-k) for k in 1..=n, or a constant: const K = 3",
            ));
        }
        let head = self.head()?;
        let body = match self.peek() {
            TokenKind::Symbol(arrow @ ("->" | "->?")) => {
                self.at += 1;
                let target = self.target()?;
                let clauses = self.clauses()?;
                self.after_rule(&head, clauses.last())?;
                nest(clauses, Stmt::Move { target, drop: arrow == "->?" })
            }
            TokenKind::Symbol("==") => {
                self.at += 1;
                let term = self.term()?;
                if let Some(mark) = term.entailed {
                    return Err(self
                        .error("the other form of a position is not a move", mark)
                        .help("leave out the '!': what must be answered is answered in any form"));
                }
                let first = self.here();
                let clauses = self.clauses()?;
                if clauses.iter().any(|clause| matches!(clause, Clause::For { .. })) {
                    let message = "a same-position rule has no 'for'";
                    return Err(self
                        .error(message, self.since(first))
                        .help("only let and if belong here: one position has one other form"));
                }
                self.after_rule(&head, clauses.last())?;
                let body = nest(clauses, Stmt::Become(term));
                return Ok(Item::Same { head, body, span: self.since(start) });
            }
            TokenKind::Word("where") => {
                self.at += 1;
                let condition = self.expr()?;
                if self.is_symbol(",") {
                    return Err(self.unexpected("the next rule").help("join conditions with and"));
                }
                return Ok(Item::Domain { head, condition });
            }
            TokenKind::Name if self.source.text(self.here()) == "show" => {
                self.at += 1;
                let from = self.here();
                let pieces = self.pieces()?;
                return Ok(Item::Show { head, pieces, span: self.since(from) });
            }
            TokenKind::Symbol("{") => self.block()?,
            TokenKind::Symbol(":") => {
                return Err(self
                    .error("\":\" is not written here", self.here())
                    .help("a rule has an arrow, S(n) -> …, and blocks stand in braces"));
            }
            TokenKind::Symbol(sign @ ("=" | ":=")) => {
                return Err(self
                    .error(format!("'{sign}' does not make a rule"), self.here())
                    .help("write -> for a move, == for another form of the same position"));
            }
            _ => {
                return Err(self.unexpected(
                    "-> for a move, == for the same position, where for its domain, show for how it is shown, or { for a block",
                ));
            }
        };
        Ok(Item::Rule { head, body, span: self.since(start) })
    }

    /// What follows a rule is another item or nothing.
    fn after_rule(&self, head: &Head, clause: Option<&Clause>) -> Parsed<()> {
        let name = self.source.text(head.name);
        let another = || format!("every move has a rule of its own: {name}(…) -> … again");
        match self.peek() {
            TokenKind::End | TokenKind::Word("const") => Ok(()),
            TokenKind::Name if self.declares("input") || self.declares("loopy") => Ok(()),
            // Wrong beginnings of items are told later, but these are none.
            TokenKind::Name if matches!(self.peek_at(1), TokenKind::Name | TokenKind::Int(_)) => {
                let word = self.source.text(self.here());
                let help = match word {
                    "unless" => "write: if not …",
                    "rem" => "the remainder is written n % 2",
                    "div" => "the quotient is written n / 2",
                    "when" | "provided" => "conditions stand behind if",
                    "is" | "equals" => {
                        "to compare, write ==; even numbers are those with n % 2 == 0"
                    }
                    _ => "expected for, let, if, or the next rule",
                };
                Err(self.error(format!("{word:?} means nothing here"), self.here()).help(help))
            }
            TokenKind::Name => Ok(()),
            TokenKind::Symbol(",")
                if self.peek_at(1) == TokenKind::Name
                    && self.peek_at(2) == TokenKind::Word("in") =>
            {
                let loops =
                    self.tokens.get(self.at + 1).map_or("k", |at| self.source.text(at.span));
                Err(self
                    .unexpected("for, let, if, or the next rule")
                    .help(format!("write: for {loops} in …")))
            }
            TokenKind::Symbol(",") if matches!(clause, Some(Clause::If(_))) => Err(self
                .unexpected("for, let, if, or the next rule")
                .help("join conditions with and")),
            TokenKind::Symbol("," | "|") | TokenKind::Word("or" | "and") => {
                Err(self.unexpected("for, let, if, or the next rule").help(another()))
            }
            TokenKind::Word("where") => {
                Err(self.error("'where' does not stand behind a move", self.here()).help(format!(
                    "conditions of a move: if …; which positions there are: {name}(…) where …"
                )))
            }
            TokenKind::Word("else") => Err(self
                .error("a condition of a move has no 'else'", self.here())
                .help(format!("write another rule, {name}(…) -> … if not …"))),
            TokenKind::Symbol("->" | "->?" | "==") => Err(self
                .error("the head of this rule is missing", self.here())
                .help(format!("every rule says what it is about: {name}(…) -> …"))),
            TokenKind::Symbol(symbol @ ("-" | "*" | "/" | "%" | "^" | "&")) => Err(self
                .error(format!("{symbol:?} stands outside of the parentheses"), self.here())
                .help("numbers are counted inside: S(n-1); + alone joins positions to a sum")),
            _ => Err(self.unexpected("for, let, if, or the next rule")),
        }
    }

    fn head(&mut self) -> Parsed<Head> {
        let name = self.name("the name of a game")?;
        if self.is_symbol("-") && self.peek_at(1) == TokenKind::Name {
            let message = "'-' does not belong to a name";
            return Err(self.error(message, self.here()).help("join words with _, as in my_game"));
        }
        if self.is_symbol("[") {
            let message = "the parameters stand in parentheses";
            return Err(self
                .error(message, self.here())
                .help("write S(n), or S(x[3]) for an array"));
        }
        if self.is_symbol("=") {
            let constant = self.source.text(name);
            return Err(self
                .error("a constant begins with const", self.since(name))
                .help(format!("write: const {constant} = …")));
        }
        let open = self.expect_symbol("(", ", as in S(n)")?;
        let mut params = Vec::new();
        if !self.eat_symbol(")") {
            loop {
                if let TokenKind::Int(_) | TokenKind::Symbol("-") = self.peek() {
                    return Err(self.error("a parameter is a name", self.here()).help(
                        "rules for one size are written with a condition: S(n) -> … if n == 0",
                    ));
                }
                let name = self.name("the name of a parameter")?;
                let named =
                    |param: &ParamText| self.source.text(param.name) == self.source.text(name);
                if params.iter().any(named) {
                    let twice = format!("two parameters are called {}", self.source.text(name));
                    return Err(self.error(twice, name).help("give each a name of its own"));
                }
                let kind = self.param_kind()?;
                let span = self.since(name);
                let default = if self.eat_symbol("=") { Some(self.expr()?) } else { None };
                params.push(ParamText { name, kind, default, span });
                if !self.eat_symbol(",") {
                    if !matches!(self.peek(), TokenKind::Symbol(")")) {
                        return Err(self.after_param(open));
                    }
                    self.at += 1;
                    break;
                }
            }
        }
        let span = self.since(name);
        Ok(Head { name, params, span })
    }

    /// What stands behind the name of a parameter.
    fn param_kind(&mut self) -> Parsed<ParamKind> {
        if self.eat_symbol("[") {
            if self.is_symbol("]") {
                return Err(self
                    .error("an array of a position has a fixed length", self.here())
                    .help("write x[4]; an array of any length comes from outside: input S[]"));
            }
            let len = self.expr()?;
            if self.is_symbol(",") {
                return Err(self
                    .error("an array has one length", self.here())
                    .help("a board of rows and columns is written b: board[4,6]"));
            }
            self.expect_symbol("]", " after the length of the array")?;
            return Ok(ParamKind::Array(len));
        }
        if !self.eat_symbol(":") {
            return Ok(ParamKind::Number);
        }
        const EXAMPLE: &str = "write m: bits[100], or b: board[4,6] with rows and columns";
        let at = self.here();
        let kind = match self.peek() {
            TokenKind::Name => self.source.text(at),
            _ => "",
        };
        if matches!(kind, "int" | "integer" | "long" | "number" | "nat") {
            let message = "a number has no kind behind its name";
            return Err(self.error(message, at).help("leave the colon and the kind out: S(n)"));
        }
        if !matches!(kind, "bits" | "board") {
            return Err(self.unexpected("bits or board").help(EXAMPLE));
        }
        self.at += 1;
        if !self.eat_symbol("[") {
            return Err(self.unexpected("'[' and the size").help(EXAMPLE));
        }
        let first = self.expr()?;
        let second = if self.eat_symbol(",") { Some(self.expr()?) } else { None };
        self.expect_symbol("]", " after the size")?;
        match (kind, second) {
            ("bits", None) => Ok(ParamKind::Bits(first)),
            ("board", Some(columns)) => Ok(ParamKind::Board(first, columns)),
            _ => Err(self
                .error(format!("{kind} has another number of sides"), self.since(at))
                .help(EXAMPLE)),
        }
    }

    fn after_param(&self, open: Span) -> RuleError {
        match self.peek() {
            TokenKind::End => self.error("this '(' is never closed", open),
            TokenKind::Symbol("+" | "-" | "*" | "/" | "%" | "==" | "<" | ">" | "<=" | ">=") => self
                .error("a parameter is a name", self.here())
                .help("a head names what it is about, S(n); conditions come behind: if n > 3"),
            _ => self.unexpected("',' or ')'"),
        }
    }

    fn clauses(&mut self) -> Parsed<Vec<Clause>> {
        let mut clauses = Vec::new();
        loop {
            let start = self.here();
            let clause = match self.peek() {
                TokenKind::Word("for") => {
                    self.at += 1;
                    let (names, iter) = self.for_head()?;
                    Clause::For { names, iter: Box::new(iter), span: self.since(start) }
                }
                TokenKind::Word("let") => {
                    self.at += 1;
                    let name = self.name("a name")?;
                    self.expect_symbol("=", " and the value")?;
                    Clause::Let { name, value: self.expr()? }
                }
                TokenKind::Word("if") => {
                    self.at += 1;
                    Clause::If(self.condition()?)
                }
                _ => return Ok(clauses),
            };
            clauses.push(clause);
            if clauses.len() > MAX_DEPTH {
                return Err(self.too_deep(start));
            }
        }
    }

    /// A condition; `=` in it is a slip.
    fn condition(&mut self) -> Parsed<crate::tree::Expr> {
        let condition = self.expr()?;
        if self.is_symbol("=") {
            return Err(self
                .error("'=' gives a name its value", self.here())
                .help("to compare, write =="));
        }
        Ok(condition)
    }

    fn for_head(&mut self) -> Parsed<(Names, IterText)> {
        let first = self.name("the name of the loop's variable, as in: for k in 1..=3")?;
        let second = match self.eat_symbol(",") {
            true => Some(self.name("the name of the column, as in: for i, j in ones(b)")?),
            false => None,
        };
        self.expect_word("in", " and a range or a set, as in: for k in 1..=3")?;
        Ok((Names { first, second }, self.iter()?))
    }

    fn block(&mut self) -> Parsed<Vec<Stmt>> {
        self.deeper(|parser| {
            let open = parser.expect_symbol("{", " and statements")?;
            let mut body = Vec::new();
            loop {
                match parser.peek() {
                    TokenKind::Symbol("}") => {
                        parser.at += 1;
                        return Ok(body);
                    }
                    TokenKind::End => return Err(parser.error("this '{' is never closed", open)),
                    _ => body.push(parser.statement()?),
                }
            }
        })
    }

    fn statement(&mut self) -> Parsed<Stmt> {
        let start = self.here();
        match self.peek() {
            TokenKind::Word("for") => {
                self.at += 1;
                let (names, iter) = self.for_head()?;
                let span = self.since(start);
                Ok(Stmt::For { names, iter: Box::new(iter), body: self.block()?, span })
            }
            TokenKind::Word("while") => {
                self.at += 1;
                let condition = self.condition()?;
                let span = self.since(start);
                Ok(Stmt::While { condition, body: self.block()?, span })
            }
            TokenKind::Word("if") => self.deeper(Self::if_statement),
            TokenKind::Word(word @ ("let" | "var")) => {
                self.at += 1;
                let name = self.name("a name")?;
                self.expect_symbol("=", " and the value")?;
                Ok(Stmt::Let { name, value: self.expr()?, mutable: word == "var" })
            }
            TokenKind::Word("move") => {
                self.at += 1;
                let drop = self.eat_symbol("?");
                let target = self.target()?;
                if matches!(self.peek(), TokenKind::Word("for" | "if"))
                    && !self
                        .source
                        .text(Span::new(self.last_end(), self.here().start))
                        .contains('\n')
                {
                    return Err(self
                        .error("in a block the loop or condition comes first", self.here())
                        .help("write: for k in … { move … }, or if … { move … }"));
                }
                Ok(Stmt::Move { target, drop })
            }
            TokenKind::Name => {
                self.at += 1;
                let index = self.index()?;
                if self.is_symbol("->") || self.is_symbol("(") {
                    return Err(self
                        .error("a block says its moves with 'move'", self.since(start))
                        .help("write: move S(n-1)"));
                }
                if index.is_empty() && !self.is_symbol("=") {
                    let help = match self.source.text(start) {
                        "break" | "continue" | "pass" => {
                            "loops have no exits: put the rest under an if, or use while with a var"
                        }
                        "return" | "yield" => "a block says its moves with 'move'",
                        _ => "expected '=' and the new value",
                    };
                    let word = self.source.text(start);
                    return Err(self
                        .error(format!("{word:?} is not a statement"), start)
                        .help(help));
                }
                self.expect_symbol("=", " and the new value")?;
                Ok(Stmt::Set { name: start, index, value: self.expr()? })
            }
            TokenKind::Symbol("->" | "->?") => Err(self
                .error("a block says its moves with 'move'", start)
                .help("write: move S(n-1)")),
            _ => Err(self.unexpected("a statement: for, while, if, let, var, move, x = … or '}'")),
        }
    }

    fn if_statement(&mut self) -> Parsed<Stmt> {
        self.expect_word("if", "")?;
        let condition = self.condition()?;
        let then = self.block()?;
        let otherwise = if !self.eat_word("else") {
            Vec::new()
        } else if self.peek() == TokenKind::Word("if") {
            vec![self.deeper(Self::if_statement)?]
        } else {
            self.block()?
        };
        Ok(Stmt::If { condition, then, otherwise })
    }
}

/// Clauses from the left are statements from the outside.
fn nest(clauses: Vec<Clause>, innermost: Stmt) -> Vec<Stmt> {
    let mut body = vec![innermost];
    for clause in clauses.into_iter().rev() {
        match clause {
            Clause::For { names, iter, span } => {
                body = vec![Stmt::For { names, iter, body, span }];
            }
            Clause::Let { name, value } => {
                body.insert(0, Stmt::Let { name, value, mutable: false });
            }
            Clause::If(condition) => {
                body = vec![Stmt::If { condition, then: body, otherwise: Vec::new() }];
            }
        }
    }
    body
}
