//! Wrong programs and what is said of them, word for word: `errors.txt`.
//!
//! A case is a line `=== `, the program, a line `---` with the position that is asked about, if
//! any, and what is told. After a wanted change: `ERRORS=overwrite cargo test -p grundy-rules`.

use grundy::analysis::{Question, answer};
use grundy::context::{Context, Limits};
use grundy_rules::game::Rules;
use grundy_rules::source::Source;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/errors.txt");

fn told(program: &str, position: &str) -> String {
    let source = Source::new("bad.rules", program);
    let rules = match Rules::read(source.clone()) {
        Ok(rules) => rules,
        Err(error) => return error.render(&source),
    };
    if position.is_empty() {
        return "nothing is wrong".into();
    }
    let catalogue = rules.catalogue();
    let expression = match catalogue.read(position) {
        Ok(expression) => expression,
        Err(error) => return error.render(position),
    };
    let context = Context::new(Limits::default().with_positions(100));
    match answer(&expression, &Question::default(), &context) {
        Ok(answer) => format!("nothing is wrong: {:?}", answer.grundy),
        Err(stop) => stop.to_string(),
    }
}

#[test]
fn wrong_programs_are_told_what_is_wrong() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let mut again = String::new();
    let mut count = 0;
    for case in text.split("=== ").skip(1) {
        let (title, rest) = case.split_once('\n').unwrap();
        let (program, rest) = rest.split_once("---").unwrap();
        let (position, _) = rest.split_once('\n').unwrap_or((rest, ""));
        let told = told(program.trim_end(), position.trim());
        let position = position.trim_end();
        again.push_str(&format!("=== {title}\n{}\n---{position}\n{told}\n\n", program.trim_end()));
        count += 1;
    }
    assert!(count > 50);
    if std::env::var_os("ERRORS").is_some_and(|value| value == "overwrite") {
        std::fs::write(FILE, &again).unwrap();
    } else {
        for (now, before) in again.split("=== ").zip(text.split("=== ")) {
            assert_eq!(now, before);
        }
    }
    assert!(!again.contains("nothing is wrong"));
}
