//! The engine against the plain definition.

use super::method_choice::Method;
use super::*;
use crate::heap::kernel::Plain;
use grundy_lanes::{DistancePairs, StoredValue};
use proptest::prelude::*;

fn values(kernel: &mut dyn Kernel, to: u64) -> Vec<u32> {
    let mut values = Vec::new();
    kernel.extend(to, &Context::default(), &mut |piece| values.extend_from_slice(piece)).unwrap();
    values
}

fn code(text: &str) -> Code {
    text.parse().unwrap()
}

/// The engine agrees with the dense one up to heap `to`, with every instruction set.
fn compare(text: &str, start: usize, to: u64) {
    compare_by(InstructionSet::available(), text, start, to);
}

/// The same with one instruction set: number `turn`, so that all have their turns.
fn compare_in_turn(turn: usize, text: &str, start: usize, to: u64) {
    let sets: Vec<InstructionSet> = InstructionSet::available().into_iter().collect();
    compare_by([sets[turn % sets.len()]], text, start, to);
}

fn compare_by(sets: impl IntoIterator<Item = InstructionSet>, text: &str, start: usize, to: u64) {
    let code = code(text);
    if !SparseKernel::suits(&code) {
        return;
    }
    let expected = values(&mut Pairs::new(&code), to);
    for simd in sets {
        // Many of the first heaps are rare: the limit is raised for them.
        let max_rare_percent = (start < FIRST_MASK_SEARCH_HEAPS).then_some(40);
        let mut sparse = SparseKernel::with_search(&code, simd, start, max_rare_percent);
        let found = values(&mut sparse, to);
        let wrong = (0..=to as usize).find(|&n| found[n] != expected[n]);
        assert_eq!(wrong, None, "{text} by {} from {start} on", simd.name());
        assert_eq!(found.len(), expected.len());
    }
}

#[test]
fn the_dense_engine_that_judges_here_is_the_plain_definition() {
    for text in ["0.376", "4!.0", "0.104"] {
        let code = code(text);
        assert_eq!(values(&mut Pairs::new(&code), 1500), values(&mut Plain::new(&code), 1500));
    }
}

#[test]
fn games_with_many_and_with_few_rare_heaps() {
    let games = [
        "0.376", "0.172", "0.014", "0.034", "0.161", "0.167", "0.354", "0.16", "0.104", "4!.0",
        "0.006", "0.644", "0.165", "0.45", "0.156", "0.77", "0.007", "0.06", "0.56", "0.127",
    ];
    for (turn, text) in games.into_iter().enumerate() {
        compare_in_turn(turn, text, FIRST_MASK_SEARCH_HEAPS, 12_000);
    }
}

#[test]
fn sparse_from_early_on() {
    // Hardly a sparse space is there so early: many rare heaps, changing masks, values that outgrow
    // the planes.
    let games = ["0.376", "0.172", "0.104", "4!.0", "0.16", "4.7", "0.6!", "0.4=6", "4!.16"];
    for (game, text) in games.into_iter().enumerate() {
        for (i, start) in [256, 512, 1024, 2048].into_iter().enumerate() {
            compare_in_turn(game + i, text, start, 3500);
        }
    }
}

#[test]
fn takes_that_are_not_of_one_kind() {
    // Takes of another parity leave equal heaps: the parity of heaps may not take part in the mask.
    for text in ["0.14=4", "0.4=4", "4.4=", "4=.4"] {
        let takes = TakeLists::of(&code(text)).unwrap();
        assert_eq!(takes.parity(), None, "{text}");
        compare(text, 256, 5000);
    }
    // A take greater than the first heaps.
    for text in [format!("0.4{}2", "0".repeat(298)), format!("0.{}4", "0".repeat(90))] {
        compare(&text, 256, 3000);
        compare(&text, 1024, 3000);
    }
}

