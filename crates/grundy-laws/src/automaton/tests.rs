//! Operations against the plain definitions, on all words up to a length.

use fastrand::Rng;

use super::{Automaton, Budget, Overrun, TableError};

fn random(rng: &mut Rng, base: u32, tracks: usize, states: usize) -> (Vec<u32>, Vec<bool>) {
    let letters = base.pow(tracks as u32) as usize;
    // Few targets: so that some states are dead or alike.
    let next = (0..states * letters).map(|_| rng.u32(..states as u32)).collect();
    let bar = rng.u8(1..4);
    (next, (0..states).map(|_| rng.u8(..4) < bar).collect())
}

fn automaton(rng: &mut Rng, base: u32, tracks: usize, most: usize) -> Automaton {
    let states = rng.usize(1..=most);
    let (next, accepting) = random(rng, base, tracks, states);
    Automaton::new(base, tracks, next, accepting, &Budget::default()).unwrap()
}

/// All words of letters up to a length.
fn words(letters: usize, length: usize) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..length {
        last = (last.iter())
            .flat_map(|w: &Vec<u32>| (0..letters as u32).map(move |l| [&w[..], &[l]].concat()))
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

fn accepts(automaton: &Automaton, word: &[u32]) -> bool {
    automaton.accepting(automaton.run(word.iter().copied()))
}

/// What an automaton reads of a word, when its track i is track `places[i]` of the word.
fn read(automaton: &Automaton, places: &[usize], base: u32, tracks: usize, word: &[u32]) -> bool {
    let digit =
        |letter: u32, track: usize| (letter / base.pow((tracks - 1 - track) as u32) % base) as u8;
    let letter = |&l: &u32| {
        automaton.letter(&places.iter().map(|&p| digit(l, p)).collect::<Vec<_>>()).unwrap()
    };
    accepts(automaton, &word.iter().map(letter).collect::<Vec<_>>())
}

/// States that no word tells apart, by the table of pairs.
fn classes(letters: usize, next: &[u32], accepting: &[bool]) -> usize {
    let n = accepting.len();
    let mut apart = vec![vec![false; n]; n];
    for _ in 0..=n * n {
        for a in 0..n {
            for b in 0..n {
                apart[a][b] |= accepting[a] != accepting[b]
                    || (0..letters).any(|l| {
                        apart[next[a * letters + l] as usize][next[b * letters + l] as usize]
                    });
            }
        }
    }
    let mut reached = vec![0usize];
    let mut at = 0;
    while at < reached.len() {
        for l in 0..letters {
            let to = next[reached[at] * letters + l] as usize;
            if !reached.contains(&to) {
                reached.push(to);
            }
        }
        at += 1;
    }
    let mut found: Vec<usize> = Vec::new();
    for state in reached {
        if found.iter().all(|&other| apart[state][other]) {
            found.push(state);
        }
    }
    found.len()
}

#[test]
fn tables_become_minimal_and_keep_their_words() {
    let mut rng = Rng::with_seed(1);
    let budget = Budget::default();
    for _ in 0..400 {
        let (base, tracks) = [(2u32, 1), (3, 1), (2, 2), (1, 1), (2, 0)][rng.usize(..5)];
        let states = rng.usize(1..8);
        let letters = base.pow(tracks as u32) as usize;
        let (next, accepting) = random(&mut rng, base, tracks, states);
        let small = Automaton::new(base, tracks, next.clone(), accepting.clone(), &budget).unwrap();
        assert_eq!(small.states(), classes(letters, &next, &accepting), "{next:?} {accepting:?}");
        for word in words(letters, 4) {
            let state = word.iter().fold(0, |s, &l| next[s * letters + l as usize] as usize);
            assert_eq!(accepts(&small, &word), accepting[state]);
        }
        // The same states under other names.
        let mut names: Vec<usize> = (1..states).collect();
        rng.shuffle(&mut names);
        names.insert(0, 0);
        let (mut other, mut accept) = (next.clone(), accepting.clone());
        for state in 0..states {
            accept[names[state]] = accepting[state];
            for l in 0..letters {
                other[names[state] * letters + l] =
                    names[next[state * letters + l] as usize] as u32;
            }
        }
        assert_eq!(Automaton::new(base, tracks, other, accept, &budget).unwrap(), small);
        assert_eq!(small.complement().complement(), small);
        let again = small.complement();
        let table = (again.transitions().to_vec(), again.acceptance().to_vec());
        assert_eq!(Automaton::new(base, tracks, table.0, table.1, &budget).unwrap(), again);
    }
}

#[test]
fn products_accept_what_their_parts_say() {
    let mut rng = Rng::with_seed(2);
    let budget = Budget::default();
    for _ in 0..300 {
        let tracks = rng.usize(1..4);
        let base = if tracks == 3 { 2 } else { rng.u32(2..4) };
        let [a, b] = [0; 2].map(|_| {
            let own = rng.usize(0..3);
            let places: Vec<usize> = (0..own).map(|_| rng.usize(..tracks)).collect();
            (automaton(&mut rng, base, own, 5), places)
        });
        let truth = rng.u8(..16);
        let f = |x: bool, y: bool| truth >> (2 * u8::from(x) + u8::from(y)) & 1 == 1;
        let both = a.0.product(&a.1, &b.0, &b.1, tracks, f, &budget).unwrap();
        let letters = base.pow(tracks as u32) as usize;
        for word in words(letters, if letters > 4 { 3 } else { 4 }) {
            let [x, y] = [&a, &b].map(|(a, places)| read(a, places, base, tracks, &word));
            assert_eq!(accepts(&both, &word), f(x, y), "{truth:04b} of {word:?}");
        }
        let placed = a.0.placed(&a.1, tracks, &budget).unwrap();
        let other = a.0.product(&a.1, &b.0, &b.1, tracks, |x, _| x, &budget).unwrap();
        assert_eq!(placed, other);
    }
}

#[test]
fn projections_are_what_there_is() {
    let mut rng = Rng::with_seed(3);
    let budget = Budget::default();
    for round in 0..300 {
        let (base, tracks) = [(2u32, 2usize), (2, 3), (3, 2)][round % 3];
        let whole = automaton(&mut rng, base, tracks, 5);
        let mut kept: Vec<usize> = (0..tracks).collect();
        rng.shuffle(&mut kept);
        kept.truncate(rng.usize(0..=tracks));
        let small = whole.project(&kept, &budget).unwrap();
        let letters = base.pow(kept.len() as u32) as usize;
        for word in words(letters, 3) {
            // All states after some zeros in front and after what is read, on any way.
            let fits = |letter: u32, whole_letter: u32| {
                let digits = whole.digits(whole_letter);
                small.letter(&kept.iter().map(|&t| digits[t]).collect::<Vec<_>>()) == Some(letter)
            };
            let step = |states: &Vec<u32>, letter: u32| {
                let mut to: Vec<u32> = states
                    .iter()
                    .flat_map(|&s| {
                        (0..whole.letters() as u32)
                            .filter(move |&l| fits(letter, l))
                            .map(move |l| (s, l))
                    })
                    .map(|(s, l)| whole.next(s, l))
                    .collect();
                to.sort_unstable();
                to.dedup();
                to
            };
            let mut start = vec![0];
            for _ in 0..if kept.len() == tracks { 0 } else { whole.states() } {
                let more = step(&start, 0);
                start.extend(more);
                start.sort_unstable();
                start.dedup();
            }
            let end = word.iter().fold(start, |states, &letter| step(&states, letter));
            let expected = end.iter().any(|&state| whole.accepting(state));
            assert_eq!(accepts(&small, &word), expected, "{kept:?} of {word:?}");
        }
    }
}

#[test]
fn first_words_and_counts_are_those_of_a_list() {
    let mut rng = Rng::with_seed(4);
    let budget = Budget::default();
    for _ in 0..300 {
        let (base, tracks) = [(2, 1), (3, 1), (2, 2)][rng.usize(..3)];
        let [a, b] = [0; 2].map(|_| automaton(&mut rng, base, tracks, 5));
        let all = words(a.letters(), 5);
        let first = |f: &dyn Fn(&[u32]) -> bool| all.iter().find(|word| f(word)).cloned();
        if let Some(word) = first(&|word| accepts(&a, word)) {
            assert_eq!(a.shortest(), Some(word));
        }
        assert_eq!(a.is_empty(), a.shortest().is_none());
        assert_eq!(a.is_universal(), a.complement().is_empty());
        if let Some(word) = first(&|word| accepts(&a, word) != accepts(&b, word)) {
            assert_eq!(a.separating(&b, &budget).unwrap(), Some(word));
        }
        let inside = all.iter().all(|w| !accepts(&a, w) || accepts(&b, w));
        assert!(inside || !a.is_subset(&b, &budget).unwrap());
        for length in 0..=5 {
            let count = all.iter().filter(|w| w.len() == length && accepts(&a, w)).count();
            assert_eq!(a.count(length, &budget).unwrap(), count.into());
        }
        // With at most five states a longest word of finitely many has at most four letters after
        // the first.
        let numbers = all.iter().filter(|w| w.first() != Some(&0) && accepts(&a, w)).count();
        match a.total() {
            Some(total) => assert_eq!(total, numbers.into()),
            None => assert!(numbers > 0),
        }
    }
}

#[test]
fn budgets_and_bad_tables_are_errors() {
    let budget = Budget::default();
    let bad = Automaton::new(2, 1, vec![0, 2], vec![true], &budget);
    assert_eq!(bad, Err(TableError::Target { from: 0, to: 2, states: 1 }));
    assert!(Automaton::new(2, 1, vec![0], vec![true], &budget).is_err());
    assert!(Automaton::new(0, 1, vec![], vec![true], &budget).is_err());
    assert!(matches!(Automaton::constant(2, 64, true), Err(Overrun::Letters { .. })));
    // The tenth letter from the end is 1: a thousand states once its place is guessed.
    let mut next = Vec::new();
    for state in 0..11u32 {
        let to = |mark: u32| match (state, mark) {
            (0, 1) => 1,
            (0, _) => 0,
            (10, _) | (_, 1) => 11,
            _ => state + 1,
        };
        // Track 0 is the digit, track 1 marks the place, which must be a 1.
        let row = [0, 1, 2, 3].map(|letter: u32| match (state, letter) {
            (0, 0b01) => 11,
            _ => to(letter & 1),
        });
        next.extend(row);
    }
    next.extend([11; 4]);
    let accepting: Vec<bool> = (0..12).map(|state| state == 10).collect();
    let marked = Automaton::new(2, 2, next, accepting, &budget).unwrap();
    assert_eq!(marked.project(&[0], &budget).unwrap().states(), 1024);
    assert_eq!(budget.peak().states, 1024);
    let small = budget.clone().with_states(1000);
    let error = marked.project(&[0], &small).unwrap_err();
    assert!(matches!(error, Overrun::States { limit: 1000, tracks: 1, .. }), "{error}");
    let done = std::sync::atomic::AtomicBool::new(true);
    let context = grundy::context::Context::default().with_cancel(&done);
    let cancelled = Budget::new(1 << 30, context);
    let big = Automaton::constant(2, 19, true).unwrap();
    assert!(matches!(big.complement().and(&big, &cancelled), Err(Overrun::Stop(_))));
}
