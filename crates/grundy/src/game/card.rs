//! The catalogue's entry of a game.

/// The catalogue's entry of a game.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Card<'a> {
    /// The name typed; for take-and-break codes a word for them.
    pub name: &'a str,
    /// The parameters, with brackets; empty if there are none.
    pub params: &'a str,
    /// How a position is written.
    pub position: &'a str,
    /// The rules in words.
    pub rules: &'a str,
    /// The theorem used, or how it is searched.
    pub theorem: &'a str,
    /// Author and year.
    pub source: &'a str,
    /// O(...) of an answer.
    pub cost: &'a str,
    /// Expressions that can be pasted.
    pub examples: &'a [&'a str],
}
