//! Families with `where`, guards and dropped moves: tables of every back end against the reference.

use grundy::context::Context;
use grundy_rules::engine::{Backend, Engine, Options};
use grundy_rules::explore::{Explorer, Failure};
use grundy_rules::source::Source;
use grundy_rules::state::State;
use grundy_rules::typed::Program;
use grundy_rules::walk::{self, MAX_STEPS};
use proptest::prelude::*;
use std::sync::Arc;

const WAYS: [Options; 4] = [
    Options { backend: Backend::Auto, one_thread: true },
    Options { backend: Backend::Plain, one_thread: true },
    Options { backend: Backend::Native, one_thread: true },
    Options { backend: Backend::Native, one_thread: false },
];

/// A value, or `None` for a position that there is not; `Err` where the rules are wrong somewhere.
type Cells = Result<Vec<Option<Option<u64>>>, ()>;

fn by_reference(program: &Program, bounds: [i64; 2]) -> Cells {
    let context = Context::default();
    let mut explorer = Explorer::default();
    let mut cells = Vec::new();
    for a in 0..=bounds[0] {
        for b in 0..=bounds[1] {
            let state = State::new(0, vec![a, b]);
            cells.push(match walk::outside(program, &state, MAX_STEPS) {
                Ok(None) => match explorer.value(program, &state, &context) {
                    Ok(value) => Some(value.number()),
                    Err(Failure::Rules(_)) => return Err(()),
                    Err(Failure::Stop(stop)) => panic!("{stop}"),
                },
                Ok(Some(_)) => None,
                Err(_) => return Err(()),
            });
        }
    }
    Ok(cells)
}

fn by_engine(program: &Arc<Program>, bounds: [i64; 2], options: Options) -> Cells {
    let mut engine = Engine::new(program.clone(), options);
    match engine.table(0, &bounds, &Context::default()) {
        Ok(table) => Ok(table.values().map(|value| value.map(|value| value.number())).collect()),
        Err(Failure::Rules(_)) => Err(()),
        Err(Failure::Stop(stop)) => panic!("{stop}"),
    }
}

/// How many cells have a value.
fn compare(text: &str, bounds: [i64; 2]) -> usize {
    let source = Source::new("test", text);
    let program = Program::read(source.clone());
    let program = program.unwrap_or_else(|error| panic!("{text}\n{}", error.render(&source)));
    let program = Arc::new(program);
    let cells = by_reference(&program, bounds);
    for options in WAYS {
        assert_eq!(by_engine(&program, bounds, options), cells, "{text}\n{options:?}");
    }
    cells.map_or(0, |cells| cells.iter().flatten().count())
}

#[test]
fn rows_pass_over_what_is_outside_of_the_domain() {
    let cutting = "
        cut(w,h) where w >= 1 and h >= 1 and w*h > 1
        cut(w,h) -> wins if w == 1 or h == 1
        cut(w,h) -> cut(i,h) + cut(w-i,h) for i in 1..=w/2 if h*i > 1
        cut(w,h) -> cut(w,i) + cut(w,h-i) for i in 1..=h/2 if w*i > 1";
    assert_eq!(compare(cutting, [40, 40]), 40 * 40 - 1);
    let race = "
        race(a,b) where a != b
        race(a,b) ->? race(a-k,b) for k in 1..=a
        race(a,b) ->? race(a,b-k) + race(b,0) for k in 1..=b if b > 0
        race(a,b) ->? race(a-k,b-k) for k in 1..=min(a,b)";
    assert_eq!(compare(race, [40, 70]), 41 * 71 - 41);
    // Values of 64 and more, which end a row of small ones.
    let nim = "
        nim(a,b) where a != 7 and b % 11 != 5
        nim(a,b) ->? nim(a-k,b) for k in 1..=a
        nim(a,b) ->? nim(a,b-k) for k in 1..=b";
    assert!(compare(nim, [90, 90]) > 7000);
}

