//! Boards and sets of bits: every operation against plain lists of squares, and games on boards
//! against theory and against the same rules on lists.

use grundy::analysis::{Question, answer};
use grundy::context::Context;
use grundy::expr::Catalogue;
use grundy_rules::game::Rules;
use grundy_rules::shape::Shape;
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk;
use std::collections::HashMap;

/// Squares row by row.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Grid {
    rows: i64,
    columns: i64,
    squares: Vec<bool>,
}

impl Grid {
    fn new(rows: i64, columns: i64, is: impl Fn(i64, i64) -> bool) -> Self {
        let places = (0..rows * columns).map(|s| is(s / columns, s % columns));
        Self { rows, columns, squares: places.collect() }
    }

    fn map(&self, is: impl Fn(i64, i64) -> bool) -> Self {
        Self::new(self.rows, self.columns, is)
    }

    fn at(&self, r: i64, c: i64) -> bool {
        let inside = (0..self.rows).contains(&r) && (0..self.columns).contains(&c);
        inside && self.squares[(r * self.columns + c) as usize]
    }

    fn ones(&self) -> Vec<(i64, i64)> {
        let all = (0..self.rows).flat_map(|r| (0..self.columns).map(move |c| (r, c)));
        all.filter(|&(r, c)| self.at(r, c)).collect()
    }

    fn with(&self, r: i64, c: i64, one: bool) -> Self {
        self.map(|y, x| if (y, x) == (r, c) { one } else { self.at(y, x) })
    }

    fn shape(&self, bits: bool) -> Shape {
        match bits {
            true => Shape::Bits(self.columns as usize),
            false => Shape::Board { rows: self.rows as usize, columns: self.columns as usize },
        }
    }

    fn words(&self, bits: bool) -> Vec<i64> {
        let ones = (0..self.squares.len()).filter(|&i| self.squares[i]);
        self.shape(bits).mask(ones)
    }

    /// The least in the order of numbers among all that look the same.
    fn canonical(&self) -> Self {
        let (h, w) = (self.rows - 1, self.columns - 1);
        let mut all = vec![
            self.clone(),
            self.map(|r, c| self.at(h - r, c)),
            self.map(|r, c| self.at(r, w - c)),
            self.map(|r, c| self.at(h - r, w - c)),
        ];
        if h == w {
            for other in all.clone() {
                all.push(self.map(|r, c| other.at(c, r)));
            }
        }
        all.into_iter()
            .min_by_key(|grid| grid.squares.iter().rev().copied().collect::<Vec<_>>())
            .unwrap()
    }

    fn parts(&self, corners: bool) -> Vec<Self> {
        let mut left = self.clone();
        let mut parts = Vec::new();
        while let Some(&first) = left.ones().first() {
            let mut part = self.map(|_, _| false);
            let mut open = vec![first];
            while let Some((r, c)) = open.pop() {
                if !left.at(r, c) {
                    continue;
                }
                left = left.with(r, c, false);
                part = part.with(r, c, true);
                for (y, x) in (-1..=1).flat_map(|y| (-1..=1).map(move |x| (y, x))) {
                    if (y == 0 || x == 0) || corners {
                        open.push((r + y, c + x));
                    }
                }
            }
            parts.push(part);
        }
        parts
    }
}

/// SplitMix (G. Steele, D. Lea and C. Flood 2014).
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn read(text: &str) -> Program {
    let source = Source::new("test", text);
    Program::read(source.clone())
        .unwrap_or_else(|error| panic!("{text}\n{}", error.render(&source)))
}

fn options(program: &Program, coords: Vec<i64>) -> Vec<Vec<i64>> {
    let mut all = Vec::new();
    walk::options(program, &State::new(0, coords), walk::MAX_STEPS, &mut |option| {
        all.push(option.sum.iter().flat_map(|state| state.coords().to_vec()).collect());
        true
    })
    .unwrap_or_else(|error| panic!("{}", error.render(&program.source)));
    all
}

/// What an expression of two boards b and c and two numbers r and s is.
enum Is {
    Board(Grid),
    Number(i64),
}

fn near(r: i64, s: i64, grid: &Grid, is: impl Fn(i64, i64) -> bool) -> Is {
    let inside = (0..grid.rows).contains(&r) && (0..grid.columns).contains(&s);
    Is::Board(grid.map(|y, x| inside && is((y - r).abs(), (x - s).abs())))
}

