//! What is read, and where in its loops everything else is done.

use super::scope::{Lower, Value, constant, variable};
use crate::ir::{Cases, Int, IntKind, Kind, Read, ReadKind, Stmt, Var};
use crate::tree::{Expr, ExprKind, Group, Item};
use grundy::syntax::Span;
use grundy_rules::error::{Kind as ErrorKind, RuleError};
use grundy_rules::typed::IntBinary;

/// The groups of cases of an input, one in the other, from the outside.
pub(super) struct Levels<'t> {
    /// What is read at each level, besides the next group.
    pub items: Vec<&'t [Item]>,
    /// The groups: the first is around the items of level 1.
    pub cases: Vec<&'t Item>,
}

impl<'t> Levels<'t> {
    /// Takes an input apart.
    pub fn of(input: &'t Group) -> Result<Self, RuleError> {
        let mut levels = Self { items: Vec::new(), cases: Vec::new() };
        let mut group = input;
        loop {
            let place = group
                .items
                .iter()
                .position(|item| matches!(item, Item::Cases { .. } | Item::Until { .. }));
            let Some(place) = place else {
                levels.items.push(&group.items);
                return Ok(levels);
            };
            let item = &group.items[place];
            let (Item::Cases { group: inner, span, .. } | Item::Until { group: inner, span, .. }) =
                item
            else {
                return Ok(levels);
            };
            if place + 1 != group.items.len() {
                return Err(RuleError::new(
                    ErrorKind::Parse,
                    "nothing can be read behind a group of cases",
                    *span,
                )
                .help("a part of one case that is repeated is written: n of (…)"));
            }
            levels.items.push(&group.items[..place]);
            levels.cases.push(item);
            group = inner;
        }
    }

    /// The level at which a name is read; a count such as T in `T * (…)` is read before it.
    pub fn level(&self, name: &str, text: &dyn Fn(Span) -> String) -> Option<usize> {
        fn has(items: &[Item], name: &str, text: &dyn Fn(Span) -> String) -> bool {
            items.iter().any(|item| match item {
                Item::Numbers { name: n, .. } | Item::Words { name: n, .. } => text(*n) == name,
                Item::Rows { group, count, .. } => {
                    has(&group.items, name, text)
                        || matches!(count.kind, ExprKind::Name) && text(count.span) == name
                }
                Item::Cases { .. } | Item::Until { .. } => false,
            })
        }
        let read = self.items.iter().position(|items| has(items, name, text));
        read.or_else(|| {
            self.cases.iter().position(|case| {
                matches!(case, Item::Cases { count, .. }
                    if matches!(count.kind, ExprKind::Name) && text(count.span) == name)
            })
        })
    }
}

impl<'s> Lower<'s> {
    /// Reads some items. `stop` is what ends the group, asked as soon as its names are read.
    pub fn read_items(&mut self, items: &[Item], mut stop: Option<&Expr>) -> Result<(), RuleError> {
        let mut late = Vec::new();
        for item in items {
            let ends = stop.is_some_and(|condition| self.ends_by(condition, item));
            late.extend(self.read_item(item, ends)?);
            if let Some(condition) = stop
                && self.knows_all(condition)
            {
                let condition = self.bool(condition)?;
                self.say(Stmt::Stop(condition));
                late.drain(..).for_each(|read| self.say(Stmt::Limits(read)));
                stop = None;
            }
        }
        match stop {
            None => Ok(()),
            Some(condition) => {
                // An unknown name is told as such.
                self.bool(condition)?;
                Ok(())
            }
        }
    }

    /// Whether what ends a group is a condition on this number.
    fn ends_by(&self, condition: &Expr, item: &Item) -> bool {
        let Item::Numbers { name, .. } = item else { return false };
        let mut names = Vec::new();
        super::mentioned::names_of(condition, &mut names);
        names.iter().any(|span| self.text(*span) == self.text(*name))
    }

    fn knows_all(&self, expr: &Expr) -> bool {
        let mut names = Vec::new();
        super::mentioned::names_of(expr, &mut names);
        names.iter().all(|span| self.find(self.text(*span)).is_some())
    }

