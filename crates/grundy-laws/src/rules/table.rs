//! The positions whose labels are learned: all with numbers below a bound.
//!
//! Of a law of values the labels are those of pairs of a position and a number. Where there are few all
//! are listed, else of each position its value and three other numbers: what else is wrong is found by
//! the proof.

use grundy::context::Context;

use super::error::FindError;
use super::formulas::Translation;
use super::oracle::Oracle;
use super::statement::Of;

/// Up to so many pairs of positions and numbers are all listed.
const MAX_PAIRS: u64 = 1 << 14;

/// So many moves may be looked at for a table.
pub(super) const MAX_WORK: u64 = 1 << 31;

/// The positions of one family with numbers below a bound.
pub(super) struct Table {
    width: usize,
    bound: u64,
    volume: u64,
    values: Option<Values>,
}

/// The values of all positions, 0 for those that have none.
struct Values {
    each: Vec<u64>,
    /// Numbers below this are compared with the values.
    above: u64,
    /// Whether all of them are.
    all: bool,
}

impl Table {
    /// The number of positions of `width` coordinates below the bound, if it is at most `most`.
    pub(super) fn volume(width: usize, bound: u64, most: u64) -> Option<u64> {
        let volume = (0..width).try_fold(1u64, |volume, _| volume.checked_mul(bound));
        volume.filter(|&volume| volume <= most)
    }

    /// About how many moves the engine looks at for all positions of a family below the bound: a power of
    /// it for each coordinate, and for each variable of a move.
    pub(super) fn work(translation: &Translation, family: usize, bound: u64) -> u64 {
        let formulas = &translation.families[family];
        let vars = formulas.choices.iter().map(|choice| choice.vars.len()).max().unwrap_or(0);
        bound.saturating_pow((formulas.width + vars) as u32)
    }

    /// The table of a family. `None` if there are more than `most` positions.
    pub(super) fn new(
        translation: &Translation,
        family: usize,
        bound: u64,
        most: u64,
        of: Of,
        oracle: &mut Oracle,
        context: &Context<'_>,
    ) -> Result<Option<Self>, FindError> {
        let width = translation.families[family].width;
        let Some(volume) = Self::volume(width, bound, most) else { return Ok(None) };
        let mut table = Self { width, bound, volume, values: None };
        if of == Of::Value {
            let mut coords = Vec::new();
            let mut each = Vec::new();
            for number in 0..volume {
                table.coords(number, &mut coords);
                each.push(oracle.value(family, &coords, context)?.unwrap_or(0));
                context.tick("making a table", number)?;
            }
            let above = 2 * (each.iter().copied().max().unwrap_or(0) + 1);
            let all = volume.checked_mul(above).is_some_and(|pairs| pairs <= MAX_PAIRS.min(most));
            table.values = Some(Values { each, above, all });
        }
        Ok(Some(table))
    }

    fn coords(&self, number: u64, coords: &mut Vec<u64>) {
        coords.resize(self.width, 0);
        let mut rest = number;
        for coord in coords.iter_mut().rev() {
            *coord = rest % self.bound;
            rest /= self.bound;
        }
    }

    /// How many labels there are.
    pub(super) fn labels(&self) -> u64 {
        match &self.values {
            None => self.volume,
            Some(values) if values.all => self.volume * values.above,
            Some(_) => self.volume * 4,
        }
    }

    /// What the label of this number belongs to.
    pub(super) fn position(&self, number: u64, position: &mut Vec<u64>) {
        let Some(values) = &self.values else { return self.coords(number, position) };
        let each = if values.all { values.above } else { 4 };
        let (at, kind) = (number / each, number % each);
        self.coords(at, position);
        let value = values.each[at as usize];
        position.push(match kind {
            kind if values.all => kind,
            0 => value,
            1 => value + 1,
            2 => value ^ 1,
            // Numbers with no order in them (D. E. Knuth's multiplier), the same each time.
            _ => (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % values.above,
        });
    }
}

/// The bounds of tables: all numbers with so many digits, and between them bounds that are at most twice
/// the one before; the last is near the greatest with which `width` coordinates have at most `most`
/// positions.
pub(super) fn bounds(lengths: &[u64], width: usize, most: u64) -> Vec<u64> {
    let fits = |bound: u64| Table::volume(width, bound, most).is_some();
    let mut bounds: Vec<u64> = Vec::new();
    for &length in lengths {
        while let Some(&last) = bounds.last()
            && last.saturating_mul(2) < length
            && fits(last.saturating_mul(2))
        {
            bounds.push(last.saturating_mul(2));
        }
        if !fits(length) {
            break;
        }
        bounds.push(length);
        if width == 0 {
            break;
        }
    }
    // Half as many again, if that is all that fits.
    if let Some(&last) = bounds.last()
        && width > 0
        && let Some(more) = last.checked_add(last / 2)
        && fits(more)
    {
        bounds.push(more);
    }
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_at_most_double() {
        assert_eq!(bounds(&[4, 8, 16, 32], 2, 1 << 8), [4, 8, 16]);
        assert_eq!(bounds(&[9, 73, 657], 2, 1 << 18), [9, 18, 36, 72, 73, 146, 292, 438]);
        assert_eq!(bounds(&[3, 5, 8, 13], 0, 1), [3]);
        assert!(bounds(&[5, 29], 3, 100).is_empty());
    }
}
