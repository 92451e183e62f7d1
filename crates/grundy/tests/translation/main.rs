//! Every sentence of the library has its template in Chinese, and every template its sentence: one
//! that positions led to here, or a text in the sources.

mod english;
mod errors;
mod positions;
mod source;

use english::{RULES, leftover};
use grundy::analysis::{Question, answer};
use grundy::answer::{Answer, Style};
use grundy::context::{Context, Limits};
use grundy::diagram::Diagram;
use grundy::expr::Catalogue;
use grundy::games::{REGISTRY, repeat};
use grundy::nim_expression::calculate;
use grundy::outcome::Play;
use grundy::translation::Language;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Sentences, each with the question that led to it.
#[derive(Default)]
struct Sentences {
    all: BTreeMap<String, String>,
    /// The texts of answers in Chinese that have words in English.
    english: Vec<String>,
}

impl Sentences {
    fn add(&mut self, text: &str, from: &str) {
        for line in text.lines() {
            let line = line.trim_start_matches(' ');
            if !self.all.contains_key(line) {
                self.all.insert(line.to_owned(), from.to_owned());
            }
        }
    }

    fn add_answer(&mut self, answer: &Answer, from: &str) {
        let parts = answer.parts.iter().map(|part| &part.method);
        for text in
            answer.notes.iter().chain(&answer.reasoning).chain(parts).chain([&answer.method])
        {
            self.add(text, from);
        }
        let style = Style { language: Language::Chinese, ..Style::default() };
        let text = answer.to_text(style);
        for line in text.lines() {
            let words = leftover(line, expression(from));
            if !words.is_empty() && self.english.len() < 40 {
                self.english.push(format!("{from}: {line} {words:?}"));
            }
        }
        for line in &answer.winning_moves.listed {
            self.add(&line.text, from);
        }
        for reply in &answer.replies {
            self.add(&reply.text, from);
        }
    }

    /// The names of places and moves in the picture of a position.
    fn add_diagram(&mut self, catalogue: &Catalogue<'_>, from: &str) {
        let context = Context::new(limits());
        let Ok(expression) = catalogue.read(from) else { return };
        let Ok(diagram) = Diagram::of(&expression, &context) else { return };
        let titles = diagram.spots.iter().map(|spot| &spot.title);
        for name in titles.chain(diagram.moves.iter().map(|to| &to.label)).take(50) {
            self.add(name, from);
        }
    }

    /// What others found, in the same order.
    fn join(&mut self, other: Self) {
        for (sentence, from) in other.all {
            self.all.entry(sentence).or_insert(from);
        }
        self.english.extend(other.english);
    }

    fn ask(&mut self, catalogue: &Catalogue<'_>, asked: &Asked) {
        let Asked { text, question, limits } = asked;
        let context = Context::new(*limits);
        let from = format!("{text} in {} play", question.play);
        match catalogue.read_within(text, &context) {
            Err(error) => {
                self.add(&error.message, &from);
                self.add(&error.help.unwrap_or_default(), &from);
            }
            Ok(expression) => match answer(&expression, question, &context) {
                Ok(answer) => self.add_answer(&answer, &from),
                Err(stop) => self.add(&stop.to_string(), &from),
            },
        }
    }
}

/// A question to the library.
struct Asked {
    text: String,
    question: Question,
    limits: Limits,
}

impl Asked {
    fn new(text: &str, question: Question, limits: Limits) -> Self {
        Self { text: text.to_owned(), question, limits }
    }
}

/// What the answers to all questions say; two threads take them one by one.
fn ask_all(questions: &[Asked]) -> Sentences {
    let catalogue = Catalogue::default();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = Sentences::default();
        while let Some(asked) = questions.get(next.fetch_add(1, Ordering::Relaxed)) {
            found.ask(&catalogue, asked);
        }
        found
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        let mut found = work();
        found.join(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        found
    })
}

/// The position of a question.
fn expression(from: &str) -> &str {
    if from == RULES {
        return from;
    }
    from.split_once(" in ").map_or(from, |(expression, _)| expression)
}

/// Everything is asked: reasons, replies, what is known of the parts.
fn question(play: Play) -> Question {
    Question { play, explain: true, report: true, replies: 20, ..Question::default() }
}

/// So many positions of each game are asked about.
const EACH: usize = 40;

/// A limit of time for each question; what is asked takes far less.
fn limits() -> Limits {
    Limits { time: Some(Duration::from_millis(500)), ..Limits::default() }
}

const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

