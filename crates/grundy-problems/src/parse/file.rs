//! The parts of a problem file.

use super::cursor::Cursor;
use super::print::print;
use crate::tree::{Function, Group, Position, Print, Style, Term, Update};
use grundy::syntax::Span;
use grundy_rules::error::{Kind, RuleError};
use grundy_rules::source::Source;

/// What begins the parts of a file, each with what stands in it.
const KEYS: [(&str, &str); 21] = [
    ("title", "the name of the problem"),
    ("source", "where it was set"),
    ("group", "the model it belongs to"),
    ("guide", "a heading of the guide"),
    ("about", "the statement in your own words"),
    ("play", "misere, if a player who cannot move wins"),
    ("rules", "rules of games, as in docs/RULES.md"),
    ("input", "what is read: T * (n, h[n])"),
    ("let", "a name for a value: gaps = [a[i+1] - a[i] for i in 0..<n-1]"),
    ("def", "a function: f(v) = xor(f(w) + 1 for w in next[v])"),
    ("position", "what is played: heap(h[i]) for i in 0..<n"),
    ("value", "the Grundy value, where a theorem gives it"),
    ("wins", "whether the first player wins, where a theorem tells"),
    ("count", "the number of winning first moves, where a theorem tells"),
    ("need", "what the statement promises of an input: x != y"),
    ("only", "a condition on first moves, for their number and list: i + 1 == k"),
    ("update", "what changes before an answer: h[x-1] = y"),
    ("print", "what is printed: Yes / No"),
    ("law", "why the formulas are right"),
    ("sample", "an input"),
    ("answer", "what is printed for it"),
];

/// A problem file, cut into its parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct File {
    pub title: Option<String>,
    pub source: Option<String>,
    pub group: Option<String>,
    pub guide: Option<String>,
    pub about: Option<String>,
    pub law: Option<String>,
    pub misere: bool,
    pub rules: Option<Span>,
    pub input: Option<Group>,
    pub lets: Vec<(Span, crate::tree::Expr)>,
    pub functions: Vec<Function>,
    pub position: Option<Position>,
    pub value: Option<crate::tree::Expr>,
    pub wins: Option<crate::tree::Expr>,
    pub count: Option<crate::tree::Expr>,
    pub only: Option<crate::tree::Expr>,
    pub needs: Vec<crate::tree::Expr>,
    pub updates: Vec<Update>,
    pub prints: Vec<Print>,
    pub samples: Vec<(String, Option<String>)>,
}

struct Section<'s> {
    key: &'s str,
    /// What stands between the key and the colon: `print row:`.
    kind: &'s str,
    key_span: Span,
    /// Everything up to the next section.
    body: Span,
}

