//! brussels-sprouts: join free arms of crosses, and put a stroke across each line.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{Nat, to_u64};
use crate::outcome::Play;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, rings};
use crate::solve::tame::Tame;
use crate::syntax::{Arg, ArgKind, Args, Component, ReadError};
use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

/// Brussels Sprouts: join two free arms by a line that crosses none, and put a short stroke across it,
/// which makes two new arms, one at each side. A position is one region.
///
/// Along a boundary of a region all free arms play alike, so a region is the numbers of arms of its
/// boundaries. Joining arms of two boundaries makes one boundary of all their arms; joining two of one
/// boundary parts the region in two.
///
/// # Theorem
/// A region of b boundaries with a arms together lasts a + b − 2 moves, whatever is played; n crosses of
/// four arms last 5n − 2 moves.
///
/// Proof. A move takes two arms and makes two. A line between two boundaries makes them one. A line from a
/// boundary to itself parts a region in two; by the stroke each of the two new boundaries has an arm. So
/// every boundary always has an arm, and at the end, when no region has two arms, each region has one
/// boundary and one arm: there are a regions. So a − 1 lines part a region. Of those that part none, each
/// makes the boundaries fewer by one, and each that parts a region makes them more by one: from b to a there
/// are b − 1 of them. ∎
///
/// So the value is 0 or 1, the parity of the number of moves, and misère play is decided by it too.
///
/// # Literature
/// M. Gardner, *Mathematical Games: Of Sprouts and Brussels Sprouts*, Scientific American 217 (July 1967); E.
/// Berlekamp, J. Conway, R. Guy, *Winning Ways*, ch. 17.
#[derive(Clone, Copy, Debug, Default)]
pub struct BrusselsSprouts;

/// A region: the arms of each boundary, ascending, each at least 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region(Vec<u32>);

/// More arms are not played.
const MAX_ARMS: u64 = 4000;

/// The arms of a cross.
const CROSS: u32 = 4;

/// A move, by the numbers of boundaries.
#[derive(Clone, Debug)]
enum Join {
    /// Arms of two boundaries.
    Two(usize, usize),
    /// Two arms of one boundary, with so many arms between them, around these boundaries.
    One(usize, u32, Vec<usize>),
}

impl Region {
    fn new(mut arms: Vec<u32>) -> Self {
        arms.sort_unstable();
        Self(arms)
    }

    fn arms(&self) -> u64 {
        self.0.iter().map(|&arms| u64::from(arms)).sum()
    }

    /// The number of moves until the end.
    fn length(&self) -> u64 {
        (self.arms() + self.0.len() as u64).saturating_sub(2)
    }

    /// Whether boundary `i` has fewer arms than boundary `i + 1`: of equal ones it is the last.
    fn is_last(&self, i: usize) -> bool {
        self.0.get(i + 1) != Some(&self.0[i])
    }

    /// Lists moves until `each` says no; those that are equal by a half turn come twice. Whether it never did.
    fn joins(&self, each: &mut dyn FnMut(Join) -> bool) -> bool {
        for j in (0..self.0.len()).filter(|&j| self.is_last(j)) {
            for i in (0..j).filter(|&i| self.is_last(i) || i + 1 == j) {
                if !each(Join::Two(i, j)) {
                    return false;
                }
            }
        }
        for i in (0..self.0.len()).filter(|&i| self.is_last(i) && self.0[i] > 1) {
            let others: Vec<usize> = (0..self.0.len()).filter(|&j| j != i).collect();
            let classes: Vec<&[usize]> = others.chunk_by(|&a, &b| self.0[a] == self.0[b]).collect();
            for between in 0..=self.0[i] - 2 {
                let mut taken = Vec::new();
                let mut each = |around: &[usize]| each(Join::One(i, between, around.to_vec()));
                if !choose(&classes, &mut taken, &mut each) {
                    return false;
                }
            }
        }
        true
    }

    /// What a move leaves: one region or two.
    fn after(&self, to: &Join) -> Vec<Self> {
        match to {
            &Join::Two(i, j) => {
                let others = (0..self.0.len()).filter(|&k| k != i && k != j);
                let arms = others.map(|k| self.0[k]).chain([self.0[i] + self.0[j]]);
                vec![Self::new(arms.collect())]
            }
            Join::One(i, between, around) => {
                let (mut inside, mut outside) = (vec![between + 1], vec![self.0[*i] - between - 1]);
                for k in (0..self.0.len()).filter(|k| k != i) {
                    let side = if around.contains(&k) { &mut inside } else { &mut outside };
                    side.push(self.0[k]);
                }
                let (one, two) = (Self::new(inside), Self::new(outside));
                if one <= two { vec![one, two] } else { vec![two, one] }
            }
        }
    }

