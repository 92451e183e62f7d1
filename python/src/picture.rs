//! Pictures: SVG for notebooks, files in SVG and PNG.

use crate::ask::ask_plain;
use crate::trouble::{Trouble, refused};
use grundy::drawing::Drawing;
use pyo3::prelude::*;
use std::path::{Path, PathBuf};

/// A picture; notebooks show it.
#[pyclass(frozen, module = "grundy")]
pub struct Picture {
    drawing: Drawing,
}

impl Picture {
    pub fn new(drawing: Drawing) -> Self {
        Self { drawing }
    }
}

/// Writes a drawing to a file; the ending of the name tells the format.
pub fn save(py: Python<'_>, drawing: &Drawing, path: &Path) -> PyResult<()> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let bytes = match ending.as_deref() {
        Some("svg") => drawing.to_svg().into_bytes(),
        Some("png") => ask_plain(py, |context| {
            let mut bytes = Vec::new();
            let pixels = drawing.rasterise(context)?;
            pixels.write_png(&mut bytes).map_err(|error| Trouble::Refused(error.to_string()))?;
            Ok(bytes)
        })?,
        _ => {
            let message = format!("{}: pictures are written as .svg or .png", path.display());
            return Err(refused(py, &message));
        }
    };
    Ok(std::fs::write(path, bytes)?)
}

#[pymethods]
impl Picture {
    /// The picture as the text of an SVG file.
    pub fn svg(&self) -> String {
        self.drawing.to_svg()
    }

    /// Writes a file; its name ends with .svg or .png.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        save(py, &self.drawing, &path)
    }

    /// Width and height.
    #[getter]
    fn size(&self) -> (f64, f64) {
        (self.drawing.width, self.drawing.height)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("<Picture: {}>", self.drawing.title)
    }
}
