// The three games of the benchmark as they are often written: values in an unordered_map, the mex of
// an unordered_set or set, recursion. To be compared with `cargo bench -p grundy-rules`:
//
//   g++ -O2 -std=c++17 hash_map.cpp -o hash_map && ./hash_map

#include <chrono>
#include <cstdio>
#include <set>
#include <unordered_map>
#include <unordered_set>

using Int = long long;

std::unordered_map<Int, int> memo;

template <class Set>
int mex(const Set& seen) {
    int value = 0;
    while (seen.count(value)) ++value;
    return value;
}

template <class Set>
int squares(Int n) {
    const auto known = memo.find(n);
    if (known != memo.end()) return known->second;
    Set seen;
    for (Int k = 1; k * k <= n; ++k) seen.insert(squares<Set>(n - k * k));
    return memo[n] = mex(seen);
}

template <class Set>
int cutting(Int w, Int h) {
    const Int key = w * 100000 + h;
    const auto known = memo.find(key);
    if (known != memo.end()) return known->second;
    Set seen;
    for (Int i = 2; i <= w - 2; ++i) seen.insert(cutting<Set>(i, h) ^ cutting<Set>(w - i, h));
    for (Int i = 2; i <= h - 2; ++i) seen.insert(cutting<Set>(w, i) ^ cutting<Set>(w, h - i));
    return memo[key] = mex(seen);
}

template <class Set>
int row(Int m) {
    const auto known = memo.find(m);
    if (known != memo.end()) return known->second;
    Set seen;
    for (int i = 0; i < 20; ++i) {
        if (!(m >> i & 1)) continue;
        int j = i - 1;
        while (j >= 0 && (m >> j & 1)) --j;
        if (j >= 0) seen.insert(row<Set>(m ^ 1LL << i ^ 1LL << j));
    }
    return memo[m] = mex(seen);
}

template <class Game>
void time(const char* set, const char* name, Game game) {
    memo.clear();
    const auto start = std::chrono::steady_clock::now();
    const Int sum = game();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    std::printf("%-13s  %-8s  %9.2f ms  (sum of values %lld)\n", set, name, took.count(), sum);
}

template <class Set>
void all(const char* set) {
    time(set, "squares", [] {
        Int sum = 0;
        for (int n = 0; n <= 300000; ++n) sum += squares<Set>(n);
        return sum;
    });
    time(set, "cutting", [] {
        Int sum = 0;
        for (int w = 0; w <= 200; ++w)
            for (int h = 0; h <= 200; ++h) sum += cutting<Set>(w, h);
        return sum;
    });
    time(set, "row", [] {
        Int sum = 0;
        for (Int m = 0; m < 1 << 20; ++m) sum += row<Set>(m);
        return sum;
    });
}

int main() {
    all<std::unordered_set<int>>("unordered_set");
    all<std::set<int>>("set");
}
