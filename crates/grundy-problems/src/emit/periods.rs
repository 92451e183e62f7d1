//! Games whose values are proved to repeat: a short table stands for all of them.

use grundy::context::Context;
use grundy::heap::run::Run;
use grundy_rules::emit::Functions;
use grundy_rules::emit::Lang;
use grundy_rules::take_and_break;
use grundy_rules::typed::Program;

/// A period is looked for up to this heap.
const MAX_HEAP: u64 = 20_000;

/// Tables have up to so many values.
const MAX_VALUES: u64 = 2_000;

/// The values of a game of one heap, which repeat from `preperiod` on with this length, growing by
/// `saltus`.
struct Periodic {
    name: String,
    values: Vec<u32>,
    preperiod: u64,
    length: u64,
    saltus: u64,
    theorem: &'static str,
}

impl Periodic {
    /// That of a family whose rules are those of a take-and-break code, if a period is proved soon.
    fn of(program: &Program, family: usize) -> Option<Self> {
        let code = take_and_break::code(program, family)?;
        let mut run = Run::new(code);
        // No clock: the same file gives the same program everywhere.
        run.extend(MAX_HEAP, true, &Context::default(), &mut |_| Ok(())).ok()?;
        let (period, theorem) = run.proved()?;
        let count = period.preperiod + period.length;
        if count > MAX_VALUES || run.values().len() < count as usize {
            return None;
        }
        let name = program.families[family].name.to_string();
        let values = (0..count as usize).map(|n| run.values().get(n)).collect();
        let (preperiod, length, saltus) = (period.preperiod, period.length, period.saltus);
        Some(Self { name, values, preperiod, length, saltus, theorem: theorem.name() })
    }

    /// The table in lines.
    fn table(&self) -> String {
        let mut lines = vec![String::new()];
        for value in &self.values {
            let text = format!("{value},");
            let line = lines.last_mut().filter(|line| line.len() + text.len() < 92);
            match line {
                Some(line) if line.is_empty() => line.push_str(&text),
                Some(line) => *line += &format!(" {text}"),
                None => lines.push(text),
            }
        }
        lines.iter().map(|line| format!("    {line}\n")).collect()
    }

    fn text(&self, lang: Lang) -> String {
        let Self { name, preperiod, length, saltus, theorem, .. } = self;
        let (table, end) = (self.table(), preperiod + length);
        let grows = if *saltus > 0 { format!(", {saltus} more each time") } else { String::new() };
        let why = format!(
            "The values of {name}(n) repeat from {preperiod} on with period {length}{grows}: {theorem}."
        );
        // n reduced into the table, and what is added.
        let reduced = format!("{preperiod} + (n - {preperiod}) % {length}");
        let rise = match saltus {
            0 => String::new(),
            1 => format!(" + (n - {preperiod}) / {length}"),
            _ => format!(" + (n - {preperiod}) / {length} * {saltus}"),
        };
        match lang {
            Lang::Cpp => format!(
                "// {why}\nconst int values_{name}[] = {{\n{table}}};\n\n\
                 Int grundy_{name}(Int n) {{\n    if (n < {end}) return values_{name}[n];\n    \
                 return values_{name}[{reduced}]{rise};\n}}\n"
            ),
            Lang::Rust => {
                let lower = name.to_lowercase();
                let upper = name.to_uppercase();
                format!(
                    "/// {why}\nconst VALUES_{upper}: &[i64] = &[\n{table}];\n\n\
                     fn grundy_{lower}(n: i64) -> i64 {{\n    if n < {end} {{\n        \
                     return VALUES_{upper}[n as usize];\n    }}\n    \
                     VALUES_{upper}[({reduced}) as usize]{rise}\n}}\n"
                )
            }
            Lang::Python => {
                let rise = rise.replace(" / ", " // ");
                format!(
                    "# {why}\nvalues_{name} = [\n{table}]\n\n\ndef grundy_{name}(n):\n    \
                     if n < {end}:\n        return values_{name}[n]\n    \
                     return values_{name}[{reduced}]{rise}\n"
                )
            }
            Lang::Java => format!(
                "// {why}\nstatic final int[] values_{name} = {{\n{table}}};\n\n\
                 static long grundy_{name}(long n) {{\n    \
                 if (n < {end}) return values_{name}[(int) n];\n    \
                 return values_{name}[(int) ({reduced})]{rise};\n}}\n"
            ),
        }
    }

    fn call(&self, lang: Lang) -> String {
        match lang {
            Lang::Rust => format!("grundy_{}", self.name.to_lowercase()),
            _ => format!("grundy_{}", self.name),
        }
    }
}

/// Functions for these families, if the values of all of them are proved to repeat.
pub(super) fn functions(program: &Program, families: &[usize], lang: Lang) -> Option<Functions> {
    let all: Vec<Periodic> =
        families.iter().map(|&family| Periodic::of(program, family)).collect::<Option<_>>()?;
    let texts: Vec<String> = all.iter().map(|periodic| periodic.text(lang)).collect();
    let between = if lang == Lang::Python { "\n\n" } else { "\n" };
    Some(Functions {
        text: texts.join(between),
        values: all.iter().map(|periodic| periodic.call(lang)).collect(),
        options: vec![None; families.len()],
        ..Functions::default()
    })
}