/// Expressions, and what they are for these values.
fn expressions(b: &Grid, c: &Grid, r: i64, s: i64, bits: bool) -> Vec<(String, Is)> {
    use Is::{Board, Number};
    let mut all: Vec<(&str, Is)> = vec![
        ("b & c", Board(b.map(|y, x| b.at(y, x) && c.at(y, x)))),
        ("b | c", Board(b.map(|y, x| b.at(y, x) || c.at(y, x)))),
        ("b ^ c", Board(b.map(|y, x| b.at(y, x) != c.at(y, x)))),
        ("b - c", Board(b.map(|y, x| b.at(y, x) && !c.at(y, x)))),
        ("~b", Board(b.map(|y, x| !b.at(y, x)))),
        ("b & 5", Board(b.map(|y, x| b.at(y, x) && matches!(y * b.columns + x, 0 | 2)))),
        ("if r > s then b else c", Board(if r > s { b.clone() } else { c.clone() })),
        ("popcount(b ^ c)", Number(b.map(|y, x| b.at(y, x) != c.at(y, x)).ones().len() as i64)),
        ("if b == c then 1 else 0", Number(i64::from(b == c))),
        ("if b == b then 1 else 0", Number(1)),
        (
            "if (b & c) != 0 then 1 else 0",
            Number(i64::from(b.ones().iter().any(|&(y, x)| c.at(y, x)))),
        ),
        ("canonical(b ^ c)", Board(b.map(|y, x| b.at(y, x) != c.at(y, x)).canonical())),
    ];
    if bits {
        let ones: Vec<i64> = b.ones().iter().map(|one| one.1).collect();
        let zeros: Vec<i64> = (0..b.columns).filter(|i| !b.at(0, *i)).collect();
        let or_none = |found: Option<&i64>| Number(found.copied().unwrap_or(-1));
        all.extend([
            ("b[s]", Number(i64::from(b.at(0, s)))),
            ("b[2]", Number(i64::from(b.at(0, 2)))),
            ("bit(b, s)", Number(i64::from(b.at(0, s)))),
            ("b[s := 1, 0 := 0]", Board(b.with(0, s, true).with(0, 0, false))),
            ("b[s := c[s]]", Board(b.with(0, s, c.at(0, s)))),
            ("b << 1", Board(b.map(|_, x| b.at(0, x - 1)))),
            ("b << 65", Board(b.map(|_, x| b.at(0, x - 65)))),
            ("b >> 3", Board(b.map(|_, x| b.at(0, x + 3)))),
            ("b >> 64", Board(b.map(|_, x| b.at(0, x + 64)))),
            ("low(b)", or_none(ones.first())),
            ("top(b)", or_none(ones.last())),
            ("next0(b, s)", or_none(zeros.iter().find(|&&i| i > s))),
            ("prev0(b, s)", or_none(zeros.iter().rev().find(|&&i| i < s))),
            ("next0(b, 9223372036854775807)", Number(-1)),
            ("prev0(b, 0 - 9223372036854775807)", Number(-1)),
            ("len(b) + rows(b) + columns(b)", Number(2 * b.columns + 1)),
            ("neighbours(b, s)", near(0, s, b, |_, x| x == 1)),
        ]);
    } else {
        let inside = (0..b.rows).contains(&r) && (0..b.columns).contains(&s);
        all.extend([
            ("b[r,s]", Number(i64::from(b.at(r, s)))),
            ("b[1,2]", Number(i64::from(b.at(1, 2)))),
            ("b[-1,0] + b[0,999]", Number(0)),
            ("bit(b, r, s)", Number(i64::from(b.at(r, s)))),
            ("if inside(b, r, s) then 1 else 0", Number(i64::from(inside))),
            ("b[r,s := 1]", Board(b.with(r, s, true))),
            ("b[r,s := 0, s,r := 1 - b[s,r]]", Board(b.with(r, s, false).with(s, r, !b.at(s, r)))),
            ("(b - c)[0,1 := 1][r,0 := 0]", {
                let less = b.map(|y, x| b.at(y, x) && !c.at(y, x));
                Board(less.with(0, 1, true).with(r, 0, false))
            }),
            ("shift(b, 1, 0)", Board(b.map(|y, x| b.at(y - 1, x)))),
            ("shift(b, 0, -1)", Board(b.map(|y, x| b.at(y, x + 1)))),
            ("shift(b | c, -2, 3)", {
                let both = b.map(|y, x| b.at(y, x) || c.at(y, x));
                Board(b.map(|y, x| both.at(y + 2, x - 3)))
            }),
            ("rows(b) * 100 + columns(b)", Number(b.rows * 100 + b.columns)),
            ("squares(b)", Number(b.rows * b.columns)),
            ("neighbours(b, r, s)", near(r, s, b, |y, x| y + x == 1)),
            ("neighbours8(b, r, s)", near(r, s, b, |y, x| y.max(x) == 1)),
            ("knights(b, r, s)", near(r, s, b, |y, x| y * x == 2)),
            ("diagonals(b, r, s)", near(r, s, b, |y, x| y == x && y > 0)),
            ("row(b, r)", Board(b.map(|y, _| y == r))),
            ("column(b, s)", Board(b.map(|_, x| x == s))),
        ]);
    }
    all.into_iter().map(|(text, is)| (text.to_owned(), is)).collect()
}

