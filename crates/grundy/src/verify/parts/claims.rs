//! Claims about values of parts, checked against the options of each part.

use crate::context::{Context, Stop};
use crate::verify::blocks;
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// The bare rules of a game whose positions fall into parts.
pub(super) trait Rules: Sync {
    /// A part.
    type Part: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// How many squares or vertices it has, or twice how many lives: fewer after each move; more than any small part
    /// has where that is not so.
    fn cells(&self, part: Self::Part) -> u32;
    /// Tells the parts that each move leaves, until that is answered by a break.
    fn options(&self, part: Self::Part, option: &mut dyn FnMut(&[Self::Part]) -> ControlFlow<()>);
    /// Whether a theorem says that its value is 0.
    fn is_answered(&self, part: Self::Part) -> bool;
    /// Bytes kept besides the claims.
    fn bytes(&self) -> u64 {
        0
    }
    /// The part in words.
    fn told(&self, part: Self::Part) -> String;
}

/// What is claimed of the value of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// It is this.
    Value(u32),
    /// It is none of these nimbers: bit n stands for n.
    Not(u64),
}

/// What the claims show of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// Its value.
    Value(u32),
    /// That it is none of these nimbers, each with `beside` added.
    Not { beside: u32, mask: u64 },
    /// Nothing.
    Nothing,
}

impl Shown {
    /// Whether the value is shown to be another.
    pub fn excludes(self, nimber: u32) -> bool {
        match self {
            Self::Value(value) => value != nimber,
            Self::Not { beside, mask } => mask.checked_shr(nimber ^ beside).unwrap_or(0) & 1 == 1,
            Self::Nothing => false,
        }
    }

    /// The same beside a nim-heap.
    pub fn beside(self, heap: u32) -> Self {
        match self {
            Self::Value(value) => Self::Value(value ^ heap),
            Self::Not { beside, mask } => Self::Not { beside: beside ^ heap, mask },
            Self::Nothing => Self::Nothing,
        }
    }
}

/// Claims about parts of one game.
///
/// # Theorem
/// If each claim follows from the options of its part and from other claims in the way of
/// [`holds`](Self::holds), all claims are true: by induction on the number of squares, vertices or lives, of which
/// every part of an option has fewer. (Of rules from texts something else has to be shown: see `texts`.)
pub(super) struct Claims<R: Rules> {
    pub rules: R,
    /// Parts of at most so many squares or vertices, or half as many lives, are valued by all their options.
    pub small: u32,
    pub claims: HashMap<R::Part, Claim>,
}

/// What a check does when it meets a limit.
const DOING: &str = "checking claims about parts";

/// Bytes of one claim in memory, with what the table leaves free.
pub(super) const CLAIM_BYTES: u64 = 160;

/// In sums of more parts than these equal ones are found by sorting.
const LONG_SUM: usize = 16;

/// Threads take so many claims in turn.
const BLOCK: usize = 1 << 8;

/// After so many claims, or options of one, the limits are looked at.
const LOOKS: u64 = 1 << 8;

/// Values of small parts that one thread has found.
pub(super) type Small<R> = HashMap<<R as Rules>::Part, u32>;

impl<R: Rules> Claims<R> {
    /// What is shown of a sum of parts. Equal parts cancel: their sum is 0.
    pub fn sum(&self, parts: &[R::Part], small: &mut Small<R>) -> Shown {
        if parts.len() > LONG_SUM {
            let mut sorted = parts.to_vec();
            sorted.sort_unstable();
            let odd = sorted.chunk_by(|a, b| a == b).filter(|equal| equal.len() % 2 == 1);
            let odd: Vec<R::Part> = odd.map(|equal| equal[0]).collect();
            return self.sum_of_different(odd.into_iter(), small);
        }
        let equal = |others: &[R::Part], part: R::Part| {
            others.iter().filter(|other| **other == part).count()
        };
        let odd = parts
            .iter()
            .enumerate()
            .filter(|&(i, &part)| equal(parts, part) % 2 == 1 && equal(&parts[..i], part) == 0);
        self.sum_of_different(odd.map(|(_, &part)| part), small)
    }

    fn sum_of_different(
        &self,
        parts: impl Iterator<Item = R::Part>,
        small: &mut Small<R>,
    ) -> Shown {
        let (mut value, mut open) = (0, None);
        for part in parts {
            match self.part(part, small) {
                Shown::Value(known) => value ^= known,
                Shown::Not { mask, .. } if open.is_none() => open = Some(mask),
                _ => return Shown::Nothing,
            }
        }
        match open {
            None => Shown::Value(value),
            Some(mask) => Shown::Not { beside: value, mask },
        }
    }

