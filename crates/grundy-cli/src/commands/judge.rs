//! `grundy judge`

use crate::args::Judge;
use crate::failure::Failure;
use crate::output::stdout;
use grundy::expr::closest;
use grundy::judge::{PROBLEMS, find, judge};
use std::io::{self, Read, Write};

pub fn run(args: &Judge) -> Result<(), Failure> {
    let mut out = stdout();
    let Some(id) = args.problem.as_ref().filter(|_| !args.list) else {
        let width = PROBLEMS.iter().map(|problem| problem.id.len()).max().unwrap_or(0);
        for problem in PROBLEMS {
            writeln!(out, "{:width$}  {}", problem.id, problem.title)?;
            let pad = " ".repeat(width);
            writeln!(out, "{pad}  reads {}; prints {}", problem.reads, problem.prints)?;
        }
        out.flush()?;
        return Ok(());
    };
    if find(id).is_none() {
        let hint = match closest(id, PROBLEMS.iter().map(|problem| problem.id)) {
            Some(close) => format!("did you mean {close}?"),
            None => "`grundy judge --list` names all problems".to_owned(),
        };
        return Err(Failure::Usage(format!("there is no problem called {id}\n  {hint}")));
    }
    let mut input = Vec::new();
    io::stdin()
        .lock()
        .read_to_end(&mut input)
        .map_err(|error| Failure::Io(format!("standard input: {error}")))?;
    let result = judge(id, &input, &mut out);
    // What was answered before the input went wrong is worth having.
    out.flush()?;
    Ok(result?)
}
