//! Automata as flat tables, with a loop that reads digits.
//!
//! Where all words of digits are valid they are made by division. In other numeration systems the number
//! of a word is how many valid words of its length come before it, which is what the proof of the law
//! knows of numbers too: the words are found by counting.
//!
//! The value of a law of values is on a track of its own: all of its digits are tried, and for each state
//! one way to it is kept. That is enough, since no position has two values.

use std::fmt::Write;

use super::Lang;
use super::lang::Form;
use crate::automaton::Automaton;
use crate::numeration::System;

/// Values have at most so many digits more than the arguments, as everywhere in this crate.
const MORE_DIGITS: &str = "8";

/// The function of an automaton over the arguments, and the value as the last track if there is one.
pub(super) fn function(
    relation: &Automaton,
    system: &System,
    names: &[String],
    values: bool,
    lang: Lang,
) -> String {
    let targets = |automaton: &Automaton| -> Vec<i64> {
        let dead = automaton.dead();
        let target = |&to: &u32| if Some(to) == dead { -1 } else { i64::from(to) };
        automaton.transitions().iter().map(target).collect()
    };
    let ends = |automaton: &Automaton| -> Vec<i64> {
        automaton.acceptance().iter().map(|&accepts| i64::from(accepts)).collect()
    };
    let positional = system.valid().is_universal();
    let (base, letters) = (relation.base(), relation.letters());
    let mark = lang.comment();
    let mut out = String::new();
    if lang == Lang::Cpp {
        out.push_str("#include <algorithm>\n#include <vector>\n\n");
    }
    let _ = writeln!(
        out,
        "{mark} NEXT[state * {letters} + letter] is the next state, -1 if nothing can be accepted any \
         more;\n{mark} a letter is made of one digit of each number in base {base}."
    );
    out.push_str(&lang.table("NEXT", targets(relation).into_iter()));
    out.push_str(&lang.table("ACCEPTS", ends(relation).into_iter()));
    if !positional {
        let _ = writeln!(
            out,
            "{mark} The valid words of the numeration system in the same way: a number is the word \
             with as many\n{mark} valid words of its length before it."
        );
        out.push_str(&lang.table("VALID", targets(system.valid()).into_iter()));
        out.push_str(&lang.table("ENDS", ends(system.valid()).into_iter()));
    }
    out.push('\n');
    let words = match positional {
        true => positional_words(lang),
        false => counted_words(lang),
    };
    let replace = |text: &str| {
        text.replace("@BASE", &base.to_string())
            .replace("@LETTERS", &letters.to_string())
            .replace("@STATES", &relation.states().to_string())
            .replace("@VALID", &system.valid().states().to_string())
            .replace("@MORE", if values { MORE_DIGITS } else { "0" })
            .replace("@SIGNATURE", &lang.signature(names, values))
            .replace("@NAMES", &names.join(", "))
    };
    out.push_str(&replace(words));
    out.push_str(&replace(match values {
        true => value_loop(lang),
        false => outcome_loop(lang),
    }));
    if values {
        let number = match positional {
            true => positional_number(lang),
            false => counted_number(lang),
        };
        out = out.replace("@NUMBER", number).replace("@BASE", &base.to_string());
        out = out.replace("@VALID", &system.valid().states().to_string());
    }
    out
}

