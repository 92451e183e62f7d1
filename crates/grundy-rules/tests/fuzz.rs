//! A bounded run of every fuzz target, on seeds changed by chance, always by the same chance.

#[path = "../../../fuzz/src/lib.rs"]
mod targets;

use fastrand::Rng;
use grundy::context::Context;
use grundy::heap::run::Run;
use grundy::heap::stream::Stream;
use grundy::{certificate, heap::checkpoint, verify};
use std::io::Cursor;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a directory, in the order of their names.
fn files(directory: &str) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(root().join(directory)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let named = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read(path).unwrap())
    };
    let mut files: Vec<_> = paths.map(named).collect();
    files.sort();
    assert!(!files.is_empty(), "no seeds in {directory}");
    files
}

/// What is put in the place of bytes.
const PIECES: [&[u8]; 22] = [
    b"0",
    b"1",
    b"-1",
    b"64",
    b"255",
    b"4294967295",
    b"4294967296",
    b"18446744073709551615",
    b"10^30",
    b"null",
    b"true",
    b"\0",
    b"\xff\xff\xff\xff",
    b"\n",
    b"\r\n",
    b" ",
    b"(",
    b")",
    b"[",
    b"\"",
    b",",
    "\u{ff08}".as_bytes(),
];

/// A seed with one to four changes.
fn changed(seeds: &[(String, Vec<u8>)], random: &mut Rng) -> Vec<u8> {
    let mut data = random.choice(seeds).unwrap().1.clone();
    for _ in 0..random.usize(1..=4) {
        let from = random.usize(..=data.len());
        let to = (from + random.usize(..8)).min(data.len());
        match random.u8(..8) {
            0 => drop(data.splice(from..to, [])),
            1 => data.truncate(from),
            2 => {
                if let Some(byte) = data.get_mut(from) {
                    *byte ^= 1 << random.u8(..8);
                }
            }
            3 => {
                if let Some(byte) = data.get_mut(from) {
                    *byte = random.u8(..);
                }
            }
            4 => {
                // A number, whole.
                let digit = |&i: &usize| data[i].is_ascii_digit();
                if let Some(start) = (from..data.len()).find(digit) {
                    let end = (start..data.len()).find(|i| !digit(i)).unwrap_or(data.len());
                    let piece = *random.choice(&PIECES[..9]).unwrap();
                    data.splice(start..end, piece.iter().copied());
                }
            }
            5 => {
                let piece: Vec<u8> = data[from..to].to_vec();
                data.splice(from..from, piece);
            }
            6 => {
                let other = &random.choice(seeds).unwrap().1;
                let cut = random.usize(..=other.len());
                data.truncate(from);
                data.extend_from_slice(&other[cut..]);
            }
            _ => drop(data.splice(from..to, random.choice(PIECES).unwrap().iter().copied())),
        }
    }
    data
}

/// The seeds as they are, and so many changed ones.
fn exercise(directory: &str, count: usize, target: fn(&[u8])) {
    let seeds = files(directory);
    for (_, seed) in &seeds {
        target(seed);
    }
    let mut random = Rng::with_seed(15);
    for _ in 0..count {
        target(&changed(&seeds, &mut random));
    }
}

#[test]
fn expressions() {
    exercise("fuzz/seeds/expressions", 400, targets::expressions::run);
}

#[test]
fn readers() {
    exercise("fuzz/seeds/readers", 400, targets::readers::run);
}

#[test]
fn certificates() {
    exercise("fuzz/seeds/certificates", 2000, targets::certificates::run);
}

#[test]
fn checkpoints() {
    exercise("fuzz/seeds/checkpoints", 1000, targets::checkpoints::run);
}

#[test]
fn rules() {
    exercise("examples/rules", 150, targets::rules::run);
}

/// Codes, and to which heap their certificates go.
const CERTIFICATES: [(&str, u64); 8] = [
    ("0.71", 300),
    ("0.45", 2000),
    ("0.176", 300),
    ("0.117", 300),
    ("0.0[3]", 300),
    ("0.3F", 300),
    ("4!.0", 60),
    ("0.{1,3}?6!", 60),
];

/// Codes of runs that are kept: with a period proved, with one seen, without, and sparse ones.
const CHECKPOINTS: [(&str, u64); 4] =
    [("0.176", 300), ("0.77", 100), ("4!.0", 500), ("0.16", 2000)];

#[test]
fn seeds_are_read() {
    let mut written: Vec<(String, Vec<u8>)> = Vec::new();
    let name = |text: &str| text.replace(['{', '}', ',', '?', '!', '[', ']'], "_");
    let run = |text: &str, to| {
        let mut run = Run::new(text.parse().unwrap());
        run.extend(to, true, &Context::default(), &mut |_| Ok(())).unwrap();
        run
    };
    for (text, to) in CERTIFICATES {
        let mut file = Vec::new();
        certificate::write(&run(text, to), &mut file).unwrap();
        written.push((format!("certificates/{}.cert", name(text)), file));
    }
    for (text, to) in CHECKPOINTS {
        let mut file = Vec::new();
        checkpoint::write(&run(text, to), &mut file).unwrap();
        written.push((format!("checkpoints/{}.ckpt", name(text)), file));
        let mut stream = Stream::new(text.parse().unwrap(), 0);
        stream.extend(to, &Context::default(), &mut |_| Ok(())).unwrap();
        let mut file = Vec::new();
        checkpoint::write_stream(&stream, &mut file).unwrap();
        written.push((format!("checkpoints/{}-stream.ckpt", name(text)), file));
    }
    if std::env::var_os("GRUNDY_SEEDS").is_some_and(|what| what == "write") {
        for (name, file) in written {
            std::fs::write(root().join("fuzz/seeds").join(&name), &file).unwrap();
        }
    }
    // Files of earlier versions stay readable.
    let context = Context::default();
    for (name, file) in files("fuzz/seeds/certificates") {
        let found = verify::verify(&mut &file[..], verify::Mode::Full, &context);
        assert!(found.is_ok(), "{name}: {found:?}");
    }
    for (name, file) in files("fuzz/seeds/checkpoints") {
        let failure = match name.contains("stream") {
            true => checkpoint::read_stream(&mut Cursor::new(file), &context).err(),
            false => checkpoint::read(&mut &file[..], &context).err(),
        };
        assert!(failure.is_none(), "{name}: {failure:?}");
    }
}
