//! Results checked: the sums of the files, and every vertex against its options.

use crate::DRAW;
use crate::blocks::Blocks;
use crate::look::Results;
use crate::numbers::{FIRST, LargeNumbers};
use crate::question::Source;
use crate::{INFINITE, Trouble, WINS, owner};
use grundy::context::Context;
use grundy::graph::{EdgeList, LineFile};
use hashbrown::HashMap;
use std::path::Path;

/// Checks a folder of results: the checksum of every file against its bytes and the manifest; and, if `values`,
/// each outcome, remoteness and value against those of the vertex's options, which are listed anew from the files
/// of arcs or the rules. Returns how many vertices were compared.
///
/// Outcomes with remoteness are proved by it, for remoteness goes down along the arcs that matter; draws too, since
/// from each an arc leads to a draw and none to a vertex lost there. LargeNumbers are proved where play must end, by
/// induction. Elsewhere what the rule of Smith, Fraenkel and Perl says of a vertex and its options is checked, but
/// not in which order the numbers came.
///
/// # Complexity
/// O(n + m) on one machine; some 60 bytes a vertex.
///
/// # Errors
/// [`Trouble::File`] for a wrong sum, [`Trouble::No`] for a vertex that does not fit.
pub fn check(folder: &Path, values: bool) -> Result<u64, Trouble> {
    let results = Results::open(folder)?;
    for (reader, part) in results.readers().iter().zip(&results.manifest().parts) {
        let written = reader.check()?;
        if (written.bytes, &written.sha256) != (part.bytes, &part.sha256) {
            return Err(Trouble::damaged(
                reader.path(),
                "it is not the file that the manifest means",
            ));
        }
    }
    if !values {
        return Ok(0);
    }
    let mut all = All::load(&results)?;
    list(&results, &mut |tail, heads| all.gather(tail, heads))?;
    all.check(&results)?;
    list(&results, &mut |tail, heads| all.reverts(tail, heads))?;
    all.check_infinite(&results)?;
    Ok(all.seen.len() as u64)
}

/// Where arcs of a vertex lead: all of them, or some.
enum Heads<'a> {
    To(&'a [u64]),
    /// To several at once.
    Sum(&'a [u64]),
    /// Moves leave nothing.
    Nothing,
    /// A move wins at once.
    Win,
}

type Each<'e> = dyn FnMut(u64, Heads<'_>) -> Result<(), Trouble> + 'e;

/// Lists all arcs.
fn list(results: &Results, each: &mut Each<'_>) -> Result<(), Trouble> {
    match &results.manifest().question.source {
        Source::Graph { own: true, .. } => Err(Trouble::Question(
            "every process had files of its own: here they cannot all be read again".into(),
        )),
        Source::Graph { files, .. } => {
            for name in files {
                let file = LineFile::open(name, Default::default(), &Context::default())?;
                for chunk in 0..file.chunks() {
                    let list = EdgeList::read_chunk(&file, chunk)?;
                    for (tail, head) in list.pairs {
                        each(tail.into(), Heads::To(&[head.into()]))?;
                    }
                }
            }
            Ok(())
        }
        Source::Rules { .. } => {
            let Some(positions) = results.positions() else { return Ok(()) };
            for part in 0..results.readers().len() {
                for vertex in results.vertices(part)? {
                    let options = positions.options(&positions.state(vertex))?;
                    each(vertex, Heads::To(&options.heads))?;
                    for sum in &options.sums {
                        each(vertex, Heads::Sum(sum))?;
                    }
                    if options.ends > 0 {
                        each(vertex, Heads::Nothing)?;
                    }
                    if options.wins {
                        each(vertex, Heads::Win)?;
                    }
                }
            }
            Ok(())
        }
    }
}

/// What the options of a vertex are.
#[derive(Clone, Default)]
struct Seen {
    options: bool,
    wins: bool,
    /// The least remoteness of an option that is lost for the player to move there, plus 1.
    lost: u32,
    /// The greatest of one that is won, plus 1.
    won: u32,
    draw: bool,
    /// The numbers below 64 of the options.
    mask: u64,
    /// Some option is infinite and has no option with the number that the vertex has, or would have.
    stays: bool,
    vertex: u64,
}

/// All vertices, part by part.
struct All {
    grain: u32,
    blocks: Vec<Blocks>,
    first: Vec<usize>,
    seen: Vec<Seen>,
    large: HashMap<usize, LargeNumbers>,
    ends: Option<Vec<u32>>,
    values: Option<Vec<u32>>,
    /// The end of play has this outcome.
    finished: u32,
}

impl All {
    fn load(results: &Results) -> Result<Self, Trouble> {
        let question = &results.manifest().question;
        let mut all = Self {
            grain: results.manifest().grain,
            blocks: Vec::new(),
            first: Vec::new(),
            seen: Vec::new(),
            large: HashMap::new(),
            ends: question.outcomes.then(Vec::new),
            values: question.values.then(Vec::new),
            finished: u32::from(question.misere),
        };
        for reader in results.readers() {
            let blocks = Blocks::load(reader)?;
            all.first.push(all.seen.len());
            all.seen.extend(blocks.iter().map(|vertex| Seen { vertex, ..Seen::default() }));
            if let Some(ends) = &mut all.ends {
                ends.extend(reader.halves("ends")?);
            }
            if let Some(values) = &mut all.values {
                values.extend(reader.halves("values")?);
            }
            all.blocks.push(blocks);
        }
        Ok(all)
    }