/// `words(numbers)`: their digits, zeros in front, so that all are as long.
const fn positional_words(lang: Lang) -> &'static str {
    match lang {
        Lang::Python => {
            "def words(numbers):
    rows = []
    for number in numbers:
        row = []
        while number > 0:
            row.append(number % @BASE)
            number //= @BASE
        rows.append(row[::-1])
    length = max(map(len, rows)) + @MORE
    return [[0] * (length - len(row)) + row for row in rows]


"
        }
        Lang::Cpp => {
            "using Rows = std::vector<std::vector<int>>;

static Rows words(const std::vector<unsigned long long>& numbers) {
    std::size_t length = 0;
    for (unsigned long long number : numbers) {
        std::size_t digits = 0;
        for (; number > 0; number /= @BASE) ++digits;
        length = std::max(length, digits);
    }
    length += @MORE;
    Rows rows;
    for (unsigned long long number : numbers) {
        std::vector<int> row(length);
        for (std::size_t i = length; i-- > 0; number /= @BASE) row[i] = int(number % @BASE);
        rows.push_back(row);
    }
    return rows;
}

"
        }
        Lang::Rust => {
            "fn words(numbers: &[u64]) -> Vec<Vec<i64>> {
    let digits = |mut number: u64| {
        let mut count = 0;
        while number > 0 {
            number /= @BASE;
            count += 1;
        }
        count
    };
    let length = numbers.iter().map(|&number| digits(number)).max().unwrap_or(0) + @MORE;
    let mut rows = Vec::new();
    for &number in numbers {
        let (mut number, mut row) = (number, vec![0; length]);
        for place in row.iter_mut().rev() {
            *place = (number % @BASE) as i64;
            number /= @BASE;
        }
        rows.push(row);
    }
    rows
}

"
        }
    }
}

/// The same by counts of valid words.
const fn counted_words(lang: Lang) -> &'static str {
    match lang {
        Lang::Python => {
            "def counts(beyond):
    \"\"\"How many valid words of each length there are from each state, until there are more.\"\"\"
    rows = [ENDS]
    while rows[-1][0] <= beyond:
        last = rows[-1]
        one = lambda to: 0 if to < 0 else last[to]
        rows.append([sum(one(VALID[s * @BASE + d]) for d in range(@BASE)) for s in range(@VALID)])
    return rows


def words(numbers):
    count = counts(max(numbers))
    rows = []
    for number in numbers:
        row, state = [0] * @MORE, 0
        for rest in reversed(count[:-1]):
            for digit in range(@BASE):
                to = VALID[state * @BASE + digit]
                here = 0 if to < 0 else rest[to]
                if number < here:
                    break
                number -= here
            row.append(digit)
            state = to
        rows.append(row)
    return rows


"
        }
        Lang::Cpp => {
            "using Rows = std::vector<std::vector<int>>;
using Count = unsigned __int128;

// How many valid words of each length there are from each state, until there are more than so many.
static std::vector<std::vector<Count>> counts(unsigned long long beyond, std::size_t most) {
    std::vector<std::vector<Count>> rows(1, std::vector<Count>(ENDS, ENDS + @VALID));
    while (rows.back()[0] <= beyond || rows.size() < most) {
        std::vector<Count> row(@VALID, 0);
        for (int s = 0; s < @VALID; ++s) {
            for (int d = 0; d < @BASE; ++d) {
                const long long to = VALID[s * @BASE + d];
                if (to >= 0) row[s] += rows.back()[to];
            }
        }
        rows.push_back(row);
    }
    return rows;
}

static Rows words(const std::vector<unsigned long long>& numbers) {
    const auto count = counts(*std::max_element(numbers.begin(), numbers.end()), 1);
    Rows rows;
    for (unsigned long long number : numbers) {
        std::vector<int> row(@MORE, 0);
        Count rest = number;
        long long state = 0;
        for (std::size_t i = count.size() - 1; i-- > 0;) {
            int digit = 0;
            long long to = VALID[state * @BASE];
            for (;; to = VALID[state * @BASE + ++digit]) {
                const Count here = to < 0 ? 0 : count[i][to];
                if (rest < here) break;
                rest -= here;
            }
            row.push_back(digit);
            state = to;
        }
        rows.push_back(row);
    }
    return rows;
}

"
        }
        Lang::Rust => {
            "// How many valid words of each length there are from each state, until there are more than so many.
fn counts(beyond: u64, most: usize) -> Vec<Vec<u128>> {
    let mut rows: Vec<Vec<u128>> = vec![ENDS.iter().map(|&end| end as u128).collect()];
    loop {
        let last = &rows[rows.len() - 1];
        if last[0] > u128::from(beyond) && rows.len() >= most {
            return rows;
        }
        let one = |&to: &i64| if to < 0 { 0 } else { last[to as usize] };
        let row = VALID.chunks(@BASE).map(|next| next.iter().map(one).sum()).collect();
        rows.push(row);
    }
}

fn words(numbers: &[u64]) -> Vec<Vec<i64>> {
    let count = counts(numbers.iter().copied().max().unwrap_or(0), 1);
    let mut rows = Vec::new();
    for &number in numbers {
        let (mut row, mut state, mut rest) = (vec![0; @MORE], 0, u128::from(number));
        for counts in count[..count.len() - 1].iter().rev() {
            let mut digit = 0;
            let to = loop {
                let to = VALID[state * @BASE + digit];
                let here = if to < 0 { 0 } else { counts[to as usize] };
                if rest < here {
                    break to;
                }
                rest -= here;
                digit += 1;
            };
            row.push(digit as i64);
            state = to as usize;
        }
        rows.push(row);
    }
    rows
}

"
        }
    }
}