/// Cuts a file into sections: a line that begins at the margin begins one, the lines below that
/// are indented belong to it.
fn sections(source: &Source, whole: Span) -> Result<Vec<Section<'_>>, RuleError> {
    let text = source.text(whole);
    let mut sections: Vec<Section<'_>> = Vec::new();
    let mut start = whole.start;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        if line.trim().is_empty() || line.starts_with([' ', '\t']) {
            if sections.is_empty() && !line.trim().is_empty() {
                return Err(RuleError::new(
                    Kind::Parse,
                    "an indented line belongs to a key above it, and there is none",
                    Span::new(at, at + line.trim_end().len()),
                )
                .help("begin with title: at the margin"));
            }
            if let Some(last) = sections.last_mut() {
                last.body.end = start;
            }
            continue;
        }
        if line.starts_with('#') {
            continue;
        }
        let span = |from: usize, to: usize| Span::new(at + from, at + to);
        let Some(colon) = line.find(':') else {
            let word = line.trim_end();
            if KEYS.iter().any(|(known, _)| *known == word) {
                let message = format!("a colon is missing after {word}");
                return Err(RuleError::new(Kind::Parse, message, span(0, word.len()))
                    .help(format!("write: {word}:")));
            }
            return Err(RuleError::new(
                Kind::Parse,
                "here begins a part, with a key and a colon",
                span(0, line.trim_end().len()),
            )
            .help(format!("{}; what belongs to the part above is indented", known())));
        };
        let head = line[..colon].trim_end();
        let (key, kind) = head.split_once(char::is_whitespace).unwrap_or((head, ""));
        let key_span = span(0, head.len());
        if !KEYS.iter().any(|(known, _)| *known == key) {
            let names = KEYS.iter().map(|(name, _)| *name);
            let close = names.min_by_key(|name| strsim::damerau_levenshtein(name, key));
            let help = match close.filter(|name| strsim::damerau_levenshtein(name, key) <= 2) {
                Some(name) => format!("did you mean {name}:?"),
                None => known(),
            };
            let message = format!("there is no key \"{key}\"");
            return Err(RuleError::new(Kind::Name, message, span(0, key.len())).help(help));
        }
        if !kind.is_empty() && key != "print" {
            let message = format!("\"{}\" means nothing before the colon", kind.trim());
            return Err(RuleError::new(Kind::Parse, message, key_span)
                .help(format!("write {key}: and what belongs to it behind the colon")));
        }
        let body = span(colon + 1, line.len());
        sections.push(Section { key, kind: kind.trim(), key_span, body });
    }
    Ok(sections)
}

fn known() -> String {
    let names: Vec<&str> = KEYS.iter().map(|(name, _)| *name).collect();
    format!("keys are {}", names.join(", "))
}

