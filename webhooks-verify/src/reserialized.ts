/** Nothing larger is looked into: an event has a few KiB, and what a forger sends should cost little. */
const MAX_BYTES = 65_536;

const decoder = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** What the body would have been before something rewrote it. */
export interface EarlierForm {
  /** What was done to it since, as the end of "the body was ...". */
  change: string;
  bytes: Uint8Array;
}

/**
 * Forms that `body` may have had when it was signed: for a message that says what happened to it, never to accept it. JSON is
 * parsed here for that alone, and the result is thrown away.
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

/** Each answers undefined where it cannot have been that. */
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

/** What is cut off, is no base64 or is nested too deep. */
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
