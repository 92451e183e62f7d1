//! Quotients compared with brute force over the rules.

use super::*;
use hashbrown::HashMap;

/// Take-and-break codes by their digits: bit j of digit k allows j heaps after k counters are taken.
pub struct Octal(Vec<u32>);

impl Octal {
    pub fn new(text: &str) -> Self {
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
pub fn is_p(rules: &Octal, sum: &[u32], known: &mut HashMap<Vec<u32>, bool>) -> bool {
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

/// All sums of at most `most` heaps from 1 to `heaps`, each ascending.
fn sums(heaps: u32, most: usize) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    let mut last: Vec<Vec<u32>> = all.clone();
    for _ in 0..most {
        let mut next = Vec::new();
        for sum in &last {
            for n in sum.last().copied().unwrap_or(1)..=heaps {
                next.push(sum.iter().copied().chain([n]).collect());
            }
        }
        all.extend(next.iter().cloned());
        last = next;
    }
    all
}

/// Codes of which the quotient of the first heaps is compared with brute force.
fn codes() -> Vec<String> {
    let digits = |n: u32| ['0', '1', '2', '3', '4', '5', '6', '7'][n as usize % 8];
    let two = (0..64).map(|n| format!("0.{}{}", digits(n / 8), digits(n)));
    let split = (0..64).map(|n| format!("4.{}{}", digits(n / 8), digits(n)));
    // Every fifth one of three digits, and some that leave three heaps.
    let three =
        (0..512).step_by(5).map(|n| format!("0.{}{}{}", digits(n / 64), digits(n / 8), digits(n)));
    let more = ["0.F", "0.8", "0.0F", "8.0", "8.3", "0.7F", "0.39", "0.1B", "C.1", "0.008"];
    two.chain(split).chain(three).chain(more.map(String::from)).collect()
}

#[test]
fn outcomes_are_those_of_the_rules() {
    let limits = Limits { elements: 150, outcomes: 20_000, pairs: 2_000 };
    let sums = sums(7, 4);
    let (mut whole, mut heaps) = (0, 0);
    for text in codes() {
        let (mut quotient, rules) = (Quotient::new(), Octal::new(&text));
        while quotient.heaps() <= 7 && quotient.extend(&rules, &limits, &mut || true).is_ok() {}
        assert!(quotient.check(&rules, &mut || true), "{text}");
        let last = quotient.heaps() - 1;
        heaps += last;
        whole += u32::from(last == 7);
        let (monoid, elements) = (quotient.monoid(), quotient.elements());
        let mut known = HashMap::new();
        for sum in sums.iter().filter(|sum| sum.last().is_none_or(|&n| n <= last)) {
            let product = sum.iter().fold(0, |x, &n| monoid.product(x, elements[n as usize]));
            assert_eq!(monoid.is_p(product), is_p(&rules, sum, &mut known), "{text} {sum:?}");
        }
    }
    // Some of the codes have infinite quotients at heaps below 7.
    assert!(whole >= 200, "{whole} codes, {heaps} heaps");
}

#[test]
fn no_element_is_too_many() {
    // The classes of sums of a few heaps that tests of a few heaps tell apart: as many as the elements.
    for (text, heaps, most, order) in [
        ("0.123", 9, 4, 20),
        ("0.75", 6, 3, 8),
        ("4.7", 8, 3, 12),
        ("0.77", 8, 3, 12),
        ("0.07", 10, 3, 12),
    ] {
        let rules = Octal::new(text);
        let (sums, mut known) = (sums(heaps, most), HashMap::new());
        let sums: Vec<&Vec<u32>> = sums
            .iter()
            .filter(|sum| {
                sum.iter().all(|&n| {
                    let mut moves = false;
                    rules.options(n, &mut |_| moves = true);
                    moves
                })
            })
            .collect();
        let mut rows: Vec<Vec<bool>> = sums
            .iter()
            .map(|sum| {
                let with = |test: &&Vec<u32>| {
                    let mut both: Vec<u32> = sum.iter().chain(test.iter()).copied().collect();
                    both.sort_unstable();
                    is_p(&rules, &both, &mut known)
                };
                sums.iter().map(with).collect()
            })
            .collect();
        rows.sort_unstable();
        rows.dedup();
        let (quotient, _) = quotient(text, heaps);
        assert_eq!((rows.len(), quotient.monoid().order()), (order, order), "{text}");
    }
}

#[test]
fn orders() {
    // 0.77 and 0.123: T. E. Plambeck and A. N. Siegel 2008.
    for (text, heaps, order) in [
        ("0.3", 20, 2),
        ("0.333", 20, 6),
        ("0.77", 168, 40),
        ("0.123", 30, 20),
        ("0.71", 40, 36),
        ("0.72", 60, 24),
        ("0.75", 40, 8),
        ("0.15", 90, 42),
        ("0.53", 60, 16),
    ] {
        let (quotient, rules) = quotient(text, heaps);
        assert_eq!(quotient.monoid().order(), order, "{text}");
        assert!(quotient.check(&rules, &mut || true), "{text}");
    }
}

#[test]
fn what_is_no_quotient_is_refused() {
    let (quotient, rules) = quotient("0.123", 12);
    let (monoid, elements) = (quotient.monoid(), quotient.elements());
    let table: Vec<Element> = monoid.elements().flat_map(|x| monoid.row(x).to_vec()).collect();
    let p: Vec<Element> = monoid.p_portion().iter().collect();
    let holds =
        |monoid: &Monoid, elements: &[Element]| is_quotient(monoid, elements, &rules, &mut || true);
    assert!(holds(monoid, elements));
    for heap in 1..elements.len() {
        for x in monoid.elements().filter(|&x| x != elements[heap]) {
            let mut other = elements.to_vec();
            other[heap] = x;
            assert!(!holds(monoid, &other), "heap {heap} as {x}");
        }
    }
    for x in monoid.elements() {
        let other = match p.contains(&x) {
            true => p.iter().copied().filter(|&y| y != x).collect::<Vec<_>>(),
            false => p.iter().copied().chain([x]).collect(),
        };
        assert!(!holds(&Monoid::new(table.clone(), other).unwrap(), elements), "{x} moved");
    }
    // A table that does not associate, and one that does not commute.
    assert_eq!(Monoid::new(vec![0, 1, 2, 1, 2, 2, 2, 2, 1], []), None);
    assert_eq!(Monoid::new(vec![0, 1, 2, 1, 1, 2, 2, 1, 2], []), None);
}

#[test]
fn relations_rewrite_every_product_to_the_shortest() {
    for (text, heaps) in [("0.77", 40), ("0.123", 12), ("0.71", 10), ("0.54", 20)] {
        let (quotient, _) = quotient(text, heaps);
        let found = quotient.presentation(1000).unwrap();
        let monoid = quotient.monoid();
        let value = |product: &[u32]| {
            let powers = found.elements.iter().zip(product);
            powers.fold(0, |x, (&g, &n)| monoid.product(x, monoid.power(g, n.into())))
        };
        for relation in &found.relations {
            assert_eq!(value(&relation.left), value(&relation.right), "{text}");
        }
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..500 {
            let mut product: Vec<u32> = Vec::new();
            for _ in &found.generators {
                product.push(random.u32(..6));
            }
            let element = value(&product);
            while let Some(relation) = found
                .relations
                .iter()
                .find(|relation| relation.left.iter().zip(&product).all(|(a, b)| a <= b))
            {
                for ((to, left), right) in
                    product.iter_mut().zip(&relation.left).zip(&relation.right)
                {
                    *to = *to - left + right;
                }
            }
            assert_eq!(product, found.products[usize::from(element)], "{text}");
        }
    }
}

#[test]
fn limits_stop_and_leave_the_quotient_as_it_was() {
    let (mut quotient, rules) = (Quotient::new(), Octal::new("0.77"));
    let few = Limits { elements: 20, ..Limits::default() };
    let halt = loop {
        if let Err(halt) = quotient.extend(&rules, &few, &mut || true) {
            break halt;
        }
    };
    assert_eq!((halt, quotient.heaps(), quotient.monoid().order()), (Halt::Elements(20), 12, 18));
    assert!(quotient.check(&rules, &mut || true));
    let halt = quotient.extend(&rules, &Limits::default(), &mut || false);
    assert!(matches!(halt, Err(Halt::Cancelled) | Ok(())));
    while quotient.heaps() <= 100 {
        quotient.extend(&rules, &Limits::default(), &mut || true).unwrap();
    }
    assert_eq!(quotient.monoid().order(), 40);
}

#[test]
fn tame_quotients_are_those_of_nim_heaps() {
    /// Nim.
    struct Nim;
    impl Heaps for Nim {
        fn options(&self, n: u32, see: &mut dyn FnMut(&[u32])) {
            (0..n).for_each(|left| see(&[left]));
        }
    }
    let mut quotient = Quotient::new();
    for n in 0..16 {
        quotient.extend(&Nim, &Limits::default(), &mut || true).unwrap();
        let order = match n {
            0 => 1,
            1 => 2,
            _ => (n + 1u32).next_power_of_two() as usize + 2,
        };
        assert_eq!(quotient.monoid().order(), order, "heaps up to {n}");
        assert!(quotient.monoid().is_tame() && quotient.check(&Nim, &mut || true));
    }
    assert!(!self::quotient("0.77", 5).0.monoid().is_tame());
}

#[test]
#[ignore = "prints the growth of the code in CODE up to heap TO, by values below CAP"]
fn show() {
    let code = std::env::var("CODE").unwrap();
    let to = std::env::var("TO").unwrap().parse().unwrap();
    let cap = std::env::var("CAP").map_or(1, |cap| cap.parse().unwrap());
    let start = std::time::Instant::now();
    let (mut quotient, rules) = (Quotient::of_values(cap), Octal::new(&code));
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

#[test]
fn quotients_by_values_tell_the_misere_values_of_sums() {
    let mut exact = 0;
    for text in codes() {
        let limits = Limits { elements: 150, outcomes: 20_000, pairs: 2_000 };
        for cap in [1, 2, 3, 6, 40] {
            let (mut quotient, rules) = (Quotient::of_values(cap), Octal::new(&text));
            while quotient.heaps() <= 7 && quotient.extend(&rules, &limits, &mut || true).is_ok() {}
            assert!(quotient.check(&rules, &mut || true), "{text} {cap}");
            let (monoid, last) = (quotient.monoid(), quotient.heaps() - 1);
            let mut known = HashMap::new();
            for sum in sums(last, 3) {
                let elements = sum.iter().map(|&n| quotient.elements()[n as usize]);
                let product = elements.fold(0, |x, y| monoid.product(x, y));
                let value = misere_value(&rules, &sum, &mut known);
                assert_eq!(
                    u64::from(monoid.value(product)),
                    value.min(cap.into()),
                    "{text} {sum:?}"
                );
                exact += u32::from(value > 1 && value < cap.into());
            }
        }
    }
    assert!(exact > 10_000, "{exact}");
}

#[test]
fn values_tell_apart_what_outcomes_do_not() {
    // Kayles up to 30: nim-heaps of four tell sums apart.
    let orders = [1, 4, 5, 6].map(|cap| {
        let (mut quotient, rules) = (Quotient::of_values(cap), Octal::new("077"));
        while quotient.heaps() <= 30 {
            quotient.extend(&rules, &Limits::default(), &mut || true).unwrap();
        }
        assert!(quotient.check(&rules, &mut || true), "{cap}");
        let (monoid, mut known) = (quotient.monoid(), HashMap::new());
        for sum in sums(14, 2).iter().chain(&[vec![27], vec![20, 5]]) {
            let elements = sum.iter().map(|&n| quotient.elements()[n as usize]);
            let product = elements.fold(0, |x, y| monoid.product(x, y));
            let value = misere_value(&rules, sum, &mut known);
            assert_eq!(u64::from(monoid.value(product)), value.min(cap.into()), "{sum:?}");
        }
        monoid.order()
    });
    assert_eq!(orders, [40, 40, 48, 48]);
}

#[test]
fn what_is_no_quotient_by_values_is_refused() {
    let (mut quotient, rules) = (Quotient::of_values(9), Octal::new("0123"));
    while quotient.heaps() <= 12 {
        quotient.extend(&rules, &Limits::default(), &mut || true).unwrap();
    }
    let (monoid, elements) = (quotient.monoid(), quotient.elements());
    let table: Vec<Element> = monoid.elements().flat_map(|x| monoid.row(x).to_vec()).collect();
    let values: Vec<u8> = monoid.elements().map(|x| monoid.value(x)).collect();
    let holds = |values: Vec<u8>| {
        let monoid = Monoid::with_values(table.clone(), values, 9);
        monoid.is_some_and(|monoid| is_quotient(&monoid, elements, &rules, &mut || true))
    };
    assert!(holds(values.clone()));
    for x in 0..values.len() {
        for value in (0..=10).filter(|&value| value != values[x]) {
            let mut other = values.clone();
            other[x] = value;
            assert!(!holds(other), "{x} with {value}");
        }
    }
}

/// The mex by the definition.
fn misere_value(rules: &Octal, sum: &[u32], known: &mut HashMap<Vec<u32>, u64>) -> u64 {
    if let Some(&value) = known.get(sum) {
        return value;
    }
    let mut seen: Vec<u64> = Vec::new();
    for (i, &n) in sum.iter().enumerate() {
        let mut all: Vec<Vec<u32>> = Vec::new();
        rules.options(n, &mut |option| all.push(option.to_vec()));
        for option in all {
            let mut after: Vec<u32> = sum.to_vec();
            after.remove(i);
            after.extend(option);
            after.sort_unstable();
            seen.push(misere_value(rules, &after, known));
        }
    }
    let value = match seen.is_empty() {
        true => 1,
        false => (0..).find(|n| !seen.contains(n)).expect("a number is missing"),
    };
    known.insert(sum.to_vec(), value);
    value
}

/// The quotient grows in several rounds here, in which heaps change the sums that they are taken for.
#[test]
fn every_quotient_on_the_way_passes_its_check() {
    let few = Limits { elements: 300, outcomes: 20_000, pairs: 20_000 };
    let mut growths = 0;
    for text in ["0167", "0156", "015", "0124", "0141", "0414", "0163", "0077", "064", "0162"] {
        let (mut quotient, rules) = (Quotient::new(), Octal::new(text));
        let (last, limits) = if text == "0167" { (18, Limits::default()) } else { (40, few) };
        for n in 0..=last {
            if quotient.extend(&rules, &limits, &mut || true).is_err() {
                break;
            }
            assert!(quotient.check(&rules, &mut || true), "{text}({n})");
        }
        growths += quotient.growth().len();
    }
    assert!(growths > 40, "{growths}");
}
