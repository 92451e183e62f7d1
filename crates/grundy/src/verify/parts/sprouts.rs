//! Sprouts by the bare rules: parts are lands, told by texts.

use super::claims::Rules;
use super::drawing::{Drawing, Region};
use super::land::Numbered;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{PoisonError, RwLock};

/// A life counts as so many squares: a spot with few lives has many lines.
const LIFE: u32 = 2;

/// A land by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Land(u32);

/// The game, with the lands met so far.
#[derive(Debug, Default)]
pub(super) struct Sprouts(RwLock<Met>);

#[derive(Debug, Default)]
struct Met {
    numbers: HashMap<String, u32>,
    /// Of each land its text and the lives in it.
    lands: Vec<(String, u32)>,
    /// Lands as they came: most come again and again.
    forms: HashMap<Numbered, u32>,
    /// Bytes of all that.
    bytes: u64,
    /// Bytes of the lands as they came.
    form_bytes: u64,
}

/// Lands are kept as they came in so many bytes; then they are forgotten.
const MAX_FORM_BYTES: u64 = 1 << 25;

/// Bytes of a land besides its text, in two tables.
const LAND_BYTES: u64 = 160;

impl Sprouts {
    /// The parts of a drawing.
    pub fn parts(&self, mut drawing: Drawing) -> Vec<Land> {
        drawing.simplify();
        drawing.lands().iter().map(|land| self.number(&drawing, land)).collect()
    }

    fn number(&self, drawing: &Drawing, regions: &[Region]) -> Land {
        let form = Numbered::new(drawing, regions);
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).forms.get(&form).copied();
        if let Some(number) = known {
            return Land(number);
        }
        let text = form.text();
        let mut met = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let number = met.numbers.get(&text).copied().unwrap_or_else(|| {
            let number = met.lands.len() as u32;
            met.bytes += LAND_BYTES + 2 * text.len() as u64;
            met.lands.push((text.clone(), drawing.lives_in(regions)));
            met.numbers.insert(text, number);
            number
        });
        if met.form_bytes >= MAX_FORM_BYTES {
            met.forms.clear();
            met.form_bytes = 0;
        }
        let bytes = form.bytes();
        if met.forms.insert(form, number).is_none() {
            met.form_bytes += bytes;
        }
        Land(number)
    }

    /// The land with this text; `None` if it is none, or not one.
    pub fn written(&self, text: &str) -> Option<Land> {
        match *self.parts(Drawing::read(text).ok()?) {
            [land] => Some(land),
            _ => None,
        }
    }

    fn text(&self, land: Land) -> String {
        self.0.read().unwrap_or_else(PoisonError::into_inner).lands[land.0 as usize].0.clone()
    }

    fn drawing(&self, land: Land) -> Drawing {
        // What stands there was written by `Numbered::text`.
        Drawing::read(&self.text(land)).unwrap_or_default()
    }
}

impl Rules for Sprouts {
    type Part = Land;

    fn cells(&self, land: Land) -> u32 {
        let met = self.0.read().unwrap_or_else(PoisonError::into_inner);
        LIFE * met.lands[land.0 as usize].1
    }

    fn options(&self, land: Land, option: &mut dyn FnMut(&[Land]) -> ControlFlow<()>) {
        let _ = self.drawing(land).played(&mut |left| option(&self.parts(left)));
    }

    fn is_answered(&self, _: Land) -> bool {
        false
    }

    fn bytes(&self) -> u64 {
        let met = self.0.read().unwrap_or_else(PoisonError::into_inner);
        met.bytes + met.form_bytes
    }

    fn told(&self, land: Land) -> String {
        format!("{}!", self.text(land))
    }
}
