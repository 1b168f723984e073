import type { WebhookEvent } from './events.ts';

/** Decodes `bytes`. Throws TypeError if they are not UTF-8. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** The JSON object in `text`, or undefined for other JSON. Throws SyntaxError if it is not JSON. */
export function parseEvent(text: string): WebhookEvent | undefined {
  const event = JSON.parse(text) as WebhookEvent; // Autopay signed it, so its form is the contract's
  if (/^\s*{/.test(text)) return event;
}
