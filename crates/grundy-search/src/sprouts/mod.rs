//! Sprouts: positions as regions and boundaries, simplified, cut into lands.
//!
//! # Positions
//! Lines cut the sphere into *regions*. The spots and lines at the edge of a region form *boundaries*, one
//! for each connected piece of the drawing; a boundary is the cyclic list of the spots that one meets who
//! walks along it with the region at one hand. A spot may be met several times; it has 3 − d *lives* if d
//! lines end there. Whoever plays chooses two places where spots with lives are met in one region (or one place
//! twice, if its spot has two lives), draws a line between them and puts a spot with one life on it.
//! - Places of different boundaries: these become one, … x z y … y z … .
//! - Places of one boundary: it becomes two, x … y z and y … x z, in two regions; each of the other boundaries
//!   goes to either side.
//!
//! # Equivalences
//! Each of them changes no more than names, so a position and its simplification have the same options, up
//! to equivalence.
//! 1. Spots without lives are left out, and boundaries without spots.
//! 2. Regions in which all spots together have at most one life allow no move and are left out.
//! 3. A spot with one life that is met once stands as 2, whatever is at its other side. If it is met at two
//!    neighbouring places of a boundary, one is left out: a line that ends at either leaves the same, as
//!    the spot has no life after that.
//! 4. All boundaries of one region may be read backwards together: no move compares directions in
//!    different regions.
//! 5. Regions without a common spot do not concern each other: *lands*, sets of regions that hang together
//!    by common spots, are parts of a sum.
//!
//! # Literature
//! D. Applegate, G. Jacobson, D. Sleator, *Computer analysis of Sprouts* (1991); J. Lemoine and S. Viennot,
//! *Computer analysis of Sprouts with nimbers* (2010).

mod canonical;
mod moves;
mod store;

pub use canonical::lands;
pub use moves::{Line, lines, played};
pub use store::{Land, Sprouts};

/// Ends a boundary.
pub const BOUNDARY: u8 = 0xfe;
/// Ends a region.
pub const REGION: u8 = 0xff;
/// The first spot that is met twice, and has one life.
///
/// Below it: spots that are met once, as the number of their lines.
pub const TWICE: u8 = 3;

/// Regions, each a list of spots in which [`BOUNDARY`] ends every boundary.
pub type Regions = Vec<Vec<u8>>;

/// The lives of a spot when it is met: those met twice count at their first meeting.
#[inline]
fn lives_of(spot: u8) -> u32 {
    match spot {
        0..TWICE => 3 - u32::from(spot),
        _ => 1,
    }
}

/// The lives of all spots of some regions together. Every move takes one.
pub fn lives<'a>(regions: impl IntoIterator<Item = &'a u8>) -> u32 {
    let mut met = 0u128;
    let mut all = 0;
    for &spot in regions.into_iter().filter(|&&spot| spot < BOUNDARY) {
        if spot >= TWICE {
            let bit = 1u128 << (spot & 127);
            if met & bit != 0 {
                continue;
            }
            met |= bit;
        }
        all += lives_of(spot);
    }
    all
}

/// The regions of a land or of several, as [`lands`] writes them.
pub fn regions(land: &[u8]) -> Regions {
    let regions = land.split(|&token| token == REGION).filter(|region| !region.is_empty());
    regions.map(<[u8]>::to_vec).collect()
}

/// The regions of several lands together: spots of different lands get different numbers.
pub fn together(lands: &[Vec<u8>]) -> Regions {
    let mut all = Vec::new();
    let mut shift = 0;
    for land in lands {
        let mut most = TWICE - 1;
        for mut region in regions(land) {
            for spot in region.iter_mut().filter(|spot| (TWICE..BOUNDARY).contains(*spot)) {
                most = most.max(*spot);
                *spot += shift;
            }
            all.push(region);
        }
        shift += most + 1 - TWICE;
    }
    all
}

/// The least three numbers above those of all spots that are met twice.
pub fn fresh(regions: &Regions) -> [u8; 3] {
    let spots = regions.iter().flatten().copied().filter(|&spot| spot < BOUNDARY);
    let next = spots.max().unwrap_or(0).max(TWICE - 1) + 1;
    [next, next + 1, next + 2]
}

/// `count` spots without lines.
pub fn spots(count: usize) -> Regions {
    vec![[0, BOUNDARY].repeat(count)]
}

#[cfg(test)]
mod tests;
