//! What wrong problem files and wrong inputs are told.

use grundy_problems::{Mode, Problem};

/// The file with these lines beside those that every file needs.
fn file(lines: &str) -> String {
    let mut text = "title: T\n".to_owned();
    text.push_str(lines);
    for (key, line) in [("input:", "input: n, h[n]\n"), ("print:", "print: Yes / No\n")] {
        if !lines.contains(key) {
            text.push_str(line);
        }
    }
    text
}

fn wrong(lines: &str) -> String {
    match Problem::read("p", &file(lines)) {
        Ok(_) => panic!("this is not an error:\n{lines}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn wrong_files_are_told_what_is_wrong_and_what_to_do() {
    for (lines, place, message, help) in [
        ("titel: x\n", "p:2:1", "there is no key \"titel\"", "did you mean title:?"),
        ("title: again\n", "p:2:1", "there is a second title:", ""),
        ("value: xor(hs)\n", "p:2:12", "nothing is called hs", "did you mean h?"),
        ("value: h\n", "p:2:8", "here stands an array, expected a number", "xor(h)"),
        ("value: n > 0\n", "p:2:8", "here stands a condition, expected a number", ""),
        ("wins: n\n", "p:2:7", "here stands a number, expected a condition", ""),
        ("value: n ^ n + 1\n", "p:2:14", "beside another operator", "parentheses"),
        ("value: 10 ^ 9\n", "p:2:8", "10^9 is 3", "write 1000000000"),
        ("value: n && n\n", "p:2:10", "'&&' means nothing here", "write: and"),
        ("value: xor(h[i] for i in 0..n)\n", "p:2:27", "'..' means nothing here", "..="),
        ("value: xor(n, n)\n", "p:2:8", "xor takes 1 argument, not 2", ""),
        ("play: strange\n", "p:2:1", "play is normal or misere", "cannot move wins"),
        ("position: n\n", "p:2:11", "a position is a sum of games", "heap(n)"),
        ("let: n = 3\nvalue: n\n", "p:2:6", "n is the name of something already", ""),
        ("play: misere\nvalue: xor(h)\n", "p:5:8", "tells nothing of misère play", "wins:"),
        ("input: n, value\nwins: n > 0\n", "p:2:11", "value is the Grundy value", "another"),
        ("input: n, n of (win)\nwins: n > 0\n", "p:2:17", "win is whether", "another"),
        ("let: win = 3\nvalue: win\n", "p:2:6", "win is whether the first player wins", ""),
        ("value: f(n)\n", "p:2:8", "nothing is called f", "def:"),
        ("value: wythoff(n, n)\n", "p:2:8", "nothing is called wythoff", "game(\"wythoff\", …)"),
        ("def: f(a, b) = a\nvalue: f(n)\n", "p:3:8", "f takes 2 arguments, not 1", ""),
        ("value: n\nupdate: n[0] = 1\n", "p:3:9", "n is not an array", ""),
        ("answer: 1\nvalue: n\n", "p:2:1", "an answer belongs to the sample before it", ""),
        ("value: n\nprint: {n\n", "p:3:8", "this '{' is never closed", "{{"),
        ("value: n\nprint: value\n", "p:3:8", "this would print \"value\", as it", "{value}"),
        ("value: n\nprint row: n % 2\n", "p:3:12", "this would print \"n % 2\", as it", "{n % 2}"),
        ("value: n\nprint for x in h: x\n", "p:3:19", "this would print \"x\", as it", "{x}"),
        ("value: n\nprint long: x\n", "p:3:1", "there is no print long:", "print row:"),
        ("value: n\nprint move: n\n", "p:3:13", "there is no position:", "what is played"),
        ("print: {value}\n", "p:2:8", "nothing says what is played", "position:"),
        ("value: n\ninput: T * (n), x\n", "p:3:8", "behind a group of cases", "n of"),
        ("value: n\ninput: n[2][3][4]\n", "p:3:8", "rows of arrays", ""),
        ("value: game(\"nym\", n)\n", "p:2:13", "there is no built-in game", "grundy games"),
        ("rules:\n    S(n) -> T(n)\nposition: S(n)\n", "p:3:13", "T", ""),
        (
            "rules:\n    S(n) -> S(n-1) if n > 0\nvalue: S(n, 2)\n",
            "p:4:8",
            "S takes 1 argument",
            "S(n)",
        ),
        (
            "rules:\n    input m\n    S(n) ->? S(n-m)\nposition: S(n)\n",
            "p:3:11",
            "their input m",
            "let:",
        ),
        (
            "rules:\n    input h\n    S(n) ->? S(n-h)\nposition: S(n)\n",
            "p:3:11",
            "something else",
            "",
        ),
    ] {
        let text = wrong(lines);
        assert!(text.starts_with(place), "{lines}is told at another place:\n{text}");
        assert!(text.contains(message), "{lines}is told something else:\n{text}");
        assert!(text.contains(help), "{lines}is helped otherwise:\n{text}");
    }
    for (text, what) in [
        ("input: n\nprint: x\n", "there is no title:"),
        ("title: x\nprint: x\n", "there is no input:"),
        ("title: x\ninput: n\n", "there is no print:"),
    ] {
        let error = Problem::read("p", text).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

fn refusal(lines: &str, input: &str) -> String {
    let problem = Problem::read("p", &file(lines)).unwrap_or_else(|error| panic!("{error}"));
    let context = grundy::Context::new(grundy::Limits {
        memory: 1 << 26,
        time: Some(std::time::Duration::from_secs(2)),
        ..Default::default()
    });
    let mut answers = Vec::new();
    let result = problem.judge(input.as_bytes(), &mut answers, Mode::Formulas, &context);
    result.err().map_or_else(|| panic!("{lines}{input} is answered"), |error| error.to_string())
}

#[test]
fn wrong_inputs_are_told_with_their_line() {
    for (lines, input, message) in [
        ("value: xor(h)\n", "2\n1 x", "line 2: expected h[1], found \"x\""),
        ("value: xor(h)\n", "2\n1", "the input ends after \"1\" in line 2, expected h[1]"),
        ("value: xor(h)\n", "1\n1 2", "line 2: expected the end of the input, found \"2\""),
        (
            "value: n\ninput: until n = 0 (n: 1..=9)\n",
            "3 12 0",
            "line 1: expected n, from 1 to 9, found 12",
        ),
        (
            "rules:\n    S(n) -> wins if n > 1\nposition: S(n)\nprint: {value}\ninput: n\n",
            "3",
            "no Grundy value",
        ),
        ("value: n\ninput: n: 1..=9\n", "12", "line 1: expected n, from 1 to 9, found \"12\""),
        ("value: n\ninput: n\n", "99999999999999999999", "a number of 64 bits"),
        ("value: h[n]\n", "1\n1", "there is no element 1: the array has elements 0 to 0"),
        ("value: 100 / n\ninput: n\n", "0", "division by zero"),
        ("value: n * n\ninput: n\n", "9223372036854775807", "does not fit into 64 bits"),
        ("value: min(h)\n", "0", "nothing has no least"),
        ("value: n\nneed: n > 1\n", "1\n1", "p:3:7: the input is not as the statement promises"),
        ("def: f(a) = f(a + 1)\nvalue: f(n)\ninput: n\n", "0", "functions call each other"),
        ("value: len([i for i in 0..<n])\ninput: n\n", "9999999999999", "arrays with"),
        ("value: sum(1 for i in 0..<n)\ninput: n\n", "9999999999999", "--timeout"),
        (
            "rules:\n    S(n) -> S(n-1) if n > 0\nposition: S(n)\ninput: n\n",
            "-3",
            "no position S(-3)",
        ),
        ("rules:\n    S(n) -> S(n-1)\nposition: S(n)\ninput: n\n", "3", "the rules are wrong"),
        (
            "rules:\n    heaps(x[4], k) -> heaps(x[i := v], k) for i in 0..<4 for v in 0..<x[i]\nposition: heaps(h, 1)\nprint: {value}\n",
            "3\n1 2 3",
            "here stands an array of 3 numbers: heaps takes 4 for x",
        ),
        (
            "rules:\n    m(b: bits[64]) -> m(b[i := 0]) for i in 0..<64 if b[i] == 1\nposition: m(h)\nprint: {value}\n",
            "1\n5",
            "here stands an array of 1 numbers: m takes 2 for b",
        ),
        ("value: len(edges(n, h, h))\n", "2\n1 5", "joins 5 and 5, and vertices are below 2"),
    ] {
        let text = refusal(lines, input);
        assert!(text.contains(message), "{lines}{input}\nis told:\n{text}");
    }
}

/// A change of one element is as if all had been read anew.
#[test]
fn changes_are_worked_in_rightly() {
    let rest = "input: n, q, h[n], q * (x, y)\nupdate: h[x] = y\nprint: {value}\n";
    for value in [
        "value: xor(h)\n",
        "value: xor(2 * y + x for x in h)\n",
        "value: xor(h[i] * h[i] for i in 0..<n)\n",
        "value: xor(h[i] * i for i in 0..<n)\n",
        "value: xor(h[i] ^ h[0] for i in 0..<n)\n",
        "value: xor(h[i] for i in 1..<n)\n",
        "value: xor(h[i] for i in 0..<n if h[i] > 1)\n",
        "def: g(a) = a + h[0]\nvalue: xor(g(x) for x in h)\n",
        "let: first = h[0]\nvalue: xor(x * first for x in h)\n",
        "rules:\n    S(n) -> S(n-k) for k in 1..=min(n,2)\nposition: S(h[i]) for i in 0..<n\n",
        "rules:\n    S(n) -> S(n-k) for k in 1..=min(n,2)\nposition: S(x) for x in h\n",
        "rules:\n    input h[]\n    S(n) ->? S(n-k-1) for k in h\nposition: S(h[i]) for i in 0..<n\n",
    ] {
        // The name of a number that is read is taken.
        let value = value.replace("for x in h", "for z in h").replace("(x)", "(z)");
        let value = value.replace("2 * y + x", "2 * z").replace("x * first", "z * first");
        let changed = Problem::read("p", &file(&format!("{value}{rest}"))).unwrap();
        let plain = format!("{value}input: n, h[n]\nprint: {{value}}\n");
        let plain = Problem::read("p", &file(&plain)).unwrap();
        let judge = |problem: &Problem, input: &str| {
            let mut answers = Vec::new();
            let context = Default::default();
            problem.judge(input.as_bytes(), &mut answers, Mode::Formulas, &context).unwrap();
            String::from_utf8(answers).unwrap()
        };
        let mut random = fastrand::Rng::with_seed(5);
        let mut heaps: Vec<u32> = (0..5).map(|_| random.u32(..7)).collect();
        let text = |heaps: &[u32]| heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let mut input = format!("5 20\n{}\n", text(&heaps));
        let mut expected = String::new();
        for _ in 0..20 {
            let (x, y) = (random.usize(..5), random.u32(..7));
            heaps[x] = y;
            input.push_str(&format!("{x} {y}\n"));
            expected.push_str(&judge(&plain, &format!("5\n{}\n", text(&heaps))));
        }
        assert_eq!(judge(&changed, &input), expected, "{value}");
    }
}

#[test]
fn answers_before_an_error_are_written() {
    let problem = Problem::read("p", &file("value: n\ninput: until end (n)\n")).unwrap();
    let mut answers = Vec::new();
    let result = problem.judge(b"1 0 x", &mut answers, Mode::Formulas, &Default::default());
    assert_eq!((answers, result.is_err()), (b"Yes\nNo\n".to_vec(), true));
}

#[test]
fn guides_are_headings_of_the_guide() {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../GUIDE.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let headings: Vec<&str> = guide
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim())
        .collect();
    let missing: Vec<String> = grundy_problems::collection()
        .filter(|(_, problem)| !problem.guide.is_empty() && !headings.contains(&&*problem.guide))
        .map(|(name, problem)| format!("{name}: {}", problem.guide))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What ends a group is no case: its limits do not hold of it.
#[test]
fn the_end_of_a_group_may_be_beyond_its_limits() {
    let text = file("value: n\ninput: until n = 0 (n: 1..=9)\n");
    let problem = Problem::read("p", &text).unwrap();
    let mut answers = Vec::new();
    problem.judge(b"3 9 0", &mut answers, Mode::Formulas, &Default::default()).unwrap();
    assert_eq!(answers, b"Yes\nYes\n");
}

/// A part in which a move wins at once decides a sum, however its value gets there.
#[test]
fn a_part_that_wins_at_once_decides_every_sum() {
    let rules = "rules:\n    S(n) -> wins if n > 1\n    S(n) -> S(0) if n == 1\ninput: a, b\n";
    for value in [
        "position: S(a) + S(b)\n",
        "value: S(a) ^ S(b)\n",
        "value: xor(S(x) for x in [a, b])\n",
        "let: x = S(a)\n     y = S(b)\nvalue: x ^ y\n",
        "let: l = [S(a), S(b)]\nvalue: xor(l)\n",
    ] {
        let problem = Problem::read("p", &file(&format!("{rules}{value}"))).unwrap();
        for (input, wins) in [("2 2", true), ("2 1", true), ("1 1", false), ("0 1", true)] {
            let mut answers = Vec::new();
            let context = Default::default();
            problem.judge(input.as_bytes(), &mut answers, Mode::Formulas, &context).unwrap();
            let expected = if wins { "Yes\n" } else { "No\n" };
            assert_eq!(String::from_utf8(answers).unwrap(), expected, "{value}{input}");
        }
    }
}

/// Files with pieces changed are read or refused; what is read answers or refuses its samples.
#[test]
fn nothing_in_a_file_makes_it_panic() {
    const PIECES: [&str; 28] = [
        "",
        " ",
        "\n",
        ":",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\"",
        "'",
        "/",
        " / ",
        "if ",
        "for ",
        "é",
        "笑",
        "99999999999999999999",
        "-1",
        "0",
        "*",
        "of",
        "until ",
        "#",
        "print: ",
        "let: n = n\n",
        "^",
    ];
    let mut random = fastrand::Rng::with_seed(23);
    let limits = grundy::Limits {
        memory: 1 << 24,
        time: Some(std::time::Duration::from_millis(100)),
        ..grundy::Limits::default().with_positions(10_000)
    };
    let mut read = 0;
    for (name, text) in grundy_problems::TEXTS {
        for _ in 0..12 {
            let mut places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            places.push(text.len());
            let from = places[random.usize(..places.len())];
            let to = (from + random.usize(..9)).min(text.len());
            let to = places[places.partition_point(|&at| at < to)];
            let piece = PIECES[random.usize(..PIECES.len())];
            let changed = format!("{}{piece}{}", &text[..from], &text[to..]);
            let Ok(problem) = Problem::read(name, &changed) else { continue };
            read += 1;
            for (input, _) in problem.samples.iter().take(1) {
                let context = grundy::Context::new(limits);
                let mode = Mode::Formulas;
                let _ = problem.judge(input.as_bytes(), &mut Vec::new(), mode, &context);
            }
            for lang in grundy_rules::emit::Lang::ALL {
                if random.u8(..8) == 0 {
                    let _ = problem.emit(lang);
                }
            }
        }
    }
    assert!(read > 500, "{read}");
}

#[test]
fn coordinates_that_are_left_out_have_the_defaults_of_the_rules() {
    let file = |position: &str| {
        format!(
            "title: T\nrules:\n    take(n, most = max(n - 1, 1), by = if n % 2 == 0 and 3 < n < 100 then most else 2)\n        \
             -> take(n - k, 2 * k, by) for k in 1..=min(n, most) if k % by != 1\n\
             input: a: 0..=300, b: 0..=300\nposition: {position}\nprint: {{value}}\n"
        )
    };
    let most = |n: &str| format!("max({n} - 1, 1)");
    let step =
        |n: &str, most: &str| format!("if {n} % 2 == 0 and 3 < {n} < 100 then {most} else 2");
    let short = file("take(a) + take(a + b) + take(b, 4)");
    let whole = format!(
        "take(a, {}, {}) + take(a + b, {}, {}) + take(b, 4, {})",
        most("a"),
        step("a", &most("a")),
        most("(a + b)"),
        step("(a + b)", &most("(a + b)")),
        step("b", "4")
    );
    let [short, whole] = [&short, &file(&whole)]
        .map(|text| Problem::read("t", text).unwrap_or_else(|e| panic!("{e}")));
    for input in ["7 9", "0 0", "30 1", "120 41", "4 5"] {
        let [short, whole] = [&short, &whole].map(|problem| {
            let mut answer = Vec::new();
            let mode = Mode::Formulas;
            problem.judge(input.as_bytes(), &mut answer, mode, &Default::default()).unwrap();
            String::from_utf8(answer).unwrap()
        });
        assert_eq!(short, whole, "{input}");
    }
    for lang in grundy_rules::emit::Lang::ALL {
        assert_eq!(short.emit(lang).unwrap().text, whole.emit(lang).unwrap().text);
    }
    let error = wrong("rules:\n    f(n, k = n) -> f(n-1, k) if n > 0\nposition: f()\n");
    assert!(error.contains("f takes 1 to 2 arguments, not 0"), "{error}");
}
