//! Positions as they are typed, read into coordinates.

use crate::shape::Shape;
use crate::typed::{Family, Param, Program};
use crate::walk::{MAX_STEPS, Machine};
use grundy::expr::closest;
use grundy::nat::{self, BitTest, Nat};
use grundy::read;
use grundy::syntax::{Arg, ArgKind, Args, ReadError, Span};

/// The coordinates typed, and the defaults of those left out.
///
/// Values stand in the order of the parameters, or behind their names, `cap=3`; those of an array
/// one after the other, or in brackets. A board is rows of signs, `"..#/.#."` or
/// `rows("..#",".#.")`, or a number.
///
/// # Errors
/// What is no such position, and where.
pub fn coordinates(program: &Program, family: &Family, args: &Args) -> Result<Vec<i64>, ReadError> {
    let group = read::one_group(args)?;
    let expected = || format!("expected {}({})", family.name, family.signature(&program.source));
    let named = group.iter().position(|arg| matches!(arg.kind, ArgKind::Named(..)));
    let (plain, named) = group.split_at(named.unwrap_or(group.len()));
    check_count(family, args, plain, !named.is_empty()).map_err(|error| error.help(expected()))?;
    let mut given: Vec<Option<Vec<i64>>> = vec![None; family.params.len()];
    let mut rest = plain;
    for (param, given) in family.params.iter().zip(&mut given) {
        let Some(first) = rest.first() else { break };
        let listed = matches!(first.kind, ArgKind::List(_));
        let count = match (param.shape, param.len) {
            (None, Some(len)) if !listed => len,
            _ => 1,
        };
        let Some((own, others)) = rest.split_at_checked(count) else {
            return Err(ReadError::domain(
                format!("{} has {count} numbers, not {}", param.name, rest.len()),
                args.span,
            )
            .help(expected()));
        };
        *given = Some(match own {
            [arg] => value(param, arg)?,
            numbers => numbers.iter().map(number).collect::<Result<_, _>>()?,
        });
        rest = others;
    }
    for arg in named {
        let ArgKind::Named(name, inner) = &arg.kind else {
            return Err(
                ReadError::domain("values without a name come first", arg.span).help(expected())
            );
        };
        let found = family.params.iter().position(|param| param.name.eq_ignore_ascii_case(name));
        let Some(at) = found else {
            let message = format!("{} has no {name}", family.name);
            let names = family.params.iter().map(|param| &*param.name);
            let help = match closest(name, names).filter(|_| name.len() > 1) {
                Some(close) => format!("did you mean {close}?"),
                None => expected(),
            };
            return Err(ReadError::domain(message, arg.span).help(help));
        };
        let before = given[at].replace(value(&family.params[at], inner)?);
        if before.is_some() {
            return Err(ReadError::domain(format!("{name} is given twice"), arg.span)
                .help("by its place or by its name, once"));
        }
    }
    let mut coords = Vec::with_capacity(family.width);
    for (param, given) in family.params.iter().zip(given) {
        match (given, &param.default) {
            (Some(given), _) => coords.extend(given),
            (None, Some(default)) => {
                let value = Machine::new(coords.clone(), MAX_STEPS).int(default);
                coords.push(value.map_err(|halt| {
                    ReadError::domain(
                        format!("{} has no default here: {}", param.name, halt.into_error()),
                        args.span,
                    )
                    .help("write all numbers out")
                })?);
            }
            (None, None) => {
                let message = format!("{} needs a value for {}", family.name, param.name);
                return Err(ReadError::domain(message, args.span).help(expected()));
            }
        }
    }
    Ok(coords)
}

