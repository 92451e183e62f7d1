//! Grundy values of dynamic nim, in a table.

use crate::context::{Context, Stop};

/// The values of a heap n of which at most `cap` may be taken first, and afterwards at most k times what was
/// taken last.
///
/// The values of the options of (n,c) are among those of (n,c+1), so the value grows with the cap: for
/// each n the least caps with values above 0, 1, 2, … say all.
///
/// # Complexity
/// Time O(n^2 log v) for all heaps up to n, v the greatest value; space O(n v).
#[derive(Clone, Debug)]
pub struct DynamicValues {
    factor: u64,
    /// By heap: at place v the least cap whose value exceeds v.
    caps: Vec<Vec<u32>>,
}

/// About so many bytes are kept for a heap: values stay small.
const HEAP_BYTES: u64 = 128;

impl DynamicValues {
    /// An empty table of the game with this factor.
    pub fn new(factor: u64) -> Self {
        Self { factor, caps: vec![Vec::new()] }
    }

    /// The value of (n,cap), computing what is missing.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    pub fn value(&mut self, n: u64, cap: u64, context: &Context<'_>) -> Result<u32, Stop> {
        if n >= self.caps.len() as u64 {
            let doing = || "a table of dynamic nim".to_owned();
            // Options are looked up, n of them for each heap n.
            context.check_positions((n.saturating_mul(n) / 2).saturating_add(n), doing)?;
            context.check_memory(n.saturating_mul(HEAP_BYTES), doing)?;
            self.extend(n as usize, context)?;
        }
        Ok(self.look_up(n as usize, cap))
    }

    fn look_up(&self, n: usize, cap: u64) -> u32 {
        self.caps[n].partition_point(|&least| u64::from(least) <= cap) as u32
    }

    fn extend(&mut self, to: usize, context: &Context<'_>) -> Result<(), Stop> {
        let mut seen: Vec<bool> = Vec::new();
        while self.caps.len() <= to {
            let n = self.caps.len();
            context.look("filling a table of dynamic nim", n as u64)?;
            seen.clear();
            let (mut caps, mut mex) = (Vec::new(), 0);
            for take in 1..=n {
                let value = self.look_up(n - take, self.factor.saturating_mul(take as u64));
                let place = value as usize;
                if place >= seen.len() {
                    seen.resize(place + 1, false);
                }
                seen[place] = true;
                while seen.get(mex) == Some(&true) {
                    mex += 1;
                    caps.push(take as u32);
                }
            }
            self.caps.push(caps);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;

    #[test]
    fn the_table_is_the_definition() {
        for factor in [1u64, 2, 3, 7] {
            let side = 60usize;
            let mut plain = vec![vec![0u64; side + 1]; side + 1];
            let mut values = DynamicValues::new(factor);
            for n in 0..=side {
                for cap in 0..=n {
                    let left = |take: usize| (n - take, (take * factor as usize).min(n - take));
                    let options = (1..=cap).map(|take| plain[left(take).0][left(take).1]);
                    let value = mex(options);
                    plain[n][cap] = value;
                    let found = values.value(n as u64, cap as u64, &Context::default()).unwrap();
                    assert_eq!(u64::from(found), value, "[{factor}]({n},{cap})");
                }
            }
        }
        let few = Context::new(crate::context::Limits::default().with_positions(1000));
        for heap in [100, u64::MAX - 1, u64::MAX] {
            assert!(DynamicValues::new(2).value(heap, 5, &few).is_err());
        }
    }
}
