//! Whole programs: the functions of a family, and a main function that prints values of states it
//! reads, or a table.

use super::facts::Facts;
use super::functions::{Functions, compose};
use super::given;
use super::lang::{Lang, Lang::*, array_type};
use super::print::Printer;
use crate::error::RuleError;
use crate::typed::Program;

/// The program.
pub(super) fn emit(
    program: &Program,
    family: usize,
    lang: Lang,
    given: Option<&Functions>,
) -> Result<String, RuleError> {
    let wanted = [super::Wanted { family, options: false }];
    let (functions, main) = match given {
        Some(given) => given::around(program, family, lang, RESERVED, given, &main)?,
        None => compose(program, &wanted, lang, RESERVED, &[], Some(&main))?,
    };
    let (head, main) = main.split_once(MARK).unwrap_or_default();
    let main = main.trim_start_matches('\n');
    let imports: &[&str] = match lang {
        Cpp => &["algorithm", "cstdlib", "iostream", "sstream", "string", "vector"],
        Rust => &["std::io::BufRead"],
        Python => &["sys"],
        Java => &["java.util.Arrays", "java.util.Scanner"],
    };
    let imports = functions.imports.iter().map(String::as_str).chain(imports.iter().copied());
    let gap = if lang == Python { "\n\n" } else { "\n" };
    let text = match lang {
        Java => format!("public class Main {{\n{}", functions.text),
        _ => functions.text,
    };
    Ok(format!("{head}\n{}\n{text}{gap}{main}", lang.imports(imports)))
}

/// What the main part calls its functions.
const RESERVED: &[&str] = &["answer", "read", "main", "numbers", "args", "words", "fail"];

/// Between the head and the main part.
const MARK: &str = "\u{0}";

/// The head of the program and the main part.
fn main(p: &mut Printer<'_>) {
    let name = &p.plan.family().name;
    let (sign, run, note) = match p.lang {
        Cpp => (
            "//",
            format!("./{name}"),
            &["Numbers have 64 bits: what leaves them in between is not noticed."][..],
        ),
        Rust => (
            "//",
            format!("./{name}"),
            &[
                "Numbers have 64 bits: rustc -C overflow-checks=on notices when a sum or product leaves them.",
            ][..],
        ),
        Python => ("#", format!("python3 {name}.py"), &[][..]),
        Java => (
            "//",
            "java Main".to_owned(),
            &["Numbers have 64 bits: what leaves them in between is not noticed."][..],
        ),
    };
    let head = p.plan.head(sign, &run, note);
    p.line(head.trim_end());
    p.line(MARK);
    p.lines.depth = usize::from(p.lang == Java);
    answer(p);
    match p.lang {
        Cpp => main_cpp(p),
        Rust => main_rust(p),
        Python => main_python(p),
        Java => main_java(p),
    }
}

