//! JSON: numbers that every reader keeps exactly, and tables that are written while they are computed.

use crate::nat::{Nat, to_u64};
use crate::outcome::Play;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use std::cell::RefCell;
use std::io::{self, BufWriter, Write};

/// The greatest integer that every reader of JSON keeps exactly.
const MAX_EXACT: u64 = (1 << 53) - 1;

/// Bytes gathered before they are written.
const BUFFER: usize = 1 << 16;

/// A number, as a decimal string above 2^53 - 1.
pub(crate) struct Exact<'a>(pub &'a Nat);

impl Serialize for Exact<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match to_u64(self.0) {
            Some(small) => exact(small, serializer),
            None => serializer.collect_str(self.0),
        }
    }
}

/// As [`Exact`].
pub(crate) fn exact<S: Serializer>(n: u64, serializer: S) -> Result<S::Ok, S::Error> {
    if n <= MAX_EXACT { serializer.serialize_u64(n) } else { serializer.collect_str(&n) }
}

/// As [`Exact`], or null.
pub(crate) fn exact_or_null<S: Serializer>(n: &Option<Nat>, to: S) -> Result<S::Ok, S::Error> {
    n.as_ref().map(Exact).serialize(to)
}

/// What a table is in JSON.
#[derive(Serialize)]
pub(crate) struct TableObject<'a, C, R, P> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<Play>,
    /// The operation of a table that is not one of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<&'a str>,
    pub view: &'a str,
    pub columns: C,
    pub rows: R,
    pub note: Option<String>,
    pub period: Option<P>,
    /// The limit that ended a table before all of its rows were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<&'a str>,
}

impl<C: Serialize, T: Serialize, F: Element<T>, P: Serialize> TableObject<'_, C, Stream<T, F>, P> {
    /// Writes the object on one line.
    ///
    /// # Errors
    /// Those of `out` and of the rows.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let written = write_line(out, self);
        self.rows.stopped.take().map_or(written, Err)
    }
}

/// Puts an element of a list in the place of another.
pub(crate) trait Element<T>: FnMut(usize, &mut T) -> io::Result<()> {}

impl<T, F: FnMut(usize, &mut T) -> io::Result<()>> Element<T> for F {}

/// A list whose elements are made one by one while it is written; one is kept at a time.
pub(crate) struct Stream<T, F> {
    len: usize,
    /// The present element, and what makes the next one.
    element: RefCell<(T, F)>,
    /// Why no more elements were made.
    stopped: RefCell<Option<io::Error>>,
}

impl<T: Default, F: Element<T>> Stream<T, F> {
    /// The elements number 0, …, `len` - 1.
    pub fn new(len: usize, element: F) -> Self {
        Self { len, element: (T::default(), element).into(), stopped: RefCell::default() }
    }
}

impl<T: Serialize, F: Element<T>> Serialize for Stream<T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len))?;
        let (present, next) = &mut *self.element.borrow_mut();
        for i in 0..self.len {
            if let Err(error) = next(i, present) {
                let told = S::Error::custom(&error);
                self.stopped.replace(Some(error));
                return Err(told);
            }
            list.serialize_element(present)?;
        }
        list.end()
    }
}

/// Writes an object on one line.
///
/// # Errors
/// Those of `out`.
pub(crate) fn write_line<T: Serialize>(out: &mut dyn Write, object: &T) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, out);
    serde_json::to_writer(&mut out, object)?;
    out.write_all(b"\n")?;
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_made_one_by_one_and_an_error_of_theirs_comes_back_as_it_was() {
        let table = |len| TableObject {
            game: Some("g"),
            play: Some(Play::Normal),
            operation: None,
            view: "table",
            columns: ["n"],
            rows: Stream::new(len, |i: usize, row: &mut [usize; 1]| match i {
                3 => Err(io::Error::new(io::ErrorKind::TimedOut, "three")),
                _ => {
                    row[0] = i;
                    Ok(())
                }
            }),
            note: None,
            period: None::<()>,
            stop: None,
        };
        let mut out = Vec::new();
        table(3).write(&mut out).unwrap();
        let expected = "{\"game\":\"g\",\"play\":\"normal\",\"view\":\"table\",\"columns\":[\"n\"],\
                        \"rows\":[[0],[1],[2]],\"note\":null,\"period\":null}\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        let error = table(4).write(&mut Vec::new()).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (io::ErrorKind::TimedOut, "three"));
    }

    #[test]
    fn numbers_beyond_doubles_are_text() {
        for (n, text) in [
            (Nat::from(MAX_EXACT), "9007199254740991"),
            (Nat::from(MAX_EXACT + 1), "\"9007199254740992\""),
            (Nat::from(10u8).pow(30), "\"1000000000000000000000000000000\""),
        ] {
            assert_eq!(serde_json::to_string(&Exact(&n)).unwrap(), text);
        }
    }
}
