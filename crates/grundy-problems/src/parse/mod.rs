//! From the text of a problem file to its tree.

mod cursor;
mod expr;
mod file;
mod input;
mod print;
mod words;

pub(crate) use file::{File, file};
