//! Inputs get their values: the tree again, with numbers where inputs stood.

use crate::error::{Kind, RuleError};
use crate::input::{Input, InputKind, InputValue, MAX_INPUT, Numbers, Table, TextError, Told};
use crate::number;
use crate::typed::{
    Arg, Array, ArrayKind, Block, Bool, BoolKind, Code, Constant, ConstantValue, Fold, Int,
    IntKind, Iter, Piece, Program, Set, Squares, Stmt, Term,
};
use grundy::expr::closest;
use grundy::syntax::Span;
use std::sync::{Arc, OnceLock};

impl Program {
    /// The same with inputs as they are typed: `m=3`, `S=[2,3]`. Without any the program stays as it
    /// is.
    ///
    /// # Errors
    /// As [`bind`](Self::bind); a text that is no name with a value; inputs where the rules have none.
    ///
    /// ```
    /// use grundy_rules::{source::Source, typed::Program};
    /// let text = "input m  take(n) -> take(n-k) for k in 1..=min(n,m)";
    /// let program = Program::read(Source::new("rules", text)).unwrap();
    /// assert!(program.clone().bind_texts(&["m=3".to_owned()]).unwrap().inputs.is_empty());
    /// assert!(program.bind_texts(&["m".to_owned()]).is_err());
    /// ```
    pub fn bind_texts(self, inputs: &[String]) -> Result<Self, TextError> {
        if inputs.is_empty() {
            return Ok(self);
        }
        let mut values = Vec::with_capacity(inputs.len());
        for input in inputs {
            let wrong = |what: String| TextError::Input { input: input.clone(), what };
            let (name, value) = input.split_once('=').ok_or_else(|| {
                wrong("write NAME=VALUE, such as m=3, S=[2,3] or adj=[[1],[0]]".into())
            })?;
            let value: InputValue = value.parse().map_err(|error| wrong(format!("{error}")))?;
            if self.inputs.is_empty() {
                return Err(wrong(
                    "these rules have no input; one is declared as input m, or input S[]".into(),
                ));
            }
            values.push((name.trim(), value));
        }
        self.bind(&values).map_err(TextError::Rules)
    }

    /// The program in which every input has its value, as a constant of the same name.
    ///
    /// # Complexity
    /// O(expressions of the rules + numbers); nothing is read or checked again. A set that is asked
    /// `in` is sorted.
    ///
    /// # Errors
    /// An input that is left out, a name that is none, a value of another kind or given twice, more
    /// than [`MAX_INPUT`] numbers; the least of no numbers, or a sum of them beyond 64 bits, where the
    /// rules ask for it.
    ///
    /// ```
    /// use grundy_rules::{input::InputValue, source::Source, typed::Program};
    /// let text = "input S[]  take(n) -> take(n-s) for s in S if s <= n";
    /// let program = Program::read(Source::new("rules", text)).unwrap();
    /// let bound = program.bind(&[("S", InputValue::Numbers(vec![2, 3]))]).unwrap();
    /// assert!(bound.inputs.is_empty());
    /// assert!(program.bind(&[]).is_err());
    /// ```
    pub fn bind(&self, values: &[(&str, InputValue)]) -> Result<Self, RuleError> {
        let at = self.inputs.first().map_or(Span::default(), |input| input.span);
        let mut given: Vec<Option<Given>> = self.inputs.iter().map(|_| None).collect();
        for (name, value) in values {
            let found = self.inputs.iter().position(|input| &*input.name == *name);
            let Some(number) = found else { return Err(self.no_input(name, at)) };
            let input = &self.inputs[number];
            if given[number].is_some() {
                let message = format!("{name} is given twice");
                return Err(
                    RuleError::new(Kind::Input, message, input.span).help("an input has one value")
                );
            }
            given[number] = Some(Given::new(input, value)?);
        }
        let mut known = Vec::with_capacity(given.len());
        for (input, given) in self.inputs.iter().zip(given) {
            known.push((input.clone(), given.ok_or_else(|| input.missing())?));
        }
        let mut program = self.clone();
        program.inputs.clear();
        program.constants.extend(known.iter().map(|(input, given)| Constant {
            name: input.name.clone(),
            value: match given {
                Given::Number(value) => ConstantValue::Int(*value),
                Given::Numbers(numbers, _) => ConstantValue::Numbers(numbers.clone()),
            },
            input: Some(input.clone()),
        }));
        let mut binder = Binder { given: known, wrong: None };
        for family in &mut program.families {
            for param in &mut family.params {
                param.default.iter_mut().for_each(|default| binder.int(default));
            }
            family.domain.iter_mut().for_each(|condition| binder.bool(condition));
            family.same.iter_mut().for_each(|code| binder.code(code));
            family.rules.iter_mut().for_each(|code| binder.code(code));
            let pieces = family.show.iter_mut().flat_map(|show| &mut show.pieces);
            pieces.for_each(|piece| binder.piece(piece));
        }
        match binder.wrong {
            Some(error) => Err(error),
            None => Ok(program),
        }
    }

