//! The functions of the rule language in each of the languages, where they have none themselves.

use super::print::Helper;

/// In C++.
pub(super) fn cpp(helper: Helper) -> &'static str {
    match helper {
        Helper::FloorDiv => {
            "\
Int floor_div(Int a, Int b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
"
        }
        Helper::FloorMod => {
            "\
Int floor_mod(Int a, Int b) {
    if (b == -1) return 0;
    const Int rest = a % b;
    return rest >= 0 ? rest : b < 0 ? rest - b : rest + b;
}
"
        }
        Helper::Isqrt => {
            "\
Int isqrt(Int n) {
    if (n < 0) fail(\"a negative number has no square root\");
    Int root = Int(std::sqrt(double(n)));
    while (root > 0 && root > n / root) --root;
    while (root + 1 <= n / (root + 1)) ++root;
    return root;
}
"
        }
        Helper::IsSquare => {
            "bool is_square(Int n) { return n >= 0 && isqrt(n) * isqrt(n) == n; }\n"
        }
        Helper::IsPrime => {
            "\
bool is_prime(Int n) {
    for (Int d = 2; d <= n / d; ++d)
        if (n % d == 0) return false;
    return n > 1;
}
"
        }
        Helper::Popcount => {
            "Int popcount(Int m) { return Int(std::bitset<64>(std::uint64_t(m)).count()); }\n"
        }
        Helper::Top => {
            "\
Int top(Int m) {
    for (Int i = 63; i >= 0; --i)
        if (m >> i & 1) return i;
    return -1;
}
"
        }
        Helper::Low => {
            "\
Int low(Int m) {
    for (Int i = 0; i < 64; ++i)
        if (m >> i & 1) return i;
    return -1;
}
"
        }
        Helper::Prev0 => {
            "\
Int prev0(Int m, Int i) {
    while (--i >= 0)
        if (!(m >> i & 1)) return i;
    return -1;
}
"
        }
        Helper::Next0 => {
            "\
Int next0(Int m, Int i) {
    const std::uint64_t zeros = i < 63 ? ~std::uint64_t(m) >> (i + 1) : 0;
    return zeros ? i + 1 + __builtin_ctzll(zeros) : -1;
}
"
        }
        Helper::Ones => {
            "\
// The places of the ones of a number, for loops.
struct ones {
    std::uint64_t left;
    explicit ones(Int m) : left(m) {}
    ones begin() const { return *this; }
    ones end() const { return ones(0); }
    bool operator!=(const ones& other) const { return left != other.left; }
    Int operator*() const { return __builtin_ctzll(left); }
    void operator++() { left &= left - 1; }
};
"
        }
        Helper::Put => {
            "\
template <class Array>
Array put(Array x, Int i, Int v) {
    x.at(i) = v;
    return x;
}
"
        }
        Helper::Sorted => {
            "\
template <class Array>
Array sorted(Array x) {
    std::sort(x.begin(), x.end());
    return x;
}
"
        }
        Helper::Sum => {
            "\
template <class Array>
Int sum(const Array& x) {
    return std::accumulate(x.begin(), x.end(), Int(0));
}
"
        }
        Helper::Least => {
            "\
template <class Array>
Int least(const Array& x) {
    return *std::min_element(x.begin(), x.end());
}
"
        }
        Helper::Greatest => {
            "\
template <class Array>
Int greatest(const Array& x) {
    return *std::max_element(x.begin(), x.end());
}
"
        }
        Helper::Count => {
            "\
Int count_of(Int k) {
    if (k < 0) fail(\"a move cannot leave \" + std::to_string(k) + \" copies of a position\");
    return k;
}
"
        }
        Helper::Copies => {
            "\
// As many copies as count: two cancel, but one that can be won at once does not.
Int copies(Int k) {
    if (k < 0) fail(\"a move cannot leave \" + std::to_string(k) + \" copies of a position\");
    return k == 0 ? 0 : 2 - k % 2;
}
"
        }
        Helper::Gcd | Helper::At => "",
    }
}

