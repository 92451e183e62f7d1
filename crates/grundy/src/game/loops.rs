//! Loopy values of positions of any rules that say that play may go on for ever.

use super::Known;
use crate::context::{Context, Stop};
use crate::graph::Digraph;
use crate::graph::loopy;
use crate::graph::retrograde::Wins;
use crate::nat::Nat;
use crate::ruleset::{Options, Ruleset};
use crate::solve::listing;
use foldhash::fast::RandomState;
use hashbrown::HashMap;
use std::hash::Hash;

/// Positions with their loopy values; with a position all are known that can be reached from it.
pub struct Loops<P> {
    found: HashMap<P, Found, RandomState>,
    /// The greatest counter given so far, plus 1.
    counters: u64,
    /// Positions whose values are being found, the innermost search last.
    searches: Vec<HashMap<P, u32, RandomState>>,
}

struct Found {
    value: Known,
    /// 0 where the value is no number.
    counter: u64,
}

/// Moves that leave several positions may leave others that do so, this deep.
const MAX_DEPTH: usize = 200;

/// A value is drawn as a nim-heap in the graph; a greater one is refused.
const MAX_NUMBER: u64 = 1 << 24;

impl<P: Clone + Eq + Hash> Default for Loops<P> {
    fn default() -> Self {
        Self { found: HashMap::default(), counters: 0, searches: Vec::new() }
    }
}

