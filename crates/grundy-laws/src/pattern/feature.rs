//! Functions of one number that laws are made of: digits, divisibility, sets.

/// A function of a natural number, with the name that formulas use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// The number of ones in base 2.
    Ones,
    /// The sum of the digits in this base.
    DigitSum(u32),
    /// How often this number divides n; not defined for 0.
    Valuation(u32),
    /// The number of digits in this base, 0 for 0.
    Length(u32),
    /// The greatest power of 2 that is at most n; 0 for 0.
    HighBit,
    /// The greatest power of 2 that divides n; 0 for 0.
    LowBit,
    /// The Gray code n xor floor(n / 2).
    Gray,
    /// The greatest odd divisor; 0 for 0.
    OddPart,
    /// The number of terms in the Zeckendorf representation.
    ZeckendorfTerms,
    /// The number of zeros at the end of the Zeckendorf representation; not defined for 0.
    ZeckendorfZeros,
    /// The least term in the Zeckendorf representation; 0 for 0.
    ZeckendorfLeast,
    /// floor(sqrt(n)).
    Root,
    /// The greatest k with k (k + 1) / 2 <= n.
    TriangularRoot,
    /// 1 for primes, else 0.
    Prime,
    /// 1 for squares, else 0.
    Square,
    /// 1 for the powers 1, b, b^2, … of this number, else 0.
    Power(u32),
    /// 1 for Fibonacci numbers, else 0.
    Fibonacci,
    /// 1 for numbers k (k + 1) / 2, else 0.
    Triangular,
    /// 1 for factorials, else 0.
    Factorial,
    /// The number of divisors; 0 for 0.
    Divisors,
    /// The number of prime factors with multiplicity; not defined for 0.
    PrimeFactors,
    /// The least prime factor; 1 for 1, not defined for 0.
    LeastPrime,
}

impl Feature {
    /// Those that are looked for.
    pub const ALL: [Self; 30] = [
        Self::Ones,
        Self::DigitSum(3),
        Self::DigitSum(10),
        Self::Valuation(2),
        Self::Valuation(3),
        Self::Valuation(4),
        Self::Valuation(5),
        Self::Length(2),
        Self::Length(3),
        Self::Length(10),
        Self::HighBit,
        Self::LowBit,
        Self::Gray,
        Self::OddPart,
        Self::ZeckendorfTerms,
        Self::ZeckendorfZeros,
        Self::ZeckendorfLeast,
        Self::Root,
        Self::TriangularRoot,
        Self::Prime,
        Self::Square,
        Self::Power(2),
        Self::Power(3),
        Self::Power(4),
        Self::Fibonacci,
        Self::Triangular,
        Self::Factorial,
        Self::Divisors,
        Self::PrimeFactors,
        Self::LeastPrime,
    ];

    /// Whether numbers are factored, which is slow for great ones.
    pub fn factors(self) -> bool {
        matches!(self, Self::Prime | Self::Divisors | Self::PrimeFactors | Self::LeastPrime)
    }

    /// Whether it tells which numbers are in a set.
    pub fn is_set(self) -> bool {
        matches!(
            self,
            Self::Prime
                | Self::Square
                | Self::Power(_)
                | Self::Fibonacci
                | Self::Triangular
                | Self::Factorial
        )
    }

    /// The value at n; `None` where it is not defined: negative n, and some at 0.
    ///
    /// # Complexity
    /// O(log n); O(sqrt n) where n is factored.
    pub fn value(self, n: i64) -> Option<i64> {
        let u = u64::try_from(n).ok()?;
        Some(match self {
            Self::Ones => i64::from(u.count_ones()),
            Self::DigitSum(b) => digits(u, b.into()).map(|d| d as i64).sum(),
            Self::Valuation(2) if u > 0 => i64::from(u.trailing_zeros()),
            Self::Valuation(_) if u == 0 => return None,
            Self::Valuation(b) => digits(u, b.into()).take_while(|&d| d == 0).count() as i64,
            Self::Length(2) => i64::from(64 - u.leading_zeros()),
            Self::Length(b) => digits(u, b.into()).count() as i64,
            Self::HighBit => u.checked_ilog2().map_or(0, |k| 1 << k),
            Self::LowBit => (u & u.wrapping_neg()) as i64,
            Self::Gray => (u ^ (u >> 1)) as i64,
            Self::OddPart if u == 0 => 0,
            Self::OddPart => (u >> u.trailing_zeros()) as i64,
            Self::ZeckendorfTerms => zeckendorf(u).0,
            Self::ZeckendorfZeros if u == 0 => return None,
            Self::ZeckendorfZeros => zeckendorf(u).1,
            Self::ZeckendorfLeast => zeckendorf(u).2,
            Self::Root => u.isqrt() as i64,
            Self::TriangularRoot => triangular_root(u) as i64,
            Self::Prime => i64::from(u > 1 && least_prime(u) == u),
            Self::Square => i64::from(u.isqrt().pow(2) == u),
            Self::Power(b) => i64::from(is_power(u, b.into())),
            Self::Fibonacci => i64::from(zeckendorf(u).0 <= 1),
            Self::Triangular => {
                let k = triangular_root(u);
                i64::from(k * (k + 1) / 2 == u)
            }
            Self::Factorial => i64::from(is_factorial(u)),
            Self::Divisors if u == 0 => 0,
            Self::Divisors => factors(u).map(|(_, k)| k + 1).product(),
            Self::PrimeFactors | Self::LeastPrime if u == 0 => return None,
            Self::PrimeFactors => factors(u).map(|(_, k)| k).sum(),
            Self::LeastPrime => least_prime(u) as i64,
        })
    }

