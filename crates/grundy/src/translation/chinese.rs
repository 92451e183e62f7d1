//! The Chinese templates.

use super::catalogue::Catalogue;
use std::sync::OnceLock;

/// The files of templates, by what they are about.
const FILES: [&str; 10] = [
    include_str!("zh/answers.txt"),
    include_str!("zh/boards.txt"),
    include_str!("zh/lines.txt"),
    include_str!("zh/games.txt"),
    include_str!("zh/cards.txt"),
    include_str!("zh/coins.txt"),
    include_str!("zh/errors.txt"),
    include_str!("zh/nimbers.txt"),
    include_str!("zh/others.txt"),
    include_str!("zh/rules.txt"),
];

/// The Chinese templates.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| match Catalogue::read(&FILES.join("\n")) {
        Ok(catalogue) => catalogue,
        // The files are part of the program, and a test reads them.
        Err(error) => unreachable!("the templates of the program: {error}"),
    })
}
