//! Programs that fill a table in order, as every move leads down: what one writes in a contest.

use super::lang::Lang::{Cpp, Python, Rust};
use super::plan::Plan;
use super::print::Printer;
use super::target::{self, Target};
use crate::engine::leads_down;
use crate::error::RuleError;
use crate::typed::{Arg, Block, Int, IntBinary, IntFn, IntKind, Stmt};

/// Names that stand for something else here.
const OURS: [&str; 8] = ["g", "last", "table", "lines", "max", "push", "add", "append"];

/// Whether the values of the family asked for can be found in order, and most of them are needed
/// when one is.
pub(super) fn fits(plan: &Plan<'_>) -> bool {
    let family = plan.family();
    let plain = family.params.iter().all(|p| p.len.is_none() && p.default.is_none());
    let alone = !plan.tagged && !plan.wins && !plan.same && family.domain.is_empty();
    let turns = |statement: &Stmt| matches!(statement, Stmt::For { .. } | Stmt::While { .. });
    let codes = || family.rules.iter().map(|code| &code.body);
    plain
        && alone
        && (1..=2).contains(&family.width)
        && codes().any(|body| body.iter().any(turns))
        && codes().all(near)
        && leads_down(plan.program, plan.main)
}

/// Whether no move leads far away, as halving does, or to other bits of a word.
fn near(block: &Block) -> bool {
    block.iter().all(|statement| match statement {
        Stmt::For { body, .. } | Stmt::While { body, .. } => near(body),
        Stmt::If { then, otherwise, .. } => near(then) && near(otherwise),
        Stmt::Move(option) => option.sum.iter().flat_map(|term| &term.args).all(|arg| match arg {
            Arg::Int(value) => is_near(value),
            Arg::Array(_) => false,
        }),
        Stmt::Gather(gather) => near(&gather.parts),
        Stmt::Part(part) => part.term.args.iter().all(|arg| match arg {
            Arg::Int(value) => is_near(value),
            Arg::Array(_) => false,
        }),
        _ => true,
    })
}

fn is_near(int: &Int) -> bool {
    match &int.kind {
        IntKind::Const(_) | IntKind::Var(_) => true,
        IntKind::Binary(IntBinary::Add | IntBinary::Sub | IntBinary::Mul, a, b) => {
            is_near(a) && is_near(b)
        }
        IntKind::Call(IntFn::Min | IntFn::Max | IntFn::Gcd, args) => args.iter().all(is_near),
        _ => false,
    }
}

/// The program.
pub(super) fn emit(plan: &Plan<'_>, target: &dyn Target) -> Result<String, RuleError> {
    let mut printer = Printer::new(plan, target.lang());
    let p = &mut printer;
    p.in_order = true;
    p.names.reserve(&OURS);
    table(p);
    p.gap();
    if p.lang == Python {
        p.gap();
    }
    main(p);
    target::finish(printer, target)
}

