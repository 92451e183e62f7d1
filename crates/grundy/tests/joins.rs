//! Joins against brute force over the bare rules: every position of a join is listed as a tuple, and
//! outcomes and lengths are found round by round from the ends of play.

use grundy::analysis::{Measure, Question, Session, answer};
use grundy::answer::WinningMoves;
use grundy::context::{Context, Limits};
use grundy::expr::{Catalogue, Expression, print_sum};
use grundy::game::Component;
use grundy::games::REGISTRY;
use grundy::outcome::{Outcome, Play};
use grundy::table::{Content, Table};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

type Sum = Vec<Arc<dyn Component>>;

/// All positions of one member: for each its moves as part, text, position reached, won at once.
struct Positions {
    parts: usize,
    moves: Vec<Vec<(usize, String, usize, bool)>>,
}

fn positions(start: &Sum, most: usize) -> Option<Positions> {
    let mut all: Vec<Sum> = vec![start.clone()];
    let mut numbers = HashMap::from([(print_sum(start), 0)]);
    let mut moves = Vec::new();
    while let Some(sum) = all.get(moves.len()).cloned() {
        let mut list = Vec::new();
        let mut part = 0;
        for (c, component) in sum.iter().enumerate() {
            for i in 0..component.parts() {
                part += 1;
                for to in component.some_moves(i, 1000).listed {
                    let mut after = sum.clone();
                    after[c] = to.after;
                    let next = all.len();
                    let number = *numbers.entry(print_sum(&after)).or_insert(next);
                    if number == next {
                        all.push(after);
                    }
                    list.push((part, to.text, number, to.wins));
                }
            }
        }
        moves.push(list);
        if all.len() > most {
            return None;
        }
    }
    let parts = start.iter().map(|component| component.parts()).sum();
    Some(Positions { parts, moves })
}

/// A move of a join: its text, and what it leaves; `None` if it wins at once.
type Move = (String, Option<Vec<usize>>);

fn moves(kind: &str, members: &[&Positions], at: &[usize]) -> Vec<Move> {
    let ended: Vec<bool> = members.iter().zip(at).map(|(m, &v)| m.moves[v].is_empty()).collect();
    let over = match kind {
        "and" | "or-first" => ended.iter().any(|&ended| ended),
        _ => ended.iter().all(|&ended| ended),
    };
    let mut all: Vec<(Vec<String>, Vec<usize>, bool)> = vec![(Vec::new(), Vec::new(), false)];
    let mut first = 0;
    for (member, &v) in members.iter().zip(at) {
        let mut longer = Vec::new();
        for (texts, left, won) in &all {
            for (part, text, to, wins) in &member.moves[v] {
                let mut texts = texts.clone();
                texts.push(format!("{}: {text}", first + part));
                longer.push((texts, [left.clone(), vec![*to]].concat(), *won || *wins));
            }
            if kind.starts_with("or") || kind == "and-all" && member.moves[v].is_empty() {
                longer.push((texts.clone(), [left.clone(), vec![v]].concat(), *won));
            }
        }
        all = longer;
        first += member.parts;
    }
    all.retain(|(texts, ..)| !texts.is_empty() && !over);
    all.into_iter().map(|(texts, left, won)| (texts.join("; "), (!won).then_some(left))).collect()
}

/// Every position that can be reached, with its moves and what is decided of it.
struct Brute {
    moves: Vec<Vec<(String, Option<usize>)>>,
    decided: Vec<Option<(Outcome, u32)>>,
}

impl Brute {
    fn new(kind: &str, play: Play, members: &[&Positions]) -> Self {
        let start = vec![0; members.len()];
        let mut all = vec![start.clone()];
        let mut numbers = HashMap::from([(start, 0)]);
        let mut listed: Vec<Vec<(String, Option<usize>)>> = Vec::new();
        while let Some(at) = all.get(listed.len()).cloned() {
            let mut list = Vec::new();
            for (text, to) in moves(kind, members, &at) {
                let to = to.map(|to| {
                    let next = all.len();
                    *numbers.entry(to.clone()).or_insert_with(|| {
                        all.push(to);
                        next
                    })
                });
                list.push((text, to));
            }
            listed.push(list);
        }
        let mut decided: Vec<Option<(Outcome, u32)>> = vec![None; listed.len()];
        for round in 0.. {
            let before = decided.clone();
            let of = |to: &Option<usize>| to.map_or(Some((Outcome::P, 0)), |to| before[to]);
            let mut news = false;
            for (v, moves) in listed.iter().enumerate().filter(|(v, _)| before[*v].is_none()) {
                let won = moves.iter().any(|(_, to)| matches!(of(to), Some((Outcome::P, _))));
                let lost = moves.iter().all(|(_, to)| matches!(of(to), Some((Outcome::N, _))));
                decided[v] = match (moves.is_empty(), won, lost) {
                    (true, ..) if round > 0 => None,
                    (true, ..) => Some((play.of_finished(), 0)),
                    _ if round == 0 => None,
                    (false, true, _) => Some((Outcome::N, round)),
                    (false, false, true) => Some((Outcome::P, round)),
                    _ => None,
                };
                news |= decided[v].is_some();
            }
            if !news && round > 0 {
                break;
            }
        }
        Self { moves: listed, decided }
    }

