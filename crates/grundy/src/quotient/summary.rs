//! The misère quotient of one code, told as text and JSON.

use super::lines::wrapped;
use super::more::More;
use super::words::{Generator, RELATIONS, Words};
use super::{CountLaw, End, Union};
use crate::context::{Context, Stop};
use crate::heap::Code;
use crate::nat::Nat;
use crate::period::Period;
use grundy_quotients::{Element, Limits};
use serde::Serialize;
use std::fmt::Write as _;

/// The misère quotient of a take-and-break code, heap by heap, until a period is proved.
///
/// ```
/// use grundy::quotient::{CodeQuotient, End};
/// let mut kayles = CodeQuotient::new("0.77".parse().unwrap(), Default::default());
/// let end = kayles.grow(1000, &Default::default()).unwrap();
/// assert_eq!(end, End::Proved);
/// let facts = kayles.facts();
/// assert_eq!((facts.order, facts.preperiod, facts.period), (40, Some(71), Some(12)));
/// ```
pub struct CodeQuotient {
    code: Code,
    union: Union,
    end: End,
}

/// Elements to which text lists them all.
const LISTED: usize = 200;
/// Words in a line of text.
const LINE: usize = 12;

/// From which heap on the quotient has how many elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The heap.
    pub heap: u64,
    /// The number of elements.
    pub order: usize,
}

/// The facts of a quotient; words are products of generators, `1` for the identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Facts {
    /// The code.
    pub code: String,
    /// The number of elements.
    pub order: usize,
    /// The least heap from which the elements of the heaps repeat.
    pub preperiod: Option<u64>,
    /// The period of the elements of the heaps.
    pub period: Option<u64>,
    /// Whether the period is proved, and so the quotient is that of all heaps.
    pub proved: bool,
    /// Whether the quotient is one of nim-heaps.
    pub tame: bool,
    /// The last heap in the quotient: it is proved up to this heap.
    pub heaps: Option<u64>,
    /// The generators.
    pub generators: Vec<Generator>,
    /// The elements that are P.
    pub p_portion: Vec<String>,
    /// All elements.
    pub elements: Vec<String>,
    /// The relations, as `a^2 = 1`; `None` if there are too many.
    pub relations: Option<Vec<String>>,
    /// The element of each heap, as far as they were looked at or to the end of the first period.
    pub function: Vec<String>,
    /// How the quotient grew.
    pub growth: Vec<Step>,
    /// The idempotents.
    pub idempotents: Vec<String>,
    /// The kernel, the least ideal: a group, its identity first.
    pub kernel: Vec<String>,
}

impl CodeQuotient {
    /// Of a code, without heaps yet.
    pub fn new(code: Code, limits: Limits) -> Self {
        let union = Union::new([code.clone()], limits);
        Self { code, union, end: End::Reached }
    }

    /// The quotient with its heaps.
    pub fn union(&self) -> &Union {
        &self.union
    }

    /// Adds heaps until a period is proved, or up to heap `to`.
    ///
    /// # Complexity
    /// O(options) a heap while the quotient stays as it is.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time; what was found is kept.
    pub fn grow(&mut self, to: u64, context: &Context<'_>) -> Result<End, Stop> {
        self.end = self.union.grow(&[Some(to)], context)?;
        Ok(self.end)
    }

    /// As [`Union::check`].
    ///
    /// # Errors
    /// As there.
    pub fn check(&mut self, context: &Context<'_>) -> Result<bool, Stop> {
        self.union.check(context)
    }

    /// The proved period of the elements of the heaps.
    pub fn period(&self) -> Option<Period> {
        self.union.period(0)
    }

    /// The element of a heap; `None` beyond what is proved.
    pub fn element(&self, heap: &Nat) -> Option<Element> {
        self.union.element(&super::Place::Heap(0, heap.clone()))
    }

    /// Generators, relations and words.
    pub fn words(&self) -> Words {
        Words::new(&self.union)
    }

