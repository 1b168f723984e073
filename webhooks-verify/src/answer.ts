import type { WebhookErrorCode, WebhookVerificationError } from './errors.ts';
import type { Framework } from './frameworks.ts';
import type { WebhookSource } from './options.ts';
import type { WebhookOutcome } from './webhooks.ts';

/** What the handlers of the subpaths receive webhooks with: what `webhooks` made. */
export interface Receiver {
  readonly maxBodyBytes: number;
  handle(source: WebhookSource, options?: { framework?: Framework }): Promise<WebhookOutcome>;
}

/** `receiver`, if it is one. Throws TypeError for anything else, when the app starts and not at its first webhook. */
export function checkReceiver(receiver: Receiver): Receiver {
  if (typeof receiver?.handle === 'function') return receiver;
  throw new TypeError('webhooks must be what webhooks(...) made.');
}

/** What the sender is answered. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** JSON, or empty. */
  body: string;
}

/** 400 is the sender's fault. What is missing here is the receiver's own: it is thrown, so that the framework reports it and answers 500. */
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
 * 204 once the event is handled, was before, or nobody handles its kind; 409 while another delivery of it is being handled, so that the
 * service tries again; 400 or 413 with the error's code and message for what is not accepted. What a handler or a store throws is thrown,
 * as is a wrong configuration: the framework answers 500, and the service tries again.
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
