//! The nim-sequence of any game of one heap: by the engine of its code, by its law, or by search.

use crate::context::{Context, Limits, Stop};
use crate::game::{AnyGame, Content};
use crate::heap::detect::{self, Detector};
use crate::heap::run::{Run, Watch};
use crate::heap::sequence::unasked_values;
use crate::heap::space;
use crate::heap::store::Values;
use crate::heap::summary::Summary;
use crate::period::Period;
use crate::table::{Table, TableError, takes_two};

/// What is asked of a nim-sequence. Heaps are numbered as the game numbers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The last heap; `None`: see [`last_heap`](Self::last_heap).
    pub to: Option<u64>,
    /// Whether the computation ends as soon as a period is proved.
    pub until_period: bool,
}

/// The last heap of a sequence if none is named: 200 values.
pub const DEFAULT_LAST_HEAP: u64 = 199;

impl Question {
    /// The last heap: the one asked for, else [`DEFAULT_LAST_HEAP`], or as far as the limit of positions
    /// allows where a period is looked for.
    pub fn last_heap(&self, limits: &Limits) -> u64 {
        let default = if self.until_period { limits.positions } else { DEFAULT_LAST_HEAP };
        self.to.unwrap_or(default)
    }

    /// The values that will be there in the end, as the total of progress; `None` where a period may end
    /// the computation sooner.
    fn goal(&self, limits: &Limits, offset: u64) -> Option<u64> {
        let values = self.last_heap(limits).saturating_add(offset).saturating_add(1);
        (!self.until_period).then_some(values)
    }
}

/// Why a sequence was not found.
#[derive(Debug, thiserror::Error)]
pub enum SequenceError {
    /// The computation was stopped.
    #[error(transparent)]
    Stop(#[from] Stop),
    /// The game has no table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The game is not one of single heaps with Grundy values.
    #[error("{0}")]
    Shape(String),
}

/// What was found of a nim-sequence.
pub struct Findings {
    /// All facts.
    pub summary: Summary,
    /// How many of the [`values`](Self::values) come before the first heap of the game.
    pub skip: usize,
    /// Why the computation ended before what was asked for.
    pub stop: Option<Stop>,
    /// Where a search for a period ended without a proof, though no limit stopped it: how far it came
    /// and how it is continued.
    pub advice: Option<String>,
    values: Source,
}

enum Source {
    /// The run of a code, and a longer one that proves the period.
    Run {
        run: Box<Run>,
        longer: Option<Box<Run>>,
    },
    Values(Values),
}

impl Findings {
    /// The values, those of the first `skip` heaps included.
    pub fn values(&self) -> &Values {
        match &self.values {
            Source::Run { run, .. } => run.values(),
            Source::Values(values) => values,
        }
    }

    /// The run of a code: what a checkpoint keeps.
    pub fn run(&self) -> Option<&Run> {
        match &self.values {
            Source::Run { run, .. } => Some(run),
            Source::Values(_) => None,
        }
    }

