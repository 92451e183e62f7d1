//! Tokens on the vertices of a directed graph: how they are read, printed and drawn.

use super::{Digraph, GraphForm, GraphNames, NamedGraph};
use crate::context::Context;
use crate::moves::{Found, Move};
use crate::picture;
use crate::ruleset::{Full, Options};
use crate::sketch::{Sketch, net};
use crate::source::Source;
use crate::syntax::{Arg, Args, ReadError, join};

/// A directed graph with names for its vertices; a position is the vertex (by index) of one token.
#[derive(Clone, Debug, Default)]
pub struct TokenGraph {
    /// The arcs.
    pub graph: Digraph,
    /// The names of the vertices.
    pub names: GraphNames,
}

/// How such graphs are typed.
pub const ARCS: GraphForm = GraphForm {
    word: "arcs",
    sign: '>',
    example: "arcs(1>2,1>3; 1,1)",
    groups: 1,
    expected: "expected one list of tokens, as in arcs(1>2,1>3; 1,1)",
};

/// What stands in parentheses, and the tokens, which there must be.
pub fn source_with_tokens(args: &Args) -> Result<(Source<'_>, &[Arg]), ReadError> {
    let source = ARCS.source(args)?;
    let Some(&tokens) = source.rest.first() else {
        return Err(ReadError::domain("no token is placed", source.whole)
            .help("name the vertices with tokens after ';', one number for each token"));
    };
    Ok((source, tokens))
}

/// Reads the graph and the tokens behind it, or all vertices if there are no tokens.
pub fn read(
    source: &Source<'_>,
    tokens: Option<&[Arg]>,
    context: &Context<'_>,
) -> Result<(NamedGraph, Digraph, Vec<u32>), ReadError> {
    let (mut named, graph) = NamedGraph::read_arcs(source, context)?;
    let parts = match tokens {
        Some(tokens) => named.place(tokens)?,
        None => {
            named.add_declared(context).map_err(|stop| ReadError::stopped(&stop, source.span))?;
            Vec::new()
        }
    };
    Ok((named, graph, parts))
}

impl TokenGraph {
    /// The graph with the names that it was read with, for the game `title`.
    pub fn new(named: NamedGraph, graph: Digraph, title: &str) -> Self {
        Self { graph, names: GraphNames::of(named, title, &ARCS) }
    }

    /// Pushes the moves of a token.
    pub fn options(&self, vertex: u32, out: &mut Options<u32>) -> Result<(), Full> {
        self.graph.options(vertex).into_iter().try_for_each(|head| out.push([head]))
    }

    /// The moves of a token to vertices that are wanted.
    pub fn moves_where(
        &self,
        vertex: u32,
        max: usize,
        wanted: impl FnMut(&u32) -> bool,
    ) -> Found<u32> {
        let mut heads = self.graph.options(vertex);
        heads.retain(wanted);
        Found::all(heads.into_iter().map(|to| Move { sum: vec![to], tag: 0 }).collect(), max)
    }

    /// The arcs of a token's vertex in words.
    pub fn picture(&self, vertex: u32) -> Vec<String> {
        let heads = self.graph.options(vertex);
        if heads.is_empty() {
            return vec!["no arc leads on".to_owned()];
        }
        let names = heads.iter().map(|&head| self.names.number(head));
        vec![format!("arcs to {}", picture::list(names, ", ").join(", "))]
    }

    /// The game `title` with these tokens, as text that parses back.
    pub fn print_all(&self, title: &str, parts: &[u32]) -> String {
        let tokens = self.names.numbers(parts.iter().copied());
        format!("{title}({})", self.names.print(&ARCS, &[tokens]))
    }

    /// A move in plain notation.
    pub fn print_move(&self, from: u32, to: &Move<u32>) -> String {
        let to = self.names.numbers(to.sum.iter().copied());
        format!("token {} -> {to}", self.names.number(from))
    }

    /// Further texts by which a move can be typed.
    pub fn move_names(&self, from: u32, to: &Move<u32>) -> Vec<String> {
        let to = self.names.numbers(to.sum.iter().copied());
        vec![format!("{} -> {to}", self.names.number(from)), to]
    }

    /// The vertices near a token, with places to click for moves that leave these positions.
    pub fn sketch(&self, token: u32, moves: &[&[u32]]) -> Option<Sketch> {
        let near = net::near(token, |v| self.graph.options(v));
        let number = |v: u32| near.iter().position(|&w| w == v);
        let vertex = |&v: &u32| net::Vertex {
            name: self.names.number(v),
            open: true,
            moves: (0..moves.len()).filter(|&i| moves[i] == [v]).collect(),
        };
        let vertices: Vec<_> = near.iter().map(vertex).collect();
        let arcs = near.iter().enumerate().flat_map(|(i, &v)| {
            let heads = self.graph.options(v).into_iter().filter_map(number);
            heads.map(move |j| (i, j)).collect::<Vec<_>>()
        });
        net::net(&vertices, &arcs.collect::<Vec<_>>(), 0, true, moves.len())
    }
}

/// A cycle in words, a very long one without its middle.
pub fn print_cycle(cycle: &[u32]) -> String {
    const ENDS: usize = 100;
    let text = |part: &[u32]| join(part.iter().map(u32::to_string), " -> ");
    if cycle.len() <= 3 * ENDS {
        return text(cycle);
    }
    let middle = cycle.len() - 2 * ENDS;
    let (head, tail) = (text(&cycle[..ENDS]), text(&cycle[cycle.len() - ENDS..]));
    format!("{head} -> ({middle} more) -> {tail}")
}
