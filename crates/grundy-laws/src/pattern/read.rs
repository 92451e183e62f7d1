//! Pasted text: numbers, tables, lists of P-positions.
//!
//! | text | what it is read as |
//! |---|---|
//! | `0 1 1 2, 3` on lines of different length or on one | the values f(0), f(1), … |
//! | `PNNPNN`, `P N N`, `011010` | outcomes, or values 0 and 1 |
//! | lines `n v` with n = k, k + 1, … | the values from k on |
//! | other lines of two numbers, `(1,2) (3,5)` | P-positions |
//! | three lines or more of as many entries | a table, arguments from 0 on |
//! | what `grundy table` prints, as text or CSV | the table, with the arguments it names |
//! | tables with empty lines between them | a table of three arguments |
//!
//! Unknown entries are `?`, `.` or `*`. Lines that begin with `#` are left out.

use super::data::{Data, DataError, Grid, Meaning, Positions, Sequence, UNKNOWN};

/// Why a text was not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Something else stands there.
    #[error("line {line}, column {column}: '{found}' where {expected} was expected")]
    Unexpected {
        /// The line, from 1 on.
        line: usize,
        /// The column in characters, from 1 on.
        column: usize,
        /// What stands there.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// There is nothing to read.
    #[error("no numbers: expected numbers, outcomes N and P, or positions like (1,2)")]
    Empty,
    /// The numbers do not fit together.
    #[error(transparent)]
    Data(#[from] DataError),
}

/// What was read, and how it is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The data.
    pub data: Data,
    /// What they were taken for: "200 values f(0), …, f(199)".
    pub told: String,
}

/// How a text is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// As it looks.
    #[default]
    Any,
    /// As one sequence.
    Numbers,
    /// As a table, a row on each line.
    Table,
    /// As P-positions, one on each line or in parentheses.
    Positions,
}

/// Reads a text as it looks.
///
/// # Errors
/// With line and column.
///
/// # Complexity
/// O(n) for n characters.
///
/// ```
/// use grundy_laws::pattern::read::read;
/// let reading = read("(0,0) (1,2) (3,5) (4,7)").unwrap();
/// assert_eq!(reading.told, "4 P-positions of 2 heaps, complete up to 7");
/// let error = read("0 1 2\n3 x 5").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 3: 'x' where a number was expected");
/// ```
pub fn read(text: &str) -> Result<Reading, ReadError> {
    read_as(text, Form::Any)
}

/// Reads a text in this form.
///
/// # Errors
/// With line and column.
pub fn read_as(text: &str, form: Form) -> Result<Reading, ReadError> {
    let lines: Vec<Line> = text
        .lines()
        .enumerate()
        .map(|(i, text)| Line { number: i + 1, text })
        .filter(|line| !line.text.trim_start().starts_with('#'))
        .collect();
    let full: Vec<Line> = lines.iter().filter(|l| !l.text.trim().is_empty()).copied().collect();
    if full.is_empty() {
        return Err(ReadError::Empty);
    }
    if let Some(at) = full.iter().position(|l| l.text.contains('|')) {
        return with_header(&full[at..]);
    }
    if full.iter().any(|l| l.text.contains('(')) {
        return tuples(&full);
    }
    if full[0].text.trim_start().starts_with(['n', 'a', 'k']) && full[0].text.contains(',') {
        return with_commas(&full);
    }
    // A title, as `grundy table` and `grundy sequence` print it.
    let titled = full[0].text.contains(':') && full.len() > 1;
    let blocks: Vec<Vec<Row>> = lines
        .split(|l| l.text.trim().is_empty())
        .filter(|block| !block.is_empty())
        .enumerate()
        .map(|(i, block)| {
            let skip = usize::from(titled && i == 0);
            block[skip..].iter().map(row).collect::<Result<Vec<Row>, _>>()
        })
        .collect::<Result<_, _>>()?;
    let blocks: Vec<Vec<Row>> = blocks.into_iter().filter(|b| !b.is_empty()).collect();
    shape(blocks, form)
}

#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    text: &'a str,
}

/// The entries of a line, and whether they were letters.
struct Row {
    line: usize,
    entries: Vec<i64>,
    letters: bool,
}

