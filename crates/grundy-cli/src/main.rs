//! The grundy command: arguments, terminal, files and exit codes; no mathematics.

mod args;
mod commands;
mod context;
mod failure;
mod keeper;
mod lease;
mod output;
mod partial;
mod pictures;
mod plots;
mod problems;
mod rules;
mod share;
mod signals;
mod simd;

use args::{Args, Command};
use grundy::translation::Language;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::read();
    if !matches!(args.command, Command::Serve(_)) {
        // A server ends in its own way.
        context::watch_interrupts();
    }
    if let Err(failure) = simd::select() {
        return failure.report(Language::English);
    }
    let result = match &args.command {
        Command::Solve(solve) => commands::solve::run(solve),
        Command::Table(table) => commands::table::run(table),
        Command::Sequence(sequence) => commands::sequence::run(sequence),
        Command::Verify(verify) => commands::verify::run(verify),
        Command::Law(law) => commands::law::run(law),
        Command::Odds(odds) => commands::odds::run(odds),
        Command::Graph(graph) => commands::graph::run(graph),
        Command::Draw(draw) => commands::draw::run(draw),
        Command::Nimber(nimber) => commands::nimber::run(nimber),
        Command::Quotient(quotient) => commands::quotient::run(quotient),
        Command::Canonical(canonical) => commands::canonical::run(canonical),
        Command::Play(play) => commands::play::run(play),
        Command::Judge(judge) => commands::judge::run(judge),
        Command::Games(games) => commands::games::run(games),
        Command::Rules(rules) => commands::rules::run(rules),
        Command::Serve(serve) => commands::serve::run(serve),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(args.command.language()),
    }
}
