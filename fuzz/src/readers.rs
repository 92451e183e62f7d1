//! Any file, as a graph and as a list of words: it is refused with a message, or what is read is
//! answered.

use super::narrow;
use grundy::analysis::{Question, answer};
use grundy::expr::Catalogue;
use grundy::inside::quoted;
use std::path::PathBuf;

/// Expressions with a file, which stands for FILE.
const FORMS: [&str; 7] = [
    "dag(FILE; 1)",
    "dag(FILE; 1,2,3)",
    "geography(FILE; 1)",
    "geography(FILE; 2)",
    "hackenbush(FILE)",
    "prefix-word(FILE)",
    "sub-word(FILE; \"a\")",
];

/// A file of this process, which other processes do not touch.
fn path() -> PathBuf {
    std::env::temp_dir().join(format!("grundy-fuzz-readers-{}", std::process::id()))
}

/// Reads the bytes with every reader of files.
pub fn run(data: &[u8]) {
    let path = path();
    std::fs::write(&path, data).expect("there is room for a small file");
    let file = quoted(&path.to_string_lossy());
    let catalogue = Catalogue::default();
    for form in FORMS {
        let source = form.replace("FILE", &file);
        match catalogue.read_within(&source, &narrow(3000)) {
            Err(error) => assert!(!error.render(&source).is_empty()),
            Ok(expression) => {
                assert!(!expression.to_string().is_empty());
                if let Ok(answer) = answer(&expression, &Question::default(), &narrow(3000)) {
                    assert!(!answer.to_json().is_empty());
                }
            }
        }
    }
    // The file may stay if this fails: it is small, and written anew by the next input.
    let _ = std::fs::remove_file(path);
}
