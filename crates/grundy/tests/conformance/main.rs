//! One test for every game of the registry: the theory against brute force over the bare rules.
//!
//! The brute force below shares nothing with the solvers: it lists moves by `Numbered::expand`
//! and recurs on sorted lists of position numbers.

mod codes;
mod loops;

use grundy::analysis::{Question, answer};
use grundy::answer::{Answer, WinningMoves};
use grundy::context::{Context, Stop};
use grundy::expr::{Catalogue, Expression};
use grundy::game::Component;
use grundy::games::REGISTRY;
use grundy::outcome::{Outcome, Play};
use grundy::solve::arena::Numbered;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// What the rules list: for each move the numbers left and whether it wins at once.
type Moves = Vec<(Vec<u32>, bool)>;

struct Brute {
    rules: Box<dyn Numbered>,
    moves: HashMap<u32, Moves>,
    outcomes: HashMap<(Vec<u32>, Play), bool>,
    values: HashMap<u32, Option<u64>>,
    beside: HashMap<(Vec<u32>, u32), bool>,
}

impl Brute {
    fn new(rules: Box<dyn Numbered>) -> Self {
        Self {
            rules,
            moves: HashMap::new(),
            outcomes: HashMap::new(),
            values: HashMap::new(),
            beside: HashMap::new(),
        }
    }

    fn moves(&mut self, position: u32) -> Moves {
        if let Some(moves) = self.moves.get(&position) {
            return moves.clone();
        }
        let mut moves = Vec::new();
        self.rules
            .expand(position, &Context::default(), &mut |sum, wins| {
                moves.push((sum.to_vec(), wins))
            })
            .expect("no limit was set");
        self.moves.insert(position, moves.clone());
        moves
    }

    /// Whether the mover wins the sum.
    fn wins(&mut self, mut sum: Vec<u32>, play: Play) -> bool {
        sum.sort_unstable();
        if let Some(&known) = self.outcomes.get(&(sum.clone(), play)) {
            return known;
        }
        let mut any_move = false;
        let mut wins = false;
        for i in self.may_move(&sum) {
            for (left, wins_at_once) in self.moves(sum[i]) {
                any_move = true;
                let mut after = sum.clone();
                after.swap_remove(i);
                after.extend(left);
                wins |= wins_at_once || !self.wins(after, play);
            }
        }
        let wins = if any_move { wins } else { play == Play::Misere };
        self.outcomes.insert((sum, play), wins);
        wins
    }

    fn is_entailed(&self, position: u32) -> bool {
        self.rules.entails() && self.rules.is_entailed(position)
    }

    /// The places of a sum where a move may be made.
    fn may_move(&self, sum: &[u32]) -> Vec<usize> {
        let free = !sum.iter().any(|&part| self.is_entailed(part));
        (0..sum.len()).filter(|&i| free || self.is_entailed(sum[i])).collect()
    }

    /// Whether the mover wins the sum beside a nim-heap, in normal play.
    fn wins_beside(&mut self, mut sum: Vec<u32>, heap: u32) -> bool {
        sum.sort_unstable();
        if let Some(&known) = self.beside.get(&(sum.clone(), heap)) {
            return known;
        }
        let free = !sum.iter().any(|&part| self.is_entailed(part));
        let mut wins = free && (0..heap).any(|less| !self.wins_beside(sum.clone(), less));
        for i in self.may_move(&sum) {
            for (left, wins_at_once) in self.moves(sum[i]) {
                let mut after = sum.clone();
                after.swap_remove(i);
                after.extend(left);
                wins |= wins_at_once || !self.wins_beside(after, heap);
            }
        }
        self.beside.insert((sum, heap), wins);
        wins
    }

    /// The value where moves may entail: the nim-heap beside which the sum is lost. `None` if there is none,
    /// or if a part must be answered.
    fn value_beside(&mut self, sum: &[u32]) -> Option<u64> {
        const MAX_NIMBER: u32 = 24;
        if sum.iter().any(|&part| self.is_entailed(part)) {
            return None;
        }
        (0..MAX_NIMBER).find(|&heap| !self.wins_beside(sum.to_vec(), heap)).map(u64::from)
    }

