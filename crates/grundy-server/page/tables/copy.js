// A table as text for other programs: CSV, Markdown, and arrays of C++, Python and Rust.

/** What can be made, in the order of the buttons. */
export const FORMATS = ["csv", "markdown", "cpp", "python", "rust"];

const NAMES = { csv: "CSV", markdown: "Markdown", cpp: "C++", python: "Python", rust: "Rust" };

export const nameOf = (format) => NAMES[format];

/** A cell as text: null is empty, lists of positions are joined. */
export function plain(cell) {
  if (cell === null || cell === undefined) return "";
  if (!Array.isArray(cell)) return String(cell);
  return cell.map((item) => (Array.isArray(item) ? `(${item.join(",")})` : item)).join(" ");
}

function csv(table) {
  const quoted = (cell) => {
    const text = plain(cell);
    return /[",\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
  };
  return `${[table.columns, ...table.rows].map((row) => row.map(quoted).join(",")).join("\n")}\n`;
}

function markdown(table) {
  const line = (cells) => `| ${cells.map((cell) => plain(cell).replaceAll("|", "\\|")).join(" | ")} |`;
  return `${[line(table.columns), line(table.columns.map(() => "---:")), ...table.rows.map(line)].join("\n")}\n`;
}

/** The numbers of a table as an array of one or two dimensions; null where it has what is not a number. */
function numbers(table) {
  const number = (cell) => {
    if (cell === "P") return 1;
    if (cell === "N") return 0;
    if (cell === null || cell === "*") return -1;
    return typeof cell === "number" && Number.isSafeInteger(cell) ? cell : null;
  };
  let grid;
  if (table.kind === "one") grid = [table.values.map(number)];
  else if (table.kind === "two") grid = table.rows.map((row) => row.slice(1).map(number));
  else grid = table.rows.map((row) => row.map(number));
  return grid.some((row) => row.includes(null)) ? null : grid;
}

/** Whether an array can be made of a table. */
export const hasCode = (table) => table.rows.length > 0 && numbers(table) !== null;

/** Rows of an array with at most 100 characters in a line. */
function wrapped(row, indent) {
  const lines = [];
  let line = "";
  for (const number of row) {
    const text = `${number},`;
    if (line.length + text.length + indent.length >= 100) {
      lines.push(line);
      line = "";
    }
    line += (line === "" ? "" : " ") + text;
  }
  if (line) lines.push(line);
  return lines.map((text) => indent + text).join("\n");
}

/** What the array holds, as a sentence of the comment above it. */
function comment(table, grid) {
  const game = table.game;
  const what = table.outcomes ? `1 where a position is P, 0 where it is N${table.misere ? " (misere play)" : ""}` : "Grundy values";
  const missing = grid.some((row) => row.includes(-1)) && table.kind !== "list"
    ? "; -1: no position, or one where a move wins at once" : "";
  if (table.kind === "one") {
    if (table.vertices) return `${what} of the vertices of ${game}, in the order of the table${missing}`;
    return `${what} of ${table.position([table.first])}, ${table.position([table.first + 1])}, ...${missing}`;
  }
  if (table.kind === "two") return `[i][j]: ${what} of ${table.position([`i+${table.down[0]}`, `j+${table.across[0]}`])}${missing}`;
  return `${table.answer.view} of ${game}: ${table.columns.join(", ")}`;
}

function typeOf(grid) {
  let least = 0;
  let greatest = 0;
  for (const row of grid) {
    for (const number of row) {
      if (number < least) least = number;
      if (number > greatest) greatest = number;
    }
  }
  const sizes = least < 0 ? [[0x7f, "int8_t", "i8"], [0x7fff, "int16_t", "i16"], [0x7fffffff, "int32_t", "i32"], [Infinity, "int64_t", "i64"]]
    : [[0xff, "uint8_t", "u8"], [0xffff, "uint16_t", "u16"], [0xffffffff, "uint32_t", "u32"], [Infinity, "uint64_t", "u64"]];
  return sizes.find(([most]) => greatest <= most && least >= -most - 1);
}

function code(table, format) {
  const grid = numbers(table);
  const flat = table.kind === "one";
  const name = table.kind === "list" ? "TABLE" : table.outcomes ? "IS_P" : "GRUNDY";
  const [, c, rust] = typeOf(grid);
  const wide = grid[0].length;
  const said = comment(table, grid);
  if (format === "python") {
    const body = flat ? wrapped(grid[0], "    ") : grid.map((row) => `    [${row.join(", ")}],`).join("\n");
    return `# ${said}\n${name} = [\n${body}\n]\n`;
  }
  if (format === "rust") {
    const body = flat ? wrapped(grid[0], "    ") : grid.map((row) => `    [${row.join(", ")}],`).join("\n");
    const type = flat ? `[${rust}; ${wide}]` : `[[${rust}; ${wide}]; ${grid.length}]`;
    return `/// ${said}\npub const ${name}: ${type} = [\n${body}\n];\n`;
  }
  const body = flat ? wrapped(grid[0], "    ") : grid.map((row) => `    {${row.join(", ")}},`).join("\n");
  const size = flat ? `[${wide}]` : `[${grid.length}][${wide}]`;
  return `// ${said}\n#include <cstdint>\nconstexpr std::${c} ${name}${size} = {\n${body}\n};\n`;
}

/** A table in a format. */
export function textOf(table, format) {
  if (format === "csv") return csv(table);
  if (format === "markdown") return markdown(table);
  return code(table, format);
}
