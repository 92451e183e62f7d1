//! Certificates of misère quotients changed in every place: whatever is accepted is true by the bare rules.

use crate::analysis::SetQuotient;
use crate::context::Context;
use crate::expr::{Catalogue, Expression};
use crate::game::Component;
use crate::quotient::{CodeQuotient, Limits};
use crate::verify::{Problem, VerifiedSet, verify_quotient, verify_set};
use hashbrown::HashMap;
use serde_json::Value;
use std::sync::Arc;

/// Outcomes in misère play by the moves that games tell, and by nothing else.
#[derive(Default)]
struct Brute {
    components: HashMap<String, Arc<dyn Component>>,
    options: HashMap<String, Vec<Vec<String>>>,
    known: HashMap<Vec<String>, bool>,
}

impl Brute {
    fn options(&mut self, name: &str) -> Vec<Vec<String>> {
        if let Some(known) = self.options.get(name) {
            return known.clone();
        }
        if !self.components.contains_key(name) {
            let Expression::Sum(sum) = Catalogue::default().read(name).unwrap() else {
                unreachable!()
            };
            assert_eq!(sum.len(), 1, "{name}");
            self.components.insert(name.to_owned(), sum[0].clone());
        }
        let mut options = Vec::new();
        for option in self.components[name].some_moves(0, usize::MAX).listed {
            let parts = (0..option.after.parts()).map(|j| option.after.with_parts(&[j]));
            let left = parts.map(|part| {
                let name = part.print();
                self.components.insert(name.clone(), part);
                name
            });
            options.push(left.collect::<Vec<String>>());
        }
        self.options.insert(name.to_owned(), options.clone());
        options
    }

    fn is_p(&mut self, mut sum: Vec<String>) -> bool {
        sum.retain(|name| !self.options(name).is_empty());
        sum.sort();
        if let Some(&known) = self.known.get(&sum) {
            return known;
        }
        let mut won = sum.is_empty();
        'moves: for i in 0..sum.len() {
            for left in self.options(&sum[i]) {
                let mut after = sum.clone();
                after.remove(i);
                after.extend(left);
                if self.is_p(after) {
                    won = true;
                    break 'moves;
                }
            }
        }
        self.known.insert(sum, !won);
        !won
    }
}

fn set(codes: &[&str], positions: &[&str], to: u64) -> String {
    let context = Context::default();
    let codes = codes.iter().map(|code| ((*code).to_owned(), code.parse().unwrap()));
    let mut set = SetQuotient::new(codes, Limits::default());
    for position in positions {
        set.add(&Catalogue::default().read(position).unwrap(), &context).unwrap().unwrap();
    }
    set.grow(to, &context).unwrap();
    set.certificate().unwrap()
}

fn check(text: &str) -> Result<VerifiedSet, Problem> {
    verify_set(&mut text.as_bytes(), &Context::default())
}

fn split(text: &str) -> (&str, Value) {
    let (first, body) = text.split_once('\n').unwrap();
    (first, serde_json::from_str(body).unwrap())
}

/// Every value that is this one but for a number, a sign, or an entry of a list.
fn changed(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Number(number) => {
            let n = number.as_u64().unwrap();
            all.extend(
                [n.wrapping_sub(1), n + 1, 0, 1000].iter().filter(|&&m| m != n).map(|&m| m.into()),
            );
            all.push(Value::Null);
        }
        Value::Null => all.extend([0.into(), 3.into(), "guy-smith".into()]),
        Value::String(text) => {
            for (i, byte) in text.bytes().enumerate() {
                for other in *b"012347#.()" {
                    let mut bytes = text.clone().into_bytes();
                    bytes[i] = other;
                    if other != byte {
                        all.push(String::from_utf8_lossy(&bytes).into());
                    }
                }
            }
            all.push("wythoff(1,1)".into());
        }
        Value::Array(list) => {
            for (i, entry) in list.iter().enumerate() {
                let with = |entries: &[Value]| -> Value {
                    list[..i].iter().chain(entries).chain(&list[i + 1..]).cloned().collect()
                };
                all.extend([with(&[]), with(&[entry.clone(), entry.clone()])]);
                all.extend(changed(entry).into_iter().map(|entry| with(&[entry])));
                if let Some(next) = list.get(i + 1).filter(|next| *next != entry) {
                    let mut swapped = list.clone();
                    swapped[i] = next.clone();
                    swapped[i + 1] = entry.clone();
                    all.push(swapped.into());
                }
            }
        }
        Value::Object(members) => {
            for (name, entry) in members {
                for other in changed(entry) {
                    let mut members = members.clone();
                    members.insert(name.clone(), other);
                    all.push(members.into());
                }
                let mut fewer = members.clone();
                fewer.remove(name);
                all.push(fewer.into());
            }
        }
        Value::Bool(_) => unreachable!(),
    }
    all
}

