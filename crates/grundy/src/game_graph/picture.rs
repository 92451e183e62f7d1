//! A game graph as a picture.

use super::arc_labels::{self, ArcLabel, Bounds};
use super::labels::{common_game, moves_label, names, verdict};
use super::layout::{Diagram, Layout, lay_out};
use super::{GameGraph, Target};
use crate::context::{Context, Stop};
use crate::drawing::text::{fitting_both_ends, shorten, width};
use crate::drawing::{Anchor, Curve, Drawing, Paint, Piece, Point, Rgb, Run, Shape, Text, palette};
use crate::outcome::{Outcome, Play};
use std::collections::HashMap;

const NAME_SIZE: f64 = 13.0;
const VERDICT_SIZE: f64 = 11.0;
const TITLE_SIZE: f64 = 15.0;
const LEGEND_SIZE: f64 = 11.5;
/// From one line of a name to the next.
const LINE: f64 = 16.0;
/// Left and right of the text in a box.
const PAD: f64 = 8.0;
/// Around everything.
const MARGIN: f64 = 20.0;
/// The picture is at least so wide, for title and legend.
const MIN_WIDTH: f64 = 380.0;
/// Title and summary.
const TITLE_HEIGHT: f64 = 44.0;
/// The arrow that points at the start.
const START_ARROW: f64 = 24.0;
/// The label of the node for moves that win at once.
const WIN: &str = "wins at once";
/// With more arcs there is no room for moves.
const MAX_LABELLED_ARCS: usize = 2000;
/// What a box takes in the picture and as text, beside its arcs.
const BOX_BYTES: u64 = 2500;

/// What is written in a box.
struct Label {
    lines: Vec<String>,
    lead: String,
    word: String,
}

impl Label {
    fn size(&self) -> (f64, f64) {
        let name = self.lines.iter().map(|line| width(line, NAME_SIZE, false));
        let verdict =
            width(&self.lead, VERDICT_SIZE, false) + width(&self.word, VERDICT_SIZE, true);
        let wide = name.fold(verdict, f64::max) + 2.0 * PAD;
        (wide.ceil(), 25.0 + LINE * self.lines.len() as f64)
    }
}

impl GameGraph {
    /// The graph as a picture: layers by the length of the longest play, finished positions at the
    /// bottom.
    ///
    /// P-positions are filled, winning moves are thick, the start has a double border. Moves are
    /// written beside their arcs where there is room, and are the titles of all arcs.
    ///
    /// # Complexity
    /// O(s log s) a sweep, of which there are at most some hundreds, for s pieces of arcs between
    /// two layers.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or at a limit.
    ///
    /// ```
    /// use grundy::game_graph::GameGraph;
    /// let position = grundy::expr::Catalogue::default().read("kayles(3)")?;
    /// let context = Default::default();
    /// let graph = GameGraph::explore(&position, Default::default(), 300, &context)?;
    /// assert!(graph.drawing(&context)?.to_svg().contains("kayles(3)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drawing(&self, context: &Context<'_>) -> Result<Drawing, Stop> {
        let held = BOX_BYTES * self.nodes.len() as u64;
        self.check_memory(held, context)?;
        let labels: Vec<Label> = self
            .nodes
            .iter()
            .zip(names(self))
            .map(|(node, lines)| {
                let (lead, word) = verdict(node, self.labelled());
                Label { lines, lead, word }
            })
            .collect();
        let (diagram, ways) = self.diagram(&labels);
        let mut layout = lay_out(&diagram, self.bytes + held, context)?;
        layout.curves = ways.iter().map(|way| way.curve(&layout, &diagram)).collect();
        Ok(Picture { graph: self, labels, diagram, layout }.draw())
    }

    /// The picture as SVG, without limits.
    ///
    /// # Panics
    /// Never: nothing stops it.
    pub fn to_svg(&self) -> String {
        let free = crate::context::Limits { memory: u64::MAX, ..Default::default() };
        let drawing = self.drawing(&Context::new(free));
        drawing.expect("nothing stops a drawing without limits and cancellation").to_svg()
    }

    /// Boxes and arcs, and the way of each arc; the node for moves that win at once comes last.
    fn diagram(&self, labels: &[Label]) -> (Diagram, Vec<Way>) {
        let top = self.nodes.iter().map(|node| node.height).max().unwrap_or(0);
        let mut sizes: Vec<(f64, f64)> = labels.iter().map(Label::size).collect();
        let mut layers: Vec<usize> = self.nodes.iter().map(|node| top - node.height).collect();
        if self.has_immediate_wins() {
            let wide = width(WIN, NAME_SIZE, true) + 4.0 * PAD;
            sizes.push((wide.ceil(), 32.0));
            layers.push(top);
        }
        let place = |to| match to {
            Target::Node(to) => to,
            Target::Win => self.nodes.len(),
        };
        let mut arcs: Vec<(usize, usize)> = Vec::new();
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        let mut ways = Vec::new();
        for (from, node) in self.nodes.iter().enumerate() {
            for arc in &node.arcs {
                let to = place(arc.to);
                if from == to {
                    ways.push(Way::Round(from));
                    continue;
                }
                let up = layers[to] <= layers[from];
                let pair = if up { (to, from) } else { (from, to) };
                let mut beside = true;
                let way = *known.entry(pair).or_insert_with(|| {
                    beside = false;
                    arcs.push(pair);
                    arcs.len() - 1
                });
                ways.push(if up { Way::Up(way, beside) } else { Way::Down(way, beside) });
            }
        }
        for way in &ways {
            if let Way::Round(node) = way {
                sizes[*node].0 += 2.0 * ROUND;
            }
        }
        (Diagram { sizes, layers, arcs }, ways)
    }
}

