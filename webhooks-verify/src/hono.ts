import { checkReceiver, type Receiver, respond } from './answer.ts';

/** The parts used of Hono's Context. */
interface HonoContext {
  req: { raw: Request; arrayBuffer(): Promise<ArrayBuffer> };
}

/**
 * A handler for Hono: `app.post('/webhooks/autopay', honoWebhooks(hooks))`. Also works after middleware that
 * read the body through `c.req`. Errors of a handler go to `app.onError`.
 */
export function honoWebhooks(receiver: Receiver): (c: HonoContext) => Promise<Response> {
  checkReceiver(receiver);
  return async ({ req }) => {
    const { raw } = req;
    // Hono caches a body that middleware read, unless it read the raw request: then arrayBuffer throws.
    const body = raw.bodyUsed ? await req.arrayBuffer().catch(() => null) : null;
    return respond(receiver, body ? { body, headers: raw.headers } : { request: raw }, 'hono');
  };
}
