/** Where a webhook is received; decides which framework's fix a message gives. */
export type Framework = 'express' | 'fastify' | 'next' | 'hono' | 'lambda';

/** How to get the raw body and headers in each framework. */
export const FIXES: Record<Framework, { rawBody: string; headers: string; limit: string }> = {
  express: {
    rawBody:
      'In Express put express.raw({ type: "application/json" }) on this route, before any express.json(), and pass req.body.',
    headers: 'In Express pass req.headers.',
    limit: 'In Express express.raw({ limit }) stops it earlier.',
  },
  fastify: {
    rawBody:
      'In Fastify call addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => done(null, body)) in a plugin around this route, and pass request.body.',
    headers: 'In Fastify pass request.headers.',
    limit: "In Fastify the route's bodyLimit stops it earlier.",
  },
  next: {
    rawBody:
      'In Next.js pass await request.text() or the unread request in a route handler; in the pages router export const config = { api: { bodyParser: false } } and read the stream.',
    headers: 'In Next.js pass request.headers.',
    limit: 'In Next.js nothing else needs to be set.',
  },
  hono: {
    rawBody: 'In Hono pass c.req.raw unread, or await c.req.text().',
    headers: 'In Hono pass c.req.raw.headers.',
    limit: 'In Hono bodyLimit({ maxSize }) stops it earlier.',
  },
  lambda: {
    rawBody:
      'In Lambda pass event.body as it is, or Buffer.from(event.body, "base64") when event.isBase64Encoded, before any body-parsing middleware.',
    headers: 'In Lambda pass event.headers.',
    limit: 'In Lambda API Gateway has a limit of its own.',
  },
};

const FETCH: readonly Framework[] = ['next', 'hono'];
const NODE: readonly Framework[] = ['express', 'fastify', 'lambda'];

/** The framework that was named, or those whose requests look like this one. */
export function frameworksOf(options: {
  framework?: unknown;
  request?: unknown;
  headers?: unknown;
}): readonly Framework[] {
  const { framework, request, headers } = options;
  if (typeof framework === 'string' && Object.hasOwn(FIXES, framework)) return [framework as Framework];
  if (request) return FETCH;
  if (!headers) return [...NODE, ...FETCH];
  return typeof (headers as Headers).get === 'function' ? FETCH : NODE;
}
