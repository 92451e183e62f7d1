//! The rules of built-in games as rule texts, so that their laws can be proved.

use grundy::Code;
use grundy_rules::library;
use std::fmt::Write;

/// A rule text that says a built-in game, and the name of its family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// The rules.
    pub text: String,
    /// The family that the game is.
    pub family: String,
}

/// Digits of a code beyond this one are not written out.
const MAX_TAKE: u64 = 64;

/// The rule text of a game by its title, as `wythoff[2]` or `0.137`; `None` where there is none, or where
/// its parameters have no place in one.
///
/// ```
/// use grundy_laws::report::rule_text;
/// assert!(rule_text("wythoff[2]").unwrap().text.contains("const D = 2"));
/// assert!(rule_text("0.77").unwrap().text.contains("heap(a) + heap(n-1-a)"));
/// assert!(rule_text("bash[m](n)").unwrap().text.contains("bash(m,n) where m >= 1"));
/// assert_eq!(rule_text("chess"), None);
/// ```
pub fn rule_text(title: &str) -> Option<RuleText> {
    if title.starts_with(|c: char| c.is_ascii_digit()) {
        return title.parse::<Code>().ok().and_then(|code| of_code(&code));
    }
    if let Some(text) = of_letters(title) {
        return Some(text);
    }
    let (name, parameters) = match title.split_once('[') {
        Some((name, rest)) => (name, Some(rest.strip_suffix(']')?)),
        None => (title, None),
    };
    // Games whose rule text has a parameter, with the name of the constant.
    let constant = match name {
        "bash" => Some("M"),
        "wythoff" => Some("D"),
        "lasker" => Some("M"),
        "mark" => Some("T"),
        "dynamic-nim" => Some("K"),
        "moore" => Some("K"),
        "subtraction" => Some("S"),
        _ => None,
    };
    let text = library::text(name)?;
    let text = match (constant, parameters) {
        (_, None) => text.to_owned(),
        (Some(constant), Some(value)) => {
            let numbers = || value.split(',').all(|n| n.trim().parse::<u32>().is_ok());
            let value = match constant {
                "S" if numbers() => format!("{{{value}}}"),
                _ if value.trim().parse::<u32>().is_ok() => value.to_owned(),
                _ => return None,
            };
            let start = format!("const {constant} =");
            if !text.lines().any(|line| line.starts_with(&start)) {
                return None;
            }
            let lines = text.lines().map(|line| match line.starts_with(&start) {
                true => format!("{start} {value}\n"),
                false => format!("{line}\n"),
            });
            lines.collect()
        }
        (None, Some(_)) => return None,
    };
    Some(RuleText { text, family: name.replace('-', "_") })
}

