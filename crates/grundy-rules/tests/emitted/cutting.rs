// Grundy values of cut(w, h)
//
//   ./cut w h            the value of one state
//   ./cut --table 20 9   the values to 20 and 9
//   ./cut < file         the value of the state in each line
//
// A state with a move that wins the whole game has no value.
// A - stands where there is no such state.
// Numbers have 64 bits: rustc -C overflow-checks=on notices when a sum or product leaves them.

use std::io::BufRead;

/// A move wins at once.
const WINS: i32 = -1;

/// The value of a sum of two states; what is no number stays.
fn nim_sum(a: i32, b: i32) -> i32 {
    if a | b < 0 { a.min(b) } else { a ^ b }
}

/// Whether there is such a state of cut.
fn inside_cut(w: i64, h: i64) -> bool {
    w >= 0 && h >= 0 && (w >= 1 && h >= 1 && w * h > 1)
}

/// Grundy values, in tables that grow as they are asked for.
struct Games {
    seen: Vec<u32>, // the values of options: those marked with this mark
    mark: u32,
    table_cut: Vec<Vec<i32>>,
}

impl Games {
    fn new() -> Self {
        Games {
            seen: vec![0; 2],
            mark: 0,
            table_cut: vec![],
        }
    }

    /// The least value without a mark; there is always room for nim-sums of all values.
    fn mex(&mut self) -> i32 {
        let value = (0..).find(|&value| self.seen[value] != self.mark).unwrap();
        if 2 * value >= self.seen.len() {
            self.seen.resize(2 * self.seen.len(), 0);
        }
        value as i32
    }

    /// The value of cut(w, h) by those of its options.
    fn value_cut(&mut self, w: i64, h: i64) -> i32 {
        self.mark += 1;
        let now = self.mark;
        // cut(w,h) -> wins if w == 1 or h == 1
        if w == 1 || h == 1 {
            return WINS;
        }
        // cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 1..=w/2 if h*i > 1
        for i in 1..w / 2 + 1 {
            if h * i > 1 {
                let value = nim_sum(self.table_cut[i as usize][h as usize], self.table_cut[(w - i) as usize][h as usize]);
                if value >= 0 {
                    self.seen[value as usize] = now;
                }
            }
        }
        // cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 1..=h/2 if w*i > 1
        for i in 1..h / 2 + 1 {
            if w * i > 1 {
                let value = nim_sum(self.table_cut[w as usize][i as usize], self.table_cut[w as usize][(h - i) as usize]);
                if value >= 0 {
                    self.seen[value as usize] = now;
                }
            }
        }
        self.mex()
    }

    /// Finds all values of cut up to there: every move leads to a state that comes before.
    fn fill_cut(&mut self, last_row: i64, mut last: i64) {
        if last_row < self.table_cut.len() as i64 && last < self.table_cut[0].len() as i64 {
            return;
        }
        if !self.table_cut.is_empty() {
            last = last.max(self.table_cut[0].len() as i64 - 1);
        }
        let rows = self.table_cut.len().max(last_row as usize + 1);
        self.table_cut.resize(rows, vec![]);
        for w in 0..self.table_cut.len() as i64 {
            for h in self.table_cut[w as usize].len() as i64..last + 1 {
                let value = if inside_cut(w, h) { self.value_cut(w, h) } else { 0 };
                self.table_cut[w as usize].push(value);
            }
        }
    }

    /// The value of cut(w, h).
    fn grundy_cut(&mut self, w: i64, h: i64) -> i32 {
        self.fill_cut(w, h);
        self.table_cut[w as usize][h as usize]
    }
}

/// What is printed for the state of these numbers.
fn answer(numbers: Vec<i64>, games: &mut Games) -> String {
    if numbers.len() != 2 {
        eprintln!("cut takes 2 numbers");
        std::process::exit(1);
    }
    if !inside_cut(numbers[0], numbers[1]) {
        return "-".to_string();
    }
    match games.grundy_cut(numbers[0], numbers[1]) {
        WINS => "wins at once".to_string(),
        value => value.to_string(),
    }
}

/// A word as a number.
fn read(word: &str) -> i64 {
    word.parse().unwrap_or_else(|_| {
        eprintln!("not a number of 64 bits: {word}");
        std::process::exit(1)
    })
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let games = &mut Games::new();
    if args.len() == 3 && args[0] == "--table" {
        for m in 0..=read(&args[1]) {
            let row: Vec<String> = (0..=read(&args[2])).map(|n| answer(vec![m, n], games)).collect();
            println!("{}", row.join("\t"));
        }
    } else if !args.is_empty() {
        println!("{}", answer(args.iter().map(|arg| read(arg)).collect(), games));
    } else {
        for line in std::io::stdin().lock().lines() {
            let line = line.expect("text");
            println!("{}", answer(line.split_whitespace().map(read).collect(), games));
        }
    }
}
