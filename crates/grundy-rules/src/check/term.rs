//! Terms: what moves leave, coordinate by coordinate, by place, by name, or as they were.

use super::expr::{Typed, mismatch};
use super::mask::Mask;
use super::scope::{Role, Scope, Type};
use super::{Checked, Checker};
use crate::error::{Kind, RuleError};
use crate::number;
use crate::tree::{Expr, FieldText, TermText};
use crate::typed::{Arg, Array, ArrayKind, Block, Int, IntKind, Stmt, Term};
use grundy::syntax::Span;

/// A parameter of the game of a term.
struct Wanted<'a> {
    /// What it is called here.
    name: &'a str,
    ty: Type,
    default: Option<&'a Expr>,
    given: Given,
}

/// How a parameter has its value.
enum Given {
    No,
    /// It stays as it is.
    Kept(Arg),
    Yes(Arg),
}

impl<'a> Checker<'a> {
    /// A term; statements that defaults need before it go to `block`.
    pub(super) fn term(
        &mut self,
        term: &'a TermText,
        scope: &mut Scope<'a>,
        block: &mut Block,
    ) -> Checked<Term> {
        let name = self.text(term.name);
        let Some(&family) = self.numbers.get(name) else {
            let names: Vec<&str> = self.families.iter().map(|family| family.name).collect();
            let otherwise = format!(
                "known here: {}; built-in games are not, but examples/rules has their rules",
                names.join(", ")
            );
            return Err(self.unknown(term.name, "game", &names, &otherwise));
        };
        let own = self.head.as_ref().filter(|head| head.family == family);
        let mut wanted: Vec<Wanted<'a>> = self.families[family]
            .params
            .iter()
            .enumerate()
            .map(|(i, param)| Wanted {
                name: own.map_or(param.name, |head| head.names[i]),
                ty: param.ty(),
                default: param.default,
                given: Given::No,
            })
            .collect();
        self.check_count(term, family, &wanted)?;
        self.hoisted(block, |own| {
            for (arg, wanted) in term.args.iter().zip(&mut wanted) {
                wanted.given = Given::Yes(own.argument(arg, wanted.ty, scope)?);
            }
            if let Some(rest) = term.rest {
                own.keep(rest, &mut wanted, scope)?;
            }
            for field in &term.fields {
                own.field(field, term, &mut wanted, scope)?;
            }
            Ok(())
        })?;
        let missing =
            |wanted: &&Wanted<'_>| matches!(wanted.given, Given::No) && wanted.default.is_none();
        if let Some(without) = wanted.iter().find(missing) {
            let message = format!("{name} needs a value for {}", without.name);
            let head = self.source.text(self.families[family].span);
            return Err(RuleError::new(Kind::Type, message, term.span)
                .help(format!("write {} = …; its rules are about {head}", without.name)));
        }
        let args = if wanted.iter().any(|wanted| matches!(wanted.given, Given::No)) {
            self.defaults(family, wanted, term.span, scope, block)?
        } else {
            wanted.into_iter().filter_map(|wanted| wanted.given.arg()).collect()
        };
        Ok(Term { family, entailed: term.entailed.is_some(), args, span: term.span })
    }

