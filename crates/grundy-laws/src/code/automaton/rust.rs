//! The loops over digits in Rust.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    words: "fn @words(numbers: &[@TYPE]) -> Vec<Vec<i64>> {
    let digits = |mut number: @TYPE| {
        let mut count = 0;
        while number > 0 {
            number /= @BASE;
            count += 1;
        }
        count
    };
    let length = numbers.iter().map(|&number| digits(number)).max().unwrap_or(0) + @MORE;
    let mut rows = Vec::new();
    for &number in numbers {
        let (mut number, mut row) = (number, vec![0; length]);
        for place in row.iter_mut().rev() {
            *place = (number % @BASE) as i64;
            number /= @BASE;
        }
        rows.push(row);
    }
    rows
}

",
    counted_words: "// How many valid words of each length there are from each state, until there are more than so many.
fn @counts(beyond: @TYPE, most: usize) -> Vec<Vec<u128>> {
    let mut rows: Vec<Vec<u128>> = vec![@ENDS.iter().map(|&end| end as u128).collect()];
    loop {
        let last = &rows[rows.len() - 1];
        if last[0] > beyond as u128 && rows.len() >= most {
            return rows;
        }
        let one = |&to: &i64| if to < 0 { 0 } else { last[to as usize] };
        let row = @TABLE.chunks(@BASE).map(|next| next.iter().map(one).sum()).collect();
        rows.push(row);
    }
}

fn @words(numbers: &[@TYPE]) -> Vec<Vec<i64>> {
    let count = @counts(numbers.iter().copied().max().unwrap_or(0), 1);
    let mut rows = Vec::new();
    for &number in numbers {
        let (mut row, mut state, mut rest) = (vec![0; @MORE], 0, number as u128);
        for counts in count[..count.len() - 1].iter().rev() {
            let mut digit = 0;
            let to = loop {
                let to = @TABLE[state * @BASE + digit];
                let here = if to < 0 { 0 } else { counts[to as usize] };
                if rest < here {
                    break to;
                }
                rest -= here;
                digit += 1;
            };
            row.push(digit as i64);
            state = to as usize;
        }
        rows.push(row);
    }
    rows
}

",
    outcome: "@SIGNATURE
    let rows = @words(&[@NAMES]);
    let mut state = 0;
    for i in 0..rows[0].len() {
        let letter = rows.iter().fold(0, |letter, row| letter * @BASE + row[i]);
        state = @NEXT[(state * @LETTERS + letter) as usize];
        if state < 0 {
            return false;
        }
    }
    @ACCEPTS[state as usize] == 1
}
",
    value: "@NUMBER
// @NONE stands for no value: where a move wins at once, and for what is no position.
@SIGNATURE
    let rows = @words(&[@NAMES]);
    // For each state that can be met, the digits of the value on the way there.
    let mut ways: Vec<Option<Vec<i64>>> = vec![None; @STATES];
    ways[0] = Some(Vec::new());
    for i in 0..rows[0].len() {
        let letter = rows.iter().fold(0, |letter, row| letter * @BASE + row[i]);
        let mut after: Vec<Option<Vec<i64>>> = vec![None; @STATES];
        for (state, way) in ways.iter().enumerate() {
            let Some(way) = way else { continue };
            for digit in 0..@BASE {
                let to = @NEXT[state * @LETTERS + (letter * @BASE + digit) as usize];
                if to >= 0 && after[to as usize].is_none() {
                    after[to as usize] = Some([&way[..], &[digit]].concat());
                }
            }
        }
        ways = after;
    }
    for (state, way) in ways.iter().enumerate() {
        if let (1, Some(way)) = (@ACCEPTS[state], way) {
            return @number(way);
        }
    }
    @NONE
}
",
    number: "fn @number(word: &[i64]) -> @TYPE {
    word.iter().fold(0, |value, &digit| value * @BASE + digit as @TYPE)
}
",
    counted_number: "fn @number(word: &[i64]) -> @TYPE {
    let count = @counts(0, word.len());
    let (mut value, mut state) = (0u128, 0i64);
    for (i, &digit) in word.iter().enumerate() {
        for less in 0..digit {
            let to = @TABLE[(state * @BASE + less) as usize];
            if to >= 0 {
                value += count[word.len() - 1 - i][to as usize];
            }
        }
        state = @TABLE[(state * @BASE + digit) as usize];
    }
    value as @TYPE
}
",
};
