//! From the tree as written to the typed tree: names, types, constants.

mod board;
mod expr;
mod loops;
mod mask;
mod near;
mod order;
mod scope;
mod sets;
mod show;
mod square;
mod stmt;
mod sum;
mod table;
mod term;
mod writer;

use crate::error::{Kind, RuleError};
use crate::input::Input;
use crate::parse::parse;
use crate::shape::{Shape, WORD_SQUARES};
use crate::source::Source;
use crate::token::WORDS;
use crate::tree::{ConstValue, Expr, Head, Item, ParamKind};
use crate::typed::entailing;
use crate::typed::{
    Block, Bool, BoolFn, BoolKind, Code, Comparison, Constant, ConstantValue, Family, Int, IntFn,
    IntKind, MAX_FAMILIES, MAX_NODES, MAX_SET, MAX_WIDTH, Param, Program, Set,
};
use crate::walk::{Halt, Machine};
use grundy::expr::closest;
use grundy::syntax::Span;
use hashbrown::HashMap;
use mask::Mask;
use near::{Near, Tables};
use scope::{Role, Scope, Type};
use std::sync::Arc;

/// All sets and constants together may take so many steps: nothing stops them before.
const MAX_CONSTANT_STEPS: u64 = 1 << 24;

/// The signs of squares with 0 and 1, unless a line says how a board is shown.
const SIGNS: [char; 2] = ['.', '#'];

/// Functions that are not [`IntFn`] or [`BoolFn`].
const OTHER_FUNCTIONS: [&str; 4] = ["ones", "sort", "len", "sum"];

/// Functions of boards that are not functions of numbers too; games and variables may be called
/// so.
const FUNCTIONS: [&str; 12] = [
    "rows",
    "columns",
    "inside",
    "shift",
    "canonical",
    "neighbours",
    "neighbours8",
    "knights",
    "row",
    "column",
    "diagonals",
    "squares",
];

impl Program {
    /// Reads and checks rules.
    ///
    /// # Complexity
    /// O(length of the text), and the numbers looked at for sets that are computed.
    ///
    /// # Errors
    /// The first [`RuleError`]: [`RuleError::render`] shows it in its line.
    ///
    /// ```
    /// use grundy_rules::{source::Source, typed::Program};
    /// let program = Program::read(Source::new("rules", "S(n) -> S(n-k) for k in 1..=min(n,3)"));
    /// assert_eq!(&*program.unwrap().families[0].name, "S");
    /// let source = Source::new("rules", "S(n) -> S(n-k) for k in 1..3");
    /// let error = Program::read(source.clone()).unwrap_err();
    /// assert!(error.render(&source).contains("rules:1:26: '..' does not say"));
    /// ```
    pub fn read(source: Source) -> Result<Self, RuleError> {
        let source = Arc::new(source);
        let items = parse(&source)?;
        let mut checker = Checker {
            source: &source,
            constants: HashMap::new(),
            inputs: HashMap::new(),
            members: HashMap::new(),
            listed: Vec::new(),
            families: Vec::new(),
            numbers: HashMap::new(),
            set_room: MAX_SET,
            nodes: 0,
            fuel: MAX_CONSTANT_STEPS,
            dead: 0,
            head: None,
            before: None,
            tables: HashMap::new(),
        };
        let inputs = checker.read_inputs(&items)?;
        checker.read_constants(&items)?;
        checker.read_heads(&items)?;
        let families = checker.families(&items)?;
        let constants = checker.listed;
        if families.is_empty() {
            let at = source.parts().next().unwrap_or_default();
            return Err(RuleError::new(
                Kind::Parse,
                "there is no rule here",
                Span::new(at.start, at.start),
            )
            .help("a rule is written S(n) -> S(n-k) for k in 1..=n"));
        }
        Ok(Self { source: source.clone(), families, constants, inputs })
    }
}

