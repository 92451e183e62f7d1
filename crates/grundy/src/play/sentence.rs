//! What a sentence about heaps says: "take 2 from heap 3", "heap 2: 5 to 3", "leave 1 in row 2".

use super::words::{NTH, Token};
use crate::nat::Nat;

/// A change of heaps that a sentence asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    /// The part named before a colon.
    pub part: Option<Nat>,
    /// What becomes of which heap; other heaps lose nothing.
    pub changes: Vec<Change>,
    /// Whether the words leave no doubt what is done with the numbers. A bare number may be what is
    /// taken or what is left.
    pub sure: bool,
}

/// What becomes of a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// Which heap.
    pub heap: Which,
    /// Its size, if it is said.
    pub before: Option<Nat>,
    /// What is done.
    pub act: Act,
}

/// How a heap is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Which {
    /// Not at all.
    Any,
    /// All heaps of a part.
    Each,
    /// By its part.
    Part(Nat),
    /// By its place.
    Place(Nat),
    /// By its size.
    Size(Nat),
    /// By a number that may be its place or its size.
    Either(Nat),
}

/// What is done with a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// So many are taken.
    Take(Nat),
    /// Everything is taken.
    TakeAll,
    /// So many are taken from each heap in order.
    TakeList(Vec<Nat>),
    /// These sizes are left.
    Leave(Vec<Nat>),
}

/// A word by its role.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Role {
    Number(Nat),
    Nth,
    Mark,
    Take,
    Minus,
    From,
    In,
    Of,
    With,
    By,
    To,
    Into,
    Leave,
    Split,
    Heap,
    Row,
    Part,
    Size,
    All,
    Each,
    And,
    Open,
    Close,
    Colon,
}

/// Words that say nothing of the move.
const FILLERS: [&str; 50] = [
    "please", "the", "a", "an", "i", "we", "my", "me", "us", "will", "would", "like", "want",
    "let", "lets", "ll", "then", "now", "just", "only", "away", "out", "up", "down", "off", "coin",
    "coins", "stone", "stones", "token", "tokens", "match", "matches", "stick", "sticks",
    "counter", "counters", "bean", "beans", "pin", "pins", "piece", "pieces", "move", "make",
    "change", "turn", "set", "reduce", "play",
];

/// The roles of all words, fillers left out; `None` if a word has none.
fn roles(tokens: &[Token]) -> Option<Vec<Role>> {
    let mut roles = Vec::new();
    for token in tokens {
        roles.push(match token {
            Token::Number(number) => Role::Number(number.clone()),
            Token::Arrow | Token::Sign('=') => Role::To,
            Token::Sign(',' | '+') => Role::And,
            Token::Sign('(') => Role::Open,
            Token::Sign(')') => Role::Close,
            Token::Sign(':') => Role::Colon,
            Token::Sign('#') => Role::Mark,
            Token::Sign('-') => Role::Minus,
            Token::Sign(_) => return None,
            Token::Word(word) => match &**word {
                NTH => Role::Nth,
                "number" | "no" => Role::Mark,
                "take" | "takes" | "taking" | "remove" | "removes" | "subtract" | "minus"
                | "pick" | "grab" | "draw" | "eat" | "knock" | "delete" | "discard" => Role::Take,
                "from" => Role::From,
                "in" | "on" | "at" | "inside" => Role::In,
                "of" => Role::Of,
                "with" | "has" | "having" | "containing" => Role::With,
                "by" => Role::By,
                "to" | "becomes" | "become" | "is" => Role::To,
                "into" => Role::Into,
                "leave" | "leaves" | "leaving" | "keep" => Role::Leave,
                "split" | "divide" | "break" | "cut" => Role::Split,
                "heap" | "heaps" | "pile" | "piles" | "stack" | "stacks" => Role::Heap,
                "row" | "rows" | "step" | "steps" | "line" => Role::Row,
                "part" => Role::Part,
                "size" | "sized" => Role::Size,
                "all" | "everything" | "whole" | "entire" | "empty" | "clear" => Role::All,
                "both" | "each" | "every" => Role::Each,
                "and" | "plus" => Role::And,
                "nothing" => Role::Number(Nat::ZERO),
                filler if FILLERS.contains(&filler) => continue,
                _ => return None,
            },
        });
    }
    Some(roles)
}

/// What a text may say of heaps: every way to read it; none if it is no such sentence.
pub(super) fn read(tokens: &[Token]) -> Vec<Said> {
    let Some(roles) = roles(tokens) else { return Vec::new() };
    if let [Role::Number(part), Role::Colon, rest @ ..] = &*roles {
        let said = body(rest, &Which::Any);
        return said.into_iter().map(|said| Said { part: Some(part.clone()), ..said }).collect();
    }
    if let Some((heap, [Role::Colon, rest @ ..])) = named(&roles) {
        return body(rest, &heap);
    }
    body(&roles, &Which::Any)
}

