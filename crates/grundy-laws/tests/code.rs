//! Functions of laws, compiled and run where there is a compiler, against the engine of the rules.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use grundy::context::Context;
use grundy::outcome::Play;
use grundy::{Content, Table};
use grundy_laws::code::{Function, Lang, Law, Member, member as member_text, write};
use grundy_laws::pattern::automatic::Automaton;
use grundy_laws::pattern::feature::Feature;
use grundy_laws::pattern::quadratic::Quadratic;
use grundy_laws::pattern::term::Term;
use grundy_laws::report::{Question, Report, Status, of_game, rule_text};
use grundy_laws::rules::{Of, Oracle};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

const NORMAL: Of = Of::Outcome(Play::Normal);
const MISERE: Of = Of::Outcome(Play::Misere);

/// A game, what its law tells, whether a table is looked at, and what must be in the Python text.
const GAMES: [(&str, Of, bool, &str); 15] = [
    ("wythoff", NORMAL, false, "VALID = ["),
    ("wythoff", MISERE, false, "VALID = ["),
    ("wythoff[1]", NORMAL, false, "VALID = ["),
    ("wythoff", NORMAL, true, "floor_multiple(abs(a - b), 1, 1, 5, 2)"),
    ("wythoff[1]", NORMAL, true, "floor_multiple("),
    ("wythoff[2]", NORMAL, true, "floor_multiple("),
    ("fibonacci-nim", NORMAL, false, "VALID = ["),
    ("lasker", Of::Value, false, "ways = {0: []}"),
    ("lasker", Of::Value, true, "TABLE_1["),
    ("kayles", Of::Value, false, "ways = {0: []}"),
    ("0.77", Of::Value, true, "if n < 71:"),
    ("subtraction[2,5,7]", Of::Value, true, "TABLE_1["),
    ("bash[4]", Of::Value, true, "return n % 5"),
    ("nim", Of::Value, true, "return n\n"),
    ("split-smaller", Of::Value, false, "ways = {0: []}"),
];

struct Made {
    report: Report,
    width: usize,
    /// Small positions with what is true of them.
    cases: Vec<(Vec<u64>, u64)>,
}

fn made(title: &str, of: Of, with_table: bool) -> Option<Made> {
    let context = Context::default();
    let rules = rule_text(title)?;
    let program = Arc::new(Program::read(Source::new(title, &rules.text)).unwrap());
    let family = program.family(&rules.family).unwrap();
    let table = with_table.then(|| {
        let game = grundy::Catalogue::default().read_game(title).unwrap();
        let content = match of {
            Of::Outcome(play) => Content::Outcomes(play),
            _ => Content::Values,
        };
        Table::compute(&*game, 300, None, content, &context).unwrap()
    });
    let question = Question {
        game: title,
        program: Some((program.clone(), family)),
        table: table.as_ref(),
        end: &[],
        of,
        at: &[],
        unproved: false,
        moves: 0,
        automata: true,
        search: Default::default(),
    };
    let report = of_game(&question, &context).unwrap();
    let width = program.families[family].width;
    let bound: u64 = if width == 1 { 200 } else { 40 };
    let mut oracle = Oracle::new(program, of);
    let mut cases = Vec::new();
    for number in 0..bound.pow(width as u32) {
        let at: Vec<u64> = (0..width as u32).map(|i| number / bound.pow(i) % bound).collect();
        let expected = match of {
            Of::Value => oracle.value(family, &at, &context).unwrap(),
            _ => Some(oracle.holds(family, &at, &context).unwrap().into()),
        };
        cases.extend(expected.map(|expected| (at, expected)));
    }
    Some(Made { report, width, cases })
}

fn tool(lang: Lang) -> Option<&'static str> {
    let tool = match lang {
        Lang::Cpp => "g++",
        Lang::Rust => "rustc",
        Lang::Python => "python3",
        Lang::Java => "javac",
    };
    let found = Command::new(tool).arg("--version").output().is_ok_and(|run| run.status.success());
    if !found {
        eprintln!("note: there is no {tool} here, so no function is run in {lang:?}");
    }
    found.then_some(tool)
}