/// Whether products decide all sums of two parts that the file names, as the rules do.
fn judge(
    file: &Value,
    found: &VerifiedSet,
    periods: &HashMap<String, Option<(u64, u64)>>,
    brute: &mut Brute,
) {
    let index = |value: &Value| value.as_u64().unwrap() as usize;
    let mut parts = Vec::new();
    for code in file["codes"].as_array().unwrap() {
        let name = code["code"].as_str().unwrap();
        for (n, x) in code["function"].as_array().unwrap().iter().enumerate().take(9) {
            parts.push((format!("{name}({n})"), index(x)));
        }
    }
    for position in file["positions"].as_array().unwrap() {
        let name = position["position"].as_str().unwrap();
        parts.push((name.to_owned(), index(&position["element"])));
    }
    let p: Vec<usize> = file["p_portion"].as_array().unwrap().iter().map(index).collect();
    for (i, (one, x)) in parts.iter().enumerate() {
        for (other, y) in &parts[i..] {
            let product = index(&file["table"][x][y]);
            let wanted = brute.is_p(vec![one.clone(), other.clone()]);
            assert_eq!(p.contains(&product), wanted, "{one} + {other}: {file}");
        }
    }
    for code in &found.codes {
        if let (Some(claimed), Some(period)) = (code.period, periods.get(&code.code)) {
            assert_eq!(Some(claimed), *period, "{file}");
        }
    }
}

#[test]
fn changed_certificates_of_sets_are_refused_or_true() {
    let mut brute = Brute::default();
    for (codes, positions, to, least) in [
        (&["0.123"][..], &["nim(2)"][..], 16, 3000),
        (&[], &["cram(2,3)", "kayles(5)"], 0, 500),
        (&["0.31"], &["kings(2,2)", "nim(1,3)"], 12, 500),
    ] {
        let text = set(codes, positions, to);
        let (first, file) = split(&text);
        let found = check(&text).unwrap();
        assert!(found.taken.is_empty(), "{found:?}");
        let periods = found.codes.iter().map(|code| (code.code.clone(), code.period)).collect();
        judge(&file, &found, &periods, &mut brute);
        let (mut tried, mut accepted) = (0, 0);
        for other in changed(&file) {
            tried += 1;
            match check(&format!("{first}\n{other}\n")) {
                Ok(found) if found.taken.is_empty() => {
                    accepted += 1;
                    judge(&other, &found, &periods, &mut brute);
                }
                // Names of games without rules here: then the file says what the moves are.
                Ok(found) => assert!(!found.taken.is_empty()),
                Err(Problem::False(_) | Problem::Malformed(_)) => {}
                Err(problem) => panic!("{problem}"),
            }
        }
        assert!(tried > least, "{tried}");
        // Entries twice in the P-portion, other products for an element, an option twice.
        assert!(accepted > 0 && accepted < tried / 2, "{accepted} of {tried}");
    }
}

