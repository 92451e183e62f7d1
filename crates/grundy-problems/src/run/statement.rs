//! Running statements.

use super::error::{Error, Halt};
use super::games::WINS;
use super::machine::{Flow, Machine};
use crate::ir::{
    Arg, Array, Block, Cases, Kind, Maker, Piece, Print, Read, ReadKind, Routine, Stmt, Var,
};
use grundy::syntax::Span;
use grundy_rules::error::Kind as ErrorKind;
use grundy_rules::input::InputValue;
use grundy_rules::number::Fault;
use std::sync::Arc;

impl Routine {
    /// Whether the input is read until it ends, or until something that says so.
    pub fn reads_to_the_end(&self) -> bool {
        self.body.iter().any(|statement| {
            matches!(statement, Stmt::Cases { cases: Cases::UntilEnd | Cases::Until, .. })
        })
    }
}

impl Machine<'_, '_, '_> {
    pub fn block(&mut self, block: &Block) -> Result<Flow, Halt> {
        for statement in block {
            match self.statement(statement)? {
                Flow::On => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::On)
    }

    fn statement(&mut self, statement: &Stmt) -> Result<Flow, Halt> {
        match statement {
            Stmt::Int(var, value) => self.ints[*var] = self.int(value)?,
            Stmt::Bool(var, value) => self.ints[*var] = i64::from(self.bool(value)?),
            Stmt::Copy(var, array) => {
                let copy = self.array(array, Span::default())?.clone();
                self.arrays[*var] = copy;
            }
            Stmt::New(var) => match self.routine.variables[*var].kind {
                Kind::Int | Kind::Bool => self.ints[*var] = 0,
                Kind::Numbers => {
                    self.release(self.arrays[*var].len());
                    self.arrays[*var].clear();
                }
                Kind::Rows => {
                    let held = self.rows[*var].iter().map(Vec::len).sum();
                    self.release(held);
                    self.rows[*var].clear();
                }
            },
            Stmt::Push(var, value) => {
                let value = self.int(value)?;
                self.hold()?;
                self.arrays[*var].push(value);
            }
            Stmt::PushRow(var, array) => {
                let row = self.array(array, Span::default())?.clone();
                for _ in 0..=row.len() {
                    self.hold()?;
                }
                self.rows[*var].push(row);
            }
            Stmt::Put(var, index, value) => {
                let at = self.int(index)?;
                let value = self.int(value)?;
                let array = &mut self.arrays[*var];
                let length = array.len();
                match usize::try_from(at).ok().and_then(|at| array.get_mut(at)) {
                    Some(place) => {
                        *place = value;
                        // Functions may read what has changed.
                        self.kept.clear();
                    }
                    None => return Err(self.fault(Fault::Index(at, length), index.span)),
                }
            }
            Stmt::Make(to, maker, of) => self.make(*to, *maker, of)?,
            Stmt::Neighbours { to, count, from, ends, both, span } => {
                let count = self.int(count)?;
                self.neighbours(*to, count, [*from, *ends], *both, *span)?;
            }
            Stmt::For { var, from, to, step, body } => {
                let from = self.int(from)?;
                let to = self.int(to)?;
                let step = match step {
                    None => 1,
                    Some(of) => match self.int(of)? {
                        step if step >= 1 => step,
                        step => return Err(self.fault(Fault::Step(step), of.span)),
                    },
                };
                let mut n = from;
                while n < to {
                    self.step()?;
                    self.ints[*var] = n;
                    match self.block(body)? {
                        Flow::On => {}
                        Flow::Break => break,
                        Flow::Stop => return Ok(Flow::Stop),
                    }
                    match n.checked_add(step) {
                        Some(next) => n = next,
                        None => break,
                    }
                }
            }
            Stmt::Each { var, array, body } => {
                // The body changes no array that is gone through.
                let length = self.array(array, Span::default())?.len();
                for i in 0..length {
                    self.step()?;
                    let value = self.array(array, Span::default())?.get(i).copied();
                    let Some(value) = value else { break };
                    self.ints[*var] = value;
                    match self.block(body)? {
                        Flow::On => {}
                        Flow::Break => break,
                        Flow::Stop => return Ok(Flow::Stop),
                    }
                }
            }
            Stmt::If { condition, then, otherwise } => {
                return match self.bool(condition)? {
                    true => self.block(then),
                    false => self.block(otherwise),
                };
            }
            Stmt::Break => return Ok(Flow::Break),
            Stmt::Need { condition, message, help, span } => {
                if !self.bool(condition)? {
                    return Err(self.wrong(ErrorKind::Argument, *message, help, *span));
                }
            }
            Stmt::Read(read) => self.read(read)?,
            Stmt::Limits(read) => {
                if let Some((from, to)) = &read.limits {
                    let (from, to) = (self.int(from)?, self.int(to)?);
                    let value = self.ints[read.var];
                    if !(from..=to).contains(&value) {
                        let name = self.name(read.var);
                        let message =
                            format!("expected {name}, from {from} to {to}, found {value}");
                        return Err(self.tokens.invalid(message).into());
                    }
                }
            }
            Stmt::Cases { cases, body, .. } => return self.cases(cases, body),
            Stmt::Stop(condition) => {
                if self.bool(condition)? {
                    return Ok(Flow::Stop);
                }
            }
            Stmt::Bind => self.bind()?,
            // Deciding a position forgets its parts.
            Stmt::Begin => {}
            Stmt::Part(family, args) => {
                let span = Span::default();
                self.coordinates(*family, args, span)?;
                let coords = std::mem::take(&mut self.coords);
                let put = self.games.part(*family, &coords);
                self.coords = coords;
                put.map_err(|failed| self.failed(failed, span))?;
            }
            Stmt::Decide { wins } => {
                let won = self.games.misere(self.context);
                let won = won.map_err(|failed| self.failed(failed, Span::default()))?;
                self.ints[*wins] = i64::from(won);
            }
            Stmt::Options { family, args, value, to, body, span } => {
                let wanted = self.int(value)?;
                self.coordinates(*family, args, *span)?;
                let coords = std::mem::take(&mut self.coords);
                let options = self.games.options(*family, &coords, wanted, self.context);
                self.coords = coords;
                for option in options.map_err(|failed| self.failed(failed, *span))? {
                    self.step()?;
                    self.arrays[*to] = option;
                    self.block(body)?;
                }
            }
            Stmt::SortRows(var) => self.rows[*var].sort(),
            Stmt::Print(print) => self.print(print)?,
        }
        Ok(Flow::On)
    }

    fn cases(&mut self, cases: &Cases, body: &Block) -> Result<Flow, Halt> {
        match cases {
            Cases::Count(count) => {
                let count = self.int(count)?;
                let mut done = 0;
                while done < count {
                    self.step()?;
                    self.begin_case();
                    if self.block(body)? == Flow::Stop {
                        break;
                    }
                    done += 1;
                }
            }
            // A terminator may be missing.
            Cases::UntilEnd | Cases::Until => {
                while !self.tokens.at_end() {
                    self.step()?;
                    self.begin_case();
                    if self.block(body)? == Flow::Stop {
                        break;
                    }
                }
            }
        }
        Ok(Flow::On)
    }

    /// What was kept for the case before is of no use.
    fn begin_case(&mut self) {
        self.release(self.kept.len());
        self.kept.clear();
    }

    /// Gives the rules their inputs, unless they have these already.
    fn bind(&mut self) -> Result<(), Halt> {
        let Some(rules) = &self.problem.rules else { return Ok(()) };
        let mut values = Vec::new();
        for (name, var) in &self.routine.inputs {
            let value = match self.routine.variables[*var].kind {
                Kind::Int | Kind::Bool => InputValue::Number(self.ints[*var]),
                Kind::Numbers => InputValue::Numbers(self.arrays[*var].clone()),
                Kind::Rows => InputValue::Rows(self.rows[*var].clone()),
            };
            values.push((name.as_str(), value));
        }
        if self.given.iter().eq(values.iter().map(|(_, value)| value)) {
            return Ok(());
        }
        let bound = rules.bind(&values).map_err(|error| {
            let line = self.tokens.last_line();
            Box::new(Error::Problem(format!(
                "line {line} of the input: {}",
                error.render(&rules.source)
            )))
        })?;
        self.given = values.into_iter().map(|(_, value)| value).collect();
        self.games.give(Arc::new(bound));
        Ok(())
    }

    /// A number of the input, of either sign.
    fn number(&mut self, what: &dyn std::fmt::Display) -> Result<i64, Halt> {
        Ok(self.tokens.int(what)?)
    }

    fn read(&mut self, read: &Read) -> Result<(), Halt> {
        let name = self.name(read.var);
        let limits = match &read.limits {
            None => None,
            Some(_) if read.late => None,
            Some((from, to)) => Some((self.int(from)?, self.int(to)?)),
        };
        match &read.what {
            ReadKind::Number => {
                let value = self.number(&name)?;
                self.within(value, limits, &name)?;
                self.ints[read.var] = value;
            }
            ReadKind::Numbers(count) => {
                let count = self.int(count)?;
                let mut array = std::mem::take(&mut self.arrays[read.var]);
                array.clear();
                for i in 0..count {
                    let what = format_args!("{name}[{i}]");
                    let value = self.number(&what)?;
                    self.within(value, limits, &what)?;
                    array.push(value);
                }
                self.arrays[read.var] = array;
            }
            ReadKind::Rows(rows, columns) => {
                let (rows, columns) = (self.int(rows)?, self.int(columns)?);
                for i in 0..rows {
                    self.step()?;
                    let mut row = Vec::new();
                    for j in 0..columns {
                        let what = format_args!("{name}[{i}][{j}]");
                        let value = self.number(&what)?;
                        self.within(value, limits, &what)?;
                        row.push(value);
                    }
                    self.hold()?;
                    self.rows[read.var].push(row);
                }
            }
            ReadKind::Word => {
                let word = self.word(&name)?;
                self.arrays[read.var] = word;
            }
            ReadKind::Words(count) => {
                for i in 0..self.int(count)? {
                    let word = self.word(&format_args!("{name}[{i}]"))?;
                    self.rows[read.var].push(word);
                }
            }
        }
        Ok(())
    }

    fn word(&mut self, what: &dyn std::fmt::Display) -> Result<Vec<i64>, Halt> {
        let token = self.tokens.token(format_args!("the word {what}"))?;
        match std::str::from_utf8(token) {
            Ok(text) => Ok(text.chars().map(|c| i64::from(u32::from(c))).collect()),
            Err(_) => Ok(token.iter().map(|&byte| i64::from(byte)).collect()),
        }
    }

    fn within(
        &self,
        value: i64,
        limits: Option<(i64, i64)>,
        what: &dyn std::fmt::Display,
    ) -> Result<(), Halt> {
        match limits {
            Some((from, to)) if !(from..=to).contains(&value) => {
                Err(self.tokens.unexpected(format_args!("{what}, from {from} to {to}")).into())
            }
            _ => Ok(()),
        }
    }

    fn make(&mut self, to: Var, maker: Maker, of: &Arg) -> Result<(), Halt> {
        let made = match (maker, of) {
            (Maker::Sort | Maker::Reverse, Arg::Array(array)) => {
                let mut array = self.array(array, Span::default())?.clone();
                match maker {
                    Maker::Sort => array.sort_unstable(),
                    _ => array.reverse(),
                }
                array
            }
            (_, Arg::Int(of)) => {
                let n = self.int(of)?;
                if n < 0 {
                    let message = format!("{n} has no digits and no divisors here");
                    let help = "guard it: abs(n)";
                    return Err(self.wrong(ErrorKind::Argument, message, help, of.span));
                }
                match maker {
                    Maker::Digits => digits(n),
                    Maker::Factors => self.factors(n)?,
                    _ => self.divisors(n)?,
                }
            }
            _ => Vec::new(),
        };
        for _ in 0..made.len() {
            self.hold()?;
        }
        self.arrays[to] = made;
        Ok(())
    }

    fn factors(&mut self, n: i64) -> Result<Vec<i64>, Halt> {
        let (mut rest, mut found, mut d) = (n, Vec::new(), 2);
        while d <= rest / d {
            self.step()?;
            if rest % d == 0 {
                found.push(d);
                rest /= d;
            } else {
                d += 1;
            }
        }
        if rest > 1 {
            found.push(rest);
        }
        Ok(found)
    }

    fn divisors(&mut self, n: i64) -> Result<Vec<i64>, Halt> {
        let (mut low, mut high) = (Vec::new(), Vec::new());
        let mut d = 1;
        while d <= n / d {
            self.step()?;
            if n % d == 0 {
                low.push(d);
                if d != n / d {
                    high.push(n / d);
                }
            }
            d += 1;
        }
        high.reverse();
        low.extend(high);
        Ok(low)
    }

    fn neighbours(
        &mut self,
        to: Var,
        count: i64,
        [from, ends]: [Var; 2],
        both: bool,
        span: Span,
    ) -> Result<(), Halt> {
        let lengths = [self.arrays[from].len(), self.arrays[ends].len()];
        if lengths[0] != lengths[1] {
            let message = format!("{} ends at one side, {} at the other", lengths[0], lengths[1]);
            let help = "both arrays have one number an edge";
            return Err(self.wrong(ErrorKind::Argument, message, help, span));
        }
        let count = usize::try_from(count).unwrap_or(0);
        for _ in 0..count {
            self.hold()?;
        }
        let mut rows = vec![Vec::new(); count];
        for i in 0..lengths[0] {
            self.hold()?;
            let (u, v) = (self.arrays[from][i], self.arrays[ends][i]);
            let place = |end: i64| usize::try_from(end).ok().filter(|end| *end < count);
            let (Some(from), Some(to)) = (place(u), place(v)) else {
                let message = format!("an edge joins {u} and {v}, and vertices are below {count}");
                let help = "the number of vertices is that of the last vertex and 1";
                return Err(self.wrong(ErrorKind::Index, message, help, span));
            };
            rows[from].push(v);
            if both {
                rows[to].push(u);
            }
        }
        self.rows[to] = rows;
        Ok(())
    }

    fn print(&mut self, print: &Print) -> Result<(), Halt> {
        for piece in &print.pieces {
            match piece {
                Piece::Text(text) => self.out.write_all(text.as_bytes())?,
                Piece::Int(int) => {
                    let value = self.int(int)?;
                    let wins = self.problem.rules.as_ref().is_some_and(|rules| rules.wins());
                    if value == WINS && wins {
                        let message = "a move wins at once: the position has no Grundy value";
                        let help = "print who wins instead";
                        return Err(self.wrong(ErrorKind::Argument, message, help, int.span));
                    }
                    write!(self.out, "{value}")?;
                }
                Piece::Array(array) => {
                    let text: Vec<String> = self.elements(array)?;
                    self.out.write_all(text.join(" ").as_bytes())?;
                }
            }
        }
        if print.line {
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn elements(&mut self, array: &Array) -> Result<Vec<String>, Halt> {
        Ok(self.array(array, Span::default())?.iter().map(i64::to_string).collect())
    }
}

/// The decimal digits, from the lowest.
fn digits(n: i64) -> Vec<i64> {
    let mut digits = vec![n % 10];
    let mut rest = n / 10;
    while rest > 0 {
        digits.push(rest % 10);
        rest /= 10;
    }
    digits
}
