//! Certificates changed by someone who knows the format, and sets the checksum right: whatever is
//! accepted is true.

use super::{certificate, check};
use crate::context::Context;
use crate::heap::Code;
use crate::heap::run::Run;
use crate::verify::{Mode, Problem, Verified};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// One small certificate for each theorem, `window` with and without parity, and one of values alone.
const CERTIFIED: [(&str, u64); 8] = [
    ("0.71", 300),
    ("0.45", 2000),
    ("0.176", 300),
    ("0.117", 300),
    ("0.0[3]", 300),
    ("0.3F", 300),
    ("4!.0", 60),
    ("0.{1,3}?6!", 60),
];

/// Heaps that the judge computes.
const JUDGED_HEAPS: u64 = 2500;

/// A file taken apart, with a checksum that fits when it is put together.
#[derive(Clone)]
struct Parts {
    head: serde_json::Value,
    body: Vec<u8>,
}

impl Parts {
    fn of(file: &[u8]) -> Self {
        let end = file.iter().position(|&byte| byte == b'\n').unwrap();
        let head = serde_json::from_slice(&file[..end]).unwrap();
        Self { head, body: file[end + 1..file.len() - 32].to_vec() }
    }

    fn number(&self, member: &str) -> u64 {
        self.head[member].as_u64().unwrap()
    }

    fn values(&self) -> Vec<u32> {
        let bits = self.number("bits") as usize;
        let bit = |i: usize| u32::from(self.body[i / 8] >> (i % 8) & 1);
        let value = |n: usize| (0..bits).map(|i| bit(n * bits + i) << i).sum();
        (0..self.number("values") as usize).map(value).collect()
    }

    fn with_values(mut self, values: &[u32], bits: usize) -> Self {
        self.body = vec![0; (values.len() * bits).div_ceil(8)];
        for (n, value) in values.iter().enumerate() {
            for i in (0..bits).filter(|i| value >> i & 1 == 1) {
                let place = n * bits + i;
                self.body[place / 8] |= 1 << (place % 8);
            }
        }
        self.with("values", values.len()).with("bits", bits)
    }

    fn with(mut self, member: &str, value: impl Into<serde_json::Value>) -> Self {
        self.head[member] = value.into();
        self
    }

    fn file(&self) -> Vec<u8> {
        sealed([format!("{}\n", self.head).as_bytes(), &self.body].concat())
    }

    /// What the checker says.
    fn check(&self) -> Result<Verified, Problem> {
        check(&self.file(), Mode::Full)
    }
}

fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum);
    bytes
}

/// Far values of a code and its proved period: preperiod, length, saltus.
type Solved = (Vec<u32>, Option<(u64, u64, u64)>);

/// What the solver says of codes.
#[derive(Default)]
struct Judge {
    known: HashMap<String, Solved>,
}

impl Judge {
    /// An accepted file says what is true.
    fn judge(&mut self, file: &[u8], found: &Verified) {
        let (values, period) = self.known.entry(found.code.clone()).or_insert_with(|| {
            let code: Code = found.code.parse().unwrap();
            let to =
                if code.most_heaps().is_some_and(|heaps| heaps <= 2) { JUDGED_HEAPS } else { 300 };
            let mut run = Run::new(code);
            run.extend(to, false, &Context::default(), &mut |_| Ok(())).unwrap();
            let period = run.proved().map(|(p, _)| (p.preperiod, p.length, p.saltus));
            (run.values().iter().collect(), period)
        });
        let claimed = Parts::of(file).values();
        assert_eq!(claimed[..], values[..claimed.len()], "{found:?}");
        if found.period.is_some() {
            assert_eq!(found.period, *period, "{found:?}");
        }
    }

    /// Whether it is accepted; then it has to be true.
    fn accepts(&mut self, file: &[u8]) -> bool {
        match check(file, Mode::Full) {
            Ok(found) => {
                self.judge(file, &found);
                true
            }
            Err(Problem::False(_) | Problem::Malformed(_)) => false,
            Err(Problem::Stop(stop)) => {
                // More values claimed than memory allows.
                assert!(stop.to_string().contains("--max-memory"), "{stop}");
                false
            }
            Err(Problem::Io(error)) => panic!("{error}"),
        }
    }
}

fn small() -> Vec<(&'static str, Vec<u8>)> {
    CERTIFIED.map(|(text, to)| (text, certificate(text, to))).to_vec()
}

#[test]
fn the_small_certificates_have_every_theorem() {
    let theorem = |file: &[u8]| check(file, Mode::Full).unwrap().theorem;
    let mut found: Vec<_> = small().iter().filter_map(|(_, file)| theorem(file)).collect();
    found.sort();
    found.dedup();
    assert_eq!(found, ["arithmetic", "guy-smith", "takes", "window"]);
}

#[test]
fn every_byte_changed() {
    let mut judge = Judge::default();
    for (text, file) in small() {
        let body = &file[..file.len() - 32];
        let end = body.iter().position(|&byte| byte == b'\n').unwrap();
        for place in 0..body.len() {
            let old = body[place];
            let flips = (0..8).map(|bit| old ^ 1 << bit);
            for byte in flips.chain([0, 255, b' ', b'0', b'9', b'"']).filter(|&byte| byte != old) {
                let mut changed = body.to_vec();
                changed[place] = byte;
                let accepted = judge.accepts(&sealed(changed));
                // Each value is wrong if a bit of it is; the line may say the same in other words.
                assert!(!accepted || place <= end, "{text}: byte {place} is {byte}");
            }
            // The checksum of the file as it was.
            let mut changed = file.clone();
            changed[place] ^= 1 << (place % 8);
            assert!(!judge.accepts(&changed), "{text}: byte {place}");
        }
        for place in body.len()..file.len() {
            let mut changed = file.clone();
            changed[place] ^= 1;
            assert!(!judge.accepts(&changed), "{text}: byte {place} of the checksum");
        }
    }
}

