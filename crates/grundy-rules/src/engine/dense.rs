//! Values of boxes of states: every family has bounds, and a cell for every state within them.

use super::ir::LOONY;
use super::vm::{Looked, Table};
use grundy::context::{Context, Stop};

/// A cell whose value is not known; the greatest code of its width.
pub const UNKNOWN: u32 = 0;
/// Below it: loony.
pub const IS_LOONY: u32 = 1;
/// Below that: on the path of the search.
pub const ON_PATH: u32 = 2;

/// What is known of a state, in any table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// Nothing.
    Unknown,
    /// It is being searched.
    OnPath,
    /// It is loony.
    Loony,
    /// Its value.
    Value(u32),
}

impl Code {
    /// The code of an answer.
    pub fn answer(value: u32) -> Self {
        if value == LOONY { Self::Loony } else { Self::Value(value) }
    }

    /// The code in a cell whose greatest number is `max`.
    pub fn from_cell(cell: u32, max: u32) -> Self {
        match max - cell {
            UNKNOWN => Self::Unknown,
            IS_LOONY => Self::Loony,
            ON_PATH => Self::OnPath,
            _ => Self::Value(cell),
        }
    }

    /// The cell, whose greatest number is `max`; nothing if it does not fit.
    pub fn to_cell(self, max: u32) -> Option<u32> {
        match self {
            Self::Unknown => Some(max - UNKNOWN),
            Self::Loony => Some(max - IS_LOONY),
            Self::OnPath => Some(max - ON_PATH),
            Self::Value(value) => (value < max - ON_PATH).then_some(value),
        }
    }
}

/// Cells of one, two or four bytes.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Values to 252.
    Byte(Vec<u8>),
    /// Values to 65532.
    Short(Vec<u16>),
    /// All values.
    Word(Vec<u32>),
}

impl Cells {
    /// Bytes of a cell.
    pub fn width(&self) -> u64 {
        match self {
            Self::Byte(_) => 1,
            Self::Short(_) => 2,
            Self::Word(_) => 4,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Byte(cells) => cells.len(),
            Self::Short(cells) => cells.len(),
            Self::Word(cells) => cells.len(),
        }
    }

    fn unknown(width: u64, len: usize) -> Self {
        match width {
            1 => Self::Byte(vec![u8::MAX; len]),
            2 => Self::Short(vec![u16::MAX; len]),
            _ => Self::Word(vec![u32::MAX; len]),
        }
    }

    /// What is known of a cell.
    #[inline]
    pub fn get(&self, at: usize) -> Code {
        match self {
            Self::Byte(cells) => Code::from_cell(cells[at].into(), u8::MAX.into()),
            Self::Short(cells) => Code::from_cell(cells[at].into(), u16::MAX.into()),
            Self::Word(cells) => Code::from_cell(cells[at], u32::MAX),
        }
    }

    /// The same cells at some places.
    pub fn part(&self, at: std::ops::Range<usize>) -> Self {
        match self {
            Self::Byte(cells) => Self::Byte(cells[at].to_vec()),
            Self::Short(cells) => Self::Short(cells[at].to_vec()),
            Self::Word(cells) => Self::Word(cells[at].to_vec()),
        }
    }

    /// Sets `count` cells to those of the same width from some place on.
    fn copy(&mut self, to: usize, from: &Self, at: usize, count: usize) {
        match (self, from) {
            (Self::Byte(cells), Self::Byte(from)) => {
                cells[to..to + count].copy_from_slice(&from[at..at + count]);
            }
            (Self::Short(cells), Self::Short(from)) => {
                cells[to..to + count].copy_from_slice(&from[at..at + count]);
            }
            (Self::Word(cells), Self::Word(from)) => {
                cells[to..to + count].copy_from_slice(&from[at..at + count]);
            }
            (cells, from) => (0..count).for_each(|i| {
                cells.set(to + i, from.get(at + i));
            }),
        }
    }

    /// Appends cells of the same width from some places.
    pub fn extend(&mut self, from: &Self, at: std::ops::Range<usize>) {
        match (self, from) {
            (Self::Byte(cells), Self::Byte(from)) => cells.extend_from_slice(&from[at]),
            (Self::Short(cells), Self::Short(from)) => cells.extend_from_slice(&from[at]),
            (Self::Word(cells), Self::Word(from)) => cells.extend_from_slice(&from[at]),
            (to, from) => at.for_each(|at| to.push(from.get(at))),
        }
    }

