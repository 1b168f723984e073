import { answer, checkReceiver, type Receiver } from './answer.ts';
import type { RawBody } from './options.ts';
import { concat } from './read-body.ts';

/** The parts used of Node's IncomingMessage and of what Express and its parsers add to it. */
interface IncomingRequest {
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
  rawBody?: unknown;
  readableDidRead?: boolean;
}

/**
 * The same object as a stream: Node's overloads fit no shorter type, so this is not part of a handler's type.
 */
interface NodeStream {
  on(event: 'data', listener: (chunk: never) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
}

/** The parts used of Node's ServerResponse. */
interface OutgoingResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(body?: string): unknown;
}

/**
 * A handler for Express 4 and 5, and for anything that serves Node's own requests:
 * `app.post('/webhooks/autopay', expressWebhooks(hooks))`. Needs no body parser: it reads the request itself,
 * or uses what `express.raw` left, or `req.rawBody` if a platform keeps that. Errors of a handler go to
 * `next`; without one the response is 500 and the promise rejects.
 */
export function expressWebhooks(
  receiver: Receiver,
): (req: IncomingRequest, res: OutgoingResponse, next?: (error: unknown) => void) => Promise<void> {
  checkReceiver(receiver);
  return async (req, res, next) => {
    try {
      const body = await rawBodyOf(req, receiver.maxBodyBytes);
      const {
        status,
        headers,
        body: text,
      } = await answer(receiver, { body, headers: req.headers }, 'express');
      // The unread rest of a body that is too large would be taken for the next request.
      if (status === 413) res.setHeader('connection', 'close');
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      res.statusCode = status;
      res.end(text);
    } catch (error) {
      if (next) return next(error);
      res.statusCode = 500;
      res.end();
      throw error;
    }
  };
}

async function rawBodyOf(req: IncomingRequest, maxBodyBytes: number): Promise<RawBody> {
  const { rawBody, body } = req;
  if (isRaw(rawBody)) return rawBody;
  if (isRaw(body)) return body;
  // Express 4's parsers leave an empty object even if they read nothing.
  if (req.readableDidRead === false) return readStream(req as unknown as NodeStream, maxBodyBytes);
  return body as RawBody; // parsed: verifying it tells how to keep it raw
}

function isRaw(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || ArrayBuffer.isView(body);
}

/** Reads the stream up to just past `maxBodyBytes`. Rejects when the sender disconnects. */
function readStream(req: NodeStream, maxBodyBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    req.on('data', (chunk: Uint8Array | string) => {
      const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
      if (length > maxBodyBytes) return;
      chunks.push(bytes);
      length += bytes.length;
      if (length <= maxBodyBytes) return;
      req.pause();
      resolve(concat(chunks, length));
    });
    req.on('end', () => resolve(concat(chunks, length)));
    req.on('error', reject);
    req.on('close', () => reject(new Error('The sender hung up before the whole body had arrived.')));
  });
}