/// Room for an arc from a position to itself, at each side of its box.
const ROUND: f64 = 26.0;

/// How far arcs there and back are apart.
const BESIDE: f64 = 16.0;

/// The way of an arc in the layout.
enum Way {
    /// Along this one, down; whether another arc goes along it the other way.
    Down(usize, bool),
    /// The other way round.
    Up(usize, bool),
    /// From a box to itself.
    Round(usize),
}

impl Way {
    fn curve(&self, layout: &Layout, diagram: &Diagram) -> Curve {
        let shifted = |curve: Curve, beside: bool| match beside {
            true => curve.map(|(x, y)| (x + BESIDE, y)),
            false => curve,
        };
        match *self {
            Self::Down(arc, beside) => shifted(layout.curves[arc].clone(), beside),
            Self::Up(arc, beside) => shifted(layout.curves[arc].reversed(), beside),
            Self::Round(node) => {
                let ((x, y), (wide, _)) = (layout.centres[node], diagram.sizes[node]);
                let right = x + wide / 2.0 - ROUND;
                let out = right + 1.2 * ROUND;
                let bend = Piece::Cubic((out, y - 20.0), (out, y + 20.0), (right, y + 7.0));
                Curve { start: (right, y - 7.0), pieces: vec![bend] }
            }
        }
    }
}

struct Picture<'g> {
    graph: &'g GameGraph,
    labels: Vec<Label>,
    diagram: Diagram,
    layout: Layout,
}

/// How moves look.
struct MoveStyle {
    class: &'static str,
    colour: Rgb,
    width: f64,
    head: f64,
}

impl MoveStyle {
    fn of(winning: bool) -> Self {
        match winning {
            true => Self { class: "winning move", colour: palette::WINNING, width: 2.2, head: 9.0 },
            false => Self { class: "move", colour: palette::MOVE, width: 1.2, head: 7.0 },
        }
    }
}

