//! From text to sums of positions and back: the catalogue of games behind the names.

mod linear_heaps;
mod template;

pub use template::Template;

use crate::context::Context;
use crate::game::Component;
use crate::game::{AnyGame, Card, Content, Family};
use crate::games::{REGISTRY, repeat};
use crate::graph::Starts;
use crate::nat::Nat;
use crate::syntax::{self, Arg, ArgKind, Args, Head, JoinKind, ReadError, Span, Tree};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// A game with its name and parameters.
type Named = (String, Arc<dyn AnyGame>);

/// The games that can be named.
#[derive(Clone)]
pub struct Catalogue<'a> {
    families: Vec<&'a dyn Family>,
    /// The games read last, by name and parameters, and how many are kept.
    kept: Arc<Mutex<VecDeque<Named>>>,
    keep: usize,
}

/// What an expression stands for.
pub enum Expression {
    /// Components played as one game.
    Sum(Vec<Arc<dyn Component>>),
    /// `repeat[k](…)`.
    Series(Series),
    /// Sums moved in together: `and`, `and-all`, `or`, `or-first`.
    Join(Join),
}

/// Sums moved in together.
#[derive(Clone)]
pub struct Join {
    /// Which of them a move is made in, and when play ends.
    pub kind: JoinKind,
    /// The sums; at least two.
    pub members: Vec<Vec<Arc<dyn Component>>>,
}

/// A join has at most so many members.
const MAX_MEMBERS: usize = 64;

/// A game played several times in a row.
pub struct Series {
    /// Rounds left, the present one included; at least 1.
    pub rounds: Nat,
    /// The sum every further round starts from.
    pub start: Vec<Arc<dyn Component>>,
    /// The sum at which the present round stands.
    pub current: Vec<Arc<dyn Component>>,
    /// Whether the present round stands where it started, as far as the text tells.
    pub fresh: bool,
}

impl Default for Catalogue<'static> {
    fn default() -> Self {
        Self { families: REGISTRY.to_vec(), kept: Arc::default(), keep: 0 }
    }
}

impl<'a> Catalogue<'a> {
    /// The same with further games, which come before those of the same name.
    pub fn with(mut self, families: impl IntoIterator<Item = &'a dyn Family>) -> Self {
        self.families.splice(0..0, families);
        self.kept = Arc::default();
        self
    }

    /// The same; the last `games` games that were read are kept, so that positions of one game share
    /// its tables. For many positions that are read one after the other: two threads would wait for
    /// each other.
    ///
    /// ```
    /// use grundy::expr::Catalogue;
    /// use std::sync::Arc;
    /// let catalogue = Catalogue::default().keeping(1);
    /// let game = |text| catalogue.read_game(text).unwrap();
    /// let first = game("subtraction[1,3]");
    /// assert!(Arc::ptr_eq(&first, &game("subtraction[ 1, 3 ]")));
    /// assert!(!Arc::ptr_eq(&first, &game("subtraction[1,4]")));
    /// ```
    pub fn keeping(mut self, games: usize) -> Self {
        self.keep = games;
        self
    }

    /// All games.
    pub fn families(&self) -> &[&'a dyn Family] {
        &self.families
    }