/// The words of a line with their columns.
fn words<'a>(line: &Line<'a>) -> Vec<(usize, &'a str)> {
    let mut out = Vec::new();
    let mut start = None;
    let separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']' | '{' | '}');
    let places = line.text.char_indices().chain([(line.text.len(), ' ')]);
    for (column, (i, c)) in (1..).zip(places) {
        match (separator(c), start) {
            (false, None) => start = Some((column, i)),
            (true, Some((column, s))) => {
                out.push((column, &line.text[s..i]));
                start = None;
            }
            _ => {}
        }
    }
    out
}

fn unexpected(line: usize, column: usize, found: &str, expected: &str) -> ReadError {
    const MAX_SHOWN_CHARS: usize = 20;
    let short: String = found.chars().take(MAX_SHOWN_CHARS).collect();
    let dots = if found.chars().count() > MAX_SHOWN_CHARS { "…" } else { "" };
    ReadError::Unexpected { line, column, found: short + dots, expected: expected.into() }
}

fn entry(line: usize, column: usize, word: &str) -> Result<(i64, bool), ReadError> {
    Ok(match word {
        "?" | "." | "*" => (UNKNOWN, false),
        "P" | "p" => (1, true),
        "N" | "n" => (0, true),
        word => (number(line, column, word)?, false),
    })
}

fn number(line: usize, column: usize, word: &str) -> Result<i64, ReadError> {
    match word.parse() {
        Ok(UNKNOWN) => Err(DataError::Range(word.into()).into()),
        Ok(number) => Ok(number),
        Err(_) => {
            let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
            if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
                return Err(DataError::Range(word.into()).into());
            }
            Err(unexpected(line, column, word, "a number"))
        }
    }
}

fn row(line: &Line<'_>) -> Result<Row, ReadError> {
    let words = words(line);
    let mut row = Row { line: line.number, entries: Vec::new(), letters: false };
    if let [(column, word)] = words[..]
        && word.chars().count() > 1
    {
        let letters = word.chars().all(|c| matches!(c, 'N' | 'P' | '?' | '.'));
        let bits = word.chars().all(|c| matches!(c, '0' | '1' | '?' | '.'))
            && (word.len() > 19 || word.starts_with(['0', '?', '.']) || word.len() > 3);
        if letters || bits {
            for (i, c) in word.chars().enumerate() {
                let (value, letter) = entry(line.number, column + i, c.encode_utf8(&mut [0; 4]))?;
                row.entries.push(value);
                row.letters |= letter;
            }
            return Ok(row);
        }
    }
    for (column, word) in words {
        let (value, letter) = entry(line.number, column, word)?;
        row.entries.push(value);
        row.letters |= letter;
    }
    Ok(row)
}

fn meaning(letters: bool) -> Meaning {
    if letters { Meaning::Outcomes } else { Meaning::Values }
}

fn shape(blocks: Vec<Vec<Row>>, form: Form) -> Result<Reading, ReadError> {
    let letters = blocks.iter().flatten().any(|r| r.letters);
    let width = blocks.first().and_then(|b| b.first()).map_or(0, |r| r.entries.len());
    let even = blocks.iter().flatten().all(|r| r.entries.len() == width);
    let count: usize = blocks.iter().map(Vec::len).sum();
    if width == 0 {
        return Err(ReadError::Empty);
    }
    let one = blocks.len() == 1;
    let table = match form {
        Form::Any => even && count > 1 && width > 1,
        Form::Numbers => false,
        Form::Table => true,
        Form::Positions => return lists(&blocks),
    };
    if !table {
        let values: Vec<i64> = blocks.into_iter().flatten().flat_map(|r| r.entries).collect();
        return Ok(values_told(0, values, letters));
    }
    if !even {
        let wrong = blocks.iter().flatten().find(|r| r.entries.len() != width);
        let line = wrong.map_or(1, |r| r.line);
        let found = wrong.map_or(0, |r| r.entries.len());
        return Err(unexpected(line, 1, &format!("{found} entries"), &format!("a row of {width}")));
    }
    let rows: Vec<&Row> = blocks.iter().flatten().collect();
    if form == Form::Any && one && !letters && width == 2 && count > 2 {
        let first = rows[0].entries[0];
        let indexed = (first..).zip(&rows).all(|(n, r)| r.entries[0] == n);
        // A list of pairs may begin (0,0) (1,2), and no longer.
        if indexed {
            let values = rows.iter().map(|r| r.entries[1]).collect();
            return Ok(values_told(first, values, false));
        }
        return lists(&blocks);
    }
    let increasing = rows.windows(2).all(|w| w[0].entries < w[1].entries);
    if form == Form::Any && one && !letters && width == 3 && count > 3 && increasing {
        return lists(&blocks);
    }
    if !one && blocks.iter().all(|b| b.len() == blocks[0].len()) {
        let sizes = vec![blocks.len(), blocks[0].len(), width];
        let told = format!(
            "a table of {} by {} by {width} entries, all arguments from 0 on",
            blocks.len(),
            blocks[0].len()
        );
        let values = rows.iter().flat_map(|r| r.entries.iter().copied()).collect();
        let table = Grid::new(vec![0; 3], sizes, values)?.meaning(meaning(letters));
        return Ok(Reading { data: Data::Grid(table), told });
    }
    let values = rows.iter().flat_map(|r| r.entries.iter().copied()).collect();
    table_told([0, 0], [count, width], values, letters)
}

