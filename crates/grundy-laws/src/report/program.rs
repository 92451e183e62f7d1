//! The law of a report as a function in a programming language.

use super::{LawFormula, Report, Status, automaton};
use crate::code::{self, CodeError, Lang};
use crate::rules::Of;
use grundy::outcome::Play;

impl Report {
    /// The law as a function in a programming language: a formula where one is proved and can be written,
    /// else the automaton; and else, if the status asked for allows it, the best formula that is not proved.
    ///
    /// # Errors
    /// [`CodeError`]; `None` where there is no law of this status that is written as a function.
    pub fn code(&self, lang: Lang, status: Status) -> Option<Result<String, CodeError>> {
        let proved = self.proved_code(lang);
        let own = if self.of.is_some() { Status::Checked } else { Status::Observed };
        match (&proved, &self.unproved) {
            (Some(Ok(_)), _) | (_, None) => proved,
            (_, Some(formula)) if own <= status => Some(self.formula_code(formula, lang)),
            _ => proved,
        }
    }

    fn proved_code(&self, lang: Lang) -> Option<Result<String, CodeError>> {
        // An automaton takes greater numbers where words hold no squares.
        let roots = |own: &LawFormula| code::has_roots(&own.term) && self.proof.is_some();
        if let Some(own) = self.formula.as_ref().filter(|own| lang != Lang::Java || !roots(own)) {
            let written = self.formula_code(own, lang);
            if self.proof.is_none() || written.is_ok() {
                return Some(written);
            }
        }
        let law = self.proof.as_ref()?;
        let told = automaton(law);
        let (_, _, relation) = law.families.first()?;
        let values = law.of == Of::Value;
        let least = vec![0; relation.tracks() - usize::from(values)];
        let written = code::Law {
            game: &self.game,
            least: &least,
            names: &[],
            values,
            remarks: vec![
                format!("{}Proved: {}", self.play_remark(), told.sentence),
                format!("Proof: {}.", told.theorem.unwrap_or_default()),
            ],
            function: code::Function::Automaton { relation, system: &law.system },
        };
        Some(code::write(&written, lang))
    }

    fn formula_code(&self, own: &LawFormula, lang: Lang) -> Result<String, CodeError> {
        let play = self.play_remark();
        let remarks = match &own.theorem {
            Some(theorem) => {
                vec![format!("{play}Proved: {}", own.told()), format!("Proof: {theorem}.")]
            }
            None => vec![
                format!("{play}{}", own.told()),
                match self.of {
                    Some(_) => format!(
                        "Not proved: checked for {} in a table made by the rules.",
                        own.compared()
                    ),
                    None => format!("Not proved: it fits the numbers given, {}.", own.compared()),
                },
            ],
        };
        let law = code::Law {
            game: &self.game,
            least: &own.least,
            names: &own.names,
            values: own.values,
            remarks,
            function: code::Function::Formula { term: &own.term, exceptions: &own.exceptions },
        };
        code::write(&law, lang)
    }

    /// How it is played, where that is not as usual.
    fn play_remark(&self) -> String {
        match self.of {
            Some(Of::Outcome(Play::Misere)) => "In misère play. ".to_owned(),
            Some(Of::Blocked(forbidden)) => {
                format!("The other player may forbid up to {forbidden} options before each move. ")
            }
            _ => String::new(),
        }
    }
}
