//! Grundy values by memoised depth-first search, without recursion.

use super::Value;
use crate::context::{Context, LimitKind, Stop};
use crate::nimber::MexSet;
use crate::ruleset::{Full, Options, Ruleset};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Values found so far; may be kept from one question to the next of the same rules.
#[derive(Debug)]
pub struct Memo<P> {
    /// `None` while the position is on the search path.
    table: HashMap<P, Option<Value>, RandomState>,
    heap_bytes: u64,
}

impl<P> Default for Memo<P> {
    fn default() -> Self {
        Self { table: HashMap::default(), heap_bytes: 0 }
    }
}

/// The Grundy value of one position, from the bare rules.
///
/// # Complexity
/// Every reachable position is expanded at most twice; time O(moves), space O(positions).
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
        self.table.len()
    }

    /// Whether nothing is stored.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The value of `position`, if it was found before.
    pub fn get(&self, position: &P) -> Option<Value> {
        self.table.get(position).copied().flatten()
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
        if let Some(value) = self.get(position) {
            return Ok(value);
        }
        let mut path = Vec::new();
        let result = self.search(rules, position, context, &mut path);
        if result.is_err() {
            for frame in &path {
                self.table.remove(&frame.position);
            }
        }
        result
    }

    fn open(
        &mut self,
        rules: &impl Ruleset<Position = P>,
        position: P,
        start: usize,
        context: &Context<'_>,
    ) -> Result<Frame<P>, Stop> {
        let count = self.table.len() as u64 + 1;
        context.check_positions(count, || "searching for a Grundy value".into())?;
        if count.is_multiple_of(1024) {
            context.look("searching positions", count)?;
            let entry = size_of::<(P, Option<Value>)>() as u64 + 1;
            let bytes = self.table.capacity() as u64 * entry * 8 / 7 + self.heap_bytes;
            context.check_memory(bytes, || format!("searching, {count} positions stored"))?;
        }
        self.heap_bytes += rules.heap_bytes(&position) as u64;
        self.table.insert(position.clone(), None);
        Ok(Frame { position, start, resume: 0, expanded: false })
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
                    context.look("searching positions", self.table.len() as u64)?;
                }
                context.check_moves(moves)?;
            }
            match self.scan(&options, frame, &mut seen) {
                Scan::Done(value) => {
                    options.truncate(frame.start);
                    let frame = path.pop().expect("the frame just seen");
                    self.table.insert(frame.position, Some(value));
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

    fn scan(&self, options: &Options<P>, frame: &mut Frame<P>, seen: &mut MexSet) -> Scan<P> {
        loop {
            let first = frame.resume;
            seen.clear();
            for (i, option) in options.iter_from(frame.start + first).enumerate() {
                if option.wins {
                    return Scan::Done(Value::LOONY);
                }
                let mut sum = Some(0);
                for part in option.sum {
                    match self.table.get(part) {
                        Some(Some(value)) => {
                            sum = sum.and_then(|s: u64| value.number().map(|v| s ^ v));
                        }
                        Some(None) => return Scan::OnPath(part.clone()),
                        None => {
                            frame.resume = first + i;
                            return Scan::Unknown(part.clone());
                        }
                    }
                }
                if let Some(sum) = sum {
                    seen.insert(sum);
                }
            }
            if first == 0 {
                return Value::new(seen.mex()).map_or(Scan::TooLarge, Scan::Done);
            }
            // All are known now: gather the values of those passed earlier too.
            frame.resume = 0;
        }
    }
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
