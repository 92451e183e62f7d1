//! Sprouts by the bare rules: parts are lands, told by texts.

use super::claims::Rules;
use super::drawing::{Drawing, Region};
use super::land;
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
    texts: Vec<String>,
    /// Lands as they came, by number: most come again and again.
    forms: HashMap<land::Land, u32>,
}

/// Lands kept as they came, at most: some hundred bytes each.
const MAX_FORMS: usize = 1 << 19;

impl Sprouts {
    /// The parts of a drawing.
    pub fn parts(&self, mut drawing: Drawing) -> Vec<Land> {
        drawing.simplify();
        drawing.lands().iter().map(|land| self.number(&drawing, land)).collect()
    }

    fn number(&self, drawing: &Drawing, regions: &[Region]) -> Land {
        let form = land::Land::new(drawing, regions);
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).forms.get(&form).copied();
        if let Some(number) = known {
            return Land(number);
        }
        let text = form.text();
        let mut met = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let number = met.numbers.get(&text).copied().unwrap_or_else(|| {
            let number = met.texts.len() as u32;
            met.texts.push(text.clone());
            met.numbers.insert(text, number);
            number
        });
        if met.forms.len() >= MAX_FORMS {
            met.forms.clear();
        }
        met.forms.insert(form, number);
        Land(number)
    }

    /// The land with this text; `None` if that is no land in its simplest form.
    pub fn written(&self, text: &str) -> Option<Land> {
        let mut drawing = Drawing::read(text).ok()?;
        let lives = drawing.lives_in(&drawing.regions);
        drawing.simplify();
        let simple = drawing.lives_in(&drawing.regions) == lives;
        match &*drawing.lands() {
            [land] if simple => Some(self.number(&drawing, land)),
            _ => None,
        }
    }

    fn text(&self, land: Land) -> String {
        self.0.read().unwrap_or_else(PoisonError::into_inner).texts[land.0 as usize].clone()
    }

    fn drawing(&self, land: Land) -> Drawing {
        // What stands there was written by `land::Land::text`.
        Drawing::read(&self.text(land)).unwrap_or_default()
    }
}

impl Rules for Sprouts {
    type Part = Land;

    fn cells(&self, land: Land) -> u32 {
        let drawing = self.drawing(land);
        LIFE * drawing.lives_in(&drawing.regions)
    }

    fn options(&self, land: Land, option: &mut dyn FnMut(&[Land]) -> ControlFlow<()>) {
        let _ = self.drawing(land).played(&mut |left| option(&self.parts(left)));
    }

    fn is_answered(&self, _: Land) -> bool {
        false
    }

    fn told(&self, land: Land) -> String {
        format!("{}!", self.text(land))
    }
}
