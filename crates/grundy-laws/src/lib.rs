//! Laws of impartial games, found and proved; and first-order statements about natural numbers,
//! decided, without any game.
//!
//! # Contents, from the ground up
//!
//! | room | what it has |
//! |---|---|
//! | [`automaton`] | [`Automaton`](automaton::Automaton): deterministic automata over tuples of digits, always minimal; [`Budget`](automaton::Budget): what an operation may use |
//! | [`numeration`] | [`System`](numeration::System): valid words in order, with an adder that is proved; [`Name`](numeration::Name): base b, Zeckendorf, Ostrowski, linear recurrences |
//! | [`walnut`] | automata as text, in the format of Walnut |
//! | [`formula`] | [`Formula`](formula::Formula), [`parse`](formula::parse()), [`decide`](formula::decide()), [`prove`](formula::prove()): statements over addition and over relations given by automata |
//! | [`learn`] | [`Learner`](learn::Learner): automata from tables of labels, mended by counterexamples |
//! | [`pattern`] | [`find`](pattern::find): formulas behind numbers, tables and lists of P-positions, ranked by their evidence in bits |
//! | [`rules`] | [`translate`](rules::translate): the rules of a game as formulas; [`find`](rules::find): its law, learned and proved; [`by_remainder`](rules::by_remainder): n mod (m + 1) and the like, proved |
//! | [`moves`] | [`Moves`](moves::Moves): winning moves of positions of any size, found by the automata of a law |
//! | [`code`] | [`write`](code::write): laws as functions in C++, Rust, Python and Java |
//! | [`draw`] | [`drawing`](draw::drawing()), [`graphviz`](draw::graphviz): automata as pictures |
//! | [`verify`] | [`verify`](verify::verify()): certificates of laws checked, by code that shares nothing with the rooms above |
//! | [`certificate`] | [`certificate`](certificate::certificate()): certificates written; [`law`](certificate::law()): laws read back from them; [`by_remainder`](certificate::by_remainder()): the same for n mod (m + 1) |
//! | [`submission`] | [`Proved`](submission::Proved): laws as functions of submissions, found with a fixed number of steps |
//! | [`report`] | [`of_game`](report::of_game), [`of_data`](report::of_data): all laws of a game or of numbers, proved, checked and observed, as text and JSON |
//!
//! # A statement
//!
//! ```
//! use grundy_laws::automaton::Budget;
//! use grundy_laws::formula::{Environment, Proof, parse, prove};
//! use grundy_laws::numeration::{Name, System};
//!
//! let budget = Budget::default();
//! let system = System::new(&Name::Base(2), &budget)?;
//! let none = Environment::new();
//! let text = "A x,y min(x,y) + max(x,y) = x + y & xor(x,y) <= x + y";
//! let formula = parse(text, &none)?.formula;
//! assert_eq!(prove(&formula, &system, &none, &budget)?, Proof::Proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From a table to a theorem
//!
//! Wythoff's game: two heaps; take from one, or the same from both. A table of small positions is
//! labelled, an automaton over Zeckendorf's words is learned from it, and "a position is in L exactly
//! when none of its options is" is decided for all positions.
//!
//! ```
//! use grundy_laws::automaton::Budget;
//! use grundy_laws::formula::{Environment, Proof, parse, prove};
//! use grundy_laws::learn::grow;
//! use grundy_laws::numeration::{Name, System};
//!
//! const SIZE: usize = 100;
//! let mut lost = vec![[false; SIZE]; SIZE];
//! for a in 0..SIZE {
//!     for b in 0..SIZE {
//!         let reached = (0..a).any(|c| lost[c][b])
//!             || (0..b).any(|c| lost[a][c])
//!             || (1..=a.min(b)).any(|k| lost[a - k][b - k]);
//!         lost[a][b] = !reached;
//!     }
//! }
//! let table = |x: &[u64]| Some(u32::from(*lost.get(x[0] as usize)?.get(x[1] as usize)?));
//!
//! let budget = Budget::default();
//! let system = System::new(&Name::Zeckendorf, &budget)?;
//! let grown = grow(&system, 2, 100, 2..=9, table, &budget)?;
//! assert!(grown.settled);
//! let law = grown.machine.relation(1, &system, &budget)?;
//! let mut relations = Environment::new();
//! relations.define(&system, "l", law.clone(), &budget)?;
//! let text = "A a,b $l(a,b) <=> ~((E c c<a & $l(c,b)) | (E c c<b & $l(a,c))
//!     | (E c,d,k k>=1 & a=c+k & b=d+k & $l(c,d)))";
//! let statement = parse(text, &relations)?.formula;
//! assert_eq!(prove(&statement, &system, &relations, &budget)?, Proof::Proved);
//! // So it holds for positions of any size: F(3000) and F(3001), consecutive Fibonacci numbers.
//! let word = |ones: usize| [vec![1], vec![0; ones]].concat();
//! let [a, b] = [2998, 2999].map(|place| system.number(&word(place)).unwrap());
//! assert_eq!(system.holds(&law, &[a, b]), Some(true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Why a proof can be trusted
//!
//! A system is a set of words in order, and nothing is believed about the values of places: the
//! successor follows from the order, and an adder is refused unless x + 0 = x and
//! x + (y + 1) = (x + y) + 1 have been decided of it. Multiples and sums are put together from the
//! adder; in base b linear relations are read off the digits. What must be right is then the code of
//! [`automaton`] and of [`formula::decide()`], which tests compare with plain enumeration.

#![forbid(unsafe_code)]

pub mod automaton;
pub mod certificate;
pub mod code;
pub mod draw;
pub mod formula;
pub mod learn;
pub mod moves;
pub mod numeration;
pub mod pattern;
pub mod report;
pub mod rules;
pub mod submission;
pub mod verify;
pub mod walnut;
