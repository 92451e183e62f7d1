//! What is known of inputs before they are given.

/// The least and the greatest number of an input of rules, by its name.
pub type InputLimits = (String, i64, i64);
