//! Grundy values by the reference evaluator: depth first over normal forms, without recursion.

pub use crate::error::Failure;
use crate::error::{Kind, RuleError};
use crate::state::State;
use crate::typed::Program;
use crate::walk::{self, MAX_STEPS};
use foldhash::fast::RandomState;
use grundy::context::{Context, Stop};
use grundy::nimber::MexSet;
use grundy::solve::Value;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// Values found so far of one program; only those of complete searches are in it.
#[derive(Debug)]
pub struct Explorer {
    values: HashMap<State, Known, RandomState>,
    /// How many steps a state may take.
    fuel: u64,
    /// Words of all coordinates stored.
    words: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    OnPath,
    Value(Value),
}

/// An option in normal forms.
#[derive(Clone, Debug)]
struct Choice {
    sum: Vec<State>,
    wins: bool,
}

struct Frame {
    state: State,
    /// The options, unless they were dropped for want of room.
    options: Option<Vec<Choice>>,
    /// Options before this one are known.
    resume: usize,
}

/// Options of states that wait are kept, up to so many together. Beyond it they are listed again.
const MAX_KEPT_OPTIONS: usize = 1 << 18;

/// Each rule may take so many steps while the one that leads back is looked for.
const MAX_BLAME_STEPS: u64 = 1 << 20;

/// A message shows up to so many states of a path, and the last two.
const MAX_SHOWN_STATES: usize = 6;

impl Default for Explorer {
    fn default() -> Self {
        Self::with_fuel(MAX_STEPS)
    }
}

impl Explorer {
    /// An explorer that allows each state so many steps.
    pub fn with_fuel(fuel: u64) -> Self {
        Self { values: HashMap::default(), fuel, words: 0 }
    }

    /// How many values are known.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether no value is known yet.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a state, which must belong to its domain. Every state that can be reached is
    /// looked at, so rules that are wrong anywhere below it are found.
    ///
    /// # Complexity
    /// O(moves) steps of the walker, O(states) memory.
    ///
    /// # Errors
    /// [`Failure`]: the rules are wrong somewhere below, or a limit was reached.
    ///
    /// ```
    /// use grundy_rules::{explore::Explorer, source::Source, state::State, typed::Program};
    /// let program = Program::read(Source::new("S", "S(n) -> S(n-k) for k in 1..=min(n,3)")).unwrap();
    /// let value = Explorer::default().value(&program, &State::new(0, vec![10]), &Default::default());
    /// assert_eq!(value.unwrap().number(), Some(2));
    /// ```
    pub fn value(
        &mut self,
        program: &Program,
        state: &State,
        context: &Context<'_>,
    ) -> Result<Value, Failure> {
        program.check_bound()?;
        program.check_free("a search for mex values alone")?;
        let state = walk::normal_form_within(program, state, context)?;
        if let Some(Known::Value(value)) = self.values.get(&state) {
            return Ok(*value);
        }
        let mut path = Vec::new();
        let result = self.search(program, state, context, &mut path);
        for frame in path.drain(..) {
            if self.values.remove(&frame.state).is_some() {
                self.words -= frame.state.coords().len() as u64;
            }
        }
        result
    }

    fn open(
        &mut self,
        program: &Program,
        state: State,
        context: &Context<'_>,
        path: &mut Vec<Frame>,
    ) -> Result<(), Stop> {
        let count = self.values.len() as u64 + 1;
        context.check_positions(count, || searching(program, path))?;
        if count.is_multiple_of(1024) {
            context.look("searching positions", count)?;
            let each = (size_of::<(State, Known)>() + 1) as u64 * 8 / 7;
            let bytes = self.values.capacity() as u64 * each + (self.words + 2 * count) * 8;
            context.check_memory(bytes, || searching(program, path))?;
        }
        if let Entry::Vacant(vacant) = self.values.entry(state.clone()) {
            vacant.insert(Known::OnPath);
            self.words += state.coords().len() as u64;
        }
        path.push(Frame { state, options: None, resume: 0 });
        Ok(())
    }

    /// On an error the states on the path are left in it.
    fn search(
        &mut self,
        program: &Program,
        state: State,
        context: &Context<'_>,
        path: &mut Vec<Frame>,
    ) -> Result<Value, Failure> {
        let mut seen = MexSet::default();
        let mut kept = 0;
        let mut moves = 0;
        self.open(program, state, context, path)?;
        loop {
            let top = path.len() - 1;
            let options = match path[top].options.take() {
                Some(options) => options,
                None => {
                    let options = list(program, &path[top].state, self.fuel, context)?;
                    moves += options.len() as u64;
                    context.check_moves(moves)?;
                    kept += options.len();
                    options
                }
            };
            let mut child = None;
            'options: for (i, option) in options.iter().enumerate().skip(path[top].resume) {
                for part in &option.sum {
                    match self.values.get(part) {
                        Some(Known::Value(_)) => {}
                        Some(Known::OnPath) => {
                            let states: Vec<State> =
                                path.iter().map(|frame| frame.state.clone()).collect();
                            return Err(circle(program, &states, part).into());
                        }
                        None => {
                            path[top].resume = i;
                            child = Some(part.clone());
                            break 'options;
                        }
                    }
                }
            }
            if let Some(child) = child {
                if kept > MAX_KEPT_OPTIONS {
                    kept -= options.len();
                } else {
                    path[top].options = Some(options);
                }
                self.open(program, child, context, path)?;
                continue;
            }
            let value = self.value_from(&options, &mut seen)?;
            kept -= options.len();
            let Some(done) = path.pop() else { return Ok(value) };
            self.values.insert(done.state, Known::Value(value));
            if path.is_empty() {
                return Ok(value);
            }
        }
    }

    /// The value of a state whose options are all known.
    fn value_from(&self, options: &[Choice], seen: &mut MexSet) -> Result<Value, Stop> {
        if options.iter().any(|option| option.wins) {
            return Ok(Value::LOONY);
        }
        *seen = MexSet::default();
        for option in options {
            let mut numbers = option.sum.iter().map(|part| match self.values.get(part) {
                Some(Known::Value(value)) => value.number(),
                // Every part was looked at before.
                _ => None,
            });
            let sum = numbers.try_fold(0, |sum, number| number.map(|number| sum ^ number));
            if let Some(sum) = sum {
                seen.insert(sum);
            }
        }
        Value::new(seen.mex())
            .ok_or_else(|| Stop::Refused("a Grundy value of 2^32 or more came up".into()))
    }
}

