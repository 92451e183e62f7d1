//! Expressions in the four languages.

use super::printer::Printer;
use super::uses::is_natural;
use crate::ir::{Arg, Array, Bool, Int, IntKind};
use grundy_rules::emit::Lang;
use grundy_rules::typed::{BoolFn, Comparison, IntBinary, IntFn, IntUnary};

/// How tightly what stands in a text holds together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tight {
    Choice,
    Or,
    And,
    Not,
    Compare,
    Bits,
    Sum,
    Product,
    Sign,
    Atom,
}

/// A text and how tightly it holds together.
pub(super) struct Text(pub String, pub Tight);

impl Text {
    fn atom(text: impl Into<String>) -> Self {
        Self(text.into(), Tight::Atom)
    }

    /// With parentheses unless it is at least so tight.
    pub fn at(self, least: Tight) -> String {
        if self.1 >= least { self.0 } else { format!("({})", self.0) }
    }
}

const fn symbol(op: IntBinary) -> (&'static str, Tight) {
    match op {
        IntBinary::Add => ("+", Tight::Sum),
        IntBinary::Sub => ("-", Tight::Sum),
        IntBinary::Mul => ("*", Tight::Product),
        IntBinary::Div => ("/", Tight::Product),
        IntBinary::Rem => ("%", Tight::Product),
        IntBinary::And => ("&", Tight::Bits),
        IntBinary::Or => ("|", Tight::Bits),
        IntBinary::Xor => ("^", Tight::Bits),
        IntBinary::Shl => ("<<", Tight::Bits),
        IntBinary::Shr => (">>", Tight::Bits),
    }
}

