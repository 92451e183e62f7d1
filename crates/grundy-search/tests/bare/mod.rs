//! Bare rules, written apart from the kernels that are tested.

use grundy_search::board::Board;
use grundy_search::graph::vertices;

/// Squares beside a square, with corners or without.
pub fn near(board: Board, square: u32, corners: bool) -> u128 {
    let (height, width) = (board.height() as i64, board.width() as i64);
    let (row, column) = (i64::from(square) / width, i64::from(square) % width);
    let mut set = 0;
    for (r, c) in (-1..=1).flat_map(|r| (-1..=1).map(move |c| (r, c))) {
        let (y, x) = (row + r, column + c);
        if (corners || r == 0 || c == 0) && (0..height).contains(&y) && (0..width).contains(&x) {
            set |= 1u128 << (y * width + x);
        }
    }
    set
}

/// What is left of a set of vertices by choosing one: it goes with its neighbours.
pub fn choose_vertex(edges: &[(usize, usize)], set: u128) -> Vec<u128> {
    let taken = |v: usize| {
        let ends = edges.iter().filter(|(a, b)| *a == v || *b == v);
        ends.fold(1u128 << v, |set, (a, b)| set | 1 << a | 1 << b)
    };
    vertices(set).map(|v| set & !taken(v)).collect()
}

/// What is left of a set of vertices by choosing an edge: both ends go.
pub fn choose_edge(edges: &[(usize, usize)], set: u128) -> Vec<u128> {
    let ends = edges.iter().filter(|(a, b)| a != b).map(|(a, b)| 1u128 << a | 1 << b);
    ends.filter(|ends| ends & !set == 0).map(|ends| set & !ends).collect()
}
