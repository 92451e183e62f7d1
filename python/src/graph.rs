//! The graph of positions below a small one.

use crate::answer::told_outcome;
use crate::ask::{ask, ask_plain};
use crate::names::Names;
use crate::picture::{Picture, save};
use crate::position::Position;
use crate::trouble::Trouble;
use grundy::Play;
use grundy::game_graph::Target;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// The positions that can be reached from a position, and the moves between them.
#[pyclass(frozen, module = "grundy")]
pub struct GameGraph {
    graph: grundy::GameGraph,
    names: Names,
}

impl GameGraph {
    pub fn explore(
        py: Python<'_>,
        position: &Position,
        play: Play,
        max_nodes: usize,
    ) -> PyResult<Self> {
        let graph = ask(py, &position.names, |context| {
            grundy::GameGraph::explore(&position.expression, play, max_nodes, context)
        })?;
        Ok(Self { graph, names: position.names.clone() })
    }
}

#[pymethods]
impl GameGraph {
    /// The positions as text; the first one is the start.
    #[getter]
    fn positions(&self) -> Vec<&str> {
        self.graph.nodes.iter().map(|node| &*node.position).collect()
    }

    /// One dict for each position: position, outcome, grundy, mex_set, height.
    fn nodes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let node = |node: &grundy::game_graph::Node| {
            let dict = PyDict::new(py);
            dict.set_item("position", &node.position)?;
            dict.set_item("outcome", told_outcome(py, node.outcome)?)?;
            dict.set_item("grundy", node.value)?;
            dict.set_item("mex_set", node.mex_set.clone())?;
            dict.set_item("height", node.height)?;
            Ok(dict)
        };
        self.graph.nodes.iter().map(node).collect()
    }

    /// One dict for each arc: source, target (None where a move wins at once), moves, winning.
    fn edges<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let mut edges = Vec::new();
        for (source, node) in self.graph.nodes.iter().enumerate() {
            for arc in &node.arcs {
                let dict = PyDict::new(py);
                dict.set_item("source", source)?;
                dict.set_item(
                    "target",
                    match arc.to {
                        Target::Node(target) => Some(target),
                        Target::Win => None,
                    },
                )?;
                let moves: Vec<String> = arc.moves.iter().map(ToString::to_string).collect();
                dict.set_item("moves", moves)?;
                dict.set_item("winning", arc.winning)?;
                edges.push(dict);
            }
        }
        Ok(edges)
    }

    /// A position of the graph by its number.
    fn position(&self, py: Python<'_>, number: usize) -> PyResult<Position> {
        match self.graph.nodes.get(number) {
            Some(node) => Position::parse(py, &node.position, self.names.clone()),
            None => Err(pyo3::exceptions::PyIndexError::new_err(format!(
                "there is no position {number}: the graph has {}",
                self.graph.nodes.len()
            ))),
        }
    }

    /// The graph in the language of Graphviz.
    fn dot(&self) -> String {
        self.graph.to_dot()
    }

    /// A networkx.DiGraph with the positions as nodes.
    fn to_networkx(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("grundy._graphs")?.call_method1("to_networkx", (slf,))
    }

    /// A picture.
    fn draw(&self, py: Python<'_>) -> PyResult<Picture> {
        let drawing = ask_plain(py, |context| self.graph.drawing(context).map_err(Trouble::from))?;
        Ok(Picture::new(drawing))
    }

    /// Writes a picture; the name of the file ends with .svg or .png.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let drawing = ask_plain(py, |context| self.graph.drawing(context).map_err(Trouble::from))?;
        save(py, &drawing, &path)
    }

    fn __len__(&self) -> usize {
        self.graph.nodes.len()
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.draw(py)?.svg())
    }

    fn __repr__(&self) -> String {
        let start = self.graph.nodes.first().map_or("", |node| &*node.position);
        format!(
            "<GameGraph below {start}: {} positions, {} moves>",
            self.graph.nodes.len(),
            self.graph.move_count()
        )
    }
}
