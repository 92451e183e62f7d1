//! The rules of a program as moves of all positions at once: the checker's own reading of the typed tree.
//!
//! A loop over a range is a parameter between its bounds, a loop over constants is written out, an `if`
//! splits the run in two. Numbers are unbounded, and loops as long as they are.

use grundy::syntax::Span;
use grundy_rules::typed::{
    Arg, Bool, BoolKind, Code, Comparison, Gather, Int, IntBinary, IntFn, IntKind, Iter,
    Move as Said, Part, Program, Slot, Stmt, Term,
};

use super::cases::{Refused, same};
use super::expression::{Evaluator, Frame, MAX_SET, Word, truths};
use super::logic::{Condition, Linear, TooLarge, Var};
use super::rules::{Family, Move, Places, Rewriting, Rules, Target};
use super::slots::changed;

/// So many runs through a rule are told apart.
const MAX_RUNS: usize = 1024;

/// So many kinds of moves are told apart.
const MAX_MOVES: usize = 1 << 13;

/// So many statements are run, over all runs.
const MAX_STEPS: usize = 1 << 16;

/// One run through a rule.
#[derive(Clone)]
struct Run {
    frame: Frame,
    params: Vec<Var>,
    when: Vec<Condition>,
}

impl Run {
    fn condition(&self) -> Condition {
        Condition::all(self.when.iter().cloned())
    }

    fn under(&self, condition: &Condition) -> Option<Self> {
        let mut run = self.clone();
        run.when.extend(condition.clone().parts());
        (*condition != Condition::Constant(false)).then_some(run)
    }

    fn set(mut self, slot: usize, word: Word) -> Self {
        if let Some(place) = self.frame.get_mut(slot) {
            *place = Some(word);
        }
        self
    }
}

struct Reader<'p> {
    program: &'p Program,
    eval: Evaluator,
    moves: Vec<Move>,
    forms: Vec<Rewriting>,
    faults: Vec<(Condition, Span)>,
    /// The positions at which the present rule is asked.
    asked: Condition,
    places: Option<Places>,
    steps: usize,
}

/// The rules of a program.
///
/// # Errors
/// [`Refused`]: the first part that is not linear.
pub fn read(program: &Program) -> Result<Rules, Refused> {
    let width = program.families.iter().map(|family| family.width).max().unwrap_or(0);
    let mut reader = Reader {
        program,
        eval: Evaluator::new(width as Var),
        moves: Vec::new(),
        forms: Vec::new(),
        faults: Vec::new(),
        asked: Condition::Constant(true),
        places: None,
        steps: 0,
    };
    let families = (0..program.families.len()).map(|number| reader.family(number));
    let families = families.collect::<Result<Vec<_>, _>>()?;
    let Evaluator { definitions, next, .. } = reader.eval;
    Ok(Rules { families, definitions, next, places: reader.places })
}

