//! Printing of answers in the four languages.

use super::expr::Tight;
use super::printer::Printer;
use crate::ir::{Bool, Piece, Print};
use grundy_rules::emit::Lang;

impl Printer<'_> {
    /// Prints one of two texts.
    pub fn one_of(&mut self, condition: &Bool, a: &str, b: &str, line: bool) {
        let condition = self.bool(condition);
        let end = if line { "\n" } else { "" };
        let (a, b) = (escaped(&format!("{a}{end}")), escaped(&format!("{b}{end}")));
        let tight = Tight::Or;
        self.say(&match self.lang {
            Lang::Cpp => format!("std::cout << ({} ? \"{a}\" : \"{b}\")", condition.at(tight)),
            Lang::Java => format!("out.append({} ? \"{a}\" : \"{b}\")", condition.at(tight)),
            Lang::Rust => {
                format!("out.push_str(if {} {{ \"{a}\" }} else {{ \"{b}\" }})", condition.0)
            }
            Lang::Python => {
                let (a, b) = (a.trim_end_matches("\\n"), b.trim_end_matches("\\n"));
                let end = if line { "" } else { ", end=\"\"" };
                format!("print(\"{a}\" if {} else \"{b}\"{end})", condition.at(tight))
            }
        });
    }

    pub fn print(&mut self, print: &Print) {
        let mut pieces: Vec<(bool, String)> = Vec::new();
        for piece in &print.pieces {
            pieces.push(match piece {
                Piece::Text(text) => (true, text.clone()),
                Piece::Int(value) => {
                    let text = self.int(value);
                    (
                        false,
                        match self.lang {
                            Lang::Cpp => text.at(Tight::Product),
                            Lang::Java => text.at(Tight::Product),
                            _ => text.0,
                        },
                    )
                }
                Piece::Array(array) => {
                    self.helpers.insert("joined");
                    let array = self.array(array);
                    let by = if self.lang == Lang::Rust { "&" } else { "" };
                    (false, format!("joined({by}{array})"))
                }
            });
        }
        let quoted = |text: &str| format!("\"{}\"", escaped(text));
        match self.lang {
            Lang::Cpp => {
                let mut parts: Vec<String> = pieces
                    .iter()
                    .map(|(plain, text)| if *plain { quoted(text) } else { text.clone() })
                    .collect();
                if print.line {
                    match (pieces.last(), parts.last_mut()) {
                        (Some((true, text)), Some(last)) => *last = quoted(&format!("{text}\n")),
                        _ => parts.push("'\\n'".to_owned()),
                    }
                }
                if !parts.is_empty() {
                    self.say(&format!("std::cout << {}", parts.join(" << ")));
                }
            }
            Lang::Java => {
                let mut line = "out".to_owned();
                for (plain, text) in &pieces {
                    line +=
                        &format!(".append({})", if *plain { quoted(text) } else { text.clone() });
                }
                if print.line {
                    line += ".append('\\n')";
                }
                self.say(&line);
            }
            Lang::Rust => {
                let (mut format, mut args) = (String::new(), String::new());
                for (plain, text) in &pieces {
                    if *plain {
                        format += &escaped(text).replace('{', "{{").replace('}', "}}");
                    } else {
                        format += "{}";
                        args += &format!(", {text}");
                    }
                }
                if args.is_empty() {
                    let text = format.replace("{{", "{").replace("}}", "}");
                    let end = if print.line { "\\n" } else { "" };
                    self.say(&format!("out.push_str(\"{text}{end}\")"));
                } else {
                    self.helpers.insert("write");
                    let end = if print.line { "\\n" } else { "" };
                    self.say(&format!("write!(out, \"{format}{end}\"{args}).unwrap()"));
                }
            }
            Lang::Python => {
                let end = if print.line { "" } else { ", end=\"\"" };
                let all_plain = pieces.iter().all(|(plain, _)| *plain);
                let text = match &pieces[..] {
                    [] => String::new(),
                    [(false, text)] => text.clone(),
                    _ => {
                        let mut format = String::new();
                        for (plain, text) in &pieces {
                            if *plain && !all_plain {
                                format += &escaped(text).replace('{', "{{").replace('}', "}}");
                            } else if *plain {
                                format += &escaped(text);
                            } else {
                                format += &format!("{{{}}}", text.replace('"', "'"));
                            }
                        }
                        let f = if all_plain { "" } else { "f" };
                        format!("{f}\"{format}\"")
                    }
                };
                self.say(&match (text.is_empty(), print.line) {
                    (true, true) => "print()".to_owned(),
                    (true, false) => "pass".to_owned(),
                    _ => format!("print({text}{end})"),
                });
            }
        }
    }
}

/// As it stands between quotation marks.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t")
}
