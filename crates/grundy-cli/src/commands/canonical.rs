//! `grundy canonical`

use crate::args::Canonical as Args;
use crate::context::with_context;
use crate::failure::Failure;
use crate::output::write_to;
use crate::rules::Loaded;
use grundy::analysis::{CanonicalForm, CanonicalForms};
use grundy::context::Stop;
use grundy::outcome::Play;
use grundy::solve::born;
use grundy::solve::forms::Forms;
use serde_json::json;

/// Characters of the forms that are listed.
const MAX_CHARS: usize = 10_000;

pub fn run(args: &Args) -> Result<(), Failure> {
    let text = match args.day {
        Some(day) => by_day(day, args)?,
        None => of_positions(args)?,
    };
    write_to(None, |out| out.write_all(text.as_bytes()))
}

fn of_positions(args: &Args) -> Result<String, Failure> {
    let rules = Loaded::new(&args.rules)?;
    let play = if args.misere { Play::Misere } else { Play::Normal };
    let (mut forms, mut found) = (CanonicalForms::default(), Vec::<CanonicalForm>::new());
    let mut text = String::new();
    with_context(args.limits.limits(), |context| {
        for source in &args.expressions {
            let expression = rules
                .catalogue()
                .read_within(source, context)
                .map_err(|error| Failure::Read(error, source.clone()))?;
            let stopped = |stop: Stop| Failure::Stop(stop, source.trim().to_owned());
            let form = forms.of(&expression, play, context).map_err(stopped)?;
            if args.json {
                let line = serde_json::to_string(&form).expect("plain facts");
                text.push_str(&format!("{line}\n"));
            } else {
                text.push_str(&form.to_text());
            }
            found.push(form);
        }
        let Some((first, others)) = found.split_first() else { return Ok::<(), Failure>(()) };
        for other in others {
            let stopped = |stop| Failure::Stop(stop, String::new());
            let compared = forms.compare(first, other, context).map_err(stopped)?;
            if args.json {
                let line = serde_json::to_string(&compared).expect("plain facts");
                text.push_str(&format!("{line}\n"));
            } else {
                text.push_str(&compared.to_text(&first.position, &other.position));
            }
        }
        Ok(())
    })?;
    Ok(text)
}

fn by_day(day: u32, args: &Args) -> Result<String, Failure> {
    with_context(args.limits.limits(), |context| {
        let stopped = |stop| Failure::Stop(stop, String::new());
        let count = born::count_by(day, context).map_err(stopped)?;
        let mut listed = None;
        if day <= born::LISTED {
            let mut forms = Forms::default();
            let born = born::forms_by(&mut forms, day, context).map_err(stopped)?;
            let text = |form| forms.print(form, MAX_CHARS);
            listed = born.into_iter().map(text).collect::<Option<Vec<String>>>();
        }
        if args.json {
            let count = match count.number() {
                Some(number) => json!(number),
                None => json!(count.to_string()),
            };
            return Ok(format!("{}\n", json!({ "day": day, "count": count, "forms": listed })));
        }
        let mut text = format!("simplest forms in misère play born by day {day}: {count}\n");
        for form in listed.into_iter().flatten() {
            text.push_str(&format!("  {form}\n"));
        }
        Ok(text)
    })
}