/// The options of a state in normal forms.
fn list(
    program: &Program,
    state: &State,
    fuel: u64,
    context: &Context<'_>,
) -> Result<Vec<Choice>, Failure> {
    let mut options = Vec::new();
    let mut stop = None;
    walk::values_within(program, state, fuel, context, &mut |option| {
        options.push(option);
        let count = options.len() as u64;
        let bytes = count * (size_of::<Choice>() + 2 * size_of::<State>() + 16) as u64;
        let checked = if count.is_multiple_of(4096) {
            context
                .look("listing moves", count)
                .and_then(|()| context.check_moves(count))
                .and_then(|()| context.check_memory(bytes, || "listing moves".into()))
        } else {
            Ok(())
        };
        stop = checked.err();
        stop.is_none()
    })?;
    if let Some(stop) = stop {
        return Err(stop.into());
    }
    let mut listed = Vec::with_capacity(options.len());
    for (i, option) in options.into_iter().enumerate() {
        context.tick("listing moves", i as u64)?;
        let forms =
            option.sum.iter().map(|state| walk::normal_form_within(program, state, context));
        listed.push(Choice { sum: forms.collect::<Result<_, _>>()?, wins: option.wins });
    }
    Ok(listed)
}

/// Play comes back to a state on the path.
pub(crate) fn circle(program: &Program, path: &[State], back_to: &State) -> RuleError {
    let first = path.iter().position(|state| state == back_to).unwrap_or(0);
    let states: Vec<&State> = path[first..].iter().collect();
    let shown = format!("{} -> {}", arrows(program, &states), back_to.show(program));
    let last = path.last().unwrap_or(back_to);
    let rules = &program.families[last.family()].rules;
    let span = rules.iter().find(|code| leads(program, code, last, back_to)).map(|code| code.span);
    let error = RuleError::new(
        Kind::Loop,
        format!("play can go round: {shown}"),
        span.unwrap_or(program.families[last.family()].span),
    );
    error
        .in_state(last.show(program))
        .help(format!(
            "play must end: every move has to make something smaller; or declare `loopy {}`, and a play without end is a draw",
            program.families[last.family()].name
        ))
}

/// Whether a rule by itself has a move from one state to another.
fn leads(program: &Program, code: &crate::typed::Code, from: &State, to: &State) -> bool {
    let mut alone = program.clone();
    alone.families[from.family()].rules = vec![code.clone()];
    let mut found = false;
    let run =
        walk::values_within(&alone, from, MAX_BLAME_STEPS, &Context::default(), &mut |option| {
            found = option
                .sum
                .iter()
                .any(|part| walk::normal_form(program, part).is_ok_and(|part| part == *to));
            !found
        });
    run.is_ok() && found
}

/// What was done when a limit was reached: with the path, if its states grow.
fn searching(program: &Program, path: &[Frame]) -> String {
    let doing = "searching for a Grundy value".to_owned();
    let states: Vec<&State> = path.iter().map(|frame| &frame.state).collect();
    let Some(growing) = growing(&states) else { return doing };
    format!(
        "{doing}, where positions grow without end, {} (play seems to go on for ever)",
        arrows(program, &growing)
    )
}

/// The states of a path that ends in ever larger ones.
pub(crate) fn growing<'s>(path: &[&'s State]) -> Option<Vec<&'s State>> {
    /// States of a path; a shorter one tells nothing.
    const MIN_PATH_STATES: usize = 32;
    let size = |state: &State| state.coords().iter().copied().max().unwrap_or(0);
    let (first, last) = (path.first()?, path.last()?);
    let middle = path[path.len() / 2];
    let grows =
        path.len() >= MIN_PATH_STATES && size(first) < size(middle) && size(middle) < size(last);
    grows.then(|| path.to_vec())
}

/// States with arrows between, those in the middle left out if there are many.
pub(crate) fn arrows(program: &Program, states: &[&State]) -> String {
    let show = |states: &[&State]| -> Vec<String> {
        states.iter().map(|state| state.show(program)).collect()
    };
    if states.len() <= 2 * MAX_SHOWN_STATES {
        return show(states).join(" -> ");
    }
    let (head, tail) = (show(&states[..MAX_SHOWN_STATES]), show(&states[states.len() - 2..]));
    format!("{} -> … -> {}", head.join(" -> "), tail.join(" -> "))
}
