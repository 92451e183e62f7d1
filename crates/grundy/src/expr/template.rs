//! Expressions in which letters stand for numbers: a position for every number, from which tables are made.

use super::linear_heaps::LinearHeaps;
use super::{Catalogue, Expression};
use crate::context::{Context, Stop};
use crate::game::{AnyGame, Component, Content, Entries, HeapLaw, Line};
use crate::graph::Starts;
use crate::heap::Code;
use crate::nat::Nat;
use crate::outcome::Play;
use crate::syntax::{self, Args, ErrorKind, ReadError, Tree};
use std::sync::Arc;

/// An expression with one letter or two, such as `cram(2,n)` or `nim(3,x) + kayles(y)`: the letters are the
/// arguments of its table, in the order in which they appear.
///
/// # Complexity
/// A position is read anew for every number; positions of equal games share what was found of them. The values of heaps
/// whose sizes are linear in the only letter come all together.
///
/// ```
/// use grundy::expr::{Catalogue, Template};
/// let (catalogue, context) = (Catalogue::default(), Default::default());
/// let template = Template::read(&catalogue, "cram(2,n)", &context).unwrap().unwrap();
/// assert_eq!(template.letters(), ['n']);
/// assert!(Template::read(&catalogue, "cram(2,3)", &context).unwrap().is_none());
/// ```
pub struct Template<'a> {
    catalogue: Catalogue<'a>,
    text: String,
    letters: Vec<char>,
    /// As [`AnyGame::table_end`].
    end: Option<u64>,
    entails: bool,
}

/// So many games are kept: those with other parameters are other games.
const KEPT: usize = 16;

impl<'a> Template<'a> {
    /// Reads an expression; `None` if no letter in it stands for a number.
    ///
    /// # Errors
    /// [`ReadError`]: three letters and more, a join or a series, or an expression that is no position for
    /// any small numbers: then what is wrong with it.
    pub fn read(
        catalogue: &Catalogue<'a>,
        source: &str,
        context: &Context<'_>,
    ) -> Result<Option<Self>, ReadError> {
        let letters = syntax::letters(source)?;
        if letters.is_empty() {
            return Ok(None);
        }
        let whole = syntax::Span::new(0, source.len());
        if letters.len() > 2 {
            let all: Vec<String> = letters.iter().map(char::to_string).collect();
            let message = format!(
                "a table has one letter or two, and here are {}: {}",
                letters.len(),
                all.join(", ")
            );
            return Err(
                ReadError::domain(message, whole).help("put numbers in the place of the others")
            );
        }
        let catalogue = catalogue.clone().keeping(KEPT);
        let text = source.trim().to_owned();
        let mut template = Self { catalogue, text, letters, end: None, entails: false };
        let (tree, sum) = template.example(context)?;
        template.entails = sum.iter().any(|component| component.entails());
        template.end = template.end_of(&tree);
        Ok(Some(template))
    }

    /// The letters, in the order in which they appear.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// The components of the position with these numbers for the letters.
    ///
    /// # Errors
    /// [`ReadError`]: there is no such position, or it is too large.
    pub fn at(
        &self,
        numbers: &[Nat],
        context: &Context<'_>,
    ) -> Result<Vec<Arc<dyn Component>>, ReadError> {
        let tree = self.tree(numbers)?;
        self.sum(tree, context)
    }

    fn tree(&self, numbers: &[Nat]) -> Result<Tree, ReadError> {
        let bound: Vec<(char, Nat)> =
            self.letters.iter().copied().zip(numbers.iter().cloned()).collect();
        syntax::parse_tree_at(&self.text, &bound)
    }

    fn sum(&self, tree: Tree, context: &Context<'_>) -> Result<Vec<Arc<dyn Component>>, ReadError> {
        let whole = syntax::Span::new(0, self.text.len());
        let refused = |what: &str| {
            Err(ReadError::domain(format!("{what} has no table"), whole)
                .help("tables are made of sums; `grundy solve` answers single positions"))
        };
        match self.catalogue.read_tree(tree, context)? {
            Expression::Sum(sum) => Ok(sum),
            Expression::Join(_) => refused("a join of games"),
            Expression::Series(_) => refused("a series of games"),
        }
    }