/// The rules of `bash[m](n)`, `subtraction[1,m](n)` and the like, in which letters stand for numbers: the
/// letters in their order are the numbers of a position, and no move changes the parameters.
fn of_letters(title: &str) -> Option<RuleText> {
    let title: String = title.split_whitespace().collect();
    let (name, rest) = title.split_once('[')?;
    let (parameters, heap) = rest.strip_suffix(')')?.split_once("](")?;
    let letter = |text: &str| {
        let mut chars = text.chars();
        let only = chars.next().filter(char::is_ascii_alphabetic);
        only.filter(|_| chars.next().is_none())
    };
    let heap = letter(heap)?;
    let family = name.to_ascii_lowercase();
    let parameters = match &*family {
        "bash" => format!("1..{parameters}"),
        "subtraction" => parameters.to_owned(),
        _ => return None,
    };
    let mut letters: Vec<char> = Vec::new();
    for char in parameters.chars().filter(char::is_ascii_alphabetic) {
        if !letters.contains(&char) {
            letters.push(char);
        }
    }
    if letters.is_empty() || letters.len() > MAX_LETTERS || letters.contains(&heap) {
        return None;
    }
    let names = Names::of(&letters, heap);
    let mut domain: Vec<String> = Vec::new();
    // Numbers as they are.
    let word = |text: &str, domain: &mut Vec<String>| {
        if text.parse::<u32>().is_ok() {
            return Some(text.to_owned());
        }
        let mut word = String::new();
        let mut before = None;
        for char in text.chars() {
            let operand = |char: char| char.is_ascii_alphanumeric();
            if char.is_ascii_alphabetic() {
                if before.is_some_and(operand) {
                    return None;
                }
                let at = letters.iter().position(|&own| own == char)?;
                word.push(names.letters[at]);
            } else if matches!(char, '0'..='9' | '+' | '-' | '*') {
                if char.is_ascii_digit() && before.is_some_and(|c: char| c.is_ascii_alphabetic()) {
                    return None;
                }
                word.push(char);
            } else {
                return None;
            }
            before = Some(char);
        }
        domain.push(format!("{word} >= 1"));
        Some(word)
    };
    let mut taken = Vec::new();
    for part in parameters.split(',') {
        match part.split_once("..") {
            None => taken.push(format!("{} == {}", names.take, word(part, &mut domain)?)),
            Some((low, high)) => {
                let (low, high) = (word(low, &mut domain)?, word(high, &mut domain)?);
                let take = names.take;
                if low == "1" {
                    taken.push(format!("{take} <= {high}"));
                    continue;
                }
                domain.push(format!("{low} <= {high}"));
                taken.push(format!("{low} <= {take} and {take} <= {high}"));
            }
        }
    }
    let Names { letters, heap, take } = names;
    let parameters = letters.iter().map(char::to_string).collect::<Vec<_>>().join(",");
    let domain = domain.join(" and ");
    let taken = taken.join(" or ");
    let text = format!(
        "{family}({parameters},{heap}) where {domain}\n\
         {family}({parameters},{heap}) -> {family}({parameters},{heap}-{take})  \
         for {take} in 1..={heap} if {taken}\n"
    );
    Some(RuleText { text, family })
}

/// Parameters that may be letters.
const MAX_LETTERS: usize = 3;

/// The names of letters in rules: their own, in lower case, where these differ.
struct Names {
    letters: Vec<char>,
    heap: char,
    /// How many are taken.
    take: char,
}

impl Names {
    fn of(letters: &[char], heap: char) -> Self {
        let lower = |char: &char| char.to_ascii_lowercase();
        let mut all: Vec<char> = letters.iter().chain([&heap]).map(lower).collect();
        let differ = (1..all.len()).all(|at| !all[..at].contains(&all[at]));
        if !differ {
            all = ('a'..).take(letters.len()).chain(['n']).collect();
        }
        let take = ('k'..='z').find(|take| !all.contains(take)).unwrap_or('k');
        let heap = all.pop().unwrap_or('n');
        Self { letters: all, heap, take }
    }
}

