//! The steps of a computation, as at a blackboard.

use crate::context::Context;
use crate::nat::{BitTest, Nat, gcd, to_u64};
use crate::nimber::{Nimber, nim_mul};
use std::collections::BTreeSet;

/// Products of numbers below this are split in full.
const SPLIT_BELOW: u64 = 1 << 16;
/// At most so many steps are told.
const MAX_STEPS: usize = 60;

/// Steps told so far.
#[derive(Default)]
pub struct Explainer {
    steps: Vec<String>,
    /// The products that were told.
    products: BTreeSet<(u64, u64)>,
}

/// A number; of a long one the ends.
fn short(n: &Nat) -> String {
    let text = n.to_string();
    match text.len() {
        0..=40 => text,
        len => format!("{}…{}", &text[..10], &text[len - 10..]),
    }
}

fn of(n: &Nimber) -> String {
    short(n.number())
}

/// A number below 2^16.
fn small(n: &Nimber) -> Option<u64> {
    to_u64(n.number()).filter(|&n| n < SPLIT_BELOW)
}

/// A number by its halves, each a sum: ` = (a + b)*F + c + d`.
fn of_halves(high: &[String], low: &[String]) -> String {
    let high = match high {
        [one] => one.clone(),
        several => format!("({})", several.join(" + ")),
    };
    format!(" = {high}*F + {}", low.join(" + "))
}

impl Explainer {
    /// All steps, below the field.
    pub fn steps(mut self, field_bits: usize) -> Vec<String> {
        if self.steps.len() > MAX_STEPS {
            let more = self.steps.len() - MAX_STEPS;
            self.steps.truncate(MAX_STEPS);
            self.steps.push(format!("and {more} more steps"));
        }
        let field = format!(
            "the nimbers below 2^{field_bits} are a field, the least one with all numbers here"
        );
        self.steps.insert(0, field);
        self.steps
    }

    pub fn sum(&mut self, terms: &[Nimber], sum: &Nimber) {
        if terms.len() < 2 {
            return;
        }
        let text = |join: &str, of: &dyn Fn(&Nimber) -> String| {
            terms.iter().map(of).collect::<Vec<_>>().join(join)
        };
        let mut step = format!("{} = {}", text(" + ", &of), of(sum));
        let width = terms.iter().map(|term| term.number().bit_len()).max().unwrap_or(0);
        if width <= 16 && terms.len() <= 8 {
            let binary = |n: &Nimber| format!("{:0>width$b}", small(n).unwrap_or(0));
            step.push_str(&format!(": {} = {}", text(" xor ", &binary), binary(sum)));
        }
        self.steps.push(step);
    }

    /// The product, split at Fermat powers if it is small.
    pub fn product(&mut self, a: &Nimber, b: &Nimber) {
        match (small(a), small(b)) {
            (Some(a), Some(b)) => self.split(a, b),
            _ => self.steps.push(format!("{}*{} = {}", of(a), of(b), of(&(a * b)))),
        }
    }

    /// Tells a product, and before it the products that it needs.
    fn split(&mut self, a: u64, b: u64) {
        if a <= 1 || b <= 1 || !self.products.insert((a.min(b), a.max(b))) {
            return;
        }
        let bits = (a | b).ilog2() + 1;
        let half = bits.next_power_of_two() / 2;
        let fermat = 1u64 << half;
        let cut = |n: u64| (n >> half, n & (fermat - 1));
        let ((a1, a0), (b1, b0)) = (cut(a), cut(b));
        let (head, product) = (format!("{a}*{b}"), nim_mul(a, b));
        let part = |n: u64| match cut(n) {
            (0, low) => low.to_string(),
            (1, 0) => "F".to_owned(),
            (1, low) => format!("(F + {low})"),
            (high, 0) => format!("{high}*F"),
            (high, low) => format!("({high}*F + {low})"),
        };
        let split = format!("{head} = {}*{}", part(a), part(b));
        if a1 == 0 || b1 == 0 {
            // F times a smaller number is the ordinary product.
            let (other, high, low) = if a1 == 0 { (a, b1, b0) } else { (b, a1, a0) };
            self.split(high, other);
            self.split(low, other);
            let (high_part, low_part) = (nim_mul(high, other), nim_mul(low, other));
            let mut step = format!("F = {fermat}: {split} = ({high}*{other})*F");
            if low > 0 {
                step.push_str(&format!(" + {low}*{other}"));
            }
            step.push_str(&format!(" = {high_part}*F"));
            if low > 0 {
                step.push_str(&format!(" + {low_part}"));
            }
            self.steps.push(format!("{step} = {product}"));
            return;
        }
        // (a1 F + a0) (b1 F + b0) with F*F = F + F/2.
        for (x, y) in [(a1, b1), (a1, b0), (a0, b1), (a0, b0)] {
            self.split(x, y);
        }
        let g = fermat / 2;
        let high = nim_mul(a1, b1);
        self.split(high, g);
        // Products with 0 are left out.
        let there = |pairs: &[(u64, u64)]| -> Vec<(u64, u64)> {
            pairs.iter().copied().filter(|&(x, y)| x > 0 && y > 0).collect()
        };
        let (upper, lower) = (there(&[(a1, b1), (a1, b0), (a0, b1)]), there(&[(a0, b0)]));
        let formulas =
            |pairs: &[(u64, u64)]| pairs.iter().map(|(x, y)| format!("{x}*{y}")).collect();
        let values = |pairs: &[(u64, u64)]| -> Vec<u64> {
            pairs.iter().map(|&(x, y)| nim_mul(x, y)).collect()
        };
        let (high_values, mut low_values) = (values(&upper), vec![nim_mul(high, g)]);
        low_values.extend(values(&lower));
        let mut low_formulas = vec![format!("{a1}*{b1}*{g}")];
        low_formulas.extend::<Vec<String>>(formulas(&lower));
        let sum = |values: &[u64]| values.iter().fold(0, |sum, value| sum ^ value);
        let texts = |values: &[u64]| values.iter().map(u64::to_string).collect::<Vec<_>>();
        let mut step = format!("F = {fermat}, F*F = F + {g}: {split}");
        step.push_str(&of_halves(&formulas(&upper), &low_formulas));
        step.push_str(&of_halves(&texts(&high_values), &texts(&low_values)));
        if high_values.len() + low_values.len() > 2 {
            let high = texts(&[sum(&high_values)]);
            step.push_str(&of_halves(&high, &texts(&[sum(&low_values)])));
        }
        self.steps.push(format!("{step} = {product}"));
    }

