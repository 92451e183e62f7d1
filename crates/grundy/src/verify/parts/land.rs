//! One text for lands of Sprouts that differ in names, beginnings and directions only.

use super::drawing::{Drawing, Region};

/// Signs of spots met twice begin here, in the order of [`LETTERS`].
const FIRST: u8 = 3;
const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Ends a boundary in a code. No spot has this number.
const END: u8 = u8::MAX;

/// A land in which spots met once stand as the number of their lines, those met twice as numbers from
/// [`FIRST`] on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Numbered(Vec<Region>);

impl Numbered {
    /// Numbers the spots met twice by their first meeting.
    pub fn new(drawing: &Drawing, regions: &[Region]) -> Self {
        let mut times = [0u8; 1 << 8];
        regions.iter().flatten().flatten().for_each(|&spot| times[usize::from(spot)] += 1);
        let mut names = [0u8; 1 << 8];
        let mut next = FIRST;
        let mut number = |&spot: &u8| {
            let place = usize::from(spot);
            if times[place] == 1 {
                return 3 - drawing.lives[place];
            }
            if names[place] == 0 {
                names[place] = next;
                next += 1;
            }
            names[place]
        };
        let mut land = regions.to_vec();
        for spot in land.iter_mut().flatten().flatten() {
            *spot = number(spot);
        }
        Self(land)
    }

    /// Bytes in memory, about.
    pub fn bytes(&self) -> u64 {
        let boundaries = self.0.iter().flatten();
        let lists = self.0.len() + boundaries.clone().count();
        (48 * (lists + 1) + boundaries.map(Vec::len).sum::<usize>()) as u64
    }

    /// The text of the land. Lands have the same text exactly if one becomes the other by other names of
    /// spots, by boundaries written from another place on, by another order of boundaries and regions, and
    /// by walking along all boundaries of a region the other way: no move compares directions in different
    /// regions.
    ///
    /// # Method
    /// Spots get colours by what stands around them until nothing more is told apart; then one of several
    /// of a colour is singled out, each in turn, and the least code wins. If two of them lead to the same
    /// code when all that follows is singled out in the same way, a symmetry of the land that keeps all
    /// colours carries one into the other, and one will do.
    pub fn text(&self) -> String {
        let mut places: Vec<Vec<Place>> = Vec::new();
        for (r, region) in self.0.iter().enumerate() {
            for (b, boundary) in region.iter().enumerate() {
                for (i, &spot) in boundary.iter().enumerate().filter(|(_, spot)| **spot >= FIRST) {
                    let name = usize::from(spot - FIRST);
                    places.resize(places.len().max(name + 1), Vec::new());
                    places[name].push((r, b, i));
                }
            }
        }
        let colours = vec![0; places.len()];
        written(&Form { regions: &self.0, places }.least(colours))
    }
}

/// Region, boundary, place.
type Place = (usize, usize, usize);

/// A land, and where each spot that is met twice stands.
struct Form<'a> {
    regions: &'a [Region],
    places: Vec<Vec<Place>>,
}

/// A code as text, letters by their first meeting.
fn written(code: &[Vec<u8>]) -> String {
    let (mut text, mut met) = (String::new(), Vec::new());
    for region in code {
        for &spot in region {
            text.push(match spot {
                END => '.',
                0..FIRST => char::from(b'0' + spot),
                _ => {
                    let place = met.iter().position(|&other| other == spot).unwrap_or_else(|| {
                        met.push(spot);
                        met.len() - 1
                    });
                    char::from(LETTERS[place % LETTERS.len()])
                }
            });
        }
        text.push('}');
    }
    text
}

/// The least of all sequences that a cyclic one begins with.
fn least_turn(cycle: &[u8]) -> Vec<u8> {
    let from = |i: &usize| cycle[*i..].iter().chain(&cycle[..*i]);
    let start = (0..cycle.len()).min_by(|a, b| from(a).cmp(from(b))).unwrap_or(0);
    from(&start).copied().collect()
}

/// The least codes of boundaries, in order, each ended.
fn sorted<'a>(boundaries: impl Iterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let mut codes: Vec<Vec<u8>> = boundaries.map(|boundary| least_turn(boundary)).collect();
    codes.sort_unstable();
    codes.into_iter().flat_map(|code| code.into_iter().chain([END])).collect()
}

