//! The format of an input: `T * (n, h[n])`.

use super::cursor::Cursor;
use crate::tree::{Expr, Group, Item};
use grundy::syntax::Span;
use grundy_rules::error::{Kind, RuleError};

/// How deep groups nest.
const MAX_GROUPS: usize = 4;

impl Cursor<'_> {
    /// `item, item, …`
    pub(crate) fn group(&mut self, depth: usize) -> Result<Group, RuleError> {
        if depth > MAX_GROUPS {
            let message = format!("groups nest up to {MAX_GROUPS} deep");
            return Err(RuleError::new(Kind::Size, message, self.here()));
        }
        let mut items = vec![self.item(depth)?];
        while self.is_symbol(",") {
            self.skip();
            items.push(self.item(depth)?);
        }
        Ok(Group { items })
    }

    fn item(&mut self, depth: usize) -> Result<Item, RuleError> {
        if let Some(start) = self.word("until") {
            let condition = match self.word("end") {
                Some(_) => None,
                None => Some(self.comparisons()?),
            };
            let (group, end) = self.bracketed(depth)?;
            let span = Span::new(start.start, end.end);
            return Ok(Item::Until { condition, group, span });
        }
        if self.is_word("word")
            && self
                .second()
                .is_some_and(|next| !self.text(next.span).starts_with([',', ')', ':', '[', '*']))
        {
            self.skip();
            let name = self.name("the name of a word")?;
            let size = match self.is_symbol("[") {
                true => Some(self.size()?),
                false => None,
            };
            return Ok(Item::Words { name, size });
        }
        let start = self.here();
        // A count in front of a group, or a name that is read.
        let mut first = self.count()?;
        if self.is_symbol("*") {
            self.skip();
            let (group, end) = self.bracketed(depth)?;
            let span = Span::new(start.start, end.end);
            return Ok(Item::Cases { count: first, group, span });
        }
        if self.word("of").is_some() {
            let (group, end) = self.bracketed(depth)?;
            let span = Span::new(start.start, end.end);
            return Ok(Item::Rows { count: first, group, span });
        }
        let mut sizes = Vec::new();
        while let crate::tree::ExprKind::Index(of, size) = first.kind {
            sizes.insert(0, *size);
            first = *of;
        }
        if !matches!(first.kind, crate::tree::ExprKind::Name) {
            let message = "here stands the name of what is read";
            return Err(RuleError::new(Kind::Parse, message, first.span)
                .help("for example n, or h[n], or T * (n, h[n])"));
        }
        if sizes.len() > 2 {
            let message = "an input has numbers, arrays h[n] and rows of arrays g[r][c]";
            return Err(RuleError::new(Kind::Type, message, first.span));
        }
        let limits = match self.is_symbol(":") {
            true => {
                self.skip();
                Some(self.limits()?)
            }
            false => None,
        };
        Ok(Item::Numbers { name: first.span, sizes, limits })
    }

    fn limits(&mut self) -> Result<(Expr, Expr), RuleError> {
        let from = self.sums()?;
        if !self.is_symbol("..=") {
            return Err(self.expected("..= and the greatest number, as in n: 1..=1000"));
        }
        self.skip();
        Ok((from, self.sums()?))
    }

    fn bracketed(&mut self, depth: usize) -> Result<(Group, Span), RuleError> {
        self.expect("(")?;
        let group = self.group(depth + 1)?;
        Ok((group, self.expect(")")?))
    }

    fn size(&mut self) -> Result<Expr, RuleError> {
        self.expect("[")?;
        let size = self.expr()?;
        self.expect("]")?;
        Ok(size)
    }
}