/// All functions in one program, which prints what each says of its cases, a line a function.
fn program(lang: Lang, all: &[(Of, &Made, String)]) -> String {
    let mut out = String::new();
    let mut main = String::new();
    for (number, (of, made, text)) in all.iter().enumerate() {
        let name = if *of == Of::Value { "grundy_value" } else { "is_p_position" };
        let bound: u64 = if made.width == 1 { 200 } else { 40 };
        let many = bound.pow(made.width as u32);
        let args = |cast: &str| -> String {
            let arg =
                |i: u32| format!("{cast}(i / {}{cast_end} % {bound}", bound.pow(i), cast_end = ")");
            (0..made.width as u32).map(arg).collect::<Vec<_>>().join(", ")
        };
        match lang {
            Lang::Python => {
                out += text;
                let args = args("").replace(" / ", " // ");
                out += &format!("\nprint(*[int({name}({args})) for i in range({many})])\n\n");
            }
            Lang::Cpp => {
                let body: Vec<&str> =
                    text.lines().filter(|line| !line.starts_with("#include")).collect();
                out += &format!("namespace p{number} {{\n{}\n}}\n", body.join("\n"));
                let args = args("");
                main += &format!(
                    "for (unsigned long long i = 0; i < {many}; ++i) std::cout << \
                     (i ? \" \" : \"\") << p{number}::{name}({args});\nstd::cout << '\\n';\n"
                );
            }
            Lang::Java => {
                out += &format!("class P{number} {{\n{text}\n}}\n");
                let args = args("");
                let told = if *of == Of::Value { "" } else { " ? 1 : 0" };
                main += &format!(
                    "for (long i = 0; i < {many}; ++i) out.append(i > 0 ? \" \" : \"\")\
                     .append(P{number}.{name}({args}){told});\nout.append('\\n');\n"
                );
            }
            Lang::Rust => {
                out += &format!("mod p{number} {{\n{text}\n}}\n");
                let args = args("");
                main += &format!(
                    "let all: Vec<String> = (0..{many}u64).map(|i| \
                     u64::from(p{number}::{name}({args})).to_string()).collect();\n\
                     println!(\"{{}}\", all.join(\" \"));\n"
                );
            }
        }
    }
    match lang {
        Lang::Python => out,
        Lang::Cpp => format!(
            "#include <algorithm>\n#include <iostream>\n#include <vector>\n{out}\nint main() {{\n{main}}}\n"
        ),
        Lang::Java => format!(
            "{out}\npublic class Law {{\npublic static void main(String[] args) {{\n\
             StringBuilder out = new StringBuilder();\n{main}System.out.print(out);\n}}\n}}\n"
        ),
        Lang::Rust => {
            format!("{out}\n#[allow(clippy::useless_conversion)]\nfn main() {{\n{main}}}\n")
        }
    }
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(lang: Lang, tool: &str, text: &str) -> String {
    let folder = std::env::temp_dir().join(format!(
        "grundy-laws-{lang:?}-{}-{}",
        std::process::id(),
        text.len()
    ));
    std::fs::create_dir_all(&folder).unwrap();
    let folder = Folder(folder);
    let source = folder.0.join(match lang {
        Lang::Cpp => "law.cpp",
        Lang::Rust => "law.rs",
        Lang::Python => "law.py",
        Lang::Java => "Law.java",
    });
    std::fs::write(&source, text).unwrap();
    let program = folder.0.join("law.out");
    let mut command = Command::new(tool);
    match lang {
        Lang::Python => {}
        Lang::Cpp => {
            command.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-O0", "-o"]).arg(&program);
        }
        Lang::Rust => {
            command.args(["--edition=2021", "-D", "warnings", "-o"]).arg(&program);
        }
        Lang::Java => {
            command.args(["-Xlint:all", "-Werror", "-d"]).arg(&folder.0);
        }
    }
    let mut output = command.arg(&source).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{lang:?}: {}", said.chars().take(4000).collect::<String>());
    if lang != Lang::Python {
        let mut run = Command::new(if lang == Lang::Java { "java".into() } else { program });
        if lang == Lang::Java {
            run.arg("-cp").arg(&folder.0).arg("Law");
        }
        output = run.output().unwrap();
        assert!(output.status.success(), "{lang:?}: {output:?}");
    }
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn functions_say_what_the_rules_say() {
    let all: Vec<Made> = GAMES
        .iter()
        .map(|&(title, of, table, _)| made(title, of, table).unwrap_or_else(|| panic!("{title}")))
        .collect();
    for lang in Lang::ALL {
        let texts: Vec<(Of, &Made, String)> = GAMES
            .iter()
            .zip(&all)
            .map(|(&(title, of, _, within), made)| {
                let text = made
                    .report
                    .code(lang, Status::Proved)
                    .unwrap_or_else(|| panic!("{title}"))
                    .unwrap();
                assert!(lang != Lang::Python || text.contains(within), "{title}\n{text}");
                assert!(text.lines().all(|line| line.chars().count() <= 110), "{title}\n{text}");
                (of, made, text)
            })
            .collect();
        let Some(tool) = tool(lang) else { continue };
        let said = run(lang, tool, &program(lang, &texts));
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), GAMES.len(), "{said}");
        for ((title, ..), (made, line)) in GAMES.iter().zip(all.iter().zip(lines)) {
            let values: Vec<&str> = line.split(' ').collect();
            let bound: u64 = if made.width == 1 { 200 } else { 40 };
            assert!(made.cases.len() > 100, "{title}");
            for (at, expected) in &made.cases {
                let number =
                    at.iter().zip(0..).map(|(coord, i)| coord * bound.pow(i)).sum::<u64>() as usize;
                assert_eq!(values[number], expected.to_string(), "{lang:?} {title} {at:?}");
            }
        }
    }
}

