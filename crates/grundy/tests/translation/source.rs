//! The texts in the sources: what templates may be made from besides what is met in the tests.

use std::fs;
use std::path::Path;

/// The sources of the library and of those crates that make sentences of their own.
pub struct Source {
    text: String,
}

impl Source {
    pub fn read() -> Self {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut text = String::new();
        for name in ["grundy", "grundy-rules", "grundy-cli"] {
            add(&crates.join(name).join("src"), &mut text);
        }
        Self { text: joined(&text) }
    }

    /// Whether the texts between the holes of a template are all there, and one of them is long
    /// enough to tell something.
    pub fn has(&self, template: &str) -> bool {
        let pieces = fixed(template);
        let longest = pieces.iter().map(|piece| piece.trim().len()).max().unwrap_or(0);
        longest >= 4 && pieces.iter().all(|piece| self.text.contains(piece))
    }
}

fn add(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            add(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&fs::read_to_string(path).expect("readable"));
        }
    }
}

/// The text with the lines of its strings joined and without marks of escape.
fn joined(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split("\\\n");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str(part.trim_start());
    }
    out.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// What stands between the holes of a template.
fn fixed(template: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(open) = template[at..].find('{') {
        let open = at + open;
        let end = template[open..].find('}').map_or(template.len(), |end| open + end + 1);
        if template[open + 1..].starts_with(|c: char| c.is_ascii_digit()) {
            pieces.push(&template[start..open]);
            start = end;
        }
        at = if end > open + 1 { end } else { open + 1 };
    }
    pieces.push(&template[start..]);
    pieces.retain(|piece| !piece.is_empty());
    pieces
}
