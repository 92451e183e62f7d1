//! What is told of a quotient if it is wanted.

use super::Union;
use super::mex::{mex_function, mex_text};
use grundy_quotients::{Element, Monoid};
use std::fmt::Write as _;

/// What is told of a quotient if it is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct More {
    /// The multiplication table; in JSON `table`, a row of numbers of elements, from 0, for each element.
    pub table: bool,
    /// The mex function, [`mex_function`]; in JSON `mex`.
    pub mex: bool,
}

impl More {
    /// As members of an object.
    pub(super) fn add_to(self, object: &mut serde_json::Value, union: &Union) {
        if self.table {
            let monoid = union.monoid();
            let rows: Vec<&[Element]> = monoid.elements().map(|x| monoid.row(x)).collect();
            object["table"] = serde_json::json!(rows);
        }
        if self.mex {
            object["mex"] = serde_json::json!(mex_function(union));
        }
    }

    /// As text; the elements are told as these words.
    pub(super) fn to_text(self, union: &Union, elements: &[String]) -> String {
        let mut text = String::new();
        if self.table {
            multiplication(&mut text, union.monoid(), elements);
        }
        if self.mex {
            text += &mex_text(&mex_function(union));
        }
        text
    }
}

/// The multiplication table.
fn multiplication(text: &mut String, monoid: &Monoid, elements: &[String]) {
    let width = elements.iter().map(|word| word.chars().count()).max().unwrap_or(1);
    text.push_str("multiplication table:\n");
    for x in monoid.elements() {
        for &y in monoid.row(x) {
            _ = write!(text, "{:<width$} ", elements[usize::from(y)]);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
}
