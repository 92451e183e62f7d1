//! Numbers and parts as certificates of positions have them.

use crate::game::Part;

/// Puts a number in bytes of seven bits, the lowest first, with the highest bit set in all but the last.
pub fn put(packed: &mut Vec<u8>, mut number: u128) {
    while number >= 0x80 {
        packed.push(number as u8 | 0x80);
        number >>= 7;
    }
    packed.push(number as u8);
}

/// Puts a part after another of the same game: by how much its number exceeds, or how many bytes its text has from
/// the beginning of the one before, how many more, and those.
pub fn put_part(packed: &mut Vec<u8>, part: &Part, before: Option<&Part>) {
    match part {
        Part::Number(key) => {
            let before = if let Some(Part::Number(key)) = before { *key } else { 0 };
            put(packed, key - before);
        }
        Part::Text(text) => {
            let before = if let Some(Part::Text(text)) = before { text } else { "" };
            let same = text.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count();
            put(packed, same as u128);
            put(packed, (text.len() - same) as u128);
            packed.extend_from_slice(&text.as_bytes()[same..]);
        }
    }
}
