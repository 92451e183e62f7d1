// Grundy values of W(a, b)
//
//   ./W a b            the value of one state
//   ./W --table 20 9   the values to 20 and 9
//   ./W < file         the value of the state in each line
//
// A - stands where there is no such state.
// Numbers have 64 bits: what leaves them in between is not noticed.
// Finds all values up to the numbers asked for, which may be some millions.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using Int = std::int64_t;

[[noreturn]] void fail(const std::string& what) {
    std::cerr << what << std::endl;
    std::exit(1);
}

// g[a][b] is the value of W(a, b). Every move leads to a state that comes before, so all are found in order.
std::vector<std::vector<int>> g;

void table(Int last_row, Int last) {
    g.assign(std::max<Int>(last_row + 1, 0), std::vector<int>(std::max<Int>(last + 1, 0)));
    std::vector<Int> seen(2);  // the values of options: those marked with this round
    Int round = 0;
    for (Int a = 0; a <= last_row; ++a) {
        for (Int b = 0; b <= last; ++b) {
            ++round;
            // W(a,b) -> W(a-k, b)   for k in 1..=a
            for (Int k = 1; k <= a; ++k) {
                seen[g[a - k][b]] = round;
            }
            // W(a,b) -> W(a, b-k)   for k in 1..=b
            for (Int k = 1; k <= b; ++k) {
                seen[g[a][b - k]] = round;
            }
            // W(a,b) -> W(a-k, b-k) for k in 1..=min(a,b)
            for (Int k = 1; k <= std::min<Int>(a, b); ++k) {
                seen[g[a - k][b - k]] = round;
            }
            int value = 0;
            while (seen[value] == round) ++value;
            g[a][b] = value;
            if (2 * value >= int(seen.size())) seen.resize(2 * seen.size());
        }
    }
}

void print(const std::vector<int>& row) {
    for (std::size_t i = 0; i < row.size(); ++i) std::cout << (i ? " " : "") << row[i];
    std::cout << '\n';
}

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    if (args.size() == 3 && args[0] == "--table") {
        table(std::stoll(args[1]), std::stoll(args[2]));
        for (const auto& row : g) print(row);
        return 0;
    }
    std::vector<std::vector<Int>> states(args.empty() ? 0 : 1);
    for (const auto& arg : args) states[0].push_back(std::stoll(arg));
    for (std::string line; args.empty() && std::getline(std::cin, line);) {
        std::istringstream words(line);
        states.emplace_back();
        for (Int n; words >> n;) states.back().push_back(n);
    }
    std::vector<Int> last(2);
    for (const auto& state : states) {
        if (state.size() != 2) fail("W takes 2 numbers");
        for (int i = 0; i < 2; ++i) last[i] = std::max(last[i], state[i]);
    }
    table(last[0], last[1]);
    for (const auto& state : states) {
        const bool inside = *std::min_element(state.begin(), state.end()) >= 0;
        std::cout << (inside ? std::to_string(g[state[0]][state[1]]) : "-") << '\n';
    }
}
