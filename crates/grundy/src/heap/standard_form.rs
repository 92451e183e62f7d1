//! Standard forms of codes: which games are the same for ever, by their rules alone.

use super::{Code, Digit, engine};
use crate::context::{Context, Stop};

/// Forms are compared in so many digits behind the point.
const DEPTH: usize = 64;

/// Codes that leave more heaps in a move have no form here.
const MAX_HEAPS: u32 = 31;

/// The standard form of a code, and the moves that can be added to it without changing a value.
///
/// If a heap of 1 has no move, every heap may be counted one smaller: the game stays the same, as a
/// game tree, and a heap that a move leaves may now be empty. Taking k and leaving j heaps becomes
/// taking k + j - 1 and leaving at most j. This is repeated until a heap of 1 can be taken whole,
/// or no move is left (Guy and Smith 1956; the codes are *cousins* in Winning Ways, ch. 4).
///
/// Then every move is added whose value is that of a move that is there: taking a whole heap whose
/// value is not 0; a move less one of the heaps it leaves, where that one has the value 0; a move
/// less two heaps of one size. Codes with the same shifted digits after that have equal sequences for
/// ever in normal play, up to the shift. The converse is not stated: codes of different forms may
/// have equal sequences.
///
/// ```
/// use grundy::heap::StandardForm;
/// let form = |code: &str| StandardForm::of(&code.parse().unwrap(), &Default::default()).unwrap();
/// let (six, rows) = (form("0.6").unwrap(), form("0.37").unwrap());
/// assert_eq!((six.code.to_string(), six.shift), ("0.37".to_owned(), 1));
/// assert!(six.same_values(&rows));
/// // 0.035 also lets a heap of 3 be taken whole; in 0.034 it can be left as a heap of 1, of value 0.
/// assert!(form("0.034").unwrap().same_values(&form("0.035").unwrap()));
/// assert!(!form("0.77").unwrap().same_values(&rows));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandardForm {
    /// The code of the shifted game: of one whose heap of 1 has a move, or `0.0`.
    pub code: Code,
    /// Its heap n is the heap n + shift of the code.
    pub shift: u64,
    /// Bit j of element k: k may be taken and j heaps left.
    digits: Vec<u64>,
}

impl StandardForm {
    /// The standard form of a code; `None` where it is not represented: repeating digits, digits with a
    /// suffix, moves that leave more than 31 heaps, forms of more than 64 digits.
    ///
    /// # Errors
    /// [`Stop`] when cancelled, or at a limit.
    ///
    /// # Complexity
    /// O(s d h^2) for s shifts of d digits that leave at most h heaps, and the time of 64 values.
    pub fn of(code: &Code, context: &Context<'_>) -> Result<Option<Self>, Stop> {
        let Some(mut digits) = masks(code) else { return Ok(None) };
        let mut shift = 0;
        while digits.iter().any(|&mask| mask != 0) && digits.get(1).is_none_or(|d| d & 1 == 0) {
            digits = shifted(&digits);
            shift += 1;
            if digits.len() > DEPTH + 1 {
                return Ok(None);
            }
        }
        let Ok(code) = text(&digits).parse::<Code>() else { return Ok(None) };
        let mut values = Vec::with_capacity(DEPTH + 1);
        let last = DEPTH as u64;
        engine::choose(&code).extend(last, context, &mut |new| values.extend_from_slice(new))?;
        fill(&mut digits, &values);
        Ok(Some(Self { code, shift, digits }))
    }

    /// The form of a code of which it is a shift; `None` if it is its own form, or has none here.
    pub(super) fn elsewhere(code: &Code) -> Option<Self> {
        Self::of(code, &Context::default()).ok().flatten().filter(|form| form.shift > 0)
    }

    /// Whether this proves the sequences equal for ever, up to the shift. That it does not proves
    /// nothing.
    pub fn same_values(&self, other: &Self) -> bool {
        self.digits == other.digits
    }

    /// What [`StandardForm::same_values`] compares: a key for maps.
    pub(super) fn key(&self) -> &[u64] {
        &self.digits
    }
}

/// The digits as sets of numbers of heaps.
fn masks(code: &Code) -> Option<Vec<u64>> {
    let represented = code.is_plain()
        && code.repeating().is_empty()
        && code.leading().len() <= DEPTH + 1
        && code.most_heaps().is_some_and(|most| most <= MAX_HEAPS);
    let mask = |digit: &Digit| digit.listed().iter().fold(0, |mask, j| mask | 1u64 << j);
    represented.then(|| code.leading().iter().map(mask).collect())
}

/// The digits of the game with every heap counted one smaller, where a heap of 1 has no move.
fn shifted(digits: &[u64]) -> Vec<u64> {
    let most = digits.iter().map(|mask| mask.checked_ilog2().unwrap_or(0) as usize).max();
    let mut new = vec![0u64; digits.len() + most.unwrap_or(0)];
    for (taken, &mask) in digits.iter().enumerate() {
        for left in (0..64).filter(|j| mask >> j & 1 == 1) {
            // Taking 0 and leaving nothing or one heap is no move: the index is not negative.
            // At most `left` heaps are not empty after the shift.
            new[taken + left - 1] |= (2 << left) - 1;
        }
    }
    while new.len() > 1 && new.last() == Some(&0) {
        new.pop();
    }
    new
}

