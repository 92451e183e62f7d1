//! From one diagram to the next in lexicographic order, and what is known of higher rows then.

use super::Ranks;

/// Sets to be copied within those of a row.
pub(super) struct Copied {
    pub from: usize,
    pub to: usize,
    pub len: usize,
}

/// What is to be copied when row `row` grows to `x` squares: for the higher rows of which the
/// lowest have x squares too, the set of these rows cut to x-1 squares.
pub(super) fn copied(ranks: &Ranks, row: usize, x: u16) -> impl Iterator<Item = Copied> {
    let board = ranks.board();
    let (mut from, mut to) = (0, 0);
    let x = usize::from(x);
    // With rows row+1..=k of x squares, all that lies above them and is shorter in row k+1.
    let equal = board[row + 1..].iter().take_while(move |&&next| usize::from(next) >= x);
    equal.enumerate().map(move |(more, _)| {
        let k = row + 1 + more;
        from += ranks.weight(k, x - 1);
        to += ranks.weight(k, x);
        let len = match board.get(k + 1) {
            Some(&next) if usize::from(next) >= x => ranks.weight(k + 1, x),
            _ => ranks.ways(k, x),
        };
        Copied { from, to, len }
    })
}

/// Makes of a diagram within the board, its lowest row at most `bound`, the next one in order, and
/// tells the row that grew; the higher ones are empty then.
pub(super) fn next(lengths: &mut [u16], board: &[u16], bound: u16) -> Option<usize> {
    let grows = (0..lengths.len()).rev().find(|&i| {
        let below = if i == 0 { bound } else { lengths[i - 1] };
        lengths[i] < below.min(board[i])
    })?;
    lengths[grows] += 1;
    lengths[grows + 1..].fill(0);
    Some(grows)
}
