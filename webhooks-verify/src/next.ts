import { checkReceiver, type Receiver, respond } from './answer.ts';

/**
 * A route handler for Next.js: `export const POST = nextWebhooks(hooks)` in app/.../route.ts. It takes a Fetch API Request and answers a
 * Response, so it serves Workers, Deno and Bun as well. What a handler throws is thrown: Next.js reports it and answers 500.
 */
export function nextWebhooks(receiver: Receiver): (request: Request) => Promise<Response> {
  checkReceiver(receiver);
  return (request) => respond(receiver, { request }, 'next');
}
