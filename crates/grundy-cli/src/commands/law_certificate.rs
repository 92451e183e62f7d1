//! Certificates of laws: written by `grundy law`, checked by `grundy verify`.

use crate::args::Verify as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use grundy::context::{Context, Stop};
use grundy_laws::automaton::{Budget, Overrun};
use grundy_laws::certificate::{WriteError, numeration};
use grundy_laws::formula::DecideError;
use grundy_laws::report::Report;
use grundy_laws::rules::Search;
use grundy_laws::verify::{Claim, MAX_BYTES, Problem, Verified, recognised, verify, write};
use grundy_rules::typed::Program;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// Writes the certificate of what is proved.
pub fn save(
    path: &Path,
    report: &Report,
    program: Option<&Arc<Program>>,
    context: &Context<'_>,
) -> Result<(), Failure> {
    let none = || {
        let what = "--certificate: nothing is proved by automata, so there is no certificate";
        Failure::Limit(what.into())
    };
    let budget = Budget::new(Search::default().proof_states, *context);
    let made = report.certificate(program.ok_or_else(none)?, &budget).map_err(failure)?;
    let text = write(&made.ok_or_else(none)?);
    write_to(Some(path), |out| out.write_all(text.as_bytes()))
}

fn failure(error: WriteError) -> Failure {
    match error {
        WriteError::Overrun(Overrun::Stop(stop))
        | WriteError::Decide(DecideError::Overrun(Overrun::Stop(stop)))
        | WriteError::Problem(Problem::Stop(stop)) => Failure::Stop(stop, String::new()),
        WriteError::Overrun(inner) | WriteError::Decide(DecideError::Overrun(inner)) => {
            Failure::Limit(format!("--certificate: {inner}"))
        }
        error => Failure::Limit(format!("--certificate: {error}")),
    }
}

/// Checks a certificate and tells what it proves.
pub fn check(args: &Args, file: impl Read) -> Result<(), Failure> {
    let text = text(&args.file, file)?;
    let limits = args.limits.limits();
    let text = with_context(limits, |context| {
        let checked = proved(&args.file, &text, context)?;
        let budget = Budget::new(Search::default().proof_states, *context);
        // What the file says about its tables is repeated only if it is so.
        let named = numeration(&checked, &budget).ok().flatten().map(|name| name.to_string());
        let json = || format!("{}\n", json(&checked, named.as_deref()));
        Ok::<_, Failure>(if args.json { json() } else { told(&checked, named.as_deref()) })
    })?;
    write_to(None, |out| out.write_all(text.as_bytes()))
}

/// The law of a file, if its certificate is true.
pub fn checked(path: &Path, context: &Context<'_>) -> Result<Verified, Failure> {
    let name = path.display();
    let file = File::open(path).map_err(|e| Failure::Io(format!("{name}: {e}")))?;
    let text = text(path, file)?;
    if !recognised(&text) {
        return Err(Failure::Malformed(format!("{name}: this is not a certificate of a law")));
    }
    proved(path, &text, context)
}

fn text(path: &Path, file: impl Read) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let mut file = file.take(MAX_BYTES as u64 + 1);
    let io = |e: std::io::Error| Failure::Io(format!("{}: {e}", path.display()));
    file.read_to_end(&mut text).map_err(io)?;
    Ok(text)
}

fn proved(path: &Path, text: &[u8], context: &Context<'_>) -> Result<Verified, Failure> {
    let name = path.display();
    verify(text, context).map_err(|problem| match problem {
        Problem::False(_) => Failure::False(format!("{name}: {problem}")),
        Problem::Malformed(_) => Failure::Malformed(format!("{name}: {problem}")),
        // Rules that the finder proves are within what the checker knows: it did not write this file.
        Problem::Stop(Stop::Refused(why)) => {
            Failure::Malformed(format!("{name}: these rules are beyond the checker: {why}"))
        }
        Problem::Stop(stop) => Failure::Stop(stop, String::new()),
    })
}

fn states(checked: &Verified) -> usize {
    checked.families.iter().map(|(_, law)| law.next.len()).sum()
}

fn family(checked: &Verified) -> &str {
    checked.families.first().map_or("", |(number, _)| &*checked.program.families[*number].name)
}

/// The rules that a certificate is about: its name alone could be that of another game.
fn rules(checked: &Verified) -> String {
    let source = &checked.program.source;
    source.parts().map(|part| source.text(part)).collect::<Vec<_>>().join("\n")
}

fn json(checked: &Verified, numeration: Option<&str>) -> serde_json::Value {
    let (of, play) = match checked.claim {
        Claim::Normal => ("outcome", "normal"),
        Claim::Misere => ("outcome", "misere"),
        Claim::Values => ("value", "normal"),
    };
    let mut json = serde_json::json!({
        "family": family(checked),
        "rules": rules(checked),
        "valid": true,
        "of": of,
        "play": play,
        "numeration": numeration,
        "states": states(checked),
        "tables": checked.tables,
        "entries": checked.entries,
    });
    if let Some([dividend, divisor]) = checked.division() {
        json["division"] = serde_json::json!({ "dividend": dividend, "divisor": divisor });
    }
    json
}

fn told(checked: &Verified, numeration: Option<&str>) -> String {
    let (what, theorem) = match checked.claim {
        Claim::Normal => (
            "the P-positions are those that an automaton accepts",
            "no move leads from a P-position to a P-position, and from every other position one does",
        ),
        Claim::Misere => (
            "the P-positions of mis\u{e8}re play are those that an automaton accepts",
            "they have moves, none of which leads to one of them, and from every other position with \
             a move one does",
        ),
        Claim::Values => (
            "the Grundy value is the number that an automaton accepts",
            "no option has the value of its position, and every smaller value is that of an option",
        ),
    };
    let Verified { tables, entries, .. } = checked;
    let division = match checked.division() {
        None => String::new(),
        Some([x, y]) => format!(
            "it also reads q, where {x} = q + r, q is a multiple of {y}, and 0 <= r < {y}\n"
        ),
    };
    let mut told = format!(
        "{}: the certificate is true\nall {entries} entries of {tables} tables checked\nproved for all \
         sizes: {what} (states: {}, numeration: {})\n{division}theorem: {theorem}; a rank falls with every \
         move\nabout these rules:\n",
        family(checked),
        states(checked),
        numeration.unwrap_or("that of the tables in the file")
    );
    for line in rules(checked).lines() {
        told.push_str(&format!("  {line}\n"));
    }
    told
}