/// Whether there are as many values as there must be; with names only too many are wrong.
fn check_count(family: &Family, args: &Args, plain: &[Arg], named: bool) -> Result<(), ReadError> {
    let takes = |param: &Param| if param.shape.is_some() { 1 } else { param.len.unwrap_or(1) };
    let most: usize = family.params.iter().map(takes).sum();
    let needed = family.params.iter().filter(|param| param.default.is_none());
    let needed: usize = needed.map(takes).sum();
    let count = plain.iter().map(|arg| match &arg.kind {
        ArgKind::List(items) => items.len(),
        _ => 1,
    });
    let count: usize = count.sum();
    if count <= most && (named || count >= needed) {
        return Ok(());
    }
    let wanted = match (named, needed == most) {
        (true, _) => format!("up to {most}"),
        (false, true) => format!("{needed}"),
        (false, false) => format!("{needed} to {most}"),
    };
    let boards = family.params.iter().any(|param| param.shape.is_some());
    let what = if boards { "value" } else { "number" };
    let plural = if most == 1 { "" } else { "s" };
    Err(ReadError::domain(
        format!("{} takes {wanted} {what}{plural}, not {count}", family.name),
        args.span,
    ))
}

/// The coordinates of one parameter.
fn value(param: &Param, arg: &Arg) -> Result<Vec<i64>, ReadError> {
    if let Some(shape) = param.shape {
        return mask(param, shape, arg);
    }
    match (param.len, &arg.kind) {
        (Some(len), ArgKind::List(items)) if items.len() == len => {
            items.iter().map(number).collect()
        }
        (None, ArgKind::List(_)) => {
            Err(ReadError::domain(format!("{} is one number, not a list", param.name), arg.span)
                .help("write the number without brackets"))
        }
        (Some(len), kind) => {
            let found = match kind {
                ArgKind::List(items) => items.len(),
                _ => 1,
            };
            if len == 1 && found == 1 {
                return Ok(vec![number(arg)?]);
            }
            Err(ReadError::domain(
                format!("{} has {len} numbers, not {found}", param.name),
                arg.span,
            )
            .help(format!("expected a list of {len}, as in [1,2,3]")))
        }
        (None, _) => Ok(vec![number(arg)?]),
    }
}

fn number(arg: &Arg) -> Result<i64, ReadError> {
    let number = nat::to_u64(read::number(arg)?).and_then(|n| i64::try_from(n).ok());
    number.ok_or_else(|| {
        ReadError::domain("this number is too large for rules", arg.span)
            .help("expected a number below 2^63")
    })
}

/// The words of a board.
fn mask(param: &Param, shape: Shape, arg: &Arg) -> Result<Vec<i64>, ReadError> {
    let example = || format!("expected {}", example(shape, param.signs));
    match &arg.kind {
        ArgKind::Number(number) => from_number(shape, number, arg.span),
        ArgKind::Text(text) => {
            let rows: Vec<&str> = text.split(['/', '\n']).map(str::trim).collect();
            from_rows(param, shape, &rows, arg.span)
        }
        _ => {
            let listed = arg.item().filter(|item| item.name() == Some("rows"));
            let texts = listed.and_then(|item| item.args.as_ref()).and_then(Args::single);
            let rows: Option<Vec<&str>> = texts.and_then(|texts| texts.iter().map(row).collect());
            match rows {
                Some(rows) => from_rows(param, shape, &rows, arg.span),
                None => Err(ReadError::domain(
                    format!("{} is {}", param.name, shape.describe()),
                    arg.span,
                )
                .help(example())),
            }
        }
    }
}

/// A row of `rows("..#",".#.")`.
fn row(arg: &Arg) -> Option<&str> {
    match &arg.kind {
        ArgKind::Text(text) => Some(text.trim()),
        _ => None,
    }
}

/// A board as it is typed, all squares 0 but the first.
fn example(shape: Shape, signs: [char; 2]) -> String {
    let text = shape.text(&shape.mask([0]), signs);
    const MAX_SHOWN_CHARS: usize = 60;
    if text.chars().count() > MAX_SHOWN_CHARS {
        let (rows, columns) = shape.sides();
        return format!("{rows} rows of {columns} signs {} and {}", signs[0], signs[1]);
    }
    format!("rows of signs, {text}, or a number")
}