    /// The run whose values prove the period that is told: what a certificate is written from.
    pub fn proof(&self) -> Option<&Run> {
        match &self.values {
            Source::Run { longer: Some(longer), .. } => Some(longer),
            _ => self.run(),
        }
    }
}

/// The sequence of a code that the game `title` plays with heaps that are larger by `offset` than the
/// numbers typed. The run is a new one of the code, or one that goes on.
///
/// Where fewer values are asked for than take a moment, some more are computed to prove the period;
/// they are not told. At a limit the findings are those of the values computed by
/// then. The watch is called after every piece of values; its error ends the computation.
///
/// # Complexity
/// That of the engine; see [`Run::extend`].
///
/// ```
/// use grundy::heap::run::Run;
/// use grundy::sequence::{Question, of_code};
/// let run = Run::new("0.77".parse().unwrap());
/// let question = Question { to: Some(99), until_period: false };
/// let found = of_code(run, "kayles", 0, &question, &Default::default(), &mut |_| Ok(()));
/// let period = found.summary.period.unwrap();
/// assert_eq!((period.preperiod, period.length), (71, 12));
/// assert_eq!((found.values().len(), found.proof().unwrap().values().len()), (100, 192));
/// ```
pub fn of_code(
    mut run: Run,
    title: &str,
    offset: u64,
    question: &Question,
    context: &Context<'_>,
    watch: &mut Watch<'_>,
) -> Findings {
    let counting = context.with_goal(question.goal(&context.limits, offset));
    let last = question.last_heap(&context.limits).saturating_add(offset);
    let mut stop = run.extend(last, question.until_period, &counting, watch).err();
    let skip = usize::try_from(offset).unwrap_or(usize::MAX).min(run.values().len());
    let mut found = run.summary();
    let mut longer = None;
    let enough = unasked_values(run.code());
    if run.proved().is_none() && stop.is_none() && last < enough {
        let mut more = Run::new(run.code().clone());
        match more.extend(enough - 1, true, &context.modest(), &mut |_| Ok(())) {
            Ok(()) | Err(Stop::Limit { .. }) => {}
            Err(other) => stop = Some(other),
        }
        if let Some((period, theorem)) = more.proved() {
            let computed = more.computed() - 1;
            found.period = Some(period);
            found.theorem = Some(format!("{} from heaps to {computed}", theorem.name()));
            let heaps = run.values().len() as u64;
            found.space = found.space.filter(|it| space::is_claimed(it, heaps, Some(period)));
            longer = Some(Box::new(more));
        }
    }
    if found.theorem.is_none() {
        found.period =
            found.period.filter(|seen| detect::is_told(seen.preperiod, run.values().len() as u64));
    }
    if offset > 0 {
        found = Summary {
            copied_from: found.copied_from.map(|from| from.saturating_sub(offset)),
            period: found.period.map(|period| period.without_first(offset)),
            theorem: found.theorem,
            // Rare heaps are those of the code.
            space: None,
            ..Summary::of(String::new(), found.engine, run.values(), skip, 0)
        };
    }
    found.title = title.to_owned();
    let unproved = question.until_period && found.theorem.is_none() && stop.is_none();
    let advice = unproved.then(|| advice(question, &context.limits));
    Findings {
        summary: found,
        skip,
        stop,
        advice,
        values: Source::Run { run: Box::new(run), longer },
    }
}

/// How a search for a period that ended without a proof is continued.
fn advice(question: &Question, limits: &Limits) -> String {
    let last = question.last_heap(limits);
    let option = match question.to {
        Some(_) => "a greater --to",
        None => "a greater --max-positions",
    };
    format!("no period is proved up to heap {last}; {option} looks further")
}

/// The sequence of a game of one heap by a theory of its own; `None` if it has none that tells values together. Where
/// a period is looked for and no last heap was named, those of the heaps up to [`HEAPS_BY_THEORY`] are told. O(values).
fn by_theory(
    game: &dyn AnyGame,
    question: &Question,
    context: &Context<'_>,
) -> Result<Option<Findings>, Stop> {
    let to = match question.to {
        None if question.until_period => HEAPS_BY_THEORY,
        _ => question.last_heap(&context.limits),
    };
    let Some(line) = game.values_to(to, context)? else { return Ok(None) };
    let mut values = Values::default();
    values.extend(&line.values);
    let theorem = line.period.map(|_| "theory of the game".to_owned());
    let summary = Summary::of(game.title(), "law of the game".into(), &values, 0, 0);
    Ok(Some(Findings {
        summary: Summary { period: line.period, theorem, ..summary },
        skip: 0,
        stop: None,
        advice: None,
        values: Source::Values(values),
    }))
}

/// The last heap that is told by theory where none was named.
const HEAPS_BY_THEORY: u64 = 99;

/// The sequence of a game of one heap that plays no code: by its law, or as a table by search.
///
/// A period that the law proves is told as proved; in a table one may be observed. `until_period` is
/// not looked at: values that are not computed by an engine of codes are all computed.
///
/// # Complexity
/// That of the law, or of the search: see [`Table::compute`].
///
/// # Errors
/// [`SequenceError`]: at a limit, when cancelled, or for games of other positions.
///
/// ```
/// use grundy::expr::Catalogue;
/// use grundy::sequence::{Question, of_game};
/// let game = Catalogue::default().read_game("subtraction[1,3,4]").unwrap();
/// let question = Question { to: Some(20), until_period: false };
/// let found = of_game(&*game, &question, &Default::default()).unwrap();
/// assert_eq!(found.summary.period.unwrap().length, 7);
/// assert_eq!(found.summary.theorem.as_deref(), Some("theory of the game"));
/// ```
pub fn of_game(
    game: &dyn AnyGame,
    question: &Question,
    context: &Context<'_>,
) -> Result<Findings, SequenceError> {
    if let Some(found) = by_theory(game, question, context)? {
        return Ok(found);
    }
    let (title, to) = (game.title(), question.last_heap(&context.limits));
    // Before anything is computed: a table of two numbers would take the square of the time.
    if takes_two(game, false)? {
        return Err(SequenceError::Shape(format!(
            "{title} is not a game of one heap: `grundy table` tells its values"
        )));
    }
    let mut values = Values::default();
    let table = Table::compute(game, to, None, Content::Values, context)?;
    let first = to + 1 - table.rows() as u64;
    let list: Option<Vec<u32>> = (0..table.rows()).map(|n| table.small_value(n, 0)).collect();
    let Some(list) = list else {
        return Err(SequenceError::Shape(format!(
            "not every heap of {title} has a value: see `grundy table`"
        )));
    };
    values.extend(&list);
    let seen = Detector::default().search(&values);
    let seen = seen.filter(|seen| detect::is_told(seen.preperiod, values.len() as u64));
    let period = seen.map(|seen| Period { preperiod: seen.preperiod + first, ..seen });
    let summary = Summary::of(title, "search of the rules".into(), &values, 0, first);
    Ok(Findings {
        summary: Summary { period, ..summary },
        skip: 0,
        stop: None,
        advice: None,
        values: Source::Values(values),
    })
}

/// The sequence of any game of one heap: of a code by its engine; of others by a theory of their own or a table. Where
/// a period is looked for and no theory proves one, it is looked for in the code that the game is.
///
/// # Complexity
/// As [`of_code`] and [`of_game`].
///
/// # Errors
/// As [`of_game`]; where a period is looked for and no code of the game is known.
///
/// ```
/// use grundy::expr::Catalogue;
/// use grundy::sequence::{Question, of_any};
/// let game = Catalogue::default().read_game("subtraction[2,5,7]").unwrap();
/// let question = Question { to: None, until_period: true };
/// let found = of_any(&*game, &question, &Default::default(), &mut |_| Ok(())).unwrap();
/// assert_eq!(found.summary.period.unwrap().length, 22);
/// ```
pub fn of_any(
    game: &dyn AnyGame,
    question: &Question,
    context: &Context<'_>,
    watch: &mut Watch<'_>,
) -> Result<Findings, SequenceError> {
    let code = match game.code() {
        Some((code, offset)) => Some((code.clone(), offset)),
        None if question.until_period => {
            let found = by_theory(game, question, context)?;
            match found.filter(|found| found.summary.theorem.is_some()) {
                Some(found) => return Ok(found),
                None => game.as_code(),
            }
        }
        None => None,
    };
    let title = game.title();
    match code {
        Some((code, offset)) => {
            Ok(of_code(Run::new(code), &title, offset, question, context, watch))
        }
        None if question.until_period => Err(SequenceError::Shape(format!(
            "no take-and-break code is known for {title}: a period is looked for in codes such as 0.77 and games that \
             are codes, such as kayles"
        ))),
        None => of_game(game, question, context),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::Catalogue;

    fn of(text: &str, question: Question, context: &Context<'_>) -> Findings {
        let game = Catalogue::default().read_game(text).unwrap();
        match game.code() {
            Some((code, offset)) => {
                let run = Run::new(code.clone());
                of_code(run, &game.title(), offset, &question, context, &mut |_| Ok(()))
            }
            None => of_game(&*game, &question, context).unwrap(),
        }
    }

    #[test]
    fn periods_are_proved_by_theory_or_in_the_code_that_a_game_is() {
        let question = Question { to: None, until_period: true };
        for (text, length, saltus, theorem) in [
            ("kayles", 12, 0, "Guy and Smith's theorem"),
            ("subtraction[2,5,7]", 22, 0, "theory of the game"),
            ("subtraction[all-but[4000]]", 8000, 4000, "theory of the game"),
            ("bash[4000]", 4001, 0, "theory of the game"),
            ("nim", 1, 1, ""),
            ("lasker", 4, 4, ""),
        ] {
            let game = Catalogue::default().read_game(text).unwrap();
            let mut watch = |_: &Run| Ok(());
            let found = of_any(&*game, &question, &Context::default(), &mut watch).unwrap();
            let period = found.summary.period.unwrap();
            assert_eq!((period.length, period.saltus), (length, saltus), "{text}");
            assert!(found.summary.theorem.unwrap().starts_with(theorem), "{text}");
        }
        for text in ["wythoff", "lasker[2]"] {
            let game = Catalogue::default().read_game(text).unwrap();
            let error = of_any(&*game, &question, &Context::default(), &mut |_| Ok(()));
            assert!(error.err().unwrap().to_string().contains("no take-and-break code"), "{text}");
        }
    }

    #[test]
    fn every_kind_of_game_has_its_sequence() {
        let context = Context::default();
        let question = Question { to: Some(30), until_period: false };
        for (text, skip, engine) in [
            ("kayles", 0, "bits"),
            ("treblecross", 2, "bits"),
            ("subtraction[1,3,4]", 0, "law of the game"),
            ("lasker", 0, "law of the game"),
            ("lasker[3]", 0, "search of the rules"),
        ] {
            let found = of(text, question, &context);
            assert_eq!((found.skip, &*found.summary.engine), (skip, engine), "{text}");
            assert_eq!(found.values().len() - skip, 31, "{text}");
            assert_eq!((found.summary.computed, &*found.summary.title), (31, text));
        }
        // The law of treblecross is that of its code, two heaps sooner.
        let of_code = of("0.007", Question { to: Some(32), ..question }, &context);
        let strips = of("treblecross", question, &context);
        assert!(of_code.values().iter().skip(2).eq(strips.values().iter().skip(2)));
        let table = Catalogue::default().read_game("wythoff").unwrap();
        assert!(matches!(
            of_game(&*table, &question, &context),
            Err(SequenceError::Shape(text)) if text.contains("grundy table")
        ));
    }

    #[test]
    fn a_search_that_ends_without_a_proof_says_how_to_go_on() {
        let limits = Limits::default().with_positions(3000);
        let context = Context::new(limits);
        let search = |text, to| of(text, Question { to, until_period: true }, &context);
        let found = search("0.104", None);
        assert_eq!((found.summary.computed, found.stop), (3001, None));
        let advice = found.advice.unwrap();
        assert!(advice.contains("up to heap 3000") && advice.contains("--max-positions"));
        assert!(search("0.104", Some(900)).advice.unwrap().contains("--to"));
        assert_eq!(search("0.77", None).advice, None);
        let no_search = of("0.104", Question { to: Some(900), until_period: false }, &context);
        assert_eq!(no_search.advice, None);
    }

    #[test]
    fn a_repetition_at_the_end_alone_is_not_told() {
        let context = Context::default();
        let period = |text, to| {
            let found = of(text, Question { to: Some(to), until_period: false }, &context).summary;
            found.period.map(|period| (period.length, found.theorem.is_some()))
        };
        // Their values never repeat for long: exponents of 3 decide those of 8=.0.
        for to in [1000, 5000, 6560, 10_000] {
            assert_eq!(period("8=.0", to), None, "8=.0 to {to}");
        }
        assert_eq!(period("C.0", 5000), None);
        assert_eq!(period("0.77", 99), Some((12, true)));
    }

    #[test]
    fn an_end_is_chosen_where_none_is_named() {
        let found = of("0.104", Question::default(), &Context::default());
        assert_eq!(found.summary.computed, DEFAULT_LAST_HEAP + 1);
        let found = of("treblecross", Question::default(), &Context::default());
        assert_eq!(found.summary.last(), Some(DEFAULT_LAST_HEAP));
    }

    #[test]
    fn sparse_spaces_of_trivial_games_are_not_claimed() {
        let context = Context::default();
        let space = |text, to| {
            of(text, Question { to: Some(to), until_period: false }, &context).summary.space
        };
        for text in ["0.05", "4.0", "0.372", "0.7", "0.51", "4.3", "0.73", "0.07", "0.3"] {
            assert_eq!(space(text, 500), None, "{text}");
        }
        for text in ["0.77", "0.45", "0.376", "0.104"] {
            let space = space(text, 4000).unwrap();
            assert!(space.rare.iter().any(|&(n, _)| n > 0), "{text}");
        }
        // Too few heaps show nothing.
        assert_eq!(space("0.77", 62), None);
        assert!(space("0.77", 63).is_some());
    }
}
