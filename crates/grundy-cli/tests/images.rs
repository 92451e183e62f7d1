//! The pictures in `docs/images` are what the commands listed there make now.
//!
//! After a wanted change: `GRUNDY_IMAGES=write cargo test -p grundy-cli --test images`.

#[path = "images/terminal.rs"]
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the whole project.
fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The lines of the blocks of plain text.
fn listed(text: &str) -> Vec<String> {
    let blocks = text.split("```text\n").skip(1);
    let block = |block: &str| block.split("```").next().map(str::to_owned);
    let blocks: Vec<String> = blocks.filter_map(block).collect();
    blocks.iter().flat_map(|block| block.lines()).map(str::to_owned).collect()
}

/// The words of a command line; quotes hold spaces together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for char in line.chars() {
        match char {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            char => words.last_mut().expect("there is a word").push(char),
        }
    }
    assert!(!quoted && words[0] == "grundy", "{line}");
    words.split_off(1)
}

fn run(words: &[String], folder: &Path) -> String {
    let grundy = Command::new(env!("CARGO_BIN_EXE_grundy"));
    let output = { grundy }.args(words).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_pictures_are_current() {
    let project = project();
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("images");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("docs/images")).unwrap();
    let mut made = Vec::new();
    for line in listed(&fs::read_to_string(project.join("docs/images/README.md")).unwrap()) {
        match line.split_once(": ") {
            Some((file, command)) if file.ends_with(".svg") => {
                let printed = run(&words(command), &folder);
                fs::write(folder.join(file), terminal::window(command, &printed)).unwrap();
                made.push(file.to_owned());
            }
            _ => {
                let words = words(&line);
                run(&words, &folder);
                let file = words.iter().find(|word| word.starts_with("docs/images/"));
                made.push(file.expect("the command names its picture").clone());
            }
        }
    }
    let mut listed: Vec<String> = made.clone();
    listed.push("docs/images/README.md".into());
    // A screenshot of the browser tests, which nothing compares.
    listed.push("docs/images/page.png".into());
    listed.sort();
    let entries = fs::read_dir(project.join("docs/images")).unwrap();
    let mut there: Vec<String> = entries
        .map(|entry| format!("docs/images/{}", entry.unwrap().file_name().to_str().unwrap()))
        .collect();
    there.sort();
    let write = std::env::var("GRUNDY_IMAGES").is_ok_and(|wish| wish == "write");
    for file in made {
        let new = fs::read(folder.join(&file)).unwrap();
        if write {
            fs::write(project.join(&file), new).unwrap();
            continue;
        }
        let old = fs::read(project.join(&file)).unwrap_or_default();
        assert!(
            old == new,
            "{file} is not what its command makes now; GRUNDY_IMAGES=write makes it anew"
        );
    }
    assert!(write || there == listed, "{there:?} are there, {listed:?} are made");
}