struct Checker<'a> {
    source: &'a Source,
    constants: HashMap<&'a str, ConstantValue>,
    inputs: HashMap<&'a str, Arc<Input>>,
    /// Constant arrays as sets, those asked `in`.
    members: HashMap<&'a str, Set>,
    listed: Vec<Constant>,
    families: Vec<Signature<'a>>,
    /// The number of each family.
    numbers: HashMap<&'a str, usize>,
    /// How many elements the sets yet to come may have together.
    set_room: usize,
    /// How many expressions were met, [`MAX_NODES`] at most.
    nodes: usize,
    /// How many steps the evaluation of constants yet to come may take together.
    fuel: u64,
    /// How many choices around the present place are never taken, whatever the state.
    dead: usize,
    /// The head of the rule that is looked at.
    head: Option<HeadOf<'a>>,
    /// What has to be done before the statement that is looked at; nothing where nothing can be.
    before: Option<Block>,
    /// The squares near those of a board.
    tables: HashMap<(Near, Shape), Tables>,
}

/// The head of a rule.
struct HeadOf<'a> {
    family: usize,
    /// What its parameters are called in this rule.
    names: Vec<&'a str>,
}

/// What heads say of a family.
struct Signature<'a> {
    name: &'a str,
    span: Span,
    params: Vec<SignedParam<'a>>,
    width: usize,
    /// Parameter names of the head that gives the defaults.
    defaults_from: Option<Vec<&'a str>>,
}

struct SignedParam<'a> {
    name: &'a str,
    slot: u32,
    len: Option<usize>,
    shape: Option<Shape>,
    default: Option<&'a Expr>,
    /// Where it stands.
    span: Span,
}

impl SignedParam<'_> {
    fn ty(&self) -> Type {
        match (self.shape, self.len) {
            (Some(shape), _) => Type::Mask(shape),
            (None, Some(len)) => Type::Array(len),
            (None, None) => Type::Int,
        }
    }
}

type Checked<T> = Result<T, RuleError>;

/// A name of the language itself: what it is.
fn builtin(name: &str) -> bool {
    IntFn::ALL.iter().any(|(known, _)| *known == name)
        || BoolFn::ALL.iter().any(|(known, _)| *known == name)
        || OTHER_FUNCTIONS.contains(&name)
}

impl<'a> Checker<'a> {
    /// Evaluates constants, in a frame of so many words.
    fn evaluate<T>(
        &mut self,
        words: usize,
        work: impl FnOnce(&mut Machine<'_>) -> Result<T, Halt>,
    ) -> Checked<T> {
        let mut machine = Machine::new(vec![0; words], self.fuel);
        let result = work(&mut machine);
        self.fuel = machine.fuel();
        result.map_err(|halt| match halt.into_error() {
            error if error.kind == Kind::Input => RuleError::new(
                Kind::Input,
                "what is constant is worked out before inputs have values",
                error.span,
            )
            .help("use the input in rules; a set or a length cannot depend on it"),
            error => error,
        })
    }

    /// Counts an expression.
    fn count_node(&mut self, span: Span) -> Checked<()> {
        self.count_nodes(1, span)
    }

    /// Counts expressions.
    fn count_nodes(&mut self, count: usize, span: Span) -> Checked<()> {
        self.nodes = self.nodes.saturating_add(count);
        if self.nodes <= MAX_NODES {
            return Ok(());
        }
        Err(RuleError::new(Kind::Size, "the rules are too long", span).help(format!(
            "up to {MAX_NODES} expressions are read, each use of a default counting"
        )))
    }

    fn text(&self, span: Span) -> &'a str {
        self.source.text(span)
    }

