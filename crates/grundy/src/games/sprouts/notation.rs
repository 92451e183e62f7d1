//! Positions of Sprouts as text: `0.AB.}AB.}!`.

use crate::syntax::{Arg, ReadError};
use grundy_search::sprouts::{BOUNDARY, REGION, Regions, TWICE};

/// The letters of spots that are met twice.
const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// How positions are typed.
pub const FORM: &str = "expected a number of spots, or a text such as \"0.AB.}AB.}!\"";

/// Larger positions could come to need more than 52 letters.
const MAX_LIVES: u32 = 104;

/// The greatest number of spots at the start.
pub const MAX_SPOTS: usize = MAX_LIVES as usize / 4;

/// The sign of a spot.
pub fn sign(spot: u8) -> char {
    match spot {
        0..TWICE => char::from(b'0' + spot),
        _ => char::from(LETTERS[usize::from(spot - TWICE) % LETTERS.len()]),
    }
}

/// Regions with [`REGION`] at the end of each, as text.
pub fn written(position: &[u8]) -> String {
    let sign = |&token: &u8| match token {
        BOUNDARY => '.',
        REGION => '}',
        spot => sign(spot),
    };
    position.iter().map(sign).chain(['!']).collect()
}

/// Reads a text.
///
/// # Errors
/// What is no position, or too large a one.
pub fn read(text: &str, arg: &Arg) -> Result<Regions, ReadError> {
    let wrong = |what: String, help: &str| Err(ReadError::domain(what, arg.span).help(help));
    let mut regions: Regions = Vec::new();
    let (mut region, mut boundary): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    let mut met = [0u8; LETTERS.len()];
    let mut weight = 0u32;
    let body = text.trim_end().trim_end_matches('!');
    for sign in body.chars().filter(|sign| !sign.is_whitespace()).chain(['}']) {
        let spot = match sign {
            '0' => Some((0, 4)),
            '1' => Some((1, 3)),
            '2' => Some((2, 2)),
            // No lives.
            '3' => None,
            '.' | '}' | ']' => {
                if boundary.len() > 1 && boundary.contains(&0) {
                    let help = "expected each 0 alone in its boundary, as in \"0.1.}\"";
                    return wrong("a spot without lines is a boundary of its own".into(), help);
                }
                if !boundary.is_empty() {
                    region.append(&mut boundary);
                    region.push(BOUNDARY);
                }
                if sign != '.' && !region.is_empty() {
                    regions.push(std::mem::take(&mut region));
                }
                None
            }
            letter => match LETTERS.iter().position(|&known| char::from(known) == letter) {
                Some(i) if met[i] < 2 => {
                    met[i] += 1;
                    Some((TWICE + i as u8, if met[i] == 1 { 2 } else { 0 }))
                }
                Some(_) => {
                    let help = "expected each letter at most twice: the spot has two lines";
                    return wrong(format!("the spot {letter} is met three times"), help);
                }
                None => {
                    let help = "expected spots 0, 1, 2 or letters, '.' after each boundary, '}' after each region, '!' at the end";
                    return wrong(format!("{letter:?} is not a spot"), help);
                }
            },
        };
        if let Some((spot, worth)) = spot {
            boundary.push(spot);
            weight += worth;
        }
        if weight > MAX_LIVES {
            let help = "expected fewer: at most 26 spots without lines, or 52 with two lines";
            return wrong("so many spots are not searched".into(), help);
        }
    }
    Ok(regions)
}