    /// The formula of the value at `x`.
    pub fn formula(self, x: &str) -> String {
        match self {
            Self::Ones => format!("ones({x})"),
            Self::DigitSum(b) => format!("digit_sum({x}, {b})"),
            Self::Valuation(b) => format!("valuation({x}, {b})"),
            Self::Length(b) => format!("length({x}, {b})"),
            Self::HighBit => format!("high_bit({x})"),
            Self::LowBit => format!("low_bit({x})"),
            Self::Gray => format!("gray({x})"),
            Self::OddPart => format!("odd_part({x})"),
            Self::ZeckendorfTerms => format!("zeckendorf_terms({x})"),
            Self::ZeckendorfZeros => format!("zeckendorf_zeros({x})"),
            Self::ZeckendorfLeast => format!("zeckendorf_least({x})"),
            Self::Root => format!("floor(sqrt({x}))"),
            Self::TriangularRoot if x.chars().all(char::is_alphanumeric) => {
                format!("floor((sqrt(8*{x} + 1) - 1)/2)")
            }
            Self::TriangularRoot => format!("floor((sqrt(8*({x}) + 1) - 1)/2)"),
            Self::Prime => format!("[{x} is prime]"),
            Self::Square => format!("[{x} is a square]"),
            Self::Power(b) => format!("[{x} is a power of {b}]"),
            Self::Fibonacci => format!("[{x} is a Fibonacci number]"),
            Self::Triangular => format!("[{x} is a triangular number]"),
            Self::Factorial => format!("[{x} is a factorial]"),
            Self::Divisors => format!("divisors({x})"),
            Self::PrimeFactors => format!("prime_factors({x})"),
            Self::LeastPrime => format!("least_prime({x})"),
        }
    }

    /// What the name in the formula means, where it needs to be told.
    pub fn meaning(self) -> Option<String> {
        Some(match self {
            Self::Ones => "ones: the number of ones in base 2".into(),
            Self::DigitSum(b) => format!("digit_sum(…, {b}): the sum of the digits in base {b}"),
            Self::Valuation(2) => "valuation(…, 2): the number of zeros at the end in base 2".into(),
            Self::Valuation(b) => format!("valuation(…, {b}): how often {b} divides"),
            Self::Length(b) => format!("length(…, {b}): the number of digits in base {b}"),
            Self::HighBit => "high_bit: the greatest power of 2 that is not greater".into(),
            Self::LowBit => "low_bit: the greatest power of 2 that divides".into(),
            Self::Gray => "gray: the Gray code, x xor floor(x/2)".into(),
            Self::OddPart => "odd_part: the greatest odd divisor".into(),
            Self::ZeckendorfTerms => {
                "zeckendorf_terms: the number of terms as a sum of Fibonacci numbers of which no two \
                 are neighbours"
                    .into()
            }
            Self::ZeckendorfZeros => {
                "zeckendorf_zeros: the number of zeros at the end in Fibonacci digits".into()
            }
            Self::ZeckendorfLeast => {
                "zeckendorf_least: the least term as a sum of Fibonacci numbers of which no two are \
                 neighbours"
                    .into()
            }
            Self::Divisors => "divisors: the number of divisors".into(),
            Self::PrimeFactors => {
                "prime_factors: the number of prime factors, with multiplicity".into()
            }
            Self::LeastPrime => "least_prime: the least prime factor".into(),
            Self::Root
            | Self::TriangularRoot
            | Self::Prime
            | Self::Square
            | Self::Power(_)
            | Self::Fibonacci
            | Self::Triangular
            | Self::Factorial => return None,
        })
    }
}

/// The digits of n, the least first; none for 0 and for bases below 2.
fn digits(mut n: u64, base: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        if n == 0 || base < 2 {
            return None;
        }
        let digit = n % base;
        n /= base;
        Some(digit)
    })
}

