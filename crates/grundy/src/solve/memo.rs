//! Grundy values by memoised depth-first search, without recursion.

use super::Value;
use super::packed::{Crowded, Known, Packed};
use crate::context::{Context, LimitKind, Stop};
use crate::nimber::MexSet;
use crate::ruleset::{Full, Options, Ruleset};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Values found so far; may be kept from one question to the next of the same rules.
#[derive(Debug)]
pub struct Memo<P> {
    store: Store<P>,
    room: Room<P>,
}

/// What is known of positions.
#[derive(Debug)]
struct Store<P> {
    /// Positions with a number: [`Ruleset::pack`].
    packed: Packed,
    /// The others.
    table: HashMap<P, Known, RandomState>,
    heap_bytes: u64,
}

/// What a search writes on, kept for the next one.
#[derive(Debug)]
struct Room<P> {
    /// The positions that wait for a value.
    path: Vec<Frame<P>>,
    /// The options of these and of the position looked at, one after the other.
    options: Options<P>,
    /// The values of options.
    seen: MexSet,
}

impl<P> Default for Room<P> {
    fn default() -> Self {
        Self { path: Vec::new(), options: Options::default(), seen: MexSet::default() }
    }
}

/// Rooms for more than this many positions are not kept.
const KEPT_ROOM: usize = 1 << 12;

/// Clock, flag and memory are looked at each time this many positions have come.
const STRIDE: u64 = 1024;

impl<P> Default for Memo<P> {
    fn default() -> Self {
        let (packed, table) = (Packed::default(), HashMap::default());
        Self { store: Store { packed, table, heap_bytes: 0 }, room: Room::default() }
    }
}

/// The Grundy value of one position, from the bare rules.
///
/// # Complexity
/// Every reachable position is expanded once, twice if its options were dropped meanwhile; time
/// O(moves), space O(positions). Positions that pack into small numbers take a byte or little
/// more ([`Ruleset::pack`]).
///
/// # Errors
/// [`Stop`] at a limit, when cancelled, or when play can go round in a circle.
///
/// # Literature
/// R. Sprague 1935, P. M. Grundy 1939.
pub fn grundy_value<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    context: &Context<'_>,
) -> Result<Value, Stop> {
    Memo::default().value(rules, position, context)
}

/// A position under evaluation.
#[derive(Debug)]
struct Frame<P> {
    position: P,
    /// Where its options start in the shared stack.
    start: usize,
    /// Options before this one are known.
    resume: usize,
    /// Their values as the bits of a word, if all are below 64.
    values: Option<u64>,
    /// Whether its options are on the stack.
    expanded: bool,
}

/// Options of suspended positions are kept up to this many, beyond it they are enumerated again:
/// a deep search through wide positions needs memory for its path, not for its path times its
/// width.
const KEPT_OPTIONS: usize = 1 << 20;

/// The part of the memory allowed that kept options may take.
const KEPT_PART: u64 = 8;

impl<P: Clone + Eq + std::hash::Hash> Memo<P> {
    /// How many values are stored.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of `position`, if it was found before.
    pub fn get(&self, rules: &impl Ruleset<Position = P>, position: &P) -> Option<Value> {
        self.store.known(rules, position).to_value()
    }

    /// The value of `position`, with everything found before and now remembered.
    ///
    /// # Errors
    /// As [`grundy_value`]; what was completed by then stays remembered.
    pub fn value<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
    ) -> Result<Value, Stop>
    where
        P: std::fmt::Debug,
    {
        if let Some(value) = self.get(rules, position) {
            return Ok(value);
        }
        no_entailing(rules)?;
        let room = &mut self.room;
        let result = self.store.search(rules, position, context, room);
        if result.is_err() {
            self.store.forget_all(rules, &mut room.path);
        }
        room.options.clear();
        if room.path.capacity() + room.options.capacity() > KEPT_ROOM {
            *room = Room::default();
        }
        result
    }
}

impl<P: Clone + Eq + std::hash::Hash> Store<P> {
    fn len(&self) -> usize {
        self.packed.len() + self.table.len()
    }

    #[inline(always)]
    fn known(&self, rules: &impl Ruleset<Position = P>, position: &P) -> Known {
        match rules.pack(position) {
            Some(number) => self.packed.get(number),
            None => self.table.get(position).copied().unwrap_or(Known::NOTHING),
        }
    }

