//! The families of a program as games of the catalogue.

use crate::engine::{Engine, Options as EngineOptions};
use crate::error::{Kind, RuleError};
use crate::explore::Failure;
use crate::source::Source;
use crate::state::State;
use crate::typed::{self, Program};
use crate::walk::{self, FUEL, Machine, Outside};
use grundy::context::{Context, Stop};
use grundy::expr::Catalogue;
use grundy::game::{AnyGame, Card, Entries, Entry, Family, Game, Known, Placed, erase};
use grundy::nat::{self, Nat};
use grundy::read;
use grundy::ruleset::{Full, Options, Ruleset};
use grundy::solve::tame::Tame;
use grundy::syntax::{Args, Component, ReadError, Span};
use hashbrown::HashSet;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The games of a program, to be put into a catalogue.
pub struct Rules {
    program: Arc<Program>,
    families: Vec<RuleFamily>,
}

impl Rules {
    /// Reads and checks rules.
    ///
    /// # Errors
    /// The first [`RuleError`], as [`Program::read`].
    ///
    /// ```
    /// use grundy_rules::{game::Rules, source::Source};
    /// let rules = Rules::read(Source::new("rules", "take(n) -> take(n-k) for k in 1..=min(n,3)"));
    /// let catalogue = rules.as_ref().unwrap().catalogue();
    /// let position = catalogue.read("take(6) + nim(1)").unwrap();
    /// let question = grundy::analysis::Question::default();
    /// let answer = grundy::analysis::answer(&position, &question, &Default::default());
    /// assert_eq!(answer.unwrap().grundy, Some(3u8.into()));
    /// ```
    pub fn read(source: Source) -> Result<Self, RuleError> {
        Self::new(Program::read(source)?)
    }

    /// The games of a program.
    ///
    /// # Errors
    /// A name that positions cannot be written with.
    pub fn new(program: Program) -> Result<Self, RuleError> {
        for family in &program.families {
            if family.name.eq_ignore_ascii_case("repeat") {
                let message = "repeat is the name of a series of rounds";
                return Err(
                    RuleError::new(Kind::Name, message, family.span).help("choose another name")
                );
            }
        }
        let program = Arc::new(program);
        let engine = Engine::new(program.clone(), EngineOptions::default());
        let engine = Arc::new(Mutex::new(engine));
        let families = (0..program.families.len())
            .map(|number| RuleFamily::new(program.clone(), engine.clone(), number))
            .collect();
        Ok(Self { program, families })
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The games, in the order of the program.
    pub fn families(&self) -> &[RuleFamily] {
        &self.families
    }

    /// The built-in games and these, which come first where names are equal.
    pub fn catalogue(&self) -> Catalogue<'_> {
        Catalogue::default().with(self.families.iter().map(|family| family as &dyn Family))
    }
}

/// A family of a program as a row of the catalogue.
pub struct RuleFamily {
    program: Arc<Program>,
    engine: Arc<Mutex<Engine>>,
    number: usize,
    position: String,
    rules: String,
    origin: String,
}

impl RuleFamily {
    fn new(program: Arc<Program>, engine: Arc<Mutex<Engine>>, number: usize) -> Self {
        let family = &program.families[number];
        let codes = family.same.iter().chain(&family.rules);
        let texts: Vec<String> = codes
            .map(|code| {
                program.source.text(code.span).split_whitespace().collect::<Vec<_>>().join(" ")
            })
            .collect();
        let position = format!("({})", signature(&program, family));
        let origin = match program.source.place(family.span) {
            Some(place) => format!("{}, line {}", place.name, place.line),
            None => String::new(),
        };
        let rules = texts.join("; ");
        Self { position, rules, origin, program, engine, number }
    }

    fn family(&self) -> &typed::Family {
        &self.program.families[self.number]
    }

    /// The parameters as they stand in a head, with defaults: `n, cap = n-1`.
    pub fn signature(&self) -> String {
        signature(&self.program, self.family())
    }
}