#[test]
fn takes_that_leave_one_heap_and_switch_its_class() {
    let games = ["0.106", "0.5242", "0.7102", "0.1526", "0.3722", "0.205", "0.207", "0.0126"];
    for (game, text) in games.into_iter().enumerate() {
        let mut sparse = SparseKernel::new(&code(text));
        values(&mut sparse, 12_000);
        let State::OneByte(engine) = &sparse.state else { panic!("{text} has a sparse space") };
        // Takes of 0.5242 that leave one heap are even: none switches.
        assert_eq!(engine.solver.switching.is_empty(), text == "0.5242", "{text}");
        assert!(engine.solver.mask.classes.parity, "{text}");
        compare_in_turn(game, text, FIRST_MASK_SEARCH_HEAPS, 12_000);
        for (i, start) in [256, 512, 1024, 2048].into_iter().enumerate() {
            compare_in_turn(game + i, text, start, 3500);
        }
    }
}

#[test]
fn values_that_outgrow_bytes() {
    let mut two_bytes = 0;
    let sets: Vec<InstructionSet> = InstructionSet::available().into_iter().collect();
    for (turn, text) in ["4!.44637", "4!.70766", "0.66075"].into_iter().enumerate() {
        let code = code(text);
        let mut sparse = SparseKernel::with_search(&code, sets[turn % sets.len()], 256, Some(40));
        let found = values(&mut sparse, 4000);
        assert!(found.iter().max() > Some(&510));
        assert!(!matches!(sparse.state, State::OneByte(_)));
        two_bytes += usize::from(matches!(sparse.state, State::TwoBytes(_)));
        assert!(found == values(&mut Pairs::new(&code), 4000), "{text}");
    }
    assert!(two_bytes > 0);
}

#[test]
#[ignore = "a minute: cargo test --release -p grundy --lib sparse -- --ignored"]
fn long_runs_agree_with_the_dense_engine() {
    for text in ["0.376", "0.172", "0.014", "0.034", "4!.0", "0.104", "0.161"] {
        compare(text, FIRST_MASK_SEARCH_HEAPS, 200_000);
    }
}

#[test]
fn pieces_and_restored_values_change_nothing() {
    for text in ["0.172", "0.104", "0.16"] {
        let code = code(text);
        let expected = values(&mut SparseKernel::new(&code), 30_000);
        let mut sparse = SparseKernel::new(&code);
        let mut found = Vec::new();
        for to in [0, 3, 4094, 4095, 4096, 4097, 5000, 5001, 12_345, 20_000, 30_000] {
            found.extend(values(&mut sparse, to));
            assert_eq!(found.len() as u64, to + 1);
        }
        assert!(found == expected, "{text}");
        for at in [10, 4096, 4100, 7777, 25_000] {
            let mut sparse = SparseKernel::new(&code);
            let mut first = expected[..at].chunks(1000).map(<[u32]>::to_vec);
            assert!(sparse.restore(&mut first, &Context::default()).unwrap());
            assert!(values(&mut sparse, 30_000) == expected[at..], "{text} restored at {at}");
        }
    }
}

#[test]
fn two_threads_find_the_same() {
    for text in ["0.376", "0.172", "0.104", "4!.0"] {
        let code = code(text);
        let mut limits = Context::default().limits;
        limits.threads = 2;
        let context = Context::new(limits);
        let mut found = Vec::new();
        let mut sparse = SparseKernel::new(&code);
        for to in [5000, 30_000, 100_000] {
            sparse.extend(to, &context, &mut |piece| found.extend_from_slice(piece)).unwrap();
        }
        assert!(found == values(&mut SparseKernel::new(&code), 100_000), "{text}");
    }
}

/// Known options are options, and the near filter adds at least half as many common ones.
#[test]
fn known_options_are_options_and_the_near_filter_knows_more() {
    let mut sparse = SparseKernel::new(&code("0.161"));
    let found = values(&mut sparse, 100_000);
    let State::OneByte(engine) = &sparse.state else { panic!("bytes suffice") };
    let (mut span, mut both, mut rare) = (Vec::new(), Vec::new(), Vec::new());
    let mut totals = [0; 3];
    for b in (engine.known.at..engine.len()).step_by(64).filter(|&b| engine.near_known().has(b)) {
        engine.known.block(1, b, &mut span);
        engine.near_known().block(1, b, &mut both);
        engine.known.block(0, b, &mut rare);
        for lane in (0..64).filter(|lane| b + lane <= 100_000) {
            let n = b + lane;
            let options: std::collections::HashSet<u32> = (1..n - 3)
                .flat_map(|j| [1, 2, 3].map(|t| (j, t)))
                .filter_map(|(j, t)| {
                    let takes = engine.solver.takes.pairs.iter().any(|&(take, _)| take == t);
                    (takes && n > j + t).then(|| found[j] ^ found[n - j - t])
                })
                .collect();
            for (x, (&span, &both)) in span.iter().zip(&both).enumerate() {
                totals[0] += span >> lane & 1;
                totals[1] += both >> lane & 1;
                let value = engine.solver.mask.value(n, x as u32, 1);
                assert!(both >> lane & 1 == 0 || options.contains(&value), "{value} of {n}");
                assert!(span & !both == 0);
            }
            for (x, &rare) in rare.iter().enumerate().filter(|word| word.1 >> lane & 1 != 0) {
                totals[2] += rare >> lane & 1;
                let value = engine.solver.mask.value(n, x as u32, 0);
                assert!(options.contains(&value), "{value} of {n}");
            }
        }
    }
    assert!(2 * totals[1] > 3 * totals[0] && totals[0] > 1000 && totals[2] > 1000, "{totals:?}");
}

