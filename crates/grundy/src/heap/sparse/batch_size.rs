//! The number of candidates of a round, adapted to what was needed.

/// Candidates for each lane and round at least.
pub(super) const MIN_CANDIDATES: usize = 4;

/// Candidates for each lane and round at most.
pub(super) const MAX_CANDIDATES: usize = 12;

/// The difference between two choices of the number of candidates.
pub(super) const CANDIDATES_STEP: usize = 4;

/// The number of candidates for each lane and round, adapted to how often they suffice.
#[derive(Clone, Debug)]
pub(super) struct BatchSize {
    pub candidates: usize,
    /// Moving averages of how often this many candidates did not suffice, and of how often
    /// [`CANDIDATES_STEP`] fewer would not have.
    shortage: [f32; 2],
}

impl Default for BatchSize {
    fn default() -> Self {
        Self { candidates: 8, shortage: Self::UNKNOWN }
    }
}

impl BatchSize {
    /// The averages after a change: neither a further step up nor one down.
    const UNKNOWN: [f32; 2] = [0.0, 1.0];

    /// Weight of the last block in the averages.
    const WEIGHT: f32 = 0.05;

    /// The part of blocks with a shortage above which more candidates are taken.
    const MAX_SHORTAGE: f32 = 0.4;

    /// The part of blocks with a shortage below which fewer candidates are taken.
    const MIN_SHORTAGE: f32 = 0.15;

    /// Adds a block to the averages: whether this many candidates were too few for it, and whether
    /// fewer would have been.
    pub fn learn(&mut self, short: [bool; 2]) {
        for (mean, short) in self.shortage.iter_mut().zip(short) {
            *mean = *mean * (1.0 - Self::WEIGHT) + if short { Self::WEIGHT } else { 0.0 };
        }
        let before = self.candidates;
        if self.shortage[0] > Self::MAX_SHORTAGE {
            self.candidates = (before + CANDIDATES_STEP).min(MAX_CANDIDATES);
        } else if self.shortage[1] < Self::MIN_SHORTAGE {
            self.candidates = (before - CANDIDATES_STEP).max(MIN_CANDIDATES);
        }
        if before != self.candidates {
            self.shortage = Self::UNKNOWN;
        }
    }
}