fn from_number(shape: Shape, number: &Nat, span: Span) -> Result<Vec<i64>, ReadError> {
    if number.bit_len() > shape.squares() {
        return Err(ReadError::domain(
            format!("this number has more bits than {} has squares", shape.describe()),
            span,
        )
        .help(format!("expected a number below 2^{}", shape.squares())));
    }
    Ok(shape.mask((0..shape.squares()).filter(|&i| number.bit(i))))
}

fn from_rows(
    param: &Param,
    shape: Shape,
    rows: &[&str],
    span: Span,
) -> Result<Vec<i64>, ReadError> {
    let (height, width) = shape.sides();
    let wrong = |message: String| {
        Err(ReadError::domain(message, span)
            .help(format!("expected {}", example(shape, param.signs))))
    };
    if rows.len() != height {
        return wrong(format!("{} has {height} rows, not {}", param.name, rows.len()));
    }
    // These signs are read too, unless they mean the contrary.
    let plain = param.signs[0] != '#' && param.signs[1] != '.';
    let mut ones = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let signs: Vec<char> = row.chars().filter(|c| !c.is_whitespace()).collect();
        if signs.len() != width {
            let message = format!("row {} has {} signs, not {width}", r + 1, signs.len());
            return wrong(message);
        }
        for (c, sign) in signs.into_iter().enumerate() {
            match param.signs.iter().position(|own| *own == sign) {
                Some(0) => {}
                Some(_) => ones.push(r * width + c),
                None if sign == '0' || sign == '.' && plain => {}
                None if sign == '1' || sign == '#' && plain => ones.push(r * width + c),
                None => {
                    let [zero, one] = param.signs;
                    return wrong(format!("{sign:?} is none of the signs {zero} and {one}"));
                }
            }
        }
    }
    Ok(shape.mask(ones))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::WORD_SQUARES;
    use crate::source::Source;
    use crate::state::State;

    #[test]
    fn positions_are_read_as_they_are_written() {
        let text = "board(b: board[9,8], m: bits[70], n, x[2], k = n + 1) -> 0
                    plain(n, x[2], k = 7) -> 0";
        let program = Program::read(Source::new("t", text)).unwrap();
        let family = &program.families[0];
        let read = |text: &str| {
            let sum = grundy::syntax::parse(text).unwrap();
            let family = program.family(sum[0].name().unwrap()).unwrap();
            let args = sum[0].args.as_ref().unwrap();
            coordinates(&program, &program.families[family], args)
        };
        assert_eq!(read("plain(1,2,3)").unwrap(), [1, 2, 3, 7]);
        for same in
            ["plain(1,[2,3])", "plain(k=7,x=[2,3],n=1)", "plain(1,2,3,k=7)", "plain(1,X=[2,3])"]
        {
            assert_eq!(read(same).unwrap(), [1, 2, 3, 7], "{same}");
        }
        for wrong in [
            "plain(1,2)",
            "plain(1,2,3,4,5)",
            "plain(1,2,3,n=1)",
            "plain(n=1,2,3)",
            "plain(1,[2],3)",
            "plain([1],2,3)",
            "plain(1,x=2)",
            "plain(1,y=2)",
            "plain(x=[1,2])",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        let squares: Vec<usize> = (0..72).filter(|i| i % 5 == 2).collect();
        let mut coords = Shape::Board { rows: 9, columns: 8 }.mask(squares);
        coords.extend(Shape::Bits(70).mask([0, 69]));
        coords.extend([3, 4, 5, 6]);
        let state = State::new(0, coords.clone());
        let typed = format!("board({})", state.arguments(family));
        assert_eq!(read(&typed).unwrap(), coords, "{typed}");
        let number = (1u128 << 69) + 1;
        let other = format!("board(0b{:b},{number},3,[4,5])", 1u128 << 71 | 1);
        let read = read(&other).unwrap();
        assert_eq!(read[..2], Shape::Board { rows: 9, columns: 8 }.mask([0, 71]));
        assert_eq!(read[2..], [1, 1 << (69 - WORD_SQUARES), 3, 4, 5, 4]);
    }
}
