//! Expressions against hand-made values, and what is wrong with others.

use super::*;
use crate::nimber::nim_mul;

fn value(text: &str) -> String {
    let found = calculate(text, true, &Context::default());
    found.unwrap_or_else(|error| panic!("{text}: {error:?}")).worth.to_string()
}

fn error(text: &str) -> (usize, String) {
    let error = calculate(text, false, &Context::default()).unwrap_err();
    (error.at(text).unwrap(), error.message)
}

#[test]
fn operators_bind_as_in_arithmetic() {
    for (text, expected) in [
        ("7", "7"),
        (" 0x1f ", "31"),
        ("1 + 2*2", "2"),
        ("(1 + 2)*2", "1"),
        ("5 - 3", "6"),
        ("-5", "5"),
        ("2*-0 + 1", ""),
        ("2^2^3", "3"),
        ("(2^2)^3", "1"),
        ("2^-1", "3"),
        ("2^(1-2)", "3"),
        ("2^(6/2)", "1"),
        ("1/2/3", "1"),
        ("3^(2^100)", "3"),
        ("0^0", "1"),
        ("sqrt(2)", "3"),
        ("root(1, 3)", "1"),
        ("root(9, 3)", ""),
        ("inverse(2) * 2", "1"),
        ("trace(2)", "1"),
        ("trace(4)", "0"),
        ("trace(8)", "1"),
        ("order(2)", "3"),
        ("degree(256)", "16"),
        ("log(2, 3)", "2"),
        ("2^log(2, 3)", "3"),
        ("7^order(7)", "1"),
        ("7^(order(7)/3 - -2*trace(2))", ""),
        ("16*16", "24"),
        ("（3＋4）*２", ""),
        ("2 × 2 ÷ 2", "2"),
        ("(2^64)*0", "0"),
    ] {
        match expected {
            "" => {}
            expected => assert_eq!(value(text), expected, "{text}"),
        }
    }
    assert_eq!(value("7*9 + 3^2"), (nim_mul(7, 9) ^ nim_mul(3, 3)).to_string());
}

#[test]
fn what_is_wrong_is_said_where_it_stands() {
    for (text, at, part) in [
        ("", 1, "ends too early"),
        ("7*", 3, "ends too early"),
        ("7 8", 3, "out of place"),
        ("(7", 1, "never closed"),
        ("sqrt 7", 6, "out of place"),
        ("sqrt(7, 8)", 5, "does not take 2 arguments"),
        ("log(7)", 4, "does not take 1 arguments"),
        ("cbrt(7)", 1, "no such function"),
        ("7/(3-3)", 3, "division by 0: (3-3) = 0"),
        ("7/0", 3, "division by 0"),
        ("0^-1", 1, "division by 0"),
        ("inverse(0)", 9, "division by 0"),
        ("1 + root(2, 3)", 5, "no finite nimber"),
        ("root(2, 0)", 9, "degree 0"),
        ("root(2, -3)", 9, "degree -3"),
        ("log(2, 4)", 1, "4 is not a power of 2"),
        ("log(2, 0)", 1, "0 is not a power of 2"),
        ("order(0)", 7, "0 has no order"),
        ("1 + order(2)", 5, "ordinary integer"),
        ("2^sqrt(2)", 3, "is a nimber"),
        ("2^(7/2)", 6, "remainder"),
        ("2^(7/0)", 6, "division by 0"),
        ("2^(2^-1)", 3, "not an integer"),
        ("2^(9^9^9)", 3, "this exponent has more than 4194304 bits"),
        ("7x", 2, "not a digit"),
        ("2^^3", 3, "out of place"),
    ] {
        let (place, message) = error(text);
        assert!(message.contains(part), "{text}: {message}");
        assert_eq!(place, at, "{text}: {message}");
    }
    let long = format!("1 + 0x{}", "f".repeat(300_000));
    assert_eq!(error(&long), (5, format!("this nimber has more than {MAX_BITS} bits")));
    let deep = "(".repeat(100_000);
    assert!(error(&deep).1.contains("nested too deep"));
    let tower = format!("2{}", "^2".repeat(100_000));
    assert!(error(&tower).1.contains("nested too deep"));
}

#[test]
fn long_sums_and_products_are_no_matter_of_the_stack() {
    let sum = vec!["3"; 100_001].join("+");
    assert_eq!(calculate(&sum, false, &Context::default()).unwrap().worth.to_string(), "3");
    let product = vec!["2"; 30_001].join("*");
    assert_eq!(calculate(&product, false, &Context::default()).unwrap().worth.to_string(), "2");
}

#[test]
fn explained_products_are_the_products() {
    // Every equation of the steps holds: the last number is the product of the first two.
    for (a, b) in [(2, 3), (7, 9), (13, 200), (255, 255), (4, 3), (1000, 77), (65_535, 40_000)] {
        let found = calculate(&format!("{a}*{b}"), true, &Context::default()).unwrap();
        for step in &found.steps[1..found.steps.len().min(61)] {
            let Some((_, tail)) = step.split_once(": ") else { continue };
            let head = tail.split(' ').next().unwrap();
            let Some((x, y)) = head.split_once('*') else { panic!("{step}") };
            let product = nim_mul(x.parse().unwrap(), y.parse().unwrap()).to_string();
            assert_eq!(step.rsplit(' ').next(), Some(&*product), "{step}");
        }
        assert_eq!(found.worth.to_string(), nim_mul(a, b).to_string());
    }
}

#[test]
fn json_has_value_kind_and_field() {
    let json = |text| calculate(text, false, &Context::default()).unwrap().to_json();
    assert_eq!(json("2^64"), r#"{"expr":"2^64","value":2,"kind":"nimber","field_bits":2}"#);
    assert_eq!(
        json("order(4)"),
        r#"{"expr":"order(4)","value":15,"kind":"integer","field_bits":4}"#
    );
    assert!(json("0xffffffffffffffff").contains(r#""value":"18446744073709551615""#));
    let explained = calculate("1/2", true, &Context::default()).unwrap().to_json();
    assert!(explained.contains(r#""steps":["the nimbers"#), "{explained}");
}
