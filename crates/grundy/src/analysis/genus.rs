//! The genus of each part, told with the reasoning of misère play; genera of single positions.

use super::explain::part_list;
use super::parts::Parts;
use super::search::Searcher;
use super::{Question, REPORTED};
use crate::context::{Context, Stop};
use crate::game::{Component, Known, NimLike};
use crate::nat::Nat;
use crate::solve::classes::Class;
use crate::solve::genera::Genera;
use crate::solve::genus::Genus;
use crate::solve::tame::Tame;
use std::sync::Arc;

/// Positions and sums that are looked at for the genera of one question.
const MAX_POSITIONS: u64 = 3000;
/// Moves of sums that are looked at for them.
const MOVES: u64 = 200_000;

/// What is told of a part.
#[derive(PartialEq, Eq)]
enum Told {
    /// The symbol and the class.
    Genus(String),
    NotFound,
}

/// The sentences on the genera of the parts: parts of a kind together; none where misère values are not
/// defined.
///
/// # Errors
/// [`Stop`] when cancelled or if rules are faulty; a genus that is not found within limits is told.
pub fn told(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Vec<String>, Stop> {
    if !question.explain || parts.any_loopy() || parts.any_entails() {
        return Ok(Vec::new());
    }
    let mut genera = Genera::within_moves(MOVES);
    let mut groups: Vec<(Told, Vec<usize>)> = Vec::new();
    for part in 0..parts.len().min(REPORTED) {
        let (component, i) = parts.place(part);
        // Such parts are like sums of nim-heaps, which may be of any size.
        let fickle = component.fickle(i);
        if (component.nim_like() != NimLike::No || fickle.is_some())
            && let Ok(Some(Known::Value(value))) = component.known(i, context)
        {
            let genus = match crate::nat::to_u64(&value) {
                Some(value @ 0..=1) if fickle == Some(false) => {
                    Genus::of_tame(&Tame::Firm(value)).to_string()
                }
                _ => of_nim(&value),
            };
            add(&mut groups, Told::Genus(format!("{genus}, tame")), part);
            continue;
        }
        let (node, arena) = searcher.node_of(component, i);
        let mut few = *context;
        // The arena holds what earlier searches met.
        few.limits.positions = few.limits.positions.min(arena.len() as u64 + MAX_POSITIONS);
        let found = genera
            .class(arena, node, &few)
            .and_then(|class| Ok(genera.of(arena, &[node], &few)?.map(|genus| (genus, class))));
        let told = match found {
            Ok(Some((genus, class))) => Told::Genus(format!("{genus}, {class}")),
            // A move wins at once.
            Ok(None) => continue,
            // Nothing depends on it.
            Err(Stop::Limit { .. } | Stop::Refused(_)) => Told::NotFound,
            Err(stop) => return Err(stop),
        };
        add(&mut groups, told, part);
    }
    let sentence = |(told, group): (Told, Vec<usize>)| {
        let list = part_list(&group);
        match told {
            Told::Genus(told) => format!("{list}: genus {told}"),
            Told::NotFound => {
                format!(
                    "{list}: genus not found within {MAX_POSITIONS} positions and {MOVES} moves"
                )
            }
        }
    };
    Ok(groups.into_iter().map(sentence).collect())
}

fn add(groups: &mut Vec<(Told, Vec<usize>)>, told: Told, part: usize) {
    match groups.iter_mut().find(|(known, _)| *known == told) {
        Some((_, group)) => group.push(part),
        None => groups.push((told, vec![part])),
    }
}

/// The genus of a nim-heap.
fn of_nim(heap: &Nat) -> String {
    match crate::nat::to_u64(heap) {
        Some(n) => Genus::of_tame(&tame_of_nim(n)).to_string(),
        None => format!("{heap}^{{{heap},{}}}", heap ^ Nat::from(2u8)),
    }
}

fn tame_of_nim(heap: u64) -> Tame {
    if heap <= 1 { Tame::Fickle(heap == 1) } else { Tame::Firm(heap) }
}

/// The genera of single positions; later ones use what earlier ones found by search.
///
/// ```
/// use grundy::analysis::PositionGenera;
/// let position = grundy::expr::Catalogue::default().read("kayles(5)").unwrap();
/// let grundy::expr::Expression::Sum(sum) = position else { unreachable!() };
/// let (genus, class) = PositionGenera::default().of(&sum[0], &Default::default()).unwrap().unwrap();
/// assert_eq!((genus.to_string(), class.to_string()), ("4^146".into(), "restless".into()));
/// ```
#[derive(Default)]
pub struct PositionGenera {
    searcher: Searcher,
    genera: Genera,
}

impl PositionGenera {
    /// The genus of a component that is one part, and its class. `None` where a move wins at once or must be
    /// answered, as there are no misère values then.
    ///
    /// # Complexity
    /// O(sums that can be reached * their moves), less what earlier questions found; tame positions cost the
    /// positions below them only.
    ///
    /// # Errors
    /// [`Stop`] at a limit, when cancelled, and where play may go on for ever.
    pub fn of(
        &mut self,
        component: &Arc<dyn Component>,
        context: &Context<'_>,
    ) -> Result<Option<(Genus, Class)>, Stop> {
        let sum = std::slice::from_ref(component);
        let parts = Parts::new(sum);
        parts.refuse_endless("genera")?;
        if parts.any_entails() {
            return Ok(None);
        }
        if component.nim_like() != NimLike::No
            && let Some(Known::Value(value)) = component.known(0, context)?
            && let Some(value) = crate::nat::to_u64(&value)
        {
            let tame = tame_of_nim(value);
            return Ok(Some((Genus::of_tame(&tame), Class::tame(tame))));
        }
        let (node, arena) = self.searcher.node_of(&**component, 0);
        let class = self.genera.class(arena, node, context)?;
        Ok(self.genera.of(arena, &[node], context)?.map(|genus| (genus, class)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests::is_p_by_search as is_p;
    use crate::expr::{Catalogue, Expression};

    fn read(sum: &str) -> Vec<Arc<dyn Component>> {
        match Catalogue::default().read(sum).unwrap() {
            Expression::Sum(sum) => sum.to_vec(),
            _ => unreachable!(),
        }
    }

    #[test]
    fn genera_of_positions_are_those_of_the_rules() {
        let (mut genera, mut wild) = (PositionGenera::default(), 0);
        for position in [
            "nim(0)",
            "nim(1)",
            "nim(5)",
            "kayles(5)",
            "kayles(8)",
            "0.123(8)",
            "wythoff(2,2)",
            "wythoff(1,3)",
            "chomp(2,3)",
            "chomp(3,3)",
            "cram(2,3)",
            "euclid(3,5)",
            "bash[3](7)",
            "node-kayles(2,3)",
            "fibonacci-nim(6)",
            "0.312(4)",
            "0.312(6)",
        ] {
            let sum = read(position);
            let (genus, class) = genera.of(&sum[0], &Context::default()).unwrap().unwrap();
            wild += usize::from(class.as_tame().is_none());
            for twos in 0..=2 {
                let beside = " + nim(2)".repeat(twos);
                for n in 0..=6 {
                    let p = is_p(&format!("{position}{beside} + nim({n})"));
                    assert_eq!(p, genus.beside_twos(twos) == n, "{position}{beside} + nim({n})");
                }
            }
        }
        assert!(wild > 3, "{wild}");
        let cut = read("cutting(1,4)");
        assert_eq!(genera.of(&cut[0], &Context::default()).unwrap(), None);
    }
}
