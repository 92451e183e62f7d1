//! The files of the page: words in both languages, references that lead somewhere, nothing from outside.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

/// All files of the page by name, with slashes.
fn files() -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder()];
    while let Some(folder_here) = open.pop() {
        for entry in std::fs::read_dir(&folder_here).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder()).unwrap().to_string_lossy().replace('\\', "/");
            if let Ok(text) = std::fs::read_to_string(&path) {
                found.insert(name, text);
            }
        }
    }
    found
}

/// The texts of a catalogue by key: `solve.title`; elements of lists by number.
fn texts(value: &Value, key: &str, found: &mut BTreeMap<String, String>) {
    let below = |part: &str| if key.is_empty() { part.to_owned() } else { format!("{key}.{part}") };
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, inner)| texts(inner, &below(name), found));
        }
        Value::Array(elements) => {
            let numbered = elements.iter().enumerate();
            numbered.for_each(|(at, inner)| texts(inner, &below(&at.to_string()), found));
        }
        other => {
            found.insert(key.to_owned(), other.as_str().unwrap_or_default().to_owned());
        }
    }
}

fn catalogue(files: &BTreeMap<String, String>, language: &str) -> BTreeMap<String, String> {
    let text = &files[&format!("strings/{language}.json")];
    let mut found = BTreeMap::new();
    texts(&serde_json::from_str(text).unwrap(), "", &mut found);
    found
}

/// The names in braces.
fn holes(text: &str) -> BTreeSet<&str> {
    let inner = text.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    inner.map(|(name, _)| name).filter(|name| name.chars().all(char::is_alphanumeric)).collect()
}

/// The first arguments of calls of a function that are plain texts.
fn arguments<'t>(text: &'t str, function: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    let call = format!("{function}(\"");
    for (at, _) in text.match_indices(&call) {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.') {
            continue;
        }
        let rest = &text[at + call.len()..];
        found.push(rest.split('"').next().unwrap_or_default());
    }
    found
}

#[test]
fn every_word_is_there_in_both_languages() {
    let files = files();
    let (english, chinese) = (catalogue(&files, "en"), catalogue(&files, "zh"));
    // Plurals: a language may have more forms than another.
    let plain = |key: &String| {
        let cut = ["one", "other", "few", "many"]
            .iter()
            .find_map(|form| key.strip_suffix(form).and_then(|key| key.strip_suffix('.')));
        cut.unwrap_or(key).to_owned()
    };
    let keys = |all: &BTreeMap<String, String>| all.keys().map(plain).collect::<BTreeSet<_>>();
    let (here, there) = (keys(&english), keys(&chinese));
    let missing: Vec<_> = here.difference(&there).collect();
    assert!(missing.is_empty(), "not in Chinese: {missing:?}");
    let missing: Vec<_> = there.difference(&here).collect();
    assert!(missing.is_empty(), "not in English: {missing:?}");
    for (key, text) in &english {
        assert!(!text.trim().is_empty(), "{key} is empty");
        if let Some(other) = chinese.get(key) {
            assert_eq!(holes(text), holes(other), "{key}: other holes");
        }
    }
    assert!(english.len() > 200, "{} words", english.len());
}

#[test]
fn every_word_that_is_asked_for_is_there_and_every_word_is_asked_for() {
    let files = files();
    let english = catalogue(&files, "en");
    let has = |key: &str| {
        let below = format!("{key}.");
        english.contains_key(key) || english.keys().any(|known| known.starts_with(&below))
    };
    let scripts: Vec<(&String, &String)> =
        files.iter().filter(|(name, _)| name.ends_with(".js")).collect();
    assert!(scripts.len() > 10);
    for (name, text) in &scripts {
        for key in arguments(text, "t").into_iter().chain(arguments(text, "tree")) {
            assert!(has(key), "{name} asks for {key:?}");
        }
    }
    // Keys may be put together: then their first part stands in a script.
    let all: String = scripts.iter().map(|(_, text)| text.as_str()).collect();
    for key in english.keys() {
        let mut prefixes = key.match_indices('.').map(|(at, _)| &key[..at]).chain([key.as_str()]);
        let used = prefixes.any(|prefix| {
            prefix.contains('.') && all.contains(&format!("\"{prefix}\""))
                || all.contains(&format!("`{prefix}."))
                || all.contains(&format!("`{prefix}$"))
        });
        assert!(used, "nothing asks for {key:?}");
    }
}

#[test]
fn references_lead_somewhere_within_the_page() {
    let files = files();
    let mut references = 0;
    for (name, text) in &files {
        for word in ["http://", "https://", "//cdn"] {
            let outside = text.match_indices(word).filter(|(at, _)| {
                let rest = &text[*at..];
                // Names of languages of mark-up, no addresses.
                !rest.starts_with("http://www.w3.org/")
            });
            assert_eq!(outside.count(), 0, "{name} leads outside");
        }
        if name.ends_with(".html") {
            assert!(!text.contains("style=") && !text.contains("onclick="), "{name}");
            for rest in text.split("/assets/").skip(1) {
                let file = rest.split('"').next().unwrap_or_default();
                assert!(files.contains_key(file), "{name}: {file}");
                references += 1;
            }
        }
        if name.ends_with(".js") {
            for line in
                text.lines().filter(|line| line.starts_with("import ") || line.contains("} from "))
            {
                let Some((_, rest)) = line.split_once("from \"") else { continue };
                let target = rest.split('"').next().unwrap_or_default();
                let base = Path::new(name).parent().unwrap_or(Path::new(""));
                let mut parts: Vec<&str> = base.iter().filter_map(|part| part.to_str()).collect();
                for part in target.split('/') {
                    match part {
                        "." => {}
                        ".." => drop(parts.pop()),
                        other => parts.push(other),
                    }
                }
                assert!(files.contains_key(&parts.join("/")), "{name} imports {target}");
                references += 1;
            }
        }
    }
    assert!(references > 30, "{references} references");
}