impl Picture<'_> {
    fn draw(&self) -> Drawing {
        let inner = self.layout.width.max(MIN_WIDTH);
        let (legend, legend_height) = legend(self.graph, inner);
        let whole = &self.graph.nodes[0].position;
        let summary = self.graph.summary();
        let fitting = |text: &str| fitting_both_ends(text, LEGEND_SIZE, false, inner);
        let mut about = vec![summary.clone()];
        if let Some(game) = common_game(self.graph) {
            let boxes = format!("boxes show what stands in {}(…)", shorten(&game, 20));
            let both = format!("{summary}; {boxes}");
            match fitting(&both) == both {
                true => about = vec![both],
                false => about.push(boxes),
            }
        }
        let below_title = TITLE_HEIGHT + LINE * (about.len() - 1) as f64;
        let top = MARGIN + below_title + START_ARROW;
        let left = MARGIN + (inner - self.layout.width) / 2.0;
        let legend_top = top + self.layout.height + 24.0;
        let mut drawing = Drawing::new(
            (inner + 2.0 * MARGIN).ceil(),
            (legend_top + legend_height + MARGIN - 6.0).ceil(),
            format!("Game graph of {}: {summary}", shorten(whole, 200)),
        );
        let title = fitting_both_ends(whole, TITLE_SIZE, true, inner);
        drawing.push(Text::new(MARGIN, MARGIN + 13.0, TITLE_SIZE, title).bold());
        for (i, line) in about.iter().enumerate() {
            let y = MARGIN + 31.0 + LINE * i as f64;
            let below = Text::new(MARGIN, y, LEGEND_SIZE, fitting(line));
            drawing.push(below.coloured(palette::QUIET));
        }
        let mut shapes = Vec::new();
        self.arcs(&mut shapes);
        self.boxes(&mut shapes);
        drawing.push(Shape::group_at((left, top), shapes));
        drawing.push(Shape::group_at((MARGIN, legend_top), legend));
        drawing
    }

    /// The rectangle of a box.
    fn bounds(&self, number: usize) -> Bounds {
        let ((x, y), (w, h)) = (self.layout.centres[number], self.diagram.sizes[number]);
        let arcs = self.graph.nodes.get(number).map_or(&[][..], |node| &node.arcs);
        let round = arcs.iter().any(|arc| arc.to == Target::Node(number));
        let w = if round { w - 2.0 * ROUND } else { w };
        (x - w / 2.0, y - h / 2.0, x + w / 2.0, y + h / 2.0)
    }

    fn arc_labels(&self) -> Vec<Option<ArcLabel>> {
        let arcs = self.graph.nodes.iter().flat_map(|node| &node.arcs);
        if self.layout.curves.len() > MAX_LABELLED_ARCS {
            return vec![None; self.layout.curves.len()];
        }
        let texts: Vec<Vec<String>> = arcs
            .map(|arc| {
                let all = moves_label(&arc.moves);
                // The first move, if there is no room for more.
                let first = moves_label(&arc.moves[..1]);
                match () {
                    () if first == all => vec![all],
                    // The same move in several parts.
                    () if !all.contains(", ") => vec![all, first],
                    () => vec![all, format!("{first}, …")],
                }
            })
            .collect();
        let boxes: Vec<Bounds> = (0..self.diagram.sizes.len()).map(|i| self.bounds(i)).collect();
        let room = (-0.5 * MARGIN, self.layout.width + 0.5 * MARGIN);
        arc_labels::place(&texts, &self.layout.curves, &boxes, room)
    }

    /// The arcs, those of winning moves over the others, and their moves over all of them.
    fn arcs(&self, shapes: &mut Vec<Shape>) {
        let all = || self.graph.nodes.iter().flat_map(|node| &node.arcs).zip(&self.layout.curves);
        for winning in [false, true] {
            let style = MoveStyle::of(winning);
            for (arc, curve) in all().filter(|(arc, _)| arc.winning == winning) {
                let shape = Shape::group(arrow(curve, &style)).of_class(style.class);
                shapes.push(shape.titled(arc.lines()));
            }
        }
        for ((arc, _), label) in all().zip(self.arc_labels()) {
            let Some(label) = label else { continue };
            let (l, t, r, b) = label.bounds();
            let colour = if arc.winning { palette::WINNING } else { palette::QUIET };
            let (x, y) = (label.at.0, label.at.1 + 0.36 * arc_labels::SIZE);
            let text = Text::new(x, y, arc_labels::SIZE, label.text).anchored(Anchor::Middle);
            let shape = Shape::group([
                Shape::rect(l, t, r - l, b - t, 2.0, Paint::fill(palette::PAPER)),
                text.coloured(colour).into(),
            ]);
            shapes.push(shape.of_class("label").titled(arc.lines()));
        }
    }

    fn boxes(&self, shapes: &mut Vec<Shape>) {
        for (number, node) in self.graph.nodes.iter().enumerate() {
            let label = &self.labels[number];
            let (left, top, right, bottom) = self.bounds(number);
            let (w, h, x) = (right - left, bottom - top, (left + right) / 2.0);
            let (paint, line) = box_paint(node.outcome);
            let mut parts = Vec::new();
            if number == 0 {
                let down = Curve::through(&[(x, top - START_ARROW), (x, top - 4.5)]);
                let style =
                    MoveStyle { class: "start", colour: palette::INK, width: 1.6, head: 7.0 };
                parts.extend(arrow(&down, &style));
                let around = Paint::stroke(line, 1.2);
                parts.push(Shape::rect(left - 3.5, top - 3.5, w + 7.0, h + 7.0, 8.5, around));
            }
            parts.push(Shape::rect(left, top, w, h, 6.0, paint));
            for (i, line) in label.lines.iter().enumerate() {
                let y = top + 17.0 + LINE * i as f64;
                parts.push(Text::new(x, y, NAME_SIZE, line).anchored(Anchor::Middle).into());
            }
            let mut verdict = Text::new(x, bottom - 8.5, VERDICT_SIZE, &label.lead)
                .anchored(Anchor::Middle)
                .coloured(palette::QUIET);
            let word = Run { text: label.word.clone(), colour: palette::INK, bold: true };
            verdict.runs.push(word);
            parts.push(verdict.into());
            let shape = Shape::group(parts).named(format!("position-{}", number + 1));
            shapes.push(shape.of_class("position").titled(&node.position));
        }
        let win = self.graph.nodes.len();
        if win < self.layout.centres.len() {
            let (left, top, right, bottom) = self.bounds(win);
            let (x, y) = self.layout.centres[win];
            let paint = Paint::fill(palette::WIN_FILL).edged(palette::WINNING, 1.6);
            let round = (bottom - top) / 2.0;
            let text = Text::new(x, y + 4.5, NAME_SIZE, WIN).anchored(Anchor::Middle).bold();
            shapes.push(Shape::group([
                Shape::rect(left, top, right - left, bottom - top, round, paint),
                text.into(),
            ]));
        }
    }
}

