import { checkReceiver, type Receiver, respond } from './answer.ts';

/** Of Hono's Context what is used. */
interface HonoContext {
  req: { raw: Request; arrayBuffer(): Promise<ArrayBuffer> };
}

/**
 * A handler for Hono: `app.post('/webhooks/autopay', honoWebhooks(hooks))`. Works as well after a middleware that read the body through
 * `c.req`. What a handler throws goes to `app.onError`.
 */
export function honoWebhooks(receiver: Receiver): (c: HonoContext) => Promise<Response> {
  checkReceiver(receiver);
  return async ({ req }) => {
    const { raw } = req;
    // Hono keeps what a middleware read, unless it read the raw request: then arrayBuffer throws.
    const body = raw.bodyUsed ? await req.arrayBuffer().catch(() => null) : null;
    return respond(receiver, body ? { body, headers: raw.headers } : { request: raw }, 'hono');
  };
}
