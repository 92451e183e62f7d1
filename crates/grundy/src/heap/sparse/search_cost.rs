//! What searches for a value cost.

/// What remains of the older searches in the moving average of their cost, for each span.
const SEARCH_DECAY: f32 = 0.8;

/// Cycles of a search for a value that has never been searched.
const INITIAL_SEARCH_CYCLES: f32 = 50.0;

/// Moving average of the cycles that searches for a value take, for each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchCost {
    lanes: f32,
    cycles: f32,
}

impl Default for SearchCost {
    fn default() -> Self {
        Self { lanes: 1.0, cycles: INITIAL_SEARCH_CYCLES }
    }
}

impl SearchCost {
    /// No search at all, whose average is not known.
    pub const NONE: Self = Self { lanes: 0.0, cycles: 0.0 };

    /// The searches of both.
    pub fn plus(self, other: Self) -> Self {
        Self { lanes: self.lanes + other.lanes, cycles: self.cycles + other.cycles }
    }

    /// The number of lanes searched for.
    pub fn lanes(self) -> f32 {
        self.lanes
    }

    /// The cycles of all searches.
    pub fn cycles(self) -> f32 {
        self.cycles
    }

    /// The average.
    pub fn cycles_per_lane(self) -> f32 {
        self.cycles / self.lanes
    }

    /// The average after further searches for this many lanes, in this many cycles.
    pub fn with(self, lanes: u32, cycles: f32) -> Self {
        Self { lanes: self.lanes + lanes as f32, cycles: self.cycles + cycles }
    }

    /// The same average, of less weight against what follows.
    pub fn decayed(self) -> Self {
        match self.lanes {
            1.0.. => Self { lanes: SEARCH_DECAY * self.lanes, cycles: SEARCH_DECAY * self.cycles },
            _ => self,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_follows_what_was_searched_last() {
        let mut cost = SearchCost::default();
        assert_eq!(cost.cycles_per_lane(), INITIAL_SEARCH_CYCLES);
        for _ in 0..40 {
            cost = cost.decayed().with(10, 2000.0);
        }
        assert!((cost.cycles_per_lane() - 200.0).abs() < 1.0, "{cost:?}");
        // Decay changes the weight, not the average.
        let decayed = cost.decayed();
        assert!((decayed.cycles_per_lane() - cost.cycles_per_lane()).abs() < 0.01);
        let (old, new) = (cost.with(10, 20_000.0), decayed.with(10, 20_000.0));
        assert!(new.cycles_per_lane() > old.cycles_per_lane());
    }
}
