//! Laws of known games, found and proved; and games without one.

use std::sync::Arc;
use std::time::Instant;

use grundy::outcome::Play;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;

use super::*;

fn read(text: &str) -> Arc<Program> {
    let program = Program::read(Source::new("rules", text));
    Arc::new(program.unwrap_or_else(|error| panic!("{text}: {error:?}")))
}

fn proved(text: &str, of: Of) -> Box<ProvedLaw> {
    let started = Instant::now();
    let found = find(&read(text), 0, of, &Search::default(), &Default::default());
    let law = match found {
        Ok(Found::Proved(law)) => law,
        other => panic!("{text}: {other:?}"),
    };
    let states: Vec<usize> = law.families.iter().map(|(_, _, law)| law.live_states()).collect();
    eprintln!(
        "{:?} in {}: {states:?} states, table {}, {} refutations, peak {}, {:?}",
        of,
        law.system,
        law.bound,
        law.refutations,
        law.peak.states,
        started.elapsed()
    );
    law
}

const NORMAL: Of = Of::Outcome(Play::Normal);
const MISERE: Of = Of::Outcome(Play::Misere);

const WYTHOFF: &str = "W(a,b) -> W(a-x,b) for x in 1..=a
    W(a,b) -> W(a,b-x) for x in 1..=b
    W(a,b) -> W(a-x,b-x) for x in 1..=min(a,b)";

#[test]
fn classics() {
    proved(
        "N(a,b,c) -> N(v,b,c) for v in 0..<a\nN(a,b,c) -> N(a,v,c) for v in 0..<b\nN(a,b,c) -> N(a,b,v) for v in 0..<c",
        NORMAL,
    );
    proved("L(n) -> L(k) for k in 0..<n\nL(n) -> L(k) + L(n-k) for k in 1..=n/2", Of::Value);
    proved("K(n) -> K(a) + K(n-t-a) for t in 1..=2 for a in 0..=(n-t)/2", Of::Value);
    proved(WYTHOFF, NORMAL);
    proved(WYTHOFF, MISERE);
    proved("M(n) -> M(n-1) if n > 0\nM(n) -> M(n/2) if n > 0", NORMAL);
    proved("S(n) -> S(n-k) for k in {1,3,4} if k <= n", Of::Value);
}
