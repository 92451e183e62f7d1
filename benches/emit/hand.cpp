// Ten games written by hand, as in a contest: what programs of `grundy rules emit` are compared with by run.sh.
// Build with -O2. Arguments: the game and its numbers. Prints the value.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static int seen[1 << 20], stamp;

static int mex() {
    int value = 0;
    while (seen[value] == stamp) value++;
    return value;
}

static int squares(int n) {
    std::vector<int> g(n + 1);
    for (int i = 1; i <= n; i++) {
        stamp++;
        for (int k = 1; k * k <= i; k++) seen[g[i - k * k]] = stamp;
        g[i] = mex();
    }
    return g[n];
}

static std::vector<int> kayles_row(int n, int most) {
    std::vector<int> g(n + 1);
    for (int i = 1; i <= n; i++) {
        stamp++;
        for (int t = 1; t <= most; t++)
            for (int a = 0; 2 * a <= i - t; a++) seen[g[a] ^ g[i - t - a]] = stamp;
        g[i] = mex();
    }
    return g;
}

static int ring(int n) {
    const std::vector<int> g = kayles_row(n, 3);
    stamp++;
    for (int t = 1; t <= std::min(n, 3); t++) seen[g[n - t]] = stamp;
    return mex();
}

static int grundy_game(int n) {
    std::vector<int> g(n + 1);
    for (int i = 3; i <= n; i++) {
        stamp++;
        for (int a = 1; 2 * a < i; a++) seen[g[a] ^ g[i - a]] = stamp;
        g[i] = mex();
    }
    return g[n];
}

static int lasker(int n) {
    std::vector<int> g(n + 1);
    for (int i = 1; i <= n; i++) {
        stamp++;
        for (int k = 0; k < i; k++) seen[g[k]] = stamp;
        for (int k = 1; 2 * k <= i; k++) seen[g[k] ^ g[i - k]] = stamp;
        g[i] = mex();
    }
    return g[n];
}

static int wythoff(int a, int b) {
    static int g[2001][2001];
    for (int i = 0; i <= a; i++)
        for (int j = 0; j <= b; j++) {
            stamp++;
            for (int k = 1; k <= i; k++) seen[g[i - k][j]] = stamp;
            for (int k = 1; k <= j; k++) seen[g[i][j - k]] = stamp;
            for (int k = 1; k <= std::min(i, j); k++) seen[g[i - k][j - k]] = stamp;
            g[i][j] = mex();
        }
    return g[a][b];
}

// -1: won at once.
static int cutting(int a, int b) {
    static int g[2001][2001];
    for (int w = 1; w <= a; w++)
        for (int h = 1; h <= b; h++) {
            if (w == 1 || h == 1) {
                g[w][h] = -1;
                continue;
            }
            stamp++;
            for (int i = 2; 2 * i <= w; i++) seen[g[i][h] ^ g[w - i][h]] = stamp;
            for (int i = 2; 2 * i <= h; i++) seen[g[w][i] ^ g[w][h - i]] = stamp;
            g[w][h] = mex();
        }
    return g[a][b];
}

static int subtraction(int n) {
    const int set[] = {1, 3, 4, 8, 17};
    std::vector<int> g(n + 1);
    for (int i = 0; i <= n; i++) {
        stamp++;
        for (int s : set)
            if (s <= i) seen[g[i - s]] = stamp;
        g[i] = mex();
    }
    return g[n];
}

// Move by move; as a larger cap only adds moves, a hand could also go on from the value before.
static int fibonacci(int n, int cap) {
    static int g[2001][2001];
    for (int i = 0; i <= n; i++)
        for (int c = 0; c <= i; c++) {
            stamp++;
            for (int k = 1; k <= c; k++) seen[g[i - k][std::min(i - k, 2 * k)]] = stamp;
            g[i][c] = mex();
        }
    return g[n][std::min(n, cap)];
}

static std::vector<signed char> hops;

static int row_hop(int m, int length) {
    if (hops[m] >= 0) return hops[m];
    unsigned values = 0;
    for (int i = 0; i < length; i++) {
        if (!(m >> i & 1)) continue;
        int j = i + 1;
        while (m >> j & 1) j++;
        if (j < length) values |= 1u << row_hop(m ^ 1 << i ^ 1 << j, length);
    }
    return hops[m] = __builtin_ctz(~values);
}

int main(int argc, char** argv) {
    if (argc < 3) return 1;
    const std::string game = argv[1];
    const int n = std::atoi(argv[2]), m = argc > 3 ? std::atoi(argv[3]) : 0;
    int value = 0;
    if (game == "squares") value = squares(n);
    if (game == "kayles") value = kayles_row(n, 2)[n];
    if (game == "ring") value = ring(n);
    if (game == "grundy_game") value = grundy_game(n);
    if (game == "lasker") value = lasker(n);
    if (game == "wythoff") value = wythoff(n, m);
    if (game == "cutting") value = cutting(n, m);
    if (game == "subtraction") value = subtraction(n);
    if (game == "fibonacci") value = fibonacci(n, m);
    if (game == "row_hop") {
        hops.assign(1 << 22, -1);
        value = row_hop(n, 22);
    }
    std::printf("%d\n", value);
}
