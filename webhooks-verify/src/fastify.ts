import { answer, checkReceiver, type Receiver } from './answer.ts';
import type { RawBody } from './options.ts';
import type { HeadersLike } from './signature-header.ts';

interface FastifyRequestLike {
  headers: HeadersLike;
  body: unknown;
}

interface FastifyReplyLike {
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(body?: string): unknown;
}

/** The parts used of a Fastify instance. */
interface FastifyLike {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    options: { parseAs: 'buffer' },
    parser: (request: never, body: never, done: (error: null, body: unknown) => void) => void,
  ): unknown;
  post(
    url: string,
    options: { bodyLimit: number },
    handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>,
  ): unknown;
}

/** The route to receive webhooks at, and their receiver. */
export interface FastifyWebhooksOptions {
  /** Path of the route, below the plugin's prefix if there is one. */
  url: string;
  webhooks: Receiver;
}

/**
 * A Fastify plugin: `app.register(fastifyWebhooks, { url: '/webhooks/autopay', webhooks: hooks })`. Bodies
 * stay raw inside it, and are parsed as before everywhere else. Errors of a handler go to the error handler.
 * A body larger than `maxBodyBytes` gets a 413.
 */
export async function fastifyWebhooks(
  fastify: object,
  { url, webhooks }: FastifyWebhooksOptions,
): Promise<void> {
  if (typeof url !== 'string') throw new TypeError('url must be the path of the route.');
  checkReceiver(webhooks);
  // Fastify's overloads fit no shorter type.
  const instance = fastify as FastifyLike;
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  instance.post(url, { bodyLimit: webhooks.maxBodyBytes }, async (request, reply) => {
    // Fastify calls no parser for a request without a body.
    const source = { body: (request.body ?? '') as RawBody, headers: request.headers };
    const { status, headers, body } = await answer(webhooks, source, 'fastify');
    reply.code(status);
    reply.headers(headers);
    return reply.send(body || undefined);
  });
}
