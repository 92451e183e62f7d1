//! What stands before the functions of families: constants, helpers, the least missing value.

use super::helpers;
use super::lang::Lang::*;
use super::order::{Order, Way, is_near};
use super::plan::{Plan, each_move, leaves};
use super::print::{Helper, Printer};
use super::reach::is_bounded;
use crate::input::InputKind;
use crate::typed::{Arg, Block, Stmt};

/// What a text of functions consists of.
#[derive(Debug)]
pub(super) struct Parts {
    /// The places of families that are searched.
    pub searched: Vec<usize>,
    /// Whether a state in the search says which family it is of, in a word before its coordinates.
    pub tagged: bool,
    /// The number of words of such a state.
    pub words: usize,
    /// Whether the search goes through most of the small states.
    pub dense: bool,
    /// By place: whether a value is asked for outside of tables.
    pub asked: Vec<bool>,
    /// By place: whether what is searched is to be checked to be a state.
    pub checked: Vec<bool>,
    /// Whether moves are listed.
    pub lists: bool,
    /// The families that listed moves leave; there is one if some move does not win at once.
    pub listed: Vec<usize>,
}

impl Parts {
    /// The parts for these families by place, some of which list their moves.
    pub fn new(plan: &Plan<'_>, order: &Order, wanted: &[(usize, bool)]) -> Self {
        let count = plan.families.len();
        let family = |place: usize| &plan.program.families[plan.families[place]];
        let searched: Vec<usize> =
            (0..count).filter(|&place| order.ways[place] == Way::Searched).collect();
        let mut asked = vec![false; count];
        let mut listed = vec![];
        for &(place, _) in wanted {
            asked[place] = true;
        }
        // Whose moves are listed, those of other forms among them.
        let mut lists: Vec<usize> =
            wanted.iter().filter(|(_, lists)| *lists).map(|(place, _)| *place).collect();
        let mut next = 0;
        while let Some(&place) = lists.get(next) {
            next += 1;
            for code in &family(place).same {
                each_move(&code.body, &mut |term| {
                    let to = plan.tag(term.family);
                    if !lists.contains(&to) {
                        lists.push(to);
                    }
                });
            }
            for code in &family(place).rules {
                each_move(&code.body, &mut |term| listed.push(plan.tag(term.family)));
            }
        }
        let leaving = |place: &&usize| family(**place).rules.iter().any(|code| leaves(&code.body));
        if let (Some(&place), []) = (lists.iter().find(leaving), &listed[..]) {
            listed.push(place);
        }
        listed.sort_unstable();
        listed.dedup();
        listed.iter().for_each(|&place| asked[place] = true);
        let mut checked = vec![false; count];
        for &place in &searched {
            checked[place] |= !family(place).domain.is_empty();
            for code in family(place).same.iter().chain(&family(place).rules) {
                each_move(&code.body, &mut |term| {
                    let to = plan.tag(term.family);
                    asked[to] |= order.ways[to] != Way::Searched;
                });
                checks(plan, &code.body, &mut checked);
            }
        }
        let tagged = searched.len() > 1;
        let widths = searched.iter().map(|&place| family(place).width);
        let words = widths.max().unwrap_or(0) + usize::from(tagged);
        let few = |&place: &usize| words == 1 && is_bounded(family(place), (1 << 24) - 1);
        let dense = words <= 2 && !tagged && (is_near(plan, &searched) || searched.iter().any(few));
        Self { searched, tagged, words, dense, asked, checked, lists: !lists.is_empty(), listed }
    }
}

/// Marks the families for which some move is not proved at a glance to leave a state.
fn checks(plan: &Plan<'_>, block: &Block, checked: &mut [bool]) {
    for statement in block {
        match statement {
            Stmt::Move(option) if option.drop => {}
            Stmt::Gather(gather) if gather.drop => {}
            Stmt::Move(_) | Stmt::Gather(_) | Stmt::Become(_) => {
                each_move(&vec![statement.clone()], &mut |term| {
                    let sure =
                        |arg: &Arg| matches!(arg, Arg::Int(int) if int.constant() >= Some(0));
                    checked[plan.tag(term.family)] |= !term.args.iter().all(sure);
                });
            }
            Stmt::For { body, .. } | Stmt::While { body, .. } => checks(plan, body, checked),
            Stmt::If { then, otherwise, .. } => {
                checks(plan, then, checked);
                checks(plan, otherwise, checked);
            }
            _ => {}
        }
    }
}

