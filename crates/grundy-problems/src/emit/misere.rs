//! Misère play in printed programs: a search over sums, each kept with who wins it.

use super::printer::Printer;
use crate::ir::Arg;
use grundy_rules::emit::Lang;

impl Printer<'_> {
    /// The function that searches; it asks the games for the moves of a part.
    pub fn print_search(&mut self) {
        let Some(program) = self.program else { return };
        let mut asks = Vec::new();
        for (place, &family) in self.families.iter().enumerate() {
            let Some(options) = self.games.options.get(place).cloned().flatten() else { continue };
            let mut at = 1;
            let mut args = Vec::new();
            for param in &program.families[family].params {
                let one = |i: usize| match self.lang {
                    Lang::Java => format!("part.get({i})"),
                    _ => format!("part[{i}]"),
                };
                args.push(match param.len {
                    None => one(at),
                    Some(len) => {
                        let items: Vec<String> = (at..at + len).map(one).collect();
                        let items = items.join(", ");
                        match self.lang {
                            Lang::Cpp => format!("std::array<Int, {len}>{{{{{items}}}}}"),
                            Lang::Rust => format!("[{items}]"),
                            Lang::Python => format!("({items},)"),
                            Lang::Java => format!("new long[] {{{items}}}"),
                        }
                    }
                });
                at += param.len.unwrap_or(1);
            }
            asks.push((family, format!("{options}({})", args.join(", "))));
        }
        let text = match self.lang {
            Lang::Cpp => cpp(&asks),
            Lang::Rust => rust(&asks),
            Lang::Python => python(&asks),
            Lang::Java => java(&asks),
        };
        self.line(&text);
        self.line(if self.lang == Lang::Python { "\n\n" } else { "\n" });
    }

    /// Appends a part to the position.
    pub fn part(&mut self, family: usize, args: &[Arg]) {
        let mut words = vec![family.to_string()];
        let lengths = self.lengths.get(family).cloned().unwrap_or_default();
        for (arg, length) in args.iter().zip(lengths) {
            match arg {
                Arg::Int(value) => words.push(self.number(value)),
                Arg::Array(array) => {
                    let name = self.array(array);
                    let checked = self.fixed(&name, length);
                    self.say(&checked);
                    words.extend((0..length).map(|i| match self.lang {
                        Lang::Java => format!("{name}.at({i})"),
                        _ => format!("{name}[{i}]"),
                    }));
                }
            }
        }
        let words = words.join(", ");
        self.say(&match self.lang {
            Lang::Cpp => format!("position.push_back({{{words}}})"),
            Lang::Rust => format!("position.push(vec![{words}])"),
            Lang::Python => format!("position.append(({words}))"),
            Lang::Java => format!("position.add(List.of({}))", longs(&words)),
        });
    }

    /// Whether the first player wins the position.
    pub fn decided(&self) -> &'static str {
        match self.lang {
            Lang::Cpp | Lang::Java => "wins_sum(position)",
            Lang::Rust => "wins_sum(&mut games, &mut sums, position)",
            Lang::Python => "wins_sum(tuple(sorted(position)))",
        }
    }

    /// The position begins empty.
    pub fn no_parts(&mut self) {
        self.say(match self.lang {
            Lang::Cpp => "Parts position",
            Lang::Rust => "let mut position: Vec<Vec<i64>> = Vec::new()",
            Lang::Python => "position = []",
            Lang::Java => "List<List<Long>> position = new ArrayList<>()",
        });
    }
}

/// Numbers of the type that lists in Java have.
fn longs(words: &str) -> String {
    let long = |word: &str| match word.parse::<i64>() {
        Ok(number) => format!("{number}L"),
        Err(_) => word.to_owned(),
    };
    words.split(", ").map(long).collect::<Vec<_>>().join(", ")
}

fn cpp(asks: &[(usize, String)]) -> String {
    let ask =
        |(family, call): &(usize, String)| format!("    if (part[0] == {family}) return {call};\n");
    let asks: String = asks.iter().map(ask).collect();
    format!(
        "\
Options moves_of(const std::vector<Int>& part) {{
{asks}    return {{}};
}}

