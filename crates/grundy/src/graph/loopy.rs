//! Loopy nim-values of all vertices of a directed graph that may have cycles.

use super::retrograde::Wins;
use super::{Digraph, GrundyValues};
use crate::context::{Context, Stop};

/// The loopy nim-value of a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyValue {
    /// A number: the vertex is worth a nim-heap of that size.
    Finite(u32),
    /// Infinity, with the numbers that its options have, ascending.
    Infinite(Vec<u32>),
    /// A move from here wins at once: there is no value.
    Wins,
}

impl std::fmt::Display for LoopyValue {
    /// `5`, `∞(0,2)`, `∞`, or `*` where a move wins at once.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Finite(number) => number.fmt(f),
            Self::Infinite(set) if set.is_empty() => f.write_str("∞"),
            Self::Infinite(set) => {
                let numbers: Vec<String> = set.iter().map(u32::to_string).collect();
                write!(f, "∞({})", numbers.join(","))
            }
            Self::Wins => f.write_str("*"),
        }
    }
}

/// Loopy nim-values of all vertices, with the counters that winning play follows.
#[derive(Clone, Debug, Default)]
pub struct LoopyValues {
    /// The numbers, by vertex; 0 where there is none.
    numbers: GrundyValues,
    /// When each vertex got its number; [`NEVER`] where it has none.
    counters: Vec<u32>,
    wins: Option<Wins>,
}

/// The counter of a vertex without a number.
const NEVER: u32 = u32::MAX;

/// The count of a vertex that gets no number any more.
const INFINITE: u32 = u32::MAX;

impl LoopyValues {
    /// The number of a vertex; `None` if its value is infinite or it wins at once. Vertices behind
    /// the last one of the graph have no arcs: 0.
    #[inline]
    pub fn number(&self, v: u32) -> Option<u32> {
        let counter = self.counters.get(v as usize).copied().unwrap_or(0);
        (counter != NEVER).then(|| self.numbers.get(v))
    }

    /// A number that becomes less with every move that answers one away from a number: who wins
    /// wins by moving to a sum of value 0 with the least sum of counters. `None` without a number.
    #[inline]
    pub fn counter(&self, v: u32) -> Option<u32> {
        let counter = self.counters.get(v as usize).copied().unwrap_or(0);
        (counter != NEVER).then_some(counter)
    }

    /// Whether a move from `v` wins at once.
    #[inline]
    pub fn wins(&self, v: u32) -> bool {
        self.wins.as_ref().is_some_and(|wins| wins.contains(v))
    }