/// Everything before the functions; `insides` and `body` are what follows.
pub(super) fn head(
    p: &mut Printer<'_>,
    parts: &Parts,
    order: &Order,
    insides: &str,
    body: &str,
) -> String {
    let uses = |what: &str| body.contains(what) || insides.contains(what);
    let text = match p.lang {
        Cpp => cpp(p, parts, insides, &uses),
        Rust => rust(p, parts, order, insides, &uses),
        Python => python(p, parts, insides, &uses),
    };
    text.trim_start_matches('\n').to_owned()
}

fn cpp(p: &Printer<'_>, parts: &Parts, insides: &str, uses: &dyn Fn(&str) -> bool) -> String {
    let mut head = "using Int = std::int64_t;\n".to_owned();
    for set in &p.sets {
        let numbers = p.numbers(&set.values);
        let list = match &numbers[..] {
            [line] => line.clone(),
            lines => format!("\n    {}\n", lines.join("\n    ")),
        };
        head += &format!("const std::vector<Int> {} = {{{list}}};\n", set.name);
    }
    head += &p.table_lines();
    head += &p.input_lines();
    head.push('\n');
    let failing = [Helper::Isqrt, Helper::Copies, Helper::Count];
    if uses("fail(") || failing.iter().any(|helper| p.helpers.contains(helper)) {
        head += "\
[[noreturn]] void fail(const std::string& what) {
    std::cerr << what << std::endl;
    std::exit(1);
}

";
    }
    for helper in &p.helpers {
        let text = helpers::cpp(*helper);
        if !text.is_empty() {
            head += &format!("{text}\n");
        }
    }
    head += constants(p, parts);
    if uses("nim_sum(") {
        head += "\
// The value of a sum of two states; what is no number stays.
int nim_sum(int a, int b) { return (a | b) < 0 ? std::min(a, b) : a ^ b; }

";
    }
    if uses("mex()") {
        head += "\
std::vector<int> seen(2);  // the values of options: those marked with this mark
int mark = 0;

// The least value without a mark; there is always room for nim-sums of all values.
int mex() {
    int value = 0;
    while (seen[value] == mark) ++value;
    if (2 * value >= int(seen.size())) seen.resize(2 * seen.size());
    return value;
}

";
    }
    match (parts.searched.is_empty(), parts.words) {
        (true, _) => {}
        (_, 1) => head += "using State = Int;\n\n",
        (_, words) => head += &format!("using State = std::array<Int, {words}>;\n\n"),
    }
    if parts.tagged {
        let tags: Vec<&str> = parts.searched.iter().map(|&place| &*p.tags[place]).collect();
        head += &format!("enum : Int {{ {} }};\n\n", tags.join(", "));
    }
    if parts.lists {
        head += "\
// What a move leaves, each part as the number of its family and its coordinates.
using Parts = std::vector<std::vector<Int>>;
using Options = std::set<std::pair<Parts, int>>;

";
    }
    head + insides
}

