//! Rule texts: checked, and printed as programs.

use crate::ask::Ask;
use crate::desk::{RULES, Ready, program};
use crate::refusal::{Kind, Refusal};
use crate::shape::{CheckAnswer, EmitAnswer};
use crate::state::State;
use axum::extract::State as Extract;
use axum::http::StatusCode;
use grundy::expr::closest;
use grundy::game::Family as _;
use grundy_rules::emit::{self, Lang};
use grundy_rules::game::Rules;
use grundy_rules::source::Source;
use grundy_rules::take_and_break;
use grundy_rules::typed::Program;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;

/// Rules to be checked: the member `rules` has them.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CheckQuestion {}

/// Rules to be printed as a program: the member `rules` has them.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EmitQuestion {
    /// The language of the program: `c++`, `rust`, `python` or `java`.
    language: EmitLanguage,
    /// The game whose values are printed; the first of the rules if left out.
    #[serde(default)]
    family: Option<String>,
}

/// A language of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EmitLanguage {
    /// C++17
    #[serde(rename = "c++", alias = "cpp")]
    Cpp,
    /// Rust, edition 2021
    Rust,
    /// Python 3.8
    Python,
    /// Java 11
    Java,
}

#[derive(Serialize)]
struct Checked {
    families: Vec<Family>,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct Family {
    name: String,
    parameters: Vec<String>,
    example: Option<String>,
    recognised: Option<String>,
}

/// A program that is printed.
#[derive(Serialize)]
pub(super) struct Emitted {
    pub program: String,
}

/// Rules, checked, with their games
///
/// As `grundy rules check`.
#[utoipa::path(
    post,
    path = "/rules/check",
    request_body = CheckQuestion,
    responses((status = 200, body = CheckAnswer, description = "They are well-formed"))
)]
pub async fn check(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<CheckQuestion>,
) -> Result<Ready, Refusal> {
    let (text, inputs) = rules(&ask)?;
    state
        .pool
        .run(move |_| {
            let program = program(&text, &inputs)?;
            Ready::of(&Checked { notes: program.describe(), families: families(program, &text)? })
        })
        .await
}

/// The rules of a question that needs them.
fn rules<T>(ask: &Ask<T>) -> Result<(String, Vec<String>), Refusal> {
    match &ask.common.rules {
        Some(text) => Ok((text.clone(), ask.common.inputs.clone())),
        None => Err(Refusal::request("missing field `rules`")),
    }
}

fn families(program: Program, text: &str) -> Result<Vec<Family>, Refusal> {
    let open = !program.inputs.is_empty();
    let mut families: Vec<Family> = program
        .families
        .iter()
        .map(|family| Family {
            name: family.name.to_string(),
            parameters: family.params.iter().map(|param| param.name.to_string()).collect(),
            example: None,
            recognised: None,
        })
        .collect();
    // Positions there are only once the inputs have values.
    if open {
        return Ok(families);
    }
    let rules =
        Rules::new(program).map_err(|error| Refusal::rules(&error, &Source::new(RULES, text)))?;
    for (number, (family, game)) in families.iter_mut().zip(rules.families()).enumerate() {
        // The last of the small positions is one of the largest of them.
        family.example = game.small().pop();
        let code = take_and_break::code(rules.program(), number);
        family.recognised = code.map(|code| code.to_string());
    }
    Ok(families)
}

/// Rules as a plain program that computes the same values
///
/// As `grundy rules emit --law off`.
#[utoipa::path(
    post,
    path = "/rules/emit",
    request_body = EmitQuestion,
    responses((status = 200, body = EmitAnswer, description = "The program"))
)]
pub async fn emit(
    Extract(state): Extract<Arc<State>>,
    ask: Ask<EmitQuestion>,
) -> Result<Ready, Refusal> {
    let (text, inputs) = rules(&ask)?;
    let question = ask.question;
    state
        .pool
        .run(move |_| {
            let program = program(&text, &inputs)?;
            let source = program.source.clone();
            let wrong = |error| Refusal::rules(&error, &source);
            let rules = Rules::new(program).map_err(wrong)?;
            let program = rules.program();
            let number = match &question.family {
                None => 0,
                Some(name) => number(program, name)?,
            };
            let lang = match question.language {
                EmitLanguage::Cpp => Lang::Cpp,
                EmitLanguage::Rust => Lang::Rust,
                EmitLanguage::Python => Lang::Python,
                EmitLanguage::Java => Lang::Java,
            };
            Ready::of(&Emitted { program: emit::emit(program, number, lang).map_err(wrong)? })
        })
        .await
}

fn number(program: &Program, name: &str) -> Result<usize, Refusal> {
    let same = |family: &grundy_rules::typed::Family| family.name.eq_ignore_ascii_case(name);
    program.families.iter().position(same).ok_or_else(|| {
        let names = || program.families.iter().map(|family| &*family.name);
        let short: String = name.chars().take(60).collect();
        let message = format!("there is no game called {short} in these rules");
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, Kind::Rules, message).help(
            match closest(name, names()) {
                Some(close) => format!("did you mean {close}?"),
                None => format!("the games are {}", names().collect::<Vec<_>>().join(", ")),
            },
        )
    })
}
