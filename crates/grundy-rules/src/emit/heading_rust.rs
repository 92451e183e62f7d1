//! What stands before the functions of families in Rust.

use super::helpers;
use super::order::{Order, Way};
use super::parts::Parts;
use super::plan::stops;
use super::print::{Copied, Printer};
use crate::input::InputKind;

/// Everything before the functions, and the beginning of the type whose functions they are.
pub(super) fn head(
    p: &Printer<'_>,
    parts: &Parts,
    order: &Order,
    insides: &str,
    constants: &str,
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
    head += constants;
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
    if p.given {
        return head;
    }
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
    for Copied { name, .. } in &p.copies {
        fields.push((name, "Vec<i64>", "vec![]", " // made by main"));
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
