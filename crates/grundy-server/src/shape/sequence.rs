//! Events of a nim-sequence.

use crate::refusal::Problem;
use utoipa::ToSchema;

/// The event `progress`.
#[derive(Debug, ToSchema)]
pub struct ProgressEvent {
    /// What is being done.
    pub phase: String,
    /// How many of the unit are done.
    pub done: u64,
    /// How many there will be, where that is known.
    #[schema(required)]
    pub total: Option<u64>,
    /// What is counted: `steps` or `values`.
    pub unit: String,
    /// Seconds since the beginning.
    pub seconds: f64,
}

/// The event `values`: values of consecutive heaps.
#[derive(Debug, ToSchema)]
pub struct ValuesEvent {
    /// The first heap.
    pub from: u64,
    /// The values, 65536 at most.
    pub values: Vec<u32>,
}

/// The event `result`: what was found.
#[derive(Debug, ToSchema)]
pub struct ResultEvent {
    /// The code or the name of the game.
    pub code: String,
    /// How many values are known.
    pub computed: u64,
    /// The greatest value.
    #[schema(required)]
    pub max: Option<u32>,
    /// The first heap that has it.
    #[schema(required)]
    pub max_at: Option<u64>,
    /// The least heap from which the sequence repeats.
    #[schema(required)]
    pub preperiod: Option<u64>,
    /// The period.
    #[schema(required)]
    pub period: Option<u64>,
    /// What a value grows by in a period.
    #[schema(required)]
    pub saltus: Option<u64>,
    /// Whether the period is proved.
    #[schema(required)]
    pub proved: Option<bool>,
    /// The mask of the sparse space.
    #[schema(required)]
    pub mask: Option<u32>,
    /// Whether the parity of the heap enters into it.
    #[schema(required)]
    pub parity: Option<bool>,
    /// How many heaps are rare.
    #[schema(required)]
    pub rare: Option<usize>,
    /// The last rare heap.
    #[schema(required)]
    pub last_rare: Option<u64>,
    /// What computed the values.
    pub engine: String,
    /// The first heap: 0 but for games without an empty heap.
    pub first: u64,
    /// What proves the period.
    #[schema(required)]
    pub theorem: Option<String>,
    /// Each value with how often it occurs; empty if there are too many.
    pub frequencies: Vec<(u32, u64)>,
    /// Why the computation ended before what was asked for.
    #[schema(required)]
    pub stopped: Option<Problem>,
    /// How a search for a period is continued.
    #[schema(required)]
    pub note: Option<String>,
}
