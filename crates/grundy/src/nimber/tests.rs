//! The field against its definition, the widths against each other, powers against logarithms.

use super::recursion::split_product;
use super::*;
use crate::context::Context;
use crate::nat::Nat;
use fastrand::Rng;
use proptest::prelude::*;

/// Conway's definition, literally: mex of a'b + ab' + a'b'.
fn products_by_definition(limit: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0u64; limit]; limit];
    let mut set = MexSet::default();
    for a in 0..limit {
        for b in 0..limit {
            set.clear();
            for x in 0..a {
                for y in 0..b {
                    set.insert(table[x][b] ^ table[a][y] ^ table[x][y]);
                }
            }
            table[a][b] = set.mex();
        }
    }
    table
}

fn context() -> Context<'static> {
    Context::default()
}

fn long(number: u128) -> Nimber {
    Nat::from(number).into()
}

/// A number of at most so many bits.
fn random(rng: &mut Rng, bits: usize) -> Nimber {
    let bytes: Vec<u8> = (0..bits / 8).map(|_| rng.u8(..)).collect();
    Nat::from_le_bytes(&bytes).into()
}

#[test]
fn products_are_the_mex_definition() {
    for (a, row) in products_by_definition(72).iter().enumerate() {
        for (b, &product) in row.iter().enumerate() {
            let (x, y) = (a as u64, b as u64);
            assert_eq!(nim_mul(x, y), product, "{a} * {b}");
            assert_eq!(split_product(a as u128, b as u128), product.into(), "{a} * {b}");
        }
    }
}

#[test]
fn all_widths_agree() {
    let mut rng = Rng::with_seed(1);
    for round in 0..2000 {
        let [a, b] = [(); 2].map(|()| rng.u64(..) >> (round % 8 * 8));
        let product = split_product(a.into(), b.into());
        assert_eq!(u128::from(nim_mul(a, b)), product, "{a} * {b}");
        let [x, y] = [a, b].map(|n| Nimber128::new(n.into()));
        assert_eq!((x * y).get(), product);
        assert_eq!(long(a.into()) * long(b.into()), long(product));
        let (narrow, wide) = (Nimber64::new(a), Nimber128::new(a.into()));
        assert_eq!(Nimber128::from(narrow.sqrt()), wide.sqrt());
        assert_eq!(narrow.inverse().map(Nimber128::from), wide.inverse());
        assert_eq!(narrow.degree(), wide.degree());
    }
    for _ in 0..200 {
        let [a, b] = [(); 2].map(|()| rng.u128(..));
        let product = split_product(a, b);
        assert_eq!((Nimber128::new(a) * Nimber128::new(b)).get(), product, "{a} * {b}");
        // Long numbers by way of a field of 256 bits: a (F + b) = a F + a b.
        let shifted = |n: u128| Nimber::from(Nat::from(n) << 128);
        assert_eq!(long(a) * (shifted(1) + long(b)), shifted(a) + long(product));
    }
}

#[test]
fn fermat_powers_are_multiplied_as_their_theorem_says() {
    for k in 0..14 {
        let fermat = Nat::ONE << (1usize << k);
        let nimber = Nimber::from(fermat.clone());
        assert_eq!(&nimber * &nimber, Nimber::from(&fermat * Nat::from(3u8) / Nat::from(2u8)));
        // The product with a smaller number is the ordinary one.
        let less = &fermat - Nat::ONE;
        assert_eq!(nimber * Nimber::from(less.clone()), Nimber::from(fermat * less));
    }
}

#[test]
fn long_numbers_are_a_field() {
    let mut rng = Rng::with_seed(2);
    for bits in [64, 128, 192, 256, 500, 1024, 4000, 20_000] {
        let [a, b, c] = [(); 3].map(|()| random(&mut rng, bits));
        let short = random(&mut rng, bits / 4);
        assert_eq!(&(&a * &b) * &c, &a * &(&b * &c), "{bits}");
        assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        assert_eq!(&a * &b, &b * &a);
        assert_eq!(&(&short * &b) * &c, &short * &(&b * &c));
        assert_eq!(a.square(), &a * &a);
        assert_eq!(a.square().sqrt(), a);
        assert_eq!(a.sqrt().square(), a);
        assert_eq!(&a * &a.inverse().unwrap(), Nimber::ONE);
        assert_eq!((&a * &b).checked_div(&b), Some(a.clone()));
        assert_eq!(&a.pow(&5u8.into(), &context()).unwrap(), &(&a.square().square() * &a));
        if bits <= 1024 {
            // x^(2^d) = x in the field of degree d.
            let exponent = Nat::ONE << a.degree();
            assert_eq!(a.pow(&exponent, &context()).unwrap(), a);
        }
    }
}

