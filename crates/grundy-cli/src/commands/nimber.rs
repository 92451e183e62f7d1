//! `grundy nimber`

use crate::args::{Nimber as Args, NimberFormat};
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::{check_outputs, stdout, write_to};
use crate::plots::PlotFile;
use grundy::context::{Context, Stop};
use grundy::nat::{Nat, to_u64};
use grundy::nim_expression::calculate;
use grundy::table::{Format, Table, View};
use std::io::Write;

pub fn run(args: &Args) -> Result<(), Failure> {
    with_context(args.limits.limits(), |context| match &args.table {
        Some(bounds) => table(bounds, args, context),
        None => expression(args.expression.as_deref().unwrap_or_default(), args, context),
    })
}

fn expression(text: &str, args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    let found = calculate(text, args.explain, context)
        .map_err(|error| Failure::Read(error, text.to_owned()))?;
    let mut out = stdout();
    if args.json {
        writeln!(out, "{}", found.to_json())?;
    } else {
        write!(out, "{}", found.to_text(args.lang))?;
    }
    out.flush()?;
    Ok(())
}

/// The last number of a table where none is given: a screen.
const DEFAULT_END: u64 = 15;

fn table(bounds: &[Nat], args: &Args, context: &Context<'_>) -> Result<(), Failure> {
    check_outputs(&[("--output", args.output.as_deref()), ("--plot", args.plot.as_deref())])?;
    let picture = args.plot.as_deref().map(PlotFile::new).transpose()?;
    let bound = |i: usize| bounds.get(i).map(|bound| to_u64(bound).unwrap_or(u64::MAX));
    let to = bound(0).unwrap_or(DEFAULT_END);
    let to_second = bound(1).unwrap_or(to);
    let stopped = |stop: Stop| Failure::Stop(stop, String::new());
    let table = Table::of_operation(args.of, to, to_second, context).map_err(stopped)?;
    if picture.is_none() || args.output.is_some() {
        let sheet = table.sheet(View::Entries, context).map_err(stopped)?;
        let format = match args.format {
            NimberFormat::Text => Format::Text,
            NimberFormat::Csv => Format::Csv,
            NimberFormat::Json => Format::Json,
            NimberFormat::Markdown => Format::Markdown,
        };
        write_to(args.output.as_deref(), |out| sheet.write(format, out, context))?;
    }
    picture.map_or(Ok(()), |picture| picture.draw(&table, args.colours, context))
}
