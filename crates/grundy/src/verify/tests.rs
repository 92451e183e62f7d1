//! True certificates are accepted, others are not.

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
            assert!(found.period.is_some() && found.recomputed > 0);
            assert_eq!(found.recomputed == found.values, mode == Mode::Full);
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
        ("\"code\":\"0.137\"", "\"code\":\"1.37\"", "no take-and-break code"),
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