/// The digits as a code.
fn text(digits: &[u64]) -> String {
    let digit = |mask: &u64| {
        let heaps: Vec<String> =
            (0..64).filter(|j| mask >> j & 1 == 1).map(|j: u32| j.to_string()).collect();
        format!("{{{}}}", heaps.join(","))
    };
    let (first, others) = digits.split_first().unwrap_or((&0, &[]));
    format!("{}.{}", digit(first), others.iter().map(digit).collect::<String>())
}

/// Adds the moves that change no value, up to [`DEPTH`] digits.
fn fill(digits: &mut Vec<u64>, values: &[u32]) {
    digits.resize(DEPTH + 1, 0);
    for taken in 0..=DEPTH {
        if taken > 0 && values[taken] != 0 {
            // A heap whose value is not 0 has an option of value 0 without this move.
            digits[taken] |= 1;
        }
        // One heap of value 0 and one more, or two equal ones and one more, can do without them.
        let (one, two) = (digits[taken] >> 2 << 1, digits[taken] >> 3 << 1);
        for size in 1..=DEPTH - taken {
            if values[size] == 0 {
                digits[taken + size] |= one;
            }
            if taken + 2 * size <= DEPTH {
                digits[taken + 2 * size] |= two;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn form(code: &str) -> Option<StandardForm> {
        StandardForm::of(&code.parse().unwrap(), &Context::default()).unwrap()
    }

    /// Values by the plain definition.
    fn values(code: &str, last: u64) -> Vec<u32> {
        let code: Code = code.parse().unwrap();
        let mut values = Vec::new();
        let mut plain = crate::heap::kernel::Plain::new(&code);
        crate::heap::kernel::Kernel::extend(&mut plain, last, &Context::default(), &mut |new| {
            values.extend_from_slice(new)
        })
        .unwrap();
        values
    }

    #[test]
    fn neither_the_shift_nor_the_moves_that_are_added_change_a_value() {
        let mut random = fastrand::Rng::with_seed(7);
        for i in 0..150 {
            let most = [3, 4, 5][i % 3];
            let first = [0, 0, 4, 8][i % 4] & ((1 << most) - 1);
            let mut code = format!("{}.", char::from_digit(first, 36).unwrap());
            for _ in 0..random.usize(1..5) {
                let digit = if random.bool() { random.u32(..1 << most) } else { 0 };
                code.push(char::from_digit(digit, 36).unwrap());
            }
            if code.len() == 2 {
                continue;
            }
            let code = code.to_ascii_uppercase();
            let found = form(&code).unwrap();
            let last = if most == 3 { 150 } else { 80 };
            let own = values(&code, last + found.shift);
            assert!(own[..found.shift as usize].iter().all(|&value| value == 0), "{code}");
            let shifted = &own[found.shift as usize..];
            assert_eq!(values(&found.code.to_string(), last), shifted, "{code} -> {}", found.code);
            let filled = values(&text(&found.digits), last);
            assert_eq!(filled, shifted, "{code} with {}", text(&found.digits));
            let one = shifted.get(1).copied().unwrap_or(0);
            assert!(one == 1 || shifted.iter().all(|&value| value == 0), "{code}");
        }
    }

    #[test]
    fn codes_of_one_form_are_equal_as_far_as_they_are_compared() {
        let mut forms: BTreeMap<Vec<u64>, Vec<u32>> = BTreeMap::new();
        let mut shared = 0;
        for code in crate::heap::survey::codes("0.???").unwrap() {
            let found = form(&code.to_string()).unwrap();
            let own = values(&code.to_string(), 120 + found.shift);
            let own = own[found.shift as usize..].to_vec();
            let first = forms.entry(found.digits).or_insert_with(|| own.clone());
            assert_eq!(*first, own, "{code}");
            shared += 1;
        }
        // Of 512 codes most are the same game as another.
        assert!(forms.len() < 220 && shared == 512, "{}", forms.len());
    }

    #[test]
    fn cousins_of_the_literature_are_found() {
        for (a, b) in [("0.6", "0.37"), ("0.07", "0.137"), ("0.4", "0.137"), ("0.034", "0.1307")] {
            let (a, b) = (form(a).unwrap(), form(b).unwrap());
            assert!(a.same_values(&b), "{} {}", a.code, b.code);
        }
        assert_eq!(form("0.4").unwrap().shift, 2);
        assert_eq!(form("0.0").unwrap().code.to_string(), "0.0");
    }

    #[test]
    fn what_has_no_form_here_is_not_compared() {
        for code in ["0.[3]", "0.7!", "0.{2+}", "0.{40}"] {
            assert_eq!(form(code), None, "{code}");
        }
        let long = format!("0.{}1", "0".repeat(80));
        assert_eq!(form(&long), None);
    }
}