fn sure(changes: Vec<Change>) -> Vec<Said> {
    vec![Said { part: None, changes, sure: true }]
}

fn unsure(heap: Which, act: Act) -> Vec<Said> {
    vec![Said { part: None, changes: vec![change(heap, act)], sure: false }]
}

fn change(heap: Which, act: Act) -> Change {
    Change { heap, before: None, act }
}

/// Numbers alone: what is taken, or what is left.
fn bare(heap: &Which, numbers: Vec<Nat>) -> Vec<Said> {
    let take = match &*numbers {
        [number] => Act::Take(number.clone()),
        _ => Act::TakeList(numbers.clone()),
    };
    [take, Act::Leave(numbers)].into_iter().flat_map(|act| unsure(heap.clone(), act)).collect()
}

/// A sentence without the part or heap before a colon, which is `given`.
fn body(words: &[Role], given: &Which) -> Vec<Said> {
    use Role::*;
    let one = |act| sure(vec![change(given.clone(), act)]);
    match words {
        [Number(before), rest @ ..] | [From, Number(before), rest @ ..]
            if matches!(rest, [To | Into, ..] | [Split, Into, ..]) =>
        {
            let result = if rest[0] == Split { &rest[2..] } else { &rest[1..] };
            return list(result).map_or_else(Vec::new, |sizes| {
                let (before, act) = (Some(before.clone()), Act::Leave(sizes));
                sure(vec![Change { heap: given.clone(), before, act }])
            });
        }
        [Split, Number(before), Into, rest @ ..] => {
            return list(rest).map_or_else(Vec::new, |sizes| {
                let (before, act) = (Some(before.clone()), Act::Leave(sizes));
                sure(vec![Change { heap: given.clone(), before, act }])
            });
        }
        [Split, Into, rest @ ..] | [Into | To, rest @ ..] => {
            return list(rest).map_or_else(Vec::new, |sizes| one(Act::Leave(sizes)));
        }
        [Leave, rest @ ..] => return leave(rest, given),
        [Split, rest @ ..] => {
            return match named(rest) {
                Some((heap, [Into, rest @ ..])) if *given == Which::Any => list(rest)
                    .map_or_else(Vec::new, |sizes| sure(vec![change(heap, Act::Leave(sizes))])),
                _ => Vec::new(),
            };
        }
        [Take, rest @ ..] => return take(rest, given),
        [Minus, Number(number)] => return unsure(given.clone(), Act::Take(number.clone())),
        // As in "2 from heap 3".
        [Number(_), From | Of, ..] => return take(words, given),
        [All, ..] => return take(words, given),
        [Open, ..] => {
            return list(words).map_or_else(Vec::new, |sizes| one(Act::Leave(sizes)));
        }
        [Number(_), ..] if list(words).is_some() => {
            return list(words).map_or_else(Vec::new, |numbers| bare(given, numbers));
        }
        [Number(number), Take] => return one(Act::Take(number.clone())),
        _ => {}
    }
    // The heap first.
    let words = match words {
        [From | In | Of, rest @ ..] => rest,
        _ => words,
    };
    let Some((heap, rest)) = number_or_named(words).filter(|_| *given == Which::Any) else {
        return Vec::new();
    };
    let one = |act| sure(vec![change(heap.clone(), act)]);
    match rest {
        // A dash may be meant as an arrow.
        [Minus, Number(number)] => unsure(heap.clone(), Act::Take(number.clone())),
        [Take | By, Number(number)] | [Number(number), Take] => one(Act::Take(number.clone())),
        [Take, All] | [All, Take] => one(Act::TakeAll),
        [Leave | To | Into, rest @ ..] | [Split, Into, rest @ ..] => {
            list(rest).map_or_else(Vec::new, |sizes| one(Act::Leave(sizes)))
        }
        [Number(before), To | Into, rest @ ..] | [From, Number(before), To | Into, rest @ ..] => {
            list(rest).map_or_else(Vec::new, |sizes| {
                let (before, act) = (Some(before.clone()), Act::Leave(sizes));
                sure(vec![Change { heap: heap.clone(), before, act }])
            })
        }
        [Number(_), ..] => list(rest).map_or_else(Vec::new, |numbers| bare(&heap, numbers)),
        _ => Vec::new(),
    }
}

