//! Games whose values are proved to repeat: a short table stands for all of them.

use grundy::context::Context;
use grundy::heap::run::Run;
use grundy_rules::emit::Lang;
use grundy_rules::take_and_break;
use grundy_rules::typed::Program;

/// A period is looked for up to this heap.
const MAX_HEAP: u64 = 20_000;

/// Tables have up to so many values.
const MAX_VALUES: u64 = 2_000;

/// The values of a game of one heap, which repeat from `preperiod` on with this length, growing by
/// `saltus`.
#[derive(Clone, Debug)]
pub(super) struct Periodic {
    values: Vec<u32>,
    preperiod: u64,
    length: u64,
    saltus: u64,
    theorem: &'static str,
}

impl Periodic {
    /// That of a family whose rules are those of a take-and-break code, if a period is proved soon.
    pub fn of(program: &Program, family: usize) -> Option<Self> {
        let code = take_and_break::code(program, family)?;
        let mut run = Run::new(code);
        // No clock: the same file gives the same program everywhere.
        run.extend(MAX_HEAP, true, &Context::default(), &mut |_| Ok(())).ok()?;
        let (period, theorem) = run.proved()?;
        let count = period.preperiod + period.length;
        if count > MAX_VALUES || run.values().len() < count as usize {
            return None;
        }
        let values = (0..count as usize).map(|n| run.values().get(n)).collect();
        let (preperiod, length, saltus) = (period.preperiod, period.length, period.saltus);
        Some(Self { values, preperiod, length, saltus, theorem: theorem.name() })
    }

    /// Whether the values of heaps up to this one have 64 bits.
    pub fn fits(&self, most: i64) -> bool {
        let turns = i128::from(most) / i128::from(self.length);
        let greatest = i128::from(self.values.iter().copied().max().unwrap_or(0));
        turns.saturating_mul(self.saltus.into()).saturating_add(greatest) <= i64::MAX.into()
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

    /// The function of this name.
    pub fn text(&self, family: &str, name: &str, lang: Lang) -> String {
        let Self { preperiod, length, saltus, theorem, .. } = self;
        let (table, end) = (self.table(), preperiod + length);
        let grows = if *saltus > 0 { format!(", {saltus} more each time") } else { String::new() };
        let why = format!(
            "The values of {family}(n) repeat from {preperiod} on with period {length}{grows}. Proof: \
             {theorem}."
        );
        // n reduced into the table, and what is added.
        let since = match preperiod {
            0 => "n".to_owned(),
            _ => format!("(n - {preperiod})"),
        };
        let reduced = match preperiod {
            0 => format!("n % {length}"),
            _ => format!("{preperiod} + {since} % {length}"),
        };
        let rise = match saltus {
            0 => String::new(),
            1 => format!(" + {since} / {length}"),
            _ => format!(" + {since} / {length} * {saltus}"),
        };
        let before = |line: String| if *preperiod == 0 { String::new() } else { line };
        match lang {
            Lang::Cpp => {
                let first = before(format!("    if (n < {end}) return values_{family}[n];\n"));
                format!(
                    "// {why}\nconst int values_{family}[] = {{\n{table}}};\n\n\
                     Int {name}(Int n) {{\n{first}    \
                     return values_{family}[{reduced}]{rise};\n}}\n"
                )
            }
            Lang::Rust => {
                let upper = family.to_uppercase();
                let first = before(format!(
                    "    if n < {end} {{\n        return VALUES_{upper}[n as usize];\n    }}\n"
                ));
                format!(
                    "// {why}\nconst VALUES_{upper}: &[i64] = &[\n{table}];\n\n\
                     fn {name}(n: i64) -> i64 {{\n{first}    \
                     VALUES_{upper}[({reduced}) as usize]{rise}\n}}\n"
                )
            }
            Lang::Python => {
                let rise = rise.replace(" / ", " // ");
                let first =
                    before(format!("    if n < {end}:\n        return values_{family}[n]\n"));
                format!(
                    "# {why}\nvalues_{family} = [\n{table}]\n\n\ndef {name}(n):\n{first}    \
                     return values_{family}[{reduced}]{rise}\n"
                )
            }
            Lang::Java => {
                let first =
                    before(format!("    if (n < {end}) return values_{family}[(int) n];\n"));
                format!(
                    "// {why}\nstatic final int[] values_{family} = {{\n{table}}};\n\n\
                     static long {name}(long n) {{\n{first}    \
                     return values_{family}[(int) ({reduced})]{rise};\n}}\n"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_leave_64_bits_are_seen() {
        let period =
            |saltus| Periodic { values: vec![0, 3], preperiod: 1, length: 1, saltus, theorem: "" };
        assert!(period(0).fits(i64::MAX) && period(1).fits(i64::MAX - 3));
        assert!(!period(1).fits(i64::MAX) && !period(20).fits(1_000_000_000_000_000_000));
        let text = period(2).text("S", "grundy_S", Lang::Cpp);
        assert!(
            text.ends_with("return values_S[1 + (n - 1) % 1] + (n - 1) / 1 * 2;\n}\n"),
            "{text}"
        );
    }
}
