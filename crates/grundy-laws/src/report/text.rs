//! The laws as text.

use std::fmt::{self, Display, Formatter};

use grundy::nat;
use grundy::outcome::{Outcome, Play};

use super::{Report, Status};
use crate::rules::Of;

/// So many exceptions are listed.
const MAX_EXCEPTIONS: usize = 6;

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.of {
            None => {}
            Some(Of::Value) => writeln!(f, "{}: Grundy values", self.game)?,
            Some(Of::Outcome(Play::Normal)) => writeln!(f, "{}: P-positions", self.game)?,
            Some(Of::Blocked(forbidden)) => {
                let options =
                    if forbidden == 1 { "1 option".into() } else { format!("{forbidden} options") };
                writeln!(
                    f,
                    "{}: P-positions where the other player may forbid {options} before each move",
                    self.game
                )?;
            }
            Some(Of::Outcome(Play::Misere)) => {
                writeln!(f, "{}: P-positions in misère play", self.game)?;
            }
        }
        if self.laws.is_empty() {
            writeln!(f, "no law found")?;
        }
        for law in &self.laws {
            let to: Vec<String> = law.checked_to.iter().map(i64::to_string).collect();
            let to = match law.status {
                Status::Proved => " for all sizes".to_owned(),
                _ if to.is_empty() => String::new(),
                _ => format!(" to {}", to.join(", ")),
            };
            writeln!(f, "{}{to}: {}", law.status.name(), law.formula)?;
            writeln!(f, "  {}", law.sentence)?;
            if let Some(theorem) = &law.theorem {
                writeln!(f, "  Proof: {theorem}.")?;
            }
            if !law.exceptions.is_empty() {
                let shown = law.exceptions.iter().take(MAX_EXCEPTIONS).map(|(at, found)| {
                    let at: Vec<String> = at.iter().map(i64::to_string).collect();
                    let at = at.join(",");
                    match (self.of, found) {
                        (Some(Of::Outcome(_) | Of::Blocked(_)), 0) => format!("{at} is N"),
                        (Some(Of::Outcome(_) | Of::Blocked(_)), _) => format!("{at} is P"),
                        _ => format!("at {at} there is {found}"),
                    }
                });
                let more = match law.exceptions.len().saturating_sub(MAX_EXCEPTIONS) {
                    0 => String::new(),
                    more => format!(", and {more} more"),
                };
                let shown: Vec<String> = shown.collect();
                writeln!(f, "  Exceptions: {}{more}.", shown.join(", "))?;
            }
            if let (Some(evidence), false) = (law.evidence, law.status == Status::Proved) {
                writeln!(f, "  Evidence: {evidence:.0} bits beyond its own length.")?;
            }
        }
        for at in &self.at {
            let position: Vec<String> = at.position.iter().map(nat::print).collect();
            let position = position.join(",");
            let by = match at.status {
                Status::Proved => "",
                Status::Checked | Status::Observed => ", if the law holds there",
            };
            match (&at.outcome, &at.value, &at.open) {
                (Some(outcome), Some(value), _) => {
                    let value = nat::print(value);
                    writeln!(f, "at ({position}): {outcome}, Grundy value {value}{by}")?;
                }
                (Some(outcome), None, _) => writeln!(f, "at ({position}): {outcome}{by}")?,
                (None, _, why) => {
                    let why = why.as_deref().unwrap_or("the law does not say");
                    writeln!(f, "at ({position}): not told: {why}")?;
                }
            }
            for told in &at.moves {
                writeln!(f, "  winning move: -> {}", told.short)?;
            }
            if at.more {
                let told = at.moves.len();
                writeln!(f, "  and more winning moves than these {told}: --moves N lists N")?;
            }
            if let (Some(Outcome::N), Some(why)) = (at.outcome, &at.open) {
                writeln!(f, "  winning moves are not told: {why}")?;
            }
        }
        for remark in &self.remarks {
            writeln!(f, "note: {remark}")?;
        }
        Ok(())
    }
}
