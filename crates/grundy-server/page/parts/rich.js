// Texts of the catalogues with `code` and **words to be noticed**.

import { h } from "../dom.js";

/** The nodes of a text. */
export function rich(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (piece.startsWith("`")) return h("code", {}, piece.slice(1, -1));
    if (piece.startsWith("**")) return h("strong", {}, piece.slice(2, -2));
    return piece;
  });
}