/// The values that are no numbers.
fn constants(p: &Printer<'_>, parts: &Parts) -> &'static str {
    match (p.lang, p.plan.wins, parts.searched.is_empty()) {
        (_, false, true) => "",
        (Cpp, true, true) => "const int WINS = -1;  // a move wins at once\n\n",
        (Cpp, true, false) => {
            "\
// Where there is no number: nothing is known, the search goes on, a move wins at once.
const int UNKNOWN = -3, OPEN = -2, WINS = -1;

"
        }
        (Cpp, false, false) => {
            "\
// Where there is no number: nothing is known, the search goes on.
const int UNKNOWN = -3, OPEN = -2;

"
        }
        (Rust, true, true) => "/// A move wins at once.\nconst WINS: i32 = -1;\n\n",
        (Rust, true, false) => {
            "\
// Where there is no number: nothing is known, the search goes on, a move wins at once.
const UNKNOWN: i32 = -3;
const OPEN: i32 = -2;
const WINS: i32 = -1;

"
        }
        (Rust, false, false) => {
            "\
// Where there is no number: nothing is known, the search goes on.
const UNKNOWN: i32 = -3;
const OPEN: i32 = -2;

"
        }
        (Python, true, true) => "WINS = -1  # a move wins at once\n",
        (Python, true, false) => {
            "\
# Where there is no number: nothing is known, the search goes on, a move wins at once.
UNKNOWN, OPEN, WINS = -3, -2, -1
"
        }
        (Python, false, false) => {
            "\
# Where there is no number: nothing is known, the search goes on.
UNKNOWN, OPEN = -3, -2
"
        }
    }
}

fn rust(
    p: &Printer<'_>,
    parts: &Parts,
    order: &Order,
    insides: &str,
    uses: &dyn Fn(&str) -> bool,
) -> String {
    let mut head = String::new();
    let shouts = |name: &str| !name.contains(|c: char| c.is_ascii_lowercase());
    let quiet = |name: &str| match shouts(name) {
        true => "",
        false => "#[allow(non_upper_case_globals)]\n",
    };
    for set in &p.sets {
        let numbers = p.numbers(&set.values);
        let list = match &numbers[..] {
            [line] => line.clone(),
            lines => format!("\n    {}\n", lines.join("\n    ")),
        };
        head += &format!("{}const {}: &[i64] = &[{list}];\n", quiet(&set.name), set.name);
    }
    for line in p.table_lines().lines() {
        let name = line.strip_prefix("const ").and_then(|rest| rest.split_once(':'));
        head += name.map_or("", |(name, _)| quiet(name));
        head += &format!("{line}\n");
    }
    if !p.sets.is_empty() {
        head.push('\n');
    }
    for helper in &p.helpers {
        let text = helpers::rust(*helper);
        if !text.is_empty() {
            head += &format!("{text}\n");
        }
    }
    head += constants(p, parts);
    if uses("nim_sum(") {
        head += "\
/// The value of a sum of two states; what is no number stays.
fn nim_sum(a: i32, b: i32) -> i32 {
    if a | b < 0 { a.min(b) } else { a ^ b }
}

";
    }
    let searched = !parts.searched.is_empty();
    match (searched, parts.words) {
        (false, _) => {}
        (_, 1) => head += "type State = i64;\n\n",
        (_, words) => head += &format!("type State = [i64; {words}];\n\n"),
    }
    if parts.tagged {
        for (number, &place) in parts.searched.iter().enumerate() {
            let tag = &p.tags[place];
            head += &format!("{}const {tag}: i64 = {number};\n", quiet(tag));
        }
        head.push('\n');
    }
    if parts.lists {
        head += "\
/// Moves: what each leaves, parts as the number of their family and their coordinates, and its value.
type Options = BTreeSet<(Vec<Vec<i64>>, i32)>;

";
    }
    if searched {
        head += memo_rust(parts);
    }
    let allow = allowed(p);
    head += &insides.lines().fold(String::new(), |mut text, line| {
        if line.starts_with("fn ") && !allow.is_empty() {
            text += &allow;
        }
        text + line + "\n"
    });
    let mut fields = vec![
        (
            "seen",
            "Vec<u32>",
            "vec![0; 2]",
            " // the values of options: those marked with this mark",
        ),
        ("mark", "u32", "0", ""),
    ];
    for (input, name) in &p.inputs {
        let (of, value) = match input.kind {
            InputKind::Number => ("i64", "0"),
            InputKind::Numbers => ("Vec<i64>", "vec![]"),
            InputKind::Rows => ("Vec<Vec<i64>>", "vec![]"),
        };
        fields.push((name, of, value, " // given by main"));
    }
    for (place, way) in order.ways.iter().enumerate() {
        let two = p.plan.program.families[p.plan.families[place]].width == 2;
        match (way, two) {
            (Way::Searched, _) | (Way::Direct(_), true) => {}
            (_, false) => fields.push((&p.calls[place].table, "Vec<i32>", "vec![]", "")),
            (_, true) => fields.push((&p.calls[place].table, "Vec<Vec<i32>>", "vec![]", "")),
        }
    }
    if searched {
        if p.plan.same {
            fields.push((
                "forms",
                "usize",
                "0",
                " // how often the state looked at took another form",
            ));
        }
        fields.extend([
            ("memo", "Memo", "Memo::default()", ""),
            ("stack", "Vec<State>", "vec![]", " // states whose values are looked for"),
            ("room", "usize", "0", " // it grows up to here: a few states at a time keep it short"),
            ("values", "Vec<i32>", "vec![]", " // of the options of the state on top, if known"),
        ]);
    }
    head += "/// Grundy values, in tables that grow as they are asked for.\nstruct Games {\n";
    for (name, of, _, why) in &fields {
        head += &format!("    {name}: {of},{why}\n");
    }
    let begin: Vec<String> = fields
        .iter()
        .map(|(name, _, value, _)| format!("            {name}: {value},\n"))
        .collect();
    head += &format!(
        "\
}}

{allow}impl Games {{
    fn new() -> Self {{
        Games {{
{}        }}
    }}

    /// The least value without a mark; there is always room for nim-sums of all values.
    fn mex(&mut self) -> i32 {{
        let value = (0..).find(|&value| self.seen[value] != self.mark).unwrap();
        if 2 * value >= self.seen.len() {{
            self.seen.resize(2 * self.seen.len(), 0);
        }}
        value as i32
    }}

",
        begin.concat()
    );
    head
}

fn memo_rust(parts: &Parts) -> &'static str {
    match (parts.words, parts.dense) {
        (1, true) => {
            "\
/// What is known of states: of small ones in an array, of others in a map.
#[derive(Default)]
struct Memo {
    small: Vec<i32>,
    large: HashMap<State, i32>,
}

impl Memo {
    fn at(&mut self, n: State) -> &mut i32 {
        if !(0..1 << 24).contains(&n) {
            return self.large.entry(n).or_insert(UNKNOWN);
        }
        let n = n as usize;
        if n >= self.small.len() {
            self.small.resize(n + 1, UNKNOWN);
        }
        &mut self.small[n]
    }
}

"
        }
        (2, true) => {
            "\
/// What is known of states: of small ones in an array, of others in a map.
#[derive(Default)]
struct Memo {
    small: Vec<Vec<i32>>,
    large: HashMap<State, i32>,
}

impl Memo {
    fn at(&mut self, state: State) -> &mut i32 {
        if state.iter().any(|n| !(0..1 << 12).contains(n)) {
            return self.large.entry(state).or_insert(UNKNOWN);
        }
        let [a, b] = state.map(|n| n as usize);
        if a >= self.small.len() {
            self.small.resize(a + 1, Vec::new());
        }
        if b >= self.small[a].len() {
            self.small[a].resize(b + 1, UNKNOWN);
        }
        &mut self.small[a][b]
    }
}

"
        }
        _ => {
            "\
/// What is known of states.
#[derive(Default)]
struct Memo {
    large: HashMap<State, i32>,
}

impl Memo {
    fn at(&mut self, state: State) -> &mut i32 {
        self.large.entry(state).or_insert(UNKNOWN)
    }
}

"
        }
    }
}

/// What warnings the rules may cause.
fn allowed(p: &Printer<'_>) -> String {
    let plan = p.plan;
    let mut allowed = Vec::new();
    if p.mutable {
        allowed.push("unused_assignments");
    }
    let codes = || plan.families().flat_map(|family| family.same.iter().chain(&family.rules));
    if codes().any(|code| stops(&code.body)) {
        allowed.extend(["unreachable_code", "unused_mut", "unused_variables"]);
    }
    if !snake(p) {
        allowed.push("non_snake_case");
    }
    if allowed.is_empty() { String::new() } else { format!("#[allow({})]\n", allowed.join(", ")) }
}

/// Whether a move that wins at once or another form stands in a block outside of conditions.
fn stops(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Stmt::Move(option) => option.wins,
        Stmt::Become(_) => true,
        Stmt::For { body, .. } | Stmt::While { body, .. } => stops(body),
        Stmt::If { then, otherwise, .. } => {
            stops(then) && !otherwise.is_empty() && stops(otherwise)
        }
        _ => false,
    })
}