/// The rules of a take-and-break code with finitely many digits of up to three heaps.
fn of_code(code: &Code) -> Option<RuleText> {
    if !code.is_plain() || !code.repeating().iter().all(|digit| digit.is_zero()) {
        return None;
    }
    let mut text = String::new();
    let most = code.leading().len() as u64;
    if most > MAX_TAKE {
        return None;
    }
    for taken in 0..most {
        let digit = code.digit(taken);
        if digit.most_heaps()? > 3 {
            return None;
        }
        let line = |out: &mut String, rest: &str| writeln!(out, "heap(n) -> {rest}").ok();
        if digit.allows(0) && taken > 0 {
            line(&mut text, &format!("0  if n == {taken}"))?;
        }
        if digit.allows(1) && taken > 0 {
            line(&mut text, &format!("heap(n-{taken})  if n > {taken}"))?;
        }
        let rest = if taken == 0 { "n".to_owned() } else { format!("n-{taken}") };
        if digit.allows(2) {
            let loops = format!("for a in 1..=({rest})/2");
            line(&mut text, &format!("heap(a) + heap({rest}-a)  {loops}"))?;
        }
        if digit.allows(3) {
            let loops = format!("for a in 1..=({rest})/3 for b in a..=({rest}-a)/2");
            line(&mut text, &format!("heap(a) + heap(b) + heap({rest}-a-b)  {loops}"))?;
        }
    }
    (!text.is_empty()).then(|| RuleText { text, family: "heap".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::engine::Engine;
    use grundy_rules::source::Source;
    use grundy_rules::state::State;
    use grundy_rules::typed::Program;

    #[test]
    fn codes_say_what_the_engine_of_codes_computes() {
        for title in ["0.77", "0.137", "4.3", "0.45", "0.6", "0.F7", "8.007"] {
            let Some(rules) = rule_text(title) else { panic!("{title} has no rule text") };
            let program = Program::read(Source::new(title, &rules.text)).unwrap();
            let mut engine = Engine::new(program.into(), Default::default());
            let game = grundy::Catalogue::default().read_game(title).unwrap();
            let values = grundy::Content::Values;
            let table = grundy::Table::compute(&*game, 60, None, values, &Default::default());
            let table = table.unwrap();
            for n in 0..=60 {
                let found = engine.value(&State::new(0, vec![n as i64]), &Default::default());
                let value = table.small_value(n, 0).map(u64::from);
                assert_eq!(found.unwrap().number(), value, "{title}({n})");
            }
        }
    }

    #[test]
    fn letters_say_what_the_engine_computes() {
        for title in [
            "bash[m](n)",
            "Bash[ M ](k)",
            "subtraction[1,m](n)",
            "subtraction[2..m](n)",
            "subtraction[m..5,8](n)",
            "subtraction[m,2](x)",
            "subtraction[m,m+1](n)",
            "subtraction[1..m,2*m-1](n)",
            "subtraction[k](l)",
            "bash[N](n)",
            "bash[n](N)",
        ] {
            let rules = rule_text(title).unwrap_or_else(|| panic!("{title} has no rule text"));
            let program = Program::read(Source::new(title, &rules.text)).unwrap();
            let mut engine = Engine::new(program.clone().into(), Default::default());
            let catalogue = grundy::Catalogue::default();
            let game = catalogue.read_tabled(title, &Default::default()).unwrap();
            let values = grundy::Content::Values;
            let table = grundy::Table::compute(&*game, 9, Some(30), values, &Default::default());
            let table = table.unwrap();
            for row in 0..table.rows() {
                for column in 0..table.columns() {
                    let start = [table.first_row, table.first_column.unwrap()];
                    let state = [start[0] + row as u64, start[1] + column as u64].map(|n| n as i64);
                    let state = State::new(0, state.to_vec());
                    let outside = grundy_rules::walk::outside(&program, &state, 1 << 20).unwrap();
                    let expected = table.small_value(row, column).map(u64::from);
                    assert_eq!(outside.is_some(), expected.is_none(), "{title} {state:?}");
                    if expected.is_some() {
                        let found = engine.value(&state, &Default::default());
                        assert_eq!(found.unwrap().number(), expected, "{title} {state:?}");
                    }
                }
            }
        }
        for title in [
            "bash[m](n+1)",
            "bash[n](n)",
            "subtraction[m](5)",
            "bash[3](n)",
            "bash[m]",
            "bash[2m](n)",
        ] {
            assert_eq!(rule_text(title), None, "{title}");
        }
    }

    #[test]
    fn every_text_is_a_program_with_its_family() {
        for title in [
            "bash[5]",
            "wythoff[3]",
            "subtraction[1,4]",
            "kayles",
            "lasker[2]",
            "moore[1]",
            "mark[3]",
        ] {
            let rules = rule_text(title).unwrap();
            let program = Program::read(Source::new(title, &rules.text)).unwrap();
            assert!(program.family(&rules.family).is_some(), "{title}");
        }
        for title in ["bash[x]", "subtraction[all-but[2]]", "kayles[2]", "0.[3]", "0.7!"] {
            assert_eq!(rule_text(title), None, "{title}");
        }
    }
}
