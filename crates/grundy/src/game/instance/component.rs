//! What is asked of positions whose type is forgotten.

use super::placed::{Choice, NO_ENTAILING, PlacedGame};
use crate::context::{Context, Stop};
use crate::game::apart::apart;
use crate::game::numbered::NumberedGame;
use crate::game::{
    AnyApart, AnyFound, Component, Game, Known, NimLike, Offer, OptionValue, PartSketch, Proof,
    Wanted,
};
use crate::heap::{Code, HeapClasses};
use crate::moves::sort;
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::ruleset::{Full, OptionRef, Options};
use crate::sketch::buttons;
use crate::solve::arena::Numbered;
use crate::solve::entailing::WinningSet;
use crate::solve::search::Searched;
use std::any::Any;
use std::borrow::Cow;
use std::sync::{Arc, PoisonError};

impl<G: Game> Component for PlacedGame<G> {
    fn title(&self) -> String {
        self.game.title()
    }

    fn parts(&self) -> usize {
        self.parts.len()
    }

    fn print(&self) -> String {
        self.game.print_all(&self.parts)
    }

    fn print_part(&self, part: usize) -> String {
        self.game.print_all(std::slice::from_ref(&self.parts[part]))
    }

    fn shown(&self, part: usize) -> Option<String> {
        self.game.shown(&self.parts[part])
    }

    fn picture(&self, part: usize) -> Vec<String> {
        self.game.picture(&self.parts[part])
    }

    fn heaps(&self, part: usize) -> Vec<Nat> {
        self.game.heaps(&self.parts[part])
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }

    fn identity(&self) -> String {
        self.game.identity()
    }

    fn position(&self, part: usize) -> &dyn Any {
        &self.parts[part]
    }

    fn equal(&self, part: usize, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(&self.parts[part])
    }