/// Whether all names of functions and variables are as Rust likes them.
fn snake(p: &Printer<'_>) -> bool {
    let small =
        |name: &str| !name.contains(|c: char| c.is_ascii_uppercase()) && !name.contains("__");
    let plan = p.plan;
    let params = plan.families().flat_map(|f| &f.params).map(|param| &param.name);
    let codes = plan.families().flat_map(|f| f.same.iter().chain(&f.rules));
    let names = codes.flat_map(|code| &code.names).map(|(_, name)| name);
    let doubled = plan.families().any(|family| family.name.contains("__"));
    params.chain(names).all(|name| small(name)) && !doubled
}

fn python(p: &Printer<'_>, parts: &Parts, insides: &str, uses: &dyn Fn(&str) -> bool) -> String {
    let mut head = String::new();
    for set in &p.sets {
        let numbers = p.numbers(&set.values);
        let (open, close) = match (set.listed, set.values.len()) {
            (true, 1) => ("(", ",)"),
            (true, _) => ("(", ")"),
            (false, 0) => ("set(", ")"),
            (false, _) => ("{", "}"),
        };
        let apart = set.tested && set.values.len() > 16;
        let name =
            if apart && !set.listed { format!("{}_SET", set.name) } else { set.name.clone() };
        let list = match &numbers[..] {
            [line] => line.clone(),
            lines => format!("\n    {}\n", lines.join("\n    ")),
        };
        head += &format!("{name} = {open}{list}{close}\n");
        if apart && set.listed {
            head += &format!("{name}_SET = frozenset({name})\n");
        }
    }
    head += p.table_lines().trim_end_matches('\n');
    if !p.tables.is_empty() {
        head.push('\n');
    }
    head += &p.input_lines();
    head += constants(p, parts);
    let marks = uses("mex(seen)");
    if marks {
        head += "room = 2  # for marks: more than twice the greatest value\n";
    }
    if !head.is_empty() {
        head += "\n\n";
    }
    for helper in &p.helpers {
        if let Some(text) = helpers::python(*helper) {
            head += &format!("{text}\n\n");
        }
    }
    if uses("nim_sum(") {
        head += "\
def nim_sum(a, b):
    \"\"\"The value of a sum of two states; what is no number stays.\"\"\"
    return min(a, b) if a < 0 or b < 0 else a ^ b


";
    }
    if marks {
        head += "\
def mex(seen):
    \"\"\"The least value without a mark; there is always room for nim-sums of all values.\"\"\"
    global room
    value = seen.index(0)
    room = max(room, 2 << value.bit_length())
    return value


";
    }
    head + insides
}

