//! A game graph as a picture.

use super::labels::{names, shorten, verdict};
use super::layout::{Curve, Drawing, Layout, Piece, lay_out};
use super::{GameGraph, Target, widths};
use crate::context::{Context, Stop};
use crate::outcome::Play;
use crate::xml::escape;
use std::fmt::Write;

/// Colours that differ for colour-blind eyes too (after Okabe and Ito 2008), and in brightness.
pub mod colours {
    pub const P_FILL: &str = "#cfe6f5";
    pub const P_LINE: &str = "#0072b2";
    pub const N_FILL: &str = "#ffffff";
    pub const N_LINE: &str = "#6b6b6b";
    pub const WIN_FILL: &str = "#fdf0e6";
    pub const WINNING: &str = "#d55e00";
    pub const MOVE: &str = "#a3a9b0";
    pub const TEXT: &str = "#1a1a1a";
    pub const QUIET: &str = "#565b61";
}

const NAME_SIZE: f64 = 13.0;
const VERDICT_SIZE: f64 = 11.5;
const TITLE_SIZE: f64 = 15.0;
const LEGEND_SIZE: f64 = 11.5;
/// From one line of a name to the next.
const LINE: f64 = 16.0;
/// Left and right of the text in a box.
const PAD: f64 = 10.0;
/// Around everything.
const MARGIN: f64 = 22.0;
/// The picture is at least so wide, for title and legend.
const LEAST_WIDTH: f64 = 380.0;
/// The label of the node for moves that win at once.
const WIN: &str = "wins at once";

/// What is written in a box.
struct Label {
    lines: Vec<String>,
    lead: String,
    word: String,
}

impl Label {
    fn size(&self) -> (f64, f64) {
        let name = self.lines.iter().map(|line| widths::text(line, NAME_SIZE, false));
        let verdict = widths::text(&self.lead, VERDICT_SIZE, false)
            + widths::text(&self.word, VERDICT_SIZE, true);
        let width = name.fold(verdict, f64::max) + 2.0 * PAD;
        (width.ceil(), 26.0 + LINE * self.lines.len() as f64)
    }
}

impl GameGraph {
    /// The graph as a picture in SVG: layers by the length of the longest play, finished
    /// positions at the bottom.
    ///
    /// P-positions are filled, winning moves are thick, the start has a double border. Moves are
    /// told where the pointer rests.
    ///
    /// # Complexity
    /// O(s log s) a sweep, of which there are at most some hundreds, for s pieces of arcs between
    /// two layers.
    ///
    /// ```
    /// use grundy::game_graph::GameGraph;
    /// let position = grundy::expr::Catalogue::default().read("kayles(3)")?;
    /// let graph = GameGraph::explore(&position, Default::default(), 300, &Default::default())?;
    /// assert!(graph.to_svg().contains("kayles(3)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_svg(&self) -> String {
        let free = crate::context::Limits { memory: u64::MAX, ..Default::default() };
        self.to_svg_within(&Context::new(free))
            .expect("nothing stops a drawing without limits and cancellation")
    }

    /// As [`to_svg`](Self::to_svg); limits and cancellation reach the search for few crossings.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or at a limit.
    pub fn to_svg_within(&self, context: &Context<'_>) -> Result<String, Stop> {
        let labels: Vec<Label> = self
            .nodes
            .iter()
            .zip(names(self))
            .map(|(node, lines)| {
                let (lead, word) = verdict(node, self.play);
                Label { lines, lead, word }
            })
            .collect();
        let drawing = self.drawing(&labels);
        let layout = lay_out(&drawing, context)?;
        Ok(Picture { graph: self, labels, drawing, layout }.print())
    }

    /// Boxes and arcs; the node for moves that win at once comes last.
    fn drawing(&self, labels: &[Label]) -> Drawing {
        let top = self.nodes.iter().map(|node| node.height).max().unwrap_or(0);
        let mut sizes: Vec<(f64, f64)> = labels.iter().map(Label::size).collect();
        let mut layers: Vec<usize> = self.nodes.iter().map(|node| top - node.height).collect();
        if self.has_immediate_wins() {
            let width = widths::text(WIN, NAME_SIZE, true) + 4.0 * PAD;
            sizes.push((width.ceil(), 32.0));
            layers.push(top);
        }
        let place = |to| match to {
            Target::Node(to) => to,
            Target::Win => self.nodes.len(),
        };
        let from = |(from, node): (usize, &super::Node)| {
            node.arcs.iter().map(|arc| (from, place(arc.to))).collect::<Vec<_>>()
        };
        let arcs = self.nodes.iter().enumerate().flat_map(from).collect();
        Drawing { sizes, layers, arcs }
    }
}

struct Picture<'g> {
    graph: &'g GameGraph,
    labels: Vec<Label>,
    drawing: Drawing,
    layout: Layout,
}