/// The function that finds what is printed for a list of numbers.
fn answer(p: &mut Printer<'_>) {
    let plan = p.plan;
    let family = plan.family();
    let calls = p.calls[plan.tag(plan.main)].clone();
    let what = "What is printed for the state of these numbers.";
    let some = family.params.iter().any(|param| param.default.is_some());
    match p.lang {
        Cpp => {
            p.line(&format!("// {what}"));
            p.open(if some {
                "std::string answer(std::vector<Int> numbers)"
            } else {
                "std::string answer(const std::vector<Int>& numbers)"
            });
        }
        Rust => {
            p.line(&format!("/// {what}"));
            let mutable = if some { "mut " } else { "" };
            let games = if p.given { "" } else { ", games: &mut Games" };
            p.open(&format!("fn answer({mutable}numbers: Vec<i64>{games}) -> String"));
        }
        Java => {
            p.line(&format!("// {what}"));
            p.open("static String answer(long... numbers)");
        }
        Python => {
            p.open("def answer(numbers)");
            p.line(&format!("\"\"\"{what}\"\"\""));
        }
    }
    for param in &family.params {
        let Some(default) = &param.default else { continue };
        let mark = p.names.enter();
        let count = param.slot;
        p.open(&match p.lang {
            Cpp => format!("if (numbers.size() == {count})"),
            Java => format!("if (numbers.length == {count})"),
            Rust => format!("if numbers.len() == {count}"),
            Python => format!("if len(numbers) == {count}"),
        });
        p.facts = Facts::of_default(family.width, default);
        for before in family.params.iter().filter(|before| before.slot < param.slot) {
            if !p.facts.is_read(before.slot) {
                continue;
            }
            let name = p.names.local(&before.name);
            let text = argument(p.lang, before.slot as usize, before.len);
            p.line(&match (p.lang, before.len) {
                (Cpp, None) => format!("const Int {name} = {text};"),
                (Cpp, Some(len)) => format!("const {} {name}{text};", array_type(Cpp, len)),
                (Java, None) => format!("long {name} = {text};"),
                (Java, Some(_)) => format!("long[] {name} = {text};"),
                (Rust, _) => format!("let {name} = {text};"),
                (Python, _) => format!("{name} = {text}"),
            });
            p.names.bind(before.slot, name);
        }
        let text = p.int(default).whole();
        p.line(&match p.lang {
            Cpp => format!("numbers.push_back({text});"),
            Java => format!(
                "numbers = Arrays.copyOf(numbers, {});\nnumbers[{count}] = {text};",
                count + 1
            ),
            Rust => format!("numbers.push({text});"),
            Python => format!("numbers.append({text})"),
        });
        p.close();
        p.names.leave(mark);
    }
    let wanted = match (plan.needed(), family.width) {
        (1, 1) => "1 number".to_owned(),
        (least, most) if least == most => format!("{most} numbers"),
        (least, most) => format!("{least} to {most} numbers"),
    };
    let width = family.width;
    let name = &family.name;
    let takes = format!("\"{name} takes {wanted}\"");
    let args: Vec<String> = family
        .params
        .iter()
        .map(|param| argument(p.lang, param.slot as usize, param.len))
        .collect();
    let args = args.join(", ");
    let (inside, grundy) = (calls.inside, calls.grundy);
    p.line(&match p.lang {
        Cpp => format!(
            "\
if (numbers.size() != {width}) {{
    std::cerr << {takes} << std::endl;
    std::exit(1);
}}
if (!{inside}({args})) return \"-\";"
        ),
        Java => format!(
            "\
if (numbers.length != {width}) {{
    System.err.println({takes});
    System.exit(1);
}}
if (!{inside}({args})) return \"-\";"
        ),
        Rust => format!(
            "\
if numbers.len() != {width} {{
    eprintln!({takes});
    std::process::exit(1);
}}
if !{inside}({args}) {{
    return \"-\".to_string();
}}"
        ),
        Python => format!(
            "\
if len(numbers) != {width}:
    sys.exit({takes})
if not {inside}({args}):
    return \"-\""
        ),
    });
    p.line(&match (p.lang, plan.wins) {
        (Cpp, false) => format!("return std::to_string({grundy}({args}));"),
        (Cpp, true) => format!(
            "const int value = {grundy}({args});\nreturn value == WINS ? \"wins at once\" : std::to_string(value);"
        ),
        (Java, false) => format!("return String.valueOf({grundy}({args}));"),
        (Java, true) => format!(
            "int value = {grundy}({args});\nreturn value == WINS ? \"wins at once\" : String.valueOf(value);"
        ),
        (Rust, false) if p.given => format!("{grundy}({args}).to_string()"),
        (Rust, false) => format!("games.{grundy}({args}).to_string()"),
        (Rust, true) => format!(
            "match games.{grundy}({args}) {{\n    WINS => \"wins at once\".to_string(),\n    value => value.to_string(),\n}}"
        ),
        (Python, false) => format!("return {grundy}({args})"),
        (Python, true) => {
            format!("value = {grundy}({args})\nreturn \"wins at once\" if value == WINS else value")
        }
    });
    p.close();
    p.gap();
    if p.lang == Python {
        p.gap();
    }
}

