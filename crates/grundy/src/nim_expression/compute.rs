//! The value of a tree: nimbers, and ordinary integers where exponents and logarithms stand.

use super::Worth;
use super::explain::Explainer;
use super::tree::{Function, Kind, Tree};
use crate::context::{Context, Stop};
use crate::nat::{BitTest, DivRem, Int, Nat, UnsignedAbs};
use crate::nimber::Nimber;
use crate::syntax::{ReadError, Span};

/// The greatest number of bits of a nimber in an expression.
pub const MAX_BITS: usize = 1 << 20;
/// The greatest number of bits of an exponent.
const MAX_EXPONENT_BITS: usize = 4 << 20;

/// Computes, and keeps what was met.
pub struct Computer<'a> {
    text: &'a str,
    explain: bool,
    context: &'a Context<'a>,
    /// The greatest degree of a nimber that was met.
    field_bits: usize,
    explainer: Explainer,
}

type Result<T> = std::result::Result<T, ReadError>;

impl<'a> Computer<'a> {
    pub fn new(text: &'a str, explain: bool, context: &'a Context<'a>) -> Self {
        Self { text, explain, context, field_bits: 1, explainer: Explainer::default() }
    }

    pub fn field_bits(&self) -> usize {
        self.field_bits
    }

    /// The steps, the field first.
    pub fn steps(self) -> Vec<String> {
        self.explainer.steps(self.field_bits)
    }

    /// The value of a whole expression.
    pub fn worth(&mut self, tree: &Tree) -> Result<Worth> {
        match &tree.kind {
            Kind::Call(function, arguments) if function.is_integer() => {
                self.integer_call(*function, arguments, tree.span).map(Worth::Integer)
            }
            _ => self.nimber(tree).map(Worth::Nimber),
        }
    }