    /// The move that is listed as this number.
    fn join(&self, number: u64) -> Option<Join> {
        let (mut next, mut found) = (0, None);
        self.joins(&mut |to| {
            next += 1;
            if next > number {
                found = Some(to);
            }
            found.is_none()
        });
        found
    }

    fn is_over(&self) -> bool {
        self.arms() < 2
    }
}

/// Takes so many of each class, in all ways, until `each` says no.
fn choose(
    classes: &[&[usize]],
    taken: &mut Vec<usize>,
    each: &mut dyn FnMut(&[usize]) -> bool,
) -> bool {
    let Some((class, rest)) = classes.split_first() else { return each(taken) };
    let before = taken.len();
    let all = (0..=class.len()).all(|count| {
        taken.truncate(before);
        taken.extend_from_slice(&class[..count]);
        choose(rest, taken, each)
    });
    taken.truncate(before);
    all
}

impl Ruleset for BrusselsSprouts {
    type Position = Region;

    fn options(&self, region: &Region, out: &mut Options<Region>) -> Result<(), Full> {
        self.options_within(region, out, &Context::default())
    }

    fn options_within(
        &self,
        region: &Region,
        out: &mut Options<Region>,
        context: &Context<'_>,
    ) -> Result<(), Full> {
        let mut seen = HashSet::new();
        let mut number = 0;
        let all = region.joins(&mut |to| {
            let left = region.after(&to);
            number += 1;
            if context.tick("listing moves", number).is_err() {
                return false;
            }
            if !seen.insert(left.clone()) {
                return true;
            }
            let left = left.into_iter().filter(|region| !region.is_over());
            out.push_tagged(number - 1, left).is_ok()
        });
        if all { Ok(()) } else { Err(Full) }
    }

    fn heap_bytes(&self, region: &Region) -> usize {
        4 * region.0.len()
    }
}

/// How positions are typed.
const FORM: &str = "expected a number of crosses, or arms(4,4,3) with the arms of each";

/// Numbers of arms with commas.
fn listed(arms: &[u32]) -> String {
    join(arms.iter().map(ToString::to_string), ",")
}

impl Game for BrusselsSprouts {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let too_many = |span| {
            Err(ReadError::domain("so many arms are not joined", span).help(format!(
                "expected at most {MAX_ARMS} arms, {} crosses of four",
                MAX_ARMS / 4
            )))
        };
        let arms = match args.single() {
            Some([Arg { kind: ArgKind::Number(count), span }]) => {
                match to_u64(count).filter(|&count| count <= MAX_ARMS / 4) {
                    Some(count) => vec![CROSS; count as usize],
                    None => return too_many(*span),
                }
            }
            Some([arg]) => {
                let item =
                    arg.item().filter(|item| item.name() == Some("arms") && item.params.is_none());
                let Some(list) = item.and_then(|item| item.args.as_ref()) else {
                    return Err(ReadError::domain("these are no crosses", args.span).help(FORM));
                };
                let numbers = read::number_list(read::one_group(list)?)?;
                let mut arms = Vec::new();
                let mut left = MAX_ARMS;
                for number in &numbers {
                    if *number == Nat::ZERO {
                        return Err(
                            ReadError::domain("a cross has at least one arm", list.span).help(FORM)
                        );
                    }
                    match to_u64(number).and_then(|arms| left.checked_sub(arms).map(|l| (arms, l)))
                    {
                        Some((number, rest)) => {
                            arms.push(number as u32);
                            left = rest;
                        }
                        None => return too_many(list.span),
                    }
                }
                arms
            }
            _ => return Err(ReadError::domain("these are no crosses", args.span).help(FORM)),
        };
        Ok(Placed::new(self, vec![Region::new(arms)]))
    }

    fn print(&self, region: &Region) -> String {
        match region.0.iter().all(|&arms| arms == CROSS) {
            true => region.0.len().to_string(),
            false => format!("arms({})", listed(&region.0)),
        }
    }

    fn print_move(&self, from: &Region, to: &Move<Region>) -> String {
        match from.join(to.tag) {
            Some(Join::Two(i, j)) => format!("join {} and {}", from.0[i], from.0[j]),
            Some(Join::One(i, between, around)) => {
                let around = around.into_iter().map(|k| from.0[k]);
                let inside: Vec<u32> = [between + 1].into_iter().chain(around).collect();
                format!("loop at {}, inside {}", from.0[i], listed(&inside))
            }
            None => String::new(),
        }
    }

    fn heaps(&self, _: &Region) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, region: &Region) -> Vec<String> {
        crate::picture::list(region.0.iter().map(|&arms| "+".repeat(arms.min(40) as usize)), " ")
    }

    fn sketch(&self, region: &Region, moves: &[Offer<'_, Region>]) -> Option<Sketch> {
        const MAX_DRAWN: u64 = 120;
        if region.arms() > MAX_DRAWN {
            return None;
        }
        let mut number = 0;
        let mut place = |_| {
            number += 1;
            ("+".to_owned(), format!("arm {number}"))
        };
        let rings: Vec<Vec<rings::Place>> =
            region.0.iter().map(|&arms| (0..arms).map(&mut place).collect()).collect();
        let click = |offer: &Offer<'_, Region>| {
            let (places, around) = match region.join(offer.to.tag)? {
                Join::Two(i, j) => (vec![(i, 0), (j, 0)], Vec::new()),
                Join::One(i, between, around) => (vec![(i, 0), (i, between as usize + 1)], around),
            };
            Some(rings::Click { region: 0, places, around })
        };
        let clicks: Vec<rings::Click> = moves.iter().map(click).collect::<Option<_>>()?;
        rings::rings(&[rings], &clicks)
    }

    fn known(&self, region: &Region, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(Nat::from(region.length() % 2))))
    }

    fn tame(&self, region: &Region, _: &Context<'_>) -> Result<Option<Tame>, Stop> {
        Ok(Some(Tame::Fickle(region.length() % 2 == 1)))
    }

    fn fixed_length(&self, region: &Region, _: Play) -> Option<Nat> {
        Some(region.length().into())
    }

    fn method(&self, _: &Region) -> Cow<'static, str> {
        "the number of moves is known".into()
    }

    fn why(&self, region: &Region) -> Vec<String> {
        if region.0.is_empty() {
            return Vec::new();
        }
        let (arms, boundaries, length) = (region.arms(), region.0.len(), region.length());
        vec![format!(
            "a region with a arms on b boundaries lasts a + b - 2 moves, whatever is played; here a = {arms} and b = {boundaries}, so the number of moves is {length} and the value is {}",
            length % 2
        )]
    }
}

