//! Random programs of the rule language.

use std::fmt::Write as _;

/// Text of a random program: templates with holes filled in by random expressions.
pub struct Writer {
    seed: u64,
    text: String,
    /// Of the boards of a game.
    columns: u64,
}

impl Writer {
    pub fn new(seed: u64) -> Self {
        Self { seed, text: String::new(), columns: if seed & 1 == 0 { 3 } else { 22 } }
    }

    /// Below `count` (G. Steele, D. Lea and C. Flood 2014: SplitMix).
    fn pick(&mut self, count: u64) -> u64 {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % count
    }

    fn one_of(&mut self, of: &[&str]) -> String {
        of[self.pick(of.len() as u64) as usize].to_owned()
    }

    fn int(&mut self, names: &[&str], depth: u32) -> String {
        if depth == 0 || self.pick(4) == 0 {
            return if self.pick(3) == 0 {
                self.one_of(&["0", "1", "2", "3", "5", "7", "63", "9223372036854775807"])
            } else {
                self.one_of(names)
            };
        }
        let a = self.int(names, depth - 1);
        let b = self.int(names, depth - 1);
        match self.pick(22) {
            0 | 1 => format!("({a} + {b})"),
            2 | 3 => format!("({a} - {b})"),
            4 => format!("({a} * {b})"),
            5 => format!("({a} / {b})"),
            6 => format!("({a} % {b})"),
            7 => format!("({a} & {b})"),
            8 => format!("({a} ^ {b})"),
            9 => format!("({a} << {b})"),
            10 => format!("({a} >> {b})"),
            11 => format!("min({a}, {b})"),
            12 => format!("max({a}, {b}, 1)"),
            13 => {
                let function = self.one_of(&["abs", "isqrt", "popcount", "top", "low"]);
                format!("{function}({a})")
            }
            14 => {
                let function = self.one_of(&["gcd", "prev0", "next0", "bit"]);
                format!("{function}({a}, {b})")
            }
            15 => format!("(if {} then {a} else {b})", self.bool(names, depth - 1)),
            // Now and then there is no such element.
            16 => format!("A[{a} % {}]", 5 + self.pick(2)),
            17 => format!("G[{a} % 3][{b} % {}]", 1 + self.pick(3)),
            18 => format!("len(G[{a} % {}])", 3 + self.pick(2)),
            19 if names.contains(&"q") => match self.pick(4) {
                0 => format!("q[{a} % 4, {b}]"),
                1 => format!("popcount({})", self.board(names, depth - 1)),
                2 => format!("(if {} == q then {a} else 'c')", self.board(names, depth - 1)),
                _ => format!("{}[{a},1]", self.board(names, depth - 1)),
            },
            _ => format!("(-{a} | ~{b})"),
        }
    }

    /// A board, where there is one called q.
    fn board(&mut self, names: &[&str], depth: u32) -> String {
        if depth == 0 {
            return self.one_of(&["q", "q", "5"]).replace('5', "(q & 5)");
        }
        let (a, b) = (self.int(names, depth - 1), self.int(names, depth - 1));
        let (p, o) = (self.board(names, depth - 1), self.board(names, depth - 1));
        match self.pick(9) {
            0 => format!("({p} & {o})"),
            1 => format!("({p} ^ {o})"),
            2 => format!("({p} - {o})"),
            3 => format!("(~{p})"),
            4 => format!("{p}[{a},{b} := {}]", self.one_of(&["0", "1", "k"])),
            5 => format!("shift({p}, {}, {})", self.pick(3) as i64 - 1, self.pick(3) as i64 - 1),
            6 => format!("neighbours({p}, {a}, {b})"),
            7 => format!("(if {} then {p} else {o})", self.bool(names, 1)),
            _ => format!("({p} | row(q, {b}))"),
        }
    }

    /// A rule about a number and a board, which lose at every move, or the number alone.
    fn rule_of_boards(&mut self) {
        let names = ["a", "k", "q"];
        let (range, names) = match self.pick(4) {
            0 => ("k, l in ones(q)".to_owned(), &["a", "k", "q", "l"][..]),
            1 => ("k, l in squares(q)".to_owned(), &["a", "k", "q", "l"][..]),
            2 => ("k in 0..<a".to_owned(), &names[..]),
            _ => (format!("k, l in {}", "neighbours8(q, a, 1)"), &["a", "k", "q", "l"][..]),
        };
        let target = match self.pick(4) {
            0 => format!("h(.., a = a - 1, q = {})", self.board(names, 2)),
            1 => format!("h(a - 1, canonical({}))", self.board(names, 2)),
            2 => format!("sum(h(.., a = a - 1, q = p) for p in parts({}))", self.board(names, 1)),
            _ => "h(.., q[0,k] = 0, a = a / 2 - 1) + g(a - 1)".to_owned(),
        };
        let guard = self.bool(names, 2);
        let _ = writeln!(
            self.text,
            "h(a, q: board[3,{}]) ->? {target} for {range} if {guard}",
            self.columns
        );
    }

    fn bool(&mut self, names: &[&str], depth: u32) -> String {
        let a = self.int(names, depth.min(1));
        let b = self.int(names, depth.min(1));
        match self.pick(if depth == 0 { 4 } else { 9 }) {
            8 => format!("{a} in A"),
            0 => format!("{a} < {b}"),
            1 => format!("{a} != {b}"),
            2 => format!("{a} in {{1, 2, 3..=9 step 3}}"),
            3 => format!("0 <= {a} <= {b}"),
            4 => format!("({} and {})", self.bool(names, depth - 1), self.bool(names, depth - 1)),
            5 => format!("({} or {})", self.bool(names, depth - 1), self.bool(names, depth - 1)),
            6 => format!("not ({})", self.bool(names, depth - 1)),
            _ => format!("is_prime({a})"),
        }
    }

