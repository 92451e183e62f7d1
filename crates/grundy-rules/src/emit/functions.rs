//! Functions that give the Grundy values of families, for programs whose `main` others write.

use super::filled;
use super::heading;
use super::lang::Lang::{self, *};
use super::limits::InputLimits;
use super::lists;
use super::order::{Order, Way};
use super::parts::Parts;
use super::plan::Plan;
use super::print::{Calls, Helper, Printer};
use super::routine::{self, Gives};
use super::searched;
use crate::error::RuleError;
use crate::typed::Program;

/// Python nests up to 20 loops.
const MAX_LOOPS: usize = 18;
/// It indents up to 100 times.
const MAX_DEPTH: usize = 90;

/// What is wanted of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its number, below that of the families.
    pub family: usize,
    /// Whether its moves are to be listed too.
    pub options: bool,
}

/// A copy of an input in which numbers are found fast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputCopy {
    /// The variable, as it is called where values are asked for.
    pub name: String,
    /// The statements that make it of the input.
    pub fill: String,
}

/// Functions for a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Functions {
    /// Headers in C++, paths in Rust, classes in Java, modules or their functions in Python (`sys`, `math.isqrt`);
    /// ascending. [`Lang::imports`] writes them.
    pub imports: Vec<String>,
    /// Everything in an order that compiles; in Java, static members of a class. In C++ numbers are of the type `Int`, 64 bits.
    pub text: String,
    /// For each family wanted what gives the value of a state, as `grundy_S` in `grundy_S(n)`; an
    /// array is one argument: `std::array<Int, N>`, `[i64; N]`, a tuple,
    /// `long[]`. The state must be one.
    pub values: Vec<String>,
    /// For each family wanted with options what lists them, called in the same way: an ordered set
    /// (in Python a list; in Java of `Option` with `parts` and `value`) of pairs of the parts that a move leaves and the value of their sum. A
    /// part is the number of its family and its coordinates; equal sums are listed once.
    pub options: Vec<Option<String>>,
    /// The constant that is the value of a state with a move that wins at once: whoever moves in a
    /// sum with such a part wins. In a list of options it is the value of such a move if there are no
    /// parts, and otherwise that of a sum which the next player wins.
    pub wins: Option<String>,
    /// Statements that empty the tables, for programs whose constants change.
    pub clear: String,
    /// The statement that makes what `values` and `options` are called of, where there is such a
    /// thing: `let mut games = Games::new();` in Rust.
    pub start: Option<String>,
    /// The inputs of the rules and what they are called where `values` are: variables that are to be
    /// set, and whose tables are to be emptied, before values are asked for.
    pub inputs: Vec<(String, String)>,
    /// Copies of inputs in which the functions look numbers up: to be made whenever these are set.
    pub copies: Vec<InputCopy>,
    /// For each family wanted the tables that its values take, each by its sides: the coordinate of the
    /// state up to which that side of the table is filled. A search whose moves lead to numbers of any size
    /// below finds about as many values as a table has; searches that go down fast, and laws, have none.
    pub tables: Vec<Vec<Vec<usize>>>,
}

/// Functions for the families wanted and all that play can lead to from them. None of `reserved`
/// is used as a name outside of functions.
///
/// Tables grow as far as they are needed. A value is found from all smaller states where that is
/// proved to be possible, and otherwise by a search with a stack of its own.
///
/// # Complexity
/// O(length of the rules and of the sets in them).
///
/// # Errors
/// What the language cannot say, as [`emit`](super::emit).
///
/// ```
/// use grundy_rules::{emit::{Lang, Wanted, functions}, source::Source, typed::Program};
/// let rules = "S(n) -> S(n - k*k) for k in 1..=isqrt(n)";
/// let program = Program::read(Source::new("rules", rules)).unwrap();
/// let wanted = [Wanted { family: 0, options: false }];
/// let functions = functions(&program, &wanted, Lang::Cpp, &["main"]).unwrap();
/// assert_eq!(functions.values, ["grundy_S"]);
/// assert!(functions.text.contains("seen[table_S[n - k * k]] = now;"));
/// ```
pub fn functions(
    program: &Program,
    wanted: &[Wanted],
    lang: Lang,
    reserved: &[&str],
) -> Result<Functions, RuleError> {
    functions_within(program, wanted, lang, reserved, &[])
}

/// As [`functions`], where the numbers of inputs are known to be within limits: a set to take from of
/// which no number is below 1 makes every take lead down.
///
/// # Errors
/// As [`functions`].
pub fn functions_within(
    program: &Program,
    wanted: &[Wanted],
    lang: Lang,
    reserved: &[&str],
    limits: &[InputLimits],
) -> Result<Functions, RuleError> {
    program.check_ends("a printed program")?;
    program.check_free("a printed program")?;
    Ok(compose(program, wanted, lang, reserved, limits, None)?.0)
}

