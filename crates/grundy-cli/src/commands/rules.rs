//! `grundy rules`

use crate::args::{Rules as Args, RulesCheck, RulesCommand};
use crate::failure::Failure;
use crate::output::stdout;
use crate::rules;
use grundy_rules::typed::{ConstantValue, Family, Program};
use std::io::Write;

pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        RulesCommand::Check(check) => self::check(check),
    }
}

fn check(args: &RulesCheck) -> Result<(), Failure> {
    let rules = rules::read(rules::files(&args.files)?)?;
    let program = rules.program();
    let mut out = stdout();
    for constant in &program.constants {
        let value = match &constant.value {
            ConstantValue::Int(value) => value.to_string(),
            ConstantValue::Bool(value) => value.to_string(),
            ConstantValue::Set(set) => count(set.len(), "number"),
        };
        writeln!(out, "const {} = {value}", constant.name)?;
    }
    for (family, row) in program.families.iter().zip(rules.families()) {
        writeln!(out, "{}({}): {}", family.name, row.signature(), describe(program, family))?;
    }
    out.flush()?;
    Ok(())
}

fn describe(program: &Program, family: &Family) -> String {
    let mut parts = vec![count(family.rules.len(), "move rule")];
    if !family.same.is_empty() {
        parts.push(count(family.same.len(), "same-position rule"));
    }
    for condition in &family.domain {
        parts.push(format!("where {}", program.source.text(condition.span)));
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
