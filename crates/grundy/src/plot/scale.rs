//! Axes: where the round numbers are, and how they are written.

/// A number as a label: short ones as they are, round long ones with a power of ten.
pub(super) fn label(n: u64) -> String {
    if n < 100_000 {
        return n.to_string();
    }
    for (unit, sign) in
        [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M"), (1000, "k")]
    {
        if n >= unit && n.is_multiple_of(unit) {
            return format!("{}{sign}", n / unit);
        }
        if n >= unit && n.is_multiple_of(unit / 10) {
            return format!("{}.{}{sign}", n / unit, n / (unit / 10) % 10);
        }
    }
    n.to_string()
}

/// 1, 2, 5, 10, 20, 50, …
fn steps() -> impl Iterator<Item = u64> {
    (0..19).flat_map(|power| [1, 2, 5].map(|digit| digit * 10u64.pow(power)))
}

/// The multiples of a round number from `first` to `last`, as dense as labels have room, of which
/// `room` says how much the longest of these needs as a part of a unit.
///
/// `fits(step, labels)` tells whether labels that far apart fit.
pub(super) fn ticks(first: u64, last: u64, fits: impl Fn(u64, &[u64]) -> bool) -> Vec<u64> {
    for step in steps() {
        if (last - first) / step > 200 {
            continue;
        }
        let start = first.div_ceil(step).saturating_mul(step);
        let ticks: Vec<u64> = (start..=last).step_by(step as usize).collect();
        if ticks.len() < 2 || fits(step, &ticks) {
            return if ticks.is_empty() { vec![first] } else { ticks };
        }
    }
    vec![first]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_bounds() {
        for (first, last) in
            [(0, 0), (1, 1), (0, 1), (0, 9), (3, 59), (0, 1_000_000), (17, 18), (0, u64::MAX / 4)]
        {
            for most in [1, 2, 5, 10, 40] {
                let ticks = ticks(first, last, |_, ticks| ticks.len() <= most.max(1));
                assert!(
                    !ticks.is_empty() && ticks.len() <= most.max(1),
                    "{first} {last} {most} {ticks:?}"
                );
                assert!(ticks.iter().all(|tick| (first..=last).contains(tick)));
            }
        }
        assert_eq!(ticks(0, 60, |step, _| step >= 9), [0, 10, 20, 30, 40, 50, 60]);
    }

    #[test]
    fn labels_are_exact_and_short() {
        for (n, text) in [
            (0, "0"),
            (99_999, "99999"),
            (200_000, "200k"),
            (1_000_000, "1M"),
            (2_500_000, "2.5M"),
            (10_000_000, "10M"),
            (123_457, "123457"),
        ] {
            assert_eq!(label(n), text);
        }
    }
}
