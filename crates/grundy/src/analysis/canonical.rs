//! Canonical forms of sums: nimbers in normal play, Conway's simplest forms in misère play.

use super::normal::value_of;
use super::parts::Parts;
use super::search::Searcher;
use crate::context::{Context, Stop};
use crate::expr::{Expression, print_sum};
use crate::game::{Component, Known};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::solve::forms::{Form, Forms};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Canonical forms of several sums, which can be compared.
#[derive(Default)]
pub struct CanonicalForms {
    searcher: Searcher,
    forms: Forms,
}

/// The canonical form of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CanonicalForm {
    /// The sum as it was read.
    pub position: String,
    /// `normal` or `misere`.
    pub play: String,
    /// Nim-heaps are 0, *, *2, *3, …, other forms their options in braces; `None` if that is too long.
    pub form: Option<String>,
    /// The n of which the sum is the nim-heap.
    #[serde(serialize_with = "crate::json::exact_or_null")]
    pub nimber: Option<Nat>,
    /// The forms of the options of the form; in normal play those of all options of the sum, as far as
    /// they can be listed.
    pub options: Option<Vec<String>>,
    /// The most moves that play in the form can last.
    #[serde(serialize_with = "crate::json::exact_or_null")]
    pub born: Option<Nat>,
    /// The outcome.
    pub outcome: Outcome,
    /// The genus, in misère play.
    pub genus: Option<String>,
    #[serde(skip)]
    number: Option<Form>,
}

/// How two sums are related.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// Whether they have the same outcome beside every game.
    pub equal: bool,
    /// A game beside which they have different outcomes; `None` if it is too long to be printed.
    pub apart: Option<String>,
    /// The outcomes of the two sums beside that game.
    pub outcomes: Option<[Outcome; 2]>,
    /// Whether some game makes both sums P; in misère play it does if and only if none of them is equal to
    /// an option of the other one.
    pub linked: bool,
    /// Such a game.
    pub link: Option<String>,
}

/// Characters of a form that is printed.
const MAX_CHARS: usize = 20_000;
/// Moves of a part whose values are listed.
const LISTED: usize = 10_000;

fn star(n: &Nat) -> String {
    match crate::nat::to_u64(n) {
        Some(0) => "0".into(),
        Some(1) => "*".into(),
        _ => format!("*{n}"),
    }
}

impl CanonicalForms {
    /// The canonical form of a sum.
    ///
    /// # Complexity
    /// In misère play every position below the sum is looked at, and the forms of all sums that are met
    /// are kept; a form can have 2^n options, n the number of forms born before. In normal play that of
    /// the values of the options.
    ///
    /// # Errors
    /// [`Stop`] at a limit; refused for series and joins, and where play may go on for ever, moves win at once or
    /// must be answered.
    ///
    /// ```
    /// use grundy::{analysis::CanonicalForms, expr::Catalogue, outcome::Play};
    /// let mut forms = CanonicalForms::default();
    /// let mut form = |text: &str| {
    ///     let expression = Catalogue::default().read(text).unwrap();
    ///     forms.of(&expression, Play::Misere, &Default::default()).unwrap().form.unwrap()
    /// };
    /// assert_eq!(form("nim(2) + nim(1)"), "*3");
    /// assert_eq!(form("nim(2,2)"), "{*3, *2}");
    /// ```
    pub fn of(
        &mut self,
        expression: &Expression,
        play: Play,
        context: &Context<'_>,
    ) -> Result<CanonicalForm, Stop> {
        let Expression::Sum(sum) = expression else {
            return Err(Stop::Refused(
                "canonical forms are those of sums: a series or a join has none".into(),
            ));
        };
        let parts = Parts::new(sum);
        parts.refuse_endless("canonical forms")?;
        match play {
            Play::Normal => normal(sum, &parts, context),
            Play::Misere => self.misere(sum, &parts, context),
        }
    }

    fn misere(
        &mut self,
        sum: &[Arc<dyn Component>],
        parts: &Parts<'_>,
        context: &Context<'_>,
    ) -> Result<CanonicalForm, Stop> {
        let Self { searcher, forms } = self;
        let (arena, nodes) = searcher.arena(parts);
        let form = forms.of_sum(arena, &nodes, context)?;
        let mut options: Option<Vec<String>> = Some(Vec::new());
        for &option in forms.options(form).iter().rev() {
            let text = forms.print(option, MAX_CHARS);
            options = options.zip(text).map(|(mut all, text)| {
                all.push(text);
                all
            });
        }
        Ok(CanonicalForm {
            position: print_sum(sum),
            play: "misere".into(),
            form: forms.print(form, MAX_CHARS),
            nimber: forms.nim(form).map(Nat::from),
            options,
            born: Some(forms.birthday(form).into()),
            outcome: Outcome::of(!forms.is_p(form)),
            genus: Some(forms.genus(form).to_string()),
            number: Some(form),
        })
    }

