//! Whole submissions: programs in C++, Rust, Python and Java that read an input and print the
//! answers, and need nothing else.

mod burden;
mod cpp;
mod expr;
mod functions;
mod java;
mod laws;
mod limits;
mod loops;
mod misere;
mod outcomes;
mod output;
mod printer;
mod python;
mod rust;
mod stmt;
mod uses;
mod visit;
mod whole;

use crate::ir::{Kind, Routine};
use crate::problem::Problem;
use crate::seen::Seen;
use grundy_rules::emit::{Functions, InputLimits, Lang, Wanted};
use laws::ByLaw;
use printer::Printer;

/// A problem that cannot be said in a language, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaid(String);

impl std::fmt::Display for Unsaid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsaid {}

/// A whole program, to be handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The program.
    pub text: String,
    /// What is to be known before it is handed in: tables that are too large for the limits of the problem, numbers
    /// that are factored slowly, laws that are not proved (comments in the program say these, too), and that no law
    /// was found though one that is checked would have done.
    pub notes: Vec<String>,
}

impl Problem {
    /// A whole program that answers inputs of this problem. Where laws are proved of all games that it
    /// asks, it computes by them: see [`grundy_laws::submission`]. [`emit_tables`](Self::emit_tables)
    /// leaves them out.
    ///
    /// # Complexity
    /// O(length of the file), and the search for laws at the first call: about a second for each game.
    ///
    /// # Errors
    /// What programs do not say: values of built-in games.
    ///
    /// ```
    /// use grundy_problems::Problem;
    /// use grundy_rules::emit::Lang;
    /// let text = "title: Nim\ninput: n, h[n]\nvalue: xor(h)\nprint: Yes / No\n";
    /// let program = Problem::read("nim.problem", text)?.emit(Lang::Python)?;
    /// assert!(program.text.contains("for x in h:\n    value ^= x\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn emit(&self, lang: Lang) -> Result<Submission, Unsaid> {
        self.print(lang, laws::by_law(self, lang, false))
    }

    /// The same, where laws that are not proved, but hold in a table, are good enough, too: the notes name
    /// the games with such a law, and a comment says how far it was checked.
    ///
    /// # Complexity
    /// As [`emit`](Self::emit).
    ///
    /// # Errors
    /// As [`emit`](Self::emit).
    pub fn emit_unproved(&self, lang: Lang) -> Result<Submission, Unsaid> {
        let laws = laws::by_law(self, lang, true);
        let by_rules = laws.is_none() && laws::asks(self);
        let mut submission = self.print(lang, laws)?;
        if by_rules {
            let why = "no law is found for all games that are asked: values are found by the rules";
            submission.notes.push(why.to_owned());
        }
        Ok(submission)
    }

    /// The same without laws: tables are filled, or positions searched, for every value.
    ///
    /// # Complexity
    /// O(length of the file).
    ///
    /// # Errors
    /// As [`emit`](Self::emit).
    pub fn emit_tables(&self, lang: Lang) -> Result<Submission, Unsaid> {
        self.print(lang, None)
    }

    fn print(&self, lang: Lang, laws: Option<ByLaw>) -> Result<Submission, Unsaid> {
        let main = laws.as_ref().map_or(&self.main, |laws| &laws.routine);
        let mut printer = Printer::new(lang, main);
        let p = &mut printer;
        p.uses = uses::uses(main);
        p.natural = uses::natural(main);
        self.games(p, main, lang, laws.as_ref())?;
        if p.searches {
            p.print_search();
        }
        p.print_functions();
        let functions = std::mem::take(&mut p.text);
        if lang != Lang::Python {
            p.depth = 1;
        }
        let body = main.body.clone();
        p.block(&body);
        let main = std::mem::take(&mut p.text);
        p.depth = 0;
        if let Some(why) = &p.refused {
            return Err(Unsaid(why.clone()));
        }
        let mut notes = self.burdens(p);
        let mut heading = self.heading();
        heading.extend(notes.iter().flat_map(|note| wrapped(&format!("Note: {note}."))));
        // The comment above the function says it in the program.
        let unproved = laws.iter().flat_map(|laws| &laws.unproved).filter_map(|&family| {
            Some(format!(
                "the law of {} is not proved: it was checked in a table",
                self.rules.as_ref()?.families[family].name
            ))
        });
        notes.extend(unproved);
        Ok(Submission { text: whole::whole(p, &heading, &functions, &main), notes })
    }

    /// The limits within which the inputs of the rules are read.
    fn input_limits(&self) -> Vec<InputLimits> {
        let limits = |var| self.main.limits.iter().find(|(known, ..)| *known == var);
        let inputs = self.main.inputs.iter();
        inputs
            .filter_map(|(name, var)| {
                limits(*var).map(|(_, least, most)| (name.clone(), *least, *most))
            })
            .collect()
    }

    fn heading(&self) -> Vec<String> {
        let mut lines = vec![self.title.clone()];
        if !self.origin.is_empty() {
            lines[0] = format!("{} ({})", self.title, self.origin);
        }
        lines.extend(wrapped(&self.law));
        lines
    }

    /// The functions of the games.
    fn games<'p>(
        &'p self,
        p: &mut Printer<'p>,
        main: &Routine,
        lang: Lang,
        laws: Option<&ByLaw>,
    ) -> Result<(), Unsaid> {
        let mut seen = Seen::default();
        seen.block(&main.body);
        main.functions.iter().for_each(|function| seen.function(function));
        let mut families = seen.values.clone();
        families.extend(seen.options.iter().filter(|family| !seen.values.contains(family)));
        p.searches = seen.misere;
        p.families = families;
        let Some(program) = &self.rules else { return Ok(()) };
        p.program = Some(program);
        if seen.misere {
            // What a move leaves may be of any family.
            let others = (0..program.families.len()).filter(|family| !p.families.contains(family));
            p.families = p.families.iter().copied().chain(others).collect();
        }
        p.lengths = program
            .families
            .iter()
            .map(|family| family.params.iter().map(|param| param.len.unwrap_or(1)).collect())
            .collect();
        if p.families.is_empty() {
            return Ok(());
        }
        let wanted: Vec<Wanted> = p
            .families
            .iter()
            .map(|&family| Wanted {
                family,
                options: seen.misere || seen.options.contains(&family),
            })
            .collect();
        p.games = match laws {
            Some(laws) => {
                p.families.clone_from(&laws.families);
                p.lost.clone_from(&laws.lost);
                laws.functions.clone()
            }
            None => grundy_rules::emit::functions_within(
                program,
                &wanted,
                lang,
                &["main", "out", "input", "tokens"],
                &self.input_limits(),
            )
            .map_err(|error| Unsaid(error.render(&program.source)))?,
        };
        // What stands at the margin of a Python program is seen by all of it.
        let margin: Vec<String> = p
            .games
            .text
            .lines()
            .filter(|line| !line.starts_with([' ', '#', '"']))
            .flat_map(|line| match line.strip_prefix("def ") {
                Some(rest) => vec![rest.split('(').next().unwrap_or("").to_owned()],
                None => {
                    let names = line.split(" = ").next().unwrap_or("").split(", ");
                    names.map(str::to_owned).collect()
                }
            })
            .collect();
        if lang == Lang::Python {
            margin.iter().for_each(|name| {
                p.global(name);
            });
        }
        let inputs = p.games.inputs.clone();
        for (name, called) in inputs {
            if let Some((_, var)) = self.main.inputs.iter().find(|(input, _)| *input == name) {
                match p.lang {
                    // Arrays of the games are of another type there.
                    Lang::Java => p.given.push((*var, called.clone())),
                    _ => p.inputs.push((*var, called.clone())),
                }
            }
            p.global(called.trim_start_matches("games."));
        }
        for copy in p.games.copies.clone() {
            p.global(copy.name.trim_start_matches("games."));
        }
        Ok(())
    }
}

/// The lines of a paragraph.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.len() + word.len() > 88 {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

impl Printer<'_> {
    /// The statements that give the games their inputs, empty their tables, and make the copies of inputs.
    fn clear(&self) -> String {
        let Functions { clear, copies, .. } = &self.games;
        let mut lines: Vec<String> = Vec::new();
        for (var, called) in &self.given {
            let all = if self.kind(*var) == Kind::Int { "" } else { ".all()" };
            lines.push(format!("{called} = {}{all};", self.name(*var)));
        }
        if self.lang == Lang::Rust && !clear.is_empty() {
            let kept: Vec<String> = self
                .inputs
                .iter()
                .map(|(_, name)| {
                    let field = name.trim_start_matches("games.");
                    format!("{field}: std::mem::take(&mut {name})")
                })
                .collect();
            lines.push(format!("games = Games {{ {}, ..Games::new() }};", kept.join(", ")));
        } else if !clear.is_empty() {
            lines.push(clear.clone());
        }
        lines.extend(copies.iter().map(|copy| copy.fill.clone()));
        lines.join("\n")
    }
}
