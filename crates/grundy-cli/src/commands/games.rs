//! `grundy games`

use crate::args::Games;
use crate::failure::Failure;
use crate::output::stdout;
use grundy::context::{Context, Limits};
use grundy::expr::Catalogue;
use grundy::game::Card;
use grundy::quotient::{GenusSequence, GenusTable};
use grundy::translation::{Language, pieces, width};
use serde::Serialize;
use std::io::{self, Write};

/// Columns of the text.
const WIDTH: usize = 78;

/// Columns of the labels of a card.
const LABELS: usize = 10;

pub fn run(args: &Games) -> Result<(), Failure> {
    let catalogue = Catalogue::default();
    let language = args.lang;
    let told: Vec<_> =
        catalogue.cards().into_iter().map(|card| card.translated(language)).collect();
    let cards: Vec<Card<'_>> = told.iter().map(|card| card.card()).collect();
    let mut out = stdout();
    match &args.name {
        None if args.json => cards.iter().try_for_each(|card| write_json(&mut out, card))?,
        None => write_list(&mut out, &cards, language)?,
        Some(name) => {
            let found = catalogue.card(name).map_err(|hint| {
                Failure::Usage(format!("there is no game called {name}\n  {hint}"))
            })?;
            let told = found.translated(language);
            let card = told.card();
            let genera = Genera::of(&catalogue, name);
            let table = genera.as_ref().map(Genera::table);
            match args.json {
                true => write_json_with(&mut out, &card, table.as_ref())?,
                false => write_card(&mut out, &card, table.as_ref(), language)?,
            }
        }
    }
    out.flush()?;
    Ok(())
}

fn write_list(out: &mut impl Write, cards: &[Card<'_>], language: Language) -> io::Result<()> {
    let width = cards.iter().map(|card| card.name.len()).max().unwrap_or(0);
    for card in cards {
        let lines = wrap(card.rules, WIDTH - width - 2);
        for (i, line) in lines.iter().enumerate() {
            writeln!(out, "{:width$}  {line}", if i == 0 { card.name } else { "" })?;
        }
    }
    let more = "`grundy games NAME` tells more: theorem, source, cost, examples.";
    writeln!(out, "\n{}", language.sentence(more))
}

/// The last heap whose genus a card tells.
const LAST_HEAP: u64 = 9;

/// Sums that are looked at for the genera of a card: a second at most.
const SUMS: u64 = 100_000;

/// The genera of the first heaps of a game that is a take-and-break code.
struct Genera {
    title: String,
    found: GenusSequence,
    offset: u64,
}

impl Genera {
    fn of(catalogue: &Catalogue, name: &str) -> Option<Self> {
        let game = catalogue.read_game(name).ok()?;
        let (code, offset) = game.code()?;
        let limits = Limits { positions: SUMS, ..Limits::default() };
        // At a limit the card tells what was found.
        let (found, _) = GenusSequence::of(code, LAST_HEAP + offset, &Context::new(limits));
        Some(Self { title: game.title(), found, offset })
    }

    fn table(&self) -> GenusTable<'_> {
        let Self { title, found, offset } = self;
        GenusTable { title, found, offset: *offset, to: LAST_HEAP }
    }
}

fn write_card(
    out: &mut impl Write,
    card: &Card<'_>,
    genera: Option<&GenusTable<'_>>,
    language: Language,
) -> io::Result<()> {
    let label = |text| {
        let label = language.sentence(text);
        let space = " ".repeat(LABELS.saturating_sub(width(&label)));
        format!("{label}{space}")
    };
    writeln!(out, "{}", card.name)?;
    let rows = [
        ("position", card.position),
        ("parameters", card.params),
        ("rules", card.rules),
        ("theorem", card.theorem),
        ("source", card.source),
        ("cost", card.cost),
    ];
    for (name, text) in rows.into_iter().filter(|(_, text)| !text.is_empty()) {
        for (i, line) in wrap(text, WIDTH - 14).iter().enumerate() {
            writeln!(out, "  {}  {line}", label(if i == 0 { name } else { "" }))?;
        }
    }
    let told = genera.map(GenusTable::sentences).unwrap_or_default();
    let lines = told.iter().flat_map(|text| wrap(&language.sentence(text), WIDTH - 14));
    for (i, line) in lines.enumerate() {
        writeln!(out, "  {}  {line}", label(if i == 0 { "genus" } else { "" }))?;
    }
    for (i, example) in card.examples.iter().enumerate() {
        let name = label(if i == 0 { "examples" } else { "" });
        // Single quotes where the expression has double ones.
        let quote = if example.contains('"') { '\'' } else { '"' };
        writeln!(out, "  {name}  grundy solve {quote}{example}{quote}")?;
    }
    Ok(())
}

fn write_json(out: &mut impl Write, card: &Card<'_>) -> io::Result<()> {
    let line = serde_json::to_string(card).expect("strings always serialise");
    writeln!(out, "{line}")
}

/// A card with its genera as one more member.
#[derive(Serialize)]
struct WithGenera<'a, G> {
    #[serde(flatten)]
    card: &'a Card<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    genus: Option<G>,
}

fn write_json_with(
    out: &mut impl Write,
    card: &Card<'_>,
    genera: Option<&GenusTable<'_>>,
) -> io::Result<()> {
    let whole = WithGenera { card, genus: genera.map(GenusTable::facts) };
    let line = serde_json::to_string(&whole).expect("strings always serialise");
    writeln!(out, "{line}")
}

pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for (space, piece) in pieces(text) {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && width(line) + space + width(piece) > columns {
            lines.push(piece.to_owned());
        } else {
            if !line.is_empty() {
                line.push_str(&" "[..space]);
            }
            line.push_str(piece);
        }
    }
    lines
}