/// All rare heaps have marks, or the first ones only.
const MARKS: [Option<(Method, usize)>; 2] =
    [Some((Method::Marks, 1 << 20)), Some((Method::Marks, 0))];

/// All pairs are applied, even if they are many.
const ALL_PAIRS: Option<(Method, usize)> = Some((Method::AllPairs, 0));

#[test]
fn all_methods_find_the_same_values() {
    let games = [
        "0.376", "0.172", "4!.0", "0.16", "0.644", "0.77", "0.127", "4!.16", "0.6!", "0.4=6",
        "0.106", "0.7102", "0.205", "0.6444", "4.7", "4!.44637",
    ];
    let far = [format!("0.4{}24", "0".repeat(200)), format!("0.64{}4", "0".repeat(90))];
    let mut all_pairs = 0;
    for (game, text) in games.map(String::from).into_iter().chain(far).enumerate() {
        let code = code(&text);
        let expected = values(&mut Pairs::new(&code), 6500);
        for (turn, forced) in MARKS.into_iter().chain([ALL_PAIRS]).enumerate() {
            let sets = InstructionSet::available();
            let (start, simd) = ([256, 1024][game % 2], sets[(game + turn) % sets.len()]);
            let mut sparse = SparseKernel::with_search(&code, simd, start, Some(40));
            sparse.forced = forced;
            let found = values(&mut sparse, 6500);
            let wrong = (0..=6500).find(|&n| found[n] != expected[n]);
            assert_eq!(wrong, None, "{text} {forced:?}");
            all_pairs += usize::from(match &sparse.state {
                State::Dense { .. } => false,
                State::OneByte(engine) => applies_all_pairs(engine),
                State::TwoBytes(engine) => applies_all_pairs(engine),
            });
        }
    }
    assert!(all_pairs > 8, "{all_pairs}");
}

/// Whether all pairs are applied, though they are many or some values are 64 or more.
fn applies_all_pairs<V: StoredValue>(engine: &Engine<V>) -> bool {
    engine.solver.all_pairs && !engine.solver.exhaustive.pairs.is_empty()
}

/// Fixes the method and how many rare pairs are many, where these are given.
pub(super) fn force<V: StoredValue>(
    engine: &mut Engine<V>,
    forced: Option<(Method, usize)>,
    many: Option<usize>,
) {
    engine.choice.force(forced);
    engine.solver.far_pairs.force_many(many);
    if many.is_some() {
        engine.solver.first_search_end = 200;
    }
}

#[test]
fn candidates_in_turn_leave_the_same_values() {
    let games = [
        "0.376", "0.172", "0.014", "4!.0", "0.16", "0.644", "0.127", "0.6!", "0.4=6", "0.106",
        "0.7102", "0.205", "0.6444", "4.7", "4!.44637", "0.3736", "0.3314", "0.0404",
    ];
    let (mut many, mut listed) = (0, 0);
    for (game, text) in games.into_iter().enumerate() {
        let code = code(text);
        let expected = values(&mut Pairs::new(&code), 6500);
        for (turn, forced) in [None, MARKS[1], MARKS[0]].into_iter().enumerate() {
            let sets = InstructionSet::available();
            let (start, simd) = ([256, 1024][game % 2], sets[(game + turn) % sets.len()]);
            let mut sparse = SparseKernel::with_search(&code, simd, start, Some(40));
            (sparse.forced, sparse.many_pairs) = (forced, Some([1, 300][turn % 2]));
            let found = values(&mut sparse, 6500);
            let wrong = (0..=6500).find(|&n| found[n] != expected[n]);
            assert_eq!(wrong, None, "{text} {forced:?}");
            let (are_many, has_lists) = match &sparse.state {
                State::OneByte(engine) => lists(engine),
                State::TwoBytes(engine) => lists(engine),
                State::Dense { .. } => (false, false),
            };
            (many, listed) = (many + usize::from(are_many), listed + usize::from(has_lists));
        }
    }
    assert!(many > 40 && listed > 20, "{many} {listed}");
}

