//! `grundy play`

use super::games::wrap;
use crate::args::Play as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::stdout;
use crate::rules::Loaded;
use grundy::answer::Style;
use grundy::context::{Context, Stop};
use grundy::expr::{Catalogue, Expression};
use grundy::outcome::Play;
use grundy::play::{Choice, Event, Match, Reason, Side, draw};
use grundy::translation::Language;
use std::io::{self, BufRead, IsTerminal, Write};

/// What can be typed besides a move; no line is wider than 72 columns.
const HELP: &str = "  moves     list all moves
  hint      tell who wins, and a good move with the reason
  undo      take back your last move and the engine's answer
  swap      change seats: the engine plays your side from now on
  position  print the position, to be pasted into another command
  help      print this
  quit      leave the game";

/// Lines of rules are no wider, as those of `help`.
const WIDTH: usize = 72;

/// The most moves `moves` lists.
const LISTED: usize = 200;

pub fn run(args: &Args) -> Result<(), Failure> {
    let rules = Loaded::new(&args.rules)?;
    let catalogue = rules.catalogue();
    let position = with_context(args.limits.limits(), |context| {
        catalogue.read_within(&args.expression, context)
    })
    .map_err(|error| Failure::Read(error, args.expression.clone()))?;
    for note in position.notes() {
        println!("{}", args.lang.sentence(&format!("note: {note}")));
    }
    tell_rules(&catalogue, &position, args.lang);
    Table::new(args, position)?.play()
}

/// Games of which the rules are told before a match; of a sum of more games nobody would read them.
const TOLD_GAMES: usize = 3;

/// Tells the rules of the games in a position.
fn tell_rules(catalogue: &Catalogue<'_>, position: &Expression, lang: Language) {
    let parts: Vec<_> = match position {
        Expression::Sum(sum) => sum.iter().collect(),
        Expression::Series(series) => series.start.iter().collect(),
        Expression::Join(join) => join.members.iter().flatten().collect(),
    };
    let mut names: Vec<String> = Vec::new();
    for part in parts {
        let Ok(card) = catalogue.card(&part.print()) else { continue };
        if names.iter().any(|name| name == card.name) || names.len() == TOLD_GAMES {
            continue;
        }
        names.push(card.name.to_owned());
        // With its parameters, of which the rules speak: bash[5].
        let title = part.title();
        let name = if title.starts_with(&format!("{}[", card.name)) { &*title } else { card.name };
        let text = format!("{name}: {}", lang.sentence(card.rules));
        for line in wrap(&text, WIDTH) {
            println!("{line}");
        }
    }
}

/// The match and how it is shown.
struct Table<'a> {
    args: &'a Args,
    game: Match,
    out: io::BufWriter<io::StdoutLock<'static>>,
    /// Whether a person sits before it; a script's lines are printed as if they had been typed.
    person: bool,
}

impl<'a> Table<'a> {
    fn new(args: &'a Args, position: Expression) -> Result<Self, Failure> {
        let first = if args.engine_first { Side::Engine } else { Side::Human };
        let play = if args.misere { Play::Misere } else { Play::Normal };
        let game = within(args, |context| Match::new(position, play, first, context))?;
        Ok(Self { args, game, out: stdout(), person: io::stdin().is_terminal() })
    }

    fn play(mut self) -> Result<(), Failure> {
        let ends = match self.game.play() {
            Play::Normal => "A player who cannot move loses.",
            Play::Misere => "Misère play: a player who cannot move wins.",
        };
        self.say("", &format!("{ends} Type a move, or `help`."))?;
        let mut input = io::stdin().lock();
        // The position is shown again whenever it has changed.
        let mut shown = false;
        loop {
            if let Some(winner) = self.game.winner() {
                let text = if winner == Side::Human { "you win" } else { "the engine wins" };
                self.say("", text)?;
                break;
            }
            if self.game.drawn() {
                self.say("", "a draw: the same position has come three times")?;
                break;
            }
            if self.game.turn() == Side::Engine {
                self.engine_moves()?;
                shown = false;
                continue;
            }
            if !shown {
                self.show()?;
                shown = true;
            }
            write!(self.out, "> ")?;
            self.out.flush()?;
            let mut line = Vec::new();
            let read = input.read_until(b'\n', &mut line);
            if read.map_err(|error| Failure::Io(format!("standard input: {error}")))? == 0 {
                writeln!(self.out)?;
                break;
            }
            let line = String::from_utf8_lossy(&line);
            let line = line.trim();
            if !self.person {
                writeln!(self.out, "{line}")?;
            }
            match self.asked(line)? {
                Asked::Nothing => {}
                Asked::Quit => break,
                Asked::Help => self.help()?,
                Asked::Moves => self.list_moves()?,
                Asked::Hint => self.hint()?,
                Asked::Position => {
                    let position = self.game.position();
                    writeln!(self.out, "{position}")?;
                }
                Asked::Swap => {
                    self.game.swap();
                    self.say("", "you have changed seats")?;
                }
                Asked::Undo => {
                    if self.game.undo(Side::Human) {
                        shown = false;
                    } else {
                        self.say("", "there is no move of yours to take back")?;
                    }
                }
                Asked::Move => shown = !self.human_moves(line)?,
            }
        }
        self.out.flush()?;
        Ok(())
    }

    /// Writes a text in the language asked for.
    fn say(&mut self, indent: &str, text: &str) -> Result<(), Failure> {
        let text = self.args.lang.sentence(text);
        writeln!(self.out, "{indent}{text}")?;
        Ok(())
    }

    /// What a line asks for. A letter that is a move here is no abbreviation.
    fn asked(&self, line: &str) -> Result<Asked, Failure> {
        let asked = Asked::from(line);
        if line.chars().count() == 1 && !matches!(asked, Asked::Move) {
            let read = within(self.args, |context| self.game.read(line, context))?;
            return Ok(if read.is_ok() { Asked::Move } else { asked });
        }
        Ok(asked)
    }

