//! One form for positions of Sprouts that differ in names, directions and beginnings only.

use super::{BOUNDARY, REGION, Regions, TWICE, lives};

/// Spots met twice are told apart by their number below this one.
const NAMES: usize = 128;

/// A position simplified and cut into lands, each in canonical form: regions in order, each ended by
/// [`REGION`], spots that are met twice numbered by their first meeting. The lands come in order.
///
/// Equivalent positions (points 1 to 5 of the [module](super)) give equal lands.
///
/// # Complexity
/// O(s²) for s places, more where many spots play the same part.
///
/// # Panics
/// If a spot met twice has a number of 128 or more, or is met three times.
pub fn lands(mut regions: Regions) -> Vec<Vec<u8>> {
    simplify(&mut regions);
    let mut lands = Vec::new();
    while let Some(first) = regions.pop() {
        let mut land = vec![first];
        let mut met = set(&land[0]);
        while let Some(i) = regions.iter().position(|region| set(region) & met != 0) {
            let region = regions.swap_remove(i);
            met |= set(&region);
            land.push(region);
        }
        lands.push(Form::new(&land).least());
    }
    lands.sort_unstable();
    lands
}

/// The spots of a region that are met twice.
fn set(region: &[u8]) -> u128 {
    let twice = region.iter().filter(|&&spot| (TWICE..BOUNDARY).contains(&spot));
    twice.fold(0, |set, &spot| set | 1 << spot)
}

/// Points 1 to 3, until nothing changes. Spots without lives are gone already.
fn simplify(regions: &mut Regions) {
    loop {
        let mut changed = false;
        for region in regions.iter_mut() {
            changed |= merge(region);
        }
        let mut met = [0u8; NAMES];
        for &spot in regions.iter().flatten().filter(|&&spot| (TWICE..BOUNDARY).contains(&spot)) {
            met[usize::from(spot)] += 1;
        }
        assert!(met.iter().all(|&times| times <= 2), "a spot is met three times");
        for spot in regions.iter_mut().flatten().filter(|spot| (TWICE..BOUNDARY).contains(*spot)) {
            if met[usize::from(*spot)] == 1 {
                *spot = 2;
                changed = true;
            }
        }
        let before = regions.len();
        regions.retain(|region| lives(region) > 1);
        if !changed && regions.len() == before {
            return;
        }
    }
}

/// Leaves out boundaries without spots, and one of two neighbouring places with the same spot.
fn merge(region: &mut Vec<u8>) -> bool {
    let mut kept = Vec::with_capacity(region.len());
    for boundary in region.split(|&token| token == BOUNDARY).filter(|spots| !spots.is_empty()) {
        let start = kept.len();
        for &spot in boundary {
            if spot < TWICE || kept[start..].last() != Some(&spot) {
                kept.push(spot);
            }
        }
        let (first, last) = (kept[start], kept[kept.len() - 1]);
        if kept.len() - start > 1 && first >= TWICE && first == last {
            kept.pop();
        }
        kept.push(BOUNDARY);
    }
    let changed = kept.len() != region.len();
    *region = kept;
    changed
}

