//! Who may know whom: the rooms of ARCHITECTURE.md use only rooms above them, and no two files of a
//! folder use each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

const CRATES: [&str; 9] = [
    "grundy",
    "grundy-lanes",
    "grundy-quotients",
    "grundy-search",
    "grundy-rules",
    "grundy-laws",
    "grundy-problems",
    "grundy-cli",
    "grundy-cluster",
];

/// Names of modules, each with the modules it uses and an example of where.
type Uses = BTreeMap<String, BTreeMap<String, String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust files below a folder, tests left out.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("plain names");
        if matches!(name, "tests" | "testing") {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The code of a file without comments and without what is compiled for tests only.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("readable");
    let mut kept = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("#[cfg(test)]") {
            // The item that follows, up to the brace that closes it at the margin.
            let Some(item) = lines.next() else { break };
            if item.trim_end().ends_with('{') {
                lines.by_ref().find(|line| line.starts_with('}'));
            }
            continue;
        }
        let line = line.split("//").next().unwrap_or_default();
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

/// The first names of all paths that begin with `head`: `head::a::b`, `head::{a, b::{c, d}}`.
fn named(code: &str, head: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices(head) {
        let joined = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        if code[..at].ends_with(joined) {
            continue;
        }
        let rest = &code[at + head.len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let (mut depth, mut name) = (0, String::new());
            for c in group.chars() {
                match c {
                    '{' => depth += 1,
                    '}' if depth == 0 => break,
                    '}' => depth -= 1,
                    _ => {}
                }
                if depth == 0 && c == ',' {
                    names.push(std::mem::take(&mut name));
                } else if depth == 0 {
                    name.push(c);
                }
            }
            names.push(name);
        } else {
            names.push(rest.to_owned());
        }
    }
    let word = |text: String| {
        text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>()
    };
    names.into_iter().map(word).filter(|name| !name.is_empty()).collect()
}

/// The rooms of a crate (its top modules) and what they use of each other.
fn rooms(source: &Path) -> Uses {
    let mut uses = Uses::new();
    for path in files(source) {
        let inside = path.strip_prefix(source).expect("below the source");
        let room = inside.iter().next().and_then(|name| name.to_str()).expect("a name");
        let room = room.trim_end_matches(".rs").to_owned();
        if matches!(room.as_str(), "lib" | "main") {
            continue;
        }
        let used = uses.entry(room.clone()).or_default();
        for other in named(&code(&path), "crate::") {
            if other != room {
                used.entry(other).or_insert_with(|| inside.display().to_string());
            }
        }
    }
    // Items at the root of a crate are no rooms.
    let known: BTreeSet<String> = uses.keys().cloned().collect();
    for used in uses.values_mut() {
        used.retain(|name, _| known.contains(name));
    }
    uses
}

/// What the files and folders of one folder use of each other, by `super::` and by full paths.
fn siblings(source: &Path, folder: &Path) -> Uses {
    let inside = folder.strip_prefix(source).expect("below the source");
    let full = inside
        .iter()
        .fold("crate::".to_owned(), |path, name| path + name.to_str().expect("plain names") + "::");
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("readable") {
        let path = entry.expect("readable").path();
        names.insert(path.file_stem().and_then(|name| name.to_str()).expect("plain").to_owned());
    }
    // A name that the folder passes on stands for the file it comes from.
    let mut passed_on = BTreeMap::new();
    let index = folder.join("mod.rs");
    if index.exists() {
        let text = code(&index);
        for name in &names {
            for item in named(&text.replace("use self::", "use "), &format!("{name}::")) {
                passed_on.entry(item).or_insert_with(|| name.clone());
            }
        }
    }
    let mut uses = Uses::new();
    for path in files(folder) {
        let below = path.strip_prefix(folder).expect("below the folder");
        let name = below.iter().next().and_then(|name| name.to_str()).expect("a name");
        let name = name.trim_end_matches(".rs").to_owned();
        if matches!(name.as_str(), "mod" | "lib" | "main") {
            continue;
        }
        let steps = below.iter().count() - usize::from(below.ends_with("mod.rs"));
        let text = code(&path);
        let mut items = named(&text, &"super::".repeat(steps));
        items.extend(named(&text, &full));
        let used = uses.entry(name.clone()).or_default();
        for item in items {
            let other = if names.contains(&item) { Some(&item) } else { passed_on.get(&item) };
            if let Some(other) = other.filter(|&other| *other != name) {
                used.entry(other.clone()).or_insert_with(|| path.display().to_string());
            }
        }
    }
    uses
}

/// A circle of uses, if there is one.
fn circle(uses: &Uses) -> Option<Vec<String>> {
    fn visit<'a>(
        uses: &'a Uses,
        name: &'a str,
        path: &mut Vec<&'a str>,
        done: &mut BTreeSet<&'a str>,
    ) -> Option<Vec<String>> {
        if let Some(start) = path.iter().position(|&on| on == name) {
            return Some(path[start..].iter().map(|&name| name.to_owned()).collect());
        }
        if !done.insert(name) {
            return None;
        }
        path.push(name);
        let found = uses
            .get(name)
            .into_iter()
            .flatten()
            .find_map(|(other, _)| visit(uses, other, path, done));
        path.pop();
        found
    }
    let mut done = BTreeSet::new();
    uses.keys().find_map(|name| visit(uses, name, &mut Vec::new(), &mut done))
}

