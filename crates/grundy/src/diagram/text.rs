//! A diagram as text.

use super::Diagram;
use std::io::{self, Write};

impl Diagram {
    /// Writes the picture in text, and the winning moves if they were noted.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.position)?;
        for line in &self.text {
            writeln!(out, "{line}")?;
        }
        let winning = self.moves.iter().filter(|to| to.good == Some(true)).map(|to| &to.label);
        let unlisted =
            self.undrawn.iter().filter(|&label| winning.clone().all(|other| other != label));
        let mut winning = winning.clone().chain(unlisted).peekable();
        if winning.peek().is_some() {
            writeln!(out, "\n  winning moves:")?;
            for label in winning {
                writeln!(out, "    {label}")?;
            }
        }
        Ok(())
    }
}