impl Reader<'_> {
    fn family(&mut self, number: usize) -> Result<Family, Refused> {
        let said = &self.program.families[number];
        let coords: Vec<Linear> = (0..said.width as Var).map(Linear::var).collect();
        self.asked = Condition::Constant(true);
        let domain = self.inside(number, &coords)?;
        self.gather(&Condition::Constant(true));
        self.asked = domain.clone();
        let mut family = Family {
            name: said.name.to_string(),
            width: said.width,
            domain,
            asked: Condition::Constant(true),
            rewritings: Vec::new(),
            moves: Vec::new(),
            faults: Vec::new(),
        };
        for code in &said.same {
            self.code(code, &coords)?;
            let mut runs = Vec::new();
            for mut run in std::mem::take(&mut self.forms) {
                // What becomes itself is not rewritten.
                if run.target.family == number {
                    let itself = same(&run.target.coords, &coords, code.span)?;
                    run.when = Condition::all([run.when, itself.negated()]);
                }
                if run.when != Condition::Constant(false) {
                    runs.push(run);
                }
            }
            family.rewritings.push(runs);
            self.asked = Condition::all([
                family.domain.clone(),
                family.rewritten(family.rewritings.len()).negated(),
            ]);
        }
        for code in &said.rules {
            self.code(code, &coords)?;
        }
        family.moves = std::mem::take(&mut self.moves);
        family.faults = std::mem::take(&mut self.faults);
        Ok(family)
    }

    /// Whether these numbers are a position of the family.
    fn inside(&mut self, family: usize, coords: &[Linear]) -> Result<Condition, Refused> {
        let frame: Frame = coords.iter().cloned().map(Word::Number).map(Some).collect();
        let mut all = Condition::all(coords.iter().cloned().map(Condition::natural));
        for condition in &self.program.families[family].domain {
            let holds = self.eval.under(&all, |eval| eval.truth(condition, &frame))?;
            all = Condition::all([all, holds]);
        }
        Ok(all)
    }

    /// The faults of what was evaluated under this condition.
    fn gather(&mut self, when: &Condition) {
        for (fault, span) in std::mem::take(&mut self.eval.faults) {
            self.fault(&Condition::all([when.clone(), fault]), span);
        }
    }

    fn fault(&mut self, when: &Condition, span: Span) {
        let all = Condition::all([self.asked.clone(), when.clone()]);
        if all != Condition::Constant(false) {
            self.eval.work.charge(all.size().0);
            self.faults.push((all, span));
        }
    }

    fn code(&mut self, code: &Code, coords: &[Linear]) -> Result<(), Refused> {
        let mut frame: Frame = coords.iter().cloned().map(Word::Number).map(Some).collect();
        frame.resize(code.words.max(coords.len()), None);
        let run = Run { frame, params: Vec::new(), when: Vec::new() };
        self.block(&code.body, vec![run]).map(drop)
    }

    fn block(&mut self, block: &[Stmt], mut runs: Vec<Run>) -> Result<Vec<Run>, Refused> {
        for statement in block {
            let mut after = Vec::new();
            for run in &runs {
                // Runs are copied with all they hold.
                self.eval.work.charge(run.frame.len() / 16);
                self.eval.work.spend(run.when.iter().chain(truths(&run.frame)), Span::default())?;
                after.extend(self.statement(statement, run)?);
                if after.len() > MAX_RUNS {
                    return Refused::new(format!("more than {MAX_RUNS} runs"), Span::default());
                }
            }
            runs = after;
        }
        Ok(runs)
    }

    fn statement(&mut self, statement: &Stmt, run: &Run) -> Result<Vec<Run>, Refused> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Refused::new("rules with too many runs", Span::default());
        }
        let mut after = Vec::new();
        match statement {
            Stmt::For { slot, iter, body, span } => {
                return self.range(*slot, iter, body, *span, run);
            }
            Stmt::While { condition, body, span } => {
                self.places(condition, body, *span, run)?;
                after.push(forgotten(run, body));
            }
            Stmt::If { condition, then, otherwise } => {
                let holds = self.eval.truth(condition, &run.frame)?;
                self.gather(&run.condition());
                // Where neither block sets anything the run goes on as one.
                let whole = !ends(then) && !ends(otherwise);
                let whole = whole && changed(then).is_empty() && changed(otherwise).is_empty();
                for (when, block) in [(holds.clone(), then), (holds.negated(), otherwise)] {
                    if let Some(run) = run.under(&when) {
                        let ended = self.block(block, vec![run])?;
                        after.extend(ended.into_iter().filter(|_| !whole));
                    }
                }
                after.extend(whole.then(|| run.clone()));
            }
            Stmt::SetInt { slot, value } => {
                for (when, term) in self.eval.number(value, &run.frame)? {
                    let run = run.under(&when);
                    after.extend(run.map(|run| run.set(*slot as usize, Word::Number(term))));
                }
            }
            Stmt::SetBool { slot, value } => {
                let truth = self.eval.truth(value, &run.frame)?;
                after.push(run.clone().set(*slot as usize, Word::Truth(truth)));
            }
            Stmt::SetArray { slot, value } => {
                for (when, elements) in self.eval.array(value, &run.frame)? {
                    let Some(mut run) = run.under(&when) else { continue };
                    for (at, term) in elements.into_iter().enumerate() {
                        run = run.set(*slot as usize + at, Word::Number(term));
                    }
                    after.push(run);
                }
            }
            Stmt::SetElement { slot, len, index, value } => {
                let places = self.eval.index(index, *len, &run.frame)?;
                let values = self.eval.number(value, &run.frame)?;
                for (here, at) in places {
                    for (when, term) in &values {
                        let both = Condition::all([here.clone(), when.clone()]);
                        let word = Word::Number(term.clone());
                        after
                            .extend(run.under(&both).map(|run| run.set(*slot as usize + at, word)));
                    }
                }
            }
            Stmt::Move(Said { sum, .. }) if sum.iter().any(|term| term.entailed) => {
                return Refused::new("a position that must be answered", sum[0].span);
            }
            Stmt::Move(said) => {
                self.option(said, run)?;
                after.push(run.clone());
            }
            Stmt::Gather(Gather { span, .. })
            | Stmt::Part(Part { term: Term { span, .. }, .. }) => {
                return Refused::new("a sum of variable length", *span);
            }
            Stmt::Become(term) => {
                for (when, target) in self.targets(term, run)? {
                    let Some(run) = run.under(&when) else { continue };
                    let here = run.condition();
                    let inside = self.inside(target.family, &target.coords)?;
                    self.gather(&here);
                    self.fault(&Condition::all([here.clone(), inside.negated()]), term.span);
                    self.forms.push(Rewriting { when: here, target });
                }
            }
        }
        self.gather(&run.condition());
        Ok(after)
    }

    fn targets(&mut self, term: &Term, run: &Run) -> Result<Vec<(Condition, Target)>, Refused> {
        let mut all = vec![(Condition::Constant(true), Vec::new())];
        for arg in &term.args {
            let cases = match arg {
                Arg::Int(int) => {
                    let cases = self.eval.number(int, &run.frame)?.into_iter();
                    cases.map(|(when, term)| (when, vec![term])).collect()
                }
                Arg::Array(array) => self.eval.array(array, &run.frame)?,
            };
            let mut longer = Vec::new();
            for (when, coords) in &all {
                for (then, more) in &cases {
                    let both = Condition::all([when.clone(), then.clone()]);
                    if both != Condition::Constant(false) {
                        longer.push((both, [&coords[..], more].concat()));
                    }
                }
            }
            all = longer;
            if all.len() > MAX_RUNS {
                return Refused::new(format!("more than {MAX_RUNS} cases"), term.span);
            }
        }
        self.gather(&run.condition());
        let named = |(when, coords)| (when, Target { family: term.family, coords });
        Ok(all.into_iter().map(named).collect())
    }

    fn option(&mut self, said: &Said, run: &Run) -> Result<(), Refused> {
        let mut sums = vec![(Condition::Constant(true), Vec::new())];
        for term in &said.sum {
            let targets = self.targets(term, run)?;
            let mut longer = Vec::new();
            for (when, sum) in &sums {
                for (then, target) in &targets {
                    let both = Condition::all([when.clone(), then.clone()]);
                    longer.push((both, [&sum[..], std::slice::from_ref(target)].concat()));
                }
            }
            sums = longer;
            if sums.len() > MAX_RUNS {
                return Refused::new(format!("more than {MAX_RUNS} cases"), said.span);
            }
        }
        for (when, sum) in sums {
            let Some(run) = run.under(&when) else { continue };
            let here = run.condition();
            let mut guard = vec![here.clone()];
            for target in &sum {
                let inside = self.inside(target.family, &target.coords)?;
                self.gather(&here);
                if !said.drop {
                    self.fault(
                        &Condition::all([here.clone(), inside.clone().negated()]),
                        said.span,
                    );
                }
                guard.push(inside);
            }
            let guard = Condition::all(guard);
            if guard != Condition::Constant(false) {
                self.eval.work.spend([&guard], said.span)?;
                if self.moves.len() >= MAX_MOVES {
                    let what = format!("more than {MAX_MOVES} kinds of moves");
                    return Refused::new(what, said.span);
                }
                let (params, wins, span) = (run.params.clone(), said.wins, said.span);
                self.moves.push(Move { params, guard: guard.parts(), sum, wins, span });
            }
        }
        Ok(())
    }

    fn range(
        &mut self,
        slot: Slot,
        iter: &Iter,
        body: &[Stmt],
        span: Span,
        run: &Run,
    ) -> Result<Vec<Run>, Refused> {
        let (from, to, inclusive, step) = match iter {
            Iter::Set(set) if set.len() <= MAX_SET => {
                return self.each(slot, set.iter().copied(), body, run);
            }
            Iter::Set(_) => return Refused::new(format!("a set of more than {MAX_SET}"), span),
            Iter::Items(table, row) => {
                let items = self.eval.items(table, row.as_ref(), &run.frame, span)?;
                if items.len() > MAX_SET {
                    return Refused::new(format!("an array of more than {MAX_SET}"), span);
                }
                return self.each(slot, items.iter().copied(), body, run);
            }
            Iter::Ones(mask) => {
                return match &self.eval.number(mask, &run.frame)?[..] {
                    [(_, term)] if term.as_constant().is_some_and(|mask| mask >= 0) => {
                        let mask = term.constant;
                        self.each(slot, (0..63).filter(|bit| mask >> bit & 1 == 1), body, run)
                    }
                    _ => Refused::new(
                        "a loop over the binary ones of a number that is not constant",
                        span,
                    ),
                };
            }
            Iter::Range { from, to, inclusive, step } => (from, to, *inclusive, step),
        };
        let step = match step {
            None => 1,
            Some(step) => match &self.eval.number(step, &run.frame)?[..] {
                [(_, term)] if term.as_constant().is_some_and(|step| step > 0) => term.constant,
                _ => return Refused::new("a step that is not a positive constant", span),
            },
        };
        let bounds = self.eval.numbers(&[from, to], &run.frame)?;
        self.gather(&run.condition());
        if let [(Condition::Constant(true), pair)] = &bounds[..]
            && let (Some(from), Some(to)) = (pair[0].as_constant(), pair[1].as_constant())
            && let last = to - i64::from(!inclusive)
            && (last - from) / step < MAX_SET as i64
        {
            let numbers = (0..MAX_SET as i64).map(|at| from + at * step);
            return self.each(slot, numbers.take_while(|&number| number <= last), body, run);
        }
        // In a later turn the body's variables are what an earlier one made them.
        let inner = forgotten(run, body);
        let how = if inclusive { Comparison::Le } else { Comparison::Lt };
        let fits = |made: Result<Condition, TooLarge>| {
            made.or_else(|error| Refused::new(error.to_string(), span))
        };
        let froms = self.eval.number(from, &run.frame)?;
        // The greatest of several numbers is natural if one of them is.
        let mut natural = froms.iter().all(|(_, from)| from.is_natural());
        if let IntKind::Call(IntFn::Max, parts) = &from.kind {
            for part in parts {
                let cases = self.eval.number(part, &run.frame)?;
                natural |= cases.iter().all(|(_, term)| term.is_natural());
            }
        }
        if step == 1 && natural {
            let var = self.eval.fresh();
            let number = Word::Number(Linear::var(var));
            let mut inner = inner.set(slot as usize, number);
            inner.params.push(var);
            let own = Int { kind: IntKind::Var(slot), span };
            let frame = run.clone().set(slot as usize, Word::Number(Linear::var(var))).frame;
            let above = self.eval.compared(&own, Comparison::Ge, from, &frame)?;
            let below = self.eval.compared(&own, how, to, &frame)?;
            if let Some(inner) = inner.under(&Condition::all([above, below])) {
                self.block(body, vec![inner])?;
            }
        } else {
            for (when, from) in froms {
                let Some(mut inner) = inner.under(&when) else { continue };
                let var = self.eval.fresh();
                inner.params.push(var);
                let number = from
                    .plus(step, &Linear::var(var))
                    .or_else(|error| Refused::new(error.to_string(), span))?;
                let mut below = Vec::new();
                for (when, to) in self.eval.number(to, &run.frame)? {
                    let more = i64::from(!inclusive);
                    below.push(Condition::all([
                        when,
                        fits(Condition::at_least(&to, &number, more))?,
                    ]));
                }
                let inner = inner.set(slot as usize, Word::Number(number));
                if let Some(inner) = inner.under(&Condition::any(below)) {
                    self.block(body, vec![inner])?;
                }
            }
        }
        self.eval.faults.clear();
        Ok(vec![forgotten(run, body).set(slot as usize, Word::Unknown)])
    }

    /// The body once for each number; what it sets lasts.
    fn each(
        &mut self,
        slot: Slot,
        numbers: impl Iterator<Item = i64>,
        body: &[Stmt],
        run: &Run,
    ) -> Result<Vec<Run>, Refused> {
        let mut runs = vec![run.clone()];
        for number in numbers {
            let set = |run: Run| run.set(slot as usize, Word::Number(number.into()));
            runs = self.block(body, runs.into_iter().map(set).collect())?;
        }
        Ok(runs)
    }

    /// `while p <= bound { …; p = p * c }` from 1 on, or the same through the Fibonacci numbers.
    fn places(
        &mut self,
        condition: &Bool,
        body: &[Stmt],
        span: Span,
        run: &Run,
    ) -> Result<(), Refused> {
        let refuse = || Refused::new("a while loop that is not over places of a system", span);
        let BoolKind::Compare(left, right) = &condition.kind else { return refuse() };
        let ([(how @ (Comparison::Le | Comparison::Lt), bound)], IntKind::Var(slot)) =
            (&right[..], &left.kind)
        else {
            return refuse();
        };
        let Some((start, places, length)) = self.progression(*slot, body, run) else {
            return refuse();
        };
        if self.places.is_some_and(|known| known != places) {
            return Refused::new("places of two systems", span);
        }
        self.places = Some(places);
        let var = self.eval.fresh();
        let mut inner = forgotten(run, body).set(*slot as usize, Word::Number(Linear::var(var)));
        inner.params.push(var);
        let fits = |made: Result<Condition, TooLarge>| {
            made.or_else(|error| Refused::new(error.to_string(), span))
        };
        // The bound must be the same in every turn.
        let mut below = Vec::new();
        for (when, bound) in self.eval.number(bound, &forgotten(run, body).frame)? {
            let more = i64::from(*how == Comparison::Lt);
            let here = fits(Condition::at_least(&bound, &Linear::var(var), more))?;
            below.push(Condition::all([when, here]));
        }
        let below = Condition::any(below);
        self.gather(&run.condition());
        let above = fits(Condition::at_least(&Linear::var(var), &start.into(), 0))?;
        if let Some(inner) = inner.under(&Condition::all([Condition::Place(var), above, below])) {
            self.block(&body[..length], vec![inner])?;
        }
        Ok(())
    }

    /// The first number of a loop through places, the places, and how many statements come before those
    /// that go on to the next one.
    fn progression(
        &mut self,
        slot: Slot,
        body: &[Stmt],
        run: &Run,
    ) -> Option<(i64, Places, usize)> {
        let number = |at: Slot| match run.frame.get(at as usize) {
            Some(Some(Word::Number(term))) => term.as_constant(),
            _ => None,
        };
        let start = number(slot)?;
        let (last, before) = body.split_last()?;
        if let Stmt::SetInt { slot: set, value } = last
            && *set == slot
            && !changed(before).contains(&slot)
            && let IntKind::Binary(IntBinary::Mul, a, b) = &value.kind
        {
            let factor = match (&a.kind, &b.kind) {
                (IntKind::Var(at), IntKind::Const(c)) | (IntKind::Const(c), IntKind::Var(at))
                    if *at == slot =>
                {
                    *c
                }
                _ => return None,
            };
            let base = u32::try_from(factor).ok().filter(|base| (2..=36).contains(base))?;
            let mut powers = (0..40).map_while(|n| factor.checked_pow(n));
            return powers.any(|power| power == start).then_some((
                start,
                Places::Powers(base),
                before.len(),
            ));
        }
        // Assignments at the end that make (f, g) to (g, f + g).
        let end = body.iter().rev().take_while(|s| matches!(s, Stmt::SetInt { .. })).count();
        let (before, updates) = body.split_at(body.len() - end);
        let fixed = changed(before);
        for update in updates {
            let Stmt::SetInt { slot: other, .. } = update else { return None };
            let Some(second) = number(*other) else { continue };
            if *other == slot || fixed.contains(&slot) || fixed.contains(other) {
                continue;
            }
            let [f, g] = [self.eval.fresh(), self.eval.fresh()].map(Linear::var);
            let mut turn = forgotten(run, body)
                .set(slot as usize, Word::Number(f.clone()))
                .set(*other as usize, Word::Number(g.clone()));
            for update in updates {
                let Stmt::SetInt { slot, value } = update else { return None };
                let [(Condition::Constant(true), term)] =
                    &self.eval.number(value, &turn.frame).ok()?[..]
                else {
                    return None;
                };
                turn = turn.set(*slot as usize, Word::Number(term.clone()));
            }
            let is = |at: Slot, wanted: &Linear| matches!(&turn.frame[at as usize], Some(Word::Number(term)) if term == wanted);
            let sum = f.plus(1, &g).ok()?;
            if is(slot, &g) && is(*other, &sum) {
                let mut pair = (1i64, 1i64);
                while pair != (start, second) {
                    pair = (pair.1, pair.0.checked_add(pair.1)?);
                    if pair.0 > start {
                        return None;
                    }
                }
                return Some((start, Places::Fibonacci, before.len()));
            }
        }
        None
    }
}

/// Whether a block may end the rule.
fn ends(block: &[Stmt]) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Become(_) => true,
        Stmt::For { body, .. } | Stmt::While { body, .. } => ends(body),
        Stmt::If { then, otherwise, .. } => ends(then) || ends(otherwise),
        _ => false,
    })
}

/// Nothing is known of what the body of a loop sets.
fn forgotten(run: &Run, body: &[Stmt]) -> Run {
    changed(body).into_iter().fold(run.clone(), |run, slot| run.set(slot as usize, Word::Unknown))
}