    /// Some position, where numbers are small.
    fn example(&self, context: &Context<'_>) -> Result<(Tree, Vec<Arc<dyn Component>>), ReadError> {
        let far = || (1..=64u64).chain((7..20).map(|bit| 1 << bit));
        let tries: Vec<Vec<u64>> = match self.letters.len() {
            1 => [2, 1, 3, 0].into_iter().chain(far()).map(|n| vec![n]).collect(),
            _ => {
                let near = [[2, 2], [1, 1], [2, 1], [1, 2]].into_iter();
                let square = (0..=8).flat_map(|a| (0..=8).map(move |b| [a, b]));
                let far = far().flat_map(|n| [[n, n], [n, 1], [1, n], [n + 1, n], [n, n + 1]]);
                near.chain(square).chain(far).map(Vec::from).collect()
            }
        };
        let mut first = None;
        for numbers in tries {
            let numbers: Vec<Nat> = numbers.into_iter().map(Nat::from).collect();
            let found = self.tree(&numbers);
            let found = found.and_then(|tree| Ok((tree.clone(), self.sum(tree, context)?)));
            match found {
                Ok(found) => return Ok(found),
                Err(error) if error.kind != ErrorKind::Domain => return Err(error),
                Err(error) => first = first.or(Some(error)),
            }
        }
        Err(first.expect("something was tried"))
    }

    /// As far as the dearest of the games is cheap.
    fn end_of(&self, tree: &Tree) -> Option<u64> {
        let Tree::Sum(sum) = tree else { return None };
        sum.iter().filter_map(|component| self.catalogue.game(component).ok()?.table_end()).min()
    }
}

