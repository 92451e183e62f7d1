//! Results against the definitions by brute force and against the code for one machine: digraphs, DAGs and rule
//! families, with one to three workers, with room and without.

mod support;

use grundy::context::Context;
use grundy::graph::loopy::{self, LoopyValue};
use grundy::graph::{Digraph, retrograde};
use grundy::outcome::{Outcome, Play};
use grundy_cluster::{Answer, Job, Manifest, Question, Results, Source, Trouble, check, run};
use grundy_rules::engine::Engine;
use grundy_rules::source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use std::path::Path;
use std::time::Duration;
use support::Folder;

fn job(source: Source, folder: &Path, workers: usize) -> Job {
    Job {
        question: Question { source, outcomes: true, values: true, misere: false },
        folder: folder.to_owned(),
        scratch: None,
        memory: 1 << 28,
        grain: 0,
        snapshots: None,
        resume: false,
        workers,
        process: 0,
    }
}

fn solve(job: &Job) -> Result<(Manifest, Results), Trouble> {
    let manifest = run(job, &[], Duration::from_secs(20))?;
    // Both ways to the bytes are used.
    let mapped = !job.workers.is_multiple_of(2);
    Ok((manifest, if mapped { Results::open(&job.folder)? } else { Results::read(&job.folder)? }))
}

/// Outcomes by repeating the definition, and how many repetitions it took: the remoteness.
fn outcomes(options: &[Vec<usize>], play: Play) -> Vec<(Outcome, Option<u32>)> {
    let mut found: Vec<Option<(Outcome, u32)>> = vec![None; options.len()];
    for round in 0.. {
        let before = found.clone();
        for v in 0..options.len() {
            if before[v].is_some() {
                continue;
            }
            let is = |w: usize, outcome: Outcome| before[w].is_some_and(|(of, _)| of == outcome);
            if options[v].is_empty() {
                found[v] = (round == 0).then_some((play.of_finished(), 0));
            } else if options[v].iter().any(|&w| is(w, Outcome::P)) {
                found[v] = Some((Outcome::N, round));
            } else if options[v].iter().all(|&w| is(w, Outcome::N)) {
                found[v] = Some((Outcome::P, round));
            }
        }
        if round > 0 && before == found {
            break;
        }
    }
    found
        .iter()
        .map(|f| f.map_or((Outcome::D, None), |(outcome, moves)| (outcome, Some(moves))))
        .collect()
}

/// Loopy values by trying the definition again and again: a vertex gets the mex of the numbers of its options, the
/// least numbers first, if every option without a number has an option that has that number already.
fn values(options: &[Vec<usize>]) -> Vec<LoopyValue> {
    let mut numbers: Vec<Option<u32>> = vec![None; options.len()];
    for number in 0..=options.len() as u32 {
        loop {
            let fits = |&v: &usize| {
                let has =
                    |w: usize, number: u32| options[w].iter().any(|&x| numbers[x] == Some(number));
                let mex = (0..).find(|&k| !has(v, k)) == Some(number);
                numbers[v].is_none()
                    && mex
                    && options[v].iter().all(|&w| numbers[w].is_some() || has(w, number))
            };
            let Some(v) = (0..options.len()).find(fits) else { break };
            numbers[v] = Some(number);
        }
    }
    let of = |v: usize| match numbers[v] {
        Some(number) => LoopyValue::Finite(number),
        None => {
            let mut set: Vec<u32> = options[v].iter().filter_map(|&w| numbers[w]).collect();
            set.sort_unstable();
            set.dedup();
            LoopyValue::Infinite(set)
        }
    };
    (0..options.len()).map(of).collect()
}