    /// The first input without a value, as an error.
    ///
    /// # Errors
    /// [`Input::missing`]
    pub fn check_bound(&self) -> Result<(), RuleError> {
        self.inputs.first().map_or(Ok(()), |input| Err(input.missing()))
    }

    /// The texts of the rules, in which inputs that have values are constants: read again they make
    /// the same games.
    ///
    /// ```
    /// use grundy_rules::{input::InputValue, source::Source, typed::Program};
    /// let text = "input m  S(n) -> S(n-k) for k in 1..=min(m,n)";
    /// let program = Program::read(Source::new("rules", text)).unwrap();
    /// let bound = program.bind(&[("m", InputValue::Number(3))]).unwrap();
    /// assert_eq!(bound.texts(), ["const m = 3  S(n) -> S(n-k) for k in 1..=min(m,n)"]);
    /// ```
    pub fn texts(&self) -> Vec<String> {
        let mut known: Vec<(Span, String)> = self
            .constants
            .iter()
            .filter_map(|constant| {
                let declaration = constant.input.as_ref()?.declaration;
                Some((declaration, format!("const {} = {}", constant.name, constant.value)))
            })
            .collect();
        known.sort_by_key(|(span, _)| span.start);
        let mut texts = Vec::new();
        for part in self.source.parts() {
            let (mut text, mut at) = (String::new(), part.start);
            for (span, value) in &known {
                if (part.start..part.end).contains(&span.start) {
                    text.push_str(self.source.text(Span::new(at, span.start)));
                    text.push_str(value);
                    at = span.end;
                }
            }
            text.push_str(self.source.text(Span::new(at, part.end)));
            texts.push(text);
        }
        texts
    }

    fn no_input(&self, name: &str, at: Span) -> RuleError {
        let names = || self.inputs.iter().map(|input| &*input.name);
        let error = RuleError::new(Kind::Input, format!("there is no input called {name}"), at);
        match closest(name, names()) {
            _ if self.inputs.is_empty() => {
                error.help("these rules have no input; one is declared as input m, or input S[]")
            }
            Some(close) => error.help(format!("did you mean {close}?")),
            None => error.help(format!("inputs: {}", names().collect::<Vec<_>>().join(", "))),
        }
    }
}

impl std::fmt::Display for ConstantValue {
    /// As it is written in rules.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list =
            |numbers: &[i64]| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Self::Int(value) => write!(f, "{value}"),
            Self::Bool(value) => write!(f, "{value}"),
            Self::Set(set) => write!(f, "{{{}}}", list(set)),
            Self::Numbers(numbers) if numbers.kind() == InputKind::Rows => {
                let rows = (0..numbers.len()).map(|row| format!("[{}]", list(numbers.row(row))));
                write!(f, "[{}]", rows.collect::<Vec<_>>().join(", "))
            }
            Self::Numbers(numbers) => write!(f, "[{}]", list(numbers.items())),
        }
    }
}

/// A value as the rules use it.
enum Given {
    Number(i64),
    /// The numbers, and the same as a set once that is asked for.
    Numbers(Arc<Numbers>, OnceLock<Set>),
}

impl Given {
    fn new(input: &Input, value: &InputValue) -> Result<Self, RuleError> {
        let numbers = match (input.kind, value) {
            (InputKind::Number, InputValue::Number(value)) => return Ok(Self::Number(*value)),
            (InputKind::Numbers, InputValue::Numbers(items)) => Numbers::new(items.clone()),
            (InputKind::Rows, InputValue::Rows(rows)) => Numbers::rows(rows),
            (InputKind::Rows, InputValue::Numbers(items)) if items.is_empty() => Numbers::rows(&[]),
            _ => {
                let (name, wanted) = (&input.name, input.kind);
                let message =
                    format!("{name} is {}, not {}", wanted.describe(), value.kind().describe());
                return Err(RuleError::new(Kind::Input, message, input.span)
                    .help(format!("write: {name}={}", wanted.example())));
            }
        };
        if numbers.items().len().max(numbers.len()) > MAX_INPUT {
            let message = format!("{} has too many numbers", input.name);
            return Err(RuleError::new(Kind::Size, message, input.span)
                .help(format!("up to {MAX_INPUT} are taken")));
        }
        Ok(Self::Numbers(Arc::new(numbers), OnceLock::new()))
    }
}

