//! A whole problem: what is done at which place.

use super::input::Levels;
use super::mentioned::{has_call, names_of, names_of_clauses};
use super::moves::Asked;
use super::names;
use super::places::{lets, tells};
use super::scope::{Lower, Signature, Value, constant};
use super::updates::{self, Sum};
use crate::ir::{Bool, Function, Int, IntKind, Kind, Piece, Print, Routine, Stmt, Var};
use crate::parse::File;
use crate::problem::Problem;
use crate::seen::reached;
use crate::tree::{Item, Style, What};
use grundy::syntax::Span;
use grundy_rules::error::{Kind as ErrorKind, RuleError};
use grundy_rules::input::InputKind;
use grundy_rules::source::Source;
use grundy_rules::typed::{Comparison, Program};
use std::sync::Arc;

/// Where everything of a file belongs.
struct Plan<'t> {
    file: &'t File,
    levels: Levels<'t>,
    /// The level of each `let:`.
    lets: Vec<usize>,
    /// Whether each `let:` is asked for by what is done.
    needed: Vec<bool>,
    /// Whether values come from the formulas of the file.
    formulas: bool,
}

/// What is known on the way.
#[derive(Default)]
struct Done {
    functions: Vec<Function>,
    /// The inputs of the rules and the variables they get.
    inputs: Vec<(String, Var)>,
    /// The variables of `let:`, each with its number.
    lets: Vec<(Var, usize)>,
    /// The value that updates change.
    sum: Option<(Sum, Var)>,
    /// Whether the rules have them.
    bound: bool,
    /// The number of the case.
    case: Option<Var>,
    /// Whether something has been printed in the present row.
    more: Option<Var>,
}

/// Checks names and types of a file, and says what is to be done as statements.
pub(crate) fn problem(
    file: &File,
    source: Arc<Source>,
    rules: Option<Program>,
) -> Result<Problem, RuleError> {
    let missing = |what: &str, help: &str| {
        Err(RuleError::new(ErrorKind::Parse, format!("there is no {what}"), Span::default())
            .help(help))
    };
    if file.input.is_none() {
        return missing("input:", "say what is read, as in input: T * (n, h[n])");
    }
    if file.prints.is_empty() {
        return missing("print:", "say what is printed, as in print: Yes / No");
    }
    if file.title.is_none() {
        return missing("title:", "give the problem a name");
    }
    let has_formula = file.value.is_some() || file.wins.is_some() || file.count.is_some();
    let main = routine(file, &source, rules.as_ref(), true)?;
    let by_rules = match has_formula && file.position.is_some() {
        true => Some(routine(file, &source, rules.as_ref(), false)?),
        false => None,
    };
    Ok(Problem {
        title: file.title.clone().unwrap_or_default(),
        origin: file.source.clone().unwrap_or_default(),
        group: file.group.clone().unwrap_or_default(),
        guide: file.guide.clone().unwrap_or_default(),
        about: file.about.clone().unwrap_or_default(),
        law: file.law.clone().unwrap_or_default(),
        samples: file.samples.clone(),
        rules: rules.map(Arc::new),
        formulas: has_formula,
        main,
        by_rules,
        found: Default::default(),
        source,
    })
}

/// The statements of a file, with its formulas or without.
fn routine(
    file: &File,
    source: &Source,
    rules: Option<&Program>,
    formulas: bool,
) -> Result<Routine, RuleError> {
    let Some(input) = &file.input else { unreachable!("looked at before") };
    let levels = Levels::of(input)?;
    let mut lower = Lower::new(source, rules);
    for function in &file.functions {
        let name = source.text(function.name);
        let taken = rules.is_some_and(|rules| rules.family(name).is_some())
            || lower.functions.iter().any(|known| known.name == name);
        if taken {
            let message = format!("{name} is the name of something already");
            return Err(
                RuleError::new(ErrorKind::Name, message, function.name).help("choose another name")
            );
        }
        lower.functions.push(Signature { name, arity: function.params.len(), tells: false });
    }
    // Whether a function tells a number or a condition is seen from its text.
    loop {
        let known: Vec<bool> = lower.functions.iter().map(|function| function.tells).collect();
        for (i, function) in file.functions.iter().enumerate() {
            lower.functions[i].tells |= tells(&function.value, &lower);
        }
        if lower.functions.iter().map(|function| function.tells).eq(known) {
            break;
        }
    }
    let lets = lets(file, &levels, &lower)?;
    let mut plan = Plan { lets, needed: Vec::new(), file, levels, formulas };
    plan.needed = plan.needed_lets(&lower);
    let mut done = Done::default();
    let ((), body) = lower.within(|lower| plan.level(lower, 0, &mut done))?;
    check_calls(&lower, &done)?;
    let Lower { variables, built_in, limits, .. } = lower;
    let Done { functions, inputs, .. } = done;
    Ok(Routine { variables, functions, built_in, inputs, limits, body })
}

