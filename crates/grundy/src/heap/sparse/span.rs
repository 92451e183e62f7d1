//! Spans: the heaps that the filter fills at a time.

/// Heaps of a span: 30 blocks, twice as many as the near filter fills at a time.
pub(super) const SPAN_HEAPS: usize = 2 * 64 * (NEAR_WINDOW_WORDS - 1);

/// The least partner of a span's windows. They end before the preceding span begins, so that they
/// can be united while that span is computed.
pub(super) const MIN_SPAN_PARTNER: usize = 2 * SPAN_HEAPS;

/// Words of a window of the near filter.
pub(super) const NEAR_WINDOW_WORDS: usize = 16;