    fn outcome(&self, to: Option<usize>) -> Outcome {
        to.map_or(Outcome::P, |to| self.decided[to].map_or(Outcome::D, |(outcome, _)| outcome))
    }

    fn length(&self, to: Option<usize>) -> Option<u32> {
        to.map_or(Some(0), |to| self.decided[to].map(|(_, length)| length))
    }

    fn texts(&self, wanted: impl Fn(Option<usize>) -> bool) -> BTreeSet<&str> {
        let moves = self.moves[0].iter().filter(|(_, to)| wanted(*to));
        moves.map(|(text, _)| &**text).collect()
    }
}

fn same(found: &WinningMoves, wanted: &BTreeSet<&str>, what: &str) {
    let listed: BTreeSet<&str> = found.listed.iter().map(|line| &*line.text).collect();
    assert_eq!(&listed, wanted, "{what}");
    assert_eq!(found.listed.len(), wanted.len(), "{what}: none twice");
    assert_eq!(found.count, Some(wanted.len().into()), "{what}");
}

/// Checks one join in every respect; returns its outcome.
fn check(text: &str, play: Play) -> Outcome {
    let catalogue = Catalogue::default();
    let expression = catalogue.read(text).unwrap_or_else(|e| panic!("{}", e.render(text)));
    assert_eq!(expression.to_string(), text);
    let Expression::Join(join) = &expression else { panic!("{text} is a join") };
    let members: Vec<Positions> =
        join.members.iter().map(|sum| positions(sum, 400).expect("it is small")).collect();
    let members: Vec<&Positions> = members.iter().collect();
    let brute = Brute::new(join.kind.word(), play, &members);
    let question =
        Question { play, moves: 100_000, duration: true, explain: true, ..Question::default() };
    let found = answer(&expression, &question, &Context::default());
    let found = found.unwrap_or_else(|e| panic!("{text}: {e}"));
    let what = format!("{text} in {play} play, {}", found.method);
    let outcome = brute.outcome(Some(0));
    assert_eq!(found.outcome, outcome, "{what}");
    same(&found.winning_moves, &brute.texts(|to| brute.outcome(to) == Outcome::P), &what);
    assert_eq!(found.drawing_moves.is_some(), outcome == Outcome::D, "{what}");
    if let Some(moves) = &found.drawing_moves {
        same(moves, &brute.texts(|to| brute.outcome(to) == Outcome::D), &what);
    }
    let duration = found.duration.as_ref().unwrap_or_else(|| panic!("{what}: {:?}", found.notes));
    let length = brute.length(Some(0));
    assert_eq!(duration.remoteness, length, "{what}");
    let best = brute.texts(|to| match length {
        None => brute.outcome(to) == Outcome::D,
        Some(length) => {
            let keeps = outcome == Outcome::P || brute.outcome(to) == Outcome::P;
            keeps && brute.length(to).is_some_and(|after| after + 1 == length)
        }
    });
    same(&duration.moves, &best, &what);
    for part in 1..=members.iter().map(|member| member.parts).sum() {
        check_only(&expression, part, &brute, &question);
    }
    for line in found.winning_moves.listed.iter().take(5) {
        let read = catalogue.read(&line.to).unwrap_or_else(|e| panic!("{}", e.render(&line.to)));
        assert_eq!(read.to_string(), line.to, "{what}");
    }
    outcome
}