    /// A term that is smaller in most cases: the first number shrinks.
    fn term(&mut self, names: &[&str]) -> String {
        let family = self.pick(2);
        let less = match self.pick(5) {
            0 => "a - k".to_owned(),
            1 => "a / 2 - 1".to_owned(),
            2 => "k - 1".to_owned(),
            3 => "a - 1".to_owned(),
            _ => format!("min({}, a - 1)", self.int(names, 2)),
        };
        if family == 0 {
            let other = self.int(names, 1);
            format!("f({less}, {})", if self.pick(2) == 0 { names[1].into() } else { other })
        } else {
            format!("g({less})")
        }
    }

    /// A term, copies of it, or a sum of variable length.
    fn part(&mut self, names: &[&str], depth: u32) -> String {
        match self.pick(9) {
            0 => format!(
                "{} * {}",
                self.one_of(&["2", "a", "(a % 3)", "(k - 1)", "len(A)"]),
                self.term(names)
            ),
            1 | 2 if depth > 0 => {
                let name = self.one_of(&["i", "j"]);
                let name = if names.contains(&&*name) { "l".to_owned() } else { name };
                if names.contains(&"l") {
                    return self.term(names);
                }
                let range = match self.pick(5) {
                    0 => "0..<a".to_owned(),
                    1 => format!("1..=min({}, 6)", self.int(names, 1)),
                    2 => "A".to_owned(),
                    3 => "{0, 1, 3}".to_owned(),
                    _ => "G[a % 3]".to_owned(),
                };
                let guard = match self.pick(3) {
                    0 => format!(" if {}", self.bool(names, 1)),
                    _ => String::new(),
                };
                let mut inner: Vec<&str> = names.to_vec();
                inner.push(&name);
                let parts = self.part(&inner, depth - 1);
                let times = self.one_of(&["", "", "k * ", "3 * "]);
                format!("{times}sum({parts} for {name} in {range}{guard})")
            }
            _ => self.term(names),
        }
    }

    fn sum(&mut self, names: &[&str]) -> String {
        let count = 1 + self.pick(3);
        (0..count).map(|_| self.part(names, 2)).collect::<Vec<_>>().join(" + ")
    }

    fn rule(&mut self, head: &str) {
        let names = ["a", "b", "k"];
        let head_f = head.starts_with('f');
        let names = if head_f { &names[..] } else { &["a", "k"][..] };
        let before = if head_f { &["a", "b"][..] } else { &["a"][..] };
        let range = match self.pick(11) {
            8 => "k in divisors(a)".to_owned(),
            9 => format!("k in digits({}, 3)", self.int(before, 1)),
            10 => "k in primes(1..=min(a, 9))".to_owned(),
            6 => "k in A".to_owned(),
            7 => format!("k in G[{} % 3]", self.int(before, 1)),
            0 => "k in 1..=a".to_owned(),
            1 => "k in 0..<a step 2".to_owned(),
            2 => "k in {1, 2, 4}".to_owned(),
            3 => "k in ones(a)".to_owned(),
            4 => format!("k in 1..=min({}, 12)", self.int(before, 2)),
            _ => format!("k in max({}, -9)..<min(a + 3, 20)", self.int(before, 1)),
        };
        let arrow = self.one_of(&["->?", "->?", "->"]);
        let guard = match self.pick(3) {
            0 => String::new(),
            _ => format!(" if {}", self.bool(names, 2)),
        };
        let sum = self.sum(names);
        let target = if self.pick(12) == 0 { "wins" } else { &sum };
        match self.pick(5) {
            0 => {
                let (value, step) = (self.int(names, 2), self.int(names, 1));
                let condition = self.bool(names, 1);
                let also = self.sum(names);
                let _ = writeln!(
                    self.text,
                    "{head} {{ for {range} {{ var c = {value}\n if {condition} {{ c = c & 7\n \
                     move? {sum} }} else {{ while c > 0 {{ c = min(c / 2, {step})\n }} }}\n \
                     if c < k {{ move? {also} }} }} }}"
                );
            }
            _ => {
                let arrow = if target == "wins" { "->" } else { &arrow };
                let _ = writeln!(self.text, "{head} {arrow} {target} for {range}{guard}");
            }
        }
    }

    pub fn program(mut self) -> String {
        let _ =
            writeln!(self.text, "const A = [3, 1, 4, 1, -2]\nconst G = [[2, 7], [], [1, 1, 5]]");
        if self.pick(2) == 0 {
            let guard = self.bool(&["a", "b"], 1);
            let _ = writeln!(self.text, "f(a, b) == f(a, b % 3) if b > 4 and {guard}");
        }
        if self.pick(3) == 0 {
            let value = self.int(&["a", "b"], 2);
            let _ = writeln!(self.text, "f(a, b) == f(a, {value}) if b > 2");
        }
        if self.pick(3) == 0 {
            let _ = writeln!(self.text, "g(a) == f(a - 1, 1) if a % 4 == 3");
        }
        if self.pick(3) == 0 {
            let _ = writeln!(self.text, "f(a, b) where a + 1 != b");
        }
        for head in ["f(a, b)", "g(a)"] {
            for _ in 0..1 + self.pick(2) {
                self.rule(head);
            }
        }
        if self.pick(3) == 0 {
            for _ in 0..1 + self.pick(2) {
                self.rule_of_boards();
            }
        }
        self.text
    }
}