/// What positions, sums and errors make the library say.
fn sentences() -> Sentences {
    let catalogue = Catalogue::default();
    let mut found = Sentences::default();
    let mut questions = Vec::new();
    let mut few = Vec::new();
    for family in REGISTRY {
        let small = family.small();
        for text in small.iter().step_by(small.len().div_ceil(EACH)) {
            found.add_diagram(&catalogue, text);
            for play in PLAYS {
                questions.push(Asked::new(text, question(play), limits()));
            }
        }
        few.extend(small.iter().step_by(small.len().div_ceil(3)).cloned());
    }
    for (i, a) in few.iter().enumerate() {
        let sum = |other: &str| format!("{a} + {other}");
        let next = &few[(i + 1) % few.len()];
        let far = &few[(7 * i + 5) % few.len()];
        let sums =
            [sum(next), sum(&format!("{far} + {next}")), sum(a), sum(&format!("{a} + {far}"))];
        for text in sums {
            for play in PLAYS {
                questions.push(Asked::new(&text, question(play), limits()));
            }
        }
        let text = format!("repeat[{}]({a})", i % 4 + 1);
        questions.push(Asked::new(&text, question(PLAYS[i % 2]), limits()));
    }
    for text in positions::POSITIONS {
        for play in PLAYS {
            for only in [None, Some(1), Some(2)] {
                let question = Question { only, moves: 2, replies: 2, ..question(play) };
                questions.push(Asked::new(text, question, limits()));
            }
        }
    }
    let small = Limits { value_positions: 10, ..limits() }.with_positions(50);
    let tiny = Limits { memory: 1, ..small };
    for text in positions::DEAR {
        for limits in [small, tiny] {
            for play in PLAYS {
                questions.push(Asked::new(text, question(play), limits));
            }
        }
    }
    found.join(ask_all(&questions));
    for text in errors::WRONG {
        let asked = catalogue.read(text);
        let error = asked.err().unwrap_or_else(|| panic!("{text} is not an error"));
        found.add(&error.message, text);
        found.add(&error.help.unwrap_or_default(), text);
    }
    for text in errors::NIMBERS {
        match calculate(text, true, &Context::new(limits())) {
            Ok(calculation) => calculation.steps.iter().for_each(|step| found.add(step, text)),
            Err(error) => {
                found.add(&error.message, text);
                found.add(&error.help.unwrap_or_default(), text);
            }
        }
    }
    for sentence in errors::ELSEWHERE {
        found.add(sentence, "elsewhere");
    }
    for line in include_str!("../../../grundy-rules/tests/errors.txt").lines() {
        // "bad.rules:1:11: what is wrong", "  in S(3)", "  help: what to do".
        let line = line.trim_start();
        let message = line.strip_prefix("bad.rules:").and_then(|rest| rest.split_once(": "));
        let told = message.map(|(_, message)| message).or(line.strip_prefix("help: "));
        let told = told.or(line.starts_with("in ").then_some(line));
        found.add(told.unwrap_or_default(), RULES);
    }
    let cards = REGISTRY.iter().map(|family| family.card()).chain([repeat::CARD]);
    for card in cards {
        for text in [card.params, card.position, card.rules, card.theorem, card.source, card.cost] {
            found.add(text, card.name);
        }
    }
    found
}

#[test]
fn every_sentence_has_its_template_and_every_template_its_sentence() {
    let found = sentences();
    let chinese = Language::Chinese.catalogue().expect("there is a catalogue");
    let source = source::Source::read();
    let mut used = BTreeSet::new();
    let mut missing = Vec::new();
    for (sentence, from) in &found.all {
        if let Some(translation) = chinese.translate(sentence) {
            used.extend(translation.used);
        }
        let told = Language::Chinese.sentence(sentence);
        let words = leftover(&told, expression(from));
        if !words.is_empty() {
            missing.push(format!("{from}\n  {sentence}\n  {told}\n  {words:?}"));
        }
    }
    let unused: Vec<String> = chinese
        .templates()
        .enumerate()
        .filter(|(i, template)| !used.contains(i) && !source.has(template))
        .map(|(_, template)| template.to_owned())
        .collect();
    let report = |what: &str, list: &[String]| match list.len() {
        0 => String::new(),
        count => format!("{count} {what}:\n{}\n", list.join("\n")),
    };
    let wrong = [
        report("sentences without a template", &missing),
        report("lines of Chinese answers with English words", &found.english),
        report("templates that are never used", &unused),
    ];
    assert!(wrong.iter().all(String::is_empty), "{}", wrong.concat());
}

/// A million digits, and texts that look like sentences in sentences in sentences.
#[test]
fn long_texts_are_translated_in_linear_time() {
    let chinese = Language::Chinese;
    let digits = "7".repeat(1_000_000);
    let text = format!(
        "the nim-sum of the values is {digits}, not 0, and a move that makes it 0 wins: N. For \
         that a part of value v has to go to v xor {digits}"
    );
    let told = chinese.sentence(&text);
    assert!(told.starts_with("各部分的值的尼姆和是 777") && told.ends_with("7 的局面"));
    assert_eq!(told.matches(&digits).count(), 2);
    for hostile in [
        "part 1: ".repeat(50_000),
        "a, ".repeat(100_000),
        "the value is 7, and ".repeat(20_000),
        "; value by search".repeat(20_000),
        "1  2; ".repeat(50_000),
        "Sprague-Grundy theorem; parts by ".repeat(10_000),
        format!("Sprague-Grundy theorem; parts by {}", "Bouton's theorem, ".repeat(20_000)),
        format!("G({digits}) is found from the values of all smaller heaps, one by "),
        format!("{digits}; {digits}; {digits}: {digits}, {digits} = {digits}"),
    ] {
        // Whatever comes out, it comes soon: this test would not end if lengths were multiplied.
        assert!(!chinese.sentence(&hostile).is_empty());
    }
}
