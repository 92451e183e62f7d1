//! Misère play as normal play of other rules.
//!
//! Let every move leave a single position or nothing. Whoever cannot move wins in misère play, so a
//! position without a move is given one, to nothing, and moves to nothing are left out: they lead to a
//! position in which the next player wins. P-positions in normal play of these rules are the
//! P-positions in misère play of the former ones, by induction.

use grundy_rules::typed::{
    Arg, Block, Bool, BoolKind, Code, Comparison, Int, IntKind, MAX_WORDS, Move, Program, Slot,
    Stmt,
};

/// Rules whose normal play is the misère play of these; `None` where moves leave sums or win at once,
/// or moves are dropped by conditions that are not simple.
pub(super) fn misere(program: &Program) -> Option<Program> {
    let mut changed = program.clone();
    for family in &mut changed.families {
        let words = family.rules.iter().map(|code| code.words).max().unwrap_or(family.width);
        let words = words.max(family.width);
        if words >= MAX_WORDS {
            return None;
        }
        let span = family.span;
        let int = |kind| Int { kind, span };
        let moved = words as Slot;
        let set = |value| Stmt::SetInt { slot: moved, value: int(IntKind::Const(value)) };
        let mut body = vec![set(0)];
        for code in &family.rules {
            body.extend(block(program, &code.body, &set(1))?);
        }
        let none = BoolKind::Compare(
            Box::new(int(IntKind::Var(moved))),
            vec![(Comparison::Eq, int(IntKind::Const(0)))],
        );
        body.push(Stmt::If {
            condition: Bool { kind: none, span },
            then: vec![Stmt::Move(Move { sum: Vec::new(), wins: false, drop: false, span })],
            otherwise: Vec::new(),
        });
        family.rules = vec![Code { body, words: words + 1, span, names: Vec::new() }];
    }
    Some(changed)
}

/// The block, with a note wherever there is a move.
fn block(program: &Program, body: &[Stmt], note: &Stmt) -> Option<Block> {
    let mut all = Vec::new();
    for statement in body {
        match statement {
            Stmt::Move(option) if option.wins || option.sum.len() > 1 => return None,
            Stmt::Move(option) => match &option.sum[..] {
                [] => all.push(note.clone()),
                [term] if option.drop => {
                    // Dropped where a number is negative.
                    if !program.families[term.family].domain.is_empty() {
                        return None;
                    }
                    let mut condition = Bool { kind: BoolKind::Const(true), span: option.span };
                    for arg in &term.args {
                        let Arg::Int(value) = arg else { return None };
                        let zero = Int { kind: IntKind::Const(0), span: value.span };
                        let kind = BoolKind::Compare(
                            Box::new(value.clone()),
                            vec![(Comparison::Ge, zero)],
                        );
                        let natural = Bool { kind, span: value.span };
                        let kind = BoolKind::And(Box::new(condition), Box::new(natural));
                        condition = Bool { kind, span: option.span };
                    }
                    all.push(Stmt::If {
                        condition,
                        then: vec![note.clone(), statement.clone()],
                        otherwise: Vec::new(),
                    });
                }
                _ => all.extend([note.clone(), statement.clone()]),
            },
            Stmt::For { slot, iter, body, span } => all.push(Stmt::For {
                slot: *slot,
                iter: iter.clone(),
                body: block(program, body, note)?,
                span: *span,
            }),
            Stmt::While { condition, body, span } => all.push(Stmt::While {
                condition: condition.clone(),
                body: block(program, body, note)?,
                span: *span,
            }),
            Stmt::If { condition, then, otherwise } => all.push(Stmt::If {
                condition: condition.clone(),
                then: block(program, then, note)?,
                otherwise: block(program, otherwise, note)?,
            }),
            // What leaves a sum.
            Stmt::Gather(_) | Stmt::Part(_) => return None,
            other => all.push(other.clone()),
        }
    }
    Some(all)
}
