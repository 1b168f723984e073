import type { WebhookErrorCode, WebhookVerificationError } from './errors.ts';
import type { Framework } from './frameworks.ts';
import type { WebhookSource } from './options.ts';
import type { WebhookOutcome } from './webhooks.ts';

/** What the subpaths' handlers receive webhooks with: the result of `webhooks`. */
export interface Receiver {
  readonly maxBodyBytes: number;
  handle(source: WebhookSource, options?: { framework?: Framework }): Promise<WebhookOutcome>;
}

/**
 * Returns `receiver` if it is one. Throws TypeError otherwise, when the app starts rather than at its first
 * webhook.
 */
export function checkReceiver(receiver: Receiver): Receiver {
  if (typeof receiver?.handle === 'function') return receiver;
  throw new TypeError('webhooks must be what webhooks(...) made.');
}

/** The response to the sender. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON, or empty. */
  body: string;
}

/**
 * 400 is the sender's fault. Codes missing here are the receiver's own fault: they are thrown, so that the
 * framework reports them and responds with 500.
 */
const STATUS: Partial<Record<WebhookErrorCode, number>> = {
  missing_header: 400,
  malformed_header: 400,
  no_match: 400,
  looks_reserialized: 400,
  too_old: 400,
  too_new: 400,
  invalid_json: 400,
  body_too_large: 413,
};

/**
 * 204 once the event is handled, was handled before, or has no handler; 409 while another delivery of it is
 * being handled, so that the service retries; 400 or 413 with the error's code and message if the webhook is
 * rejected. Errors of handlers and stores are thrown, as is a wrong configuration: the framework responds
 * with 500, and the service retries.
 */
export async function answer(
  receiver: Receiver,
  source: WebhookSource,
  framework: Framework,
): Promise<Answer> {
  try {
    const { outcome } = await receiver.handle(source, { framework });
    if (outcome !== 'in_progress') return { status: 204, headers: {}, body: '' };
    return json(409, 'in_progress', 'Another delivery of this event is being handled. Try again.');
  } catch (error) {
    const { name, code, message } = error as WebhookVerificationError;
    const status = name === 'WebhookVerificationError' ? STATUS[code] : undefined;
    if (status === undefined) throw error;
    return json(status, code, message);
  }
}

function json(status: number, code: string, message: string): Answer {
  const body = JSON.stringify({ error: { code, message } });
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** `answer` as a Fetch API Response. */
export async function respond(
  receiver: Receiver,
  source: WebhookSource,
  framework: Framework,
): Promise<Response> {
  const { status, headers, body } = await answer(receiver, source, framework);
  return new Response(body || null, { status, headers });
}
