// Grundy values of cut(w, h)
//
//   ./cut w h            the value of one state
//   ./cut --table 20 9   the values to 20 and 9
//   ./cut < file         the value of the state in each line
//
// A state with a move that wins the whole game has no value.
// A - stands where there is no such state.
// Numbers have 64 bits: rustc -C overflow-checks=on notices when a sum or product leaves them.

use std::collections::HashMap;
use std::io::BufRead;

type State = [i64; 2];

/// Goes through the options of a state.
fn moves(state: State, mut each: impl FnMut(&[State])) -> bool {
    let [w, h] = state;
    // cut(w,h) -> wins if w == 1 or h == 1
    if w == 1 || h == 1 {
        return true;
    }
    // cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 1..=w/2 if h*i > 1
    for i in 1..=w / 2 {
        if h * i > 1 {
            each(&[[i, h], [w - i, h]]);
        }
    }
    // cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 1..=h/2 if w*i > 1
    for i in 1..=h / 2 {
        if w * i > 1 {
            each(&[[w, i], [w, h - i]]);
        }
    }
    false
}

/// Whether there is such a state.
fn inside(state: State) -> bool {
    if state.iter().any(|&n| n < 0) {
        return false;
    }
    // cut where w >= 1 and h >= 1 and w*h > 1
    let [w, h] = state;
    w >= 1 && h >= 1 && w * h > 1
}

// What is known of a state; values are >= 0, OPEN says that its search goes on.
const UNKNOWN: i32 = -3;
const OPEN: i32 = -2;
const WINS: i32 = -1;

/// Of small states in an array, of others in a map.
#[derive(Default)]
struct Memo {
    small: Vec<Vec<i32>>,
    large: HashMap<State, i32>,
}

impl Memo {
    fn at(&mut self, state: State) -> &mut i32 {
        if state.iter().any(|&n| n >= 1 << 12) {
            return self.large.entry(state).or_insert(UNKNOWN);
        }
        let [a, b] = state.map(|n| n as usize);
        if a >= self.small.len() {
            self.small.resize(a + 1, Vec::new());
        }
        if b >= self.small[a].len() {
            self.small[a].resize(b + 1, UNKNOWN);
        }
        &mut self.small[a][b]
    }
}

/// The value of a state in normal form, by depth-first search with a stack of its own.
fn grundy(start: State, memo: &mut Memo) -> i32 {
    let mut stack = vec![start];
    let mut seen: Vec<u64> = Vec::new(); // the values of options: those marked with this round
    let mut round = 0;
    while let Some(&state) = stack.last() {
        if *memo.at(state) > OPEN {
            stack.pop();
            continue;
        }
        *memo.at(state) = OPEN;
        let size = stack.len();
        round += 1;
        let at_once = moves(state, |option| {
            let mut total = 0;
            let mut loony = false;
            for &part in option {
                if !inside(part) {
                    panic!("cut{state:?} reaches cut{part:?}, which is no state");
                }
                match *memo.at(part) {
                    OPEN => panic!("play comes back to cut{part:?}"),
                    UNKNOWN if stack.len() < size + 32 => stack.push(part), // a few at a time keep it short
                    UNKNOWN => {}
                    WINS => loony = true,
                    known => total ^= known,
                }
            }
            if !loony {
                mark(&mut seen, total, round);
            }
        });
        if at_once {
            stack.truncate(size);
            *memo.at(state) = WINS;
            continue;
        }
        if stack.len() > size {
            continue;
        }
        let value = (0..).find(|&value| seen.get(value as usize) != Some(&round)).unwrap();
        *memo.at(state) = value;
    }
    *memo.at(start)
}

fn mark(seen: &mut Vec<u64>, value: i32, round: u64) {
    let value = value as usize;
    if value >= seen.len() {
        seen.resize(value + 1, 0);
    }
    seen[value] = round;
}

/// What is printed for the state of these numbers.
fn value(numbers: Vec<i64>, memo: &mut Memo) -> String {
    if numbers.len() != 2 {
        panic!("cut takes 2 numbers");
    }
    let mut state: State = [0; 2];
    state.copy_from_slice(&numbers);
    if !inside(state) {
        return "-".to_string();
    }
    match grundy(state, memo) {
        WINS => "wins at once".to_string(),
        value => value.to_string(),
    }
}

fn read(word: &str) -> i64 {
    word.parse().expect("a number")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let memo = &mut Memo::default();
    if args.len() == 3 && args[0] == "--table" {
        for m in 0..=read(&args[1]) {
            let row: Vec<String> = (0..=read(&args[2])).map(|n| value(vec![m, n], memo)).collect();
            println!("{}", row.join("\t"));
        }
    } else if !args.is_empty() {
        println!("{}", value(args.iter().map(|arg| read(arg)).collect(), memo));
    } else {
        for line in std::io::stdin().lock().lines() {
            let line = line.expect("text");
            println!("{}", value(line.split_whitespace().map(read).collect(), memo));
        }
    }
}
