//! Names that are legal in the language and stand for one thing each.

use super::lang::Lang;
use crate::typed::Slot;
use hashbrown::{HashMap, HashSet};

/// The names of a program: those of the whole program, and those of the variables in sight.
#[derive(Debug)]
pub(super) struct Names {
    lang: Lang,
    global: HashSet<String>,
    /// The variables in sight, the latest last.
    sight: Vec<String>,
    /// What the variables of the present rule are called.
    slots: HashMap<Slot, String>,
}

impl Names {
    pub fn new(lang: Lang) -> Self {
        let words = KEYWORDS[lang as usize].split_whitespace();
        let global = words.chain(OURS.split_whitespace()).map(str::to_owned).collect();
        Self { lang, global, sight: Vec::new(), slots: HashMap::new() }
    }

    /// These stand for something of ours.
    pub fn reserve(&mut self, names: &[&str]) {
        self.global.extend(names.iter().map(|&name| name.to_owned()));
    }

    /// A name for something of the whole program.
    pub fn global(&mut self, wanted: &str) -> String {
        let name = free(&self.legal(wanted), |name| !self.global.contains(name));
        self.global.insert(name.clone());
        name
    }

    /// A name for a variable.
    pub fn local(&mut self, wanted: &str) -> String {
        let taken = |name: &str| self.global.contains(name) || self.sight.iter().any(|n| n == name);
        let name = free(&self.legal(wanted), |name| !taken(name));
        self.sight.push(name.clone());
        name
    }

    /// A name for a variable of our own: one of [`OURS`], or the same with a number.
    pub fn ours(&mut self, wanted: &str) -> String {
        let seen = |name: &str| self.sight.iter().any(|n| n == name);
        let name =
            free(wanted, |name| !seen(name) && (name == wanted || !self.global.contains(name)));
        self.sight.push(name.clone());
        name
    }

    /// How many variables are in sight, for [`leave`](Self::leave).
    pub fn enter(&self) -> usize {
        self.sight.len()
    }

    /// Forgets the variables that came later.
    pub fn leave(&mut self, mark: usize) {
        self.sight.truncate(mark);
    }

    /// Calls the variable at `slot` so.
    pub fn bind(&mut self, slot: Slot, name: String) {
        self.slots.insert(slot, name);
    }

    /// What the variable at `slot` is called.
    pub fn of(&self, slot: Slot) -> String {
        self.slots.get(&slot).cloned().unwrap_or_else(|| format!("v{slot}"))
    }

    fn legal(&self, name: &str) -> String {
        let mut name = name.to_owned();
        if self.lang == Lang::Cpp {
            // Two of them, and one at the beginning, belong to the compiler.
            while name.contains("__") {
                name = name.replace("__", "_");
            }
        }
        if name.starts_with('_') { format!("v{name}") } else { name }
    }
}

/// `wanted`, or the first free one of `wanted2`, `wanted3`, …
fn free(wanted: &str, is_free: impl Fn(&str) -> bool) -> String {
    let mut name = wanted.to_owned();
    let mut number = 2u32;
    while !is_free(&name) {
        let line = if wanted.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
        name = format!("{wanted}{line}{number}");
        number += 1;
    }
    name
}

/// What the programs use themselves, in any of the languages.
const OURS: &str = "State Int Memo Hash Each UNKNOWN OPEN WINS STATES NAMES WIDTHS SMALL \
    state states part parts copies count option options to end step memo grundy moves inside same normal form value \
    show fail main args numbers stack known values missing total loony wins each round seen mid \
    start cells row sys os self std line read at put sorted sum least greatest floor_div floor_mod \
    isqrt gcd popcount top low prev0 next0 ones is_prime is_square min max abs len range tuple \
    list print map int str set all any open input iter dict frozenset bool float slice zip type \
    argv argc size begin back bits small large SystemExit IndexError array vector string i64 u64 \
    i32 usize u32 Vec String Some None Ok Err Option Result HashMap FnMut Iterator Box Default \
    print println format panic assert vec now mark mex room look search value_of least_missing note part compare tag Table Option nim_sum add last \
    last_row limit large games Games Parts Options rows deque env io process next bin math fmt Write";

/// Reserved words, by language.
const KEYWORDS: [&str; 4] = [
    // C++
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t \
    char32_t class compl concept const consteval constexpr constinit const_cast continue co_await \
    co_return co_yield decltype default delete do double dynamic_cast else enum explicit export \
    extern false float for friend goto if inline int long mutable namespace new noexcept not not_eq \
    nullptr operator or or_eq private protected public register reinterpret_cast requires return \
    short signed sizeof static static_assert static_cast struct switch template this thread_local \
    throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while \
    xor xor_eq NULL EOF INT64_MIN INT64_MAX stdin stdout stderr errno assert linux unix y0 y1 yn j0 \
    j1 jn",
    // Rust
    "as break const continue crate else enum extern false fn for if impl in let loop match mod move \
    mut pub ref return Self static struct super trait true type unsafe use where while async await \
    dyn abstract become box do final macro override priv typeof unsized virtual yield try gen union \
    f32 f64 i8 i16 i128 isize u8 u16 u128 char",
    // Python
    "False True and as assert async await break class continue def del elif else except finally for \
    from global if import in is lambda nonlocal not or pass raise return try while with yield match \
    case",
    // Java
    "abstract assert boolean break byte case catch char class const continue default do double else \
    enum extends final finally float for goto if implements import instanceof int interface long \
    native new null package private protected public record return sealed permits short static \
    strictfp super switch synchronized this throw throws transient true false try var void volatile \
    while yield Arrays ArrayList Collections HashMap Integer List Long Main Math Object Override \
    String StringBuilder System Table Option TreeSet Scanner",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_legal_and_differ() {
        let mut names = Names::new(Lang::Cpp);
        assert_eq!(names.global("TAKE"), "TAKE");
        assert_eq!(names.global("TAKE"), "TAKE2");
        assert_eq!(names.local("n"), "n");
        assert_eq!(names.local("n"), "n2");
        assert_eq!(names.local("state"), "state2");
        assert_eq!(names.local("double"), "double2");
        assert_eq!(names.local("a__b"), "a_b");
        assert_eq!(names.local("_"), "v_");
        assert_eq!(names.local("k1"), "k1");
        assert_eq!(names.local("k1"), "k1_2");
        assert_eq!(names.ours("to"), "to");
        assert_eq!(names.ours("to"), "to2");
        let mark = names.enter();
        assert_eq!(names.local("k"), "k");
        names.leave(mark);
        assert_eq!(names.local("k"), "k");
    }
}