/// A parameter of the state of a list of numbers.
fn argument(lang: Lang, at: usize, len: Option<usize>) -> String {
    let Some(len) = len else { return format!("numbers[{at}]") };
    let items: Vec<String> = (at..at + len).map(|i| format!("numbers[{i}]")).collect();
    match lang {
        Cpp => format!("{{{}}}", items.join(", ")),
        Rust => format!("[{}]", items.join(", ")),
        Java => format!("new long[] {{{}}}", items.join(", ")),
        Python => format!("tuple(numbers[{at}:{}])", at + len),
    }
}

fn main_cpp(p: &mut Printer<'_>) {
    let plan = p.plan;
    let space = if plan.wins { "\\t" } else { " " };
    p.line(
        "\
// A word as a number.
Int read(const std::string& word) {
    std::istringstream in(word);
    Int number = 0;
    if (in >> number && in.eof()) return number;
    std::cerr << \"not a number of 64 bits: \" << word << std::endl;
    std::exit(1);
}",
    );
    p.gap();
    p.open("int main(int argc, char** argv)");
    p.line("const std::vector<std::string> args(argv + 1, argv + argc);");
    let row = |first: &str, to: &str| {
        format!(
            "for (Int n = 0, end = read({to}); n <= end; ++n) \
             std::cout << (n ? \"{space}\" : \"\") << answer({{{first}}});\nstd::cout << '\\n';"
        )
    };
    let mut word = "";
    if let Some(coordinates) = plan.table() {
        if coordinates == 1 || plan.needed() == 1 {
            p.open("if (args.size() == 2 && args[0] == \"--table\")");
            p.line(&row("n", "args[1]"));
            p.lines.depth -= 1;
            word = "} else ";
        }
        if coordinates == 2 {
            p.open(&format!("{word}if (args.size() == 3 && args[0] == \"--table\")"));
            p.open("for (Int m = 0, last = read(args[1]); m <= last; ++m)");
            p.line(&row("m, n", "args[2]"));
            p.close();
            p.lines.depth -= 1;
            word = "} else ";
        }
    }
    p.line(&format!(
        "\
{word}if (!args.empty()) {{
    std::vector<Int> numbers;
    for (const auto& arg : args) numbers.push_back(read(arg));
    std::cout << answer(numbers) << '\\n';
}} else {{
    for (std::string line; std::getline(std::cin, line);) {{
        std::istringstream words(line);
        std::vector<Int> numbers;
        for (std::string word; words >> word;) numbers.push_back(read(word));
        std::cout << answer(numbers) << '\\n';
    }}
}}"
    ));
    p.close();
}

