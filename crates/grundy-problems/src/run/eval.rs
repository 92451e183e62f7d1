//! The value of an expression.

use super::MAX_DEPTH;
use super::error::Halt;
use super::games::WINS;
use super::machine::{Flow, Machine};
use crate::ir::{Arg, Array, Bool, Int, IntKind, Kind as VarKind};
use grundy::syntax::Span;
use grundy_rules::error::Kind;
use grundy_rules::number::{self, Fault};
use grundy_rules::typed::IntFn;

impl Machine<'_, '_, '_> {
    pub fn int(&mut self, int: &Int) -> Result<i64, Halt> {
        let span = int.span;
        match &int.kind {
            IntKind::Const(value) => Ok(*value),
            IntKind::Var(var) => Ok(self.ints[*var]),
            IntKind::Unary(op, a) => {
                let a = self.int(a)?;
                number::unary(*op, a).map_err(|fault| self.fault(fault, span))
            }
            IntKind::Binary(op, a, b) => {
                let a = self.int(a)?;
                let b = self.int(b)?;
                number::binary(*op, a, b).map_err(|fault| self.fault(fault, span))
            }
            IntKind::Call(IntFn::Min, args) if args.len() == 2 => {
                Ok(self.int(&args[0])?.min(self.int(&args[1])?))
            }
            IntKind::Call(IntFn::Max, args) if args.len() == 2 => {
                Ok(self.int(&args[0])?.max(self.int(&args[1])?))
            }
            IntKind::Call(function, args) => {
                let args = args.iter().map(|arg| self.int(arg)).collect::<Result<Vec<_>, _>>()?;
                number::call(*function, &args).map_err(|fault| self.fault(fault, span))
            }
            IntKind::If(condition, a, b) => {
                if self.bool(condition)? {
                    self.int(a)
                } else {
                    self.int(b)
                }
            }
            IntKind::At(array, index) => {
                let at = self.int(index)?;
                let array = self.array(array, span)?;
                match usize::try_from(at).ok().and_then(|at| array.get(at)) {
                    Some(&value) => Ok(value),
                    None => {
                        let fault = Fault::Index(at, array.len());
                        Err(self.fault(fault, span))
                    }
                }
            }
            IntKind::Len(array) => Ok(self.array(array, span)?.len() as i64),
            IntKind::Rows(rows) => Ok(self.rows[*rows].len() as i64),
            IntKind::Value(family, args) => {
                if let [Arg::Int(n)] = &args[..] {
                    let n = self.int(n)?;
                    if let Some(value) = self.games.known(*family, n) {
                        return Ok(value);
                    }
                    return self.value(*family, &[n], span);
                }
                self.coordinates(*family, args, span)?;
                let coords = std::mem::take(&mut self.coords);
                let value = self.value(*family, &coords, span);
                self.coords = coords;
                value
            }
            IntKind::BuiltIn(game, args) => {
                let args = args.iter().map(|arg| self.int(arg)).collect::<Result<Vec<_>, _>>()?;
                let name = &self.routine.built_in[*game];
                let value = self.games.built_in(*game, name, &args, self.context);
                value.map_err(|failed| self.failed(failed, span))
            }
            IntKind::Function(function, args) => {
                let args = args.iter().map(|arg| self.int(arg)).collect::<Result<Vec<_>, _>>()?;
                self.function(*function, &args, span)
            }
            IntKind::NimSum(a, b) => {
                let (a, b) = (self.int(a)?, self.int(b)?);
                Ok(if a == WINS || b == WINS { WINS } else { a ^ b })
            }
        }
    }

    fn value(&mut self, family: usize, coords: &[i64], span: Span) -> Result<i64, Halt> {
        let value = self.games.value(family, coords, self.context);
        value.map_err(|failed| self.failed(failed, span))
    }

    /// Puts the coordinates of a position into `coords`: of each array as many as the parameter has.
    pub fn coordinates(&mut self, family: usize, args: &[Arg], span: Span) -> Result<(), Halt> {
        let mut coords = std::mem::take(&mut self.coords);
        coords.clear();
        for (at, arg) in args.iter().enumerate() {
            match arg {
                Arg::Int(value) => coords.push(self.int(value)?),
                Arg::Array(array) => {
                    let array = self.array(array, span)?;
                    coords.extend_from_slice(array);
                    let found = array.len();
                    if let Some(wanted) = self.games.wrong_length(family, at, found) {
                        let message = format!("here stands an array of {found} numbers: {wanted}");
                        let help =
                            "read so many numbers, or make an array of that length with let:";
                        return Err(self.wrong(Kind::Argument, message, help, span));
                    }
                }
            }
        }
        self.coords = coords;
        Ok(())
    }

    pub fn bool(&mut self, bool: &Bool) -> Result<bool, Halt> {
        Ok(match bool {
            Bool::Const(value) => *value,
            Bool::Var(var) => self.ints[*var] != 0,
            Bool::Not(a) => !self.bool(a)?,
            Bool::And(a, b) => self.bool(a)? && self.bool(b)?,
            Bool::Or(a, b) => self.bool(a)? || self.bool(b)?,
            Bool::Compare(comparison, a, b) => {
                let a = self.int(a)?;
                let b = self.int(b)?;
                number::compare(*comparison, a, b)
            }
            Bool::Call(function, a) => number::test(*function, self.int(a)?),
        })
    }

    pub fn array(&mut self, array: &Array, span: Span) -> Result<&Vec<i64>, Halt> {
        match array {
            Array::Var(var) => Ok(&self.arrays[*var]),
            Array::Row(var, index) => {
                let at = self.int(index)?;
                let rows = self.rows[*var].len();
                match usize::try_from(at).ok().filter(|at| *at < rows) {
                    Some(at) => Ok(&self.rows[*var][at]),
                    None => Err(self.fault(Fault::Index(at, rows), span)),
                }
            }
        }
    }

    /// Calls a function; what is local to it is kept for the call that is under way.
    fn function(&mut self, number: usize, args: &[i64], span: Span) -> Result<i64, Halt> {
        self.step()?;
        // What a function reads besides its arguments stays as it is for all of a case.
        let key = (number, args.to_vec());
        if let Some(&value) = self.kept.get(&key) {
            return Ok(value);
        }
        if self.depth >= MAX_DEPTH {
            let message = format!("functions call each other {MAX_DEPTH} times, one in the other");
            return Err(self.wrong(Kind::Size, message, "does every line of calls end?", span));
        }
        let routine = self.routine;
        let function = &routine.functions[number];
        // What is local to the call under way is put aside.
        let kept: Vec<i64> = function.locals.iter().map(|&var| self.ints[var]).collect();
        let (mut arrays, mut rows) = (Vec::new(), Vec::new());
        for &var in &function.locals {
            match routine.variables[var].kind {
                VarKind::Numbers => arrays.push((var, std::mem::take(&mut self.arrays[var]))),
                VarKind::Rows => rows.push((var, std::mem::take(&mut self.rows[var]))),
                _ => {}
            }
        }
        for (&param, &value) in function.params.iter().zip(args) {
            self.ints[param] = value;
        }
        self.depth += 1;
        let flow = self.block(&function.body);
        let value = match flow {
            Ok(Flow::On | Flow::Break | Flow::Stop) => self.int(&function.value),
            Err(error) => Err(error),
        };
        self.depth -= 1;
        for (&var, int) in function.locals.iter().zip(kept) {
            self.ints[var] = int;
        }
        arrays.into_iter().for_each(|(var, array)| self.arrays[var] = array);
        rows.into_iter().for_each(|(var, list)| self.rows[var] = list);
        if let Ok(value) = value {
            self.hold()?;
            self.kept.insert(key, value);
        }
        value
    }
}