#[test]
fn the_trace_is_the_sum_of_the_conjugates() {
    let mut rng = Rng::with_seed(3);
    let numbers = (0..300).chain((0..50).map(|_| rng.u64(..)));
    for n in numbers.map(Nimber64::new) {
        let conjugates = |count: u32| {
            let next = |x: &Nimber64| Some(x.square());
            std::iter::successors(Some(n), next).take(count as usize).sum::<Nimber64>()
        };
        assert_eq!(conjugates(64), Nimber64::new(n.trace().into()), "{n}");
        let of_least_field = Nimber::from(n).trace();
        assert_eq!(conjugates(n.degree()), Nimber64::new(of_least_field.into()), "{n}");
    }
    assert!(Nimber128::new(1 << 127).trace() && !Nimber128::new((1 << 127) - 1).trace());
}

#[test]
fn orders_and_logarithms_below_256_are_those_of_the_list_of_powers() {
    for base in (0..256).map(Nimber64::new) {
        let mut powers = vec![Nimber64::ONE];
        loop {
            let next = powers[powers.len() - 1] * base;
            if powers.contains(&next) {
                break;
            }
            powers.push(next);
        }
        let order = (base != Nimber64::ZERO).then_some(powers.len() as u64);
        assert_eq!(base.order(), order, "{base}");
        for x in (0..300).map(Nimber64::new) {
            let log = powers.iter().position(|&power| power == x).map(|log| log as u64);
            assert_eq!(x.log(base, &context()).unwrap(), log, "log({base}, {x})");
        }
    }
}

#[test]
fn roots_below_256_are_those_of_the_list_of_powers() {
    let fields = [2u64, 4, 16, 256];
    for n in (0..40u64).chain([51, 85, 255, 256, 510]) {
        let exponent = Nat::from(n);
        let powers: Vec<u64> = (0..256).map(|y| Nimber64::new(y).pow(&exponent).get()).collect();
        for x in 0..256u64 {
            let least = powers.iter().position(|&power| power == x).map(|y| y as u64);
            let root = Nimber64::new(x).root(&exponent, &context()).unwrap();
            assert_eq!(root.map(Nimber64::get), least, "root({x}, {n})");
            let of_field = fields.into_iter().find(|&field| x < field).unwrap();
            assert!(least.is_none_or(|least| least < of_field || n == 0));
            let wide = long(x.into()).root(&exponent, &context()).unwrap();
            assert_eq!(wide, root.map(Nimber::from));
        }
    }
}

#[test]
fn all_roots_in_a_field_are_found() {
    let mut rng = Rng::with_seed(4);
    for n in [1u64, 2, 3, 5, 6, 15, 17, 641, 3 * 641, 65_535] {
        let exponent = Nat::from(n);
        let y = Nimber64::new(rng.u64(..));
        let roots = y.pow(&exponent).roots(&exponent, &context()).unwrap();
        let count = crate::nat::gcd(&exponent, &Nat::from(u64::MAX));
        assert_eq!(Nat::from(roots.len()), count, "n = {n}");
        assert!(roots.contains(&y) && roots.is_sorted());
        let mut different = roots.clone();
        different.dedup();
        assert_eq!(different.len(), roots.len());
        assert!(roots.iter().all(|root| root.pow(&exponent) == y.pow(&exponent)));
        let wide = Nimber128::from(y);
        let roots = wide.pow(&exponent).roots(&exponent, &context()).unwrap();
        assert!(roots.contains(&wide));
        assert!(roots.iter().all(|root| root.pow(&exponent) == wide.pow(&exponent)));
    }
    // 2 has no cube root in any field, 1 has three.
    assert_eq!(Nimber128::new(2).roots(&3u8.into(), &context()).unwrap(), []);
    let units = Nimber128::ONE.roots(&3u8.into(), &context()).unwrap();
    assert_eq!(units, [1, 2, 3].map(Nimber128::new));
    assert!(Nimber64::ONE.roots(&Nat::from(u64::MAX), &context()).is_err());
    assert_eq!(Nimber64::ZERO.roots(&0u8.into(), &context()).unwrap(), []);
    assert_eq!(Nimber64::ZERO.roots(&7u8.into(), &context()).unwrap(), [Nimber64::ZERO]);
}

