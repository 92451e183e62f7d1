//! Games of one's own: `--rules` and `--rule`.

use crate::args::RuleArgs;
use crate::failure::Failure;
use grundy::expr::Catalogue;
use grundy_cluster::{Results, Trouble};
use grundy_rules::error::RuleError;
use grundy_rules::game::Rules;
use grundy_rules::input::TextError;
use grundy_rules::source::Source;
use grundy_rules::typed::Program;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The rules named by the arguments, all of them one program.
pub struct Loaded(Option<Rules>);

impl Loaded {
    pub fn new(args: &RuleArgs) -> Result<Self, Failure> {
        if let Some(folder) = &args.results {
            return results(folder).map(|rules| Self(Some(rules)));
        }
        if args.rules.is_empty() && args.rule.is_empty() {
            return match args.input.first() {
                Some(input) => Err(Failure::Usage(format!(
                    "--input {input}: there are no rules: inputs go with --rules or --rule"
                ))),
                None => Ok(Self(None)),
            };
        }
        let mut source = files(&args.rules)?;
        add(&mut source, &args.rule);
        read_with(source, &args.input).map(|rules| Self(Some(rules)))
    }

    /// The program, if there are rules.
    pub fn program(&self) -> Option<&Arc<Program>> {
        self.0.as_ref().map(Rules::program)
    }

    /// The built-in games, after those of the rules.
    pub fn catalogue(&self) -> Catalogue<'_> {
        match &self.0 {
            Some(rules) => rules.catalogue(),
            None => Catalogue::default(),
        }
    }
}

/// The rules of results of `grundy-cluster`, with the values in them.
fn results(folder: &Path) -> Result<Rules, Failure> {
    let rules = Results::open(folder).and_then(Results::into_rules);
    rules.map_err(|trouble| match trouble {
        Trouble::File(message) => Failure::Io(message),
        other => Failure::Usage(format!("--results {}: {other}", folder.display())),
    })
}

/// Adds the texts of `--rule`.
pub fn add(source: &mut Source, rules: &[String]) {
    for (number, text) in rules.iter().enumerate() {
        // Which of them an error is in must be told.
        match rules.len() {
            1 => source.add("--rule", text),
            _ => source.add(format!("--rule #{}", number + 1), text),
        }
    }
}

/// The text on standard input.
pub fn standard_input() -> Result<Source, Failure> {
    let name = "standard input";
    Ok(Source::new(name, &read_text(name, std::io::stdin())?))
}

/// The texts of these files.
pub fn files(paths: &[PathBuf]) -> Result<Source, Failure> {
    let mut source = Source::default();
    for path in paths {
        let name = path.display().to_string();
        source.add(&*name, &text(path)?);
    }
    Ok(source)
}

/// The texts of these files; `-` is standard input.
pub fn files_or_input(paths: &[PathBuf]) -> Result<Source, Failure> {
    let mut source = Source::default();
    for path in paths {
        if path.as_os_str() == "-" {
            let name = "standard input";
            source.add(name, &read_text(name, std::io::stdin())?);
        } else {
            source.add(path.display().to_string(), &text(path)?);
        }
    }
    Ok(source)
}

fn text(path: &Path) -> Result<String, Failure> {
    let name = path.display();
    let file =
        std::fs::File::open(path).map_err(|error| Failure::Io(format!("{name}: {error}")))?;
    read_text(&name.to_string(), file)
}

fn read_text(name: &str, from: impl Read) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    // One byte more than is allowed shows that a file is too long.
    let most = grundy_rules::MAX_LENGTH as u64 + 1;
    from.take(most)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::Io(format!("{name}: {error}")))?;
    if bytes.len() as u64 == most {
        return Err(Failure::Io(format!(
            "{name}: rules of more than {} bytes are not read",
            most - 1
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let bytes = error.as_bytes();
        let before = &bytes[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        Failure::Io(format!("{name}, line {line}: this is not UTF-8 text"))
    })
}

/// Reads and checks rules.
pub fn read(source: Source) -> Result<Rules, Failure> {
    read_with(source, &[])
}

/// The same, with the values of inputs: `NAME=VALUE`.
pub fn read_with(source: Source, inputs: &[String]) -> Result<Rules, Failure> {
    let wrong = |error: RuleError| Failure::Usage(error.render(&source));
    let program = Program::read(source.clone()).map_err(wrong)?;
    let program = program.bind_texts(inputs).map_err(|error| match error {
        TextError::Rules(error) => wrong(error),
        TextError::Input { input, what } => Failure::Usage(format!("--input {input}: {what}")),
    })?;
    Rules::new(program).map_err(wrong)
}