    /// Appends a cell; if it does not fit, nothing is known of it.
    pub fn push(&mut self, code: Code) {
        match self {
            Self::Byte(cells) => {
                cells.push(code.to_cell(u8::MAX.into()).map_or(u8::MAX, |c| c as u8));
            }
            Self::Short(cells) => {
                cells.push(code.to_cell(u16::MAX.into()).map_or(u16::MAX, |c| c as u16));
            }
            Self::Word(cells) => cells.push(code.to_cell(u32::MAX).unwrap_or(u32::MAX)),
        }
    }

    /// The addresses of a cell and of the one `count` places behind it, if all are here.
    #[cfg(feature = "jit")]
    pub fn range(&mut self, at: usize, count: usize) -> Option<(*mut u8, *const u8)> {
        let end = at.checked_add(count)?;
        let bytes: std::ops::Range<*mut u8> = match self {
            Self::Byte(cells) => cells.get_mut(at..end)?.as_mut_ptr_range(),
            Self::Short(cells) => {
                let cells = cells.get_mut(at..end)?.as_mut_ptr_range();
                cells.start.cast()..cells.end.cast()
            }
            Self::Word(cells) => {
                let cells = cells.get_mut(at..end)?.as_mut_ptr_range();
                cells.start.cast()..cells.end.cast()
            }
        };
        Some((bytes.start, bytes.end))
    }

    /// Where the cells lie, to be written.
    #[cfg(feature = "jit")]
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        match self {
            Self::Byte(cells) => cells.as_mut_ptr(),
            Self::Short(cells) => cells.as_mut_ptr().cast(),
            Self::Word(cells) => cells.as_mut_ptr().cast(),
        }
    }

    /// Where the cells lie.
    #[cfg(feature = "jit")]
    pub fn as_ptr(&self) -> *const u8 {
        match self {
            Self::Byte(cells) => cells.as_ptr(),
            Self::Short(cells) => cells.as_ptr().cast(),
            Self::Word(cells) => cells.as_ptr().cast(),
        }
    }

    /// Sets a cell, and says whether the value fits.
    #[inline]
    pub fn set(&mut self, at: usize, code: Code) -> bool {
        match self {
            Self::Byte(cells) => {
                code.to_cell(u8::MAX.into()).map(|cell| cells[at] = cell as u8).is_some()
            }
            Self::Short(cells) => {
                code.to_cell(u16::MAX.into()).map(|cell| cells[at] = cell as u16).is_some()
            }
            Self::Word(cells) => code.to_cell(u32::MAX).map(|cell| cells[at] = cell).is_some(),
        }
    }
}

/// The states of a family whose coordinates are each below a size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Box {
    /// One more than the greatest of each coordinate; a coordinate may have no room at all.
    pub sizes: Vec<u64>,
    /// How far apart neighbours in each coordinate are.
    pub strides: Vec<u64>,
    /// Where its cells start.
    pub offset: u64,
    /// How many there are.
    pub cells: u64,
}

/// A table of boxes.
#[derive(Clone, Debug)]
pub struct Dense {
    boxes: Vec<Box>,
    /// The cells of all boxes, one after the other.
    pub cells: Cells,
}

impl Dense {
    /// Boxes of these sizes, for every family; nothing is known.
    ///
    /// # Errors
    /// The limit of memory, before anything is allocated.
    pub fn new(sizes: &[Vec<u64>], width: u64, context: &Context<'_>) -> Result<Self, Stop> {
        let mut boxes = Vec::with_capacity(sizes.len());
        let mut offset = 0u64;
        for sizes in sizes {
            let mut strides = vec![1u64; sizes.len()];
            for i in (1..sizes.len()).rev() {
                strides[i - 1] = strides[i].saturating_mul(sizes[i]);
            }
            let cells = count(sizes);
            boxes.push(Box { sizes: sizes.clone(), strides, offset, cells });
            offset = offset.saturating_add(cells);
        }
        context.check_memory(offset.saturating_mul(width), || {
            format!("a table of {offset} positions")
        })?;
        let len = usize::try_from(offset)
            .map_err(|_| Stop::Refused(format!("a table of {offset} positions is too large")))?;
        Ok(Self { boxes, cells: Cells::unknown(width, len) })
    }

    /// The boxes.
    pub fn boxes(&self) -> &[Box] {
        &self.boxes
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.cells.len() as u64 * self.cells.width()
    }

    /// The key of a state with no negative coordinate, if it is within its box.
    #[inline]
    pub fn key(&self, family: usize, coords: &[i64]) -> Option<u64> {
        let bounds = &self.boxes[family];
        let mut at = bounds.offset;
        for ((&coord, &size), &stride) in coords.iter().zip(&bounds.sizes).zip(&bounds.strides) {
            if coord as u64 >= size {
                return None;
            }
            at += coord as u64 * stride;
        }
        Some(at)
    }

