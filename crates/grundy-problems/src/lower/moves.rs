//! The position: its value, its winning moves.

use super::scope::{Lower, Value, constant, variable};
use crate::ir::{Arg, Array, Block, Bool, Int, IntKind, Kind, Piece, Print, Stmt, Var};
use crate::tree::{Choice, Expr, ExprKind, Position, Style, Term, What};
use grundy::syntax::Span;
use grundy_rules::error::{Kind as ErrorKind, RuleError};
use grundy_rules::typed::Comparison;

/// What is said of a part, with the number of its term and its place in the file.
type Inner<'i, L> = &'i mut dyn FnMut(&mut L, Part, usize, Span) -> Result<(), RuleError>;

/// Which first moves are asked about.
pub(super) struct Asked<'t> {
    /// Whether the player who cannot move wins.
    pub misere: bool,
    /// A condition on moves.
    pub only: Option<&'t Expr>,
}

/// A part of the position, with its coordinates.
enum Part {
    Family(usize, Vec<Arg>),
    BuiltIn(usize, Vec<Int>),
}

impl<'s> Lower<'s> {
    /// A term of the position.
    fn part(&mut self, call: &Expr) -> Result<Part, RuleError> {
        let not = |span| {
            RuleError::new(ErrorKind::Type, "a position is a sum of games", span)
                .help("write heap(n) with a game of rules:, or game(\"nim\", n)")
        };
        let ExprKind::Call { name, .. } = &call.kind else { return Err(not(call.span)) };
        let span = *name;
        match self.value(call)? {
            Value::Int(Int { kind: IntKind::Value(family, args), .. }) => {
                Ok(Part::Family(family, args))
            }
            Value::Int(Int { kind: IntKind::BuiltIn(game, args), .. }) => {
                Ok(Part::BuiltIn(game, args))
            }
            _ => Err(not(span)),
        }
    }

    /// Says something of every part; the number of the term is in `part`, from 1.
    fn each_part(&mut self, position: &Position, inner: Inner<'_, Self>) -> Result<(), RuleError> {
        for (number, Term { call, clauses }) in position.terms.iter().enumerate() {
            self.each(clauses, &mut |lower| {
                let part = lower.part(call)?;
                inner(lower, part, number + 1, call.span)
            })?;
        }
        Ok(())
    }

    fn value_of(part: Part, span: Span) -> Int {
        let kind = match part {
            Part::Family(family, args) => IntKind::Value(family, args),
            Part::BuiltIn(game, args) => IntKind::BuiltIn(game, args),
        };
        Int { kind, span }
    }

    /// The Grundy value of the position.
    pub fn total(&mut self, position: &Position) -> Result<Int, RuleError> {
        if let [Term { call, clauses }] = &position.terms[..]
            && clauses.is_empty()
        {
            let part = self.part(call)?;
            return Ok(Self::value_of(part, call.span));
        }
        let total = self.hidden("value", Kind::Int);
        self.say(Stmt::New(total));
        self.each_part(position, &mut |lower, part, _, span| {
            let value = Self::value_of(part, span);
            let sum = lower.nim_sum(variable(total, span), value, span);
            lower.say(Stmt::Int(total, sum));
            Ok(())
        })?;
        Ok(variable(total, position.span))
    }

    /// Whether the first player wins the position in misère play.
    pub fn misere(&mut self, position: &Position) -> Result<Bool, RuleError> {
        self.say(Stmt::Begin);
        self.each_part(position, &mut |lower, part, _, span| match part {
            Part::Family(family, args) => {
                lower.say(Stmt::Part(family, args));
                Ok(())
            }
            Part::BuiltIn(..) => Err(RuleError::new(
                ErrorKind::Type,
                "built-in games are not searched in misère play here",
                span,
            )
            .help("write their rules, or tell the winner with wins:")),
        })?;
        let wins = self.hidden("win", Kind::Bool);
        self.say(Stmt::New(wins));
        self.say(Stmt::Decide { wins });
        Ok(Bool::Var(wins))
    }