    /// A new name may be neither of the language nor a constant or game.
    fn check_new_name(&self, span: Span) -> Checked<&'a str> {
        let name = self.text(span);
        let taken = if builtin(name) {
            "a function of the language"
        } else if self.inputs.contains_key(name) {
            "an input"
        } else if self.constants.contains_key(name) {
            "a constant"
        } else if self.numbers.contains_key(name) {
            "a game"
        } else {
            return Ok(name);
        };
        Err(RuleError::new(Kind::Name, format!("{name} is {taken} already"), span)
            .help("choose another name"))
    }

    /// Positions are typed in letters of either case and begin with one.
    fn check_game_name(&self, span: Span) -> Checked<()> {
        let name = self.check_new_name(span)?;
        if name.starts_with('_') {
            return Err(RuleError::new(
                Kind::Name,
                "the name of a game begins with a letter",
                span,
            )
            .help("positions are then written name(…)"));
        }
        match self.families.iter().find(|family| family.name.eq_ignore_ascii_case(name)) {
            None => Ok(()),
            Some(other) => Err(RuleError::new(
                Kind::Name,
                format!("{name} and {} differ in capitals alone", other.name),
                span,
            )
            .help("positions may be typed in capitals or not: choose another name")),
        }
    }

    /// An unknown name, with the one that was meant if it is near.
    fn unknown(&self, span: Span, what: &str, near: &[&str], otherwise: &str) -> RuleError {
        let name = self.text(span);
        let error = RuleError::new(Kind::Name, format!("there is no {what} called {name}"), span);
        match closest(name, near.iter().copied()).filter(|_| name.len() > 1) {
            Some(close) => error.help(format!("did you mean {close}?")),
            None => error.help(otherwise),
        }
    }

    fn read_inputs(&mut self, items: &[Item]) -> Checked<Vec<Arc<Input>>> {
        let mut inputs = Vec::new();
        for item in items {
            let Item::Input { name: at, kind, span } = item else { continue };
            let name = self.check_new_name(*at)?;
            let (kind, span, declaration) = (*kind, *at, *span);
            let input = Arc::new(Input { name: name.into(), kind, span, declaration });
            self.inputs.insert(name, input.clone());
            inputs.push(input);
        }
        Ok(inputs)
    }

    fn read_constants(&mut self, items: &[Item]) -> Checked<()> {
        for item in items {
            let Item::Const { name: span, value } = item else { continue };
            let name = self.check_new_name(*span)?;
            let value = match value {
                ConstValue::Set(set) => ConstantValue::Set(self.set(set, &mut Scope::default())?),
                ConstValue::Expr(expr) => self.constant(expr)?,
                ConstValue::Numbers(_) | ConstValue::Rows(_) => {
                    ConstantValue::Numbers(Arc::new(self.constant_numbers(value)?))
                }
            };
            self.listed.push(Constant { name: name.into(), value: value.clone(), input: None });
            self.constants.insert(name, value);
        }
        Ok(())
    }

    fn read_heads(&mut self, items: &'a [Item]) -> Checked<()> {
        for item in items {
            let head = match item {
                Item::Const { .. } | Item::Input { .. } | Item::Loopy { .. } => continue,
                Item::Rule { head, .. }
                | Item::Same { head, .. }
                | Item::Domain { head, .. }
                | Item::Show { head, .. } => head,
            };
            self.read_head(head)?;
        }
        Ok(())
    }

    fn read_head(&mut self, head: &'a Head) -> Checked<()> {
        let name = self.text(head.name);
        let mut params = Vec::new();
        let mut width = 0;
        for param in &head.params {
            let (len, shape) = match &param.kind {
                ParamKind::Number => (None, None),
                ParamKind::Array(len) => (Some(self.array_length(len)?), None),
                kind => {
                    let shape = self.shape(kind, param.span)?;
                    (Some(shape.words()).filter(|words| *words > 1), Some(shape))
                }
            };
            let slot = width as u32;
            width += len.unwrap_or(1);
            params.push(SignedParam {
                name: self.text(param.name),
                slot,
                len,
                shape,
                default: param.default.as_ref(),
                span: param.span,
            });
        }
        if width > MAX_WIDTH || params.is_empty() {
            let message = format!("{name} has {width} coordinates");
            return Err(RuleError::new(Kind::Size, message, head.span)
                .help(format!("a position has 1 to {MAX_WIDTH} numbers")));
        }
        let names: Vec<&str> = params.iter().map(|param| param.name).collect();
        let defaults = params.iter().any(|param| param.default.is_some());
        if let Some(late) = params
            .windows(2)
            .position(|pair| pair[0].default.is_some() && pair[1].default.is_none())
        {
            let span = head.params[late + 1].name;
            return Err(RuleError::new(
                Kind::Type,
                format!("{} needs a default too", params[late + 1].name),
                span,
            )
            .help("parameters with defaults come last, as only the last ones can be left out"));
        }
        let Some(&number) = self.numbers.get(name) else {
            self.check_game_name(head.name)?;
            if self.families.len() >= MAX_FAMILIES {
                return Err(RuleError::new(Kind::Size, "there are too many games", head.span)
                    .help(format!("up to {MAX_FAMILIES} are read")));
            }
            self.numbers.insert(name, self.families.len());
            self.families.push(Signature {
                name,
                span: head.span,
                params,
                width,
                defaults_from: defaults.then_some(names),
            });
            return Ok(());
        };
        let known = &mut self.families[number];
        let shape = |params: &[SignedParam<'_>]| -> Vec<Type> {
            params.iter().map(SignedParam::ty).collect()
        };
        if shape(&known.params) != shape(&params) {
            let place = self.source.place(known.span).map_or(0, |place| place.line);
            return Err(RuleError::new(
                Kind::Type,
                format!("{name} has other parameters here than before"),
                head.span,
            )
            .help(format!("line {place} has {}", self.source.text(known.span))));
        }
        if defaults {
            if known.defaults_from.is_some() {
                return Err(RuleError::new(
                    Kind::Type,
                    format!("the defaults of {name} are given twice"),
                    head.span,
                )
                .help("give them in one rule: they hold for all"));
            }
            known.defaults_from = Some(names);
            for (known, param) in known.params.iter_mut().zip(&params) {
                known.default = param.default;
            }
        }
        Ok(())
    }

    /// The size of an array or a board.
    fn length(&mut self, expr: &Expr) -> Checked<i64> {
        match self.constant(expr) {
            Ok(ConstantValue::Int(len)) => Ok(len),
            Ok(_) => Err(RuleError::new(Kind::Type, "the length is not a number", expr.span)
                .help("expected a number, as in x[4]")),
            Err(error) if error.kind == Kind::Input => Err(RuleError::new(
                Kind::Input,
                "a length is a constant, and cannot come from an input",
                expr.span,
            )
            .help(
                "write const N = 8, or an array as long as the longest, x[64], of which the first \
                 n elements count; only other arrays, input S[], are as long as what is given",
            )),
            Err(error) => Err(error),
        }
    }

    /// A set of bits or a board.
    fn shape(&mut self, kind: &ParamKind, span: Span) -> Checked<Shape> {
        let (rows, columns) = match kind {
            ParamKind::Board(rows, columns) => (self.length(rows)?, self.length(columns)?),
            ParamKind::Bits(count) | ParamKind::Array(count) => (1, self.length(count)?),
            ParamKind::Number => (1, 1),
        };
        let most = (MAX_WIDTH * WORD_SQUARES) as i64;
        let sides = [rows, columns].map(|side| usize::try_from(side).unwrap_or(0));
        match rows.checked_mul(columns) {
            Some(squares) if sides.iter().all(|side| *side > 0) && squares <= most => {
                Ok(match kind {
                    ParamKind::Board(..) => Shape::Board { rows: sides[0], columns: sides[1] },
                    _ => Shape::Bits(sides[1]),
                })
            }
            _ => Err(RuleError::new(Kind::Size, "there is no board of this size", span)
                .help(format!("a board has 1 to {most} squares"))),
        }
    }

    fn array_length(&mut self, expr: &Expr) -> Checked<usize> {
        let len = self.length(expr)?;
        usize::try_from(len).ok().filter(|len| (1..=MAX_WIDTH).contains(len)).ok_or_else(|| {
            RuleError::new(Kind::Size, format!("there are no arrays of length {len}"), expr.span)
                .help(format!("arrays have 1 to {MAX_WIDTH} elements"))
        })
    }

    /// The variables of a head.
    fn scope(&self, head: &'a Head) -> Checked<Scope<'a>> {
        let signature = &self.families[self.numbers[self.text(head.name)]];
        let mut scope = Scope::default();
        for (param, signed) in head.params.iter().zip(&signature.params) {
            self.check_new_name(param.name)?;
            scope.add(self.text(param.name), param.name, signed.ty(), Role::Parameter)?;
        }
        Ok(scope)
    }

    fn families(&mut self, items: &'a [Item]) -> Checked<Vec<Family>> {
        let mut families = Vec::with_capacity(self.families.len());
        for number in 0..self.families.len() {
            families.push(self.family(number)?);
        }
        for item in items {
            match item {
                Item::Const { .. } | Item::Input { .. } => {}
                Item::Loopy { names } => {
                    for &span in names {
                        let name = self.text(span);
                        let Some(&number) = self.numbers.get(name) else {
                            let known: Vec<&str> =
                                families.iter().map(|family| &*family.name).collect();
                            return Err(self.unknown(
                                span,
                                "game",
                                &known,
                                "write: loopy walk, and the rules of walk",
                            ));
                        };
                        families[number].loopy = Some(span);
                    }
                }
                Item::Domain { head, condition } => {
                    let mut scope = self.scope(head)?;
                    let condition = self.condition(condition, &mut scope)?;
                    families[self.numbers[self.text(head.name)]].domain.push(condition);
                }
                Item::Rule { head, body, span } => {
                    let code = self.code(head, body, *span)?;
                    families[self.numbers[self.text(head.name)]].rules.push(code);
                }
                Item::Same { head, body, span } => {
                    let code = self.code(head, body, *span)?;
                    families[self.numbers[self.text(head.name)]].same.push(code);
                }
                Item::Show { head, pieces, span } => {
                    let show = self.show(head, pieces, *span)?;
                    let family = &mut families[self.numbers[self.text(head.name)]];
                    if let Some(known) = &family.show {
                        let line = self.source.place(known.span).map_or(0, |place| place.line);
                        let message = format!("{} is shown in two ways", family.name);
                        return Err(RuleError::new(Kind::Name, message, *span)
                            .help(format!("line {line} says how it is shown: keep one of them")));
                    }
                    family.show = Some(show);
                }
            }
        }
        families.iter_mut().for_each(show::by_default);
        for family in &mut families {
            family.entails = family.rules.iter().find_map(|code| entailing(&code.body));
        }
        Ok(families)
    }

    fn code(&mut self, head: &'a Head, body: &'a [crate::tree::Stmt], span: Span) -> Checked<Code> {
        let mut scope = self.scope(head)?;
        let names = head.params.iter().map(|param| self.text(param.name)).collect();
        self.head = Some(HeadOf { family: self.numbers[self.text(head.name)], names });
        let body = self.block(body, &mut scope).map_err(|error| self.order(error, body))?;
        let words = scope.words();
        let names = scope.named().map(|(slot, name)| (slot, name.into())).collect();
        Ok(Code { body, words, span, names })
    }

    fn family(&mut self, number: usize) -> Checked<Family> {
        let signature = &self.families[number];
        let (name, span, width) = (signature.name, signature.span, signature.width);
        let names = signature.defaults_from.clone();
        let shapes: Vec<_> = signature
            .params
            .iter()
            .map(|param| {
                let own = (param.slot, param.len, param.shape, param.span);
                (param.name, own, param.ty(), param.default)
            })
            .collect();
        let mut domain = Vec::new();
        let mut scope = Scope::default();
        let mut params = Vec::new();
        for (i, (name, (slot, len, shape, at), ty, default)) in shapes.into_iter().enumerate() {
            if ty != Type::Int
                && let Some(default) = default
            {
                let what = if shape.is_some() { "a board" } else { "an array" };
                let message = format!("{what} has no default");
                return Err(RuleError::new(Kind::Type, message, default.span)
                    .help("only numbers can be left out"));
            }
            if let Some(shape) = shape {
                domain.extend(no_more(shape, slot, at));
            }
            // A default sees the parameters before it, by the names of its own head.
            let default = match default {
                Some(default) => Some(self.number(default, &mut scope)?),
                None => None,
            };
            let seen = names.as_ref().map_or(name, |names| names[i]);
            scope.add(seen, span, ty, Role::Parameter)?;
            let signs = SIGNS;
            params.push(Param { name: name.into(), slot, len, shape, signs, default });
        }
        Ok(Family {
            name: name.into(),
            span,
            params,
            width,
            domain,
            same: Vec::new(),
            rules: Vec::new(),
            loopy: None,
            entails: None,
            show: None,
        })
    }
}

/// The condition that a board has no bits outside of its squares, if its last word has room for any.
fn no_more(shape: Shape, slot: u32, span: Span) -> Option<Bool> {
    let last = shape.words() - 1;
    let full = Int { kind: IntKind::Const(shape.full(last)), span };
    let word = Mask::variable(shape, slot, span).words.pop()?;
    let kind = BoolKind::Compare(Box::new(word), vec![(Comparison::Le, full)]);
    (shape.full(last) != i64::MAX).then_some(Bool { kind, span })
}

/// Whether a word cannot be a name of the language's user.
pub fn is_reserved(name: &str) -> bool {
    WORDS.contains(&name) || builtin(name)
}