fn values_told(first: i64, values: Vec<i64>, letters: bool) -> Reading {
    let last = first.saturating_add(values.len() as i64 - 1);
    let what = if letters { "outcomes" } else { "values" };
    let told = format!("{} {what} f({first}), …, f({last})", values.len());
    Reading { data: Data::Sequence(Sequence::new(first, values).meaning(meaning(letters))), told }
}

fn table_told(
    first: [i64; 2],
    sizes: [usize; 2],
    values: Vec<i64>,
    letters: bool,
) -> Result<Reading, ReadError> {
    let what = if letters { "outcomes" } else { "values" };
    let told = format!(
        "a table of {} by {} {what}, a from {} on, b from {} on",
        sizes[0], sizes[1], first[0], first[1]
    );
    let table = Grid::new(first.into(), sizes.into(), values)?.meaning(meaning(letters));
    Ok(Reading { data: Data::Grid(table), told })
}

fn lists(blocks: &[Vec<Row>]) -> Result<Reading, ReadError> {
    positions_told(blocks.iter().flatten().map(|r| r.entries.clone()).collect())
}

fn positions_told(list: Vec<Vec<i64>>) -> Result<Reading, ReadError> {
    let positions = Positions::new(list, None)?;
    let heaps = match positions.arity() {
        1 => "one heap".into(),
        k => format!("{k} heaps"),
    };
    let (count, bound) = (positions.list().len(), positions.bound());
    let told = format!("{count} P-positions of {heaps}, complete up to {bound}");
    Ok(Reading { data: Data::Positions(positions), told })
}

/// Positions in parentheses.
fn tuples(lines: &[Line<'_>]) -> Result<Reading, ReadError> {
    let mut list = Vec::new();
    let mut open: Option<(usize, usize, Vec<i64>)> = None;
    for line in lines {
        let mut rest = line.text;
        let mut column = 1;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            match (c, &mut open) {
                ('(', None) => open = Some((line.number, column, Vec::new())),
                (')', Some((_, _, numbers))) => {
                    if numbers.is_empty() {
                        return Err(unexpected(line.number, column, ")", "a number"));
                    }
                    list.push(std::mem::take(numbers));
                    open = None;
                }
                (c, _) if c.is_whitespace() || c == ',' || c == ';' => {}
                (_, Some((_, _, numbers))) => {
                    length = rest
                        .find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')'))
                        .unwrap_or(rest.len())
                        .max(length);
                    numbers.push(number(line.number, column, &rest[..length])?);
                }
                (c, None) => {
                    let found = c.to_string();
                    return Err(unexpected(line.number, column, &found, "a position like (1,2)"));
                }
            }
            column += rest[..length].chars().count();
            rest = &rest[length..];
        }
    }
    match open {
        Some((line, column, _)) => {
            Err(unexpected(line, column, "(", "a position that ends with ')'"))
        }
        None => positions_told(list),
    }
}

