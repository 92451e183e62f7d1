//! Tables drawn into files.

use crate::args::ValueColours;
use crate::failure::Failure;
use crate::output::write_to;
use crate::pictures::{PictureFormat, ending};
use grundy::context::{Context, Stop};
use grundy::plot::{Colours, Plot};
use grundy::table::Table;
use std::path::Path;

/// The file of `--plot`, whose ending names its format.
pub struct PlotFile<'a> {
    path: &'a Path,
    format: PictureFormat,
}

impl<'a> PlotFile<'a> {
    /// The file of this name, if it names a format.
    pub fn new(path: &'a Path) -> Result<Self, Failure> {
        let format = ending(path).as_deref().and_then(PictureFormat::of_ending);
        let wanted = "--plot takes a file whose name ends in .svg or .png";
        format.map(|format| Self { path, format }).ok_or_else(|| Failure::Usage(wanted.into()))
    }

    /// Draws a table, and tells what is drawn.
    pub fn draw(
        &self,
        table: &Table,
        colours: Option<ValueColours>,
        context: &Context<'_>,
    ) -> Result<(), Failure> {
        let stopped = |stop: Stop| Failure::Stop(stop, String::new());
        let colours = match colours {
            None | Some(ValueColours::Value) => Colours::Value,
            Some(ValueColours::LowestBit) => Colours::LowestBit,
            Some(ValueColours::HighestBit) => Colours::HighestBit,
        };
        let plot = Plot::of(table, colours, context).map_err(stopped)?;
        self.format.write(&plot.drawing, Some(self.path), context, stopped)?;
        let told = format!("{}: {}\n", self.path.display(), plot.summary);
        write_to(None, |out| out.write_all(told.as_bytes()))
    }
}