/// The function that finds the values.
fn table(p: &mut Printer<'_>) {
    let (plan, lang) = (p.plan, p.lang);
    let family = plan.family();
    let function = p.names.enter();
    let mut coordinates = Vec::new();
    for param in &family.params {
        let name = p.names.local(&param.name);
        p.names.bind(param.slot, name.clone());
        coordinates.push(name);
    }
    let list = coordinates.join(", ");
    let cell: Vec<String> = coordinates.iter().map(|name| format!("[{name}]")).collect();
    let what = format!("g{} is the value of {}({list}).", cell.concat(), family.name);
    let why = "Every move leads to a state that comes before, so all are found in order.";
    let two = coordinates.len() == 2;
    match (lang, two) {
        (Cpp, _) => {
            p.line(&format!("// {what} {why}"));
            p.line(if two { "std::vector<std::vector<int>> g;" } else { "std::vector<int> g;" });
            p.gap();
            p.open(&format!(
                "void table({})",
                if two { "Int last_row, Int last" } else { "Int last" }
            ));
            p.line(if two {
                "g.assign(std::max<Int>(last_row + 1, 0), std::vector<int>(std::max<Int>(last + 1, 0)));"
            } else {
                "g.assign(std::max<Int>(last + 1, 0), 0);"
            });
            p.line(
                "std::vector<Int> seen(2);  // the values of options: those marked with this round",
            );
            p.line("Int round = 0;");
        }
        (Rust, _) => {
            p.line(&format!("/// {what} {why}"));
            p.open(&if two {
                "fn table(last_row: i64, last: i64) -> Vec<Vec<u32>>".to_owned()
            } else {
                "fn table(last: i64) -> Vec<u32>".to_owned()
            });
            let row = "vec![0; (last + 1).max(0) as usize]";
            p.line(&if two {
                format!("let mut g = vec![{row}; (last_row + 1).max(0) as usize];")
            } else {
                format!("let mut g = {row};")
            });
            p.line("let mut seen = vec![0u64; 2]; // the values of options: those marked with this round");
            p.line("let mut round = 0;");
        }
        (Python, _) => {
            p.open(if two { "def table(last_row, last)" } else { "def table(last)" });
            p.line(&format!("\"\"\"{what}\n{why}\"\"\"").replace('\n', " "));
            p.line("g = []");
        }
    }
    for (i, name) in coordinates.iter().enumerate() {
        let end = if two && i == 0 { "last_row" } else { "last" };
        p.open(&match lang {
            Cpp => format!("for (Int {name} = 0; {name} <= {end}; ++{name})"),
            Rust => format!("for {name} in 0..={end}"),
            Python => format!("for {name} in range({end} + 1)"),
        });
        if lang == Python && two && i == 0 {
            p.line("g.append([])");
        }
        p.loops += 1;
    }
    p.line(match lang {
        Cpp => "++round;",
        Rust => "round += 1;",
        Python => "values = set()",
    });
    p.bodies(family, &family.rules);
    match lang {
        Cpp => p.line(&format!(
            "\
int value = 0;
while (seen[value] == round) ++value;
g{} = value;
if (2 * value >= int(seen.size())) seen.resize(2 * seen.size());",
            cell.concat()
        )),
        Rust => {
            let cell: Vec<String> =
                coordinates.iter().map(|name| format!("[{name} as usize]")).collect();
            p.line(&format!(
                "\
let value = (0..).find(|&value| seen[value] != round).unwrap();
g{} = value as u32;
if 2 * value >= seen.len() {{
    seen.resize(2 * seen.len(), 0);
}}",
                cell.concat()
            ));
        }
        Python => {
            let row = if two { format!("g[{}]", coordinates[0]) } else { "g".to_owned() };
            p.line(&format!(
                "\
value = 0
while value in values:
    value += 1
{row}.append(value)"
            ));
        }
    }
    for _ in &coordinates {
        p.close();
        p.loops -= 1;
    }
    match lang {
        Cpp => {}
        Rust => p.line("g"),
        Python => p.line("return g"),
    }
    p.close();
    p.names.leave(function);
}

