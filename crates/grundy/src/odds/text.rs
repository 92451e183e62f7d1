//! The answer as text and as JSON.

use super::count::Term;
use super::{Chance, Decimal, MAX_DIGITS, Odds};
use crate::json::Exact;
use crate::nat::Nat;
use crate::outcome::Play;
use serde_json::{Value, json};
use std::fmt::Write as _;

fn fraction((over, under): &(Nat, Nat)) -> String {
    if under.is_one() { over.to_string() } else { format!("{over}/{under}") }
}

/// A number of heaps, round ones as powers.
fn heaps(n: u64) -> String {
    let zeros = n.checked_ilog10().unwrap_or(0);
    if zeros >= 6 && 10u64.pow(zeros) == n { format!("10^{zeros}") } else { n.to_string() }
}

impl Term {
    /// As `1023/1024 * (1/1023)^5`.
    fn text(&self) -> String {
        let mut text = fraction(&self.coefficient);
        for (ratio, count) in &self.powers {
            let exponent = heaps(*count);
            let exponent = if exponent.contains('^') { format!("({exponent})") } else { exponent };
            let _ = write!(text, " * ({})^{exponent}", fraction(ratio));
        }
        text
    }

    fn about(&self) -> Option<Decimal> {
        // Bounds do not tell how a half is rounded; with more digits it is none.
        [4, 5, 6, 8, 3].iter().find_map(|&digits| Decimal::of_bounds(&self.size, digits, 256))
    }
}

impl Chance {
    fn text(&self, other: &Self, digits: usize) -> String {
        let s = if digits == 1 { "" } else { "s" };
        let decimal = match (&self.decimal, &other.decimal) {
            (Some(own), Some(other)) if own.is_one() && !own.exact => {
                format!("1 - {other} (rounded to {digits} digit{s} it is 1)")
            }
            (Some(own), _) if own.exact => own.to_string(),
            (Some(own), _) => format!("{own} (to {digits} digit{s}, rounded correctly)"),
            (None, Some(other)) => format!("1 - {other}"),
            (None, None) => "not known: too few digits of it could be computed".into(),
        };
        match &self.fraction {
            Some(fraction) if fraction.1.is_one() => fraction.0.to_string(),
            Some(fraction) => format!("{} = {decimal}", self::fraction(fraction)),
            None => decimal,
        }
    }

    fn json(&self) -> Value {
        json!({
            "fraction": self.fraction.as_ref().map(fraction),
            "decimal": self.decimal.as_ref().map(Decimal::to_string),
            "exact": self.decimal.as_ref().is_some_and(|decimal| decimal.exact),
        })
    }
}

