// Grundy values of W(a, b)
//
//   ./W a b            the value of one state
//   ./W --table 20 9   the values to 20 and 9
//   ./W < file         the value of the state in each line
//
// A - stands where there is no such state.
// Numbers have 64 bits: what leaves them in between is not noticed.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

using Int = std::int64_t;
using State = std::array<Int, 2>;

[[noreturn]] void fail(const std::string& what) {
    std::cerr << what << std::endl;
    std::exit(1);
}

// Whether there is such a state.
bool inside(const State& state) {
    return *std::min_element(state.begin(), state.end()) >= 0;
}

std::string show(const State& state) {
    std::string text = "W" + std::string("(") + std::to_string(state[0]);
    for (std::size_t i = 1; i <= state.size() - 1; ++i) text += "," + std::to_string(state[i]);
    return text + ")";
}

template <class Each>
void moves(const State& state, Each each) {
    const Int a = state[0];
    const Int b = state[1];
    // W(a,b) -> W(a-k, b)   for k in 1..=a
    for (Int k = 1; k <= a; ++k) {
        each(State{a - k, b});
    }
    // W(a,b) -> W(a, b-k)   for k in 1..=b
    for (Int k = 1; k <= b; ++k) {
        each(State{a, b - k});
    }
    // W(a,b) -> W(a-k, b-k) for k in 1..=min(a,b)
    for (Int k = 1; k <= std::min<Int>(a, b); ++k) {
        each(State{a - k, b - k});
    }
}

// What is known of a state; values are >= 0, OPEN says that its search goes on.
const int UNKNOWN = -2, OPEN = -1;

struct Hash {
    std::size_t operator()(const State& state) const {
        std::uint64_t hash = 0;
        for (Int n : state) {
            hash = (hash ^ std::uint64_t(n)) * 0x9E3779B97F4A7C15;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

// Of small states in an array, of others in a map.
std::vector<std::vector<int>> small;
std::unordered_map<State, int, Hash> large;

int& memo(const State& state) {
    const Int a = state[0], b = state[1];
    if (a >= 1 << 12 || b >= 1 << 12) return large.try_emplace(state, UNKNOWN).first->second;
    if (a >= Int(small.size())) small.resize(a + 1);
    if (b >= Int(small[a].size())) small[a].resize(b + 1, UNKNOWN);
    return small[a][b];
}

// The value of a state in normal form, by depth-first search with a stack of its own.
int grundy(const State& start) {
    std::vector<State> stack{start};
    std::vector<std::uint64_t> seen;  // the values of options: those marked with this round
    std::uint64_t round = 0;
    while (!stack.empty()) {
        const State state = stack.back();
        if (memo(state) > OPEN) {
            stack.pop_back();
            continue;
        }
        memo(state) = OPEN;
        const std::size_t size = stack.size();
        ++round;
        moves(state, [&](State part) {
            if (!inside(part)) fail(show(state) + " reaches " + show(part) + ", which is no state");
            const int known = memo(part);
            if (known == OPEN) fail("play comes back to " + show(part));
            if (known == UNKNOWN) {
                if (stack.size() < size + 32) stack.push_back(part);  // a few at a time keep it short
            } else {
                if (known >= int(seen.size())) seen.resize(known + 1);
                seen[known] = round;
            }
        });
        if (stack.size() > size) continue;
        int value = 0;
        while (value < int(seen.size()) && seen[value] == round) ++value;
        memo(state) = value;
    }
    return memo(start);
}

// What is printed for the state of these numbers.
std::string value(std::vector<Int> numbers) {
    if (numbers.size() != 2) fail("W takes 2 numbers");
    State state{};
    std::copy(numbers.begin(), numbers.end(), state.begin());
    if (!inside(state)) return "-";
    return std::to_string(grundy(state));
}

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    if (args.size() == 3 && args[0] == "--table") {
        for (Int m = 0, last = std::stoll(args[1]); m <= last; ++m) {
            for (Int n = 0, end = std::stoll(args[2]); n <= end; ++n) std::cout << (n ? " " : "") << value({m, n});
            std::cout << '\n';
        }
    } else if (!args.empty()) {
        std::vector<Int> numbers;
        for (const auto& arg : args) numbers.push_back(std::stoll(arg));
        std::cout << value(numbers) << '\n';
    } else {
        for (std::string line; std::getline(std::cin, line);) {
            std::istringstream words(line);
            std::vector<Int> numbers;
            for (Int n; words >> n;) numbers.push_back(n);
            std::cout << value(numbers) << '\n';
        }
    }
}
