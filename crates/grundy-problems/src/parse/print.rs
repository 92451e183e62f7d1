//! What is printed: `Yes / No`, `Case {case}: {value}`.

use super::cursor::Cursor;
use crate::tree::{Choice, Expr, Piece, Print, Style, What};
use grundy::syntax::Span;
use grundy_rules::error::{Kind, RuleError};
use grundy_rules::source::Source;

/// A line of `print`, which stands at `part`.
pub(crate) fn print(source: &Source, part: Span, style: Style) -> Result<Print, RuleError> {
    let mut choices = Vec::new();
    let moves = matches!(style, Style::Move | Style::Moves | Style::MovesSpaced);
    let divided = divided(source, part);
    if let ([only], false) = (&divided[..], moves) {
        check_divided(source, *only)?;
    }
    for choice in divided {
        let (text, condition) = conditioned(source, choice)?;
        let condition = match condition {
            None => None,
            Some(span) => {
                let mut cursor = Cursor::new(source, span)?;
                let condition = cursor.expr()?;
                cursor.end()?;
                Some(condition)
            }
        };
        let what = match moves && choices.is_empty() {
            true => What::Move(numbers(source, text)?),
            false => What::Text(pieces(source, text)?),
        };
        let formula = formula(source, text, &what);
        choices.push(Choice { what, condition, formula });
    }
    Ok(Print { style, clauses: Vec::new(), choices, span: part })
}

/// The formula that a text may have been meant to be.
fn formula(source: &Source, part: Span, what: &What) -> Option<Expr> {
    let What::Text(pieces) = what else { return None };
    if !matches!(&pieces[..], [Piece::Text(plain)] if plain == source.text(part)) {
        return None;
    }
    let mut cursor = Cursor::new(source, part).ok()?;
    let expr = cursor.expr().ok()?;
    cursor.end().ok()?;
    Some(expr)
}

fn numbers(source: &Source, part: Span) -> Result<Vec<Expr>, RuleError> {
    let mut cursor = Cursor::new(source, part)?;
    let mut numbers = vec![cursor.expr()?];
    while cursor.is_symbol(",") {
        cursor.skip();
        numbers.push(cursor.expr()?);
    }
    cursor.end()?;
    Ok(numbers)
}

fn trimmed(source: &Source, part: Span) -> Span {
    let text = source.text(part);
    let start = part.start + (text.len() - text.trim_start().len());
    Span::new(start, (part.start + text.trim_end().len()).max(start))
}

/// The choices between ` / `, which does not count within braces and quotation marks.
fn divided(source: &Source, part: Span) -> Vec<Span> {
    let text = source.text(part);
    let (mut choices, mut from, mut depth, mut quoted) = (Vec::new(), 0, 0i32, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth -= 1,
            '/' if depth <= 0
                && !quoted
                && text[..at].ends_with(' ')
                && text[at + 1..].starts_with([' ', '\n']) =>
            {
                choices.push((from, at));
                from = at + 1;
            }
            _ => {}
        }
    }
    choices.push((from, text.len()));
    let span = |(from, to)| trimmed(source, Span::new(part.start + from, part.start + to));
    choices.into_iter().map(span).collect()
}

/// Nobody wants to print `Yes/No` every time.
fn check_divided(source: &Source, only: Span) -> Result<(), RuleError> {
    let text = source.text(only);
    if text.contains(['"', '{', ' ']) {
        return Ok(());
    }
    let Some((first, second)) = text.split_once('/') else { return Ok(()) };
    if first.is_empty() || second.is_empty() {
        return Ok(());
    }
    let message =
        format!("this would print {text} whoever wins: choices have blanks around their /");
    Err(RuleError::new(Kind::Parse, message, only)
        .help(format!("write {first} / {second}, or \"{text}\" if that is what is printed")))
}

/// A text and the condition behind its last ` if `.
fn conditioned(source: &Source, choice: Span) -> Result<(Span, Option<Span>), RuleError> {
    let text = source.text(choice);
    let (mut place, mut depth, mut quoted) = (None, 0i32, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth -= 1,
            _ if depth <= 0 && !quoted && text[at..].starts_with(" if ") => place = Some(at),
            _ => {}
        }
    }
    Ok(match place {
        None => (choice, None),
        Some(at) => (
            trimmed(source, Span::new(choice.start, choice.start + at)),
            Some(Span::new(choice.start + at + 4, choice.end)),
        ),
    })
}

/// Text with values in braces; quotation marks around all of it are not printed.
fn pieces(source: &Source, part: Span) -> Result<Vec<Piece>, RuleError> {
    let mut part = part;
    let text = source.text(part);
    if text.len() >= 2 && text.starts_with('"') && text.ends_with('"') {
        part = Span::new(part.start + 1, part.end - 1);
    }
    let text = source.text(part);
    if text.contains('\n') {
        return Err(RuleError::new(Kind::Parse, "a text to print stands in one line", part)
            .help("print several lines with several `print:`"));
    }
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            plain.push_str(&rest[..1]);
            at += 2;
        } else if rest.starts_with('{') {
            let Some(len) = rest.find('}') else {
                let span = Span::new(part.start + at, part.start + at + 1);
                return Err(RuleError::new(Kind::Parse, "this '{' is never closed", span)
                    .help("a value stands in braces: {n}; the sign itself is written {{"));
            };
            if !plain.is_empty() {
                pieces.push(Piece::Text(std::mem::take(&mut plain)));
            }
            let span = Span::new(part.start + at + 1, part.start + at + len);
            let mut cursor = Cursor::new(source, span)?;
            pieces.push(Piece::Value(cursor.expr()?));
            cursor.end()?;
            at += len + 1;
        } else if rest.starts_with('}') {
            let span = Span::new(part.start + at, part.start + at + 1);
            return Err(RuleError::new(Kind::Parse, "this '}' closes nothing", span)
                .help("the sign itself is written }}"));
        } else {
            let c = rest.chars().next().unwrap_or(' ');
            plain.push(c);
            at += c.len_utf8();
        }
    }
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Print, RuleError> {
        let source = Source::new("t", text);
        print(&source, Span::new(0, text.len()), Style::Line)
    }

    #[test]
    fn choices_conditions_and_values_are_told_apart() {
        let yes = read(" Yes / No").unwrap();
        assert_eq!(yes.choices.len(), 2);
        assert!(
            matches!(&yes.choices[0].what, What::Text(p) if matches!(&p[..], [Piece::Text(t)] if t == "Yes"))
        );
        let cases = read("Case {case}: A if (n/2) > 1 / \"B / C\"").unwrap();
        assert_eq!(cases.choices.len(), 2);
        assert!(cases.choices[0].condition.is_some());
        assert!(
            matches!(&cases.choices[1].what, What::Text(p) if matches!(&p[..], [Piece::Text(t)] if t == "B / C"))
        );
        assert!(read("{n").unwrap_err().message.contains("never closed"));
        assert!(read("n}").unwrap_err().message.contains("closes nothing"));
        assert_eq!(
            read("Yes/No").unwrap_err().help.unwrap(),
            "write Yes / No, or \"Yes/No\" if that is what is printed"
        );
        assert_eq!(read("\"Yes/No\"").unwrap().choices.len(), 1);
        assert_eq!(read("{n/2}").unwrap().choices.len(), 1);
    }
}
