//! The quotient of the heaps so far, and how it grows.

use crate::closure::{Closure, Kind};
use crate::learner::{Learner, Watch};
use crate::outcomes::{EMPTY, MAX_GENERATORS, Presumed, Sum, plus, single};
use crate::{Bits, Element, Halt, Heaps, Limits, Monoid};
use hashbrown::HashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// From which heap on a quotient has how many elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The heap that was added.
    pub heap: u32,
    /// The order of the quotient of the heaps up to it.
    pub order: usize,
}

/// The misère quotient of heaps 0, 1, …, each with its element.
pub struct Quotient {
    monoid: Monoid,
    /// A shortest sum of generators for each element.
    sums: Vec<Sum>,
    generators: Vec<u32>,
    elements: Vec<Element>,
    /// The sum of generators that each heap is taken for where it is an option of a generator; all of them
    /// are heaps less than it, or the heap itself.
    taken_for: Vec<Sum>,
    /// How many moves each generator lasts at most, with its options as they are taken for.
    lengths: Vec<u64>,
    closure: Closure,
    learner: Learner,
    /// The element of heaps by the elements of their options.
    found: HashMap<Bits, Element, foldhash::fast::FixedState>,
    growth: Vec<Growth>,
}

/// The greatest cap of values.
const MAX_CAP: u8 = 63;

/// How many times heaps may find their places anew after one is added.
const ROUNDS: usize = 200;

impl Default for Quotient {
    fn default() -> Self {
        Self::new()
    }
}

impl Quotient {
    /// Of no heaps, by outcomes.
    pub fn new() -> Self {
        Self::of_values(1)
    }

    /// Of no heaps, by misère values below a cap, 1 to 63: sums are told apart by the values of sums with them, and so
    /// by outcomes beside nim-heaps less than the cap. Besides its table the quotient holds cap * order^2 bits.
    pub fn of_values(cap: u8) -> Self {
        let cap = cap.clamp(1, MAX_CAP);
        let monoid = Monoid::trivial(cap);
        Self {
            closure: Closure::new(&monoid),
            monoid,
            sums: vec![EMPTY],
            generators: Vec::new(),
            elements: Vec::new(),
            taken_for: Vec::new(),
            lengths: Vec::new(),
            learner: Learner::new(cap),
            found: HashMap::default(),
            growth: Vec::new(),
        }
    }

    /// The quotient of the heaps so far.
    pub fn monoid(&self) -> &Monoid {
        &self.monoid
    }

    /// The pretending function: the element of each heap.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The number of heaps so far.
    pub fn heaps(&self) -> u32 {
        self.elements.len() as u32
    }

    /// The heaps that enlarged the quotient, each with the order from there on.
    pub fn growth(&self) -> &[Growth] {
        &self.growth
    }

    #[cfg(test)]
    pub(crate) fn sizes(&self) -> String {
        format!("{} pairs, {}", self.closure.pairs().count(), self.learner.sizes())
    }

    /// The elements of a heap's options.
    pub fn option_set(&self, heaps: &dyn Heaps, n: u32) -> Bits {
        options(&self.monoid, &self.elements, heaps, n)
    }

    /// Adds the next heap.
    ///
    /// # Complexity
    /// O(options), where a heap with options of the same elements came before; O(order * pairs) where its
    /// element has to be found; where it enlarges the quotient, the outcomes of small sums of generators
    /// are searched.
    ///
    /// # Errors
    /// [`Halt`] at a limit or if `go_on` says so; the quotient is then that of the heaps before.
    pub fn extend(
        &mut self,
        heaps: &dyn Heaps,
        limits: &Limits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), Halt> {
        let n = self.heaps();
        let mut watch = Watch { limits, go_on };
        let set = self.option_set(heaps, n);
        if let Some(x) = self.place(n, &set, &mut watch)? {
            self.elements.push(x);
            self.taken_for.push(self.sums[usize::from(x)]);
            if n == 0 {
                self.growth.push(Growth { heap: 0, order: self.monoid.order() });
            }
            return Ok(());
        }
        let before = self.monoid.order();
        self.learner.presume(self.presumed());
        let mut enlarged = self.enlarge(heaps, n, &mut watch);
        if let Err(Halt::Mistaken | Halt::Unsettled) = enlarged {
            self.learner.presume(None);
            enlarged = self.enlarge(heaps, n, &mut watch);
        }
        match enlarged {
            Ok(()) => {
                if self.monoid.order() != before {
                    self.growth.push(Growth { heap: n, order: self.monoid.order() });
                }
                Ok(())
            }
            Err(halt) => {
                self.learner = Learner::new(self.monoid.cap());
                Err(halt)
            }
        }
    }

