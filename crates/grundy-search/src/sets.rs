//! Sets of numbers below 128 as words.

/// The numbers of a set, ascending: the vertices of a graph, or the elements of an order.
#[inline]
pub fn vertices(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let vertex = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (vertex < 128).then_some(vertex as usize)
    })
}