    /// The value of a vertex of the graph that this was made of. O(arcs of v).
    pub fn value(&self, graph: &Digraph, v: u32) -> LoopyValue {
        if self.wins(v) {
            return LoopyValue::Wins;
        }
        if let Some(number) = self.number(v) {
            return LoopyValue::Finite(number);
        }
        let mut numbers: Vec<u32> =
            graph.heads(v).iter().filter_map(|&head| self.number(head)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        LoopyValue::Infinite(numbers)
    }
}

/// Loopy nim-values: a vertex gets the number m if m is the mex of the numbers of its options, and
/// from every option without a number, or with a greater one, some move leads to a vertex that got the
/// number m before. What gets no number is infinite.
///
/// A sum with one infinite part is N if the numbers of that part's options contain the nim-sum of
/// the others, and a draw if not; with two infinite parts it is a draw; without any it is worth the
/// nim-sum of its numbers.
///
/// A vertex of `wins`, from which a move wins at once, has no value; no arc to it matters.
///
/// # Complexity
/// O((n + m)(g + 1)) time at most, where g is the greatest number met; O(n + m) where few vertices
/// have options of all small numbers, as on most graphs. 4 bytes an arc and 18 a vertex.
///
/// # Errors
/// [`Stop`] at the limit of memory or time.
///
/// # Literature
/// C. A. B. Smith 1966, *Graphs and composite games*; A. S. Fraenkel and Y. Perl 1975,
/// *Constructions in combinatorial games with cycles*; A. S. Fraenkel and Y. Yesha 1986, *The
/// generalized Sprague-Grundy function and its invariance under certain mappings*.
///
/// ```
/// use grundy::graph::Digraph;
/// use grundy::graph::loopy::{LoopyValue, values};
/// // 0 and 1 lead to each other, 1 also to 2, where play ends.
/// let graph = Digraph::new(3, &[(0, 1), (1, 0), (1, 2)]);
/// let values = values(&graph, None, &Default::default()).unwrap();
/// assert_eq!(values.value(&graph, 0), LoopyValue::Finite(0));
/// assert_eq!(values.value(&graph, 1), LoopyValue::Finite(1));
/// // A token that goes round for ever, with a way out for one of the players.
/// let graph = Digraph::new(3, &[(0, 1), (1, 0), (0, 2), (1, 2)]);
/// let values = grundy::graph::loopy::values(&graph, None, &Default::default()).unwrap();
/// assert_eq!(values.value(&graph, 0), LoopyValue::Infinite(vec![0]));
/// ```
pub fn values(
    graph: &Digraph,
    wins: Option<Wins>,
    context: &Context<'_>,
) -> Result<LoopyValues, Stop> {
    let n = graph.vertices();
    let needed = graph.bytes() + 18 * n as u64;
    context.check_memory(needed, || format!("values of {n} vertices"))?;
    let mut stages = Stages {
        back: graph.reversed(),
        numbers: std::iter::repeat_n(0, n).collect(),
        counters: vec![NEVER; n],
        open: vec![0; n],
        left: vec![INFINITE; n],
        answered: Wins::default(),
        won: wins.as_ref(),
        number: 0,
        labelled: 0,
        queue: Vec::new(),
        touched: Vec::new(),
        steps: 0,
        context,
    };
    let won = |v: u32| wins.as_ref().is_some_and(|wins| wins.contains(v));
    let mut candidates: Vec<u32> = Vec::new();
    for v in (0..n as u32).filter(|&v| !won(v)) {
        // Whoever moves to a vertex that wins at once loses: such arcs are out.
        let arcs = graph.heads(v).iter().filter(|&&head| !won(head)).count();
        stages.open[v as usize] = arcs as u32;
        candidates.push(v);
    }
    let mut number = 0;
    while !candidates.is_empty() {
        stages.give(number, &candidates)?;
        candidates.retain(|&v| stages.stays(v));
        stages.finish();
        number += 1;
    }
    Ok(LoopyValues { numbers: stages.numbers, counters: stages.counters, wins })
}

/// The state while numbers are given, the least ones first.
struct Stages<'a> {
    back: Digraph,
    numbers: GrundyValues,
    counters: Vec<u32>,
    /// How many arcs lead to vertices without a number.
    open: Vec<u32>,
    /// How many of these lead to vertices from which no arc leads to the present number;
    /// [`INFINITE`] for a vertex that gets no number any more.
    left: Vec<u32>,
    /// Vertices from which an arc leads to the present number.
    answered: Wins,
    won: Option<&'a Wins>,
    /// The number that is given.
    number: u32,
    /// How many vertices have numbers.
    labelled: u32,
    /// Those that got the present one.
    queue: Vec<u32>,
    /// The members of `answered`.
    touched: Vec<u32>,
    steps: u64,
    context: &'a Context<'a>,
}

