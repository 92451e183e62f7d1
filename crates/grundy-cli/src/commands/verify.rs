//! `grundy verify`

use super::law_certificate;
use crate::args::Verify as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use grundy::context::Limits;
use grundy::verify::{Mode, Problem, verify};
use grundy_laws::verify::{FIRST, recognised};
use std::fs::File;
use std::io::Read;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn run(args: &Args) -> Result<(), Failure> {
    let name = args.file.display();
    let mode = match args.quick {
        false => Mode::Full,
        true => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let seed = args.seed.unwrap_or(now.as_nanos() as u64);
            Mode::Quick { positions: args.positions, seed }
        }
    };
    let io = |e: std::io::Error| Failure::Io(format!("{name}: {e}"));
    let mut file = File::open(&args.file).map_err(io)?;
    let mut first = Vec::new();
    file.by_ref().take(FIRST.len() as u64).read_to_end(&mut first).map_err(io)?;
    if recognised(&first) {
        return law_certificate::check(args, first.as_slice().chain(file));
    }
    let mut file = first.as_slice().chain(file);
    let limits = Limits { threads: args.threads.into(), ..args.limits.limits() };
    let found = with_context(limits, |context| verify(&mut file, mode, context));
    let found = found.map_err(|problem| match problem {
        Problem::False(_) => Failure::False(format!("{name}: {problem}")),
        Problem::Malformed(_) | Problem::Io(_) => Failure::Malformed(format!("{name}: {problem}")),
        Problem::Stop(stop) => Failure::Stop(stop, String::new()),
    })?;
    let text = if args.json {
        let (mode, period) = (if args.quick { "quick" } else { "full" }, found.period);
        let object = serde_json::json!({
            "code": found.code,
            "valid": true,
            "mode": mode,
            "values": found.values,
            "recomputed": found.recomputed,
            "preperiod": period.map(|(start, _, _)| start),
            "period": period.map(|(_, length, _)| length),
            "saltus": period.map(|(_, _, saltus)| saltus),
            "theorem": found.theorem,
        });
        format!("{object}\n")
    } else {
        let values = match found.recomputed == found.values {
            true => format!("all {} values computed again by the definition", found.values),
            false => format!(
                "{} of the {} values computed again by the definition (--quick)",
                found.recomputed, found.values
            ),
        };
        let claim = match (found.period, &found.theorem) {
            (Some((start, length, saltus)), Some(theorem)) => {
                let saltus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
                format!(
                    "G(n+{length}) = G(n){saltus} for all n >= {start}\ntheorem: {theorem}, its \
                     conditions hold for the stored values\n"
                )
            }
            _ => "no period is claimed\n".into(),
        };
        format!("{}: the certificate is true\n{values}\n{claim}", found.code)
    };
    write_to(None, |out| out.write_all(text.as_bytes()))
}
