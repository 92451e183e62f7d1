//! What a program holds, a line for each constant, input and family.

use crate::input::InputKind;
use crate::typed::{ConstantValue, Family, Program};
use grundy::syntax::Span;

impl Program {
    /// The constants with their values, the inputs, the families with what is known of each.
    ///
    /// ```
    /// use grundy_rules::{source::Source, typed::Program};
    /// let text = "const m = 3  take(n) -> take(n-k) for k in 1..=min(n,m)";
    /// let program = Program::read(Source::new("rules", text)).unwrap();
    /// assert_eq!(program.describe()[0], "const m = 3");
    /// let text = "loopy go  go(n) where n < 7  go(n) -> go((n + 1) mod 7)";
    /// let program = Program::read(Source::new("rules", text)).unwrap();
    /// assert!(program.describe()[0].contains("play may go on for ever"));
    /// let program = Program::read(Source::new("rules", "nim(n) -> nim(n-1) if n > 0")).unwrap();
    /// assert!(program.describe()[0].contains("in place of the built-in game nim"));
    /// ```
    pub fn describe(&self) -> Vec<String> {
        let constants = self.constants.iter().map(|constant| {
            let value = match &constant.value {
                ConstantValue::Int(value) => value.to_string(),
                ConstantValue::Bool(value) => value.to_string(),
                ConstantValue::Set(set) => count(set.len(), "number"),
                ConstantValue::Numbers(numbers) => match numbers.kind() {
                    InputKind::Rows => {
                        let items = count(numbers.items().len(), "number");
                        format!("{} of {items} in order", count(numbers.len(), "row"))
                    }
                    _ => format!("{} in order", count(numbers.len(), "number")),
                },
            };
            format!("const {} = {value}", constant.name)
        });
        let inputs = self.inputs.iter();
        let inputs =
            inputs.map(|input| format!("input {}: {}", input.signature(), input.kind.describe()));
        let families = self.families.iter().map(|family| {
            let signature = family.signature(&self.source);
            format!("{}({signature}): {}", family.name, self.about(family))
        });
        constants.chain(inputs).chain(families).collect()
    }

    fn about(&self, family: &Family) -> String {
        let mut parts = vec![count(family.rules.len(), "move rule")];
        if !family.same.is_empty() {
            parts.push(count(family.same.len(), "same-position rule"));
        }
        // What boards are stands in the signature.
        let own = |span: Span| family.span.start <= span.start && span.end <= family.span.end;
        for condition in family.domain.iter().filter(|condition| !own(condition.span)) {
            parts.push(format!("where {}", self.source.text(condition.span)));
        }
        if let Some(show) = family.show.as_ref().filter(|show| !own(show.span)) {
            parts.push(format!("show {}", self.source.text(show.span)));
        }
        if family.loopy.is_some() {
            parts.push("play may go on for ever".to_owned());
        }
        if family.entails.is_some() {
            parts.push("some moves must be answered where they are made".to_owned());
        }
        if grundy::expr::Catalogue::default().card(&family.name).is_ok() {
            parts.push(format!("in place of the built-in game {}", family.name));
        }
        parts.push(match family.width {
            1 => "a table to N has N + 1 entries".to_owned(),
            width => format!("a table to N in every coordinate has (N + 1)^{width} entries"),
        });
        parts.join("; ")
    }
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