/// Multiples of irrational numbers, near and far, as functions of their own and in submissions.
#[test]
fn irrational_multiples_are_rounded_down_exactly() {
    // Slopes (p + q sqrt(d)) / r and shifts; none of them is negative.
    let terms: Vec<Term> = [
        ((1, 1, 5, 2), (0, 0)),
        ((3, -1, 5, 2), (0, 0)),
        ((-1, 1, 6, 2), (1, 1)),
        ((2, -1, 3, 3), (7, -2)),
        ((0, 1, 7, 5), (0, 1)),
    ]
    .map(|((p, q, d, r), shift)| Term::Beatty {
        slope: Quadratic { p, q, d, r },
        shift,
        x: Term::n().into(),
    })
    .into();
    written_as_evaluated(&terms, |lang, word| match (lang, word) {
        // In Java numbers have 64 bits everywhere.
        (Lang::Java, _) | (_, true) => 3_000_017,
        (_, false) => 3_000_000_000_000_017,
    });
}

/// Functions of digits and divisors, from 0 on and up to the end of 63 bits.
#[test]
fn digits_and_divisors_are_those_of_the_formula() {
    let n = Term::n;
    let mut terms: Vec<Term> =
        Feature::ALL.iter().map(|&feature| Term::Feature(feature, n().into())).collect();
    terms.push(Term::Gcd(n().times(2).into(), n().plus(6).into()));
    let by = |divisor: Term| n().times(7).plus(3).modulo_term(divisor);
    terms.push(by(n().over(3).plus(2)));
    terms.push(by(n().modulo(5).plus(1)));
    terms.push(n().times(7).plus(3).over_term(n().modulo(5).plus(1)));
    // The number that is divided is negative at first.
    terms.push(n().plus(-9).modulo_term(n().modulo(4).plus(3)));
    // The sum of the digits in base 3, modulo 2, and the last digit that is not 0.
    let parity = Automaton::new(3, vec![0, 1, 0, 1, 0, 1], vec![0, 1]).unwrap();
    let last = Automaton::new(3, vec![0, 1, 2, 1, 1, 1, 2, 2, 2], vec![7, 1, 2]).unwrap();
    for automaton in [parity, last] {
        terms.push(Term::Automatic(Arc::new(automaton), n().into()));
    }
    written_as_evaluated(&terms, |_, _| 1);
    let fast = |term: &Term| !matches!(term, Term::Feature(feature, _) if feature.factors());
    let far =
        |term: &Term| !matches!(term, Term::Gcd(..) | Term::ResidueBy(..) | Term::QuotientBy(..));
    terms.retain(|term| fast(term) && far(term));
    written_as_evaluated(&terms, |_, _| 30_744_573_456_182_586);
}

