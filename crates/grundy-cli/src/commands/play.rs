//! `grundy play`

use crate::args::Play as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::stdout;
use crate::rules::Loaded;
use grundy::answer::Style;
use grundy::context::{Context, Stop};
use grundy::expr::Expression;
use grundy::outcome::Play;
use grundy::play::{Choice, Event, Match, Side, draw};
use std::io::{self, BufRead, IsTerminal, Write};

const HELP: &str = "\
  a move as `moves` lists it (3 -> 1), with its part before it if need be (2: 3 -> 1);
  its number in that list (#4); what it leaves (1); or take 2, take 2 from 3
  moves     all moves
  hint      who wins, and a winning move with the reason
  undo      take your last move and the answer to it back
  swap      change seats: the engine moves for you from here on
  position  the position as text for other commands
  help      this
  quit      leave";

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
        println!("note: {note}");
    }
    Table::new(args, position)?.play()
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
        let loses = match self.game.play() {
            Play::Normal => "who cannot move loses",
            Play::Misere => "misère play: who cannot move wins",
        };
        writeln!(self.out, "{loses}; `help` tells what can be typed")?;
        let mut lines = io::stdin().lock().lines();
        // The position is shown again whenever it has changed.
        let mut shown = false;
        loop {
            if let Some(winner) = self.game.winner() {
                let text = if winner == Side::Human { "you win" } else { "the engine wins" };
                writeln!(self.out, "{text}")?;
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
            let Some(line) = lines.next() else {
                writeln!(self.out)?;
                break;
            };
            let line = line.map_err(|error| Failure::Io(format!("standard input: {error}")))?;
            if !self.person {
                writeln!(self.out, "{line}")?;
            }
            match line.trim() {
                "" => {}
                "quit" | "exit" | "q" => break,
                "help" | "?" | "h" => writeln!(self.out, "{HELP}")?,
                "moves" => self.list_moves()?,
                "hint" => self.hint()?,
                "position" => {
                    let position = self.game.position();
                    writeln!(self.out, "{position}")?;
                }
                "swap" => {
                    self.game.swap();
                    writeln!(self.out, "you have changed seats")?;
                }
                "undo" => {
                    if self.game.undo(Side::Human) {
                        shown = false;
                    } else {
                        writeln!(self.out, "there is no move of yours to take back")?;
                    }
                }
                text => shown = !self.human_moves(text)?,
            }
        }
        self.out.flush()?;
        Ok(())
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
                writeln!(self.out, "{unread}")?;
                for (i, instead) in unread.instead.iter().enumerate() {
                    let head = if i == 0 { "try" } else { "   " };
                    writeln!(self.out, "  {head} {instead}")?;
                }
                writeln!(self.out, "  `moves` lists all, `help` tells what can be typed")?;
                Ok(false)
            }
        }
    }

    fn engine_moves(&mut self) -> Result<(), Failure> {
        let choice = within(self.args, |context| self.game.engine(context))?;
        let part = self.named(&choice);
        writeln!(self.out, "the engine plays {part}")?;
        self.make(&choice)
    }

    /// A move with its part, if there are several.
    fn named(&self, choice: &Choice) -> String {
        let parts: usize = self.game.components().iter().map(|component| component.parts()).sum();
        match parts {
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
            writeln!(self.out, "{winner} this round; {left} left, {first} the next")?;
        }
        Ok(())
    }

    fn show(&mut self) -> Result<(), Failure> {
        let picture = draw(self.game.components());
        write!(self.out, "\n{picture}")?;
        if self.args.hint {
            self.hint()?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let answer = within(self.args, |context| self.game.hint(3, context))?;
        let text = answer.to_text(Style::default());
        for line in text.trim_end().lines().skip(1) {
            writeln!(self.out, "{line}")?;
        }
        if !answer.outcome.mover_wins() {
            let choice = within(self.args, |context| self.game.engine(context))?;
            writeln!(
                self.out,
                "\n  lost against best play; {} makes it long",
                self.named(&choice)
            )?;
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
            writeln!(self.out, "  … {} in all", choices.len())?;
        }
        Ok(())
    }
}

fn within<T>(
    args: &Args,
    work: impl FnOnce(&Context<'_>) -> Result<T, Stop>,
) -> Result<T, Failure> {
    with_context(args.limits.limits(), work)
        .map_err(|stop| Failure::Stop(stop, args.expression.trim().to_owned()))
}
