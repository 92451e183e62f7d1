//! Certificates of laws of counts, written; [`verify_counts`](crate::verify::verify_counts) checks them.

use super::CountLaw;
use serde_json::json;

impl CountLaw {
    /// The certificate that [`verify_counts`](crate::verify::verify_counts) checks; `None` for codes that the checker
    /// does not know: with takes without a bound, or more than two heaps left.
    ///
    /// ```
    /// use grundy::quotient::CountLaw;
    /// let code = "0.3141".parse().unwrap();
    /// let law = CountLaw::find(&code, 5, &Default::default()).unwrap().unwrap();
    /// let text = law.certificate().unwrap();
    /// let found = grundy::verify::verify_counts(&mut text.as_bytes(), &Default::default()).unwrap();
    /// assert!(found.infinite && found.heap == 5);
    /// ```
    pub fn certificate(&self) -> Option<String> {
        let code = self.code();
        if code.most_heaps().is_none_or(|most| most > 2) || code.largest_take().is_none() {
            return None;
        }
        let law = self.law();
        let (form_threshold, form_period) = law.form();
        let outcomes: Vec<bool> = law.outcomes().collect();
        let digit = |four: &[bool]| {
            let bits = (0..4).map(|i| u32::from(four.get(i) == Some(&true)) << (3 - i));
            char::from_digit(bits.sum(), 16).expect("four bits")
        };
        let infinite = law.infinite().map(|(counts, negative, positive)| {
            json!({ "counts": counts, "negative": negative, "positive": positive })
        });
        let object = json!({
            "code": code.to_string(),
            "heap": self.last(),
            "counts": self.facts().counts,
            "form_threshold": form_threshold,
            "form_period": form_period,
            "p": outcomes.chunks(4).map(digit).collect::<String>(),
            "infinite": infinite,
        });
        Some(format!("grundy-counts 1\n{object}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::heap::Code;
    use crate::verify::{Problem, verify_counts};
    use serde_json::Value;

    fn law(code: &str, last: u32) -> CountLaw {
        let code: Code = code.parse().unwrap();
        CountLaw::find(&code, last, &Context::default()).unwrap().unwrap()
    }

    fn verified(text: &str) -> Result<bool, Problem> {
        verify_counts(&mut text.as_bytes(), &Context::default()).map(|found| found.infinite)
    }

    /// The object of a certificate.
    fn object(text: &str) -> Value {
        serde_json::from_str(text.split_once('\n').unwrap().1).unwrap()
    }

    fn with(object: &Value) -> String {
        format!("grundy-counts 1\n{object}\n")
    }

    #[test]
    fn certificates_of_laws_are_accepted() {
        let mut infinite = 0;
        for (code, last) in
            [("0.3141", 5), ("0.3141", 6), ("0.77", 5), ("0.123", 8), ("0.07", 6), ("0.3", 4)]
        {
            let law = law(code, last);
            let found = verified(&law.certificate().unwrap()).unwrap();
            assert_eq!(found, law.is_infinite(), "{code}");
            infinite += u32::from(found);
        }
        assert_eq!(infinite, 2);
        let three: Code = "0.8".parse().unwrap();
        let law = CountLaw::find(&three, 3, &Context::default()).unwrap().unwrap();
        assert_eq!(law.certificate(), None);
    }

    #[test]
    fn a_changed_certificate_is_false_or_says_the_same() {
        let law = law("0.3141", 5);
        let whole = object(&law.certificate().unwrap());
        let refused = |change: &dyn Fn(&mut Value)| {
            let mut other = whole.clone();
            change(&mut other);
            assert_ne!(other, whole);
            assert!(matches!(
                verified(&with(&other)),
                Err(Problem::False(_) | Problem::Malformed(_))
            ));
        };
        // Outcomes of types that sums have: the checker must notice each one.
        let (places, mut known) = (law.law().types(), 0);
        let digits = whole["p"].as_str().unwrap().to_owned();
        for place in (0..places).step_by(211) {
            let mut text: Vec<char> = digits.chars().collect();
            let bit = text[place / 4].to_digit(16).unwrap() ^ 8 >> (place % 4);
            text[place / 4] = char::from_digit(bit, 16).unwrap();
            let mut other = whole.clone();
            other["p"] = text.into_iter().collect::<String>().into();
            known += u32::from(matches!(verified(&with(&other)), Err(Problem::False(_))));
        }
        assert!(known > 20, "{known}");
        let count = whole["counts"].as_array().unwrap().len();
        for j in 0..count {
            for member in ["threshold", "period", "weight", "heap"] {
                for by in [-1, 1] {
                    refused(&|object| {
                        let old = object["counts"][j][member].as_i64().unwrap();
                        object["counts"][j][member] = (old + by).into();
                    });
                }
            }
            refused(&|object| _ = object["counts"].as_array_mut().unwrap().remove(j));
            refused(&|object| {
                let sum = object["infinite"]["counts"][j].as_u64().unwrap();
                object["infinite"]["counts"][j] = (sum + (1 << 40)).into();
            });
        }
        refused(&|object| object["heap"] = 6.into());
        refused(&|object| object["heap"] = 4.into());
        refused(&|object| object["code"] = "0.3142".into());
        refused(&|object| object["form_threshold"] = 0.into());
        refused(&|object| object["infinite"]["negative"] = 0.into());
        refused(&|object| {
            let negative = object["infinite"]["negative"].clone();
            object["infinite"]["positive"] = negative;
        });
        refused(&|object| object["more"] = 1.into());
        let text = with(&whole);
        assert!(matches!(verified(&text[..text.len() / 2]), Err(Problem::Malformed(_))));
    }

    #[test]
    fn extreme_numbers_are_refused_or_checked() {
        let whole = object(&law("0.3141", 5).certificate().unwrap());
        let extremes = [
            "0",
            "-1",
            "1048576",
            "1048577",
            "4294967296",
            "9223372036854775807",
            "18446744073709551615",
        ];
        let pointers = |value: &Value| {
            let mut all = Vec::new();
            let mut open = vec![(String::new(), value.clone())];
            while let Some((path, value)) = open.pop() {
                match value {
                    Value::Object(map) => open.extend(
                        map.into_iter().map(|(key, value)| (format!("{path}/{key}"), value)),
                    ),
                    Value::Array(list) => open.extend(
                        list.into_iter()
                            .enumerate()
                            .map(|(i, value)| (format!("{path}/{i}"), value)),
                    ),
                    Value::Number(_) => all.push(path),
                    _ => {}
                }
            }
            all
        };
        let mut refused = 0;
        for pointer in pointers(&whole) {
            for extreme in extremes {
                let mut other = whole.clone();
                *other.pointer_mut(&pointer).unwrap() = serde_json::from_str(extreme).unwrap();
                let found = verified(&with(&other));
                assert!(
                    other == whole || found.is_err() || pointer.starts_with("/infinite"),
                    "{pointer}"
                );
                refused += u32::from(found.is_err());
            }
        }
        assert!(refused > 150, "{refused}");
        // Two kinds of one type each, and all outcomes of the three signs of the form.
        for (a, b) in [(1048576, -1048576), (1048576, 1048575), (1048576, 1), (-7, 1048576), (0, 0)]
        {
            for p in 0..16 {
                let kind = |heap: u32, weight: i32| json!({ "heap": heap, "equal": [], "threshold": 0, "period": 1, "weight": weight });
                let text = with(&json!({
                    "code": "0.3", "heap": 2, "counts": [kind(1, a), kind(2, b)],
                    "form_threshold": 1, "form_period": 1, "p": format!("{p:x}"), "infinite": null,
                }));
                assert!(matches!(verified(&text), Err(Problem::False(_) | Problem::Malformed(_))));
            }
        }
    }

    #[test]
    fn a_finite_quotient_is_not_said_to_be_infinite() {
        let mut whole = object(&law("0.77", 5).certificate().unwrap());
        assert_eq!(whole["infinite"], Value::Null);
        let counts: Vec<u64> = whole["counts"].as_array().unwrap().iter().map(|_| 9).collect();
        whole["infinite"] = json!({ "counts": counts, "negative": -9, "positive": 9 });
        assert!(matches!(verified(&with(&whole)), Err(Problem::False(_))));
    }
}
