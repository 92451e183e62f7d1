//! Quotients compared with brute force over the rules.

use super::*;
use hashbrown::HashMap;

/// Take-and-break codes by their digits: bit j of digit k allows j heaps after k counters are taken.
struct Octal(Vec<u32>);

impl Octal {
    fn new(text: &str) -> Self {
        Self(text.chars().filter_map(|c| c.to_digit(36)).collect())
    }
}

impl Heaps for Octal {
    fn options(&self, n: u32, see: &mut dyn FnMut(&[u32])) {
        for (k, &digit) in (0..).zip(&self.0) {
            let Some(left) = n.checked_sub(k) else { break };
            if left == 0 {
                if digit & 1 == 1 {
                    see(&[]);
                }
                continue;
            }
            if digit & 2 != 0 {
                see(&[left]);
            }
            if digit & 4 != 0 {
                (1..=left / 2).for_each(|a| see(&[a, left - a]));
            }
            if digit & 8 != 0 {
                for a in 1..=left / 3 {
                    (a..=(left - a) / 2).for_each(|b| see(&[a, b, left - a - b]));
                }
            }
        }
    }
}

fn quotient(text: &str, heaps: u32) -> (Quotient, Octal) {
    let (mut quotient, rules) = (Quotient::new(), Octal::new(text));
    for n in 0..=heaps {
        let halt = quotient.extend(&rules, &Limits::default(), &mut || true);
        assert_eq!(halt, Ok(()), "{text}({n})");
    }
    (quotient, rules)
}

/// Whether a sum is P in misère play, from the bare rules.
fn is_p(rules: &Octal, sum: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
    if let Some(&p) = known.get(sum) {
        return p;
    }
    let (mut moved, mut won) = (false, false);
    for (i, &n) in sum.iter().enumerate() {
        let mut all: Vec<Vec<u32>> = Vec::new();
        rules.options(n, &mut |option| all.push(option.to_vec()));
        for option in all {
            moved = true;
            let mut after: Vec<u32> = sum.to_vec();
            after.remove(i);
            after.extend(option.iter().filter(|&&a| a > 0));
            after.sort_unstable();
            won = won || is_p(rules, &after, known);
        }
    }
    known.insert(sum.to_vec(), moved && !won);
    moved && !won
}

#[test]
#[ignore = "prints"]
fn show() {
    let code = std::env::var("CODE").unwrap();
    let to = std::env::var("TO").unwrap().parse().unwrap();
    let start = std::time::Instant::now();
    let (mut quotient, rules) = (Quotient::new(), Octal::new(&code));
    for n in 0..=to {
        if let Err(halt) = quotient.extend(&rules, &Limits::default(), &mut || true) {
            println!("{n}: {halt}");
            break;
        }
        if std::env::var("V").is_ok() {
            println!(
                "{n} {} {:?} {}",
                quotient.monoid().order(),
                start.elapsed(),
                quotient.sizes()
            );
        }
    }
    println!("{code} {:?} {:?}", quotient.growth(), start.elapsed());
    println!("{:?} {:?}", quotient.elements(), quotient.check(&rules, &mut || true));
    println!("{:?}", start.elapsed());
}