/// A line with a head at its end; the line ends within the head.
fn arrow(curve: &Curve, style: &MoveStyle) -> [Shape; 2] {
    let (tip, from) = curve.end();
    let way = (tip.0 - from.0).hypot(tip.1 - from.1).max(f64::MIN_POSITIVE);
    let back = (0.7 * style.head).min(way) / way;
    let end: Point = (tip.0 - (tip.0 - from.0) * back, tip.1 - (tip.1 - from.1) * back);
    let mut line = curve.clone();
    match line.pieces.last_mut() {
        Some(Piece::Line(last) | Piece::Cubic(_, _, last)) => *last = end,
        None => {}
    }
    [
        Shape::curve(line, style.colour, style.width),
        Shape::arrow_head(tip, from, style.head, style.colour),
    ]
}

/// How the boxes of N- and P-positions look, and the colour of their line.
fn box_paint(outcome: Outcome) -> (Paint, Rgb) {
    let (fill, line, width) = match outcome {
        Outcome::N => (palette::N_FILL, palette::N_LINE, 1.1),
        Outcome::P => (palette::P_FILL, palette::P_LINE, 2.0),
        Outcome::D => (palette::D_FILL, palette::D_LINE, 1.6),
    };
    (Paint::fill(fill).edged(line, width), line)
}

/// What the signs mean, in as many rows as the width asks for, and their height.
fn legend(graph: &GameGraph, room: f64) -> (Vec<Shape>, f64) {
    let misere = graph.labelled() == Play::Misere;
    let p = if misere { "P: the mover loses" } else { "P: the mover loses (value 0)" };
    let sample = |outcome| vec![Shape::rect(0.0, -11.0, 22.0, 14.0, 5.0, box_paint(outcome).0)];
    let line = |winning| {
        let curve = Curve::through(&[(0.0, -4.0), (24.0, -4.0)]);
        Vec::from(arrow(&curve, &MoveStyle::of(winning)))
    };
    let mut entries = vec![(sample(Outcome::P), p), (sample(Outcome::N), "N: the mover wins")];
    if graph.nodes.iter().any(|node| node.outcome == Outcome::D) {
        entries.push((sample(Outcome::D), "D: nobody can force a win"));
    }
    entries.extend([(line(true), "winning move"), (line(false), "other move")]);
    let (mut x, mut y) = (0.0, 12.0);
    let mut shapes = Vec::new();
    for (mut sign, words) in entries {
        let wide = 30.0 + width(words, LEGEND_SIZE, false);
        if x > 0.0 && x + wide > room {
            x = 0.0;
            y += 20.0;
        }
        sign.push(Text::new(30.0, 0.0, LEGEND_SIZE, words).coloured(palette::QUIET).into());
        shapes.push(Shape::group_at((x, y), sign));
        x += wide + 20.0;
    }
    (shapes, y + 6.0)
}