// Whether the player to move wins a sum of parts, if a player who cannot move wins.
std::map<Parts, bool> sums;

bool wins_sum(Parts parts) {{
    std::sort(parts.begin(), parts.end());
    const auto known = sums.find(parts);
    if (known != sums.end()) return known->second;
    bool moves = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {{
        for (const auto& option : moves_of(parts[i])) {{
            moves = true;
            Parts rest = parts;
            rest.erase(rest.begin() + i);
            rest.insert(rest.end(), option.first.begin(), option.first.end());
            if (!wins_sum(rest)) return sums[parts] = true;
        }}
    }}
    return sums[parts] = !moves;
}}"
    )
}

fn rust(asks: &[(usize, String)]) -> String {
    let ask = |(family, call): &(usize, String)| format!("        {family} => {call},\n");
    let asks: String = asks.iter().map(ask).collect();
    format!(
        "\
fn moves_of(games: &mut Games, part: &[i64]) -> Options {{
    match part[0] {{
{asks}        _ => Options::new(),
    }}
}}

/// Whether the player to move wins a sum of parts, if a player who cannot move wins.
fn wins_sum(
    games: &mut Games,
    sums: &mut std::collections::HashMap<Vec<Vec<i64>>, bool>,
    mut parts: Vec<Vec<i64>>,
) -> bool {{
    parts.sort();
    if let Some(&known) = sums.get(&parts) {{
        return known;
    }}
    let mut moves = false;
    for i in 0..parts.len() {{
        for (left, _) in moves_of(games, &parts[i]) {{
            moves = true;
            let mut rest = parts.clone();
            rest.remove(i);
            rest.extend(left);
            if !wins_sum(games, sums, rest) {{
                sums.insert(parts, true);
                return true;
            }}
        }}
    }}
    sums.insert(parts, !moves);
    !moves
}}"
    )
}

fn python(asks: &[(usize, String)]) -> String {
    let ask = |(family, call): &(usize, String)| {
        format!("    if part[0] == {family}:\n        return {call}\n")
    };
    let asks: String = asks.iter().map(ask).collect();
    format!(
        "\
def moves_of(part):
{asks}    return []


sums = {{}}


def wins_sum(parts):
    \"\"\"Whether the player to move wins a sum of parts, if a player who cannot move wins.\"\"\"
    if parts not in sums:
        rests = [
            parts[:i] + tuple(left) + parts[i + 1:]
            for i, part in enumerate(parts)
            for left, _ in moves_of(part)
        ]
        sums[parts] = not rests or any(not wins_sum(tuple(sorted(rest))) for rest in rests)
    return sums[parts]"
    )
}

fn java(asks: &[(usize, String)]) -> String {
    let ask = |(family, call): &(usize, String)| {
        format!("    if (part.get(0) == {family}) return {call};\n")
    };
    let asks: String = asks.iter().map(ask).collect();
    format!(
        "\
static TreeSet<Option> moves_of(List<Long> part) {{
{asks}    return new TreeSet<>();
}}

static HashMap<List<List<Long>>, Boolean> sums = new HashMap<>();

// Whether the player to move wins a sum of parts, if a player who cannot move wins.
static boolean wins_sum(List<List<Long>> position) {{
    List<List<Long>> parts = new ArrayList<>(position);
    parts.sort(Option::compare);
    Boolean known = sums.get(parts);
    if (known != null) return known;
    boolean moves = false, win = false;
    for (int i = 0; i < parts.size() && !win; ++i) {{
        for (Option option : moves_of(parts.get(i))) {{
            moves = true;
            List<List<Long>> rest = new ArrayList<>(parts);
            rest.remove(i);
            rest.addAll(option.parts);
            if (!wins_sum(rest)) {{
                win = true;
                break;
            }}
        }}
    }}
    sums.put(parts, win || !moves);
    return win || !moves;
}}"
    )
}
