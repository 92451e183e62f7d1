//! Laws of impartial games, found and proved.
