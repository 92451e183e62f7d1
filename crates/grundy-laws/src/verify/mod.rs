//! Certificates of laws checked: by code that shares nothing with what found and proved them.
//!
//! Of this project the checker uses the parser and type checker of rules, and limits. It reads the typed
//! rules by itself, and needs no search, no learning, no projection, no determinisation, no
//! minimisation: only deterministic tables side by side, and linear algebra over two elements.
//!
//! # The theorem
//!
//! Let L be a set of positions, and let a rank (natural numbers compared like words in a dictionary)
//! fall with every move. L is the set of P-positions in normal play if
//!
//! 1. no move leads from a position of L to one of L, and none from L wins at once;
//! 2. every other position has a move that leads to L or wins at once.
//!
//! *Proof.* By induction on the rank: options are in L exactly if they are P-positions, so 1 says that
//! positions of L are P-positions and 2 that all others are not. ∎
//!
//! In misère play 2 is asked of positions with a move only, and positions of L must have one. For
//! values let R be a relation between positions and numbers; it tells the Grundy values if
//!
//! 1. where R(x,g) no move wins at once, and no move leaves a sum whose values by R have nim-sum g;
//! 2. where R(x,g) and v < g some move leaves a sum whose values by R have nim-sum v;
//! 3. for every x there is a g with R(x,g), or a move that wins at once.
//!
//! By induction 1 and 2 say that g is the mex. Positions that rules rewrite must have the law of their
//! other form, rewriting must have an end (what it gives is rewritten no more, or a second rank falls)
//! and must not raise the rank; and then 1 to 3 are asked of the positions that are not rewritten.
//!
//! # How it is decided
//!
//! Conditions of rules are linear, with quotients, remainders and bitwise combinations, and have no
//! quantifiers, if such numbers get names: they are defined for all positions and by one condition
//! (`question`). The parameters of a move are further numbers. So "no move leads from L to L" says
//! that there are no numbers with a condition that is a Boolean combination of deterministic automata:
//! `product` looks for some.
//!
//! "Every position outside L has a move to L" has the form for all … there is. So the certificate
//! has a table `open` of positions, and for each kind of move a table `win` over positions and
//! parameters. It is checked that `open` has all positions outside L (there are no numbers …), that
//! whatever `win` accepts is a move to L (there are no numbers …), and that every tuple of `open` is
//! covered: `parity` does it by linear algebra.
//!
//! Laws by a remainder are laws of rules with one more coordinate, which `remainder` makes.
//!
//! All other systems than base b are proved from the order of their words: `numbers`.
//!
//! # What is not checked
//!
//! Numbers are unbounded and loops as long as they are, whereas programs that run the rules stop at 2^63
//! and at their limit of steps. The name of a numeration system is told as it is written.

mod automaton;
mod cases;
mod claims;
mod expression;
mod file;
mod logic;
mod lookup;
mod moves;
mod numbers;
mod parity;
mod product;
mod question;
mod remainder;
mod rules;
mod slots;
mod work;

pub use automaton::Automaton;
pub use cases::Refused;
pub use claims::reached;
pub use file::{Certificate, Claim, FIRST, Key, Kind, Malformed, Ranks, read, write};
pub use logic::{Bits, Condition, Linear, Remainder, TooLarge, Var};
pub use moves::read as read_rules;
pub use numbers::{Numbers, Words};
pub use question::Definitions;
pub use rules::{Family, Move, Places, Rewriting, Rules, Target};

use std::sync::Arc;

use claims::{Claims, Failure};
use grundy::context::{Context, Stop};
use grundy_rules::source::Source;
use grundy_rules::typed::Program;
use remainder::Asked;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The claim does not follow.
    #[error("the certificate is false: {0}")]
    False(String),
    /// This is no certificate.
    #[error("{0}")]
    Malformed(String),
    /// A limit was reached, or the rules are outside of what the checker can say.
    #[error(transparent)]
    Stop(#[from] Stop),
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::False(what) => Self::False(what),
            Failure::Malformed(what) => Self::Malformed(what),
            Failure::Stop(stop) => Self::Stop(stop),
        }
    }
}

impl From<Malformed> for Problem {
    fn from(error: Malformed) -> Self {
        Self::Malformed(error.to_string())
    }
}