#[test]
fn logarithms_of_64_bits_are_found() {
    let mut rng = Rng::with_seed(8);
    let base = (0..).map(|_| Nimber64::new(rng.u64(..))).find(|x| x.order() == Some(u64::MAX));
    let base = base.unwrap();
    for log in [0, 1, 2, 12_345_678_901_234_567, u64::MAX - 1] {
        let power = base.pow(&log.into());
        assert_eq!(power.log(base, &context()).unwrap(), Some(log));
    }
    // A base of smaller order: some numbers have no logarithm.
    let third = base.pow(&3u8.into());
    assert_eq!(third.order(), Some(u64::MAX / 3));
    assert_eq!(base.log(third, &context()).unwrap(), None);
    assert_eq!(base.pow(&99u8.into()).log(third, &context()).unwrap(), Some(33));
}

#[test]
fn what_is_out_of_reach_is_refused() {
    let mut rng = Rng::with_seed(9);
    let base = random(&mut rng, 256);
    let text = |stop: crate::context::Stop| stop.to_string();
    let other = random(&mut rng, 256);
    assert!(text(other.log(&base, &context()).unwrap_err()).contains("a prime"));
    let far = random(&mut rng, 8192);
    assert!(text(far.order(&context()).unwrap_err()).contains("not all known"));
    // No search is needed for 1, nor where the field is too small.
    assert_eq!(Nimber::ONE.log(&base, &context()).unwrap(), Some(Nat::ZERO));
    assert_eq!(far.log(&base, &context()).unwrap(), None);
}

#[test]
fn texts_are_read_and_printed() {
    for (text, number) in [("0", 0), ("1_000", 1000), ("0xff", 255), ("0b101", 5), ("007", 7)] {
        assert_eq!(text.parse(), Ok(Nimber64::new(number)), "{text}");
        assert_eq!(text.parse(), Ok(long(number.into())));
    }
    for bad in ["", "-1", "0x", "0xg", "0b2", "7.", " 7", "0x+1"] {
        assert_eq!(bad.parse::<Nimber128>(), Err(ParseNimberError::NoNumber), "{bad}");
    }
    let wide = "18446744073709551616";
    assert_eq!(wide.parse::<Nimber64>(), Err(ParseNimberError::TooLarge(64)));
    assert_eq!(wide.parse::<Nimber128>().unwrap().to_string(), wide);
}

#[test]
#[should_panic(expected = "division of nimbers by zero")]
fn division_by_zero_panics_as_for_integers() {
    let _ = Nimber64::ONE / Nimber64::ZERO;
}

proptest! {
    #[test]
    fn the_axioms_of_a_field_hold(a: u64, b: u64, c: u64, wide: [u128; 3]) {
        let [a, b, c] = [a, b, c].map(Nimber64::new);
        prop_assert_eq!((a * b) * c, a * (b * c));
        prop_assert_eq!(a * (b + c), a * b + a * c);
        prop_assert_eq!(a * b, b * a);
        prop_assert_eq!(a * Nimber64::ONE, a);
        prop_assert_eq!(a + -a, Nimber64::ZERO);
        prop_assert_eq!(a.checked_div(b).map(|quotient| quotient * b), (b != Nimber64::ZERO).then_some(a));
        prop_assert_eq!(a.sqrt().square(), a);
        let [x, y, z] = wide.map(Nimber128::new);
        prop_assert_eq!((x * y) * z, x * (y * z));
        prop_assert_eq!(x * (y - z), x * y - x * z);
        prop_assert_eq!(x.checked_div(y).map(|quotient| quotient * y), (y != Nimber128::ZERO).then_some(x));
        prop_assert_eq!(x.sqrt().square(), x);
        prop_assert_eq!(x.pow(&(Nat::ONE << 128)), x);
    }

    #[test]
    fn slices_are_products(pairs in proptest::collection::vec((any::<u64>(), any::<u64>()), 0..600)) {
        let a: Vec<Nimber64> = pairs.iter().map(|pair| Nimber64::new(pair.0)).collect();
        let b: Vec<Nimber64> = pairs.iter().map(|pair| Nimber64::new(pair.1)).collect();
        let products: Vec<Nimber64> = a.iter().zip(&b).map(|(&a, &b)| a * b).collect();
        let mut out = a.clone();
        slices::multiply(&mut out, &b);
        prop_assert_eq!(&out, &products);
        prop_assert_eq!(slices::dot(&a, &b), products.into_iter().sum());
        prop_assert_eq!(slices::product(&a), a.into_iter().product());
    }
}
