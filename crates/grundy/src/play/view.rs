//! The position of a match as people look at it.

use crate::game::Component;
use crate::picture::HIGHEST;
use std::sync::Arc;

/// All parts of a sum, numbered, each with its picture.
pub fn draw(sum: &[Arc<dyn Component>]) -> String {
    let mut out = String::new();
    let count: usize = sum.iter().map(|component| component.parts()).sum();
    let mut number = 0;
    for component in sum {
        for part in 0..component.parts() {
            number += 1;
            if number > HIGHEST {
                continue;
            }
            let name = component.print_part(part);
            let picture = component.picture(part);
            let head = if count == 1 { String::new() } else { format!("{number}: ") };
            let short: String = name.chars().take(70).collect();
            let cut = if short.len() < name.len() { "…" } else { "" };
            match &*picture {
                [line] => out.push_str(&format!("  {head}{short}{cut}   {line}\n")),
                lines => {
                    out.push_str(&format!("  {head}{short}{cut}\n"));
                    lines.iter().for_each(|line| out.push_str(&format!("      {line}\n")));
                }
            }
        }
    }
    if number > HIGHEST {
        out.push_str(&format!("  … {number} parts in all\n"));
    }
    out
}