fn main(p: &mut Printer<'_>) {
    let two = p.plan.family().width == 2;
    let name = &p.plan.family().name;
    let wanted = if two { "2 numbers" } else { "1 number" };
    let text = match (p.lang, two) {
        (Cpp, false) => CPP.replace("ARGS", "2").replace("TABLE", "table(std::stoll(args[1]));"),
        (Cpp, true) => CPP
            .replace("ARGS", "3")
            .replace("TABLE", "table(std::stoll(args[1]), std::stoll(args[2]));"),
        (Rust, false) => RUST.replace("ARGS", "2").replace("TABLE", "table(read(&args[1]))"),
        (Rust, true) => {
            RUST.replace("ARGS", "3").replace("TABLE", "table(read(&args[1]), read(&args[2]))")
        }
        (Python, false) => PYTHON.replace("ARGS", "2").replace("TABLE", "table(int(args[1]))"),
        (Python, true) => {
            PYTHON.replace("ARGS", "3").replace("TABLE", "table(int(args[1]), int(args[2]))")
        }
    };
    let (rows, row, call, cell) = match (p.lang, two) {
        (Cpp, false) => ("", "g", "table(last[0]);", "g[state[0]]"),
        (Cpp, true) => (
            "for (const auto& row : g) ",
            "row",
            "table(last[0], last[1]);",
            "g[state[0]][state[1]]",
        ),
        (Rust, false) => ("[g]", "", "table(last[0])", "g[state[0] as usize]"),
        (Rust, true) => {
            ("g", "", "table(last[0], last[1])", "g[state[0] as usize][state[1] as usize]")
        }
        (Python, false) => {
            ("[TABLE]", "", "table(max(state[0] for state in states))", "g[state[0]]")
        }
        (Python, true) => (
            "TABLE",
            "",
            "table(max(state[0] for state in states), max(state[1] for state in states))",
            "g[state[0]][state[1]]",
        ),
    };
    let text = text.replace("WIDTH", if two { "2" } else { "1" });
    let text = text.replace("ROWS", rows).replace("ROW", row).replace("CALL", call);
    let table = if two { "table(int(args[1]), int(args[2]))" } else { "table(int(args[1]))" };
    let text = text.replace("TABLE", table);
    p.line(&text.replace("CELL", cell).replace("WANTED", wanted).replace("NAME", name));
}

const CPP: &str = "\
void print(const std::vector<int>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) std::cout << (i ? \" \" : \"\") << row[i];
    std::cout << '\\n';
}

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    if (args.size() == ARGS && args[0] == \"--table\") {
        TABLE
        ROWSprint(ROW);
        return 0;
    }
    std::vector<std::vector<Int>> states(args.empty() ? 0 : 1);
    for (const auto& arg : args) states[0].push_back(std::stoll(arg));
    for (std::string line; args.empty() && std::getline(std::cin, line);) {
        std::istringstream words(line);
        states.emplace_back();
        for (Int n; words >> n;) states.back().push_back(n);
    }
    std::vector<Int> last(WIDTH);
    for (const auto& state : states) {
        if (state.size() != WIDTH) fail(\"NAME takes WANTED\");
        for (int i = 0; i < WIDTH; ++i) last[i] = std::max(last[i], state[i]);
    }
    CALL
    for (const auto& state : states) {
        const bool inside = *std::min_element(state.begin(), state.end()) >= 0;
        std::cout << (inside ? std::to_string(CELL) : \"-\") << '\\n';
    }
}";

const RUST: &str = "\
fn read(word: &str) -> i64 {
    word.parse().expect(\"a number\")
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.len() == ARGS && args[0] == \"--table\" {
        let g = TABLE;
        for row in ROWS {
            let row: Vec<String> = row.iter().map(|value| value.to_string()).collect();
            println!(\"{}\", row.join(\" \"));
        }
        return;
    }
    let mut lines = vec![args.join(\" \")];
    if args.is_empty() {
        lines = std::io::stdin().lock().lines().map(|line| line.expect(\"text\")).collect();
    }
    let mut states: Vec<Vec<i64>> = Vec::new();
    let mut last = [0; WIDTH];
    for line in &lines {
        let state: Vec<i64> = line.split_whitespace().map(read).collect();
        assert!(state.len() == WIDTH, \"NAME takes WANTED\");
        for (last, &n) in last.iter_mut().zip(&state) {
            *last = n.max(*last);
        }
        states.push(state);
    }
    let g = CALL;
    for state in &states {
        match state.iter().all(|&n| n >= 0) {
            true => println!(\"{}\", CELL),
            false => println!(\"-\"),
        }
    }
}";

const PYTHON: &str = "\
args = sys.argv[1:]
if len(args) == ARGS and args[0] == \"--table\":
    for row in ROWS:
        print(*row)
else:
    lines = [args] if args else [line.split() for line in sys.stdin]
    states = [[int(word) for word in line] for line in lines]
    if any(len(state) != WIDTH for state in states):
        sys.exit(\"NAME takes WANTED\")
    g = CALL if states else []
    for state in states:
        print(CELL if min(state) >= 0 else \"-\")";
