// What an answer of /table holds: a row of values, a grid of values, or a list.

/** A letter alone, in the place of a number. */
const LETTER = /(?<![\w.])[A-Za-z](?!\w)(?!\s*[([])/g;

/** The letters that stand for numbers in an expression, in the order in which they appear; none for a game. */
export function lettersOf(text) {
  return text.includes("(") ? [...new Set(text.replace(/"[^"]*"/g, "").match(LETTER) ?? [])] : [];
}

/** The kinds of tables: one argument, two arguments, or a list that only has columns. */
export class Table {
  constructor(answer) {
    this.answer = answer;
    this.game = answer.game;
    this.misere = answer.play === "misere";
    const { columns, rows, view } = answer;
    this.columns = columns;
    this.rows = rows;
    this.kind = "list";
    this.vertices = columns[0] === "vertex";
    this.letters = this.vertices ? [] : lettersOf(this.game);
    if (view === "table" && (columns[0] === "a" || this.letters.length === 2)) this.kind = "two";
    else if (view === "table" && columns.length === 2) this.kind = "one";
    const cells = this.cells();
    this.outcomes = cells.some((cell) => cell === "P" || cell === "N" || cell === "D");
    this.greatest = cells.reduce((most, cell) => (typeof cell === "number" && cell > most ? cell : most), 0);
    if (this.kind === "one") {
      this.first = Number(rows[0]?.[0] ?? 0);
      this.values = rows.map((row) => row[1]);
    }
    if (this.kind === "two") {
      this.across = columns.slice(1).map(Number);
      this.down = rows.map((row) => Number(row[0]));
    }
  }

  /** All values of the table; of a list none. */
  cells() {
    if (this.kind === "one") return this.rows.map((row) => row[1]);
    if (this.kind === "two") return this.rows.flatMap((row) => row.slice(1));
    return [];
  }

  /** The value of a position, given by its one or two numbers; undefined where it is not in the table. */
  valueAt(numbers) {
    if (this.kind === "one" && numbers.length === 1) {
      return this.vertices ? this.rows.find((row) => row[0] === numbers[0])?.[1] : this.values[numbers[0] - this.first];
    }
    if (this.kind === "two" && numbers.length === 2) {
      const row = this.rows[numbers[0] - this.down[0]];
      return row?.[numbers[1] - this.across[0] + 1];
    }
    return undefined;
  }

  /** What heads the rows and columns. */
  get corner() {
    const names = this.letters.length > 0 ? this.letters : this.kind === "two" ? ["a", "b"] : ["n"];
    return names.join(" \\ ");
  }

  /** The expression of a position. */
  position(numbers) {
    if (this.vertices) return this.game.replace(/\)\s*$/, `; ${numbers[0]})`);
    const { letters } = this;
    if (letters.length > 0) return this.game.replace(LETTER, (letter) => numbers[letters.indexOf(letter)] ?? letter);
    return `${this.game}(${numbers.join(",")})`;
  }

  /** The grid of a heat map; a table of one argument is laid in rows of `width`. */
  grid(width = 10) {
    if (this.kind === "two") {
      return {
        rows: this.down.length, columns: this.across.length, corner: this.corner,
        cell: (row, column) => this.rows[row][column + 1],
        rowName: (row) => this.down[row], columnName: (column) => this.across[column],
        numbers: (row, column) => [this.down[row], this.across[column]],
        place: ([a, b]) => [a - this.down[0], b - this.across[0]],
      };
    }
    const { values } = this;
    const names = this.vertices ? this.rows.map((row) => row[0]) : null;
    const shift = this.vertices ? 0 : this.first % width;
    const base = this.first - shift;
    const index = (row, column) => row * width + column - shift;
    return {
      rows: Math.ceil((values.length + shift) / width), columns: width, corner: this.corner, lines: 24,
      cell: (row, column) => (index(row, column) < 0 ? undefined : values[index(row, column)]),
      rowName: (row) => (names ? names[row * width] : base + row * width),
      columnName: (column) => (names ? `+${column}` : column),
      numbers: (row, column) => [names ? names[index(row, column)] : index(row, column) + this.first],
      place: ([n]) => {
        const at = (names ? names.indexOf(n) : n - this.first) + shift;
        return [Math.floor(at / width), at % width];
      },
    };
  }
}

/** Splits a text at commas outside of brackets. */
function parts(text, mark) {
  const list = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i += 1) {
    if ("([{".includes(text[i])) depth += 1;
    else if (")]}".includes(text[i])) depth -= 1;
    else if (depth === 0 && text[i] === mark) {
      list.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...list, text.slice(from)].map((part) => part.trim());
}

/**
 * The positions of the table that a printed sum consists of, each as its numbers; null where it has others.
 * kayles(2,3) is two heaps of a table of one argument, wythoff(2,3) is one position of a table of two.
 */
export function positionsOf(text, table) {
  if (table.letters.length > 0) return null;
  const name = table.game.replace(/\(.*$/, "");
  const list = [];
  if (table.vertices) {
    // A graph is one game, and its tokens are the parts: dag(arcs(1>2,2>3; 1,2)).
    const tokens = /;\s*([\d,\s]+)\)+$/.exec(text);
    return tokens && text.startsWith(name) ? tokens[1].split(",").map((vertex) => [Number(vertex)]) : null;
  }
  for (const part of parts(text, "+")) {
    const found = /^(.*?)\(([^()]*)\)$/.exec(part);
    if (!found || found[1] !== name) return null;
    const numbers = found[2] === "" ? [] : found[2].split(",").map((number) => (/^\s*\d+\s*$/.test(number) ? Number(number) : NaN));
    if (numbers.some(Number.isNaN)) return null;
    if (table.kind === "two") {
      if (numbers.length !== 2) return null;
      list.push(numbers);
    } else {
      for (const number of numbers) list.push([number]);
    }
  }
  return list;
}

/** The Grundy value of a printed sum out of the table: the nim-sum of its parts; null where it is not known. */
export function valueOf(text, table) {
  if (table.outcomes) return null;
  const list = positionsOf(text, table);
  if (list === null) return null;
  let sum = 0;
  for (const numbers of list) {
    const value = table.valueAt(numbers);
    if (typeof value !== "number") return null;
    sum ^= value;
  }
  return sum;
}

/** The least number that is not among the given ones. */
export function mex(values) {
  const seen = new Set(values);
  let least = 0;
  while (seen.has(least)) least += 1;
  return least;
}
