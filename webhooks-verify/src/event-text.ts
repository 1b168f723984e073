import type { WebhookEvent } from './events.ts';
import { areUsable } from './options.ts';

/** Decodes `bytes`. Throws TypeError if they are not UTF-8. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** The event in `text`, or undefined for JSON without an id and a type, which are not empty. Throws SyntaxError if it is not JSON. */
export function parseEvent(text: string): WebhookEvent | undefined {
  const event = JSON.parse(text); // Autopay signed it, so the rest of its form is the contract's
  if (areUsable([event?.id, event?.type])) return event as WebhookEvent;
}