/// The boundaries walked along the other way.
fn backwards(region: &Region) -> Region {
    region.iter().map(|boundary| boundary.iter().rev().copied().collect()).collect()
}

impl Form<'_> {
    /// The regions, with colours in place of names.
    fn coloured(&self, colours: &[u8]) -> Vec<Region> {
        let colour = |&spot: &u8| match spot {
            0..FIRST => spot,
            name => FIRST + colours[usize::from(name - FIRST)],
        };
        let paint = |region: &Region| -> Region {
            region.iter().map(|boundary| boundary.iter().map(colour).collect()).collect()
        };
        self.regions.iter().map(paint).collect()
    }

    /// The regions in order, each walked along in the better of the two ways.
    fn code(&self, colours: &[u8]) -> Vec<Vec<u8>> {
        let coloured = self.coloured(colours);
        let region = |region: &Region| sorted(region.iter()).min(sorted(backwards(region).iter()));
        let mut codes: Vec<Vec<u8>> = coloured.iter().map(region).collect();
        codes.sort_unstable();
        codes
    }

    /// What is seen from each place where spots are met twice: the boundary from there on, and the others.
    fn refined(&self, mut colours: Vec<u8>) -> Vec<u8> {
        loop {
            let ways = self.coloured(&colours);
            let back: Vec<Region> = ways.iter().map(backwards).collect();
            let seen = |&(r, b, i): &Place| {
                let view = |region: &Region, i: usize| {
                    let own = [&region[b][i..], &region[b][..i], &[END]].concat();
                    let others = (0..region.len()).filter(|&other| other != b);
                    [own, sorted(others.map(|other| &region[other]))].concat()
                };
                let last = ways[r][b].len() - 1;
                view(&ways[r], i).min(view(&back[r], last - i))
            };
            let signs: Vec<(u8, Vec<Vec<u8>>)> = (self.places.iter().zip(&colours))
                .map(|(places, &colour)| {
                    let mut views: Vec<Vec<u8>> = places.iter().map(seen).collect();
                    views.sort_unstable();
                    (colour, views)
                })
                .collect();
            let mut order: Vec<&(u8, Vec<Vec<u8>>)> = signs.iter().collect();
            order.sort_unstable();
            // The colour is the place of the first that looks so: colours in order stay in order.
            let place = |sign| order.partition_point(|other| *other < sign) as u8;
            let next: Vec<u8> = signs.iter().map(place).collect();
            if next == colours {
                return colours;
            }
            colours = next;
        }
    }

    /// The spots of the first colour that several have.
    fn alike(colours: &[u8]) -> Option<Vec<usize>> {
        let of = |colour: u8| (0..colours.len()).filter(move |&name| colours[name] == colour);
        let mut several = colours.iter().filter(|&&colour| of(colour).nth(1).is_some());
        let first = several.by_ref().min()?;
        Some(of(*first).collect())
    }

    /// One of several spots of a colour keeps it, the others get the next.
    fn single_out(colours: &[u8], one: usize) -> Vec<u8> {
        let next = |(name, &colour): (usize, &u8)| {
            colour + u8::from(name != one && colour == colours[one])
        };
        colours.iter().enumerate().map(next).collect()
    }

    /// The code when always the first of several is singled out.
    fn first(&self, colours: Vec<u8>) -> Vec<Vec<u8>> {
        let mut colours = self.refined(colours);
        while let Some(alike) = Self::alike(&colours) {
            colours = self.refined(Self::single_out(&colours, alike[0]));
        }
        self.code(&colours)
    }

    fn least(&self, colours: Vec<u8>) -> Vec<Vec<u8>> {
        let colours = self.refined(colours);
        let Some(alike) = Self::alike(&colours) else { return self.code(&colours) };
        let mut tried: Vec<Vec<Vec<u8>>> = Vec::new();
        let mut least: Option<Vec<Vec<u8>>> = None;
        for one in alike {
            let singled = Self::single_out(&colours, one);
            let first = self.first(singled.clone());
            if tried.contains(&first) {
                continue;
            }
            tried.push(first);
            let code = self.least(singled);
            least = Some(least.map_or(code.clone(), |least| least.min(code)));
        }
        least.unwrap_or_default()
    }
}