/// In Rust.
pub(super) fn rust(helper: Helper) -> &'static str {
    match helper {
        Helper::FloorDiv => {
            "\
fn floor_div(a: i64, b: i64) -> i64 {
    a / b - (a % b != 0 && (a < 0) != (b < 0)) as i64
}
"
        }
        Helper::Gcd => {
            "\
fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i64
}
"
        }
        Helper::Isqrt => {
            "\
fn isqrt(n: i64) -> i64 {
    assert!(n >= 0, \"{n} has no square root\");
    let mut root = (n as f64).sqrt() as i64;
    while root > 0 && root > n / root {
        root -= 1;
    }
    while root + 1 <= n / (root + 1) {
        root += 1;
    }
    root
}
"
        }
        Helper::IsSquare => {
            "\
fn is_square(n: i64) -> bool {
    n >= 0 && isqrt(n) * isqrt(n) == n
}
"
        }
        Helper::IsPrime => {
            "\
fn is_prime(n: i64) -> bool {
    n > 1 && (2..).take_while(|d| *d <= n / d).all(|d| n % d != 0)
}
"
        }
        Helper::Popcount => {
            "\
fn popcount(m: i64) -> i64 {
    m.count_ones() as i64
}
"
        }
        Helper::Top => {
            "\
fn top(m: i64) -> i64 {
    63 - m.leading_zeros() as i64
}
"
        }
        Helper::Low => {
            "\
fn low(m: i64) -> i64 {
    (0..64).find(|&i| (m >> i) & 1 == 1).unwrap_or(-1)
}
"
        }
        Helper::Prev0 => {
            "\
fn prev0(m: i64, i: i64) -> i64 {
    (0..i).rev().find(|&j| (m >> j) & 1 == 0).unwrap_or(-1)
}
"
        }
        Helper::Next0 => {
            "\
fn next0(m: i64, i: i64) -> i64 {
    (i + 1..64).find(|&j| (m >> j) & 1 == 0).unwrap_or(-1)
}
"
        }
        Helper::Ones => {
            "\
fn ones(mut m: i64) -> impl Iterator<Item = i64> {
    std::iter::from_fn(move || {
        let place = m.trailing_zeros();
        m &= m.wrapping_sub(1);
        (place < 64).then_some(place as i64)
    })
}
"
        }
        Helper::Put => {
            "\
fn put<const N: usize>(mut x: [i64; N], i: i64, v: i64) -> [i64; N] {
    x[i as usize] = v;
    x
}
"
        }
        Helper::Sorted => {
            "\
fn sorted<const N: usize>(mut x: [i64; N]) -> [i64; N] {
    x.sort();
    x
}
"
        }
        Helper::Sum => {
            "\
fn sum<const N: usize>(x: [i64; N]) -> i64 {
    x.iter().sum()
}
"
        }
        Helper::Least => {
            "\
fn least<const N: usize>(x: [i64; N]) -> i64 {
    *x.iter().min().unwrap()
}
"
        }
        Helper::Greatest => {
            "\
fn greatest<const N: usize>(x: [i64; N]) -> i64 {
    *x.iter().max().unwrap()
}
"
        }
        Helper::Count => {
            "\
fn count_of(k: i64) -> i64 {
    assert!(k >= 0, \"a move cannot leave {k} copies of a position\");
    k
}
"
        }
        Helper::Copies => {
            "\
// As many copies as count: two cancel, but one that can be won at once does not.
fn copies(k: i64) -> i64 {
    assert!(k >= 0, \"a move cannot leave {k} copies of a position\");
    if k == 0 {
        0
    } else {
        2 - k % 2
    }
}
"
        }
        Helper::FloorMod | Helper::At => "",
    }
}

