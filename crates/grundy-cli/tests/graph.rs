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
        ("b.svg", Some("--svg"), "<svg"),
        ("b.dot", Some("--dot"), "digraph"),
        ("b.gv", Some("--dot"), "digraph"),
        ("picture", Some("--svg"), "<svg"),
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
    assert_eq!(names(&folder).len(), 9, "{:?}", names(&folder));
}

#[test]
fn png_is_a_picture_of_pixels() {
    let folder = folder("pixels");
    let path = folder.join("a.PNG");
    let output = graph(&["kayles(4)", "--output", path.to_str().unwrap()]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    let bytes = fs::read(&path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB\x60\x82"));
    // Twice as wide and high as the same picture in SVG.
    let svg = String::from_utf8(graph(&["kayles(4)", "--svg"]).stdout).unwrap();
    let side = |key: &str| -> u32 {
        let (_, rest) = svg.split_once(&format!("{key}=\"")).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (2 * side("width"), 2 * side("height")));
}

#[test]
fn what_is_no_format_is_refused_before_any_work() {
    let folder = folder("refused");
    // The position itself could not be read: the name of the file is looked at first.
    for (name, option, told) in [
        ("a.jpg", None, "known are .svg and .png"),
        ("a", None, "known are .svg and .png"),
        ("a.txt", Some("--svg"), "--svg and the ending of"),
        ("a.svg", Some("--dot"), "--dot and the ending of"),
        ("a.png", Some("--svg"), "leave --svg out"),
        ("a.gv", Some("--svg"), "leave --svg out"),
    ] {
        let path = folder.join(name);
        let mut args = vec!["nim(", "--output", path.to_str().unwrap()];
        args.extend(option);
        let output = graph(&args);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(told), "{message}");
    }
    assert!(names(&folder).is_empty());
}

#[test]
fn an_old_file_is_replaced_or_left_as_it_was() {
    let folder = folder("replaced");
    let path = folder.join("a.svg");
    fs::write(&path, "old").unwrap();
    let to = path.to_str().unwrap();
    assert_eq!(graph(&["nim(12,12,12)", "--output", to]).status.code(), Some(3));
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(graph(&["nim(1)", "--output", to]).status.code(), Some(0));
    assert!(fs::read_to_string(&path).unwrap().ends_with("</svg>\n"));
    assert_eq!(names(&folder), ["a.svg"]);
}

#[test]
fn a_place_that_cannot_be_written_to_is_named() {
    let folder = folder("nowhere");
    let taken = folder.join("b.svg");
    fs::create_dir(&taken).unwrap();
    for path in [folder.join("no/such/a.svg"), taken] {
        let output = graph(&["nim(1)", "--output", path.to_str().unwrap()]);
        assert_eq!(output.status.code(), Some(4));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(path.to_str().unwrap()), "{message}");
    }
    assert_eq!(names(&folder), ["b.svg"]);
}

fn table(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).arg("table").args(args).output().unwrap()
}

#[test]
fn axes_of_a_plot_have_the_names_of_the_rule() {
    let folder = folder("axes");
    let rule = "row(coins, most) -> row(coins-k, most) for k in 1..=min(coins, most)";
    for (game, size, names) in [
        ("row", "6", vec![">most<", ">coins<"]),
        ("nim", "6", vec![">n<"]),
        ("wythoff", "6", vec![">a<", ">b<"]),
    ] {
        let path = folder.join(format!("{game}.svg"));
        let to = path.to_str().unwrap();
        let output = table(&["--rule", rule, game, "--to", size, "--plot", to]);
        assert!(output.status.success(), "{output:?}");
        let svg = fs::read_to_string(&path).unwrap();
        for name in names {
            assert!(svg.contains(name), "{game}: {name}");
        }
    }
}

#[test]
fn colours_show_bits_and_go_with_plots_of_values() {
    let folder = folder("colours");
    let path = folder.join("a.svg");
    let to = path.to_str().unwrap();
    let mut pictures = Vec::new();
    for (colours, legend) in
        [("value", ">Grundy value<"), ("lowest-bit", ">4 × odd<"), ("highest-bit", ">4 to 7<")]
    {
        let args = ["wythoff", "--to", "8", "--plot", to, "--colours", colours];
        assert!(table(&args).status.success());
        let svg = fs::read_to_string(&path).unwrap();
        assert!(svg.contains(legend), "{colours}");
        pictures.push(svg);
    }
    assert!(table(&["wythoff", "--to", "8", "--plot", to]).status.success());
    assert_eq!(fs::read_to_string(&path).unwrap(), pictures[0], "value is the default");
    pictures.dedup();
    assert_eq!(pictures.len(), 3);
    for args in [
        vec!["wythoff", "--to", "8", "--colours", "lowest-bit"],
        vec!["wythoff", "--to", "8", "--outcomes", "--plot", to, "--colours", "lowest-bit"],
    ] {
        assert_eq!(table(&args).status.code(), Some(2), "{args:?}");
    }
}
