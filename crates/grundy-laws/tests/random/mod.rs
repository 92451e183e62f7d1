//! Random rules of the fragment that the checker reads: short, odd, and mostly with an end.

use fastrand::Rng;

/// Writes rules.
pub struct Writer<'r> {
    /// Where choices come from.
    pub rng: &'r mut Rng,
    vars: Vec<String>,
    bools: Vec<String>,
    fresh: usize,
}

impl Writer<'_> {
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.rng.usize(..of.len())]
    }

    fn var(&mut self) -> String {
        self.vars[self.rng.usize(..self.vars.len())].clone()
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.u8(..3) == 0 {
            return match self.rng.u8(..5) {
                0 => self.rng.u8(..5).to_string(),
                _ => self.var(),
            };
        }
        let a = self.int(depth - 1);
        let c = self.rng.u8(1..5);
        match self.rng.u8(..16) {
            0..=4 => format!("({a}-{c})"),
            5 => format!("({a}+{c})"),
            6 => format!("({a}-{})", self.int(depth - 1)),
            7 => format!("({a}+{})", self.int(depth - 1)),
            8 => format!("({a}/{})", c + 1),
            9 => format!("({a}%{})", c + 1),
            10 => format!("{}({a},{})", self.one(&["min", "max"]), self.int(depth - 1)),
            11 => format!("abs({a})"),
            12 => {
                let (when, b) = (self.truth(depth - 1), self.int(depth - 1));
                format!("(if {when} then {a} else {b})")
            }
            13 => format!("({}*{a})", self.one(&["2", "3", "-1"])),
            14 => format!("({a}{}{})", self.one(&[">>", "<<"]), self.rng.u8(..3)),
            _ => format!("({}{}{})", self.var(), self.one(&["^", "&", "|"]), self.var()),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let sign = |own: &mut Self| own.one(&["<", "<=", ">", ">=", "==", "!="]).to_owned();
        match self.rng.u8(..12) {
            0 if depth > 0 => format!("not ({})", self.truth(depth - 1)),
            1 if depth > 0 => format!("({} and {})", self.truth(depth - 1), self.truth(depth - 1)),
            2 if depth > 0 => format!("({} or {})", self.truth(depth - 1), self.truth(depth - 1)),
            3 if depth > 0 => {
                format!("(({}) == ({}))", self.truth(depth - 1), self.truth(depth - 1))
            }
            4 => format!(
                "{} in {{{}, {}}}",
                self.int(depth.min(1)),
                self.rng.u8(..4),
                self.rng.u8(..9)
            ),
            5 => {
                let (a, b) = (self.int(1), self.int(1));
                format!(
                    "{a} {} {} {} {b}",
                    self.one(&["<", "<="]),
                    self.var(),
                    self.one(&["<", "<="])
                )
            }
            6 if !self.bools.is_empty() => self.bools[self.rng.usize(..self.bools.len())].clone(),
            _ => {
                let (a, b) = (self.int(depth), self.int(depth.min(1)));
                format!("{a} {} {b}", sign(self))
            }
        }
    }

    /// A target of a family and a condition under which it is less.
    fn target(&mut self, family: (&str, usize), coords: &[String]) -> (String, String) {
        let (name, width) = family;
        let mut args = Vec::new();
        let mut less = Vec::new();
        let chosen = self.rng.usize(..width);
        for at in 0..width {
            let kept = coords.get(at).filter(|_| at != chosen && self.rng.u8(..3) > 0);
            let kept = kept.cloned();
            let arg = kept.unwrap_or_else(|| self.int(2));
            less.push(arg.clone());
            args.push(arg);
        }
        let less = format!("{} < {}", less.join("+"), coords.join("+"));
        (format!("{name}({})", args.join(",")), less)
    }

    fn range(&mut self) -> String {
        let step = if self.rng.u8(..4) == 0 { " step 2" } else { "" };
        match self.rng.u8(..5) {
            0 => format!("{{1,{}}}", self.rng.u8(2..5)),
            1 => format!("{}..={}{step}", self.rng.u8(..2), self.rng.u8(..4)),
            2 => format!("{}..={}{step}", self.int(1), self.int(1)),
            3 => format!("{}..<{}{step}", self.rng.u8(..3), self.var()),
            _ => format!("{}..={}{step}", self.rng.u8(..3), self.int(1)),
        }
    }

    fn block(&mut self, families: &[(&str, usize)], coords: &[String], depth: usize) -> String {
        let (vars, bools) = (self.vars.len(), self.bools.len());
        let mut text = String::new();
        for _ in 0..self.rng.u8(1..4) {
            self.fresh += 1;
            let name = format!("v{}", self.fresh);
            match self.rng.u8(..9) {
                0 => {
                    text += &format!("let {name} = {}\n", self.int(2));
                    self.vars.push(name);
                }
                1 => {
                    text += &format!("let {name} = {}\n", self.truth(1));
                    self.bools.push(name);
                }
                2 => {
                    text += &format!("var {name} = {}\n", self.int(1));
                    self.vars.push(name.clone());
                    text += &format!("if {} {{ {name} = {} }}\n", self.truth(1), self.int(1));
                }
                3 if depth > 0 => {
                    let range = self.range();
                    self.vars.push(name.clone());
                    let body = self.block(families, coords, depth - 1);
                    self.vars.retain(|own| *own != name);
                    text += &format!("for {name} in {range} {{\n{body}}}\n");
                }
                4 if depth > 0 => {
                    let when = self.truth(1);
                    let then = self.block(families, coords, depth - 1);
                    let otherwise = self.block(families, coords, depth - 1);
                    text += &format!("if {when} {{\n{then}}} else {{\n{otherwise}}}\n");
                }
                _ => {
                    let (target, less) = self.target(families[0], coords);
                    let mark = self.one(&["move?", "move?", "move"]);
                    text += &format!("if {less} {{ {mark} {target} }}\n");
                }
            }
        }
        self.vars.truncate(vars);
        self.bools.truncate(bools);
        text
    }

    fn family(&mut self, own: (&str, usize), families: &[(&str, usize)], sums: bool) -> String {
        let coords: Vec<String> = ["a", "b"][..own.1].iter().map(|&c| c.into()).collect();
        let head = format!("{}({})", own.0, coords.join(","));
        let mut text = String::new();
        self.vars = coords.clone();
        self.bools.clear();
        if self.rng.u8(..4) == 0 {
            text += &format!("{head} where {}\n", self.truth(1));
        }
        if self.rng.u8(..4) == 0 {
            let (target, less) = self.target(own, &coords);
            text += &format!("{head} == {target} if {less} and {}\n", self.truth(1));
        }
        for _ in 0..self.rng.u8(1..4) {
            self.vars = coords.clone();
            let mark = self.one(&["->?", "->?", "->"]);
            let towards = families[self.rng.usize(..families.len())];
            match self.rng.u8(..8) {
                0 => {
                    text += &format!("{head} {{\n{}}}\n", self.block(families, &coords, 2));
                }
                1 => {
                    let wins = self.one(&["wins", "0"]);
                    text += &format!("{head} -> {wins} if {}\n", self.truth(1));
                }
                2 if sums => {
                    let (one, less) = self.target(towards, &coords);
                    let (other, least) = self.target(towards, &coords);
                    text += &format!("{head} {mark} {one} + {other} if {less} and {least}\n");
                }
                3..=5 => {
                    let range = self.range();
                    self.vars.push("k".into());
                    let (target, less) = self.target(towards, &coords);
                    text += &format!("{head} {mark} {target} for k in {range} if {less}");
                    text += &if self.rng.bool() {
                        format!(" and {}\n", self.truth(1))
                    } else {
                        "\n".into()
                    };
                }
                _ => {
                    let (target, less) = self.target(towards, &coords);
                    text += &format!("{head} {mark} {target} if {less}");
                    text += &if self.rng.bool() {
                        format!(" and {}\n", self.truth(1))
                    } else {
                        "\n".into()
                    };
                }
            }
        }
        text
    }
}

/// Rules of one or two families of one or two numbers.
pub fn rules(rng: &mut Rng) -> String {
    let mut writer = Writer { rng, vars: Vec::new(), bools: Vec::new(), fresh: 0 };
    let width = writer.rng.usize(1..3);
    let sums = writer.rng.u8(..3) == 0;
    let mut families = vec![("X", width)];
    if writer.rng.u8(..3) == 0 {
        families.push(("Y", writer.rng.usize(1..3)));
    }
    families.clone().into_iter().map(|own| writer.family(own, &families, sums)).collect()
}
