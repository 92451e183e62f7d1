//! `grundy verify`

use super::law_certificate;
use crate::args::Verify as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use grundy::context::Limits;
use grundy::verify::{
    FIRST_OF_COUNTS, FIRST_OF_MISERE, FIRST_OF_POSITION, FIRST_OF_QUOTIENT, FIRST_OF_SET, Mode,
    Problem, VerifiedPart, verify, verify_counts, verify_misere_position_with,
    verify_position_with, verify_quotient, verify_set,
};
use grundy_laws::verify::{FIRST, recognised};
use grundy_rules::verify::Reader;
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
    let first_lines = [
        FIRST.as_bytes(),
        FIRST_OF_QUOTIENT,
        FIRST_OF_COUNTS,
        FIRST_OF_SET,
        FIRST_OF_POSITION,
        FIRST_OF_MISERE,
    ];
    let longest = first_lines.map(<[u8]>::len).into_iter().max().unwrap_or(0);
    file.by_ref().take(longest as u64).read_to_end(&mut first).map_err(io)?;
    if first.starts_with(FIRST_OF_QUOTIENT) {
        return quotient(args, &name.to_string(), &mut first.as_slice().chain(file));
    }
    if first.starts_with(FIRST_OF_COUNTS) {
        return counts(args, &name.to_string(), &mut first.as_slice().chain(file));
    }
    if first.starts_with(FIRST_OF_SET) {
        return set(args, &name.to_string(), &mut first.as_slice().chain(file));
    }
    if first.starts_with(FIRST_OF_POSITION) {
        return position(args, &name.to_string(), &mut first.as_slice().chain(file));
    }
    if first.starts_with(FIRST_OF_MISERE) {
        return misere_position(args, &name.to_string(), &mut first.as_slice().chain(file));
    }
    if recognised(&first) {
        return law_certificate::check(args, first.as_slice().chain(file));
    }
    let mut file = first.as_slice().chain(file);
    let limits = Limits { threads: args.threads.into(), ..args.limits.limits() };
    let found = with_context(limits, |context| verify(&mut file, mode, context));
    let found = found.map_err(|problem| failure(problem, &name.to_string()))?;
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