    /// The entries of all games, and that of series.
    pub fn cards(&self) -> Vec<Card<'_>> {
        self.families.iter().map(|family| family.card()).chain([repeat::CARD]).collect()
    }

    /// The entry of a game by its name, or by the start of an expression: `0.77`, `*3`, `bash[3](5)`.
    ///
    /// # Errors
    /// What to do instead, where there is no such game.
    ///
    /// ```
    /// let catalogue = grundy::expr::Catalogue::default();
    /// assert_eq!(catalogue.card("*3").unwrap().name, "nim");
    /// assert_eq!(catalogue.card("wytoff").unwrap_err(), "did you mean wythoff?");
    /// ```
    pub fn card(&self, name: &str) -> Result<Card<'_>, String> {
        let cards = self.cards();
        let lower = name.trim().to_lowercase();
        if let Some(card) = cards.iter().find(|card| card.name == lower) {
            return Ok(*card);
        }
        let first = |error| match syntax::parse(&lower) {
            Ok(mut sum) if !sum.is_empty() => Ok(sum.swap_remove(0)),
            _ => Err(error),
        };
        if let Ok(component) = syntax::parse_game(&lower).or_else(first)
            && let Some(i) = self.families.iter().position(|family| family.owns(&component))
        {
            return Ok(cards[i]);
        }
        Err(match closest(&lower, cards.iter().map(|card| card.name)) {
            Some(close) => format!("did you mean {close}?"),
            None => "`grundy games` lists all games".to_owned(),
        })
    }

    /// Reads a position expression.
    ///
    /// # Errors
    /// [`ReadError`] with what is wrong and where.
    ///
    /// ```
    /// let catalogue = grundy::expr::Catalogue::default();
    /// let expression = catalogue.read("nim(3, 4,5)+*2").unwrap();
    /// assert_eq!(expression.to_string(), "nim(3,4,5) + *2");
    /// assert!(catalogue.read("nym(3)").is_err());
    /// ```
    pub fn read(&self, source: &str) -> Result<Expression, ReadError> {
        self.read_within(source, &Context::default())
    }

    /// As [`read`](Self::read); limits, cancellation and progress reach the reading of files.
    ///
    /// # Errors
    /// As there; [`ErrorKind::Limit`](crate::syntax::ErrorKind) past a limit.
    pub fn read_within(
        &self,
        source: &str,
        context: &Context<'_>,
    ) -> Result<Expression, ReadError> {
        self.read_tree(syntax::parse_tree(source)?, context).map_err(|error| letter(error, source))
    }

    /// The expression that a tree is.
    ///
    /// # Errors
    /// As [`read_within`](Self::read_within).
    pub(crate) fn read_tree(
        &self,
        tree: Tree,
        context: &Context<'_>,
    ) -> Result<Expression, ReadError> {
        let sum = match tree {
            Tree::Sum(sum) => sum,
            Tree::Join(kind, members) => {
                return self.join(kind, &members, context).map(Expression::Join);
            }
        };
        if let [only] = &*sum
            && only.name() == Some(repeat::NAME)
        {
            return self.series(only, context).map(Expression::Series);
        }
        Ok(Expression::Sum(self.sum(&sum, context)?))
    }

    fn join(
        &self,
        kind: JoinKind,
        members: &[(syntax::Sum, Span)],
        context: &Context<'_>,
    ) -> Result<Join, ReadError> {
        if let Some((_, span)) = members.get(MAX_MEMBERS) {
            let message = format!("a join has at most {MAX_MEMBERS} members");
            return Err(ReadError::domain(message, *span));
        }
        for component in members.iter().flat_map(|(sum, _)| sum) {
            if component.name() == Some(repeat::NAME) {
                let message = "repeat stands alone, not inside a join";
                return Err(ReadError::domain(message, component.span)
                    .help("a series is played one round after the other"));
            }
        }
        let members = members.iter().map(|(sum, _)| self.sum(sum, context));
        Ok(Join { kind, members: members.collect::<Result<_, _>>()? })
    }

    /// Reads a game without a position, as tables need it.
    ///
    /// # Errors
    /// [`ReadError`] with what is wrong and where.
    pub fn read_game(&self, source: &str) -> Result<Arc<dyn AnyGame>, ReadError> {
        let component = syntax::parse_game(source)?;
        if component.name() == Some(repeat::NAME) {
            return Err(ReadError::domain("a series has no values to tabulate", component.span)
                .help("make the table of the game inside"));
        }
        if component.entailed {
            let message = "a position that must be answered has no value of its own";
            return Err(ReadError::domain(message, component.head_span)
                .help("leave out the '!' behind the name"));
        }
        self.game(&component)
    }

    /// Reads what a table is made of: a game without a position, or an expression in which one letter or two stand
    /// for numbers, as `cram(2,n)` or `nim(3,x,y)`; see [`Template`].
    ///
    /// # Errors
    /// [`ReadError`] with what is wrong and where.
    ///
    /// ```
    /// use grundy::{expr::Catalogue, table::{Content, Table}};
    /// let game = Catalogue::default().read_tabled("nim(3,x,y)", &Default::default()).unwrap();
    /// let table = Table::compute(&*game, 2, None, Content::Values, &Default::default()).unwrap();
    /// assert_eq!(table.to_csv(), "x,0,1,2\n0,3,2,1\n1,2,3,0\n2,1,0,3\n");
    /// ```
    pub fn read_tabled(
        &self,
        source: &str,
        context: &Context<'_>,
    ) -> Result<Arc<dyn AnyGame + 'a>, ReadError> {
        let error = match self.read_game(source) {
            Ok(game) => return Ok(game),
            Err(error) => error,
        };
        if let Some(game) = self.game_of_its_arguments(source, context) {
            return Ok(game);
        }
        // A word alone is the name of a game, not a letter.
        let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if source.trim().chars().all(word) {
            return Err(self.help_with_letters(error, source, context));
        }
        match Template::read(self, source, context)? {
            Some(template) => Ok(Arc::new(template)),
            None => Err(self.help_with_letters(error, source, context)),
        }
    }

    /// The game of `kayles(n)` or `wythoff(a,b)`, whose letters are no more than its arguments: it knows more of
    /// itself than its positions do.
    fn game_of_its_arguments(
        &self,
        source: &str,
        context: &Context<'_>,
    ) -> Option<Arc<dyn AnyGame + 'a>> {
        let (head, arguments) = source.trim().strip_suffix(')')?.rsplit_once('(')?;
        let names: Vec<&str> = arguments.split(',').map(str::trim).collect();
        let game = self.read_game(head).ok()?;
        let own = game.argument_names();
        let usual = match own.is_empty() {
            true => matches!(names[..], ["n"] | ["a", "b"]),
            false => names == own,
        };
        let sums = |numbers: &[u64]| {
            let numbers: Vec<Nat> = numbers.iter().map(|&n| n.into()).collect();
            game.sum_at(&numbers, context).ok()
        };
        // Two arguments, and not two heaps.
        let one = (1..=8).any(|n| sums(&[n]).is_some());
        if !usual || names.len() > 2 || one != (names.len() == 1) {
            return None;
        }
        let mut alike = 0;
        for numbers in [[1, 1], [2, 1], [3, 2], [5, 4]].map(|pair| pair[..names.len()].to_vec()) {
            let typed: Vec<String> = numbers.iter().map(u64::to_string).collect();
            let read = self.read_within(&format!("{head}({})", typed.join(",")), context);
            match (sums(&numbers), read) {
                (Some(sum), Ok(Expression::Sum(typed))) => {
                    let printed = |sum: &[Arc<dyn Component>]| -> Vec<String> {
                        sum.iter().map(|component| component.print()).collect()
                    };
                    if printed(&sum) != printed(&typed) {
                        return None;
                    }
                    alike += 1;
                }
                (None, Err(_)) => {}
                _ => return None,
            }
        }
        (alike > 0).then_some(game)
    }

    /// Where a number is missing as a parameter: advises a letter for it too.
    fn help_with_letters(
        &self,
        error: ReadError,
        source: &str,
        context: &Context<'_>,
    ) -> ReadError {
        let Some(help) = error.help.as_ref().filter(|help| help.contains("any number from")) else {
            return error;
        };
        let text = format!("{}[m](n)", source.trim());
        match Template::read(self, &text, context) {
            Ok(Some(_)) => {
                let help = format!("{help}, or {text} for all of them");
                error.help(help)
            }
            _ => error,
        }
    }

    /// Reads a graph without a token, as `dag("g.txt")`, and tells of every start in it; `None` if
    /// the text is no game with arguments.
    ///
    /// # Errors
    /// [`ReadError`] with what is wrong and where.
    ///
    /// ```
    /// use grundy::{expr::Catalogue, game::Content};
    /// let catalogue = Catalogue::default();
    /// let read = |text| catalogue.read_starts(text, Content::Values, &Default::default());
    /// let mut text = Vec::new();
    /// read("dag(arcs(1>2,2>3,1>3))").unwrap().unwrap().write_lines(&mut text, "# ", ' ').unwrap();
    /// assert_eq!(text, b"# vertex grundy\n1 2\n2 1\n3 0\n");
    /// assert!(read("dag").unwrap().is_none());
    /// ```
    pub fn read_starts(
        &self,
        source: &str,
        content: Content,
        context: &Context<'_>,
    ) -> Result<Option<Starts>, ReadError> {
        if !syntax::letters(source).is_ok_and(|letters| letters.is_empty()) {
            return Ok(None);
        }
        let Ok(sum) = syntax::parse(source) else { return Ok(None) };
        let [component] = &*sum else { return Ok(None) };
        let Some(args) = &component.args else { return Ok(None) };
        if component.name() == Some(repeat::NAME) {
            return Ok(None);
        }
        self.game(component)?.every_start(args, content, context)
    }

    pub(crate) fn game(
        &self,
        component: &syntax::Component,
    ) -> Result<Arc<dyn AnyGame>, ReadError> {
        let Some(family) = self.families.iter().find(|family| family.owns(component)) else {
            return Err(self.unknown(component));
        };
        if self.keep == 0 {
            return family.configure(component);
        }
        // What is typed, without where it stands.
        let groups = component.params.iter().flat_map(|params| &params.groups);
        let params: Vec<Vec<&ArgKind>> =
            groups.map(|group| group.iter().map(|arg| &arg.kind).collect()).collect();
        let key = format!("{:?} {params:?}", component.head);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, game)) = kept.iter().find(|(name, _)| *name == key) {
            return Ok(game.clone());
        }
        let game = family.configure(component)?;
        kept.push_front((key, game.clone()));
        kept.truncate(self.keep);
        Ok(game)
    }

    fn sum(
        &self,
        sum: &syntax::Sum,
        context: &Context<'_>,
    ) -> Result<Vec<Arc<dyn Component>>, ReadError> {
        sum.iter().map(|component| self.component(component, context)).collect()
    }

    fn component(
        &self,
        component: &syntax::Component,
        context: &Context<'_>,
    ) -> Result<Arc<dyn Component>, ReadError> {
        if component.name() == Some(repeat::NAME) {
            return Err(ReadError::domain("repeat stands alone, not inside a sum", component.span)
                .help("put the sum inside: repeat[2](nim(3,4) + 0.77(5))"));
        }
        let game = self.game(component)?;
        match (&component.args, &component.head) {
            (Some(args), _) if component.entailed => {
                game.place(args, context)?.entailed().ok_or_else(|| {
                    let message = "moves of this game need not be answered";
                    ReadError::domain(message, component.head_span)
                        .help("leave out the '!' behind the name")
                })
            }
            (Some(args), _) => game.place(args, context),
            (None, Head::Star(n)) => {
                let kind = ArgKind::Number(n.clone());
                let groups = vec![vec![Arg { kind, span: component.span }]];
                game.place(&Args { groups, span: component.span }, context)
            }
            (None, _) => {
                let end = component.span.end;
                Err(ReadError::parse("the position is missing after the name", Span::new(end, end))
                    .help("expected '(' and the position, as in nim(3,4,5)"))
            }
        }
    }

    fn series(
        &self,
        component: &syntax::Component,
        context: &Context<'_>,
    ) -> Result<Series, ReadError> {
        let rounds = crate::read::number_param(component, 1, None)?;
        let span = component.span;
        let wanted = "expected repeat[k](expression), as repeat[3](nim(3,4))";
        let args = component
            .args
            .as_ref()
            .ok_or_else(|| ReadError::parse("the game to repeat is missing", span).help(wanted))?;
        let sum_of = |group: &[Arg]| match group {
            [Arg { kind: ArgKind::Sum(sum), .. }] => self.sum(sum, context),
            [arg, ..] => Err(ReadError::domain("this is not a position", arg.span).help(wanted)),
            [] => Err(ReadError::domain("the game to repeat is missing", args.span).help(wanted)),
        };
        let (start, current) = match &*args.groups {
            [start] => (sum_of(start)?, None),
            [start, current] => (sum_of(start)?, Some(sum_of(current)?)),
            _ => return Err(ReadError::domain("too many lists", args.span).help(wanted)),
        };
        let fresh = current.is_none();
        Ok(Series { rounds, current: current.unwrap_or_else(|| start.clone()), start, fresh })
    }

    fn unknown(&self, component: &syntax::Component) -> ReadError {
        let span = component.head_span;
        let Some(name) = component.name() else {
            return ReadError::domain("no game of the catalogue is written like this", span);
        };
        let names = self.families.iter().map(|family| family.card().name);
        let error = ReadError::domain(format!("there is no game called {name}"), span);
        match closest(name, names.chain([repeat::NAME])) {
            Some(close) => error.help(format!("did you mean {close}?")),
            None => error.help(match self.own_names() {
                own if own.is_empty() => "`grundy games` lists all games".to_owned(),
                own => format!("the rules have {}", own.join(", ")),
            }),
        }
    }

    /// The first games that are not of the registry.
    fn own_names(&self) -> Vec<&str> {
        const TOLD: usize = 6;
        let own = self.families.len().saturating_sub(REGISTRY.len());
        self.families[..own].iter().take(TOLD).map(|family| family.card().name).collect()
    }
}

