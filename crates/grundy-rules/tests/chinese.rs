//! Answers about games read from rules, in Chinese: no English is left but what the rules are
//! written in.

#[path = "../../grundy/tests/translation/english.rs"]
mod english;

use english::{RULES, leftover};
use grundy::analysis::{Question, answer};
use grundy::answer::Style;
use grundy::context::{Context, Limits};
use grundy::outcome::Play;
use grundy::translation::Language;
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use std::fs;
use std::path::Path;
use std::time::Duration;

#[test]
fn answers_about_the_examples_are_chinese() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/rules");
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    let style = Style { language: Language::Chinese, ..Style::default() };
    let mut answers = 0;
    let mut english = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "rules") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        // Examples that need numbers from outside, or name games of the library, are not read alone.
        let Ok(rules) = Rules::read(Source::new("example", &text)) else { continue };
        let named: String =
            text.lines().map(|line| line.split('#').next().unwrap_or_default()).collect();
        let catalogue = rules.catalogue();
        for family in catalogue.families() {
            if !named.contains(family.card().name) {
                continue;
            }
            let small = family.small();
            for position in small.iter().step_by(small.len().div_ceil(5)) {
                let Ok(expression) = catalogue.read(position) else { continue };
                for play in [Play::Normal, Play::Misere] {
                    let question = Question {
                        play,
                        explain: true,
                        report: true,
                        replies: 3,
                        ..Question::default()
                    };
                    let Ok(answer) = answer(&expression, &question, &Context::new(limits)) else {
                        continue;
                    };
                    answers += 1;
                    // What the rules name and draw is theirs.
                    for line in answer.to_text(style).lines() {
                        let words = leftover(line, &named);
                        if !words.is_empty() {
                            english.push(format!("{position} in {play} play: {line} {words:?}"));
                        }
                    }
                }
            }
        }
    }
    assert!(english.is_empty(), "{}", english.join("\n"));
    assert!(answers > 50, "only {answers} answers");
}

#[test]
fn errors_are_chinese() {
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/errors.txt")).unwrap();
    let (mut lines, mut english) = (0, Vec::new());
    for case in text.split("=== ").skip(1) {
        let (title, rest) = case.split_once('\n').unwrap();
        let (program, told) = rest.split_once("---").unwrap();
        let (position, told) = told.split_once('\n').unwrap_or((told, ""));
        // What the rules name is theirs, and so are the lines that are shown of them.
        let named = format!("{program} {position} bad rules {RULES}");
        for line in Language::Chinese.sentence(told).lines() {
            let shown = line.trim();
            if !shown.is_empty() && program.contains(shown) || position.contains(shown) {
                continue;
            }
            lines += 1;
            let words = leftover(line, &named);
            if !words.is_empty() {
                english.push(format!("{title}: {line} {words:?}"));
            }
        }
    }
    assert!(english.is_empty(), "{}", english.join("\n"));
    assert!(lines > 200, "only {lines} lines");
}