/// Prints what uses the functions.
pub(super) type Main<'m> = &'m dyn Fn(&mut Printer<'_>);

/// The functions, and what `main` prints.
pub(super) fn compose(
    program: &Program,
    wanted: &[Wanted],
    lang: Lang,
    reserved: &[&str],
    limits: &[InputLimits],
    main: Option<Main<'_>>,
) -> Result<(Functions, String), RuleError> {
    let Some((first, others)) = wanted.split_first() else { return Ok(Default::default()) };
    let others: Vec<usize> = others.iter().map(|wanted| wanted.family).collect();
    let mut plan = Plan::of(program, first.family, &others);
    plan.limits = limits.to_vec();
    let order = Order::new(&plan);
    let mut printer = Printer::new(&plan, lang);
    let p = &mut printer;
    p.names.reserve(reserved);
    for (place, family) in plan.families().enumerate() {
        let name = if lang == Rust { family.name.to_lowercase() } else { family.name.to_string() };
        let mut call = |what: &str| p.names.global(&format!("{what}_{name}"));
        let calls = Calls {
            table: call("table"),
            fill: call("fill"),
            value: call("value"),
            grundy: call("grundy"),
            look: call("look"),
            inside: call("inside"),
            options: call("options"),
            searched: order.ways[place] == Way::Searched,
        };
        p.calls.push(calls);
    }
    if lang == Rust {
        p.lines.depth = 1;
    }
    p.fills = fills(&plan, &order);
    let places: Vec<(usize, bool)> =
        wanted.iter().map(|wanted| (plan.tag(wanted.family), wanted.options)).collect();
    let parts = Parts::new(&plan, &order, &places);
    for group in &order.groups {
        filled::group(p, &order, group, &parts.asked);
    }
    if !parts.searched.is_empty() {
        searched::families(p, &parts);
    }
    if parts.lists {
        if !parts.listed.is_empty() {
            lists::begin(p, &parts);
        }
        lists::functions(p, &places);
    }
    p.lines.depth = 0;
    let body = std::mem::take(&mut p.lines);
    if let Some(main) = main {
        main(p);
    }
    let main = std::mem::take(&mut p.lines).text().to_owned();
    insides(p, &(body.text().to_owned() + &main));
    let insides = std::mem::take(&mut p.lines);
    p.lines.deepest = body.deepest.max(insides.deepest);
    let head = heading::head(p, &parts, &order, insides.text(), body.text());
    let of = if lang == Rust { "games." } else { "" };
    let calls = |wanted: &Wanted| &p.calls[plan.tag(wanted.family)];
    let tail = if lang == Rust { "}\n" } else { "" };
    let mut text = head + body.text().trim_end() + "\n" + tail;
    if lang == Java {
        text = indented(&text);
    }
    let tables = order.tables(&plan);
    let functions = Functions {
        imports: heading::imports(p, &text),
        text: String::new(),
        values: wanted.iter().map(|wanted| format!("{of}{}", calls(wanted).grundy)).collect(),
        options: wanted
            .iter()
            .map(|wanted| wanted.options.then(|| format!("{of}{}", calls(wanted).options)))
            .collect(),
        wins: plan.wins.then(|| "WINS".to_owned()),
        clear: heading::clear(p, &parts, &order),
        inputs: p.input_names(),
        copies: p.input_copies(),
        start: (lang == Rust).then(|| "let mut games = Games::new();".to_owned()),
        tables: wanted.iter().map(|wanted| tables[plan.tag(wanted.family)].clone()).collect(),
    };
    if p.lang == Python && (p.most_loops > MAX_LOOPS || p.lines.deepest > MAX_DEPTH) {
        let message = "these blocks are nested deeper than Python reads";
        p.refuse(message, p.plan.family().span, "choose Rust or C++");
    }
    Ok((Functions { text: printer.finish(text)?, ..functions }, main))
}

/// As members of a class.
pub(super) fn indented(text: &str) -> String {
    let indent =
        |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.lines().map(indent).collect()
}

/// By place in the plan: the family whose function fills its table.
fn fills(plan: &Plan<'_>, order: &Order) -> Vec<usize> {
    let mut fills: Vec<usize> = (0..plan.families.len()).collect();
    for group in &order.groups {
        group.places.iter().for_each(|&place| fills[place] = group.places[0]);
    }
    fills
}

/// Those functions that are called of the ones that tell whether there is a state.
pub(super) fn insides(p: &mut Printer<'_>, body: &str) {
    let plan = p.plan;
    for (place, family) in plan.families().enumerate() {
        let name = p.calls[place].inside.clone();
        if !body.contains(&format!("{name}(")) {
            continue;
        }
        let what = format!("Whether there is such a state of {}.", family.name);
        routine::comment(p, &what);
        let mark = routine::open(p, place, &name, Gives::Bool, &|_| true);
        routine::document(p, &what);
        let mut conditions = Vec::new();
        for param in &family.params {
            let name = p.names.of(param.slot);
            conditions.push(match (param.len, p.lang) {
                (None, _) => format!("{name} >= 0"),
                (Some(_), Python) => format!("min({name}) >= 0"),
                (Some(_), Cpp | Rust | Java) => {
                    p.helpers.insert(Helper::Least);
                    format!("least({name}) >= 0")
                }
            });
        }
        let domain = p.domain(family);
        if !domain.is_empty() {
            let alone = family.domain.len() > 1;
            conditions.push(if alone { domain } else { format!("({domain})") });
        }
        let text = conditions.join(if p.lang == Python { " and " } else { " && " });
        p.line(&match p.lang {
            Cpp | Java => format!("return {text};"),
            Rust => text,
            Python => format!("return {text}"),
        });
        routine::close(p, mark);
    }
}