/// A law whose certificate is true.
#[derive(Clone, Debug)]
pub struct Verified {
    /// What it tells.
    pub claim: Claim,
    /// The rules.
    pub program: Arc<Program>,
    /// The family asked about, and those that its moves lead to: their numbers in the program, with
    /// their laws.
    pub families: Vec<(usize, Automaton)>,
    /// The numeration system.
    pub numbers: Numbers,
    /// The remainder by which the law is told: it reads a multiple of the divisor behind the coordinates.
    pub remainder: Option<Remainder>,
    /// What falls with every move.
    pub rank: Ranks,
    /// What falls with every rewriting whose result is rewritten again.
    pub ends: Ranks,
    /// The transitions of all tables.
    pub entries: usize,
    /// The tables.
    pub tables: usize,
}

impl Verified {
    /// Of a law by a remainder what is divided and by what, with the names of the coordinates in the rules.
    pub fn division(&self) -> Option<[String; 2]> {
        let remainder = self.remainder.as_ref()?;
        let (number, _) = self.families.first()?;
        let params = &self.program.families[*number].params;
        let names: Vec<String> = params
            .iter()
            .flat_map(|param| match param.len {
                None => vec![param.name.to_string()],
                Some(len) => (0..len).map(|at| format!("{}[{at}]", param.name)).collect(),
            })
            .collect();
        Some([&remainder.dividend, &remainder.divisor].map(|own| own.text(&names)))
    }
}

/// The greatest certificate, in bytes.
pub const MAX_BYTES: usize = 1 << 28;

/// Whether a file says that it is a certificate of a law.
pub fn recognised(text: &[u8]) -> bool {
    text.starts_with(FIRST.as_bytes())
}

/// Checks a certificate.
///
/// # Errors
/// [`Problem`].
///
/// ```
/// use grundy_laws::verify::{Claim, Problem, verify};
/// // One heap, take one: even heaps are P-positions, and from odd ones the only move wins.
/// let text = "grundy-law 1
/// claim normal
/// family T
/// system 2
/// padding 0
/// rules 1
/// T(n) -> T(n-1) if n > 0
/// rank T 0 1
/// table law T 1 2
/// * 0>0 1>1
/// - 0>0 1>1
/// table open T 1 2
/// - 0>0 1>1
/// * 0>0 1>1
/// table win T 0 1 2
/// - 0>0 1>1
/// * 0>0 1>1
/// end
/// ";
/// let checked = verify(text.as_bytes(), &Default::default()).unwrap();
/// assert_eq!((checked.claim, checked.families.len()), (Claim::Normal, 1));
/// // The same is not true of other rules.
/// let other = text.replace("T(n-1) if n > 0", "T(n-2) if n > 1");
/// let problem = verify(other.as_bytes(), &Default::default()).unwrap_err();
/// assert_eq!(problem.to_string(), "the certificate is false: no move from a P-position to a \
///     P-position fails at T(2)");
/// ```
pub fn verify(text: &[u8], context: &Context<'_>) -> Result<Verified, Problem> {
    if text.len() > MAX_BYTES {
        return Err(Problem::Malformed(format!("certificates have at most {MAX_BYTES} bytes")));
    }
    let Ok(text) = std::str::from_utf8(text) else {
        return Err(Problem::Malformed("this is not a text".into()));
    };
    prove(&read(text)?, context)
}

/// Checks a certificate that was read.
///
/// # Errors
/// [`Problem`].
pub fn prove(certificate: &Certificate, context: &Context<'_>) -> Result<Verified, Problem> {
    if let Some(fault) = certificate.fault() {
        return Err(Problem::Malformed(fault.into()));
    }
    let program = Program::read(Source::new("the certificate", &certificate.rules));
    let program = program.map_err(|error| Problem::Malformed(error.to_string()))?;
    let Some(family) = program.family(&certificate.family) else {
        return Err(Problem::Malformed(format!("no rules of {:?}", certificate.family)));
    };
    let rules = read_rules(&program).map_err(|error| Stop::Refused(error.to_string()))?;
    let (rules, asked) = match &certificate.remainder {
        None => (rules, Vec::new()),
        Some(remainder) => remainder.extended(&rules, family)?,
    };
    let families = reached(&rules, family);
    expected(certificate, &rules, &families)?;
    let numbers = numbers(certificate, context)?;
    places(&rules, &numbers, context)?;
    let claims = Claims { certificate, rules: &rules, numbers: &numbers, context };
    for Asked { given, holds, what } in &asked {
        claims.ask(&rules.families[family], given, holds, what)?;
    }
    claims.prove(&families)?;
    let law = |&number: &usize| {
        let key = (Kind::Law, rules.families[number].name.clone(), 0);
        (number, certificate.tables[&key].clone())
    };
    Ok(Verified {
        claim: certificate.claim,
        families: families.iter().map(law).collect(),
        program: Arc::new(program),
        numbers,
        remainder: certificate.remainder.clone(),
        rank: certificate.rank.clone(),
        ends: certificate.ends.clone(),
        entries: certificate.tables.values().map(Automaton::entries).sum(),
        tables: certificate.tables.len(),
    })
}