/// The same with the first move restricted to a part.
fn check_only(expression: &Expression, part: usize, brute: &Brute, question: &Question) {
    let question = Question { only: Some(part), duration: false, ..question.clone() };
    let found = answer(expression, &question, &Context::default()).unwrap();
    let what = format!("{expression} in {} play, only part {part}", question.play);
    let there = |text: &str| text.split("; ").any(|step| step.starts_with(&format!("{part}: ")));
    let moves: Vec<_> = brute.moves[0].iter().filter(|(text, _)| there(text)).collect();
    let with = |wanted: Outcome| -> BTreeSet<&str> {
        let moves = moves.iter().filter(|(_, to)| brute.outcome(*to) == wanted);
        moves.map(|(text, _)| &**text).collect()
    };
    let outcome = match (with(Outcome::P).len(), with(Outcome::D).len()) {
        _ if moves.is_empty() => question.play.of_finished(),
        (0, 0) => Outcome::P,
        (0, _) => Outcome::D,
        _ => Outcome::N,
    };
    assert_eq!(found.outcome, outcome, "{what}");
    same(&found.winning_moves, &with(Outcome::P), &what);
    assert_eq!(found.drawing_moves.is_some(), outcome == Outcome::D, "{what}");
    if let Some(moves) = &found.drawing_moves {
        same(moves, &with(Outcome::D), &what);
    }
}

const KINDS: [&str; 4] = ["and", "and-all", "or", "or-first"];
const PLAYS: [Play; 2] = [Play::Normal, Play::Misere];

/// Whether some part has no misère play, as it can be won at once.
fn refuses_misere(text: &str) -> bool {
    let Ok(Expression::Join(join)) = Catalogue::default().read(text) else { return false };
    let mut parts = join.members.iter().flat_map(|sum| sum.iter());
    parts.any(|component| component.misere_refused().is_some())
}