    /// Forgets the positions that a search left on its path, as it has no values for them.
    #[cold]
    fn forget_all(&mut self, rules: &impl Ruleset<Position = P>, path: &mut Vec<Frame<P>>) {
        while let Some(Frame { position, .. }) = path.pop() {
            match rules.pack(&position) {
                Some(number) => self.packed.forget(number),
                None => drop(self.table.remove(&position)),
            }
        }
    }

    /// Puts a position on the search path, if limits allow.
    #[inline(always)]
    fn open<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: P,
        start: usize,
        context: &Context<'_>,
    ) -> Result<Frame<P>, Stop> {
        let count = self.len() as u64 + 1;
        if count > context.limits.positions || count.is_multiple_of(STRIDE) {
            context.check_positions(count, || "searching for a Grundy value".into())?;
            self.look(count, self.packed.bytes(), context)?;
        }
        self.heap_bytes += rules.heap_bytes(&position) as u64;
        match rules.pack(&position) {
            Some(number) => {
                if self.packed.open(number) == Err(Crowded) {
                    self.look(count, self.packed.bytes_to_grow(), context)?;
                    self.packed.grow();
                    self.packed.open(number).expect("there is room now");
                }
            }
            None => drop(self.table.insert(position.clone(), Known::ON_PATH)),
        }
        Ok(Frame { position, start, resume: 0, values: Some(0), expanded: false })
    }

    /// Looks at the clock, the cancel flag and the memory in use.
    #[cold]
    fn look(&self, count: u64, packed: u64, context: &Context<'_>) -> Result<(), Stop> {
        context.look("searching positions", count)?;
        let entry = size_of::<(P, Known)>() as u64 + 1;
        let capacity = self.table.capacity() as u64;
        // What is moved to a table twice as large stands in both for a while.
        let moved = if self.table.len() as u64 + STRIDE > capacity { 2 * capacity } else { 0 };
        let bytes = (capacity + moved) * entry * 8 / 7 + packed + self.heap_bytes;
        context.check_memory(bytes, || format!("searching, {count} positions stored"))
    }

    /// On an error the positions left on the path are in the room.
    fn search<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
        room: &mut Room<P>,
    ) -> Result<Value, Stop>
    where
        P: std::fmt::Debug,
    {
        let Room { path, options, seen } = room;
        let mut moves = 0u64;
        let mut next_look = context.limits.moves.min(1 << 16);
        let most = usize::try_from(context.limits.positions).unwrap_or(usize::MAX);
        let each = (size_of::<P>() + rules.heap_bytes(position)) as u64 + 16;
        let kept = usize::try_from(context.limits.memory / KEPT_PART / each).unwrap_or(usize::MAX);
        let kept = kept.min(KEPT_OPTIONS);
        // The position looked at now; those that wait for its value are on the path.
        let mut frame = self.open(rules, position.clone(), 0, context)?;
        let stop = loop {
            if !frame.expanded {
                options.set_capacity_limit(frame.start.saturating_add(most));
                if rules.options_within(&frame.position, options, context) == Err(Full) {
                    break rules
                        .fault()
                        .unwrap_or_else(|| too_many_options(&frame.position, most, context));
                }
                frame.expanded = true;
                moves += (options.len() - frame.start) as u64;
                if moves > next_look {
                    let checked = context.look("searching positions", self.len() as u64);
                    if let Err(stop) = checked.and_then(|()| context.check_moves(moves)) {
                        break stop;
                    }
                    next_look = context.limits.moves.min(moves + (1 << 16));
                }
            }
            let value = match self.scan(rules, options, &mut frame, seen) {
                Scan::Done(value) => value,
                Scan::Unknown(child) => {
                    if options.len() > kept {
                        options.truncate(frame.start);
                        frame.expanded = false;
                    }
                    match self.open(rules, child, options.len(), context) {
                        Ok(child) => path.push(std::mem::replace(&mut frame, child)),
                        Err(stop) => break stop,
                    }
                    continue;
                }
                Scan::OnPath(child) => {
                    path.push(frame);
                    return Err(loop_to(path, &child));
                }
                Scan::TooLarge => break value_too_large(),
            };
            options.truncate(frame.start);
            match rules.pack(&frame.position) {
                Some(number) => self.packed.close(number, value),
                None => drop(self.table.insert(frame.position, Known::value(value))),
            }
            match path.pop() {
                Some(waiting) => frame = waiting,
                None => return Ok(value),
            }
        };
        path.push(frame);
        Err(stop)
    }

    /// Looks at the options from where the last scan stopped.
    #[inline]
    fn scan(
        &self,
        rules: &impl Ruleset<Position = P>,
        options: &Options<P>,
        frame: &mut Frame<P>,
        seen: &mut MexSet,
    ) -> Scan<P> {
        let plain = options.plain_from(frame.start + frame.resume);
        let (Some(values), Some(plain)) = (frame.values, plain) else {
            return self.scan_any(rules, options, frame, seen);
        };
        // Single positions with small values, what a search meets most.
        let mut values = values;
        for (passed, part) in plain.iter().enumerate() {
            let known = self.known(rules, part);
            if let Some(number) = known.small() {
                values |= 1 << number;
            } else if known == Known::NOTHING {
                frame.resume += passed;
                frame.values = Some(values);
                return Scan::Unknown(part.clone());
            } else {
                return self.scan_any(rules, options, frame, seen);
            }
        }
        Scan::Done(Value::new(values.trailing_ones().into()).expect("at most 64"))
    }

    /// As `scan`, for all options and values.
    #[inline(never)]
    fn scan_any(
        &self,
        rules: &impl Ruleset<Position = P>,
        options: &Options<P>,
        frame: &mut Frame<P>,
        seen: &mut MexSet,
    ) -> Scan<P> {
        loop {
            seen.set_word(frame.values.unwrap_or(0));
            let first = frame.resume;
            for (passed, option) in options.iter_from(frame.start + first).enumerate() {
                if option.wins {
                    return Scan::Done(Value::LOONY);
                }
                let mut sum = Some(0u64);
                for part in option.sum {
                    let known = self.known(rules, part);
                    match known.number() {
                        Some(number) => sum = sum.map(|sum| sum ^ number),
                        None if known == Known::ON_PATH => return Scan::OnPath(part.clone()),
                        None if known == Known::NOTHING => {
                            frame.resume = first + passed;
                            frame.values = frame.values.and(seen.as_word());
                            return Scan::Unknown(part.clone());
                        }
                        // Loony: the other player would win at once.
                        None => sum = None,
                    }
                }
                if let Some(sum) = sum {
                    seen.insert(sum);
                }
            }
            if frame.values.is_some() {
                return Value::new(seen.mex()).map_or(Scan::TooLarge, Scan::Done);
            }
            // All are known now: gather the values of those passed earlier too.
            (frame.resume, frame.values) = (0, Some(0));
        }
    }
}