    fn method(&self, part: usize) -> Cow<'static, str> {
        self.game.method(&self.parts[part])
    }

    fn why(&self, part: usize) -> Vec<String> {
        self.game.why(&self.parts[part])
    }

    fn by_options(&self, part: usize) -> bool {
        self.game.by_options(&self.parts[part])
    }

    fn option_values(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Vec<OptionValue>>, Stop> {
        let from = &self.parts[part];
        if self.game.move_count(from).is_some_and(|count| count > max) {
            return Ok(None);
        }
        let mut options = Options::with_capacity_limit(max);
        if self.game.options_within(from, &mut options, context) == Err(Full) {
            return self.game.fault().map_or(Ok(None), Err);
        }
        let mut valued = Vec::with_capacity(options.len());
        for (step, option) in options.iter().enumerate() {
            context.tick("evaluating options", step as u64)?;
            let Some(value) = self.option_value(option, context)? else { return Ok(None) };
            valued.push(OptionValue { text: self.game.print_move(from, &option.into()), value });
        }
        Ok(Some(valued))
    }

    fn is_loopy(&self) -> bool {
        G::MAY_LOOP && self.game.is_loopy()
    }

    fn entails(&self) -> bool {
        G::MAY_ENTAIL && self.game.entails()
    }

    fn is_entailed(&self, part: usize) -> bool {
        G::MAY_ENTAIL && self.game.entails() && self.game.is_entailed(&self.parts[part])
    }

    fn entailed(&self) -> Option<Arc<dyn Component>> {
        let parts = self.parts.iter().map(|part| self.game.entailed(part));
        let (game, memo) = (self.game.clone(), self.memo.clone());
        let (parts, notes) = (parts.collect::<Option<_>>()?, self.notes.clone());
        Some(Arc::new(Self { game, memo, parts, notes }))
    }

    fn winning_set(&self, part: usize, context: &Context<'_>) -> Result<Arc<WinningSet>, Stop> {
        if G::MAY_ENTAIL {
            self.entailing().winning(&*self.game, &self.parts[part], context)
        } else {
            Err(Stop::Refused(NO_ENTAILING.into()))
        }
    }

    fn moves_beside(
        &self,
        part: usize,
        others: Option<&Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop> {
        if !G::MAY_ENTAIL {
            return Err(Stop::Refused(NO_ENTAILING.into()));
        }
        let (options, mut complete) = self.options(part, context)?;
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            match self.option_set(option, context) {
                Ok(set) if set.wins_beside(others) => moves.push(Choice::from(option)),
                Ok(_) => {}
                // One search past its limits is enough.
                Err(Stop::Limit { .. }) => {
                    complete = false;
                    break;
                }
                Err(Stop::Refused(_)) => complete = false,
                Err(stop) => return Err(stop),
            }
        }
        Ok(self.gathered(part, moves, complete, max))
    }

    fn option_sets(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Vec<(String, WinningSet)>>, Stop> {
        if !G::MAY_ENTAIL {
            return Ok(None);
        }
        let (options, complete) = self.options(part, context)?;
        if !complete || options.len() > max {
            return Ok(None);
        }
        let mut sets = Vec::with_capacity(options.len());
        for option in options.iter() {
            let set = self.option_set(option, context)?;
            sets.push((self.text(part, &option.into()), set));
        }
        Ok(Some(sets))
    }

    fn counter(&self, part: usize, context: &Context<'_>) -> Result<Option<u64>, Stop> {
        let position = &self.parts[part];
        if let Some(counter) = self.game.counter(position, context)? {
            return Ok(Some(counter));
        }
        if self.game.known(position, context)?.is_some() || self.game.entails() {
            return Ok(None);
        }
        if G::MAY_LOOP && self.game.is_loopy() {
            let mut loops = self.memo.loopy.lock().unwrap_or_else(PoisonError::into_inner);
            loops.counter(&*self.game, position, context)
        } else {
            Ok(None)
        }
    }

    fn moves_by_value(
        &self,
        part: usize,
        keep: &dyn Fn(&Known) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop> {
        let (options, mut complete) = self.options(part, context)?;
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing moves by value", step as u64)?;
            match self.option_value(option, context)? {
                None => complete = false,
                Some(value) if keep(&value) => moves.push(Choice::from(option)),
                Some(_) => {}
            }
        }
        Ok(self.gathered(part, moves, complete, max))
    }

    fn nim_like(&self) -> NimLike {
        self.game.nim_like()
    }

    fn misere_refused(&self) -> Option<&'static str> {
        self.game.misere_refused()
    }

    fn known(&self, part: usize, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        self.game.known(&self.parts[part], context)
    }

    fn outcome(&self, part: usize, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        self.game.outcome(&self.parts[part], context)
    }

    fn search(&self, part: usize, context: &Context<'_>) -> Result<Known, Stop> {
        self.search_position(&self.parts[part], context)
    }

    fn has_value(
        &self,
        part: usize,
        value: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<bool>, Stop> {
        let divided = self.game.divided();
        divided.map(|divided| divided.is(&self.parts[part], value, context)).transpose()
    }

    fn some_move_to(
        &self,
        part: usize,
        target: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let Some(divided) = self.game.divided() else { return Ok(None) };
        let (options, complete) = self.options(part, context)?;
        let sum = |option: OptionRef<'_, G::Position>| {
            (!option.wins).then(|| (option.sum.to_vec(), Choice::from(option)))
        };
        let Some(left) = options.iter().map(sum).collect::<Option<Vec<_>>>().filter(|_| complete)
        else {
            return Ok(None);
        };
        let found = |choice| {
            let listed = self.moves_after(part, vec![choice]);
            Ok(Some(AnyFound { count: None, listed }))
        };
        let mut asked = Vec::new();
        for (sum, choice) in left {
            match self.known_sum(&sum, context)? {
                Some(value) if value == *target => return found(choice),
                Some(_) => {}
                None => asked.push((sum, choice)),
            }
        }
        for (sum, choice) in asked {
            if divided.sum_is(&sum, target, context)? {
                return found(choice);
            }
        }
        Ok(Some(AnyFound { count: Some(Nat::ZERO), listed: Vec::new() }))
    }

    fn prove(
        &self,
        part: usize,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop> {
        let Some(divided) = self.game.divided() else { return Ok(None) };
        divided.prove(&self.parts[part], wanted, context)
    }

    fn proves(&self) -> bool {
        self.game.divided().is_some_and(|divided| divided.proves())
    }

    fn kept(&self, part: usize) -> Option<(String, &Searched)> {
        self.game.divided()?.kept(&self.parts[part])
    }

    fn is_divided(&self) -> bool {
        self.game.divided().is_some()
    }

    fn apart(&self) -> Option<Box<dyn AnyApart>> {
        apart(&self.game)
    }

    fn moves_to(
        &self,
        part: usize,
        target: Option<&Nat>,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop> {
        if let Some(target) = target
            && let Some(found) = self.game.moves_to(&self.parts[part], target, max, context)?
        {
            return Ok(self.found(part, found, false));
        }
        if target.is_none()
            && let Some(found) = self.game.immediate_wins(&self.parts[part], max)
        {
            return Ok(self.found(part, found, true));
        }
        let (options, mut complete) = self.options(part, context)?;
        let mut moves = Vec::new();
        for (step, option) in options.iter().enumerate() {
            context.tick("listing winning moves", step as u64)?;
            let wanted = match target {
                None => option.wins,
                Some(_) if option.wins => false,
                Some(target) if self.game.divided().is_some() => {
                    match self.option_has_value(option.sum, target, complete, context)? {
                        Some(has) => has,
                        None => {
                            complete = false;
                            false
                        }
                    }
                }
                Some(target) => {
                    let mut sum = Some(Nat::ZERO);
                    for position in option.sum {
                        // To be told that the value is not 0 is enough where 0 is wanted.
                        let known = match option.sum {
                            [only] if target.is_zero() => self.game.known(only, context),
                            _ => Ok(None),
                        };
                        let value = match known {
                            Ok(Some(known)) => Ok(known),
                            // One search past its limits is enough.
                            _ if !complete => Ok(Known::Nonzero),
                            _ => self.value(position, context),
                        };
                        match value {
                            Ok(Known::Value(value)) => sum = sum.map(|s| s ^ value),
                            Ok(_) => sum = None,
                            Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => {
                                return Err(stop);
                            }
                            Err(Stop::Limit { .. } | Stop::Refused(_)) => {
                                complete = false;
                                sum = None;
                            }
                        }
                    }
                    sum.as_ref() == Some(target)
                }
            };
            if wanted {
                moves.push(Choice::from(option));
            }
        }
        Ok(self.gathered(part, moves, complete, max))
    }

    fn code(&self) -> Option<&Code> {
        self.game.code().map(|(code, _)| code)
    }

    fn heap_of_code(&self, part: usize) -> Option<Nat> {
        self.game.heap_of_code(&self.parts[part])
    }

    fn moves_by_class(
        &self,
        part: usize,
        classes: &HeapClasses<&dyn Fn(u64) -> u32>,
        keep: &dyn Fn(&[u32]) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let found = self.game.moves_by_class(&self.parts[part], classes, keep, max, context)?;
        Ok(found.map(|found| self.found(part, found, false)))
    }

    fn moves_kept(
        &self,
        part: usize,
        keep: &mut dyn FnMut(usize) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<AnyFound, Stop> {
        let (options, complete) = self.options(part, context)?;
        let kept = options.iter().enumerate().filter(|&(i, _)| keep(i));
        let moves: Vec<Choice<_>> = kept.map(|(_, option)| option.into()).collect();
        Ok(self.gathered(part, moves, complete, max))
    }

    fn moves_order(&self, part: usize, context: &Context<'_>) -> Result<Vec<usize>, Stop> {
        let mut options = Options::default();
        crate::solve::listing::list(&*self.game, &self.parts[part], &mut options, context)?;
        let mut moves: Vec<(Choice<_>, usize)> =
            options.iter().enumerate().map(|(i, option)| (option.into(), i)).collect();
        sort(&mut moves);
        Ok(moves.into_iter().map(|(_, i)| i).collect())
    }

    fn fixed_length(&self, part: usize, play: Play) -> Option<Nat> {
        self.game.fixed_length(&self.parts[part], play)
    }

    fn fickle_moves(
        &self,
        part: usize,
        one: bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let found = self.game.fickle_moves(&self.parts[part], one, max, context)?;
        Ok(found.map(|found| self.found(part, found, false)))
    }

    fn is_boxed(&self) -> bool {
        self.game.is_boxed()
    }

    fn boxed(
        &self,
        part: usize,
        play: Play,
        context: &Context<'_>,
    ) -> Result<Option<Outcome>, Stop> {
        self.game.boxed(&self.parts[part], play, context)
    }

    fn boxed_moves(
        &self,
        part: usize,
        (play, wanted): (Play, Outcome),
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        self.moves_to_outcome(part, wanted, max, context, |option| match option.sum {
            _ if option.wins => Ok(Some(Outcome::P)),
            [] => Ok(Some(play.of_finished())),
            [only] => self.game.boxed(only, play, context),
            _ => Ok(None),
        })
    }

    fn misere_alone(&self, part: usize) -> Option<Outcome> {
        self.game.misere_alone(&self.parts[part])
    }

    fn misere_moves(
        &self,
        part: usize,
        wanted: Outcome,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let outcome = |option: OptionRef<'_, G::Position>| match option.sum {
            _ if option.wins => None,
            // Who has no move wins.
            [] => Some(Outcome::N),
            [only] => self.game.misere_alone(only),
            _ => None,
        };
        self.moves_to_outcome(part, wanted, max, context, |option| Ok(outcome(option)))
    }

    fn some_moves(&self, part: usize, max: usize) -> AnyFound {
        let mut options = Options::with_capacity_limit(max);
        let complete = self.game.options(&self.parts[part], &mut options) != Err(Full);
        let mut moves: Vec<_> = options.iter().map(Choice::from).collect();
        let count = complete.then(|| Nat::from(moves.len()));
        sort(&mut moves);
        AnyFound { count, listed: self.moves_after(part, moves) }
    }

    fn sketch(&self, part: usize, max: usize) -> PartSketch {
        let from = &self.parts[part];
        let mut options = Options::with_capacity_limit(max);
        // Moves that are dear to build are not begun with if they are too many.
        let few = self.game.move_count(from).is_none_or(|count| count <= max);
        let mut complete = few && self.game.options(from, &mut options) != Err(Full);
        let mut choices: Vec<_> = options.iter().map(Choice::from).collect();
        sort(&mut choices);
        let texts: Vec<String> = choices.iter().map(|choice| self.text(part, choice)).collect();
        let offer = |(choice, text): (_, _)| {
            let Choice { to, wins }: &Choice<G::Position> = choice;
            Offer { to, text, wins: *wins }
        };
        let offers: Vec<_> =
            choices.iter().zip(texts.iter().map(String::as_str)).map(offer).collect();
        let drawn = self.game.sketch(from, &offers);
        let mut sketch = drawn.unwrap_or_else(|| {
            let mut lines = self.game.picture(from);
            if lines.is_empty() {
                lines.push(self.print_part(part));
            }
            buttons::lines(&lines, choices.len())
        });
        sketch.add_buttons(|number| &texts[number]);
        // What has no place even so is left out.
        let mut placed = sketch.gestures.iter().map(|gestures| !gestures.is_empty());
        choices.retain(|_| placed.next() == Some(true));
        if choices.len() < texts.len() {
            complete = false;
            sketch.gestures.retain(|gestures| !gestures.is_empty());
        }
        PartSketch { sketch, moves: self.moves_after(part, choices), complete }
    }

    fn fault(&self) -> Option<Stop> {
        self.game.fault()
    }

    fn reachable(&self, part: usize) -> Option<Nat> {
        self.game.reachable(&self.parts[part])
    }

    fn has_moves(&self, part: usize) -> bool {
        if let Some(count) = self.game.move_count(&self.parts[part]) {
            return count > 0;
        }
        let mut options = Options::with_capacity_limit(1);
        self.game.options(&self.parts[part], &mut options) == Err(Full) || !options.is_empty()
    }

    fn with_parts(&self, parts: &[usize]) -> Arc<dyn Component> {
        let (game, memo) = (self.game.clone(), self.memo.clone());
        let parts = parts.iter().map(|&part| self.parts[part].clone()).collect();
        Arc::new(Self { game, memo, parts, notes: Vec::new() })
    }

    fn numbered(&self) -> Box<dyn Numbered> {
        Box::new(NumberedGame::new(self.game.clone()))
    }
}
