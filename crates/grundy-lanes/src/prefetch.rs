//! Requests for cells that may be far in memory.

/// Bytes of cells that are too many for the caches near a core.
pub const LONG_BYTES: usize = 1 << 21;

/// Pairs between the request for cells and their use.
pub const PAIRS_AHEAD: usize = 64;

/// Requests the cell at `place`, which need not be there.
#[inline(always)]
pub fn prefetch<V>(place: *const V) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a request reads nothing.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(place.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Requests the cells of 64 lanes, which need not be there.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn prefetch_lanes<V>(place: *const V) {
    prefetch(place);
    if size_of::<V>() > 1 {
        prefetch(place.wrapping_add(32));
    }
    prefetch(place.wrapping_add(63));
}
