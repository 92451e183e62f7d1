//! Rule texts of built-in games, one for each file in `examples/rules`.

/// The texts by the names of their files.
macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../examples/rules/", $name, ".rules")))),*]
    };
}

/// The names of built-in games and their rules, as `examples/rules/NAME.rules` has them; sorted.
pub const TEXTS: &[(&str, &str)] = texts![
    "bash",
    "chomp",
    "cutting",
    "dag",
    "dawson-chess",
    "dawson-kayles",
    "divisor-game",
    "dynamic-nim",
    "euclid",
    "fibonacci-nim",
    "geography",
    "grundy-game",
    "hackenbush",
    "kayles",
    "lasker",
    "mark",
    "moore",
    "multiplication",
    "nim",
    "nim-heaps",
    "nim-keep",
    "prefix-word",
    "repeat",
    "row-hop",
    "sliding",
    "split-smaller",
    "staircase",
    "sub-word",
    "subtraction",
    "subtraction-all-but",
    "subtraction-fibonacci",
    "subtraction-powers",
    "subtraction-primes",
    "subtraction-squares",
    "take-and-break",
    "take-and-break-different",
    "take-and-break-equal",
    "take-and-break-unequal",
    "treblecross",
    "wythoff",
];

/// The rules of a built-in game.
///
/// ```
/// assert!(grundy_rules::library::text("wythoff").unwrap().contains("wythoff(a,b) -> "));
/// assert_eq!(grundy_rules::library::text("chess"), None);
/// ```
pub fn text(name: &str) -> Option<&'static str> {
    TEXTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::typed::Program;

    #[test]
    fn every_file_is_here_and_is_a_program() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/rules");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .filter_map(|entry| {
                let name = entry.unwrap().file_name().into_string().unwrap();
                name.strip_suffix(".rules").map(str::to_owned)
            })
            .collect();
        files.sort();
        let names: Vec<&str> = TEXTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, files, "TEXTS lists the files of {folder}");
        for (name, text) in TEXTS {
            let source = Source::new(*name, text);
            if let Err(error) = Program::read(source.clone()) {
                panic!("{}", error.render(&source));
            }
        }
    }
}
