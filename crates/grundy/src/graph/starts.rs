//! What is known of every vertex of a graph at once.

use super::loopy::LoopyValue;
use super::{Digraph, GrundyValues, Vertices, retrograde, suspense};
use crate::context::{Context, Stop};
use crate::json::{Stream, TableObject};
use crate::nat::push_decimal;
use crate::outcome::{Outcome, Play};
use crate::solve::lengths::Measure;
use serde::Serialize;
use std::io::{self, Read, Write};

/// What is told of every vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Grundy values.
    Values(GrundyValues),
    /// Outcomes.
    Outcomes(Vec<Outcome>),
    /// Loopy nim-values.
    Loopy(Vec<LoopyValue>),
    /// How many moves play lasts; `None` for a draw.
    Lengths(Measure, Vec<Option<u32>>),
}

/// What JSON tells of one vertex.
#[derive(Serialize)]
#[serde(untagged)]
enum Cell {
    Value(u32),
    Outcome(Outcome),
    Infinite(&'static str),
    Loopy {
        loopy: Vec<u32>,
    },
    /// A move wins at once.
    Wins(&'static str),
}

impl Cell {
    fn of(value: &LoopyValue) -> Self {
        match value {
            LoopyValue::Finite(number) => Self::Value(*number),
            LoopyValue::Infinite(set) => Self::Loopy { loopy: set.clone() },
            LoopyValue::Wins => Self::Wins("*"),
        }
    }
}

impl Default for Cell {
    fn default() -> Self {
        Self::Value(0)
    }
}

/// Grundy values or outcomes of one token on each vertex of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starts {
    /// The numbers of the vertices.
    pub vertices: Vertices,
    /// What is told of each, by index; values may be missing at the end, they are 0.
    pub told: Told,
}

/// The first bytes of the binary form.
const MAGIC: [u8; 8] = *b"GRUNDYV1";

/// Bytes gathered before they are written.
const BLOCK: usize = 1 << 16;

impl Starts {
    /// Grundy values.
    pub fn values(vertices: Vertices, values: GrundyValues) -> Self {
        Self { vertices, told: Told::Values(values) }
    }

    /// Outcomes of the vertices in the order of their indices, one for each.
    pub fn outcomes(vertices: Vertices, outcomes: Vec<Outcome>) -> Self {
        assert_eq!(vertices.len(), outcomes.len(), "an outcome for each vertex");
        Self { vertices, told: Told::Outcomes(outcomes) }
    }

    /// Loopy nim-values of the vertices in the order of their indices, one for each.
    pub fn loopy(vertices: Vertices, values: Vec<LoopyValue>) -> Self {
        assert_eq!(vertices.len(), values.len(), "a value for each vertex");
        Self { vertices, told: Told::Loopy(values) }
    }

    /// How many moves play lasts from every vertex of a graph; vertices behind its last one have no
    /// arcs.
    ///
    /// # Complexity
    /// O(n + m).
    ///
    /// # Errors
    /// [`Stop`] at a limit; refused for suspense if there is a cycle.
    pub(crate) fn lengths(
        vertices: Vertices,
        graph: &Digraph,
        measure: Measure,
        play: Play,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let all = 0..vertices.len() as u32;
        let lengths: Vec<Option<u32>> = match measure {
            Measure::Remoteness => {
                let outcomes = retrograde::outcomes(graph, None, play, context)?;
                all.map(|v| outcomes.remoteness(v)).collect()
            }
            Measure::Suspense => {
                let found = suspense::suspense(graph, play, context)?;
                all.map(|v| found.get(v)).collect()
            }
        };
        if measure == Measure::Suspense && lengths.contains(&None) {
            return Err(Stop::Refused(
                "suspense tells how long the winner can delay the end, and here play may go on for \
                 ever: ask for the remoteness"
                    .into(),
            ));
        }
        Ok(Self { vertices, told: Told::Lengths(measure, lengths) })
    }

    /// The heading of the second column.
    fn heading(&self) -> &'static str {
        match self.told {
            Told::Values(_) | Told::Loopy(_) => "grundy",
            Told::Outcomes(_) => "outcome",
            Told::Lengths(measure, _) => measure.name(),
        }
    }