const fn outcome_loop(lang: Lang) -> &'static str {
    match lang {
        Lang::Python => {
            "@SIGNATURE
    state = 0
    for digits in zip(*words([@NAMES])):
        letter = 0
        for digit in digits:
            letter = letter * @BASE + digit
        state = NEXT[state * @LETTERS + letter]
        if state < 0:
            return False
    return ACCEPTS[state] == 1
"
        }
        Lang::Cpp => {
            "@SIGNATURE
    const Rows rows = words({@NAMES});
    long long state = 0;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        int letter = 0;
        for (const auto& row : rows) letter = letter * @BASE + row[i];
        state = NEXT[state * @LETTERS + letter];
        if (state < 0) return false;
    }
    return ACCEPTS[state] == 1;
}
"
        }
        Lang::Rust => {
            "@SIGNATURE
    let rows = words(&[@NAMES]);
    let mut state = 0;
    for i in 0..rows[0].len() {
        let letter = rows.iter().fold(0, |letter, row| letter * @BASE + row[i]);
        state = NEXT[(state * @LETTERS + letter) as usize];
        if state < 0 {
            return false;
        }
    }
    ACCEPTS[state as usize] == 1
}
"
        }
    }
}

const fn value_loop(lang: Lang) -> &'static str {
    match lang {
        Lang::Python => {
            "@SIGNATURE
    \"\"\"The Grundy value; None where a move wins at once and for what is no position.\"\"\"
    # For each state that can be met, the digits of the value on the way there.
    ways = {0: []}
    for digits in zip(*words([@NAMES])):
        letter = 0
        for digit in digits:
            letter = letter * @BASE + digit
        after = {}
        for state, way in ways.items():
            for digit in range(@BASE):
                to = NEXT[state * @LETTERS + letter * @BASE + digit]
                if to >= 0 and to not in after:
                    after[to] = way + [digit]
        ways = after
    for state, way in ways.items():
        if ACCEPTS[state] == 1:
            return number(way)
    return None


@NUMBER"
        }
        Lang::Cpp => {
            "@NUMBER
// ~0 stands for no value: where a move wins at once, and for what is no position.
@SIGNATURE
    const Rows rows = words({@NAMES});
    // For each state that can be met, the digits of the value on the way there.
    std::vector<std::vector<int>> ways(@STATES);
    std::vector<bool> met(@STATES, false);
    met[0] = true;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        int letter = 0;
        for (const auto& row : rows) letter = letter * @BASE + row[i];
        std::vector<std::vector<int>> after(@STATES);
        std::vector<bool> next(@STATES, false);
        for (int state = 0; state < @STATES; ++state) {
            for (int digit = 0; met[state] && digit < @BASE; ++digit) {
                const long long to = NEXT[state * @LETTERS + letter * @BASE + digit];
                if (to < 0 || next[to]) continue;
                next[to] = true;
                after[to] = ways[state];
                after[to].push_back(digit);
            }
        }
        ways = after;
        met = next;
    }
    for (int state = 0; state < @STATES; ++state) {
        if (met[state] && ACCEPTS[state] == 1) return number(ways[state]);
    }
    return ~0ULL;
}
"
        }
        Lang::Rust => {
            "@NUMBER
// u64::MAX stands for no value: where a move wins at once, and for what is no position.
@SIGNATURE
    let rows = words(&[@NAMES]);
    // For each state that can be met, the digits of the value on the way there.
    let mut ways: Vec<Option<Vec<i64>>> = vec![None; @STATES];
    ways[0] = Some(Vec::new());
    for i in 0..rows[0].len() {
        let letter = rows.iter().fold(0, |letter, row| letter * @BASE + row[i]);
        let mut after: Vec<Option<Vec<i64>>> = vec![None; @STATES];
        for (state, way) in ways.iter().enumerate() {
            let Some(way) = way else { continue };
            for digit in 0..@BASE {
                let to = NEXT[state * @LETTERS + (letter * @BASE + digit) as usize];
                if to >= 0 && after[to as usize].is_none() {
                    after[to as usize] = Some([&way[..], &[digit]].concat());
                }
            }
        }
        ways = after;
    }
    for (state, way) in ways.iter().enumerate() {
        if let (1, Some(way)) = (ACCEPTS[state], way) {
            return number(way);
        }
    }
    u64::MAX
}
"
        }
    }
}

