//! `grundy rules`

use crate::args::{EmitLang, LawUse, Rules as Args, RulesCheck, RulesCommand, RulesEmit};
use crate::failure::Failure;
use crate::output::{note, stdout, write_to};
use crate::problems;
use crate::rules;
use grundy::expr::closest;
use grundy_laws::submission::Proved;
use grundy_rules::emit::{self, Lang};
use grundy_rules::library;
use grundy_rules::source::Source;
use grundy_rules::typed::{Family, Program};
use std::io::Write;

pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        RulesCommand::Check(check) => self::check(check),
        RulesCommand::Emit(emit) => self::emit(emit),
    }
}

fn emit(args: &RulesEmit) -> Result<(), Failure> {
    let lang = match args.lang {
        EmitLang::Cpp => Lang::Cpp,
        EmitLang::Rust => Lang::Rust,
        EmitLang::Python => Lang::Python,
        EmitLang::Java => Lang::Java,
    };
    if let Some(problem) = &args.problem {
        let problem_file = problems::file_or_name(problem)?;
        let submission = match args.law {
            LawUse::On => problem_file.emit(lang),
            LawUse::Unproved => problem_file.emit_unproved(lang),
            LawUse::Off => problem_file.emit_tables(lang),
        };
        let submission =
            submission.map_err(|why| Failure::Usage(format!("{}: {why}", problem.display())))?;
        write_to(args.output.as_deref(), |out| out.write_all(submission.text.as_bytes()))?;
        for text in &submission.notes {
            note(text);
        }
        let other =
            || problem_file.emit_unproved(lang).is_ok_and(|other| other.text != submission.text);
        if args.law == LawUse::On && !submission.notes.is_empty() && other() {
            note("--law unproved prints a program by a law that is checked in a table");
        }
        return Ok(());
    }
    let rules = rules::read_with(text(args)?, &args.input)?;
    let program = rules.program();
    let family = match &args.family {
        None => 0,
        Some(name) => {
            let same = |family: &Family| family.name.eq_ignore_ascii_case(name);
            program.families.iter().position(same).ok_or_else(|| {
                let known: Vec<&str> = program.families.iter().map(|f| &*f.name).collect();
                Failure::Usage(format!(
                    "there is no game called {name} in these rules: {}",
                    known.join(", ")
                ))
            })?
        }
    };
    let proved = || Proved::find(program, family, true);
    let limits = vec![None; program.families[family].width];
    let law = match args.law {
        LawUse::On => proved().function(&limits, lang),
        LawUse::Unproved => {
            let proved = proved();
            let unproved = proved.unproved(&limits, lang);
            if unproved.is_some() {
                let name = &program.families[family].name;
                note(&format!("the law of {name} is not proved: it was checked in a table"));
            }
            unproved.or_else(|| proved.function(&limits, lang))
        }
        LawUse::Off => None,
    };
    let text = match law {
        Some(law) => emit::emit_around(program, family, lang, &law),
        None => emit::emit(program, family, lang),
    };
    let text = text.map_err(|error| Failure::Usage(error.render(&program.source)))?;
    write_to(args.output.as_deref(), |out| out.write_all(text.as_bytes()))
}

/// The rules given, the file, or the rules of a built-in game of that name.
fn text(args: &RulesEmit) -> Result<Source, Failure> {
    let Some(file) = &args.file else {
        let mut source = Source::default();
        rules::add(&mut source, &args.rule);
        return Ok(source);
    };
    let name = file.display().to_string();
    match library::text(&name) {
        _ if name == "-" => rules::standard_input(),
        Some(text) if !file.exists() => Ok(Source::new(name, text)),
        None if !file.exists() && !name.contains(['.', '/', '\\']) => {
            let names = library::TEXTS.iter().map(|(name, _)| *name);
            let hint = match closest(&name, names.clone()) {
                Some(close) => format!("did you mean {close}?"),
                None => {
                    format!("built-in games with a text: {}", names.collect::<Vec<_>>().join(", "))
                }
            };
            Err(Failure::Io(format!(
                "{name}: there is no such file, nor rules of that name: {hint}"
            )))
        }
        _ => rules::files(std::slice::from_ref(file)),
    }
}

fn check(args: &RulesCheck) -> Result<(), Failure> {
    let mut source = rules::files_or_input(&args.files)?;
    rules::add(&mut source, &args.rule);
    let program =
        Program::read(source.clone()).map_err(|error| Failure::Usage(error.render(&source)))?;
    if program.inputs.is_empty() {
        // Names that positions cannot be written with.
        rules::read(source)?;
    }
    let mut out = stdout();
    for line in program.describe() {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}
