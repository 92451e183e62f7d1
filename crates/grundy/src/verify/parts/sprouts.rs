//! Sprouts by the bare rules: regions on a sphere, the spots along their boundaries, what each line leaves.

use super::claims::Rules;
use super::land;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{PoisonError, RwLock};

/// Spots as one meets them who walks along a connected piece of the drawing.
pub(super) type Boundary = Vec<u8>;
/// The boundaries of a region, all walked along with the region at the same hand.
pub(super) type Region = Vec<Boundary>;

/// Lines that end at a spot, at most.
const MAX_LINES: u8 = 3;
/// Lives of a position, at most: 26 spots, with a spot for every life that is left.
const MAX_LIVES: u32 = 104;
/// Parts of more lives need a claim each: to value them by all their options takes too long.
pub(super) const MAX_SMALL: u32 = 10;

/// Regions, and of every spot how many more lines may end at it.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawing {
    pub regions: Vec<Region>,
    pub lives: Vec<u8>,
}

impl Drawing {
    /// Reads a text: `0`, `1`, `2` are spots of so many lines that are met once, a letter is a spot of two
    /// lines, `.` ends a boundary, `}` a region, `!` the text.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut drawing = Self::default();
        let (mut region, mut boundary) = (Region::new(), Boundary::new());
        let mut letters: HashMap<u8, (u8, bool)> = HashMap::new();
        let mut all = 0;
        let body = text.strip_suffix('!').unwrap_or(text);
        for sign in body.bytes() {
            match sign {
                b'0'..=b'2' => {
                    boundary.push(drawing.spot(MAX_LINES - (sign - b'0')));
                    all += u32::from(MAX_LINES - (sign - b'0'));
                }
                b'.' => {
                    let alone = boundary.len() == 1;
                    let lone = |&spot: &u8| drawing.lives[usize::from(spot)] == MAX_LINES;
                    if boundary.is_empty() || !alone && boundary.iter().any(lone) {
                        return Err("a spot without lines is a boundary of its own".into());
                    }
                    region.push(std::mem::take(&mut boundary));
                }
                b'}' if boundary.is_empty() && !region.is_empty() => {
                    drawing.regions.push(std::mem::take(&mut region));
                }
                letter if letter.is_ascii_alphabetic() => match letters.get_mut(&letter) {
                    None => {
                        let spot = drawing.spot(1);
                        letters.insert(letter, (spot, false));
                        boundary.push(spot);
                        all += 1;
                    }
                    Some((spot, twice @ false)) => {
                        *twice = true;
                        boundary.push(*spot);
                    }
                    Some(_) => return Err("a letter stands three times".into()),
                },
                _ => return Err("a drawing has the signs 0, 1, 2, letters, '.' and '}'".into()),
            }
            if all > MAX_LIVES {
                return Err(format!("a drawing has at most {MAX_LIVES} lives"));
            }
        }
        match region.is_empty() && boundary.is_empty() {
            true => Ok(drawing),
            false => Err("a region ends with '}', a boundary with '.'".into()),
        }
    }

    fn spot(&mut self, lives: u8) -> u8 {
        self.lives.push(lives);
        (self.lives.len() - 1) as u8
    }

    fn lives_of(&self, spot: u8) -> u8 {
        self.lives[usize::from(spot)]
    }

    /// The lives of all spots of some regions, each counted once.
    pub fn lives_in(&self, regions: &[Region]) -> u32 {
        let mut spots: Vec<u8> = regions.iter().flatten().flatten().copied().collect();
        spots.sort_unstable();
        spots.dedup();
        spots.iter().map(|&spot| u32::from(self.lives_of(spot))).sum()
    }

    /// Leaves out what no move can use.
    ///
    /// # Theorem
    /// The same moves are left, up to what is left out by them: no line ends at a spot without lives; none is
    /// drawn in a region whose spots have at most one life together; and if a spot with one life is met
    /// twice without another between, a line that ends at either place takes its last life and leaves the same.
    pub fn simplify(&mut self) {
        loop {
            let before: usize = self.regions.iter().map(|region| region.concat().len() + 1).sum();
            let lives = &self.lives;
            for region in &mut self.regions {
                for boundary in region.iter_mut() {
                    boundary.retain(|&spot| lives[usize::from(spot)] > 0);
                    boundary.dedup();
                    if boundary.len() > 1 && boundary.first() == boundary.last() {
                        boundary.pop();
                    }
                }
                region.retain(|boundary| !boundary.is_empty());
            }
            let regions = std::mem::take(&mut self.regions);
            let useful = |region: &Region| self.lives_in(std::slice::from_ref(region)) > 1;
            self.regions = regions.into_iter().filter(useful).collect();
            let after: usize = self.regions.iter().map(|region| region.concat().len() + 1).sum();
            if after == before {
                return;
            }
        }
    }

    /// Sets of regions that hang together by common spots: no line concerns two of them, so they are parts
    /// of a sum.
    pub fn lands(&self) -> Vec<Vec<Region>> {
        let mut left = self.regions.clone();
        let mut lands = Vec::new();
        while let Some(first) = left.pop() {
            let mut land = vec![first];
            let mut next = 0;
            while next < land.len() {
                let spots = land[next].concat();
                let meets = |region: &Region| region.iter().flatten().any(|s| spots.contains(s));
                let (joined, others): (Vec<_>, Vec<_>) = left.into_iter().partition(meets);
                land.extend(joined);
                left = others;
                next += 1;
            }
            lands.push(land);
        }
        lands
    }

    /// Tells what every line leaves; lines between spots without lines that differ in nothing are drawn
    /// once.
    fn played(&self, tell: &mut dyn FnMut(Self) -> ControlFlow<()>) -> ControlFlow<()> {
        for (r, region) in self.regions.iter().enumerate() {
            let places: Vec<(usize, usize)> = (region.iter().enumerate())
                .flat_map(|(b, boundary)| (0..boundary.len()).map(move |i| (b, i)))
                .collect();
            // Of the spots without lines the first two stand for all.
            let lone = |b: usize| region[b].len() == 1 && self.lives_of(region[b][0]) == MAX_LINES;
            let lone_before = |b: usize| (0..b).filter(|&other| lone(other)).count();
            for (at, &(b, i)) in places.iter().enumerate() {
                if lone(b) && lone_before(b) > 0 {
                    continue;
                }
                for &(c, j) in &places[at..] {
                    if lone(c) && c != b && lone_before(c) > usize::from(lone(b)) {
                        continue;
                    }
                    let (x, y) = (region[b][i], region[c][j]);
                    if x == y && self.lives_of(x) < 2 {
                        continue;
                    }
                    let mut left = self.clone();
                    left.regions.swap_remove(r);
                    let new = left.spot(1);
                    left.lives[usize::from(x)] -= 1;
                    left.lives[usize::from(y)] -= 1;
                    if b != c {
                        let mut joined = self.around(&region[b], i);
                        joined.push(new);
                        joined.extend(self.around(&region[c], j));
                        joined.push(new);
                        let others = (0..region.len()).filter(|&other| other != b && other != c);
                        let mut all: Region = others.map(|other| region[other].clone()).collect();
                        all.push(joined);
                        left.regions.push(all);
                        tell(left)?;
                        continue;
                    }
                    let (one, two) = match i == j {
                        true => (vec![x], self.around(&region[b], i)),
                        false => {
                            let (inner, outer) =
                                (&region[b][i..=j], [&region[b][j..], &region[b][..=i]]);
                            (inner.to_vec(), outer.concat())
                        }
                    };
                    let others: Vec<usize> =
                        (0..region.len()).filter(|&other| other != b).collect();
                    let (alike, unlike): (Vec<usize>, Vec<usize>) =
                        others.into_iter().partition(|&other| lone(other));
                    let sides = [one, two].map(|mut side| {
                        side.push(new);
                        side
                    });
                    self.divided(&left, region, &sides, &alike, &unlike, tell)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A boundary from a place on, and that place again if lines end at its spot already.
    fn around(&self, boundary: &Boundary, i: usize) -> Boundary {
        let mut walk = [&boundary[i..], &boundary[..i]].concat();
        if self.lives_of(boundary[i]) < MAX_LINES {
            walk.push(boundary[i]);
        }
        walk
    }

    /// Tells every way in which the other boundaries of a region go to two sides; of those that are alike
    /// only the number counts.
    fn divided(
        &self,
        left: &Self,
        region: &Region,
        sides: &[Boundary; 2],
        alike: &[usize],
        unlike: &[usize],
        tell: &mut dyn FnMut(Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for chosen in 0..1u128 << unlike.len() {
            for count in 0..=alike.len() {
                let mut regions = sides.clone().map(|side| vec![side]);
                let to = |side: bool| usize::from(!side);
                for (n, &other) in unlike.iter().enumerate() {
                    regions[to(chosen >> n & 1 == 1)].push(region[other].clone());
                }
                for (n, &other) in alike.iter().enumerate() {
                    regions[to(n < count)].push(region[other].clone());
                }
                let mut option = left.clone();
                option.regions.extend(regions);
                tell(option)?;
            }
        }
        ControlFlow::Continue(())
    }
}

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
        drawing.lives_in(&drawing.regions)
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
