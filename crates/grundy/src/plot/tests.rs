//! Pictures of many tables: labels apart, SVG well-formed, PNG that decodes.

use super::*;
use crate::analysis::Measure;
use crate::drawing::Form;
use crate::expr::Catalogue;
use crate::outcome::Play;
use crate::table::Content;

fn table(game: &str, to: u64, second: Option<u64>, content: Content) -> Table {
    let game = Catalogue::default().read_game(game).unwrap();
    Table::compute(&*game, to, second, content, &Context::default()).unwrap()
}

fn plot(table: &Table, colours: Colours) -> Drawing {
    Plot::of(table, colours, &Context::default()).unwrap().drawing
}

fn tables() -> Vec<Table> {
    let outcomes = Content::Outcomes(Play::Normal);
    let values = Content::Values;
    let mut tables = vec![
        table("wythoff", 60, None, values),
        table("wythoff[2]", 12, Some(37), outcomes),
        table("cutting", 20, None, values),
        table("chomp", 5, None, values),
        table("fibonacci-nim", 25, Some(25), values),
        table("nim", 3, None, Content::Outcomes(Play::Misere)),
        table("treblecross", 33, None, outcomes),
        table(
            "subtraction[1,2,3,5,7,11,13,17,19,23,29,31,37,41,43,47,53,59,61,67,71,73,79,83,89,97,101,103,107,109,113]",
            50,
            None,
            values,
        ),
        table("nim", 1_000_000, None, values),
        table("0.07", 20_000, None, values),
        table("euclid", 40, Some(3), outcomes),
        table("wythoff", 14, None, Content::Lengths(Measure::Remoteness, Play::Misere)),
        table("subtraction[1,3,4]", 300, None, Content::Lengths(Measure::Suspense, Play::Normal)),
    ];
    for side in [0, 1, 2, 3, 8, 20, 70] {
        tables.push(table("wythoff", side, None, values));
        tables.push(table("wythoff", side, None, outcomes));
    }
    for (a, b) in [(1, 400), (400, 1), (2, 200), (40, 5)] {
        tables.push(table("wythoff", a, Some(b), values));
    }
    for n in [0, 1, 2, 9, 10, 77, 1000, 2499, 3000] {
        tables.push(table("0.137", n, None, values));
        tables.push(table("nim", n, None, values));
    }
    tables
}

#[test]
fn labels_keep_apart_and_inside() {
    let all = [Colours::Value, Colours::LowestBit, Colours::HighestBit];
    let large = [(2000, 2000), (2001, 2001), (2, 2000), (5000, 3), (2500, 700)];
    for ((rows, columns), colours) in large.into_iter().zip(all.into_iter().cycle()) {
        let values = (0..rows * columns).map(|n| (n % 977) as u32).collect();
        labels_are_apart(&Table::with_values(columns, values), colours);
    }
    for table in tables() {
        for colours in all {
            labels_are_apart(&table, colours);
        }
    }
}

fn labels_are_apart(table: &Table, colours: Colours) {
    let picture = plot(table, colours);
    let size = (table.title.clone(), table.rows(), table.columns(), colours);
    let mut boxes = picture.text_boxes();
    assert!(boxes.len() >= 4, "{size:?}");
    let (width, height) = (picture.width, picture.height);
    assert!(
        boxes.iter().all(|&(l, t, r, b)| l >= 0.0 && t >= 0.0 && r <= width && b <= height),
        "{size:?} {boxes:?} in {width} {height}"
    );
    boxes.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (i, a) in boxes.iter().enumerate() {
        for b in boxes[i + 1..].iter().take_while(|b| b.0 < a.2) {
            assert!(b.1 >= a.3 || b.3 <= a.1, "{size:?}: {a:?} and {b:?}");
        }
    }
}

