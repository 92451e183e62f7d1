//! Every statement and expression of a program, to be looked at or changed.

use crate::ir::{Arg, Array, Block, Bool, Cases, Int, IntKind, Piece, ReadKind, Routine, Stmt};

/// What is visited, before what is in it.
pub(super) enum Node<'n> {
    Stmt(&'n mut Stmt),
    Int(&'n mut Int),
    Bool(&'n mut Bool),
}

/// Calls `see` for everything in a program.
pub(super) fn routine(routine: &mut Routine, see: &mut dyn FnMut(Node<'_>)) {
    block(&mut routine.body, see);
    for function in &mut routine.functions {
        block(&mut function.body, see);
        int(&mut function.value, see);
    }
}

fn block(block: &mut Block, see: &mut dyn FnMut(Node<'_>)) {
    for own in block {
        statement(own, see);
    }
}

fn statement(statement: &mut Stmt, see: &mut dyn FnMut(Node<'_>)) {
    see(Node::Stmt(statement));
    match statement {
        Stmt::Int(_, value) | Stmt::Push(_, value) => int(value, see),
        Stmt::Bool(_, value) => bool(value, see),
        Stmt::Copy(_, of) | Stmt::PushRow(_, of) => array(of, see),
        Stmt::Put(_, index, value) => {
            int(index, see);
            int(value, see);
        }
        Stmt::Make(_, _, of) => arg(of, see),
        Stmt::Neighbours { count, .. } => int(count, see),
        Stmt::For { from, to, step, body, .. } => {
            int(from, see);
            int(to, see);
            step.iter_mut().for_each(|step| int(step, see));
            block(body, see);
        }
        Stmt::Each { array: of, body, .. } => {
            array(of, see);
            block(body, see);
        }
        Stmt::If { condition, then, otherwise } => {
            bool(condition, see);
            block(then, see);
            block(otherwise, see);
        }
        Stmt::Need { condition, .. } | Stmt::Stop(condition) => bool(condition, see),
        Stmt::Read(read) | Stmt::Limits(read) => {
            match &mut read.what {
                ReadKind::Number | ReadKind::Word => {}
                ReadKind::Numbers(count) | ReadKind::Words(count) => int(count, see),
                ReadKind::Rows(rows, columns) => {
                    int(rows, see);
                    int(columns, see);
                }
            }
            if let Some((from, to)) = &mut read.limits {
                int(from, see);
                int(to, see);
            }
        }
        Stmt::Cases { cases, body } => {
            if let Cases::Count(count) = cases {
                int(count, see);
            }
            block(body, see);
        }
        Stmt::Part(_, args) => args.iter_mut().for_each(|own| arg(own, see)),
        Stmt::Options { args, value, body, .. } => {
            args.iter_mut().for_each(|own| arg(own, see));
            int(value, see);
            block(body, see);
        }
        Stmt::Print(print) => {
            for piece in &mut print.pieces {
                match piece {
                    Piece::Text(_) => {}
                    Piece::Int(value) => int(value, see),
                    Piece::Array(of) => array(of, see),
                }
            }
        }
        Stmt::New(_)
        | Stmt::SortRows(_)
        | Stmt::Break
        | Stmt::Bind
        | Stmt::Begin
        | Stmt::Decide { .. } => {}
    }
}

fn int(own: &mut Int, see: &mut dyn FnMut(Node<'_>)) {
    see(Node::Int(own));
    match &mut own.kind {
        IntKind::Const(_) | IntKind::Var(_) | IntKind::Rows(_) => {}
        IntKind::Unary(_, a) => int(a, see),
        IntKind::Binary(_, a, b) | IntKind::NimSum(a, b) => {
            int(a, see);
            int(b, see);
        }
        IntKind::Call(_, args) | IntKind::BuiltIn(_, args) | IntKind::Function(_, args) => {
            args.iter_mut().for_each(|arg| int(arg, see));
        }
        IntKind::If(condition, a, b) => {
            bool(condition, see);
            int(a, see);
            int(b, see);
        }
        IntKind::At(of, index) => {
            array(of, see);
            int(index, see);
        }
        IntKind::Len(of) => array(of, see),
        IntKind::Value(_, args) => args.iter_mut().for_each(|own| arg(own, see)),
    }
}

fn bool(own: &mut Bool, see: &mut dyn FnMut(Node<'_>)) {
    see(Node::Bool(own));
    match own {
        Bool::Const(_) | Bool::Var(_) => {}
        Bool::Not(a) => bool(a, see),
        Bool::And(a, b) | Bool::Or(a, b) => {
            bool(a, see);
            bool(b, see);
        }
        Bool::Compare(_, a, b) => {
            int(a, see);
            int(b, see);
        }
        Bool::Call(_, a) => int(a, see),
    }
}

fn array(own: &mut Array, see: &mut dyn FnMut(Node<'_>)) {
    if let Array::Row(_, index) = own {
        int(index, see);
    }
}

fn arg(own: &mut Arg, see: &mut dyn FnMut(Node<'_>)) {
    match own {
        Arg::Int(value) => int(value, see),
        Arg::Array(of) => array(of, see),
    }
}