    fn source(&self, span: Span) -> &'a str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// An expression in an error: long ones are not repeated.
    fn shown(&self, span: Span) -> &'a str {
        let text = self.source(span);
        if text.chars().count() <= 40 { text } else { "this" }
    }

    fn met(&mut self, nimber: Nimber) -> Nimber {
        self.field_bits = self.field_bits.max(nimber.degree());
        nimber
    }

    fn tell(&mut self, tell: impl FnOnce(&mut Explainer)) {
        if self.explain {
            tell(&mut self.explainer);
        }
    }

    fn look(&self, span: Span) -> Result<()> {
        self.context
            .look("computing with nimbers", 0)
            .map_err(|stop| ReadError::stopped(&stop, span))
    }

    fn nimber(&mut self, tree: &Tree) -> Result<Nimber> {
        self.look(tree.span)?;
        let value = match &tree.kind {
            Kind::Number(number) if number.bit_len() > MAX_BITS => {
                return Err(ReadError::limit(
                    format!("this nimber has more than {MAX_BITS} bits"),
                    tree.span,
                )
                .help(format!("nimbers below 2^{MAX_BITS} are computed with")));
            }
            Kind::Number(number) => Nimber::from(number.clone()),
            Kind::Sum(terms) => self.sum(terms)?,
            Kind::Product(factors) => self.product(factors)?,
            Kind::Power(parts) => self.power(&parts.0, &parts.1)?,
            Kind::Call(function, arguments) => self.nimber_call(*function, arguments, tree.span)?,
        };
        Ok(self.met(value))
    }

    fn sum(&mut self, terms: &[(bool, Tree)]) -> Result<Nimber> {
        let terms = terms.iter().map(|(_, term)| self.nimber(term));
        let terms: Vec<Nimber> = terms.collect::<Result<_>>()?;
        let sum = terms.iter().fold(Nimber::ZERO, |sum, term| &sum + term);
        self.tell(|explainer| explainer.sum(&terms, &sum));
        Ok(sum)
    }

    fn product(&mut self, factors: &[(bool, Tree)]) -> Result<Nimber> {
        let mut product: Option<Nimber> = None;
        for (divides, tree) in factors {
            let mut factor = self.nimber(tree)?;
            if *divides {
                let inverse = self.inverse(&factor, tree.span)?;
                let dividend = product.clone().unwrap_or(Nimber::ONE);
                self.tell(|explainer| explainer.quotient(&dividend, &factor, &inverse));
                factor = self.met(inverse);
            }
            product = Some(match product {
                None => factor,
                Some(so_far) => {
                    self.look(tree.span)?;
                    let next = &so_far * &factor;
                    self.tell(|explainer| explainer.product(&so_far, &factor));
                    self.met(next)
                }
            });
        }
        Ok(product.unwrap_or(Nimber::ONE))
    }

    fn inverse(&self, nimber: &Nimber, span: Span) -> Result<Nimber> {
        nimber.inverse().ok_or_else(|| {
            let message = match self.source(span).trim() {
                "0" => "division by 0".to_owned(),
                _ => format!("division by 0: {} = 0", self.shown(span)),
            };
            ReadError::domain(message, span).help("every nimber but 0 has an inverse")
        })
    }

    fn power(&mut self, base_tree: &Tree, exponent: &Tree) -> Result<Nimber> {
        let base = self.nimber(base_tree)?;
        let exponent = self.integer(exponent)?;
        let mut positive = base.clone();
        if exponent < Int::ZERO {
            positive = self.inverse(&base, base_tree.span)?;
            self.tell(|explainer| explainer.inverse(&base, &positive));
            self.met(positive.clone());
        }
        let exponent = exponent.unsigned_abs();
        let power = positive
            .pow(&exponent, self.context)
            .map_err(|stop| ReadError::stopped(&stop, base_tree.span))?;
        self.tell(|explainer| explainer.power(&positive, &exponent, &power));
        Ok(power)
    }

    fn nimber_call(
        &mut self,
        function: Function,
        arguments: &[Tree],
        span: Span,
    ) -> Result<Nimber> {
        let stopped = |stop: Stop| ReadError::stopped(&stop, span);
        if function.is_integer() {
            let text = self.shown(span);
            return Err(ReadError::domain(
                format!("{text} is an ordinary integer, and a nimber is wanted here"),
                span,
            )
            .help("it may stand alone, or in an exponent, as in `2^order(2)`"));
        }
        let x = self.nimber(&arguments[0])?;
        Ok(match function {
            Function::Sqrt => {
                let root = x.sqrt();
                self.tell(|explainer| explainer.square_root(&x, &root));
                root
            }
            Function::Root => {
                let n = self.integer(&arguments[1])?;
                if n <= Int::ZERO {
                    return Err(ReadError::domain(
                        format!("there are no roots of degree {n}"),
                        arguments[1].span,
                    )
                    .help("expected a number 1, 2, 3, …"));
                }
                let n = n.unsigned_abs();
                let root = x.root(&n, self.context).map_err(stopped)?.ok_or_else(|| {
                    ReadError::domain(
                        format!("no finite nimber is a root of degree {n} of {x}"),
                        span,
                    )
                    .help("its own field has none, and then no greater one has")
                })?;
                self.tell(|explainer| explainer.root(&x, &n, &root));
                root
            }
            Function::Inverse => {
                let inverse = self.inverse(&x, arguments[0].span)?;
                self.tell(|explainer| explainer.inverse(&x, &inverse));
                inverse
            }
            Function::Trace => self.trace(&x),
            Function::Log | Function::Order | Function::Degree => unreachable!("told above"),
        })
    }

    fn trace(&mut self, x: &Nimber) -> Nimber {
        let trace = Nimber::from(Nat::from(u8::from(x.trace())));
        self.tell(|explainer| explainer.trace(x, &trace));
        trace
    }

    /// The value as an ordinary integer.
    fn integer(&mut self, tree: &Tree) -> Result<Int> {
        let span = tree.span;
        let value = match &tree.kind {
            Kind::Number(number) => Int::from(number.clone()),
            Kind::Sum(terms) => {
                let mut sum = Int::ZERO;
                for (minus, term) in terms {
                    let term = self.integer(term)?;
                    sum += if *minus { -term } else { term };
                }
                sum
            }
            Kind::Product(factors) => self.integer_product(factors)?,
            Kind::Power(parts) => {
                let (base, exponent) = (self.integer(&parts.0)?, self.integer(&parts.1)?);
                integer_power(&base, &exponent, span)?
            }
            Kind::Call(function, arguments) => self.integer_call(*function, arguments, span)?,
        };
        if value.clone().unsigned_abs().bit_len() > MAX_EXPONENT_BITS {
            return Err(too_long(span));
        }
        Ok(value)
    }

    fn integer_product(&mut self, factors: &[(bool, Tree)]) -> Result<Int> {
        let mut product = Int::ONE;
        for (divides, tree) in factors {
            let factor = self.integer(tree)?;
            if !divides {
                product *= factor;
                if product.clone().unsigned_abs().bit_len() > MAX_EXPONENT_BITS {
                    return Err(too_long(tree.span));
                }
                continue;
            }
            if factor == Int::ZERO {
                return Err(ReadError::domain("division by 0", tree.span)
                    .help("exponents are ordinary integers"));
            }
            let (quotient, rest) = product.clone().div_rem(&factor);
            if rest != Int::ZERO {
                return Err(ReadError::domain(
                    "this division of ordinary integers leaves a remainder",
                    tree.span,
                )
                .help("exponents are ordinary integers"));
            }
            product = quotient;
        }
        Ok(product)
    }

    fn integer_call(&mut self, function: Function, arguments: &[Tree], span: Span) -> Result<Int> {
        let stopped = |stop: Stop| ReadError::stopped(&stop, span);
        if !function.is_integer() && function != Function::Trace {
            let text = self.shown(span);
            return Err(ReadError::domain(
                format!("{text} is a nimber, and an ordinary integer is wanted here"),
                span,
            )
            .help("exponents, and the degrees of roots, are ordinary integers"));
        }
        let x = self.nimber(&arguments[0])?;
        let value = match function {
            Function::Trace => self.trace(&x).number().clone(),
            Function::Degree => Nat::from(x.degree()),
            Function::Order => {
                let order = x.order(self.context).map_err(stopped)?;
                let order = order.ok_or_else(|| {
                    ReadError::domain("0 has no order", arguments[0].span)
                        .help("no power of 0 is 1 but the one with exponent 0")
                })?;
                self.tell(|explainer| explainer.order(&x, &order));
                order
            }
            _ => {
                let (base, x) = (x, self.nimber(&arguments[1])?);
                let log = x.log(&base, self.context).map_err(stopped)?;
                let log = log.ok_or_else(|| {
                    let message = format!("{} is not a power of {}", x, base);
                    ReadError::domain(message, span).help(
                        "a logarithm is an ordinary exponent: `log(base, x) = e` if `base^e = x`",
                    )
                })?;
                self.tell(|explainer| explainer.logarithm(&base, &x, &log));
                log
            }
        };
        Ok(value.into())
    }
}

fn too_long(span: Span) -> ReadError {
    ReadError::limit(format!("this exponent has more than {MAX_EXPONENT_BITS} bits"), span)
        .help("exponents count modulo 2^d - 1, d the degree of the base")
}

/// base^exponent as an ordinary integer.
fn integer_power(base: &Int, exponent: &Int, span: Span) -> Result<Int> {
    let (size, minus) = (base.clone().unsigned_abs(), *base < Int::ZERO);
    if *exponent < Int::ZERO {
        return Err(ReadError::domain("this power is not an integer", span)
            .help("exponents are ordinary integers"));
    }
    let exponent = exponent.clone().unsigned_abs();
    let odd = exponent.bit(0);
    let power = if size <= Nat::ONE {
        if exponent.is_zero() { Nat::ONE } else { size }
    } else {
        let bits = u64::try_from(&exponent).unwrap_or(u64::MAX);
        let long = bits.saturating_mul(size.bit_len() as u64 - 1) > MAX_EXPONENT_BITS as u64;
        let exponent = usize::try_from(&exponent).ok().filter(|_| !long);
        size.pow(exponent.ok_or_else(|| too_long(span))?)
    };
    let power = Int::from(power);
    Ok(if minus && odd { -power } else { power })
}
