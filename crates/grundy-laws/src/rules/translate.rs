//! Rules as formulas: the moves of all positions at once.
//!
//! The same typed tree that the engine runs is run here with variables for the coordinates. A loop
//! over a range gives a variable between its bounds, a loop over constants is written out, an `if`
//! splits the run in two. What comes out is a list of moves: under a condition on the coordinates and
//! some further variables, a sum of states whose coordinates are terms.

use grundy::syntax::Span;
use grundy_rules::typed::{
    Arg, Block, Bool, BoolKind, Code, Comparison as Compared, IntKind, Iter, Move, Program, Slot,
    Stmt, Term as StateTerm,
};

use super::assigned::{forget, span_of};
use super::formulas::{Choice, FamilyFormulas, Rewriting, Target, Translation};
use super::fragment::Outside;
use super::progression::progression;
use super::simple::{add, and, compare, constant, is_natural, not, or};
use super::symbolic::{Frame, MAX_UNROLLED, Symbolic, Word};
use crate::formula::{Comparison, Formula, RelationId, Term, Var};
use crate::numeration::Name;

/// So many runs through a rule are told apart.
const MAX_PATHS: usize = 1024;

/// Statements of one rule are run so often, on all ways together, and conditions on the way count too.
const MAX_WORK: usize = 200_000;

/// One run through a rule.
#[derive(Clone, Debug)]
struct Path {
    frame: Frame,
    vars: Vec<Var>,
    guard: Vec<Formula>,
}

struct Translator<'p> {
    program: &'p Program,
    symbolic: Symbolic,
    choices: Vec<Choice>,
    rewritings: Vec<Rewriting>,
    faults: Vec<(Formula, Span)>,
    places: Option<Name>,
    work: usize,
    /// The positions at which the present rule is asked.
    asked: Formula,
}

/// The program as formulas.
///
/// Numbers are unbounded here, and loops as long as they are; the engine stops at 2^63 and at its limit of
/// steps.
///
/// # Errors
/// [`Outside`]: the first part of the rules that is outside of the decidable fragment.
///
/// ```
/// use grundy_laws::rules::translate;
/// use grundy_rules::{source::Source, typed::Program};
/// let read = |text| Program::read(Source::new("rules", text)).unwrap();
/// let wythoff = "W(a,b) -> W(a-x,b-y) for x in 0..=a for y in 0..=b if x+y > 0 and (x == 0 or y == 0 or x == y)";
/// assert_eq!(translate(&read(wythoff)).unwrap().families[0].choices.len(), 1);
/// let squares = translate(&read("S(n) -> S(n-k*k) for k in 1..=isqrt(n)")).unwrap_err();
/// assert_eq!(squares.to_string(), "isqrt is not a term over addition");
/// ```
pub fn translate(program: &Program) -> Result<Translation, Outside> {
    let width = program.families.iter().map(|family| family.width).max().unwrap_or(0);
    let mut translator = Translator {
        program,
        symbolic: Symbolic::new(width as u32),
        choices: Vec::new(),
        rewritings: Vec::new(),
        faults: Vec::new(),
        places: None,
        work: 0,
        asked: Formula::Constant(true),
    };
    let mut families = Vec::new();
    for number in 0..program.families.len() {
        families.push(translator.family(number)?);
    }
    let binary = families.iter().any(FamilyFormulas::is_binary);
    let fresh = translator.symbolic.fresh.var().0;
    Ok(Translation { families, fresh, binary, places: translator.places })
}