    /// The Grundy value by the definition; `None` if loony.
    fn value(&mut self, position: u32) -> Option<u64> {
        if self.rules.entails() {
            return self.value_beside(&[position]);
        }
        if let Some(&known) = self.values.get(&position) {
            return known;
        }
        let mut seen = BTreeSet::new();
        let mut loony = false;
        for (left, wins_at_once) in self.moves(position) {
            loony |= wins_at_once;
            let sum = left.iter().try_fold(0, |sum, &part| self.value(part).map(|v| sum ^ v));
            seen.extend(sum);
        }
        let value = (!loony).then(|| (0..).find(|v| !seen.contains(v)).unwrap());
        self.values.insert(position, value);
        value
    }
}

fn read(catalogue: &Catalogue<'_>, text: &str) -> Vec<Arc<dyn Component>> {
    match catalogue.read(text) {
        Ok(Expression::Sum(sum)) => sum,
        Ok(_) => panic!("{text} is not a sum"),
        Err(error) => panic!("{text}: {}", error.render(text)),
    }
}

fn ask(catalogue: &Catalogue<'_>, text: &str, question: &Question) -> Answer {
    let expression = catalogue.read(text).unwrap();
    answer(&expression, question, &Context::default()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Checks one component of small size in every respect.
fn check(catalogue: &Catalogue<'_>, text: &str) {
    let sum = read(catalogue, text);
    let [component] = &*sum else { panic!("{text} is not one component") };
    let printed = component.print();
    assert_eq!(read(catalogue, &printed)[0].print(), printed, "{text}: printing is stable");

    let mut brute = Brute::new(component.numbered());
    let numbers: Vec<u32> = (0..component.parts())
        .map(|part| brute.rules.number_of(component.position(part)).unwrap())
        .collect();
    let reread = &read(catalogue, &printed)[0];
    assert_eq!(reread.parts(), component.parts(), "{text}: {printed}");

    if component.is_loopy() {
        check_loopy(catalogue, text, &**component, &mut brute, &numbers);
        return check_moves_read_back(catalogue, text, component);
    }
    let value =
        numbers.iter().map(|&n| brute.value(n)).try_fold(0, |sum, value| value.map(|v| sum ^ v));
    for play in [Play::Normal, Play::Misere] {
        if play == Play::Misere && component.misere_refused().is_some() {
            continue;
        }
        let question = Question { play, moves: 10_000, ..Question::default() };
        let answer = ask(catalogue, text, &question);
        let wins = brute.wins(numbers.clone(), play);
        assert_eq!(answer.outcome, Outcome::of(wins), "{text} in {play} play");
        assert_eq!(answer.grundy, value.map(Into::into), "{text}: Grundy value");

        let mut expected = Vec::new();
        let may_move = brute.may_move(&numbers);
        for (part, &number) in numbers.iter().enumerate().filter(|(i, _)| may_move.contains(i)) {
            let others = || numbers.iter().enumerate().filter(move |&(i, _)| i != part);
            let mut winning = Vec::new();
            for (left, wins_at_once) in brute.moves(number) {
                let after = others().map(|(_, &n)| n).chain(left).collect();
                winning.push(wins_at_once || !brute.wins(after, play));
            }
            let kept = component
                .moves_kept(part, &mut |i| winning[i], usize::MAX, &Context::default())
                .unwrap();
            for to in kept.listed {
                expected.push((part + 1, to.text, to.after.print()));
            }
        }
        let count = answer.winning_moves.count.clone();
        assert_eq!(count, Some(expected.len().into()), "{text} in {play} play: winning moves");
        let found: Vec<_> = answer
            .winning_moves
            .listed
            .into_iter()
            .map(|line| (line.part, line.text, line.to))
            .collect();
        assert_eq!(found, expected, "{text} in {play} play");
        let distinct: BTreeSet<_> = found.iter().map(|(part, text, _)| (part, text)).collect();
        assert_eq!(distinct.len(), found.len(), "{text}: moves are told apart");
    }
    check_moves_read_back(catalogue, text, component);
}

/// The same where play may go on for ever: outcomes, the value, winning and drawing moves.
fn check_loopy(
    catalogue: &Catalogue<'_>,
    text: &str,
    component: &dyn Component,
    brute: &mut Brute,
    numbers: &[u32],
) {
    let value = loops::value(brute, numbers);
    for play in [Play::Normal, Play::Misere] {
        if play == Play::Misere && component.misere_refused().is_some() {
            continue;
        }
        let question = Question { play, moves: 10_000, ..Question::default() };
        let answer = ask(catalogue, text, &question);
        let start = vec![numbers.to_vec()];
        let brutes = std::slice::from_mut(brute);
        let outcomes = loops::Outcomes::of(brutes, start.clone(), play, usize::MAX).unwrap();
        let outcome = outcomes.get(&start);
        assert_eq!(answer.outcome, outcome, "{text} in {play} play");
        assert_eq!(answer.grundy, value, "{text}: value");
        let mut moves_to = |wanted: Outcome| {
            let mut expected = Vec::new();
            for (part, &number) in numbers.iter().enumerate() {
                let after = |left: &[u32]| {
                    let others = numbers.iter().enumerate().filter(|&(i, _)| i != part);
                    outcomes.get(&vec![others.map(|(_, &n)| n).chain(left.to_vec()).collect()])
                };
                let kept: Vec<bool> = brutes[0]
                    .moves(number)
                    .iter()
                    .map(|(left, wins)| match wins {
                        true => wanted == Outcome::P,
                        false => after(left) == wanted,
                    })
                    .collect();
                let kept = component
                    .moves_kept(part, &mut |i| kept[i], usize::MAX, &Context::default())
                    .unwrap();
                expected.extend(kept.listed.into_iter().map(|to| (part + 1, to.text)));
            }
            expected
        };
        let listed = |moves: &WinningMoves| {
            let listed = moves.listed.iter().map(|line| (line.part, line.text.clone()));
            assert_eq!(moves.count, Some(moves.listed.len().into()), "{text} in {play} play");
            listed.collect::<Vec<_>>()
        };
        assert_eq!(listed(&answer.winning_moves), moves_to(Outcome::P), "{text} in {play} play");
        let draws = answer.drawing_moves.as_ref().map(listed);
        let expected = (outcome == Outcome::D).then(|| moves_to(Outcome::D));
        assert_eq!(draws, expected, "{text} in {play} play: drawing moves");
    }
}

/// Every move leaves a position that reads back and, as a sum, has the value the rules give it.
fn check_moves_read_back(catalogue: &Catalogue<'_>, text: &str, component: &Arc<dyn Component>) {
    for part in 0..component.parts() {
        for to in component.some_moves(part, usize::MAX).listed {
            let printed = to.after.print();
            let reread = read(catalogue, &printed);
            let parts: usize = reread.iter().map(|c| c.parts()).sum();
            assert!(parts >= to.after.parts() || parts == 0, "{text} -> {printed}");
            let again = grundy::expr::print_sum(&reread);
            assert_eq!(again, printed, "{text}: {} does not read back", to.text);
        }
    }
}

#[test]
fn theory_agrees_with_brute_force_for_every_game_of_the_registry() {
    let catalogue = Catalogue::default();
    for family in REGISTRY {
        let small = family.small();
        assert!(small.len() >= 5, "{} has hardly any small positions", family.card().name);
        for text in small {
            check(&catalogue, &text);
        }
    }
}

#[test]
fn examples_of_the_catalogue_are_answered() {
    let catalogue = Catalogue::default();
    for family in REGISTRY {
        let card = family.card();
        assert!(!card.examples.is_empty(), "{} has no example", card.name);
        for example in card.examples {
            let answer =
                ask(&catalogue, example, &Question { report: true, ..Question::default() });
            assert!(!answer.method.is_empty(), "{example}");
        }
    }
}

/// Sums of different games: every pair of a few positions of each game, against brute force over
/// the whole sum.
#[test]
fn sums_of_different_games_agree_with_brute_force() {
    let catalogue = Catalogue::default();
    let mut texts = Vec::new();
    for family in REGISTRY {
        let small = family.small();
        let step = (small.len() / 5).max(1);
        texts.extend(small.into_iter().step_by(step));
    }
    let (mut asked, mut checked) = (0, 0);
    for (i, a) in texts.iter().enumerate() {
        // Each with a handful of others, all games in turn.
        for j in 1..=4 {
            let b = &texts[(i + j * 7) % texts.len()];
            let (of, done) = check_sum(&catalogue, a, b);
            asked += of;
            checked += done;
        }
    }
    // The few sums too large for the brute force must stay few.
    assert!(asked > 500 && checked * 20 >= asked * 19, "{checked} of {asked} sums were checked");
}

/// The sum of two single-component positions, searched as pairs of numbered positions: how many
/// questions were asked, and how many the brute force could check.
fn check_sum(catalogue: &Catalogue<'_>, a: &str, b: &str) -> (u32, u32) {
    let (mut asked, mut checked) = (0, 0);
    let text = format!("{a} + {b}");
    let (left, right) = (&read(catalogue, a)[0], &read(catalogue, b)[0]);
    let mut brutes = [Brute::new(left.numbered()), Brute::new(right.numbered())];
    let numbers: Vec<Vec<u32>> = [left, right]
        .iter()
        .zip(&mut brutes)
        .map(|(component, brute)| {
            (0..component.parts())
                .map(|part| brute.rules.number_of(component.position(part)).unwrap())
                .collect()
        })
        .collect();
    for play in [Play::Normal, Play::Misere] {
        if play == Play::Misere && [left, right].iter().any(|c| c.misere_refused().is_some()) {
            continue;
        }
        let question = Question { play, ..Question::default() };
        let answer = ask(catalogue, &text, &question);
        asked += 1;
        if left.is_loopy() || right.is_loopy() {
            if let Some(all) = loops::Outcomes::of(&mut brutes, numbers.clone(), play, 20_000) {
                assert_eq!(answer.outcome, all.get(&numbers), "{text} in {play} play");
                checked += 1;
            }
            continue;
        }
        let mut budget = 200_000;
        let mut memo = HashMap::new();
        let state = (numbers[0].clone(), numbers[1].clone());
        let Some(wins) = pair_wins(&mut brutes, state, play, &mut memo, &mut budget) else {
            continue;
        };
        assert_eq!(answer.outcome.mover_wins(), wins, "{text} in {play} play");
        checked += 1;
    }
    (asked, checked)
}

/// Whether some position of a sum must be answered.
fn any_entailed(brutes: &[Brute], state: &[Vec<u32>]) -> bool {
    brutes.iter().zip(state).any(|(brute, list)| list.iter().any(|&part| brute.is_entailed(part)))
}

type Pair = (Vec<u32>, Vec<u32>);

fn pair_wins(
    brutes: &mut [Brute; 2],
    mut state: Pair,
    play: Play,
    memo: &mut HashMap<Pair, bool>,
    budget: &mut u32,
) -> Option<bool> {
    state.0.sort_unstable();
    state.1.sort_unstable();
    if let Some(&known) = memo.get(&state) {
        return Some(known);
    }
    *budget = budget.checked_sub(1)?;
    let (mut any_move, mut wins) = (false, false);
    let entailed = any_entailed(brutes, &[state.0.clone(), state.1.clone()]);
    for side in 0..2 {
        let len = if side == 0 { state.0.len() } else { state.1.len() };
        for i in 0..len {
            let number = if side == 0 { state.0[i] } else { state.1[i] };
            if entailed && !brutes[side].is_entailed(number) {
                continue;
            }
            for (left, wins_at_once) in brutes[side].moves(number) {
                any_move = true;
                let mut after = state.clone();
                let list = if side == 0 { &mut after.0 } else { &mut after.1 };
                list.swap_remove(i);
                list.extend(left);
                wins = wins || wins_at_once || !pair_wins(brutes, after, play, memo, budget)?;
            }
        }
    }
    let wins = if any_move { wins } else { play == Play::Misere };
    memo.insert(state, wins);
    Some(wins)
}

/// A series played out round by round, move by move: who moves first in the next round is decided
/// by who lost this one.
struct Rounds<'b> {
    brute: &'b mut Brute,
    start: Vec<u32>,
    play: Play,
    known: HashMap<(u32, Vec<u32>), bool>,
}

impl Rounds<'_> {
    /// Whether the mover of the present round, at `sum`, wins the last of `rounds` rounds.
    fn wins(&mut self, rounds: u32, mut sum: Vec<u32>) -> bool {
        sum.sort_unstable();
        if let Some(&known) = self.known.get(&(rounds, sum.clone())) {
            return known;
        }
        let moves = self.moves(&sum);
        let wins = if moves.is_empty() {
            self.decided(rounds, self.play == Play::Misere)
        } else {
            moves.into_iter().any(|(_, after)| self.move_wins(rounds, after))
        };
        self.known.insert((rounds, sum), wins);
        wins
    }

    /// What the mover makes of a round won or lost.
    fn decided(&mut self, rounds: u32, won: bool) -> bool {
        if rounds == 1 {
            return won;
        }
        // The loser moves first in the next round.
        let first = self.wins(rounds - 1, self.start.clone());
        if won { !first } else { first }
    }

    /// Every move: the part moved in, and the sum left or `None` if the round is won at once.
    fn moves(&mut self, sum: &[u32]) -> Vec<(usize, Option<Vec<u32>>)> {
        let mut moves = Vec::new();
        for i in self.brute.may_move(sum) {
            for (left, wins_at_once) in self.brute.moves(sum[i]) {
                let mut after = sum.to_vec();
                after.remove(i);
                after.extend(left);
                moves.push((i, (!wins_at_once).then_some(after)));
            }
        }
        moves
    }

    fn move_wins(&mut self, rounds: u32, after: Option<Vec<u32>>) -> bool {
        match after {
            None => self.decided(rounds, true),
            Some(after) => !self.wins(rounds, after),
        }
    }
}