/// The parameters of a family as they stand in a head.
pub(crate) fn signature(program: &Program, family: &typed::Family) -> String {
    let params: Vec<String> = family
        .params
        .iter()
        .map(|param| {
            let len = param.len.map_or(String::new(), |len| format!("[{len}]"));
            let default = param
                .default
                .as_ref()
                .map_or(String::new(), |value| format!(" = {}", program.source.text(value.span)));
            format!("{}{len}{default}", param.name)
        })
        .collect();
    params.join(", ")
}

impl Family for RuleFamily {
    fn card(&self) -> Card<'_> {
        Card {
            name: &self.family().name,
            params: "",
            position: &self.position,
            rules: &self.rules,
            theorem: "Grundy values by search over the rules.",
            source: &self.origin,
            cost: "O(positions and moves that can be reached)",
            examples: &[],
        }
    }

    fn owns(&self, component: &Component) -> bool {
        component.name().is_some_and(|name| name.eq_ignore_ascii_case(&self.family().name))
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(RuleGame {
            program: self.program.clone(),
            engine: self.engine.clone(),
            family: self.number,
            fault: Mutex::new(None),
        }))
    }

    fn small(&self) -> Vec<String> {
        let family = self.family();
        let count = 4i64.pow(family.width.min(3) as u32);
        let states = (0..count).map(|code| {
            let coords = (0..family.width).map(|i| if i < 3 { code >> (2 * i) & 3 } else { 0 });
            State::new(self.number, coords.collect())
        });
        states
            .filter(|state| walk::outside(&self.program, state, FUEL) == Ok(None))
            .map(|state| state.show(&self.program))
            .collect()
    }
}

/// A family of a program as a game.
pub struct RuleGame {
    program: Arc<Program>,
    /// Values found so far, of all families together.
    engine: Arc<Mutex<Engine>>,
    family: usize,
    /// The first thing found to be wrong with the rules.
    fault: Mutex<Option<Stop>>,
}

/// What is wrong in the rules, for whoever waits for an answer.
fn faulty(program: &Program, error: &RuleError) -> Stop {
    Stop::Faulty(format!("the rules are wrong\n  {}", error.render(&program.source)))
}

fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl RuleGame {
    /// Remembers what is wrong; whoever asked for options is told to stop.
    fn fails(&self, error: &RuleError) -> Full {
        unpoisoned(&self.fault).get_or_insert_with(|| faulty(&self.program, error));
        Full
    }

    /// The coordinates typed, and the defaults of those left out.
    fn coordinates(&self, args: &Args) -> Result<Vec<i64>, ReadError> {
        let family = &self.program.families[self.family];
        let group = read::one_group(args)?;
        let needed = family.params.iter().filter(|param| param.default.is_none());
        let needed: usize = needed.map(|param| param.len.unwrap_or(1)).sum();
        if !(needed..=family.width).contains(&group.len()) {
            let wanted = if needed == family.width {
                format!("{needed}")
            } else {
                format!("{needed} to {}", family.width)
            };
            let plural = if family.width == 1 { "" } else { "s" };
            return Err(ReadError::domain(
                format!("{} takes {wanted} number{plural}, not {}", family.name, group.len()),
                args.span,
            )
            .help(format!(
                "expected {}({})",
                family.name,
                signature(&self.program, family)
            )));
        }
        let mut coords = Vec::with_capacity(family.width);
        for arg in group {
            let number = nat::to_u64(read::number(arg)?).and_then(|n| i64::try_from(n).ok());
            coords.push(number.ok_or_else(|| {
                ReadError::domain("this number is too large for rules", arg.span)
                    .help("expected a number below 2^63")
            })?);
        }
        for param in &family.params {
            if (param.slot as usize) < coords.len() {
                continue;
            }
            let Some(default) = &param.default else { break };
            let value = Machine::new(coords.clone(), FUEL).int(default).map_err(|halt| {
                ReadError::domain(
                    format!("{} has no default here: {}", param.name, halt.into_error()),
                    args.span,
                )
                .help("write all numbers out")
            })?;
            coords.push(value);
        }
        Ok(coords)
    }

    fn check_domain(&self, state: &State, span: Span) -> Result<(), ReadError> {
        let shown = state.show(&self.program);
        match walk::outside(&self.program, state, FUEL) {
            Ok(None) => Ok(()),
            Ok(Some(Outside::Negative)) => {
                Err(ReadError::domain(format!("{shown} has a negative number"), span)
                    .help("write all numbers out: this one comes from a default"))
            }
            Ok(Some(Outside::Condition(condition))) => {
                let condition = self.program.source.text(condition);
                Err(ReadError::domain(format!("there is no position {shown}"), span)
                    .help(format!("expected one where {condition}")))
            }
            Err(halt) => Err(ReadError::domain(
                halt.into_error().in_state(shown).render(&self.program.source),
                span,
            )),
        }
    }
}

