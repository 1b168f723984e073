import { checkReceiver, type Receiver, respond } from './answer.ts';

/**
 * A route handler for Next.js: `export const POST = nextWebhooks(hooks)` in app/.../route.ts. It takes a
 * Fetch API Request and returns a Response, so it also works on Workers, Deno and Bun. Errors of a handler
 * are thrown: Next.js reports them and responds with 500.
 */
export function nextWebhooks(receiver: Receiver): (request: Request) => Promise<Response> {
  checkReceiver(receiver);
  return (request) => respond(receiver, { request }, 'next');
}
