//! What a command prints, in a window.

use grundy::drawing::{Drawing, Face, Form, Paint, Rgb, Run, Shape, Text};

const PAPER: Rgb = [255, 255, 255];
const WINDOW: Rgb = [30, 34, 42];
const BAR: Rgb = [45, 50, 60];
const PLAIN: Rgb = [212, 216, 222];
const BRIGHT: Rgb = [255, 255, 255];
const PROMPT: Rgb = [126, 211, 132];
const BUTTONS: [Rgb; 3] = [[255, 95, 86], [255, 189, 46], [39, 201, 63]];

const SIZE: f64 = 13.0;
const LINE: f64 = 18.0;
const PAD: f64 = 18.0;
const BAR_HEIGHT: f64 = 30.0;

/// SVG of a terminal with a command and what it printed.
pub fn window(command: &str, printed: &str) -> String {
    let mut lines = vec![vec![("$ ".to_owned(), PROMPT), (command.to_owned(), BRIGHT)]];
    lines.extend(printed.trim_end().lines().map(|line| vec![(line.to_owned(), PLAIN)]));
    let texts: Vec<Text> = lines
        .into_iter()
        .enumerate()
        .map(|(number, runs)| {
            let mut text = Text::new(PAD, BAR_HEIGHT + PAD + 10.0 + LINE * number as f64, SIZE, "");
            let run = |(text, colour)| Run { text, colour, bold: false };
            text.runs = runs.into_iter().map(run).collect();
            text.face = Face::Mono;
            text
        })
        .collect();
    let width = texts.iter().map(Text::width).fold(0.0, f64::max) + 2.0 * PAD;
    let height = BAR_HEIGHT + 2.0 * PAD + LINE * texts.len() as f64 - 4.0;
    let mut drawing = Drawing::new(width.ceil(), height.ceil(), command);
    drawing.paper = PAPER;
    let (w, h) = (drawing.width, drawing.height);
    drawing.push(Shape::rect(0.0, 0.0, w, h, 9.0, Paint::fill(WINDOW)));
    drawing.push(Shape::rect(0.0, 0.0, w, BAR_HEIGHT, 9.0, Paint::fill(BAR)));
    drawing.push(Shape::rect(0.0, BAR_HEIGHT - 10.0, w, 10.0, 0.0, Paint::fill(WINDOW)));
    drawing.push(Shape::rect(0.0, BAR_HEIGHT - 12.0, w, 4.0, 0.0, Paint::fill(BAR)));
    for (i, colour) in BUTTONS.into_iter().enumerate() {
        let at = (18.0 + 19.0 * i as f64, 12.0);
        drawing.push(Shape::from(Form::Circle { at, radius: 5.5, paint: Paint::fill(colour) }));
    }
    for text in texts {
        if text.runs.iter().any(|run| !run.text.is_empty()) {
            drawing.push(text);
        }
    }
    drawing.to_svg()
}