impl Translator<'_> {
    fn family(&mut self, number: usize) -> Result<FamilyFormulas, Outside> {
        let family = &self.program.families[number];
        let coords: Vec<Term> = (0..family.width as u32).map(|at| Var(at).into()).collect();
        self.asked = Formula::Constant(true);
        let domain = self.inside(number, &coords)?;
        self.settle_under(&[], Formula::Constant(true));
        let mut rewritings = Vec::new();
        self.asked = domain.clone();
        for code in &family.same {
            self.code(code, &coords)?;
            // A rewriting that changes nothing counts as none.
            let mut changing = Vec::new();
            for mut rewriting in std::mem::take(&mut self.rewritings) {
                if rewriting.target.family == number {
                    let same = self.symbolic.same(&rewriting.target.coords, &coords, code.span)?;
                    rewriting.guard = and([rewriting.guard, not(same)]);
                }
                if rewriting.guard != Formula::Constant(false) {
                    changing.push(rewriting);
                }
            }
            // Later rules are asked only where this one does not apply.
            let fires = changing
                .iter()
                .map(|run: &Rewriting| Formula::exists(run.vars.clone(), run.guard.clone()));
            self.asked = and([self.asked.clone(), not(or(fires))]);
            rewritings.push(changing);
        }
        for code in &family.rules {
            self.code(code, &coords)?;
        }
        Ok(FamilyFormulas {
            name: family.name.to_string(),
            width: family.width,
            domain,
            rewritings,
            choices: std::mem::take(&mut self.choices),
            faults: std::mem::take(&mut self.faults),
        })
    }

    /// Whether these coordinates are a position of the family.
    fn inside(&mut self, family: usize, coords: &[Term]) -> Result<Formula, Outside> {
        let mut frame: Frame = coords.iter().cloned().map(Word::Int).map(Some).collect();
        frame.resize(coords.len() + 1, None);
        let span = self.program.families[family].span;
        let mut all = Vec::new();
        for coord in coords.iter().filter(|coord| !is_natural(coord)) {
            all.push(self.compare(coord, Comparison::AtLeast, &Term::from(0), span)?);
        }
        for condition in &self.program.families[family].domain {
            let before = and(all.iter().cloned());
            all.push(self.symbolic.under(before, |symbolic| symbolic.bool(condition, &frame))?);
        }
        Ok(and(all))
    }

    fn compare(
        &mut self,
        a: &Term,
        how: Comparison,
        b: &Term,
        span: Span,
    ) -> Result<Formula, Outside> {
        compare(a, how, b, &mut self.symbolic.fresh)
            .map_err(|error| Outside::new(error.to_string(), span))
    }

    /// Runs a rule.
    fn code(&mut self, code: &Code, coords: &[Term]) -> Result<(), Outside> {
        self.work = 0;
        let mut frame: Frame = coords.iter().cloned().map(Word::Int).map(Some).collect();
        frame.resize(code.words.max(coords.len()), None);
        let path = Path { frame, vars: Vec::new(), guard: Vec::new() };
        self.block(&code.body, vec![path]).map(drop)
    }

    fn block(&mut self, block: &Block, paths: Vec<Path>) -> Result<Vec<Path>, Outside> {
        let mut paths = paths;
        for statement in block {
            let mut next = Vec::new();
            for path in paths {
                let after = self.statement(statement, path)?;
                next.extend(after);
            }
            if next.len() > MAX_PATHS {
                return Err(Outside::new(
                    format!("more than {MAX_PATHS} ways through this rule"),
                    span_of(statement),
                ));
            }
            paths = next;
        }
        Ok(paths)
    }

    /// The path with one more condition; `None` if that is never fulfilled.
    fn under(&mut self, path: &Path, condition: Formula) -> Option<Path> {
        let mut path = path.clone();
        match condition {
            Formula::Constant(false) => None,
            Formula::Constant(true) => Some(path),
            other => {
                path.guard.push(other);
                Some(path)
            }
        }
    }

    /// Faults found in an expression that is evaluated on this path.
    fn settle(&mut self, path: &Path) {
        self.settle_under(&path.vars, and(path.guard.iter().cloned()));
    }

    fn settle_under(&mut self, vars: &[Var], guard: Formula) {
        for (fault, span) in std::mem::take(&mut self.symbolic.faults) {
            self.fault(vars, and([guard.clone(), fault]), span);
        }
    }

    fn statement(&mut self, statement: &Stmt, path: Path) -> Result<Vec<Path>, Outside> {
        self.work += 1 + path.guard.len();
        if self.work > MAX_WORK {
            let what = "this rule has too many ways through it for a formula";
            return Err(Outside::new(what, span_of(statement)));
        }
        match statement {
            Stmt::For { slot, iter, body, span } => self.for_loop(*slot, iter, body, *span, path),
            Stmt::While { condition, body, span } => {
                self.powers(condition, body, *span, &path)?;
                let mut path = path;
                forget(body, &mut path.frame);
                Ok(vec![path])
            }
            Stmt::If { condition, then, otherwise } => {
                let holds = self.symbolic.bool(condition, &path.frame)?;
                self.settle(&path);
                let mut after = Vec::new();
                for (when, block) in [(holds.clone(), then), (not(holds), otherwise)] {
                    if let Some(path) = self.under(&path, when) {
                        after.extend(self.block(block, vec![path])?);
                    }
                }
                Ok(after)
            }
            Stmt::SetInt { slot, value } => {
                let cases = self.symbolic.int(value, &path.frame)?;
                self.settle(&path);
                let set = |term| vec![(*slot as usize, Word::Int(term))];
                Ok(self.set(&path, cases.into_iter().map(|(when, term)| (when, set(term)))))
            }
            Stmt::SetBool { slot, value } => {
                let formula = self.symbolic.bool(value, &path.frame)?;
                self.settle(&path);
                let word = vec![(*slot as usize, Word::Bool(formula))];
                Ok(self.set(&path, [(Formula::Constant(true), word)]))
            }
            Stmt::SetArray { slot, value } => {
                let cases = self.symbolic.array(value, &path.frame)?;
                self.settle(&path);
                let from = *slot as usize;
                let set = |elements: Vec<Term>| {
                    let words = elements.into_iter().enumerate();
                    words.map(|(at, term)| (from + at, Word::Int(term))).collect::<Vec<_>>()
                };
                Ok(self.set(&path, cases.into_iter().map(|(when, terms)| (when, set(terms)))))
            }
            Stmt::SetElement { slot, len, index, value } => {
                let places = self.symbolic.index(index, *len, &path.frame)?;
                let values = self.symbolic.int(value, &path.frame)?;
                self.settle(&path);
                let mut cases = Vec::new();
                for (here, at) in places {
                    for (when, term) in &values {
                        let word = (*slot as usize + at, Word::Int(term.clone()));
                        cases.push((and([here.clone(), when.clone()]), vec![word]));
                    }
                }
                Ok(self.set(&path, cases))
            }
            Stmt::Move(option) => {
                self.option(option, &path)?;
                Ok(vec![path])
            }
            Stmt::Gather(_) | Stmt::Part(_) => {
                Err(Outside::new("a sum of variable length", span_of(statement)))
            }
            Stmt::Become(target) => {
                let span = target.span;
                for (when, target) in self.target(target, &path)? {
                    let guard = and(path.guard.iter().cloned().chain([when]));
                    let inside = self.inside(target.family, &target.coords)?;
                    self.settle_under(&path.vars, guard.clone());
                    // A position that becomes itself is not rewritten.
                    self.fault(&path.vars, and([guard.clone(), not(inside)]), span);
                    self.rewritings.push(Rewriting { vars: path.vars.clone(), guard, target });
                }
                // The rule ends here.
                Ok(Vec::new())
            }
        }
    }

    /// The path with words set, case by case.
    fn set(
        &mut self,
        path: &Path,
        cases: impl IntoIterator<Item = (Formula, Vec<(usize, Word)>)>,
    ) -> Vec<Path> {
        let mut after = Vec::new();
        for (when, words) in cases {
            if let Some(mut path) = self.under(path, when) {
                for (at, word) in words {
                    path.frame[at] = Some(word);
                }
                after.push(path);
            }
        }
        after
    }

    fn fault(&mut self, vars: &[Var], formula: Formula, span: Span) {
        let all = and([self.asked.clone(), Formula::exists(vars.to_vec(), formula)]);
        if all != Formula::Constant(false) {
            self.faults.push((all, span));
        }
    }

    fn target(&mut self, term: &StateTerm, path: &Path) -> Result<Vec<(Formula, Target)>, Outside> {
        let mut cases = vec![(Formula::Constant(true), Vec::new())];
        for arg in &term.args {
            let made = match arg {
                Arg::Int(int) => self
                    .symbolic
                    .int(int, &path.frame)?
                    .into_iter()
                    .map(|(when, term)| (when, vec![term]))
                    .collect(),
                Arg::Array(array) => self.symbolic.array(array, &path.frame)?,
            };
            let mut longer = Vec::new();
            for (before, coords) in &cases {
                for (when, terms) in &made {
                    let both = and([before.clone(), when.clone()]);
                    if both != Formula::Constant(false) {
                        longer.push((both, [&coords[..], terms].concat()));
                    }
                }
            }
            cases = longer;
        }
        self.settle(path);
        let family = term.family;
        Ok(cases.into_iter().map(|(when, coords)| (when, Target { family, coords })).collect())
    }

    fn option(&mut self, option: &Move, path: &Path) -> Result<(), Outside> {
        let mut sums = vec![(Formula::Constant(true), Vec::new())];
        for term in &option.sum {
            let targets = self.target(term, path)?;
            let mut longer = Vec::new();
            for (before, sum) in &sums {
                for (when, target) in &targets {
                    let both = and([before.clone(), when.clone()]);
                    longer.push((both, [&sum[..], std::slice::from_ref(target)].concat()));
                }
            }
            sums = longer;
        }
        for (when, sum) in sums {
            let guard = and(path.guard.iter().cloned().chain([when]));
            let mut inside = Vec::new();
            if let Some(term) = option.sum.iter().find(|term| term.entailed) {
                return Err(Outside::new("a position that must be answered", term.span));
            }
            for target in &sum {
                let here = self.inside(target.family, &target.coords)?;
                self.settle_under(&path.vars, and([guard.clone(), and(inside.iter().cloned())]));
                inside.push(here);
            }
            let inside = and(inside);
            if !option.drop {
                let leaves = and([guard.clone(), not(inside.clone())]);
                self.fault(&path.vars, leaves, option.span);
            }
            let guard = and([guard, inside]);
            if guard != Formula::Constant(false) {
                let (vars, wins, span) = (path.vars.clone(), option.wins, option.span);
                self.choices.push(Choice { vars, guard, sum, wins, span });
            }
        }
        Ok(())
    }

    fn for_loop(
        &mut self,
        slot: Slot,
        iter: &Iter,
        body: &Block,
        span: Span,
        path: Path,
    ) -> Result<Vec<Path>, Outside> {
        let (from, to, inclusive, step) = match iter {
            Iter::Set(set) => {
                if set.len() > MAX_UNROLLED {
                    return Err(Outside::new(
                        format!("a set of {} numbers is too large for a formula", set.len()),
                        span,
                    ));
                }
                return self.unrolled(slot, set.iter().copied(), body, path);
            }
            Iter::Items(table, row) => {
                let items = self.symbolic.items(table, row.as_ref(), &path.frame, span)?;
                if items.len() > MAX_UNROLLED {
                    let what =
                        format!("an array of {} numbers is too large for a formula", items.len());
                    return Err(Outside::new(what, span));
                }
                return self.unrolled(slot, items.iter().copied(), body, path);
            }
            Iter::Ones(mask) => {
                let cases = self.symbolic.int(mask, &path.frame)?;
                let mask = match &cases[..] {
                    [(Formula::Constant(true), term)] => constant(term),
                    _ => None,
                };
                let Some(mask) = mask else {
                    return Err(Outside::new(
                        "a loop over the binary ones of a number that is not constant",
                        span,
                    ));
                };
                return self.unrolled(slot, (0..64).filter(|i| mask >> i & 1 == 1), body, path);
            }
            Iter::Range { from, to, inclusive, step } => (from, to, *inclusive, step),
        };
        let step = match step {
            None => 1,
            Some(step) => match &self.symbolic.int(step, &path.frame)?[..] {
                [(Formula::Constant(true), term)] => constant(term).filter(|&step| step > 0),
                _ => None,
            }
            .ok_or_else(|| Outside::new("a step that is not a positive constant", span))?,
        };
        let bounds = self.symbolic.ints([from, to], &path.frame, span)?;
        self.settle(&path);
        let mut after = path.clone();
        forget(body, &mut after.frame);
        after.frame[slot as usize] = Some(Word::Changing);
        for (when, bounds) in bounds {
            let [from, to] = <[Term; 2]>::try_from(bounds).expect("two bounds");
            let Some(mut path) = self.under(&path, when.clone()) else { continue };
            if let (Some(first), Some(last)) = (constant(&from), constant(&to)) {
                let Some(to_last) = last.checked_sub(i64::from(!inclusive)) else { continue };
                let length = (i128::from(to_last) - i128::from(first)).div_euclid(step.into()) + 1;
                if length <= 0 {
                    continue;
                }
                if length <= MAX_UNROLLED as i128 {
                    let numbers = (0..length as i64).map(|at| first + at * step);
                    let ended = self.unrolled(slot, numbers, body, path)?;
                    if when == Formula::Constant(true) {
                        // The only case, and what the body has set is known.
                        return Ok(ended);
                    }
                    continue;
                }
            }
            forget(body, &mut path.frame);
            let var = self.symbolic.fresh.var();
            path.vars.push(var);
            let error = |error: crate::formula::TermError| Outside::new(error.to_string(), span);
            let number = if step == 1 && is_natural(&from) {
                path.guard.push(self.compare(&var.into(), Comparison::AtLeast, &from, span)?);
                Term::from(var)
            } else {
                add(from, step, var.into()).map_err(error)?
            };
            let how = if inclusive { Comparison::AtMost } else { Comparison::Less };
            let below = self.compare(&number, how, &to, span)?;
            let Some(mut path) = self.under(&path, below) else { continue };
            path.guard = flat(path.guard);
            path.frame[slot as usize] = Some(Word::Int(number));
            self.block(body, vec![path])?;
        }
        Ok(vec![after])
    }

    /// The body once for each number. What it sets lasts.
    fn unrolled(
        &mut self,
        slot: Slot,
        numbers: impl IntoIterator<Item = i64>,
        body: &Block,
        path: Path,
    ) -> Result<Vec<Path>, Outside> {
        let mut paths = vec![path];
        for number in numbers {
            for path in &mut paths {
                path.frame[slot as usize] = Some(Word::Int(number.into()));
            }
            paths = self.block(body, paths)?;
        }
        Ok(paths)
    }

    /// `while p <= …` that goes through the powers of a base or through the Fibonacci numbers.
    fn powers(
        &mut self,
        condition: &Bool,
        body: &Block,
        span: Span,
        path: &Path,
    ) -> Result<(), Outside> {
        let outside = || {
            Outside::new(
                "a while loop that goes neither through powers nor Fibonacci numbers",
                span,
            )
        };
        let BoolKind::Compare(left, right) = &condition.kind else { return Err(outside()) };
        let [(how @ (Compared::Le | Compared::Lt), bound)] = &right[..] else {
            return Err(outside());
        };
        let IntKind::Var(slot) = left.kind else { return Err(outside()) };
        let (before, start, system) =
            progression(&mut self.symbolic, slot, body, &path.frame).ok_or_else(outside)?;
        if self.places.as_ref().is_some_and(|known| *known != system) {
            return Err(Outside::new("places of two different numeration systems", span));
        }
        self.places = Some(system);
        let mut inner = path.clone();
        // The bound must be the same in every turn.
        forget(body, &mut inner.frame);
        let var = self.symbolic.fresh.var();
        inner.vars.push(var);
        inner.guard.push(Formula::Relation(RelationId::Place, vec![var.into()]));
        inner.guard.push(self.compare(&var.into(), Comparison::AtLeast, &start.into(), span)?);
        let how = if *how == Compared::Le { Comparison::AtMost } else { Comparison::Less };
        let bounds = self.symbolic.int(bound, &inner.frame)?;
        self.settle(path);
        for (when, bound) in bounds {
            let below = self.compare(&var.into(), how, &bound, span)?;
            let Some(mut path) = self.under(&inner, and([when, below])) else { continue };
            path.guard = flat(path.guard);
            path.frame[slot as usize] = Some(Word::Int(var.into()));
            self.block(&before.to_vec(), vec![path])?;
        }
        Ok(())
    }
}

fn flat(guard: Vec<Formula>) -> Vec<Formula> {
    match and(guard) {
        Formula::And(parts) => parts,
        other => vec![other],
    }
}
