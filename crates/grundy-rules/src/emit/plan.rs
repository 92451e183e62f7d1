//! What a program needs: the families it is about, and which parts of the language they use.

use super::limits::InputLimits;
use crate::typed::{Block, Family, Program, Stmt, Term};

/// The families that play can lead to from one of them, and what their states look like.
#[derive(Debug)]
pub(super) struct Plan<'p> {
    pub program: &'p Program,
    /// The family asked for.
    pub main: usize,
    /// The families, in the order of the program.
    pub families: Vec<usize>,
    /// The limits of inputs, as far as they are known.
    pub limits: Vec<InputLimits>,
    /// Whether there are moves that win at once.
    pub wins: bool,
    /// Whether there are same-position rules.
    pub same: bool,
}

impl<'p> Plan<'p> {
    /// The plan of several families; the first of them is the one asked for.
    pub fn of(program: &'p Program, main: usize, others: &[usize]) -> Self {
        let mut plan = Self {
            program,
            main,
            families: vec![main],
            limits: Vec::new(),
            wins: false,
            same: false,
        };
        for &other in others {
            if !plan.families.contains(&other) {
                plan.families.push(other);
            }
        }
        let mut next = 0;
        while let Some(&number) = plan.families.get(next) {
            let family = &program.families[number];
            plan.same |= !family.same.is_empty();
            for code in family.same.iter().chain(&family.rules) {
                plan.look(&code.body);
            }
            next += 1;
        }
        plan.families.sort_unstable();
        plan
    }

    fn look(&mut self, block: &Block) {
        for statement in block {
            match statement {
                Stmt::For { body, .. } | Stmt::While { body, .. } => self.look(body),
                Stmt::If { then, otherwise, .. } => {
                    self.look(then);
                    self.look(otherwise);
                }
                Stmt::Move(option) => {
                    self.wins |= option.wins;
                    option.sum.iter().for_each(|term| self.meet(term));
                }
                Stmt::Gather(gather) => self.look(&gather.parts),
                Stmt::Part(part) => self.meet(&part.term),
                Stmt::Become(term) => self.meet(term),
                Stmt::SetInt { .. }
                | Stmt::SetBool { .. }
                | Stmt::SetArray { .. }
                | Stmt::SetElement { .. } => {}
            }
        }
    }

    fn meet(&mut self, term: &Term) {
        if !self.families.contains(&term.family) {
            self.families.push(term.family);
        }
    }

    /// The families.
    pub fn families(&self) -> impl Iterator<Item = &'p Family> {
        self.families.iter().map(|&number| &self.program.families[number])
    }

    /// The family asked for.
    pub fn family(&self) -> &'p Family {
        &self.program.families[self.main]
    }

    /// The place of a family among those of the plan: what its states begin with.
    pub fn tag(&self, family: usize) -> usize {
        self.families.iter().position(|&number| number == family).unwrap_or(0)
    }

    /// How few numbers a state can be written with.
    pub fn needed(&self) -> usize {
        let params = self.family().params.iter();
        params.filter(|param| param.default.is_none()).map(|param| param.len.unwrap_or(1)).sum()
    }

    /// The head of the program: what it prints, and how it is run.
    pub fn head(&self, sign: &str, run: &str, note: &[&str]) -> String {
        let family = self.family();
        let mut numbers = Vec::new();
        for param in &family.params {
            match param.len {
                None => numbers.push(param.name.to_string()),
                Some(len) if len > 4 => {
                    numbers.push(format!("{0}[0] ... {0}[{1}]", param.name, len - 1));
                }
                Some(len) => numbers.extend((0..len).map(|i| format!("{}[{i}]", param.name))),
            }
        }
        let name = &family.name;
        let mut lines = vec![(format!("{run} {}", numbers.join(" ")), "the value of one state")];
        match self.table() {
            Some(1) => lines.push((format!("{run} --table 20"), "the values from 0 to 20")),
            Some(_) if self.needed() == 1 => {
                lines.push((format!("{run} --table 20"), "the values from 0 to 20"));
                lines
                    .push((format!("{run} --table 20 9"), "the same, with a second number 0 to 9"));
            }
            Some(_) => lines.push((format!("{run} --table 20 9"), "the values to 20 and 9")),
            None => {}
        }
        lines.push((format!("{run} < file"), "the value of the state in each line"));
        let width = lines.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
        let mut text =
            vec![format!("Grundy values of {name}({})", family.signature(&self.program.source))];
        text.push(String::new());
        for (line, what) in lines {
            text.push(format!("  {line:width$}   {what}"));
        }
        text.push(String::new());
        if let Some(first) = family.params.iter().find(|param| param.default.is_some()) {
            text.push(format!("Numbers from {} on may be left out.", first.name));
        }
        if self.wins {
            text.push("A state with a move that wins the whole game has no value.".into());
        }
        text.push("A - stands where there is no such state.".into());
        text.extend(note.iter().map(|&line| line.to_owned()));
        let lines = text.iter().map(|line| format!("{sign} {line}").trim_end().to_owned() + "\n");
        lines.collect()
    }

    /// How many numbers `--table` takes, if it takes any: the coordinates of the table.
    pub fn table(&self) -> Option<usize> {
        match (self.needed(), self.family().width) {
            (_, 1) => Some(1),
            (_, 2) => Some(2),
            _ => None,
        }
    }
}

/// Whether a block has a move.
pub(super) fn moves(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Move(_) | Stmt::Gather(_) => true,
        Stmt::For { body, .. } | Stmt::While { body, .. } => moves(body),
        Stmt::If { then, otherwise, .. } => moves(then) || moves(otherwise),
        _ => false,
    })
}

/// Whether a block has a move that may leave states, as opposed to winning at once.
pub(super) fn leaves(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Move(option) => !option.wins,
        Stmt::Gather(_) => true,
        Stmt::For { body, .. } | Stmt::While { body, .. } => leaves(body),
        Stmt::If { then, otherwise, .. } => leaves(then) || leaves(otherwise),
        _ => false,
    })
}

/// Gives `each` every state that a block's moves leave, or that it becomes.
pub(super) fn each_move<'p>(block: &'p Block, each: &mut dyn FnMut(&'p Term)) {
    for statement in block {
        match statement {
            Stmt::Move(option) => option.sum.iter().for_each(&mut *each),
            Stmt::Become(term) => each(term),
            Stmt::Gather(gather) => each_move(&gather.parts, each),
            Stmt::Part(part) => each(&part.term),
            Stmt::For { body, .. } | Stmt::While { body, .. } => each_move(body, each),
            Stmt::If { then, otherwise, .. } => {
                each_move(then, each);
                each_move(otherwise, each);
            }
            _ => {}
        }
    }
}

/// Whether a move that wins at once or another form stands in a block outside of conditions.
pub(super) fn stops(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Move(option) => option.wins,
        Stmt::Become(_) => true,
        Stmt::For { body, .. } | Stmt::While { body, .. } => stops(body),
        Stmt::If { then, otherwise, .. } => {
            stops(then) && !otherwise.is_empty() && stops(otherwise)
        }
        _ => false,
    })
}
