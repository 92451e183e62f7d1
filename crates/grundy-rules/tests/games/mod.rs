//! Rules that use all of the language, for tests of printed programs.

/// A name, rules, and the last number of a box of states; the first family is asked.
pub type Game = (&'static str, &'static str, i64);

/// All of them.
pub const GAMES: &[Game] = &[
    ("squares", "S(n) -> S(n - k*k) for k in 1..=isqrt(n)", 200),
    (
        "lasker",
        "L(n) -> L(k)          for k in 0..<n
         L(n) -> L(k) + L(n-k) for k in 1..=n/2",
        60,
    ),
    (
        "wythoff",
        "W(a,b) -> W(a-k, b)   for k in 1..=a
         W(a,b) -> W(a, b-k)   for k in 1..=b
         W(a,b) -> W(a-k, b-k) for k in 1..=min(a,b)",
        12,
    ),
    (
        "tables",
        "const A = [2, 5, 2, 9]  const adj = [[1, 2], [0], [], [1, 0, 2]]  const E = [[], [1]]
         const W = [-1, 3]
         T(n, v) -> T(n-x, v) for x in A if x <= n
         T(n, v) -> T(n, to) for to in adj[v % 4] if to < v
         T(n, v) -> T(n - A[n % len(A)], v) if n > 9 and n in A
         T(n, v) -> T(n - 1, adj[v % 4][n % len(adj[v % 4])]) if n > 0 and len(adj[v % 4]) > 0
         T(n, v) ->? T(n - 3, v - W[(n & 3) - 2]) if (n & 3) > 1 and len(E[n % 2]) < W[1]",
        9,
    ),
    ("sums", "N(n) -> sum(N(i) for i in 0..<k) + N(n-k) + k * N(k-1) for k in 1..=n", 40),
    (
        "dropped",
        "L(n, m) -> wins if n % 7 == 5
         L(n, m) -> (n - k) * L(k, m) for k in 0..<n
         L(n, m) ->? 2 * sum(L(k - i, m - 1) for i in 1..=k / 2 let j = k - i if j != 2) + L(n - 4, m) for k in 1..=n
         L(n, m) -> sum(L(i, m) for i in 0..<n)
         L(n, m) -> m * sum(L(i, m / 2) for i in 0..<n) + L(n, m - 1) if m > 0",
        9,
    ),
    (
        "array_sums",
        "A(x[3]) -> sum(B(x[j]) for j in 0..<i if x[j] > 0) + A([0, 0, x[i] - 1]) for i in 0..<3 if x[i] > 0
         A(x[3]) -> x[0] * A(x[0 := x[0] - 1]) + sum(A(x[j := 0]) for j in ones(x[0])) if 0 < x[0] < 3 and x[2] > 0 and x[1] > 0
         B(n) -> B(k) + (n % 3) * B(k / 2) for k in 0..<n",
        3,
    ),
    ("factors", "D(n) -> D(n - d) for d in divisors(n) if d < n
        D(n) -> sum(D(n/d) for d in divisors(n) if d > 1)", 60),
    ("digits", "E(n) -> E(n - d) for d in digits(n) if d > 0
        E(n) -> E(n - p) for p in primes(1..=n mod 8)", 60),
    (
        "boards",
        "C(b: board[2,3]) == C(canonical(b)) if b[0,0] == b[1,2]
         C(b: board[2,3]) -> sum(C(p) for p in parts(b[i,j := 0, i,j+1 := 0])) for i, j in ones(b) if b[i,j+1] == 1
         C(b: board[2,3]) -> C(c) + D(b) for i, j in squares(b) let c = b - neighbours(b, i, j) if b[i,j] == 1 and c != b
         D(b: board[2,3]) -> D(b[i,j := 0]) for i, j in ones(b - row(b, 0))
         D(b: board[2,3]) { var c = b  for r in 0..<rows(b) { c[r,r] = 0  if c != b { move D(shift(c, 1, 0)) } } }",
        63,
    ),
    (
        "two_words",
        "W(m: bits[66], n) -> W(.., m[i] = 0) for i in ones(m) if n > 0 or m[i+1] == 0
         W(m: bits[66], n) -> W(p, n = n - 1) for p in parts(m) if n > 0
         W(m: bits[66], n) -> W(c, 0) if n > 1 let c = canonical(m) >> 1 if popcount(c) < popcount(m)
         W(m: bits[66], n) -> W(m & 3, n / 2) + W(.., n = n - 1) if next0(m, 0) > 1 and n > 0 and top(m) > 62",
        4,
    ),
    ("characters", "K(n) -> K(n - 1) if n > 0 and 'a' + n != 'f'\nK(n) -> K(n - 2) if n >= 'c' - 'a'", 30),
    ("steps", "const A = [1, 4, 6]  S(n) -> S(n-x) for x in A if x <= n", 60),
    ("strips", "cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 2..=w-2", 14),
    (
        "fibonacci",
        "F(n, cap = n-1) == F(n,n) if cap > n
         F(n,cap) -> F(n-k, 2*k) for k in 1..=min(n,cap)",
        20,
    ),
    (
        "row",
        "R(m) -> R(m ^ (1<<i) ^ (1<<j)) for i in ones(m) let j = prev0(m,i) if j >= 0",
        130,
    ),
    (
        "heaps",
        "heaps(x[3]) == heaps(sort(x))
         heaps(x[3]) -> heaps(x[i := v]) for i in 0..<len(x) for v in 0..<x[i]",
        5,
    ),
    (
        "cutting",
        "cut(w,h) where w >= 1 and h >= 1 and w*h > 1
         cut(w,h) -> wins if w == 1 or h == 1
         cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 1..=w/2 if h*i > 1
         cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 1..=h/2 if w*i > 1",
        9,
    ),
    (
        "race",
        "const ODD = {k*k for k in 1..=100 if k % 2 == 1}
         const SMALL = {1, 2, 5, 9..=12}
         race(a, b) where a != b
         race(a, b) where a != 7 or b < 100
         race(a, b) -> wins if a == 0
         race(a, b) ->? race(a-k, b) for k in ODD
         race(a, b) ->? race(a, b-k) + race(b-k, a) for k in SMALL if b - k < a
         race(a, b) ->? 0 if b in ODD or a not in SMALL and a in {4, 8}",
        14,
    ),
    (
        "families",
        "const SET = {1, 3, 9}
         turn(n) {
             var k = 1
             while k <= n {
                 if k in SET { move other(n-k) }
                 k = k + 1
             }
         }
         other(m) { for s in {1, 3..=9 step 6} { move? turn(m-s) } }
         # the same, said otherwise
         other(rest) -> pair([rest/2, 0], rest/3) if rest > 3
         pair(y[2], z = y[0] + 1) == pair([y[1], y[0]], z) if y[0] > y[1]
         pair(y[2], z) -> turn(z - 1) + other(y[1]) if z > 0 and y[0] < 9
         pair(y[2], z) -> pair(y[1 := y[1] - 1]) if y[1] > 0
         pair(y[2], z) -> 0 if z == 0",
        40,
    ),
    (
        "blocks",
        "A(x[3], n) {
             var y = x
             var again = n % 2 == 1
             for i in 0..<len(x) {
                 if x[i] > 0 {
                     y[i] = x[i] - 1
                     move A(y, max(n - 1, 0))
                 } else if not again and sum(x) > 3 {
                     move? A(sort(x[0 := x[1], 1 := x[0]]), n - 2)
                 } else { if n > 9 {} }
                 again = again == (y == x)
             }
             if again { move? A(if n > 2 then [n - 3, 0, max(x)] else x[2 := min(x)], n - 3) }
             var left = n
             while left > 0 { left = left / 2 move A([left, left, 0], left) }
         }",
        4,
    ),
    (
        "numbers",
        "g(n) -> g(k) for k in 0..<n if ((n - 7) / 3 - k) % 4 > 1
         g(n) -> g(k) for k in 0..<n if k not in {5, 20} and (k - 9) / (5 - k) == n % (k - 20)
         g(n) -> g(n - gcd(n - 30, 12)) if n >= 12
         g(n) -> g(n - 1) if is_prime(n) or is_square(n - 1)
         g(n) -> g(popcount(n) - 1) if n > 0
         g(n) -> g(top(n)) if n > 4 and low(n) < 2
         g(n) -> g(next0(n, 0) - 1) if n > 60
         g(n) -> g(n - bit(n, 1) - 1) if n > 2
         g(n) -> g((n >> 1) ^ (n & 1)) if n > 1
         g(n) -> g(abs(n - 50) / 60 + abs(-3) - 3) if n > 1 and (~n | 1) < 0
         g(n) -> g(max(min(n - 1, 40, 2*n), 0, -n)) if n > 0
         g(n) -> g(if n > 30 then if n > 40 then 1 else 2 else 0) if n > 2
         g(n) -> g(k) for k in n-9..=n-1 step 1 + n % 3 if k >= 0
         g(n) -> g(n - 1) if 1 < n - 2 <= isqrt(n) * 7 < 90 != n and (3 < n < 80 or n == 5)
         g(n) -> g(n - k) for k in ones(n & (-8 / 3 + 70)) if 0 < k <= n
         g(n) -> g(popcount(k - n)/9) for k in 9223372036854775806..=9223372036854775806 if n > 20
         g(n) -> g(n - 1) for x in 1..=2 if n > 90",
        120,
    ),
    (
        "names",
        "const int = {1, 2}
         const None = {3}
         state(class, def) -> state(to, def) for to in 0..<class
         state(def, class) -> state(def, fn) for fn in int if fn < class
         state(a, b) -> state(a - 1, match) let mut = a > 0 if mut let match = b / 2
         state(memo, stack) -> state(a, a) let a = min(memo, stack) - 1 if a >= 0 and a in None
         state(a, b) -> state(part, _x) if b > 3 let part = a / 3 let _x = b - 2 let unused = part > _x
         state(x__y, end) { var i = 0 while i < end { var each = i * 2 i = i + 1
             if each < end { move state(x__y, each) } } for k in 0..<i { if k < end { i = k } } move? state(x__y, -1) }",
        9,
    ),
    ("stuck", "stuck(n) == stuck(n/2) if n > 5  stuck(n) where n >= 0", 12),
    ("at once", "q(n) -> wins  q(n) -> q(n-1) if n > 0", 4),
    ("far", "far(n) -> far(n/2) if n > 0  far(n) -> far(n/3) if n > 5", 3),
];
