//! Formulas in plain ASCII.

use super::term::Term;

/// How tightly a formula holds together; a part that holds less tightly is put in parentheses.
const LOOSE: u8 = 0;
const CONDITION: u8 = 1;
const BITS: u8 = 2;
const SUM: u8 = 3;
const PRODUCT: u8 = 4;
const ATOM: u8 = 5;

impl Term {
    /// The formula in ASCII, with these names of the arguments; x1, x2, … where there are too few.
    pub fn formula(&self, names: &[&str]) -> String {
        text(self, names).0
    }
}

fn part(term: &Term, names: &[&str], least: u8) -> String {
    let (text, level) = text(term, names);
    if level < least { format!("({text})") } else { text }
}

fn list(values: &[i64]) -> String {
    const SHOWN: usize = 40;
    let mut words: Vec<String> = values.iter().take(SHOWN).map(i64::to_string).collect();
    if values.len() > SHOWN {
        words.push(format!("… {} in all", values.len()));
    }
    words.join(" ")
}

fn text(term: &Term, names: &[&str]) -> (String, u8) {
    let loose = |x: &Term| part(x, names, LOOSE);
    match term {
        Term::Argument(i) => match names.get(*i) {
            Some(name) => ((*name).into(), ATOM),
            None => (format!("x{}", i + 1), ATOM),
        },
        Term::Constant(c) if *c < 0 => (c.to_string(), SUM),
        Term::Constant(c) => (c.to_string(), ATOM),
        Term::Sum(a, b) => (format!("{} + {}", part(a, names, SUM), part(b, names, SUM)), SUM),
        Term::Difference(a, b) if **a == Term::Constant(0) => {
            (format!("-{}", part(b, names, PRODUCT)), SUM)
        }
        Term::Difference(a, b) => {
            (format!("{} - {}", part(a, names, SUM), part(b, names, PRODUCT)), SUM)
        }
        Term::Product(a, b) => {
            (format!("{}*{}", part(a, names, PRODUCT), part(b, names, ATOM)), PRODUCT)
        }
        Term::Quotient(a, q) => (format!("floor({}/{q})", part(a, names, PRODUCT)), ATOM),
        Term::Residue(a, m) => (format!("{} mod {m}", part(a, names, ATOM)), PRODUCT),
        Term::Xor(a, b) => {
            let side = |x: &Term| match x {
                Term::Xor(..) => part(x, names, BITS),
                x => part(x, names, ATOM),
            };
            (format!("{} xor {}", side(a), side(b)), BITS)
        }
        Term::Min(a, b) => (format!("min({}, {})", loose(a), loose(b)), ATOM),
        Term::Max(a, b) => (format!("max({}, {})", loose(a), loose(b)), ATOM),
        Term::Distance(a, b) => {
            (format!("|{} - {}|", part(a, names, SUM), part(b, names, PRODUCT)), ATOM)
        }
        Term::Gcd(a, b) => (format!("gcd({}, {})", loose(a), loose(b)), ATOM),
        Term::Feature(feature, a) => (feature.formula(&loose(a)), ATOM),
        Term::Beatty { slope, shift, x } => {
            let product = match (&**x, slope.p, slope.q, slope.r) {
                (_, 0, 1, 1) => format!("{}*{}", part(x, names, ATOM), slope.formula()),
                _ => format!("{}*{}", part(x, names, ATOM), slope.formula()),
            };
            let tail = match *shift {
                (0, 0) => String::new(),
                (s, 0) if s % slope.r == 0 => {
                    let s = s / slope.r;
                    format!(" {} {}", if s < 0 { "-" } else { "+" }, s.unsigned_abs())
                }
                (s, 0) => {
                    format!(" {} {}/{}", if s < 0 { "-" } else { "+" }, s.unsigned_abs(), slope.r)
                }
                (s, t) => {
                    format!(" + {}", super::quadratic::Quadratic { p: s, q: t, ..*slope }.formula())
                }
            };
            (format!("floor({product}{tail})"), ATOM)
        }
        Term::Equal(a, b) => {
            (format!("[{}]", condition(&Term::Equal(a.clone(), b.clone()), names)), ATOM)
        }
        Term::AtMost(..) | Term::And(..) | Term::Pairs { .. } => {
            (format!("[{}]", condition(term, names)), ATOM)
        }
        Term::Not(a) => match &**a {
            Term::Equal(..) | Term::AtMost(..) | Term::And(..) | Term::Pairs { .. } => {
                (format!("[{}]", condition(term, names)), ATOM)
            }
            a => (format!("1 - {}", part(a, names, PRODUCT)), SUM),
        },
        Term::Cases(a, terms) => {
            let m = terms.len();
            let of = part(a, names, ATOM);
            let cases: Vec<String> = terms
                .iter()
                .enumerate()
                .map(|(r, t)| format!("{} if {of} mod {m} = {r}", loose(t)))
                .collect();
            (cases.join("; "), LOOSE)
        }
        Term::List { first, entries, x } => {
            (format!("entry {} of ({}), counted from {first}", loose(x), list(entries)), LOOSE)
        }
        Term::Beginning { first, entries, x, rest } => {
            let end = first.saturating_add(entries.len() as i64);
            let x = loose(x);
            (format!("{} for {x} >= {end}, before that {}", loose(rest), list(entries)), LOOSE)
        }
        Term::Periodic { first, pattern, saltus, x } => {
            let p = pattern.len();
            let index = part(&(**x).clone().plus(first.saturating_neg()), names, ATOM);
            let base = match p {
                1 if *saltus != 0 => {
                    return text(
                        &(**x).clone().plus(first.saturating_neg()).affine(*saltus, pattern[0]),
                        names,
                    );
                }
                1 => return text(&Term::Constant(pattern[0]), names),
                _ => format!("({})[{index} mod {p}]", list(pattern)),
            };
            match *saltus {
                0 => (base, ATOM),
                1 => (format!("{base} + floor({index}/{p})"), SUM),
                s => (format!("{base} + {s}*floor({index}/{p})"), SUM),
            }
        }
        Term::Recurrent { coefficients, constant, first, values, x } => {
            let mut sum = String::new();
            for (i, &c) in coefficients.iter().enumerate().filter(|&(_, &c)| c != 0) {
                let sign = match (sum.is_empty(), c < 0) {
                    (true, false) => "",
                    (true, true) => "-",
                    (false, false) => " + ",
                    (false, true) => " - ",
                };
                let factor = if c.unsigned_abs() == 1 {
                    String::new()
                } else {
                    format!("{}*", c.unsigned_abs())
                };
                sum.push_str(&format!("{sign}{factor}u(k-{})", i + 1));
            }
            if *constant != 0 || sum.is_empty() {
                let sign = match (sum.is_empty(), *constant < 0) {
                    (true, _) => "",
                    (false, true) => " - ",
                    (false, false) => " + ",
                };
                sum.push_str(&format!("{sign}{}", constant.unsigned_abs()));
            }
            let start = list(&values[..coefficients.len().min(values.len())]);
            let x = loose(x);
            (format!("u({x}), u(k) = {sum}, from u({first}) on: {start}"), LOOSE)
        }
        Term::Automatic(automaton, a) => (
            format!(
                "the output of an automaton with {} states at {} in base {}",
                automaton.states(),
                loose(a),
                automaton.base()
            ),
            LOOSE,
        ),
        Term::Regular(representation, a) => {
            (format!("g({}), {}", loose(a), representation.formula()), LOOSE)
        }
    }
}

