//! `grundy rules`

use crate::args::{EmitLang, Rules as Args, RulesCheck, RulesCommand, RulesEmit};
use crate::failure::Failure;
use crate::output::{stdout, write_to};
use crate::problems;
use crate::rules;
use grundy::expr::closest;
use grundy::syntax::Span;
use grundy_rules::emit::{self, Lang};
use grundy_rules::input::InputKind;
use grundy_rules::library;
use grundy_rules::source::Source;
use grundy_rules::typed::{ConstantValue, Family, Program};
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
        let text = problems::file_or_name(problem)?
            .emit(lang)
            .map_err(|why| Failure::Usage(format!("{}: {why}", problem.display())))?;
        return write_to(args.output.as_deref(), |out| out.write_all(text.as_bytes()));
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
    let text = emit::emit(program, family, lang)
        .map_err(|error| Failure::Usage(error.render(&program.source)))?;
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
    let source = rules::files(&args.files)?;
    let program =
        Program::read(source.clone()).map_err(|error| Failure::Usage(error.render(&source)))?;
    if program.inputs.is_empty() {
        // Names that positions cannot be written with.
        rules::read(source)?;
    }
    let mut out = stdout();
    for constant in &program.constants {
        let value = match &constant.value {
            ConstantValue::Int(value) => value.to_string(),
            ConstantValue::Bool(value) => value.to_string(),
            ConstantValue::Set(set) => count(set.len(), "number"),
            ConstantValue::Numbers(numbers) => match numbers.kind() {
                InputKind::Rows => {
                    let items = count(numbers.items().len(), "number");
                    format!("{} of {items} in order", count(numbers.len(), "row"))
                }
                _ => format!("{} in order", count(numbers.len(), "number")),
            },
        };
        writeln!(out, "const {} = {value}", constant.name)?;
    }
    for input in &program.inputs {
        writeln!(out, "input {}: {}", input.signature(), input.kind.describe())?;
    }
    for family in &program.families {
        let signature = family.signature(&program.source);
        writeln!(out, "{}({signature}): {}", family.name, describe(&program, family))?;
    }
    out.flush()?;
    Ok(())
}

fn describe(program: &Program, family: &Family) -> String {
    let mut parts = vec![count(family.rules.len(), "move rule")];
    if !family.same.is_empty() {
        parts.push(count(family.same.len(), "same-position rule"));
    }
    // What boards are stands in the signature.
    let own = |span: Span| family.span.start <= span.start && span.end <= family.span.end;
    for condition in family.domain.iter().filter(|condition| !own(condition.span)) {
        parts.push(format!("where {}", program.source.text(condition.span)));
    }
    if let Some(show) = family.show.as_ref().filter(|show| !own(show.span)) {
        parts.push(format!("show {}", program.source.text(show.span)));
    }
    parts.push(match family.width {
        1 => "a table to N has N + 1 entries".to_owned(),
        width => format!("a table to N in every coordinate has (N + 1)^{width} entries"),
    });
    parts.join("; ")
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
