//! Graphviz's language read back.

use std::collections::BTreeMap;

#[derive(Default)]
pub struct Dot {
    pub nodes: BTreeMap<String, BTreeMap<String, String>>,
    pub arcs: Vec<(String, String, BTreeMap<String, String>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Word(String),
    Sign(&'static str),
}

pub fn tokens(dot: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut chars = dot.chars().peekable();
    while let Some(char) = chars.next() {
        let sign = match char {
            '{' => "{",
            '}' => "}",
            '[' => "[",
            ']' => "]",
            ';' => ";",
            ',' => ",",
            '=' => "=",
            '-' => {
                assert_eq!(chars.next(), Some('>'));
                "->"
            }
            '"' => {
                let mut text = String::new();
                loop {
                    match chars.next().expect("the string ends") {
                        '"' => break,
                        '\\' => match chars.next().expect("an escape") {
                            'n' => text.push('\n'),
                            c @ ('"' | '\\') => text.push(c),
                            other => panic!("\\{other}"),
                        },
                        c => text.push(c),
                    }
                }
                tokens.push(Token::Word(text.replace("&amp;", "&")));
                continue;
            }
            c if c.is_whitespace() => continue,
            c => {
                let mut word = String::from(c);
                while let Some(c) = chars.next_if(|&c| c.is_alphanumeric() || c == '_' || c == '.')
                {
                    word.push(c);
                }
                tokens.push(Token::Word(word));
                continue;
            }
        };
        tokens.push(Token::Sign(sign));
    }
    tokens
}

/// Reads the part of the language that is written; panics at anything else.
pub fn read_dot(text: &str) -> Dot {
    let tokens = tokens(text);
    let mut dot = Dot::default();
    let mut depth = 0;
    let mut at = 0;
    let word = |at: usize| match &tokens[at] {
        Token::Word(word) => word.clone(),
        sign => panic!("{sign:?} in place of a word"),
    };
    while at < tokens.len() {
        match &tokens[at] {
            Token::Sign("{") => depth += 1,
            Token::Sign("}") => depth -= 1,
            Token::Sign(";") => {}
            Token::Sign(sign) => panic!("{sign} out of place"),
            Token::Word(first) => {
                let mut ends = vec![first.clone()];
                while tokens[at + 1] == Token::Sign("->") {
                    ends.push(word(at + 2));
                    at += 2;
                }
                let mut attributes = BTreeMap::new();
                if tokens[at + 1] == Token::Sign("=") {
                    at += 2;
                } else if tokens[at + 1] == Token::Sign("[") {
                    at += 1;
                    while tokens[at] != Token::Sign("]") {
                        assert_eq!(tokens[at + 2], Token::Sign("="));
                        attributes.insert(word(at + 1), word(at + 3));
                        at += 4;
                        assert!([Token::Sign("]"), Token::Sign(",")].contains(&tokens[at]));
                    }
                    assert_eq!(tokens[at + 1], Token::Sign(";"));
                }
                match &*ends {
                    [_] if attributes.is_empty() => {}
                    [one] => assert!(dot.nodes.insert(one.clone(), attributes).is_none()),
                    [a, b] => dot.arcs.push((a.clone(), b.clone(), attributes)),
                    _ => panic!("{ends:?}"),
                }
            }
        }
        at += 1;
    }
    assert_eq!(depth, 0);
    dot
}