#[test]
fn every_value_changed() {
    for (text, file) in small() {
        let parts = Parts::of(&file);
        let (values, bits) = (parts.values(), parts.number("bits") as usize);
        for n in 0..values.len() {
            for other in (0..1 << bits.min(6)).filter(|&other| other != values[n]) {
                let mut changed = values.clone();
                changed[n] = other;
                let problem = parts.clone().with_values(&changed, bits).check().unwrap_err();
                assert!(matches!(problem, Problem::False(_)), "{text}, heap {n}: {problem}");
                assert!(problem.to_string().contains(&format!("G({n}) is")), "{text}: {problem}");
            }
        }
    }
}

#[test]
fn preperiods_and_periods_that_are_not_the_least() {
    for (text, file) in small() {
        let parts = Parts::of(&file);
        if parts.head["period"].is_null() {
            continue;
        }
        let [start, length, saltus] = ["preperiod", "period", "saltus"].map(|m| parts.number(m));
        let claims = (0..2 * start + 10)
            .flat_map(|s| [(s, length, saltus), (s, 2 * length, 2 * saltus)])
            .chain((0..4 * length).map(|l| (start, l, saltus)))
            .chain((2..5).map(|times| (start, times * length, times * saltus)))
            .chain((2..5).filter(|t| length % t == 0).map(|t| (start, length / t, saltus / t)))
            .chain((0..2 * saltus + 3).map(|s| (start, length, s)))
            .filter(|&claim| claim != (start, length, saltus));
        for (s, l, t) in claims {
            let claim = parts.clone().with("preperiod", s).with("period", l).with("saltus", t);
            let problem = claim.check().expect_err(&format!("{text}: {s} {l} {t}"));
            assert!(matches!(problem, Problem::False(_) | Problem::Malformed(_)), "{problem}");
        }
    }
}

#[test]
fn other_codes_theorems_and_masks() {
    let mut judge = Judge::default();
    let codes = CERTIFIED.map(|(text, _)| text);
    for (text, file) in small() {
        let parts = Parts::of(&file);
        for other in codes.iter().chain(&["0.77", "0.4", "0.7", "0.[0]", "0.045", "4.5", "0.17[6]"])
        {
            let accepted = judge.accepts(&parts.clone().with("code", *other).file());
            assert!(*other == text || !accepted, "{text} as {other}");
        }
        // The same game in other words.
        assert!(judge.accepts(&parts.clone().with("code", text.replace("F", "f")).file()));
        for theorem in ["guy-smith", "window", "takes", "arithmetic", "", "none"] {
            judge.accepts(&parts.clone().with("theorem", theorem).file());
        }
        let (mut accepted, mut refused) = (0, 0);
        for mask in 0..64 {
            for parity in [false, true] {
                let masked = parts.clone().with("mask", mask).with("parity", parity);
                *(if judge.accepts(&masked.file()) { &mut accepted } else { &mut refused }) += 1;
            }
        }
        let window = parts.head["theorem"] == "window";
        assert_eq!(window, refused > 0, "{text}: {accepted} masks accepted, {refused} refused");
    }
}

#[test]
fn lengths_that_do_not_fit() {
    let mut judge = Judge::default();
    for (text, file) in small() {
        for end in 0..file.len() {
            assert!(!judge.accepts(&file[..end]), "{text}: {end} bytes");
            if end != file.len() - 32 {
                assert!(!judge.accepts(&sealed(file[..end].to_vec())), "{text}: {end} bytes");
            }
        }
        for more in [&b"\0"[..], b"x", &[0; 64]] {
            assert!(!judge.accepts(&[&file[..], more].concat()), "{text}: longer");
            let inside = [&file[..file.len() - 32], more].concat();
            assert!(!judge.accepts(&sealed(inside)), "{text}: longer");
        }
        // More values, right or wrong, and fewer: accepted if they still prove what is claimed.
        let parts = Parts::of(&file);
        let (values, bits) = (parts.values(), parts.number("bits") as usize);
        let next = |value: u32| [&values[..], &[value]].concat();
        let accepted: Vec<u32> = (0..1 << bits.min(8))
            .filter(|&v| judge.accepts(&parts.clone().with_values(&next(v), bits).file()))
            .collect();
        assert!(accepted.len() <= 1, "{text}: {accepted:?}");
        for count in 0..values.len() {
            judge.accepts(&parts.clone().with_values(&values[..count], bits).file());
        }
        // The same values with more bits.
        assert!(judge.accepts(&parts.clone().with_values(&values, bits + 3).file()), "{text}");
    }
}

#[test]
fn members_of_the_line_that_are_not_known() {
    let parts = Parts::of(&certificate("0.71", 300));
    let problem = parts.clone().with("proof", "by inspection").check().unwrap_err();
    assert!(problem.to_string().contains("unknown field `proof`"), "{problem}");
    for member in ["format", "version", "code", "values", "bits", "period", "saltus", "theorem"] {
        let mut less = parts.clone();
        less.head.as_object_mut().unwrap().remove(member);
        assert!(less.check().is_err(), "{member}");
    }
}