/// Whether pairs are many, and whether there are lists of heaps with unusual bits.
fn lists<V: StoredValue>(engine: &Engine<V>) -> (bool, bool) {
    let solver = &engine.solver;
    (solver.far_pairs.are_many(), solver.minorities.of(solver.size as u32 - 1).is_some())
}

/// The known options of the last block by marks are options, and all common ones are known where all
/// rare heaps have marks, except by the pairs that have none.
#[test]
fn marks_are_options_and_leave_few_pairs() {
    for (text, forced) in ["0.161", "0.6444"].into_iter().flat_map(|text| MARKS.map(|f| (text, f)))
    {
        let mut sparse = SparseKernel::new(&code(text));
        sparse.forced = forced;
        let found = values(&mut sparse, 30_000);
        match &sparse.state {
            State::OneByte(engine) => check_marks(engine, &found, forced.unwrap().1 > 0),
            State::TwoBytes(engine) => check_marks(engine, &found, forced.unwrap().1 > 0),
            State::Dense { .. } => panic!("{text} has a sparse space"),
        }
    }
}

fn check_marks<V: StoredValue>(engine: &Engine<V>, found: &[u32], complete: bool) {
    let (solver, b) = (&engine.solver, engine.len() - 64);
    let mut known = [Vec::new(), Vec::new()];
    for (class, known) in known.iter_mut().enumerate() {
        engine.marks.known.block(class, b, known);
    }
    let pairs = |pairs: &DistancePairs<V>| pairs.as_slice().pairs().to_vec();
    let unmarked = solver.unmarked_pairs.as_ref().map(pairs);
    assert_eq!(unmarked.is_some(), complete);
    let all = solver.far_pairs.len();
    assert!(unmarked.iter().all(|unmarked| 4 * unmarked.len() < all));
    let mut count = [0, 0];
    for n in (b..found.len().min(b + 64)).step_by(3) {
        // By class of the option, with a rare heap or without.
        let mut options = [vec![false; 1 << 13], vec![false; 1 << 13]];
        for (take, _) in &solver.takes.pairs {
            for j in 1..n - take {
                let class = solver.history.class(j) ^ solver.history.class(n - take - j);
                options[class as usize][(found[j] ^ found[n - take - j]) as usize] = true;
            }
        }
        for class in 0..2 {
            for (x, lanes) in known[class].iter().enumerate() {
                let value = solver.mask.value(n, x as u32, class as u32) as usize;
                let is_known = lanes >> (n - b) & 1 != 0;
                count[class] += usize::from(is_known);
                assert!(!is_known || options[class][value], "{value} of {n}");
                let attained = |pairs: &[(u32, V)]| {
                    let at = |&(d, g): &(u32, V)| (n - d as usize, g);
                    let mut common =
                        pairs.iter().map(at).filter(|p| solver.history.class(p.0) == 1);
                    common.any(|(m, g)| solver.history.get(m).xor(g).number() as usize == x)
                };
                if let (1, Some(unmarked)) = (class, &unmarked) {
                    let by_others = attained(unmarked) || attained(&solver.near_pairs);
                    assert!(is_known || by_others || !options[1][value], "{value} of {n}");
                }
            }
        }
    }
    assert!(count.iter().all(|&count| count > 500), "{count:?}");
}