    /// The facts.
    pub fn facts(&self) -> Facts {
        let words = self.words();
        let monoid = self.union.monoid();
        let period = self.period();
        let mut function = self.union.elements(0);
        if let Some(period) = period {
            function.truncate((period.preperiod + period.length) as usize);
        }
        let all = |elements: &[Element]| elements.iter().map(|&x| words.word(x)).collect();
        let growth = self.union.quotient().growth();
        Facts {
            code: self.code.to_string(),
            order: monoid.order(),
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.length),
            proved: period.is_some(),
            tame: monoid.is_tame(),
            heaps: self.union.heaps(0).checked_sub(1),
            generators: words.generators(),
            p_portion: all(&monoid.p_portion().iter().collect::<Vec<_>>()),
            elements: all(&monoid.elements().collect::<Vec<_>>()),
            relations: words.relations(),
            function: all(&function),
            growth: growth
                .iter()
                .map(|step| Step { heap: step.heap.into(), order: step.order })
                .collect(),
            idempotents: all(&monoid.idempotents()),
            kernel: all(&monoid.kernel()),
        }
    }

    /// The facts as one JSON object on a line, with the law of further heaps (null if there is none) and what is wanted
    /// besides.
    pub fn to_json(&self, more: More, law: Option<&CountLaw>) -> String {
        let mut object = serde_json::to_value(self.facts()).expect("plain facts");
        object["law"] = serde_json::json!(law.map(CountLaw::facts));
        more.add_to(&mut object, &self.union);
        format!("{object}\n")
    }

    /// The certificate that [`verify_quotient`](crate::verify::verify_quotient) checks; `None` for codes that
    /// it does not know: those in which a move may leave three heaps or more, or take any number.
    ///
    /// A line `grundy-quotient 1`, then a JSON object: code, elements (for each the heaps whose product it
    /// is), table, p_portion, function (the element of each heap), preperiod, period, theorem.
    pub fn certificate(&self) -> Option<String> {
        let (most, take) = (self.code.most_heaps()?, self.code.largest_take());
        let presentation = self.union.quotient().presentation(RELATIONS).ok()?;
        if most > 2 || take.is_none() {
            return None;
        }
        let heaps = |x: Element| -> Vec<u32> {
            let powers = presentation.generators.iter().zip(&presentation.products[usize::from(x)]);
            powers.flat_map(|(&heap, &n)| std::iter::repeat_n(heap, n as usize)).collect()
        };
        let monoid = self.union.monoid();
        let period = self.period();
        let object = serde_json::json!({
            "code": self.code.to_string(),
            "elements": monoid.elements().map(heaps).collect::<Vec<_>>(),
            "table": monoid.elements().map(|x| monoid.row(x)).collect::<Vec<_>>(),
            "p_portion": monoid.p_portion().iter().collect::<Vec<_>>(),
            "function": self.union.elements(0),
            "preperiod": period.map(|period| period.preperiod),
            "period": period.map(|period| period.length),
            "theorem": period.map(|_| "guy-smith"),
        });
        Some(format!("grundy-quotient 1\n{object}\n"))
    }

    /// The facts in sentences, with what is wanted besides.
    pub fn to_text(&self, more: More) -> String {
        let facts = self.facts();
        let mut text = String::new();
        self.headline(&facts, &mut text);
        let steps: Vec<String> =
            facts.growth.iter().map(|step| format!("{} at {}", step.order, step.heap)).collect();
        wrapped(&mut text, "order by heap", &steps, ", ");
        let generators: Vec<String> = facts
            .generators
            .iter()
            .map(|generator| format!("{} = heap {}", generator.name, generator.heap))
            .collect();
        wrapped(&mut text, "generators", &generators, ", ");
        relations(&mut text, facts.relations.as_deref());
        group(&mut text, "P-portion", &facts.p_portion);
        group(&mut text, "elements", &facts.elements);
        group(&mut text, "idempotents", &facts.idempotents);
        group(&mut text, "kernel, identity first", &facts.kernel);
        text.push_str("elements of heaps:\n");
        function(&mut text, &facts.function, facts.period);
        text + &more.to_text(&self.union, &facts.elements)
    }

    fn headline(&self, facts: &Facts, text: &mut String) {
        let elements = |order: usize| if order == 1 { "element" } else { "elements" };
        let Some(last) = facts.heaps else {
            _ = writeln!(text, "{}: no heap was looked at", facts.code);
            return;
        };
        if let (Some(start), Some(length)) = (facts.preperiod, facts.period) {
            _ = writeln!(
                text,
                "{}: the misère quotient has {} {}, proved for all heaps",
                facts.code,
                facts.order,
                elements(facts.order)
            );
            _ = writeln!(
                text,
                "element of heap n+{length} = element of heap n for all n >= {start} (proved by the theorem of periods from the heaps up to {last})"
            );
        } else {
            _ = writeln!(
                text,
                "{}: the misère quotient of the heaps up to {last} has {} {}; nothing is proved of larger heaps",
                facts.code,
                facts.order,
                elements(facts.order)
            );
            if let End::Halted(halt) = self.end {
                _ = writeln!(text, "with heap {}: {halt}", last + 1);
            }
        }
        if facts.tame {
            text.push_str("tame: it is a quotient of nim-heaps\n");
        }
    }
}