    fn part(&self, part: R::Part, small: &mut Small<R>) -> Shown {
        if self.rules.cells(part) <= self.small {
            return Shown::Value(self.small_value(part, small));
        }
        match self.claims.get(&part) {
            Some(&Claim::Value(value)) => Shown::Value(value),
            Some(&Claim::Not(mask)) => Shown::Not { beside: 0, mask },
            None if self.rules.is_answered(part) || self.is_over(part) => Shown::Value(0),
            None => Shown::Nothing,
        }
    }

    fn is_over(&self, part: R::Part) -> bool {
        let mut over = true;
        self.rules.options(part, &mut |_| {
            over = false;
            ControlFlow::Break(())
        });
        over
    }

    /// The least number that is the value of no option.
    fn small_value(&self, part: R::Part, small: &mut Small<R>) -> u32 {
        if let Some(&value) = small.get(&part) {
            return value;
        }
        let mut options = Vec::new();
        self.rules.options(part, &mut |parts| {
            options.push(parts.to_vec());
            ControlFlow::Continue(())
        });
        let mut values: Vec<u32> = options
            .iter()
            .map(|parts| parts.iter().fold(0, |sum, &part| sum ^ self.small_value(part, small)))
            .collect();
        values.sort_unstable();
        values.dedup();
        let least = (0..).zip(&values).find(|(i, value)| i != *value).map(|(i, _)| i);
        let value = least.unwrap_or(values.len() as u32);
        small.insert(part, value);
        value
    }

    /// Whether a claim follows from what the claims show of the options: a value if no option has it and
    /// each smaller number is that of one; another value than n if an option has the value n.
    fn holds(
        &self,
        part: R::Part,
        claim: Claim,
        small: &mut Small<R>,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let (mut reached, mut avoided) = (0u64, true);
        // Which numbers have to be those of options.
        let wanted = match claim {
            // More than 63 options of different values: counted below.
            Claim::Value(value) => 1u64.checked_shl(value).map_or(u64::MAX, |bit| bit - 1),
            Claim::Not(mask) => mask,
        };
        let mut high = Vec::new();
        let (mut options, mut stopped) = (0, Ok(()));
        self.rules.options(part, &mut |parts| {
            options += 1;
            stopped = self.look(options, context);
            if stopped.is_err() {
                return ControlFlow::Break(());
            }
            let shown = self.sum(parts, small);
            if let Shown::Value(value) = shown {
                match 1u64.checked_shl(value) {
                    Some(bit) => reached |= bit,
                    None => high.push(value),
                }
            }
            let decided = match claim {
                Claim::Value(value) => {
                    avoided &= shown.excludes(value);
                    !avoided
                }
                Claim::Not(_) => wanted & !reached == 0,
            };
            if decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        stopped?;
        let enough = match claim {
            Claim::Value(value) => (64..value).all(|lower| high.contains(&lower)),
            Claim::Not(_) => true,
        };
        Ok(avoided && enough && wanted & !reached == 0)
    }

    fn look(&self, step: u64, context: &Context<'_>) -> Result<(), Stop> {
        if !step.is_multiple_of(LOOKS) {
            return Ok(());
        }
        context.look(DOING, step)?;
        let bytes = (self.claims.len() as u64).saturating_mul(CLAIM_BYTES);
        context.check_memory(bytes.saturating_add(self.rules.bytes()), || DOING.into())
    }

    /// Checks all claims; the first that does not follow, in words.
    pub fn check(&self, context: &Context<'_>) -> Result<Option<String>, Stop> {
        let mut claims: Vec<(R::Part, Claim)> =
            self.claims.iter().map(|(part, claim)| (*part, *claim)).collect();
        claims.sort_unstable_by_key(|(part, _)| *part);
        let checked = |i: usize, small: &mut Small<R>| {
            self.look(i as u64, context)?;
            self.holds(claims[i].0, claims[i].1, small, context)
        };
        let failed = blocks::first_failure_of(BLOCK, claims.len(), context, HashMap::new, checked)?;
        Ok(failed.map(|i| {
            let part = self.rules.told(claims[i].0);
            match claims[i].1 {
                Claim::Value(value) => {
                    format!("that the value of {part} is {value} does not follow from its options")
                }
                Claim::Not(mask) => {
                    let bits = (0..64).filter(|n| mask >> n & 1 == 1);
                    let nimbers: Vec<String> = bits.map(|n: u32| n.to_string()).collect();
                    format!(
                        "that the value of {part} is not {} does not follow from its options",
                        nimbers.join(" or ")
                    )
                }
            }
        }))
    }
}