/// What `grundy table` prints: labels, a bar, entries.
fn with_header(lines: &[Line<'_>]) -> Result<Reading, ReadError> {
    let header = lines[0];
    let (corner, columns) = header.text.split_once('|').unwrap_or((header.text, ""));
    let flat = columns.trim_start().starts_with('+');
    let mut first_column = 0;
    let mut width = columns.split_whitespace().count();
    if !flat && let Some(label) = columns.split_whitespace().next() {
        first_column = number(header.number, corner.chars().count() + 2, label)?;
    }
    let (mut first_row, mut next) = (None, 0i64);
    let (mut values, mut letters, mut rows) = (Vec::new(), false, 0);
    for line in &lines[1..] {
        if line.text.trim().chars().all(|c| matches!(c, '-' | '+' | '|')) {
            continue;
        }
        // Below the table stand notes.
        let Some((label, entries)) = line.text.split_once('|') else { break };
        let label_text = label.trim();
        let column = label.chars().count() - label.trim_start().chars().count() + 1;
        let n = number(line.number, column, label_text)?;
        if first_row.is_some() && n != next {
            let expected = format!("the row {next}");
            return Err(unexpected(line.number, column, label_text, &expected));
        }
        first_row.get_or_insert(n);
        let offset = label.chars().count() + 1;
        let shifted = Line { number: line.number, text: entries };
        let words = words(&shifted);
        if !flat && words.len() != width {
            // A short row at the end of a triangle is no table.
            let found = format!("{} entries", words.len());
            return Err(unexpected(line.number, offset + 1, &found, &format!("a row of {width}")));
        }
        let count = words.len();
        for (column, word) in words {
            let (value, letter) = entry(line.number, column + offset, word)?;
            values.push(value);
            letters |= letter;
        }
        rows += 1;
        next = n.saturating_add(if flat { count as i64 } else { 1 });
    }
    let Some(first_row) = first_row else { return Err(ReadError::Empty) };
    if flat {
        return Ok(values_told(first_row, values, letters));
    }
    width = width.max(1);
    table_told([first_row, first_column], [rows, width], values, letters)
}

/// CSV with a header, as `grundy table --format csv` prints it.
fn with_commas(lines: &[Line<'_>]) -> Result<Reading, ReadError> {
    let fields = |text: &str| text.split(',').map(|f| f.trim().to_string()).collect::<Vec<_>>();
    let header = fields(lines[0].text);
    let labelled = header.len() > 2 && header[1..].iter().all(|f| f.parse::<i64>().is_ok());
    if !labelled && header.len() != 2 {
        let expected = "a header like n,grundy or a,0,1,2";
        return Err(unexpected(lines[0].number, 1, lines[0].text, expected));
    }
    let (mut values, mut letters, mut first) = (Vec::new(), false, None);
    for (i, line) in lines[1..].iter().enumerate() {
        let words = fields(line.text);
        if words.len() != header.len() {
            let found = format!("{} fields", words.len());
            return Err(unexpected(line.number, 1, &found, &format!("{} fields", header.len())));
        }
        let label = number(line.number, 1, &words[0])?;
        let start = *first.get_or_insert(label);
        if label != start.saturating_add(i as i64) {
            let expected = format!("the row {}", start.saturating_add(i as i64));
            return Err(unexpected(line.number, 1, &words[0], &expected));
        }
        let mut column = words[0].chars().count() + 2;
        for word in &words[1..] {
            let (value, letter) =
                if word.is_empty() { (UNKNOWN, false) } else { entry(line.number, column, word)? };
            values.push(value);
            letters |= letter;
            column += word.chars().count() + 1;
        }
    }
    let Some(first) = first else { return Err(ReadError::Empty) };
    if !labelled {
        return Ok(values_told(first, values, letters));
    }
    let first_column = number(lines[0].number, 3, &header[1])?;
    table_told([first, first_column], [lines.len() - 1, header.len() - 1], values, letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(text: &str) -> (i64, Vec<i64>) {
        match read(text).unwrap().data {
            Data::Sequence(s) => (s.first(), s.values().to_vec()),
            other => panic!("{other:?}"),
        }
    }

    fn grid(text: &str) -> Grid {
        match read(text).unwrap().data {
            Data::Grid(grid) => grid,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn numbers_in_any_layout() {
        assert_eq!(sequence("1, 2, 3\n4 5\n# six\n?"), (0, vec![1, 2, 3, 4, 5, UNKNOWN]));
        assert_eq!(sequence("7\n8\n9\n"), (0, vec![7, 8, 9]));
        assert_eq!(sequence("PNN.P"), (0, vec![1, 0, 0, UNKNOWN, 1]));
        assert_eq!(sequence("0110"), (0, vec![0, 1, 1, 0]));
        assert_eq!(sequence("5 -1\n6 3\n7 4"), (5, vec![-1, 3, 4]));
    }

    #[test]
    fn what_the_table_command_prints() {
        let text = "0.137: Grundy values\n n | +0 +1 +2\n---+---------\n 5 |  0  1  1\n 8 |  2\nGrundy values: period 34 from 52 on (proved)\n";
        assert_eq!(sequence(text), (5, vec![0, 1, 1, 2]));
        let text = "x: outcomes\na/b |  1  2\n----+------\n  3 |  P  N\n  4 |  N  P\n";
        let table = grid(text);
        assert_eq!((table.first(), table.sizes()), (&[3, 1][..], &[2, 2][..]));
        assert_eq!((table.values(), table.is_outcomes()), (&[1, 0, 0, 1][..], true));
        assert_eq!(sequence("n,grundy\n2,5\n3,6"), (2, vec![5, 6]));
        let table = grid("a,1,2,3\n1,,*,*\n2,*,0,0\n");
        assert_eq!(table.values(), [UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, 0, 0]);
        assert_eq!(table.first(), [1, 1]);
    }

    #[test]
    fn tables_and_lists() {
        assert_eq!(grid("0110\n1001\n").sizes(), [2, 4]);
        assert_eq!(grid("1 2 3\n2 1 4\n").sizes(), [2, 3]);
        assert_eq!(grid("1 2\n2 1\n\n0 0\n1 1\n").sizes(), [2, 2, 2]);
        let Data::Positions(p) = read("0 0\n1 2\n3 5\n").unwrap().data else { panic!() };
        assert_eq!((p.list().len(), p.bound()), (3, 5));
        let Data::Positions(p) = read("(0,0,0), (1,1,0)\n(2 2 0)").unwrap().data else { panic!() };
        assert_eq!(p.arity(), 3);
        let Data::Positions(p) = read_as("0\n3\n6\n", Form::Positions).unwrap().data else {
            panic!()
        };
        assert_eq!((p.arity(), p.bound()), (1, 6));
    }

    #[test]
    fn errors_name_the_place() {
        let told = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(told("1 2\n3 abc"), "line 2, column 3: 'abc' where a number was expected");
        assert_eq!(
            told("(1,2) 3"),
            "line 1, column 7: '3' where a position like (1,2) was expected"
        );
        assert_eq!(
            told("(1,2"),
            "line 1, column 1: '(' where a position that ends with ')' was expected"
        );
        assert_eq!(told("(1,x)"), "line 1, column 4: 'x' where a number was expected");
        assert_eq!(told("()"), "line 1, column 2: ')' where a number was expected");
        assert_eq!(told(" \n"), ReadError::Empty.to_string());
        assert!(told("99999999999999999999").contains("out of range"));
        assert_eq!(
            told("a/b | 0 1\n 0 | 1 2\n 2 | 1 2"),
            "line 3, column 2: '2' where the row 1 was expected"
        );
        assert_eq!(
            told("a/b | 0 1\n 0 | 1"),
            "line 2, column 5: '1 entries' where a row of 2 was expected"
        );
        assert!(read_as("1 2\n3", Form::Table).is_err());
    }

    #[test]
    fn any_text_is_read_or_refused() {
        let mut random = fastrand::Rng::with_seed(3);
        let alphabet: Vec<char> = "0123456789 ,;\n()|+-?.*NPnpa/:x…#".chars().collect();
        for _ in 0..20_000 {
            let len = random.usize(..40);
            let text: String = (0..len).map(|_| alphabet[random.usize(..alphabet.len())]).collect();
            for form in [Form::Any, Form::Numbers, Form::Table, Form::Positions] {
                let _ = read_as(&text, form);
            }
        }
    }
}
