//! Empty rectangles with more squares than are searched, where a theorem tells who wins.

use super::{Game, Known, Offer, Placed};
use crate::context::{Context, Stop};
use crate::heap::{Code, Sequence};
use crate::nat::{Nat, to_u64, to_usize};
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::Sketch;
use crate::syntax::{Arg, ArgKind, Args, Component, ReadError};
use grundy_search::board::Board;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is proved of the empty rectangles of a game on boards.
///
/// # Theorems
/// *Half a turn.* Call a move central if it takes a square that its own half turn about the middle of the board needs.
/// If no move is central, the second player answers every move by its half turn, and the rectangle is P with value 0.
/// If a first move leaves a board that half a turn carries into itself and on which no move is central, the rectangle
/// is N.
///
/// *Strips.* A rectangle of which one side is at most [`strip`](Self::strip) has the moves of a heap of a take-and-break
/// game, as large as its other side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theorems {
    /// The name of the game.
    pub title: &'static str,
    /// What half a turn says of a rectangle whose sides are odd or not; `None` where it says nothing.
    pub turned: fn(bool, bool) -> Option<Turned>,
    /// How the first player wins where that is said.
    pub first: &'static str,
    /// How wide a strip is.
    pub strip: u8,
    /// The code whose heaps have the moves of strips.
    pub code: &'static str,
}

/// Who wins by half a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turned {
    /// The second player, who answers every move by its half turn.
    Second,
    /// The first player, who begins in the middle.
    First,
}

/// The game on such rectangles.
#[derive(Debug)]
pub(crate) struct Rectangles {
    theorems: Theorems,
    /// The values of strips so far.
    strips: Mutex<Strips>,
}

struct Strips(Sequence);

impl std::fmt::Debug for Strips {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Strips({})", self.0.code())
    }
}

/// Rows and columns.
type Sides = (Nat, Nat);

/// Which theorem holds for a rectangle.
enum Case {
    /// It is the heap of this size.
    Strip(Nat),
    Turned(Turned),
    Open,
}

/// A power of two with more than this exponent is more than any search visits.
const MAX_EXPONENT: usize = 200;

impl Rectangles {
    fn new(theorems: &Theorems) -> Self {
        let code: Code = theorems.code.parse().expect("the code of a game");
        Self { theorems: *theorems, strips: Mutex::new(Strips(Sequence::new(code))) }
    }

    /// The game where the arguments are a rectangle that is too large to be searched, and a theorem tells who wins;
    /// `None` elsewhere.
    pub fn of(component: &Component, theorems: &Theorems) -> Option<Self> {
        let (rows, columns) = sides(component.args.as_ref()?)?;
        let small = |n: &Nat| to_u64(n).and_then(|n| u32::try_from(n).ok());
        let searched = small(&rows).zip(small(&columns));
        if searched.is_some_and(|(rows, columns)| Board::full(rows, columns).is_some()) {
            return None;
        }
        let game = Self::new(theorems);
        let decided = !rows.is_zero() && !columns.is_zero();
        (decided && !matches!(game.case(&(rows, columns)), Case::Open)).then_some(game)
    }

    fn case(&self, (rows, columns): &Sides) -> Case {
        let (less, more) = if rows < columns { (rows, columns) } else { (columns, rows) };
        if *less <= Nat::from(self.theorems.strip) {
            return Case::Strip(more.clone());
        }
        let odd = |side: &Nat| !side.is_multiple_of(&Nat::from(2u8));
        (self.theorems.turned)(odd(rows), odd(columns)).map_or(Case::Open, Case::Turned)
    }

    fn strips(&self) -> MutexGuard<'_, Strips> {
        // Values are stored when they are computed: they are right whatever else went wrong.
        self.strips.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sides, if the arguments are two numbers.
fn sides(args: &Args) -> Option<Sides> {
    match args.single()? {
        [Arg { kind: ArgKind::Number(rows), .. }, Arg { kind: ArgKind::Number(columns), .. }] => {
            Some((rows.clone(), columns.clone()))
        }
        _ => None,
    }
}

impl Ruleset for Rectangles {
    type Position = Sides;