/// Writes arcs into some files, numbers changed by `name`.
fn files(
    folder: &Folder,
    arcs: &[(u32, u32)],
    name: impl Fn(u32) -> u32,
    count: usize,
) -> Vec<String> {
    let mut texts = vec![String::from("# arcs\n"); count];
    for (i, &(u, v)) in arcs.iter().enumerate() {
        texts[i % count] += &format!("{} {}\n", name(u), name(v));
    }
    let write = |(i, text): (usize, String)| {
        let path = folder.at(&format!("arcs-{i}.txt"));
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    texts.into_iter().enumerate().map(write).collect()
}

fn options(n: u32, arcs: &[(u32, u32)]) -> Vec<Vec<usize>> {
    let of = |v| arcs.iter().filter(move |arc| arc.0 == v).map(|arc| arc.1 as usize).collect();
    (0..n).map(of).collect()
}

#[test]
fn random_graphs_are_decided_as_by_definition_and_as_on_one_machine() {
    let mut rng = fastrand::Rng::with_seed(23);
    for round in 0..260 {
        let n = 1 + rng.u32(..14);
        let acyclic = round % 3 == 0;
        let mut arcs: Vec<(u32, u32)> =
            (0..rng.u32(..4 * n)).map(|_| (rng.u32(..n), rng.u32(..n))).collect();
        if acyclic {
            arcs.retain(|arc| arc.0 != arc.1);
            arcs.iter_mut().for_each(|arc| *arc = (arc.0.max(arc.1), arc.0.min(arc.1)));
        }
        // Numbers far apart, near by, or in blocks.
        let spread = [1, 7, 64, 300_000_001][rng.usize(..4)];
        let name = |v: u32| v.wrapping_mul(spread) % 4_294_967_291;
        let folder = Folder::new("judge");
        let names = files(&folder, &arcs, name, 1 + rng.usize(..3));
        let source = Source::Graph { files: names, own: rng.bool() };
        let mut job = job(source, &folder.at("out"), 1 + round % 3);
        job.grain = rng.u32(..7);
        job.question.misere = rng.u8(..3) == 0;
        job.memory = if rng.bool() { 1 << 28 } else { 1 << 14 };
        let (manifest, results) = solve(&job).unwrap();
        let options = options(n, &arcs);
        let (outcomes, values) = (outcomes(&options, job.question.play()), values(&options));
        let graph = Digraph::new(n as usize, &arcs);
        let context = Context::default();
        let theirs = retrograde::outcomes(&graph, None, job.question.play(), &context).unwrap();
        let numbers = loopy::values(&graph, None, &context).unwrap();
        let mut vertices = 0;
        for v in 0..n {
            let found = results.look(u64::from(name(v))).unwrap();
            if !arcs.iter().any(|arc| arc.0 == v || arc.1 == v) {
                assert_eq!(found, None);
                continue;
            }
            vertices += 1;
            let i = v as usize;
            let expected = Answer { outcome: Some(outcomes[i]), value: Some(values[i].clone()) };
            assert_eq!(found, Some(expected), "{arcs:?} {v} {job:?}");
            assert_eq!((theirs.get(v), theirs.remoteness(v)), outcomes[i], "{arcs:?} {v}");
            assert_eq!(numbers.value(&graph, v), values[i], "{arcs:?} {v}");
        }
        assert_eq!((manifest.counts.vertices, manifest.counts.arcs), (vertices, arcs.len() as u64));
        if let Source::Graph { own: false, .. } = job.question.source {
            assert_eq!(check(&job.folder, true), Ok(vertices), "{arcs:?}");
        }
    }
}

#[test]
fn larger_graphs_are_equal_with_all_numbers_of_workers_and_when_they_spill() {
    let mut rng = fastrand::Rng::with_seed(29);
    for (n, degree, cycles) in
        [(9_000u32, 3, false), (9_000, 2, true), (300, 120, false), (9_000, 1, true)]
    {
        let mut arcs: Vec<(u32, u32)> = (0..n * degree)
            .map(|_| (rng.u32(..n), rng.u32(..n)))
            .filter(|arc| arc.0 != arc.1)
            .collect();
        if !cycles {
            arcs.iter_mut().for_each(|arc| *arc = (arc.0.min(arc.1), arc.0.max(arc.1)));
        }
        let graph = Digraph::new(n as usize, &arcs);
        let context = Context::default();
        let ends = retrograde::outcomes(&graph, None, Play::Normal, &context).unwrap();
        let numbers = loopy::values(&graph, None, &context).unwrap();
        let folder = Folder::new("judge");
        let names = files(&folder, &arcs, |v| v, 4);
        // 28 bytes a vertex have to fit for each worker.
        let tight = u64::from(n) * 29 + 2_000;
        for (workers, memory) in [(1, 1 << 28), (1, tight), (2, 1 << 28), (2, tight), (3, 1 << 28)]
        {
            let source = Source::Graph { files: names.clone(), own: false };
            let mut job = job(source, &folder.at(&format!("out-{workers}-{memory}")), workers);
            job.memory = memory;
            job.grain = [0, 6][workers % 2];
            let (manifest, results) = solve(&job).unwrap();
            assert!((manifest.counts.spilled > 0) == (memory < 1 << 28) || degree == 1, "{job:?}");
            let left: Vec<_> =
                std::fs::read_dir(&job.folder).unwrap().map(|e| e.unwrap().file_name()).collect();
            assert_eq!(left.len(), workers + 1, "{left:?}");
            for v in 0..n {
                let Some(found) = results.look(v.into()).unwrap() else { continue };
                assert_eq!(found.outcome, Some((ends.get(v), ends.remoteness(v))), "{v} {job:?}");
                assert_eq!(found.value, Some(numbers.value(&graph, v)), "{v} {job:?}");
            }
            assert_eq!(check(&job.folder, true), Ok(manifest.counts.vertices));
        }
    }
}

#[test]
fn declared_vertices_and_parallel_arcs_count() {
    let folder = Folder::new("judge");
    let path = folder.at("g.txt");
    std::fs::write(&path, "c three vertices without arcs\np edge 6 3\na 1 2\na 1 2\na 2 3 5\n")
        .unwrap();
    let source = Source::Graph { files: vec![path.to_str().unwrap().into()], own: false };
    let (manifest, results) = solve(&job(source, &folder.at("out"), 2)).unwrap();
    assert_eq!((manifest.counts.vertices, manifest.counts.arcs), (6, 3));
    let told: Vec<String> =
        (0..8).map(|v| results.look(v).unwrap().map_or("-".into(), |a| a.to_string())).collect();
    let finished = "P, remoteness 0, value 0";
    let expected = [
        "-",
        "P, remoteness 2, value 0",
        "N, remoteness 1, value 1",
        finished,
        finished,
        finished,
        finished,
        "-",
    ];
    assert_eq!(told, expected);
}

/// Rules, the family, its box, and other families with boxes.
type Case = (&'static str, &'static str, &'static [u64], &'static [(&'static str, &'static [u64])]);

const ENDING: [Case; 9] = [
    ("K(n) -> K(a) + K(n-1-a) for a in 0..<n  K(n) -> K(a) + K(n-2-a) for a in 0..<n-1", "K", &[70], &[]),
    ("T(n) -> T(a) + T(b) + T(n-1-a-b) for a in 0..<n for b in 0..=n-1-a  T(n) -> V(n) + V(n)  V(n) -> V(n-2) if n > 1",
        "T", &[22], &[("V", &[22])]),
    ("cut(w,h) where w > 0 and h > 0  cut(w,h) -> wins if w == 1 or h == 1
        cut(w,h) -> cut(k,h) + cut(w-k,h) for k in 1..=w/2  cut(w,h) -> cut(w,k) + cut(w,h-k) for k in 1..=h/2",
        "cut", &[17, 15], &[]),

    (
        "W(a,b) -> W(a-k,b) for k in 1..=a  W(a,b) -> W(a,b-k) for k in 1..=b  W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)",
        "W",
        &[17, 12],
        &[],
    ),
    ("S(n) -> S(n - k*k) for k in 1..=isqrt(n)", "S", &[900], &[]),
    // Numbers beyond those of one word.
    ("N(n) -> N(k) for k in 0..<n if k != 70", "N", &[1200], &[]),
    (
        "E(a,b) == E(b,a) if a < b  E(a,b) -> E(a-k*b,b) for k in 1..=a/max(b,1) if b > 0",
        "E",
        &[24, 24],
        &[],
    ),
    (
        "F(n,cap=n-1) == F(n,n) if cap > n  F(n,cap) -> F(n-k,min(2*k,n-k)) for k in 1..=min(n,cap)",
        "F",
        &[40, 40],
        &[],
    ),
    (
        "A(n) -> B(n-k) for k in 1..=min(n,3)  B(n) -> A(n-k) for k in {1,4} if k <= n  B(n) -> 0 if n == 2",
        "A",
        &[60],
        &[("B", &[60])],
    ),
];

#[test]
fn rules_that_end_have_the_values_of_their_tables() {
    for (text, family, bounds, also) in ENDING {
        let program = match Program::read(source::Source::new("rules", text)) {
            Ok(program) => program,
            Err(error) => panic!("{}", error.render(&source::Source::new("rules", text))),
        };
        let of = |name: &str, bounds: &[u64]| (name.to_owned(), bounds.to_vec());
        let mut boxes = vec![of(family, bounds)];
        boxes.extend(also.iter().map(|(name, bounds)| of(name, bounds)));
        let mut engine = Engine::new(program.clone().into(), Default::default());
        for workers in 1..=3 {
            let folder = Folder::new("judge");
            let source = Source::Rules { text: text.into(), boxes: boxes.clone() };
            let mut job = job(source, &folder.at("out"), workers);
            job.grain = workers as u32;
            let sums = text.contains(" + ");
            if sums {
                let trouble = solve(&job).err().unwrap();
                assert!(trouble.to_string().contains("ask for --find values"), "{trouble}");
                job.question.outcomes = false;
            }
            let (manifest, results) = solve(&job).unwrap();
            assert_eq!((manifest.counts.draws, manifest.counts.infinite), (0, 0));
            for (name, bounds) in &boxes {
                let number = program.family(name).unwrap();
                let table = engine
                    .table(
                        number,
                        &bounds.iter().map(|&b| b as i64).collect::<Vec<_>>(),
                        &Context::default(),
                    )
                    .unwrap();
                let mut met = 0;
                for place in 0..table.len() {
                    let mut rest = place as u64;
                    let mut coords = vec![0i64; bounds.len()];
                    for (coord, bound) in coords.iter_mut().zip(bounds).rev() {
                        *coord = (rest % (bound + 1)) as i64;
                        rest /= bound + 1;
                    }
                    let position = State::new(number, coords).show(&program);
                    let Some(value) = table.at(place) else {
                        assert!(results.vertex(&position).is_err(), "{position}");
                        continue;
                    };
                    met += 1;
                    let found = results.look(results.vertex(&position).unwrap()).unwrap().unwrap();
                    let Some(value) = value.number() else {
                        assert_eq!(found.value, Some(LoopyValue::Wins), "{position}");
                        continue;
                    };
                    assert_eq!(found.value, Some(LoopyValue::Finite(value as u32)), "{position}");
                    let outcome = (!sums).then_some(Outcome::of(value != 0));
                    assert_eq!(found.outcome.map(|found| found.0), outcome, "{position}");
                }
                assert!(met > 20);
            }
            assert_eq!(check(&job.folder, true), Ok(manifest.counts.vertices));
        }
    }
}

const LOOPY: [Case; 3] = [
    (
        "loopy walk  walk(i) where i < 30  walk(i) -> walk((i + k) mod 30) for k in {2, 5, 9} if i > 0",
        "walk",
        &[29],
        &[],
    ),
    (
        "loopy run  run(a,b) where a < 9 and b < 7  run(a,b) -> run((a*b + k) mod 9, (a + k) mod 7) for k in {1, 3} if a != b",
        "run",
        &[8, 6],
        &[],
    ),
    (
        "loopy cut  cut(i) where i < 25  cut(i) -> cut((3*i + k) mod 25) for k in 1..=3 if i > 2  cut(i) -> wins if i == 7",
        "cut",
        &[24],
        &[],
    ),
];

#[test]
fn rules_that_go_round_have_the_outcomes_of_the_definition() {
    for (text, family, bounds, _) in LOOPY {
        let program = match Program::read(source::Source::new("rules", text)) {
            Ok(program) => program,
            Err(error) => panic!("{}", error.render(&source::Source::new("rules", text))),
        };
        let mut engine = Engine::new(program.clone().into(), Default::default());
        for play in [Play::Normal, Play::Misere] {
            let found = engine.backwards(play, 10_000, &Context::default()).unwrap();
            for workers in 1..=3 {
                let folder = Folder::new("judge");
                let boxes = vec![(family.to_owned(), bounds.to_vec())];
                let source = Source::Rules { text: text.into(), boxes };
                let mut job = job(source, &folder.at("out"), workers);
                job.question.misere = play == Play::Misere;
                if play == Play::Misere && program.wins() {
                    assert!(
                        solve(&job).unwrap_err().to_string().contains("misère play has no meaning")
                    );
                    continue;
                }
                let (manifest, results) = solve(&job).unwrap();
                let outcomes = found.as_ref().expect("the domains are boxes");
                let cells: u64 = bounds.iter().map(|bound| bound + 1).product();
                for cell in 0..cells {
                    let coords = match bounds {
                        [_] => vec![cell as i64],
                        _ => vec![(cell / (bounds[1] + 1)) as i64, (cell % (bounds[1] + 1)) as i64],
                    };
                    let state = State::new(0, coords);
                    let answer = results
                        .look(results.vertex(&state.show(&program)).unwrap())
                        .unwrap()
                        .unwrap();
                    assert_eq!(
                        answer.outcome.map(|o| o.0),
                        outcomes.outcome(&state),
                        "{}",
                        state.show(&program)
                    );
                }
                assert_eq!(check(&job.folder, true), Ok(manifest.counts.vertices));
            }
        }
    }
}

#[test]
fn what_cannot_be_is_refused_with_the_way_out() {
    let folder = Folder::new("judge");
    let arcs = folder.at("g.txt");
    std::fs::write(&arcs, "1 2\n2 x\n").unwrap();
    let graph = |name: &str| Source::Graph {
        files: vec![folder.at(name).to_str().unwrap().into()],
        own: false,
    };
    let rules = |text: &str, to: u64| Source::Rules {
        text: text.into(),
        boxes: vec![("S".into(), vec![to])],
    };
    let mut room = 0;
    let mut refused = |source: Source, code: u8, told: &str, change: &dyn Fn(&mut Job)| {
        for workers in 1..=2 {
            room += 1;
            let mut job = job(source.clone(), &folder.at(&format!("out-{room}")), workers);
            change(&mut job);
            let trouble = solve(&job).err().unwrap();
            assert!(trouble.to_string().contains(told), "{trouble}");
            assert_eq!(trouble.exit_code(), code, "{trouble}");
            let names = std::fs::read_dir(&job.folder).into_iter().flatten().flatten();
            let names: Vec<_> = names.map(|entry| entry.file_name()).collect();
            assert!(names.is_empty(), "nothing half-written: {names:?}");
        }
    };
    refused(graph("none.txt"), 4, "none.txt", &|_| {});
    refused(graph("g.txt"), 4, "g.txt:2: expected two vertex numbers", &|_| {});
    refused(rules("S(n) -> S(n-1) for k in", 5), 2, "rules:1", &|_| {});
    refused(rules("S(n) -> S(n+1) if n < 9", 5), 2, "raise the bounds of S", &|_| {});
    refused(rules("S(n) -> S(n-1)", 5), 2, "negative", &|_| {});
    refused(rules("S(n) -> S(k)+S(n-k) for k in 1..<n", 9), 2, "ask for --find values", &|_| {});
    refused(
        rules("loopy S  S(n) -> S(k)+S(n-k) for k in 1..<n", 9),
        2,
        "declared loopy must not",
        &|job| {
            job.question.outcomes = false;
        },
    );
    refused(rules("S(n) -> S((n + 1) mod 4)", 3), 2, "play can go round", &|_| {});
    // Stage by stage every position would get a number.
    let round = "S(n) -> S(2) if n == 1  S(n) -> S(k) for k in 0..<2 if n == 2";
    refused(rules(round, 2), 2, "play can go round", &|_| {});
    refused(rules("S(n) -> S(n-1) if n > 0", 90_000), 3, "--max-memory", &|job| {
        job.memory = 1 << 17
    });
    refused(rules("S(n) -> S(n-1) if n > 0", 9), 2, "the grain is 0 to 6", &|job| job.grain = 64);
    refused(rules("S(n) -> S(n-1) if n > 0", 9), 2, "numbered 0 to 0", &|job| job.process = 1);
    refused(rules("S(n) -> S(n-1) if n > 0", 9), 2, "1 to 1024 workers", &|job| job.workers = 0);
    refused(rules("S(n) -> S(n-k) for k in 1..=n", 9), 2, "nothing is asked for", &|job| {
        (job.question.outcomes, job.question.values) = (false, false);
    });
}

#[test]
fn damage_is_seen_by_the_check() {
    let folder = Folder::new("judge");
    let source = Source::Rules {
        text: "S(n) -> S(n-k) for k in 1..=min(n,4)".into(),
        boxes: vec![("S".into(), vec![500])],
    };
    let job = job(source, &folder.at("out"), 2);
    let (manifest, _) = solve(&job).unwrap();
    assert_eq!(check(&job.folder, false), Ok(0));
    let trouble = solve(&job).err().unwrap();
    assert!(trouble.to_string().contains("results are there already"), "{trouble}");
    let path = job.folder.join(&manifest.parts[1].file);
    let good = std::fs::read(&path).unwrap();
    for at in (0..good.len()).step_by(97) {
        let mut bad = good.clone();
        bad[at] ^= 1;
        std::fs::write(&path, bad).unwrap();
        assert_eq!(check(&job.folder, false).unwrap_err().exit_code(), 4);
    }
    // Who looks without checking gets an answer or an error.
    let mut rng = fastrand::Rng::with_seed(47);
    for name in [&*manifest.parts[1].file, "manifest.json"] {
        let path = job.folder.join(name);
        let good = std::fs::read(&path).unwrap();
        for _ in 0..150 {
            let mut bad = good.clone();
            for _ in 0..1 + rng.usize(..3) {
                let at = rng.usize(..bad.len());
                bad[at] = rng.u8(..);
            }
            bad.truncate(bad.len() - [0, rng.usize(..bad.len())][usize::from(rng.u8(..5) == 0)]);
            std::fs::write(&path, bad).unwrap();
            if let Ok(results) = Results::open(&job.folder) {
                (0..600).for_each(|vertex| drop(results.look(vertex)));
            }
        }
        std::fs::write(&path, good).unwrap();
    }
    // A file that is whole but belongs to other results.
    std::fs::copy(job.folder.join(&manifest.parts[0].file), &path).unwrap();
    assert!(check(&job.folder, false).is_err());
    std::fs::remove_file(job.folder.join("manifest.json")).unwrap();
    assert!(check(&job.folder, false).unwrap_err().to_string().contains("not finished"));
}
