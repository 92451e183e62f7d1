//! Any file: the checker refuses it, or what it claims is true.

use super::{narrow, sealed};
use grundy::heap::run::Run;
use grundy::verify::{Mode, Problem, Verified, verify};

/// Claims about more values are not compared with the solver.
const MAX_VALUES: u64 = 5000;

/// Checks the bytes as a certificate, in both modes, and judges what is accepted.
pub fn run(data: &[u8]) {
    for file in sealed(data) {
        let modes = [Mode::Full, Mode::Quick { positions: 10, seed: 1 }];
        let [full, quick] = modes.map(|mode| verify(&mut &file[..], mode, &narrow(100_000)));
        match full {
            Ok(found) => {
                assert!(matches!(quick, Ok(_) | Err(Problem::Stop(_))), "{found:?} {quick:?}");
                judge(&found, &file);
            }
            Err(problem) => assert!(!problem.to_string().is_empty()),
        }
    }
}

/// Compares the claim with what the solver finds.
fn judge(found: &Verified, file: &[u8]) {
    let code: grundy::heap::Code = found.code.parse().expect("the solver knows the code too");
    if found.values > MAX_VALUES {
        return;
    }
    let mut run = Run::new(code);
    if run.extend(found.values.max(64), false, &narrow(1_000_000), &mut |_| Ok(())).is_err() {
        return;
    }
    let end = file.iter().position(|&byte| byte == b'\n').expect("a line");
    let head: serde_json::Value = serde_json::from_slice(&file[..end]).expect("JSON");
    let bits = head["bits"].as_u64().expect("bits") as usize;
    let bit = |i: usize| u32::from(file[end + 1 + i / 8] >> (i % 8) & 1);
    for n in 0..found.values as usize {
        let value: u32 = (0..bits).map(|i| bit(n * bits + i) << i).sum();
        assert_eq!(value, run.values().get(n), "{found:?}, heap {n}");
    }
    if let (Some(claimed), Some((proved, _))) = (found.period, run.proved()) {
        assert_eq!(claimed, (proved.preperiod, proved.length, proved.saltus), "{found:?}");
    }
}
