// Grundy values of S(n)
//
//   java Main n            the value of one state
//   java Main --table 20   the values from 0 to 20
//   java Main < file       the value of the state in each line
//
// A - stands where there is no such state.
// Numbers have 64 bits: what leaves them in between is not noticed.

import java.util.Arrays;
import java.util.Scanner;

public class Main {
    static long isqrt(long n) {
        if (n < 0) throw new IllegalStateException("a negative number has no square root");
        long root = (long) Math.sqrt((double) n);
        while (root > 0 && root > n / root) --root;
        while (root + 1 <= n / (root + 1)) ++root;
        return root;
    }

    // Values that are found one after the other.
    static class Table {
        int[] values = new int[16];
        int size = 0;

        int get(long n) {
            return values[(int) n];
        }

        void add(int value) {
            if (size == values.length) values = Arrays.copyOf(values, 2 * size);
            values[size++] = value;
        }
    }

    static int[] seen = new int[2];  // the values of options: those marked with this mark
    static int mark = 0;

    // The least value without a mark; there is always room for nim-sums of all values.
    static int mex() {
        int value = 0;
        while (seen[value] == mark) ++value;
        if (2 * value >= seen.length) seen = Arrays.copyOf(seen, 2 * seen.length);
        return value;
    }

    // Whether there is such a state of S.
    static boolean inside_S(long n) {
        return n >= 0;
    }

    static Table table_S = new Table();

    // The value of S(n) by those of its options.
    static int value_S(long n) {
        int now = ++mark;
        // S(n) -> S(n - k*k) for k in 1..=isqrt(n)
        for (long k = 1, end = isqrt(n); k <= end; ++k) {
            seen[table_S.get(n - k * k)] = now;
        }
        return mex();
    }

    // Finds all values of S up to there: every move leads to a state that comes before.
    static void fill_S(long last) {
        for (long n = table_S.size; n <= last; ++n) table_S.add(value_S(n));
    }

    // The value of S(n).
    static int grundy_S(long n) {
        fill_S(n);
        return table_S.get(n);
    }

    // What is printed for the state of these numbers.
    static String answer(long... numbers) {
        if (numbers.length != 1) {
            System.err.println("S takes 1 number");
            System.exit(1);
        }
        if (!inside_S(numbers[0])) return "-";
        return String.valueOf(grundy_S(numbers[0]));
    }

    // A word as a number.
    static long read(String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException error) {
            System.err.println("not a number of 64 bits: " + word);
            System.exit(1);
            return 0;
        }
    }

    public static void main(String[] args) {
        StringBuilder out = new StringBuilder();
        if (args.length == 2 && args[0].equals("--table")) {
            for (long n = 0, end = read(args[1]); n <= end; ++n) out.append(n > 0 ? " " : "").append(answer(n));
            out.append('\n');
        } else if (args.length > 0) {
            out.append(answer(Arrays.stream(args).mapToLong(word -> read(word)).toArray())).append('\n');
        } else {
            Scanner lines = new Scanner(System.in);
            while (lines.hasNextLine()) {
                String[] words = lines.nextLine().trim().split("\\s+");
                out.append(answer(Arrays.stream(words).mapToLong(word -> read(word)).toArray())).append('\n');
            }
        }
        System.out.print(out);
    }
}
