//! What statements read, set and call.

use crate::ir::{
    Arg, Array, Block, Bool, Cases, Function, Int, IntKind, Piece, ReadKind, Stmt, Var,
};

/// What statements read, set and call; each once, in the order of its first place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// Variables that are read or set.
    pub vars: Vec<Var>,
    /// Functions that are called.
    pub functions: Vec<usize>,
    /// The same, one for every place.
    pub calls: Vec<usize>,
    /// Families whose values are asked for.
    pub values: Vec<usize>,
    /// Families whose options are asked for.
    pub options: Vec<usize>,
    /// Built-in games whose values are asked for.
    pub built_in: Vec<usize>,
    /// Whether misère play is searched.
    pub misere: bool,
}

fn put<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

impl Seen {
    pub fn block(&mut self, block: &Block) {
        block.iter().for_each(|statement| self.statement(statement));
    }

    pub fn function(&mut self, function: &Function) {
        self.block(&function.body);
        self.int(&function.value);
    }

    /// A number.
    pub fn number(&mut self, int: &Int) {
        self.int(int);
    }

    /// A statement without the blocks in it.
    pub fn shallow(&mut self, statement: &Stmt) {
        let mut alone = statement.clone();
        match &mut alone {
            Stmt::For { body, .. }
            | Stmt::Each { body, .. }
            | Stmt::Cases { body, .. }
            | Stmt::Options { body, .. } => body.clear(),
            Stmt::If { then, otherwise, .. } => {
                then.clear();
                otherwise.clear();
            }
            _ => {}
        }
        self.statement(&alone);
    }

    fn statement(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Int(var, value) | Stmt::Push(var, value) => {
                put(&mut self.vars, *var);
                self.int(value);
            }
            Stmt::Bool(var, value) => {
                put(&mut self.vars, *var);
                self.bool(value);
            }
            Stmt::Copy(var, array) | Stmt::PushRow(var, array) => {
                put(&mut self.vars, *var);
                self.array(array);
            }
            Stmt::New(var) | Stmt::SortRows(var) => put(&mut self.vars, *var),
            Stmt::Put(var, index, value) => {
                put(&mut self.vars, *var);
                self.int(index);
                self.int(value);
            }
            Stmt::Make(var, _, arg) => {
                put(&mut self.vars, *var);
                self.arg(arg);
            }
            Stmt::Neighbours { to, count, from, ends, .. } => {
                [*to, *from, *ends].into_iter().for_each(|var| put(&mut self.vars, var));
                self.int(count);
            }
            Stmt::For { var, from, to, step, body } => {
                put(&mut self.vars, *var);
                self.int(from);
                self.int(to);
                step.iter().for_each(|step| self.int(step));
                self.block(body);
            }
            Stmt::Each { var, array, body } => {
                put(&mut self.vars, *var);
                self.array(array);
                self.block(body);
            }
            Stmt::If { condition, then, otherwise } => {
                self.bool(condition);
                self.block(then);
                self.block(otherwise);
            }
            Stmt::Break | Stmt::Bind | Stmt::Begin => {}
            Stmt::Need { condition, .. } | Stmt::Stop(condition) => self.bool(condition),
            Stmt::Read(read) | Stmt::Limits(read) => {
                put(&mut self.vars, read.var);
                match &read.what {
                    ReadKind::Number | ReadKind::Word => {}
                    ReadKind::Numbers(count) | ReadKind::Words(count) => self.int(count),
                    ReadKind::Rows(rows, columns) => {
                        self.int(rows);
                        self.int(columns);
                    }
                }
                if let Some((from, to)) = &read.limits {
                    self.int(from);
                    self.int(to);
                }
            }
            Stmt::Cases { cases, body, .. } => {
                if let Cases::Count(count) = cases {
                    self.int(count);
                }
                self.block(body);
            }
            Stmt::Part(family, args) => {
                put(&mut self.values, *family);
                args.iter().for_each(|arg| self.arg(arg));
            }
            Stmt::Decide { wins } => {
                put(&mut self.vars, *wins);
                self.misere = true;
            }
            Stmt::Options { family, args, value, to, body, .. } => {
                put(&mut self.options, *family);
                put(&mut self.vars, *to);
                args.iter().for_each(|arg| self.arg(arg));
                self.int(value);
                self.block(body);
            }
            Stmt::Print(print) => {
                for piece in &print.pieces {
                    match piece {
                        Piece::Text(_) => {}
                        Piece::Int(value) => self.int(value),
                        Piece::Array(array) => self.array(array),
                    }
                }
            }
        }
    }

    fn int(&mut self, int: &Int) {
        match &int.kind {
            IntKind::Const(_) => {}
            IntKind::Var(var) | IntKind::Rows(var) => put(&mut self.vars, *var),
            IntKind::Unary(_, a) => self.int(a),
            IntKind::Binary(_, a, b) | IntKind::NimSum(a, b) => {
                self.int(a);
                self.int(b);
            }
            IntKind::Call(_, args) => args.iter().for_each(|arg| self.int(arg)),
            IntKind::If(condition, a, b) => {
                self.bool(condition);
                self.int(a);
                self.int(b);
            }
            IntKind::At(array, index) => {
                self.array(array);
                self.int(index);
            }
            IntKind::Len(array) => self.array(array),
            IntKind::Value(family, args) => {
                put(&mut self.values, *family);
                args.iter().for_each(|arg| self.arg(arg));
            }
            IntKind::BuiltIn(game, args) => {
                put(&mut self.built_in, *game);
                args.iter().for_each(|arg| self.int(arg));
            }
            IntKind::Function(function, args) => {
                put(&mut self.functions, *function);
                self.calls.push(*function);
                args.iter().for_each(|arg| self.int(arg));
            }
        }
    }

    fn bool(&mut self, bool: &Bool) {
        match bool {
            Bool::Const(_) => {}
            Bool::Var(var) => put(&mut self.vars, *var),
            Bool::Not(a) => self.bool(a),
            Bool::And(a, b) | Bool::Or(a, b) => {
                self.bool(a);
                self.bool(b);
            }
            Bool::Compare(_, a, b) => {
                self.int(a);
                self.int(b);
            }
            Bool::Call(_, a) => self.int(a),
        }
    }

    fn array(&mut self, array: &Array) {
        match array {
            Array::Var(var) => put(&mut self.vars, *var),
            Array::Row(var, index) => {
                put(&mut self.vars, *var);
                self.int(index);
            }
        }
    }

    fn arg(&mut self, arg: &Arg) {
        match arg {
            Arg::Int(value) => self.int(value),
            Arg::Array(array) => self.array(array),
        }
    }
}

/// The functions that a function calls, itself among them.
pub(crate) fn reached(functions: &[Function], from: usize) -> Vec<usize> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(&function) = found.get(next) {
        for call in functions[function].calls() {
            put(&mut found, call);
        }
        next += 1;
    }
    found
}

impl Function {
    /// The functions that it calls.
    pub fn calls(&self) -> Vec<usize> {
        let mut seen = Seen::default();
        seen.function(self);
        seen.functions
    }

    /// Adds the variables that it reads and that are not its own.
    pub fn captures(&self, found: &mut Vec<Var>) {
        let mut seen = Seen::default();
        seen.function(self);
        for var in seen.vars {
            if !self.locals.contains(&var) {
                put(found, var);
            }
        }
    }
}
