//! What a printed program cannot answer within the limits of its problem: tables that no memory holds, numbers
//! that are factored slowly.

use super::limits::Known;
use super::printer::Printer;
use crate::problem::Problem;

/// Tables of so many values, four bytes each, are what judges commonly have memory for.
const MAX_VALUES: i128 = 100_000_000;

/// Numbers up to this one are factored in a millisecond.
const MAX_FACTORED: i64 = 1_000_000_000_000;

impl Problem {
    /// A sentence for each game whose values take too many others, or too many steps, within the limits of the
    /// input, as far as they are known.
    pub(super) fn burdens(&self, p: &Printer<'_>) -> Vec<String> {
        let Some(program) = &self.rules else { return Vec::new() };
        if p.searches {
            return Vec::new();
        }
        let known = Known::new(&self.main);
        if p.games.tables.is_empty() && p.games.text.contains("trial division") {
            let most = p.families.iter().filter_map(|&family| {
                let limits = known.limits(family, program.families[family].width);
                limits.iter().map(|limit| limit.map_or(0, |(_, most)| most)).max()
            });
            return match most.max() {
                Some(most) if most > MAX_FACTORED => vec![format!(
                    "numbers are factored by trial division: up to {} steps for each",
                    in_thousands(most.isqrt().into())
                )],
                _ => Vec::new(),
            };
        }
        let games = p.families.iter().zip(&p.games.tables);
        let note = |(&family, tables): (&usize, &Vec<Vec<usize>>)| {
            let family_limits = known.limits(family, program.families[family].width);
            let size = |sides: &Vec<usize>| {
                let ends = sides.iter().map(|&side| Some(i128::from(family_limits[side]?.1) + 1));
                ends.reduce(|a, b| a?.checked_mul(b?))?
            };
            let most = tables.iter().filter_map(size).max()?;
            let name = &program.families[family].name;
            (most > MAX_VALUES).then(|| {
                format!(
                    "within the limits of the input the table of {name} has up to {} entries, too many for \
                     memory and time: the program is for smaller inputs",
                    in_thousands(most)
                )
            })
        };
        games.filter_map(note).collect()
    }
}

/// `1,000,000`
fn in_thousands(number: i128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
