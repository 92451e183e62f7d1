//! Help texts that fit the terminal: paragraphs are wrapped by its width, not by the source's.

use clap::Command;

/// The command with the paragraphs below its options, and those of its subcommands, in one line each:
/// they are wrapped when they are printed. Indented lines, as examples, stay as they are.
pub fn unwrapped(mut command: Command) -> Command {
    if let Some(help) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(joined(&help));
    }
    command.mut_subcommands(unwrapped)
}

fn joined(help: &str) -> String {
    let mut out = String::new();
    let mut within = false;
    for line in help.lines() {
        let runs_on = !line.is_empty() && !line.starts_with(' ') && !line.ends_with(':');
        if !out.is_empty() {
            out.push(if within && !line.is_empty() && !line.starts_with(' ') { ' ' } else { '\n' });
        }
        out.push_str(line);
        within = runs_on;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn paragraphs_are_joined_and_examples_are_not() {
        let text = "Examples:\n  one\n  two\n\nA line\nand its end.\n\nExit codes: 0 well,\n2 bad.";
        let plain = "Examples:\n  one\n  two\n\nA line and its end.\n\nExit codes: 0 well, 2 bad.";
        assert_eq!(joined(text), plain);
    }

    /// An example that is wrapped cannot be pasted.
    #[test]
    fn examples_fit_a_terminal_of_80_columns() {
        fn check(command: &Command) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            for line in help.lines().filter(|line| line.starts_with(' ')) {
                assert!(line.chars().count() <= 80, "{}: {line}", command.get_name());
            }
            command.get_subcommands().for_each(check);
        }
        check(&unwrapped(super::super::Args::command()));
    }
}
