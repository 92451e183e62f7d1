//! What is asked of positions whose type is forgotten.

use super::listed::{self, Listed};
use super::placed::{NO_ENTAILING, PartOptions, PlacedGame};
use crate::context::{Context, Stop};
use crate::game::apart::apart;
use crate::game::numbered::NumberedGame;
use crate::game::{
    AnyApart, AnyFound, Component, Game, Known, Move, NimLike, Offer, OptionValue, PartSketch,
    Proof, Wanted,
};
use crate::heap::{Code, HeapClasses};
use crate::nat::Nat;
use crate::outcome::{Outcome, Play};
use crate::ruleset::{Full, Options};
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

    fn values_by_table(&self) -> bool {
        self.game.values_by_table()
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
        listed::option_values(&*self.listed_here(part, options, true), context)
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
        if !G::MAY_ENTAIL {
            return self.parts.is_empty().then(|| self.with(Vec::new(), self.notes.clone()));
        }
        let parts = self.parts.iter().map(|part| self.game.entailed(part));
        Some(self.with(parts.collect::<Option<_>>()?, self.notes.clone()))
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
        listed::moves_beside(
            &*listed::within_limits(self.listed(part, context))?,
            others,
            max,
            context,
        )
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
        listed::option_sets(&*listed::within_limits(self.listed(part, context))?, max, context)
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
        listed::moves_by_value(
            &*listed::within_limits(self.listed(part, context))?,
            keep,
            max,
            context,
        )
    }

    fn nim_like(&self) -> NimLike {
        self.game.nim_like()
    }

    fn misere_refused(&self) -> Option<&'static str> {
        self.game.misere_refused()
    }

    fn lengths_refused(&self) -> Option<&'static str> {
        self.game.lengths_refused()
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
        if self.game.divided().is_none() {
            return Ok(None);
        }
        listed::some_move_to(&*listed::within_limits(self.listed(part, context))?, target, context)
    }

    fn prove(
        &self,
        part: usize,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop> {
        let Some(proving) = self.game.proving() else { return Ok(None) };
        proving.prove(&self.parts[part], wanted, context)
    }

    fn proves(&self) -> bool {
        self.game.proving().is_some_and(|proving| proving.proves())
    }

    fn kept(&self, part: usize) -> Option<(String, &Searched)> {
        self.game.divided()?.kept(&self.parts[part])
    }

    fn is_divided(&self) -> bool {
        self.game.divided().is_some()
    }

    fn apart(&self) -> Option<Box<dyn AnyApart>> {
        apart(&self.game, false)
    }

    fn proving_apart(&self) -> Option<Box<dyn AnyApart>> {
        apart(&self.game, true)
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
        let divided = self.game.divided().is_some();
        listed::moves_to(
            &*listed::within_limits(self.listed(part, context))?,
            target,
            divided,
            max,
            context,
        )
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
        let listed = listed::within_limits(self.listed(part, context))?;
        Ok(listed::moves_kept(&*listed, keep, max))
    }

    fn moves_order(&self, part: usize, context: &Context<'_>) -> Result<Vec<usize>, Stop> {
        let (listed, result) = self.listed(part, context);
        result.map(|()| listed::sorted(&*listed))
    }

    fn fixed_length(&self, part: usize, play: Play) -> Option<Nat> {
        self.game.fixed_length(&self.parts[part], play)
    }

    fn fickle(&self, part: usize) -> Option<bool> {
        self.game.fickle(&self.parts[part])
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
        wanted: (Play, Outcome),
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        listed::boxed_moves(
            &*listed::within_limits(self.listed(part, context))?,
            wanted,
            max,
            context,
        )
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
        listed::misere_moves(
            &*listed::within_limits(self.listed(part, context))?,
            wanted,
            max,
            context,
        )
    }

    fn misere_outcome(&self, part: usize, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        let law = self.game.misere_law();
        law.map(|law| law.outcome(&self.parts[part], context)).transpose()
    }

    fn misere_winning_moves(
        &self,
        part: usize,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<AnyFound>, Stop> {
        let Some(law) = self.game.misere_law() else { return Ok(None) };
        let found = law.winning_moves(&self.parts[part], max, context)?;
        Ok(Some(self.found(part, found, false)))
    }

    fn misere_why(&self, part: usize) -> Option<(&'static str, Vec<String>)> {
        let law = self.game.misere_law()?;
        Some((law.theorem(), law.why(&self.parts[part])))
    }

    fn some_moves(&self, part: usize, max: usize) -> AnyFound {
        listed::moves_kept(&self.first_options(part, max), &mut |_| true, max)
    }

    fn sketch(&self, part: usize, max: usize) -> PartSketch {
        let from = &self.parts[part];
        // Moves that are dear to build are not begun with if they are too many.
        let options = match self.game.move_count(from) {
            Some(count) if count > max => {
                PartOptions { placed: self, part, options: Options::default(), complete: false }
            }
            _ => self.first_options(part, max),
        };
        let moves = listed::sorted(&options);
        let texts: Vec<String> = listed::texts(&options, &moves);
        let to: Vec<Move<_>> =
            moves.iter().map(|&option| options.options.get(option).into()).collect();
        let mut offers = Vec::with_capacity(moves.len());
        for (place, &option) in moves.iter().enumerate() {
            offers.push(Offer { to: &to[place], text: &texts[place], wins: options.wins(option) });
        }
        let drawn = self.game.sketch(from, &offers);
        listed::sketch(&options, moves, &texts, drawn, &|| match self.game.picture(from) {
            lines if lines.is_empty() => vec![self.print_part(part)],
            lines => lines,
        })
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

    fn may_win_at_once(&self, part: usize) -> bool {
        /// Moves that are looked at.
        const MAX_MOVES: usize = 1 << 20;
        if !G::MAY_WIN {
            return false;
        }
        let mut options = Options::with_capacity_limit(MAX_MOVES);
        self.game.options(&self.parts[part], &mut options).is_err()
            || options.iter().any(|option| option.wins)
    }

    fn with_parts(&self, parts: &[usize]) -> Arc<dyn Component> {
        self.with(parts.iter().map(|&part| self.parts[part].clone()).collect(), Vec::new())
    }

    fn numbered(&self) -> Box<dyn Numbered> {
        Box::new(NumberedGame::new(self.game.clone()))
    }
}