/// In Python.
pub(super) fn python(helper: Helper) -> Option<&'static str> {
    Some(match helper {
        Helper::FloorMod => "def floor_mod(a, b):\n    return a % abs(b)\n",
        Helper::IsSquare => "def is_square(n):\n    return n >= 0 and isqrt(n) ** 2 == n\n",
        Helper::IsPrime => {
            "\
def is_prime(n):
    if n < 4:
        return n > 1
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True
"
        }
        Helper::Popcount => "def popcount(m):\n    return bin(m & (2**64 - 1)).count(\"1\")\n",
        Helper::Top => "def top(m):\n    return (m & (2**64 - 1)).bit_length() - 1\n",
        Helper::Low => "def low(m):\n    return (m & -m).bit_length() - 1\n",
        Helper::Prev0 => {
            "\
def prev0(m, i):
    return next((j for j in range(i - 1, -1, -1) if m >> j & 1 == 0), -1)
"
        }
        Helper::Next0 => {
            "\
def next0(m, i):
    return next((j for j in range(i + 1, 64) if m >> j & 1 == 0), -1)
"
        }
        Helper::Ones => "def ones(m):\n    return [i for i in range(64) if m >> i & 1]\n",
        Helper::At => {
            "\
def at(x, i):
    if i < 0:
        raise IndexError(f\"there is no element {i}\")
    return x[i]
"
        }
        Helper::Put => {
            "\
def put(x, i, v):
    if not 0 <= i < len(x):
        raise IndexError(f\"there is no element {i}\")
    return x[:i] + (v,) + x[i + 1:]
"
        }
        Helper::Count => {
            "\
def count_of(k):
    if k < 0:
        sys.exit(f\"a move cannot leave {k} copies of a position\")
    return k
"
        }
        Helper::Copies => {
            "\
# As many copies as count: two cancel, but one that can be won at once does not.
def copies(k):
    if k < 0:
        sys.exit(f\"a move cannot leave {k} copies of a position\")
    return 2 - k % 2 if k > 0 else 0
"
        }
        Helper::FloorDiv
        | Helper::Gcd
        | Helper::Isqrt
        | Helper::Sorted
        | Helper::Sum
        | Helper::Least
        | Helper::Greatest => return None,
    })
}

/// In Java.
pub(super) fn java(helper: Helper) -> Option<&'static str> {
    Some(match helper {
        Helper::Copies => {
            "\
// As many copies as count: two cancel, but one that can be won at once does not.
static long copies(long k) {
    if (k < 0) throw new IllegalArgumentException(\"a move cannot leave \" + k + \" copies\");
    return k == 0 ? 0 : 2 - k % 2;
}
"
        }
        Helper::Count => {
            "\
static long count_of(long k) {
    if (k < 0) throw new IllegalArgumentException(\"a move cannot leave \" + k + \" copies\");
    return k;
}
"
        }
        Helper::FloorMod => {
            "\
static long floor_mod(long a, long b) {
    return b == -1 ? 0 : Math.floorMod(a, Math.abs(b));
}
"
        }
        Helper::Gcd => {
            "\
static long gcd(long a, long b) {
    return b == 0 ? Math.abs(a) : gcd(b, a % b);
}
"
        }
        Helper::Isqrt => {
            "\
static long isqrt(long n) {
    if (n < 0) throw new IllegalStateException(\"a negative number has no square root\");
    long root = (long) Math.sqrt((double) n);
    while (root > 0 && root > n / root) --root;
    while (root + 1 <= n / (root + 1)) ++root;
    return root;
}
"
        }
        Helper::IsSquare => {
            "\
static boolean is_square(long n) {
    return n >= 0 && isqrt(n) * isqrt(n) == n;
}
"
        }
        Helper::IsPrime => {
            "\
static boolean is_prime(long n) {
    for (long d = 2; d <= n / d; ++d) {
        if (n % d == 0) return false;
    }
    return n > 1;
}
"
        }
        Helper::Popcount => {
            "\
static long popcount(long m) {
    return Long.bitCount(m);
}
"
        }
        Helper::Top => {
            "\
static long top(long m) {
    return 63 - Long.numberOfLeadingZeros(m);
}
"
        }
        Helper::Low => {
            "\
static long low(long m) {
    return m == 0 ? -1 : Long.numberOfTrailingZeros(m);
}
"
        }
        Helper::Prev0 => {
            "\
static long prev0(long m, long i) {
    while (--i >= 0) {
        if ((m >> i & 1) == 0) return i;
    }
    return -1;
}
"
        }
        Helper::Next0 => {
            "\
static long next0(long m, long i) {
    while (++i < 64) {
        if ((m >> i & 1) == 0) return i;
    }
    return -1;
}
"
        }
        Helper::Ones => {
            "\
static long[] ones(long m) {
    long[] bits = new long[Long.bitCount(m)];
    for (int i = 0; m != 0; m &= m - 1) bits[i++] = Long.numberOfTrailingZeros(m);
    return bits;
}
"
        }
        Helper::Put => {
            "\
static long[] put(long[] x, long i, long v) {
    long[] y = x.clone();
    y[(int) i] = v;
    return y;
}
"
        }
        Helper::Sorted => {
            "\
static long[] sorted(long[] x) {
    long[] y = x.clone();
    Arrays.sort(y);
    return y;
}
"
        }
        Helper::Sum => {
            "\
static long sum(long[] x) {
    return Arrays.stream(x).sum();
}
"
        }
        Helper::Least => {
            "\
static long least(long[] x) {
    return Arrays.stream(x).min().getAsLong();
}
"
        }
        Helper::Greatest => {
            "\
static long greatest(long[] x) {
    return Arrays.stream(x).max().getAsLong();
}
"
        }
        Helper::FloorDiv | Helper::At => return None,
    })
}