/// A text of a file without signs that would move, colour or hide what is read of it.
fn plain(text: &str) -> String {
    let moves = |sign: char| {
        sign.is_control() && !matches!(sign, '\t' | '\n')
            || matches!(sign, '\u{ad}' | '\u{61c}' | '\u{feff}')
            || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    text.replace(moves, "\u{fffd}")
}

fn failure(problem: Problem, name: &str) -> Failure {
    let told = || format!("{name}: {}", plain(&problem.to_string()));
    match problem {
        Problem::False(_) => Failure::False(told()),
        Problem::Malformed(_) | Problem::Io(_) => Failure::Malformed(told()),
        Problem::Stop(stop) => Failure::Stop(stop, String::new()),
    }
}

/// A certificate of a misère quotient.
fn quotient(args: &Args, name: &str, file: &mut dyn Read) -> Result<(), Failure> {
    let found = with_context(args.limits.limits(), |context| verify_quotient(file, context));
    let found = found.map_err(|problem| failure(problem, name))?;
    let text = if args.json {
        let object = serde_json::json!({
            "code": found.code,
            "valid": true,
            "order": found.order,
            "heaps": found.heaps,
            "preperiod": found.period.map(|(start, _)| start),
            "period": found.period.map(|(_, length)| length),
        });
        format!("{object}\n")
    } else {
        let claim = match found.period {
            Some((start, length)) => format!(
                "it is the quotient of all heaps: the element of heap n+{length} is that of heap n for all n >= {start}"
            ),
            None => {
                format!("it is the quotient of the heaps up to {}", found.heaps.saturating_sub(1))
            }
        };
        format!(
            "{}: the certificate is true\nthe misère quotient has {} elements\n{claim}\n",
            found.code, found.order
        )
    };
    write_to(None, |out| out.write_all(text.as_bytes()))
}

/// A certificate of a law of counts.
fn counts(args: &Args, name: &str, file: &mut dyn Read) -> Result<(), Failure> {
    let found = with_context(args.limits.limits(), |context| verify_counts(file, context));
    let found = found.map_err(|problem| failure(problem, name))?;
    let text = if args.json {
        let object = serde_json::json!({
            "code": found.code,
            "valid": true,
            "heap": found.heap,
            "types": found.types,
            "infinite": found.infinite,
        });
        format!("{object}\n")
    } else {
        let infinite = match found.infinite {
            true => "the misère quotient of these heaps is infinite\n",
            false => "",
        };
        format!(
            "{}: the certificate is true\noutcomes in misère play of all sums of the heaps up to {} \
             follow the law of counts in the file, which has {} types of sums\n{infinite}",
            found.code, found.heap, found.types
        )
    };
    write_to(None, |out| out.write_all(text.as_bytes()))
}

/// A certificate of the misère quotient of a set.
fn set(args: &Args, name: &str, file: &mut dyn Read) -> Result<(), Failure> {
    let found = with_context(args.limits.limits(), |context| verify_set(file, context));
    let found = found.map_err(|problem| failure(problem, name))?;
    let codes: Vec<_> = found
        .codes
        .iter()
        .map(|code| {
            serde_json::json!({
                "code": code.code,
                "heaps": code.heaps,
                "preperiod": code.period.map(|(start, _)| start),
                "period": code.period.map(|(_, length)| length),
            })
        })
        .collect();
    let tops = found.positions.iter().filter(|position| position.top);
    let text = if args.json {
        let position = |found: &VerifiedPart| serde_json::json!({ "position": found.position, "element": found.element, "p": found.p });
        let object = serde_json::json!({
            "valid": true,
            "order": found.order,
            "codes": codes,
            "positions": found.positions.iter().map(position).collect::<Vec<_>>(),
            "moves_taken_from_file": found.taken,
        });
        format!("{object}\n")
    } else {
        let named = found.codes.iter().map(|code| &*code.code);
        let set: Vec<&str> = named.chain(tops.map(|position| &*position.position)).collect();
        let mut text = format!(
            "{}: the certificate is true\nthe misère quotient has {} elements\n",
            set.join(", "),
            found.order
        );
        for code in &found.codes {
            let name = &code.code;
            text += &match code.period {
                Some((start, length)) => format!(
                    "{name}: all heaps are in it: the element of heap n+{length} is that of heap n for all n >= {start}\n"
                ),
                None => {
                    format!("{name}: the heaps up to {} are in it\n", code.heaps.saturating_sub(1))
                }
            };
        }
        if !found.positions.is_empty() {
            text +=
                &format!("positions: {}, with all that can be reached\n", found.positions.len());
        }
        text += &match found.taken.is_empty() {
            true => "all moves were checked by the rules\n".to_owned(),
            false => format!(
                "the moves of these games are those that the file has, their rules are not known here: {}\n",
                found.taken.join(", ")
            ),
        };
        text
    };
    write_to(None, |out| out.write_all(text.as_bytes()))
}

/// A certificate of a position that falls apart.
fn position(args: &Args, name: &str, file: &mut dyn Read) -> Result<(), Failure> {
    let limits = Limits { threads: args.threads.into(), ..args.limits.limits() };
    let found = with_context(limits, |context| verify_position_with(file, &Reader, context));
    let found = found.map_err(|problem| failure(problem, name))?;
    let mut object = serde_json::json!({
        "position": found.position,
        "valid": true,
        "play": "normal",
        "claims": found.claims,
    });
    object["grundy"] = found.value.into();
    let value = found.value.map_or("its value is not claimed".to_owned(), |value| {
        format!("its Grundy value is {value}")
    });
    let claims = match found.claims {
        0 => "no claims about parts are needed".to_owned(),
        1 => "the claim about a part follows from the rules".to_owned(),
        claims => format!("all {claims} claims about parts follow from the rules"),
    };
    let verdict = Verdict {
        position: &found.position,
        claims: &claims,
        rules: &found.rules,
        wins: found.wins,
        play: "normal",
        more: format!("; {value}"),
    };
    tell(args, object, &verdict)
}

/// A certificate of an outcome in misère play.
fn misere_position(args: &Args, name: &str, file: &mut dyn Read) -> Result<(), Failure> {
    let limits = Limits { threads: args.threads.into(), ..args.limits.limits() };
    let found = with_context(limits, |context| verify_misere_position_with(file, &Reader, context));
    let found = found.map_err(|problem| failure(problem, name))?;
    let object = serde_json::json!({
        "position": found.position,
        "valid": true,
        "play": "misere",
        "claims": found.claims,
    });
    let claims = match found.claims {
        0 => "no claims about sums are needed".to_owned(),
        1 => "the claim that a sum is P follows from the rules".to_owned(),
        claims => format!("all {claims} claims that sums are P follow from the rules"),
    };
    let verdict = Verdict {
        position: &found.position,
        claims: &claims,
        rules: &found.rules,
        wins: found.wins,
        play: "misère",
        more: String::new(),
    };
    tell(args, object, &verdict)
}

/// Who wins a position, and what shows it.
struct Verdict<'a> {
    position: &'a str,
    /// How many claims there are, in words.
    claims: &'a str,
    /// Texts of rules.
    rules: &'a [String],
    wins: bool,
    /// In which play.
    play: &'a str,
    /// What else is known.
    more: String,
}

/// Tells who wins a position, in one object or in some lines.
fn tell(args: &Args, mut object: serde_json::Value, verdict: &Verdict<'_>) -> Result<(), Failure> {
    let (outcome, who) = if verdict.wins { ("N", "first") } else { ("P", "second") };
    object["outcome"] = outcome.into();
    let Verdict { position, claims, rules, play, more, .. } = verdict;
    if !rules.is_empty() {
        object["rules"] = serde_json::json!(rules);
    }
    if args.json {
        return write_to(None, |out| out.write_all(format!("{object}\n").as_bytes()));
    }
    let mut text = format!("{position}: the certificate is true\n");
    if !rules.is_empty() {
        // Whose name a family has says nothing of its rules.
        text +=
            "by these rules, which stand in the file; that play by them ends is taken from them:\n";
        for line in rules.iter().flat_map(|rules| rules.lines()) {
            text += &format!("    {}\n", plain(line));
        }
    }
    text += &format!(
        "{claims}\nthe position is {outcome} in {play} play: the {who} player wins{more}\n"
    );
    write_to(None, |out| out.write_all(text.as_bytes()))
}
