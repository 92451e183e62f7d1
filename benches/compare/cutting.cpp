// The cutting game to 700 by 700, plainly: what `grundy table` of examples/rules/cutting.rules is
// compared with. Build with -O2. Prints the number of sheets of value 0.
#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
    const int size = 700, row = size + 1;
    std::vector<uint16_t> value(row * row, 0);
    std::vector<uint8_t> strip(row * row, 0);  // a sheet of width or height 1 is won at once
    std::vector<int> seen(4096, 0);
    int stamp = 0;
    for (int h = 1; h <= size; h++) {
        for (int w = 1; w <= size; w++) {
            if (h * w == 1) continue;
            const int sheet = h * row + w;
            if (h == 1 || w == 1) {
                strip[sheet] = 1;
                continue;
            }
            ++stamp;
            for (int k = 1; k <= h / 2; k++) {
                const int a = k * row + w, b = (h - k) * row + w;
                if (!strip[a] && !strip[b]) seen[value[a] ^ value[b]] = stamp;
            }
            for (int k = 1; k <= w / 2; k++) {
                const int a = h * row + k, b = h * row + w - k;
                if (!strip[a] && !strip[b]) seen[value[a] ^ value[b]] = stamp;
            }
            int mex = 0;
            while (seen[mex] == stamp) mex++;
            value[sheet] = mex;
        }
    }
    long zeros = 0;
    for (auto v : value) zeros += v == 0;
    std::printf("%ld\n", zeros);
}