const SIZES: [(i64, i64, bool); 14] = [
    (1, 5, true),
    (1, 62, true),
    (1, 63, true),
    (1, 64, true),
    (1, 70, true),
    (1, 130, true),
    (1, 6, false),
    (2, 3, false),
    (3, 3, false),
    (7, 9, false),
    (8, 8, false),
    (9, 10, false),
    (12, 11, false),
    (21, 6, false),
];

#[test]
fn operations_do_what_they_do_on_lists() {
    let mut seed = 7;
    for (rows, columns, bits) in SIZES {
        let name =
            if bits { format!("bits[{columns}]") } else { format!("board[{rows},{columns}]") };
        let head = format!("f(b: {name}, c: {name}, i, j)");
        let none = Grid::new(rows, columns, |_, _| false);
        let mut text = format!(
            "g(b: {name}) -> g(b)\nh(n) -> h(n)\n
             loops(b: {name}) {{ for {} in ones(b) {{ move h({}) }} }}
             all(b: {name}) {{ for {} in squares(b) {{ move h({}) }} }}
             parts(b: {name}) -> g(p) for p in parts(b)
             sums(b: {name}) -> sum(g(p) for p in parts8(b))\n",
            if bits { "j" } else { "i, j" },
            if bits { "j" } else { "i * 1000 + j" },
            if bits { "j" } else { "i, j" },
            if bits { "j" } else { "i * 1000 + j" },
        );
        // The rules about f come first, so that it is the first family.
        let mut rules = String::new();
        for (expression, is) in expressions(&none, &none, 0, 0, bits) {
            let value = match is {
                Is::Board(_) => format!("g({expression})"),
                Is::Number(_) => format!("h(({expression}) + 1)"),
            };
            rules += &format!("{head} -> {value} let r = i - 2 let s = j - 2\n");
        }
        text = rules + &text;
        let program = read(&text);
        for turn in 0..12 {
            let random = |seed: &mut u64, share: u64| {
                let squares: Vec<bool> =
                    (0..rows * columns).map(|_| next(seed) % 4 < share).collect();
                Grid { rows, columns, squares }
            };
            let b = random(&mut seed, turn % 5);
            let c = random(&mut seed, 1 + turn % 2);
            let (r, s) = (
                (next(&mut seed) % (rows as u64 + 4)) as i64 - 2,
                (next(&mut seed) % (columns as u64 + 4)) as i64 - 2,
            );
            let mut coords = b.words(bits);
            coords.extend(c.words(bits));
            coords.extend([r + 2, s + 2]);
            let told = options(&program, coords);
            let expected = expressions(&b, &c, r, s, bits);
            assert_eq!(told.len(), expected.len());
            for ((expression, is), told) in expected.into_iter().zip(told) {
                let is = match is {
                    Is::Board(grid) => grid.words(bits),
                    Is::Number(number) => vec![number + 1],
                };
                assert_eq!(told, is, "{expression} of {name} at {r},{s}\n{b:?}\n{c:?}");
            }
            let of = |family: &str| {
                let state = State::new(program.family(family).unwrap(), b.words(bits));
                let mut all = Vec::new();
                walk::options(&program, &state, walk::MAX_STEPS, &mut |option| {
                    all.push(
                        option.sum.iter().map(|state| state.coords().to_vec()).collect::<Vec<_>>(),
                    );
                    true
                })
                .unwrap();
                all
            };
            let number = |(r, c): (i64, i64)| vec![vec![if bits { c } else { r * 1000 + c }]];
            assert_eq!(of("loops"), b.ones().into_iter().map(number).collect::<Vec<_>>(), "{name}");
            let all = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
            assert_eq!(of("all"), all.map(number).collect::<Vec<_>>(), "{name}");
            let words = |grid: &Grid| grid.words(bits);
            let parts: Vec<_> = b.parts(false).iter().map(|part| vec![words(part)]).collect();
            assert_eq!(of("parts"), parts, "{name}");
            let sums: Vec<_> = b.parts(true).iter().map(words).collect();
            assert_eq!(of("sums"), [sums], "{name}");
        }
    }
}

