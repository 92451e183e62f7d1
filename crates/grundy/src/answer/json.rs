//! Numbers in JSON: exact everywhere, as strings where a double would round them.

use crate::nat::{Nat, to_u64};
use serde::Serializer;

/// The greatest integer every JSON reader keeps exactly.
const SAFE: u64 = (1 << 53) - 1;

/// A number, as a decimal string above 2^53 - 1, or null.
pub fn number_or_null<S: Serializer>(n: &Option<Nat>, serializer: S) -> Result<S::Ok, S::Error> {
    match n {
        None => serializer.serialize_none(),
        Some(n) => match to_u64(n).filter(|&small| small <= SAFE) {
            Some(small) => serializer.serialize_u64(small),
            None => serializer.serialize_str(&n.to_string()),
        },
    }
}

impl super::Answer {
    /// The answer as one line of JSON.
    pub fn to_json(&self) -> String {
        // Most answers are a little shorter than this.
        let mut line = Vec::with_capacity(512);
        serde_json::to_writer(&mut line, self)
            .expect("strings, numbers and lists always serialise");
        String::from_utf8(line).expect("JSON is UTF-8")
    }
}