#[test]
fn methods_may_change_between_spans() {
    let code = code("0.376");
    let expected = values(&mut SparseKernel::new(&code), 200_000);
    for threads in 1..3 {
        let mut limits = Context::default().limits;
        limits.threads = threads;
        let context = Context::new(limits);
        let (mut sparse, mut found) = (SparseKernel::new(&code), Vec::new());
        let (mut spans, mut all_pairs) = (0, 0);
        for (i, to) in (9_000..=200_000).step_by(4775).enumerate() {
            sparse.forced = [MARKS[0], None, ALL_PAIRS, MARKS[1], ALL_PAIRS, None][i % 6];
            sparse.extend(to, &context, &mut |piece| found.extend_from_slice(piece)).unwrap();
            let State::OneByte(engine) = &sparse.state else { panic!("bytes suffice") };
            spans += usize::from(engine.solver.unmarked_pairs.is_some());
            all_pairs += usize::from(applies_all_pairs(engine));
        }
        assert!(spans > 4 && all_pairs > 9 && found == expected, "{threads} {spans} {all_pairs}");
        // Spans begin at the same heaps whatever the method.
        assert_eq!(sparse.notes(), {
            let mut plain = SparseKernel::new(&code);
            values(&mut plain, 200_000);
            plain.notes()
        });
        let (mut resumed, more) = (resumed(&sparse), values(&mut sparse, 210_000));
        resumed.forced = MARKS[0];
        assert!(values(&mut resumed, 210_000) == more);
    }
}

/// Computes with two threads within `memory` bytes, in three steps.
fn with_two_threads(sparse: &mut SparseKernel, memory: u64, to: u64) -> Vec<u32> {
    let mut limits = Context::default().limits;
    (limits.threads, limits.memory) = (2, memory);
    let (context, mut found) = (Context::new(limits), Vec::new());
    for to in [to / 3, to / 3 + 700, to] {
        sparse.extend(to, &context, &mut |piece| found.extend_from_slice(piece)).unwrap();
    }
    found
}

#[test]
fn heaps_that_fail_a_deferred_check_are_discarded() {
    // Heap 374,473 of 0.034 is rare, 300,000 heaps after the last one, and heap 331,236 of 0.3144,
    // 205,298 after it.
    let memory = Context::default().limits.memory;
    for (text, to, forced) in [("0.034", 390_000, None), ("0.3144", 340_000, ALL_PAIRS)] {
        let (mut one, mut two) = (SparseKernel::new(&code(text)), SparseKernel::new(&code(text)));
        let expected = values(&mut one, to);
        two.forced = forced;
        assert!(with_two_threads(&mut two, memory, to) == expected, "{text}");
        let State::OneByte(engine) = &two.state else { panic!("bytes suffice") };
        assert!(engine.has_rolled_back() && one.space() == two.space(), "{text}");
        assert_eq!(applies_all_pairs(engine), forced.is_some(), "{text}");
        // Notes for a checkpoint are the same as well.
        assert_eq!(one.notes(), two.notes(), "{text}");
    }
}

#[test]
fn two_threads_drop_old_heaps() {
    let code = code("0.161");
    let (mut one, mut two) = (SparseKernel::new(&code), SparseKernel::new(&code));
    let expected = values(&mut one, 1_500_000);
    assert!(with_two_threads(&mut two, 5 << 20, 1_500_000) == expected);
    let State::OneByte(engine) = &two.state else { panic!("bytes suffice") };
    assert!(engine.solver.history.has_gap());
}

#[test]
fn spaces_are_reported() {
    let mut sparse = SparseKernel::new(&code("0.104"));
    let found = values(&mut sparse, 20_000);
    let space = sparse.space().unwrap();
    // The parity of heaps takes part in the space of this game.
    assert!(space.classes.parity && space.rare.len() == 20, "{space:?}");
    for &(n, value) in &space.rare {
        assert_eq!(found[n as usize], value);
    }
    let mut sparse = SparseKernel::new(&code("0.161"));
    values(&mut sparse, 60_000);
    let space = sparse.space().unwrap();
    assert_eq!(
        (space.classes.mask, space.rare.len(), space.rare.last().unwrap().0),
        (0xfe, 489, 23784)
    );
}