/// The value of a game on grids.
fn value(grid: &Grid, moves: &dyn Fn(&Grid) -> Vec<Grid>, known: &mut HashMap<Grid, u64>) -> u64 {
    if let Some(value) = known.get(grid) {
        return *value;
    }
    let options: Vec<u64> = moves(grid).iter().map(|next| value(next, moves, known)).collect();
    let least = (0..).find(|value| !options.contains(value)).unwrap();
    known.insert(grid.clone(), least);
    least
}

fn typed(grid: &Grid) -> String {
    let rows: Vec<String> = grid
        .squares
        .chunks(grid.columns as usize)
        .map(|row| row.iter().map(|one| if *one { '1' } else { '0' }).collect())
        .collect();
    rows.join("/")
}

fn ask(catalogue: &Catalogue<'_>, text: &str) -> u64 {
    let position = catalogue.read(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    // What is printed is read again as the same position.
    let printed = position.to_string();
    assert_eq!(catalogue.read(&printed).unwrap().to_string(), printed, "{text}");
    let question = Question { moves: 0, ..Question::default() };
    let answer = answer(&position, &question, &Context::default());
    let grundy = answer.unwrap_or_else(|stop| panic!("{text}: {stop}")).grundy;
    grundy.unwrap().to_string().parse().unwrap()
}

type Moves = fn(&Grid) -> Vec<Grid>;

fn dominoes(grid: &Grid) -> Vec<Grid> {
    let steps = [(0, 1), (1, 0)];
    let all = grid.ones().into_iter().flat_map(|one| steps.map(|step| (one, step)));
    all.filter(|((r, c), (y, x))| grid.at(r + y, c + x))
        .map(|((r, c), (y, x))| grid.with(r, c, false).with(r + y, c + x, false))
        .collect()
}

fn less_near(grid: &Grid, near: impl Fn(i64, i64) -> bool) -> Vec<Grid> {
    let left = |(r, c): (i64, i64)| {
        grid.map(|y, x| grid.at(y, x) && (y, x) != (r, c) && !near((y - r).abs(), (x - c).abs()))
    };
    grid.ones().into_iter().map(left).collect()
}

fn no_three(grid: &Grid) -> Vec<Grid> {
    let free = grid.map(|r, c| !grid.at(r, c)).ones();
    let boards = free.into_iter().map(|(r, c)| grid.with(r, c, true));
    let line = |board: &Grid| {
        board.ones().iter().any(|(r, c)| {
            [(0, 1), (1, 0), (1, 1), (1, -1)]
                .iter()
                .any(|(y, x)| board.at(r + y, c + x) && board.at(r + 2 * y, c + 2 * x))
        })
    };
    boards.filter(|board| !line(board)).collect()
}

#[test]
fn games_on_boards_have_the_values_of_games_on_lists() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/more");
    let games: [(&str, &str, i64, i64, Moves); 6] = [
        ("cram-board", "cram_board", 4, 5, dominoes),
        ("non-attacking", "kings", 4, 4, |grid| less_near(grid, |y, x| y.max(x) == 1)),
        ("non-attacking", "knights", 4, 4, |grid| less_near(grid, |y, x| y * x == 2)),
        ("non-attacking", "queens", 4, 4, |grid| {
            less_near(grid, |y, x| y == 0 || x == 0 || y == x)
        }),
        ("node-kayles-board", "node_kayles_board", 4, 4, |grid| less_near(grid, |y, x| y + x == 1)),
        ("no-three", "no_three", 3, 4, no_three),
    ];
    let mut seed = 3;
    for (file, name, rows, columns, moves) in games {
        let text = std::fs::read_to_string(format!("{folder}/{file}.rules")).unwrap();
        let source = Source::new(file, &text);
        let rules =
            Rules::read(source.clone()).unwrap_or_else(|error| panic!("{}", error.render(&source)));
        let catalogue = rules.catalogue();
        let mut known = HashMap::new();
        for share in [0, 1, 2, 3, 3] {
            let squares = (0..rows * columns).map(|_| next(&mut seed) % 4 >= share).collect();
            let grid = Grid { rows, columns, squares };
            let expected = value(&grid, &moves, &mut known);
            let board = typed(&grid);
            assert_eq!(
                ask(&catalogue, &format!("{name}(\"{board}\")")),
                expected,
                "{name} {board}"
            );
        }
    }
}