struct Binder {
    given: Vec<(Arc<Input>, Given)>,
    /// The first thing that has no value.
    wrong: Option<RuleError>,
}

impl Binder {
    fn of(&self, input: &Arc<Input>) -> Option<&Given> {
        self.given.iter().find(|(known, _)| Arc::ptr_eq(known, input)).map(|(_, given)| given)
    }

    fn code(&mut self, code: &mut Code) {
        self.block(&mut code.body);
    }

    fn block(&mut self, block: &mut Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &mut Stmt) {
        match statement {
            Stmt::For { iter, body, .. } => {
                self.iter(iter);
                self.block(body);
            }
            Stmt::While { condition, body, .. } => {
                self.bool(condition);
                self.block(body);
            }
            Stmt::If { condition, then, otherwise } => {
                self.bool(condition);
                self.block(then);
                self.block(otherwise);
            }
            Stmt::SetInt { value, .. } => self.int(value),
            Stmt::SetBool { value, .. } => self.bool(value),
            Stmt::SetArray { value, .. } => self.array(value),
            Stmt::SetElement { index, value, .. } => {
                self.int(index);
                self.int(value);
            }
            Stmt::Move(option) => option.sum.iter_mut().for_each(|term| self.term(term)),
            Stmt::Gather(gather) => self.block(&mut gather.parts),
            Stmt::Part(part) => {
                part.copies.iter_mut().for_each(|copies| self.int(copies));
                self.term(&mut part.term);
            }
            Stmt::Become(term) => self.term(term),
        }
    }

    fn term(&mut self, term: &mut Term) {
        for arg in &mut term.args {
            match arg {
                Arg::Int(value) => self.int(value),
                Arg::Array(value) => self.array(value),
            }
        }
    }

    fn piece(&mut self, piece: &mut Piece) {
        match piece {
            Piece::Text(_) => {}
            Piece::Int(value) => self.int(value),
            Piece::Array(value) => self.array(value),
            Piece::Board(board) => {
                match &mut board.squares {
                    Squares::Bits(bits) => self.int(bits),
                    Squares::Elements(elements) => self.array(elements),
                    Squares::Words(words, _) => words.iter_mut().for_each(|word| self.int(word)),
                }
                self.int(&mut board.columns);
                board.rows.iter_mut().for_each(|rows| self.int(rows));
            }
        }
    }

    fn table(&self, table: &mut Table) {
        if let Table::Input(input) = table
            && let Some(Given::Numbers(numbers, _)) = self.of(input)
        {
            *table = Table::Known(numbers.clone());
        }
    }

    fn iter(&mut self, iter: &mut Iter) {
        match iter {
            Iter::Range { from, to, step, .. } => {
                self.int(from);
                self.int(to);
                step.iter_mut().for_each(|step| self.int(step));
            }
            Iter::Set(_) => {}
            Iter::Ones(of) => self.int(of),
            Iter::Items(table, row) => {
                self.table(table);
                row.iter_mut().for_each(|row| self.int(row));
            }
        }
    }

    /// What an input tells, at this place of the rules.
    fn told(&mut self, told: Told, input: &Arc<Input>, span: Span) -> Option<i64> {
        let numbers = match self.of(input)? {
            Given::Number(value) => return Some(*value),
            Given::Numbers(numbers, _) => numbers,
        };
        let found = match told {
            Told::Value => None,
            Told::Len => return Some(numbers.len() as i64),
            Told::Sum => number::fold(Fold::Sum, numbers.items()).ok(),
            Told::Min => (!numbers.is_empty()).then_some(numbers.bounds().0),
            Told::Max => (!numbers.is_empty()).then_some(numbers.bounds().1),
        };
        if found.is_none() {
            let name = &input.name;
            let message = match told {
                Told::Sum => format!("the sum of {name} does not fit into 64 bits"),
                _ => format!("{name} is empty, and has no least or greatest number"),
            };
            let error = RuleError::new(Kind::Input, message, span);
            self.wrong.get_or_insert(error.help(format!("give {name} another value")));
        }
        found
    }

