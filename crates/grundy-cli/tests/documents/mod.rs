//! Documents whose commands are run. A reader sees what a terminal shows; the exit codes, where they
//! are not 0, stand in a comment before the commands: `<!-- exit codes: 2 0 3 -->`, one a command.

use std::fs;
use std::path::{Path, PathBuf};

/// Copies of documents with the exit codes as trycmd wants them: `? 2` behind the command.
pub struct Documents {
    /// Each document, its copy, and its text when it was copied.
    copied: Vec<(PathBuf, PathBuf, String)>,
}

impl Documents {
    /// Copies of these documents, to be run.
    pub fn new(documents: &[&str]) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
        fs::create_dir_all(&folder).unwrap();
        let copied = |document: &&str| {
            let document = PathBuf::from(document);
            let copy = folder.join(document.file_name().unwrap());
            let text = fs::read_to_string(&document).unwrap();
            assert!(!text.contains("\n? "), "{}: exit codes go into comments", document.display());
            fs::write(&copy, with_codes(&text)).unwrap();
            (document, copy, text)
        };
        Self { copied: documents.iter().map(copied).collect() }
    }

    /// What is run.
    pub fn copies(&self) -> impl Iterator<Item = &Path> {
        self.copied.iter().map(|(_, copy, _)| &**copy)
    }
}

impl Drop for Documents {
    /// Takes over what was overwritten, unless the document was changed meanwhile.
    fn drop(&mut self) {
        if std::env::var("TRYCMD").is_ok_and(|action| action == "overwrite") {
            for (document, copy, old) in &self.copied {
                let new = without_codes(&fs::read_to_string(copy).unwrap());
                if new != *old && fs::read_to_string(document).unwrap() == *old {
                    fs::write(document, new).unwrap();
                }
            }
        }
    }
}

const COMMENT: &str = "<!-- exit codes: ";
const FENCE: &str = "```console";

/// The codes of a comment, if the line is one.
fn codes(line: &str) -> Option<Vec<&str>> {
    let codes = line.strip_prefix(COMMENT)?.strip_suffix(" -->")?;
    Some(codes.split(' ').collect())
}

/// The text with the codes of each comment behind the commands of the block below it.
fn with_codes(text: &str) -> String {
    let mut out = String::new();
    let mut wanted: Vec<&str> = Vec::new();
    // The code of the command whose lines are being read.
    let mut code = None;
    for line in text.lines() {
        if !line.starts_with("> ")
            && let Some(code) = code.take().filter(|&code| code != "0")
        {
            out.push_str(&format!("? {code}\n"));
        }
        if let Some(codes) = codes(line) {
            wanted = codes;
        } else if line.starts_with("$ ") {
            code = (!wanted.is_empty()).then(|| wanted.remove(0));
        } else if line == "```" {
            assert!(wanted.is_empty(), "more exit codes than commands: {wanted:?}");
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The text with the codes of each block in a comment above it.
fn without_codes(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut block: Option<(usize, Vec<String>)> = None;
    for line in text.lines() {
        if line == FENCE {
            if out.last().is_some_and(|last| codes(last).is_some()) {
                out.pop();
            }
            block = Some((out.len(), Vec::new()));
        } else if line == "```"
            && let Some((at, codes)) = block.take()
        {
            if codes.iter().any(|code| code != "0") {
                out.insert(at, format!("{COMMENT}{} -->", codes.join(" ")));
            }
        } else if let Some((_, codes)) = &mut block {
            if line.starts_with("$ ") {
                codes.push("0".into());
            } else if let (Some(code), Some(last)) = (line.strip_prefix("? "), codes.last_mut()) {
                *last = code.into();
                continue;
            }
        }
        out.push(line.to_owned());
    }
    out.join("\n") + "\n"
}

#[test]
fn codes_go_from_comments_to_commands_and_back() {
    let shown =
        "a\n<!-- exit codes: 0 3 -->\n```console\n$ one\nx\n\n$ two \\\n> three\ny\n\n```\nb\n";
    let run = "a\n<!-- exit codes: 0 3 -->\n```console\n$ one\nx\n\n$ two \\\n> three\n? 3\ny\n\n```\nb\n";
    assert_eq!(with_codes(shown), run);
    assert_eq!(without_codes(run), shown);
    assert_eq!(
        without_codes(&run.replace("? 3\n", "")),
        shown.replace("<!-- exit codes: 0 3 -->\n", "")
    );
}