    pub fn inverse(&mut self, x: &Nimber, inverse: &Nimber) {
        self.steps.push(format!("{}^-1 = {}: their product is 1", of(x), of(inverse)));
    }

    pub fn quotient(&mut self, dividend: &Nimber, divisor: &Nimber, inverse: &Nimber) {
        let (a, b, c) = (of(dividend), of(divisor), of(inverse));
        self.steps.push(format!("{a}/{b} = {a}*{c}: the product of {b} and {c} is 1"));
    }

    pub fn power(&mut self, base: &Nimber, exponent: &Nat, power: &Nimber) {
        let (x, value) = (of(base), of(power));
        let degree = base.degree();
        let trivial = *base == Nimber::ZERO || *base == Nimber::ONE;
        let mut exponent = exponent.clone();
        if !trivial && exponent.bit_len() > degree {
            let group = (Nat::ONE << degree) - Nat::ONE;
            let rest = &exponent % &group;
            self.steps.push(format!(
                "{x}^{} = {x}^{}: exponents of {x} count modulo 2^{degree} - 1",
                short(&exponent),
                short(&rest)
            ));
            exponent = rest;
        }
        if exponent.is_one() {
            return;
        }
        let head = format!("{x}^{} = {value}", short(&exponent));
        let bits = exponent.bit_len();
        if trivial || !(2..=16).contains(&bits) || degree > 128 {
            return self.steps.push(head);
        }
        // The squares, and which of them are multiplied.
        let mut square = base.clone();
        let (mut squares, mut factors) = (Vec::new(), Vec::new());
        for bit in 0..bits {
            if bit > 0 {
                square = square.square();
                squares.push(format!("{x}^{} = {square}", 1u64 << bit));
            }
            if exponent.bit(bit) {
                factors.push(square.to_string());
            }
        }
        let product = if factors.len() > 1 {
            format!("; {x}^{exponent} = {} = {value}", factors.join("*"))
        } else {
            String::new()
        };
        self.steps.push(format!("{}{product}", squares.join(", ")));
    }

    pub fn square_root(&mut self, x: &Nimber, root: &Nimber) {
        let (x, root) = (of(x), of(root));
        self.steps.push(format!("sqrt({x}) = {root}: it is the one nimber whose square is {x}"));
    }

    pub fn root(&mut self, x: &Nimber, n: &Nat, root: &Nimber) {
        let (text, degree) = (of(x), x.degree());
        let step = if *x == Nimber::ZERO {
            format!("root({text}, {n}) = 0: it is the only root")
        } else {
            let count = gcd(n, &((Nat::ONE << degree) - Nat::ONE));
            format!(
                "root({text}, {n}) = {}: the field of the nimbers below 2^{degree} has {} = gcd({n}, \
                 2^{degree} - 1) roots, and this is the least",
                of(root),
                short(&count)
            )
        };
        self.steps.push(step);
    }

    pub fn trace(&mut self, x: &Nimber, trace: &Nimber) {
        self.steps.push(format!(
            "trace({}) = {trace}: the highest bit of the {} bits of its field",
            of(x),
            x.degree()
        ));
    }

    pub fn order(&mut self, x: &Nimber, order: &Nat) {
        let text = of(x);
        let primes = primes_of(x, order);
        let step = format!("order({text}) = {}: {text}^{} = 1", short(order), short(order));
        self.steps.push(if primes.is_empty() {
            step
        } else {
            format!(
                "{step}, and {} = {}, of which no factor can be left out",
                short(order),
                primes.join("*")
            )
        });
    }

    pub fn logarithm(&mut self, base: &Nimber, x: &Nimber, log: &Nat) {
        let (b, x) = (of(base), of(x));
        let mut step = format!("log({b}, {x}) = {}: {b}^{} = {x}", short(log), short(log));
        let order = base.order(&Context::default()).ok().flatten();
        if let Some(order) = order.filter(|order| *order > Nat::ONE) {
            let residues: Vec<String> = primes_of(base, &order)
                .iter()
                .map(|prime| {
                    let prime: Nat = prime.parse().expect("printed as a number");
                    format!("{} mod {prime}", log % &prime)
                })
                .collect();
            if residues.len() > 1 {
                step.push_str(&format!(", found as {}", residues.join(", ")));
            }
        }
        self.steps.push(step);
    }
}

/// The prime factors of the order of a nimber.
fn primes_of(x: &Nimber, order: &Nat) -> Vec<String> {
    let primes = crate::nimber::group_primes(x.degree()).unwrap_or_default();
    primes.iter().filter(|prime| order % *prime == Nat::ZERO).map(Nat::to_string).collect()
}
