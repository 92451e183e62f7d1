//! Families whose values are found by a depth-first search with a stack of its own, and lists of
//! moves.

use super::lang::Lang::*;
use super::parts::Parts;
use super::print::{Mode, Printer};
use super::routine::{self, Gives, unpacked_all};
use crate::typed::Family;

/// The functions of all families that are searched.
pub(super) fn families(p: &mut Printer<'_>, parts: &Parts) {
    let plan = p.plan;
    let family = |place: usize| &plan.program.families[plan.families[place]];
    memo(p, parts);
    let (text, forms) = match p.lang {
        Cpp => (
            LOOK_CPP,
            [
                "int forms = 0;            // how often the state looked at took another form\n",
                "    forms = 0;\n",
            ],
        ),
        Java => (
            LOOK_JAVA,
            [
                "static int forms = 0;  // how often the state looked at took another form\n",
                "    forms = 0;\n",
            ],
        ),
        Rust => (LOOK_RUST, ["", "    self.forms = 0;\n"]),
        Python => (
            LOOK_PYTHON,
            [
                "forms = 0  # how often the state looked at took another form\nsys.setrecursionlimit(3000)\n",
                "    global forms\n    forms = 0\n",
            ],
        ),
    };
    let [declared, reset] = if plan.same { forms } else { [""; 2] };
    let text = text.replace("FORMS\n", declared).replace("RESET\n", reset);
    let state = state_java(parts.words);
    p.line(&text.replace("BOXED", &state.replace("long", "Long")).replace("STATE", state));
    routine::gap(p);
    if p.lang == Cpp && parts.searched.iter().any(|&place| !family(place).same.is_empty()) {
        for &place in &parts.searched {
            let mark = p.names.enter();
            let list = routine::parameters(p, place, &|_| true).join(", ");
            p.names.leave(mark);
            let name = p.calls[place].look.clone();
            p.line(&format!("int {name}({list});"));
        }
        p.gap();
    }
    for &place in &parts.searched {
        look(p, parts, place, family(place));
    }
    for &place in &parts.searched {
        value(p, place, family(place));
    }
    search(p, parts);
    for &place in parts.searched.iter().filter(|&&place| parts.asked[place]) {
        grundy(p, place, family(place));
    }
}

/// The type of a state in Java.
pub(super) fn state_java(words: usize) -> &'static str {
    if words == 1 { "long" } else { "List<Long>" }
}

/// Where the values are kept.
fn memo(p: &mut Printer<'_>, parts: &Parts) {
    match (p.lang, parts.words, parts.dense) {
        (Python, ..) => {
            p.line("memo = {}  # what is known of states");
            return;
        }
        (Java, words, _) => {
            let state = state_java(words).replace("long", "Long");
            p.line(&format!("static HashMap<{state}, Integer> memo = new HashMap<>();  // what is known of states"));
            return;
        }
        (Rust, ..) => return,
        (Cpp, 1, true) => p.line(
            "\
// What is known of states: of small ones in an array, of others in a map.
std::vector<int> small;
std::unordered_map<State, int> large;

int& memo(State n) {
    if (n < 0 || n >= 1 << 24) return large.try_emplace(n, UNKNOWN).first->second;
    if (n >= Int(small.size())) small.resize(n + 1, UNKNOWN);
    return small[n];
}",
        ),
        (Cpp, 1, false) => p.line(
            "\
// What is known of states.
std::unordered_map<State, int> large;

int& memo(State state) { return large.try_emplace(state, UNKNOWN).first->second; }",
        ),
        (Cpp, words, dense) => {
            p.line(
                "\
struct Hash {
    std::size_t operator()(const State& state) const {
        std::uint64_t hash = 0;
        for (Int n : state) {
            hash = (hash ^ std::uint64_t(n)) * 0x9E3779B97F4A7C15;
            hash ^= hash >> 32;
        }
        return hash;
    }
};
",
            );
            p.gap();
            p.line(match words == 2 && dense {
                true => {
                    "\
// What is known of states: of small ones in an array, of others in a map.
std::vector<std::vector<int>> small;
std::unordered_map<State, int, Hash> large;

int& memo(const State& state) {
    const Int a = state[0], b = state[1];
    if (std::min(a, b) < 0 || std::max(a, b) >= 1 << 12) {
        return large.try_emplace(state, UNKNOWN).first->second;
    }
    if (a >= Int(small.size())) small.resize(a + 1);
    if (b >= Int(small[a].size())) small[a].resize(b + 1, UNKNOWN);
    return small[a][b];
}"
                }
                false => {
                    "\
// What is known of states.
std::unordered_map<State, int, Hash> large;

int& memo(const State& state) { return large.try_emplace(state, UNKNOWN).first->second; }"
                }
            });
        }
    }
    p.gap();
}

