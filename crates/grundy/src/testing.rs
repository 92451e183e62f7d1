//! Published data for tests: plain files in `data/`, a row a line, `#` for comments.

use crate::heap::Code;

/// A published period of an octal game.
pub(crate) struct PublishedPeriod {
    /// The code as typed.
    pub text: &'static str,
    /// The game.
    pub code: Code,
    /// The least preperiod.
    pub preperiod: u64,
    /// The least period.
    pub length: u64,
}

/// The published periods that values of at most `heaps` heaps show at least once.
pub(crate) fn published_periods(heaps: u64) -> Vec<PublishedPeriod> {
    let read = |line: &'static str| {
        let [text, preperiod, length] = *line.split_whitespace().collect::<Vec<_>>() else {
            panic!("code, preperiod and period: {line}");
        };
        let number = |text: &str| text.parse().expect("a number");
        let code = text.parse().expect("a code");
        PublishedPeriod { text, code, preperiod: number(preperiod), length: number(length) }
    };
    let lines = include_str!("../data/periods.txt").lines();
    let rows = lines.filter(|line| !line.starts_with('#') && !line.is_empty()).map(read);
    rows.filter(|row| row.preperiod + 2 * row.length <= heaps).collect()
}
