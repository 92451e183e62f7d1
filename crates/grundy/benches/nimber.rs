//! Nim-products: the library beside the recursion at Fermat powers and tables of 16-bit logarithms.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use grundy::context::Context;
use grundy::heap::InstructionSet;
use grundy::nat::Nat;
use grundy::nimber::{Nimber, Nimber64, Nimber128, slices};
use std::hint::black_box;
use std::time::Instant;

/// Pairs that are multiplied in a round: they fit into the first cache.
const PAIRS: usize = 1024;

/// The recursion that contest programs use: a product is split at Fermat powers.
fn recursion(a: u64, b: u64, half: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let (a1, a0) = (a >> half, a & mask);
    let (b1, b0) = (b >> half, b & mask);
    let low = recursion(a0, b0, half / 2);
    let high = recursion(a1, b1, half / 2);
    let cross = recursion(a1 ^ a0, b1 ^ b0, half / 2) ^ low;
    cross << half ^ low ^ recursion(high, 1 << (half - 1), half / 2)
}

/// Logarithms and powers of a generator of the field of 2^16 elements: a product of 64 bits takes 16
/// products of 16 bits.
struct Logarithms {
    log: Vec<u16>,
    power: Vec<u16>,
}

impl Logarithms {
    fn new() -> Self {
        let generator = (2..).map(Nimber64::new).find(|x| x.order() == Some(65_535));
        let generator = generator.expect("the group is cyclic");
        let (mut log, mut power) = (vec![0; 1 << 16], vec![0; 2 << 16]);
        let mut x = Nimber64::ONE;
        for i in 0..65_535 {
            log[x.get() as usize] = i as u16;
            (power[i], power[i + 65_535]) = (x.get() as u16, x.get() as u16);
            x *= generator;
        }
        Self { log, power }
    }

    #[inline]
    fn times16(&self, a: u64, b: u64) -> u64 {
        if a == 0 || b == 0 {
            return 0;
        }
        let log = |n: u64| usize::from(self.log[n as usize & 0xffff]);
        self.power[log(a) + log(b)].into()
    }

    #[inline]
    fn times32(&self, a: u64, b: u64) -> u64 {
        let (a1, a0, b1, b0) = (a >> 16, a & 0xffff, b >> 16, b & 0xffff);
        let (low, high) = (self.times16(a0, b0), self.times16(a1, b1));
        let cross = self.times16(a1 ^ a0, b1 ^ b0) ^ low;
        cross << 16 ^ low ^ self.times16(high, 1 << 15)
    }

    #[inline]
    fn times64(&self, a: u64, b: u64) -> u64 {
        let mask = 0xffff_ffff;
        let (a1, a0, b1, b0) = (a >> 32, a & mask, b >> 32, b & mask);
        let (low, high) = (self.times32(a0, b0), self.times32(a1, b1));
        let cross = self.times32(a1 ^ a0, b1 ^ b0) ^ low;
        cross << 32 ^ low ^ self.times32(high, 1 << 31)
    }
}

fn words(seed: u64) -> Vec<u64> {
    let mut rng = fastrand::Rng::with_seed(seed);
    (0..PAIRS).map(|_| rng.u64(..)).collect()
}

/// The products of all pairs, added.
fn sum<T: Copy>(a: &[T], b: &[T], product: impl Fn(T, T) -> u64) -> u64 {
    a.iter().zip(b).fold(0, |sum, (&a, &b)| sum ^ product(a, b))
}

fn benches(c: &mut Criterion) {
    if let Ok(name) = std::env::var("GRUNDY_SIMD") {
        let set: InstructionSet = name.parse().expect("an instruction set");
        set.select().expect("nothing was computed yet");
    }
    let (a, b) = (words(1), words(2));
    let nimbers = |words: &[u64]| words.iter().copied().map(Nimber64::new).collect::<Vec<_>>();
    let (x, y) = (nimbers(&a), nimbers(&b));
    let logarithms = Logarithms::new();
    let own = sum(&x, &y, |x, y| (x * y).get());
    assert_eq!(own, sum(&a, &b, |a, b| recursion(a, b, 32)));
    assert_eq!(own, sum(&a, &b, |a, b| logarithms.times64(a, b)));
    assert_eq!(own, slices::dot(&x, &y).get());

    let mut group = c.benchmark_group("products of 64 bits");
    group.throughput(Throughput::Elements(PAIRS as u64));
    group.bench_function("recursion", |bench| {
        bench.iter(|| sum(black_box(&a), &b, |a, b| recursion(a, b, 32)));
    });
    group.bench_function("16-bit logarithms", |bench| {
        bench.iter(|| sum(black_box(&a), &b, |a, b| logarithms.times64(a, b)));
    });
    group.bench_function("single", |bench| {
        bench.iter(|| sum(black_box(&x), &y, |x, y| (x * y).get()));
    });
    let mut out = x.clone();
    group.bench_function("slices", |bench| {
        bench.iter(|| slices::multiply(black_box(&mut out), &y));
    });
    group.bench_function("dot product", |bench| bench.iter(|| slices::dot(black_box(&x), &y)));
    group.bench_function("product of a slice", |bench| {
        bench.iter(|| slices::product(black_box(&x)));
    });
    group.finish();

    let wide = |words: &[u64]| -> Vec<Nimber128> {
        let pairs = words.iter().zip(words.iter().rev());
        pairs.map(|(&a, &b)| Nimber128::new(u128::from(a) << 64 | u128::from(b))).collect()
    };
    let (x, y) = (wide(&a), wide(&b));
    let mut group = c.benchmark_group("products of 128 bits");
    group.throughput(Throughput::Elements(PAIRS as u64));
    group.bench_function("single", |bench| {
        bench.iter(|| sum(black_box(&x), &y, |x, y| (x * y).get() as u64));
    });
    group.finish();
}

/// How long single large tasks take.
fn tasks(_: &mut Criterion) {
    fn time<T>(name: &str, task: impl FnOnce() -> T) {
        let start = Instant::now();
        black_box(task());
        println!("{name}: {:.3} s", start.elapsed().as_secs_f64());
    }
    let mut rng = fastrand::Rng::with_seed(3);
    let context = Context::default();
    let base = Nimber64::new(u64::MAX);
    let power = base.pow(&Nat::from(12_345_678_901_234_567u64));
    time("a logarithm, 64 bits", || power.log(base, &context).unwrap());
    let base = Nimber128::new(u128::MAX);
    let power = base.pow(&Nat::from(123_456_789_012_345_678_901_234_567_890u128));
    time("a logarithm, 128 bits", || power.log(base, &context).unwrap());
    for bits in [1usize << 12, 1 << 16, 1 << 20] {
        let mut number = || {
            let bytes: Vec<u8> = (0..bits / 8).map(|_| rng.u8(..)).collect();
            Nimber::from(Nat::from_le_bytes(&bytes))
        };
        let (a, b) = (number(), number());
        time(&format!("a product, {bits} bits"), || &a * &b);
        time(&format!("an inverse, {bits} bits"), || a.inverse());
        time(&format!("a square root, {bits} bits"), || a.sqrt());
    }
}

criterion_group!(nimber, benches, tasks);
criterion_main!(nimber);
