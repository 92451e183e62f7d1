//! Every form in both views.

use super::*;
use crate::context::{Context, Limits, Stop};
use std::sync::Arc;

fn shapes() -> Drawing {
    let mut drawing = Drawing::new(100.0, 80.0, "a <test>");
    drawing.push(Shape::rect(10.0, 10.0, 20.0, 10.0, 0.0, Paint::fill([200, 0, 0])).named("red"));
    drawing.push(Shape::rect(40.0, 10.0, 20.0, 10.0, 4.0, Paint::stroke([0, 0, 200], 2.0)));
    drawing.push(Shape::from(Form::Circle {
        at: (80.0, 15.0),
        radius: 6.0,
        paint: Paint::fill([0, 150, 0]).edged([0, 0, 0], 1.0),
    }));
    drawing.push(Shape::line(&[(10.0, 30.5), (90.0, 30.5)], [0, 0, 0], 1.0).titled("a line"));
    drawing.push(Shape::from(Form::Dots {
        points: vec![(15.0, 40.0), (25.0, 40.0)],
        radius: 2.0,
        colour: [120, 0, 120],
    }));
    let cells = Arc::new(vec![Some([1, 2, 3]), None, None, Some([1, 2, 3])]);
    drawing.push(Raster { at: (40.0, 36.0), size: (8.0, 8.0), columns: 2, cells });
    let text = Text::new(0.0, 0.0, 12.0, "take & leave").anchored(Anchor::Middle).bold();
    drawing.push(
        Shape::group_at(
            (50.0, 65.0),
            [text.into(), Shape::arrow_head((0.0, 0.0), (0.0, -9.0), 5.0, [9; 3])],
        )
        .of_class("move")
        .titled("\"quoted\"")
        .linked("?a=1&b=2"),
    );
    drawing
}

#[test]
fn tags_and_texts_are_in_the_svg() {
    let svg = shapes().to_svg();
    for wanted in [
        "<title>a &lt;test&gt;</title>",
        "<rect id=\"red\" x=\"10\" y=\"10\" width=\"20\" height=\"10\" fill=\"#c80000\"/>",
        "rx=\"4\" fill=\"none\" stroke=\"#0000c8\" stroke-width=\"2\"",
        "<title>a line</title></path>",
        "<circle cx=\"80\" cy=\"15\" r=\"6\"",
        "<a href=\"?a=1&amp;b=2\">\n<g class=\"move\" transform=\"translate(50 65)\"><title>&quot;quoted&quot;</title>",
        "text-anchor=\"middle\" font-weight=\"bold\" fill=\"#222222\">take &amp; leave</text>",
    ] {
        assert!(svg.contains(wanted), "{wanted} in {svg}");
    }
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
}

#[test]
fn pixels_show_the_shapes() {
    let pixels = shapes().rasterise(&Context::default()).unwrap();
    assert_eq!(pixels.size(), (200, 160));
    let at = |x: f64, y: f64| pixels.at((2.0 * x) as usize, (2.0 * y) as usize);
    assert_eq!(at(20.0, 15.0), [200, 0, 0]);
    assert_eq!((at(9.0, 15.0), at(31.0, 15.0)), (palette::PAPER, palette::PAPER));
    assert_eq!((at(50.0, 10.0), at(50.0, 15.0)), ([0, 0, 200], palette::PAPER));
    // The corner is round: a square one would reach here.
    assert_eq!((at(39.0, 9.0), at(45.0, 9.0)), (palette::PAPER, [0, 0, 200]));
    assert_eq!((at(80.0, 15.0), at(50.0, 30.5)), ([0, 150, 0], [0, 0, 0]));
    assert_eq!((at(15.0, 40.0), at(20.0, 40.0)), ([120, 0, 120], palette::PAPER));
    assert_eq!(
        (at(41.0, 37.0), at(46.0, 37.0), at(46.0, 42.0)),
        ([1, 2, 3], palette::PAPER, [1, 2, 3])
    );
    // Some ink where the text is, of all shades; none beside it.
    let drawing = shapes();
    let (left, top, right, bottom) = drawing.text_boxes()[0];
    assert!(left > 0.0 && right < 100.0 && left + right > 99.9 && left + right < 100.1);
    let mut shades = std::collections::BTreeSet::new();
    for y in (2.0 * top) as usize..(2.0 * bottom) as usize {
        for x in 0..200 {
            let inside = (2.0 * left - 1.0..=2.0 * right + 1.0).contains(&(x as f64));
            let shade = pixels.at(x, y);
            assert!(inside || shade == palette::PAPER, "{x} {y}");
            shades.insert(shade);
        }
    }
    assert!(shades.len() > 20 && shades.contains(&palette::INK), "{}", shades.len());
}

#[test]
fn what_lies_outside_is_left_out() {
    let mut drawing = Drawing::new(10.0, 10.0, "");
    let line = [(-50.0, -20.0), (60.0, 35.0)];
    drawing.push(Shape::line(&line, [0, 0, 0], 3.0));
    drawing.push(Text::new(-5.0, 4.0, 12.0, "outside"));
    drawing.push(Shape::rect(5.0, 5.0, 500.0, 500.0, 3.0, Paint::fill([9, 9, 9])));
    let pixels = drawing.rasterise(&Context::default()).unwrap();
    assert_eq!((pixels.at(0, 19), pixels.at(19, 19)), (palette::PAPER, [9, 9, 9]));
}

#[test]
fn limits_of_pixels() {
    let limits = Limits { memory: 1000, ..Default::default() };
    assert!(matches!(shapes().rasterise(&Context::new(limits)), Err(Stop::Limit { .. })));
    let wide = Drawing::new(1e7, 1.0, "");
    assert!(matches!(wide.rasterise(&Context::default()), Err(Stop::Refused(_))));
}
