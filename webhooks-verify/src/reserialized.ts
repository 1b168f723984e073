/** Larger bodies are not analyzed: an event has a few KiB, and a forged request should cost little. */
const MAX_BYTES = 65_536;

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** The body as it may have been before something rewrote it. */
export interface EarlierForm {
  /** What changed it, as the end of "the body was ...". */
  change: string;
  bytes: Uint8Array;
}

/**
 * Forms that `body` may have had when it was signed: used to explain what changed it, never to accept it.
 * JSON is parsed here only for that, and the result is discarded.
 */
export function* earlierForms(body: Uint8Array): Generator<EarlierForm> {
  if (body.length > MAX_BYTES) return;
  const text = decoder.decode(body);
  const seen = new Set([text]);
  for (const [change, undo] of UNDO) {
    const form = undo(text);
    if (form === undefined || seen.has(form)) continue;
    seen.add(form);
    yield { change, bytes: new TextEncoder().encode(form) };
  }
}

/** Each returns undefined if that change is not possible. */
const UNDO: readonly (readonly [change: string, undo: (text: string) => string | undefined])[] = [
  ['wrapped in white space or a byte order mark', (text) => text.trim()],
  ['parsed as JSON and written again', compact],
  ['stripped of its final line break', (text) => `${text}\n`],
  ['written as a JSON string', (text) => (/^\s*"/.test(text) ? attempt(() => JSON.parse(text)) : undefined)],
  ['encoded as base64', (text) => (/^[\w+/=\s-]+$/.test(text) ? attempt(() => ofBase64(text)) : undefined)],
];

function compact(text: string): string | undefined {
  return /^\s*[[{]/.test(text) ? attempt(() => JSON.stringify(JSON.parse(text))) : undefined;
}

/** Catches truncated, invalid base64 and too deeply nested input. */
function attempt(undo: () => string): string | undefined {
  try {
    return undo();
  } catch {
    return undefined;
  }
}

function ofBase64(text: string): string {
  return decoder.decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}
