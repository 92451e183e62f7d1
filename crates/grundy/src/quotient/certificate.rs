//! Certificates of the misère quotients of sets, written; [`verify_set`](crate::verify::verify_set) checks them.

use super::{Id, Union};
use grundy_quotients::Element;
use hashbrown::HashMap;
use serde::Serialize;
use serde_json::json;

/// Relations of generators that are gone through at most, to find what each element is the product of.
const RELATIONS: usize = 4000;

/// A position by its number, or a code by its number and a heap of it.
#[derive(Clone, Copy, Serialize)]
#[serde(untagged)]
enum Place {
    Position(usize),
    Heap(usize, usize),
}

/// The certificate of a union in which positions have these names: a line `grundy-quotient-set 1`, then a JSON
/// object with codes, positions, elements, table and p_portion.
///
/// # Errors
/// Why there is none: codes that the checker does not know, or too many relations.
pub fn certificate(union: &Union, names: &HashMap<Id, String>) -> Result<String, String> {
    if union
        .codes()
        .any(|code| code.most_heaps().is_none_or(|most| most > 2) || code.largest_take().is_none())
    {
        return Err(
            "certificates are written of codes with bounded takes that leave two heaps at most"
                .into(),
        );
    }
    let quotient = union.quotient();
    let (monoid, all) = (quotient.monoid(), quotient.elements());
    let mut places: Vec<Option<Place>> = vec![None; all.len()];
    let mut codes = Vec::new();
    for (number, code) in union.codes().enumerate() {
        for (heap, &id) in union.ids(number).iter().enumerate() {
            places[id as usize] = Some(Place::Heap(number, heap));
        }
        let period = union.period(number);
        codes.push(json!({
            "code": code.to_string(),
            "function": union.elements(number),
            "preperiod": period.map(|period| period.preperiod),
            "period": period.map(|period| period.length),
            "theorem": period.map(|_| "guy-smith"),
        }));
    }
    let mut positions = Vec::new();
    for id in 0..all.len() as Id {
        let Some(options) = union.position_options(id) else { continue };
        let number = |&id: &Id| match places[id as usize] {
            Some(Place::Position(number)) => number,
            _ => unreachable!("the options of a position were added before it"),
        };
        let options: Vec<Vec<usize>> =
            options.iter().map(|left| left.iter().map(number).collect()).collect();
        places[id as usize] = Some(Place::Position(positions.len()));
        positions.push(json!({
            "position": names.get(&id),
            "element": all[id as usize],
            "options": options,
        }));
    }
    let found = quotient.presentation(RELATIONS).map_err(|halt| halt.to_string())?;
    let product = |x: Element| -> Vec<Option<Place>> {
        let powers = found.generators.iter().zip(&found.products[usize::from(x)]);
        powers.flat_map(|(&id, &n)| std::iter::repeat_n(places[id as usize], n as usize)).collect()
    };
    let object = json!({
        "codes": codes,
        "positions": positions,
        "elements": monoid.elements().map(product).collect::<Vec<_>>(),
        "table": monoid.elements().map(|x| monoid.row(x)).collect::<Vec<_>>(),
        "p_portion": monoid.p_portion().iter().collect::<Vec<_>>(),
    });
    Ok(format!("grundy-quotient-set 1\n{object}\n"))
}