impl Ruleset for RuleGame {
    type Position = State;

    fn options(&self, position: &State, out: &mut Options<State>) -> Result<(), Full> {
        let state = walk::normal_form(&self.program, position).map_err(|e| self.fails(&e))?;
        let mut seen = HashSet::new();
        let mut full = Ok(());
        walk::options(&self.program, &state, FUEL, &mut |option| {
            // Choices with the same result are one move, in whatever order the parts are named.
            let mut sum = option.sum.clone();
            sum.sort();
            if seen.insert((sum, option.wins)) {
                full = if option.wins { out.push_win(option.sum) } else { out.push(option.sum) };
            }
            full.is_ok()
        })
        .map_err(|error| self.fails(&error))?;
        full
    }

    fn stand_in(&self, position: &State) -> Option<State> {
        match walk::normal_form(&self.program, position) {
            Ok(form) => (form != *position).then_some(form),
            // Its options will not be found either.
            Err(error) => {
                self.fails(&error);
                None
            }
        }
    }

    fn fault(&self) -> Option<Stop> {
        unpoisoned(&self.fault).clone()
    }

    fn heap_bytes(&self, position: &State) -> usize {
        size_of_val(position.coords())
    }
}

impl Game for RuleGame {
    fn title(&self) -> String {
        self.program.families[self.family].name.to_string()
    }

    fn identity(&self) -> String {
        // All families of a program are one game: positions name their family.
        format!("rules {:p}", Arc::as_ptr(&self.program))
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let state = State::new(self.family, self.coordinates(args)?);
        self.check_domain(&state, args.span)?;
        Ok(Placed::new(self, vec![state]))
    }

    fn print(&self, position: &State) -> String {
        position.arguments()
    }

    fn print_all(&self, parts: &[State]) -> String {
        if parts.is_empty() {
            return "nim()".to_owned();
        }
        let shown: Vec<String> = parts.iter().map(|part| part.show(&self.program)).collect();
        shown.join(" + ")
    }

    fn print_move(&self, from: &State, to: &grundy::game::Move<State>) -> String {
        let left = if to.sum.is_empty() { "nothing".to_owned() } else { self.print_all(&to.sum) };
        format!("{} -> {left}", from.show(&self.program))
    }

