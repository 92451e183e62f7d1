//! The mex function of a misère quotient: which elements options may have.

use super::Union;
use super::lines::wrapped;
use super::words::Words;
use grundy_quotients::Element;
use serde::Serialize;
use std::collections::BTreeSet;

/// An element as a mex of sets of elements.
///
/// If the options of a heap have the elements of a set, the set tells the element of the heap (Plambeck and Siegel's
/// mex rule). The *meximal set* of an element x has all y such that for no z both x z and y z are P: options of a heap
/// with the element x are among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mex {
    /// The element.
    pub element: String,
    /// Sets of elements that the options of heaps with this element have, each once.
    pub options: Vec<Vec<String>>,
    /// The meximal set.
    pub meximal: Vec<String>,
}

/// The mex function of the quotient of a union, by elements in their order.
///
/// # Complexity
/// O(order^3 / 64 + options).
///
/// ```
/// use grundy::quotient::{CodeQuotient, mex_function};
/// let mut kayles = CodeQuotient::new("0.77".parse().unwrap(), Default::default());
/// kayles.grow(4, &Default::default()).unwrap();
/// let function = mex_function(kayles.union());
/// // Heap 3 is a + b, heaps 1 and 2: its options are b, a, and heaps of 1 beside 1.
/// let three = function.iter().find(|mex| mex.element == "ab").unwrap();
/// assert_eq!(three.options, [["1", "a", "b"]]);
/// ```
pub fn mex_function(union: &Union) -> Vec<Mex> {
    let (words, quotient) = (Words::new(union), union.quotient());
    let monoid = quotient.monoid();
    let named = |set: &[Element]| set.iter().map(|&x| words.word(x)).collect::<Vec<String>>();
    let mut sets: Vec<BTreeSet<Vec<Element>>> = vec![BTreeSet::new(); monoid.order()];
    for (id, &x) in quotient.elements().iter().enumerate() {
        sets[usize::from(x)].insert(union.option_elements(id as super::Id));
    }
    monoid
        .elements()
        .zip(sets)
        .map(|(x, sets)| {
            let apart = |y: &Element| !monoid.with_value(x, 0).meets(monoid.with_value(*y, 0));
            let meximal: Vec<Element> = monoid.elements().filter(apart).collect();
            Mex {
                element: words.word(x),
                options: sets.iter().map(|set| named(set)).collect(),
                meximal: named(&meximal),
            }
        })
        .collect()
}

/// A mex function in lines of text.
pub(super) fn mex_text(function: &[Mex]) -> String {
    let mut text =
        "mex function, by the elements of options; [the most that options may be]:\n".to_owned();
    for Mex { element, options, meximal } in function {
        let set = |list: &Vec<String>| format!("{{{}}}", list.join(", "));
        let most = format!("[{}]", meximal.join(", "));
        let all: Vec<String> = options.iter().map(set).chain([most]).collect();
        wrapped(&mut text, &format!("  {element}"), &all, " ");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quotient::CodeQuotient;
    use std::collections::BTreeMap;

    #[test]
    fn a_set_of_options_has_one_mex_and_is_in_its_meximal_set() {
        let mut seen = 0;
        let codes = ["0.77", "0.123", "0.75", "0.71", "0.15", "4.7", "0.644"];
        for (code, to) in codes.map(|code| (code, if code == "4.7" { 16 } else { 60 })) {
            let mut quotient = CodeQuotient::new(code.parse().unwrap(), Default::default());
            quotient.grow(to, &Default::default()).unwrap();
            let function = mex_function(quotient.union());
            let mut elements = BTreeMap::new();
            for Mex { element, options, meximal } in &function {
                for set in options {
                    assert!(set.iter().all(|x| meximal.contains(x)), "{code} {element}");
                    assert_eq!(elements.insert(set, element), None, "{code} {set:?}");
                    seen += 1;
                }
                // That x z and y z are never P both is symmetric in x and y.
                let apart = function.iter().filter(|other| other.meximal.contains(element));
                assert_eq!(apart.count(), meximal.len(), "{code} {element}: not symmetric");
            }
            assert!(elements.contains_key(&Vec::new()), "{code}: heaps without moves");
        }
        assert!(seen > 100, "{seen}");
    }
}
