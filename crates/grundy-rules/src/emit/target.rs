//! What a language adds to the skeleton of a program.

use super::lang::Lang;
use super::print::Printer;
use crate::error::RuleError;
use crate::typed::Family;

/// What its head says besides.
pub(super) const NOTE: &str =
    "Finds all values up to the numbers asked for, which may be some millions.";

/// A language: the pieces of a program that differ from those in other languages.
///
/// The skeleton prints them in order, and what is the same in all languages between them.
pub(super) trait Target {
    /// The language, for what the printer itself tells apart.
    fn lang(&self) -> Lang;

    /// What stands in front of all functions; printed last, once it is known what is needed.
    fn head(&self, p: &Printer<'_>) -> String;

    /// Refuses what the language cannot read.
    fn check(&self, _p: &mut Printer<'_>) {}

    /// Whether [`inside`](Self::begin_inside) has to stand before what calls it.
    fn declares_first(&self) -> bool {
        false
    }

    /// The functions that go through the moves of a state.
    fn moves(&self, p: &mut Printer<'_>);

    /// The head of a block about states of the family with this place in the plan.
    fn of_family(&self, p: &Printer<'_>, place: usize, family: &Family) -> String;

    /// The head of the function that tells whether there is a state, open.
    fn begin_inside(&self, p: &mut Printer<'_>);

    /// Ends that function if no coordinate is negative, or tells the same.
    fn not_negative(&self, p: &mut Printer<'_>, limited: bool);

    /// Whether the conditions of a family hold.
    fn domain(&self, p: &mut Printer<'_>, family: &Family);

    /// A state of a family without conditions is one.
    fn no_condition(&self) -> &'static str;

    /// What stands behind that function.
    fn end_inside(&self, p: &mut Printer<'_>);

    /// The head of the function that applies the first same-position rule there is, open.
    fn begin_same(&self, p: &mut Printer<'_>);

    /// No rule applies.
    fn same_state(&self) -> &'static str;

    /// The function that finds the normal form of a state.
    fn normal(&self, p: &mut Printer<'_>);

    /// The function that finds the value of a state in normal form.
    fn search(&self, p: &mut Printer<'_>);

    /// The head of the function that finds what is printed for a list of numbers, open.
    fn begin_value(&self, p: &mut Printer<'_>);

    /// The head of a block that is run if there are so many numbers.
    fn if_numbers(&self, count: usize) -> String;

    /// Names a number of the list, or `len` of them.
    fn name_number(&self, name: &str, at: usize, len: Option<usize>) -> String;

    /// Appends a number to the list.
    fn push_number(&self, text: &str) -> String;

    /// Ends the program with a message if the list is not as long as it should be.
    fn check_numbers(&self, p: &mut Printer<'_>, wanted: &str);

    /// The rest of that function, from the state on; it is closed.
    fn end_value(&self, p: &mut Printer<'_>);

    /// The main function.
    fn main(&self, p: &mut Printer<'_>);
}

/// The whole text, if everything could be said.
pub(super) fn finish(mut printer: Printer<'_>, target: &dyn Target) -> Result<String, RuleError> {
    target.check(&mut printer);
    let head = target.head(&printer);
    printer.finish(head)
}