    fn place(&self, vertex: u64) -> Result<usize, Trouble> {
        let part = owner(vertex, self.grain, self.blocks.len());
        let local = self.blocks[part].local(vertex);
        let local = local.ok_or_else(|| Trouble::No(format!("vertex {vertex} is missing")))?;
        Ok(self.first[part] + local as usize)
    }

    fn gather(&mut self, tail: u64, heads: Heads<'_>) -> Result<(), Trouble> {
        let at = self.place(tail)?;
        self.seen[at].options |= !matches!(heads, Heads::To([]));
        match heads {
            Heads::Win => self.seen[at].wins = true,
            Heads::Nothing => self.option(at, Some(self.finished), Some(0)),
            Heads::Sum(parts) => {
                let mut sum = Some(0);
                for &part in parts {
                    let to = self.place(part)?;
                    let value = self.values.as_ref().map(|values| values[to]);
                    let number = value.filter(|value| !matches!(*value, INFINITE | WINS));
                    sum = sum.zip(number).map(|(sum, number)| sum ^ number);
                }
                self.option(at, None, sum);
            }
            Heads::To(heads) => {
                for &head in heads {
                    let to = self.place(head)?;
                    let end = self.ends.as_ref().map(|ends| ends[to]);
                    let value = self.values.as_ref().map(|values| values[to]);
                    self.option(at, end, value);
                }
            }
        }
        Ok(())
    }

    fn option(&mut self, at: usize, end: Option<u32>, value: Option<u32>) {
        let seen = &mut self.seen[at];
        match end {
            Some(DRAW) => seen.draw = true,
            Some(end) if end % 2 == 1 => seen.won = seen.won.max(end / 2 + 1),
            Some(end) if seen.lost == 0 => seen.lost = end / 2 + 1,
            Some(end) => seen.lost = seen.lost.min(end / 2 + 1),
            None => {}
        }
        match value {
            Some(INFINITE | WINS) | None => {}
            Some(number @ 0..FIRST) => seen.mask |= 1 << number,
            Some(number) => {
                self.large.entry(at).or_default().insert(number);
            }
        }
    }

    fn has(&self, at: usize, number: u32) -> bool {
        match number {
            0..FIRST => self.seen[at].mask >> number & 1 == 1,
            _ => self.large.get(&at).is_some_and(|set| set.contains(number)),
        }
    }

    fn mex(&self, at: usize) -> u32 {
        match self.seen[at].mask.trailing_ones() {
            FIRST => self.large.get(&at).map_or(FIRST, LargeNumbers::mex),
            small => small,
        }
    }

    /// Compares outcomes, remoteness and numbers.
    fn check(&self, results: &Results) -> Result<(), Trouble> {
        for (at, seen) in self.seen.iter().enumerate() {
            let wrong = |what: &str| {
                Trouble::No(format!(
                    "{}: {what} does not fit its options",
                    results.show(seen.vertex)
                ))
            };
            if let Some(ends) = &self.ends {
                let expected = if seen.wins {
                    2 + 1
                } else if !seen.options {
                    self.finished
                } else if seen.lost > 0 {
                    2 * seen.lost + 1
                } else if seen.draw {
                    DRAW
                } else {
                    2 * seen.won
                };
                if ends[at] != expected {
                    return Err(wrong("the outcome or the remoteness"));
                }
            }
            let value = self.values.as_ref().map(|values| values[at]);
            match value {
                Some(WINS) if seen.wins => {}
                Some(value) if (value == WINS) != seen.wins => return Err(wrong("the value")),
                Some(INFINITE) | None => {}
                Some(number) if number != self.mex(at) => return Err(wrong("the value")),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Looks whether infinite options lead back to the number of a vertex, or to the one it would have.
    fn reverts(&mut self, tail: u64, heads: Heads<'_>) -> Result<(), Trouble> {
        let (Some(values), Heads::To(heads)) = (&self.values, heads) else { return Ok(()) };
        let at = self.place(tail)?;
        let number = match values[at] {
            WINS => return Ok(()),
            INFINITE => self.mex(at),
            number => number,
        };
        let mut stays = false;
        for &head in heads {
            let to = self.place(head)?;
            stays |= values[to] == INFINITE && !self.has(to, number);
        }
        self.seen[at].stays |= stays;
        Ok(())
    }

    fn check_infinite(&self, results: &Results) -> Result<(), Trouble> {
        let Some(values) = &self.values else { return Ok(()) };
        for (at, seen) in self.seen.iter().enumerate() {
            let infinite = values[at] == INFINITE;
            if values[at] != WINS && infinite != seen.stays {
                return Err(Trouble::No(format!(
                    "{}: it is infinite if and only if some option does not lead back to its number",
                    results.show(seen.vertex)
                )));
            }
            if !infinite {
                continue;
            }
            use grundy::graph::loopy::LoopyValue;
            let told = results.look(seen.vertex)?.and_then(|answer| answer.value);
            let fits = matches!(&told, Some(LoopyValue::Infinite(numbers))
                if numbers.iter().all(|&number| self.has(at, number))
                    && numbers.len() == seen.mask.count_ones() as usize + self.large.get(&at).map_or(0, LargeNumbers::len));
            if !fits {
                return Err(Trouble::No(format!(
                    "{}: the numbers of its options differ",
                    results.show(seen.vertex)
                )));
            }
        }
        Ok(())
    }
}
