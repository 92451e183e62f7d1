//! The loops over digits in C++.

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    words: "using @Rows = std::vector<std::vector<int>>;

static @Rows @words(const std::vector<@TYPE>& numbers) {
    std::size_t length = 0;
    for (@TYPE number : numbers) {
        std::size_t digits = 0;
        for (; number > 0; number /= @BASE) ++digits;
        length = std::max(length, digits);
    }
    length += @MORE;
    @Rows rows;
    for (@TYPE number : numbers) {
        std::vector<int> row(length);
        for (std::size_t i = length; i-- > 0; number /= @BASE) row[i] = int(number % @BASE);
        rows.push_back(row);
    }
    return rows;
}

",
    counted_words: "using @Rows = std::vector<std::vector<int>>;
using @Count = unsigned __int128;

// How many valid words of each length there are from each state, until there are more than so many.
static std::vector<std::vector<@Count>> @counts(@TYPE beyond, std::size_t most) {
    std::vector<std::vector<@Count>> rows(1, std::vector<@Count>(@ENDS, @ENDS + @VALID));
    while (rows.back()[0] <= @Count(beyond) || rows.size() < most) {
        std::vector<@Count> row(@VALID, 0);
        for (int s = 0; s < @VALID; ++s) {
            for (int d = 0; d < @BASE; ++d) {
                const long long to = @TABLE[s * @BASE + d];
                if (to >= 0) row[s] += rows.back()[to];
            }
        }
        rows.push_back(row);
    }
    return rows;
}

static @Rows @words(const std::vector<@TYPE>& numbers) {
    const auto count = @counts(*std::max_element(numbers.begin(), numbers.end()), 1);
    @Rows rows;
    for (@TYPE number : numbers) {
        std::vector<int> row(@MORE, 0);
        @Count rest = number;
        long long state = 0;
        for (std::size_t i = count.size() - 1; i-- > 0;) {
            int digit = 0;
            long long to = @TABLE[state * @BASE];
            for (;; to = @TABLE[state * @BASE + ++digit]) {
                const @Count here = to < 0 ? 0 : count[i][to];
                if (rest < here) break;
                rest -= here;
            }
            row.push_back(digit);
            state = to;
        }
        rows.push_back(row);
    }
    return rows;
}

",
    outcome: "@SIGNATURE
    const @Rows rows = @words({@NAMES});
    long long state = 0;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        int letter = 0;
        for (const auto& row : rows) letter = letter * @BASE + row[i];
        state = @NEXT[state * @LETTERS + letter];
        if (state < 0) return false;
    }
    return @ACCEPTS[state] == 1;
}
",
    value: "@NUMBER
// @NONE stands for no value: where a move wins at once, and for what is no position.
@SIGNATURE
    const @Rows rows = @words({@NAMES});
    // For each state that can be met, the digits of the value on the way there.
    std::vector<std::vector<int>> ways(@STATES);
    std::vector<bool> met(@STATES, false);
    met[0] = true;
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        int letter = 0;
        for (const auto& row : rows) letter = letter * @BASE + row[i];
        std::vector<std::vector<int>> after(@STATES);
        std::vector<bool> next(@STATES, false);
        for (int state = 0; state < @STATES; ++state) {
            for (int digit = 0; met[state] && digit < @BASE; ++digit) {
                const long long to = @NEXT[state * @LETTERS + letter * @BASE + digit];
                if (to < 0 || next[to]) continue;
                next[to] = true;
                after[to] = ways[state];
                after[to].push_back(digit);
            }
        }
        ways = after;
        met = next;
    }
    for (int state = 0; state < @STATES; ++state) {
        if (met[state] && @ACCEPTS[state] == 1) return @number(ways[state]);
    }
    return @NONE;
}
",
    number: "static @TYPE @number(const std::vector<int>& word) {
    @TYPE value = 0;
    for (int digit : word) value = value * @BASE + digit;
    return value;
}
",
    counted_number: "static @TYPE @number(const std::vector<int>& word) {
    const auto count = @counts(0, word.size());
    @Count value = 0;
    long long state = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        for (int less = 0; less < word[i]; ++less) {
            const long long to = @TABLE[state * @BASE + less];
            if (to >= 0) value += count[word.size() - 1 - i][to];
        }
        state = @TABLE[state * @BASE + word[i]];
    }
    return (@TYPE)value;
}
",
};