/// The registry's row.
pub struct BrusselsSproutsFamily;

static CARD: Card<'static> = Card {
    name: "brussels-sprouts",
    params: "",
    position: "(n) crosses of four arms, or (arms(4,4,3)) with the arms of each; at most 4000 arms",
    rules: "Join two free arms by a line that crosses none, and put a stroke across it: two new arms, one at each side.",
    theorem: "Whatever is played, crosses with a arms together last a + b - 2 moves if there are b of them: (n) lasts 5n - 2. So the value is the parity of this number, and misère play is decided by it too.",
    source: "J. Conway 1967 (M. Gardner)",
    cost: "O(1)",
    examples: &["brussels-sprouts(3)", "brussels-sprouts(arms(5,4,1)) + nim(1)"],
};

impl Family for BrusselsSproutsFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(BrusselsSprouts))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "0",
            "1",
            "arms(1)",
            "arms(2)",
            "arms(3)",
            "arms(1,1)",
            "arms(1,2)",
            "arms(1,1,2)",
            "arms(2,3)",
            "arms(5)",
        ];
        texts.iter().map(|text| format!("brussels-sprouts({text})")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let small: [&[u32]; 8] =
            [&[4], &[6], &[1, 1, 1], &[2, 2], &[1, 3], &[4, 1], &[1, 1, 2], &[3, 3]];
        let regions = small.iter().map(|arms| Region::new(arms.to_vec()));
        testing::check_theory(&BrusselsSprouts, regions, 2);
        testing::check_round_trip(&BrusselsSproutsFamily);
    }

    #[test]
    fn every_play_lasts_as_long() {
        let mut rng = fastrand::Rng::with_seed(3);
        for n in 1..5usize {
            let mut regions = vec![Region::new(vec![CROSS; n])];
            let mut moves = 0;
            while let Some(i) = (0..regions.len()).find(|&i| !regions[i].is_over()) {
                let region = regions.swap_remove(i);
                let options = testing::enumerate(&BrusselsSprouts, &region);
                let option = options.iter().nth(rng.usize(..options.len())).unwrap();
                regions.extend(option.sum.iter().cloned());
                moves += 1;
            }
            assert_eq!(moves, 5 * n - 2);
        }
    }

    #[test]
    fn arms_are_checked() {
        for (text, error) in [
            ("brussels-sprouts(1001)", "so many arms are not joined (18)"),
            ("brussels-sprouts(arms(4000,1))", "so many arms are not joined (22)"),
            ("brussels-sprouts(arms(0))", "a cross has at least one arm (22)"),
            ("brussels-sprouts(rows(3))", "these are no crosses (17)"),
            ("brussels-sprouts(1,2)", "these are no crosses (17)"),
        ] {
            assert_eq!(testing::read_error(&BrusselsSproutsFamily, text), error);
        }
    }
}
