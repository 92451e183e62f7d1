//! Files of lines, read by several threads at once.

use crate::context::Context;
use crate::source::ask_for_file;
use crate::syntax::{ReadError, Span};
use std::fs::File;
use std::io::{self, Read};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Bytes of a chunk: some megabytes keep the threads busy and the buffers in their caches.
const CHUNK: u64 = 1 << 22;

/// The longest line read.
pub const MAX_LINE: usize = 1 << 20;

/// Threads that read a file; more than these do not wait for each other's memory less.
const THREADS: usize = 16;

/// A file, or what came through a pipe, that is read in chunks of whole lines.
///
/// A file is read by positioned reads into one buffer a thread rather than mapped into memory: a
/// file that is cut short while it is read is then an error and not a crash, and the pages read
/// are not counted as ours.
pub struct LineFile {
    name: String,
    span: Span,
    length: u64,
    content: Content,
}

enum Content {
    File(File),
    Text(Vec<u8>),
}

/// What is wrong at a place of a chunk.
#[derive(Debug)]
pub struct LineError {
    /// Bytes from the start of the chunk to some place of the line.
    pub at: usize,
    /// What was expected.
    pub message: String,
}

/// One chunk: whole lines.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    /// The lines; the last one may lack its end.
    pub text: &'a [u8],
}

/// A range of the file, and where in the file a buffer starts that holds it.
struct Part {
    base: u64,
    start: u64,
    stop: u64,
}

enum Failed {
    /// At a byte of the file.
    Line(u64, String),
    Io(io::Error),
    Other(ReadError),
}

impl LineFile {
    /// Opens a file; what is no regular file (a pipe) is read to its end at once.
    ///
    /// # Errors
    /// [`ErrorKind::Io`](crate::syntax::ErrorKind::Io) with the system's reason, and past the
    /// limit of memory, and where the context forbids files; `span` is where an expression names the
    /// file.
    pub fn open(name: &str, span: Span, context: &Context<'_>) -> Result<Self, ReadError> {
        ask_for_file(name, span, context)?;
        let failed = |error: io::Error| ReadError::io(format!("{name}: {error}"), span);
        let file = File::open(name).map_err(failed)?;
        let data = file.metadata().map_err(failed)?;
        if data.is_dir() {
            return Err(ReadError::io(format!("{name}: is a directory"), span));
        }
        if data.is_file() && cfg!(any(unix, windows)) {
            let content = Content::File(file);
            return Ok(Self { name: name.to_owned(), span, length: data.len(), content });
        }
        let mut text = Vec::new();
        let limit = context.limits.memory;
        file.take(limit.saturating_add(1)).read_to_end(&mut text).map_err(failed)?;
        context
            .check_memory(text.len() as u64, || format!("reading {name}"))
            .map_err(|stop| ReadError::stopped(&stop, span))?;
        Ok(Self::of(name, text, span))
    }

    /// A text in memory; `name` stands for it in errors.
    pub fn of(name: &str, text: Vec<u8>, span: Span) -> Self {
        let length = text.len() as u64;
        Self { name: name.to_owned(), span, length, content: Content::Text(text) }
    }

    /// Bytes of the file.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// An error that concerns the whole file.
    pub(crate) fn error(&self, message: impl std::fmt::Display) -> ReadError {
        ReadError::io(format!("{}: {message}", self.name), self.span)
    }

    /// An error of some other kind at the place where the file is named.
    pub(crate) fn stopped(&self, stop: &crate::context::Stop) -> ReadError {
        ReadError::stopped(stop, self.span)
    }

    /// The number of chunks: stretches of whole lines, of about 4 MiB.
    pub fn chunks(&self) -> usize {
        usize::try_from(self.length.div_ceil(CHUNK)).unwrap_or(usize::MAX)
    }

