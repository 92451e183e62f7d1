//! A graph as an expression gives it.

use super::{Digraph, EdgeList, LineFile, Vertices};
use crate::context::{Context, Stop};
use crate::source::{Origin, Source, identity, vertex};
use crate::syntax::{Arg, ReadError, join};

/// A graph read from a file or typed, with its vertices numbered 0, 1, ….
#[derive(Clone, Debug, Default)]
pub struct NamedGraph {
    /// The vertices' own numbers.
    pub vertices: Vertices,
    /// Edges or arcs by indices, in the order written.
    pub edges: Vec<(u32, u32)>,
    /// The file it comes from.
    pub file: Option<String>,
    declared: u32,
    /// Vertices named by arguments and by no edge of a list.
    alone: Vec<u32>,
}

impl NamedGraph {
    /// Reads the graph that `source` names.
    ///
    /// # Errors
    /// As [`EdgeList::read`] and [`EdgeList::inline`].
    pub(crate) fn read(
        source: &Source<'_>,
        directed: bool,
        context: &Context<'_>,
    ) -> Result<Self, ReadError> {
        let (list, file) = match source.origin {
            Origin::File(path) => {
                let file = LineFile::open(path, source.span, context)?;
                (EdgeList::read(&file, context)?, Some(path.to_owned()))
            }
            Origin::Inline(list) => (EdgeList::inline(list, directed)?, None),
        };
        if u32::try_from(list.pairs.len()).is_err() {
            return Err(ReadError::limit("this graph has too many edges", source.span)
                .help("up to 2^32-1 edges are read"));
        }
        let EdgeList { pairs: mut edges, declared } = list;
        let vertices = Vertices::compact_within(&mut edges, context)
            .map_err(|stop| ReadError::stopped(&stop, source.span))?;
        Ok(Self { vertices, edges, file, declared, alone: Vec::new() })
    }

    /// Reads the directed graph that `source` names; its arcs are in the second result and not in
    /// [`edges`](Self::edges) if it comes from a file.
    ///
    /// # Errors
    /// As [`Digraph::read`] and [`EdgeList::inline`].
    pub(crate) fn read_arcs(
        source: &Source<'_>,
        context: &Context<'_>,
    ) -> Result<(Self, Digraph), ReadError> {
        match source.origin {
            Origin::File(path) => {
                let file = LineFile::open(path, source.span, context)?;
                let read = Digraph::read(&file, context)?;
                let (vertices, declared) = (read.vertices, read.declared);
                let file = Some(path.to_owned());
                let named = Self { vertices, file, declared, ..Self::default() };
                Ok((named, read.graph))
            }
            Origin::Inline(list) => {
                let named = Self::new(EdgeList::inline(list, true)?, None);
                let graph = Digraph::new(named.vertices.len(), &named.edges);
                Ok((named, graph))
            }
        }
    }

    /// The graph of a list.
    pub fn new(list: EdgeList, file: Option<String>) -> Self {
        let mut edges = list.pairs;
        let vertices = Vertices::compact(&mut edges);
        Self { vertices, edges, file, declared: list.declared, alone: Vec::new() }
    }

    /// Adds the vertices that only the vertex count of a file names.
    ///
    /// # Errors
    /// At the limit of memory.
    pub fn add_declared(&mut self, context: &Context<'_>) -> Result<(), Stop> {
        let count = u64::from(self.declared);
        context.check_memory(8 * count, || format!("{count} vertices"))?;
        self.vertices.add_isolated(1..=self.declared);
        Ok(())
    }

    /// The indices of the vertices named by arguments. Vertices that no edge names are added,
    /// isolated; but those named by neither the edges nor the vertex count of a file are errors.
    ///
    /// # Errors
    /// If an argument is no vertex.
    pub fn place(&mut self, args: &[Arg]) -> Result<Vec<u32>, ReadError> {
        let mut numbers = Vec::with_capacity(args.len());
        for arg in args {
            let number = vertex(arg)?;
            if let Some(file) = &self.file
                && self.vertices.index(number).is_none()
                && !(1..=self.declared).contains(&number)
            {
                return Err(ReadError::domain(format!("{file} has no vertex {number}"), arg.span)
                    .help("expected a vertex that one of its lines names"));
            }
            if self.file.is_none()
                && self.vertices.index(number).is_none()
                && !self.alone.contains(&number)
            {
                self.alone.push(number);
            }
            numbers.push(number);
        }
        self.vertices.add_isolated(numbers.iter().copied());
        let index = |number| self.vertices.index(number).expect("it was added");
        Ok(numbers.into_iter().map(index).collect())
    }

    /// What is said of arguments that no edge names: perhaps they are mistyped.
    pub(super) fn notes(&self) -> Vec<String> {
        let numbers = join(self.alone.iter().map(u32::to_string), ", ");
        match self.alone.len() {
            _ if self.edges.is_empty() => Vec::new(),
            0 => Vec::new(),
            1 => vec![format!("no edge has the vertex {numbers}: it stands alone")],
            _ => vec![format!("no edge has the vertices {numbers}: they stand alone")],
        }
    }

    /// Some edges as they are typed, with `sign` between the ends.
    pub fn list(&self, edges: impl IntoIterator<Item = (u32, u32)>, sign: char) -> String {
        let number = |v| self.vertices.number(v);
        join(edges.into_iter().map(|(u, v)| format!("{}{sign}{}", number(u), number(v))), ",")
    }

    /// What tells this graph from others, for [`Game::identity`](crate::game::Game::identity); the
    /// isolated vertices count, because they shift no index but take one.
    pub fn identity(&self, game: &str) -> String {
        if self.file.is_some() {
            return identity(game, self.file.as_deref(), "");
        }
        let isolated = join(self.vertices.isolated().iter().map(u32::to_string), ",");
        let list = self.list(self.edges.iter().copied(), '-');
        identity(game, None, &format!("{list}; {isolated}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nat::Nat;
    use crate::syntax::{ArgKind, Span};

    fn vertex(n: u32) -> Arg {
        Arg { kind: ArgKind::Number(Nat::from(n)), span: Span::new(n as usize, n as usize + 1) }
    }

    #[test]
    fn isolated_vertices_may_be_named_if_list_or_vertex_count_allow_it() {
        let list = EdgeList { pairs: vec![(7, 3), (3, 3)], declared: 5 };
        let mut graph = NamedGraph::new(list.clone(), Some("g".into()));
        assert_eq!(
            graph.place(&[vertex(3), vertex(5), vertex(7), vertex(5)]),
            Ok(vec![0, 2, 1, 2])
        );
        let error = graph.place(&[vertex(7), vertex(6)]).unwrap_err();
        assert_eq!(
            (error.message.as_str(), error.span),
            ("g has no vertex 6", Some(Span::new(6, 7)))
        );
        assert!(graph.place(&[vertex(0)]).is_err(), "counted vertices start at 1");
        let mut typed = NamedGraph::new(list.clone(), None);
        assert_eq!(typed.place(&[vertex(6), vertex(0)]), Ok(vec![3, 2]));
        typed.add_declared(&Context::default()).unwrap();
        assert_eq!(typed.vertices.isolated(), [0, 1, 2, 4, 5, 6]);
        let mut typed = NamedGraph::new(list, None);
        assert_eq!(typed.place(&[vertex(6), vertex(0)]), Ok(vec![3, 2]));
        assert_eq!(typed.identity("game"), "game(7-3,3-3; 0,6)");
        assert_eq!(typed.list(typed.edges.iter().copied(), '>'), "7>3,3>3");
    }
}
