//! What is proved of moves holds.

use super::*;
use crate::source::Source;
use crate::state::State;
use crate::typed::Program;
use crate::walk;

#[test]
fn what_is_proved_holds_and_the_usual_games_are_proved() {
    let cases = [
        ("S(n) -> S(n - k*k) for k in 1..=isqrt(n)", true),
        ("S(n) -> S(n - k*k) for k in 0..=isqrt(n)", false),
        ("S(n) -> S(n - k*k) for k in 1..=isqrt(n+3)", false),
        ("S(n) -> S(n - k*k) for k in 1..=n if k*k <= n", true),
        ("S(n) -> S(n-k) for k in {1,3,4} if k <= n", true),
        ("S(n) ->? S(n-k) for k in {1,3,4}", true),
        ("S(n) ->? S(n-k) for k in {0,3,4}", false),
        ("L(n) -> L(k) for k in 0..<n  L(n) -> L(k) + L(n-k) for k in 1..=n/2", true),
        ("L(n) -> L(k) for k in 0..=n-1  L(n) -> L(k) + L(n-k) for k in 0..=n/2", false),
        ("K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2", true),
        ("K(n) -> K(a) + K(n-t-a) for t in 0..=2 for a in 0..=(n-t)/2", false),
        ("K(n) -> K(a) + K(b) + K(n-3-a-b) for a in 0..=n-3 for b in a..=n-3-a", true),
        ("W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)  W(a,b) -> W(a,k) for k in 0..<b", true),
        ("W(a,b) -> W(a-x,b-y) for x in 0..=a for y in 0..=b if x + y > 0", true),
        ("W(a,b) -> W(a-x,b-y) for x in 0..=a for y in 0..=b", false),
        ("W(a,b) -> W(b,a-k) for k in 1..=a", false),
        ("W(a,b) -> W(a-k,b) for k in 1..=max(a,b)", false),
        ("E(a,b) where a >= 1 and b >= 1  E(a,b) -> E(a-k*b,b) for k in 1..=(a-1)/b", true),
        ("E(a,b) -> E(a-k*b,b) for k in 1..=a if b > 0 and k*b <= a", true),
        ("E(a,b) -> E(a-k*b,b) for k in 1..=a if k*b <= a", false),
        ("c(w,h) -> c(i,h) + c(w-i,h) for i in 2..=w-2", true),
        ("c(w,h) -> c(i,h) + c(w-i,h) for i in 0..=w-2", false),
        ("c(w,h) -> c(i,h) + c(w-i,h) for i in 2..=w-2 step 3", true),
        ("m(n) -> m(n & k) for k in 0..<n", true),
        ("m(n) -> m(n ^ k) for k in 1..<n", false),
        ("p(n) { var k = 1  while k <= n { move p(n-k)  k = k * 3 } }", true),
        ("p(n) { var k = 0  while k <= n { move p(n-k)  k = k * 3 + 1 } }", false),
        (
            "f(n) { var a = 1 var b = 2 while a <= n { move f(n-a) let c = a a = b b = a + c } }",
            true,
        ),
        ("b(n) { var k = n  while k > 0 { k = k - 1 move b(k) } }", false),
        ("t(n) -> t(n % k) for k in 1..=n", true),
        ("t(n) -> t(n % 7) if n > 6", true),
        ("h(n) -> h(n/2) if n > 0  h(n) -> h(n-1) if n != 0", true),
        ("h(n) { if n == 0 { move h(0) } else { move h(n-1) } }", false),
        ("h(n) { var k = 1 if n > 3 { k = 0 } if n > 0 { move h(n-k) } }", false),
        ("h(n) { var k = 1 for j in 0..<n { move h(n-k) k = k + j } }", false),
    ];
    for (text, proved) in cases {
        let program = Program::read(Source::new("test", text)).unwrap();
        let family = &program.families[0];
        let found = reaches(family, &[], &mut 0);
        let same = |reach: &Reach| reach.under.iter().enumerate().all(|(i, own)| *own == Some(i));
        let down = found.iter().all(|reach| reach.less && same(reach));
        assert_eq!(down, proved, "{text}: {found:?}");
        for code in 0..12i64.pow(family.width as u32) {
            let width = family.width as u32;
            let coords: Vec<i64> = (0..width).map(|i| code / 12i64.pow(i) % 12).collect();
            let state = State::new(0, coords);
            let inside = matches!(walk::outside(&program, &state, 1 << 20), Ok(None));
            if !proved || !inside {
                continue;
            }
            walk::options(&program, &state, 1 << 20, &mut |option| {
                for part in &option.sum {
                    let pairs = || part.coords().iter().zip(state.coords());
                    assert!(pairs().all(|(to, from)| to <= from), "{text}");
                    assert!(part.coords() != state.coords(), "{text}");
                }
                true
            })
            .unwrap();
        }
    }
}