    /// They are too many: nothing is listed.
    fn options(&self, _: &Sides, _: &mut Options<Sides>) -> Result<(), Full> {
        Err(Full)
    }
}

impl Game for Rectangles {
    fn title(&self) -> String {
        self.theorems.title.to_owned()
    }

    fn identity(&self) -> String {
        format!("{}, large rectangles", self.theorems.title)
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        match sides(args) {
            Some(sides) => Ok(Placed::new(self, vec![sides])),
            None => Err(ReadError::domain("this is not a rectangle", args.span)
                .help("expected (rows, columns)")),
        }
    }

    fn print(&self, (rows, columns): &Sides) -> String {
        format!("{rows},{columns}")
    }

    fn heaps(&self, _: &Sides) -> Vec<Nat> {
        Vec::new()
    }

    fn sketch(&self, _: &Sides, _: &[Offer<'_, Sides>]) -> Option<Sketch> {
        None
    }

    fn known(&self, sides: &Sides, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(match self.case(sides) {
            Case::Strip(heap) => Known::Value(self.strips().0.value(&heap, context)?),
            Case::Turned(Turned::Second) => Known::Value(Nat::ZERO),
            Case::Turned(Turned::First) => Known::Nonzero,
            Case::Open => return Ok(None),
        }))
    }

    fn method(&self, sides: &Sides) -> Cow<'static, str> {
        match self.case(sides) {
            Case::Strip(_) => {
                let (strips, code) = (self.strips(), self.theorems.code);
                match strips.0.period() {
                    Some(period) => {
                        format!("nim-sequence of {code}, period {} proved", period.length).into()
                    }
                    None => format!("nim-sequence of {code} by definition").into(),
                }
            }
            _ => "each move answered by half a turn".into(),
        }
    }

    fn why(&self, sides: &Sides) -> Vec<String> {
        let code = self.theorems.code;
        vec![match self.case(sides) {
            Case::Strip(heap) => format!("the board has the moves of the heap {code}({heap})"),
            Case::Turned(Turned::Second) => {
                "the second player answers every move by half a turn of the board: the value is 0"
                    .to_owned()
            }
            Case::Turned(Turned::First) => self.theorems.first.to_owned(),
            Case::Open => return Vec::new(),
        }]
    }

    fn reachable(&self, (rows, columns): &Sides) -> Option<Nat> {
        // Pieces on any of the squares in every third row and column leave different boards; for dominoes there is as
        // much room in pairs of squares.
        let third = |side: &Nat| (side + 2u8) / 3u8;
        let free = to_usize(&(third(rows) * third(columns))).unwrap_or(MAX_EXPONENT);
        Some(Nat::ONE << free.min(MAX_EXPONENT))
    }
}

/// Compares the theorems with the values of small rectangles by the rules.
#[cfg(test)]
pub(crate) fn check(theorems: &Theorems, mut value: impl FnMut(u32, u32) -> Nat) {
    let game = Rectangles::new(theorems);
    let square = (1..=4).flat_map(|rows| (1..=5).map(move |columns| (rows, columns)));
    let strips = (1..=u32::from(theorems.strip)).flat_map(|rows| (6..=12).map(move |c| (rows, c)));
    for (rows, columns) in square.chain([(5, 1), (5, 3), (9, 2)]).chain(strips) {
        let sides = (Nat::from(rows), Nat::from(columns));
        let right = value(rows, columns);
        match game.known(&sides, &Context::default()).unwrap() {
            Some(Known::Value(told)) => assert_eq!(told, right, "{rows} by {columns}"),
            Some(known) => {
                assert_eq!(known, Known::Nonzero);
                assert!(!right.is_zero(), "{rows} by {columns}");
            }
            None => assert!(game.why(&sides).is_empty()),
        }
    }
}
