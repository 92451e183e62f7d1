//! sprouts: join spots by lines that do not cross, and put a spot on each line.

mod notation;

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Apart, Card, Divided, Family, Game, Ground, Known, MAX_UNCLAIMED_CELLS, Move, Offer,
    Part, Placed, Proof, Wanted, erase, join,
};
use crate::nat::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, rings};
use crate::solve::search::Searched;
use crate::source::quoted;
use crate::syntax::{Arg, ArgKind, Args, Component, ReadError};
use grundy_search::Keyed;
use grundy_search::sprouts::{self, BOUNDARY, Land, Line, REGION, Regions};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// Sprouts: join two spots of fewer than three lines, or a spot with itself, by a line that crosses none,
/// and put a spot on it.
///
/// A position is written as its regions: the boundaries of each, and along a boundary the spots that have
/// lives. `0`, `1` and `2` are spots with so many lines that are met once, a letter is a spot of two lines
/// that is met twice. What plays the same is written the same ([`grundy_search::sprouts`] has the
/// equivalences); so spots have no names, and lines that leave the same text are one move. Whether a text
/// can be drawn is not asked.
///
/// # Theorems
/// 1. A game of n spots lasts at least 2n and at most 3n − 1 moves: every move takes one of 3n lives.
/// 2. Sets of regions without common spots are parts of a sum.
///
/// Everything else is searched. Normal play is P for n = 0, 1, 2 mod 6 and N otherwise for all n that were
/// ever decided; that this holds for all n is conjectured (Applegate, Jacobson, Sleator 1991).
///
/// # Complexity
/// That of the search; who wins with 11 spots takes about a second.
///
/// # Literature
/// M. Gardner, *Mathematical Games*, Scientific American 217 (1967); E. Berlekamp, J. Conway, R. Guy,
/// *Winning Ways*, ch. 17; D. Applegate, G. Jacobson, D. Sleator, *Computer analysis of Sprouts* (1991); J.
/// Lemoine and S. Viennot, *Computer analysis of Sprouts with nimbers* (2010).
#[derive(Debug, Default)]
pub struct Sprouts {
    rules: sprouts::Sprouts,
    searched: Searched,
}

/// The regions of a position, each ended by 255, its boundaries by 254; in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Drawn(Vec<u8>);

impl Drawn {
    fn new(regions: Regions) -> Self {
        let all = sprouts::together(&sprouts::lands(regions));
        let ended = all.into_iter().flat_map(|region| region.into_iter().chain([REGION]));
        Self(ended.collect())
    }

    fn regions(&self) -> Regions {
        sprouts::regions(&self.0)
    }

    /// The spots of each boundary of each region, with their numbers: places are counted from 1.
    fn places(&self) -> Vec<Vec<Vec<(u8, usize)>>> {
        let mut number = 0;
        let mut spots = |boundary: &[u8]| {
            let spots = boundary.iter().map(|&spot| {
                number += 1;
                (spot, number)
            });
            spots.collect::<Vec<_>>()
        };
        let regions = self.0.split(|&token| token == REGION).filter(|region| !region.is_empty());
        regions
            .map(|region| {
                let boundaries = region.split(|&token| token == BOUNDARY);
                boundaries.filter(|spots| !spots.is_empty()).map(&mut spots).collect()
            })
            .collect()
    }

    /// The line that is listed as this number.
    fn line(&self, number: u64) -> Option<Line> {
        let (mut next, mut found) = (0, None);
        sprouts::lines(&self.regions(), |line| {
            next += 1;
            if next > number {
                found = Some(line);
            }
            found.is_none()
        });
        found
    }

    /// A line by the numbers of its ends, and of the first spots of the boundaries that it goes around.
    fn named(&self, line: &Line) -> (String, String, String) {
        let places = self.places();
        let boundaries = &places[line.region];
        let (one, two) = (line.from, line.to);
        let (one, two) = (boundaries[one.0][one.1], boundaries[two.0][two.1]);
        let around = join(line.around.iter().map(|&i| boundaries[i][0].1.to_string()), ",");
        let signs = format!("{}-{}", notation::sign(one.0), notation::sign(two.0));
        (format!("{}-{}", one.1, two.1), signs, around)
    }
}

impl Ruleset for Sprouts {
    type Position = Drawn;

    fn options(&self, drawn: &Drawn, out: &mut Options<Drawn>) -> Result<(), Full> {
        self.options_within(drawn, out, &Context::default())
    }

    fn options_within(
        &self,
        drawn: &Drawn,
        out: &mut Options<Drawn>,
        context: &Context<'_>,
    ) -> Result<(), Full> {
        let regions = drawn.regions();
        let fresh = sprouts::fresh(&regions);
        let mut seen = HashSet::new();
        let mut number = 0;
        let all = sprouts::lines(&regions, |line| {
            let left = Drawn::new(sprouts::played(&regions, &line, fresh));
            let new = seen.insert(left.clone());
            number += 1;
            let stopped = context.tick("listing moves", number).is_err();
            !stopped && (!new || out.push_tagged(number - 1, [left]).is_ok())
        });
        if all { Ok(()) } else { Err(Full) }
    }

