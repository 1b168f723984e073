/** Nothing larger is looked into: an event has a few KiB, and what a forger sends should cost little. */
const MAX_BYTES = 65_536;

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
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const seen = new Set([text]);
  for (const [change, undo] of UNDO) {
    let form: string | undefined;
    try {
      form = undo(text);
    } catch {
      continue; // not JSON, not base64, or nested too deep: then it was not that
    }
    if (typeof form !== 'string' || seen.has(form)) continue;
    seen.add(form);
    yield { change, bytes: new TextEncoder().encode(form) };
  }
}

const UNDO: readonly (readonly [change: string, undo: (text: string) => string])[] = [
  ['parsed as JSON and written again', (text) => JSON.stringify(JSON.parse(text))],
  ['wrapped in white space or a byte order mark', (text) => text.trim()],
  ['stripped of its final line break', (text) => `${text}\n`],
  ['written as a JSON string', (text) => JSON.parse(text) as string],
  ['encoded as base64', (text) => utf8OfBase64(text)],
];

function utf8OfBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
}
