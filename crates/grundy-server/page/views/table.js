// Tables of Grundy values.

import { add, h } from "../dom.js";
import { t } from "../i18n.js";

export const title = "table.title";

export async function render(root) {
  add(root, h("h1", {}, t("table.title")));
}
