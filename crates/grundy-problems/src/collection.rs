//! The problems that come with the library, one for each file of the folder `problems`.

use crate::problem::Problem;

/// The names of the problems and their texts, ascending.
pub const TEXTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/collection.rs"));

/// The text of a problem; capitals do not matter.
///
/// ```
/// assert!(grundy_problems::text("hdu-1850").unwrap().starts_with("title: Being a Good Boy"));
/// assert_eq!(grundy_problems::text("hdu-0"), None);
/// ```
pub fn text(name: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, text)| *text)
}

/// The problems that come with the library with their names, ascending.
pub fn collection() -> impl Iterator<Item = (&'static str, Problem)> {
    // A test reads every file.
    TEXTS.iter().filter_map(|(name, text)| Some((*name, Problem::read(name, text).ok()?)))
}