    /// How two sums are related, whose forms were found here for the same play.
    ///
    /// # Complexity
    /// In misère play a game is constructed that tells them apart, or links them.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    pub fn compare(
        &mut self,
        one: &CanonicalForm,
        other: &CanonicalForm,
        context: &Context<'_>,
    ) -> Result<Comparison, Stop> {
        let (Some(g), Some(h)) = (one.number, other.number) else {
            // With the nimber of the first the first is P.
            let equal = one.nimber == other.nimber;
            let apart = one.form.clone().filter(|_| !equal);
            let outcomes = (!equal).then_some([Outcome::P, Outcome::N]);
            let link = one.form.clone().filter(|_| equal);
            return Ok(Comparison { equal, apart, outcomes, linked: equal, link });
        };
        let forms = &mut self.forms;
        let apart = forms.apart(g, h, context)?;
        let outcomes = match apart {
            None => None,
            Some(x) => {
                let sums = [forms.plus(g, x, context)?, forms.plus(h, x, context)?];
                Some(sums.map(|sum| Outcome::of(!forms.is_p(sum))))
            }
        };
        let link = forms.link(g, h, context)?;
        Ok(Comparison {
            equal: apart.is_none(),
            apart: apart.and_then(|x| forms.print(x, MAX_CHARS)),
            outcomes,
            linked: link.is_some(),
            link: link.and_then(|t| forms.print(t, MAX_CHARS)),
        })
    }
}

/// The nimber, and those of the options, whose mex it is.
fn normal(
    sum: &[Arc<dyn Component>],
    parts: &Parts<'_>,
    context: &Context<'_>,
) -> Result<CanonicalForm, Stop> {
    if parts.any_entails() {
        return Err(Stop::Refused(
            "where moves must be answered, positions have no canonical form".into(),
        ));
    }
    let total = match super::value(sum, context)? {
        crate::answer::PartValue::Known(total) => total,
        _ => return Err(Stop::Refused("where a move wins at once, there is no nimber".into())),
    };
    let (findings, _) = value_of(parts, context)?;
    let mut values: Option<BTreeSet<Nat>> = Some(BTreeSet::new());
    for (part, finding) in findings.iter().enumerate() {
        let (component, i) = parts.place(part);
        let own = match finding.as_known() {
            Some(Known::Value(own)) => own,
            _ => {
                values = None;
                break;
            }
        };
        let listed = match values {
            Some(_) => component.option_values(i, LISTED, context)?,
            None => None,
        };
        values = values.zip(listed).and_then(|(mut all, listed)| {
            for option in listed {
                let Known::Value(value) = option.value else { return None };
                all.insert(&total ^ &own ^ value);
            }
            Some(all)
        });
    }
    if let Some(values) = &values {
        let mex = (0u64..).map(Nat::from).find(|n| !values.contains(n));
        if mex.as_ref() != Some(&total) {
            return Err(Stop::Refused(format!(
                "the value {total} is not the mex of those of the options: please report this"
            )));
        }
    }
    Ok(CanonicalForm {
        position: print_sum(sum),
        play: "normal".into(),
        form: Some(star(&total)),
        nimber: Some(total.clone()),
        options: values.map(|values| values.iter().rev().map(star).collect()),
        outcome: Outcome::of(!total.is_zero()),
        born: Some(total),
        genus: None,
        number: None,
    })
}

impl CanonicalForm {
    /// The form and what is known of it, in lines.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.position);
        let mut line = |name: &str, told: &str| {
            text.push_str(&format!("  {name:<9} {told}\n"));
        };
        let kind = match (&self.nimber, self.play == "misere") {
            (Some(_), false) => "",
            (Some(_), true) => "   a nim-heap",
            (None, _) => "   no nim-heap",
        };
        match &self.form {
            Some(form) => line("form", &format!("{form}{kind}")),
            None => line("form", &format!("of more than {MAX_CHARS} characters{kind}")),
        }
        if self.play == "normal" {
            match &self.options {
                Some(options) if options.is_empty() => line("options", "none: it is finished"),
                Some(options) => {
                    line("options", &format!("{}; the mex is the form", options.join(", ")))
                }
                None => line(
                    "options",
                    &format!("not listed: more than {LISTED} moves, or moves that win at once"),
                ),
            }
        } else {
            if let Some(options) = &self.options {
                line("options", &options.len().to_string());
            }
            if let Some(day) = &self.born {
                line("born", &format!("day {day}"));
            }
        }
        let play = if self.play == "misere" { "misère" } else { "normal" };
        line("outcome", &format!("{} in {play} play", self.outcome));
        if let Some(genus) = &self.genus {
            line("genus", genus);
        }
        text
    }
}

impl Comparison {
    /// What is told of two positions.
    pub fn to_text(&self, one: &str, other: &str) -> String {
        let long = || format!("a game of more than {MAX_CHARS} characters");
        let game = |text: &Option<String>| text.clone().unwrap_or_else(long);
        let mut text = match (&self.outcomes, self.equal) {
            (_, true) => format!("{one} = {other}: the same outcome beside every game\n"),
            (Some([a, b]), false) => {
                format!("not equal: with {}, {one} is {a} and {other} is {b}\n", game(&self.apart))
            }
            (None, false) => format!("{one} and {other} are not equal\n"),
        };
        text.push_str(&match self.linked {
            true => format!("linked: with {}, both are P\n", game(&self.link)),
            false => "not linked: no game makes both P\n".to_owned(),
        });
        text
    }
}
