//! Pictures as files: the ending of the name tells the format.

use crate::failure::Failure;
use crate::output::write_to;
use grundy::context::{Context, Stop};
use grundy::drawing::Drawing;
use std::path::Path;

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFormat {
    Svg,
    Png,
}

/// The ending of a file's name in small letters, without the dot.
pub fn ending(path: &Path) -> Option<String> {
    path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase())
}

impl PictureFormat {
    /// The format of files with this ending.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            _ => None,
        }
    }

    /// Writes a picture to a file, whole or not at all; to standard output if none is named.
    pub fn write(
        self,
        drawing: &Drawing,
        path: Option<&Path>,
        context: &Context<'_>,
        stopped: impl FnOnce(Stop) -> Failure,
    ) -> Result<(), Failure> {
        match self {
            Self::Svg => write_to(path, |mut out| drawing.write_svg(&mut out)),
            Self::Png => {
                let pixels = drawing.rasterise(context).map_err(stopped)?;
                write_to(path, |mut out| pixels.write_png(&mut out))
            }
        }
    }
}