/// A function may be called once everything that it reads is there.
fn check_calls(lower: &Lower<'_>, done: &Done) -> Result<(), RuleError> {
    for call in &lower.calls {
        let mut read = Vec::new();
        for &function in &reached(&done.functions, call.function) {
            done.functions[function].captures(&mut read);
        }
        let late =
            done.lets.iter().find(|(var, number)| *number >= call.lets && read.contains(var));
        if let Some((var, _)) = late {
            let name = lower.functions[call.function].name;
            let message =
                format!("{name} reads {}, which is not known here yet", lower.variables[*var].name);
            return Err(RuleError::new(ErrorKind::Name, message, call.span)
                .help("write that let: before this one"));
        }
    }
    Ok(())
}

impl Plan<'_> {
    fn innermost(&self) -> usize {
        self.levels.items.len() - 1
    }

    /// Reads what a level reads, and does what can be done there.
    fn level(&self, lower: &mut Lower<'_>, level: usize, done: &mut Done) -> Result<(), RuleError> {
        if level == 1
            && let Some(case) = done.case
        {
            lower.increase(case, Span::default());
        }
        let stop = match level.checked_sub(1).map(|outer| self.levels.cases[outer]) {
            Some(Item::Until { condition, .. }) => condition.as_ref(),
            _ => None,
        };
        lower.read_items(self.levels.items[level], stop)?;
        if level == self.innermost() {
            return self.answer(lower, level, done);
        }
        self.lets(lower, level, done)?;
        if level + 1 == self.innermost() {
            self.sum(lower, done)?;
        }
        let case = self.levels.cases[level];
        let count = match case {
            Item::Cases { count, .. } => Some(lower.count(count)?),
            _ => None,
        };
        let cases = lower.cases(case, count);
        if level == 0 && self.mentions(lower, "case") {
            let case = lower.hidden("case", Kind::Int);
            lower.say(Stmt::New(case));
            lower.offer("case", case);
            done.case = Some(case);
        }
        let rows = level + 1 == self.innermost() && self.style() != Style::Line;
        if rows && self.style() == Style::Spaced {
            let more = lower.hidden("more", Kind::Bool);
            lower.say(Stmt::New(more));
            done.more = Some(more);
        }
        let ((), body) = lower.within(|lower| self.level(lower, level + 1, done))?;
        lower.say(Stmt::Cases { cases, body });
        if rows {
            lower.say(Stmt::Print(Print { pieces: Vec::new(), line: true }));
        }
        Ok(())
    }

    /// Where updates change an array of which the position is a sum: its value before them.
    fn sum(&self, lower: &mut Lower<'_>, done: &mut Done) -> Result<(), RuleError> {
        let source = lower.source;
        let text = |span: Span| source.text(span).to_owned();
        let size = |name: &str| {
            let items = self.levels.items.iter().flat_map(|items| items.iter());
            items.into_iter().find_map(|item| match item {
                Item::Numbers { name: known, sizes, .. } if text(*known) == name => {
                    sizes.first().map(|size| text(size.span))
                }
                _ => None,
            })
        };
        let Some(sum) = updates::sum(self.file, self.formulas, &text, &size) else { return Ok(()) };
        // What functions read is not looked through: they may read the array.
        let is_function =
            |name: Span| lower.functions.iter().any(|function| function.name == lower.text(name));
        if has_call(sum.element_value(), &is_function) {
            return Ok(());
        }
        let wins = lower.rules.is_some_and(Program::wins);
        let bound = lower.rules.is_none_or(|rules| rules.inputs.is_empty()) || done.bound;
        let array = lower.find(lower.text(sum.array));
        let known = array.is_some_and(|var| lower.kind(var) == Kind::Numbers)
            && sum.names().iter().all(|name| {
                lower.find(lower.text(*name)).is_some() || {
                    // The element itself has a name in its loop alone.
                    sum.is_element(lower.text(*name), &text)
                }
            });
        if known && bound && !wins {
            let total = lower.begin_sum(&sum)?;
            done.sum = Some((sum, total));
        }
        Ok(())
    }

    /// How answers are set apart: all of them in one way, but for moves, which have lines.
    fn style(&self) -> Style {
        let rows = |style: &Style| matches!(style, Style::Row | Style::Spaced);
        self.file.prints.iter().map(|print| print.style).find(rows).unwrap_or(Style::Line)
    }

    /// Gives the rules their inputs, as soon as all of them are there.
    fn bind(&self, lower: &mut Lower<'_>, level: usize, done: &mut Done) -> Result<(), RuleError> {
        let Some(rules) = lower.rules else { return Ok(()) };
        if rules.inputs.is_empty() || done.bound {
            return Ok(());
        }
        let changes =
            |name: &str| self.file.updates.iter().any(|update| lower.text(update.name) == name);
        let mut inputs = Vec::new();
        for input in &rules.inputs {
            let Some(var) = lower.find(&input.name) else { return Ok(()) };
            if level < self.innermost() && changes(&input.name) {
                return Ok(());
            }
            let kind = match input.kind {
                InputKind::Number => Kind::Int,
                InputKind::Numbers => Kind::Numbers,
                InputKind::Rows => Kind::Rows,
            };
            if lower.kind(var) != kind {
                let message = format!(
                    "{} is {} for the rules, and something else here",
                    input.name,
                    input.kind.describe()
                );
                return Err(RuleError::new(ErrorKind::Type, message, input.span));
            }
            inputs.push((input.name.to_string(), var));
        }
        done.inputs = inputs;
        done.bound = true;
        lower.say(Stmt::Bind);
        Ok(())
    }

    fn lets(&self, lower: &mut Lower<'_>, level: usize, done: &mut Done) -> Result<(), RuleError> {
        self.bind(lower, level, done)?;
        for (number, (name, value)) in self.file.lets.iter().enumerate() {
            if self.lets[number] != level || !self.needed[number] {
                continue;
            }
            let value = lower.value(value)?;
            let var = lower.name(*name, value)?;
            done.lets.push((var, number));
            lower.lets = number + 1;
            self.bind(lower, level, done)?;
        }
        Ok(())
    }

    /// Which `let:` are asked for: what only the rules need costs nothing where formulas answer.
    fn needed_lets(&self, lower: &Lower<'_>) -> Vec<bool> {
        let file = self.file;
        let mut names = self.mentioned();
        let told = self.formulas && (file.value.is_some() || file.wins.is_some());
        let moves = |print: &crate::tree::Print| {
            matches!(print.style, Style::Move | Style::Moves | Style::MovesSpaced)
        };
        let counts = names.iter().any(|span| lower.text(*span) == "count")
            && !(self.formulas && file.count.is_some());
        let values = file.value.is_none() && names.iter().any(|span| lower.text(*span) == "value");
        if !told || counts || values || file.prints.iter().any(moves) {
            for term in file.position.iter().flat_map(|position| &position.terms) {
                names_of(&term.call, &mut names);
                names_of_clauses(&term.clauses, &mut names);
            }
        }
        if self.formulas {
            file.value.iter().for_each(|value| names_of(value, &mut names));
        }
        file.only.iter().for_each(|only| names_of(only, &mut names));
        file.needs.iter().for_each(|need| names_of(need, &mut names));
        file.functions.iter().for_each(|function| names_of(&function.value, &mut names));
        for update in &file.updates {
            names_of(&update.index, &mut names);
            names_of(&update.value, &mut names);
        }
        let mut wanted: Vec<&str> = names.iter().map(|span| lower.text(*span)).collect();
        let inputs = lower.rules.iter().flat_map(|rules| &rules.inputs);
        wanted.extend(inputs.map(|input| &*input.name));
        let mut needed = vec![false; file.lets.len()];
        // A `let:` is asked for by those below it.
        for (number, (name, value)) in file.lets.iter().enumerate().rev() {
            if wanted.contains(&lower.text(*name)) {
                needed[number] = true;
                let mut names = Vec::new();
                names_of(value, &mut names);
                wanted.extend(names.iter().map(|span| lower.text(*span)));
            }
        }
        needed
    }

    /// Whether what is printed has this name.
    fn mentions(&self, lower: &Lower<'_>, name: &str) -> bool {
        let mut names = self.mentioned();
        for (_, value) in &self.file.lets {
            names_of(value, &mut names);
        }
        names.iter().any(|span| lower.text(*span) == name)
    }

    /// The names in what is printed and in formulas that need other formulas.
    fn mentioned(&self) -> Vec<Span> {
        let mut names = Vec::new();
        for print in &self.file.prints {
            names_of_clauses(&print.clauses, &mut names);
            for choice in &print.choices {
                choice.condition.iter().for_each(|condition| names_of(condition, &mut names));
                match &choice.what {
                    What::Move(numbers) => {
                        numbers.iter().for_each(|number| names_of(number, &mut names));
                    }
                    What::Text(pieces) => {
                        for piece in pieces {
                            if let crate::tree::Piece::Value(value) = piece {
                                names_of(value, &mut names);
                            }
                        }
                    }
                }
            }
        }
        if self.formulas {
            let formulas = [&self.file.wins, &self.file.count];
            formulas.into_iter().flatten().for_each(|formula| names_of(formula, &mut names));
        }
        names
    }

    /// Whether some text is printed for a win, without saying so.
    fn chooses(&self) -> bool {
        self.file.prints.iter().any(|print| {
            !matches!(print.style, Style::Move | Style::Moves | Style::MovesSpaced)
                && print.choices.len() > 1
                && print.choices[0].condition.is_none()
        })
    }

    /// Everything behind the reading of a case.
    fn answer(
        &self,
        lower: &mut Lower<'_>,
        level: usize,
        done: &mut Done,
    ) -> Result<(), RuleError> {
        for update in &self.file.updates {
            let name = lower.text(update.name);
            let var = match lower.find(name) {
                Some(var) if lower.kind(var) == Kind::Numbers => var,
                Some(_) => {
                    let message = format!("{name} is not an array: only elements are changed");
                    return Err(RuleError::new(ErrorKind::Type, message, update.name));
                }
                None => return Err(names::unknown(lower, name, update.name)),
            };
            let sum = done.sum.as_ref().map(|(sum, total)| (sum, *total));
            lower.change(update, var, sum)?;
        }
        if let Some((_, total)) = done.sum {
            lower.offer("value", total);
        }
        self.lets(lower, level, done)?;
        if let Some(rules) = lower.rules
            && !done.bound
            && let Some(input) = rules.inputs.iter().find(|input| lower.find(&input.name).is_none())
        {
            let message = format!("nothing gives the rules their input {}", input.name);
            return Err(RuleError::new(ErrorKind::Name, message, input.span)
                .help("read it in input:, or define it with let:"));
        }
        self.functions(lower, done)?;
        for need in &self.file.needs {
            let condition = lower.bool(need)?;
            let message = "the input is not as the statement promises";
            lower.say(Stmt::Need {
                condition,
                message,
                help: "this does not hold",
                span: need.span,
            });
        }
        self.computed(lower)?;
        for print in &self.file.prints {
            match print.style {
                Style::Line => lower.each(&print.clauses, &mut |lower| {
                    lower.check_text(&print.choices)?;
                    let ((), block) = lower.within(|lower| lower.choices(&print.choices, true))?;
                    block.into_iter().for_each(|statement| lower.say(statement));
                    Ok(())
                })?,
                Style::Row => {
                    lower.check_text(&print.choices)?;
                    lower.choices(&print.choices, false)?;
                }
                Style::Spaced => {
                    lower.check_text(&print.choices)?;
                    if let Some(more) = done.more {
                        let blank = Print { pieces: vec![Piece::Text(" ".into())], line: false };
                        lower.say(Stmt::If {
                            condition: Bool::Var(more),
                            then: vec![Stmt::Print(blank)],
                            otherwise: Vec::new(),
                        });
                        lower.say(Stmt::Bool(more, Bool::Const(true)));
                    }
                    lower.choices(&print.choices, false)?;
                }
                Style::Move | Style::Moves | Style::MovesSpaced => {
                    let Some(position) = &self.file.position else {
                        let message = "moves are those of a position: there is no position:";
                        return Err(RuleError::new(ErrorKind::Parse, message, print.span).help(
                            "say what is played, as in position: heap(h[i]) for i in 0..<n",
                        ));
                    };
                    let value = self.value(lower)?;
                    let (asked, choices) = (self.asked(), &print.choices);
                    lower.print_moves(position, value, &asked, choices, print.style)?;
                }
            }
        }
        Ok(())
    }

    /// Which first moves are asked about.
    fn asked(&self) -> Asked<'_> {
        Asked { misere: self.file.misere, only: self.file.only.as_ref() }
    }

    fn functions(&self, lower: &mut Lower<'_>, done: &mut Done) -> Result<(), RuleError> {
        for function in &self.file.functions {
            let first = lower.variables.len();
            let ((params, value), body) = lower.within_function(|lower| {
                let params = function
                    .params
                    .iter()
                    .map(|param| lower.add(*param, Kind::Int))
                    .collect::<Result<Vec<_>, _>>()?;
                let value = match lower.value(&function.value)? {
                    Value::Bool(holds) => {
                        let span = function.value.span;
                        let ways = [constant(1, span), constant(0, span)].map(Box::new);
                        let [yes, no] = ways;
                        Int { kind: IntKind::If(Box::new(holds), yes, no), span }
                    }
                    Value::Int(value) => value,
                    other => {
                        let message = format!(
                            "functions give numbers or conditions, not {}",
                            other.describe()
                        );
                        return Err(RuleError::new(ErrorKind::Type, message, function.value.span));
                    }
                };
                Ok((params, value))
            })?;
            let name = lower.text(function.name).to_owned();
            let locals = (first..lower.variables.len()).collect();
            done.functions.push(Function { name, params, body, value, locals });
        }
        Ok(())
    }

    /// The Grundy value of the position.
    fn value(&self, lower: &mut Lower<'_>) -> Result<Int, RuleError> {
        if let Some(value) = lower.find("value") {
            return Ok(super::scope::variable(value, Span::default()));
        }
        let value = match (&self.file.value, &self.file.position) {
            (Some(value), _) if self.formulas => lower.int(value)?,
            (_, Some(position)) => lower.total(position)?,
            _ => {
                let message = "nothing says what is played";
                let span = self.file.prints[0].span;
                return Err(RuleError::new(ErrorKind::Parse, message, span).help(
                    "write position: with games of rules:, or tell the winner with value: or wins:",
                ));
            }
        };
        let var = lower.keep("value", Value::Int(value))?;
        lower.offer("value", var);
        Ok(super::scope::variable(var, Span::default()))
    }

    /// What is printed of the position: its value, the winner, the number of winning moves.
    fn computed(&self, lower: &mut Lower<'_>) -> Result<(), RuleError> {
        if self.mentions(lower, "value") {
            self.value(lower)?;
        }
        if self.chooses() || self.mentions(lower, "win") {
            let win = match (&self.file.wins, &self.file.position) {
                (Some(wins), _) if self.formulas => lower.bool(wins)?,
                (_, Some(position)) if self.file.misere => lower.misere(position)?,
                _ if self.file.misere => {
                    let message = "a value tells nothing of misère play";
                    let span = self.file.prints[0].span;
                    return Err(RuleError::new(ErrorKind::Parse, message, span)
                        .help("tell the winner with wins:, or say what is played with position:"));
                }
                _ => {
                    let value = self.value(lower)?;
                    Bool::Compare(Comparison::Ne, value, constant(0, Span::default()))
                }
            };
            let var = lower.keep("win", Value::Bool(win))?;
            lower.offer("win", var);
        }
        if self.mentions(lower, "count") && lower.find("count").is_none() {
            let count = match (&self.file.count, &self.file.position) {
                (Some(count), _) if self.formulas => lower.int(count)?,
                (_, Some(position)) => {
                    let value = self.value(lower)?;
                    lower.winning(position, value, &self.asked())?
                }
                _ => {
                    let message = "winning moves are counted of a position: there is no position:";
                    let span = self.file.prints[0].span;
                    return Err(RuleError::new(ErrorKind::Parse, message, span)
                        .help("say what is played, or tell the number with count:"));
                }
            };
            let var = lower.keep("count", Value::Int(count))?;
            lower.offer("count", var);
        }
        Ok(())
    }
}