    fn heap_bytes(&self, drawn: &Drawn) -> usize {
        drawn.0.len()
    }
}

impl Sprouts {
    fn ground_of(&self, drawn: &Drawn) -> Ground {
        Ground::Drawing { game: self.title(), text: notation::written(&drawn.0) }
    }

    fn text(&self, land: Land) -> Part {
        let mut text = notation::written(&self.rules.written(land));
        text.pop();
        Part::Text(text)
    }
}

impl Apart<Drawn> for Sprouts {
    fn parts(&self, drawn: &Drawn) -> Vec<u128> {
        self.rules.parts(drawn.regions()).into_iter().map(|land| land.number()).collect()
    }

    fn rules(&self) -> &dyn Keyed {
        &self.rules
    }

    fn ground(&self, drawn: &Drawn) -> Option<Ground> {
        Some(self.ground_of(drawn))
    }

    fn told(&self, part: u128) -> Part {
        self.text(Land::numbered(part))
    }
}

impl Divided<Drawn> for Sprouts {
    fn value(&self, drawn: &Drawn, context: &Context<'_>) -> Result<u64, Stop> {
        self.searched.value(&self.rules, &self.rules.parts(drawn.regions()), context)
    }

    fn is(&self, drawn: &Drawn, value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        self.searched.is(&self.rules, &self.rules.parts(drawn.regions()), value, context)
    }

    fn prove(
        &self,
        drawn: &Drawn,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop> {
        let (rules, parts) = (&self.rules, self.rules.parts(drawn.regions()));
        let small = |land: &Land| 2 * land.lives() <= MAX_UNCLAIMED_CELLS;
        let (value, claims) =
            self.searched.prove(rules, &parts, wanted.other(), &small, context)?;
        let claims = claims.into_iter().map(|(land, claim)| (self.text(land), claim)).collect();
        Ok(Some(Proof { ground: self.ground_of(drawn), value, claims }))
    }

    fn proves(&self) -> bool {
        true
    }
}

impl Game for Sprouts {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let regions = match args.single() {
            Some([arg @ Arg { kind: ArgKind::Text(text), .. }]) => notation::read(text, arg)?,
            Some([arg @ Arg { kind: ArgKind::Number(count), .. }]) => {
                let count = to_u64(count).and_then(|count| usize::try_from(count).ok());
                let count = count.filter(|&count| count <= notation::MAX_SPOTS);
                let Some(count) = count else {
                    return Err(ReadError::domain("so many spots are not searched", arg.span)
                        .help(format!("expected at most {} spots", notation::MAX_SPOTS)));
                };
                sprouts::spots(count)
            }
            _ => {
                let what = "this is not a position of spots and lines";
                return Err(ReadError::domain(what, args.span).help(notation::FORM));
            }
        };
        Ok(Placed::new(self, vec![Drawn::new(regions)]))
    }

    fn print(&self, drawn: &Drawn) -> String {
        let spots = drawn.0.len() / 2;
        match *drawn == Drawn::new(sprouts::spots(spots)) {
            true => spots.to_string(),
            false => quoted(&notation::written(&drawn.0)),
        }
    }

    fn print_move(&self, from: &Drawn, to: &Move<Drawn>) -> String {
        let Some(line) = from.line(to.tag) else { return String::new() };
        let (numbers, signs, around) = from.named(&line);
        match around.is_empty() {
            true => format!("{numbers} ({signs})"),
            false => format!("{numbers} ({signs}) around {around}"),
        }
    }

    fn move_names(&self, from: &Drawn, to: &Move<Drawn>) -> Vec<String> {
        let Some(line) = from.line(to.tag) else { return Vec::new() };
        let (numbers, _, around) = from.named(&line);
        let left = to.sum.iter().map(|left| notation::written(&left.0));
        match around.is_empty() {
            true => left.chain([numbers]).collect(),
            false => left.chain([format!("{numbers} around {around}")]).collect(),
        }
    }