/// The rules of positions with the multiples of their divisors: those that a certificate of a law by a
/// remainder is about.
///
/// # Errors
/// [`Problem`]: there are no such rules.
pub fn with_multiples(
    remainder: &Remainder,
    rules: &Rules,
    family: usize,
) -> Result<Rules, Problem> {
    Ok(remainder.extended(rules, family)?.0)
}

/// No table and no rank is there without a use.
fn expected(certificate: &Certificate, rules: &Rules, families: &[usize]) -> Result<(), Problem> {
    let find = |name: &str| families.iter().map(|&f| &rules.families[f]).find(|f| f.name == name);
    for (kind, name, number) in certificate.tables.keys() {
        let known = match kind {
            Kind::Valid | Kind::Next | Kind::Adder => certificate.system.is_some(),
            Kind::Law => true,
            Kind::Open | Kind::Win => true,
            Kind::Stuck | Kind::Held | Kind::Go => certificate.claim == Claim::Misere,
            Kind::Valued | Kind::Below | Kind::Reach => certificate.claim == Claim::Values,
        };
        let (of_family, of_move) = kind.belongs();
        let there =
            !of_family || find(name).is_some_and(|family| !of_move || *number < family.moves.len());
        if !known || !there {
            let what = format!("there is no use for the table {} {name:?} {number}", kind.name());
            return Err(Problem::Malformed(what));
        }
    }
    for (name, parts) in certificate.rank.iter().chain(&certificate.ends) {
        let Some(family) = find(name) else {
            return Err(Problem::Malformed(format!("there is no use for a rank of {name:?}")));
        };
        if parts.iter().any(|(_, weights)| weights.len() != family.width) {
            let what = format!("a rank of {name} needs {} weights", family.width);
            return Err(Problem::Malformed(what));
        }
        if certificate.remainder.is_some() && parts.iter().any(|(_, own)| own.last() != Some(&0)) {
            let what = format!("a rank of {name} must give the multiple the weight 0");
            return Err(Problem::Malformed(what));
        }
    }
    Ok(())
}

fn numbers(certificate: &Certificate, context: &Context<'_>) -> Result<Numbers, Problem> {
    let Some(name) = &certificate.system else {
        return Ok(Numbers::positional(certificate.base));
    };
    let table = |kind: Kind| {
        let table = certificate.tables.get(&(kind, String::new(), 0)).cloned();
        table.ok_or_else(|| Problem::Malformed(format!("no table {}", kind.name())))
    };
    let [valid, next, adder] = [Kind::Valid, Kind::Next, Kind::Adder].map(table);
    let words = Words { valid: valid?, next: next?, adder: adder? };
    if let Err(wrong) = words.prove(context)? {
        return Err(Problem::False(format!("of the numeration system it is not so that {wrong}")));
    }
    if name == "zeckendorf" && !words.is_zeckendorf(context)? {
        return Err(Problem::Malformed("this is not the system of E. Zeckendorf".into()));
    }
    Ok(Numbers { base: certificate.base, name: name.clone(), words: Some(words) })
}

/// Rules that go through the places of a system are meant of these places.
fn places(rules: &Rules, numbers: &Numbers, context: &Context<'_>) -> Result<(), Problem> {
    let right = match (rules.places, &numbers.words) {
        (None, _) => true,
        (Some(Places::Powers(base)), None) => base == numbers.base,
        (Some(Places::Fibonacci), Some(words)) => words.is_zeckendorf(context)?,
        _ => false,
    };
    if right {
        return Ok(());
    }
    Err(Problem::Malformed("the rules speak of places of another numeration system".into()))
}