    /// On how many threads the file is read: as many as the machine has cores and the file chunks.
    pub(crate) fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        cores.min(THREADS).min(self.chunks()).max(1)
    }

    /// Does `work` with every chunk, on as many threads as the machine has cores, and returns the
    /// results in the order of the file. A byte order mark at the very start is left out.
    ///
    /// # Complexity
    /// One pass over the bytes; memory of about a chunk (4 MiB) a thread besides the results.
    ///
    /// # Errors
    /// The first error in the order of the file, with its line number; a line longer than 1 MiB;
    /// errors of reading; cancelled or past the limit of time.
    pub(crate) fn each_chunk<T: Send>(
        &self,
        doing: &str,
        context: &Context<'_>,
        work: impl Fn(Chunk<'_>) -> Result<T, LineError> + Sync,
    ) -> Result<Vec<T>, ReadError> {
        let mut states = vec![(); self.threads()];
        let work = |(): &mut (), chunk: Chunk<'_>| work(chunk);
        let done = self.each_chunk_with(doing, context, &mut states, None, work)?;
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }

    /// The same with a state of its own for each thread; the results come with the number of the
    /// thread that did the work. With a `plan` each chunk is done by the thread it names.
    ///
    /// # Errors
    /// As [`each_chunk`](Self::each_chunk); with a plan some error, not always the first.
    pub(crate) fn each_chunk_with<S: Send, T: Send>(
        &self,
        doing: &str,
        context: &Context<'_>,
        states: &mut [S],
        plan: Option<&[usize]>,
        work: impl Fn(&mut S, Chunk<'_>) -> Result<T, LineError> + Sync,
    ) -> Result<Vec<(usize, T)>, ReadError> {
        let chunks = self.chunks();
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        // Without a plan chunks are taken in order: those before the first bad one are all done.
        let failed: Mutex<Option<(usize, Failed)>> = Mutex::new(None);
        let done = Mutex::new(Vec::with_capacity(chunks.min(1 << 20)));
        let fail = |index, error| {
            let mut first = failed.lock().unwrap_or_else(PoisonError::into_inner);
            if first.as_ref().is_none_or(|(other, _)| *other > index) {
                *first = Some((index, error));
            }
            stop.store(true, Ordering::Relaxed);
        };
        let worker = |thread: usize, state: &mut S| {
            let mut buffer = Vec::new();
            let mut mine = Vec::new();
            let mut planned = 0;
            while !stop.load(Ordering::Relaxed) {
                let index = match plan {
                    None => next.fetch_add(1, Ordering::Relaxed),
                    Some(plan) => {
                        let left = plan.iter().skip(planned).position(|&by| by == thread);
                        planned = left.map_or(chunks, |left| planned + left + 1);
                        left.map_or(chunks, |_| planned - 1)
                    }
                };
                if index >= chunks {
                    break;
                }
                if let Err(stop) = context.look(doing, index as u64 * CHUNK) {
                    fail(index, Failed::Other(self.stopped(&stop)));
                    break;
                }
                let result = self.chunk(index, &mut buffer).and_then(|part| {
                    work(state, Chunk { text: self.text(&part, &buffer) })
                        .map_err(|error| Failed::Line(part.start + error.at as u64, error.message))
                });
                match result {
                    Ok(result) => mine.push((index, thread, result)),
                    Err(error) => {
                        fail(index, error);
                        break;
                    }
                }
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).append(&mut mine);
        };
        match states {
            [only] => worker(0, only),
            states => std::thread::scope(|scope| {
                let worker = &worker;
                for (thread, state) in states.iter_mut().enumerate() {
                    scope.spawn(move || worker(thread, state));
                }
            }),
        }
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => {
                let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
                let mut results: Vec<Option<(usize, T)>> = Vec::new();
                results.resize_with(chunks, || None);
                for (index, thread, result) in done {
                    results[index] = Some((thread, result));
                }
                Ok(results.into_iter().flatten().collect())
            }
            Some((_, Failed::Line(at, message))) => Err(self.at_line(at, &message)),
            Some((_, Failed::Io(error))) => Err(self.error(error)),
            Some((_, Failed::Other(error))) => Err(error),
        }
    }

    /// What `work` makes of one chunk alone, for those who share a file among processes.
    ///
    /// # Errors
    /// As [`each_chunk`](Self::each_chunk).
    pub(crate) fn one_chunk<T>(
        &self,
        index: usize,
        work: impl FnOnce(Chunk<'_>) -> Result<T, LineError>,
    ) -> Result<T, ReadError> {
        let mut buffer = Vec::new();
        let result = self.chunk(index, &mut buffer).and_then(|part| {
            work(Chunk { text: self.text(&part, &buffer) })
                .map_err(|error| Failed::Line(part.start + error.at as u64, error.message))
        });
        result.map_err(|failed| match failed {
            Failed::Line(at, message) => self.at_line(at, &message),
            Failed::Io(error) => self.error(error),
            Failed::Other(error) => error,
        })
    }

    /// The lines that start in a chunk, as a range of the file; `buffer` then holds that range
    /// from byte `base` of the file on (nothing if all is in memory).
    fn chunk(&self, index: usize, buffer: &mut Vec<u8>) -> Result<Part, Failed> {
        let from = index as u64 * CHUNK;
        let to = (from + CHUNK).min(self.length);
        // A line that starts at `from` has its predecessor's end one byte before.
        let base = from.saturating_sub(1);
        let mut end = to;
        buffer.clear();
        loop {
            if let Content::File(file) = &self.content {
                let have = buffer.len();
                buffer.resize((end - base) as usize, 0);
                read_exact_at(file, &mut buffer[have..], base + have as u64).map_err(Failed::Io)?;
            }
            let text = self.text(&Part { base, start: base, stop: end }, buffer);
            let first = match text.iter().position(|&byte| byte == b'\n') {
                _ if from == 0 => {
                    if text.starts_with(b"\xef\xbb\xbf") {
                        3
                    } else {
                        0
                    }
                }
                Some(newline) => newline + 1,
                // A line goes through the whole chunk; the chunk in which it starts tells.
                None => text.len(),
            };
            let start = base + first as u64;
            if start >= to {
                return Ok(Part { base, start: to, stop: to });
            }
            // The line that starts last in the chunk ends with it or behind.
            let last = (to - 1 - base) as usize;
            if let Some(newline) = text[last..].iter().position(|&byte| byte == b'\n') {
                let stop = base + (last + newline) as u64 + 1;
                return Ok(Part { base, start, stop });
            }
            if end == self.length {
                return Ok(Part { base, start, stop: end });
            }
            if end - to > MAX_LINE as u64 {
                return Err(Failed::Line(to - 1, too_long()));
            }
            end = (end + (end - to).max(1 << 12)).min(self.length);
        }
    }

    /// The bytes of a part of the file.
    fn text<'a>(&'a self, part: &Part, buffer: &'a [u8]) -> &'a [u8] {
        let (bytes, base) = match &self.content {
            Content::Text(text) => (&**text, 0),
            Content::File(_) => (buffer, part.base),
        };
        &bytes[(part.start - base) as usize..(part.stop - base) as usize]
    }

    /// An error in the line that holds byte `at`. O(at): the lines before are counted.
    fn at_line(&self, at: u64, message: &str) -> ReadError {
        let mut line = 1;
        let mut from = 0;
        let mut buffer = Vec::new();
        while from < at {
            let to = (from + CHUNK).min(at);
            if let Content::File(file) = &self.content {
                buffer.resize((to - from) as usize, 0);
                if let Err(error) = read_exact_at(file, &mut buffer, from) {
                    return self.error(error);
                }
            }
            let text = self.text(&Part { base: from, start: from, stop: to }, &buffer);
            line += text.iter().filter(|&&byte| byte == b'\n').count();
            from = to;
        }
        ReadError::io(format!("{}:{line}: {message}", self.name), self.span)
    }
}

/// What is said of a line longer than [`MAX_LINE`].
pub fn too_long() -> String {
    format!("the line is longer than {MAX_LINE} bytes")
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, at)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                buffer = &mut buffer[read..];
                at += read as u64;
            }
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// The lines with their chunks' indices, and again from a file.
    fn lines(text: &[u8]) -> Vec<Vec<u8>> {
        let whole = LineFile::of("t", text.to_vec(), Span::default());
        let path = std::env::temp_dir().join(format!("grundy-lines-{}", std::process::id()));
        File::create(&path).unwrap().write_all(text).unwrap();
        let name = path.to_str().unwrap();
        let file = LineFile::open(name, Span::default(), &Context::default()).unwrap();
        let read = |file: &LineFile| {
            let chunk = |chunk: Chunk<'_>| Ok(chunk.text.to_vec());
            file.each_chunk("reading", &Context::default(), chunk).unwrap()
        };
        let (whole, file) = (read(&whole), read(&file));
        std::fs::remove_file(path).unwrap();
        assert_eq!(whole.len(), file.len());
        assert!(whole == file);
        whole
    }

    #[test]
    fn chunks_are_whole_lines_and_together_the_file() {
        let chunk = CHUNK as usize;
        for text in [
            Vec::new(),
            b"a".to_vec(),
            b"ab\n\ncd".to_vec(),
            // A line that ends exactly with a chunk, one that goes on, a chunk without lines.
            [vec![b'x'; chunk - 1], b"\nyy\n".to_vec()].concat(),
            [vec![b'x'; chunk], b"\nyy\n".to_vec()].concat(),
            [vec![b'x'; chunk + 900_000], b"\nyy".to_vec()].concat(),
            [b"a\n".to_vec(), vec![b'x'; chunk + 500_000], vec![b'\n'; chunk]].concat(),
            b"0123456789\n".repeat(chunk / 4),
        ] {
            let parts = lines(&text);
            assert!(parts.concat() == text);
            assert!(
                parts.iter().rev().skip(1).all(|part| part.is_empty() || part.ends_with(b"\n"))
            );
        }
        assert_eq!(lines(b"\xef\xbb\xbfab"), [b"ab".to_vec()]);
    }

    #[test]
    fn the_first_error_is_told_with_its_line() {
        let line = b"0123456789\n";
        let mut text = line.repeat(2 * CHUNK as usize / 11);
        for bad in [700_000usize, 500_000, 3] {
            text[bad * 11] = b'!';
            let file = LineFile::of("t", text.clone(), Span::default());
            let work = |chunk: Chunk<'_>| match chunk.text.iter().position(|&byte| byte == b'!') {
                Some(at) => Err(LineError { at, message: "no!".into() }),
                None => Ok(()),
            };
            let error = file.each_chunk("reading", &Context::default(), work).unwrap_err();
            assert_eq!(error.message, format!("t:{}: no!", bad + 1));
        }
        let long = [b"a\n".to_vec(), vec![b'x'; 3 * CHUNK as usize]].concat();
        let file = LineFile::of("t", long, Span::default());
        let error = file.each_chunk("reading", &Context::default(), |_| Ok(())).unwrap_err();
        assert_eq!(error.message, "t:2: the line is longer than 1048576 bytes");
    }
}