    /// Whether so many values by place can be right.
    fn check_count(&self, term: &TermText, family: usize, wanted: &[Wanted<'_>]) -> Checked<()> {
        let named = term.rest.is_some() || !term.fields.is_empty();
        let needed = wanted.iter().filter(|wanted| wanted.default.is_none()).count();
        let least = if named { 0 } else { needed };
        if (least..=wanted.len()).contains(&term.args.len()) {
            return Ok(());
        }
        let count = match (named, needed == wanted.len()) {
            (true, _) => format!("up to {}", wanted.len()),
            (false, true) => format!("{needed}"),
            (false, false) => format!("{needed} to {}", wanted.len()),
        };
        let message = format!(
            "{} takes {count} argument{}, not {}",
            self.families[family].name,
            if count == "1" { "" } else { "s" },
            term.args.len()
        );
        let head = self.source.text(self.families[family].span);
        let whole = if wanted.iter().any(|wanted| matches!(wanted.ty, Type::Array(_))) {
            "; an array is given whole: [a, b, c], or x[i := v]"
        } else {
            ""
        };
        Err(RuleError::new(Kind::Type, message, term.span)
            .help(format!("its rules are about {head}{whole}")))
    }

    /// A value of this type.
    fn argument(&mut self, arg: &Expr, ty: Type, scope: &mut Scope<'a>) -> Checked<Arg> {
        match (self.expr(arg, scope)?, ty) {
            (Typed::Int(value), Type::Int) => Ok(Arg::Int(value)),
            (Typed::Array(value), Type::Array(len)) if value.len == len => Ok(Arg::Array(value)),
            (value, Type::Mask(shape)) => Ok(self.as_mask(value, shape, arg.span)?.arg()),
            (other, wanted) => Err(mismatch(&wanted.describe(), other.ty(), arg.span)),
        }
    }

    /// `..`: parameters that are called as those of the head stay as they are.
    fn keep(&self, rest: Span, wanted: &mut [Wanted<'a>], scope: &Scope<'a>) -> Checked<()> {
        let mut kept = 0;
        for wanted in wanted {
            let here = scope.find(wanted.name).filter(|here| here.role == Role::Parameter);
            let Some(here) = here else { continue };
            if here.ty != wanted.ty {
                let name = wanted.name;
                let message = format!(
                    "{name} cannot stay: it is {} here, and {} there",
                    here.ty.describe(),
                    wanted.ty.describe()
                );
                return Err(RuleError::new(Kind::Type, message, rest)
                    .help("write all values out, without '..'"));
            }
            wanted.given = Given::Kept(variable(here.ty, here.slot, rest));
            kept += 1;
        }
        if kept == 0 {
            return Err(RuleError::new(Kind::Type, "nothing stays as it is here", rest)
                .help("'..' keeps the parameters that have the same name in both games"));
        }
        Ok(())
    }

    /// `b = v` or `x[i] = v`.
    fn field(
        &mut self,
        field: &'a FieldText,
        term: &TermText,
        wanted: &mut [Wanted<'a>],
        scope: &mut Scope<'a>,
    ) -> Checked<()> {
        let name = self.text(field.name);
        let Some(at) = wanted.iter().position(|wanted| wanted.name == name) else {
            let names: Vec<&str> = wanted.iter().map(|wanted| wanted.name).collect();
            let game = self.text(term.name);
            let otherwise = format!("{game} has: {}", names.join(", "));
            let what = format!("parameter of {game}");
            return Err(self.unknown(field.name, &what, &names, &otherwise));
        };
        let wanted = &mut wanted[at];
        if field.index.is_empty() {
            if let Given::Yes(_) = wanted.given {
                let message = format!("{name} is given twice");
                return Err(RuleError::new(Kind::Type, message, field.name)
                    .help("by its place or by its name, once"));
            }
            wanted.given = Given::Yes(self.argument(&field.value, wanted.ty, scope)?);
            return Ok(());
        }
        let Given::Kept(before) = std::mem::replace(&mut wanted.given, Given::No) else {
            let message = format!("{name} does not stay, so that no element of it can be set");
            return Err(RuleError::new(Kind::Type, message, field.name).help(format!(
                "write {}(.., {name}[i] = v), or {name} = {name}[i := v]",
                self.text(term.name)
            )));
        };
        wanted.given = Given::Kept(self.with_element(field, before, wanted.ty, scope)?);
        Ok(())
    }

    /// What stays, with another element or square.
    fn with_element(
        &mut self,
        field: &'a FieldText,
        before: Arg,
        ty: Type,
        scope: &mut Scope<'a>,
    ) -> Checked<Arg> {
        if let Type::Mask(shape) = ty {
            let mask = match before {
                Arg::Int(word) => Mask { shape, words: vec![word], span: field.name },
                Arg::Array(Array { kind: ArrayKind::Var(slot), span, .. }) => {
                    Mask::variable(shape, slot, span)
                }
                Arg::Array(Array { kind: ArrayKind::List(words), span, .. }) => {
                    Mask { shape, words, span }
                }
                Arg::Array(array) => return Err(mismatch("a board", ty, array.span)),
            };
            let updates = [(field.index.iter().collect(), &field.value)];
            return Ok(self.with_squares(mask, &updates, field.span, scope)?.arg());
        }
        match (before, &*field.index) {
            (Arg::Array(before), [index]) => {
                let index = self.number(index, scope)?;
                if let Some(value) = index.constant() {
                    self.fold(number::element(value, before.len), index.span)?;
                }
                let value = self.number(&field.value, scope)?;
                let len = before.len;
                // Indices and values see the old variables, so one list of updates will do.
                let kind = match before.kind {
                    ArrayKind::Update(of, mut updates) => {
                        updates.push((index, value));
                        ArrayKind::Update(of, updates)
                    }
                    kind => {
                        let of = Array { kind, len, span: before.span };
                        ArrayKind::Update(Box::new(of), vec![(index, value)])
                    }
                };
                Ok(Arg::Array(Array { kind, len, span: field.span }))
            }
            _ => Err(mismatch("an array", ty, field.name)),
        }
    }

    /// Writes out the defaults that are missing: the arguments before them get variables, which the
    /// defaults then see under the names of the parameters.
    fn defaults(
        &mut self,
        family: usize,
        wanted: Vec<Wanted<'a>>,
        span: Span,
        scope: &mut Scope<'a>,
        block: &mut Block,
    ) -> Checked<Vec<Arg>> {
        let names = self.families[family].defaults_from.clone().unwrap_or_default();
        let mut inner = scope.inside();
        let mut args = Vec::with_capacity(wanted.len());
        for (wanted, name) in wanted.into_iter().zip(names) {
            let (ty, default) = (wanted.ty, wanted.default);
            let (value, span) = match (wanted.given.arg(), default) {
                (Some(arg), _) => {
                    let span = arg.span();
                    (arg, span)
                }
                (None, Some(default)) => (Arg::Int(self.number(default, &mut inner)?), span),
                (None, None) => continue,
            };
            let slot = inner.add(name, span, ty, Role::Let)?;
            block.push(match value {
                Arg::Int(value) => Stmt::SetInt { slot, value },
                Arg::Array(value) => Stmt::SetArray { slot, value },
            });
            args.push(variable(ty, slot, span));
        }
        scope.take_words(&inner);
        Ok(args)
    }
}

/// A variable as a value.
fn variable(ty: Type, slot: u32, span: Span) -> Arg {
    match ty {
        Type::Array(len) => Arg::Array(Array { kind: ArrayKind::Var(slot), len, span }),
        Type::Mask(shape) => Mask::variable(shape, slot, span).arg(),
        Type::Int | Type::Bool => Arg::Int(Int { kind: IntKind::Var(slot), span }),
    }
}

impl Given {
    fn arg(self) -> Option<Arg> {
        match self {
            Self::No => None,
            Self::Kept(arg) | Self::Yes(arg) => Some(arg),
        }
    }
}

impl Arg {
    fn span(&self) -> Span {
        match self {
            Self::Int(value) => value.span,
            Self::Array(value) => value.span,
        }
    }
}