impl Odds {
    /// Lines for people.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (game, count, sizes) in &self.parts {
            let sizes = sizes.to_string();
            // A position of two numbers is no heap.
            let unit = match (sizes.starts_with('('), *count == 1) {
                (false, true) => "heap",
                (false, false) => "heaps",
                (true, true) => "position,",
                (true, false) => "positions, each",
            };
            let from = if self.uniform { "uniform on" } else { "from" };
            let _ = writeln!(out, "{game}: {} {unit} {from} {sizes}", heaps(*count));
        }
        let play = if self.play == Play::Misere { "misère" } else { "normal" };
        let what = if self.uniform { "positions" } else { "weight" };
        match &self.counts {
            Some(counts) => {
                let _ = writeln!(out, "  {what:<15}{}", counts.total);
                let _ = writeln!(out, "  {:<15}{}", "P", counts.p);
                let n = &counts.total - &counts.p - &counts.draws;
                let _ = writeln!(out, "  {:<15}{n}", "N");
                if self.draw.is_some() {
                    let _ = writeln!(out, "  {:<15}{}", "D", counts.draws);
                }
                if !counts.loony.is_zero() {
                    let what = match self.entails {
                        true => "a loony part: whoever moves wins, whatever the others are",
                        false => "a part in which a move wins the whole game at once",
                    };
                    let _ = writeln!(out, "  {:<15}{} of N have {what}", "", counts.loony);
                }
            }
            None => {
                let total = self.total.as_ref().map_or("many".into(), Decimal::to_string);
                let short = |total: &Decimal| total.exponent < MAX_DIGITS as i128;
                let help = match self.total.as_ref().is_some_and(short) {
                    true => " (a larger --exact-digits writes it exactly)",
                    false => " (too long to be written exactly)",
                };
                let _ = writeln!(out, "  {what:<15}about {total}{help}");
            }
        }
        let _ = writeln!(out, "  in {play} play");
        for (name, own, other) in
            [("first wins", &self.first, &self.second), ("second wins", &self.second, &self.first)]
        {
            let _ = writeln!(out, "    {name:<13}{}", own.text(other, self.digits));
        }
        if let Some(draw) = &self.draw {
            let _ = writeln!(out, "    {:<13}{}", "a draw", draw.text(&self.first, self.digits));
        }
        self.law_text(&mut out);
        self.residues_text(&mut out);
        out
    }

    fn law_text(&self, out: &mut String) {
        let Some(law) = self.law.as_ref().filter(|_| self.second.fraction.is_none()) else {
            return;
        };
        out.push_str("  second wins = ");
        let mut sizes = Vec::new();
        for (i, term) in law.leading.iter().enumerate() {
            out.push_str(match (i, term.negative) {
                (0, true) => "-",
                (0, false) => "",
                (_, true) => " - ",
                (_, false) => " + ",
            });
            out.push_str(&term.text());
            if !term.powers.is_empty() {
                sizes.push(term.about().map_or("?".into(), |about| about.to_string()));
            }
        }
        if law.more > 0 {
            let less = Decimal::above(&law.rest);
            let _ = write!(out, " and {} more terms, together less than {less}", law.more);
        }
        out.push('\n');
        if !sizes.is_empty() {
            let _ = writeln!(out, "    the powers are about {}", sizes.join(", "));
        }
    }

    fn residues_text(&self, out: &mut String) {
        let Some(residues) = &self.residues else { return };
        let _ = writeln!(out, "  modulo {}", residues.modulus);
        let _ = writeln!(out, "    {:<13}{}", "P", residues.p);
        let _ = writeln!(out, "    {:<13}{}", "N", residues.n);
        let _ = match (&residues.first, residues.reduced) {
            (Some(first), _) => writeln!(out, "    {:<13}{first}", "first wins"),
            (None, true) => {
                writeln!(
                    out,
                    "    the probability has no residue: its denominator has no inverse modulo {}",
                    residues.modulus
                )
            }
            (None, false) => writeln!(
                out,
                "    the probability has no residue that is known: the {} has no inverse modulo {}",
                if self.uniform { "number of positions" } else { "sum of weights" },
                residues.modulus
            ),
        };
    }

    /// One JSON object, without a line end.
    pub fn to_json(&self) -> String {
        let part = |(game, count, sizes): &(String, u64, String)| json!({"game": game, "heaps": Exact(&Nat::from(*count)), "sizes": sizes});
        let counts = self.counts.as_ref();
        let others = counts.map(|counts| &counts.total - &counts.p - &counts.draws);
        let law = self.law.as_ref().map(|law| {
            let term = |term: &Term| {
                let sign = if term.negative { "-" } else { "" };
                json!({
                    "term": format!("{sign}{}", term.text()),
                    "size": term.about().map(|about| about.to_string()),
                })
            };
            json!({
                "leading": law.leading.iter().map(term).collect::<Vec<_>>(),
                "more": law.more,
                "rest_below": (law.more > 0).then(|| Decimal::above(&law.rest)),
            })
        });
        let residues = self.residues.as_ref().map(|residues| {
            json!({
                "modulus": Exact(&residues.modulus),
                "p": Exact(&residues.p),
                "n": Exact(&residues.n),
                "first": residues.first.as_ref().map(Exact),
            })
        });
        let mut object = json!({
            "parts": self.parts.iter().map(part).collect::<Vec<_>>(),
            "play": self.play,
            "uniform": self.uniform,
            "total": counts.map(|counts| Exact(&counts.total)),
            "about_total": self.total.as_ref().map(Decimal::to_string),
            "p": counts.map(|counts| Exact(&counts.p)),
            "n": others.as_ref().map(Exact),
            "immediate_wins": counts.map(|counts| Exact(&counts.loony)),
            "first": self.first.json(),
            "second": self.second.json(),
            "second_terms": law,
            "modular": residues,
        });
        // Games that end have no draws, and their answers no such members.
        if let (Some(draw), Some(counts)) = (&self.draw, counts) {
            object["d"] = json!(Exact(&counts.draws));
            object["draw"] = draw.json();
        }
        object.to_string()
    }
}