const fn positional_number(lang: Lang) -> &'static str {
    match lang {
        Lang::Python => {
            "def number(word):
    value = 0
    for digit in word:
        value = value * @BASE + digit
    return value
"
        }
        Lang::Cpp => {
            "static unsigned long long number(const std::vector<int>& word) {
    unsigned long long value = 0;
    for (int digit : word) value = value * @BASE + digit;
    return value;
}
"
        }
        Lang::Rust => {
            "fn number(word: &[i64]) -> u64 {
    word.iter().fold(0, |value, &digit| value * @BASE + digit as u64)
}
"
        }
    }
}

const fn counted_number(lang: Lang) -> &'static str {
    match lang {
        Lang::Python => {
            "def number(word):
    count = [ENDS]
    while len(count) < len(word):
        last = count[-1]
        one = lambda to: 0 if to < 0 else last[to]
        count.append([sum(one(VALID[s * @BASE + d]) for d in range(@BASE)) for s in range(@VALID)])
    value, state = 0, 0
    for rest, digit in zip(reversed(count[:len(word)]), word):
        for less in range(digit):
            to = VALID[state * @BASE + less]
            value += 0 if to < 0 else rest[to]
        state = VALID[state * @BASE + digit]
    return value
"
        }
        Lang::Cpp => {
            "static unsigned long long number(const std::vector<int>& word) {
    const auto count = counts(0, word.size());
    Count value = 0;
    long long state = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        for (int less = 0; less < word[i]; ++less) {
            const long long to = VALID[state * @BASE + less];
            if (to >= 0) value += count[word.size() - 1 - i][to];
        }
        state = VALID[state * @BASE + word[i]];
    }
    return (unsigned long long)value;
}
"
        }
        Lang::Rust => {
            "fn number(word: &[i64]) -> u64 {
    let count = counts(0, word.len());
    let (mut value, mut state) = (0u128, 0i64);
    for (i, &digit) in word.iter().enumerate() {
        for less in 0..digit {
            let to = VALID[(state * @BASE + less) as usize];
            if to >= 0 {
                value += count[word.len() - 1 - i][to as usize];
            }
        }
        state = VALID[(state * @BASE + digit) as usize];
    }
    value as u64
}
"
        }
    }
}