/// A text over several lines as one.
fn prose(source: &Source, span: Span) -> String {
    source.text(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines below a key without their common indentation.
fn block(source: &Source, span: Span) -> String {
    let text = source.text(span);
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let lines: Vec<&str> = rest.lines().map(str::trim_end).collect();
    let indent = lines
        .iter()
        .filter(|line| !line.is_empty())
        .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
        .min()
        .unwrap_or(0);
    let mut block = String::new();
    if !first.trim().is_empty() {
        block.push_str(first.trim());
        block.push('\n');
    }
    for line in lines {
        block.push_str(line.get(indent..).unwrap_or(""));
        block.push('\n');
    }
    let end = block.trim_end().len();
    block.truncate(end);
    if !block.is_empty() {
        block.push('\n');
    }
    block
}

/// Reads the only text of `source`.
pub(crate) fn file(source: &Source) -> Result<File, RuleError> {
    let whole = source.parts().next().unwrap_or_default();
    let mut file = File::default();
    let mut seen: Vec<&str> = Vec::new();
    for section in sections(source, whole)? {
        let Section { key, kind, key_span, body } = section;
        let again = ["let", "def", "need", "update", "print", "sample", "answer"];
        if seen.contains(&key) && !again.contains(&key) {
            let message = format!("there is a second {key}:");
            return Err(RuleError::new(Kind::Name, message, key_span));
        }
        seen.push(key);
        if source.text(body).trim().is_empty() && !matches!(key, "sample" | "answer") {
            let what = KEYS.iter().find(|(name, _)| *name == key).map_or("", |(_, what)| what);
            return Err(RuleError::new(Kind::Parse, format!("{key}: is empty"), key_span)
                .help(format!("here stands {what}")));
        }
        match key {
            "title" => file.title = Some(prose(source, body)),
            "source" => file.source = Some(prose(source, body)),
            "group" => file.group = Some(prose(source, body)),
            "guide" => file.guide = Some(prose(source, body)),
            "about" => file.about = Some(prose(source, body)),
            "law" => file.law = Some(prose(source, body)),
            "play" => {
                file.misere = match &*prose(source, body).to_lowercase() {
                    "misere" | "misère" => true,
                    "normal" => false,
                    _ => {
                        return Err(RuleError::new(
                            Kind::Name,
                            "play is normal or misere",
                            key_span,
                        )
                        .help("in misere play the player who cannot move wins"));
                    }
                }
            }
            "rules" => file.rules = Some(body),
            "sample" => file.samples.push((block(source, body), None)),
            "answer" => match file.samples.last_mut() {
                Some((_, answer @ None)) => *answer = Some(block(source, body)),
                _ => {
                    return Err(RuleError::new(
                        Kind::Parse,
                        "an answer belongs to the sample before it",
                        key_span,
                    )
                    .help("write sample: with an input, then answer: with what is printed"));
                }
            },
            "print" => {
                let style = match kind {
                    _ if kind.starts_with("for ") => Style::Line,
                    "" => Style::Line,
                    "row" => Style::Row,
                    "spaced" => Style::Spaced,
                    "move" => Style::Move,
                    "moves" => Style::Moves,
                    "moves spaced" => Style::MovesSpaced,
                    _ => {
                        return Err(RuleError::new(
                            Kind::Name,
                            format!("there is no print {kind}:"),
                            key_span,
                        )
                        .help("there is print:, print row:, print spaced:, print move:, print moves:, print moves spaced:"));
                    }
                };
                let mut printed = print(source, trim(source, body), style)?;
                if kind.starts_with("for ") {
                    let end = key_span.end;
                    let mut cursor = Cursor::new(source, Span::new(end - kind.len(), end))?;
                    printed.clauses = cursor.clauses()?;
                    cursor.end()?;
                }
                file.prints.push(printed);
            }
            _ => code(source, key, body, &mut file)?,
        }
    }
    Ok(file)
}

/// A span without the comment lines and blanks around it.
fn trim(source: &Source, span: Span) -> Span {
    let text = source.text(span);
    let start = span.start + (text.len() - text.trim_start().len());
    Span::new(start, (span.start + text.trim_end().len()).max(start))
}

/// The parts that are code.
fn code(source: &Source, key: &str, body: Span, file: &mut File) -> Result<(), RuleError> {
    let mut cursor = Cursor::new(source, body)?;
    let c = &mut cursor;
    match key {
        "input" => file.input = Some(c.group(0)?),
        "value" => file.value = Some(c.expr()?),
        "wins" => file.wins = Some(c.expr()?),
        "count" => file.count = Some(c.expr()?),
        "only" => file.only = Some(c.expr()?),
        "need" => {
            // Several conditions may stand below each other.
            while c.peek().is_some() {
                file.needs.push(c.expr()?);
            }
        }
        "let" => {
            // Several definitions may stand below each other.
            while c.peek().is_some() {
                let name = c.name("a name, as in gap = b - a")?;
                c.expect("=")?;
                let value = c.expr()?;
                file.lets.push((name, value));
            }
        }
        "def" => {
            while c.peek().is_some() {
                let name = c.name("a name, as in f(v) = …")?;
                c.expect("(")?;
                let mut params = vec![c.name("a parameter")?];
                while c.is_symbol(",") {
                    c.skip();
                    params.push(c.name("a parameter")?);
                }
                c.expect(")")?;
                c.expect("=")?;
                let value = c.expr()?;
                file.functions.push(Function { name, params, value });
            }
        }
        "update" => {
            while c.peek().is_some() {
                let name = c.name("the name of an array")?;
                c.expect("[")?;
                let index = c.expr()?;
                c.expect("]")?;
                c.expect("=")?;
                let value = c.expr()?;
                file.updates.push(Update { name, index, value });
            }
        }
        _ => {
            let mut terms = Vec::new();
            loop {
                let bracketed = c.is_symbol("(");
                if bracketed {
                    c.skip();
                }
                let call = c.postfix()?;
                terms.push(Term { call, clauses: c.clauses()? });
                if bracketed {
                    c.expect(")")?;
                }
                if !c.is_symbol("+") {
                    break;
                }
                c.skip();
            }
            file.position = Some(Position { terms, span: trim(source, body) });
        }
    }
    cursor.end()
}