#[test]
fn little_memory_drops_heaps_and_changes_nothing() {
    let code = code("0.104");
    let mut limits = Context::default().limits;
    limits.memory = 24 << 20;
    let context = Context::new(limits);
    let (mut sparse, mut kept) = (SparseKernel::new(&code), SparseKernel::new(&code));
    let (mut a, mut b) = (0u64, 0u64);
    let mix = |sum: &mut u64, piece: &[u32]| {
        for &v in piece {
            *sum = sum.wrapping_mul(31).wrapping_add(v.into());
        }
    };
    sparse.extend(12_000_000, &context, &mut |piece| mix(&mut a, piece)).unwrap();
    kept.extend(12_000_000, &Context::default(), &mut |piece| mix(&mut b, piece)).unwrap();
    assert_eq!(a, b);
    let State::OneByte(engine) = &sparse.state else { panic!("bytes suffice") };
    assert!(engine.solver.history.has_gap());
}

#[test]
fn the_limit_of_memory_is_kept_or_reported() {
    for text in ["0.161", "0.172", "4!.0"] {
        let mut limits = Context::default().limits;
        limits.memory = 128 << 10;
        let mut count = 0;
        let ended =
            SparseKernel::new(&code(text))
                .extend(1_000_000, &Context::new(limits), &mut |piece| count += piece.len());
        let Err(Stop::Limit { kind, what }) = ended else { panic!("{text}: {ended:?}") };
        assert_eq!(kind, crate::context::LimitKind::Memory);
        assert!(
            count >= FIRST_MASK_SEARCH_HEAPS && what.contains("MiB"),
            "{text}: {count} values, {what}"
        );
    }
}

/// A new kernel, resumed from the snapshot of this one.
fn resumed(sparse: &SparseKernel) -> SparseKernel {
    let mut pieces = Vec::new();
    let mut take = |first: u64, values: &[u32]| {
        pieces.push((first, values.to_vec()));
        Ok(())
    };
    sparse.needed(&mut take).unwrap();
    let (mut new, notes) = (SparseKernel::new(&sparse.code), sparse.notes().unwrap());
    let (delivered, context) = (sparse.delivered, Context::default());
    new.resume(delivered, notes, &mut pieces.into_iter(), &context).unwrap();
    new
}

#[test]
fn rare_heaps_that_were_dropped_are_in_the_snapshot() {
    let code = code("4!.0");
    let expected = values(&mut SparseKernel::new(&code), 300_000);
    let mut sparse = SparseKernel::new(&code);
    values(&mut sparse, 250_000);
    let space = sparse.space().cloned();
    assert_eq!(space.as_ref().unwrap().rare.last(), Some(&(82_860, 108)));
    let State::OneByte(engine) = &mut sparse.state else { panic!("bytes suffice") };
    engine.solver.history.drop_middle(40_000, 120_000);
    let mut resumed = resumed(&sparse);
    assert!(resumed.space() == space.as_ref());
    assert!(values(&mut resumed, 300_000) == expected[250_001..]);
    assert!(values(&mut sparse, 300_000) == expected[250_001..]);
    assert!(resumed.space() == sparse.space());
}

#[test]
fn pairs_are_applied_exhaustively_after_heaps_were_dropped() {
    let code = code("0.104");
    let mut sparse = SparseKernel::new(&code);
    values(&mut sparse, 500_000);
    let State::OneByte(engine) = &mut sparse.state else { panic!("bytes suffice") };
    engine.solver.history.drop_middle(70_000, 90_000);
    let mut resumed = resumed(&sparse);
    let State::OneByte(engine) = &resumed.state else { panic!("bytes suffice") };
    assert!(
        !engine.solver.exhaustive.pairs.is_empty() && engine.solver.exhaustive.cells_from > 400_000
    );
    assert!(values(&mut resumed, 600_000) == values(&mut sparse, 600_000));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn random_codes(
        first in prop_oneof![Just("0"), Just("4"), Just("4!"), Just("4=")],
        digits in prop::collection::vec(0u32..8, 1..6),
        start in prop_oneof![Just(256usize), Just(1024)],
    ) {
        let text = format!("{first}.{}", digits.iter().map(u32::to_string).collect::<String>());
        compare(&text, start, 2600);
        if SparseKernel::suits(&code(&text)) {
            let mut sparse =
                SparseKernel::with_search(&code(&text), InstructionSet::best(), start, Some(40));
            sparse.forced = [MARKS[0], MARKS[1], ALL_PAIRS][digits.len() % 3];
            let found = values(&mut sparse, 2600);
            prop_assert!(found == values(&mut Pairs::new(&code(&text)), 2600), "{}", text);
        }
    }
}
