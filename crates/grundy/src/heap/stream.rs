//! A nim-sequence whose values are counted, compared with earlier ones, and not kept.

use super::engine;
use super::kernel::Kernel;
use super::online_detector::OnlineDetector;
use super::space::{self, Space};
use super::summary::{Summary, Tally};
use super::{Code, StandardForm};
use crate::context::{Context, Stop};

/// A nim-sequence that grows; its values are counted, a period is looked for, and they are dropped.
///
/// ```
/// use grundy::heap::stream::Stream;
/// let mut stream = Stream::new("0.77".parse().unwrap(), 0);
/// stream.extend(10_000, &Default::default(), &mut |_| Ok(())).unwrap();
/// let summary = stream.summary("kayles".into());
/// assert_eq!((summary.computed, summary.greatest), (10_001, Some((8, 27))));
/// let seen = summary.repetition.unwrap();
/// assert!(seen.length == 12 && seen.from >= 71 && seen.to > 9000);
/// ```
pub struct Stream {
    pub(super) code: Code,
    /// How many first heaps are not counted.
    pub(super) skip: u64,
    pub(super) kernel: Box<dyn Kernel>,
    pub(super) tally: Tally,
    pub(super) detector: OnlineDetector,
    /// The values of the heaps below this one were counted or skipped.
    pub(super) handed: u64,
}

/// The fewest values between two calls of the watch.
const MIN_PIECE_VALUES: u64 = 64;

/// The most values between two calls of the watch.
const MAX_PIECE_VALUES: u64 = 1 << 18;

/// A function that is called after every piece of values; its error ends the computation.
pub type Watch<'a> = dyn FnMut(&Stream) -> Result<(), Stop> + 'a;

impl Stream {
    /// No values yet, of which the first `skip` will not be counted; the engine is chosen for the code.
    pub fn new(code: Code, skip: u64) -> Self {
        let kernel = engine::choose(&code);
        let (tally, detector) = (Tally::default(), OnlineDetector::default());
        Self { code, skip, kernel, tally, detector, handed: 0 }
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// How many first heaps are not counted.
    pub fn skip(&self) -> u64 {
        self.skip
    }

    /// How many values were counted.
    pub fn computed(&self) -> u64 {
        self.tally.computed()
    }

    /// The name of the engine.
    pub fn engine(&self) -> &'static str {
        self.kernel.name()
    }

    /// Whether a [checkpoint](super::checkpoint::write_stream) can keep it: whether the engine can go
    /// on without all values.
    pub fn can_be_kept(&self) -> bool {
        self.kernel.notes().is_some()
    }

    /// Computes the values up to heap `to` of the code inclusive, counts them, and looks for a period.
    ///
    /// # Complexity
    /// That of the engine, in time and memory.
    ///
    /// # Errors
    /// [`Stop`] at a limit, or from the watch; the values counted by then are good, and a further call
    /// continues after them.
    pub fn extend(
        &mut self,
        to: u64,
        context: &Context<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        while self.handed <= to {
            let piece = (self.handed / 16).clamp(MIN_PIECE_VALUES, MAX_PIECE_VALUES);
            let next = to.min(self.handed.saturating_add(piece - 1));
            let (tally, handed, skip) = (&mut self.tally, &mut self.handed, self.skip);
            let detector = &mut self.detector;
            self.kernel.extend(next, context, &mut |piece| {
                let before = skip.saturating_sub(*handed).min(piece.len() as u64) as usize;
                *handed += piece.len() as u64;
                tally.add(tally.computed(), &piece[before..]);
                detector.add(&piece[before..]);
            })?;
            watch(self)?;
        }
        Ok(())
    }

