//! True certificates are accepted, others are not.

mod quotients;
mod tampering;

use super::*;
use crate::certificate;
use crate::heap::run::Run;
use sha2::{Digest, Sha256};

const QUICK: Mode = Mode::Quick { positions: 40, seed: 7 };

fn certificate(text: &str, to: u64) -> Vec<u8> {
    let mut run = Run::new(text.parse().unwrap());
    run.extend(to, true, &Context::default(), &mut |_| Ok(())).unwrap();
    let mut file = Vec::new();
    certificate::write(&run, &mut file).unwrap();
    file
}

fn check(file: &[u8], mode: Mode) -> Result<Verified, Problem> {
    verify(&mut &*file, mode, &Context::default())
}

/// The line of JSON changed, with a checksum that fits.
fn forged(file: &[u8], from: &str, to: &str) -> Vec<u8> {
    let end = file.iter().position(|&byte| byte == b'\n').unwrap();
    let line = std::str::from_utf8(&file[..end]).unwrap();
    assert!(line.contains(from), "{line}");
    let mut changed = line.replace(from, to).into_bytes();
    changed.extend_from_slice(&file[end..file.len() - 32]);
    let sum = Sha256::digest(&changed);
    changed.extend_from_slice(&sum);
    changed
}

#[test]
fn true_certificates_are_accepted() {
    for (text, theorem) in [
        ("0.77", "guy-smith"),
        ("0.137", "guy-smith"),
        ("0.3", "guy-smith"),
        ("0.71", "guy-smith"),
        ("0.3F", "arithmetic"),
        ("0.BE", "arithmetic"),
        ("0.8B", "arithmetic"),
        ("0.9C", "arithmetic"),
        ("4.[3]", "arithmetic"),
        ("0.[3]", "takes"),
        ("0.0[3]", "takes"),
        ("0.[30]", "takes"),
        ("0.F1", "guy-smith"),
    ] {
        let file = certificate(text, 1500);
        for mode in [Mode::Full, QUICK] {
            let found = check(&file, mode).unwrap_or_else(|problem| panic!("{text}: {problem}"));
            if text != "0.77" && text != "0.137" {
                assert_eq!(found.theorem.as_deref(), Some(theorem), "{text}");
            }
            assert!(found.period.is_some());
            let quick = found.values.min(50 + 1 + 40);
            assert_eq!(found.recomputed, if mode == Mode::Full { found.values } else { quick });
        }
    }
    // Values without a period.
    for text in ["4!.0", "0.007", "8!.3", "{2+}?.3", "0.{1,3}?6!", "C=.7", "8.0"] {
        let to = if text.starts_with(['4', '0']) { 400 } else { 35 };
        let found = check(&certificate(text, to), Mode::Full).unwrap();
        assert_eq!(found.period, None, "{text}");
    }
}

#[test]
fn windows_are_accepted_and_forged_ones_are_not() {
    let mut count = 0;
    for digits in 1..512u32 {
        let file = certificate(&format!("0.{digits:03o}"), 600);
        let found = check(&file, QUICK).unwrap();
        if found.theorem.as_deref() == Some("window") {
            count += 1;
            let problem = check(&forged(&file, "\"mask\":", "\"mask\":1"), QUICK);
            let mask_matters = !matches!(problem, Ok(Verified { .. }));
            assert!(mask_matters, "{digits:o}");
        }
    }
    assert!(count > 5, "{count}");
}

#[test]
fn false_certificates_are_refused() {
    let file = certificate("0.137", 1500);
    for (from, to, why) in [
        ("\"period\":34", "\"period\":68", "not 68, but 34"),
        ("\"period\":34", "\"period\":33", "break the period"),
        ("\"preperiod\":52", "\"preperiod\":53", "less than 53"),
        ("\"preperiod\":52", "\"preperiod\":51", "break the period"),
        ("\"saltus\":0", "\"saltus\":1", "break the period"),
        ("\"code\":\"0.137\"", "\"code\":\"0.07\"", "as stored"),
        ("\"code\":\"0.137\"", "\"code\":\"0.1370000000000000000000000000000001\"", "as stored"),
        ("\"theorem\":\"", "\"theorem\":\"x", "not known"),
        ("\"code\":\"0.137\"", "\"code\":\"1.37\"", "is not a take-and-break code"),
        ("\"bits\":4", "\"bits\":40", "1 to 32"),
        ("\"version\":1", "\"version\":2", "not known"),
        ("\"period\":34", "\"period\":0", "no period is 0"),
        ("\"period\":34", "\"period\":18446744073709551615", "do not reach"),
        ("\"preperiod\":52", "\"preperiod\":18446744073709551615", "do not reach"),
        ("\"values\":", "\"values\":9999999999", "--max-memory"),
    ] {
        let problem = check(&forged(&file, from, to), Mode::Full).unwrap_err();
        assert!(problem.to_string().contains(why), "{from} -> {to}: {problem}");
    }
    // Periods that are seen in values too few to prove them.
    let mut run = Run::new("0.137".parse().unwrap());
    run.extend(150, false, &Context::default(), &mut |_| Ok(())).unwrap();
    let mut short = Vec::new();
    certificate::write(&run, &mut short).unwrap();
    for theorem in ["guy-smith", "takes", "arithmetic", "window"] {
        let claim =
            format!("\"period\":34,\"preperiod\":52,\"saltus\":0,\"theorem\":\"{theorem}\"");
        let unclaimed = "\"period\":null,\"preperiod\":null,\"saltus\":null,\"theorem\":null";
        let problem = check(&forged(&short, unclaimed, &claim), Mode::Full).unwrap_err();
        assert!(matches!(problem, Problem::False(_)), "{theorem}: {problem}");
    }
}