    /// Says something of every winning first move; what is left is in `to`.
    fn each_winning(
        &mut self,
        position: &Position,
        value: Int,
        asked: &Asked<'_>,
        inner: &mut dyn FnMut(&mut Self, Var, usize) -> Result<(), RuleError>,
    ) -> Result<(), RuleError> {
        let refused = |message: &str| {
            Err(RuleError::new(ErrorKind::Type, message, position.span)
                .help("tell their number with count:"))
        };
        if asked.misere {
            return refused("winning moves in misère play are not looked for");
        }
        if self.rules.is_some_and(grundy_rules::typed::Program::wins) {
            return refused(
                "winning moves of games with moves that win at once are not looked for",
            );
        }
        let total = match value.kind {
            IntKind::Var(_) | IntKind::Const(_) => value,
            _ => {
                let var = self.keep("value", Value::Int(value))?;
                variable(var, position.span)
            }
        };
        self.each_part(position, &mut |lower, part, number, span| {
            let Part::Family(family, args) = part else {
                return Err(RuleError::new(
                    ErrorKind::Type,
                    "the moves of built-in games are not looked at here",
                    span,
                )
                .help("write the rules, or tell their number with count:"));
            };
            let own = Int { kind: IntKind::Value(family, args.clone()), span };
            let wanted = Self::xor(total.clone(), own, span);
            let to = lower.hidden("to", Kind::Numbers);
            let ((), body) = lower.within(|lower| {
                let Some(only) = asked.only else { return inner(lower, to, number) };
                lower.offer("to", to);
                let part = lower.hidden("part", Kind::Int);
                lower.say(Stmt::New(part));
                lower.say(Stmt::Int(part, constant(number as i64, span)));
                lower.offer("part", part);
                let condition = lower.bool(only)?;
                let ((), then) = lower.within(|lower| inner(lower, to, number))?;
                lower.say(Stmt::If { condition, then, otherwise: Vec::new() });
                Ok(())
            })?;
            lower.say(Stmt::Options { family, args, value: wanted, to, body, span });
            Ok(())
        })
    }

    /// How many winning first moves there are.
    pub fn winning(
        &mut self,
        position: &Position,
        value: Int,
        asked: &Asked<'_>,
    ) -> Result<Int, RuleError> {
        let count = self.hidden("count", Kind::Int);
        self.say(Stmt::New(count));
        self.each_winning(position, value, asked, &mut |lower, _, _| {
            lower.increase(count, position.span);
            Ok(())
        })?;
        Ok(variable(count, position.span))
    }

    /// Prints the least winning move or all of them.
    pub fn print_moves(
        &mut self,
        position: &Position,
        value: Int,
        asked: &Asked<'_>,
        choices: &[Choice],
        style: Style,
    ) -> Result<(), RuleError> {
        let span = position.span;
        let (Some(Choice { what: What::Move(numbers), condition: None, .. }), rest) =
            (choices.first(), &choices[1..])
        else {
            let message = "here stand the numbers of a move, without a condition";
            return Err(RuleError::new(ErrorKind::Parse, message, span)
                .help("such as: print move: i + 1, h[i] - to[0] / -1"));
        };
        let found = self.hidden("moves", Kind::Rows);
        self.say(Stmt::New(found));
        self.each_winning(position, value, asked, &mut |lower, to, number| {
            lower.offer("to", to);
            let part = lower.hidden("part", Kind::Int);
            lower.say(Stmt::New(part));
            lower.say(Stmt::Int(part, constant(number as i64, span)));
            lower.offer("part", part);
            let told = lower.hidden("told", Kind::Numbers);
            lower.say(Stmt::New(told));
            for number in numbers {
                let number = lower.int(number)?;
                lower.say(Stmt::Push(told, number));
            }
            lower.say(Stmt::PushRow(found, Array::Var(told)));
            Ok(())
        })?;
        self.say(Stmt::SortRows(found));
        let line = |row: Int| {
            let array = Array::Row(found, Box::new(row));
            Stmt::Print(Print { pieces: vec![Piece::Array(array)], line: true })
        };
        let count = Int { kind: IntKind::Rows(found), span };
        let ((), otherwise) = self.within(|lower| lower.choices(rest, true))?;
        let then: Block = match style {
            Style::Moves | Style::MovesSpaced => {
                let row = self.hidden("i", Kind::Int);
                let mut each = vec![line(variable(row, span))];
                if style == Style::MovesSpaced {
                    let blank = Print { pieces: vec![Piece::Text(" ".into())], line: false };
                    let later =
                        Bool::Compare(Comparison::Gt, variable(row, span), constant(0, span));
                    let array = Array::Row(found, Box::new(variable(row, span)));
                    let told = Print { pieces: vec![Piece::Array(array)], line: false };
                    each = vec![
                        Stmt::If {
                            condition: later,
                            then: vec![Stmt::Print(blank)],
                            otherwise: Vec::new(),
                        },
                        Stmt::Print(told),
                    ];
                }
                let mut lines = vec![Stmt::For {
                    var: row,
                    from: constant(0, span),
                    to: count.clone(),
                    step: None,
                    body: each,
                }];
                if style == Style::MovesSpaced {
                    lines.push(Stmt::Print(Print { pieces: Vec::new(), line: true }));
                }
                lines
            }
            _ => vec![line(constant(0, span))],
        };
        let some = Bool::Compare(Comparison::Gt, count, constant(0, span));
        self.say(Stmt::If { condition: some, then, otherwise });
        Ok(())
    }
}
