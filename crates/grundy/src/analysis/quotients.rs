//! Misère play of sums with heaps of take-and-break codes, decided by their misère quotient.

use super::decided::Decided;
use super::explain::part_list;
use super::parts::{Gathered, Parts, allowed};
use super::search::Searcher;
use super::{Question, nim_beside};
use crate::context::{Context, Stop};
use crate::heap::{Code, HeapClasses};
use crate::nat::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::quotient::{Element, Id, Limits, ONE_QUESTION, Place, Union, Words, last_heap};
use crate::ruleset::{Options, Ruleset};
use crate::solve::arena::{Arena, Node};
use crate::sorting::order;
use hashbrown::HashMap;

/// Positions of other games, with all that can be reached from them.
const MAX_POSITIONS: usize = 300;
/// Moves of a heap that are looked at one by one.
const MAX_MOVES: usize = 1 << 20;

/// The outcome and the winning moves by the misère quotient of all parts together; `None` if there is no
/// code among them that theory does not know to be tame, or if the quotient is not found within its limits.
///
/// # Errors
/// [`Stop`] when cancelled, out of time, or if rules are faulty.
pub fn decide(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Option<Decided>, Stop> {
    // The theory is of sums in which every part may be moved in, and in which play ends.
    let ordinary = !parts.any_entails() && !parts.any_loopy();
    if !ordinary || !any_wild_code(parts, context, searcher)? {
        return Ok(None);
    }
    if let Some(decided) = nim_beside::decide(parts, question, context, searcher)? {
        return Ok(Some(decided));
    }
    let Some(sum) = Sum::of(parts, context, searcher)? else { return Ok(None) };
    let (union, ids, _) = searcher.kept_quotient(sum.quotient);
    let elements: Option<Vec<Element>> =
        sum.places.iter().map(|place| element(union, ids, place)).collect();
    let Some(elements) = elements else { return Ok(None) };
    let monoid = union.monoid();
    let total = elements.iter().fold(0, |x, &y| monoid.product(x, y));
    let outcome = Outcome::of(!monoid.is_p(total));
    let mut decided = Decided {
        outcome,
        winning_moves: Gathered::new(question.moves),
        method: method(union, &sum),
        reasoning: Vec::new(),
    };
    if question.explain {
        decided.reasoning = reasoning(union, &sum, &elements, total, outcome);
    }
    if outcome.mover_wins() {
        let rests = rests(union, &elements);
        for part in allowed(question, parts) {
            gather(
                &mut decided.winning_moves,
                parts,
                part,
                (&sum, rests[part]),
                context,
                searcher,
            )?;
        }
    }
    Ok(Some(decided))
}

fn any_wild_code(
    parts: &Parts<'_>,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<bool, Stop> {
    for part in 0..parts.len() {
        let (component, i) = parts.place(part);
        if component.code().is_some() && !searcher.is_tame_by_theory(component, i, context)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A sum in its quotient.
struct Sum {
    /// The quotient's number in the searcher.
    quotient: usize,
    places: Vec<Part>,
}

/// A part: a heap of a code or a node of the arena.
enum Part {
    Heap(usize, Nat),
    Node(Node),
}

fn element(union: &Union, ids: &HashMap<Node, Id>, part: &Part) -> Option<Element> {
    match part {
        Part::Heap(code, heap) => union.element(&Place::Heap(*code, heap.clone())),
        Part::Node(node) => union.element(&Place::Position(*ids.get(node)?)),
    }
}

impl Sum {
    /// The quotient of all parts, grown as far as they need it.
    fn of(
        parts: &Parts<'_>,
        context: &Context<'_>,
        searcher: &mut Searcher,
    ) -> Result<Option<Self>, Stop> {
        let (mut codes, mut nodes): (Vec<Code>, Vec<Node>) = (Vec::new(), Vec::new());
        let mut places = Vec::with_capacity(parts.len());
        for part in 0..parts.len() {
            let (component, i) = parts.place(part);
            if let (Some(code), Some(heap)) = (component.code(), component.heap_of_code(i)) {
                let known = codes.iter().position(|known| known == code);
                let number = known.unwrap_or_else(|| {
                    codes.push(code.clone());
                    codes.len() - 1
                });
                places.push(Part::Heap(number, heap));
            } else {
                let (node, _) = searcher.node_of(component, i);
                nodes.push(node);
                places.push(Part::Node(node));
            }
        }
        // Positions alone, without heaps, are for the search for types.
        if codes.is_empty() {
            return Ok(None);
        }
        nodes.sort_unstable();
        nodes.dedup();
        // The same quotient serves the codes in any order.
        let names: Vec<String> = codes.iter().map(ToString::to_string).collect();
        let order = order(codes.len(), &|a, b| names[a].cmp(&names[b]));
        for place in &mut places {
            if let Part::Heap(code, _) = place {
                *code = order.iter().position(|&i| i == *code).expect("a permutation");
            }
        }
        let codes: Vec<Code> = order.into_iter().map(|i| codes[i].clone()).collect();
        let key = (codes.iter().map(Code::to_string).collect(), nodes.clone());
        let quotient = match searcher.quotient(&key) {
            Some(known) => known,
            None => {
                let (node_list, mut union) =
                    (nodes, Union::new(codes.clone(), one_question(context)));
                let (_, arena) = {
                    let (component, i) = parts.place(0);
                    searcher.node_of(component, i)
                };
                let Some(ids) = add_positions(arena, &node_list, &mut union, context)? else {
                    return Ok(None);
                };
                searcher.keep_quotient(key, union, ids)
            }
        };
        let mut to = vec![None; codes.len()];
        for place in &places {
            if let Part::Heap(code, heap) = place {
                let heap = to_u64(heap).unwrap_or(u64::MAX).min(last_heap(&codes[*code]));
                to[*code] = to[*code].max(Some(heap));
            }
        }
        let (union, ..) = searcher.kept_quotient(quotient);
        union.grow(&to, context)?;
        Ok(union.check(context)?.then_some(Self { quotient, places }))
    }
}

/// The limits of a quotient for one question, within those of the context.
pub(super) fn one_question(context: &Context<'_>) -> Limits {
    let all = &context.limits;
    let most = all.positions.min(all.memory / 160).min(ONE_QUESTION.outcomes as u64);
    Limits { outcomes: most as usize, ..ONE_QUESTION }
}

/// Adds positions and all that can be reached from them; `None` if they are too many, or not of a kind
/// that a quotient can tell of.
fn add_positions(
    arena: &mut Arena,
    nodes: &[Node],
    union: &mut Union,
    context: &Context<'_>,
) -> Result<Option<HashMap<Node, Id>>, Stop> {
    let mut ids: HashMap<Node, Id> = HashMap::new();
    // Moves too many to be of use are not listed.
    let mut few = *context;
    few.limits.positions = few.limits.positions.min((arena.len() + 8 * MAX_POSITIONS) as u64);
    let mut stack: Vec<Node> = nodes.to_vec();
    while let Some(&node) = stack.last() {
        if ids.contains_key(&node) {
            stack.pop();
            continue;
        }
        if stack.len() + ids.len() > 8 * MAX_POSITIONS {
            return Ok(None);
        }
        let count = match arena.expand(node, &few) {
            Ok(count) if count <= MAX_POSITIONS => count,
            Ok(_) | Err(Stop::Limit { .. } | Stop::Refused(_)) => return Ok(None),
            Err(stop) => return Err(stop),
        };
        let (mut options, mut open) = (Vec::with_capacity(count), Vec::new());
        for i in 0..count {
            let (left, wins) = arena.option(node, i);
            if wins {
                return Ok(None);
            }
            open.extend(left.iter().copied().filter(|part| !ids.contains_key(part)));
            options.push(left.iter().filter_map(|part| ids.get(part).copied()).collect::<Vec<_>>());
        }
        if !open.is_empty() {
            stack.extend(open);
            continue;
        }
        if ids.len() == MAX_POSITIONS {
            return Ok(None);
        }
        match union.add_position(options, context)? {
            Ok(id) => _ = ids.insert(node, id),
            Err(_) => return Ok(None),
        }
        stack.pop();
    }
    Ok(Some(ids))
}

/// For each part the product of the elements of the others.
fn rests(union: &Union, elements: &[Element]) -> Vec<Element> {
    let monoid = union.monoid();
    let mut rests = vec![0; elements.len()];
    let mut before = 0;
    for (rest, &x) in rests.iter_mut().zip(elements) {
        *rest = before;
        before = monoid.product(before, x);
    }
    let mut behind = 0;
    for (rest, &x) in rests.iter_mut().zip(elements).rev() {
        *rest = monoid.product(*rest, behind);
        behind = monoid.product(behind, x);
    }
    rests
}

/// Adds the winning moves of one part, the others of which are the element `rest` together.
fn gather(
    gathered: &mut Gathered,
    parts: &Parts<'_>,
    part: usize,
    (sum, rest): (&Sum, Element),
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<(), Stop> {
    let (component, i) = parts.place(part);
    let (union, ids, arena) = searcher.kept_quotient(sum.quotient);
    let monoid = union.monoid();
    let wins = |left: &[Element]| monoid.is_p(left.iter().fold(rest, |x, &y| monoid.product(x, y)));
    let mut winning = Vec::new();
    match &sum.places[part] {
        Part::Heap(code, heap) => {
            let elements = union.elements(*code);
            let class = |n: u64| u32::from(elements[n as usize]);
            let classes = HeapClasses {
                class: &class as &dyn Fn(u64) -> u32,
                computed: elements.len() as u64,
                period: union.period(*code),
            };
            let keep = |left: &[u32]| {
                monoid.is_p(left.iter().fold(rest, |x, &y| monoid.product(x, y as Element)))
            };
            if let Some(found) =
                component.moves_by_class(i, &classes, &keep, gathered.room(), context)?
            {
                gathered.add(parts, part, &found);
                return Ok(());
            }
            let rules = union.codes().nth(*code).expect("a number of a code");
            let mut options = Options::with_capacity_limit(MAX_MOVES);
            // Rules that are those of a code may list the moves in another order.
            let in_order = component.position(i).is::<Nat>();
            if !in_order || rules.options(heap, &mut options).is_err() {
                gathered.add_unknown();
                return Ok(());
            }
            for (number, option) in options.iter().enumerate() {
                context.tick("counting winning moves", number as u64)?;
                let place = |heap: &Nat| Place::Heap(*code, heap.clone());
                let left: Option<Vec<Element>> =
                    option.sum.iter().map(|heap| union.element(&place(heap))).collect();
                // Heaps below one with an element have elements, too.
                if left.is_some_and(|left| wins(&left)) {
                    winning.push(number);
                }
            }
        }
        Part::Node(node) => {
            for number in 0..arena.expand(*node, context)? {
                let (left, _) = arena.option(*node, number);
                let left: Option<Vec<Element>> =
                    left.iter().map(|&part| element(union, ids, &Part::Node(part))).collect();
                if left.is_some_and(|left| wins(&left)) {
                    winning.push(number);
                }
            }
        }
    }
    let mut keep = |option: usize| winning.binary_search(&option).is_ok();
    let found = component.moves_kept(i, &mut keep, gathered.room(), context)?;
    gathered.add(parts, part, &found);
    Ok(())
}

/// What the quotient is of, and how far it is proved.
fn method(union: &Union, sum: &Sum) -> String {
    let codes: Vec<String> = union.codes().map(ToString::to_string).collect();
    let others = sum.places.iter().any(|place| matches!(place, Part::Node(_)));
    let beside = if others { " and the other parts" } else { "" };
    let order = union.monoid().order();
    let codes = codes.join(", ");
    match union.last_heaps() {
        None => {
            format!("misère quotient of {codes}{beside}: {order} elements, proved for all heaps")
        }
        Some(last) => format!(
            "misère quotient of {codes}{beside}: {order} elements, proved for heaps up to {last}"
        ),
    }
}

fn reasoning(
    union: &Union,
    sum: &Sum,
    elements: &[Element],
    total: Element,
    outcome: Outcome,
) -> Vec<String> {
    let words = Words::new(union);
    let mut told = vec![
        "in misère play sums are told apart by elements of the misère quotient, not by Grundy values: \
         a sum is the product of its parts' elements, and P iff that is in the P-portion (Plambeck and \
         Siegel)"
            .to_owned(),
    ];
    for (letter, heap) in words.named(union) {
        told.push(match heap {
            Some(heap) => format!("generator {letter} is the heap {heap}"),
            None => {
                format!("generator {letter} is a position of another part, or one that it leads to")
            }
        });
    }
    let mut groups: Vec<(Element, Vec<usize>)> = Vec::new();
    for (part, &x) in elements.iter().enumerate().take(super::REPORTED) {
        match groups.iter_mut().find(|(known, _)| *known == x) {
            Some((_, group)) => group.push(part),
            None => groups.push((x, vec![part])),
        }
    }
    for (x, group) in groups {
        let part = group[0];
        let period = match &sum.places[part] {
            Part::Heap(code, heap) => union.period(*code).map(|period| (period, heap)),
            Part::Node(_) => None,
        };
        told.push(format!("{}: element {}", part_list(&group), words.spaced(x)));
        if let Some((period, heap)) = period
            && Nat::from(period.preperiod + period.length) <= *heap
        {
            told.push(format!(
                "part {}: the elements have period {} from heap {} on, so heap {heap} is as heap {}",
                part + 1,
                period.length,
                period.preperiod,
                period.reduce(heap).0
            ));
        }
    }
    let monoid = union.monoid();
    told.push(match outcome {
        Outcome::P => format!(
            "the product is {}, one of the {} elements of the P-portion: P",
            words.spaced(total),
            monoid.p_portion().len()
        ),
        _ => format!("the product is {}, which is not in the P-portion: N", words.spaced(total)),
    });
    told
}