    /// The number of vertices.
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// One line for each vertex: its number, `between`, and its value or outcome; before them the
    /// same with the names of the columns behind `head`.
    ///
    /// # Complexity
    /// O(n), nothing is held.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_lines(&self, out: &mut dyn Write, head: &str, between: char) -> io::Result<()> {
        writeln!(out, "{head}vertex{between}{}", self.heading())?;
        self.write_rows(out, ("", between.encode_utf8(&mut [0; 4]), "\n"))
    }

    /// One row for each vertex in a table of GitHub's Markdown, below the name of the game.
    ///
    /// # Complexity
    /// O(n), nothing is held.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_markdown(&self, out: &mut dyn Write, game: &str) -> io::Result<()> {
        let game = game.replace('\\', "\\\\").replace('*', "\\*").replace('|', "\\|");
        writeln!(out, "**{game}: {} of every start**\n", self.told_as())?;
        writeln!(out, "| vertex | {} |\n|---:|---:|", self.heading())?;
        self.write_rows(out, ("| ", " | ", " |\n"))
    }

    /// One object: game, play, view, columns, and a row for each vertex, as
    /// [`Sheet`](crate::table::Sheet) writes tables.
    ///
    /// # Complexity
    /// O(n), nothing is held.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_json(&self, out: &mut dyn Write, game: &str, play: Play) -> io::Result<()> {
        let row = |i: usize, row: &mut (u32, Cell)| {
            let cell = match &self.told {
                Told::Values(values) => Cell::Value(values.get(i as u32)),
                Told::Outcomes(outcomes) => Cell::Outcome(outcomes[i]),
                Told::Loopy(values) => Cell::of(&values[i]),
                Told::Lengths(_, lengths) => lengths[i].map_or(Cell::Infinite("∞"), Cell::Value),
            };
            *row = (self.vertices.number(i as u32), cell);
            Ok(())
        };
        let object = TableObject {
            game: Some(game),
            play: Some(play),
            operation: None,
            view: "table",
            columns: ["vertex", self.heading()],
            rows: Stream::new(self.len(), row),
            note: None,
            period: None::<()>,
            stop: None,
        };
        object.write(out)
    }

    fn told_as(&self) -> &'static str {
        match self.told {
            Told::Values(_) => "Grundy values",
            Told::Loopy(_) => "loopy values",
            Told::Outcomes(_) => "outcomes",
            Told::Lengths(measure, _) => measure.name(),
        }
    }

    /// Each vertex between `head` and `middle`, what is told of it before `tail`.
    fn write_rows(
        &self,
        out: &mut dyn Write,
        (head, middle, tail): (&str, &str, &str),
    ) -> io::Result<()> {
        let mut block = Vec::with_capacity(BLOCK + 64);
        for i in 0..self.len() as u32 {
            block.extend_from_slice(head.as_bytes());
            push_decimal(&mut block, self.vertices.number(i).into());
            block.extend_from_slice(middle.as_bytes());
            match &self.told {
                Told::Values(values) => push_decimal(&mut block, values.get(i).into()),
                Told::Outcomes(outcomes) => block.push(match outcomes[i as usize] {
                    Outcome::P => b'P',
                    Outcome::N => b'N',
                    Outcome::D => b'D',
                }),
                Told::Loopy(values) => match &values[i as usize] {
                    LoopyValue::Finite(number) => push_decimal(&mut block, (*number).into()),
                    value => block.extend_from_slice(value.to_string().as_bytes()),
                },
                Told::Lengths(_, lengths) => match lengths[i as usize] {
                    Some(moves) => push_decimal(&mut block, moves.into()),
                    None => block.extend_from_slice("∞".as_bytes()),
                },
            }
            block.extend_from_slice(tail.as_bytes());
            if block.len() >= BLOCK {
                out.write_all(&block)?;
                block.clear();
            }
        }
        out.write_all(&block)
    }

    /// A compact form, all numbers little-endian: the eight bytes `GRUNDYV1`; bytes w a value (1,
    /// 2 or 4), as 4 bytes; 1 if the vertices are listed and 0 if they follow each other, as 4
    /// bytes; the number of vertices n, as 8 bytes; the number of the first vertex, as 8 bytes;
    /// if they are listed the numbers of all vertices, 4 bytes each; the n values (outcomes: 0 for
    /// P, 1 for N, 2 for D; loopy values and lengths: 2^32 - 1 for infinite ones), w bytes each.
    ///
    /// # Complexity
    /// O(n), nothing is held.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_binary(&self, out: &mut dyn Write) -> io::Result<()> {
        let value = |i: u32| match &self.told {
            Told::Values(values) => values.get(i),
            Told::Outcomes(outcomes) => match outcomes[i as usize] {
                Outcome::P => 0,
                Outcome::N => 1,
                Outcome::D => 2,
            },
            Told::Loopy(values) => match values[i as usize] {
                LoopyValue::Finite(number) => number,
                LoopyValue::Infinite(_) | LoopyValue::Wins => u32::MAX,
            },
            Told::Lengths(_, lengths) => lengths[i as usize].unwrap_or(u32::MAX),
        };
        let all = 0..self.len() as u32;
        let greatest = all.clone().map(value).max().unwrap_or(0);
        let width = match greatest {
            0..0x100 => 1,
            0x100..0x1_0000 => 2,
            _ => 4,
        };
        let first = self.vertices.first_if_consecutive();
        let mut block = MAGIC.to_vec();
        block.extend_from_slice(&(width as u32).to_le_bytes());
        block.extend_from_slice(&u32::from(first.is_none()).to_le_bytes());
        block.extend_from_slice(&(self.len() as u64).to_le_bytes());
        block.extend_from_slice(&u64::from(first.unwrap_or(0)).to_le_bytes());
        let mut put = |bytes: &[u8]| {
            block.extend_from_slice(bytes);
            if block.len() < BLOCK {
                return Ok(());
            }
            out.write_all(&block)?;
            block.clear();
            Ok::<_, io::Error>(())
        };
        if first.is_none() {
            all.clone().try_for_each(|i| put(&self.vertices.number(i).to_le_bytes()))?;
        }
        for i in all {
            put(&value(i).to_le_bytes()[..width])?;
        }
        out.write_all(&block)
    }

    /// Reads the pairs of vertex and value that [`write_binary`](Self::write_binary) wrote.
    ///
    /// # Errors
    /// Those of `input`, and [`io::ErrorKind::InvalidData`] if it is something else.
    ///
    /// ```
    /// use grundy::graph::{GrundyValues, Starts, Vertices};
    /// let vertices = Vertices::compact(&mut [(3, 4), (4, 5)]);
    /// let starts = Starts::values(vertices, [2, 1, 0].into_iter().collect());
    /// let mut bytes = Vec::new();
    /// starts.write_binary(&mut bytes).unwrap();
    /// assert_eq!(bytes.len(), 32 + 3);
    /// assert_eq!(Starts::read_binary(&bytes[..]).unwrap(), [(3, 2), (4, 1), (5, 0)]);
    /// ```
    pub fn read_binary(mut input: impl Read) -> io::Result<Vec<(u32, u32)>> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidData);
        let mut head = [0; 32];
        input.read_exact(&mut head)?;
        let word = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four"));
        let long = |at: usize| u64::from_le_bytes(head[at..at + 8].try_into().expect("eight"));
        let (width, listed, count, first) = (word(8) as usize, word(12), long(16), long(24));
        if head[..8] != MAGIC || !matches!(width, 1 | 2 | 4) || listed > 1 || count > 1 << 32 {
            return Err(invalid());
        }
        let mut rest = Vec::new();
        input.read_to_end(&mut rest)?;
        let numbers = if listed == 1 { 4 * count as usize } else { 0 };
        if rest.len() != numbers + width * count as usize {
            return Err(invalid());
        }
        let little = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &byte| n << 8 | u32::from(byte));
        let (numbers, values) = rest.split_at(numbers);
        let number = |i: usize| match numbers.get(4 * i..4 * i + 4) {
            Some(bytes) => Ok(little(bytes)),
            None => u32::try_from(first + i as u64).map_err(|_| invalid()),
        };
        let pairs = values.chunks_exact(width).enumerate();
        pairs.map(|(i, value)| Ok((number(i)?, little(value)))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_binary_tell_the_same() {
        for (mut pairs, values) in [
            (vec![], vec![]),
            (vec![(7, 8)], vec![1, 0]),
            (vec![(0, 4_294_967_294), (9, 0)], vec![70_000, 3, 4_000_000_000]),
            (vec![(5, 1)], vec![300, 0]),
        ] {
            let vertices = Vertices::compact(&mut pairs);
            let starts = Starts::values(vertices, values.iter().copied().collect());
            let mut bytes = Vec::new();
            starts.write_binary(&mut bytes).unwrap();
            let read = Starts::read_binary(&bytes[..]).unwrap();
            let mut text = Vec::new();
            starts.write_lines(&mut text, "# ", ' ').unwrap();
            let lines: String = read.iter().map(|(v, g)| format!("{v} {g}\n")).collect();
            assert_eq!(String::from_utf8(text).unwrap(), format!("# vertex grundy\n{lines}"));
            assert!(read.iter().map(|pair| pair.1).eq(values));
            assert!(Starts::read_binary(&bytes[..bytes.len().saturating_sub(1)]).is_err());
        }
    }

    #[test]
    fn outcomes_are_letters_or_bits() {
        let vertices = Vertices::compact(&mut [(1, 2)]);
        let starts = Starts::outcomes(vertices, vec![Outcome::N, Outcome::P]);
        let mut text = Vec::new();
        starts.write_lines(&mut text, "", ',').unwrap();
        assert_eq!(text, b"vertex,outcome\n1,N\n2,P\n");
        let mut bytes = Vec::new();
        starts.write_binary(&mut bytes).unwrap();
        assert_eq!(Starts::read_binary(&bytes[..]).unwrap(), [(1, 1), (2, 0)]);
    }
}
