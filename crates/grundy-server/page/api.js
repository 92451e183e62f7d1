// Questions to the server. Every answer that is not an answer is thrown as an ApiError.

import { lang } from "./i18n.js";

const BASE = "/api/v1";

/** A refusal, with the place in the text it is about where there is one. */
export class ApiError extends Error {
  constructor(error, status) {
    super(error.message ?? String(status));
    this.name = "ApiError";
    this.status = status;
    for (const name of ["kind", "help", "at", "end", "line", "column", "source"]) this[name] = error[name] ?? null;
    this.unfold();
  }

  /** Rules that fail at a position are reported in several lines, with the place among them. */
  unfold() {
    const place = /(?:^|\n)\s*(?:\S*:)?(\d+):(\d+): ([^\n]*)/.exec(this.message);
    if (this.kind !== "rules" || this.line !== null || !this.message.includes("\n") || !place) return;
    const carets = /\n\s*(\^+)\s*(?:\n|$)/.exec(this.message);
    const state = /\n\s*(in [^\n]*)/.exec(this.message);
    const help = /\n\s*help: ([\s\S]*)$/.exec(this.message);
    this.line = Number(place[1]);
    this.column = Number(place[2]);
    if (carets) {
      this.at = this.column;
      this.end = this.column + carets[1].length;
    }
    this.source = "rules";
    this.help = this.help ?? [state?.[1], help?.[1].replace(/\s*\n\s*/g, " ")].filter(Boolean).join("\n");
    this.message = place[3];
  }
}

/** JSON in which a whole number too large for the browser stays exact, as a text. */
export function parseJson(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g, (found) => (found[0] === '"' ? found : `"${found}"`)));
}

async function request(path, options) {
  let answer;
  try {
    answer = await fetch(BASE + path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError({ kind: "offline", message: "" }, 0);
  }
  if (answer.ok) return answer;
  let error = { kind: "request", message: `${answer.status} ${answer.statusText}` };
  try { error = parseJson(await answer.text()).error ?? error; } catch { /* no JSON: the status says it */ }
  throw new ApiError(error, answer.status);
}

/** The values of inputs, which a text of rules may tell in a comment: "# inputs: m=3; S=[2,5]". */
function inputsOf(rules) {
  const found = /^\s*#\s*inputs?\s*[:：](.*)$/m.exec(rules ?? "");
  return found ? found[1].split(/[;；]/).map((one) => one.replace(/\s+/g, "")).filter((one) => one !== "") : undefined;
}

function post(path, body, signal) {
  const question = { lang: lang(), inputs: inputsOf(body.rules) };
  for (const [name, value] of Object.entries(body)) {
    if (value !== undefined && value !== null && value !== "") question[name] = value;
  }
  return request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(question), signal });
}

/** Asks, as ask("/solve", {expr}); undefined, null and empty members are left out. */
export async function ask(path, body, { signal } = {}) {
  return parseJson(await (await post(path, body, signal)).text());
}

/** Asks for a text, as in askText("/table/csv", …). */
export async function askText(path, body, { signal } = {}) {
  return (await post(path, body, signal)).text();
}

const kept = new Map();

/** What does not change while the page is open (/games, /examples), asked once for each language. */
export function fetchOnce(path) {
  const key = `${path}${path.includes("?") ? "&" : "?"}lang=${lang()}`;
  if (!kept.has(key)) {
    const answer = request(key, {}).then(async (found) => parseJson(await found.text()));
    answer.catch(() => kept.delete(key));
    kept.set(key, answer);
  }
  return kept.get(key);
}

/**
 * Listens to a stream of events: stream("/sequence", {progress(data) {}, …}, {body: {code: "0.77"}, signal}).
 * Ends when the server closes; an event "error" is thrown. Without a body it is a GET.
 */
export async function stream(path, handlers, { signal, body } = {}) {
  const answer = body ? await post(path, body, signal) : await request(path, { headers: { accept: "text/event-stream" }, signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  // An event of many values comes in many pieces: what was searched is not searched again.
  let rest = "";
  let searched = 0;
  for (;;) {
    const { value, done } = await reader.read().catch((error) => {
      if (signal?.aborted) throw error;
      throw new ApiError({ kind: "offline", message: "" }, 0);
    });
    rest += value ?? "";
    for (;;) {
      const gap = /\r?\n\r?\n/g;
      gap.lastIndex = Math.max(0, searched - 3);
      const found = gap.exec(rest);
      if (!found) break;
      deliver(rest.slice(0, found.index), handlers);
      rest = rest.slice(gap.lastIndex);
      searched = 0;
    }
    searched = rest.length;
    if (done) return deliver(rest, handlers);
  }
}

function deliver(event, handlers) {
  let name = "message";
  const data = [];
  for (const line of event.split(/\r?\n/)) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  if (data.length === 0) return;
  const content = parseJson(data.join("\n"));
  if (name === "error") throw new ApiError(content.error ?? content, 200);
  handlers[name]?.(content);
}
