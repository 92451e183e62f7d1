// The state of a view lives in the address: #/view?name=value&…
// A text of rules or a line of play is packed: z~ and deflate in base64url, or r~ and plain base64url.

const PACKED = new Set(["rules", "line"]);

function toBase64(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const fromBase64 = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

const through = async (bytes, stream) =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** A long text for the address. */
export async function pack(text) {
  const bytes = new TextEncoder().encode(text);
  const plain = `r~${toBase64(bytes)}`;
  if (bytes.length < 60 || typeof CompressionStream === "undefined") return plain;
  const small = `z~${toBase64(await through(bytes, new CompressionStream("deflate-raw")))}`;
  return small.length < plain.length ? small : plain;
}

/** The text behind a packed one; what is not packed is taken as it stands. */
export async function unpack(packed) {
  if (packed.startsWith("r~")) return new TextDecoder().decode(fromBase64(packed.slice(2)));
  if (packed.startsWith("z~")) {
    return new TextDecoder().decode(await through(fromBase64(packed.slice(2)), new DecompressionStream("deflate-raw")));
  }
  return packed;
}

/** Characters that may stand in a fragment as they are: positions stay readable in the address. */
const soften = (text) => encodeURIComponent(text).replace(/%(28|29|2C|5B|5D|3B|40|3A|2F|21|2A|7E)/gi, (code) => decodeURIComponent(code));

/** The address of a view with its state. */
export async function address(view, state = {}) {
  const parts = [];
  for (const [name, value] of Object.entries(state)) {
    if (value === undefined || value === null || value === "" || value === false) continue;
    const text = value === true ? "1" : String(value);
    parts.push(`${name}=${soften(PACKED.has(name) ? await pack(text) : text)}`);
  }
  return `#/${view}${parts.length ? `?${parts.join("&")}` : ""}`;
}

/** The view and the state of an address; a state that cannot be read is left out. */
export async function parse(hash) {
  const text = hash.replace(/^#\/?/, "");
  const cut = text.indexOf("?");
  const view = (cut < 0 ? text : text.slice(0, cut)).replace(/\/+$/, "");
  const state = {};
  for (const pair of cut < 0 ? [] : text.slice(cut + 1).split("&")) {
    const equal = pair.indexOf("=");
    if (equal <= 0) continue;
    try {
      const name = decodeURIComponent(pair.slice(0, equal));
      const value = decodeURIComponent(pair.slice(equal + 1));
      state[name] = PACKED.has(name) ? await unpack(value) : value;
    } catch { /* half an address: the rest of it is used */ }
  }
  return { view, state };
}