const LOOK_CPP: &str = "\
std::vector<State> stack;  // states whose values are looked for
std::size_t room = 0;      // it grows up to here: a few states at a time keep it short
std::vector<int> values;   // of the options of the state on top, as far as they are known
FORMS

// What is known of a state; if nothing is, it is looked for.
int look(const State& state) {
RESET
    const int known = memo(state);
    if (known == OPEN) fail(\"play comes back to a state\");
    if (known == UNKNOWN && stack.size() < room) stack.push_back(state);
    return known;
}

// The least value that no option has.
int least_missing() {
    ++mark;
    for (int value : values) {
        if (value >= 0) seen[value] = mark;
    }
    return mex();
}";

const LOOK_JAVA: &str = "\
static ArrayList<BOXED> stack = new ArrayList<>();  // states whose values are looked for
static int room = 0;  // it grows up to here: a few states at a time keep it short
static Table values = new Table();  // of the options of the state on top, as far as they are known
FORMS

// What is known of a state; if nothing is, it is looked for.
static int look(STATE state) {
RESET
    int known = memo.getOrDefault(state, UNKNOWN);
    if (known == OPEN) throw new IllegalStateException(\"play comes back to a state\");
    if (known == UNKNOWN && stack.size() < room) stack.add(state);
    return known;
}

// The least value that no option has.
static int least_missing() {
    ++mark;
    for (int i = 0; i < values.size; ++i) note(values.get(i));
    return mex();
}";

const LOOK_RUST: &str = "\
/// What is known of a state; if nothing is, it is looked for.
fn look(&mut self, state: State) -> i32 {
RESET
    let known = *self.memo.at(state);
    assert!(known != OPEN, \"play comes back to a state\");
    if known == UNKNOWN && self.stack.len() < self.room {
        self.stack.push(state);
    }
    known
}

/// The least value that no option has.
fn least_missing(&mut self) -> i32 {
    self.mark += 1;
    for &value in self.values.iter().filter(|&&value| value >= 0) {
        self.seen[value as usize] = self.mark;
    }
    self.mex()
}";

const LOOK_PYTHON: &str = "\
stack = []  # states whose values are looked for
limit = 0  # it grows up to here: a few states at a time keep it short
FORMS


def look(state):
    \"\"\"What is known of a state; if nothing is, it is looked for.\"\"\"
RESET
    known = memo.get(state, UNKNOWN)
    if known == OPEN:
        sys.exit(\"play comes back to a state\")
    if known == UNKNOWN and len(stack) < limit:
        stack.append(state)
    return known


def least_missing(values):
    \"\"\"The least value that no option has.\"\"\"
    value = 0
    while value in values:
        value += 1
    return value";

/// The function that tells what is known of a state of a family.
fn look(p: &mut Printer<'_>, parts: &Parts, place: usize, family: &Family) {
    let name = p.calls[place].look.clone();
    let what = format!("What is known of the value of {}.", family.name);
    routine::comment(p, &what);
    let mark = routine::open(p, place, &name, Gives::Value, &|_| true);
    routine::document(p, &what);
    if p.lang == Python && !family.same.is_empty() {
        p.line("global forms");
    }
    if parts.checked[place] {
        let list = routine::names(p, place).join(", ");
        let inside = format!("{}({list})", p.calls[place].inside);
        let message = format!("\"there is no such state of {}\"", family.name);
        p.line(&match p.lang {
            Cpp => format!("if (!{inside}) fail({message});"),
            Java => format!("if (!{inside}) throw new IllegalStateException({message});"),
            Rust => format!("assert!({inside}, {message});"),
            Python => format!("if not {inside}:\n    sys.exit({message})"),
        });
    }
    p.mode = Some(Mode::Looks);
    p.own_place = Some(place);
    p.bodies(family, &family.same);
    p.own_place = None;
    p.mode = None;
    let mut words = Vec::new();
    if parts.tagged {
        words.push(match p.lang {
            Python => format!("\"{}\"", family.name),
            _ => p.tags[place].clone(),
        });
    }
    for param in &family.params {
        let name = p.names.of(param.slot);
        match (param.len, p.lang) {
            (None, _) => words.push(name),
            (Some(_), Python) if parts.words > 1 => words.push(format!("*{name}")),
            (Some(len), _) => words.extend((0..len).map(|i| format!("{name}[{i}]"))),
        }
    }
    let whole = match &family.params[..] {
        [only] if only.len.is_some() && !parts.tagged && parts.words > 1 => {
            Some(p.names.of(only.slot))
        }
        _ => None,
    };
    if p.lang == Rust {
        words.resize(parts.words, "0".to_owned());
    }
    let list = words.join(", ");
    let state = match (whole, p.lang, parts.words) {
        (_, Java, 2..) => format!("part({list})"),
        (Some(name), ..) => name,
        (_, _, 1) => list,
        (_, Cpp | Java, _) => format!("State{{{list}}}"),
        (_, Rust, _) => format!("[{list}]"),
        (_, Python, _) => format!("({list})"),
    };
    p.line(&match p.lang {
        Cpp | Java => format!("return look({state});"),
        Rust => format!("self.look({state})"),
        Python => format!("return look({state})"),
    });
    routine::close(p, mark);
}

/// The function that finds a value as far as those of the options are known.
fn value(p: &mut Printer<'_>, place: usize, family: &Family) {
    let name = p.calls[place].value.clone();
    let sign = family.signature(&p.plan.program.source);
    let what = format!("The value of {}({sign}), if those of all options are known.", family.name);
    routine::comment(p, &what);
    let mark =
        routine::open(p, place, &name, Gives::Value, &|slot| routine::is_read(&family.rules, slot));
    routine::document(p, &what);
    if p.lang == Python {
        p.line("values = set()");
    }
    p.mode = Some(Mode::Looks);
    p.bodies(family, &family.rules);
    p.mode = None;
    p.line(match p.lang {
        Cpp | Java => "return least_missing();",
        Rust => "self.least_missing()",
        Python => "return least_missing(values)",
    });
    routine::close(p, mark);
}

/// The search.
fn search(p: &mut Printer<'_>, parts: &Parts) {
    let plan = p.plan;
    let lang = p.lang;
    let of = if lang == Rust { "self." } else { "" };
    let call = |p: &Printer<'_>, place: usize| {
        let family = &plan.program.families[plan.families[place]];
        let list = match (&family.params[..], parts.words, parts.tagged) {
            ([only], 1, _) => match (only.len, lang) {
                (None, _) => "state".to_owned(),
                (_, Cpp) => "{state}".to_owned(),
                (_, Java) => "new long[] {state}".to_owned(),
                (_, Rust) => "[state]".to_owned(),
                (_, Python) => "(state,)".to_owned(),
            },
            ([only], _, false) if only.len.is_some() && lang != Java => "state".to_owned(),
            (_, _, tagged) => unpacked_all(lang, family, usize::from(tagged), "state"),
        };
        format!("{of}{}({list})", p.calls[place].value)
    };
    let mut value = call(p, parts.searched[0]);
    if parts.tagged {
        let what = "The value of a state, if those of all options are known.";
        routine::comment(p, what);
        p.open(match lang {
            Cpp => "int value_of(const State& state)",
            Java => "static int value_of(List<Long> state)",
            Rust => "fn value_of(&mut self, state: State) -> i32",
            Python => "def value_of(state)",
        });
        routine::document(p, what);
        if lang == Rust {
            p.open("match state[0]");
        }
        for (i, &place) in parts.searched.iter().enumerate() {
            let last = i + 1 == parts.searched.len();
            let call = call(p, place);
            let tag = match lang {
                Python => format!("\"{}\"", plan.program.families[plan.families[place]].name),
                _ => p.tags[place].clone(),
            };
            p.line(&match (lang, last) {
                (Cpp, false) => format!("if (state[0] == {tag}) return {call};"),
                (Java, false) => format!("if (state.get(0) == {tag}) return {call};"),
                (Cpp | Java, true) => format!("return {call};"),
                (Rust, false) => format!("{tag} => {call},"),
                (Rust, true) => format!("_ => {call},"),
                (Python, false) => format!("if state[0] == {tag}:\n    return {call}"),
                (Python, true) => format!("return {call}"),
            });
        }
        if lang == Rust {
            p.close();
        }
        p.close();
        routine::gap(p);
        value = format!("{of}value_of(state)");
    }
    let text = match lang {
        Cpp => SEARCH_CPP,
        Java => SEARCH_JAVA,
        Rust => SEARCH_RUST,
        Python => SEARCH_PYTHON,
    };
    let wins = match (plan.wins, lang) {
        (false, _) => "",
        (true, Python) => "value != WINS and ",
        (true, Cpp | Rust | Java) => "value != WINS && ",
    };
    let text = text.replace("STATE", state_java(parts.words));
    p.line(&text.replace("WINSTEST", wins).replace("VALUE", &value));
    routine::gap(p);
}

const SEARCH_CPP: &str = "\
// Finds the value of the state on the stack: what is missing for it comes on top.
void search() {
    while (!stack.empty()) {
        const State state = stack.back();
        if (memo(state) <= OPEN) {
            memo(state) = OPEN;
            const std::size_t size = stack.size();
            room = size + 32;
            values.clear();
            const int value = VALUE;
            if (WINSTESTstack.size() > size) continue;
            stack.resize(size);
            memo(state) = value;
        }
        stack.pop_back();
    }
}";

const SEARCH_JAVA: &str = "\
// Finds the value of the state on the stack: what is missing for it comes on top.
static void search() {
    while (!stack.isEmpty()) {
        STATE state = stack.get(stack.size() - 1);
        if (memo.getOrDefault(state, UNKNOWN) <= OPEN) {
            memo.put(state, OPEN);
            int size = stack.size();
            room = size + 32;
            values.size = 0;
            int value = VALUE;
            if (WINSTESTstack.size() > size) continue;
            stack.subList(size, stack.size()).clear();
            memo.put(state, value);
        }
        stack.remove(stack.size() - 1);
    }
}";

const SEARCH_RUST: &str = "\
/// Finds the value of the state on the stack: what is missing for it comes on top.
fn search(&mut self) {
    while let Some(&state) = self.stack.last() {
        if *self.memo.at(state) <= OPEN {
            *self.memo.at(state) = OPEN;
            let size = self.stack.len();
            self.room = size + 32;
            self.values.clear();
            let value = VALUE;
            if WINSTESTself.stack.len() > size {
                continue;
            }
            self.stack.truncate(size);
            *self.memo.at(state) = value;
        }
        self.stack.pop();
    }
}";

const SEARCH_PYTHON: &str = "\
def search():
    \"\"\"Finds the value of the state on the stack: what is missing for it comes on top.\"\"\"
    global limit
    while stack:
        state = stack[-1]
        if memo.get(state, UNKNOWN) <= OPEN:
            memo[state] = OPEN
            size = len(stack)
            limit = size + 32
            value = VALUE
            if WINSTESTlen(stack) > size:
                continue
            del stack[size:]
            memo[state] = value
        stack.pop()";

/// The function that gives a value.
fn grundy(p: &mut Printer<'_>, place: usize, family: &Family) {
    let calls = p.calls[place].clone();
    let sign = family.signature(&p.plan.program.source);
    let what = format!("The value of {}({sign}).", family.name);
    routine::comment(p, &what);
    let mark = routine::open(p, place, &calls.grundy, Gives::Value, &|_| true);
    routine::document(p, &what);
    let look = format!("{}({})", calls.look, routine::names(p, place).join(", "));
    p.line(
        &match p.lang {
            Cpp | Java => "room = 1;\nif (LOOK <= OPEN) search();\nreturn LOOK;",
            Rust => "self.room = 1;\nif self.LOOK <= OPEN {\n    self.search();\n}\nself.LOOK",
            Python => "global limit\nlimit = 1\nif LOOK <= OPEN:\n    search()\nreturn LOOK",
        }
        .replace("LOOK", &look),
    );
    routine::close(p, mark);
}