#[test]
fn changed_certificates_of_codes_are_refused_or_true() {
    let mut brute = Brute::default();
    let mut quotient = CodeQuotient::new("0.123".parse().unwrap(), Limits::default());
    quotient.grow(100, &Context::default()).unwrap();
    let text = quotient.certificate().unwrap();
    let (first, file) = split(&text);
    let (mut tried, mut accepted) = (0, 0);
    for other in changed(&file) {
        tried += 1;
        let text = format!("{first}\n{other}\n");
        let Ok(found) = verify_quotient(&mut text.as_bytes(), &Context::default()) else {
            continue;
        };
        accepted += 1;
        assert!(found.period.is_none_or(|period| period == (5, 5)), "{found:?}");
        // The same claim as that of a set.
        let code = serde_json::json!([{ "code": other["code"], "function": other["function"] }]);
        let set = serde_json::json!({
            "codes": code, "positions": [], "table": other["table"], "p_portion": other["p_portion"],
        });
        let found =
            VerifiedSet { order: found.order, codes: vec![], positions: vec![], taken: vec![] };
        judge(&set, &found, &HashMap::new(), &mut brute);
    }
    assert!(tried > 1000 && accepted > 0 && accepted < tried / 2, "{accepted} of {tried}");
}

#[test]
fn sets_say_whose_moves_were_checked() {
    let found = check(&set(&["0.123"], &["nim(4)"], 200)).unwrap();
    assert_eq!((found.codes[0].period, found.order), (Some((5, 5)), 44));
    let found = check(&set(&["0.123"], &["nim(4)", "0.77(5)"], 200)).unwrap();
    assert!(found.codes[0].period.is_some());
    assert!(found.taken.is_empty());
    let top: Vec<&str> = found.positions.iter().filter(|p| p.top).map(|p| &*p.position).collect();
    assert_eq!(top, ["nim(4)", "0.77(5)"]);
    let found = check(&set(&[], &["wythoff(2,2)", "node-kayles(2,3)"], 0)).unwrap();
    assert_eq!(found.taken, ["wythoff"]);
    let at = |name: &str| found.positions.iter().find(|p| p.position == name).unwrap().p;
    let mut brute = Brute::default();
    for name in ["wythoff(2,2)", "node-kayles(2,3)"] {
        assert_eq!(at(name), brute.is_p(vec![name.to_owned()]), "{name}");
    }
    // A code with moves to three heaps, as a code and as a position.
    let catalogue = Catalogue::default();
    let position = set(&[], &["8.3F(5)"], 0);
    assert_eq!(check(&position).unwrap().taken, ["8.3F"]);
    let codes = [("8.3F".to_owned(), "8.3F".parse().unwrap())];
    let mut beyond = SetQuotient::new(codes, Limits::default());
    beyond.add(&catalogue.read("nim(1)").unwrap(), &Context::default()).unwrap().unwrap();
    assert!(beyond.certificate().is_err());
}

#[test]
fn false_moves_are_found() {
    let text = set(&[], &["cram(2,3)"], 0);
    let (first, file) = split(&text);
    let last = file["positions"].as_array().unwrap().len() - 1;
    // The last two have more moves than anyone can look at.
    let names = ["cram(3,3)", "cram(2,2)", "kings(2,3)", "nim(3)", "0.77(2)", "nim(1000000)"];
    for name in names.into_iter().chain(["0.77(1000000)"]) {
        let mut other = file.clone();
        other["positions"][last]["position"] = name.into();
        let problem = check(&format!("{first}\n{other}\n")).unwrap_err().to_string();
        assert!(problem.contains("the moves of") || problem.contains("has no move"), "{problem}");
    }
    // Written otherwise, a known game would look like one whose moves the file alone tells.
    let names = [
        "cram(2, 3)",
        "Cram(2,3)",
        "cram(2,3) ",
        "cram(02,0003)",
        "cram(rows('..'))",
        "cram",
        "polyominoes[i2](2,3)",
        "polyominoes [I2](2,3)",
        "kings(3,3,3)",
        "node-kayles(3, 3)",
        "node-kayles(rows(\"..\"))x",
        "nim(1,2)",
        "nim(07)",
        "NIM(7)",
        "nim(9999999)",
        "*7",
        "(nim(7))",
        "nim(3) + nim(4)",
        "0.77(2,3)",
        "0.77 (2)",
        "4.07(x)",
        "n\u{456}m(7)",
        "cram\u{200b}(2,3)",
    ];
    for name in names {
        let mut other = file.clone();
        other["positions"][last]["position"] = name.into();
        let problem = check(&format!("{first}\n{other}\n")).unwrap_err().to_string();
        assert!(
            problem.contains("otherwise") || problem.contains("the moves of"),
            "{name}: {problem}"
        );
    }
}
