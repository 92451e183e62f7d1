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

/// What stands before a division bar; a remainder is read as the remainder by a quotient there.
fn divided(term: &Term, names: &[&str]) -> String {
    let remainder = matches!(term, Term::Residue(..) | Term::ResidueBy(..));
    part(term, names, if remainder { ATOM } else { PRODUCT })
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
        Term::Sum(a, b) if matches!(**b, Term::Constant(c) if c < 0) => {
            let Term::Constant(c) = **b else { unreachable!("it is matched above") };
            (format!("{} - {}", part(a, names, SUM), c.unsigned_abs()), SUM)
        }
        Term::Sum(a, b) => (format!("{} + {}", part(a, names, SUM), part(b, names, SUM)), SUM),
        Term::Difference(a, b) if **a == Term::Constant(0) => {
            (format!("-{}", part(b, names, ATOM)), SUM)
        }
        Term::Difference(a, b) => {
            (format!("{} - {}", part(a, names, SUM), part(b, names, PRODUCT)), SUM)
        }
        Term::Product(a, b) => {
            (format!("{}*{}", part(a, names, PRODUCT), part(b, names, ATOM)), PRODUCT)
        }
        Term::Quotient(a, q) => (format!("floor({}/{q})", divided(a, names)), ATOM),
        Term::Residue(a, m) => (format!("{} mod {m}", part(a, names, ATOM)), PRODUCT),
        Term::QuotientBy(a, b) => {
            (format!("floor({}/{})", divided(a, names), part(b, names, ATOM)), ATOM)
        }
        Term::ResidueBy(a, b) => {
            (format!("{} mod {}", part(a, names, ATOM), part(b, names, ATOM)), PRODUCT)
        }
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
            let lines = terms.iter().map(&loose);
            (by_residue(&part(a, names, ATOM), lines), LOOSE)
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
            periodic(*first, pattern, *saltus, x, names)
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

/// "line if x mod m = r, s; …" of the lines for the residues 0, 1, …: equal ones together.
fn by_residue(x: &str, lines: impl ExactSizeIterator<Item = String>) -> String {
    let m = lines.len();
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for (residue, line) in lines.enumerate() {
        match told.iter_mut().find(|told| told.0 == line) {
            Some((_, residues)) => residues.push(residue.to_string()),
            None => told.push((line, vec![residue.to_string()])),
        }
    }
    let told = told.into_iter();
    let told =
        told.map(|(line, residues)| format!("{line} if {x} mod {m} = {}", residues.join(", ")));
    told.collect::<Vec<_>>().join("; ")
}

/// Entry (x - first) mod p of a pattern of p entries, and saltus more with every period.
fn periodic(first: i64, pattern: &[i64], saltus: i64, x: &Term, names: &[&str]) -> (String, u8) {
    let p = pattern.len() as i64;
    // What stands at the residue r, where the saltus is counted from 0 on.
    let at = |r: i64| {
        let steps = r - first.rem_euclid(p);
        let before = first.div_euclid(p) + i64::from(steps < 0);
        let entry = pattern[steps.rem_euclid(p) as usize];
        saltus.checked_mul(before).and_then(|all| entry.checked_sub(all))
    };
    let entries: Option<Vec<i64>> = (0..p).map(at).collect();
    let Some(entries) = entries else {
        // The numbers are too large to be moved: as they are given.
        let index = part(&x.clone().plus(first.saturating_neg()), names, ATOM);
        return (
            format!("({})[{index} mod {p}] + {saltus}*floor({index}/{p})", list(pattern)),
            SUM,
        );
    };
    if let [entry] = entries[..] {
        let line =
            if saltus == 0 { Term::Constant(entry) } else { x.clone().affine(saltus, entry) };
        return text(&line, names);
    }
    let residue = part(x, names, ATOM);
    let table = format!("({})[{residue} mod {p}]", list(&entries));
    if saltus == 0 {
        return (table, ATOM);
    }
    if saltus % p != 0 {
        let factor = if saltus == 1 { String::new() } else { format!("{saltus}*") };
        return (format!("{table} + {factor}floor({}/{p})", part(x, names, PRODUCT)), SUM);
    }
    let slope = saltus / p;
    let shifts: Vec<i64> = (0..)
        .zip(&entries)
        .map(|(r, &entry)| entry.saturating_sub(slope.saturating_mul(r)))
        .collect();
    /// A table is shorter where there are more lines.
    const MAX_LINES: usize = 8;
    if shifts.iter().collect::<std::collections::BTreeSet<_>>().len() > MAX_LINES {
        return (format!("{table} + {saltus}*floor({}/{p})", part(x, names, PRODUCT)), SUM);
    }
    let lines = shifts.iter().map(|&shift| text(&x.clone().affine(slope, shift), names).0);
    (by_residue(&residue, lines), LOOSE)
}

/// Whether a term is known to be a natural number, for natural arguments.
fn natural(term: &Term) -> bool {
    matches!(
        term,
        Term::Argument(_)
            | Term::Residue(..)
            | Term::ResidueBy(..)
            | Term::Feature(..)
            | Term::Xor(..)
    )
}

/// A term with the values 0 and 1 as a condition: "a = b".
pub(crate) fn condition(term: &Term, names: &[&str]) -> String {
    let side = |x: &Term| part(x, names, BITS);
    match term {
        Term::Equal(a, b) => match &**b {
            // Natural numbers are opposite only where both are 0.
            Term::Difference(zero, b)
                if **zero == Term::Constant(0) && natural(a) && natural(b) =>
            {
                format!("{} = 0 and {} = 0", side(a), side(b))
            }
            b => format!("{} = {}", side(a), side(b)),
        },
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
        Term::Beginning { first, entries, x, rest } if **rest == Term::Constant(0) => {
            let ones = (*first..).zip(entries.iter()).filter(|&(_, &v)| v == 1);
            let ones: Vec<String> = ones.map(|(n, _)| n.to_string()).collect();
            let x = part(x, names, CONDITION);
            match &ones[..] {
                [] => "never".into(),
                [n] => format!("{x} = {n}"),
                _ => format!("{x} is one of {}", ones.join(", ")),
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The value that `(…)[n mod p]`, `(…)[n mod p] + s*floor(n/p)` or `line if n mod p = …; …` tells.
    fn told(formula: &str, n: i64) -> i64 {
        let line = |text: &str| match text.split_once(['+', '-']) {
            _ if text == "n" => n,
            None => text
                .strip_suffix("*n")
                .map_or_else(|| text.parse().unwrap(), |c| n * c.parse::<i64>().unwrap()),
            Some((head, shift)) => {
                let slope = head.trim().strip_suffix("*n").map_or(1, |c| c.parse().unwrap());
                let shift: i64 = shift.trim().parse().unwrap();
                n * slope + if text.contains('-') { -shift } else { shift }
            }
        };
        let Some(rest) = formula.strip_prefix('(') else {
            let lines = formula.split("; ").map(|line| line.split_once(" if n mod ").unwrap());
            let mut lines = lines.filter_map(|(text, residues)| {
                let (p, residues) = residues.split_once(" = ").unwrap();
                let here = n.rem_euclid(p.parse().unwrap()).to_string();
                residues.split(", ").any(|r| r == here).then(|| line(text))
            });
            let found = lines.next().unwrap();
            assert_eq!(lines.next(), None);
            return found;
        };
        let (entries, rest) = rest.split_once(")[n mod ").unwrap();
        let entries: Vec<i64> = entries.split(' ').map(|entry| entry.parse().unwrap()).collect();
        let p = entries.len() as i64;
        let (period, more) = rest.split_once(']').unwrap();
        assert_eq!(period, p.to_string());
        let saltus = more.strip_prefix(" + ").map_or(0, |more| {
            let factor = more.strip_suffix(&format!("floor(n/{p})")).unwrap();
            factor.strip_suffix('*').map_or(1, |factor| factor.parse().unwrap())
        });
        entries[n.rem_euclid(p) as usize] + saltus * n.div_euclid(p)
    }

    #[test]
    fn repeating_values_are_printed_as_they_are() {
        for first in -3..6 {
            for pattern in [&[0, 1][..], &[4, 2, 9], &[1, 2, 4, 3], &[0, 3, 1, 5, 2]] {
                for saltus in [0, 1, 4, 6, 10] {
                    let p = pattern.len() as i64;
                    let x = Term::Argument(0).into();
                    let term = Term::Periodic { first, pattern: pattern.into(), saltus, x };
                    let formula = term.formula(&["n"]);
                    for n in first..first + 4 * p {
                        let (turn, at) = ((n - first) / p, (n - first) % p);
                        let value = pattern[at as usize] + saltus * turn;
                        assert_eq!(told(&formula, n), value, "{formula} at {n}");
                    }
                }
            }
        }
        let x = Term::Argument(0).into();
        let lasker = Term::Periodic { first: 1, pattern: [1, 2, 4, 3].into(), saltus: 4, x };
        let lines = "n - 1 if n mod 4 = 0; n if n mod 4 = 1, 2; n + 1 if n mod 4 = 3";
        assert_eq!(lasker.formula(&["n"]), lines);
    }
}