/// The relations as text.
pub(super) fn relations(text: &mut String, relations: Option<&[String]>) {
    match relations {
        Some(relations) => wrapped(text, "relations", relations, ", "),
        None => _ = writeln!(text, "relations: more than {RELATIONS}"),
    }
}

/// Elements with a name and their number.
pub(super) fn group(text: &mut String, name: &str, list: &[String]) {
    let name = format!("{name} ({})", list.len());
    if list.len() <= LISTED {
        wrapped(text, &name, list, ", ");
    } else {
        _ = writeln!(text, "{name}: --json lists them");
    }
}

/// The elements of heaps in lines.
pub(super) fn function(text: &mut String, function: &[String], period: Option<u64>) {
    // One period a line where it fits, so that repetition is seen.
    let line = match period {
        Some(length @ 2..=24) => length as usize,
        _ => LINE,
    };
    let width = function.iter().map(|word| word.chars().count()).max().unwrap_or(1);
    let digits = function.len().to_string().len();
    for (i, words) in function.chunks(line).enumerate() {
        _ = write!(text, "{:>digits$}:", i * line);
        for word in words {
            _ = write!(text, " {word:<width$}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::{Problem, verify_quotient};

    fn quotient(code: &str, to: u64) -> CodeQuotient {
        let mut quotient = CodeQuotient::new(code.parse().unwrap(), Limits::default());
        quotient.grow(to, &Context::default()).unwrap();
        quotient
    }

    #[test]
    fn certificates_are_checked_and_false_ones_refused() {
        let context = Context::default();
        for (code, order, period) in [
            ("0.77", 40, Some((71, 12))),
            ("0.123", 20, Some((5, 5))),
            ("4!.0", 6, None),
            ("0.07", 24, None),
        ] {
            let text =
                quotient(code, if period.is_some() { 500 } else { 16 }).certificate().unwrap();
            let found = verify_quotient(&mut text.as_bytes(), &context).unwrap();
            assert_eq!((found.period, found.code.as_str()), (period, code));
            assert!(found.order == order || code == "4!.0", "{code} {}", found.order);
        }
        let text = quotient("0.123", 100).certificate().unwrap();
        for (from, to) in [
            ("\"preperiod\":5", "\"preperiod\":6"),
            ("\"period\":5", "\"period\":10"),
            ("0.123", "0.133"),
            ("\"function\":[0,1,", "\"function\":[0,2,"),
            ("\"p_portion\":[1,", "\"p_portion\":[2,"),
        ] {
            assert!(text.contains(from), "{from}");
            let changed = text.replacen(from, to, 1);
            let found = verify_quotient(&mut changed.as_bytes(), &context);
            assert!(matches!(found, Err(Problem::False(_))), "{to}: {found:?}");
        }
        let found = verify_quotient(&mut &text.as_bytes()[..60], &context);
        assert!(matches!(found, Err(Problem::Malformed(_))));
    }

    #[test]
    fn what_is_told_says_how_far_it_is_proved() {
        let kayles = quotient("0.77", 1000);
        assert!(kayles.to_text(More::default()).starts_with(
            "0.77: the misère quotient has 40 elements, proved for all heaps\nelement of heap n+12"
        ));
        let wild = quotient("0.07", 20);
        let facts = wild.facts();
        assert_eq!((facts.order, facts.proved, facts.heaps), (24, false, Some(20)));
        assert!(
            wild.to_text(More { table: true, mex: true })
                .contains("nothing is proved of larger heaps")
        );
        let json: serde_json::Value =
            serde_json::from_str(&kayles.to_json(More { table: true, mex: true }, None)).unwrap();
        assert_eq!(
            (&json["order"], &json["preperiod"], &json["period"]),
            (&40.into(), &71.into(), &12.into())
        );
        assert_eq!(json["table"].as_array().unwrap().len(), 40);
    }
}