/// An error at a letter in the place of a number, with what takes letters.
fn letter(error: ReadError, source: &str) -> ReadError {
    let span = error.span.filter(|span| span.end - span.start == 1);
    let Some(span) = span.filter(|_| error.kind == syntax::ErrorKind::Domain) else { return error };
    let at = source.get(span.start..span.end).unwrap_or_default();
    match syntax::letters(source) {
        Ok(letters) if letters.iter().any(|own| at == own.to_string()) => {
            error.help("expected a number; tables and laws take letters: `grundy table --help`")
        }
        _ => error,
    }
}

/// The candidate that differs least from `word`, if any is near.
pub fn closest<'n>(word: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word: String = word.chars().take(64).collect();
    let limit = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|name| {
            let long = name.len() > 2 && word.len() > 2;
            let shares_head = long && (name.starts_with(&word) || word.starts_with(name));
            // Neighbouring letters that are swapped count one.
            (if shares_head { 1 } else { strsim::osa_distance(&word, name) }, name)
        })
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

impl Expression {
    /// Remarks made in reading.
    pub fn notes(&self) -> Vec<String> {
        let components: Vec<_> = match self {
            Self::Sum(sum) => sum.iter().collect(),
            Self::Series(series) => series.start.iter().collect(),
            Self::Join(join) => join.members.iter().flatten().collect(),
        };
        components.iter().flat_map(|c| c.notes().iter().cloned()).collect()
    }
}