    fn int(&mut self, int: &mut Int) {
        match &mut int.kind {
            IntKind::Const(_) | IntKind::Var(_) => {}
            IntKind::Unary(_, a) => self.int(a),
            IntKind::Binary(_, a, b) => {
                self.int(a);
                self.int(b);
            }
            IntKind::Call(_, args) => args.iter_mut().for_each(|arg| self.int(arg)),
            IntKind::If(condition, a, b) => {
                self.bool(condition);
                self.int(a);
                self.int(b);
            }
            IntKind::Get(array, index) => {
                self.array(array);
                self.int(index);
            }
            IntKind::Fold(_, array) => self.array(array),
            IntKind::Lookup(table, row, index) => {
                self.table(table);
                row.iter_mut().for_each(|row| self.int(row));
                self.int(index);
            }
            IntKind::RowLen(table, row) => {
                self.table(table);
                self.int(row);
            }
            IntKind::Told(told, input) => {
                let (told, input) = (*told, input.clone());
                if let Some(value) = self.told(told, &input, int.span) {
                    int.kind = IntKind::Const(value);
                }
            }
        }
        if let Some(value) = folded(int) {
            int.kind = IntKind::Const(value);
        }
    }

    fn bool(&mut self, bool: &mut Bool) {
        match &mut bool.kind {
            BoolKind::Const(_) | BoolKind::Var(_) => {}
            BoolKind::Not(a) => self.bool(a),
            BoolKind::And(a, b) | BoolKind::Or(a, b) | BoolKind::Same(a, b) => {
                self.bool(a);
                self.bool(b);
            }
            BoolKind::Compare(first, rest) => {
                self.int(first);
                rest.iter_mut().for_each(|(_, right)| self.int(right));
            }
            BoolKind::In(value, _) | BoolKind::Call(_, value) => self.int(value),
            BoolKind::InInput(value, input) => {
                self.int(value);
                if let Some(Given::Numbers(numbers, set)) = self.of(input) {
                    let set = set.get_or_init(|| numbers.set()).clone();
                    bool.kind = BoolKind::In(value.clone(), set);
                }
            }
            BoolKind::SameArray(a, b) => {
                self.array(a);
                self.array(b);
            }
            BoolKind::If(condition, a, b) => {
                self.bool(condition);
                self.bool(a);
                self.bool(b);
            }
        }
        if let BoolKind::Compare(first, rest) = &bool.kind
            && let (Some(a), [(op, b)]) = (first.constant(), &rest[..])
            && let Some(b) = b.constant()
        {
            bool.kind = BoolKind::Const(number::compare(*op, a, b));
        }
    }

    fn array(&mut self, array: &mut Array) {
        match &mut array.kind {
            ArrayKind::Var(_) => {}
            ArrayKind::List(items) => items.iter_mut().for_each(|item| self.int(item)),
            ArrayKind::Update(of, updates) => {
                self.array(of);
                for (index, value) in updates {
                    self.int(index);
                    self.int(value);
                }
            }
            ArrayKind::Sort(of) => self.array(of),
            ArrayKind::If(condition, a, b) => {
                self.bool(condition);
                self.array(a);
                self.array(b);
            }
        }
    }
}

/// The value of an operation on constants, where there is one: it is not worked out at every turn.
fn folded(int: &Int) -> Option<i64> {
    match &int.kind {
        IntKind::Unary(op, a) => number::unary(*op, a.constant()?).ok(),
        IntKind::Binary(op, a, b) => number::binary(*op, a.constant()?, b.constant()?).ok(),
        IntKind::Call(function, args) => {
            let args: Option<Vec<i64>> = args.iter().map(Int::constant).collect();
            number::call(*function, &args?).ok()
        }
        IntKind::If(condition, a, b) => {
            if condition.constant()? {
                a.constant()
            } else {
                b.constant()
            }
        }
        IntKind::Lookup(Table::Known(numbers), row, index) => {
            let row = match row {
                Some(row) => Some(row.constant()?),
                None => None,
            };
            let row = number::row(numbers, row).ok()?;
            Some(row[number::element(index.constant()?, row.len()).ok()?])
        }
        IntKind::RowLen(Table::Known(numbers), row) => {
            Some(number::row(numbers, Some(row.constant()?)).ok()?.len() as i64)
        }
        _ => None,
    }
}
