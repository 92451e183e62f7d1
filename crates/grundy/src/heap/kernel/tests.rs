//! The engines compared with the plain definition, and that with a search of the bare rules.

use super::*;
use crate::heap::Code;
use crate::heap::engine::choose;
use crate::nat::Nat;
use crate::solve::Memo;
use proptest::prelude::*;

fn values(kernel: &mut dyn Kernel, to: u64) -> Vec<u32> {
    let mut values = Vec::new();
    kernel.extend(to, &Context::default(), &mut |piece| values.extend_from_slice(piece)).unwrap();
    values
}

fn compare(text: &str, to: u64) {
    let code: Code = text.parse().unwrap();
    let mut kernel = choose(&code);
    let plain = values(&mut Plain::new(&code), to);
    // In pieces of odd lengths, some of them empty.
    let mut fast = Vec::new();
    for upto in [0, 0, 3, 17, 17, to / 2, to] {
        fast.extend(values(&mut *kernel, upto));
    }
    let differ = plain.iter().zip(&fast).position(|(a, b)| a != b);
    assert_eq!(differ, None, "{text} by {}", kernel.name());
    assert!(fast.len() as u64 >= to && plain.len() == to as usize + 1);
}

#[test]
fn the_definition_is_what_the_rules_say() {
    for (text, to) in [
        ("0.77", 60),
        ("4!.0", 50),
        ("4.[3]", 40),
        ("8!.3", 30),
        ("0.3F", 30),
        ("{2+}?.3", 16),
        ("C=.7", 30),
        ("0.[37]", 30),
        ("{2+}!.0", 14),
    ] {
        let code: Code = text.parse().unwrap();
        let mut memo = Memo::default();
        let plain = values(&mut Plain::new(&code), to);
        for (n, &value) in plain.iter().enumerate() {
            let searched = memo.value(&code, &Nat::from(n), &Context::default()).unwrap();
            assert_eq!(searched.number(), Some(value.into()), "{text} of {n}");
        }
    }
}

#[test]
fn engines_agree_with_the_definition() {
    for text in [
        "0.77",
        "0.137",
        "0.07",
        "0.376",
        "0.172",
        "0.014",
        "0.034",
        "0.104",
        "0.16",
        "0.6",
        "0.04",
        "4.0",
        "4!.0",
        "4?.0",
        "4=.0",
        "4!.3",
        "4.7",
        "4.[3]",
        "4!.[3]",
        "4=.[3]",
        "4.[2]",
        "0.000000000004",
        "0.{0,2}{1,2}",
        "0.3300000000000000000000000000000000000000007",
    ] {
        // Far enough for splits beyond the sample.
        compare(text, 5000);
    }
    // Values grow: all pairs of a total are looked at.
    for text in ["0.7247", "0.7266", "0.7344", "4.0007", "0.7!247", "0.7000000000007"] {
        compare(text, 8000);
    }
    for text in [
        "0.[3]",
        "0.[2]",
        "0.[1]",
        "0.[30]",
        "0.[0030]",
        "0.0[3]",
        "0.11111[32]",
        "0.3",
        "0.[12]",
        "0.000000000000000000000000000000000000000000000000000000000000000000000002[3]",
        "0.{0}{1}",
        "0.0",
        "0.00",
        "0.13333333330031",
    ] {
        compare(text, 3000);
    }
    for text in ["0.[7]", "0.[37]", "0.[4]", "4.[7]", "0.[4=]", "0.[6!]", "0.3[70]"] {
        compare(text, 700);
    }
    for (text, to) in [
        ("8.0", 150),
        ("C.0", 100),
        ("0.3F", 150),
        ("0.F", 150),
        ("8?.1", 100),
        ("C=.3", 200),
        ("0.[F]", 100),
        ("{2+}.0", 38),
        ("{2+}=.0", 60),
        ("{3+}.3", 36),
        ("0.{0+}", 38),
        ("0.{1+}", 38),
        ("0.{2,3}?7", 100),
        ("{5}.7", 60),
        ("G.3", 70),
        ("{2+}=.{2,4}", 60),
        ("0.{3,5}?[1{4}=]", 50),
        ("0.8=8?C!", 100),
        ("0.{1,3+}{900000}", 36),
        ("{2+}?.3", 25),
        ("0.{3}!", 60),
    ] {
        compare(text, to);
    }
}

/// A digit of a random code.
fn digit(first: bool) -> impl Strategy<Value = String> {
    let plain: &[&str] = if first {
        &["0", "4", "C", "8"]
    } else {
        &["0", "1", "2", "3", "4", "5", "6", "7", "8", "F", "{0,3}", "{2+}"]
    };
    let suffix = prop_oneof![5 => Just(""), 1 => Just("!"), 1 => Just("?"), 1 => Just("=")];
    (prop::sample::select(plain.to_vec()), suffix)
        .prop_map(|(digit, suffix)| format!("{digit}{suffix}"))
}

fn code(repeating: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    let digits = prop::collection::vec(digit(false), 0..6);
    (digit(true), digits, prop::collection::vec(digit(false), repeating)).prop_map(
        |(first, digits, cycle)| {
            let cycle =
                if cycle.is_empty() { String::new() } else { format!("[{}]", cycle.concat()) };
            format!("{first}.{}{cycle}", digits.concat())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn engines_agree_with_the_definition_on_random_codes(text in code(0..1), cycle in code(1..4)) {
        for text in [text, cycle] {
            let parsed: Code = text.parse().unwrap();
            let to = match parsed.most_heaps() { Some(0..=2) => 300, Some(_) => 40, None => 24 };
            compare(&text, to);
        }
    }

    #[test]
    fn engines_agree_on_random_takes(digits in "[0-3]{0,9}", cycle in "[0-3]{1,5}") {
        compare(&format!("0.{digits}[{cycle}]"), 1000);
        compare(&format!("0.{digits}"), 300);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn engines_agree_on_random_octal_codes(digits in "[0-7]{1,6}", first in "[04]!?") {
        compare(&format!("{first}.{digits}"), 3000);
    }
}

/// `cargo test --release -p grundy --lib far_engines -- --ignored`
#[test]
#[ignore = "some minutes"]
fn far_engines_agree_with_the_definition() {
    for text in ["0.376", "0.172", "0.014", "0.034"] {
        compare(text, 200_000);
    }
}