fn main_rust(p: &mut Printer<'_>) {
    let plan = p.plan;
    let space = if plan.wins { "\\t" } else { " " };
    p.line(
        "\
/// A word as a number.
fn read(word: &str) -> i64 {
    word.parse().unwrap_or_else(|_| {
        eprintln!(\"not a number of 64 bits: {word}\");
        std::process::exit(1)
    })
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();",
    );
    p.lines.depth = 1;
    let games = if p.given { "" } else { ", games" };
    if !p.given {
        p.line("let games = &mut Games::new();");
    }
    let row = |first: &str, to: &str| {
        format!(
            "let row: Vec<String> = (0..=read(&{to})).map(|n| answer(vec![{first}]{games})).collect();\n\
             println!(\"{{}}\", row.join(\"{space}\"));"
        )
    };
    let mut word = "";
    if let Some(coordinates) = plan.table() {
        if coordinates == 1 || plan.needed() == 1 {
            p.open("if args.len() == 2 && args[0] == \"--table\"");
            p.line(&row("n", "args[1]"));
            p.lines.depth -= 1;
            word = "} else ";
        }
        if coordinates == 2 {
            p.open(&format!("{word}if args.len() == 3 && args[0] == \"--table\""));
            p.open("for m in 0..=read(&args[1])");
            p.line(&row("m, n", "args[2]"));
            p.close();
            p.lines.depth -= 1;
            word = "} else ";
        }
    }
    p.line(&format!(
        "\
{word}if !args.is_empty() {{
    println!(\"{{}}\", answer(args.iter().map(|arg| read(arg)).collect(){games}));
}} else {{
    for line in std::io::stdin().lock().lines() {{
        let line = line.expect(\"text\");
        println!(\"{{}}\", answer(line.split_whitespace().map(read).collect(){games}));
    }}
}}"
    ));
    p.lines.depth = 0;
    p.line("}");
}

fn main_python(p: &mut Printer<'_>) {
    let plan = p.plan;
    p.line(
        "\
def read(word):
    \"\"\"A word as a number.\"\"\"
    try:
        return int(word)
    except ValueError:
        sys.exit(\"not a number: \" + word)",
    );
    p.gap();
    p.gap();
    p.line("args = sys.argv[1:]");
    let apart = if plan.wins { ", sep=\"\\t\"" } else { "" };
    let row = |first: &str, end: &str| {
        format!("print(*[answer([{first}]) for n in range({end} + 1)]{apart})")
    };
    match plan.table() {
        Some(1) => {
            p.line("if len(args) == 2 and args[0] == \"--table\":");
            p.line(&format!("    {}", row("n", "read(args[1])")));
        }
        Some(_) => {
            if plan.needed() == 1 {
                p.line("if len(args) == 2 and args[0] == \"--table\":");
                p.line(&format!("    {}", row("n", "read(args[1])")));
                p.line("elif len(args) == 3 and args[0] == \"--table\":");
            } else {
                p.line("if len(args) == 3 and args[0] == \"--table\":");
            }
            p.line("    for m in range(read(args[1]) + 1):");
            p.line(&format!("        {}", row("m, n", "read(args[2])")));
        }
        None => {}
    }
    let word = if plan.table().is_some() { "elif" } else { "if" };
    p.line(&format!(
        "\
{word} args:
    print(answer([read(arg) for arg in args]))
else:
    for line in sys.stdin:
        print(answer([read(word) for word in line.split()]))"
    ));
}

fn main_java(p: &mut Printer<'_>) {
    let plan = p.plan;
    let space = if plan.wins { "\\t" } else { " " };
    p.line(
        "\
// A word as a number.
static long read(String word) {
    try {
        return Long.parseLong(word);
    } catch (NumberFormatException error) {
        System.err.println(\"not a number of 64 bits: \" + word);
        System.exit(1);
        return 0;
    }
}",
    );
    p.gap();
    p.open("public static void main(String[] args)");
    p.line("StringBuilder out = new StringBuilder();");
    let row = |first: &str, to: &str| {
        format!(
            "for (long n = 0, end = read({to}); n <= end; ++n) \
             out.append(n > 0 ? \"{space}\" : \"\").append(answer({first}));\nout.append('\\n');"
        )
    };
    let mut word = "";
    if let Some(coordinates) = plan.table() {
        if coordinates == 1 || plan.needed() == 1 {
            p.open("if (args.length == 2 && args[0].equals(\"--table\"))");
            p.line(&row("n", "args[1]"));
            p.lines.depth -= 1;
            word = "} else ";
        }
        if coordinates == 2 {
            p.open(&format!("{word}if (args.length == 3 && args[0].equals(\"--table\"))"));
            p.open("for (long m = 0, last = read(args[1]); m <= last; ++m)");
            p.line(&row("m, n", "args[2]"));
            p.close();
            p.lines.depth -= 1;
            word = "} else ";
        }
    }
    p.line(&format!(
        "\
{word}if (args.length > 0) {{
    out.append(answer(Arrays.stream(args).mapToLong(word -> read(word)).toArray())).append('\\n');
}} else {{
    Scanner lines = new Scanner(System.in);
    while (lines.hasNextLine()) {{
        String[] words = lines.nextLine().trim().split(\"\\\\s+\");
        out.append(answer(Arrays.stream(words).mapToLong(word -> read(word)).toArray())).append('\\n');
    }}
}}
System.out.print(out);"
    ));
    p.close();
    p.lines.depth = 0;
    p.line("}");
}