impl Picture<'_> {
    fn print(&self) -> String {
        let inner = self.layout.width.max(LEAST_WIDTH);
        let legend = legend(self.graph, inner);
        let title_height = 48.0;
        // The start is pointed at from above.
        let top = MARGIN + title_height + 26.0;
        let left = MARGIN + (inner - self.layout.width) / 2.0;
        let legend_top = top + self.layout.height + 26.0;
        let width = inner + 2.0 * MARGIN;
        let height = legend_top + legend.height + MARGIN - 6.0;
        let mut svg = String::new();
        let whole = &self.graph.nodes[0].position;
        let summary = self.graph.summary();
        // Writing to a String cannot fail.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" \
             viewBox=\"0 0 {w} {h}\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" \
             role=\"img\">\n<title>{title}</title>\n\
             <defs>\n{start_head}{move_head}{winning_head}</defs>\n\
             <rect width=\"{w}\" height=\"{h}\" fill=\"#ffffff\"/>\n",
            w = num(width),
            h = num(height),
            title = escape(&format!("Game graph of {}: {summary}", shorten(whole, 200))),
            start_head = head("start", colours::TEXT, 7.0),
            move_head = head("move", colours::MOVE, 7.0),
            winning_head = head("winning", colours::WINNING, 9.0),
        );
        let _ = write!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{TITLE_SIZE}\" font-weight=\"bold\" \
             fill=\"{}\">{}</text>\n<text x=\"{x}\" y=\"{second}\" font-size=\"{LEGEND_SIZE}\" \
             fill=\"{}\">{}</text>\n",
            colours::TEXT,
            escape(&fitting(whole, inner)),
            colours::QUIET,
            escape(&summary),
            x = num(MARGIN),
            y = num(MARGIN + 14.0),
            second = num(MARGIN + 32.0),
        );
        let _ = writeln!(svg, "<g transform=\"translate({} {})\">", num(left), num(top));
        self.arcs(&mut svg);
        self.boxes(&mut svg);
        let _ = writeln!(
            svg,
            "</g>\n<g transform=\"translate({} {})\" font-size=\"{LEGEND_SIZE}\" fill=\"{}\">\n{}</g>\n</svg>",
            num(MARGIN),
            num(legend_top),
            colours::QUIET,
            legend.text
        );
        svg
    }

    /// The arcs, those of winning moves over the others.
    fn arcs(&self, svg: &mut String) {
        let all = || self.graph.nodes.iter().flat_map(|node| &node.arcs).zip(&self.layout.curves);
        for (winning, colour, width, head) in
            [(false, colours::MOVE, "1.2", "move"), (true, colours::WINNING, "2.4", "winning")]
        {
            let _ = writeln!(svg, "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\">");
            for (arc, curve) in all().filter(|(arc, _)| arc.winning == winning) {
                let _ = writeln!(
                    svg,
                    "<path d=\"{}\" marker-end=\"url(#{head})\"><title>{}</title></path>",
                    path(curve),
                    escape(&arc.moves.join("\n"))
                );
            }
            svg.push_str("</g>\n");
        }
    }

    fn boxes(&self, svg: &mut String) {
        svg.push_str("<g text-anchor=\"middle\">\n");
        for (number, node) in self.graph.nodes.iter().enumerate() {
            let label = &self.labels[number];
            let ((x, y), (w, h)) = (self.layout.centres[number], self.drawing.sizes[number]);
            let (left, top) = (x - w / 2.0, y - h / 2.0);
            let _ =
                writeln!(svg, "<g class=\"position\"><title>{}</title>", escape(&node.position));
            let style = Style::of(node.outcome.mover_wins());
            if number == 0 {
                let _ = writeln!(
                    svg,
                    "<path d=\"M{x} {}V{}\" stroke=\"{c}\" stroke-width=\"1.6\" fill=\"none\" \
                     marker-end=\"url(#start)\"/>\n{}",
                    num(top - 24.0),
                    num(top - 5.0),
                    rect(left - 3.5, top - 3.5, w + 7.0, h + 7.0, 8.5, "none", style.line, "1.2"),
                    x = num(x),
                    c = colours::TEXT,
                );
            }
            let _ = writeln!(svg, "{}", style.rect(left, top, w, h));
            for (i, line) in label.lines.iter().enumerate() {
                let _ = writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" font-size=\"{NAME_SIZE}\" fill=\"{}\">{}</text>",
                    num(x),
                    num(top + 17.5 + LINE * i as f64),
                    colours::TEXT,
                    escape(line)
                );
            }
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"{VERDICT_SIZE}\" fill=\"{}\" \
                 xml:space=\"preserve\">{}<tspan font-weight=\"bold\" fill=\"{}\">{}</tspan></text></g>",
                num(x),
                num(top + h - 8.5),
                colours::QUIET,
                escape(&label.lead),
                colours::TEXT,
                escape(&label.word)
            );
        }
        if let Some(&(x, y)) = self.layout.centres.get(self.graph.nodes.len()) {
            let (w, h) = self.drawing.sizes[self.graph.nodes.len()];
            let (fill, line) = (colours::WIN_FILL, colours::WINNING);
            let _ = writeln!(
                svg,
                "<g>{}\n<text x=\"{}\" y=\"{}\" font-size=\"{NAME_SIZE}\" font-weight=\"bold\" \
                 fill=\"{}\">{WIN}</text></g>",
                rect(x - w / 2.0, y - h / 2.0, w, h, h / 2.0, fill, line, "1.6"),
                num(x),
                num(y + 4.5),
                colours::TEXT
            );
        }
        svg.push_str("</g>\n");
    }
}