#[test]
fn series_agree_with_rounds_played_out() {
    let catalogue = Catalogue::default();
    for family in REGISTRY {
        let small = family.small();
        let step = (small.len() / 12).max(1);
        for text in small.into_iter().step_by(step) {
            let component = &read(&catalogue, &text)[0];
            if component.is_loopy() {
                let series = catalogue.read(&format!("repeat[2]({text})")).unwrap();
                let refused = answer(&series, &Question::default(), &Context::default());
                assert!(matches!(refused, Err(Stop::Refused(_))), "{text}: {refused:?}");
                continue;
            }
            let mut brute = Brute::new(component.numbered());
            let start: Vec<u32> = (0..component.parts())
                .map(|part| brute.rules.number_of(component.position(part)).unwrap())
                .collect();
            for play in [Play::Normal, Play::Misere] {
                if play == Play::Misere && component.misere_refused().is_some() {
                    continue;
                }
                let mut rounds =
                    Rounds { brute: &mut brute, start: start.clone(), play, known: HashMap::new() };
                for k in 1..=4 {
                    let text = format!("repeat[{k}]({text})");
                    let answer = ask(&catalogue, &text, &Question { play, ..Question::default() });
                    let wins = rounds.wins(k, start.clone());
                    assert_eq!(answer.outcome.mover_wins(), wins, "{text} in {play} play");
                    assert_eq!(answer.grundy, None);
                    let moves = rounds.moves(&start);
                    let count =
                        moves.into_iter().filter(|(_, after)| rounds.move_wins(k, after.clone()));
                    let count = count.count();
                    assert_eq!(
                        answer.winning_moves.count,
                        Some(count.into()),
                        "{text} in {play} play: winning moves"
                    );
                }
            }
        }
    }
}