/// What has to be imported for a text.
pub(super) fn imports(p: &Printer<'_>, text: &str) -> Vec<String> {
    let table: &[(&str, &str)] = match p.lang {
        Cpp => &[
            ("std::abs", "cstdlib"),
            ("std::accumulate", "numeric"),
            ("std::array", "array"),
            ("std::binary_search", "algorithm"),
            ("std::bitset", "bitset"),
            ("std::count", "algorithm"),
            ("std::max_element", "algorithm"),
            ("std::min_element", "algorithm"),
            ("std::cerr", "iostream"),
            ("std::exit", "cstdlib"),
            ("std::gcd", "numeric"),
            ("std::int64_t", "cstdint"),
            ("std::max", "algorithm"),
            ("std::min", "algorithm"),
            ("std::pair", "utility"),
            ("std::set<", "set"),
            ("std::sort", "algorithm"),
            ("std::sqrt", "cmath"),
            ("std::string", "string"),
            ("std::unordered_map", "unordered_map"),
            ("std::vector", "vector"),
        ],
        Rust => {
            &[("BTreeSet", "std::collections::BTreeSet"), ("HashMap", "std::collections::HashMap")]
        }
        Python => &[("sys.exit", "sys")],
    };
    let used = table.iter().filter(|(what, _)| text.contains(what));
    let mut found: Vec<String> = used.map(|(_, import)| (*import).to_owned()).collect();
    match p.lang {
        Cpp => {}
        Rust => found.extend(p.extremes.iter().map(|name| format!("std::cmp::{name}"))),
        Python => {
            for (helper, name) in [(Helper::Gcd, "gcd"), (Helper::Isqrt, "isqrt")] {
                if p.helpers.contains(&helper) {
                    found.push(format!("math.{name}"));
                }
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Statements that empty all tables.
pub(super) fn clear(p: &Printer<'_>, parts: &Parts, order: &Order) -> String {
    if p.lang == Rust {
        return "games = Games::new();".to_owned();
    }
    let width = |place: usize| p.plan.program.families[p.plan.families[place]].width;
    let mut tables: Vec<&str> = Vec::new();
    for (place, way) in order.ways.iter().enumerate() {
        match way {
            Way::Filled(_) => tables.push(&p.calls[place].table),
            Way::Direct(_) if width(place) == 1 => tables.push(&p.calls[place].table),
            _ => {}
        }
    }
    if !parts.searched.is_empty() {
        match (p.lang, parts.dense) {
            (Python, _) => tables.push("memo"),
            (_, true) => tables.extend(["small", "large"]),
            (_, false) => tables.push("large"),
        }
    }
    let end = if p.lang == Python { "" } else { ";" };
    let clears: Vec<String> = tables.iter().map(|table| format!("{table}.clear(){end}")).collect();
    clears.join(if p.lang == Python { "; " } else { " " })
}
