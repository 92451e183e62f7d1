//! `grundy graph --output`: files are written whole or not at all.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn graph(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).arg("graph").args(args).output().unwrap()
}

/// An empty folder of this test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn names(folder: &PathBuf) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_format_follows_the_option_or_the_name_of_the_file() {
    let folder = folder("formats");
    for (name, option, start) in [
        ("a.svg", None, "<svg"),
        ("a.SVG", None, "<svg"),
        ("a.dot", None, "digraph"),
        ("a.gv", None, "digraph"),
        ("a.txt", None, "nim(2): 3 positions"),
        ("b.txt", Some("--svg"), "<svg"),
        ("b.svg", Some("--dot"), "digraph"),
    ] {
        let path = folder.join(name);
        let mut args = vec!["nim(2)", "--output", path.to_str().unwrap()];
        args.extend(option);
        let output = graph(&args);
        assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
        let written = fs::read_to_string(&path).unwrap();
        assert!(written.starts_with(start), "{name}: {written}");
        if let Some(option) = option {
            assert_eq!(graph(&["nim(2)", option]).stdout, written.as_bytes());
            assert_eq!(graph(&["nim(2)", option, "--output", "-"]).stdout, written.as_bytes());
        }
    }
    assert_eq!(names(&folder).len(), 7, "{:?}", names(&folder));
}

#[test]
fn an_old_file_is_replaced_or_left_as_it_was() {
    let folder = folder("replaced");
    let path = folder.join("a.svg");
    fs::write(&path, "old").unwrap();
    let to = path.to_str().unwrap();
    assert_eq!(graph(&["nim(9,9,9)", "--output", to]).status.code(), Some(3));
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(graph(&["nim(1)", "--output", to]).status.code(), Some(0));
    assert!(fs::read_to_string(&path).unwrap().ends_with("</svg>\n"));
    assert_eq!(names(&folder), ["a.svg"]);
}

#[test]
fn a_place_that_cannot_be_written_to_is_named() {
    let folder = folder("nowhere");
    for path in [folder.join("no/such/a.svg"), folder.clone()] {
        let output = graph(&["nim(1)", "--output", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(4));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(path.to_str().unwrap()), "{message}");
    }
    assert!(names(&folder).is_empty());
}