/// Spreads bits.
#[inline]
fn mix(a: u64, b: u64) -> u64 {
    let z = (a ^ b.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(b);
    let z = (z ^ z >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ z >> 29
}

/// A land whose spots met twice are being told apart.
///
/// Each has a colour. Colours are refined by what stands around the places where the spot is met; then, if
/// some are still equal, one of them is singled out, every one in turn, and the least form wins. If two of
/// them lead to the same form, with the same places in it for all that were singled out, a symmetry of the land
/// carries one into the other, so one of them will do (B. McKay 1981).
struct Form<'a> {
    land: &'a [Vec<u8>],
    names: Vec<u8>,
}

type Colours = [u64; NAMES];

impl<'a> Form<'a> {
    fn new(land: &'a [Vec<u8>]) -> Self {
        let mut met = land.iter().fold(0u128, |met, region| met | set(region));
        let mut names = Vec::new();
        while met != 0 {
            names.push(met.trailing_zeros() as u8);
            met &= met - 1;
        }
        Self { land, names }
    }

    fn least(&self) -> Vec<u8> {
        let mut colours = [0; NAMES];
        (0..TWICE).for_each(|spot| colours[usize::from(spot)] = mix(1, spot.into()));
        renamed(self.best(colours, &mut Vec::new()))
    }

    /// The least form that these colours allow after spots on the way here were singled out.
    fn best(&self, mut colours: Colours, way: &mut Vec<u8>) -> Vec<u8> {
        let Some(class) = self.refine(&mut colours) else { return self.written(&colours).0 };
        let mut seen: Vec<Vec<u8>> = Vec::new();
        let mut least: Option<Vec<u8>> = None;
        for &name in &class {
            let single = singled(&colours, name);
            way.push(name);
            let form = self.any(single, way);
            let best = (!seen.contains(&form)).then(|| self.best(single, way));
            way.pop();
            seen.push(form);
            let Some(best) = best else { continue };
            if least.as_ref().is_none_or(|least| best < *least) {
                least = Some(best);
            }
        }
        least.unwrap_or_default()
    }

    /// The form that the first of equal spots leads to, and in it the spots on the way.
    fn any(&self, mut colours: Colours, way: &[u8]) -> Vec<u8> {
        while let Some(class) = self.refine(&mut colours) {
            colours = singled(&colours, class[0]);
        }
        let (mut form, name) = self.written(&colours);
        form.extend(way.iter().map(|&spot| name[usize::from(spot)]));
        form
    }

    /// Refines colours as far as possible. The smallest class of equal ones, `None` if there are none.
    fn refine(&self, colours: &mut Colours) -> Option<Vec<u8>> {
        let mut classes = 0;
        loop {
            let mut order: Vec<u64> =
                self.names.iter().map(|&name| colours[usize::from(name)]).collect();
            order.sort_unstable();
            let found = order.chunk_by(|a, b| a == b).count();
            if found == self.names.len() {
                return None;
            }
            if found <= classes {
                let smallest = order
                    .chunk_by(|a, b| a == b)
                    .filter(|class| class.len() > 1)
                    .min_by_key(|class| (class.len(), class[0]))?[0];
                let names = self.names.iter().copied();
                return Some(names.filter(|&n| colours[usize::from(n)] == smallest).collect());
            }
            classes = found;
            self.refine_once(colours);
        }
    }

    fn refine_once(&self, colours: &mut Colours) {
        let mut around = [0u64; NAMES];
        for region in self.land {
            let mut views: Vec<(u8, u64, u64)> = Vec::with_capacity(region.len());
            let (mut forward, mut backward) = (0u64, 0u64);
            for boundary in region.split(|&token| token == BOUNDARY) {
                let count = boundary.len();
                let (mut ahead_sum, mut back_sum) = (0u64, 0u64);
                for at in 0..count {
                    let colour = |i: usize| colours[usize::from(boundary[i % count])];
                    let ahead = (0..count).fold(7, |hash, i| mix(hash, colour(at + i)));
                    let back = (0..count).fold(7, |hash, i| mix(hash, colour(at + count - i)));
                    ahead_sum = ahead_sum.wrapping_add(mix(ahead, 3));
                    back_sum = back_sum.wrapping_add(mix(back, 3));
                    views.push((boundary[at], ahead, back));
                }
                if count > 0 {
                    forward = forward.wrapping_add(mix(ahead_sum, 5));
                    backward = backward.wrapping_add(mix(back_sum, 5));
                }
            }
            for (spot, ahead, back) in views.into_iter().filter(|view| view.0 >= TWICE) {
                let here = |region: u64, view: u64, other: u64| mix(mix(region, other), view);
                let sum =
                    here(forward, ahead, backward).wrapping_add(here(backward, back, forward));
                let place = &mut around[usize::from(spot)];
                *place = place.wrapping_add(mix(sum, 11));
            }
        }
        for &name in &self.names {
            let name = usize::from(name);
            colours[name] = mix(colours[name], around[name]);
        }
    }

    /// The land with its spots named in the order of their colours, all of which differ.
    fn written(&self, colours: &Colours) -> (Vec<u8>, [u8; NAMES]) {
        let mut order: Vec<u8> = self.names.clone();
        order.sort_unstable_by_key(|&name| colours[usize::from(name)]);
        let mut name = [0u8; NAMES];
        (0..TWICE).for_each(|spot| name[usize::from(spot)] = spot);
        (TWICE..).zip(&order).for_each(|(new, &old)| name[usize::from(old)] = new);
        let mut regions: Vec<Vec<u8>> =
            self.land.iter().map(|region| least(region, &name)).collect();
        regions.sort_unstable();
        (regions.into_iter().flatten().collect(), name)
    }
}

/// One colour changed, so that it has no equal.
fn singled(colours: &Colours, name: u8) -> Colours {
    let mut single = *colours;
    single[usize::from(name)] = mix(single[usize::from(name)], 13);
    single
}

/// A region with its spots named, begun and read so that it comes first.
fn least(region: &[u8], name: &[u8; NAMES]) -> Vec<u8> {
    let read = |backwards: bool| {
        let boundaries = region.split(|&token| token == BOUNDARY).filter(|spots| !spots.is_empty());
        let mut all: Vec<Vec<u8>> = boundaries
            .map(|boundary| {
                let mut spots: Vec<u8> =
                    boundary.iter().map(|&spot| name[usize::from(spot)]).collect();
                if backwards {
                    spots.reverse();
                }
                rotated(spots)
            })
            .collect();
        all.sort_unstable();
        let mut written: Vec<u8> = Vec::with_capacity(region.len() + 1);
        for boundary in all {
            written.extend(boundary);
            written.push(BOUNDARY);
        }
        written.push(REGION);
        written
    };
    read(false).min(read(true))
}

/// The rotation that comes first.
fn rotated(spots: Vec<u8>) -> Vec<u8> {
    let count = spots.len();
    let from = |start: usize| (0..count).map(move |i| (start + i) % count);
    let view = |start: usize| from(start).map(|i| spots[i]);
    let start =
        (1..count).fold(0, |best, start| if view(start).lt(view(best)) { start } else { best });
    view(start).collect()
}

/// Spots that are met twice, numbered by their first meeting.
fn renamed(mut land: Vec<u8>) -> Vec<u8> {
    let mut name = [0u8; NAMES];
    let mut next = TWICE;
    for spot in land.iter_mut().filter(|spot| (TWICE..BOUNDARY).contains(*spot)) {
        let new = &mut name[usize::from(*spot)];
        if *new == 0 {
            *new = next;
            next += 1;
        }
        *spot = *new;
    }
    land
}