/// What follows "leave".
fn leave(words: &[Role], given: &Which) -> Vec<Said> {
    if let Some((heap, [Role::With, rest @ ..])) = named(words)
        && *given == Which::Any
    {
        return list(rest)
            .map_or_else(Vec::new, |sizes| sure(vec![change(heap, Act::Leave(sizes))]));
    }
    let place = words.iter().position(|role| matches!(role, Role::In | Role::Of | Role::From));
    let (left, heap) = match place {
        None => (words, given.clone()),
        Some(at) => match named(&words[at + 1..]) {
            Some((heap, [])) if *given == Which::Any => (&words[..at], heap),
            _ => return Vec::new(),
        },
    };
    list(left).map_or_else(Vec::new, |sizes| sure(vec![change(heap, Act::Leave(sizes))]))
}

/// What follows "take": amounts with their heaps.
fn take(words: &[Role], given: &Which) -> Vec<Said> {
    use Role::*;
    let one = |act| sure(vec![change(given.clone(), act)]);
    match words {
        [All] | [All, From | Of | In, Heap] | [All, Heap] => return one(Act::TakeAll),
        [Number(number)] | [Number(number), From | Of | In, Heap] => {
            return one(Act::Take(number.clone()));
        }
        _ => {}
    }
    if let Some(numbers) = list(words) {
        return one(Act::TakeList(numbers));
    }
    if *given != Which::Any {
        return Vec::new();
    }
    if let Some((heap, [])) = named(words) {
        return match (heap, &words[0]) {
            (Which::Any | Which::Each, _) => Vec::new(),
            // "take 3 heap" may be an amount.
            (heap, Number(_)) => unsure(heap, Act::TakeAll),
            (heap, _) => sure(vec![change(heap, Act::TakeAll)]),
        };
    }
    let mut changes: Vec<Change> = Vec::new();
    let mut rest = words;
    loop {
        let (act, after) = match rest {
            [Number(number), after @ ..] => (Act::Take(number.clone()), after),
            [All, after @ ..] => (Act::TakeAll, after),
            _ => return Vec::new(),
        };
        let after = match after {
            [From | Of | In, after @ ..] => after,
            _ => after,
        };
        let Some((heap, mut after)) = number_or_named(after) else { return Vec::new() };
        changes.push(change(heap, act.clone()));
        // As in "from heap 1 and heap 2", but not "from heap 1 and 2 from heap 2".
        while let [And, more @ ..] = after
            && let Some((heap, next)) = number_or_named(more)
            && !matches!(next, [From | Of, ..])
        {
            changes.push(change(heap, act.clone()));
            after = next;
        }
        match after {
            [] => return sure(changes),
            [And, Take, next @ ..] | [And, next @ ..] => rest = next,
            _ => return Vec::new(),
        }
    }
}

/// The name of a heap at the beginning, and what follows.
fn named(words: &[Role]) -> Option<(Which, &[Role])> {
    use Role::*;
    Some(match words {
        [Part, Number(n), rest @ ..] | [Part, Mark, Number(n), rest @ ..] => {
            (Which::Part(n.clone()), rest)
        }
        [Row, Number(n), rest @ ..]
        | [Heap | Row, Mark, Number(n), rest @ ..]
        | [Nth, Number(n), Heap | Row, rest @ ..]
        | [Heap, Nth, Number(n), rest @ ..] => (Which::Place(n.clone()), rest),
        [Nth, Number(n), Part, rest @ ..] => (Which::Part(n.clone()), rest),
        [Heap, Of, Size, Number(n), rest @ ..]
        | [Heap, Of | With | Size, Number(n), rest @ ..]
        | [Size, Number(n), rest @ ..] => (Which::Size(n.clone()), rest),
        [Heap, Number(n), rest @ ..] | [Number(n), Heap, rest @ ..] => {
            (Which::Either(n.clone()), rest)
        }
        [Each, Heap, rest @ ..] | [Each, rest @ ..] | [All, Heap, rest @ ..]
            if !matches!(rest, [Number(_), ..]) =>
        {
            (Which::Each, rest)
        }
        _ => return None,
    })
}

fn number_or_named(words: &[Role]) -> Option<(Which, &[Role])> {
    named(words).or_else(|| match words {
        [Role::Number(n), rest @ ..] => Some((Which::Either(n.clone()), rest)),
        _ => None,
    })
}

/// Sizes and nothing else: one, or several with commas or "and" between them, in parentheses or not.
fn list(words: &[Role]) -> Option<Vec<Nat>> {
    let words = match words {
        [Role::Open, inner @ .., Role::Close] => inner,
        _ => words,
    };
    let mut numbers = Vec::new();
    for (i, role) in words.iter().enumerate() {
        match role {
            Role::Number(number) if i % 2 == 0 => numbers.push(number.clone()),
            Role::And if i % 2 == 1 => {}
            _ => return None,
        }
    }
    (words.len() % 2 == 1).then_some(numbers)
}
