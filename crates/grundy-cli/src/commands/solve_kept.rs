//! `grundy solve --certificate` and `--checkpoint`: proofs of positions that fall apart, and searches kept.

use crate::args::Solve;
use crate::failure::Failure;
use crate::keeper::Keeper;
use crate::output::{check_outputs, note, write_to};
use grundy::answer::Answer;
use grundy::certificate::misere::{self, Certificate as MisereCertificate};
use grundy::certificate::position::{Certificate, Known, allowed};
use grundy::context::{Context, Stop};
use grundy::expr::Expression;
use grundy::game::Component;
use grundy::nat::to_u64;
use grundy::solve::kept::{self, KeptError};
use grundy::solve::search::Searched;
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Whether files are written besides the answer.
pub fn is_asked(args: &Solve) -> bool {
    args.certificate.is_some() || args.checkpoint.is_some()
}

/// Refuses what has no certificate and no checkpoint, before anything is computed.
pub fn check(args: &Solve) -> Result<(), Failure> {
    check_outputs(&[
        ("--certificate", args.certificate.as_deref()),
        ("--checkpoint", args.checkpoint.as_deref()),
    ])?;
    if is_asked(args) && args.expressions.len() != 1 {
        let message = "--certificate and --checkpoint go with one position";
        return Err(Failure::Usage(message.into()));
    }
    Ok(())
}

/// The search of a position, kept in a file.
struct Kept<'a> {
    path: &'a Path,
    game: String,
    searched: &'a Searched,
    keeper: Arc<Mutex<Keeper>>,
}

/// Answers `source`, with a certificate of the answer and a checkpoint of the search if they are wanted.
pub fn run(
    args: &Solve,
    source: &str,
    expression: &Expression,
    context: &Context<'_>,
    answer: impl FnOnce() -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let Expression::Sum(sum) = expression else {
        let message = "--certificate and --checkpoint go with sums of positions";
        return Err(Failure::Usage(message.into()));
    };
    let stopped = |stop| Failure::Stop(stop, source.trim().to_owned());
    if args.certificate.is_some() {
        if args.misere { misere::allowed(sum) } else { allowed(sum) }.map_err(stopped)?;
    }
    let kept = match &args.checkpoint {
        Some(path) => Some(begun(path, sum, args, context)?),
        None => None,
    };
    let found = answer();
    let saved = kept.map_or(Ok(()), ended);
    let found = match (found, saved) {
        (Ok(found), Ok(())) => found,
        (Ok(_), Err(failure)) | (Err(failure), Ok(())) => return Err(failure),
        (Err(failure), Err(unsaved)) => {
            // Both are told; the exit code is that of the search.
            note(&unsaved.message(args.lang));
            return Err(failure);
        }
    };
    if let Some(path) = &args.certificate {
        certify(path, args, sum, &found, context).map_err(|error| match error {
            Uncertified::Stop(stop) => stopped(stop),
            Uncertified::Failure(failure) => failure,
        })?;
    }
    Ok(found)
}

/// Why no certificate was written.
enum Uncertified {
    Stop(Stop),
    Failure(Failure),
}

/// So many claims about one of something or several.
fn counted(claims: u64, one: &str, several: &str) -> String {
    match claims {
        1 => format!("1 claim about {one}"),
        _ => format!("{claims} claims about {several}"),
    }
}

/// Writes a certificate of an answer; its size is told first.
fn certify(
    path: &Path,
    args: &Solve,
    sum: &[Arc<dyn Component>],
    found: &Answer,
    context: &Context<'_>,
) -> Result<(), Uncertified> {
    let name = path.display();
    if args.misere {
        let outcome = found.outcome;
        let certificate =
            MisereCertificate::new(sum, outcome, context).map_err(Uncertified::Stop)?;
        note(&format!(
            "{name}: the certificate of the outcome {outcome} in misère play has {}, {} bytes",
            counted(certificate.sums(), "a sum", "sums"),
            certificate.bytes()
        ));
        return write_to(Some(path), |out| certificate.write(out)).map_err(Uncertified::Failure);
    }
    let value = found.grundy.as_ref().and_then(|value| value.number()).and_then(to_u64);
    let known = Known { outcome: found.outcome, value };
    let certificate = Certificate::new(sum, known, context).map_err(Uncertified::Stop)?;
    let what = match value {
        Some(value) => format!("the value {value}"),
        None => format!("the outcome {}", found.outcome),
    };
    note(&format!(
        "{name}: the certificate of {what} has {}, {} bytes",
        counted(certificate.claims(), "a part", "parts"),
        certificate.bytes()
    ));
    write_to(Some(path), |out| certificate.write(out)).map_err(Uncertified::Failure)
}

/// Goes on from a checkpoint if there is one, and keeps the search from now on.
fn begun<'a>(
    path: &'a Path,
    sum: &'a [Arc<dyn Component>],
    args: &Solve,
    context: &Context<'_>,
) -> Result<Kept<'a>, Failure> {
    let parts = sum
        .iter()
        .flat_map(|component| (0..component.parts()).filter_map(|part| component.kept(part)));
    let parts: Vec<(String, &Searched)> = parts.collect();
    let [(game, searched)] = &parts[..] else {
        let message = "--checkpoint goes with one board or graph that is searched by its parts (cram, \
                       polyominoes, node-kayles, kings, arc-kayles, poset)";
        return Err(Failure::Usage(message.into()));
    };
    if path.exists() {
        let name = path.display();
        let io = |error| Failure::Io(format!("{name}: {error}"));
        let mut file = File::open(path).map_err(io)?;
        let memory = context.memory_left();
        let values = kept::read(game, &mut file, memory, context).map_err(|error| match error {
            KeptError::Stop(stop) => Failure::Stop(stop, String::new()),
            KeptError::Io(error) => Failure::Io(format!("{name}: {error}")),
            KeptError::Foreign(_) => Failure::Usage(format!("{name}: {error}, not of {game}")),
            KeptError::Malformed(_) => Failure::Malformed(format!(
                "{name}: {error}; give another name to --checkpoint, or move this file away and \
                     begin anew"
            )),
        })?;
        searched.set_values(values);
    }
    let keeper = Arc::new(Mutex::new(Keeper::new(Some(path), args.checkpoint_every)));
    let (watching, name) = (Arc::clone(&keeper), game.clone());
    searched.set_watch(Some(Box::new(move |values| {
        // One thread writes, the others go on.
        if let Ok(mut keeper) = watching.try_lock() {
            keeper.now_and_then(|out| kept::write(&name, values, out));
        }
    })));
    Ok(Kept { path, game: game.clone(), searched, keeper })
}

/// Keeps the search at its end, whatever the end was.
fn ended(kept: Kept<'_>) -> Result<(), Failure> {
    kept.searched.set_watch(None);
    let keeper = kept.keeper.lock().unwrap_or_else(PoisonError::into_inner);
    kept.searched.with_values(|values| {
        if values.is_empty() && !kept.path.exists() {
            return Ok(());
        }
        keeper.at_end(|out| kept::write(&kept.game, values, out))
    })
}
