// Nim-sequences.

import { add, h } from "../dom.js";
import { t } from "../i18n.js";

export const title = "sequence.title";

export async function render(root) {
  add(root, h("h1", {}, t("sequence.title")));
}
