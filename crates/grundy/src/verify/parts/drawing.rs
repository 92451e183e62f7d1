//! Drawings of Sprouts by the bare rules: regions on a sphere, the spots along their boundaries, what each
//! line leaves.

use std::collections::HashMap;
use std::ops::ControlFlow;

/// Spots as one meets them who walks along a connected piece of the drawing.
pub(super) type Boundary = Vec<u8>;
/// The boundaries of a region, all walked along with the region at the same hand.
pub(super) type Region = Vec<Boundary>;

/// Lines that end at a spot, at most.
const MAX_LINES: u8 = 3;
/// The sum over all spots of their lives and one, at most: no line makes it greater, for two lives go and a
/// spot of one life comes. So at most 52 spots are ever met twice: there are letters for all.
const MAX_WEIGHT: u32 = 104;

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
                    all += u32::from(MAX_LINES - (sign - b'0')) + 1;
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
                        all += 2;
                    }
                    Some((spot, twice @ false)) => {
                        *twice = true;
                        boundary.push(*spot);
                    }
                    Some(_) => return Err("a letter stands three times".into()),
                },
                _ => return Err("a drawing has the signs 0, 1, 2, letters, '.' and '}'".into()),
            }
            if all > MAX_WEIGHT {
                return Err("a drawing has at most 26 spots without lines, or 52 with two".into());
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

    /// Boundaries of a region that differ in nothing, together: one spot each that is met nowhere else, with
    /// as many lives. To exchange two of them changes only names.
    fn alike(&self, region: &Region) -> Vec<Vec<usize>> {
        let mut times = [0u8; 1 << 8];
        self.regions.iter().flatten().flatten().for_each(|&spot| times[usize::from(spot)] += 1);
        let kind = |b: usize| match *region[b] {
            [spot] if times[usize::from(spot)] == 1 => Some(self.lives_of(spot)),
            _ => None,
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for b in 0..region.len() {
            let same = |group: &&mut Vec<usize>| kind(b).is_some() && kind(group[0]) == kind(b);
            match groups.iter_mut().find(same) {
                Some(group) => group.push(b),
                None => groups.push(vec![b]),
            }
        }
        groups
    }

    /// Tells what every line leaves, until a break; lines that differ in nothing are drawn once.
    pub fn played(&self, tell: &mut dyn FnMut(Self) -> ControlFlow<()>) -> ControlFlow<()> {
        for (r, region) in self.regions.iter().enumerate() {
            let groups = self.alike(region);
            for group in &groups {
                // The first of a group stands for all, and the second for the others beside it.
                let b = group[0];
                let later = groups.iter().map(|other| other[0]).filter(|&c| c > b);
                let others: Vec<usize> = later.chain(group.get(1).copied()).collect();
                for i in 0..region[b].len() {
                    self.within(r, b, i, &groups, tell)?;
                    for &c in &others {
                        self.between(r, (b, i), c, tell)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Lines between a place of a boundary and those of another.
    fn between(
        &self,
        r: usize,
        (b, i): (usize, usize),
        c: usize,
        tell: &mut dyn FnMut(Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let region = &self.regions[r];
        for j in 0..region[c].len() {
            let Some((mut left, new)) = self.drawn(r, region[b][i], region[c][j]) else { continue };
            let mut joined = self.around(&region[b], i);
            joined.push(new);
            joined.extend(self.around(&region[c], j));
            joined.push(new);
            let others = (0..region.len()).filter(|&other| other != b && other != c);
            let mut all: Region = others.map(|other| region[other].clone()).collect();
            all.push(joined);
            left.regions.push(all);
            tell(left)?;
        }
        ControlFlow::Continue(())
    }

    /// Lines between a place of a boundary and this or a later one of it: the region falls into two, and the
    /// other boundaries go to either side; of those that are alike only the number counts.
    fn within(
        &self,
        r: usize,
        b: usize,
        i: usize,
        groups: &[Vec<usize>],
        tell: &mut dyn FnMut(Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let region = &self.regions[r];
        let boundary = &region[b];
        let others: Vec<Vec<usize>> = groups
            .iter()
            .map(|group| group.iter().copied().filter(|&other| other != b).collect())
            .collect();
        for j in i..boundary.len() {
            let Some((left, new)) = self.drawn(r, boundary[i], boundary[j]) else { continue };
            let sides = match i == j {
                true => [vec![boundary[i]], self.around(boundary, i)],
                false => [boundary[i..=j].to_vec(), [&boundary[j..], &boundary[..=i]].concat()],
            };
            let mut counts = vec![0; others.len()];
            loop {
                let mut regions = sides.clone().map(|side| vec![[side, vec![new]].concat()]);
                for (group, &count) in others.iter().zip(&counts) {
                    for (n, &other) in group.iter().enumerate() {
                        regions[usize::from(n < count)].push(region[other].clone());
                    }
                }
                let mut option = left.clone();
                option.regions.extend(regions);
                tell(option)?;
                // The next counts, as digits of a number.
                let Some(place) = (0..counts.len()).find(|&g| counts[g] < others[g].len()) else {
                    break;
                };
                counts[place] += 1;
                counts[..place].fill(0);
            }
        }
        ControlFlow::Continue(())
    }

    /// A line from spot to spot of a region: the other regions, lives, and the spot on the line; `None` if
    /// they lack lives.
    fn drawn(&self, region: usize, x: u8, y: u8) -> Option<(Self, u8)> {
        if x == y && self.lives_of(x) < 2 {
            return None;
        }
        let mut left = self.clone();
        left.regions.swap_remove(region);
        left.lives[usize::from(x)] -= 1;
        left.lives[usize::from(y)] -= 1;
        let new = left.spot(1);
        Some((left, new))
    }

    /// A boundary from a place on, and that place again if lines end at its spot already.
    fn around(&self, boundary: &Boundary, i: usize) -> Boundary {
        let mut walk = [&boundary[i..], &boundary[..i]].concat();
        if self.lives_of(boundary[i]) < MAX_LINES {
            walk.push(boundary[i]);
        }
        walk
    }
}
