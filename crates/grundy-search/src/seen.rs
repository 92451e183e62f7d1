//! Options met before: a small set of hashes.

/// Hashes that were met since the last [`clear`](Self::clear), which takes O(1). A slot holds one hash,
/// so an older one may be forgotten: it is met as a new one again.
pub struct Seen {
    /// The round in which a hash was met, and the hash; round 0 is before all others.
    slots: Box<[(u32, u64)]>,
    round: u32,
}

impl Seen {
    const SIZE: usize = 512;

    /// Without hashes.
    pub fn new() -> Self {
        Self { slots: vec![(0, 0); Self::SIZE].into(), round: 1 }
    }

    /// Forgets all hashes.
    pub fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.slots.fill((0, 0));
            self.round = 1;
        }
    }

    /// Whether `hash` is new; a second one may be forgotten for it.
    #[inline]
    pub fn insert(&mut self, hash: u64) -> bool {
        let slot = &mut self.slots[hash as usize & (Self::SIZE - 1)];
        let new = *slot != (self.round, hash);
        *slot = (self.round, hash);
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_new_once_until_the_set_is_cleared() {
        let mut seen = Seen::new();
        for round in 0..3 {
            for hash in (0..Seen::SIZE as u64).map(|i| i << 40 | i) {
                assert!(seen.insert(hash) && !seen.insert(hash), "{round} {hash}");
            }
            // Another hash of the same slot takes the place of the first.
            assert!(seen.insert(Seen::SIZE as u64) && seen.insert(0));
            seen.clear();
        }
        seen.round = u32::MAX;
        assert!(seen.insert(7));
        seen.clear();
        assert!(seen.insert(7) && seen.insert(0));
    }
}
