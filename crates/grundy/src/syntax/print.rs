//! Trees back to text that parses to the same tree.

use super::{Arg, ArgKind, Args, Component, Head};
use crate::nat::Nat;
use std::fmt::{self, Display, Formatter};

impl Display for Component {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.head {
            Head::Name(text) | Head::Code(text) => f.write_str(text)?,
            Head::Star(n) => write!(f, "*{n}")?,
        }
        if let Some(params) = &self.params {
            write!(f, "[{params}]")?;
        }
        if self.entailed {
            f.write_str("!")?;
        }
        if let Some(args) = &self.args {
            write!(f, "({args})")?;
        }
        Ok(())
    }
}

impl Display for Args {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, group) in self.groups.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            for (i, arg) in group.iter().enumerate() {
                if i > 0 {
                    f.write_str(",")?;
                }
                arg.fmt(f)?;
            }
        }
        Ok(())
    }
}

impl Display for Arg {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ArgKind::Number(n) => n.fmt(f),
            ArgKind::Range { from, to, step } if *step == Nat::ONE => write!(f, "{from}..{to}"),
            ArgKind::Range { from, to, step } => write!(f, "{from}..{to}:{step}"),
            ArgKind::Edge(a, b) => write!(f, "{a}-{b}"),
            ArgKind::Arc(a, b) => write!(f, "{a}>{b}"),
            ArgKind::Text(text) => write_quoted(f, text),
            ArgKind::Named(name, value) => write!(f, "{name}={value}"),
            ArgKind::List(values) => {
                f.write_str("[")?;
                for (i, value) in values.iter().enumerate() {
                    if i > 0 {
                        f.write_str(",")?;
                    }
                    value.fmt(f)?;
                }
                f.write_str("]")
            }
            ArgKind::Sum(sum) => {
                for (i, component) in sum.iter().enumerate() {
                    if i > 0 {
                        f.write_str(" + ")?;
                    }
                    component.fmt(f)?;
                }
                Ok(())
            }
        }
    }
}

fn write_quoted(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