#[test]
fn wide_boards_are_searched() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules/more");
    let text = std::fs::read_to_string(format!("{folder}/coins-on-a-board.rules")).unwrap()
        + &std::fs::read_to_string(format!("{folder}/kayles-in-a-row.rules")).unwrap();
    let rules = Rules::read(Source::new("wide", &text)).unwrap();
    let catalogue = rules.catalogue();
    // Every coin is a heap for its row and one for its column: coins that meet go both.
    let coins: [&[(i64, i64)]; 4] =
        [&[(8, 9)], &[(1, 2), (7, 4)], &[(2, 9), (3, 9), (1, 0)], &[(0, 0), (4, 4)]];
    for coins in coins {
        let board = Grid::new(9, 10, |r, c| coins.contains(&(r, c)));
        let expected = coins.iter().fold(0, |sum, (r, c)| sum ^ r ^ c) as u64;
        assert_eq!(ask(&catalogue, &format!("coins(\"{}\")", typed(&board))), expected);
    }
    // Turning Corners: nim-products (Winning Ways, chapter 14).
    for (r, c, product) in [(1, 1, 1), (2, 2, 3), (2, 3, 1), (3, 3, 2), (4, 2, 8), (4, 4, 6)] {
        let board = Grid::new(5, 5, |y, x| (y, x) == (r, c));
        assert_eq!(ask(&catalogue, &format!("corners(\"{}\")", typed(&board))), product);
    }
    // A row of pins is the code, whatever stands beside it.
    let built_in = Catalogue::default();
    for runs in [&[100i64][..], &[30, 41], &[5, 64, 9], &[1, 2, 3, 4, 5, 6]] {
        let row: Vec<String> = runs.iter().map(|run| "#".repeat(*run as usize)).collect();
        let row = format!("{:.<100}", row.join("."));
        let heaps: Vec<String> = runs.iter().map(i64::to_string).collect();
        let expected = ask(&built_in, &format!("kayles({})", heaps.join(",")));
        assert_eq!(ask(&catalogue, &format!("pins(\"{row}\")")), expected, "{runs:?}");
    }
}

#[test]
fn boards_are_shown_and_typed_with_their_signs() {
    let text = "f(b: board[2,3], n) -> f(b, n-1) if n > 0
        g(b: board[2,3]) -> g(b[0,0 := 0]) if b[0,0] == 1
        g(b: board[2,3]) show 'now {board(b, \"xo\")} {b}'
        m(b: bits[4]) -> m(b[i := 0]) for i in ones(b)";
    let rules = Rules::read(Source::new("t", text)).unwrap();
    let program = rules.program();
    let line = |family: usize, coords: &[i64]| {
        grundy_rules::show::line(program, &State::new(family, coords.to_vec()))
    };
    assert_eq!(line(0, &[0b100_001, 7]), "#../..#  n = 7");
    assert_eq!(line(1, &[0b100_001]), "now oxx/xxo oxx/xxo");
    assert_eq!(State::new(1, vec![0b100_001]).show(program), "g(\"oxx/xxo\")");
    assert_eq!(line(2, &[0b0011]), "##..");
    let catalogue = rules.catalogue();
    let show = |text: &str| catalogue.read(text).map(|position| position.to_string());
    for same in [
        "g(\"oxx/xxo\")",
        "g(33)",
        "g(\"#../..#\")",
        "g(rows(\"oxx\", \"xxo\"))",
        "g(b=\"100/001\")",
        "g(0b100001)",
    ] {
        assert_eq!(show(same).unwrap(), "g(\"oxx/xxo\")");
    }
    for wrong in
        ["g(64)", "g(\"oxx\")", "g(\"ox/xx\")", "g(\"oxx/x?x\")", "g(1,2)", "g()", "m(\"##.\")"]
    {
        assert!(show(wrong).is_err(), "{wrong}");
    }
}
