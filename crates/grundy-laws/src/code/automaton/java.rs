//! The loops over digits in Java.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    words: "static int[][] @words(long... numbers) {
    int length = 0;
    for (long number : numbers) {
        int digits = 0;
        for (; number > 0; number /= @BASE) ++digits;
        length = Math.max(length, digits);
    }
    length += @MORE;
    int[][] rows = new int[numbers.length][length];
    for (int k = 0; k < numbers.length; ++k) {
        long number = numbers[k];
        for (int i = length; i-- > 0; number /= @BASE) rows[k][i] = (int) (number % @BASE);
    }
    return rows;
}

",
    counted_words: "// How many valid words of each length there are from each state, until there are more than so many;
// what leaves 64 bits is Long.MAX_VALUE.
static java.util.ArrayList<long[]> @counts(long beyond, int most) {
    java.util.ArrayList<long[]> rows = new java.util.ArrayList<>();
    long[] last = @ENDS;
    rows.add(last);
    while (last[0] <= beyond || rows.size() < most) {
        long[] row = new long[@VALID];
        for (int s = 0; s < @VALID; ++s) {
            for (int d = 0; d < @BASE; ++d) {
                int to = (int) @TABLE[s * @BASE + d];
                if (to >= 0) row[s] = Math.min(row[s], Long.MAX_VALUE - last[to]) + last[to];
            }
        }
        rows.add(row);
        last = row;
    }
    return rows;
}

static int[][] @words(long... numbers) {
    long most = 0;
    for (long number : numbers) most = Math.max(most, number);
    java.util.ArrayList<long[]> count = @counts(most, 1);
    int[][] rows = new int[numbers.length][@MORE + count.size() - 1];
    for (int k = 0; k < numbers.length; ++k) {
        long rest = numbers[k];
        int state = 0;
        for (int i = count.size() - 1; i-- > 0;) {
            int digit = 0;
            int to = (int) @TABLE[state * @BASE];
            for (;; to = (int) @TABLE[state * @BASE + ++digit]) {
                long here = to < 0 ? 0 : count.get(i)[to];
                if (rest < here) break;
                rest -= here;
            }
            rows[k][rows[k].length - 1 - i] = digit;
            state = to;
        }
    }
    return rows;
}

",
    outcome: "@SIGNATURE
    int[][] rows = @words(@NAMES);
    int state = 0;
    for (int i = 0; i < rows[0].length; ++i) {
        int letter = 0;
        for (int[] row : rows) letter = letter * @BASE + row[i];
        state = (int) @NEXT[state * @LETTERS + letter];
        if (state < 0) return false;
    }
    return @ACCEPTS[state] == 1;
}
",
    value: "@NUMBER
// @NONE stands for no value: where a move wins at once, and for what is no position.
@SIGNATURE
    int[][] rows = @words(@NAMES);
    // For each state that can be met, the digits of the value on the way there.
    int[][] ways = new int[@STATES][];
    ways[0] = new int[0];
    for (int i = 0; i < rows[0].length; ++i) {
        int letter = 0;
        for (int[] row : rows) letter = letter * @BASE + row[i];
        int[][] after = new int[@STATES][];
        for (int state = 0; state < @STATES; ++state) {
            for (int digit = 0; ways[state] != null && digit < @BASE; ++digit) {
                int to = (int) @NEXT[state * @LETTERS + letter * @BASE + digit];
                if (to < 0 || after[to] != null) continue;
                after[to] = java.util.Arrays.copyOf(ways[state], i + 1);
                after[to][i] = digit;
            }
        }
        ways = after;
    }
    for (int state = 0; state < @STATES; ++state) {
        if (ways[state] != null && @ACCEPTS[state] == 1) return @number(ways[state]);
    }
    return @NONE;
}
",
    number: "static long @number(int[] word) {
    long value = 0;
    for (int digit : word) value = value * @BASE + digit;
    return value;
}
",
    counted_number: "static long @number(int[] word) {
    java.util.ArrayList<long[]> count = @counts(0, word.length);
    long value = 0;
    int state = 0;
    for (int i = 0; i < word.length; ++i) {
        for (int less = 0; less < word[i]; ++less) {
            int to = (int) @TABLE[state * @BASE + less];
            if (to >= 0) value += count.get(word.length - 1 - i)[to];
        }
        state = (int) @TABLE[state * @BASE + word[i]];
    }
    return value;
}
",
};
