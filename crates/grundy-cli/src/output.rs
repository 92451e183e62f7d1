//! Buffered standard output.

use std::io::{self, BufWriter, StdoutLock};

/// Standard output, buffered; flush it before the end.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}