/// The loop that a move back to a position of the path closes.
#[cold]
#[inline(never)]
fn loop_to<P: Eq + std::fmt::Debug>(path: &[Frame<P>], child: &P) -> Stop {
    let first = path.iter().position(|frame| frame.position == *child).unwrap_or(0);
    let mut names = Vec::new();
    for frame in &path[first..] {
        names.push(format!("{:?}", frame.position));
    }
    names.push(format!("{child:?}"));
    Stop::Loop(names)
}

enum Scan<P> {
    Done(Value),
    Unknown(P),
    OnPath(P),
    TooLarge,
}

#[cold]
#[inline(never)]
fn too_many_options<P: std::fmt::Debug>(position: &P, most: usize, context: &Context<'_>) -> Stop {
    match context.look("listing moves", 0) {
        Err(stop) => stop,
        Ok(()) => Stop::Limit {
            kind: LimitKind::Positions,
            what: format!("{position:?} alone has more than {most} moves"),
        },
    }
}

/// Where moves may entail, a value is more than the mex of the options' values.
///
/// # Errors
/// Refused for such rules.
pub(super) fn no_entailing(rules: &impl Ruleset) -> Result<(), Stop> {
    if rules.entails() { Err(entailing()) } else { Ok(()) }
}

#[cold]
fn entailing() -> Stop {
    Stop::Refused(
        "these rules have moves that must be answered: their values are those of solve::entailing"
            .into(),
    )
}

