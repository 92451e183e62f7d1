//! Expressions in the three languages, with as few parentheses as make them safe to read.

use super::lang::{Lang::*, array_type};
use super::print::{Helper, Printer};
use crate::typed::{
    Array, ArrayKind, Bool, BoolFn, BoolKind, Comparison, Fold, Int, IntBinary, IntFn, IntKind,
    IntUnary,
};

/// How tightly an expression holds together. Bit operators hold less than arithmetic, as they do in
/// C++, and are put in parentheses in the other languages too: nobody has to know their rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Choice,
    Or,
    And,
    Not,
    Compare,
    Bits,
    Sum,
    Product,
    Prefix,
    Atom,
}

/// An expression as text.
#[derive(Clone, Debug)]
pub(super) struct Text {
    text: String,
    level: Level,
}

impl Text {
    pub fn new(text: impl Into<String>, level: Level) -> Self {
        Self { text: text.into(), level }
    }

    pub fn atom(text: impl Into<String>) -> Self {
        Self::new(text, Level::Atom)
    }

    /// As an operand that must hold together at least as tightly as this.
    pub fn at(self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text }
    }

    /// Whether it is a number written out.
    pub fn is_literal(&self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// As a whole.
    pub fn whole(self) -> String {
        self.text
    }
}

impl Printer<'_> {
    /// A constant.
    pub fn number(&self, value: i64) -> String {
        match (self.lang, value) {
            (Cpp, i64::MIN) => "INT64_MIN".into(),
            (Rust, i64::MIN) => "i64::MIN".into(),
            (Java, i64::MIN) => "Long.MIN_VALUE".into(),
            (Java, _) if i32::try_from(value).is_err() => format!("{value}L"),
            _ => value.to_string(),
        }
    }

    /// A constant where nothing else says that it has 64 bits.
    fn wide_number(&self, value: i64) -> String {
        match (self.lang, value) {
            (_, i64::MIN) | (Python, _) => self.number(value),
            (Cpp, _) => format!("Int({value})"),
            (Rust, _) => format!("{value}i64"),
            (Java, _) => format!("{value}L"),
        }
    }

    pub fn helper(&mut self, helper: Helper, args: &[String]) -> Text {
        self.helpers.insert(helper);
        Text::atom(format!("{}({})", helper.name(self.lang), args.join(", ")))
    }

    /// A number.
    pub fn int(&mut self, int: &Int) -> Text {
        match &int.kind {
            IntKind::Const(value) => {
                let level = if *value < 0 { Level::Prefix } else { Level::Atom };
                Text::new(self.number(*value), level)
            }
            IntKind::Var(slot) => Text::atom(self.names.of(*slot)),
            IntKind::Unary(op, a) => {
                let a = self.int(a).at(Level::Atom);
                let sign = match (op, self.lang) {
                    (IntUnary::Neg, _) => "-",
                    (IntUnary::Not, Rust) => "!",
                    (IntUnary::Not, _) => "~",
                };
                Text::new(format!("{sign}{a}"), Level::Prefix)
            }
            IntKind::Binary(op, a, b) => self.binary(*op, a, b),
            IntKind::Call(function, args) => self.call(*function, args),
            IntKind::If(condition, a, b) => {
                let wide = |int: &Int| matches!(int.kind, IntKind::Const(_));
                let first = match a.kind {
                    IntKind::Const(value) if wide(b) => Text::atom(self.wide_number(value)),
                    _ => self.int(a),
                };
                let second = self.int(b);
                self.choice(condition, first, second)
            }
            IntKind::Get(array, index) => self.element(array, index),
            IntKind::Lookup(table, row, index) => self.lookup(table, row.as_deref(), index),
            IntKind::RowLen(table, row) => self.row_len(table, row),
            IntKind::Told(told, input) => self.told(*told, input),
            IntKind::Fold(fold, array) => {
                let array = self.array(array);
                match (self.lang, fold) {
                    (Python, Fold::Sum) => Text::atom(format!("sum({})", array.whole())),
                    (Python, Fold::Min) => Text::atom(format!("min({})", array.whole())),
                    (Python, Fold::Max) => Text::atom(format!("max({})", array.whole())),
                    (_, Fold::Sum) => self.helper(Helper::Sum, &[array.whole()]),
                    (_, Fold::Min) => self.helper(Helper::Least, &[array.whole()]),
                    (_, Fold::Max) => self.helper(Helper::Greatest, &[array.whole()]),
                }
            }
        }
    }

    fn binary(&mut self, op: IntBinary, a: &Int, b: &Int) -> Text {
        use IntBinary::*;
        let plain = self.facts.not_negative(a) && self.facts.not_negative(b);
        let by_positive = self.facts.not_negative(b);
        let (sign, level) = match (op, self.lang) {
            (Add, _) => ("+", Level::Sum),
            (Sub, _) => ("-", Level::Sum),
            (Mul, _) => ("*", Level::Product),
            (Div, Python) => ("//", Level::Product),
            (Div, _) if plain => ("/", Level::Product),
            (Rem, Python) if by_positive => ("%", Level::Product),
            (Rem, _) if plain => ("%", Level::Product),
            (And, _) => ("&", Level::Bits),
            (Or, _) => ("|", Level::Bits),
            (Xor, _) => ("^", Level::Bits),
            (Shl, _) => ("<<", Level::Bits),
            (Shr, _) => (">>", Level::Bits),
            (Div, Rust) if by_positive => {
                let (a, b) = (self.wide(a), self.int(b).whole());
                return Text::atom(format!("{a}.div_euclid({b})"));
            }
            (Rem, Rust) => {
                let (a, b) = (self.wide(a), self.int(b).whole());
                let name = if by_positive { "rem_euclid" } else { "wrapping_rem_euclid" };
                return Text::atom(format!("{a}.{name}({b})"));
            }
            (Div, Java) => {
                let (a, b) = (self.int(a).whole(), self.int(b).whole());
                return Text::atom(format!("Math.floorDiv({a}, {b})"));
            }
            (Rem, Java) if by_positive => {
                let (a, b) = (self.int(a).whole(), self.int(b).whole());
                return Text::atom(format!("Math.floorMod({a}, {b})"));
            }
            (Div, _) => {
                let args = [self.int(a).whole(), self.int(b).whole()];
                return self.helper(Helper::FloorDiv, &args);
            }
            (Rem, _) => {
                let args = [self.int(a).whole(), self.int(b).whole()];
                return self.helper(Helper::FloorMod, &args);
            }
        };
        let left = match (&a.kind, op) {
            // The same bit operator again needs no parentheses.
            (IntKind::Binary(inner, ..), And | Or | Xor) if *inner == op => self.int(a).whole(),
            (IntKind::Const(value), Shl | Shr) => self.wide_number(*value),
            _ if level == Level::Bits => self.int(a).at(Level::Prefix),
            _ => self.int(a).at(level),
        };
        let right = self.int(b).at(match level {
            Level::Sum => Level::Product,
            _ => Level::Prefix,
        });
        Text::new(format!("{left} {sign} {right}"), level)
    }

    /// An operand that a Rust method is called of.
    fn wide(&mut self, int: &Int) -> String {
        match int.kind {
            IntKind::Const(value) if value >= 0 => self.wide_number(value),
            IntKind::Const(value) => format!("({})", self.wide_number(value)),
            _ => self.int(int).at(Level::Atom),
        }
    }

    fn call(&mut self, function: IntFn, args: &[Int]) -> Text {
        if function == IntFn::Bit {
            let m = match args[0].kind {
                IntKind::Const(value) => self.wide_number(value),
                _ => self.int(&args[0]).at(Level::Prefix),
            };
            let i = self.int(&args[1]).at(Level::Prefix);
            return Text::new(format!("({m} >> {i}) & 1"), Level::Bits);
        }
        let texts: Vec<String> = args.iter().map(|arg| self.int(arg).whole()).collect();
        let helper = match function {
            IntFn::Min | IntFn::Max => {
                let name = if function == IntFn::Min { "min" } else { "max" };
                return self.extreme(name, &texts, args);
            }
            IntFn::Abs => {
                return Text::atom(match self.lang {
                    Python => format!("abs({})", texts[0]),
                    Cpp => format!("std::abs({})", texts[0]),
                    Java => format!("Math.abs({})", texts[0]),
                    Rust => format!("{}.abs()", self.wide(&args[0])),
                });
            }
            IntFn::Gcd => Helper::Gcd,
            IntFn::Isqrt => Helper::Isqrt,
            IntFn::Popcount => Helper::Popcount,
            IntFn::Top => Helper::Top,
            IntFn::Low => Helper::Low,
            IntFn::Prev0 => Helper::Prev0,
            IntFn::Next0 | IntFn::Bit => Helper::Next0,
        };
        self.helper(helper, &texts)
    }

    fn extreme(&mut self, name: &'static str, texts: &[String], args: &[Int]) -> Text {
        if let [_] = texts {
            return self.int(&args[0]);
        }
        self.extremes.insert(name);
        Text::atom(match (self.lang, texts) {
            (Python, _) => format!("{name}({})", texts.join(", ")),
            (Cpp, [a, b]) => format!("std::{name}<Int>({a}, {b})"),
            (Cpp, _) => format!("std::{name}<Int>({{{}}})", texts.join(", ")),
            (Rust | Java, _) => {
                let name = if self.lang == Java { format!("Math.{name}") } else { name.to_owned() };
                let (last, rest) = texts.split_last().map_or(("", texts), |(l, r)| (&**l, r));
                rest.iter().rev().fold(last.to_owned(), |text, a| format!("{name}({a}, {text})"))
            }
        })
    }

    fn element(&mut self, array: &Array, index: &Int) -> Text {
        let text = self.array(array).at(Level::Atom);
        let at = self.int(index);
        Text::atom(match (self.lang, &index.kind) {
            (Cpp | Rust | Java, IntKind::Const(at)) => format!("{text}[{at}]"),
            (Cpp, _) => format!("{text}.at({})", at.whole()),
            (Rust, _) => format!("{text}[{} as usize]", at.at(Level::Prefix)),
            (Java, _) => format!("{text}[(int) {}]", at.at(Level::Atom)),
            (Python, _) if self.facts.not_negative(index) => format!("{text}[{}]", at.whole()),
            (Python, _) => return self.helper(Helper::At, &[text, at.whole()]),
        })
    }

    fn choice(&mut self, condition: &Bool, a: Text, b: Text) -> Text {
        let condition = self.bool(condition);
        let text = match self.lang {
            Python => {
                let (a, condition) = (a.at(Level::Or), condition.at(Level::Or));
                format!("{a} if {condition} else {}", b.at(Level::Choice))
            }
            Cpp | Java => {
                let (condition, a) = (condition.at(Level::Or), a.at(Level::Or));
                format!("{condition} ? {a} : {}", b.at(Level::Choice))
            }
            Rust => {
                format!("if {} {{ {} }} else {{ {} }}", condition.whole(), a.whole(), b.whole())
            }
        };
        Text::new(text, Level::Choice)
    }

    /// A condition.
    pub fn bool(&mut self, bool: &Bool) -> Text {
        match &bool.kind {
            BoolKind::Const(value) => Text::atom(match (self.lang, value) {
                (Python, true) => "True",
                (Python, false) => "False",
                (_, true) => "true",
                (_, false) => "false",
            }),
            BoolKind::Var(slot) => Text::atom(self.names.of(*slot)),
            BoolKind::Not(a) => self.not(a),
            BoolKind::And(a, b) => {
                let sign = if self.lang == Python { "and" } else { "&&" };
                let (a, b) = (self.bool(a).at(Level::And), self.bool(b).at(Level::And));
                Text::new(format!("{a} {sign} {b}"), Level::And)
            }
            BoolKind::Or(a, b) => {
                // Compilers of C++ warn of && in || without parentheses.
                let level = if self.lang == Cpp { Level::Not } else { Level::And };
                let sign = if self.lang == Python { "or" } else { "||" };
                let left = match a.kind {
                    BoolKind::Or(..) => self.bool(a).whole(),
                    _ => self.bool(a).at(level),
                };
                Text::new(format!("{left} {sign} {}", self.bool(b).at(level)), Level::Or)
            }
            BoolKind::Compare(first, rest) => self.comparison(first, rest),
            BoolKind::In(value, set) => {
                let name = self.set(set, true);
                let value = self.int(value);
                match self.lang {
                    Python => {
                        Text::new(format!("{} in {name}", value.at(Level::Sum)), Level::Compare)
                    }
                    Cpp => Text::atom(format!(
                        "std::binary_search({name}.begin(), {name}.end(), {})",
                        value.whole()
                    )),
                    Java => Text::new(
                        format!("Arrays.binarySearch({name}, {}) >= 0", value.whole()),
                        Level::Compare,
                    ),
                    Rust => Text::atom(format!(
                        "{name}.binary_search(&{}).is_ok()",
                        value.at(Level::Atom)
                    )),
                }
            }
            BoolKind::InInput(value, input) => self.in_input(value, input, false),
            BoolKind::Call(function, value) => {
                let value = self.int(value).whole();
                let helper = match function {
                    BoolFn::IsPrime => Helper::IsPrime,
                    BoolFn::IsSquare => {
                        self.helpers.insert(Helper::Isqrt);
                        Helper::IsSquare
                    }
                };
                self.helper(helper, &[value])
            }
            BoolKind::Same(a, b) => self.same_bools("==", a, b),
            BoolKind::SameArray(a, b) => self.same_arrays("==", a, b),
            BoolKind::If(condition, a, b) => {
                let (a, b) = (self.bool(a), self.bool(b));
                self.choice(condition, a, b)
            }
        }
    }

    fn not(&mut self, of: &Bool) -> Text {
        match &of.kind {
            BoolKind::Same(a, b) => return self.same_bools("!=", a, b),
            BoolKind::SameArray(a, b) => return self.same_arrays("!=", a, b),
            BoolKind::In(value, set) if self.lang == Python => {
                let name = self.set(set, true);
                let value = self.int(value).at(Level::Sum);
                return Text::new(format!("{value} not in {name}"), Level::Compare);
            }
            BoolKind::InInput(value, input) => return self.in_input(value, input, true),
            _ => {}
        }
        let of = self.bool(of);
        match self.lang {
            Python => Text::new(format!("not {}", of.at(Level::Not)), Level::Not),
            _ => Text::new(format!("!{}", of.at(Level::Atom)), Level::Prefix),
        }
    }

    fn same_bools(&mut self, sign: &str, a: &Bool, b: &Bool) -> Text {
        let (a, b) = (self.bool(a).at(Level::Atom), self.bool(b).at(Level::Atom));
        Text::new(format!("{a} {sign} {b}"), Level::Compare)
    }

    fn same_arrays(&mut self, sign: &str, a: &Array, b: &Array) -> Text {
        let (a, b) = (self.array(a).at(Level::Atom), self.array(b).at(Level::Atom));
        if self.lang == Java {
            let not = if sign == "==" { "" } else { "!" };
            return Text::new(format!("{not}Arrays.equals({a}, {b})"), Level::Prefix);
        }
        Text::new(format!("{a} {sign} {b}"), Level::Compare)
    }

    fn comparison(&mut self, first: &Int, rest: &[(Comparison, Int)]) -> Text {
        let sign = |op: &Comparison| match op {
            Comparison::Eq => "==",
            Comparison::Ne => "!=",
            Comparison::Lt => "<",
            Comparison::Le => "<=",
            Comparison::Gt => ">",
            Comparison::Ge => ">=",
        };
        let mark = self.names.enter();
        let mut left = self.int(first).at(Level::Sum);
        if self.lang == Python || rest.len() == 1 {
            for (op, right) in rest {
                left = format!("{left} {} {}", sign(op), self.int(right).at(Level::Sum));
            }
            return Text::new(left, Level::Compare);
        }
        // Numbers in the middle are written twice, so what is more than a name gets one.
        let mut parts: Vec<String> = Vec::new();
        let mut named = 0;
        for (i, (op, right)) in rest.iter().enumerate() {
            let text = self.int(right).at(Level::Sum);
            let simple = matches!(right.kind, IntKind::Const(_) | IntKind::Var(_));
            // In Java there is no place for it.
            if simple || i + 1 == rest.len() || self.lang == Java {
                parts.push(format!("{left} {} {text}", sign(op)));
                left = text;
                continue;
            }
            let name = self.names.ours("mid");
            let let_it = match self.lang {
                Rust => format!("{{ let {name}: i64 = {text}; {left} {} {name}", sign(op)),
                _ => format!("[&] {{ const Int {name} = {text}; return {left} {} {name}", sign(op)),
            };
            parts.push(let_it);
            named += 1;
            left = name;
        }
        self.names.leave(mark);
        let mut text = parts.join(" && ");
        for _ in 0..named {
            text.push_str(if self.lang == Rust { " }" } else { "; }()" });
        }
        match (named, self.lang) {
            (0, _) => Text::new(text, Level::And),
            // A block in the middle of an expression wants parentheses; so does a chain around it.
            _ => Text::new(text, Level::Choice),
        }
    }

    /// An array.
    pub fn array(&mut self, array: &Array) -> Text {
        match &array.kind {
            ArrayKind::Var(slot) => Text::atom(self.names.of(*slot)),
            ArrayKind::List(items) => {
                let texts = self.items(items).join(", ");
                Text::atom(match self.lang {
                    Python if items.len() == 1 => format!("({texts},)"),
                    Python => format!("({texts})"),
                    Cpp => format!("{}{{{texts}}}", array_type(Cpp, array.len)),
                    Rust => format!("[{texts}]"),
                    Java => format!("new long[] {{{texts}}}"),
                })
            }
            ArrayKind::Update(of, updates) => {
                let mut text = self.array(of).whole();
                for (index, value) in updates {
                    let (index, value) = (self.int(index).whole(), self.int(value).whole());
                    text = self.helper(Helper::Put, &[text, index, value]).whole();
                }
                Text::atom(text)
            }
            ArrayKind::Sort(of) => {
                let text = self.array(of).whole();
                match self.lang {
                    Python => Text::atom(format!("tuple(sorted({text}))")),
                    _ => self.helper(Helper::Sorted, &[text]),
                }
            }
            ArrayKind::If(condition, a, b) => {
                let (a, b) = (self.array(a), self.array(b));
                self.choice(condition, a, b)
            }
        }
    }

    /// The elements of a list.
    pub fn items(&mut self, items: &[Int]) -> Vec<String> {
        let constant = items.iter().all(|item| item.constant().is_some());
        let mut texts: Vec<String> = items.iter().map(|item| self.int(item).whole()).collect();
        if let (true, Rust, Some(first)) = (constant, self.lang, items[0].constant()) {
            texts[0] = self.wide_number(first);
        }
        texts
    }
}