    /// The state of a key: its family, and its coordinates into `coords`.
    pub fn decode(&self, key: u64, coords: &mut Vec<i64>) -> usize {
        let family = self.boxes.partition_point(|bounds| bounds.offset + bounds.cells <= key);
        let bounds = &self.boxes[family];
        let mut rest = key - bounds.offset;
        coords.clear();
        for &stride in &bounds.strides {
            coords.push((rest / stride) as i64);
            rest %= stride;
        }
        family
    }

    /// What is known of a key.
    #[inline]
    pub fn code(&self, key: u64) -> Code {
        self.cells.get(key as usize)
    }

    /// Sets what is known of a key; cells are made wider if they need to be.
    ///
    /// # Errors
    /// The limit of memory.
    #[inline]
    pub fn set(&mut self, key: u64, code: Code, context: &Context<'_>) -> Result<(), Stop> {
        if self.cells.set(key as usize, code) {
            return Ok(());
        }
        self.widen(context)?;
        self.set(key, code, context)
    }

    #[cold]
    fn widen(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let (width, len) = (self.cells.width() * 2, self.cells.len());
        if width > 4 {
            return Err(Stop::Refused("a Grundy value of 2^32 or more came up".into()));
        }
        context.check_memory((len as u64).saturating_mul(width + width / 2), || {
            format!("a table of {len} positions")
        })?;
        let mut wide = Cells::unknown(width, len);
        for at in 0..len {
            wide.set(at, self.cells.get(at));
        }
        self.cells = wide;
        Ok(())
    }

    /// The same with boxes of other sizes, none smaller.
    ///
    /// # Errors
    /// The limit of memory.
    pub fn resized(&self, sizes: &[Vec<u64>], context: &Context<'_>) -> Result<Self, Stop> {
        let mut new = Self::new(sizes, self.cells.width(), context)?;
        let mut coords = Vec::new();
        for (family, bounds) in self.boxes.iter().enumerate() {
            // States that differ in their last coordinate are neighbours.
            let line = bounds.sizes.last().map_or(1, |&size| size.max(1));
            for first in (bounds.offset..bounds.offset + bounds.cells).step_by(line as usize) {
                self.decode(first, &mut coords);
                if let Some(to) = new.key(family, &coords) {
                    new.cells.copy(to as usize, &self.cells, first as usize, line as usize);
                }
            }
        }
        Ok(new)
    }
}

/// How many states a box of these sizes has.
pub fn count(sizes: &[u64]) -> u64 {
    sizes.iter().fold(1u64, |all, &size| all.saturating_mul(size))
}

impl Table for Dense {
    #[inline]
    fn look(&mut self, family: usize, coords: &[i64]) -> Looked {
        match self.key(family, coords) {
            Some(key) => match self.code(key) {
                Code::Value(value) => Looked::Value(value),
                Code::Loony => Looked::Loony,
                Code::Unknown | Code::OnPath => Looked::Missing(key),
            },
            None if coords.iter().any(|&coord| coord < 0) => Looked::Outside,
            None => Looked::Grow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_states_belong_together_also_after_growing() {
        let context = Context::default();
        let mut dense = Dense::new(&[vec![3, 4], vec![0], vec![5]], 1, &context).unwrap();
        let states = || {
            let pairs = (0..3i64).flat_map(|a| (0..4i64).map(move |b| (0, vec![a, b])));
            pairs.chain((0..5).map(|a| (2, vec![a])))
        };
        let mut coords = Vec::new();
        for (i, (family, state)) in states().enumerate() {
            let key = dense.key(family, &state).unwrap();
            assert_eq!(key, i as u64);
            assert_eq!(dense.decode(key, &mut coords), family);
            assert_eq!(coords, state);
            dense.set(key, Code::Value(100 * i as u32), &context).unwrap();
        }
        assert_eq!(dense.cells.width(), 2, "values above 252 need more room");
        assert_eq!(dense.key(0, &[3, 0]), None);
        assert_eq!(dense.look(1, &[0]), Looked::Grow);
        assert_eq!(dense.look(2, &[-1]), Looked::Outside);
        let grown = dense.resized(&[vec![7, 5], vec![2], vec![5]], &context).unwrap();
        for (i, (family, state)) in states().enumerate() {
            let key = grown.key(family, &state).unwrap();
            assert_eq!(grown.code(key), Code::Value(100 * i as u32));
        }
        let tight = Context::new(grundy::context::Limits { memory: 1000, ..Default::default() });
        assert!(Dense::new(&[vec![1 << 40, 1 << 40]], 1, &tight).is_err());
    }
}
