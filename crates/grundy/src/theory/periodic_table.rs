//! Long tables of values of subtraction games, filled at the speed of memory.

use super::mex_table::{grow_takes, repetition};
use crate::context::{Context, Stop};

/// The length of the piece that is copied again and again, in bytes: it stays in the processor's cache.
const COPY_BYTES: usize = 1 << 16;

/// How many bytes are copied between two looks at the clock and the cancel flag.
const BYTES_PER_LOOK: usize = 1 << 24;

/// The values of the heaps 0, 1, …, `len - 1` if one of the numbers `takes`, which increase and are
/// positive, may be taken: `bash[m]` for 1, …, m.
///
/// Each value is determined by the s before it, s the greatest number to take; once s consecutive
/// values repeat, the table does so for ever. The values are computed one by one until then and
/// copied from there on.
///
/// # Complexity
/// O(takes) a heap until the values repeat, then a byte copied for each; `len` bytes, and 8 for
/// each heap before the values repeat.
///
/// # Errors
/// [`Stop`] at a limit, looked at before memory is taken; when cancelled; refused for more than 255
/// numbers, because the values must fit into bytes, and for numbers that do not increase from 1 on.
pub fn values(takes: &[u64], len: usize, context: &Context<'_>) -> Result<Vec<u8>, Stop> {
    let doing = || format!("filling a table of {len} values");
    if takes.len() > usize::from(u8::MAX) {
        return Err(Stop::Refused("values of more than 255 numbers do not fit into bytes".into()));
    }
    if takes.first() == Some(&0) || !takes.is_sorted_by(|a, b| a < b) {
        return Err(Stop::Refused("the numbers to take must increase, from 1 on".into()));
    }
    context.check_positions(len as u64, doing)?;
    context.check_memory(len as u64, doing)?;
    // Greater numbers are never taken.
    let takes = &takes[..takes.partition_point(|&take| take < len as u64)];
    let window = takes.last().map_or(1, |&greatest| greatest as usize);
    let mut known = Vec::new();
    let mut upto = len.min(1024.max(4 * window));
    let repeats = loop {
        // The table of words, the lengths of its repetitions, and the table itself.
        context.check_memory(8 * upto as u64 + len as u64, doing)?;
        grow_takes(&mut known, takes, upto, context)?;
        let repeats = repetition(&known, window);
        if repeats.is_some() || upto == len {
            break repeats;
        }
        upto = len.min(2 * upto);
    };
    let mut table = Vec::with_capacity(len);
    table.extend(known.iter().map(|&value| value as u8));
    if let Some((start, period)) = repeats {
        table.truncate(len.min(start + period));
        let piece = period.max(COPY_BYTES / period * period);
        let mut next_look = BYTES_PER_LOOK;
        while table.len() < len {
            // From the start on the table holds a whole number of periods.
            let copied = (table.len() - start).min(piece).min(len - table.len());
            table.extend_from_within(start..start + copied);
            if table.len() >= next_look {
                context.look("filling a table", table.len() as u64)?;
                next_look += BYTES_PER_LOOK;
            }
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;
    use crate::nimber::mex;

    fn naive(takes: &[u64], len: usize) -> Vec<u8> {
        let mut values: Vec<u64> = Vec::new();
        for n in 0..len as u64 {
            let usable = takes.iter().take_while(|&&take| take <= n);
            values.push(mex(usable.map(|&take| values[(n - take) as usize])));
        }
        values.into_iter().map(|value| value as u8).collect()
    }

    #[test]
    fn tables_are_what_the_definition_says() {
        let context = Context::default();
        for bits in 0..1u64 << 9 {
            let takes: Vec<u64> = (1..=9).filter(|take| bits >> (take - 1) & 1 == 1).collect();
            for len in [0, 1, 2, 9, 40, 1500] {
                let table = values(&takes, len, &context).unwrap();
                assert_eq!(table, naive(&takes, len), "{takes:?}");
            }
        }
        let all: Vec<u64> = (1..=255).collect();
        for takes in [&[2u64, 5, 7][..], &[3, 400, 2000], &[1, 1 << 60], &[13, 64, 99], &all] {
            for len in [5000, 100_000] {
                let table = values(takes, len, &context).unwrap();
                assert!(table == naive(takes, len), "{takes:?}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused_beforehand() {
        let mut limits = Limits::default().with_positions(1 << 50);
        let stop = values(&[1, 2], 1 << 45, &Context::new(limits)).unwrap_err();
        assert!(stop.to_string().contains("--max-memory"), "{stop}");
        limits.positions = 100;
        let stop = values(&[1, 2], 101, &Context::new(limits)).unwrap_err();
        assert!(stop.to_string().contains("--max-positions"), "{stop}");
        for bad in [&[0, 1][..], &[2, 2], &[3, 1], &(1..=256).collect::<Vec<_>>()] {
            assert!(matches!(values(bad, 10, &Context::default()), Err(Stop::Refused(_))));
        }
    }

    #[test]
    fn example_of_values() {
        use crate::theory::periodic_table;
        let table = periodic_table::values(&[1, 2, 3], 10, &Default::default()).unwrap();
        assert_eq!(table, [0, 1, 2, 3, 0, 1, 2, 3, 0, 1]);
    }
}