    fn known(&self, position: &State, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        let value = unpoisoned(&self.engine).value(position, context);
        match value {
            Ok(value) => Ok(Some(match value.number() {
                Some(number) => Known::Value(Nat::from(number)),
                None => Known::Loony,
            })),
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::Rules(error)) => {
                self.fails(&error);
                Err(faulty(&self.program, &error))
            }
        }
    }

    fn table_hint(&self) -> Option<String> {
        let family = &self.program.families[self.family];
        if family.width < 3 {
            return None;
        }
        let mut names = ["a", "b"].into_iter();
        let mut next = || names.next().unwrap_or("0");
        let args: Vec<String> = family
            .params
            .iter()
            .map(|param| match param.len {
                None => next().to_owned(),
                Some(len) => {
                    let items: Vec<&str> = (0..len).map(|_| next()).collect();
                    format!("[{}]", items.join(","))
                }
            })
            .collect();
        let args = args.join(", ");
        Some(format!(
            "for a slice of it add a game of two numbers that stand for its positions, such as \
             --rule \"slice(a,b) == {}({args})\", and ask for the table of slice",
            family.name
        ))
    }

    fn entries_to(&self, to: &[u64], context: &Context<'_>) -> Result<Option<Entries>, Stop> {
        let bounds: Option<Vec<i64>> = to.iter().map(|&to| i64::try_from(to).ok()).collect();
        let width = self.program.families[self.family].width;
        let Some(bounds) = bounds.filter(|bounds| bounds.len() == width) else { return Ok(None) };
        match unpoisoned(&self.engine).table(self.family, &bounds, context) {
            Ok(table) => Ok(Some(Box::new(move |place| match table.at(place) {
                None => Entry::None,
                Some(value) => match value.number().and_then(|value| u32::try_from(value).ok()) {
                    Some(value) => Entry::Value(value),
                    None => Entry::Loony,
                },
            }))),
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::Rules(error)) => {
                self.fails(&error);
                Err(faulty(&self.program, &error))
            }
        }
    }

    fn tame(&self, position: &State, context: &Context<'_>) -> Result<Option<Tame>, Stop> {
        // Nothing is proved, but rules that are wrong below are told before a search that does
        // not know how to tell it.
        match self.known(position, context) {
            Ok(_) | Err(Stop::Limit { .. } | Stop::Refused(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    fn method(&self, _: &State) -> Cow<'static, str> {
        "search over the rules".into()
    }

    fn why(&self, _: &State) -> Vec<String> {
        vec![unpoisoned(&self.engine).story()]
    }

    fn by_options(&self, _: &State) -> bool {
        true
    }

    fn misere_refused(&self) -> Option<&'static str> {
        self.program
            .wins()
            .then_some("these rules have moves that win at once: misère play has no meaning")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::analysis::{Question, Session};
    use grundy::outcome::Play;
    use grundy::solve::arena::{Arena, Interner};
    use grundy::solve::grundy_value;
    use grundy::solve::listing;
    use grundy::table::{Cell, Content, Table};

    /// The mover wins by going to a(0); but a(3) also has a move to a(-2).
    const FAULTY: &str = "
        a(n) -> a(0)   if n > 0
        a(n) -> a(n-5) if n == 3
        a(n) -> a(n-1) if n > 3";

    #[test]
    fn tables_all_together_are_those_of_single_cells() {
        let text = "
            cut(w,h) where w*h != 1
            cut(w,h) -> wins if w == 1 or h == 1
            cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 1..<w if h > 1
            cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 1..<h if w > 1
            S(n) -> S(n-k*k) for k in 1..=isqrt(n)
            A(x[3]) -> A(x[i := v]) for i in 0..<3 for v in 0..<x[i]
            slice(a,b) == A([a,b,0])";
        let rules = Rules::read(Source::new("t", text)).unwrap();
        let catalogue = rules.catalogue();
        let context = Context::default();
        for (name, second) in [("cut", Some(9)), ("S", None), ("slice", None)] {
            let game = catalogue.read_game(name).unwrap();
            for content in [Content::Values, Content::Outcomes(Play::Normal)] {
                let to = if name == "S" { 300 } else { 8 };
                let table = Table::compute(&*game, to, second, content, &context).unwrap();
                for row in 0..table.rows() {
                    for column in 0..table.columns() {
                        let mut numbers = vec![table.first_row + row as u64];
                        numbers.extend(table.first_column.map(|first| first + column as u64));
                        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
                        let text = format!("{name}({})", numbers.join(","));
                        let cell = table.cell(row, column);
                        let Ok(position) = catalogue.read(&text) else {
                            assert_eq!(cell, Cell::None, "{text}");
                            continue;
                        };
                        let answer =
                            grundy::analysis::answer(&position, &Question::default(), &context);
                        let answer = answer.unwrap();
                        let told = match (content, answer.grundy) {
                            (Content::Outcomes(_), _) => Cell::Outcome(answer.outcome),
                            (_, Some(value)) => Cell::Value(value),
                            (_, None) => Cell::Loony,
                        };
                        assert_eq!(cell, told, "{text}");
                    }
                }
            }
        }
        let game = catalogue.read_game("A").unwrap();
        let refused = Table::compute(&*game, 4, None, Content::Values, &context).unwrap_err();
        assert!(refused.to_string().contains("slice(a,b) == A([a,b,0])"), "{refused}");
    }

    fn rules() -> Rules {
        Rules::read(Source::new("t", FAULTY)).unwrap()
    }

    fn game(rules: &Rules) -> RuleGame {
        let program = rules.program.clone();
        let engine = Engine::new(program.clone(), EngineOptions::default());
        let engine = Arc::new(Mutex::new(engine));
        RuleGame { program, engine, family: 0, fault: Mutex::new(None) }
    }

    #[track_caller]
    fn is_faulty<T: std::fmt::Debug>(result: Result<T, Stop>) {
        match result {
            Err(Stop::Faulty(text)) => assert!(text.contains("a(3) reaches a(-2)"), "{text}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn no_solver_answers_from_faulty_rules() {
        let rules = rules();
        let context = Context::default();
        for n in [3, 4, 9] {
            let state = State::new(0, vec![n]);
            is_faulty(grundy_value(&game(&rules), &state, &context));
            is_faulty(game(&rules).known(&state, &context));
            is_faulty(game(&rules).tame(&state, &context));
            // What was found before the fault is asked for again.
            is_faulty(game(&rules).known(&state, &context));
        }
        let state = State::new(0, vec![3]);
        is_faulty(listing::list(&game(&rules), &state, &mut Options::default(), &context));
        let mut arena = Arena::default();
        let number = arena.add_game(Box::new(Interner::new(Arc::new(game(&rules)))));
        let node = arena.node(number, &state).unwrap();
        is_faulty(arena.expand(node, &context));
        let at = |i: usize| State::new(0, vec![i as i64]);
        let index = |state: &State| usize::try_from(state.coords()[0]).ok();
        is_faulty(grundy::solve::dense::table(&game(&rules), 6, at, index, &context));
    }

    #[test]
    fn no_question_is_answered_from_faulty_rules() {
        let rules = rules();
        let catalogue = rules.catalogue();
        let context = Context::default();
        for text in ["a(3)", "a(7)", "a(4) + nim(3)", "nim(1) + kayles(8) + a(3)"] {
            for play in [Play::Normal, Play::Misere] {
                let expression = catalogue.read(text).unwrap();
                for explain in [false, true] {
                    let question = Question { play, explain, replies: 9, ..Question::default() };
                    is_faulty(Session::default().answer(&expression, &question, &context));
                }
                let grundy::expr::Expression::Sum(sum) = &expression else { panic!() };
                is_faulty(Session::default().outcome(sum, play, &context));
            }
        }
        let table = |to, content| {
            Table::compute(&*catalogue.read_game("a").unwrap(), to, None, content, &context)
        };
        for content in
            [Content::Values, Content::Outcomes(Play::Normal), Content::Outcomes(Play::Misere)]
        {
            assert!(table(2, content).is_ok());
            match table(3, content) {
                Err(grundy::table::TableError::Stop(stop)) => is_faulty::<()>(Err(stop)),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn equal_results_are_one_move_and_forms_are_counted_as_written() {
        let text = "
            twice(n) -> twice(n/2) + twice(n/3) if n > 2
            twice(n) -> twice(n/3) + twice(n/2) if n > 2
            half(a,b) == half(b,a) if a > b
            half(a,b) -> half(a-k,b) for k in 1..=a
            half(a,b) -> half(a,b-k) for k in 1..=b";
        let rules = Rules::read(Source::new("t", text)).unwrap();
        let count = |family, coords| {
            let game = RuleGame { family, ..game(&rules) };
            let mut options = Options::default();
            game.options(&State::new(family, coords), &mut options).unwrap();
            options.len()
        };
        assert_eq!(count(0, vec![6]), 1);
        // (1,2) and (2,1) play the same, but they are two moves.
        assert_eq!(count(1, vec![2, 2]), 4);
    }
}
