// Colours of the rule language: a text cut into tokens, each with the kind of its colour.

const KEYWORDS = new Set(["for", "in", "if", "let", "where", "wins", "show", "const", "input", "and", "or", "not", "mod", "step", "then", "else", "while", "var", "move", "true", "false", "sum", "board"]);
const FUNCTIONS = new Set(["min", "max", "abs", "gcd", "isqrt", "is_prime", "is_square", "popcount", "top", "low", "prev0", "next0", "bit", "ones", "divisors", "digits", "primes", "len", "sort"]);
const TOKEN = /(#[^\n]*)|("(?:[^"\n])*"?|'(?:[^'\n])*'?)|(0x[0-9a-fA-F_]+|0b[01_]+|\d[\d_]*)|([A-Za-z_]\w*)|(->\?|->|==|!=|<=|>=|\.\.=|\.\.<|:=|<<|>>)|(\s+)|([\s\S])/g;

/** The tokens of a text: [kind, text]; kinds are comment, text, number, key, function, name, arrow, space, other. */
export function tokens(text) {
  const found = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, comment, quoted, number, word, sign, space] = match;
    let kind = "other";
    if (comment) kind = "comment";
    else if (quoted) kind = "text";
    else if (number) kind = "number";
    else if (word) {
      const next = text.slice(match.index + whole.length).match(/^\s*\(/);
      kind = KEYWORDS.has(word) ? "key" : FUNCTIONS.has(word) ? "function" : next ? "name" : "word";
    } else if (sign) kind = sign.startsWith("->") || sign === "==" ? "arrow" : "other";
    else if (space) kind = "space";
    found.push([kind, whole]);
  }
  return found;
}
