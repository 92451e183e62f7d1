//! Operators and functions of the language, by name; [`number`](crate::number) says what they do.

/// The greatest number of coordinates of a family, and the greatest length of an array.
pub const MAX_WIDTH: usize = 64;

/// Prefix operators on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntUnary {
    /// `-a`
    Neg,
    /// `~a`
    Not,
}

/// Operators between numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntBinary {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`, rounded down
    Div,
    /// `a % b`, from 0 to abs(b) - 1
    Rem,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`, exclusive or
    Xor,
    /// `a << b`
    Shl,
    /// `a >> b`, which keeps the sign
    Shr,
}

/// Functions that give a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntFn {
    /// `min(a, …)`
    Min,
    /// `max(a, …)`
    Max,
    /// `abs(a)`
    Abs,
    /// `gcd(a, b)`
    Gcd,
    /// `isqrt(a)`
    Isqrt,
    /// `popcount(m)`
    Popcount,
    /// `top(m)`
    Top,
    /// `low(m)`
    Low,
    /// `prev0(m, i)`
    Prev0,
    /// `next0(m, i)`
    Next0,
    /// `bit(m, i)`
    Bit,
}

/// Functions that give a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoolFn {
    /// `is_prime(n)`
    IsPrime,
    /// `is_square(n)`
    IsSquare,
}

/// What becomes of all elements of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fold {
    /// `sum(x)`
    Sum,
    /// `min(x)`
    Min,
    /// `max(x)`
    Max,
}

/// Comparisons of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl IntFn {
    /// Every function with its name.
    pub const ALL: [(&'static str, Self); 11] = [
        ("min", Self::Min),
        ("max", Self::Max),
        ("abs", Self::Abs),
        ("gcd", Self::Gcd),
        ("isqrt", Self::Isqrt),
        ("popcount", Self::Popcount),
        ("top", Self::Top),
        ("low", Self::Low),
        ("prev0", Self::Prev0),
        ("next0", Self::Next0),
        ("bit", Self::Bit),
    ];

    /// The least and the greatest number of arguments.
    pub const fn arity(self) -> (usize, usize) {
        match self {
            Self::Min | Self::Max => (1, MAX_WIDTH),
            Self::Abs | Self::Isqrt | Self::Popcount | Self::Top | Self::Low => (1, 1),
            Self::Gcd | Self::Prev0 | Self::Next0 | Self::Bit => (2, 2),
        }
    }
}

impl BoolFn {
    /// Every function with its name.
    pub const ALL: [(&'static str, Self); 2] =
        [("is_prime", Self::IsPrime), ("is_square", Self::IsSquare)];
}

/// What is wrong with 10^exponent, which is an exclusive or, and what to write for the power.
pub fn not_a_power(exponent: i64) -> (String, String) {
    let wrong = format!("^ is exclusive or, not power: 10^{exponent} is {}", 10 ^ exponent);
    let power = u32::try_from(exponent).ok().and_then(|exponent| 10i64.checked_pow(exponent));
    (wrong, power.map_or("numbers are less than 2^63".to_owned(), |power| format!("write {power}")))
}