impl AnyGame for Template<'_> {
    fn title(&self) -> String {
        self.text.clone()
    }

    fn place(&self, args: &Args, context: &Context<'_>) -> Result<Arc<dyn Component>, ReadError> {
        let numbers: Option<Vec<Nat>> =
            args.groups.iter().flatten().map(|arg| arg.number().cloned()).collect();
        let mut sum = self.at(&numbers.unwrap_or_default(), context)?;
        match sum.len() {
            1 => Ok(sum.swap_remove(0)),
            _ => Err(ReadError::domain("a sum of several games is no single component", args.span)),
        }
    }

    fn sum_at(
        &self,
        numbers: &[Nat],
        context: &Context<'_>,
    ) -> Result<Vec<Arc<dyn Component>>, ReadError> {
        self.at(numbers, context)
    }

    fn letters(&self) -> usize {
        self.letters.len()
    }

    fn outcomes_to(&self, _: &[u64], _: Play, _: &Context<'_>) -> Result<Option<Entries>, Stop> {
        Ok(None)
    }

    fn every_start(
        &self,
        _: &Args,
        _: Content,
        _: &Context<'_>,
    ) -> Result<Option<Starts>, ReadError> {
        Ok(None)
    }

    fn p_positions(
        &self,
        _: &Nat,
        _: &Nat,
        _: &Context<'_>,
    ) -> Result<Option<Vec<Vec<Nat>>>, Stop> {
        Ok(None)
    }

    fn heap_law(&self, _: &Nat, _: &Context<'_>) -> Result<Option<HeapLaw>, Stop> {
        Ok(None)
    }

    fn entails(&self) -> bool {
        self.entails
    }

    fn code(&self) -> Option<(&Code, u64)> {
        None
    }

    fn as_code(&self) -> Option<(Code, u64)> {
        None
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        let [letter] = self.letters[..] else { return Ok(None) };
        match LinearHeaps::read(&self.catalogue, &self.text, letter, context) {
            Some(heaps) => heaps.line(to, context),
            None => Ok(None),
        }
    }

    fn argument_names(&self) -> Vec<String> {
        self.letters.iter().map(char::to_string).collect()
    }

    fn table_end(&self) -> Option<u64> {
        self.end
    }

    fn table_hint(&self) -> Option<String> {
        None
    }

    fn entries_to(&self, _: &[u64], _: &Context<'_>) -> Result<Option<Entries>, Stop> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Session, value};
    use crate::answer::PartValue;
    use crate::context::Limits;
    use crate::table::{Cell, Table, TableError};

    fn table(text: &str, to: u64, second: Option<u64>, content: Content) -> Table {
        let game = Catalogue::default()
            .read_tabled(text, &Context::default())
            .unwrap_or_else(|e| panic!("{text}: {e}"));
        Table::compute(&*game, to, second, content, &Context::default())
            .unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    fn error(text: &str) -> String {
        match Catalogue::default().read_tabled(text, &Context::default()) {
            Ok(game) => panic!("{text}: {}", game.title()),
            Err(error) => error.in_one_line(),
        }
    }

    /// An expression, the same with numbers typed, and the ends of its table.
    type Typed = (&'static str, fn(u64, u64) -> String, u64, u64);

    /// The table against the text with the numbers typed, read and solved alone.
    #[test]
    fn a_table_has_what_solving_the_typed_positions_gives() {
        let typed: [Typed; 10] = [
            ("nim(3,x,y)", |x, y| format!("nim(3,{x},{y})"), 5, 6),
            ("cram(2,n)", |n, _| format!("cram(2,{n})"), 6, 0),
            ("cram(n,m)", |n, m| format!("cram({n},{m})"), 2, 4),
            ("bash[m](n)", |m, n| format!("bash[{m}]({n})"), 4, 9),
            ("kayles(x) + wythoff(y,y+1)", |x, y| format!("kayles({x})+wythoff({y},{y}+1)"), 3, 3),
            ("*n + 0.77(2*n+1)", |n, _| format!("*{n}+0.77(2*{n}+1)"), 6, 0),
            ("subtraction[1..k:2](n^2)", |k, n| format!("subtraction[1..{k}:2]({n}^2)"), 5, 5),
            ("dag(arcs(1>2,2>n,1>n); 1)", |n, _| format!("dag(arcs(1>2,2>{n},1>{n}); 1)"), 6, 0),
            ("node-kayles(cycle(n))", |n, _| format!("node-kayles(edges(cycle({n})))"), 9, 0),
            ("kayles(5-n)", |n, _| format!("kayles(5-{n})"), 8, 0),
        ];
        let catalogue = Catalogue::default();
        let context = Context::default();
        for (text, type_out, to, second) in typed {
            let two = (second > 0).then_some(second);
            let values = table(text, to, two, Content::Values);
            let outcomes = table(text, to, two, Content::Outcomes(Play::Misere));
            let mut positions = 0;
            for row in 0..values.rows() {
                for column in 0..values.columns() {
                    let a = values.first_row + row as u64;
                    let b = values.first_column.map_or(0, |first| first + column as u64);
                    let text = type_out(a, b);
                    let (found, misere) = (values.cell(row, column), outcomes.cell(row, column));
                    let Ok(Expression::Sum(sum)) = catalogue.read(&text) else {
                        assert_eq!((found, misere), (Cell::None, Cell::None), "{text}");
                        continue;
                    };
                    positions += 1;
                    let PartValue::Known(known) = value(&sum, &context).unwrap() else {
                        panic!("{text} has a value")
                    };
                    assert_eq!(found, Cell::Value(known), "{text}");
                    let known = Session::default().outcome(&sum, Play::Misere, &context).unwrap();
                    assert_eq!(misere, Cell::Outcome(known), "{text}");
                }
            }
            assert!(positions > 4, "{text}");
        }
    }

    #[test]
    fn letters_head_the_table_and_places_without_a_position_are_told() {
        let text = table("kayles(5-n)", 7, None, Content::Values).to_text();
        assert!(
            text.ends_with("-: there is no such position, as for n = 7: 5-n is negative\n"),
            "{text}"
        );
        let csv = table("nim(y,x)", 1, None, Content::Values).to_csv();
        assert_eq!(csv, "y,0,1\n0,0,1\n1,1,0\n");
        let csv = table("nim(k,1)", 2, None, Content::Values).to_csv();
        assert_eq!(csv, "k,grundy\n0,1\n1,0\n2,3\n");
    }

    #[test]
    fn what_is_no_template_is_told_at_its_place() {
        for (text, told) in [
            (
                "nim(a,b,c)",
                "a table has one letter or two, and here are 3: a, b, c: put numbers in the place of the others",
            ),
            ("wythof(a,b)", "there is no game called wythof: did you mean wythoff?"),
            (
                "nim(1,2)",
                "a position is out of place here: name the game alone, as in wythoff[2] or 0.77",
            ),
            (
                "nim(n) and nim(1)",
                "a join of games has no table: tables are made of sums; `grundy solve` answers single positions",
            ),
            (
                "repeat[2](nim(n))",
                "a series of games has no table: tables are made of sums; `grundy solve` answers single positions",
            ),
            (
                "nim(2n)",
                "'n' is not a digit: expected a decimal number, or 0b and binary digits, or 0x and hexadecimal ones",
            ),
            ("nim(n, 2n)", "'n' is not a digit: products are written with *, as 2*n"),
            ("nim(n/2)", "numbers are not divided here: write the quotient itself"),
        ] {
            assert_eq!(error(text), told, "{text}");
        }
    }

    #[test]
    fn a_game_with_its_own_arguments_is_the_game() {
        let read = |text: &str| {
            Catalogue::default()
                .read_tabled(text, &Context::default())
                .map_err(|e| format!("{text}: {e}"))
        };
        for (text, other) in [
            ("kayles(n)", "kayles(x)"),
            (" 0.77 ( n ) ", "0.77(x)"),
            ("subtraction[2,5,7](n)", "subtraction[2,5,7](x)"),
            ("lasker(n)", "lasker(x)"),
            ("nim(n)", "nim(x)"),
            ("staircase(n)", "staircase(x)"),
            ("coins[turtles](n)", "coins[turtles](x)"),
            ("divisor-game(n)", "divisor-game(x)"),
            ("wythoff(a,b)", "wythoff(x,y)"),
            ("euclid( a, b )", "euclid(x,y)"),
            ("chomp(a,b)", "chomp(x,y)"),
            ("cram(a,b)", "cram(x,y)"),
        ] {
            let (game, template) = (read(text).unwrap(), read(other).unwrap());
            assert_eq!((game.letters(), template.letters() > 0), (0, true), "{text}");
            for content in [Content::Values, Content::Outcomes(Play::Misere)] {
                let csv = |game: &dyn AnyGame| {
                    let table = Table::compute(game, 5, None, content, &Context::default());
                    let csv = table.unwrap().to_csv();
                    csv.split_once('\n').unwrap().1.to_owned()
                };
                assert_eq!(csv(&*game), csv(&*template), "{text}");
            }
        }
        // Two heaps, and letters that are not the arguments as they stand.
        for text in ["nim(a,b)", "kayles(n+1)", "kayles(n,n)", "wythoff(b,a)", "wythoff(n,3)"] {
            assert!(read(text).unwrap().letters() > 0, "{text}");
        }
    }

    #[test]
    fn a_missing_parameter_may_be_a_letter() {
        let whole = Catalogue::default().read_tabled("bash", &Context::default()).err().unwrap();
        let told = "write bash[2], with any number from 1 on, or bash[m](n) for all of them";
        assert_eq!(whole.help.as_deref(), Some(told));
        // Not where no parameter is missing.
        for text in ["bash[0]", "bash(3)", "bash + moore", "sylver"] {
            let Err(error) = Catalogue::default().read_tabled(text, &Context::default()) else {
                continue;
            };
            assert!(!error.help.unwrap_or_default().contains("[m]"), "{text}");
        }
    }

    #[test]
    fn files_are_read_only_where_the_context_allows_it() {
        let context = Context::default().without_files();
        let read = Catalogue::default().read_tabled("dag(\"Cargo.toml\"; n)", &context);
        assert!(read.err().unwrap().message.ends_with("no files are read here"));
    }

    #[test]
    fn a_limit_leaves_the_rows_found_by_then() {
        let game = Catalogue::default().read_tabled("cram(3,n)", &Context::default()).unwrap();
        let context = Context::new(Limits::default().with_positions(2000));
        let (table, stop) =
            Table::compute_as_far(&*game, 30, None, Content::Values, &context).unwrap();
        assert!(matches!(stop, Some(Stop::Limit { .. })), "{stop:?}");
        assert!(table.rows() > 3 && table.rows() < 20, "{}", table.rows());
        let whole = Table::compute(&*game, 30, None, Content::Values, &context);
        assert!(matches!(whole, Err(TableError::Stop(_))));
    }
}
