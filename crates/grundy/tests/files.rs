//! Where files are forbidden none is read, whichever game an expression names.

use grundy::syntax::ErrorKind;
use grundy::{Catalogue, Content, Context};
use std::path::PathBuf;

/// Files that games would read.
struct Files(PathBuf);

impl Files {
    fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("grundy-files-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("graph"), "0 1\n1 2\n").unwrap();
        std::fs::write(folder.join("words"), "ab\nac\n").unwrap();
        Self(folder)
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn no_game_reads_a_file_that_is_forbidden() {
    let files = Files::new();
    let catalogue = Catalogue::default();
    let (free, strict) = (Context::default(), Context::default().without_files());
    let mut readers = Vec::new();
    for card in catalogue.cards() {
        for file in ["graph", "words"] {
            let name = files.0.join(file);
            let name = name.to_str().unwrap().replace('\\', "\\\\");
            for args in ["", "; 0", "; 0,1", "; 1; 2", "; \"a\"", ", 1", "; 0; 2"] {
                let text = format!("{}(\"{name}\"{args})", card.name);
                let texts =
                    [text.clone(), format!("nim(1) + {text}"), format!("repeat[2]({text})")];
                for text in texts {
                    let allowed = catalogue.read_within(&text, &free).map(|_| ());
                    let forbidden = catalogue.read_within(&text, &strict).map(|_| ());
                    let Err(error) = forbidden else { panic!("{text} was read") };
                    if allowed.is_ok() {
                        assert_eq!(error.kind, ErrorKind::Io, "{text}");
                        assert!(error.message.contains("no files are read here"), "{error}");
                        assert!(error.span.is_some() && error.help.is_some());
                        readers.push(card.name.to_owned());
                    }
                }
                if catalogue.read_starts(&text, Content::Values, &free).is_ok_and(|it| it.is_some())
                {
                    let read = catalogue.read_starts(&text, Content::Values, &strict).map(|_| ());
                    assert_eq!(read.unwrap_err().kind, ErrorKind::Io, "{text}");
                    readers.push(card.name.to_owned());
                }
            }
        }
    }
    readers.dedup();
    // All games that are told to read files in the catalogue were met.
    let told = catalogue.cards();
    let told = told.iter().filter(|card| card.position.contains("\"file\""));
    let told: Vec<&str> = told.map(|card| card.name).collect();
    assert!(readers.len() >= 4, "{readers:?}");
    assert!(told.iter().all(|name| readers.iter().any(|reader| reader == name)), "{told:?}");
}

#[test]
fn whether_a_file_exists_is_not_told() {
    let strict = Context::default().without_files();
    let read =
        |text: &str| Catalogue::default().read_within(text, &strict).map(|_| ()).unwrap_err();
    let (here, nowhere) = (read("dag(\"Cargo.toml\"; 1)"), read("dag(\"Cargo.tomb\"; 1)"));
    assert_eq!(here.message.replace("toml", "tomb"), nowhere.message);
}