/// A strict reader of the XML written here: elements nest, attributes are quoted once each.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut roots = 0;
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        let (before, tag) = rest.split_once('<').expect("text ends with a tag");
        assert!(!before.contains('>') && (open.is_empty() <= before.trim().is_empty()));
        for entity in before.split('&').skip(1) {
            assert!(["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)));
        }
        let (tag, behind) = tag.split_once('>').expect("a tag ends");
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
            continue;
        }
        let alone = tag.ends_with('/');
        let tag = tag.trim_end_matches('/');
        let (name, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut seen = Vec::new();
        while !attributes.trim().is_empty() {
            let (name, value) = attributes.split_once("=\"").expect("a quoted attribute");
            let (_, behind) = value.split_once('"').expect("the quote ends");
            assert!(!seen.contains(&name.trim()), "{tag}");
            seen.push(name.trim());
            attributes = behind;
        }
        roots += usize::from(open.is_empty());
        if !alone {
            open.push(name);
        }
    }
    assert!(open.is_empty() && roots == 1);
}

#[test]
fn svg_is_well_formed_and_not_too_long() {
    for table in tables() {
        for colours in [Colours::Value, Colours::LowestBit] {
            let svg = plot(&table, colours).to_svg();
            assert!(svg.len() < 2_000_000, "{} {}", table.title, svg.len());
            check_xml(&svg);
        }
    }
}

#[test]
fn png_decodes_to_the_pixels_drawn() {
    for table in tables().into_iter().step_by(3) {
        let picture = plot(&table, Colours::Value);
        let pixels = picture.rasterise(&Context::default()).unwrap();
        let (width, height) = (picture.width, picture.height);
        assert_eq!(pixels.size(), (2 * width as usize, 2 * height as usize));
        let mut file = Vec::new();
        pixels.write_png(&mut file).unwrap();
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!((info.width as usize, info.height as usize), pixels.size());
        let at = |x: usize, y: usize| &bytes[3 * (y * info.width as usize + x)..][..3];
        for (x, y) in [(0, 0), (40, 40), (pixels.size().0 - 1, pixels.size().1 - 1)] {
            assert_eq!(at(x, y), pixels.at(x, y));
        }
        assert_eq!(at(0, 0), [255, 255, 255]);
    }
}

#[test]
fn the_squares_have_the_colours_of_their_entries() {
    let table = table("wythoff", 40, None, Content::Values);
    for map in [Colours::Value, Colours::LowestBit, Colours::HighestBit] {
        let picture = plot(&table, map);
        let Form::Raster(raster) = &picture.shapes[0].form else { panic!("the map comes first") };
        assert_eq!((raster.cells.len(), raster.columns), (41 * 41, 41));
        let mut met = std::collections::BTreeMap::new();
        for a in 0..41 {
            for b in 0..41 {
                let value = table.small_value(a, b).unwrap();
                let colour = raster.cells[a * 41 + b].unwrap();
                assert_eq!(colour == colours::ZERO, value == 0, "{a} {b}");
                // One colour for each class.
                let class = map.class(value);
                assert_eq!(*met.entry(class).or_insert(colour), colour, "{a} {b}");
            }
        }
        let different: std::collections::BTreeSet<_> = met.values().collect();
        assert_eq!(different.len(), met.len(), "{map:?}");
    }
}

#[test]
fn axes_have_the_names_of_the_rules() {
    let mut table = table("wythoff", 5, None, Content::Values);
    let names = |table: &Table| -> Vec<String> {
        let drawing = plot(table, Colours::Value);
        let texts = drawing.texts().into_iter().map(|(_, text)| &text.runs[0]);
        texts.filter(|run| run.bold).map(|run| run.text.clone()).collect()
    };
    assert_eq!(names(&table)[..2], ["b", "a"]);
    table.name_arguments(["left", "right"]);
    assert_eq!(names(&table)[..2], ["right", "left"]);
}

#[test]
fn memory_is_asked_for_first() {
    let table = table("wythoff", 40, None, Content::Values);
    let picture = plot(&table, Colours::Value);
    let limits = crate::context::Limits { memory: 1000, ..Default::default() };
    assert!(matches!(picture.rasterise(&Context::new(limits)), Err(Stop::Limit { .. })));
}
