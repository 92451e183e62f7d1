//! What a search for laws ends with: a law that is proved, or why there is none.

use std::sync::Arc;

use grundy::context::Stop;

use super::statement::{Of, Rank};
use crate::automaton::{Automaton, Overrun, Peak};
use crate::numeration::{Name, System, SystemError};

/// A law that is proved for all positions.
#[derive(Clone, Debug)]
pub struct ProvedLaw {
    /// What it tells.
    pub of: Of,
    /// The numeration system.
    pub system: Arc<System>,
    /// The families that can be reached from the one asked for, which is the first: their numbers in
    /// the program, their names and their relations.
    pub families: Vec<(usize, String, Automaton)>,
    /// The rank that falls with every move.
    pub rank: Rank,
    /// A rank that falls with every rewriting whose result is rewritten again.
    pub rewriting: Rank,
    /// It was learned from positions with numbers below this.
    pub bound: u64,
    /// How often a proof failed and named a wrong label.
    pub refutations: usize,
    /// The greatest automaton met in the proof.
    pub peak: Peak,
}

/// Why there is no law in one system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The system could not be built.
    System(SystemError),
    /// The automaton has more states the larger the table is: bounds of tables, with the states.
    Grows(Vec<(u64, usize)>),
    /// The proof went beyond its limits, whatever the table.
    Proof(Overrun),
    /// No rank was found that falls with every move, or none that shows that rewriting has an end.
    NoRank,
    /// The table that the counterexample asks for is too large.
    Table(Stop),
}

/// What came of the search.
#[derive(Clone, Debug)]
pub enum Found {
    /// A law.
    Proved(Box<ProvedLaw>),
    /// None, in each of these systems.
    None(Vec<(Name, Reason)>),
}