    fn heaps(&self, _: &Drawn) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, drawn: &Drawn) -> Vec<String> {
        let regions = drawn.places().into_iter().map(|boundaries| {
            let boundary = |spots: Vec<(u8, usize)>| {
                let spot =
                    |&(spot, number): &(u8, usize)| format!("{number}:{}", notation::sign(spot));
                format!("({})", join(spots.iter().map(spot), " "))
            };
            join(boundaries.into_iter().map(boundary), " ")
        });
        regions.collect()
    }

    fn sketch(&self, drawn: &Drawn, moves: &[Offer<'_, Drawn>]) -> Option<Sketch> {
        let spot = |(spot, number): (u8, usize)| {
            (notation::sign(spot).to_string(), format!("spot {number}"))
        };
        let places = drawn.places();
        let regions = places.into_iter().map(|boundaries| {
            let ring = |spots: Vec<(u8, usize)>| spots.into_iter().map(spot).collect();
            boundaries.into_iter().map(ring).collect()
        });
        let lines: Vec<Line> =
            moves.iter().map(|offer| drawn.line(offer.to.tag)).collect::<Option<_>>()?;
        let clicks = lines.into_iter().map(|line| rings::Click {
            region: line.region,
            places: vec![line.from, line.to],
            around: line.around,
        });
        rings::rings(&regions.collect::<Vec<_>>(), &clicks.collect::<Vec<_>>())
    }

    fn known(&self, drawn: &Drawn, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(drawn.0.is_empty().then_some(Known::Value(Nat::ZERO)))
    }

    fn outcome(&self, drawn: &Drawn, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        Ok(Some(Outcome::of(!self.is(drawn, &Nat::ZERO, context)?)))
    }

    fn divided(&self) -> Option<&dyn Divided<Drawn>> {
        Some(self)
    }

    fn apart(&self) -> Option<&dyn Apart<Drawn>> {
        Some(self)
    }

    fn method(&self, _: &Drawn) -> Cow<'static, str> {
        "proof-number search over parts and nimbers".into()
    }

    fn why(&self, drawn: &Drawn) -> Vec<String> {
        let (lands, lives) = (sprouts::lands(drawn.regions()).len(), sprouts::lives(&drawn.0));
        match lands {
            0 => Vec::new(),
            _ => vec![format!(
                "lands (regions that hang together by common spots): {lands}; lives: {lives}, each move takes one"
            )],
        }
    }
}

/// The registry's row.
pub struct SproutsFamily;

static CARD: Card<'static> = Card {
    name: "sprouts",
    params: "",
    position: "(n) spots, at most 26; or (\"0.AB.}AB.}!\"): spots of 0, 1, 2 lines and letters for spots met twice, '.' after each boundary, '}' after each region",
    rules: "Join two spots of fewer than three lines, or a spot with itself, by a line that crosses none, and put a spot on it.",
    theorem: "By proof-number search: what plays the same is written the same, and regions without common spots are parts. (n) is P for n = 0, 1, 2 mod 6 as far as it was ever decided; for all n that is a conjecture.",
    source: "J. Conway and M. Paterson 1967 (M. Gardner); D. Applegate, G. Jacobson, D. Sleator 1991; J. Lemoine and S. Viennot 2010",
    cost: "that of the search: who wins with 11 spots takes about a second",
    examples: &["sprouts(5)", "sprouts(\"0.AB.}AB.}!\") + nim(2)", "sprouts(3) + sprouts(2)"],
};

impl Family for SproutsFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Sprouts::default()))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "0",
            "1",
            "2",
            "3",
            r#""0.2.}!""#,
            r#""0.1.}!""#,
            r#""AB.}AB.}!""#,
            r#""0.AB.}AB.}!""#,
            r#""0.AB.}0.AB.}!""#,
            r#""1A1A.}!""#,
            r#""2.2.2.}!""#,
            r#""12.2.}!""#,
        ];
        texts.iter().map(|text| format!("sprouts({text})")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use crate::{Catalogue, Question};

    #[test]
    fn theory_agrees_with_the_rules() {
        let small = [
            "0.0.}",
            "0.AB.}AB.}",
            "0.1.2.}",
            "1A1A.}",
            "AB.0.}AB.2.}",
            "ABC.}ABC.}",
            "0.2}2.2.2}",
        ];
        let arg = Arg { kind: ArgKind::Text(String::new()), span: Default::default() };
        let drawn = small.iter().map(|text| Drawn::new(notation::read(text, &arg).unwrap()));
        testing::check_theory(&Sprouts::default(), drawn, 3);
        testing::check_round_trip(&SproutsFamily);
    }

    #[test]
    fn misere_outcomes_are_those_of_the_literature() {
        // D. Applegate, G. Jacobson, D. Sleator 1991, to nine spots.
        for (n, wins) in [(1, true), (2, false), (3, false), (4, false)] {
            let position = Catalogue::default().read(&format!("sprouts({n})")).unwrap();
            let question =
                Question { play: crate::outcome::Play::Misere, moves: 0, ..Question::default() };
            let answer = crate::answer(&position, &question, &Context::default()).unwrap();
            assert_eq!(answer.outcome, Outcome::of(wins), "{n}");
        }
    }

    #[test]
    fn texts_are_checked() {
        for (text, error) in [
            ("sprouts(27)", "so many spots are not searched (9)"),
            ("sprouts(1,2)", "this is not a position of spots and lines (8)"),
            ("sprouts(\"01.}\")", "a spot without lines is a boundary of its own (9)"),
            ("sprouts(\"A.A.}A.}\")", "the spot A is met three times (9)"),
            ("sprouts(\"0x?.}\")", "'?' is not a spot (9)"),
        ] {
            assert_eq!(testing::read_error(&SproutsFamily, text), error);
        }
    }
}