/// Checks every kind of join of these members in both plays.
fn check_all(members: &[&str], outcomes: &mut HashMap<(&'static str, Outcome), usize>) {
    for kind in KINDS {
        for play in PLAYS {
            let members: Vec<String> = members
                .iter()
                .map(|member| match member.contains(" + ") && !member.starts_with('(') {
                    true => format!("({member})"),
                    false => (*member).to_owned(),
                })
                .collect();
            let text = members.join(&format!(" {kind} "));
            if play == Play::Misere && refuses_misere(&text) {
                continue;
            }
            *outcomes.entry((kind, check(&text, play))).or_default() += 1;
        }
    }
}

/// Small positions of every game of the registry, each with at most so many positions below it.
fn small(most: usize, each: usize) -> Vec<String> {
    let catalogue = Catalogue::default();
    let mut small = Vec::new();
    for family in REGISTRY {
        let fits = |text: &String| match catalogue.read(text) {
            // Moves that must be answered have no meaning in joins.
            Ok(Expression::Sum(sum)) if sum.iter().any(|component| component.entails()) => false,
            Ok(Expression::Sum(sum)) => {
                positions(&sum, most).is_some_and(|all| all.moves.len() > 2)
            }
            _ => false,
        };
        let fitting: Vec<String> = family.small().into_iter().filter(fits).collect();
        let step = (fitting.len() / each.max(1)).max(1);
        small.extend(
            fitting
                .into_iter()
                .skip(step / 2)
                .step_by(step)
                .take(each)
                .map(|text| catalogue.read(&text).unwrap().to_string()),
        );
    }
    small
}

#[test]
fn pairs_of_all_games_agree_with_brute_force() {
    let small = small(24, 3);
    assert!(small.len() > 50, "{}", small.len());
    let mut outcomes = HashMap::new();
    for (i, a) in small.iter().enumerate() {
        let b = &small[(5 * i + 4) % small.len()];
        check_all(&[a, b], &mut outcomes);
    }
    for kind in KINDS {
        for outcome in [Outcome::P, Outcome::N, Outcome::D] {
            let count = outcomes.get(&(kind, outcome)).copied().unwrap_or(0);
            assert!(count >= 3 || outcome == Outcome::D, "{kind} {outcome}: {count}");
        }
    }
}

#[test]
fn triples_agree_with_brute_force() {
    let small = small(7, 3);
    let mut outcomes = HashMap::new();
    for (i, a) in small.iter().enumerate() {
        let (b, c) = (&small[(3 * i + 1) % small.len()], &small[(7 * i + 2) % small.len()]);
        check_all(&[a, b, c], &mut outcomes);
    }
    assert!(outcomes.values().sum::<usize>() > 200, "{outcomes:?}");
}

#[test]
fn heaps_and_sums_agree_with_brute_force() {
    let mut outcomes = HashMap::new();
    for a in 0..4 {
        for b in 0..5 {
            check_all(&[&format!("nim({a})"), &format!("subtraction[1,3]({b})")], &mut outcomes);
            check_all(&[&format!("(nim({a},1) + *1)"), &format!("bash[2]({b})")], &mut outcomes);
            check_all(
                &[&format!("kayles({b})"), &format!("nim({a})"), "(nim(1) + nim(1))"],
                &mut outcomes,
            );
        }
    }
}

/// Members in which play may go on for ever, and such in which a move wins at once.
#[test]
fn loops_and_wins_at_once_agree_with_brute_force() {
    let loops = [
        "digraph(arcs(1>2,2>1,2>3; 1))",
        "digraph(arcs(1>2,2>1,2>3,3>4; 1))",
        "digraph(arcs(1>1,1>2; 1))",
        "digraph(arcs(1>2,2>3,3>1,3>4,4>5; 2))",
        "digraph(arcs(1>2,2>1; 1))",
        "digraph(arcs(1>2,2>3,3>4,4>2,2>5,5>6,1>6; 1))",
    ];
    let others = ["nim(2)", "nim(1,1)", "cutting(2,2)", "cutting(3,2)", "bash[2](4)", "nim(0)"];
    let mut outcomes = HashMap::new();
    for a in loops {
        for b in loops.iter().chain(&others) {
            check_all(&[a, b], &mut outcomes);
        }
        check_all(&[a, "cutting(2,2)", "nim(2)"], &mut outcomes);
        check_all(&[&format!("({a} + cutting(2,2))"), "nim(1)"], &mut outcomes);
    }
    for a in &others {
        check_all(&[a, "cutting(2,3)"], &mut outcomes);
        check_all(&[a, "cutting(2,2)", "nim(2)"], &mut outcomes);
    }
    for kind in KINDS {
        assert!(outcomes.get(&(kind, Outcome::D)).is_some_and(|&count| count > 5), "{outcomes:?}");
    }
}

/// Outcomes of the members alone lead to the same answers as their positions.
#[test]
fn what_outcomes_decide_is_what_positions_decide() {
    let catalogue = Catalogue::default();
    let few = Context::new(Limits::default().with_positions(9));
    let members =
        ["nim(5)", "nim(3,3)", "nim(7,2)", "bash[3](8)", "bash[2](7)", "nim(1)", "nim(0)"];
    let mut decided = 0;
    for a in members {
        for b in members {
            for kind in KINDS {
                for play in PLAYS {
                    let text = format!("{a} {kind} {b}");
                    let expression = catalogue.read(&text).unwrap();
                    let question = Question { play, moves: 10_000, ..Question::default() };
                    let full = answer(&expression, &question, &Context::default()).unwrap();
                    let Ok(short) = answer(&expression, &question, &few) else { continue };
                    decided += 1;
                    assert_eq!(short.outcome, full.outcome, "{text} {play}");
                    let listed = |found: &WinningMoves| -> BTreeSet<String> {
                        found.listed.iter().map(|line| line.text.clone()).collect()
                    };
                    let (some, all) = (listed(&short.winning_moves), listed(&full.winning_moves));
                    assert!(some.is_subset(&all), "{text} {play}: {some:?} {all:?}");
                    if let Some(count) = &short.winning_moves.count {
                        assert_eq!(Some(count), full.winning_moves.count.as_ref(), "{text} {play}");
                        assert_eq!(some, all, "{text} {play}");
                    }
                }
            }
        }
    }
    assert!(decided > 200, "{decided}");
}

#[test]
fn joins_are_read_and_printed() {
    let catalogue = Catalogue::default();
    for (typed, printed) in [
        ("nim(3) and nim(4)", "nim(3) and nim(4)"),
        ("nim(3) AND-FIRST (nim(4))", "nim(3) and nim(4)"),
        ("( nim(3)+*2 ) or-all 0.77(3)", "(nim(3) + *2) or 0.77(3)"),
        ("*1 and-all *2 and-all *3", "*1 and-all *2 and-all *3"),
        ("（nim（3）＋*1） or-first *2", "(nim(3) + *1) or-first *2"),
    ] {
        let read = catalogue.read(typed).unwrap_or_else(|e| panic!("{}", e.render(typed)));
        assert_eq!(read.to_string(), printed);
    }
    for (wrong, part) in [
        ("nim(3) and nim(4) or nim(5)", "stands beside"),
        ("nim(3) + nim(4) and nim(5)", "needs parentheses"),
        ("nim(3) and nim(4) + nim(5)", "needs parentheses"),
        ("(nim(3) and nim(4)) or nim(5)", "inside parentheses"),
        ("(nim(3))", "nothing to join"),
        ("((nim(3))) and nim(1)", "inside parentheses"),
        ("(nim(3) and nim(4)", "inside parentheses"),
        ("(nim(3)", "never closed"),
        ("nim(3) and", "too early"),
        ("nim(3) and repeat[2](nim(1))", "repeat"),
        ("nim(3) xor nim(1)", "out of place"),
        ("nim and nim(1)", "missing"),
    ] {
        let error = catalogue.read(wrong).err().unwrap_or_else(|| panic!("{wrong} is wrong"));
        assert!(error.message.contains(part), "{wrong}: {}", error.message);
    }
    let many = vec!["nim(1)"; 65].join(" or ");
    assert!(catalogue.read(&many).err().unwrap().message.contains("at most 64"));
    let all = vec!["nim(9)"; 64].join(" or ");
    let found = answer(&catalogue.read(&all).unwrap(), &Question::default(), &Context::default());
    assert_eq!(found.unwrap().winning_moves.count, Some(1u8.into()));
}

/// The definitions: the winner takes the shortest way and the loser the longest, or the other way round.
fn length(
    all: &Positions,
    v: usize,
    (measure, play): (Measure, Play),
    known: &mut HashMap<usize, u32>,
) -> u32 {
    if let Some(&known) = known.get(&v) {
        return known;
    }
    let mut after: Vec<u32> = Vec::new();
    for &(_, _, to, wins) in &all.moves[v] {
        after.push(if wins { 0 } else { length(all, to, (measure, play), known) });
    }
    let lost = |length: &u32| length.is_multiple_of(2) == (play == Play::Normal);
    let (winning, losing): (Vec<u32>, Vec<u32>) = after.iter().partition(|length| lost(length));
    let found = match measure {
        Measure::Remoteness => winning.iter().min().or(losing.iter().max()),
        Measure::Suspense => winning.iter().max().or(losing.iter().min()),
    };
    let found = found.map_or(0, |after| after + 1);
    known.insert(v, found);
    found
}

const MEASURES: [Measure; 2] = [Measure::Remoteness, Measure::Suspense];

#[test]
fn remoteness_and_suspense_agree_with_recursion() {
    let catalogue = Catalogue::default();
    let mut checked = 0;
    for text in small(60, 6) {
        let Ok(Expression::Sum(sum)) = catalogue.read(&text) else { panic!("{text} is a sum") };
        if sum[0].is_loopy() {
            continue;
        }
        let all = positions(&sum, 60).unwrap();
        let mut session = Session::default();
        for play in PLAYS {
            if play == Play::Misere && sum[0].misere_refused().is_some() {
                let asked = (Measure::Remoteness, play);
                assert!(session.length(&sum, asked.0, play, &Context::default()).is_err());
                continue;
            }
            for measure in MEASURES {
                let wanted = length(&all, 0, (measure, play), &mut HashMap::new());
                let found = session.length(&sum, measure, play, &Context::default());
                assert_eq!(found, Ok(Some(wanted)), "{text} {play} {measure:?}");
                checked += 1;
            }
            let duration = session.duration(&sum, play, 1, &Context::default()).unwrap();
            let asked = (Measure::Remoteness, play);
            let wanted = length(&all, 0, asked, &mut HashMap::new());
            assert_eq!(duration.remoteness, Some(wanted), "{text} {play}");
        }
    }
    assert!(checked > 300, "{checked}");
}

/// Heaps of any size where games last a fixed number of moves; small ones agree with brute force.
#[test]
fn fixed_lengths_decide_large_members() {
    let catalogue = Catalogue::default();
    let few = Context::new(Limits::default().with_positions(3));
    let mut decided = 0;
    for a in 0..6 {
        for b in 0..14 {
            for (most, kind) in [(2, "and"), (3, "and"), (2, "and-all"), (3, "and-all")] {
                for play in PLAYS {
                    let text = format!("nim({a}) {kind} bash[{most}]({b})");
                    let expression = catalogue.read(&text).unwrap();
                    let question =
                        Question { play, moves: 1000, explain: true, ..Question::default() };
                    let full = answer(&expression, &question, &Context::default()).unwrap();
                    let Ok(short) = answer(&expression, &question, &few) else { continue };
                    decided += 1;
                    assert_eq!(short.outcome, full.outcome, "{text} {play}");
                    for line in &short.winning_moves.listed {
                        assert!(full.winning_moves.listed.contains(line), "{text} {play} {line:?}");
                    }
                }
            }
        }
    }
    assert!(decided > 300, "{decided}");
    for (text, outcome) in [
        ("nim(10^30) and bash[3](10^30)", Outcome::N),
        ("nim(10^30) and-all bash[3](4*10^30)", Outcome::P),
        ("nim(10^30) and-all bash[3](4*10^30+1)", Outcome::N),
    ] {
        let expression = catalogue.read(text).unwrap();
        let found = answer(&expression, &Question::default(), &Context::default()).unwrap();
        assert_eq!(found.outcome, outcome, "{text}");
        assert_eq!(found.winning_moves.listed.len(), usize::from(outcome == Outcome::N), "{text}");
    }
}

#[test]
fn tables_of_lengths_agree_with_recursion() {
    let catalogue = Catalogue::default();
    for (name, to, second) in [
        ("nim", 9, None),
        ("bash[2]", 14, None),
        ("subtraction[1,3,4]", 20, None),
        ("kayles", 5, None),
        ("4!.0", 7, None),
        ("cutting", 3, Some(3)),
        ("wythoff", 6, Some(7)),
        ("chomp", 3, Some(3)),
        ("fibonacci-nim", 7, Some(7)),
    ] {
        let game = catalogue.read_game(name).unwrap();
        for (measure, play) in MEASURES.into_iter().flat_map(|m| PLAYS.map(|play| (m, play))) {
            let content = Content::Lengths(measure, play);
            let table = Table::compute(&*game, to, second, content, &Context::default());
            if name == "cutting" && play == Play::Misere {
                assert!(table.is_err());
                continue;
            }
            let csv = table.unwrap().to_csv();
            let mut lines = csv.lines();
            let columns: Vec<&str> = lines.next().unwrap().split(',').skip(1).collect();
            assert_eq!(second.is_none(), columns == [measure.name()], "{csv}");
            for line in lines {
                let mut fields = line.split(',');
                let row = fields.next().unwrap();
                for (&column, field) in columns.iter().zip(fields) {
                    let text = match second {
                        None => format!("{name}({row})"),
                        Some(_) => format!("{name}({row},{column})"),
                    };
                    let Ok(Expression::Sum(sum)) = catalogue.read(&text) else {
                        assert_eq!(field, "", "{text}");
                        continue;
                    };
                    let all = positions(&sum, 3000).unwrap_or_else(|| panic!("{text} is large"));
                    let wanted = length(&all, 0, (measure, play), &mut HashMap::new());
                    assert_eq!(field, wanted.to_string(), "{text} {play} {measure:?}");
                }
            }
        }
    }
}

/// The graph of a join has the outcome of every position, and its moves.
#[test]
fn graphs_of_joins_agree_with_answers() {
    use grundy::game_graph::{GameGraph, Target};
    let catalogue = Catalogue::default();
    let context = Context::default();
    let mut drawn = 0;
    for members in [
        ["nim(2)", "(nim(1) + *1)"],
        ["bash[2](3)", "nim(2)"],
        ["digraph(arcs(1>2,2>1,2>3; 1))", "nim(2)"],
        ["cutting(2,3)", "nim(1)"],
    ] {
        for (kind, play) in KINDS.iter().flat_map(|kind| PLAYS.map(|play| (kind, play))) {
            let start = catalogue.read(&members.join(&format!(" {kind} "))).unwrap();
            let graph = match GameGraph::explore(&start, play, 300, &context) {
                Ok(graph) => graph,
                Err(error) => {
                    assert!(play == Play::Misere && members[0].contains("cutting"), "{error}");
                    continue;
                }
            };
            assert!(graph.join && !graph.to_text().contains("mex"));
            for node in &graph.nodes {
                let position = catalogue.read(&node.position).unwrap();
                let question = Question { play, moves: 100, ..Question::default() };
                let told = answer(&position, &question, &context).unwrap();
                assert_eq!(node.outcome, told.outcome, "{} in {play} play", node.position);
                assert_eq!(node.value, None);
                let winning = node.arcs.iter().filter(|arc| arc.winning);
                let count: usize = winning.map(|arc| arc.moves.len()).sum();
                assert_eq!(told.winning_moves.count, Some(count.into()), "{}", node.position);
                let lost = |arc: &grundy::game_graph::Arc| match arc.to {
                    Target::Win => true,
                    Target::Node(to) => graph.nodes[to].outcome == Outcome::P,
                };
                assert!(node.arcs.iter().all(|arc| arc.winning == lost(arc)));
                drawn += 1;
            }
        }
    }
    assert!(drawn > 100, "{drawn}");
}