impl<P: Clone + Eq + Hash> Loops<P> {
    /// The value of a position.
    ///
    /// # Complexity
    /// That of [`loopy::values`] on the graph of the positions that can be reached and are not known.
    ///
    /// # Errors
    /// [`Stop`] at a limit, or if a move leaves several positions one of which leads back.
    pub fn value<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
    ) -> Result<Known, Stop> {
        self.search(rules, position, context)?;
        Ok(self.found[position].value.clone())
    }

    /// The counter of a position, as [`loopy::LoopyValues::counter`].
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn counter<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
    ) -> Result<Option<u64>, Stop> {
        self.search(rules, position, context)?;
        let found = &self.found[position];
        Ok(matches!(found.value, Known::Value(_)).then_some(found.counter))
    }

    fn search<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        if self.found.contains_key(position) {
            return Ok(());
        }
        if self.searches.len() >= MAX_DEPTH {
            return Err(Stop::beyond(format!(
                "moves of loopy rules leave several positions more than {MAX_DEPTH} times one after the other"
            )));
        }
        let depth = self.searches.len();
        self.searches.push(HashMap::default());
        let result = self.explore(rules, position, context);
        self.searches.truncate(depth);
        result
    }

    fn explore<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        start: &P,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let mut explored = Explored::default();
        self.number(start, &mut explored);
        let mut options = Options::default();
        let mut next = 0;
        while let Some(position) = explored.positions.get(next).cloned() {
            let held = (self.found.len() + next) as u64;
            context.look("exploring positions that may repeat", held)?;
            context.check_positions(held, || "exploring positions that may repeat".into())?;
            let bytes = held * (3 * size_of::<P>() as u64 + 96) + 8 * explored.arcs.len() as u64;
            context.check_memory(bytes, || "exploring positions that may repeat".into())?;
            let tail = next as u32;
            next += 1;
            listing::list(rules, &position, &mut options, context)?;
            if options.iter().any(|option| option.wins) {
                explored.wins.insert(tail);
                continue;
            }
            for option in options.iter() {
                let head = match option.sum {
                    [only] => self.single(only, &mut explored)?,
                    parts => {
                        let mut sum = Known::Value(Nat::ZERO);
                        for part in parts {
                            self.search(rules, part, context)?;
                            sum = sum.plus(&self.found[part].value).unwrap_or(sum);
                        }
                        Head::Known(sum)
                    }
                };
                match head {
                    Head::New(head) => explored.arcs.push((tail, head)),
                    Head::Known(value) => explored.known.push((tail, value)),
                }
            }
        }
        self.evaluate(explored, context)
    }

    /// Where an arc to a single position leads.
    fn single(&mut self, position: &P, explored: &mut Explored<P>) -> Result<Head, Stop> {
        if let Some(found) = self.found.get(position) {
            return Ok(Head::Known(found.value.clone()));
        }
        let outer = self.searches.len() - 1;
        if self.searches[..outer].iter().any(|search| search.contains_key(position)) {
            return Err(Stop::Refused(
                "a move leaves several positions, and one of them leads back to where it came from: \
                 of such rules no theory of loopy values is known here"
                    .into(),
            ));
        }
        Ok(Head::New(self.number(position, explored)))
    }

    /// The number of a position in the innermost search, new or old.
    fn number(&mut self, position: &P, explored: &mut Explored<P>) -> u32 {
        let Some(search) = self.searches.last_mut() else { return 0 };
        if let Some(&number) = search.get(position) {
            return number;
        }
        let number = explored.positions.len() as u32;
        explored.positions.push(position.clone());
        search.insert(position.clone(), number);
        number
    }

    /// The values of all positions explored: those known before stand in the graph as a nim-heap, or
    /// as a vertex with a loop and the nim-heaps of the set.
    fn evaluate(&mut self, explored: Explored<P>, context: &Context<'_>) -> Result<(), Stop> {
        let Explored { positions, mut arcs, known, wins } = explored;
        let heaps = positions.len() as u32;
        let mut greatest = None;
        let mut numbers = |n: &Nat| {
            let number = crate::nat::to_u64(n).filter(|&n| n <= MAX_NUMBER).ok_or_else(|| {
                Stop::beyond(format!("a value beside a loop exceeds {MAX_NUMBER}"))
            })? as u32;
            greatest = greatest.max(Some(number));
            Ok::<_, Stop>(number)
        };
        let mut infinite: Vec<(u32, Vec<u32>)> = Vec::new();
        for (tail, value) in &known {
            match value {
                Known::Value(n) => arcs.push((*tail, heaps + numbers(n)?)),
                Known::Loopy(set) => {
                    infinite.push((*tail, set.iter().map(&mut numbers).collect::<Result<_, _>>()?));
                }
                // Whoever moves there loses at once.
                Known::Loony | Known::Nonzero => {}
            }
        }
        let count = greatest.map_or(0, |greatest| greatest + 1);
        let heap_arcs = (0..count).flat_map(|n| (0..n).map(move |m| (heaps + n, heaps + m)));
        context.check_memory(4 * u64::from(count) * u64::from(count), || {
            "loops beside great values".into()
        })?;
        arcs.extend(heap_arcs);
        let mut vertices = heaps + count;
        for (tail, set) in infinite {
            arcs.push((tail, vertices));
            arcs.push((vertices, vertices));
            arcs.extend(set.iter().map(|n| (vertices, heaps + n)));
            vertices += 1;
        }
        let graph = Digraph::new(vertices as usize, &arcs);
        let values = loopy::values(&graph, Some(wins), context)?;
        for (v, position) in (0..).zip(positions) {
            let value = match values.value(&graph, v) {
                loopy::LoopyValue::Finite(n) => Known::Value(n.into()),
                loopy::LoopyValue::Infinite(set) => {
                    Known::Loopy(set.into_iter().map(Nat::from).collect())
                }
                loopy::LoopyValue::Wins => Known::Loony,
            };
            // Positions found later never follow those found before: their counters are greater.
            let counter = values.counter(v).map_or(0, |c| self.counters + u64::from(c));
            self.found.insert(position, Found { value, counter });
        }
        self.counters += u64::from(vertices);
        Ok(())
    }
}

/// What one search met.
struct Explored<P> {
    positions: Vec<P>,
    arcs: Vec<(u32, u32)>,
    /// Arcs to positions whose value is known.
    known: Vec<(u32, Known)>,
    wins: Wins,
}

impl<P> Default for Explored<P> {
    fn default() -> Self {
        Self { positions: Vec::new(), arcs: Vec::new(), known: Vec::new(), wins: Wins::default() }
    }
}

/// Where an arc leads.
enum Head {
    New(u32),
    Known(Known),
}