    /// All that is known so far, with the name of the game as its title.
    pub fn summary(&self, title: String) -> Summary {
        // Rare heaps are those of the code.
        let claimed = |space: &&Space| space::is_claimed(space, self.handed, None);
        let space = self.kernel.space().filter(|_| self.skip == 0).filter(claimed).cloned();
        let counted = self.tally.clone().summary(title, self.kernel.name().to_owned());
        let standard_form = (self.skip == 0).then(|| StandardForm::elsewhere(&self.code)).flatten();
        Summary { space, standard_form, repetition: self.detector.repetition(), ..counted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;
    use crate::heap::checkpoint::{read_stream, write_stream};
    use crate::heap::run::Run;
    use proptest::prelude::*;
    use sha2::{Digest, Sha256};
    use std::io::Cursor;

    fn file(stream: &Stream) -> Vec<u8> {
        let mut file = Vec::new();
        write_stream(stream, &mut file).unwrap();
        file
    }

    fn read(file: &[u8], context: &Context<'_>) -> Stream {
        read_stream(&mut Cursor::new(file), context).unwrap()
    }

    /// All that is told, and the next values.
    fn told(stream: &mut Stream, context: &Context<'_>) -> (String, String, Vec<u32>) {
        let summary = stream.summary("x".into());
        let mut values = Vec::new();
        let to = stream.handed + 500;
        stream.kernel.extend(to, context, &mut |piece| values.extend_from_slice(piece)).unwrap();
        (summary.to_text(), format!("{:?}", summary.space), values)
    }

    /// Stops at these heaps, or soon after, and goes on from what was written each time.
    fn compare(text: &str, skip: u64, to: u64, stops: &[u64], context: &Context<'_>) {
        let code: Code = text.parse().unwrap();
        let mut whole = Stream::new(code.clone(), skip);
        whole.extend(to, context, &mut |_| Ok(())).unwrap();
        let mut stream = Stream::new(code, skip);
        for &stop in stops {
            let ended = stream.extend(to, context, &mut |stream| {
                if stream.handed > stop { Err(Stop::Cancelled) } else { Ok(()) }
            });
            let _ = ended;
            stream = read(&file(&stream), context);
        }
        stream.extend(to, context, &mut |_| Ok(())).unwrap();
        assert!(stream.tally == whole.tally, "{text} stopped at {stops:?}");
        assert!(stream.detector == whole.detector, "{text} stopped at {stops:?}");
        let (expected, found) = (told(&mut whole, context), told(&mut stream, context));
        assert_eq!(found.0, expected.0, "{text} stopped at {stops:?}");
        assert!(found == expected, "{text} stopped at {stops:?}");
    }

    #[test]
    fn streams_go_on_whatever_the_engine() {
        for (text, to) in [
            ("0.33", 10_000),
            ("0.101", 10_000),
            ("0.77", 10_000),
            ("0.376", 12_000),
            ("0.161", 12_000),
            ("0.16", 12_000),
            ("4!.0", 10_000),
            ("4.[3]", 5000),
            ("4=.66", 5000),
            ("8!.3", 90),
        ] {
            for stops in [&[0, 0, 70][..], &[4095], &[5000, 9000, 9001], &[to - 1, to, to]] {
                compare(text, 0, to, stops, &Context::default());
            }
            compare(text, 3, to, &[0, 3000], &Context::default());
        }
    }

    #[test]
    fn streams_go_on_after_the_middle_was_dropped() {
        let limits = Limits { memory: 8 << 20, ..Limits::default() };
        let context = Context::new(limits);
        compare("0.104", 0, 4_000_000, &[300_000, 2_500_000, 2_500_001, 3_200_000], &context);
        let mut stream = Stream::new("0.104".parse().unwrap(), 0);
        stream.extend(4_000_000, &context, &mut |_| Ok(())).unwrap();
        assert!(file(&stream).len() < 3_000_000);
    }

    #[test]
    fn engines_that_need_all_values_say_so() {
        for text in ["0.3F", "0.[3]"] {
            let stream = Stream::new(text.parse().unwrap(), 0);
            assert!(!stream.can_be_kept(), "{text}");
            assert!(write_stream(&stream, &mut Vec::new()).is_err());
        }
    }

    #[test]
    fn the_period_that_is_seen_is_that_of_a_run() {
        for (text, to) in [("0.33", 3000), ("0.77", 3000), ("0.45", 4000), ("0.3F", 4000)] {
            let (code, context): (Code, _) = (text.parse().unwrap(), Context::default());
            let mut stream = Stream::new(code.clone(), 0);
            stream.extend(to, &context, &mut |_| Ok(())).unwrap();
            let seen = stream.summary("x".into()).repetition.unwrap();
            let mut run = Run::new(code);
            run.extend(to, true, &context, &mut |_| Ok(())).unwrap();
            let (period, _) = run.proved().unwrap();
            assert_eq!((seen.length, seen.saltus), (period.length, period.saltus), "{text}");
            assert!(seen.from >= period.preperiod, "{text}: {seen:?} {period:?}");
        }
        let mut stream = Stream::new("0.16".parse().unwrap(), 0);
        stream.extend(100_000, &Context::default(), &mut |_| Ok(())).unwrap();
        let summary = stream.summary("0.16".into());
        assert_eq!((summary.repetition, summary.period_text()), (None, "none seen".to_owned()));
    }

    #[test]
    fn checkpoints_without_the_state_of_the_search_are_read() {
        let mut stream = Stream::new("0.77".parse().unwrap(), 0);
        stream.extend(500, &Context::default(), &mut |_| Ok(())).unwrap();
        let kept = file(&stream);
        let end = kept.iter().position(|&byte| byte == b'\n').unwrap();
        let mut head: serde_json::Value = serde_json::from_slice(&kept[..end]).unwrap();
        head.as_object_mut().unwrap().remove("detector").unwrap();
        let mut older = head.to_string().into_bytes();
        older.extend_from_slice(&kept[end..kept.len() - 32]);
        let sum = Sha256::digest(&older);
        older.extend_from_slice(&sum);
        let mut again = read(&older, &Context::default());
        again.extend(5000, &Context::default(), &mut |_| Ok(())).unwrap();
        let seen = again.summary("x".into()).repetition.unwrap();
        assert!(seen.length == 12 && seen.from > 500);
    }

    #[test]
    fn what_was_read_may_be_written_again() {
        let mut stream = Stream::new("0.161".parse().unwrap(), 0);
        stream.extend(30_000, &Context::default(), &mut |_| Ok(())).unwrap();
        let kept = file(&stream);
        assert!(file(&read(&kept, &Context::default())) == kept);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn random_codes_go_on(
            first in prop_oneof![Just("0"), Just("4"), Just("4!"), Just("4=")],
            digits in prop::collection::vec(0u32..8, 1..5),
            stops in prop::collection::vec(0u64..12_000, 1..3),
        ) {
            let digits = digits.iter().map(u32::to_string).collect::<String>();
            let text = format!("{first}.{digits}");
            compare(&text, 0, 12_000, &stops, &Context::default());
        }
    }
}
