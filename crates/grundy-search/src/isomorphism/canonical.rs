//! Canonical labelling by colour refinement with individualisation.

use super::Relation;

/// The greatest number of points that are labelled.
pub const MAX_POINTS: usize = 64;

/// So many refinements are tried before a relation is given up.
const MAX_REFINEMENTS: u32 = 400;

/// So many automorphisms are remembered.
const MAX_AUTOMORPHISMS: usize = 24;

/// A relation on 0, 1, … as the points that each is related to, renumbered so that two relations have equal
/// rows only if they are isomorphic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The number of points.
    pub count: usize,
    /// Row i: the new numbers that point i is related to.
    pub rows: [u64; MAX_POINTS],
    /// The old number of point i.
    pub order: [u8; MAX_POINTS],
}

/// The canonical labelling of a relation: isomorphic relations have equal rows. `None` if it is not found
/// within a fixed number of steps, as for some highly regular relations.
///
/// # Method
/// The points are partitioned into ordered cells. Cells are split by how many points of each cell their points are related to,
/// until no cell is split any more (colour refinement). If a cell of several points is left, each of its points is
/// made a cell of its own in turn (individualisation), and so on. Of all numberings that this leads to, the one with the
/// greatest trace and rows is taken. Two numberings with equal rows are an automorphism, and of points that
/// automorphisms carry into each other one is tried (B. D. McKay, *Practical graph isomorphism*, Congressus
/// Numerantium 30, 1981).
///
/// # Complexity
/// O(n²) steps on words of 64 bits for each refinement, at most 400 of them; most relations need fewer than n.
pub fn canonical(relation: &Relation) -> Option<Labelled> {
    let mut labelling = Labelling {
        relation,
        path: Path::default(),
        best: None,
        automorphisms: Vec::new(),
        refinements: 0,
    };
    let mut partition = Partition::unit(relation.count);
    let trace = partition.refine(relation, 1);
    labelling.descend(&partition, 0, trace)?;
    labelling.best.map(|best| best.labelled)
}

/// An ordered partition of the points.
#[derive(Clone)]
struct Partition {
    count: usize,
    /// The places where cells begin.
    starts: u64,
    /// The points of the cell that begins at a place.
    points: [u64; MAX_POINTS],
}

impl Partition {
    fn unit(count: usize) -> Self {
        let mut points = [0; MAX_POINTS];
        points[0] = all(count);
        Self { count, starts: u64::from(count > 0), points }
    }

    fn is_discrete(&self) -> bool {
        self.starts == all(self.count)
    }

    /// Where the first of the smallest cells of several points begins.
    fn target(&self) -> usize {
        let several = bits(self.starts).filter(|&start| !self.points[start].is_power_of_two());
        several.min_by_key(|&start| self.points[start].count_ones()).unwrap_or(0)
    }

    /// Makes a point a cell of its own, before the others of its cell, and refines. Returns the trace.
    fn individualize(&mut self, relation: &Relation, start: usize, point: usize) -> u64 {
        let others = self.points[start] & !(1 << point);
        self.points[start] = 1 << point;
        self.points[start + 1] = others;
        self.starts |= 1 << (start + 1);
        self.refine(relation, 1 << start)
    }

    /// Splits cells by the number of related points in each of the `active` cells, and so on. The trace
    /// that is returned, and the order of the new cells, do not depend on how the points are numbered.
    fn refine(&mut self, relation: &Relation, mut active: u64) -> u64 {
        let mut trace = 0u64;
        let mut cells = [0; MAX_POINTS];
        while active != 0 && !self.is_discrete() {
            let by = active.trailing_zeros() as usize;
            active &= active - 1;
            let counts = Counts::of(relation, self.points[by]);
            for start in bits(self.starts) {
                let cell = self.points[start];
                if counts.are_equal(cell) {
                    continue;
                }
                let found = counts.split(cell, &mut cells);
                trace = mixed(trace, (by as u64) << 8 | start as u64);
                self.replace(start, &cells[..found], &mut active);
                for &cell in &cells[..found] {
                    let size = u64::from(cell.count_ones());
                    trace = mixed(trace, counts.at(cell.trailing_zeros()) << 8 | size);
                }
            }
        }
        mixed(trace, self.starts)
    }

    /// Puts cells in the place of one. All of them become active, but for one of the largest unless the
    /// old cell was active: the counts in it follow from the others (J. Hopcroft 1971).
    fn replace(&mut self, start: usize, cells: &[u64], active: &mut u64) {
        let largest = cells.iter().map(|points| points.count_ones()).max().unwrap_or(0);
        let mut spared = *active >> start & 1 == 1;
        let mut place = start;
        for &points in cells {
            let size = points.count_ones();
            self.points[place] = points;
            self.starts |= 1 << place;
            if !spared && size == largest {
                spared = true;
            } else {
                *active |= 1 << place;
            }
            place += size as usize;
        }
    }
}

/// Of every point, how many points of a set it is related to and how many are related to it: bit i of plane j is
/// bit j of the count of point i.
struct Counts {
    planes: [u64; 2 * PLANES],
}

/// The bits of a count of at most 64.
const PLANES: usize = 7;

impl Counts {
    fn of(relation: &Relation, set: u64) -> Self {
        let mut planes = [0; 2 * PLANES];
        let (to, from) = planes.split_at_mut(PLANES);
        for point in bits(set) {
            add(to, relation.to[point]);
            if let Some(rows) = &relation.from {
                add(from, rows[point]);
            }
        }
        Self { planes }
    }

    fn are_equal(&self, cell: u64) -> bool {
        self.planes.iter().all(|plane| plane & cell == 0 || plane & cell == cell)
    }