    /// Reads one thing; if its limits are to be looked at later, these.
    fn read_item(&mut self, item: &Item, ends: bool) -> Result<Option<Read>, RuleError> {
        match item {
            Item::Numbers { name, sizes, limits } => {
                let sizes =
                    sizes.iter().map(|size| self.int(size)).collect::<Result<Vec<_>, _>>()?;
                let mut sizes = sizes.into_iter();
                let (kind, what) = match (sizes.next(), sizes.next()) {
                    (None, _) => (Kind::Int, ReadKind::Number),
                    (Some(count), None) => (Kind::Numbers, ReadKind::Numbers(count)),
                    (Some(rows), Some(columns)) => (Kind::Rows, ReadKind::Rows(rows, columns)),
                };
                let limits = match limits {
                    Some((from, to)) => Some((self.int(from)?, self.int(to)?)),
                    None => None,
                };
                let var = self.add(*name, kind)?;
                if let Some((least, most)) = &limits
                    && let (IntKind::Const(least), IntKind::Const(most)) = (&least.kind, &most.kind)
                {
                    self.limits.push((var, *least, *most));
                }
                self.say(Stmt::New(var));
                let late = ends && matches!(what, ReadKind::Number) && limits.is_some();
                let read = Read { var, what, limits, late };
                self.say(Stmt::Read(read.clone()));
                return Ok(late.then_some(read));
            }
            Item::Words { name, size } => {
                let (kind, what) = match size {
                    None => (Kind::Numbers, ReadKind::Word),
                    Some(size) => (Kind::Rows, ReadKind::Words(self.int(size)?)),
                };
                let var = self.add(*name, kind)?;
                self.say(Stmt::New(var));
                self.say(Stmt::Read(Read { var, what, limits: None, late: false }));
            }
            Item::Rows { count, group, span } => self.read_rows(count, group, *span)?,
            Item::Cases { span, .. } | Item::Until { span, .. } => {
                let message = "a group of cases stands at the end of what is read";
                return Err(RuleError::new(ErrorKind::Parse, message, *span));
            }
        }
        Ok(None)
    }

    /// A count that is read itself if nothing is called so yet.
    pub fn count(&mut self, count: &Expr) -> Result<Int, RuleError> {
        if matches!(count.kind, ExprKind::Name) && self.find(self.text(count.span)).is_none() {
            let var = self.add(count.span, Kind::Int)?;
            self.say(Stmt::New(var));
            self.say(Stmt::Read(Read { var, what: ReadKind::Number, limits: None, late: false }));
        }
        self.int(count)
    }

    /// `n of (m, p[m])`: each name inside is that of an array of what it was.
    fn read_rows(&mut self, count: &Expr, group: &Group, span: Span) -> Result<(), RuleError> {
        let count = self.count(count)?;
        let mut outer: Vec<(Span, Var, Kind)> = Vec::new();
        for item in &group.items {
            let (name, kind) = match item {
                Item::Numbers { name, sizes, .. } => match sizes.len() {
                    0 => (*name, Kind::Numbers),
                    1 => (*name, Kind::Rows),
                    _ => {
                        let message = "rows of rows are not read";
                        return Err(RuleError::new(ErrorKind::Type, message, *name));
                    }
                },
                Item::Words { name, size: None } => (*name, Kind::Rows),
                _ => {
                    let message = "within n of (…) stand numbers, arrays and words";
                    return Err(RuleError::new(ErrorKind::Type, message, span));
                }
            };
            self.free(name)?;
            let text = self.text(name);
            let var = self.hidden(text, kind);
            self.say(Stmt::New(var));
            outer.push((name, var, kind));
        }
        let (turn, body) = self.within(|lower| {
            let turn = lower.hidden("turn", Kind::Int);
            lower.read_items(&group.items, None)?;
            for (name, var, _) in &outer {
                let inner = lower.find(lower.text(*name)).unwrap_or(*var);
                match lower.of(inner, *name) {
                    Value::Int(value) => lower.say(Stmt::Push(*var, value)),
                    Value::Array(array) => lower.say(Stmt::PushRow(*var, array)),
                    _ => {}
                }
            }
            Ok(turn)
        })?;
        self.say(Stmt::For { var: turn, from: constant(0, span), to: count, step: None, body });
        for (name, var, _) in outer {
            self.show(name, var);
        }
        Ok(())
    }

    /// The statement around the statements of a group.
    pub fn cases(&mut self, case: &Item, count: Option<Int>) -> Cases {
        match (case, count) {
            (Item::Until { condition: None, .. }, _) => Cases::UntilEnd,
            (Item::Until { .. }, _) => Cases::Until,
            (_, Some(count)) => Cases::Count(count),
            (_, None) => Cases::UntilEnd,
        }
    }

    /// One more.
    pub fn increase(&mut self, var: Var, span: Span) {
        let one = Box::new(constant(1, span));
        let kind = IntKind::Binary(IntBinary::Add, Box::new(variable(var, span)), one);
        self.say(Stmt::Int(var, Int { kind, span }));
    }
}