/// Components as text that parses back.
pub fn print_sum(components: &[Arc<dyn Component>]) -> String {
    crate::game::join(components.iter().map(|component| component.print()), " + ")
}

impl std::fmt::Display for Expression {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sum(sum) => f.write_str(&print_sum(sum)),
            Self::Series(series) => series.fmt(f),
            Self::Join(join) => join.fmt(f),
        }
    }
}

impl Join {
    /// Members as text that parses back to their join. A component may be printed as several.
    pub fn print_with(kind: JoinKind, members: impl IntoIterator<Item = String>) -> String {
        let several =
            |text: &str| text.contains(" + ") && syntax::parse(text).is_ok_and(|sum| sum.len() > 1);
        let each = members.into_iter().map(|text| match several(&text) {
            true => format!("({text})"),
            false => text,
        });
        crate::game::join(each, &format!(" {kind} "))
    }
}

impl std::fmt::Display for Join {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&Self::print_with(self.kind, self.members.iter().map(|sum| print_sum(sum))))
    }
}

impl std::fmt::Display for Series {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}[{}]({}", repeat::NAME, self.rounds, print_sum(&self.start))?;
        if !self.fresh {
            write!(f, "; {}", print_sum(&self.current))?;
        }
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_are_recognised() {
        let catalogue = Catalogue::default();
        for (typed, meant) in
            [("nym(3)", "nim"), ("wythof(1,2)", "wythoff"), ("repaet(1)", "repeat")]
        {
            let Err(error) = catalogue.read(typed) else { panic!("{typed} is not a game") };
            assert_eq!(error.help.unwrap(), format!("did you mean {meant}?"));
        }
        let Err(error) = catalogue.read("zzzzzz(3)") else { panic!() };
        assert!(error.help.unwrap().contains("grundy games"));
    }

    #[test]
    fn a_series_is_read_and_printed() {
        let catalogue = Catalogue::default();
        for text in ["repeat[3](nim(3,4) + *2)", "repeat[10](nim(3); nim(1))"] {
            assert_eq!(catalogue.read(text).unwrap().to_string(), text);
        }
        for bad in
            ["repeat[0](nim(1))", "repeat(nim(1))", "repeat[2](nim(1)) + nim(2)", "repeat[2](5)"]
        {
            assert!(catalogue.read(bad).is_err(), "{bad}");
        }
    }
}