#[test]
fn changed_files_are_refused() {
    let file = certificate("0.77", 1500);
    for place in 0..file.len() {
        let mut changed = file.clone();
        changed[place] ^= 1 << (place % 8);
        assert!(check(&changed, QUICK).is_err(), "byte {place}");
    }
    for len in 0..file.len() {
        assert!(matches!(check(&file[..len], QUICK), Err(Problem::Malformed(_))), "{len} bytes");
    }
    let longer = [&file[..], b"x"].concat();
    assert!(check(&longer, QUICK).unwrap_err().to_string().contains("behind its end"));
}

#[test]
fn heaps_of_quick_mode_are_counted_once() {
    for count in [0, 1, 2, 49, 50, 51, 52, 60, 896, 10_000] {
        for positions in [0, 1, 5, 100, 1000, u32::MAX] {
            for seed in 0..20 {
                let chosen = chosen(count, positions, seed);
                let all = 50usize.saturating_add(1).saturating_add(positions as usize).min(count);
                assert_eq!(chosen.len(), all, "{positions} of {count}");
                assert!(chosen.is_sorted_by(|a, b| a < b) && chosen.iter().all(|&n| n < count));
                assert!(count == 0 || chosen.contains(&(count - 1)));
            }
        }
    }
    // 1000 positions of fewer values are all values.
    let found =
        check(&certificate("0.45", 2000), Mode::Quick { positions: 1000, seed: 1 }).unwrap();
    assert_eq!((found.recomputed, found.values), (896, 896));
}

#[test]
fn all_heaps_are_chosen_about_as_often() {
    let mut counts = vec![0u32; 100];
    for seed in 0..4000u64 {
        for n in chosen(100, 7, seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
            counts[n] += 1;
        }
    }
    // 4000 * 7 / 49 = 571 times each of the heaps 50 to 98.
    assert!(counts[50..99].iter().all(|count| (430..720).contains(count)), "{counts:?}");
}

#[test]
fn any_number_of_threads_finds_the_same() {
    use crate::context::Limits;
    let file = certificate("0.16", 400_000);
    let at = file.len() - 1000;
    let mut changed = file[..file.len() - 32].to_vec();
    changed[at] ^= 1;
    changed[at + 200] ^= 1;
    changed.extend_from_slice(&Sha256::digest(&changed));
    let mut told = Vec::new();
    for threads in 1..=3 {
        let context = Context::new(Limits { threads, ..Limits::default() });
        let found = verify(&mut &file[..], Mode::Full, &context).unwrap();
        assert_eq!(found.period, Some((105_351, 149_459, 0)));
        assert_eq!(found.recomputed, found.values);
        let problem = verify(&mut &changed[..], Mode::Full, &context).unwrap_err();
        assert!(matches!(problem, Problem::False(_)));
        told.push(problem.to_string());
    }
    assert!(told.iter().all(|text| *text == told[0]), "{told:?}");
}

#[test]
fn values_that_nobody_can_hold_are_refused() {
    // 32 bits a value: marks for values up to 2^32 would be asked for.
    let line = r#"{"bits":32,"code":"0.07","format":"grundy-certificate","values":3,"version":1}"#;
    let mut file = [line.as_bytes(), b"\n", &[0; 4], &[255; 8]].concat();
    file.extend_from_slice(&Sha256::digest(&file));
    for mode in [Mode::Full, QUICK] {
        let problem = check(&file, mode).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "the certificate is false: G(1) is at most 2, not 4294967295 as stored"
        );
    }
}

#[test]
fn the_checker_uses_nothing_of_the_solver() {
    let room = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/verify");
    let mut files = 0;
    for entry in std::fs::read_dir(room).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none() || path.ends_with("tests.rs") {
            continue;
        }
        files += 1;
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let elsewhere = line.contains("grundy_lanes")
                || line.contains("super::super")
                || line.contains("crate::") && !line.contains("crate::context::");
            assert!(!elsewhere, "{}: {line}", path.display());
        }
    }
    assert!(files >= 8, "{files} files");
}
