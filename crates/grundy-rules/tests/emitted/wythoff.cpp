// Grundy values of W(a, b)
//
//   ./W a b            the value of one state
//   ./W --table 20 9   the values to 20 and 9
//   ./W < file         the value of the state in each line
//
// A - stands where there is no such state.
// Numbers have 64 bits: what leaves them in between is not noticed.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using Int = std::int64_t;

std::vector<int> seen(2);  // the values of options: those marked with this mark
int mark = 0;

// The least value without a mark; there is always room for nim-sums of all values.
int mex() {
    int value = 0;
    while (seen[value] == mark) ++value;
    if (2 * value >= int(seen.size())) seen.resize(2 * seen.size());
    return value;
}

// Whether there is such a state of W.
bool inside_W(Int a, Int b) {
    return a >= 0 && b >= 0;
}

std::vector<std::vector<int>> table_W;

// The value of W(a, b) by those of its options.
int value_W(Int a, Int b) {
    const int now = ++mark;
    // W(a,b) -> W(a-k, b)   for k in 1..=a
    for (Int k = 1; k <= a; ++k) {
        seen[table_W[a - k][b]] = now;
    }
    // W(a,b) -> W(a, b-k)   for k in 1..=b
    for (Int k = 1; k <= b; ++k) {
        seen[table_W[a][b - k]] = now;
    }
    // W(a,b) -> W(a-k, b-k) for k in 1..=min(a,b)
    for (Int k = 1; k <= std::min<Int>(a, b); ++k) {
        seen[table_W[a - k][b - k]] = now;
    }
    return mex();
}

// Finds all values of W up to there: every move leads to a state that comes before.
void fill_W(Int last_row, Int last) {
    if (last_row < Int(table_W.size()) && last < Int(table_W[0].size())) return;
    if (!table_W.empty()) last = std::max(last, Int(table_W[0].size()) - 1);
    if (last_row >= Int(table_W.size())) table_W.resize(last_row + 1);
    for (Int a = 0; a < Int(table_W.size()); ++a) {
        for (Int b = table_W[a].size(); b <= last; ++b) {
            table_W[a].push_back(value_W(a, b));
        }
    }
}

// The value of W(a, b).
int grundy_W(Int a, Int b) {
    fill_W(a, b);
    return table_W[a][b];
}

// What is printed for the state of these numbers.
std::string answer(const std::vector<Int>& numbers) {
    if (numbers.size() != 2) {
        std::cerr << "W takes 2 numbers" << std::endl;
        std::exit(1);
    }
    if (!inside_W(numbers[0], numbers[1])) return "-";
    return std::to_string(grundy_W(numbers[0], numbers[1]));
}

// A word as a number.
Int read(const std::string& word) {
    std::istringstream in(word);
    Int number = 0;
    if (in >> number && in.eof()) return number;
    std::cerr << "not a number of 64 bits: " << word << std::endl;
    std::exit(1);
}

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    if (args.size() == 3 && args[0] == "--table") {
        for (Int m = 0, last = read(args[1]); m <= last; ++m) {
            for (Int n = 0, end = read(args[2]); n <= end; ++n) std::cout << (n ? " " : "") << answer({m, n});
            std::cout << '\n';
        }
    } else if (!args.empty()) {
        std::vector<Int> numbers;
        for (const auto& arg : args) numbers.push_back(read(arg));
        std::cout << answer(numbers) << '\n';
    } else {
        for (std::string line; std::getline(std::cin, line);) {
            std::istringstream words(line);
            std::vector<Int> numbers;
            for (std::string word; words >> word;) numbers.push_back(read(word));
            std::cout << answer(numbers) << '\n';
        }
    }
}
