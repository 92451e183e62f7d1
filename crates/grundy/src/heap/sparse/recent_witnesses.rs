//! The heaps that were found to be of a witness of each value.
//!
//! What makes a witness of a value that is seldom an option is an unusual heap, and the same heap is often one of a
//! witness for thousands of heaps to come.

/// Heaps that are kept of each value.
const KEPT: usize = 8;

/// By stored value the last heaps, the one found last first; 0 where there are fewer.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentWitnesses {
    heaps: Vec<[usize; KEPT]>,
}

impl RecentWitnesses {
    /// The first heap that `is_witness`, which goes to the front.
    pub fn find(&mut self, x: u32, is_witness: impl Fn(usize) -> bool) -> Option<usize> {
        let heaps = self.heaps.get_mut(x as usize)?;
        let i = heaps.iter().take_while(|&&n| n > 0).position(|&n| is_witness(n))?;
        heaps[..=i].rotate_right(1);
        Some(heaps[0])
    }

    /// Keeps the two heaps of a witness of x, for the one that was kept longest.
    pub fn keep(&mut self, x: u32, pair: [usize; 2]) {
        let x = x as usize;
        if x >= self.heaps.len() {
            self.heaps.resize(x + 1, [0; KEPT]);
        }
        for heap in pair {
            self.heaps[x].rotate_right(1);
            self.heaps[x][0] = heap;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_last_is_asked_first() {
        let mut recent = RecentWitnesses::default();
        assert_eq!(recent.find(3, |_| true), None);
        (1..=5).for_each(|i| recent.keep(3, [10 * i, 10 * i + 1]));
        let kept = |recent: &RecentWitnesses| recent.heaps[3].to_vec();
        assert_eq!(kept(&recent), [51, 50, 41, 40, 31, 30, 21, 20]);
        assert_eq!(recent.find(3, |n| n < 42), Some(41));
        assert_eq!(kept(&recent), [41, 51, 50, 40, 31, 30, 21, 20]);
        assert_eq!(recent.find(3, |n| n == 11), None);
        // No heap is 0.
        recent.keep(1, [7, 8]);
        assert_eq!(recent.find(1, |n| n == 0), None);
        assert_eq!(recent.find(2, |_| true), None);
    }
}
