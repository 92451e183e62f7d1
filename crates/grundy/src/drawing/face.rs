//! The kinds of letters.

/// The kind of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Face {
    /// Letters of different widths.
    #[default]
    Sans,
    /// Letters of one width.
    Mono,
}