/// The number of terms, the zeros behind the last one and the least term of the Zeckendorf
/// representation 1, 2, 3, 5, ….
fn zeckendorf(mut n: u64) -> (i64, i64, i64) {
    if n == 0 {
        return (0, 0, 0);
    }
    let (mut small, mut large, mut place) = (1u64, 2u64, 0i64);
    while large <= n {
        let Some(next) = small.checked_add(large) else { break };
        (small, large) = (large, next);
        place += 1;
    }
    let (mut terms, mut last) = (0, 0);
    // `small` is the Fibonacci number of this place, `large` the next one.
    loop {
        if small <= n {
            n -= small;
            terms += 1;
            last = place;
            if n == 0 {
                return (terms, last, small as i64);
            }
        }
        if place == 0 {
            return (terms, last, small as i64);
        }
        (small, large) = (large - small, small);
        place -= 1;
    }
}

fn triangular_root(n: u64) -> u64 {
    (((8 * u128::from(n) + 1).isqrt() - 1) / 2) as u64
}

fn is_power(mut n: u64, base: u64) -> bool {
    while n > 1 && base > 1 && n.is_multiple_of(base) {
        n /= base;
    }
    n == 1
}

fn is_factorial(mut n: u64) -> bool {
    let mut k = 2;
    while n > 1 && n.is_multiple_of(k) {
        n /= k;
        k += 1;
    }
    n == 1
}

fn least_prime(n: u64) -> u64 {
    for p in [2, 3, 5] {
        if n.is_multiple_of(p) {
            return if n == 0 { 0 } else { p };
        }
    }
    let mut p = 7;
    while p <= n / p {
        if n.is_multiple_of(p) {
            return p;
        }
        p += 2;
    }
    n
}

/// The primes that divide n > 0, with their exponents.
fn factors(mut n: u64) -> impl Iterator<Item = (u64, i64)> {
    std::iter::from_fn(move || {
        if n < 2 {
            return None;
        }
        let p = least_prime(n);
        let mut k = 0;
        while n.is_multiple_of(p) {
            n /= p;
            k += 1;
        }
        Some((p, k))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_agree_with_their_definitions() {
        let mut fibonacci = vec![1i64, 2];
        while fibonacci.len() < 20 {
            fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
        }
        for n in 1..2000i64 {
            let divisors: Vec<i64> = (1..=n).filter(|d| n % d == 0).collect();
            assert_eq!(Feature::Divisors.value(n), Some(divisors.len() as i64));
            assert_eq!(Feature::Prime.value(n), Some(i64::from(divisors.len() == 2)));
            assert_eq!(
                Feature::LeastPrime.value(n),
                Some(divisors.get(1).copied().unwrap_or(1)),
                "{n}"
            );
            assert_eq!(
                Feature::OddPart.value(n),
                divisors.iter().copied().filter(|d| d % 2 == 1).max()
            );
            let powers = |b: i64| (0..).map(move |k| b.pow(k)).take_while(move |&p| p <= n);
            assert_eq!(Feature::HighBit.value(n), powers(2).last());
            assert_eq!(Feature::LowBit.value(n), powers(2).filter(|p| n % p == 0).last());
            for b in [2, 3, 4, 5, 10] {
                let count = powers(b).count() as i64;
                assert_eq!(Feature::Length(b as u32).value(n), Some(count));
                let valuation = powers(b).filter(|p| n % p == 0).count() as i64 - 1;
                assert_eq!(Feature::Valuation(b as u32).value(n), Some(valuation));
                let sum = powers(b).map(|p| n / p % b).sum();
                assert_eq!(Feature::DigitSum(b as u32).value(n), Some(sum));
                let power = powers(b).any(|p| p == n);
                assert_eq!(Feature::Power(b as u32).value(n), Some(i64::from(power)));
            }
            assert_eq!(Feature::Ones.value(n), Feature::DigitSum(2).value(n));
            let (mut rest, mut terms, mut least) = (n, 0, 0);
            while rest > 0 {
                least = *fibonacci.iter().rfind(|&&f| f <= rest).unwrap();
                rest -= least;
                terms += 1;
            }
            let zeros = fibonacci.iter().position(|&f| f == least).unwrap() as i64;
            assert_eq!(Feature::ZeckendorfTerms.value(n), Some(terms));
            assert_eq!(Feature::ZeckendorfLeast.value(n), Some(least));
            assert_eq!(Feature::ZeckendorfZeros.value(n), Some(zeros));
            assert_eq!(Feature::Fibonacci.value(n), Some(i64::from(terms == 1)));
            let triangular = (0..=n).any(|k| k * (k + 1) / 2 == n);
            assert_eq!(Feature::Triangular.value(n), Some(i64::from(triangular)));
            let factorial = [1, 2, 6, 24, 120, 720].contains(&n);
            assert_eq!(Feature::Factorial.value(n), Some(i64::from(factorial)));
        }
    }

    #[test]
    fn the_ends_of_the_range_are_safe() {
        for feature in Feature::ALL {
            assert_eq!(feature.value(-1), None);
            let _ = feature.value(0);
            if !matches!(
                feature,
                Feature::Prime | Feature::Divisors | Feature::PrimeFactors | Feature::LeastPrime
            ) {
                assert!(feature.value(i64::MAX).is_some());
            }
        }
    }
}