    fn help(&mut self) -> Result<(), Failure> {
        let examples = within(self.args, |context| self.game.examples(context))?;
        self.say("", "Type a move; these mean the same move here:")?;
        for example in examples {
            writeln!(self.out, "  {example}")?;
        }
        self.say("", &format!("or one of these words:\n{HELP}"))
    }

    /// Whether the text was a move.
    fn human_moves(&mut self, text: &str) -> Result<bool, Failure> {
        let read = within(self.args, |context| self.game.read(text, context))?;
        match read {
            Ok(choice) => {
                self.make(&choice)?;
                Ok(true)
            }
            Err(unread) => {
                self.say("", &unread.to_string())?;
                let (first, others) =
                    if unread.question { ("type", "  or") } else { ("try", " or") };
                for (i, instead) in unread.instead.iter().enumerate() {
                    let head = if i == 0 { first } else { others };
                    self.say("  ", &format!("{head} {instead}"))?;
                }
                if !unread.question {
                    self.say("  ", "`moves` lists all moves; `help` tells what you can type")?;
                }
                Ok(false)
            }
        }
    }

    fn engine_moves(&mut self) -> Result<(), Failure> {
        let choice = within(self.args, |context| self.game.engine(context))?;
        let part = self.named(&choice);
        self.say("", &format!("the engine plays {part}"))?;
        self.make(&choice)
    }

    /// A move with its part, if there are several.
    fn named(&self, choice: &Choice) -> String {
        let parts: usize = self.game.components().iter().map(|component| component.parts()).sum();
        match parts {
            _ if self.game.is_join() => choice.text.clone(),
            1 => choice.text.clone(),
            _ => format!("{}: {}", choice.part, choice.text),
        }
    }

    fn make(&mut self, choice: &Choice) -> Result<(), Failure> {
        let event = within(self.args, |context| self.game.make(choice, context))?;
        if let Event::RoundWon { by, left } = event {
            let (winner, first) = match by {
                Side::Human => ("you win", "the engine begins"),
                Side::Engine => ("the engine wins", "you begin"),
            };
            self.say("", &format!("{winner} this round; {left} left, {first} the next"))?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), Failure> {
        let picture = draw(self.game.components());
        write!(self.out, "\n{}", self.args.lang.sentence(&picture))?;
        if self.args.hint {
            self.hint()?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let answer = within(self.args, |context| self.game.hint(3, context))?;
        let style = Style { language: self.args.lang, to_mover: true, ..Style::default() };
        let text = answer.to_text(style);
        for line in text.trim_end().lines().skip(1) {
            writeln!(self.out, "{line}")?;
        }
        if answer.outcome.mover_wins() && self.game.is_loopy() {
            // Any of them keeps the win, and one could lead round in a circle.
            let (choice, _) = within(self.args, |context| self.game.advice(context))?;
            let choice = self.named(&choice);
            writeln!(self.out)?;
            self.say("  ", &format!("The game ends soonest after {choice}"))?;
        }
        if !answer.outcome.mover_wins() {
            let (choice, reason) = within(self.args, |context| self.game.advice(context))?;
            let choice = self.named(&choice);
            writeln!(self.out)?;
            if reason == Reason::KeepsDraw {
                self.say("  ", &format!("Nobody can force a win. This keeps the draw: {choice}"))?;
                return Ok(());
            }
            self.say("  ", "You lose if the engine makes no mistake.")?;
            let advice = match reason {
                Reason::HardToAnswer => format!("This is hard to answer: {choice}"),
                _ => format!("The game lasts longest after {choice}"),
            };
            self.say("  ", &advice)?;
        }
        Ok(())
    }

    fn list_moves(&mut self) -> Result<(), Failure> {
        let choices = within(self.args, |context| self.game.choices(context))?;
        for (i, choice) in choices.iter().take(LISTED).enumerate() {
            let name = self.named(choice);
            writeln!(self.out, "  #{:<4} {name}", i + 1)?;
        }
        if choices.len() > LISTED {
            self.say("  ", &format!("… {} in all", choices.len()))?;
        }
        Ok(())
    }
}

/// What a line asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Nothing,
    Quit,
    Help,
    Moves,
    Hint,
    Position,
    Swap,
    Undo,
    /// Whatever else is taken for a move.
    Move,
}

impl From<&str> for Asked {
    fn from(line: &str) -> Self {
        match &*line.to_lowercase() {
            "" => Self::Nothing,
            "quit" | "exit" | "q" | "bye" | "退出" => Self::Quit,
            "help" | "?" | "h" | "？" | "帮助" => Self::Help,
            "moves" | "list" | "走法" => Self::Moves,
            "hint" | "提示" => Self::Hint,
            "position" | "局面" => Self::Position,
            "swap" | "交换" => Self::Swap,
            "undo" | "back" | "悔棋" => Self::Undo,
            _ => Self::Move,
        }
    }
}

fn within<T>(
    args: &Args,
    work: impl FnOnce(&Context<'_>) -> Result<T, Stop>,
) -> Result<T, Failure> {
    with_context(args.limits.limits(), work)
        .map_err(|stop| Failure::Stop(stop, args.expression.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_the_help_is_wrapped() {
        assert!(HELP.lines().all(|line| line.chars().count() <= 72));
    }

    #[test]
    fn words_are_read_in_any_case() {
        for (line, asked) in [("Help", Asked::Help), ("？", Asked::Help), ("QUIT", Asked::Quit)] {
            assert_eq!(Asked::from(line), asked);
        }
        assert_eq!(Asked::from("take 1"), Asked::Move);
    }
}