/// A term with the values 0 and 1 as a condition: "a = b".
pub(super) fn condition(term: &Term, names: &[&str]) -> String {
    let side = |x: &Term| part(x, names, BITS);
    match term {
        Term::Equal(a, b) => format!("{} = {}", side(a), side(b)),
        Term::AtMost(a, b) => format!("{} <= {}", side(a), side(b)),
        Term::And(a, b) => format!("{} and {}", condition(a, names), condition(b, names)),
        Term::Not(a) => match &**a {
            Term::Equal(a, b) => format!("{} != {}", side(a), side(b)),
            Term::AtMost(a, b) => format!("{} > {}", side(a), side(b)),
            Term::Feature(feature, x) if feature.is_set() => {
                let set = feature.formula(&part(x, names, CONDITION));
                set.trim_matches(['[', ']']).replacen(" is ", " is not ", 1)
            }
            a => format!("not {}", condition(a, names)),
        },
        Term::Feature(feature, x) if feature.is_set() => {
            feature.formula(&part(x, names, CONDITION)).trim_matches(['[', ']']).into()
        }
        Term::Pairs { step, x, y, .. } => {
            let (x, y) = (part(x, names, LOOSE), part(y, names, LOOSE));
            let step = part(step, &["k"], LOOSE);
            format!(
                "{{{x}, {y}}} = {{a_k, b_k}}, a_k = mex(a_i, b_i: i < k), b_k = a_k + {step}, \
                 k = 0, 1, 2, …"
            )
        }
        Term::Beginning { first, entries, x, rest } => {
            let end = first.saturating_add(entries.len() as i64);
            let ones: Vec<String> = entries
                .iter()
                .enumerate()
                .filter(|&(_, &v)| v == 1)
                .map(|(i, _)| (first + i as i64).to_string())
                .collect();
            let x = part(x, names, LOOSE);
            let before = if ones.is_empty() { "none".into() } else { ones.join(", ") };
            format!("{} where {x} >= {end}; of the smaller ones: {before}", condition(rest, names))
        }
        Term::Constant(1) => "always".into(),
        Term::Constant(0) => "never".into(),
        Term::Periodic { first, pattern, saltus: 0, x } if pattern.len() > 1 => {
            let p = pattern.len() as i64;
            let mut ones: Vec<i64> = (0..)
                .zip(pattern.iter())
                .filter(|&(_, &v)| v == 1)
                .map(|(i, _)| (first + i).rem_euclid(p))
                .collect();
            ones.sort_unstable();
            let x = part(x, names, ATOM);
            match ones[..] {
                [r] => format!("{x} mod {p} = {r}"),
                _ => {
                    let ones: Vec<String> = ones.iter().map(i64::to_string).collect();
                    format!("{x} mod {p} is one of {}", ones.join(", "))
                }
            }
        }
        term => format!("{} = 1", part(term, names, BITS)),
    }
}
