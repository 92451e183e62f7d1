//! Results of rules as games: positions of any size in the boxes have their values at once.

use crate::Trouble;
use crate::look::Results;
use crate::positions::Positions;
use crate::question::Source;
use grundy::context::Stop;
use grundy::game::Known;
use grundy::graph::loopy::LoopyValue;
use grundy_rules::game::Rules;
use grundy_rules::state::State;
use grundy_rules::stored::Values;
use std::sync::Arc;

/// Values in a folder, and the positions that they are of.
struct Stored {
    results: Results,
    positions: Positions,
}

impl Results {
    /// The rules of a folder of results as games; values of positions in the boxes are looked up, others searched.
    ///
    /// # Complexity
    /// O(log n) for a value.
    ///
    /// # Errors
    /// [`Trouble::Question`] for the results of a graph, of rules of which play may go on for ever, and where no
    /// values were asked for.
    pub fn into_rules(self) -> Result<Rules, Trouble> {
        let refuse = |what: &str| {
            let message = format!("{what}: ask `grundy-cluster look` for single positions");
            Err(Trouble::Question(message))
        };
        let question = &self.manifest().question;
        let Source::Rules { text, boxes } = &question.source else {
            return refuse("these are the results of a graph, not of rules");
        };
        if !question.values {
            return refuse("these results have outcomes and no values");
        }
        let positions = Positions::read(text, boxes)?;
        if !positions.ends() {
            return refuse("these are the results of rules that are loopy");
        }
        let source = grundy_rules::source::Source::new("rules", text);
        let rules = Rules::read(source.clone())
            .map_err(|error| Trouble::Question(error.render(&source)))?;
        Ok(rules.with_values(Arc::new(Stored { results: self, positions })))
    }
}

impl Values for Stored {
    fn value(&self, state: &State) -> Result<Option<Known>, Stop> {
        let refused = |trouble: Trouble| Stop::Refused(trouble.to_string());
        let form = self.positions.normal(state).map_err(refused)?;
        // Outside of the boxes nothing is known.
        let Ok(vertex) = self.positions.number(&form) else { return Ok(None) };
        let answer = self.results.look(vertex).map_err(refused)?;
        Ok(match answer.and_then(|answer| answer.value) {
            Some(LoopyValue::Finite(number)) => Some(Known::Value(number.into())),
            Some(LoopyValue::Wins) => Some(Known::Loony),
            Some(LoopyValue::Infinite(_)) | None => None,
        })
    }

    fn method(&self) -> String {
        "a value looked up in the results of grundy-cluster".into()
    }
}
