//! The misère quotient of a set of codes and positions.

use super::parts::Parts;
use super::search::Searcher;
use crate::context::{Context, LimitKind, Stop};
use crate::expr::Expression;
use crate::game::Component;
use crate::heap::Code;
use crate::quotient::{Element, End, Id, Limits, Place, SetFacts, Union, certificate};
use crate::solve::arena::Node;
use grundy_quotients::Halt;
use hashbrown::HashMap;
use std::sync::Arc;

/// The misère quotient of all sums of heaps of some codes and of some positions, with all that can be reached
/// from these.
///
/// ```
/// use grundy::analysis::SetQuotient;
/// use grundy::expr::Catalogue;
/// let context = Default::default();
/// let mut set = SetQuotient::new([("0.123".into(), "0.123".parse().unwrap())], Default::default());
/// let position = Catalogue::default().read("nim(4)").unwrap();
/// set.add(&position, &context).unwrap().unwrap();
/// set.grow(1000, &context).unwrap();
/// assert!(set.check(&context).unwrap());
/// let facts = set.facts();
/// assert!(facts.proved && facts.order == 44);
/// assert_eq!((&*facts.positions[0].position, facts.positions[0].p), ("nim(4)", false));
/// ```
pub struct SetQuotient {
    searcher: Searcher,
    union: Union,
    ids: HashMap<Node, Id>,
    names: HashMap<Id, String>,
    /// The names of positions that are heaps of codes, with the code.
    coded: HashMap<Id, String>,
    set: Vec<String>,
    /// The positions that were asked about, with the numbers of their parts.
    asked: Vec<(String, Vec<Id>)>,
    halted: Option<Halt>,
}

/// Moves of a position that is added, at most.
const MAX_MOVES: usize = 100_000;

impl SetQuotient {
    /// Of these codes, each with what it was called, without heaps yet. Positions are added first, then
    /// heaps by [`grow`](Self::grow).
    pub fn new(codes: impl IntoIterator<Item = (String, Code)>, limits: Limits) -> Self {
        let (set, codes): (Vec<String>, Vec<Code>) = codes.into_iter().unzip();
        Self {
            searcher: Searcher::default(),
            union: Union::new(codes, limits),
            ids: HashMap::new(),
            names: HashMap::new(),
            coded: HashMap::new(),
            set,
            asked: Vec::new(),
            halted: None,
        }
    }

    /// The quotient so far.
    pub fn union(&self) -> &Union {
        &self.union
    }

    /// Adds the parts of a sum, and all that can be reached from them. A halt is kept: nothing is added after
    /// it.
    ///
    /// # Complexity
    /// O(positions below * their moves), and what the quotient takes.
    ///
    /// # Errors
    /// [`Stop`] when cancelled, at a limit, or where the theory does not hold: play may go on for ever, a
    /// move wins at once or must be answered.
    pub fn add(
        &mut self,
        expression: &Expression,
        context: &Context<'_>,
    ) -> Result<Result<(), Halt>, Stop> {
        let Expression::Sum(sum) = expression else {
            return Err(Stop::Refused(
                "misère quotients are those of sums: a series or a join has none".into(),
            ));
        };
        let parts = Parts::new(sum);
        parts.refuse_endless("misère quotients")?;
        if parts.any_entails() {
            return Err(Stop::Refused(
                "a move must be answered here: misère quotients are those of games in which every part \
                 may be moved in"
                    .into(),
            ));
        }
        let text = expression.to_string();
        let mut ids = Vec::with_capacity(parts.len());
        for part in 0..parts.len() {
            let (component, i) = parts.place(part);
            match self.add_part(component.with_parts(&[i]), context)? {
                Ok(id) => ids.push(id),
                Err(halt) => {
                    self.halted = Some(halt);
                    return Ok(Err(halt));
                }
            }
        }
        self.set.push(text.clone());
        self.asked.push((text, ids));
        Ok(Ok(()))
    }

    /// Adds a component of one part after all that can be reached from it.
    fn add_part(
        &mut self,
        top: Arc<dyn Component>,
        context: &Context<'_>,
    ) -> Result<Result<Id, Halt>, Stop> {
        let mut stack = vec![top.clone()];
        while let Some(component) = stack.last().cloned() {
            let node = self.searcher.node_of(&*component, 0).0;
            if self.ids.contains_key(&node) {
                stack.pop();
                continue;
            }
            context.look("looking for the misère quotient", self.ids.len() as u64)?;
            if (stack.len() + self.ids.len()) as u64 > context.limits.positions {
                return Err(too_many(&top, "positions can be reached from"));
            }
            let found = component.some_moves(0, MAX_MOVES + 1).listed;
            if let Some(stop) = component.fault() {
                return Err(stop);
            }
            if found.len() > MAX_MOVES {
                return Err(too_many(&top, "moves are there in, or below,"));
            }
            let (mut options, mut open) = (Vec::with_capacity(found.len()), Vec::new());
            for option in found {
                if option.wins {
                    return Err(Stop::Refused(format!(
                        "a move of {} wins at once: misère quotients are those of sums that are played \
                         to the end",
                        component.print()
                    )));
                }
                let mut left = Vec::with_capacity(option.after.parts());
                for j in 0..option.after.parts() {
                    let part = option.after.with_parts(&[j]);
                    match self.ids.get(&self.searcher.node_of(&*part, 0).0) {
                        Some(&id) => left.push(id),
                        None => open.push(part),
                    }
                }
                options.push(left);
            }
            if !open.is_empty() {
                stack.extend(open);
                continue;
            }
            let id = match self.union.add_position(options, context)? {
                Ok(id) => id,
                Err(halt) => return Ok(Err(halt)),
            };
            self.ids.insert(node, id);
            self.names.insert(id, component.print());
            if let (Some(code), Some(heap)) = (component.code(), component.heap_of_code(0)) {
                self.coded.insert(id, format!("{code}({heap})"));
            }
            stack.pop();
        }
        let node = self.searcher.node_of(&*top, 0).0;
        Ok(Ok(self.ids[&node]))
    }

