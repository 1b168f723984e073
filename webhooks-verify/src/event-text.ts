import type { WebhookEvent } from './events.ts';

/** The text of `bytes`. Throws TypeError when they are not UTF-8. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** The JSON object that `text` is, or undefined when it is other JSON. Throws SyntaxError when it is none. */
export function parseEvent(text: string): WebhookEvent | undefined {
  const event = JSON.parse(text) as WebhookEvent; // Autopay signed it, so its form is the contract's
  if (/^\s*{/.test(text)) return event;
}