impl Printer<'_> {
    fn constant(&self, value: i64) -> Text {
        let text = match (value, self.lang) {
            (i64::MAX, Lang::Cpp) => "INT64_MAX".to_owned(),
            (i64::MAX, Lang::Rust) => "i64::MAX".to_owned(),
            (i64::MAX, Lang::Java) => "Long.MAX_VALUE".to_owned(),
            (v, Lang::Cpp) if v == -i64::MAX => "-INT64_MAX".to_owned(),
            (v, Lang::Rust) if v == -i64::MAX => "-i64::MAX".to_owned(),
            (v, Lang::Java) if v == -i64::MAX => "-Long.MAX_VALUE".to_owned(),
            (v, Lang::Cpp) if v > i64::from(i32::MAX) => format!("{v}LL"),
            (v, Lang::Java) if v.abs() > i64::from(i32::MAX) => format!("{v}L"),
            _ => value.to_string(),
        };
        Text(text, if value < 0 { Tight::Sign } else { Tight::Atom })
    }

    pub fn int(&mut self, int: &Int) -> Text {
        match &int.kind {
            IntKind::Const(value) => self.constant(*value),
            IntKind::Var(var) => {
                let name = self.name(*var).to_owned();
                Text::atom(name)
            }
            IntKind::Unary(op, a) => {
                let a = self.int(a).at(Tight::Sign);
                let a = if a.starts_with('-') { format!("({a})") } else { a };
                let sign = match (op, self.lang) {
                    (IntUnary::Neg, _) => "-",
                    (IntUnary::Not, Lang::Rust) => "!",
                    (IntUnary::Not, _) => "~",
                };
                Text(format!("{sign}{a}"), Tight::Sign)
            }
            IntKind::Binary(op, a, b) => self.binary(*op, a, b),
            IntKind::Call(function, args) => self.call(*function, args),
            IntKind::If(condition, a, b) => {
                let condition = self.bool(condition);
                let (a, b) = (self.int(a), self.int(b));
                match self.lang {
                    Lang::Python => Text(
                        format!(
                            "{} if {} else {}",
                            a.at(Tight::Or),
                            condition.at(Tight::Or),
                            b.at(Tight::Choice)
                        ),
                        Tight::Choice,
                    ),
                    Lang::Rust => {
                        let b = match b.0.starts_with("if ") {
                            true => b.0,
                            false => format!("{{ {} }}", b.0),
                        };
                        Text(format!("if {} {{ {} }} else {b}", condition.0, a.0), Tight::Choice)
                    }
                    _ => Text(
                        format!(
                            "{} ? {} : {}",
                            condition.at(Tight::Or),
                            a.at(Tight::Or),
                            b.at(Tight::Choice)
                        ),
                        Tight::Choice,
                    ),
                }
            }
            IntKind::At(array, index) => {
                let index = self.index(index);
                let array = self.array(array);
                Text::atom(match self.lang {
                    Lang::Java => format!("{array}.at({index})"),
                    _ => format!("{array}[{index}]"),
                })
            }
            IntKind::Len(array) => {
                let array = self.array(array);
                self.length(&array)
            }
            IntKind::Rows(var) => {
                let rows = self.name(*var).to_owned();
                self.length(&rows)
            }
            IntKind::Value(family, args) => {
                let args = self.args(*family, args);
                let place = self.families.iter().position(|known| known == family).unwrap_or(0);
                let name = self.games.values.get(place).cloned().unwrap_or_default();
                let call = Text::atom(format!("{name}({args})"));
                // Values are of a smaller type there.
                match self.lang {
                    Lang::Rust if self.games.start.is_some() => {
                        Text::atom(format!("i64::from({})", call.0))
                    }
                    _ => call,
                }
            }
            // A heap of Nim has its size as value.
            IntKind::BuiltIn(game, args)
                if self.routine.built_in[*game] == "nim" && args.len() == 1 =>
            {
                self.int(&args[0])
            }
            IntKind::BuiltIn(game, _) => {
                let game = &self.routine.built_in[*game];
                let why = format!(
                    "{game} is a built-in game: write its rules, or tell the answer with value: or wins:"
                );
                self.refuse(&why);
                Text::atom("0")
            }
            IntKind::Function(function, args) => {
                let mut all: Vec<String> = Vec::new();
                let routine = self.routine;
                let captures = super::functions::captures(routine, *function);
                if self.games.start.is_some() && super::functions::plays(routine, *function) {
                    all.push(if self.borrowed.is_empty() && !self.in_function() {
                        "&mut games".to_owned()
                    } else {
                        "games".to_owned()
                    });
                }
                for var in captures {
                    let name = self.name(var).to_owned();
                    let by = self.lang == Lang::Rust
                        && self.kind(var) != crate::ir::Kind::Int
                        && self.kind(var) != crate::ir::Kind::Bool
                        && !self.borrowed.contains(&var);
                    all.push(if by { format!("&{name}") } else { name });
                }
                all.extend(args.iter().map(|arg| self.int(arg).0));
                let name = self.functions[*function].clone();
                Text::atom(format!("{name}({})", all.join(", ")))
            }
            IntKind::NimSum(a, b) => {
                self.helpers.insert("add_values");
                let (a, b) = (self.int(a).0, self.int(b).0);
                let name = "add_values";
                Text::atom(format!("{name}({a}, {b})"))
            }
        }
    }

    /// The arguments of a game.
    pub fn args(&mut self, family: usize, args: &[Arg]) -> String {
        let lengths = self.lengths.get(family).cloned().unwrap_or_default();
        let mut texts = Vec::new();
        for (arg, length) in args.iter().zip(lengths.into_iter().chain(std::iter::repeat(1))) {
            texts.push(match arg {
                Arg::Int(value) => self.int(value).0,
                Arg::Array(array) => {
                    let array = self.array(array);
                    self.fixed(&array, length)
                }
            });
        }
        texts.join(", ")
    }

    /// An array of a length that is known.
    pub fn fixed(&mut self, array: &str, length: usize) -> String {
        self.helpers.insert("exactly");
        match self.lang {
            Lang::Cpp => format!("exactly<{length}>({array})"),
            Lang::Rust => format!("exactly::<{length}>(&{array})"),
            Lang::Python | Lang::Java => format!("exactly({array}, {length})"),
        }
    }

    fn length(&self, array: &str) -> Text {
        Text::atom(match self.lang {
            Lang::Cpp => format!("Int({array}.size())"),
            Lang::Rust => return Text(format!("{array}.len() as i64"), Tight::Product),
            Lang::Python => format!("len({array})"),
            Lang::Java => format!("{array}.size()"),
        })
    }

    /// A number as an index.
    pub fn index(&mut self, index: &Int) -> String {
        let text = self.int(index);
        match self.lang {
            Lang::Rust => match index.kind {
                IntKind::Const(_) => text.0,
                _ => format!("{} as usize", text.at(Tight::Sign)),
            },
            Lang::Java => match index.kind {
                IntKind::Const(_) => text.0,
                _ => format!("(int) {}", text.at(Tight::Atom)),
            },
            _ => text.0,
        }
    }

    pub fn array(&mut self, array: &Array) -> String {
        match array {
            Array::Var(var) => self.name(*var).to_owned(),
            Array::Row(var, index) => {
                let index = self.index(index);
                match self.lang {
                    Lang::Java => format!("{}.at({index})", self.name(*var)),
                    _ => format!("{}[{index}]", self.name(*var)),
                }
            }
        }
    }

    fn binary(&mut self, op: IntBinary, a: &Int, b: &Int) -> Text {
        let sure = is_natural(a, &self.natural) && is_natural(b, &self.natural);
        let (left, mut right) = (self.int(a), self.int(b));
        // The rest is from 0 to |b|-1; these languages give it the sign of b.
        if op == IntBinary::Rem
            && matches!(self.lang, Lang::Python | Lang::Java)
            && !is_natural(b, &self.natural)
        {
            let abs = if self.lang == Lang::Python { "abs" } else { "Math.abs" };
            right = Text::atom(format!("{abs}({})", right.0));
        }
        if matches!(op, IntBinary::Div | IntBinary::Rem) && self.lang != Lang::Python && !sure {
            let name = if op == IntBinary::Div { "floor_div" } else { "floor_mod" };
            if self.lang == Lang::Java {
                let name = if op == IntBinary::Div { "floorDiv" } else { "floorMod" };
                return Text::atom(format!("Math.{name}({}, {})", left.0, right.0));
            }
            self.helpers.insert(name);
            return Text::atom(format!("{name}({}, {})", left.0, right.0));
        }
        let (sign, tight) = match (op, self.lang) {
            (IntBinary::Div, Lang::Python) => ("//", Tight::Product),
            _ => symbol(op),
        };
        if tight == Tight::Bits {
            // One more of the same operator needs no parentheses.
            let same = matches!(op, IntBinary::And | IntBinary::Or | IntBinary::Xor)
                && matches!(&a.kind, IntKind::Binary(inner, ..) if *inner == op);
            let left = if same { left.0 } else { left.at(Tight::Sign) };
            // The 1 of a mask is as wide as the mask.
            let left = match (op, self.lang, &a.kind) {
                (IntBinary::Shl, Lang::Cpp, IntKind::Const(_)) => format!("Int({left})"),
                (IntBinary::Shl, Lang::Java, IntKind::Const(_)) if !left.ends_with('L') => {
                    format!("{left}L")
                }
                (IntBinary::Shl, Lang::Rust, IntKind::Const(_)) => format!("{left}_i64"),
                _ => left,
            };
            return Text(format!("{left} {sign} {}", right.at(Tight::Sign)), tight);
        }
        let higher = match tight {
            Tight::Sum => Tight::Product,
            _ => Tight::Sign,
        };
        Text(format!("{} {sign} {}", left.at(tight), right.at(higher)), tight)
    }

    fn call(&mut self, function: IntFn, args: &[Int]) -> Text {
        let mut texts: Vec<String> = args.iter().map(|arg| self.int(arg).0).collect();
        let (lang, name) = (self.lang, names(function));
        if matches!(function, IntFn::Min | IntFn::Max) && lang != Lang::Python {
            let mut whole = texts.remove(0);
            for text in &texts {
                whole = match lang {
                    Lang::Cpp => format!("std::{name}<Int>({whole}, {text})"),
                    // A method of a number without a type would not compile.
                    Lang::Rust if receives(&whole) => format!("{whole}.{name}({text})"),
                    Lang::Rust => format!("i64::{name}({whole}, {text})"),
                    _ => format!("Math.{name}({whole}, {text})"),
                };
            }
            return Text::atom(whole);
        }
        let text = match (function, lang) {
            (IntFn::Abs, Lang::Cpp) => format!("std::abs({})", texts[0]),
            (IntFn::Abs, Lang::Rust) => format!("i64::abs({})", texts[0]),
            (IntFn::Abs, Lang::Java) => format!("Math.abs({})", texts[0]),
            (IntFn::Gcd, Lang::Cpp) => format!("std::gcd({}, {})", texts[0], texts[1]),
            (IntFn::Popcount, Lang::Java) => format!("Long.bitCount({})", texts[0]),
            (IntFn::Popcount, Lang::Rust) => {
                return Text(format!("i64::from(i64::count_ones({}))", texts[0]), Tight::Atom);
            }
            _ => {
                if !(lang == Lang::Python
                    && matches!(function, IntFn::Min | IntFn::Max | IntFn::Abs))
                {
                    self.helpers.insert(name);
                }
                format!("{name}({})", texts.join(", "))
            }
        };
        Text::atom(text)
    }

    pub fn bool(&mut self, bool: &Bool) -> Text {
        let python = self.lang == Lang::Python;
        match bool {
            Bool::Const(value) => Text::atom(match (value, python) {
                (true, true) => "True",
                (false, true) => "False",
                (true, false) => "true",
                (false, false) => "false",
            }),
            Bool::Var(var) => {
                let name = self.name(*var).to_owned();
                Text::atom(name)
            }
            Bool::Not(a) => match &**a {
                Bool::Compare(comparison, a, b) => {
                    let turned = match comparison {
                        Comparison::Eq => Comparison::Ne,
                        Comparison::Ne => Comparison::Eq,
                        Comparison::Lt => Comparison::Ge,
                        Comparison::Ge => Comparison::Lt,
                        Comparison::Gt => Comparison::Le,
                        Comparison::Le => Comparison::Gt,
                    };
                    self.bool(&Bool::Compare(turned, a.clone(), b.clone()))
                }
                Bool::Not(a) => self.bool(a),
                a if python => Text(format!("not {}", self.bool(a).at(Tight::Not)), Tight::Not),
                a => Text(format!("!{}", self.bool(a).at(Tight::Sign)), Tight::Sign),
            },
            Bool::And(a, b) => {
                let sign = if python { "and" } else { "&&" };
                let (a, b) = (self.bool(a).at(Tight::And), self.bool(b).at(Tight::And));
                Text(format!("{a} {sign} {b}"), Tight::And)
            }
            Bool::Or(a, b) => {
                let sign = if python { "or" } else { "||" };
                let a = self.bool(a);
                let b = self.bool(b);
                // Compilers like to see parentheses around `and` beside `or`.
                let side = |text: Text| match text.1 {
                    Tight::And if !python => format!("({})", text.0),
                    _ => text.at(Tight::Or),
                };
                Text(format!("{} {sign} {}", side(a), side(b)), Tight::Or)
            }
            Bool::Compare(Comparison::Eq, a, b)
                if matches!((&a.kind, &b.kind), (IntKind::Value(family, _), IntKind::Const(0))
                    if self.lost.contains(family)) =>
            {
                self.int(a)
            }
            Bool::Compare(comparison, a, b) => {
                let sign = match comparison {
                    Comparison::Eq => "==",
                    Comparison::Ne => "!=",
                    Comparison::Lt => "<",
                    Comparison::Le => "<=",
                    Comparison::Gt => ">",
                    Comparison::Ge => ">=",
                };
                // `a as i64 < b` reads as the beginning of a type.
                let least = if self.lang == Lang::Rust { Tight::Sign } else { Tight::Sum };
                let left = self.int(a);
                let left = if self.lang == Lang::Rust && !left.0.contains(" as ") {
                    left.at(Tight::Sum)
                } else {
                    left.at(least)
                };
                let right = self.int(b).at(Tight::Sum);
                Text(format!("{left} {sign} {right}"), Tight::Compare)
            }
            Bool::Call(function, a) => {
                let name = match function {
                    BoolFn::IsPrime => "is_prime",
                    BoolFn::IsSquare => "is_square",
                };
                self.helpers.insert(name);
                let a = self.int(a).0;
                Text::atom(format!("{name}({a})"))
            }
        }
    }
}

/// Whether a text in Rust is a name, perhaps with methods called on it.
fn receives(text: &str) -> bool {
    let name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(name)
}

fn names(function: IntFn) -> &'static str {
    IntFn::ALL.iter().find(|(_, known)| *known == function).map_or("", |(name, _)| name)
}