#[cold]
fn value_too_large() -> Stop {
    Stop::beyond("a Grundy value of 2^32 or more came up in a search")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;

    /// Take one or two from a heap; tags and order are arbitrary.
    struct Take(Vec<u64>);
    impl Ruleset for Take {
        type Position = u64;
        fn options(&self, &n: &u64, out: &mut Options<u64>) -> Result<(), Full> {
            self.0.iter().filter(|&&k| k <= n).try_for_each(|k| out.push([n - k]))
        }
    }

    #[test]
    fn three_million_moves_deep_does_not_overflow_the_stack() {
        let value = grundy_value(&Take(vec![1]), &3_000_000, &Context::default());
        assert_eq!(value.unwrap().number(), Some(0));
    }

    /// Nim with every heap below as option, largest first: wide and deep at once.
    struct Heap;
    impl Ruleset for Heap {
        type Position = u64;
        fn options(&self, &n: &u64, out: &mut Options<u64>) -> Result<(), Full> {
            (0..n).rev().try_for_each(|left| out.push([left]))
        }
    }

    #[test]
    fn options_of_suspended_positions_are_dropped_and_listed_again() {
        // 3000 * 3000 / 2 exceeds KEPT_OPTIONS.
        let value = grundy_value(&Heap, &3000, &Context::default());
        assert_eq!(value.unwrap().number(), Some(3000));
    }

    #[test]
    fn limits_stop_the_search_and_leave_the_memo_usable() {
        let context = Context::new(Limits::default().with_positions(50));
        let mut memo = Memo::default();
        let stop = memo.value(&Take(vec![1, 2]), &100, &context).unwrap_err();
        assert!(stop.to_string().contains("--max-positions"), "{stop}");
        let value = memo.value(&Take(vec![1, 2]), &100, &Context::default());
        assert_eq!(value.unwrap().number(), Some(1));
    }

    /// Rules made of random bits: each option a sum of up to two smaller positions, some winning
    /// at once; `keys` says which positions have numbers, and which ones.
    struct Random {
        seed: u64,
        keys: fn(u64) -> Option<u64>,
    }
    impl Ruleset for Random {
        type Position = u64;
        fn options(&self, &n: &u64, out: &mut Options<u64>) -> Result<(), Full> {
            let mut random = fastrand::Rng::with_seed((n + 1).wrapping_mul(self.seed | 1));
            let mut next = |below: u64| random.u64(..below);
            for tag in 0..next(12).min(n) {
                match next(24) {
                    0..14 => out.push([next(n)])?,
                    14..17 => out.push([next(n), next(n)])?,
                    17..19 => out.push([])?,
                    19 if n % 16 == 3 => out.push_win([next(n)])?,
                    _ => out.push_tagged(tag, [next(n)])?,
                }
            }
            Ok(())
        }
        fn pack(&self, &n: &u64) -> Option<u64> {
            (self.keys)(n)
        }
    }

    proptest::proptest! {
        #[test]
        fn numbered_positions_get_the_same_values(seed: u64, top in 1..400u64) {
            let all: [fn(u64) -> Option<u64>; 5] = [
                |_| None,
                Some,
                |n| Some(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)),
                |n| (n % 3 > 0).then_some(n << 7),
                |n| Some(u64::MAX - n),
            ];
            let answers = all.map(|keys| {
                let rules = Random { seed, keys };
                let (mut memo, context) = (Memo::default(), Context::default());
                memo.value(&rules, &top, &context).unwrap();
                let found: Vec<_> = (0..=top).map(|n| memo.get(&rules, &n)).collect();
                // Stopped anywhere, then asked again.
                let mut halting = Memo::default();
                let few = Context::new(Limits::default().with_positions(1 + top / 3));
                let _ = halting.value(&rules, &top, &few);
                let again = halting.value(&rules, &top, &context).unwrap();
                assert_eq!(Some(again), found[top as usize]);
                assert_eq!(halting.len(), memo.len());
                (memo.len(), found)
            });
            for answer in &answers[1..] {
                proptest::prop_assert_eq!(answer, &answers[0]);
            }
        }
    }

    #[test]
    fn memory_is_limited_before_a_table_grows() {
        struct Sparse;
        impl Ruleset for Sparse {
            type Position = u64;
            fn options(&self, &n: &u64, out: &mut Options<u64>) -> Result<(), Full> {
                if n == 0 { Ok(()) } else { out.push([n - 1]) }
            }
            fn pack(&self, &n: &u64) -> Option<u64> {
                Some(n << 40)
            }
        }
        let mut context = Context::default();
        context.limits.memory = 1 << 20;
        let mut memo = Memo::default();
        let stop = memo.value(&Sparse, &1_000_000, &context).unwrap_err();
        assert!(stop.to_string().contains("--max-memory"), "{stop}");
        assert!(memo.store.packed.bytes() <= 1 << 20);
        assert!(memo.is_empty());
    }

    struct Circle;
    impl Ruleset for Circle {
        type Position = u64;
        fn options(&self, &n: &u64, out: &mut Options<u64>) -> Result<(), Full> {
            out.push([if n == 0 { 3 } else { (n + 1) % 5 + 1 }])
        }
    }

    #[test]
    fn play_that_never_ends_is_reported_with_the_circle() {
        let Err(Stop::Loop(circle)) = grundy_value(&Circle, &0, &Context::default()) else {
            panic!("a circle must be found")
        };
        assert_eq!(circle.first(), circle.last());
        assert!(circle.len() > 2);
    }
}
