//! `grundy games`

use crate::args::Games;
use crate::failure::Failure;
use crate::output::stdout;
use grundy::expr::Catalogue;
use grundy::game::Card;
use std::io::{self, Write};

/// Columns of the text.
const WIDTH: usize = 78;

pub fn run(args: &Games) -> Result<(), Failure> {
    let catalogue = Catalogue::default();
    let cards = catalogue.cards();
    let mut out = stdout();
    match &args.name {
        None if args.json => cards.iter().try_for_each(|card| write_json(&mut out, card))?,
        None => write_list(&mut out, &cards)?,
        Some(name) => {
            let card = catalogue.card(name).map_err(|hint| {
                Failure::Usage(format!("there is no game called {name}\n  {hint}"))
            })?;
            if args.json { write_json(&mut out, &card)? } else { write_card(&mut out, &card)? }
        }
    }
    out.flush()?;
    Ok(())
}

fn write_list(out: &mut impl Write, cards: &[Card<'_>]) -> io::Result<()> {
    let width = cards.iter().map(|card| card.name.len()).max().unwrap_or(0);
    for card in cards {
        let lines = wrap(card.rules, WIDTH - width - 2);
        for (i, line) in lines.iter().enumerate() {
            writeln!(out, "{:width$}  {line}", if i == 0 { card.name } else { "" })?;
        }
    }
    writeln!(out, "\n`grundy games NAME` tells more: theorem, source, cost, examples.")
}

fn write_card(out: &mut impl Write, card: &Card<'_>) -> io::Result<()> {
    writeln!(out, "{}", card.name)?;
    let rows = [
        ("position", card.position),
        ("parameters", card.params),
        ("rules", card.rules),
        ("theorem", card.theorem),
        ("source", card.source),
        ("cost", card.cost),
    ];
    for (label, text) in rows.into_iter().filter(|(_, text)| !text.is_empty()) {
        for (i, line) in wrap(text, WIDTH - 14).iter().enumerate() {
            writeln!(out, "  {:10}  {line}", if i == 0 { label } else { "" })?;
        }
    }
    for (i, example) in card.examples.iter().enumerate() {
        let label = if i == 0 { "examples" } else { "" };
        // Single quotes where the expression has double ones.
        let quote = if example.contains('"') { '\'' } else { '"' };
        writeln!(out, "  {label:10}  grundy solve {quote}{example}{quote}")?;
    }
    Ok(())
}

fn write_json(out: &mut impl Write, card: &Card<'_>) -> io::Result<()> {
    let line = serde_json::to_string(card).expect("strings always serialise");
    writeln!(out, "{line}")
}

fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