    /// The element that a heap with these options has in the quotient as it is, if there is one; the sums
    /// with the heap are then among the pairs.
    fn place(
        &mut self,
        n: u32,
        set: &Bits,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Element>, Halt> {
        if set.is_empty() {
            return Ok(Some(0));
        }
        if let Some(&x) = self.found.get(set) {
            return Ok(Some(x));
        }
        let Some(x) = stands_for(&self.monoid, &self.closure, set) else { return Ok(None) };
        let kind = Kind { element: x, options: set.clone(), length: 0, number: 0 };
        let monoid = &self.monoid;
        let most = watch.limits.pairs;
        let wrong = self.closure.add(monoid, &[kind], most, &|_| false, watch.go_on)?;
        debug_assert!(wrong.is_none(), "heap {n}");
        self.found.insert(set.clone(), x);
        Ok(Some(x))
    }

    /// The quotient so far, presumed to hold for its generators beside further ones.
    fn presumed(&self) -> Option<Presumed> {
        let elements: Vec<Element> =
            self.generators.iter().map(|&g| self.elements[g as usize]).collect();
        let sums = least_sums(&self.monoid, &elements, &self.lengths, |_| true);
        let sums = sums.into_iter().collect::<Option<Vec<Sum>>>()?;
        Some(Presumed { generators: elements, monoid: self.monoid.clone(), sums })
    }

    /// Learns the quotient with one more generator, and finds the places of all heaps up to n in it.
    fn enlarge(&mut self, heaps: &dyn Heaps, n: u32, watch: &mut Watch<'_>) -> Result<(), Halt> {
        let mut generators = self.generators.clone();
        let mut taken_for = self.taken_for.clone();
        taken_for.push(EMPTY);
        let mut new = n;
        for _ in 0..ROUNDS {
            if new != u32::MAX {
                if generators.len() == MAX_GENERATORS {
                    return Err(Halt::Generators);
                }
                taken_for[new as usize] = single(generators.len());
                generators.push(new);
            }
            let mut options = Vec::with_capacity(generators.len());
            for &generator in &generators {
                options.push(option_sums(heaps, generator, &taken_for)?);
            }
            let lengths = lengths(&generators, &options);
            self.learner.set(options, lengths.clone());
            let learned = self.learner.learn(watch)?;
            let mut next = Self {
                monoid: learned.monoid,
                sums: learned.sums,
                generators: generators.clone(),
                elements: Vec::new(),
                taken_for: Vec::new(),
                lengths,
                closure: learned.closure,
                learner: Learner::new(self.monoid.cap()),
                found: HashMap::default(),
                growth: Vec::new(),
            };
            match next.settle(heaps, n, &learned.generators, &mut taken_for, watch)? {
                Settled::All => {
                    next.taken_for = taken_for;
                    std::mem::swap(&mut next.learner, &mut self.learner);
                    next.growth = std::mem::take(&mut self.growth);
                    *self = next;
                    return Ok(());
                }
                Settled::Elsewhere => new = u32::MAX,
                Settled::Not(heap) => new = heap,
            }
        }
        Err(Halt::Unsettled)
    }

    /// Finds the places of the heaps up to n.
    fn settle(
        &mut self,
        heaps: &dyn Heaps,
        n: u32,
        generators: &[Element],
        taken_for: &mut [Sum],
        watch: &mut Watch<'_>,
    ) -> Result<Settled, Halt> {
        // What the generators' options were when the quotient was learned, whatever changes here.
        let learned_for = taken_for.to_vec();
        for m in 0..=n {
            let set = self.option_set(heaps, m);
            if let Some(g) = self.generators.iter().position(|&g| g == m) {
                // The quotient was learned with sums in the place of the options.
                let x = generators[g];
                let mut learned = Bits::new(self.monoid.order());
                for sum in option_sums(heaps, m, &learned_for)? {
                    learned.insert(value(&self.monoid, generators, &sum));
                }
                if learned != set || !self.agrees(generators, m, &learned_for, heaps) {
                    return Ok(Settled::Elsewhere);
                }
                self.elements.push(x);
                self.found.insert(set, x);
                continue;
            }
            let Some(x) = self.place(m, &set, watch)? else {
                return Ok(Settled::Not(m));
            };
            if value(&self.monoid, generators, &taken_for[m as usize]) != x {
                // Only heaps less than m, or an option might lead back to where it came from.
                let less = |g: usize| self.generators[g] < m;
                let sums = least_sums(&self.monoid, generators, &self.lengths, less);
                match sums[usize::from(x)] {
                    Some(sum) => taken_for[m as usize] = sum,
                    None => return Ok(Settled::Not(m)),
                }
            }
            self.elements.push(x);
        }
        Ok(Settled::All)
    }

    /// Whether the sums that a generator's options were taken for when the quotient was learned have the
    /// elements that the options have.
    fn agrees(&self, generators: &[Element], n: u32, taken_for: &[Sum], heaps: &dyn Heaps) -> bool {
        let mut agrees = true;
        heaps.options(n, &mut |option| {
            for &a in option {
                agrees &= value(&self.monoid, generators, &taken_for[a as usize])
                    == self.elements[a as usize];
            }
        });
        agrees
    }
}

enum Settled {
    All,
    /// Some heap's element is not the one of the sum that it was taken for.
    Elsewhere,
    /// No element can stand for this heap.
    Not(u32),
}

/// The elements of a heap's options.
pub(crate) fn options(monoid: &Monoid, elements: &[Element], heaps: &dyn Heaps, n: u32) -> Bits {
    let mut set = Bits::new(monoid.order());
    heaps.options(n, &mut |option| {
        set.insert(option.iter().fold(0, |x, &a| monoid.product(x, elements[a as usize])));
    });
    set
}

/// The options of a heap as sums of generators, each once.
fn option_sums(heaps: &dyn Heaps, n: u32, taken_for: &[Sum]) -> Result<Vec<Sum>, Halt> {
    let (mut sums, mut halt) = (Vec::new(), None);
    heaps.options(n, &mut |option| {
        let mut sum = EMPTY;
        for &a in option {
            match plus(&sum, &taken_for[a as usize]) {
                Ok(total) => sum = total,
                Err(stop) => halt = Some(stop),
            }
        }
        sums.push(sum);
    });
    sums.sort_unstable();
    sums.dedup();
    halt.map_or(Ok(sums), Err)
}

fn value(monoid: &Monoid, generators: &[Element], sum: &Sum) -> Element {
    let powers = generators.iter().zip(sum).map(|(&g, &count)| monoid.power(g, count.into()));
    powers.fold(0, |x, y| monoid.product(x, y))
}

/// The element x that can stand for a heap with these options, by the mex rule: no move from x z leaves its value as
/// it is, and from all sums Y + (n+1) x there is a move to each less value, be it in Y (a pair of the closure, or the
/// empty sum) or in the heap.
fn stands_for(monoid: &Monoid, closure: &Closure, set: &Bits) -> Option<Element> {
    // For each value the z with which some option has it.
    let reached: Vec<Bits> = (0..monoid.cap())
        .map(|value| {
            let mut reached = Bits::new(monoid.order());
            set.iter().for_each(|e| reached.unite(monoid.with_value(e, value)));
            reached
        })
        .collect();
    let moved = |x: Element| {
        // x, x^2, … with what is left when one heap is moved in: 1, x, …
        let powers = monoid.powers(x);
        let again = monoid.product(*powers.last().expect("x is there"), x);
        let steps: Vec<(Element, Element)> = std::iter::once(0)
            .chain(powers.iter().copied())
            .zip(powers.iter().copied().chain([again]))
            .collect();
        let holds = |y: Element, options: Option<&Bits>| {
            steps.iter().all(|&(rest, whole)| {
                let (rest, value) =
                    (monoid.product(rest, y), monoid.value(monoid.product(whole, y)));
                (0..value).all(|less| {
                    reached[usize::from(less)].contains(rest)
                        || options
                            .is_some_and(|options| options.meets(monoid.with_value(whole, less)))
                })
            })
        };
        holds(0, None) && closure.pairs().all(|pair| holds(pair.element, Some(&pair.options)))
    };
    let stays = |x: Element| {
        (0..).zip(&reached).any(|(value, reached)| monoid.with_value(x, value).meets(reached))
    };
    monoid.elements().filter(|&x| !stays(x)).find(|&x| moved(x))
}

/// For each element a sum of the generators that `allowed` accepts that lasts least, if there is one (by
/// Dijkstra's algorithm).
fn least_sums(
    monoid: &Monoid,
    generators: &[Element],
    lengths: &[u64],
    allowed: impl Fn(usize) -> bool,
) -> Vec<Option<Sum>> {
    let mut sums: Vec<Option<Sum>> = vec![None; monoid.order()];
    let mut open = BinaryHeap::from([(Reverse(0u64), EMPTY, 0 as Element)]);
    while let Some((Reverse(length), sum, x)) = open.pop() {
        if sums[usize::from(x)].is_some() {
            continue;
        }
        sums[usize::from(x)] = Some(sum);
        for (g, &by) in generators.iter().enumerate().filter(|&(g, _)| allowed(g)) {
            let y = monoid.product(x, by);
            if sums[usize::from(y)].is_none()
                && let Ok(longer) = plus(&sum, &single(g))
            {
                open.push((Reverse(length.saturating_add(lengths[g])), longer, y));
            }
        }
    }
    sums
}

/// How many moves each generator lasts at most, from the options of all: those of a heap are sums of less
/// heaps.
fn lengths(generators: &[u32], options: &[Vec<Sum>]) -> Vec<u64> {
    let mut lengths = vec![0u64; generators.len()];
    let mut order: Vec<usize> = (0..generators.len()).collect();
    order.sort_by_key(|&g| generators[g]);
    for g in order {
        let length = |sum: &Sum| {
            let parts = sum.iter().zip(&lengths).map(|(&count, length)| u64::from(count) * length);
            parts.fold(1, u64::saturating_add)
        };
        lengths[g] = options[g].iter().map(length).max().unwrap_or(0);
    }
    lengths
}
