//! The command from outside: standard input, exit codes, pipes, interrupts.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

fn grundy(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The child may end without reading all of it.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn code(args: &[&str]) -> i32 {
    grundy(args, b"").status.code().unwrap()
}

#[test]
fn exit_codes_tell_the_kind_of_failure() {
    assert_eq!(code(&["solve", "nim(1,2)"]), 0);
    assert_eq!(code(&["solve"]), 2);
    assert_eq!(code(&["solve", "nim(1,"]), 2);
    assert_eq!(code(&["solve", "--json", "nim(1,"]), 2);
    assert_eq!(code(&["solve", "--only", "9", "nim(1)"]), 2);
    assert_eq!(code(&["solve", "nim(1)", "nim("]), 1);
    assert_eq!(code(&["solve", "--max-positions", "10", "--misere", "kayles(40)"]), 3);
    assert_eq!(code(&["solve", "--timeout", "0", "--misere", "kayles(60,61,62)"]), 3);
    assert_eq!(code(&["judge", "no-such-problem"]), 2);
    assert_eq!(code(&["table", "nim", "--to", "x"]), 2);
    assert_eq!(code(&["games", "no-such-game"]), 2);
    let list = ["table", "nim", "--to", "3", "--view", "p-positions"];
    assert_eq!(code(&list), 0);
    // A P-position is an outcome anyway.
    let outcomes = [&list[..], &["--outcomes"]].concat();
    assert_eq!(grundy(&outcomes, b"").stdout, grundy(&list, b"").stdout);
    assert_eq!(code(&["table", "nim", "--to", "3", "--from", "1"]), 2);
    assert_eq!(grundy(&["judge", "acwing-891"], b"3 1 x").status.code(), Some(4));
    assert_eq!(code(&["solve", "dag(\"/no/such/file\"; 1)"]), 4);
}

#[test]
fn arithmetic_is_read_in_positions_and_options_alike() {
    let sizes = ["table", "nim", "--format", "csv", "--to"];
    let table = |to| text(&grundy(&[&sizes[..], &[to]].concat(), b"").stdout);
    assert_eq!(table("2^3-2*3"), table("2"));
    let output = grundy(&["solve", "--max-positions", "10^7+1", "bash[2^30-1](2^30-1+1)"], b"");
    assert!(text(&output.stdout).contains("bash[1073741823](1073741824)"));
    for args in [&["table", "nim", "--to", "3-5"][..], &["solve", "nim(3-5)"]] {
        let output = grundy(args, b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("3-5 is negative"));
    }
}

#[test]
fn a_table_without_an_end_says_where_it_ends() {
    for (game, end) in [("0.137", "99"), ("wythoff", "12")] {
        let output = text(&grundy(&["table", game], b"").stdout);
        assert!(output.contains(&format!("to {end}, as no end was given")), "{output}");
        let csv = text(&grundy(&["table", game, "--format", "csv"], b"").stdout);
        assert!(!csv.contains("no end was given"), "{csv}");
    }
}

#[test]
fn a_limit_names_the_option_that_raises_it() {
    for (option, value) in [("--max-positions", "5"), ("--max-memory", "1K"), ("--timeout", "0")] {
        let position = "kayles(60,61,62)";
        let output = grundy(&["solve", "--misere", option, value, position], b"");
        assert_eq!(output.status.code(), Some(3));
        let message = text(&output.stderr);
        assert!(message.contains(option) && message.contains("raises the limit"), "{message}");
    }
}

#[test]
fn stdin_lines_are_solved_one_by_one_and_errors_do_not_stop_the_run() {
    let input = b"\xef\xbb\xbfnim(1,2)\r\n\n# a comment\nnim(\nnim(\xff)\n*3";
    let output = grundy(&["solve", "--stdin", "--json"], input);
    assert_eq!(output.status.code(), Some(1));
    let out = text(&output.stdout);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 4, "{out}");
    assert!(lines[0].starts_with(r#"{"position":"nim(1,2)","play":"normal","outcome":"N""#));
    assert!(lines[1].contains(r#""error":{"kind":"parse","#) && lines[1].ends_with(r#""at":5}}"#));
    assert!(lines[2].contains("not UTF-8") && lines[2].contains(r#""at":5"#));
    assert!(lines[3].contains(r#""grundy":3"#));
    for line in lines {
        serde_json::from_str::<serde_json::Value>(line).unwrap();
    }
}

#[test]
fn games_kept_from_line_to_line_change_no_answer() {
    let games =
        ["subtraction[squares]", "wythoff", "wythoff[2]", "fibonacci-nim", "0.137", "lasker[3]"];
    let mut lines = Vec::new();
    for sizes in [[40, 7], [6, 33], [90, 12], [3, 3]] {
        for game in games {
            let one = |n: u32| match game.starts_with("wythoff") {
                true => format!("{game}({n},{})", n / 2),
                false => format!("{game}({n})"),
            };
            lines.push(format!("{} + {} + nim(5)", one(sizes[0]), one(sizes[1])));
        }
    }
    let together = grundy(&["solve", "--stdin", "--json"], lines.join("\n").as_bytes());
    let together = text(&together.stdout);
    assert_eq!(together.lines().count(), lines.len());
    for (line, answer) in lines.iter().zip(together.lines()) {
        let alone = grundy(&["solve", "--json", line], b"");
        assert_eq!(text(&alone.stdout).trim_end(), answer, "{line}");
    }
}

#[test]
fn large_integers_are_strings_in_json() {
    let output = grundy(&["solve", "--json", "nim(9007199254740992)"], b"");
    assert!(text(&output.stdout).contains(r#""grundy":"9007199254740992""#));
    let output = grundy(&["solve", "--json", "nim(9007199254740991)"], b"");
    assert!(text(&output.stdout).contains(r#""grundy":9007199254740991,"#));
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["table", "nim", "--to", "200000", "--format", "csv"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut some = [0u8; 10];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_130() {
    let child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["solve", "--max-positions", "10^9", "cram(7,9)"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    // An ignored signal stays ignored, and in the background of a script that of Ctrl-C is.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let signal = if ignored >> 1 & 1 == 1 { "-TERM" } else { "-INT" };
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("interrupted"));
}

#[cfg(unix)]
#[test]
fn closed_standard_streams_do_no_harm() {
    let run = |redirect: &str| {
        let line = format!("{} solve --stdin 'nim(1)' {redirect}", env!("CARGO_BIN_EXE_grundy"));
        Command::new("sh").args(["-c", &line]).output().unwrap()
    };
    assert_eq!(run("<&-").status.code(), Some(0));
    assert_eq!(run("</dev/null >&-").status.code(), Some(0));
}

#[test]
fn judge_reads_any_white_space_and_a_million_numbers() {
    let output = grundy(&["judge", "acwing-891"], b"\r\n 3\t1\n\n2\r\n3");
    assert_eq!(text(&output.stdout), "No\n");
    let mut input = String::from("1000000\n");
    (0..1_000_000u32).for_each(|i| input.push_str(&format!("{} ", i % 1000)));
    let output = grundy(&["judge", "acwing-891"], input.as_bytes());
    assert_eq!(text(&output.stdout), "No\n");
}

#[test]
fn the_catalogue_lists_every_game_and_shows_each() {
    let output = grundy(&["games", "--json"], b"");
    let list = text(&grundy(&["games"], b"").stdout);
    let cards = text(&output.stdout);
    assert!(cards.lines().count() > 25);
    for line in cards.lines() {
        let card: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = card["name"].as_str().unwrap();
        assert!(list.contains(name));
        let shown = grundy(&["games", name], b"");
        assert_eq!(shown.status.code(), Some(0), "{name}");
        let examples = card["examples"].as_array().unwrap();
        for example in examples {
            let example = example.as_str().unwrap();
            assert!(text(&shown.stdout).contains(example), "{name}");
            assert_eq!(code(&["solve", example]), 0, "{example}");
        }
    }
}

#[test]
fn a_match_is_played_from_a_script() {
    let output = grundy(&["play", "nim(3,4,5)"], b"9 -> 3\n3 -> 1\nundo\nposition\ntake 9\n");
    assert_eq!(output.status.code(), Some(0));
    let out = text(&output.stdout);
    for part in [
        "1: nim(3)   \u{25cf}\u{25cf}\u{25cf}\n",
        "> 9 -> 3\nthere is no move \"9 -> 3\" here: no heap has size 9\n  try 2: 4 -> 3\n",
        "the engine plays ",
        "> position\nnim(3,4,5)\n",
        "there is no move \"take 9\" here",
    ] {
        assert!(out.contains(part), "{part:?} is missing in\n{out}");
    }
    // The engine wins from a won position, you do if you play perfectly.
    let won = grundy(&["play", "nim(1)", "--engine-first"], b"");
    assert!(text(&won.stdout).ends_with("the engine plays 1 -> 0\nthe engine wins\n"));
    let script = b"3 -> 2\n2 -> 0\n";
    let won = grundy(&["play", "nim(2,3)", "--hint"], script);
    assert!(text(&won.stdout).contains("1 winning move:"), "{}", text(&won.stdout));
    assert_eq!(code(&["play", "nim(3,4"]), 2);
    assert_eq!(code(&["play", "nim(10^9)"]), 3);
    assert_eq!(code(&["play", "cutting(3,3)", "--misere"]), 2);
}

#[test]
fn a_table_is_drawn_whole_and_one_line_says_so() {
    let folder = std::env::temp_dir().join(format!("grundy-plot-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    for (name, head) in [("a.svg", &b"<svg "[..]), ("b.PNG", b"\x89PNG\r\n\x1a\n")] {
        let output = grundy(&["table", "wythoff", "--to", "9", "--plot", &path(name)], b"");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(
            text(&output.stdout),
            format!("{}: a heat map of 10 by 10 entries\n", path(name))
        );
        assert!(std::fs::read(path(name)).unwrap().starts_with(head));
    }
    let both = ["table", "nim", "--to", "3", "--view", "by-value", "--format", "csv"];
    let files = ["--output", &path("c.csv"), "--plot", &path("c.svg")];
    let output = grundy(&[&both[..], &files[..]].concat(), b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(std::fs::read_to_string(path("c.csv")).unwrap().starts_with("value,count,"));
    let names = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(names, 4, "nothing half-written is left");
    let table = ["table", "nim", "--to", "3"];
    for more in [
        &["--plot", "x.jpg"][..],
        &["--plot", "x"],
        &["--plot", "x.svg", "--view", "by-value"],
        &["--plot", "x.svg", "--view", "p-positions"],
        &["--view", "base=1"],
        &["--view", "base"],
        &["--view", "sideways"],
    ] {
        assert_eq!(code(&[&table[..], more].concat()), 2, "{more:?}");
    }
    assert_eq!(code(&["table", "nim", "--to", "3", "--plot", "/no/such/folder/x.svg"]), 4);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Each file of `examples/theorems` is told of in its README, and each certificate is one of the rules
/// beside it, true, and so for brute force over the rules.
#[test]
fn the_theorems_of_the_examples_are_proved() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/theorems");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let readme = read("README.md");
    let mut certificates = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(name == "README.md" || readme.contains(&format!("({name})")), "{name}");
        let Some(stem) = name.strip_suffix(".cert") else { continue };
        certificates += 1;
        let path = folder.join(&name);
        let path = path.to_str().unwrap();
        let verified = grundy(&["verify", path], b"");
        assert_eq!(verified.status.code(), Some(0), "{name}");
        assert!(text(&verified.stdout).contains("proved for all sizes"), "{name}");
        let rules = format!("{}.rules", stem.trim_end_matches("-misere"));
        assert!(read(&name).contains(&read(&rules)), "{name} is about other rules");
        let play = if stem.ends_with("-misere") { &["--misere"][..] } else { &[] };
        let rules = folder.join(rules);
        let game = text(&std::fs::read(&rules).unwrap());
        let game = game.lines().find(|line| !line.starts_with('#')).unwrap();
        let (game, rest) = game.split_once('(').unwrap();
        let two = rest.split(')').next().unwrap().contains(',');
        let positions: Vec<String> = match two {
            true => (0..144).map(|n| format!("{game}({},{})", n / 12, n % 12)).collect(),
            false => (0..80).map(|n| format!("{game}({n})")).collect(),
        };
        let positions: Vec<&str> = positions.iter().map(String::as_str).collect();
        let answers = |how: &[&str]| -> Vec<[String; 2]> {
            let solved = grundy(&[&["solve", "--json"], how, &positions].concat(), b"");
            assert_eq!(solved.status.code(), Some(0), "{name}: {}", text(&solved.stderr));
            let field = |line: &str, name: &str| {
                let rest = line.split(name).nth(1).unwrap();
                rest.split([',', '}']).next().unwrap().to_owned()
            };
            let both = |line: &str| [field(line, "\"outcome\":"), field(line, "\"grundy\":")];
            text(&solved.stdout).lines().map(both).collect()
        };
        let brute = answers(&[play, &["--rules", rules.to_str().unwrap()]].concat());
        assert_eq!(brute.len(), positions.len());
        for (told, brute) in answers(&["--law", path]).iter().zip(&brute) {
            assert_eq!(told[0], brute[0], "{name}");
            assert!(told[1] == "null" && two || told[1] == brute[1], "{name}: {told:?} {brute:?}");
        }
    }
    assert!(certificates > 4);
}
