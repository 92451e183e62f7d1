//! What is told of the misère quotient of a set: heaps of codes and positions together.

use super::lines::wrapped;
use super::more::More;
use super::summary::{function, group, relations};
use super::words::Words;
use super::{Id, Union};
use grundy_quotients::Element;
use hashbrown::HashMap;
use serde::Serialize;
use std::fmt::Write as _;

/// A generator of the quotient of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetGenerator {
    /// The letter that stands for it.
    pub name: String,
    /// The first heap or position that is this element, as text.
    pub position: String,
}

/// The heaps of a code in the quotient of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetCode {
    /// The code.
    pub code: String,
    /// The last heap in the quotient.
    pub heaps: Option<u64>,
    /// The least heap from which the elements repeat, if that is proved.
    pub preperiod: Option<u64>,
    /// Their period, if it is proved.
    pub period: Option<u64>,
    /// The element of each heap, as far as they were looked at or to the end of the first period.
    pub function: Vec<String>,
}

/// A position that was asked about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetPosition {
    /// The position as it was read; a sum has the product of its parts' elements.
    pub position: String,
    /// Its element.
    pub element: String,
    /// Whether it is a P-position in misère play.
    pub p: bool,
}

/// The facts of the quotient of a set; words are products of generators, `1` for the identity.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetFacts {
    /// What the set consists of, besides all that can be reached from it.
    pub set: Vec<String>,
    /// The number of elements.
    pub order: usize,
    /// Whether the quotient is that of all heaps of the codes.
    pub proved: bool,
    /// Whether the quotient is one of nim-heaps.
    pub tame: bool,
    /// How many single positions of other games are in it, with those that can be reached.
    pub positions_below: usize,
    /// The generators.
    pub generators: Vec<SetGenerator>,
    /// The elements that are P.
    pub p_portion: Vec<String>,
    /// All elements.
    pub elements: Vec<String>,
    /// The relations, as `a^2 = 1`; `None` if there are too many.
    pub relations: Option<Vec<String>>,
    /// The idempotents.
    pub idempotents: Vec<String>,
    /// The kernel, the least ideal: a group, its identity first.
    pub kernel: Vec<String>,
    /// The codes with their heaps.
    pub codes: Vec<SetCode>,
    /// The positions.
    pub positions: Vec<SetPosition>,
    /// What ended the growth before all was in, as text.
    pub halted: Option<String>,
}

impl SetFacts {
    /// The facts of a union in which positions have these names; `asked` are the positions that were
    /// asked about, with their elements.
    pub fn of(
        union: &Union,
        names: &HashMap<Id, String>,
        set: Vec<String>,
        asked: &[(String, Element)],
        halted: Option<String>,
    ) -> Self {
        let words = Words::new(union);
        let monoid = union.monoid();
        let all = |elements: &[Element]| elements.iter().map(|&x| words.word(x)).collect();
        let name_of =
            |id: Id| union.heap_of(id).or_else(|| names.get(&id).cloned()).unwrap_or_default();
        let codes: Vec<SetCode> = (0..union.codes().len())
            .map(|code| {
                let period = union.period(code);
                let mut function = union.elements(code);
                if let Some(period) = period {
                    function.truncate((period.preperiod + period.length) as usize);
                }
                SetCode {
                    code: union.codes().nth(code).expect("a number of a code").to_string(),
                    heaps: union.heaps(code).checked_sub(1),
                    preperiod: period.map(|period| period.preperiod),
                    period: period.map(|period| period.length),
                    function: all(&function),
                }
            })
            .collect();
        Self {
            set,
            order: monoid.order(),
            proved: halted.is_none() && codes.iter().all(|code| code.period.is_some()),
            tame: monoid.is_tame(),
            positions_below: names.len(),
            generators: words
                .generators()
                .into_iter()
                .map(|found| SetGenerator { name: found.name, position: name_of(found.heap as Id) })
                .collect(),
            p_portion: all(&monoid.p_portion().iter().collect::<Vec<_>>()),
            elements: all(&monoid.elements().collect::<Vec<_>>()),
            relations: words.relations(),
            idempotents: all(&monoid.idempotents()),
            kernel: all(&monoid.kernel()),
            codes,
            positions: asked
                .iter()
                .map(|(position, x)| SetPosition {
                    position: position.clone(),
                    element: words.word(*x),
                    p: monoid.is_p(*x),
                })
                .collect(),
            halted,
        }
    }

    /// The facts in sentences, with what is wanted of their union besides.
    pub fn to_text(&self, more: More, union: &Union) -> String {
        let mut text = String::new();
        let elements = if self.order == 1 { "element" } else { "elements" };
        _ = match self.set.is_empty() {
            true => writeln!(
                text,
                "no quotient was found; that of the part that was looked at has {} {elements}",
                self.order
            ),
            false => {
                let set = self.set.join(", ");
                writeln!(text, "{set}: the misère quotient has {} {elements}", self.order)
            }
        };
        for code in &self.codes {
            self.how_far(code, &mut text);
        }
        if let Some(halted) = &self.halted {
            _ = writeln!(text, "then the search ended: {halted}");
        }
        if self.tame {
            text.push_str("tame: it is a quotient of nim-heaps\n");
        }
        let generators: Vec<String> =
            self.generators.iter().map(|g| format!("{} = {}", g.name, g.position)).collect();
        wrapped(&mut text, "generators", &generators, ", ");
        relations(&mut text, self.relations.as_deref());
        group(&mut text, "P-portion", &self.p_portion);
        group(&mut text, "elements", &self.elements);
        group(&mut text, "idempotents", &self.idempotents);
        group(&mut text, "kernel, identity first", &self.kernel);
        for code in self.codes.iter().filter(|code| !code.function.is_empty()) {
            _ = writeln!(text, "elements of heaps of {}:", code.code);
            function(&mut text, &code.function, code.period);
        }
        if !self.positions.is_empty() {
            text.push_str("elements of positions:\n");
            let width = |list: &mut dyn Iterator<Item = &String>| {
                list.map(|text| text.chars().count()).max().unwrap_or(0)
            };
            let first = width(&mut self.positions.iter().map(|found| &found.position));
            let second = width(&mut self.positions.iter().map(|found| &found.element));
            for SetPosition { position, element, p } in &self.positions {
                let outcome = if *p { "P" } else { "N" };
                _ = writeln!(text, "  {position:<first$}  {element:<second$}  {outcome}");
            }
        }
        text + &more.to_text(union, &self.elements)
    }

    fn how_far(&self, code: &SetCode, text: &mut String) {
        let name = &code.code;
        match (code.heaps, code.preperiod, code.period) {
            (_, Some(start), Some(length)) => {
                _ = writeln!(
                    text,
                    "{name}: proved for all heaps; element of heap n+{length} = element of heap n for all n >= {start}"
                );
            }
            (Some(last), ..) => {
                _ = writeln!(text, "{name}: heaps up to {last}; nothing is proved of larger heaps");
            }
            (None, ..) => _ = writeln!(text, "{name}: no heap was looked at"),
        }
    }

    /// The facts as one JSON object on a line, with what is wanted of their union besides.
    pub fn to_json(&self, more: More, union: &Union) -> String {
        let mut object = serde_json::to_value(self).expect("plain facts");
        more.add_to(&mut object, union);
        format!("{object}\n")
    }
}