const COUNT: i64 = 300;

/// Compares each formula at the multiples of a step with the function written of it, by itself and in a
/// submission.
fn written_as_evaluated(terms: &[Term], step: impl Fn(Lang, bool) -> i64) {
    for word in [false, true] {
        for lang in Lang::ALL {
            let step = step(lang, word);
            let Some(tool) = tool(lang) else { continue };
            let (mut out, mut main) = (String::new(), String::new());
            for (number, term) in terms.iter().enumerate() {
                let function = Function::Formula { term, exceptions: &[] };
                let name = format!("value_{number}");
                let text = if word {
                    let (tail, limits) = (format!("_{number}"), [(0, (COUNT - 1) * step)]);
                    let member = Member {
                        name: &name,
                        tail: &tail,
                        names: &[],
                        values: true,
                        limits: &limits,
                        function,
                    };
                    member_text(&member, lang).unwrap()
                } else {
                    let law = Law {
                        game: "test",
                        least: &[0],
                        names: &[],
                        values: true,
                        remarks: vec![],
                        function,
                    };
                    write(&law, lang).unwrap()
                };
                let called = if word { name } else { "grundy_value".into() };
                match lang {
                    Lang::Python => {
                        out += &format!(
                            "{text}\nprint(*[{called}(i * {step}) for i in range({COUNT})])\n\n"
                        );
                    }
                    Lang::Cpp => {
                        let lines: Vec<&str> =
                            text.lines().filter(|line| !line.starts_with("#include")).collect();
                        let int = if word { "using Int = long long;\n" } else { "" };
                        out += &format!("namespace p{number} {{\n{int}{}\n}}\n", lines.join("\n"));
                        main += &format!(
                            "for (long long i = 0; i < {COUNT}; ++i) std::cout << (i ? \" \" : \"\") \
                             << p{number}::{called}(i * {step});\nstd::cout << '\\n';\n"
                        );
                    }
                    Lang::Java => {
                        out += &format!("class P{number} {{\n{text}\n}}\n");
                        main += &format!(
                            "for (long i = 0; i < {COUNT}; ++i) out.append(i > 0 ? \" \" : \"\")\
                             .append(P{number}.{called}(i * {step}L));\nout.append('\\n');\n"
                        );
                    }
                    Lang::Rust => {
                        let text = text.replace("\nfn value", "\npub fn value");
                        let text = text
                            .strip_prefix("fn ")
                            .map_or(text.clone(), |rest| format!("pub fn {rest}"));
                        out += &format!("mod p{number} {{\n{text}\n}}\n");
                        main += &format!(
                            "let all: Vec<String> = (0..{COUNT}).map(|i| \
                             p{number}::{called}(i * {step}).to_string()).collect();\n\
                             println!(\"{{}}\", all.join(\" \"));\n"
                        );
                    }
                }
            }
            let text = match lang {
                Lang::Python => out,
                Lang::Cpp => {
                    format!(
                        "#include <algorithm>\n#include <iostream>\n{out}\nint main() {{\n{main}}}\n"
                    )
                }
                Lang::Java => format!(
                    "{out}\npublic class Law {{\npublic static void main(String[] args) {{\n\
                     StringBuilder out = new StringBuilder();\n{main}System.out.print(out);\n}}\n}}\n"
                ),
                Lang::Rust => format!("{out}\nfn main() {{\n{main}}}\n"),
            };
            let said = run(lang, tool, &text);
            for (term, line) in terms.iter().zip(said.lines()) {
                for (i, value) in (0..COUNT).zip(line.split(' ')) {
                    let Some(expected) = term.value(&[i * step]) else {
                        assert_eq!(i, 0, "{term:?}");
                        continue;
                    };
                    assert_eq!(value, expected.to_string(), "{lang:?} {word} {term:?} {i}");
                }
            }
            assert_eq!(said.lines().count(), terms.len(), "{lang:?}");
        }
    }
}
