//! Pictures read back: elements of XML, and the boxes among them.

use std::collections::BTreeMap;

/// An element of XML: name, attributes, and the text right after its start tag.
pub struct Element {
    pub name: String,
    pub attributes: BTreeMap<String, String>,
    pub text: String,
    pub parents: Vec<String>,
}

/// Reads the XML that pictures are written in; panics where it is not well-formed.
pub fn check_xml(svg: &str, what: &str) -> Vec<Element> {
    let mut elements: Vec<Element> = Vec::new();
    // Names and classes of the open elements.
    let mut open: Vec<(String, String)> = Vec::new();
    let mut rest = svg.trim_end();
    assert!(!svg.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{what}");
    while let Some(at) = rest.find('<') {
        let text = unescape(&rest[..at], what);
        if let Some(element) = elements.last_mut()
            && element.text.is_empty()
        {
            element.text = text;
        }
        let end = rest.find('>').unwrap_or_else(|| panic!("{what}: a tag does not end"));
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let (last, _) = open.pop().unwrap_or_else(|| panic!("{what}: </{name}> is too much"));
            assert_eq!(last, name, "{what}");
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, mut left) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut attributes = BTreeMap::new();
        while !left.trim().is_empty() {
            let (key, after) = left.trim_start().split_once("=\"").expect("a quoted attribute");
            let (value, after) = after.split_once('"').expect("the quote ends");
            assert!(!value.contains('<'), "{what}");
            let old = attributes.insert(key.to_owned(), unescape(value, what));
            assert!(old.is_none(), "{what}: {key} twice");
            left = after;
        }
        let parents = open.iter().map(|(_, class)| class.clone()).collect();
        let class = attributes.get("class").cloned().unwrap_or_default();
        elements.push(Element { name: name.into(), attributes, text: String::new(), parents });
        if !empty {
            open.push((name.to_owned(), class));
        }
    }
    assert!(open.is_empty() && rest.is_empty(), "{what}: {open:?} {rest}");
    elements
}

pub fn unescape(text: &str, what: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        let (entity, after) = rest[at + 1..].split_once(';').expect("an entity ends");
        plain.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            other => panic!("{what}: &{other};"),
        });
        rest = after;
    }
    plain + rest
}

/// The boxes of positions: left, top, right, bottom. The start has a border around its box.
pub fn boxes(elements: &[Element]) -> Vec<[f64; 4]> {
    let in_position = |element: &&Element| element.parents.iter().any(|class| class == "position");
    let rects = elements.iter().filter(in_position).filter(|element| element.name == "rect");
    let solid = rects.filter(|element| element.attributes["fill"] != "none");
    solid.map(rectangle).collect()
}

/// The rectangles behind the moves written beside arcs.
pub fn texts_of_arcs(elements: &[Element]) -> Vec<[f64; 4]> {
    let rects = elements.iter().filter(|element| {
        element.name == "rect" && element.parents.iter().any(|class| class == "label")
    });
    rects.map(rectangle).collect()
}

pub fn rectangle(element: &Element) -> [f64; 4] {
    let number = |key: &str| element.attributes[key].parse::<f64>().unwrap();
    let (x, y) = (number("x"), number("y"));
    [x, y, x + number("width"), y + number("height")]
}
