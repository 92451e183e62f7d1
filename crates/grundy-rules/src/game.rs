//! The families of a program as rows of the catalogue.

use crate::certified::Certified;
use crate::divided::Divided;
use crate::engine::{Engine, Options as EngineOptions};
use crate::error::{Kind, RuleError};
use crate::ruleset::RuleGame;
use crate::source::Source;
use crate::state::State;
use crate::stored::Values;
use crate::take_and_break;
use crate::typed::{self, Program};
use crate::walk::{self, MAX_STEPS};
use grundy::expr::Catalogue;
use grundy::game::{AnyGame, Card, Family, erase};
use grundy::games::take_and_break::TakeAndBreak;
use grundy::read;
use grundy::syntax::{Component, ReadError};
use std::sync::{Arc, Mutex, OnceLock};

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
    /// A name that positions cannot be written with; an input without a value.
    pub fn new(program: Program) -> Result<Self, RuleError> {
        program.check_bound()?;
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
        let game = |family| take_and_break::code(&program, family).map(TakeAndBreak::new);
        let codes: Arc<[Option<TakeAndBreak>]> = (0..program.families.len()).map(game).collect();
        let divided = Divided::new(&program).map(Arc::new);
        let (certified, values) = (Arc::default(), None);
        let shared = Shared { program: program.clone(), engine, codes, divided, certified, values };
        let families = (0..program.families.len())
            .map(|number| RuleFamily::new(shared.clone(), number))
            .collect();
        Ok(Self { program, families })
    }

    /// The same, with values of positions that were computed before.
    #[must_use]
    pub fn with_values(mut self, values: Arc<dyn Values>) -> Self {
        for family in &mut self.families {
            family.shared.values = Some(values.clone());
        }
        self
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

/// What the families of a program share.
#[derive(Clone)]
struct Shared {
    program: Arc<Program>,
    engine: Arc<Mutex<Engine>>,
    codes: Arc<[Option<TakeAndBreak>]>,
    divided: Option<Arc<Divided>>,
    certified: Arc<OnceLock<Option<Certified>>>,
    values: Option<Arc<dyn Values>>,
}

/// A family of a program as a row of the catalogue.
pub struct RuleFamily {
    shared: Shared,
    number: usize,
    position: String,
    rules: String,
    origin: String,
}

impl RuleFamily {
    fn new(shared: Shared, number: usize) -> Self {
        let program = &shared.program;
        let family = &program.families[number];
        let rules = family.same.iter().chain(&family.rules);
        let texts: Vec<String> = rules
            .map(|code| {
                program.source.text(code.span).split_whitespace().collect::<Vec<_>>().join(" ")
            })
            .collect();
        let position = format!("({})", family.signature(&program.source));
        let origin = match program.source.place(family.span) {
            Some(place) => format!("{}, line {}", place.name, place.line),
            None => String::new(),
        };
        let rules = texts.join("; ");
        Self { position, rules, origin, shared, number }
    }

    fn family(&self) -> &typed::Family {
        &self.shared.program.families[self.number]
    }

    /// The parameters as they stand in a head, with defaults: `n, cap = n-1`.
    pub fn signature(&self) -> String {
        self.family().signature(&self.shared.program.source)
    }
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
        let Shared { program, engine, codes, divided, certified, values } = self.shared.clone();
        let game = RuleGame::new(program, engine, self.number).with_codes(codes);
        let game = game.with_search(divided).with_proofs(certified).with_values(values);
        Ok(erase(game))
    }

    fn small(&self) -> Vec<String> {
        let (family, program) = (self.family(), &self.shared.program);
        let count = 4i64.pow(family.width.min(3) as u32);
        let states = (0..count).map(|code| {
            let coords = (0..family.width).map(|i| if i < 3 { code >> (2 * i) & 3 } else { 0 });
            State::new(self.number, coords.collect())
        });
        states
            .filter(|state| walk::outside(program, state, MAX_STEPS) == Ok(None))
            .map(|state| state.show(program))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::analysis::Question;
    use grundy::context::Context;
    use grundy::outcome::Play;
    use grundy::table::{Cell, Content, Table};

    #[test]
    fn a_move_that_wins_at_once_says_so_and_leaves_nothing_odd() {
        let rules = Rules::read(Source::new("t", "strip(n) -> wins if n > 1")).unwrap();
        let position = rules.catalogue().read("strip(3) + nim(2)").unwrap();
        let question = Question::default();
        let answer =
            grundy::Session::default().answer(&position, &question, &Context::default()).unwrap();
        let [line] = &*answer.winning_moves.listed else { panic!("one move wins") };
        assert_eq!((&*line.text, line.wins), ("strip(3): wins at once", true));
        assert!(!answer.to_text(Default::default()).contains("nothing"));
        assert!(answer.to_json().contains(r#""wins":true"#));
    }

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
                            (_, Some(value)) => Cell::Value(value.number().unwrap().clone()),
                            (_, None) => Cell::Loony,
                        };
                        assert_eq!(cell, told, "{text}");
                    }
                }
            }
        }
        let game = catalogue.read_game("A").unwrap();
        let refused = Table::compute(&*game, 4, None, Content::Values, &context).unwrap_err();
        assert!(refused.to_string().contains("give the other numbers: A([a,b,0])"), "{refused}");
    }

    #[test]
    fn boards_are_clicked_where_a_move_changes_them() {
        let text = "
            cram(m) -> cram(m | a) for i in 0..<6 let a = 1 << i if (m & a) == 0
            cram(m) show '{board(m, 3, \".#\")}  {popcount(m)} taken'
            two(a,b) -> two(i,b) for i in 0..<a
            two(a,b) -> two(a,i) for i in 0..<b";
        let rules = Rules::read(Source::new("t", text)).unwrap();
        let draw = |text: &str| {
            let position = rules.catalogue().read(text).unwrap();
            grundy::diagram::Diagram::of(&position, &Context::default()).unwrap()
        };
        let titles = |diagram: &grundy::diagram::Diagram| -> Vec<Vec<String>> {
            let title = |&spot: &usize| diagram.spots[spot].title.clone();
            diagram.moves.iter().map(|to| to.gestures[0].iter().map(title).collect()).collect()
        };
        let board = draw("cram(43)");
        assert!(board.complete);
        assert_eq!(titles(&board), [["row 1 column 3"], ["row 2 column 2"]]);
        assert_eq!(board.moves[0].to, "cram(47)");
        let heaps = draw("two(1,2)");
        let clicks = ["heap 1, coin 1: leave none", "heap 2, coin 1: leave none"];
        assert_eq!(titles(&heaps)[..2], clicks.map(|click| [click]));
        assert_eq!(heaps.moves.len(), 3);
    }
}