impl Stages<'_> {
    /// Gives a number to all vertices that get it; candidates are those whose options have all less
    /// ones, and which have none yet.
    fn give(&mut self, number: u32, candidates: &[u32]) -> Result<(), Stop> {
        self.number = number;
        self.queue.clear();
        for &v in candidates {
            self.left[v as usize] = self.open[v as usize];
        }
        for &v in candidates {
            if self.left[v as usize] == 0 {
                self.label(v);
            }
        }
        let mut next = 0;
        while let Some(&v) = self.queue.get(next) {
            next += 1;
            self.steps += 1;
            self.context.tick("loopy values of vertices", self.steps)?;
            for i in 0..self.back.heads(v).len() {
                let u = self.back.heads(v)[i];
                let plain = !self.won.is_some_and(|won| won.contains(u));
                if plain && self.counters[u as usize] == NEVER && !self.answered.contains(u) {
                    self.answer(u);
                }
            }
        }
        Ok(())
    }

    fn label(&mut self, v: u32) {
        self.numbers.set(v, self.number);
        self.counters[v as usize] = self.labelled;
        self.labelled += 1;
        self.queue.push(v);
    }

    /// From `u` an arc leads to the present number: whoever moves to `u` is answered.
    fn answer(&mut self, u: u32) {
        self.answered.insert(u);
        self.touched.push(u);
        for i in 0..self.back.heads(u).len() {
            let v = self.back.heads(u)[i];
            let left = &mut self.left[v as usize];
            if *left == INFINITE || self.counters[v as usize] != NEVER {
                continue;
            }
            // A vertex with an arc to the present number keeps that arc in its count, so that it
            // never gets the number too.
            *left -= 1;
            if *left == 0 {
                self.label(v);
            }
        }
    }

    /// Whether a candidate may still get a greater number.
    fn stays(&mut self, v: u32) -> bool {
        if self.counters[v as usize] != NEVER {
            return false;
        }
        let stays = self.answered.contains(v);
        if !stays {
            self.left[v as usize] = INFINITE;
        }
        stays
    }

    /// What has the present number now is no arc without a number any more.
    fn finish(&mut self) {
        for &v in &self.queue {
            for &u in self.back.heads(v) {
                // Vertices that win at once count no arcs.
                let open = &mut self.open[u as usize];
                *open = open.saturating_sub(1);
            }
        }
        for u in self.touched.drain(..) {
            self.answered.remove(u);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::retrograde;
    use crate::outcome::{Outcome, Play};

    /// Outcomes by repeating the definition until nothing changes: 0 lost, 1 won, 2 open.
    fn plain(options: &[Vec<usize>], wins: &[bool], play: Play) -> Vec<Outcome> {
        let mut outcomes = vec![Outcome::D; options.len()];
        loop {
            let mut changed = false;
            for v in 0..options.len() {
                let to: Vec<Outcome> = options[v].iter().map(|&w| outcomes[w]).collect();
                let outcome = if wins[v] || to.contains(&Outcome::P) {
                    Outcome::N
                } else if to.is_empty() {
                    play.of_finished()
                } else if to.iter().all(|&outcome| outcome == Outcome::N) {
                    Outcome::P
                } else {
                    Outcome::D
                };
                changed |= outcome != outcomes[v];
                outcomes[v] = outcome;
            }
            if !changed {
                return outcomes;
            }
        }
    }

    fn random(rng: &mut fastrand::Rng, most: usize) -> (usize, Vec<(u32, u32)>, Vec<bool>) {
        let n = rng.usize(1..=most);
        let arcs = rng.usize(0..=3 * n);
        let mut end = || rng.u32(..n as u32);
        let arcs = (0..arcs).map(|_| (end(), end())).collect();
        let wins = match rng.bool() {
            true => vec![false; n],
            false => (0..n).map(|_| rng.u8(..6) == 0).collect(),
        };
        (n, arcs, wins)
    }

    fn options(n: usize, arcs: &[(u32, u32)]) -> Vec<Vec<usize>> {
        (0..n)
            .map(|v| arcs.iter().filter(|a| a.0 as usize == v).map(|a| a.1 as usize).collect())
            .collect()
    }

    fn set(wins: &[bool]) -> Wins {
        let mut set = Wins::default();
        (0..).zip(wins).filter(|&(_, &wins)| wins).for_each(|(v, _)| set.insert(v));
        set
    }

    #[test]
    fn outcomes_are_those_of_the_definition_in_both_plays() {
        let mut rng = fastrand::Rng::with_seed(41);
        for _ in 0..4000 {
            let (n, arcs, wins) = random(&mut rng, 12);
            let graph = Digraph::new(n, &arcs);
            for play in [Play::Normal, Play::Misere] {
                let found =
                    retrograde::outcomes(&graph, Some(&set(&wins)), play, &Context::default())
                        .unwrap();
                let plain = plain(&options(n, &arcs), &wins, play);
                assert!(
                    (0..n).all(|v| found.get(v as u32) == plain[v]),
                    "{arcs:?} {wins:?} {play}"
                );
            }
        }
    }

    #[test]
    fn remoteness_is_the_least_that_the_winner_and_the_greatest_that_the_loser_can_force() {
        let mut rng = fastrand::Rng::with_seed(43);
        for _ in 0..2000 {
            let (n, arcs, wins) = random(&mut rng, 12);
            let graph = Digraph::new(n, &arcs);
            let found =
                retrograde::outcomes(&graph, Some(&set(&wins)), Play::Normal, &Context::default())
                    .unwrap();
            let options = options(n, &arcs);
            for v in 0..n {
                let of = |w: &usize| found.remoteness(*w as u32);
                let expected = match found.get(v as u32) {
                    Outcome::D => None,
                    Outcome::N if wins[v] => Some(1),
                    Outcome::N => {
                        let lost = |w: &&usize| found.get(**w as u32) == Outcome::P;
                        options[v].iter().filter(lost).filter_map(of).min().map(|m| m + 1)
                    }
                    Outcome::P => Some(options[v].iter().filter_map(of).max().map_or(0, |m| m + 1)),
                };
                assert_eq!(found.remoteness(v as u32), expected, "{arcs:?} {wins:?} {v}");
            }
        }
    }

    /// The theorem: values decide sums of tokens on two graphs and a nim-heap as the definition does.
    #[test]
    fn values_decide_sums_as_the_definition_does() {
        let mut rng = fastrand::Rng::with_seed(47);
        for _ in 0..1500 {
            let (n, arcs, wins) = random(&mut rng, 6);
            let (m, more, no_wins) = random(&mut rng, 5);
            let heap = 4;
            let (a, b) = (options(n, &arcs), options(m, &more));
            let number = |v: usize, w: usize, h: usize| (v * m + w) * heap + h;
            let mut sum = vec![Vec::new(); n * m * heap];
            let mut at_once = vec![false; n * m * heap];
            for v in 0..n {
                for w in 0..m {
                    for h in 0..heap {
                        let all = a[v].iter().map(|&x| number(x, w, h));
                        let all = all.chain(b[w].iter().map(|&x| number(v, x, h)));
                        sum[number(v, w, h)] = all.chain((0..h).map(|x| number(v, w, x))).collect();
                        at_once[number(v, w, h)] = wins[v] || no_wins[w];
                    }
                }
            }
            let outcomes = plain(&sum, &at_once, Play::Normal);
            let of = |n, arcs: &[_], wins: &[bool]| {
                let graph = Digraph::new(n, arcs);
                let values = values(&graph, Some(set(wins)), &Context::default()).unwrap();
                (0..n as u32).map(|v| values.value(&graph, v)).collect::<Vec<_>>()
            };
            let (left, right) = (of(n, &arcs, &wins), of(m, &more, &no_wins));
            for v in 0..n {
                for w in 0..m {
                    for h in 0..heap {
                        use LoopyValue::{Finite, Infinite, Wins};
                        let expected = match (&left[v], &right[w]) {
                            (Wins, _) | (_, Wins) => Outcome::N,
                            (Finite(x), Finite(y)) => Outcome::of(x ^ y ^ h as u32 != 0),
                            (Infinite(_), Infinite(_)) => Outcome::D,
                            (Finite(x), Infinite(set)) | (Infinite(set), Finite(x)) => {
                                match set.contains(&(x ^ h as u32)) {
                                    true => Outcome::N,
                                    false => Outcome::D,
                                }
                            }
                        };
                        assert_eq!(
                            outcomes[number(v, w, h)],
                            expected,
                            "{arcs:?} {wins:?} {v}; {more:?} {no_wins:?} {w}; {h}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn values_without_cycles_are_grundy_values() {
        let mut rng = fastrand::Rng::with_seed(53);
        for _ in 0..200 {
            let n = rng.u32(2..40);
            let arcs: Vec<(u32, u32)> = (0..rng.u32(..6 * n))
                .map(|_| (rng.u32(1..n), rng.u32(..n)))
                .filter(|(v, w)| w < v)
                .collect();
            let graph = Digraph::new(n as usize, &arcs);
            let values = values(&graph, None, &Context::default()).unwrap();
            let plain = crate::graph::acyclic::values(&graph, &Context::default()).unwrap();
            assert!((0..n).all(|v| values.number(v) == Some(plain.get(v))), "{arcs:?}");
        }
    }
}
