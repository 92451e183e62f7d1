//! Grundy values by memoised depth-first search, without recursion.

use super::Value;
use super::packed::{Known, Packed};
use crate::context::{Context, LimitKind, Stop};
use crate::nimber::MexSet;
use crate::ruleset::{Full, Options, Ruleset};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Values found so far; may be kept from one question to the next of the same rules.
#[derive(Debug)]
pub struct Memo<P> {
    /// Positions with a number: [`Ruleset::pack`].
    packed: Packed,
    /// The others.
    table: HashMap<P, Known, RandomState>,
    heap_bytes: u64,
}

impl<P> Default for Memo<P> {
    fn default() -> Self {
        Self { packed: Packed::default(), table: HashMap::default(), heap_bytes: 0 }
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

impl<P: Clone + Eq + std::hash::Hash> Memo<P> {
    /// How many values are stored.
    pub fn len(&self) -> usize {
        self.packed.len() + self.table.len()
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of `position`, if it was found before.
    pub fn get(&self, rules: &impl Ruleset<Position = P>, position: &P) -> Option<Value> {
        self.known(rules, position).to_value()
    }

    #[inline]
    fn known(&self, rules: &impl Ruleset<Position = P>, position: &P) -> Known {
        match rules.pack(position) {
            Some(number) => self.packed.get(number),
            None => self.table.get(position).copied().unwrap_or(Known::NOTHING),
        }
    }

    #[inline]
    fn note(&mut self, rules: &impl Ruleset<Position = P>, position: P, known: Known) {
        match rules.pack(&position) {
            Some(number) => self.packed.set(number, known),
            None => drop(self.table.insert(position, known)),
        }
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
        let mut path = Vec::new();
        let result = self.search(rules, position, context, &mut path);
        if result.is_err() {
            for frame in &path {
                match rules.pack(&frame.position) {
                    Some(number) => self.packed.forget(number),
                    None => drop(self.table.remove(&frame.position)),
                }
            }
        }
        result
    }

    #[inline]
    fn open(
        &mut self,
        rules: &impl Ruleset<Position = P>,
        position: P,
        start: usize,
        context: &Context<'_>,
    ) -> Result<Frame<P>, Stop> {
        let count = self.len() as u64 + 1;
        context.check_positions(count, || "searching for a Grundy value".into())?;
        let growth = self.packed.bytes_to_grow();
        if count.is_multiple_of(1024) || growth.is_some() {
            self.look(count, growth.unwrap_or(self.packed.bytes()), context)?;
        }
        self.heap_bytes += rules.heap_bytes(&position) as u64;
        self.note(rules, position.clone(), Known::ON_PATH);
        Ok(Frame { position, start, resume: 0, values: Some(0), expanded: false })
    }

    /// Looks at the clock, the cancel flag and the memory in use.
    #[cold]
    fn look(&self, count: u64, packed: u64, context: &Context<'_>) -> Result<(), Stop> {
        context.look("searching positions", count)?;
        let entry = size_of::<(P, Known)>() as u64 + 1;
        let bytes = self.table.capacity() as u64 * entry * 8 / 7 + packed + self.heap_bytes;
        context.check_memory(bytes, || format!("searching, {count} positions stored"))
    }

    fn search<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
        path: &mut Vec<Frame<P>>,
    ) -> Result<Value, Stop>
    where
        P: std::fmt::Debug,
    {
        let mut options: Options<P> = Options::default();
        let mut seen = MexSet::default();
        let mut moves = 0u64;
        let most = usize::try_from(context.limits.positions).unwrap_or(usize::MAX);
        path.push(self.open(rules, position.clone(), 0, context)?);
        loop {
            let frame = path.last_mut().expect("the path is never empty here");
            if !frame.expanded {
                options.truncate(frame.start);
                options.set_capacity_limit(frame.start.saturating_add(most));
                rules
                    .options(&frame.position, &mut options)
                    .map_err(|Full| too_many_options(&frame.position, most, context))?;
                frame.expanded = true;
                let before = moves >> 16;
                moves += (options.len() - frame.start) as u64;
                if moves >> 16 != before {
                    context.look("searching positions", self.len() as u64)?;
                }
                context.check_moves(moves)?;
            }
            match self.scan(rules, &options, frame, &mut seen) {
                Scan::Done(value) => {
                    options.truncate(frame.start);
                    let frame = path.pop().expect("the frame just seen");
                    self.note(rules, frame.position, Known::value(value));
                    if path.is_empty() {
                        return Ok(value);
                    }
                }
                Scan::Unknown(child) => {
                    if options.len() > KEPT_OPTIONS {
                        options.truncate(frame.start);
                        frame.expanded = false;
                    }
                    let start = options.len();
                    let frame = self.open(rules, child, start, context)?;
                    path.push(frame);
                }
                Scan::OnPath(child) => {
                    let first = path.iter().position(|f| f.position == child).unwrap_or(0);
                    let mut names: Vec<String> =
                        path[first..].iter().map(|f| format!("{:?}", f.position)).collect();
                    names.push(format!("{child:?}"));
                    return Err(Stop::Loop(names));
                }
                Scan::TooLarge => return Err(value_too_large()),
            }
        }
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
        loop {
            seen.set_word(frame.values.unwrap_or(0));
            let first = frame.start + frame.resume;
            let stopped = match options.plain_from(first) {
                Some(options) => self.scan_plain(rules, options, seen),
                None => self.scan_any(rules, options, first, seen),
            };
            match stopped {
                None if frame.values.is_some() => {
                    return Value::new(seen.mex()).map_or(Scan::TooLarge, Scan::Done);
                }
                // All are known now: gather the values of those passed earlier too.
                None => (frame.resume, frame.values) = (0, Some(0)),
                Some((_, Halt::Wins)) => return Scan::Done(Value::LOONY),
                Some((_, Halt::At(part, Known::ON_PATH))) => return Scan::OnPath(part.clone()),
                Some((passed, Halt::At(part, _))) => {
                    frame.resume += passed;
                    frame.values = frame.values.and(seen.as_word());
                    return Scan::Unknown(part.clone());
                }
            }
        }
    }

    /// Gathers the values of options that are single positions; stops at one not known, with
    /// the number of those passed.
    #[inline]
    fn scan_plain<'a>(
        &self,
        rules: &impl Ruleset<Position = P>,
        options: &'a [P],
        seen: &mut MexSet,
    ) -> Option<(usize, Halt<'a, P>)> {
        for (passed, part) in options.iter().enumerate() {
            let known = self.known(rules, part);
            match known.number() {
                Some(number) => seen.insert(number),
                None if known.to_value().is_some() => {}
                None => return Some((passed, Halt::At(part, known))),
            }
        }
        None
    }

    /// Gathers the values of the options from the `first`-th on; as `scan_plain` otherwise.
    fn scan_any<'a>(
        &self,
        rules: &impl Ruleset<Position = P>,
        options: &'a Options<P>,
        first: usize,
        seen: &mut MexSet,
    ) -> Option<(usize, Halt<'a, P>)> {
        for (passed, option) in options.iter_from(first).enumerate() {
            if option.wins {
                return Some((passed, Halt::Wins));
            }
            let mut sum = Some(0u64);
            for part in option.sum {
                let known = self.known(rules, part);
                match known.number() {
                    Some(number) => sum = sum.map(|sum| sum ^ number),
                    None if known.to_value().is_some() => sum = None,
                    None => return Some((passed, Halt::At(part, known))),
                }
            }
            if let Some(sum) = sum {
                seen.insert(sum);
            }
        }
        None
    }
}

/// Why a scan did not come to the last option.
enum Halt<'a, P> {
    /// The option wins at once.
    Wins,
    /// No value is known of this position yet.
    At(&'a P, Known),
}

enum Scan<P> {
    Done(Value),
    Unknown(P),
    OnPath(P),
    TooLarge,
}

fn too_many_options<P: std::fmt::Debug>(position: &P, most: usize, context: &Context<'_>) -> Stop {
    match context.look("listing moves", 0) {
        Err(stop) => stop,
        Ok(()) => Stop::Limit {
            kind: LimitKind::Positions,
            what: format!("{position:?} alone has more than {most} moves"),
        },
    }
}

fn value_too_large() -> Stop {
    Stop::Refused("a Grundy value of 2^32 or more came up in a search".into())
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
    fn ten_million_moves_deep_does_not_overflow_the_stack() {
        let value = grundy_value(&Take(vec![1]), &10_000_000, &Context::default());
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
            let mut state = (n + 1).wrapping_mul(self.seed | 1);
            let mut next = |below: u64| {
                state =
                    state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (state >> 33) % below
            };
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
        assert!(memo.packed.bytes() <= 1 << 20);
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