#[test]
fn what_is_dropped_needs_no_room_and_what_is_wrong_is_told() {
    // The states that are dropped are far outside of the table, and would have no end.
    let far = "
        far(a,b) where a <= 60
        far(a,b) ->? far(a + 1000000*k, b) for k in 1..=3
        far(a,b) ->? far(a-k,b) for k in 1..=2";
    assert_eq!(compare(far, [60, 30]), 61 * 31);
    // A term without a value hides no term that is wrong.
    let hidden = "
        f(a,b) where a != 3
        f(a,b) -> wins if a == 1
        f(a,b) -> f(1,b) + f(a-1,b) if a > 1";
    assert_eq!(compare(hidden, [2, 50]), 3 * 51);
    assert_eq!(compare(hidden, [9, 50]), 0);
    // A condition without a result.
    assert_eq!(compare("f(a,b) where 60 / (b - 40) < 99\nf(a,b) ->? f(a,b-1)", [20, 60]), 0);
}

fn rules() -> impl Strategy<Value = String> {
    let conditions = [
        "a >= 1",
        "b >= 2",
        "a != b",
        "a + 1 != b",
        "a*b != 12",
        "a % 3 != 2 or b > 4",
        "gcd(a,b) != 3",
        "(a ^ b) != 5",
        "a <= b + 9",
        "is_prime(a + b) or b < 12",
        "not (4 <= a < 6)",
        "(a & b) != 1",
        "20 / (b - 9) != 1",
        "b in {0, 1, 2, 4..=40}",
    ];
    let targets = [
        "f(a-k, b)",
        "f(a, b-k)",
        "f(a-k, b-k)",
        "f(a-k, b) + f(k, b)",
        "f(k-1, b) + f(a, b-1)",
        "f(b-1, a-1)",
        "f(a-1, b+1)",
        "f(a/2, b/2) + g(k)",
        "g(a-k)",
        "f(a-k, b) + f(a, b-k)",
        "wins",
    ];
    let guards = ["", "if k % 2 == 1", "if a != 2*k", "if a*k > b", "if b > k and a > 1"];
    let loops = ["for k in 1..=a", "for k in 1..=min(a,b)", "for k in {1,2,5}", "for k in 1..=b"];
    let rule = (
        prop::sample::select(targets.to_vec()),
        prop::sample::select(guards.to_vec()),
        prop::sample::select(loops.to_vec()),
        0..8u8,
    )
        .prop_map(|(target, guard, turns, arrow)| {
            // Most moves are dropped outside of the domain, or every program would be wrong.
            let arrow = if arrow == 0 || target == "wins" { "->" } else { "->?" };
            let only = if target == "wins" { "if a + b == 9" } else { guard };
            format!("f(a,b) {arrow} {target} {turns} {only}\n")
        });
    let domains = prop::collection::vec(prop::sample::select(conditions.to_vec()), 1..3);
    (domains, prop::collection::vec(rule, 1..4), prop::bool::ANY).prop_map(
        |(domains, rules, also)| {
            let mut text = String::new();
            domains.iter().for_each(|domain| text += &format!("f(a,b) where {domain}\n"));
            text += &rules.concat();
            text += if also { "g(n) where n != 4\n" } else { "" };
            text + "g(n) ->? g(n-k) for k in 1..=2\n"
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn random_domains_and_guards_have_the_values_of_the_reference(text in rules()) {
        compare(&text, [10, 24]);
    }
}

#[test]
fn tables_begin_where_the_domain_does() {
    for (rules, name, two) in [
        ("c(n) where n >= 3  c(n) -> p(n-1)  p(n) -> p(n-k) for k in 1..=min(2, n)", "c", false),
        ("c(n) where n >= 1000  c(n) -> p(n-1)  p(n) -> p(n-k) for k in 1..=min(2, n)", "c", false),
        ("c(n) where n > 0 and n mod 3 == 0  c(n) -> c(n-3) if n > 3", "c", false),
        ("c(a, b) where a + b >= 5  c(a, b) -> c(a-1, b) if a > 5", "c", true),
    ] {
        let program =
            grundy_rules::typed::Program::read(grundy_rules::source::Source::new("test", rules));
        let rules_of = grundy_rules::game::Rules::new(program.unwrap()).unwrap();
        let catalogue = rules_of.catalogue();
        let game = catalogue.read_game(name).unwrap();
        let end =
            grundy::table::default_end(&*game).unwrap_or_else(|error| panic!("{rules}: {error}"));
        assert_eq!(end < 99, two, "{rules}: {end}");
    }
}