    /// Splits a cell by the counts of its points. Returns the number of cells.
    fn split(&self, cell: u64, cells: &mut [u64; MAX_POINTS]) -> usize {
        cells[0] = cell;
        let mut found = 1;
        for &plane in &self.planes {
            let before = found;
            for i in 0..before {
                let (less, more) = (cells[i] & !plane, cells[i] & plane);
                if less != 0 && more != 0 {
                    cells[i] = less;
                    cells[found] = more;
                    found += 1;
                }
            }
        }
        found
    }

    /// The counts of a point, as one number.
    fn at(&self, point: u32) -> u64 {
        self.planes.iter().fold(0, |count, plane| count << 1 | plane >> point & 1)
    }
}

/// Adds one to the counts of some points.
#[inline]
fn add(planes: &mut [u64], points: u64) {
    let mut carry = points;
    for plane in planes {
        if carry == 0 {
            break;
        }
        (*plane, carry) = (*plane ^ carry, *plane & carry);
    }
}

/// The points individualised on the way to a numbering, and the traces of the refinements.
#[derive(Clone, Copy)]
struct Path {
    points: [u8; MAX_POINTS],
    traces: [u64; MAX_POINTS + 1],
}

impl Default for Path {
    fn default() -> Self {
        Self { points: [0; MAX_POINTS], traces: [0; MAX_POINTS + 1] }
    }
}

struct Best {
    path: Path,
    labelled: Labelled,
}

struct Labelling<'a> {
    relation: &'a Relation,
    path: Path,
    best: Option<Best>,
    automorphisms: Vec<[u8; MAX_POINTS]>,
    refinements: u32,
}

impl Labelling<'_> {
    /// Goes through the numberings below these partition. Returns the depth at which to go on: that of the
    /// caller, or a lower one if all that is left above it is like what was seen. `None`: too many steps.
    fn descend(&mut self, partition: &Partition, depth: usize, trace: u64) -> Option<usize> {
        self.refinements += 1;
        if self.refinements > MAX_REFINEMENTS {
            return None;
        }
        let back = depth.saturating_sub(1);
        self.path.traces[depth] = trace;
        if let Some(best) = &self.best
            && self.path.traces[..=depth] < best.path.traces[..=depth]
        {
            return Some(back);
        }
        if partition.is_discrete() {
            return Some(self.numbered(partition, depth).unwrap_or(back));
        }
        let start = partition.target();
        let mut tried = 0u64;
        for point in bits(partition.points[start]) {
            if tried != 0 && self.orbit(point, depth) & tried != 0 {
                continue;
            }
            let mut child = partition.clone();
            let trace = child.individualize(self.relation, start, point);
            self.path.points[depth] = point as u8;
            let next = self.descend(&child, depth + 1, trace)?;
            if next < depth {
                return Some(next);
            }
            tried |= 1 << point;
        }
        Some(back)
    }

    /// Looks at a numbering; if it shows an automorphism, the depth where its way left that of the best one.
    fn numbered(&mut self, partition: &Partition, depth: usize) -> Option<usize> {
        let labelled = self.relation.renumbered(partition);
        if let Some(best) = &self.best {
            let before = self.path.traces[..=depth].cmp(&best.path.traces[..=depth]);
            let order = before.then_with(|| labelled.rows.cmp(&best.labelled.rows));
            if order.is_lt() {
                return None;
            }
            if order.is_eq() {
                let count = labelled.count;
                if self.automorphisms.len() < MAX_AUTOMORPHISMS {
                    let mut image = [0; MAX_POINTS];
                    for i in 0..count {
                        image[best.labelled.order[i] as usize] = labelled.order[i];
                    }
                    self.automorphisms.push(image);
                }
                let same = |&i: &usize| best.path.points[i] == self.path.points[i];
                return Some((0..depth).take_while(same).count());
            }
        }
        self.best = Some(Best { path: self.path, labelled });
        None
    }

    /// The points that known automorphisms which fix the way so far carry a point to.
    fn orbit(&self, point: usize, depth: usize) -> u64 {
        let way = &self.path.points[..depth];
        let fixing = |image: &&[u8; MAX_POINTS]| way.iter().all(|&p| image[p as usize] == p);
        let mut orbit = 1u64 << point;
        loop {
            let before = orbit;
            for image in self.automorphisms.iter().filter(fixing) {
                let there = bits(orbit).fold(0, |to, p| to | 1u64 << image[p]);
                // The inverse is an automorphism, too.
                let back = (0..self.relation.count)
                    .filter(|&p| orbit >> image[p] & 1 == 1)
                    .fold(0, |to, p| to | 1u64 << p);
                orbit |= there | back;
            }
            if orbit == before {
                return orbit;
            }
        }
    }
}

impl Relation {
    fn renumbered(&self, partition: &Partition) -> Labelled {
        let (mut order, mut place) = ([0; MAX_POINTS], [0u8; MAX_POINTS]);
        for (i, entry) in order.iter_mut().enumerate().take(self.count) {
            let point = partition.points[i].trailing_zeros() as u8;
            *entry = point;
            place[point as usize] = i as u8;
        }
        let mut rows = [0; MAX_POINTS];
        for i in 0..self.count {
            let related = bits(self.to[order[i] as usize]);
            rows[i] = related.fold(0, |row, point| row | 1u64 << place[point]);
        }
        Labelled { count: self.count, rows, order }
    }
}

/// The numbers below `count`.
fn all(count: usize) -> u64 {
    if count == 0 { 0 } else { u64::MAX >> (64 - count) }
}

/// The numbers in a set, ascending.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

#[inline]
fn mixed(trace: u64, with: u64) -> u64 {
    let z = (trace ^ with).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z ^ z >> 29
}
