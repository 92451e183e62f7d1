//! Whether a value is as an OpenAPI document says: the words of JSON Schema that ours uses; an unknown
//! word is an error, so that nothing is passed over.

use serde_json::Value;

/// Words that say nothing of what is valid, or nothing that is looked at here.
const REMARKS: [&str; 8] = [
    "description",
    "example",
    "examples",
    "title",
    "format",
    "default",
    "deprecated",
    "propertyNames",
];

/// What is wrong with a value, and where.
pub fn check(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    at(document, schema, value, "answer")
}

fn at(document: &Value, schema: &Value, value: &Value, place: &str) -> Result<(), String> {
    let Value::Object(words) = schema else {
        return if schema == &Value::Bool(true) {
            Ok(())
        } else {
            Err(format!("{place}: no schema"))
        };
    };
    let wrong = |what: &str| Err(format!("{place}: {what}, not {}", short(value)));
    for (word, told) in words {
        match &**word {
            "$ref" => {
                let path = told.as_str().and_then(|path| path.strip_prefix('#')).unwrap_or("?");
                let Some(schema) = document.pointer(path) else {
                    return Err(format!("{place}: there is no {told}"));
                };
                at(document, schema, value, place)?;
            }
            "type" => {
                let kinds: Vec<&str> = match told {
                    Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
                    kind => kind.as_str().into_iter().collect(),
                };
                if !kinds.iter().any(|kind| is(value, kind)) {
                    return wrong(&format!("{} expected", kinds.join(" or ")));
                }
            }
            "enum" => {
                if !told.as_array().unwrap().contains(value) {
                    return wrong(&format!("one of {told} expected"));
                }
            }
            "properties" => {
                for (name, schema) in told.as_object().unwrap() {
                    if let Some(member) = value.get(name) {
                        at(document, schema, member, &format!("{place}.{name}"))?;
                    }
                }
            }
            "required" => {
                for name in told.as_array().unwrap().iter().filter_map(Value::as_str) {
                    if value.get(name).is_none() {
                        return wrong(&format!("{name} expected"));
                    }
                }
            }
            "additionalProperties" if told == &Value::Bool(false) => {
                let known = |name: &String| words["properties"].get(name).is_some();
                if let Some(other) = value.as_object().and_then(|o| o.keys().find(|n| !known(n))) {
                    return Err(format!("{place}: {other} is not in the document"));
                }
            }
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    if told != &Value::Bool(false) {
                        at(document, told, item, &format!("{place}[{i}]"))?;
                    }
                }
            }
            "prefixItems" => {
                for (i, schema) in told.as_array().unwrap().iter().enumerate() {
                    let Some(item) = value.get(i) else { return wrong("more items expected") };
                    at(document, schema, item, &format!("{place}[{i}]"))?;
                }
            }
            "minimum" => {
                if value.as_f64().is_some_and(|n| n < told.as_f64().unwrap()) {
                    return wrong(&format!("at least {told} expected"));
                }
            }
            "maximum" => {
                if value.as_f64().is_some_and(|n| n > told.as_f64().unwrap()) {
                    return wrong(&format!("at most {told} expected"));
                }
            }
            "maxItems" => {
                if value.as_array().is_some_and(|list| list.len() as u64 > told.as_u64().unwrap()) {
                    return wrong(&format!("at most {told} items expected"));
                }
            }
            "allOf" => {
                for schema in told.as_array().unwrap() {
                    at(document, schema, value, place)?;
                }
            }
            "oneOf" | "anyOf" => {
                let list = told.as_array().unwrap();
                let fitting = list.iter().filter(|s| at(document, s, value, place).is_ok()).count();
                if fitting == 0 {
                    return wrong("none of the alternatives fits");
                }
            }
            other if REMARKS.contains(&other) => {}
            other => return Err(format!("{place}: the word {other} is not known here")),
        }
    }
    Ok(())
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => false,
    }
}

fn short(value: &Value) -> String {
    value.to_string().chars().take(200).collect()
}

#[test]
fn wrong_values_are_found() {
    let document = serde_json::json!({"s": {"type": "object", "required": ["a"],
        "properties": {"a": {"oneOf": [{"type": "null"}, {"enum": ["x"]}]}},
        "additionalProperties": false}});
    let check = |value: Value| check(&document, &serde_json::json!({"$ref": "#/s"}), &value);
    for good in [serde_json::json!({"a": null}), serde_json::json!({"a": "x"})] {
        check(good).unwrap();
    }
    for bad in [
        serde_json::json!([]),
        serde_json::json!({}),
        serde_json::json!({"a": "y"}),
        serde_json::json!({"a": "x", "b": 1}),
    ] {
        assert!(check(bad.clone()).is_err(), "{bad}");
    }
}