/// How P- and N-positions look.
struct Style {
    fill: &'static str,
    line: &'static str,
    width: &'static str,
}

impl Style {
    fn of(mover_wins: bool) -> Self {
        if mover_wins {
            Self { fill: colours::N_FILL, line: colours::N_LINE, width: "1.1" }
        } else {
            Self { fill: colours::P_FILL, line: colours::P_LINE, width: "2" }
        }
    }

    fn rect(&self, x: f64, y: f64, w: f64, h: f64) -> String {
        rect(x, y, w, h, 6.0, self.fill, self.line, self.width)
    }
}

#[expect(clippy::too_many_arguments, reason = "the attributes of one element")]
fn rect(x: f64, y: f64, w: f64, h: f64, round: f64, fill: &str, line: &str, width: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{fill}\" \
         stroke=\"{line}\" stroke-width=\"{width}\"/>",
        num(x),
        num(y),
        num(w),
        num(h),
        num(round)
    )
}

/// The head of an arrow.
fn head(id: &str, colour: &str, size: f64) -> String {
    format!(
        "<marker id=\"{id}\" viewBox=\"0 0 10 8\" refX=\"9.6\" refY=\"4\" markerWidth=\"{}\" \
         markerHeight=\"{}\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
         <path d=\"M0 0L10 4L0 8L2.4 4z\" fill=\"{colour}\"/></marker>\n",
        num(size),
        num(size * 0.8)
    )
}

struct Legend {
    text: String,
    height: f64,
}

/// What the signs mean, in as many rows as the width asks for.
fn legend(graph: &GameGraph, width: f64) -> Legend {
    let misere = graph.play == Play::Misere;
    let p = if misere { "P: the mover loses" } else { "P: the mover loses (value 0)" };
    let n = "N: the mover wins";
    let sample = |mover_wins| Style::of(mover_wins).rect(0.0, -11.0, 22.0, 14.0);
    let arrow = |colour: &str, width: &str, head: &str| {
        format!(
            "<path d=\"M0 -4H24\" stroke=\"{colour}\" stroke-width=\"{width}\" fill=\"none\" \
             marker-end=\"url(#{head})\"/>"
        )
    };
    let entries = [
        (sample(false), p),
        (sample(true), n),
        (arrow(colours::WINNING, "2.4", "winning"), "winning move"),
        (arrow(colours::MOVE, "1.2", "move"), "other move"),
    ];
    let (mut x, mut y) = (0.0, 12.0);
    let mut text = String::new();
    for (sign, words) in entries {
        let wide = 30.0 + widths::text(words, LEGEND_SIZE, false);
        if x > 0.0 && x + wide > width {
            x = 0.0;
            y += 20.0;
        }
        let _ = writeln!(
            text,
            "<g transform=\"translate({} {})\">{sign}<text x=\"30\" y=\"0\">{words}</text></g>",
            num(x),
            num(y)
        );
        x += wide + 20.0;
    }
    Legend { text, height: y + 6.0 }
}

/// As much of a title as fits.
fn fitting(text: &str, width: f64) -> String {
    let mut most = text.chars().count();
    let mut shown = text.to_owned();
    while most > 10 && widths::text(&shown, TITLE_SIZE, true) > width {
        most = (most * 9 / 10).min(most - 1);
        shown = shorten(text, most);
    }
    shown
}

fn path(curve: &Curve) -> String {
    let mut text = format!("M{}", point(curve.start));
    for piece in &curve.pieces {
        let _ = match *piece {
            Piece::Line(end) => write!(text, "L{}", point(end)),
            Piece::Cubic(a, b, end) => {
                write!(text, "C{} {} {}", point(a), point(b), point(end))
            }
        };
    }
    text
}

fn point((x, y): (f64, f64)) -> String {
    format!("{} {}", num(x), num(y))
}

/// A coordinate to a tenth.
fn num(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