    /// Adds heaps of the codes, as [`Union::grow`] does, up to heap `to` of each without a period.
    ///
    /// # Errors
    /// As there.
    pub fn grow(&mut self, to: u64, context: &Context<'_>) -> Result<End, Stop> {
        if let Some(halt) = self.halted {
            return Ok(End::Halted(halt));
        }
        let codes = self.union.codes().len();
        let end = self.union.grow(&vec![Some(to); codes], context)?;
        if let End::Halted(halt) = end {
            self.halted = Some(halt);
        }
        Ok(end)
    }

    /// As [`Union::check`].
    ///
    /// # Errors
    /// As there.
    pub fn check(&mut self, context: &Context<'_>) -> Result<bool, Stop> {
        self.union.check(context)
    }

    /// The certificate that [`verify_set`](crate::verify::verify_set) checks: positions with their options,
    /// heaps of codes by the code.
    ///
    /// # Errors
    /// As [`certificate`].
    pub fn certificate(&self) -> Result<String, String> {
        let mut names = self.names.clone();
        names.extend(self.coded.iter().map(|(&id, name)| (id, name.clone())));
        certificate(&self.union, &names)
    }

    /// The facts.
    pub fn facts(&self) -> SetFacts {
        let monoid = self.union.monoid();
        let element = |ids: &[Id]| {
            let place = |&id: &Id| self.union.element(&Place::Position(id)).expect("it was added");
            ids.iter().map(place).fold(0, |x: Element, y| monoid.product(x, y))
        };
        let asked: Vec<(String, Element)> =
            self.asked.iter().map(|(text, ids)| (text.clone(), element(ids))).collect();
        let halted = self.halted.map(|halt| halt.to_string());
        SetFacts::of(&self.union, &self.names, self.set.clone(), &asked, halted)
    }
}

fn too_many(top: &Arc<dyn Component>, what: &str) -> Stop {
    Stop::Limit {
        kind: LimitKind::Positions,
        what: format!("looking for the misère quotient: too many {what} {}", top.print()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::tests::is_p_by_search as is_p;
    use crate::expr::Catalogue;

    fn set(codes: &[&str], positions: &[&str], to: u64) -> SetQuotient {
        let context = Context::default();
        let codes = codes.iter().map(|code| ((*code).to_owned(), code.parse().unwrap()));
        let mut set = SetQuotient::new(codes, Limits::default());
        for position in positions {
            let expression = Catalogue::default().read(position).unwrap();
            set.add(&expression, &context).unwrap().unwrap();
        }
        set.grow(to, &context).unwrap();
        assert!(set.check(&context).unwrap());
        set
    }

    #[test]
    fn products_decide_all_sums_of_a_set() {
        let mut random = fastrand::Rng::with_seed(21);
        for (codes, positions) in [
            (&["0.123"][..], &["nim(4)", "nim(2,2)"][..]),
            (&[], &["kayles(5)", "cram(2,3)", "nim(1)"]),
            (&["0.15"], &["chomp(2,3)"]),
            (&["0.75", "0.71"], &["nim(3)"]),
            (&[], &["node-kayles(2,3)", "wythoff(2,2)", "0.123(9)"]),
        ] {
            let set = set(codes, positions, 12);
            let (facts, monoid) = (set.facts(), set.union().monoid());
            for _ in 0..12 {
                let (mut sum, mut product) = (vec!["nim(0)".to_owned()], 0);
                for _ in 0..random.usize(1..4) {
                    if !codes.is_empty() && random.bool() {
                        let (code, heap) = (random.usize(..codes.len()), random.u64(1..9));
                        sum.push(format!("{}({heap})", codes[code]));
                        let place = Place::Heap(code, heap.into());
                        product = monoid.product(product, set.union().element(&place).unwrap());
                    } else {
                        let i = random.usize(..positions.len());
                        sum.push(positions[i].to_owned());
                        let ids = &set.asked[i].1;
                        for &id in ids {
                            let x = set.union().element(&Place::Position(id)).unwrap();
                            product = monoid.product(product, x);
                        }
                    }
                }
                let sum = sum.join(" + ");
                assert_eq!(monoid.is_p(product), is_p(&sum), "{sum}");
            }
            for found in &facts.positions {
                assert_eq!(found.p, is_p(&found.position), "{found:?}");
            }
        }
    }

    #[test]
    fn sets_beyond_the_theory_are_refused() {
        let context = Context::default();
        for text in ["poker-nim!(3)", "digraph(arcs(1>2,2>1), 1)", "repeat(nim(3))"] {
            let Ok(expression) = Catalogue::default().read(text) else { continue };
            let mut set = SetQuotient::new([], Limits::default());
            assert!(matches!(set.add(&expression, &context), Err(Stop::Refused(_))), "{text}");
        }
    }
}