/// The rooms in the order in which ARCHITECTURE.md lists them under a heading.
fn order(heading: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("readable");
    let section = text.split("\n## ").find(|section| section.starts_with(heading));
    let section = section.unwrap_or_else(|| panic!("ARCHITECTURE.md has a section {heading:?}"));
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.flat_map(|row| {
        let rooms = row.split('|').nth(1).expect("a first column");
        rooms.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    })
    .collect()
}

#[test]
fn rooms_use_only_rooms_above_them() {
    let mut wrong = Vec::new();
    for (heading, name) in [
        ("Rooms of the library", "grundy"),
        ("Rooms of the rules", "grundy-rules"),
        ("Rooms of the laws", "grundy-laws"),
        ("Rooms of the problems", "grundy-problems"),
    ] {
        let order = order(heading);
        let uses = rooms(&root().join("crates").join(name).join("src"));
        assert!(uses.len() > 5, "{name} has rooms");
        let place = |room: &str| order.iter().position(|listed| listed == room);
        for room in &order {
            if !uses.contains_key(room) {
                wrong.push(format!("ARCHITECTURE.md lists {room}, which {name} does not have"));
            }
        }
        for (room, used) in &uses {
            let Some(at) = place(room) else {
                wrong.push(format!("ARCHITECTURE.md does not list {room} of {name}"));
                continue;
            };
            for (other, example) in used {
                if place(other).is_some_and(|above| above > at) {
                    wrong.push(format!("{room} uses {other}, which is listed below it: {example}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_files_of_a_folder_use_each_other_in_a_circle() {
    fn folders(folder: &Path, found: &mut Vec<PathBuf>) {
        found.push(folder.to_owned());
        for entry in fs::read_dir(folder).expect("readable") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders(&path, found);
            }
        }
    }
    let mut wrong = Vec::new();
    for name in CRATES {
        let source = root().join("crates").join(name).join("src");
        let mut found = Vec::new();
        folders(&source, &mut found);
        for folder in found {
            let uses = siblings(&source, &folder);
            if let Some(circle) = circle(&uses) {
                let steps = circle.iter().zip(circle.iter().cycle().skip(1));
                let steps = steps.map(|(a, b)| format!("{a} uses {b} in {}", uses[a][b]));
                let steps: Vec<String> = steps.collect();
                wrong.push(format!("{}: {}", folder.display(), steps.join("; ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn paths_are_read_as_rust_reads_them() {
    let code = "use crate::a::{b, c};\nuse crate::{d, e::{f, g}, h};\nlet x = crate::i();";
    assert_eq!(named(code, "crate::"), ["a", "d", "e", "h", "i"]);
    assert_eq!(named("use super::super::a;\nuse super::b;", "super::"), ["super", "b"]);
    assert_eq!(named("use super::super::a;", "super::super::"), ["a"]);
}
